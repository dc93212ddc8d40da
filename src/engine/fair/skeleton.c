/* Skeletons (III-A, III-B): states of one arena, not known to be unreachable, that together meet
 * all conditions. A query has one path per state it asks for; the state is in the middle of its
 * path, with K steps before and K + 1 after it, all in the same arena (section V: there is always
 * one step forward). A map says which path has to meet which conditions. Each wall owns a choice
 * variable c with
 *
 *   c -> P, not c -> not P   in every step of every path.
 *
 * Only the full query, with a path for each condition and K = 0, decides that no skeleton is left,
 * and closes sides of walls: the certificate needs exactly its unsatisfiability. The minimized one
 * expresses a preference: small skeletons, of states that do not run into a dead end within K
 * steps.
 *
 * Minimized maps are found by trying partial maps. Conditions are assigned one after the other,
 * each to the first path that can take it, a new one if need be. If not even a new path can, the
 * condition is moved to the front of the order and the search begins again; each condition may do
 * so once. */
#include "engine/fair/internal.h"

typedef struct {
  Path path;
  bool edge;                /* it has to meet a condition that reads inputs */
  size_t assertions, walls; /* how many it has got */
} Strand;

struct SkeletonQuery {
  const Knowledge *knowledge;
  Sat *sat;
  size_t before; /* K: the step in which the state is */
  size_t steps;
  VEC(Strand) strands;
  IntVec choice; /* by wall */
  size_t closed; /* how many closed sides it knows */

  /* the last skeleton found, a lane for each strand, and what it has been compared with */
  Sampled sampled;
  uint64_t *now, *next;
  size_t last_assertions, last_walls, last_closed;
  bool last; /* it is a skeleton still */
};

static SkeletonQuery *query_new(const Knowledge *knowledge, size_t before, size_t after) {
  SkeletonQuery *query = mem_zalloc(sizeof *query);
  query->knowledge = knowledge;
  query->sat = sat_new(SAT_LEAN);
  query->before = before;
  query->steps = before + 1 + after;
  sampled_open(&query->sampled, knowledge->system);
  query->now = mem_array(knowledge->system->latches.size, sizeof(uint64_t));
  query->next = mem_array(knowledge->system->latches.size, sizeof(uint64_t));
  return query;
}

void skeleton_query_free(SkeletonQuery *query) {
  if (!query) return;
  for (size_t i = 0; i < query->strands.size; i++) path_close(&query->strands.data[i].path);
  vec_free(&query->strands);
  vec_free(&query->choice);
  sampled_close(&query->sampled);
  mem_free(query->now);
  mem_free(query->next);
  sat_free(query->sat);
  mem_free(query);
}

/* ---- paths that do not repeat themselves ---- */

/* Either the path comes through its state again, or no state repeats before it and none after it.
 */
static void forbid_dead_ends(SkeletonQuery *query, Path *path) {
  IntVec some = {0};
  int loop_free = sat_variable(query->sat);
  vec_push(&some, loop_free);
  for (size_t k = 0; k < query->steps; k++)
    if (k != query->before) {
      int same = path_same(path, k, query->before);
      vec_push(&some, same);
    }
  sat_clause(query->sat, some.data, some.size);
  for (size_t a = 0; a < query->steps; a++)
    for (size_t b = a + 1; b < query->steps; b++)
      if ((b < query->before) || (a > query->before))
        sat_clause2(query->sat, -loop_free, path_differ(path, a, b));
  vec_free(&some);
}

/* ---- keeping up with what is known ---- */

static void inform_strand(SkeletonQuery *query, Strand *strand) {
  const Knowledge *knowledge = query->knowledge;
  for (; strand->assertions < knowledge->assertions.size; strand->assertions++)
    path_assert(&strand->path, knowledge->assertions.data[strand->assertions].lit, 0);
  for (; strand->walls < query->choice.size; strand->walls++) {
    const Wall *wall = knowledge->walls.data + strand->walls;
    int choice = query->choice.data[strand->walls];
    for (size_t k = 0; k < query->steps; k++) {
      sat_clause2(query->sat, -choice, path_implies(&strand->path, wall->inside, k));
      sat_clause2(query->sat, choice, path_implies(&strand->path, lit_not(wall->inside), k));
    }
  }
}

