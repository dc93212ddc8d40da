/* The main loop: Figure 1 of the paper, as an engine that can be stopped after any step.
 *
 * A step is one of: a round of skeleton-independent proofs; a skeleton query and the opening of its
 * stem and cycle queries; a slice of these; what follows from a proof. Work limits are looked at
 * between steps; only a deadline stops a query in the middle, and the step is then made again. */
#include "engine/fair/internal.h"

#include "base/clock.h"

struct Fair {
  const Task *task;
  EngineSetup setup;
  FairOptions options;
  Knowledge *knowledge;
  Edges *edges;
  Independent *search;      /* for walls without skeletons */
  SkeletonQuery *full;      /* the query of line 6, and of lines 44 and 46 */
  SkeletonQuery *minimized; /* that of line 10; NULL: a map is to be found */
  U32Vec order;             /* of conditions, for maps */
  Queries *queries;
  Sharing sharing;    /* of R, with other engines */
  Stage independent;  /* what is to be tried */
  bool met_skeleton;  /* there was one: gates are tried, too */
  bool digging;       /* a skeleton waits while pairs are tried */
  size_t dug_from;    /* the walls when that began */
  int64_t pairs_left; /* walls of two literals that may close nothing before the next skeleton */
  Trace *lasso;
  Witness *witness;
  Lit part; /* where the ranking is asked for, LIT_NONE: a witness is */
  FairRanking *ranking;
  Verdict verdict;
  bool given_up; /* the verdict is known, but there is no form of evidence for it */
  FairStats stats;
};

static const FairOptions defaults = {
    .unroll = 0,
    .minimize = true,
    .trim = true,
    .independent = true,
    .gates = true,
    .pairs = true,
    .wide = true,
    .keep_stem = true,
    .constrain = CONSTRAIN_HEURISTIC,
    .effort = 2,
    .reach = {.solver = SAT_LEAN,
              .ctg = true,
              .ctg_depth = 1,
              .ctg_max = 3,
              .lift = true,
              .recycle = 1000},
    .first_slice = 3000,
    .long_slice = 1024 * 3000,
};

static const Option options[] = {
    {"fair-unroll", 'k', OPTION_NUMBER, offsetof(FairOptions, unroll), "K",
     "states of a skeleton have K steps before and after them in their arena", NULL, 0, 4},
    {"fair-minimize", 0, OPTION_SWITCH, offsetof(FairOptions, minimize), NULL,
     "look for skeletons of few states", NULL, 0, 0},
    {"fair-trim", 0, OPTION_SWITCH, offsetof(FairOptions, trim), NULL,
     "cut off states without an edge in their arena before other queries", NULL, 0, 0},
    {"fair-independent", 0, OPTION_SWITCH, offsetof(FairOptions, independent), NULL,
     "try literals as walls before skeletons", NULL, 0, 0},
    {"fair-gates", 0, OPTION_SWITCH, offsetof(FairOptions, gates), NULL,
     "try gates of the model as walls, and as assertions", NULL, 0, 0},
    {"fair-pairs", 0, OPTION_SWITCH, offsetof(FairOptions, pairs), NULL,
     "try pairs of literals, too", NULL, 0, 0},
    {"fair-wide", 0, OPTION_SWITCH, offsetof(FairOptions, wide), NULL,
     "where skeletons are unreachable, ask for all fair states at once", NULL, 0, 0},
    {"fair-keep-stem", 0, OPTION_SWITCH, offsetof(FairOptions, keep_stem), NULL,
     "keep the frames of the stem query from skeleton to skeleton", NULL, 0, 0},
    {"fair-constrain", 0, OPTION_CHOICE, offsetof(FairOptions, constrain), "WHICH",
     "walls that constrain cycle queries", "heuristic|all|none", 0, 0},
    {"fair-effort", 0, OPTION_NUMBER, offsetof(FairOptions, effort), "N",
     "effort in refining proofs", NULL, 0, 3},
    {"fair-solver", 0, OPTION_CHOICE, offsetof(FairOptions, reach.solver), "SOLVER",
     "the SAT solver of stem and cycle queries", "cadical|lean", 0, 0},
    {"fair-ctg", 0, OPTION_SWITCH, offsetof(FairOptions, reach.ctg), NULL,
     "generalize against counterexamples to generalization", NULL, 0, 0},
};

/* Walls of two literals are cheap to find, but only those that close a side have proved to be worth
 * having in great numbers. So many others are taken at first, and after each skeleton. */
