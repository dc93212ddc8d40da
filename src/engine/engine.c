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

void engine_progress(const EngineSetup *setup, const char *engine, uint64_t number,
                     const char *format, ...) {
  if (!setup->progress) return;
  char words[160];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
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
