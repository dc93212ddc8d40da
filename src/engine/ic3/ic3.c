/* The safety engine: Reach from the reset states to the bad literal, and its answer as evidence.
 *
 * The witness circuit of a proof P is the task's system with the property P and not bad: the bad
 * literal may read inputs, so P alone, a predicate over latches, would not imply its negation
 * without the constraints. It is inductive: P is, and in every step that meets the constraints P
 * excludes bad. */
#include "base/memory.h"
#include "engine/engine.h"
#include "engine/lemmas.h"
#include "engine/progress/progress.h"
#include "engine/reach/reach.h"
#include "engine/reach/refine.h"
#include "engine/reach/signals.h"
#include "engine/twins.h"

typedef struct {
  ReachOptions reach;
  bool minimize;
  int64_t signals, signals_after;
} Ic3Options;

static const Ic3Options defaults = {
    .reach = REACH_OPTIONS(true), .signals = 500, .signals_after = 30000000};

static const Option options[] = {
    {"ic3-solver", 0, OPTION_CHOICE, offsetof(Ic3Options, reach.solver), "SOLVER",
     "the SAT solver of its queries", "cadical|lean", 0, 0},
    {"ic3-ctg", 0, OPTION_SWITCH, offsetof(Ic3Options, reach.ctg), NULL,
     "generalize against counterexamples to generalization", NULL, 0, 0},
    {"ic3-ctg-depth", 0, OPTION_NUMBER, offsetof(Ic3Options, reach.ctg_depth), "N",
     "how deep such a counterexample is generalized in turn", NULL, 1, 10},
    {"ic3-ctg-max", 0, OPTION_NUMBER, offsetof(Ic3Options, reach.ctg_max), "N",
     "how many are blocked for one literal", NULL, 0, 1000},
    {"ic3-ctg-dynamic", 0, OPTION_SWITCH, offsetof(Ic3Options, reach.ctg_dynamic), NULL,
     "none where the search gets on, more where it comes back to a cube often", NULL, 0, 0},
    {"ic3-mic-attempts", 0, OPTION_NUMBER, offsetof(Ic3Options, reach.attempts), "N",
     "stop generalizing after N failures in a row; 0: never", NULL, 0, 1000000},
    {"ic3-parents", 0, OPTION_SWITCH, offsetof(Ic3Options, reach.parents), NULL,
     "drop literals last that a lemma of the frame before needs", NULL, 0, 0},
    {"ic3-predict", 0, OPTION_SWITCH, offsetof(Ic3Options, reach.predict), NULL,
     "try such a lemma with one more literal before literals are dropped", NULL, 0, 0},
    {"ic3-lift", 0, OPTION_SWITCH, offsetof(Ic3Options, reach.lift), NULL,
     "shrink predecessors to cubes", NULL, 0, 0},
    {"ic3-infinite-frame", 0, OPTION_SWITCH, offsetof(Ic3Options, reach.infinite), NULL,
     "look for clauses that are inductive on their own", NULL, 0, 0},
    {"ic3-minimize-invariant", 0, OPTION_FLAG, offsetof(Ic3Options, minimize), NULL,
     "refine the invariant until no clause and no literal can go", NULL, 0, 0},
    {"ic3-signals", 0, OPTION_NUMBER, offsetof(Ic3Options, signals), "N",
     "a second search whose clauses may speak about N gates, too; 0: none", NULL, 0, 1000000},
    {"ic3-signals-after", 0, OPTION_NUMBER, offsetof(Ic3Options, signals_after), "N",
     "it begins after N units of work of the first", NULL, 0, INT64_C(1) << 40},
};

typedef struct {
  const Task *task;
  EngineSetup setup;
  Ic3Options options;
  System *own;          /* a copy of the task's, where clauses speak about gates: it grows */
  const System *system; /* that, or the task's */
  Lit bad;
  ReachModel *model;
  Reach *reach;
  LemmaLink link;
  ClauseVec proof; /* after VERDICT_HOLDS */
} Ic3;

static void open_with_signals(Ic3 *ic3) {
  Lit *map;
  ic3->own = system_copy(ic3->task->system, &map);
  ic3->system = ic3->own;
  ic3->bad = aig_map_lit(map, ic3->task->bad);
  mem_free(map);
  LitVec signals = signals_choose(ic3->own, &ic3->bad, 1, (size_t)ic3->options.signals);
  ic3->model = reach_model_with_signals(ic3->own, &ic3->bad, 1, &signals);
  vec_free(&signals);
}

static void *ic3_open(const Task *task, const EngineSetup *setup) {
  Ic3 *ic3 = mem_zalloc(sizeof *ic3);
  ic3->task = task;
  ic3->setup = *setup;
  ic3->options = *(const Ic3Options *)setup->options;
  ic3->options.reach.effort = setup->effort;
  ic3->options.reach.seed = setup->seed;
  ic3->system = task->system;
  ic3->bad = task->bad;
  if (ic3->options.signals) open_with_signals(ic3);
  else ic3->model = reach_model_new(ic3->system, &ic3->bad, 1);
  ReachSet from = {.kind = REACH_RESET};
  ReachSet target = {.kind = REACH_PREDICATE, .predicate = ic3->bad};
  ic3->reach = reach_new(ic3->model, &from, &target, &ic3->options.reach);
  ic3->link = (LemmaLink){.board = setup->lemmas, .task = task, .system = ic3->system};
  return ic3;
}

