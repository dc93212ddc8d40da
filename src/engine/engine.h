/* The contract of an engine.
 *
 * An engine gets a Task and answers with a Verdict and the Evidence for it. It is an object that
 * can be run in slices: `run` works until it has an answer or the budget is spent, and goes on
 * where it stopped when it is run again. It never reads files, never prints results, never exits.
 * It reports progress through the callback in its setup. Its answer is not believed: the caller
 * maps the evidence back to the original system and checks it there.
 *
 * An engine that returns unknown although the budget is not spent has given up (a bound of its own
 * was reached, say); running it again is pointless.
 *
 * Same task, same options, same seed: same run. */
#ifndef RONDO_ENGINE_ENGINE_H
#define RONDO_ENGINE_ENGINE_H

#include "base/budget.h"
#include "base/option.h"
#include "base/random.h"
#include "base/stats.h"
#include "system/evidence.h"
#include "task/task.h"

/* What a status line shows: a few words such as "frame 12, 340 clauses", and one number that grows
 * with progress (frame, bound). */
typedef void (*EngineProgress)(void *context, const char *engine, uint64_t number,
                               const char *words);

typedef struct {
  uint64_t seed;
  const void *options; /* the engine's own struct, filled from its option table */
  EngineProgress progress;
  void *progress_context;
  struct Effort *effort;     /* counts what is done, see effort.h; NULL: nobody asks */
  struct LemmaBoard *lemmas; /* shared with other engines on this task, see lemmas.h; NULL: none */
  struct SymbolicShelf *shelf; /* diagrams of the model, shared with engines on its other
                                  properties, see symbolic/base.h; NULL: none */
} EngineSetup;

typedef struct {
  Verdict verdict;
  Evidence evidence; /* of the task the engine was given */
  uint64_t bound;    /* of bmc and its kin: no violation in fewer steps than this */
} EngineResult;

/* What an engine sees of a model; check/conversions.h has which models can be seen so. */
typedef enum {
  VIEW_SYSTEM, /* a Task */
  VIEW_GRAPH,  /* states and steps; such an engine has no functions here: check/ runs it */
  VIEW_NET,    /* model/net.h; the same */
  VIEW_SETS,   /* net/marking_set.h; the same */
} EngineView;

typedef struct Engine {
  const char *name;
  const char *title;   /* heading of its options: "Engine bmc" */
  const char *summary; /* one line for --help */
  EngineView view;
  TaskKinds takes;       /* none if the view is another one */
  bool takes_compassion; /* CTL under strong fairness, too */
  bool proves, refutes;  /* the answers it can give */
  bool shortest;         /* it looks for shortest violations, and for those before all else */
  const Option *options; /* its option table, may be NULL */
  size_t option_count;
  size_t options_size;         /* of the struct that the table writes to */
  const void *option_defaults; /* of that struct */
  void *(*open)(const Task *task, const EngineSetup *setup); /* the task outlives it */
  Verdict (*run)(void *state, Budget *budget);
  /* The answer so far: moves the evidence out. Without an answer the verdict is unknown, and only
   * the bound says something. */
  void (*result)(void *state, EngineResult *result);
  void (*stats)(const void *state, Stats *stats);
  void (*close)(void *state);
} Engine;

/* Opens an engine with its default options where the setup has none. */
void *engine_open(const Engine *engine, const Task *task, const EngineSetup *setup);

/* Calls the progress callback, if there is one, with formatted words. */
void engine_progress(const EngineSetup *setup, const char *engine, uint64_t number,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The result of an engine that found this trace (taken), or none yet (NULL: unknown). */
EngineResult engine_trace_result(Trace *trace);

/* All engines, in the order of `rondo help engines`; ends with NULL. */
extern const Engine *const engine_table[];
const Engine *engine_find(const char *name); /* NULL if there is none */
bool engine_takes(const Engine *engine, TaskKind kind);
bool engine_takes_task(const Engine *engine, const Task *task); /* and its strong fairness */

#endif
