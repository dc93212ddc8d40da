/* Stem and cycle queries of a skeleton s_0 .. s_{n-1}, in time sharing (III-F): the first proof
 * settles the skeleton, so no query may hold up the others. Each query in turn gets a slice of
 * work; the slices grow from round to round. Which query comes first, and which state is the target
 * of the stem, changes from skeleton to skeleton, so that no condition is favoured.
 *
 * Stem (1): from the reset states to a state of the skeleton, under R.
 * Cycle (3): from s_i, or from the end of its edge, to s_{i+1}, under R and C. The run closes.
 * Single state (4): from the successors of s_0 to s_0.
 *
 * Where one skeleton of a single state after another turns out to be unreachable, a wide stem query
 * joins them, with all states as target that meet all conditions at once on no closed side. It goes
 * on from skeleton to skeleton. Its proof does away with all of them; its run ends it for a while,
 * longer each time.
 *
 * Proofs are refined (III-D) with an effort that the user chooses: 0 not at all; 1 what cores give;
 * 2 also the target clause of a cycle proof and its weakening, and strengthening of stem proofs; 3
 * all in turn until nothing changes. */
#include "engine/fair/internal.h"

#include "base/clock.h"
#include "engine/reach/refine.h"

struct Queries {
  const Knowledge *knowledge;
  const FairOptions *options;
  ReachOptions reach;
  Skeleton skeleton;
  Reach *stem;                    /* kept from skeleton to skeleton if so asked */
  size_t stem_assertions;         /* how much of R it has */
  size_t entry;                   /* the state of the skeleton that is its target */
  Reach *wide;                    /* the wide stem query, while there is one */
  uint64_t wide_from, wide_pause; /* the skeleton from which there may be one; the pause before */
  size_t unreachable;             /* skeletons in a row that were */
  VEC(Reach *) cycles;            /* cycle i leads from state i to the next one */
  uint64_t number;                /* of the skeleton */
  size_t turn;
  uint64_t slice, left; /* of this round; and what is left of a turn that was cut short */
  bool stuck;
  ClauseVec proof;
};

enum {
  REFINE_WORK = 300000,
  MOST_STEM_LEMMAS = 4000,
  WIDE_SHARE = 8, /* slices of a wide query in one turn */
  WIDE_AFTER = 3, /* unreachable skeletons in a row */
  WIDE_PAUSE = 16 /* skeletons after the first run of a wide query */
};

Queries *queries_new(const Knowledge *knowledge, const FairOptions *options, uint64_t seed) {
  Queries *queries = mem_zalloc(sizeof *queries);
  queries->knowledge = knowledge;
  queries->options = options;
  queries->reach = options->reach;
  queries->reach.seed = seed;
  queries->wide_pause = WIDE_PAUSE;
  return queries;
}

void queries_end(Queries *queries) {
  for (size_t i = 0; i < queries->cycles.size; i++) reach_free(queries->cycles.data[i]);
  vec_clear(&queries->cycles);
  skeleton_free(&queries->skeleton);
  clauses_free(&queries->proof);
  queries->stuck = false;
}

void queries_free(Queries *queries) {
  queries_end(queries);
  vec_free(&queries->cycles);
  reach_free(queries->stem);
  reach_free(queries->wide);
  mem_free(queries);
}

bool queries_stuck(Queries *queries) {
  bool stuck = queries->stuck;
  queries->stuck = false;
  return stuck;
}

bool queries_active(const Queries *queries) { return queries->skeleton.size > 0; }
const Skeleton *queries_skeleton(const Queries *queries) { return &queries->skeleton; }

static void open_stem(Queries *queries) {
  Cube *cube =
      cube_of_state(queries->knowledge->system, &queries->skeleton.data[queries->entry].state);
  ReachSet from = {.kind = REACH_RESET};
  ReachSet target = {.kind = REACH_CUBES, .cubes = (const Cube *const[]){cube}, .count = 1};
  bool keep = queries->stem && queries->options->keep_stem &&
              reach_stats(queries->stem)->lemmas_alive < MOST_STEM_LEMMAS;
  if (keep) {
    reach_retarget(queries->stem, &target);
  } else {
    reach_free(queries->stem);
    queries->stem = reach_new(queries->knowledge->model, &from, &target, &queries->reach);
    queries->stem_assertions = 0;
  }
  knowledge_give_assertions(queries->knowledge, queries->stem, &queries->stem_assertions);
  clause_free(cube);
}