enum { FIRST_PAIRS = 10, MORE_PAIRS = 2 };

/* Something new is known: skeleton-independent proofs may be found again. */
static void learned(Fair *fair) {
  fair->independent = fair->options.independent ? STAGE_LITERALS : STAGE_DONE;
}

static Fair *open_part(const Task *task, const EngineSetup *setup, Lit part) {
  Fair *fair = mem_zalloc(sizeof *fair);
  fair->task = task;
  fair->part = part;
  fair->setup = *setup;
  fair->options = *(const FairOptions *)setup->options;
  fair->options.reach.effort = setup->effort;
  fair->knowledge = knowledge_new(task, &fair->part);
  fair->edges = edges_new(fair->knowledge);
  fair->search = independent_new(fair->knowledge, fair->edges);
  fair->full = skeleton_full(fair->knowledge);
  for (size_t i = 0; i < fair->knowledge->conditions.size; i++) vec_push(&fair->order, (uint32_t)i);
  fair->queries = queries_new(fair->knowledge, &fair->options, setup->seed);
  fair->sharing = (Sharing){.board = setup->lemmas, .task = task};
  fair->pairs_left = FIRST_PAIRS;
  learned(fair);
  return fair;
}

static void *open_engine(const Task *task, const EngineSetup *setup) {
  return open_part(task, setup, LIT_NONE);
}

Fair *fair_new(const Task *task, uint64_t seed, Lit part) {
  EngineSetup setup = {.seed = seed, .options = &defaults};
  return open_part(task, &setup, part);
}

void fair_free(Fair *fair) {
  if (!fair) return;
  queries_free(fair->queries);
  skeleton_query_free(fair->full);
  skeleton_query_free(fair->minimized);
  independent_free(fair->search);
  edges_free(fair->edges);
  knowledge_free(fair->knowledge);
  vec_free(&fair->order);
  trace_free(fair->lasso);
  witness_free(fair->witness);
  if (fair->ranking) ranking_clear(fair->ranking);
  mem_free(fair->ranking);
  mem_free(fair);
}

static void close_engine(void *state) { fair_free(state); }

/* ---- lines 30-50: what was learned ---- */

/* Sides that the solver of the full query has found closed on its way. */
static void close_fixed_sides(Fair *fair) {
  Knowledge *knowledge = fair->knowledge;
  for (size_t i = 0; i < knowledge->walls.size; i++) {
    const Wall *wall = knowledge->walls.data + i;
    if (wall->inside_closed || wall->outside_closed) continue;
    int side = skeleton_fixed_side(fair->full, i);
    if (!side) continue;
    knowledge_close(knowledge, i, side < 0);
    knowledge_constrain(knowledge, i, (FairConstrain)fair->options.constrain, true);
  }
}

static bool side_empty(Fair *fair, size_t wall, bool inside, Budget *budget) {
  fair->stats.skeleton_queries++;
  return skeleton_solve_side(fair->full, wall, inside, budget) == SAT_UNSATISFIABLE;
}

/* Lines 42-50. A test that is interrupted leaves the side open; where the last skeleton is, none is
 * needed. */
static void constrain(Fair *fair, size_t wall, bool plain, Budget *budget) {
  Knowledge *knowledge = fair->knowledge;
  double start = clock_cpu();
  int last = skeleton_last_side(fair->full, wall);
  if (last <= 0 && side_empty(fair, wall, true, budget)) knowledge_close(knowledge, wall, true);
  else if (last >= 0 && side_empty(fair, wall, false, budget))
    knowledge_close(knowledge, wall, false);
  knowledge_constrain(knowledge, wall, (FairConstrain)fair->options.constrain, plain);
  fair->stats.seconds_skeletons += clock_cpu() - start;
}

static void learn_assertion(Fair *fair, ClauseVec *proof) {
  knowledge_assert(fair->knowledge, proof);
  learned(fair);
}

static void learn_wall(Fair *fair, ClauseVec *clauses, Lit inside, bool plain, Budget *budget) {
  fair->stats.wall_clauses += clauses->size;
  size_t wall = knowledge_add_wall(fair->knowledge, clauses, inside);
  constrain(fair, wall, plain, budget);
  learned(fair);
}

static bool trim_one(Fair *fair, const Bits *state, bool backward, bool moving, Budget *budget) {
  Knowledge *knowledge = fair->knowledge;
  if (!trim_state(knowledge, fair->edges, state, backward, moving, budget, &fair->stats))
    return false;
  if (fair->options.constrain == CONSTRAIN_ALL)
    knowledge_constrain(knowledge, knowledge->walls.size - 1, CONSTRAIN_ALL, false);
  learned(fair);
  return true;
}

