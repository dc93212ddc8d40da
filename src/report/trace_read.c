#include "report/trace_read.h"

#include <ctype.h>

#include "base/memory.h"
#include "evidence/btor2_witness.h"
#include "evidence/replay.h"

Tale *tale_begin(TaleVec *tales) {
  Tale tale = {.run.loop = TRACE_NO_LOOP, .parent = -1};
  vec_push(tales, tale);
  return &vec_last(tales);
}

static void tales_free(TaleVec *tales) {
  for (size_t i = 0; i < tales->size; i++) claimed_run_free(&tales->data[i].run);
  vec_free(tales);
}

/* ---- a path that leaves another one ---- */

static void append_steps(ClaimedRun *to, const ClaimedRun *from, size_t count) {
  for (size_t i = 0; i < count && i < from->steps.size; i++) {
    ClaimedStep *step = claimed_run_step(to, from->steps.data[i].line);
    vec_append(&step->claims, &from->steps.data[i].claims);
  }
}

/* The way to its beginning, along the paths that it leaves, and itself. */
static ClaimedRun whole_run(const TaleVec *tales, size_t number) {
  const Tale *last = tales->data + number;
  U32Vec chain = {0};
  ClaimedRun run = {.loop = TRACE_NO_LOOP, .closed = last->run.closed};
  for (int64_t at = (int64_t)number; at >= 0; at = tales->data[at].parent)
    vec_push(&chain, (uint32_t)at);
  for (size_t i = chain.size; i-- > 1;)
    append_steps(&run, &tales->data[chain.data[i]].run, tales->data[chain.data[i - 1]].step);
  if (last->run.loop != TRACE_NO_LOOP) run.loop = last->run.loop + (int64_t)run.steps.size;
  run.anywhere = tales->data[vec_last(&chain)].run.anywhere;
  append_steps(&run, &last->run, last->run.steps.size);
  vec_free(&chain);
  return run;
}

/* ---- files of signals ---- */

static const char *skip_blank(const char *data, const char *end) {
  while (data < end && isspace((unsigned char)*data)) data++;
  return data;
}

static Trace *read_signals(const Model *model, const char *file, const char *data, size_t size,
                           size_t number, size_t *count, Error *error) {
  Listener listener = listener_new(file, model->system, error);
  TaleVec tales = {0};
  const char *first = skip_blank(data, data + size);
  char start = first < data + size ? *first : 0;
  Trace *trace = NULL;
  bool good = start == '{'   ? read_json_tales(&listener, data, size, &tales)
              : start == '$' ? read_vcd_tales(&listener, data, size, &tales)
                             : read_text_tales(&listener, data, size, &tales);
  *count = tales.size;
  if (good && !tales.size) good = error_at(error, file, 0, 0, "there is no state in this trace");
  if (good && number > tales.size)
    good = error_at(error, file, 0, 0, "there are only %zu traces in it", tales.size);
  if (good) {
    ClaimedRun run = whole_run(&tales, number - 1);
    if (run.steps.size) trace = claimed_run_find(&run, model->system, file, error);
    else error_at(error, file, 0, 0, "there is no state in this trace");
    claimed_run_free(&run);
  }
  tales_free(&tales);
  listener_free(&listener);
  return trace;
}

/* ---- witnesses ---- */

/* As AIGER has them: behind comments a line with the verdict alone. */
static bool is_witness(const char *data, size_t size) {
  const char *end = data + size;
  while (data < end && *data == 'c') {
    const char *line = memchr(data, '\n', (size_t)(end - data));
    data = line ? line + 1 : end;
  }
  return end - data >= 2 && strchr("012", *data) && (data[1] == '\n' || data[1] == '\r');
}

/* How many values the first witness of a violation has in its first two lines of them. */
static void count_values(const char *data, size_t size, size_t *latches, size_t *inputs) {
  const char *end = data + size;
  size_t *count[] = {latches, inputs};
  int line = -1; /* of values; those before are "1" and properties */
  while (data < end && line < 2) {
    const char *stop = memchr(data, '\n', (size_t)(end - data));
    size_t length = (size_t)((stop ? stop : end) - data);
    while (length && data[length - 1] == '\r') length--;
    bool other = length && strchr("cubj.", *data);
    if (line < 0) line += length == 1 && *data == '1';
    else if (!other) *count[line++] = length;
    data = stop ? stop + 1 : end;
  }
}

/* What an automaton has added stands behind the model's own latches and inputs, and goes. */
static bool read_bits(const Model *model, const char *file, const char *data, size_t size,
                      TraceClaims *claims, Error *error) {
  const System *system = model->system;
  size_t latches = system->latches.size, inputs = system->inputs.size;
  count_values(data, size, &latches, &inputs);
  System *written = system_new();
  for (size_t i = 0; i < latches || i < system->latches.size; i++) system_latch(written, RESET_0);
  for (size_t i = 0; i < inputs || i < system->inputs.size; i++) system_input(written);
  for (size_t i = 0; i < written->latches.size; i++)
    written->latches.data[i].next = written->latches.data[i].current;
  bool good = trace_file_read(file, data, size, written, claims, error);
  for (size_t i = 0; i < claims->size && good; i++) {
    Trace *trace = claims->data[i].trace;
    for (size_t k = 0; trace && k < trace->steps.size; k++) {
      bits_resize(&trace->steps.data[k].latches, system->latches.size);
      bits_resize(&trace->steps.data[k].inputs, system->inputs.size);
      if (k) trace_advance(trace, system, k - 1);
    }
  }
  system_free(written);
  return good;
}

/* Whether it is a run of the model, whatever it may show; of a justice property one with a loop. */
static bool is_run(const Model *model, const TraceClaim *claim, Error *error) {
  Task *task = task_new(TASK_BAD, system_copy(model->system, NULL));
  task->bad = LIT_TRUE;
  bool good = replay(task, claim->trace, error);
  task_free(task);
  if (!good || !claim->properties.size || !claim->properties.data[0].justice) return good;
  return trace_find_loop(claim->trace, model->system, error);
}

static Trace *read_witness(const Model *model, const char *file, const char *data, size_t size,
                           size_t number, size_t *count, Error *error) {
  TraceClaims claims = {0};
  bool words = btor2_witness_recognise(data, size);
  bool good = true;
  if (words && !model->relation)
    good = error_at(error, file, 0, 0, "a BTOR2 witness is about a model of words");
  if (good && words)
    good = btor2_witness_read(file, data, size, model->relation, model->system, model->memories,
                              &claims, error);
  else if (good) good = read_bits(model, file, data, size, &claims, error);
  Trace *trace = NULL;
  for (size_t i = 0; i < claims.size && good; i++) {
    TraceClaim *claim = claims.data + i;
    if (!claim->trace || ++*count != number || !is_run(model, claim, error)) continue;
    trace = claim->trace;
    claim->trace = NULL;
  }
  if (good && number > *count)
    error_at(error, file, 0, 0,
             *count ? "there are only %zu traces in it" : "there is no trace in it", *count);
  trace_claims_free(&claims);
  return trace;
}

Trace *trace_read(const Model *model, const char *file, const char *data, size_t size,
                  size_t number, size_t *count, Error *error) {
  size_t own = 0;
  if (!count) count = &own;
  *count = 0;
  bool witness = is_witness(data, size) || btor2_witness_recognise(data, size);
  return (witness ? read_witness : read_signals)(model, file, data, size, number, count, error);
}
