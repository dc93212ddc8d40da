/* Walls of EG nodes (Bradley, Somenzi, Hassan and Zhang, "An incremental approach to model checking
 * progress properties", 2011, section III): a set that no edge inside U enters from outside is left
 * at most once by a path inside U. So in the end a path stays on one side of each wall, and what is
 * sought is about such edges alone: fewer of them enter other sets, which become walls in turn. A
 * side on which a fairness condition is never true is not the one where a fair path stays; and if a
 * condition is never true on the edges that are left, there is no fair path inside U at all.
 *
 * In the proof this is a rank (wall_rank.h), of the sides that paths may enter for good.
 *
 * The sets are literals of latches, as in the skeleton-independent walls of the paper. All that are
 * still candidates are asked about at once, and each counterexample discards many. */
#include "base/memory.h"
#include "engine/iictl/internal.h"
#include "engine/progress/wall_rank.h"

enum { ATTEMPT_WORK = 300000, MOST_DOUBLINGS = 10 };

typedef struct {
  Iictl *e;
  uint32_t node;
  StepQuery inside; /* edges inside U */
  Lit edges;        /* those that count: a predicate over states and inputs */
  Bits walls;       /* by latch: it is a wall */
  Bits closed;      /* by latch: one of its sides was excluded */
  WallRank rank;
  U32Vec outside;      /* the states on no side that was excluded, as a cube of ranks */
  U32Vec entries;      /* by latch that is a wall: its entry in the rank, 2 * number + sign */
  FairRanking ranking; /* for the proof */
} Walls;

static Lit latch_of(const Walls *w, size_t i) { return w->e->system->latches.data[i].current; }

static SatResult solve(Walls *w, Lit lit) {
  if (aig_and(w->e->aig, w->edges, lit) == LIT_FALSE) return SAT_UNSATISFIABLE;
  step_assume_query(w->e, &w->inside);
  step_assume(w->e, w->edges);
  step_assume(w->e, lit);
  return step_solve(w->e);
}

static Lit condition(const Walls *w, size_t number) {
  const LitVec *fairness = &w->e->system->fairness;
  return fairness->size ? fairness->data[number] : LIT_TRUE;
}

static size_t conditions(const Walls *w) {
  return w->e->system->fairness.size ? w->e->system->fairness.size : 1;
}

/* Notes that a condition is missed on one side of a latch's wall, or (LIT_NONE) on all that is
 * left. */
static void miss(Walls *w, size_t number, Lit side) {
  FairMissed missed = {number, {0}};
  vec_append(&missed.entries, &w->outside);
  if (side != LIT_NONE) {
    uint32_t latch = w->e->roles.index[lit_node(side)];
    vec_push(&missed.entries, w->entries.data[latch] ^ lit_negated(side));
  }
  vec_push(&w->ranking.missed, missed);
}

static Lit next_of(const Walls *w, Lit lit) {
  Lit next = w->e->system->latches.data[w->e->roles.index[lit_node(lit)]].next;
  return lit_not_if(next, lit_negated(lit));
}

/* What an edge does that discards a candidate: it enters the wall, or leaves a state on the side.
 */
static Lit discards(const Walls *w, Lit candidate, bool wall) {
  return wall ? aig_and(w->e->aig, lit_not(candidate), next_of(w, candidate)) : candidate;
}

/* Leaves the candidates that no edge with `also` discards; false if there are none. */
static bool filter(Walls *w, LitVec *candidates, bool wall, Lit also) {
  Iictl *e = w->e;
  Bits now = bits_new(e->system->latches.size), next = bits_new(e->system->latches.size);
  SatResult result = SAT_SATISFIABLE;
  while (candidates->size && result == SAT_SATISFIABLE) {
    Lit any = LIT_FALSE;
    for (size_t i = 0; i < candidates->size; i++)
      any = aig_or(e->aig, any, discards(w, candidates->data[i], wall));
    result = solve(w, aig_and(e->aig, any, also));
    if (result != SAT_SATISFIABLE) break;
    step_state(e, &now);
    step_next_state(e, &next);
    size_t kept = 0;
    for (size_t i = 0; i < candidates->size; i++) {
      Lit lit = candidates->data[i];
      uint32_t latch = e->roles.index[lit_node(lit)];
      bool before = bits_get(&now, latch) != lit_negated(lit);
      bool after = bits_get(&next, latch) != lit_negated(lit);
      if (wall ? before || !after : !before) candidates->data[kept++] = lit;
    }
    if (kept == candidates->size) result = SAT_UNKNOWN; /* not with a sound solver */
    candidates->size = kept;
  }
  bits_free(&now);
  bits_free(&next);
  return candidates->size && result == SAT_UNSATISFIABLE;
}

