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
#include "engine/kind/kind.h"
#include "base/memory.h"
#include "engine/engine.h"
#include "logic/cnf.h"
#include "logic/sat.h"
#include "system/unroll.h"

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

/* A path of growing length with its solver. */
typedef struct {
  Unroll *unroll;
  Sat *sat;
  Cnf *cnf;
  size_t steps;       /* those below are asserted not to be bad */
  size_t constrained; /* in those below the constraints are asserted */
} Path;

/* What a proof needed, beyond steps that are not bad. */
typedef enum { NEEDS_NOTHING, NEEDS_MOVEMENT, NEEDS_DISTINCT } Need;

typedef struct {
  const Task *task;
  EngineSetup setup;
  KindOptions options;
  Path base, step;
  int neighbours, others; /* assumptions: such pairs of states in the step case are distinct */
  Trace *trace;           /* a violation */
  Witness *witness;       /* a proof */
  Backward *backward;     /* of a proof: once it is complete */
  KindStats stats;
} Kind;

static void path_open(Path *path, const Task *task, bool initial) {
  path->unroll = unroll_new(task->system, initial);
  path->sat = sat_new(SAT_CADICAL);
  path->cnf = cnf_new(unroll_aig(path->unroll), path->sat);
}

static void path_close(Path *path) {
  cnf_free(path->cnf);
  sat_free(path->sat);
  unroll_free(path->unroll);
}

/* The next step is not bad. */
static void path_extend(Kind *kind, Path *path) {
  cnf_assert(path->cnf, lit_not(unroll_literal(path->unroll, kind->task->bad, path->steps)));
  path->steps++;
}

static void *kind_open(const Task *task, const EngineSetup *setup) {
  Kind *kind = mem_zalloc(sizeof *kind);
  kind->task = task;
  kind->setup = *setup;
  kind->options = *(const KindOptions *)setup->options;
  path_open(&kind->base, task, true);
  path_open(&kind->step, task, false);
  kind->neighbours = sat_variable(kind->step.sat);
  kind->others = sat_variable(kind->step.sat);
  path_extend(kind, &kind->step);
  return kind;
}

static void kind_close(void *state) {
  Kind *kind = state;
  path_close(&kind->base);
  path_close(&kind->step);
  trace_free(kind->trace);
  witness_free(kind->witness);
  backward_free(kind->backward);
  mem_free(kind);
}

/* ---- paths ---- */

/* Whether the step after those that are not bad can be bad. The two assumptions may be 0: none. */
static SatResult ask(Kind *kind, Path *path, int neighbours, int others, Budget *budget) {
  size_t k = path->steps;
  for (; path->constrained <= k; path->constrained++)
    cnf_assert(path->cnf, unroll_constraint(path->unroll, path->constrained));
  sat_assume(path->sat, cnf_literal(path->cnf, unroll_literal(path->unroll, kind->task->bad, k),
                                    CNF_POSITIVE));
  if (neighbours) sat_assume(path->sat, neighbours);
  if (others) sat_assume(path->sat, others);
  return sat_solve(path->sat, budget);
}

static bool value_at(Path *path, Lit lit, size_t k) {
  return cnf_value(path->cnf, unroll_literal(path->unroll, lit, k));
}

/* The path that the solver found. States follow by simulation, from the variables: the solver's
 * values of gates mean something in one polarity only. */
static Trace *path_trace(const Kind *kind, Path *path) {
  const System *system = kind->task->system;
  Trace *trace = trace_new();
  for (size_t k = 0; k <= path->steps; k++) {
    Step *step = trace_add_step(trace, system);
    for (size_t i = 0; i < system->inputs.size; i++)
      bits_put(&step->inputs, i, value_at(path, system->inputs.data[i], k));
    for (size_t i = 0; !k && i < system->latches.size; i++)
      bits_put(&step->latches, i, value_at(path, system->latches.data[i].current, 0));
    if (k) trace_advance(trace, system, k - 1);
  }
  return trace;
}

/* ---- distinct states ---- */

static void make_distinct(Kind *kind, size_t a, size_t b) {
  const System *system = kind->task->system;
  Path *path = &kind->step;
  IntVec clause = {0};
  vec_push(&clause, b == a + 1 ? -kind->neighbours : -kind->others);
  for (size_t i = 0; i < system->latches.size; i++) {
    Lit latch = system->latches.data[i].current;
    Lit differ = aig_xor(unroll_aig(path->unroll), unroll_literal(path->unroll, latch, a),
                         unroll_literal(path->unroll, latch, b));
    int literal = cnf_literal(path->cnf, differ, CNF_POSITIVE);
    vec_push(&clause, literal);
  }
  sat_clause(path->sat, clause.data, clause.size);
  vec_free(&clause);
  kind->stats.distinct++;
}