/* Whether an edge of the skeleton leads nowhere in its arena, or comes from nowhere. */
static bool trim(Fair *fair, const Skeleton *skeleton, Budget *budget) {
  bool trimmed = false;
  for (size_t i = 0; i < skeleton->size; i++) {
    const Bone *bone = skeleton->data + i;
    if (bits_equal(&bone->state, &bone->next)) continue; /* a cycle: nothing to trim */
    trimmed |= trim_one(fair, &bone->next, false, true, budget);
    trimmed |= trim_one(fair, &bone->state, true, true, budget);
  }
  return trimmed;
}

/* After a wall was put between a single state and its successors. */
static void trim_single(Fair *fair, const Skeleton *skeleton, Budget *budget) {
  if (skeleton->size == 1 && !skeleton->data[0].edge)
    trim_one(fair, &skeleton->data[0].state, false, false, budget);
}

static void learn_cycle_proof(Fair *fair, Budget *budget) {
  ClauseVec proof = queries_proof(fair->queries);
  Lit inside = clauses_build(fair->knowledge->system->aig, &proof);
  if (upgrade_holds(fair->knowledge, &proof, inside, budget)) {
    fair->stats.upgraded++;
    learn_assertion(fair, &proof);
  } else {
    learn_wall(fair, &proof, inside, true, budget);
    trim_single(fair, queries_skeleton(fair->queries), budget);
  }
}

/* ---- the steps ---- */

/* No skeleton is left: the language is empty (line 52). */
static void conclude(Fair *fair, Budget *budget) {
  if (fair->part == LIT_NONE)
    fair->witness = certificate_build(fair->knowledge, fair->task, budget, &fair->stats);
  else fair->ranking = certificate_ranking(fair->knowledge, fair->part, budget, &fair->stats);
  if (fair->witness || fair->ranking) fair->verdict = VERDICT_HOLDS;
  else fair->given_up = !budget_spent(budget);
}

/* Gates are tried once there is a skeleton, pairs after its queries: it may be all that is needed.
 */
static Stage next_stage(const Fair *fair) {
  if (fair->independent == STAGE_LITERALS && fair->options.gates && fair->met_skeleton)
    return STAGE_GATES;
  bool pairs = fair->independent < STAGE_PAIRS && fair->options.pairs && fair->stats.skeletons &&
               fair->pairs_left > 0;
  return pairs ? STAGE_PAIRS : STAGE_DONE;
}

/* Lines 13-16. */
static void step_independent(Fair *fair, Budget *budget) {
  ClauseVec clauses;
  Lit predicate = LIT_FALSE;
  bool pairs = fair->independent == STAGE_PAIRS;
  if (independent_next(fair->search, fair->independent, budget, &fair->stats, &clauses,
                       &predicate)) {
    size_t closed = fair->knowledge->closed.size;
    fair->stats.independent_walls++;
    if (fair->independent == STAGE_GATES) fair->stats.gate_walls++;
    learn_wall(fair, &clauses, predicate, !pairs, budget);
    if (pairs && fair->knowledge->closed.size == closed) fair->pairs_left--;
  } else {
    fair->independent = next_stage(fair);
  }
}

/* A minimized skeleton: with the map as it is, or with a new one. */
static bool choose_minimized(Fair *fair, Skeleton *skeleton, Budget *budget) {
  if (!fair->options.minimize) return false;
  for (int attempt = 0; attempt < 2; attempt++) {
    if (!fair->minimized)
      fair->minimized = skeleton_minimized(fair->knowledge, (size_t)fair->options.unroll,
                                           &fair->order, budget, &fair->stats);
    if (!fair->minimized) return false;
    fair->stats.skeleton_queries++;
    SatResult result = skeleton_solve(fair->minimized, budget);
    if (result == SAT_SATISFIABLE) {
      *skeleton = skeleton_take(fair->minimized);
      return true;
    }
    if (result == SAT_UNKNOWN) return false;
    skeleton_query_free(fair->minimized);
    fair->minimized = NULL;
  }
  return false;
}

static void note_skeleton(Fair *fair, const Skeleton *skeleton) {
  fair->stats.skeletons++;
  if (fair->pairs_left < MORE_PAIRS) fair->pairs_left = MORE_PAIRS;
  fair->stats.skeleton_states += skeleton->size;
  if (skeleton->size > fair->stats.largest_skeleton) fair->stats.largest_skeleton = skeleton->size;
}

