/* Bounded model checking: is there a violation in exactly k steps, for k = 0, 1, 2, ... ?
 *
 * One incremental solver; the steps are one combinational graph in which reset values fold deep
 * into the first steps and only the cone of the question is built (system/unroll.h). For a bad
 * literal the question of step k is bad(k); for a fair task it is whether a lasso closes after
 * step k:
 *
 *   for some l <= k:  state(k+1) = state(l), and every condition is true in a step of l .. k
 *
 * (Biere, Cimatti, Clarke, Zhu, TACAS 1999). Constraints are asserted for steps 0 .. k: they hold
 * in the bad step too, and on the whole lasso. */
#include "base/memory.h"
#include "engine/engine.h"
#include "logic/cnf.h"
#include "logic/sat.h"
#include "system/unroll.h"

typedef struct {
  int64_t bound;
  int64_t step;
} BmcOptions;

static const BmcOptions defaults = {.bound = 0, .step = 1};

static const Option options[] = {
    {"bmc-bound", 0, OPTION_NUMBER, offsetof(BmcOptions, bound), "N",
     "give up after N steps; 0: never", NULL, 0, 1000000000},
    {"bmc-step", 0, OPTION_NUMBER, offsetof(BmcOptions, step), "N", "ask about N steps at once",
     NULL, 1, 1000000},
};

typedef struct {
  uint64_t bound;
} BmcStats;

static const StatField stat_fields[] = {
    {"bmc_bound", "steps proved free of violations", STAT_COUNT, offsetof(BmcStats, bound)},
};

/* A literal that closes a lasso: after step `to` the state of step `from` comes back. */
typedef struct {
  Lit closed;
  size_t from, to;
} Loop;

typedef struct {
  const Task *task;
  const System *system;
  EngineSetup setup;
  BmcOptions options;
  Unroll *unroll;
  Sat *sat;
  Cnf *cnf;
  size_t next;        /* the first step not asked about yet */
  bool dead_end;      /* no run is so long: the constraints contradict each other */
  size_t constrained; /* constraints are asserted for steps below this */
  VEC(Loop) loops;    /* that the current question asks for */
  BmcStats stats;
  Trace *trace;
} Bmc;

static void *bmc_open(const Task *task, const EngineSetup *setup) {
  Bmc *bmc = mem_zalloc(sizeof *bmc);
  bmc->task = task;
  bmc->system = task->system;
  bmc->setup = *setup;
  bmc->options = *(const BmcOptions *)setup->options;
  bmc->unroll = unroll_new(task->system, true);
  bmc->sat = sat_new(SAT_CADICAL);
  bmc->cnf = cnf_new(unroll_aig(bmc->unroll), bmc->sat);
  return bmc;
}

static void bmc_close(void *state) {
  Bmc *bmc = state;
  cnf_free(bmc->cnf);
  sat_free(bmc->sat);
  unroll_free(bmc->unroll);
  vec_free(&bmc->loops);
  trace_free(bmc->trace);
  mem_free(bmc);
}

/* ---- the question of one step ---- */

static Lit same_state(Bmc *bmc, size_t a, size_t b) {
  Aig *aig = unroll_aig(bmc->unroll);
  LitVec equal = {0};
  for (size_t i = 0; i < bmc->system->latches.size; i++) {
    Lit latch = bmc->system->latches.data[i].current;
    vec_push(&equal, aig_equal(aig, unroll_literal(bmc->unroll, latch, a),
                               unroll_literal(bmc->unroll, latch, b)));
  }
  Lit all = aig_and_all(aig, equal.data, equal.size);
  vec_free(&equal);
  return all;
}

/* The lassos that close after step k, one literal for each place they may return to. */
static Lit lasso(Bmc *bmc, size_t k) {
  Aig *aig = unroll_aig(bmc->unroll);
  const LitVec *conditions = &bmc->task->conditions;
  LitVec met = {0}; /* per condition: true in some step of l .. k */
  for (size_t c = 0; c < conditions->size; c++) vec_push(&met, LIT_FALSE);
  LitVec closed = {0};
  for (size_t l = k + 1; l-- > 0;) {
    for (size_t c = 0; c < conditions->size; c++)
      met.data[c] = aig_or(aig, met.data[c], unroll_literal(bmc->unroll, conditions->data[c], l));
    Lit fair = aig_and_all(aig, met.data, met.size);
    if (fair == LIT_FALSE) continue;
    Loop loop = {aig_and(aig, fair, same_state(bmc, l, k + 1)), l, k};
    if (loop.closed == LIT_FALSE) continue;
    vec_push(&bmc->loops, loop);
    vec_push(&closed, loop.closed);
  }
  Lit any = aig_or_all(aig, closed.data, closed.size);
  vec_free(&closed);
  vec_free(&met);
  return any;
}

static Lit violation(Bmc *bmc, size_t k) {
  return bmc->task->kind == TASK_FAIR ? lasso(bmc, k)
                                      : unroll_literal(bmc->unroll, bmc->task->bad, k);
}

/* ---- the trace of a satisfying assignment ---- */

static bool value_at(Bmc *bmc, Lit lit, size_t k) {
  return cnf_value(bmc->cnf, unroll_literal(bmc->unroll, lit, k));
}