/* Forbids the first repetition after each state of the path; false if there is none. */
static bool forbid_repetitions(Kind *kind) {
  size_t last = kind->step.steps;
  Trace *trace = path_trace(kind, &kind->step);
  const Step *steps = trace->steps.data;
  bool any = false;
  for (size_t a = 0; a < last; a++)
    for (size_t b = a + 1; b <= last; b++)
      if (bits_equal(&steps[a].latches, &steps[b].latches)) {
        make_distinct(kind, a, b);
        any = true;
        break;
      }
  trace_free(trace);
  return any;
}

/* ---- one length ---- */

/* The step case over n transitions, n steps of the path being not bad. */
static SatResult prove_step(Kind *kind, Need *need, Budget *budget) {
  Path *path = &kind->step;
  int neighbours = kind->neighbours, others = kind->others;
  SatResult result;
  while ((result = ask(kind, path, neighbours, others, budget)) == SAT_SATISFIABLE &&
         kind->options.simple && forbid_repetitions(kind))
    if (budget_spent(budget)) return SAT_UNKNOWN;
  if (result != SAT_UNSATISFIABLE) return result;

  /* Perhaps less would have done: then the witness is simpler. */
  *need = sat_failed(path->sat, others)       ? NEEDS_DISTINCT
          : sat_failed(path->sat, neighbours) ? NEEDS_MOVEMENT
                                              : NEEDS_NOTHING;
  while (*need != NEEDS_NOTHING) {
    bool movement = *need == NEEDS_DISTINCT;
    result = ask(kind, path, movement ? neighbours : 0, 0, budget);
    if (result == SAT_UNKNOWN) return result;
    if (result == SAT_SATISFIABLE) break;
    *need = movement && sat_failed(path->sat, neighbours) ? NEEDS_MOVEMENT : NEEDS_NOTHING;
  }
  return SAT_UNSATISFIABLE;
}

/* Goes on with the base or the step case, each after the other; false to stop here. */
static bool advance(Kind *kind, Budget *budget) {
  size_t n = kind->step.steps;
  if (kind->base.steps < n) {
    SatResult result = ask(kind, &kind->base, 0, 0, budget);
    if (result == SAT_SATISFIABLE) kind->trace = path_trace(kind, &kind->base);
    if (result == SAT_UNSATISFIABLE) path_extend(kind, &kind->base);
    return result == SAT_UNSATISFIABLE;
  }
  if (kind->options.depth && n > (size_t)kind->options.depth) return false;
  kind->stats.depth = n;
  engine_progress(&kind->setup, "kind", n, "induction over %zu steps", n);
  Need need;
  SatResult result = prove_step(kind, &need, budget);
  if (result == SAT_SATISFIABLE) path_extend(kind, &kind->step);
  if (result == SAT_UNSATISFIABLE && need == NEEDS_DISTINCT)
    kind->backward = backward_new(kind->task, n - 1);
  if (result == SAT_UNSATISFIABLE && need != NEEDS_DISTINCT)
    kind->witness = history_witness(kind->task, n, need == NEEDS_MOVEMENT);
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
    size_t size = kind->backward ? backward_cubes(kind->backward) : kind->step.steps;
    result->verdict = VERDICT_HOLDS;
    result->evidence =
        (Evidence){.kind = EVIDENCE_INVARIANT, .witness = kind->witness, .size = size};
    kind->witness = NULL;
  }
  result->bound = kind->base.steps;
}

static void kind_statistics(const void *state, Stats *stats) {
  const Kind *kind = state;
  stats_collect(stats, stat_fields, sizeof stat_fields / sizeof *stat_fields, &kind->stats);
  stats_collect(stats, sat_stat_fields, sat_stat_field_count, sat_stats(kind->base.sat));
  stats_collect(stats, sat_stat_fields, sat_stat_field_count, sat_stats(kind->step.sat));
}

const Engine engine_kind = {
    .name = "kind",
    .title = "Engine kind",
    .summary = "k-induction, over paths through distinct states",
    .bad = true,
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