static bool find_walls(Walls *w) {
  Iictl *e = w->e;
  LitVec candidates = {0};
  for (size_t i = 0; i < e->system->latches.size; i++)
    if (!bits_get(&w->walls, i)) {
      vec_push(&candidates, latch_of(w, i));
      vec_push(&candidates, lit_not(latch_of(w, i)));
    }
  bool found = filter(w, &candidates, true, LIT_TRUE);
  for (size_t i = 0; i < candidates.size && found; i++) {
    Lit lit = candidates.data[i];
    uint32_t latch = e->roles.index[lit_node(lit)];
    bits_set(&w->walls, latch);
    /* No edge enters the set: the other side is the one that grows. */
    w->entries.data[latch] = 2 * (uint32_t)w->rank.entries.size + !lit_negated(lit);
    wall_rank_add(&w->rank, e->aig, lit_not(lit));
    w->edges = aig_and(e->aig, w->edges, lit_not(aig_xor(e->aig, lit, next_of(w, lit))));
  }
  vec_free(&candidates);
  return found;
}

static bool close_sides(Walls *w, size_t number) {
  Iictl *e = w->e;
  LitVec sides = {0};
  for (size_t i = 0; i < e->system->latches.size; i++)
    if (bits_get(&w->walls, i) && !bits_get(&w->closed, i)) {
      vec_push(&sides, latch_of(w, i));
      vec_push(&sides, lit_not(latch_of(w, i)));
    }
  bool found = filter(w, &sides, false, condition(w, number));
  for (size_t i = 0; i < sides.size && found; i++) miss(w, number, sides.data[i]);
  for (size_t i = 0; i < sides.size && found; i++) {
    Lit lit = sides.data[i];
    uint32_t latch = e->roles.index[lit_node(lit)];
    bits_set(&w->closed, latch);
    vec_push(&w->outside, w->entries.data[latch] ^ !lit_negated(lit));
    wall_rank_close(&w->rank, e->aig, lit);
    w->edges = aig_and(e->aig, w->edges, lit_not(lit));
  }
  vec_free(&sides);
  return found;
}

/* Whether there is no fair path inside U. */
static bool refute(Walls *w) {
  uint64_t most = w->e->hard.used + ATTEMPT_WORK;
  for (bool changed = true; changed && !w->e->interrupted && w->e->hard.used < most;) {
    changed = find_walls(w);
    for (size_t i = 0; i < conditions(w) && !w->e->interrupted; i++) {
      SatResult result = solve(w, condition(w, i));
      if (result == SAT_UNSATISFIABLE) {
        miss(w, i, LIT_NONE);
        return true;
      }
      changed |= result == SAT_SATISFIABLE && close_sides(w, i);
    }
  }
  return false;
}

bool walls_exclude(Iictl *e, uint32_t node) {
  Attempts *attempts = &e->nodes[node].walls;
  if (attempts->wait) {
    attempts->wait--;
    return false;
  }
  Lit upper = e->nodes[node].bounds.upper;
  Walls w = {.e = e,
             .node = node,
             .inside = step_query(e, upper, upper),
             .edges = LIT_TRUE,
             .walls = bits_new(e->system->latches.size),
             .closed = bits_new(e->system->latches.size),
             .rank = wall_rank_new()};
  vec_resize(&w.entries, e->system->latches.size);
  bool excluded = refute(&w);
  if (excluded) {
    ClauseVec all = {0};
    vec_append(&w.ranking.rank, &w.rank.entries);
    update_rank(e, node, &all, &w.ranking);
  } else if (!e->interrupted) {
    if (attempts->failures < MOST_DOUBLINGS) attempts->failures++;
    attempts->wait = (size_t)1 << attempts->failures;
  }
  bits_free(&w.walls);
  bits_free(&w.closed);
  vec_free(&w.outside);
  vec_free(&w.entries);
  wall_rank_free(&w.rank);
  ranking_clear(&w.ranking);
  return excluded;
}