static void inform(SkeletonQuery *query) {
  const Knowledge *knowledge = query->knowledge;
  while (query->choice.size < knowledge->walls.size)
    vec_push(&query->choice, sat_variable(query->sat));
  for (size_t i = 0; i < query->strands.size; i++) inform_strand(query, query->strands.data + i);
  for (; query->closed < knowledge->closed.size; query->closed++) {
    ClosedSide side = knowledge->closed.data[query->closed];
    int choice = query->choice.data[side.wall];
    sat_clause1(query->sat, side.inside ? -choice : choice);
  }
}

static Strand *add_strand(SkeletonQuery *query) {
  Strand strand = {0};
  path_open(&strand.path, query->knowledge->system, query->sat, query->steps);
  if (query->before) forbid_dead_ends(query, &strand.path);
  inform_strand(query, &strand);
  vec_push(&query->strands, strand);
  return &vec_last(&query->strands);
}

static void require(SkeletonQuery *query, Strand *strand, size_t condition) {
  path_assert(&strand->path, query->knowledge->conditions.data[condition], query->before);
  if (bits_get(&query->knowledge->reads_inputs, condition)) strand->edge = true;
}

/* ---- the two queries ---- */

SkeletonQuery *skeleton_full(const Knowledge *knowledge) {
  SkeletonQuery *query = query_new(knowledge, 0, 1);
  for (size_t i = 0; i < knowledge->conditions.size; i++) require(query, add_strand(query), i);
  return query;
}

/* Assigns a condition to a strand, if that leaves skeletons. */
static bool assign(SkeletonQuery *query, size_t condition, Budget *budget, FairStats *stats) {
  Lit lit = query->knowledge->conditions.data[condition];
  for (size_t i = 0; i <= query->strands.size; i++) {
    bool fresh = i == query->strands.size;
    Strand *strand = fresh ? add_strand(query) : query->strands.data + i;
    sat_assume(query->sat, path_implies(&strand->path, lit, query->before));
    stats->skeleton_queries++;
    SatResult result = sat_solve(query->sat, budget);
    if (result == SAT_SATISFIABLE) require(query, strand, condition);
    if (result != SAT_UNSATISFIABLE || fresh) return result == SAT_SATISFIABLE;
  }
  return false;
}

/* The place in the order of the first condition that finds no strand; the size if all do. */
static size_t assign_all(SkeletonQuery *query, const U32Vec *order, Budget *budget,
                         FairStats *stats) {
  size_t place = 0;
  while (place < order->size && assign(query, order->data[place], budget, stats)) place++;
  return place;
}

SkeletonQuery *skeleton_minimized(const Knowledge *knowledge, size_t unroll, U32Vec *order,
                                  Budget *budget, FairStats *stats) {
  stats->maps++;
  for (size_t attempt = 0; attempt <= order->size; attempt++) {
    SkeletonQuery *query = query_new(knowledge, unroll, unroll + 1);
    inform(query);
    size_t failed = assign_all(query, order, budget, stats);
    if (failed == order->size) return query;
    skeleton_query_free(query);
    if (budget_spent(budget) || !failed) return NULL;
    uint32_t condition = order->data[failed];
    memmove(order->data + 1, order->data, failed * sizeof *order->data);
    order->data[0] = condition;
  }
  return NULL;
}

/* ---- the last skeleton ---- */

static void keep_last(SkeletonQuery *query) {
  const Knowledge *knowledge = query->knowledge;
  const LatchVec *latches = &knowledge->system->latches;
  query->last = query->strands.size <= 64;
  for (size_t i = 0; query->last && i < latches->size; i++) {
    query->now[i] = query->next[i] = 0;
    for (size_t k = 0; k < query->strands.size; k++) {
      const Path *path = &query->strands.data[k].path;
      Lit latch = latches->data[i].current;
      bool now = cnf_value(path->steps.data[query->before], latch);
      bool next = cnf_value(path->steps.data[query->before + 1], latch);
      query->now[i] |= (uint64_t)now << k;
      query->next[i] |= (uint64_t)next << k;
    }
  }
  query->last_assertions = knowledge->assertions.size;
  query->last_walls = knowledge->walls.size;
  query->last_closed = knowledge->closed.size;
}

