/* Localisation: most latches of a large design do not matter to one property. So IC3 decides an
 * abstraction, in which most latches are free, and latches are added as long as it finds runs to a
 * bad step that are not runs of the task (Kurshan 1994; Clarke, Gupta, Kukula, Strichman, "SAT
 * based abstraction-refinement using ILP and machine learning techniques", CAV 2002; with IC3: Ho
 * and others, "Enhancing PDR/IC3 with localization abstraction", IWLS 2017).
 *
 *   SETTLE  bounded questions about the abstraction, one for each length, which are cheaper than a
 *           search with IC3 that ends with a spurious run; until so many lengths beyond that of the
 *           last refinement have no run to a bad step, or the questions become hard;
 *   PROVE   IC3 on the abstraction, which begins with the frames of the one before: the clauses
 * hold as well where fewer runs are possible; REFINE  a run of the abstraction is tried on the task
 * (refine.h); DONE.
 *
 * Every refinement adds a latch, and with all of them the abstraction is the task, so the engine is
 * complete. A proof of the abstraction is one of the task (abstraction.h). */
#include "base/memory.h"
#include "engine/engine.h"
#include "engine/lemmas.h"
#include "engine/localise/abstraction.h"
#include "engine/localise/refine.h"
#include "engine/progress/progress.h"
#include "engine/reach/reach.h"

typedef struct {
  ReachOptions reach;
  int64_t depth, whole;
  int solver;
  bool inherit;
} LocaliseOptions;

static const LocaliseOptions defaults = {.reach = REACH_OPTIONS(true),
                                         .depth = 10,
                                         .whole = 3000000,
                                         .solver = SAT_LEAN,
                                         .inherit = true};

static const Option options[] = {
    {"localise-solver", 0, OPTION_CHOICE, offsetof(LocaliseOptions, solver), "SOLVER",
     "the SAT solver of bounded questions", "cadical|lean", 0, 0},
    {"localise-depth", 0, OPTION_NUMBER, offsetof(LocaliseOptions, depth), "N",
     "steps that an abstraction must be right for before it is searched", NULL, 0, 1000000},
    {"localise-whole", 0, OPTION_NUMBER, offsetof(LocaliseOptions, whole), "N",
     "work for excluding all spurious runs of a length at once", NULL, 1, INT64_C(1) << 40},
    {"localise-inherit", 0, OPTION_SWITCH, offsetof(LocaliseOptions, inherit), NULL,
     "keep what was learned when latches are added", NULL, 0, 0},
    {"localise-ctg", 0, OPTION_SWITCH, offsetof(LocaliseOptions, reach.ctg), NULL,
     "generalize against counterexamples to generalization", NULL, 0, 0},
};

/* Bounded questions that only save work elsewhere get this to begin with, and as much as IC3. */
enum { FIRST_WORK = 1000000, LEAST_WORK = 100000 };

typedef enum { PHASE_SETTLE, PHASE_PROVE, PHASE_REFINE, PHASE_DONE } Phase;

typedef struct {
  uint64_t latches, kept, settled, searches;
} LocaliseStats;

static const StatField stat_fields[] = {
    {"localise_latches", "latches of the task", STAT_COUNT, offsetof(LocaliseStats, latches)},
    {"localise_kept", "of them in the last abstraction", STAT_COUNT, offsetof(LocaliseStats, kept)},
    {"localise_settled", "steps that bounded questions went through", STAT_COUNT,
     offsetof(LocaliseStats, settled)},
    {"localise_searches", "abstractions that IC3 was asked about", STAT_COUNT,
     offsetof(LocaliseStats, searches)},
};

static const StatField refine_stat_fields[] = {
    {"localise_refinements", "refinements", STAT_COUNT, offsetof(RefineStats, refinements)},
    {"localise_by_length", "of them by all runs of a length", STAT_COUNT,
     offsetof(RefineStats, by_length)},
    {"localise_by_run", "of them by a single run", STAT_COUNT, offsetof(RefineStats, by_run)},
    {"localise_queries", "bounded queries for refinement", STAT_COUNT,
     offsetof(RefineStats, queries)},
};

typedef struct {
  const Task *task;
  EngineSetup setup;
  LocaliseOptions options;
  Phase phase;
  Refinement refinement;
  size_t goal;              /* SETTLE goes on to this length */
  uint64_t searched_work;   /* of the searches that are over */
  Abstraction *abstraction; /* PROVE */
  ReachModel *model;
  Reach *reach;
  size_t bound; /* the most frames of any search */
  Trace *run;   /* REFINE: of the abstraction */
  Trace *violation;
  ClauseVec proof; /* over latches of the task */
  bool proved;
  LocaliseStats stats;
  Stats searched; /* of the searches that are over */
} Localise;

