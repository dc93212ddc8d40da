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

typedef struct {
  ReachOptions reach;
  bool minimize;
} Ic3Options;

static const Ic3Options defaults = {.reach = REACH_DEFAULTS};

static const Option options[] = {
    {"ic3-solver", 0, OPTION_CHOICE, offsetof(Ic3Options, reach.solver), "SOLVER",
     "the SAT solver of its queries", "cadical|lean", 0, 0},
    {"ic3-ctg", 0, OPTION_SWITCH, offsetof(Ic3Options, reach.ctg), NULL,
     "generalize against counterexamples to generalization", NULL, 0, 0},
    {"ic3-ctg-depth", 0, OPTION_NUMBER, offsetof(Ic3Options, reach.ctg_depth), "N",
     "how deep such a counterexample is generalized in turn", NULL, 1, 10},
    {"ic3-ctg-max", 0, OPTION_NUMBER, offsetof(Ic3Options, reach.ctg_max), "N",
     "how many are blocked for one literal", NULL, 0, 1000},
    {"ic3-mic-attempts", 0, OPTION_NUMBER, offsetof(Ic3Options, reach.attempts), "N",
     "stop generalizing after N failures in a row; 0: never", NULL, 0, 1000000},
    {"ic3-lift", 0, OPTION_SWITCH, offsetof(Ic3Options, reach.lift), NULL,
     "shrink predecessors to cubes", NULL, 0, 0},
    {"ic3-infinite-frame", 0, OPTION_SWITCH, offsetof(Ic3Options, reach.infinite), NULL,
     "look for clauses that are inductive on their own", NULL, 0, 0},
    {"ic3-minimize-invariant", 0, OPTION_FLAG, offsetof(Ic3Options, minimize), NULL,
     "refine the invariant until no clause and no literal can go", NULL, 0, 0},
};

typedef struct {
  const Task *task;
  EngineSetup setup;
  Ic3Options options;
  ReachModel *model;
  Reach *reach;
  LemmaLink link;
  ClauseVec proof; /* after VERDICT_HOLDS */
} Ic3;

static void *ic3_open(const Task *task, const EngineSetup *setup) {
  Ic3 *ic3 = mem_zalloc(sizeof *ic3);
  ic3->task = task;
  ic3->setup = *setup;
  ic3->options = *(const Ic3Options *)setup->options;
  ic3->options.reach.seed = setup->seed;
  ic3->model = reach_model_new(task->system, &task->bad, 1);
  ReachSet from = {.kind = REACH_RESET};
  ReachSet target = {.kind = REACH_PREDICATE, .predicate = task->bad};
  ic3->reach = reach_new(ic3->model, &from, &target, &ic3->options.reach);
  ic3->link = (LemmaLink){.board = setup->lemmas, .task = task, .system = task->system};
  return ic3;
}

static void ic3_close(void *state) {
  Ic3 *ic3 = state;
  clauses_free(&ic3->proof);
  reach_free(ic3->reach);
  reach_model_free(ic3->model);
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
  if (ic3->link.board) lemma_board_offer(ic3->link.board, &ic3->proof); /* for other properties */
  if (ic3->options.minimize) refine_minimize(ic3->reach, &ic3->proof, budget);
  return VERDICT_HOLDS;
}

static Witness *invariant_witness(const Ic3 *ic3) {
  const ClauseVec *proof = &ic3->proof;
  Lit *map;
  Witness *witness = witness_new(system_copy(ic3->task->system, &map));
  Aig *aig = witness->circuit->aig;
  Lit bad = aig_map_lit(map, ic3->task->bad);
  witness->bad = lit_not(aig_and(aig, proof_literal(aig, map, proof), lit_not(bad)));
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
    .open = ic3_open,
    .run = ic3_run,
    .result = ic3_result,
    .stats = ic3_statistics,
    .close = ic3_close,
};