static void open_wide(Queries *queries) {
  const Knowledge *knowledge = queries->knowledge;
  Aig *aig = knowledge->system->aig;
  Lit fair = aig_and_all(aig, knowledge->conditions.data, knowledge->conditions.size);
  for (size_t i = 0; i < knowledge->closed.size; i++) {
    ClosedSide side = knowledge->closed.data[i];
    fair = aig_and(aig, fair, lit_not_if(knowledge->walls.data[side.wall].inside, side.inside));
  }
  ReachSet from = {.kind = REACH_RESET};
  ReachSet target = {.kind = REACH_PREDICATE, .predicate = fair};
  queries->wide = reach_new(knowledge->model, &from, &target, &queries->reach);
  size_t given = 0;
  knowledge_give_assertions(knowledge, queries->wide, &given);
}

static Reach *open_cycle(Queries *queries, size_t i) {
  const System *system = queries->knowledge->system;
  const Bone *bone = queries->skeleton.data + i;
  const Bone *next = queries->skeleton.data + (i + 1) % queries->skeleton.size;
  Cube *start = cube_of_state(system, bone->edge ? &bone->next : &bone->state);
  Cube *end = cube_of_state(system, &next->state);
  bool single = queries->skeleton.size == 1 && !bone->edge;
  ReachSet from = {.kind = single ? REACH_SUCCESSORS : REACH_CUBES,
                   .cubes = (const Cube *const[]){start},
                   .count = 1};
  ReachSet target = {.kind = REACH_CUBES, .cubes = (const Cube *const[]){end}, .count = 1};
  Reach *reach = reach_new(queries->knowledge->model, &from, &target, &queries->reach);
  knowledge_give_constraints(queries->knowledge, reach);
  clause_free(start);
  clause_free(end);
  return reach;
}

void queries_begin(Queries *queries, Skeleton *skeleton) {
  queries->skeleton = *skeleton;
  *skeleton = (Skeleton){0};
  size_t size = queries->skeleton.size;
  queries->number++;
  queries->entry = queries->number % size;
  queries->turn = queries->number % (size + 1);
  queries->slice = queries->options->first_slice;
  queries->left = 0;
  open_stem(queries);
  for (size_t i = 0; i < size; i++) vec_push(&queries->cycles, open_cycle(queries, i));
  if (queries->options->wide && !queries->wide && size == 1 && queries->unreachable >= WIDE_AFTER &&
      queries->number >= queries->wide_from)
    open_wide(queries);
}

/* ---- refinement ---- */

static void refine(Queries *queries, Reach *reach, bool stem, Budget *budget) {
  int64_t effort = queries->options->effort;
  Budget slice = budget_slice(budget, REFINE_WORK);
  if (effort >= 2 && !stem) refine_property(reach, &queries->proof, &slice);
  if (effort >= 1) refine_shrink(reach, &queries->proof, &slice);
  /* A single clause was generalized in a stronger context when it was found. */
  if (effort == 2 && stem && queries->proof.size > 1)
    refine_strengthen(reach, &queries->proof, &slice);
  if (effort == 2 && !stem) refine_weaken(reach, &queries->proof, &slice);
  if (effort >= 3) refine_minimize(reach, &queries->proof, &slice);
}

static void take_proof(Queries *queries, Reach *reach, bool stem, Budget *budget,
                       FairStats *stats) {
  double start = clock_cpu();
  Budget hard = budget_without_work(budget);
  clauses_free(&queries->proof);
  queries->proof = reach_proof(reach);
  if (stem) knowledge_strip(queries->knowledge, &queries->proof);
  if (!stem || queries->proof.size > 1) refine(queries, reach, stem, &hard);
  budget_use(budget, hard.used);
  stats->seconds_refine += clock_cpu() - start;
}