static Trace *trace_of_model(Bmc *bmc, size_t last) {
  Trace *trace = trace_new();
  for (size_t k = 0; k <= last; k++) {
    Step *step = trace_add_step(trace, bmc->system);
    for (size_t i = 0; i < bmc->system->inputs.size; i++)
      bits_put(&step->inputs, i, value_at(bmc, bmc->system->inputs.data[i], k));
    for (size_t i = 0; !k && i < bmc->system->latches.size; i++)
      bits_put(&step->latches, i, value_at(bmc, bmc->system->latches.data[i].current, 0));
    if (k) trace_advance(trace, bmc->system, k - 1);
  }
  return trace;
}

/* Which violation the assignment shows. Gates are evaluated from the values of the variables: the
 * solver's own values of gates mean something in one polarity only, and some gates have none. */
static void take_trace(Bmc *bmc, size_t first, size_t last) {
  const Aig *aig = unroll_aig(bmc->unroll);
  Bits values = bits_new(aig->size);
  for (uint32_t node = 1; node < aig->size; node++)
    if (aig_is_variable(aig, node))
      bits_put(&values, node, cnf_value(bmc->cnf, lit_of(node, false)));
  for (size_t i = 0; i < bmc->loops.size && !bmc->trace; i++)
    if (aig_evaluate(aig, bmc->loops.data[i].closed, &values)) {
      bmc->trace = trace_of_model(bmc, bmc->loops.data[i].to);
      bmc->trace->loop = (int64_t)bmc->loops.data[i].from;
    }
  for (size_t k = first; k <= last && !bmc->trace && bmc->task->kind == TASK_BAD; k++)
    if (aig_evaluate(aig, unroll_literal(bmc->unroll, bmc->task->bad, k), &values))
      bmc->trace = trace_of_model(bmc, k);
  assert(bmc->trace);
  bits_free(&values);
}

/* Asks about the steps first .. last. Several at once need that runs can be cut: a constraint that
 * fails after the violation must not hide it; so constraints are asserted up to `first`, and those
 * of later steps are part of each step's own question. */
static SatResult ask(Bmc *bmc, size_t first, size_t last, Budget *budget) {
  Aig *aig = unroll_aig(bmc->unroll);
  for (; bmc->constrained <= first; bmc->constrained++)
    cnf_assert(bmc->cnf, unroll_constraint(bmc->unroll, bmc->constrained));
  vec_clear(&bmc->loops);
  LitVec questions = {0};
  Lit constraints = LIT_TRUE;
  for (size_t k = first; k <= last; k++) {
    if (k > first) constraints = aig_and(aig, constraints, unroll_constraint(bmc->unroll, k));
    vec_push(&questions, aig_and(aig, constraints, violation(bmc, k)));
  }
  Lit question = aig_or_all(aig, questions.data, questions.size);
  vec_free(&questions);
  if (question == LIT_FALSE) return SAT_UNSATISFIABLE;
  int literal = cnf_literal(bmc->cnf, question, CNF_POSITIVE);
  sat_assume(bmc->sat, literal);
  SatResult result = sat_solve(bmc->sat, budget);
  if (result == SAT_UNSATISFIABLE) {
    bmc->dead_end = !sat_failed(bmc->sat, literal);
    sat_clause1(bmc->sat, -literal);
  }
  return result;
}

/* Building a question is work, too, even if it folds to a constant: without counting it, an easy
 * model would keep its slice for ever. Every step copies the cone; a lasso compares states. */
static uint64_t building_work(const Bmc *bmc, size_t first, size_t last) {
  uint64_t steps = last - first + 1, work = steps * (1 + bmc->system->aig->size / 4);
  if (bmc->task->kind == TASK_FAIR)
    work += steps * (last + 1) * (1 + bmc->system->latches.size + bmc->task->conditions.size);
  return work;
}

static Verdict bmc_run(void *state, Budget *budget) {
  Bmc *bmc = state;
  if (bmc->trace) return VERDICT_VIOLATED;
  size_t step = (size_t)bmc->options.step, bound = (size_t)bmc->options.bound;
  while (!budget_spent(budget) && !bmc->dead_end && !(bound && bmc->next >= bound)) {
    size_t first = bmc->next, last = first + step - 1;
    if (bound && last >= bound) last = bound - 1;
    SatResult result = ask(bmc, first, last, budget);
    budget_use(budget, building_work(bmc, first, last));
    if (result == SAT_UNKNOWN) break;
    if (result == SAT_SATISFIABLE) {
      take_trace(bmc, first, last);
      return VERDICT_VIOLATED;
    }
    bmc->stats.bound = bmc->next = last + 1;
    engine_progress(&bmc->setup, "bmc", bmc->next, "bound %zu", bmc->next);
  }
  return VERDICT_UNKNOWN;
}

static void bmc_result(void *state, EngineResult *result) {
  Bmc *bmc = state;
  *result = engine_trace_result(bmc->trace);
  result->bound = bmc->next;
  bmc->trace = NULL;
}

static void bmc_statistics(const void *state, Stats *stats) {
  const Bmc *bmc = state;
  stats_collect(stats, stat_fields, sizeof stat_fields / sizeof *stat_fields, &bmc->stats);
  stats_collect(stats, sat_stat_fields, sat_stat_field_count, sat_stats(bmc->sat));
}

const Engine engine_bmc = {
    .name = "bmc",
    .title = "Engine bmc",
    .summary = "bounded model checking: the shortest violation, step by step",
    .bad = true,
    .fair = true,
    .refutes = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof(BmcOptions),
    .option_defaults = &defaults,
    .open = bmc_open,
    .run = bmc_run,
    .result = bmc_result,
    .stats = bmc_statistics,
    .close = bmc_close,
};
