#include "check/explain.h"

#include "check/learned.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/map.h"
#include "base/memory.h"

struct Explain {
  Effort *effort;
  U32Vec latches; /* by latch of the reduced task: that of the task */
  double start;
  EngineProgress progress;
  void *context;
  VEC(EffortEngine) heard;
  bool fair, assumed; /* the task asks for a fair run; the model has fairness */
};

Explain *explain_new(const Reduction *reduction, const Reduction *cone, EngineProgress progress,
                     void *context) {
  const Task *task = reduction_task(reduction);
  Explain *explain = mem_zalloc(sizeof *explain);
  explain->effort = effort_new(task->system->latches.size);
  explain->latches = learned_origins(reduction, cone);
  explain->start = clock_wall();
  explain->progress = progress;
  explain->context = context;
  explain->fair = task->kind == TASK_FAIR;
  explain->assumed = task->system->fairness.size;
  return explain;
}

static void samples_free(EffortEngine *engine) {
  for (size_t i = 0; i < engine->samples.size; i++) mem_free(engine->samples.data[i].words);
  vec_free(&engine->samples);
}

void explain_free(Explain *explain) {
  if (!explain) return;
  for (size_t i = 0; i < explain->heard.size; i++) samples_free(explain->heard.data + i);
  vec_free(&explain->heard);
  vec_free(&explain->latches);
  effort_free(explain->effort);
  mem_free(explain);
}

Effort *explain_effort(const Explain *explain) { return explain->effort; }

/* ---- how engines went on ---- */

static EffortEngine *engine_of(Explain *explain, const char *name) {
  for (size_t i = 0; i < explain->heard.size; i++)
    if (!strcmp(explain->heard.data[i].engine, name)) return explain->heard.data + i;
  const Engine *engine = engine_find(name);
  vec_push(&explain->heard, ((EffortEngine){.engine = engine ? engine->name : ""}));
  return &vec_last(&explain->heard);
}

/* How the number grew: what does not add to it is passed by, since an engine that is started again
 * begins again. The newest is always kept; it takes the place of the one before while that is not
 * much older than the one before it. */
static void keep_sample(EffortEngine *engine, EffortSample sample) {
  size_t size = engine->samples.size;
  EffortSample *samples = engine->samples.data;
  bool same = size && sample.number == samples[size - 1].number;
  bool close = size > 1 && samples[size - 1].seconds < 1.5 * samples[size - 2].seconds;
  if (size && sample.number < samples[size - 1].number) {
    mem_free(sample.words);
    return;
  }
  if (same || close) {
    mem_free(samples[size - 1].words);
    engine->samples.size--;
  }
  vec_push(&engine->samples, sample);
}

void explain_progress(void *context, const char *name, uint64_t number, const char *words) {
  Explain *explain = context;
  EffortSample sample = {clock_wall() - explain->start, number, mem_string(words)};
  keep_sample(engine_of(explain, name), sample);
  if (explain->progress) explain->progress(explain->context, name, number, words);
}

/* ---- the report ---- */

static int busier(const void *left, const void *right) {
  double a = ((const EffortEngine *)left)->seconds, b = ((const EffortEngine *)right)->seconds;
  return (a < b) - (a > b);
}

static void add_engines(const Explain *explain, EffortReport *report) {
  for (size_t i = 0; engine_table[i]; i++) {
    EffortEngine engine = {.engine = engine_table[i]->name,
                           .seconds = explain->effort ? effort_seconds(explain->effort, i) : 0};
    for (size_t k = 0; k < explain->heard.size; k++) {
      const EffortEngine *heard = explain->heard.data + k;
      for (size_t n = 0; n < heard->samples.size && !strcmp(heard->engine, engine.engine); n++) {
        EffortSample sample = heard->samples.data[n];
        sample.words = mem_string(sample.words);
        vec_push(&engine.samples, sample);
      }
    }
    if (engine.seconds > 0 || engine.samples.size) vec_push(&report->engines, engine);
  }
  if (report->engines.size)
    qsort(report->engines.data, report->engines.size, sizeof *report->engines.data, busier);
}

static int more_about(const void *left, const void *right) {
  const EffortSignal *a = left, *b = right;
  double x = a->lemmas + a->obligations, y = b->lemmas + b->obligations;
  return x != y ? (x < y) - (x > y) : strcmp(a->name, b->name);
}

