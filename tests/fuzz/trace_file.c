/* Any bytes as a trace file. What is accepted has at least one claim; a violation that closes is
 * replayed, and whatever the replay says, writing and reading give the same trace again. */
#include "evidence/trace_file.h"

#include <assert.h>
#include <stdlib.h>

#include "evidence/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A shift register of three latches behind two inputs of which one is at least true. */
static Task *make_task(TaskKind kind) {
  System *system = system_new();
  Lit a = system_input(system), b = system_input(system), latch[3];
  for (int i = 0; i < 3; i++) latch[i] = system_latch(system, (Reset)i);
  system_set_next(system, latch[0], aig_xor(system->aig, a, latch[2]));
  system_set_next(system, latch[1], latch[0]);
  system_set_next(system, latch[2], aig_mux(system->aig, b, latch[1], latch[2]));
  vec_push(&system->constraints, aig_or(system->aig, a, b));
  Task *task = task_new(kind, system);
  task->bad = aig_and(system->aig, latch[1], latch[2]);
  if (kind == TASK_FAIR) vec_push(&task->conditions, latch[2]);
  return task;
}

static void write_and_read(const Task *task, const TraceClaim *claim) {
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  bool written = trace_file_write(stream, &claim->properties.data[0], claim->trace);
  fclose(stream);
  TraceClaims again = {0};
  Error error = {0};
  bool read = trace_file_read("again", text, size, task->system, &again, &error);
  assert(written && read && again.size == 1);
  const Trace *a = claim->trace, *b = again.data[0].trace;
  assert(a->steps.size == b->steps.size);
  for (size_t k = 0; k < a->steps.size; k++)
    assert(bits_equal(&a->steps.data[k].latches, &b->steps.data[k].latches) &&
           bits_equal(&a->steps.data[k].inputs, &b->steps.data[k].inputs));
  (void)written, (void)read, (void)a, (void)b;
  trace_claims_free(&again);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Task *tasks[2] = {make_task(TASK_BAD), make_task(TASK_FAIR)};
  TraceClaims claims = {0};
  Error error = {0};
  bool read = trace_file_read("fuzz", (const char *)data, size, tasks[0]->system, &claims, &error);
  assert(read ? claims.size > 0 && !error.message : error.message && error.line > 0);
  for (size_t i = 0; read && i < claims.size; i++) {
    TraceClaim *claim = claims.data + i;
    if (!claim->trace) continue;
    write_and_read(tasks[0], claim);
    bool justice = claim->properties.data[0].justice;
    Error report = {0};
    if (!justice || trace_find_loop(claim->trace, tasks[1]->system, &report))
      replay(tasks[justice], claim->trace, &report);
    error_free(&report);
  }
  error_free(&error);
  trace_claims_free(&claims);
  task_free(tasks[0]);
  task_free(tasks[1]);
  return 0;
}