static void ic3_close(void *state) {
  Ic3 *ic3 = state;
  clauses_free(&ic3->proof);
  reach_free(ic3->reach);
  reach_model_free(ic3->model);
  system_free(ic3->own);
  mem_free(ic3);
}

static Verdict ic3_run(void *state, Budget *budget) {
  Ic3 *ic3 = state;
  enum { REPORT_EVERY = 1000000 }; /* units of work between two looks at the progress */
  ReachResult result = REACH_UNKNOWN;
  while (result == REACH_UNKNOWN) {
    Budget slice = budget_slice(budget, REPORT_EVERY);
    lemma_link_exchange(&ic3->link, ic3->reach, &slice);
    result = reach_run(ic3->reach, &slice);
    const ReachStats *stats = reach_stats(ic3->reach);
    size_t frame = reach_frame(ic3->reach);
    engine_progress(&ic3->setup, "ic3", frame, "frame %zu, %llu clauses, %llu queries", frame,
                    (unsigned long long)stats->lemmas_alive, (unsigned long long)stats->queries);
    if (result == REACH_UNKNOWN && budget_spent(budget)) return VERDICT_UNKNOWN;
  }
  if (result == REACH_TRACE) return VERDICT_VIOLATED;
  ic3->proof = reach_proof(ic3->reach);
  if (ic3->link.board && !ic3->own)
    lemma_board_offer(ic3->link.board, &ic3->proof); /* for other properties */
  if (ic3->options.minimize) refine_minimize(ic3->reach, &ic3->proof, budget);
  return VERDICT_HOLDS;
}

/* The proof as a circuit over the latches of the task. */
static Lit invariant_literal(const Ic3 *ic3, Aig *aig, const System *circuit, const Lit *map) {
  if (!ic3->own) return proof_literal(aig, map, &ic3->proof);
  Lit *from_own = aig_map_new(ic3->own->aig);
  for (size_t i = 0; i < ic3->own->latches.size; i++)
    from_own[lit_node(ic3->own->latches.data[i].current)] = circuit->latches.data[i].current;
  LitVec clauses = {0};
  for (size_t i = 0; i < ic3->proof.size; i++) {
    const Clause *clause = ic3->proof.data[i];
    Lit some = LIT_FALSE;
    for (size_t k = 0; k < clause->size; k++)
      some = aig_or(aig, some, aig_copy(aig, ic3->own->aig, clause->lits[k], from_own));
    vec_push(&clauses, some);
  }
  Lit all = aig_and_all(aig, clauses.data, clauses.size);
  vec_free(&clauses);
  mem_free(from_own);
  return all;
}

static Witness *invariant_witness(const Ic3 *ic3) {
  Lit *map;
  Witness *witness = witness_new(system_copy(ic3->task->system, &map));
  Aig *aig = witness->circuit->aig;
  Lit bad = aig_map_lit(map, ic3->task->bad);
  Lit invariant = invariant_literal(ic3, aig, witness->circuit, map);
  witness->bad = lit_not(aig_and(aig, invariant, lit_not(bad)));
  mem_free(map);
  return witness;
}

static void ic3_result(void *state, EngineResult *result) {
  Ic3 *ic3 = state;
  *result = (EngineResult){.verdict = VERDICT_UNKNOWN};
  switch (reach_result(ic3->reach)) {
  case REACH_TRACE: *result = engine_trace_result(reach_trace(ic3->reach)); break;
  case REACH_PROOF:
    *result = (EngineResult){
        .verdict = VERDICT_HOLDS,
        .evidence = {.kind = EVIDENCE_INVARIANT,
                     .witness = invariant_witness(ic3),
                     .size = ic3->proof.size},
    };
    break;
  case REACH_UNKNOWN: break;
  }
  result->bound = reach_frame(ic3->reach);
}

static void ic3_statistics(const void *state, Stats *stats) {
  const Ic3 *ic3 = state;
  stats_collect(stats, reach_stat_fields, reach_stat_field_count, reach_stats(ic3->reach));
}

static const Engine one_search = {.options_size = sizeof(Ic3Options),
                                  .open = ic3_open,
                                  .run = ic3_run,
                                  .result = ic3_result,
                                  .stats = ic3_statistics,
                                  .close = ic3_close};

/* Clauses over latches alone first, then beside them those that speak about gates. */
static void *searches_open(const Task *task, const EngineSetup *setup) {
  Ic3Options plain = *(const Ic3Options *)setup->options, other = plain;
  plain.signals = 0;
  EngineSetup first = *setup;
  first.options = &plain;
  return twins_new(&one_search, task, &first, other.signals ? &other : NULL,
                   (uint64_t)other.signals_after);
}

const Engine engine_ic3 = {
    .name = "ic3",
    .title = "Engine ic3",
    .summary = "IC3 with CTG generalization: inductive invariants and traces",
    .takes = TASKS_BAD,
    .proves = true,
    .refutes = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof(Ic3Options),
    .option_defaults = &defaults,
    .open = searches_open,
    .run = twins_run,
    .result = twins_result,
    .stats = twins_stats,
    .close = twins_close,
};