/* ---- time sharing ---- */

/* Whose turn it is: a cycle, behind them the stem, and behind that the wide query, if there is one.
 */
static Reach *query_at(const Queries *queries, size_t which) {
  size_t cycles = queries->cycles.size;
  if (which < cycles) return queries->cycles.data[which];
  return which == cycles ? queries->stem : queries->wide;
}

static void end_wide(Queries *queries, ReachResult result) {
  if (result == REACH_TRACE) {
    queries->wide_from = queries->number + queries->wide_pause;
    queries->wide_pause *= 2;
  }
  reach_free(queries->wide);
  queries->wide = NULL;
}

static void count_result(ReachResult result, bool stem, bool wide, FairStats *stats) {
  if (result == REACH_TRACE && !wide) ++*(stem ? &stats->stem_runs : &stats->cycle_runs);
  if (result == REACH_PROOF)
    ++*(wide ? &stats->wide_proofs : stem ? &stats->stem_proofs : &stats->cycle_proofs);
}

/* What is left of a turn that the budget cuts short belongs to the next call: so a run does not
 * depend on how it is sliced. */
static ReachResult run_one(Queries *queries, size_t which, Budget *budget, FairStats *stats) {
  Reach *reach = query_at(queries, which);
  bool stem = which >= queries->cycles.size, wide = which > queries->cycles.size;
  if (!reach) return REACH_UNKNOWN;
  if (reach_result(reach) == REACH_TRACE) return REACH_TRACE;
  double start = clock_cpu();
  if (!queries->left) queries->left = wide ? WIDE_SHARE * queries->slice : queries->slice;
  Budget slice = budget_slice(budget, queries->left);
  ReachResult result = reach_run(reach, &slice);
  bool cut = result == REACH_UNKNOWN && slice.used < queries->left && budget_spent(budget);
  queries->left = cut ? queries->left - slice.used : 0;
  *(stem ? &stats->seconds_stem : &stats->seconds_cycle) += clock_cpu() - start;
  count_result(result, stem, wide, stats);
  if (result == REACH_PROOF) take_proof(queries, reach, stem, budget, stats);
  if (wide && result != REACH_UNKNOWN) end_wide(queries, result);
  return result;
}

static bool all_closed(const Queries *queries) {
  for (size_t i = 0; i < queries->cycles.size; i++)
    if (reach_result(queries->cycles.data[i]) != REACH_TRACE) return false;
  return reach_result(queries->stem) == REACH_TRACE;
}

Answer queries_run(Queries *queries, Budget *budget, FairStats *stats) {
  size_t cycles = queries->cycles.size, count = cycles + 2;
  for (;;) {
    size_t which = queries->turn % count;
    ReachResult result = run_one(queries, which, budget, stats);
    if (result == REACH_PROOF && which < cycles) queries->unreachable = 0;
    if (result == REACH_PROOF && which == cycles) queries->unreachable++;
    if (result == REACH_PROOF) return which < cycles ? ANSWER_CYCLE_PROOF : ANSWER_STEM_PROOF;
    if (all_closed(queries)) return ANSWER_LASSO;
    if (queries->left) return ANSWER_NONE;
    queries->turn++;
    if (queries->turn % count == 0) {
      queries->stuck = queries->slice >= queries->options->long_slice;
      queries->slice *= 2;
    }
    if (queries->stuck || budget_spent(budget)) return ANSWER_NONE;
  }
}

ClauseVec queries_proof(const Queries *queries) { return clauses_copy(&queries->proof); }

Trace *queries_lasso(const Queries *queries) {
  VEC(Trace *) runs = {0};
  for (size_t i = 0; i < queries->cycles.size; i++)
    vec_push(&runs, reach_trace(queries->cycles.data[i]));
  Trace *stem = reach_trace(queries->stem);
  Trace *lasso =
      lasso_build(queries->knowledge->system, &queries->skeleton, stem, queries->entry, runs.data);
  for (size_t i = 0; i < runs.size; i++) trace_free(runs.data[i]);
  vec_free(&runs);
  trace_free(stem);
  return lasso;
}