static void *localise_open(const Task *task, const EngineSetup *setup) {
  Localise *l = mem_zalloc(sizeof *l);
  l->task = task;
  l->setup = *setup;
  l->options = *(const LocaliseOptions *)setup->options;
  l->options.reach.effort = setup->effort;
  l->options.reach.seed = setup->seed;
  l->refinement = (Refinement){
      .task = task,
      .partial = partial_new(task->system, task->bad, (SatKind)l->options.solver),
      .is_kept = bits_new(task->system->latches.size),
  };
  l->goal = (size_t)l->options.depth;
  l->stats.latches = task->system->latches.size;
  return l;
}

static void collect_search(const Localise *l, Stats *stats) {
  stats_collect(stats, reach_stat_fields, reach_stat_field_count, reach_stats(l->reach));
}

static void end_search(Localise *l) {
  if (!l->reach) return;
  collect_search(l, &l->searched);
  l->searched_work += reach_stats(l->reach)->query_work;
  reach_free(l->reach);
  reach_model_free(l->model);
  l->reach = NULL;
}

static void localise_close(void *state) {
  Localise *l = state;
  end_search(l);
  abstraction_free(l->abstraction);
  partial_free(l->refinement.partial);
  vec_free(&l->refinement.kept);
  bits_free(&l->refinement.is_kept);
  trace_free(l->run);
  trace_free(l->violation);
  clauses_free(&l->proof);
  vec_free(&l->searched);
  mem_free(l);
}

/* ---- phases ---------------------------------------------------------------------------------- */

/* The search goes on with what the last one has learned: the latches of its abstraction are the
 * first ones of this one. */
static void begin_search(Localise *l) {
  Abstraction *before = l->abstraction;
  ReachFrames frames = {0};
  if (l->reach && l->options.inherit) frames = reach_frames(l->reach);
  end_search(l);
  l->abstraction = abstraction_new(l->task, &l->refinement.kept);
  const System *system = l->abstraction->system;
  l->options.reach.effort_latches = l->abstraction->latches.data;
  l->model = reach_model_new(system, &l->abstraction->bad, 1);
  ReachSet from = {.kind = REACH_RESET};
  ReachSet target = {.kind = REACH_PREDICATE, .predicate = l->abstraction->bad};
  l->reach = reach_new(l->model, &from, &target, &l->options.reach);
  if (before) abstraction_begin_with(l->abstraction, l->reach, before, &frames);
  reach_frames_free(&frames);
  abstraction_free(before);
  l->stats.searches++;
  l->phase = PHASE_PROVE;
}

/* What bounded questions may cost now. */
static uint64_t allowance(const Localise *l) {
  uint64_t all = FIRST_WORK + l->searched_work,
           used = partial_sat_stats(l->refinement.partial)->work;
  if (l->reach) all += reach_stats(l->reach)->query_work;
  return all > used + LEAST_WORK ? all - used : LEAST_WORK;
}

/* One bounded question about the abstraction. */
static bool settle(Localise *l, Budget *budget) {
  size_t edges = l->stats.settled;
  if (edges >= l->goal || allowance(l) == LEAST_WORK) {
    begin_search(l);
    return true;
  }
  engine_progress(&l->setup, "localise", edges, "%zu of %zu latches, %zu steps",
                  l->refinement.kept.size, l->task->system->latches.size, edges);
  Budget limited = budget_without_work(budget);
  limited.work = allowance(l);
  SatResult result = partial_ask(l->refinement.partial, &l->refinement.is_kept, edges,
                                 (Beside){.trace = NULL}, &limited);
  budget_use(budget, limited.used);
  if (result == SAT_UNSATISFIABLE) l->stats.settled++;
  if (result == SAT_SATISFIABLE) {
    l->run = partial_run(l->refinement.partial);
    l->phase = PHASE_REFINE;
  }
  return result != SAT_UNKNOWN || budget_state(&limited) == BUDGET_WORK;
}