/* The signal that a latch is a bit of: the first that the model shows; else NULL. */
static const Signal *signal_of(const System *system, const Map *signals, size_t latch) {
  uint64_t index;
  if (latch >= system->latches.size ||
      !map_get(signals, lit_node(system->latches.data[latch].current), &index))
    return NULL;
  return system->signals.data + index;
}

static Map signals_by_node(const System *system) {
  Map map = {0};
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    for (size_t b = 0; b < signal->bits.size; b++) {
      uint32_t node = lit_node(signal->bits.data[b]);
      if (node && !map_get(&map, node, NULL)) map_put(&map, node, i);
    }
  }
  return map;
}

static EffortSignal *row_of(EffortReport *report, Map *rows, const Signal *signal, size_t latch) {
  uint64_t row;
  uint64_t key = signal ? (uint64_t)(uintptr_t)signal : (uint64_t)latch << 1 | 1;
  if (map_get(rows, key, &row)) return report->signals.data + row;
  map_put(rows, key, report->signals.size);
  Text name = {0};
  if (signal) text_add(&name, signal->name);
  else text_format(&name, "latch %zu", latch);
  vec_push(&report->signals,
           ((EffortSignal){.name = text_take(&name), .bits = signal ? signal->bits.size : 1}));
  return &vec_last(&report->signals);
}

static void add_signals(const Explain *explain, const System *system, EffortReport *report) {
  Map signals = signals_by_node(system), rows = {0};
  for (size_t i = 0; explain->effort && i < explain->effort->latches; i++) {
    LatchEffort own = explain->effort->by_latch[i];
    if (!own.lemmas && !own.obligations) continue;
    size_t latch = i < explain->latches.size ? explain->latches.data[i] : SIZE_MAX;
    EffortSignal *row = row_of(report, &rows, signal_of(system, &signals, latch), latch);
    row->lemmas += (double)own.lemmas;
    row->obligations += (double)own.obligations;
    report->lemmas += own.lemmas;
    report->obligations += own.obligations;
  }
  for (size_t i = 0; i < report->signals.size; i++) {
    EffortSignal *row = report->signals.data + i;
    if (report->lemmas) row->lemmas /= (double)report->lemmas;
    if (report->obligations) row->obligations /= (double)report->obligations;
  }
  if (report->signals.size)
    qsort(report->signals.data, report->signals.size, sizeof *report->signals.data, more_about);
  map_free(&signals);
  map_free(&rows);
}

/* ---- hints ---- */

enum { WIDE_BITS = 6, MANY_LITERALS = 2000, DEEP_BOUND = 200 };

static uint64_t reached(const EffortReport *report, const char *name) {
  for (size_t i = 0; i < report->engines.size; i++) {
    const EffortEngine *engine = report->engines.data + i;
    if (!strcmp(engine->engine, name) && engine->samples.size)
      return vec_last(&engine->samples).number;
  }
  return 0;
}

static void add_hint(EffortReport *report, Text *hint) {
  vec_push(&report->hints, text_take(hint));
}

static void add_hints(const Explain *explain, bool decided, EffortReport *report) {
  Text hint = {0};
  const EffortSignal *first = report->signals.size ? report->signals.data : NULL;
  bool busy = report->lemmas + report->obligations > MANY_LITERALS;
  if (first && busy && first->bits >= WIDE_BITS && first->lemmas > 0.4) {
    text_format(&hint,
                "most lemmas are about the %zu bits of '%s', a wide counter or word: tell what is "
                "known of its values with --invar first, make it narrower, or try -e kind,bdd",
                first->bits, first->name);
    add_hint(report, &hint);
  }
  if (decided) return;
  if (reached(report, "bmc") > DEEP_BOUND) {
    text_format(&hint,
                "bmc has come to %llu steps: if there is a violation it is deep; try "
                "-e bmc --bmc-deep, or -e sim",
                (unsigned long long)reached(report, "bmc"));
    add_hint(report, &hint);
  }
  if (explain->fair && !explain->assumed) {
    text_add(&hint,
             "the model has no fairness: if some runs should not count, say so with FAIRNESS "
             "or --fair-file, and the search has less to exclude");
    add_hint(report, &hint);
  }
}

EffortReport *explain_report(const Explain *explain, const Task *task, bool decided) {
  EffortReport *report = mem_zalloc(sizeof *report);
  add_engines(explain, report);
  add_signals(explain, task->system, report);
  add_hints(explain, decided, report);
  return report;
}
