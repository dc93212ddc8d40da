/* k-induction (Sheeran, Singh, Stålmarck, FMCAD 2000). For n = 1, 2, 3, ...
 *
 *   base case:  no run has a bad step among its first n steps;
 *   step case:  no path of n transitions, from any state, has its first bad step in the end.
 *
 * If both hold there is no bad step at all. A shortest run to a bad step repeats no state, so the
 * step case may ask for paths through distinct states only, and then it holds for some n. Two
 * states are told to be distinct when a path is found in which they are not (Eén and Sörensson
 * 2003), under one assumption for neighbours and one for all others.
 *
 * An answer needs a certificate, so the solver is asked what the step case really needed:
 *
 *   nothing, or distinct neighbours:  a history of the last steps (kind_history.c);
 *   distinct states in general:       the set of states that reach something bad (kind_backward.c),
 *                                     whose collection goes on when the engine is run again.
 */
#include "engine/bmc/kind.h"
#include "base/memory.h"
#include "engine/bmc/path.h"
#include "engine/bmc/search.h"
#include "engine/engine.h"

typedef struct {
  int64_t depth;
  bool simple;
} KindOptions;

static const KindOptions defaults = {.depth = 0, .simple = true};

static const Option options[] = {
    {"kind-depth", 0, OPTION_NUMBER, offsetof(KindOptions, depth), "N",
     "give up after induction over N steps; 0: never", NULL, 0, 1000000000},
    {"kind-simple", 0, OPTION_SWITCH, offsetof(KindOptions, simple), NULL,
     "consider paths through distinct states only", NULL, 0, 0},
};

typedef struct {
  uint64_t depth, distinct, cubes;
} KindStats;

static const StatField stat_fields[] = {
    {"kind_depth", "steps of induction that were tried", STAT_COUNT, offsetof(KindStats, depth)},
    {"kind_distinct", "pairs of states told to be distinct", STAT_COUNT,
     offsetof(KindStats, distinct)},
    {"kind_cubes", "cubes of states that reach a bad step", STAT_COUNT, offsetof(KindStats, cubes)},
};

typedef struct {
  const Task *task;
  EngineSetup setup;
  KindOptions options;
  Search *base;       /* the base case: nothing bad in the first steps */
  Path *step;         /* the step case */
  size_t length;      /* n */
  Trace *trace;       /* a violation */
  Witness *witness;   /* a proof */
  Backward *backward; /* of a proof: once it is complete */
  KindStats stats;
} Kind;

static void *kind_open(const Task *task, const EngineSetup *setup) {
  Kind *kind = mem_zalloc(sizeof *kind);
  kind->task = task;
  kind->setup = *setup;
  kind->options = *(const KindOptions *)setup->options;
  kind->base = bmc_search_new_bad(task->system, task->bad, (SearchPace){.stride = 1});
  Lit good = lit_not(task->bad);
  PathShape into_bad = {GROW_BACKWARD, task->bad, good, good, LIT_TRUE};
  kind->step = path_new(task->system, into_bad, kind->options.simple ? PAIRS_LAZY : PAIRS_NONE);
  kind->length = 1;
  return kind;
}

static void kind_close(void *state) {
  Kind *kind = state;
  bmc_search_free(kind->base);
  path_free(kind->step);
  trace_free(kind->trace);
  witness_free(kind->witness);
  backward_free(kind->backward);
  mem_free(kind);
}

static const ClauseVec nothing; /* the engine goes without an invariant */

/* The step case over n transitions. A proof that needed less than distinct states has a simpler
 * witness. */
static SatResult prove_step(Kind *kind, Budget *budget) {
  path_extend(kind->step, kind->length, budget);
  SatResult result = path_ask(kind->step, budget);
  kind->stats.distinct = path_pairs(kind->step);
  if (result != SAT_UNSATISFIABLE) return result;
  PathNeed need = path_need(kind->step, budget);
  if (need == NEED_UNKNOWN) return SAT_UNKNOWN;
  if (need == NEEDS_DISTINCT) kind->backward = backward_new(kind->task, &nothing, kind->length - 1);
  else kind->witness = history_witness(kind->task, &nothing, kind->length, need == NEEDS_MOVEMENT);
  return result;
}

/* Goes on with the base or the step case, each after the other; false to stop here. */
static bool advance(Kind *kind, Budget *budget) {
  if (bmc_search_refuted(kind->base) < kind->length) {
    SatResult result = bmc_search_run(kind->base, SIZE_MAX, budget);
    if (result == SAT_SATISFIABLE) kind->trace = bmc_search_take_trace(kind->base);
    return result == SAT_UNSATISFIABLE;
  }
  if (kind->options.depth && kind->length > (size_t)kind->options.depth) return false;
  kind->stats.depth = kind->length;
  engine_progress(&kind->setup, "kind", kind->length, "induction over %zu steps", kind->length);
  SatResult result = prove_step(kind, budget);
  if (result == SAT_SATISFIABLE) kind->length++;
  return result == SAT_SATISFIABLE;
}

/* The proof is found; now its certificate. */
static void collect(Kind *kind, Budget *budget) {
  if (backward_run(kind->backward, budget)) kind->witness = backward_witness(kind->backward);
  kind->stats.cubes = backward_cubes(kind->backward);
  engine_progress(&kind->setup, "kind", kind->stats.depth, "certificate, %zu cubes",
                  backward_cubes(kind->backward));
}

static Verdict kind_run(void *state, Budget *budget) {
  Kind *kind = state;
  while (!kind->trace && !kind->witness && !kind->backward && !budget_spent(budget)) {
    budget_use(budget, 1);
    if (!advance(kind, budget)) break;
  }
  if (kind->backward && !kind->witness) collect(kind, budget);
  return kind->trace ? VERDICT_VIOLATED : kind->witness ? VERDICT_HOLDS : VERDICT_UNKNOWN;
}

static void kind_result(void *state, EngineResult *result) {
  Kind *kind = state;
  *result = engine_trace_result(kind->trace);
  kind->trace = NULL;
  if (kind->witness) {
    size_t size = kind->backward ? backward_cubes(kind->backward) : kind->length;
    result->verdict = VERDICT_HOLDS;
    result->evidence =
        (Evidence){.kind = EVIDENCE_INVARIANT, .witness = kind->witness, .size = size};
    kind->witness = NULL;
  }
  size_t refuted = bmc_search_refuted(kind->base);
  result->bound = refuted == SIZE_MAX ? kind->length : refuted; /* no run is so long */
}

static void kind_statistics(const void *state, Stats *stats) {
  const Kind *kind = state;
  stats_collect(stats, stat_fields, sizeof stat_fields / sizeof *stat_fields, &kind->stats);
  stats_collect(stats, sat_stat_fields, sat_stat_field_count, bmc_search_sat_stats(kind->base));
  stats_collect(stats, sat_stat_fields, sat_stat_field_count, path_sat_stats(kind->step));
}

const Engine engine_kind = {
    .name = "kind",
    .title = "Engine kind",
    .summary = "k-induction, over paths through distinct states",
    .takes = TASKS_BAD,
    .proves = true,
    .refutes = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof(KindOptions),
    .option_defaults = &defaults,
    .open = kind_open,
    .run = kind_run,
    .result = kind_result,
    .stats = kind_statistics,
    .close = kind_close,
};