/* When literals have left a first skeleton, what gates say may spare its queries. A ranking for
 * others is given with R as clauses: so they are only walls there. */
static void meet_skeleton(Fair *fair, Budget *budget) {
  double start = clock_cpu();
  fair->met_skeleton = true;
  if (fair->part == LIT_NONE) gates_assert(fair->knowledge, fair->task, budget, &fair->stats);
  learned(fair);
  fair->stats.seconds_independent += clock_cpu() - start;
}

/* Lines 6-10 and 19. The full query decides; a minimized skeleton is preferred. */
static void step_skeleton(Fair *fair, Budget *budget) {
  double start = clock_cpu();
  Skeleton skeleton = {0};
  bool found = choose_minimized(fair, &skeleton, budget);
  fair->stats.seconds_skeletons += clock_cpu() - start;
  if (!found && !budget_spent(budget)) {
    start = clock_cpu();
    fair->stats.skeleton_queries++;
    SatResult result = skeleton_solve(fair->full, budget);
    close_fixed_sides(fair);
    fair->stats.seconds_skeletons += clock_cpu() - start;
    if (result == SAT_UNSATISFIABLE) conclude(fair, budget);
    found = result == SAT_SATISFIABLE;
    if (found) skeleton = skeleton_take(fair->full);
  }
  if (!found) return;
  if (fair->options.trim && trim(fair, &skeleton, budget)) {
    skeleton_free(&skeleton);
    return;
  }
  if (!fair->met_skeleton && fair->options.gates) {
    meet_skeleton(fair, budget);
    skeleton_free(&skeleton);
    return;
  }
  note_skeleton(fair, &skeleton);
  queries_begin(fair->queries, &skeleton);
}

/* Where the queries of a skeleton take long, a wall of two literals may spare them: pairs are tried
 * thoroughly. If one is found, another skeleton follows, whose queries know it; otherwise the
 * queries go on. */
static void begin_digging(Fair *fair) {
  if (!fair->options.independent || !fair->options.pairs) return;
  fair->digging = true;
  fair->stats.digs++;
  fair->dug_from = fair->knowledge->walls.size;
  fair->pairs_left = FIRST_PAIRS;
  fair->independent = STAGE_PAIRS;
  independent_renew(fair->search);
}

static void end_digging(Fair *fair) {
  fair->digging = false;
  if (fair->knowledge->walls.size > fair->dug_from) queries_end(fair->queries);
}

/* Lines 20-25, and what comes of it. */
static void step_queries(Fair *fair, Budget *budget) {
  Answer answer = queries_run(fair->queries, budget, &fair->stats);
  if (answer == ANSWER_NONE) {
    if (queries_stuck(fair->queries)) begin_digging(fair);
    return;
  }
  Budget hard = budget_without_work(budget);
  if (answer == ANSWER_LASSO) {
    fair->lasso = queries_lasso(fair->queries);
    fair->verdict = VERDICT_VIOLATED;
  } else if (answer == ANSWER_STEM_PROOF) {
    ClauseVec proof = queries_proof(fair->queries);
    learn_assertion(fair, &proof);
  } else {
    learn_cycle_proof(fair, &hard);
  }
  queries_end(fair->queries);
  budget_use(budget, hard.used);
}

static void step(Fair *fair, Budget *budget) {
  if (queries_active(fair->queries) && !fair->digging) {
    step_queries(fair, budget);
    return;
  }
  Budget hard = budget_without_work(budget);
  if (share_assertions(&fair->sharing, fair->knowledge, &hard)) learned(fair);
  if (fair->independent != STAGE_DONE) step_independent(fair, &hard);
  else if (fair->digging) end_digging(fair);
  else step_skeleton(fair, &hard);
  budget_use(budget, hard.used);
}

Verdict fair_run(Fair *fair, Budget *budget) {
  while (fair->verdict == VERDICT_UNKNOWN && !fair->given_up) {
    step(fair, budget);
    engine_progress(&fair->setup, "fair", fair->stats.skeletons,
                    "%llu skeletons, %zu walls, %zu assertions",
                    (unsigned long long)fair->stats.skeletons, fair->knowledge->walls.size,
                    fair->knowledge->assertions.size);
    if (budget_spent(budget)) break;
  }
  return fair->verdict;
}

static Verdict run_engine(void *state, Budget *budget) { return fair_run(state, budget); }

Trace *fair_lasso(Fair *fair) {
  Trace *lasso = fair->lasso;
  fair->lasso = NULL;
  return lasso;
}

