/* What all engines share; see engine.h for the contract. */
#include "engine/engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const Engine *engine_find(const char *name) {
  for (size_t i = 0; engine_table[i]; i++)
    if (!strcmp(engine_table[i]->name, name)) return engine_table[i];
  return NULL;
}

bool engine_takes(const Engine *engine, TaskKind kind) { return engine->takes >> kind & 1; }

bool engine_takes_task(const Engine *engine, const Task *task) {
  return engine_takes(engine, task->kind) &&
         (!task->system->compassion.size || engine->takes_compassion);
}

void *engine_open(const Engine *engine, const Task *task, const EngineSetup *setup) {
  EngineSetup complete = *setup;
  if (!complete.options) complete.options = engine->option_defaults;
  return engine->open(task, &complete);
}

/* "1 clauses, 1 queries" as people say it: of one thing the noun loses its plural. */
static void say_singular(char *words) {
  for (char *at = words; (at = strstr(at, "1 ")); at++) {
    if (at > words && at[-1] != ' ') continue;
    size_t length = strspn(at + 2, "abcdefghijklmnopqrstuvwxyz");
    char *end = at + 2 + length;
    if (length < 2 || end[-1] != 's') continue;
    bool ies = length > 3 && !strncmp(end - 3, "ies", 3);
    if (ies) end[-3] = 'y';
    char *kept = ies ? end - 2 : end - 1;
    memmove(kept, end, strlen(end) + 1);
  }
}

void engine_progress(const EngineSetup *setup, const char *engine, uint64_t number,
                     const char *format, ...) {
  if (!setup->progress) return;
  char words[160];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  say_singular(words);
  setup->progress(setup->progress_context, engine, number, words);
}

EngineResult engine_trace_result(Trace *trace) {
  if (!trace) return (EngineResult){.verdict = VERDICT_UNKNOWN};
  EvidenceKind kind = trace->loop == TRACE_NO_LOOP ? EVIDENCE_TRACE : EVIDENCE_LASSO;
  return (EngineResult){
      .verdict = VERDICT_VIOLATED,
      .evidence = {.kind = kind, .trace = trace, .size = trace->steps.size},
  };
}