static void prove(Localise *l, Budget *budget) {
  ReachResult result = reach_run(l->reach, budget);
  size_t frame = reach_frame(l->reach);
  if (frame > l->bound) l->bound = frame;
  engine_progress(&l->setup, "localise", frame, "%zu of %zu latches, frame %zu",
                  l->refinement.kept.size, l->task->system->latches.size, frame);
  if (result == REACH_TRACE) {
    Trace *run = reach_trace(l->reach);
    l->run = abstraction_run_back(l->abstraction, l->task, run);
    trace_free(run);
    l->phase = PHASE_REFINE;
  }
  if (result != REACH_PROOF) return;
  ClauseVec proof = reach_proof(l->reach);
  l->proof = abstraction_clauses_back(l->abstraction, l->task, &proof);
  clauses_free(&proof);
  l->proved = true;
  if (l->setup.lemmas) lemma_board_offer(l->setup.lemmas, &l->proof); /* for other properties */
  l->phase = PHASE_DONE;
}

static bool refine_once(Localise *l, Budget *budget) {
  Budget hard = budget_without_work(budget); /* it is not cut in the middle by a slice */
  uint64_t most = (uint64_t)l->options.whole, fair = allowance(l);
  l->refinement.whole = fair < most ? fair : most;
  SatResult result = refine(&l->refinement, l->run, &hard, &l->violation);
  budget_use(budget, hard.used);
  if (result == SAT_UNKNOWN) return false;
  size_t edges = l->run->steps.size - 1, goal = edges + edges / 2 + (size_t)l->options.depth;
  trace_free(l->run);
  l->run = NULL;
  if (goal > l->goal) l->goal = goal;
  l->phase = result == SAT_SATISFIABLE ? PHASE_DONE : PHASE_SETTLE;
  return true;
}

static Verdict verdict_of(const Localise *l) {
  return l->violation ? VERDICT_VIOLATED : l->proved ? VERDICT_HOLDS : VERDICT_UNKNOWN;
}

static Verdict localise_run(void *state, Budget *budget) {
  Localise *l = state;
  enum { REPORT_EVERY = 1000000 }; /* units of work between two looks at the progress */
  bool goes_on = true;
  do {
    Budget slice = budget_slice(budget, REPORT_EVERY);
    switch (l->phase) {
    case PHASE_SETTLE: goes_on = settle(l, budget); break;
    case PHASE_PROVE: prove(l, &slice); break;
    case PHASE_REFINE: goes_on = refine_once(l, budget); break;
    case PHASE_DONE: return verdict_of(l);
    }
  } while (goes_on && (l->phase == PHASE_DONE || !budget_spent(budget)));
  return verdict_of(l);
}

/* ---- results --------------------------------------------------------------------------------- */

static Witness *invariant_witness(const Task *task, const ClauseVec *proof) {
  Lit *map;
  Witness *witness = witness_new(system_copy(task->system, &map));
  Aig *aig = witness->circuit->aig;
  Lit good = lit_not(aig_map_lit(map, task->bad));
  witness->bad = lit_not(aig_and(aig, proof_literal(aig, map, proof), good));
  mem_free(map);
  return witness;
}

static void localise_result(void *state, EngineResult *result) {
  Localise *l = state;
  *result = engine_trace_result(l->violation);
  l->violation = NULL;
  if (l->proved) {
    result->verdict = VERDICT_HOLDS;
    result->evidence = (Evidence){.kind = EVIDENCE_INVARIANT,
                                  .witness = invariant_witness(l->task, &l->proof),
                                  .size = l->proof.size};
  }
  result->bound = l->bound > l->stats.settled ? l->bound : l->stats.settled;
}

static void localise_statistics(const void *state, Stats *stats) {
  const Localise *l = state;
  LocaliseStats own = l->stats;
  own.kept = l->refinement.kept.size;
  stats_collect(stats, stat_fields, sizeof stat_fields / sizeof *stat_fields, &own);
  stats_collect(stats, refine_stat_fields, sizeof refine_stat_fields / sizeof *refine_stat_fields,
                &l->refinement.stats);
  stats_collect(stats, sat_stat_fields, sat_stat_field_count,
                partial_sat_stats(l->refinement.partial));
  stats_add(stats, &l->searched);
  if (l->reach) collect_search(l, stats);
}

const Engine engine_localise = {
    .name = "localise",
    .title = "Engine localise",
    .summary = "IC3 on an abstraction that is refined by counterexamples and proofs",
    .takes = TASKS_BAD,
    .proves = true,
    .refutes = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof(LocaliseOptions),
    .option_defaults = &defaults,
    .open = localise_open,
    .run = localise_run,
    .result = localise_result,
    .stats = localise_statistics,
    .close = localise_close,
};