/* The side of a wall on which all its states are; 0 if they are not on one. */
static int last_side(SkeletonQuery *query, size_t number) {
  const Wall *wall = query->knowledge->walls.data + number;
  uint64_t lanes = UINT64_MAX >> (64 - query->strands.size);
  uint64_t now = sampled_value(&query->sampled, &wall->clauses, wall->inside, query->now) & lanes;
  uint64_t next = sampled_value(&query->sampled, &wall->clauses, wall->inside, query->next) & lanes;
  return now != next ? 0 : now == lanes ? 1 : now ? 0 : -1;
}

int skeleton_last_side(SkeletonQuery *query, size_t number) {
  const Knowledge *knowledge = query->knowledge;
  uint64_t lanes = query->last ? UINT64_MAX >> (64 - query->strands.size) : 0;
  for (; query->last && query->last_assertions < knowledge->assertions.size;
       query->last_assertions++) {
    const Assertion *assertion = knowledge->assertions.data + query->last_assertions;
    query->last =
        !(lanes & ~sampled_value(&query->sampled, &assertion->clauses, assertion->lit, query->now));
  }
  for (; query->last && query->last_walls < knowledge->walls.size; query->last_walls++)
    query->last = last_side(query, query->last_walls) != 0;
  for (; query->last && query->last_closed < knowledge->closed.size; query->last_closed++) {
    ClosedSide side = knowledge->closed.data[query->last_closed];
    query->last = last_side(query, side.wall) == (side.inside ? -1 : 1);
  }
  return query->last ? last_side(query, number) : 0;
}

/* ---- solving ---- */

static SatResult solve(SkeletonQuery *query, Budget *budget) {
  SatResult result = sat_solve(query->sat, budget);
  if (result == SAT_SATISFIABLE) keep_last(query);
  return result;
}

SatResult skeleton_solve(SkeletonQuery *query, Budget *budget) {
  inform(query);
  return solve(query, budget);
}

SatResult skeleton_solve_side(SkeletonQuery *query, size_t wall, bool inside, Budget *budget) {
  inform(query);
  int choice = query->choice.data[wall];
  sat_assume(query->sat, inside ? choice : -choice);
  return solve(query, budget);
}

int skeleton_fixed_side(SkeletonQuery *query, size_t wall) {
  return wall < query->choice.size ? sat_fixed(query->sat, query->choice.data[wall]) : 0;
}

/* ---- the states ---- */

static void bone_free(Bone *bone) {
  bits_free(&bone->state);
  bits_free(&bone->inputs);
  bits_free(&bone->next);
}

void skeleton_free(Skeleton *skeleton) {
  for (size_t i = 0; i < skeleton->size; i++) bone_free(skeleton->data + i);
  vec_free(skeleton);
}

static Bone take_bone(SkeletonQuery *query, Strand *strand) {
  const System *system = query->knowledge->system;
  Bone bone = {bits_new(system->latches.size), bits_new(system->inputs.size),
               bits_new(system->latches.size), strand->edge};
  path_latches(&strand->path, query->before, &bone.state);
  path_inputs(&strand->path, query->before, &bone.inputs);
  path_latches(&strand->path, query->before + 1, &bone.next);
  return bone;
}

/* Whether `other` visits all that `bone` has to: the state, and the edge if that is needed. */
static bool covers(const Bone *other, const Bone *bone) {
  return bits_equal(&other->state, &bone->state) &&
         (!bone->edge || (other->edge && bits_equal(&other->inputs, &bone->inputs)));
}

Skeleton skeleton_take(SkeletonQuery *query) {
  Skeleton all = {0}, skeleton = {0};
  for (size_t i = 0; i < query->strands.size; i++)
    vec_push(&all, take_bone(query, query->strands.data + i));
  Bits covered = bits_new(all.size);
  for (size_t i = 0; i < all.size; i++)
    for (size_t k = 0; k < all.size; k++) /* of two equal ones the first stays */
      if (k != i && covers(all.data + k, all.data + i) &&
          (k < i || !covers(all.data + i, all.data + k)))
        bits_set(&covered, i);
  for (size_t i = 0; i < all.size; i++) {
    if (bits_get(&covered, i)) bone_free(all.data + i);
    else vec_push(&skeleton, all.data[i]);
  }
  bits_free(&covered);
  vec_free(&all);
  return skeleton;
}