const FairRanking *fair_ranking(const Fair *fair) { return fair->ranking; }

const System *fair_system(const Fair *fair) { return fair->knowledge->system; }

FairClauses fair_reachable(const Fair *fair) {
  FairClauses clauses = {0};
  for (size_t i = 0; i < fair->knowledge->assertions.size; i++) {
    const ClauseVec *some = &fair->knowledge->assertions.data[i].clauses;
    for (size_t k = 0; k < some->size; k++) vec_push(&clauses, some->data[k]);
  }
  return clauses;
}

static void fair_result(void *state, EngineResult *result) {
  Fair *fair = state;
  *result = (EngineResult){.verdict = fair->verdict};
  if (fair->verdict == VERDICT_VIOLATED) {
    *result = engine_trace_result(fair_lasso(fair));
  } else if (fair->verdict == VERDICT_HOLDS) {
    result->evidence = (Evidence){
        .kind = EVIDENCE_RANKING, .witness = fair->witness, .size = fair->stats.certificate_walls};
    fair->witness = NULL;
  }
}

static const StatField stat_fields[] = {
#define COUNT(name, meaning)                                                                       \
  { "fair_" #name, meaning, STAT_COUNT, offsetof(FairStats, name) }
#define SECONDS(name, meaning)                                                                     \
  { "fair_" #name, meaning, STAT_SECONDS, offsetof(FairStats, name) }
    COUNT(skeletons, "skeletons examined"),
    COUNT(digs, "times that pairs were tried while a skeleton waited"),
    COUNT(skeleton_states, "states in them"),
    COUNT(largest_skeleton, "states of the largest"),
    COUNT(maps, "maps of conditions to states looked for"),
    COUNT(skeleton_queries, "skeleton queries"),
    COUNT(stem_proofs, "stem queries that ended with a proof"),
    COUNT(stem_runs, "stem queries that ended with a run"),
    COUNT(wide_proofs, "wide stem queries that ended with a proof"),
    COUNT(cycle_proofs, "cycle queries that ended with a proof"),
    COUNT(cycle_runs, "cycle queries that ended with a run"),
    COUNT(upgraded, "cycle proofs that hold globally"),
    COUNT(walls, "walls"),
    COUNT(wall_clauses, "clauses of walls"),
    COUNT(independent_walls, "walls without a skeleton"),
    COUNT(gate_walls, "of these, gates of the model"),
    COUNT(trimmed, "walls around dead ends of arenas"),
    COUNT(independent_queries, "predicates tried by a query"),
    COUNT(closed_sides, "sides of walls without skeletons"),
    COUNT(constraints, "constraints of cycle queries"),
    COUNT(assertions, "reachability assertions"),
    COUNT(gate_assertions, "gates that keep their value"),
    COUNT(assertion_clauses, "clauses of assertions"),
    COUNT(certificate_walls, "walls that the certificate needs"),
    COUNT(certificate_cubes, "cubes of ranks in the certificate"),
    SECONDS(seconds_skeletons, "in skeleton queries"),
    SECONDS(seconds_stem, "in stem queries"),
    SECONDS(seconds_cycle, "in cycle queries"),
    SECONDS(seconds_refine, "in refining proofs"),
    SECONDS(seconds_independent, "in skeleton-independent proofs"),
    SECONDS(seconds_certificate, "in making the certificate"),
#undef COUNT
#undef SECONDS
};

static void fair_statistics(const void *state, Stats *stats) {
  const Fair *fair = state;
  const Knowledge *knowledge = fair->knowledge;
  FairStats all = fair->stats;
  all.walls = knowledge->walls.size;
  all.closed_sides = knowledge->closed.size;
  all.constraints = knowledge->constraints.size;
  all.assertions = knowledge->assertions.size;
  for (size_t i = 0; i < knowledge->assertions.size; i++)
    all.assertion_clauses += knowledge->assertions.data[i].clauses.size;
  stats_collect(stats, stat_fields, sizeof stat_fields / sizeof *stat_fields, &all);
}

const Engine engine_fair = {
    .name = "fair",
    .title = "Engine fair",
    .summary = "skeletons and walls: lassos, and ranked proofs of progress",
    .takes = TASKS_FAIR,
    .proves = true,
    .refutes = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof(FairOptions),
    .option_defaults = &defaults,
    .open = open_engine,
    .run = run_engine,
    .result = fair_result,
    .stats = fair_statistics,
    .close = close_engine,
};
