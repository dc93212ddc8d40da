/* See stable.h. One solver holds an edge: the invariant and the constraints at both ends, the walls
 * equal at both ends, no closed side at either; it only gets stronger. A candidate p is a wall if
 * the edge cannot leave it. Literals of latches and the conditions themselves are tried again and
 * again until nothing new is found. Every answer that refutes a candidate is an edge, which is kept
 * while it is in the arena: most candidates are refuted by such an edge without a query. */
#include "engine/progress/stable.h"

#include "logic/cnf.h"
#include "system/unroll.h"

enum { MOST_WORK = 30000000 };

typedef struct {
  Lit predicate;
  int now, next; /* solver literals at both ends */
  bool settled;  /* it or its negation is a wall */
} Candidate;

/* An edge of the arena; by candidate. */
typedef struct {
  Bits now, next;
} Edge;

typedef struct {
  System *system;
  const LitVec *conditions;
  Stable *stable;
  Unroll *unroll;
  Sat *sat;
  Cnf *cnf;
  VEC(Candidate) candidates; /* each followed by its negation */
  VEC(Edge) edges;
  VEC(size_t) sides; /* of walls, not closed yet: candidates */
  IntVec met;        /* by condition, at the start of the edge */
  Budget *budget;
} Finder;

static int literal_at(Finder *finder, Lit lit, size_t step) {
  return cnf_literal(finder->cnf, unroll_literal(finder->unroll, lit, step), CNF_BOTH);
}

static void add_candidate(Finder *finder, Lit lit) {
  vec_push(&finder->candidates,
           ((Candidate){lit, literal_at(finder, lit, 0), literal_at(finder, lit, 1), false}));
}

static void open_finder(Finder *finder, Lit reachable) {
  const System *system = finder->system;
  finder->unroll = unroll_new(system, false);
  finder->sat = sat_new(SAT_CADICAL);
  finder->cnf = cnf_new(unroll_aig(finder->unroll), finder->sat);
  for (size_t step = 0; step < 2; step++) {
    cnf_assert(finder->cnf, unroll_constraint(finder->unroll, step));
    cnf_assert(finder->cnf, unroll_literal(finder->unroll, reachable, step));
  }
  for (size_t i = 0; i < system->latches.size; i++) {
    add_candidate(finder, system->latches.data[i].current);
    add_candidate(finder, lit_not(system->latches.data[i].current));
  }
  for (size_t i = 0; i < finder->conditions->size; i++) {
    Lit condition = finder->conditions->data[i];
    vec_push(&finder->met, literal_at(finder, condition, 0));
    if (system_reads_inputs(system, condition)) continue;
    add_candidate(finder, condition);
    add_candidate(finder, lit_not(condition));
  }
}

static void close_finder(Finder *finder) {
  cnf_free(finder->cnf);
  sat_free(finder->sat);
  unroll_free(finder->unroll);
  for (size_t i = 0; i < finder->edges.size; i++) {
    bits_free(&finder->edges.data[i].now);
    bits_free(&finder->edges.data[i].next);
  }
  vec_free(&finder->edges);
  vec_free(&finder->candidates);
  vec_free(&finder->sides);
  vec_free(&finder->met);
}

/* Whether an edge with both is left. */
static SatResult query(Finder *finder, int a, int b) {
  sat_assume(finder->sat, a);
  sat_assume(finder->sat, b);
  return sat_solve(finder->sat, finder->budget);
}

/* ---- edges ----------------------------------------------------------------------------------- */

static void keep_edge(Finder *finder) {
  size_t count = finder->candidates.size;
  Edge edge = {bits_new(count), bits_new(count)};
  for (size_t i = 0; i < count; i++) {
    bits_put(&edge.now, i, sat_value(finder->sat, finder->candidates.data[i].now));
    bits_put(&edge.next, i, sat_value(finder->sat, finder->candidates.data[i].next));
  }
  vec_push(&finder->edges, edge);
}

/* Drops edges that cross the candidate's predicate, or that touch it. */
static void drop_edges(Finder *finder, size_t candidate, bool touching) {
  size_t kept = 0;
  for (size_t i = 0; i < finder->edges.size; i++) {
    Edge edge = finder->edges.data[i];
    bool now = bits_get(&edge.now, candidate), next = bits_get(&edge.next, candidate);
    if (touching ? now || next : now != next) {
      bits_free(&edge.now);
      bits_free(&edge.next);
    } else {
      finder->edges.data[kept++] = edge;
    }
  }
  finder->edges.size = kept;
}

static bool refuted(const Finder *finder, size_t candidate) {
  for (size_t i = finder->edges.size; i-- > 0;)
    if (bits_get(&finder->edges.data[i].now, candidate) &&
        !bits_get(&finder->edges.data[i].next, candidate))
      return true;
  return false;
}

/* ---- walls ----------------------------------------------------------------------------------- */

static void add_wall(Finder *finder, size_t i) {
  Stable *stable = finder->stable;
  Candidate *candidate = &finder->candidates.data[i];
  wall_rank_add(&stable->rank, finder->system->aig, candidate->predicate);
  vec_push(&stable->walls, candidate->predicate);
  sat_clause2(finder->sat, candidate->now, -candidate->next); /* the other way is known */
  vec_push(&finder->sides, i);
  vec_push(&finder->sides, i ^ 1);
  candidate->settled = finder->candidates.data[i ^ 1].settled = true;
  drop_edges(finder, i, false);
}

static SatResult try_candidate(Finder *finder, size_t i) {
  const Candidate *candidate = &finder->candidates.data[i];
  if (candidate->settled || refuted(finder, i)) return SAT_SATISFIABLE;
  SatResult result = query(finder, candidate->now, -candidate->next);
  if (result == SAT_SATISFIABLE) keep_edge(finder);
  if (result == SAT_UNSATISFIABLE) add_wall(finder, i);
  return result;
}

/* One sweep, up or down: the bits of a counter become walls in one of the two orders. */
static bool find_walls(Finder *finder, bool down) {
  size_t count = finder->candidates.size, before = finder->stable->walls.size;
  for (size_t k = 0; k < count; k++)
    if (try_candidate(finder, down ? count - 1 - k : k) == SAT_UNKNOWN) return false;
  return finder->stable->walls.size > before;
}

/* ---- closed sides ---------------------------------------------------------------------------- */

static void close_side(Finder *finder, size_t i, size_t condition) {
  Stable *stable = finder->stable;
  Aig *aig = finder->system->aig;
  const Candidate *side = &finder->candidates.data[i];
  Lit *missed = &stable->missed.data[condition];
  *missed = aig_or(aig, *missed, aig_and(aig, stable->rank.open, side->predicate));
  wall_rank_close(&stable->rank, aig, side->predicate);
  sat_clause1(finder->sat, -side->now);
  sat_clause1(finder->sat, -side->next);
  drop_edges(finder, i, true);
}

/* A condition that no edge on the side meets; the number of conditions if there is none. */
static size_t find_missed(Finder *finder, size_t side, SatResult *result) {
  for (size_t i = 0; i < finder->met.size; i++) {
    *result = query(finder, finder->candidates.data[side].now, finder->met.data[i]);
    if (*result != SAT_SATISFIABLE) return i;
  }
  return finder->met.size;
}

static bool close_sides(Finder *finder) {
  bool found = false;
  for (size_t i = 0; i < finder->sides.size;) {
    SatResult result = SAT_SATISFIABLE;
    size_t side = finder->sides.data[i], condition = find_missed(finder, side, &result);
    if (result == SAT_UNKNOWN) return false;
    if (result == SAT_UNSATISFIABLE) {
      close_side(finder, side, condition);
      finder->sides.data[i] = vec_last(&finder->sides);
      finder->sides.size--;
      found = true;
    } else {
      i++;
    }
  }
  return found;
}

Stable stable_find(System *system, const LitVec *conditions, Lit reachable, Budget *budget) {
  Stable stable = stable_none(conditions);
  Budget limited = budget_without_work(budget);
  limited.work = MOST_WORK;
  Finder finder = {
      .system = system, .conditions = conditions, .stable = &stable, .budget = &limited};
  open_finder(&finder, reachable);
  bool news = true, down = false;
  while (news && !budget_spent(&limited)) {
    news = find_walls(&finder, down);
    news = close_sides(&finder) || news;
    down = !down;
  }
  close_finder(&finder);
  budget_use(budget, limited.used);
  return stable;
}

Stable stable_none(const LitVec *conditions) {
  Stable stable = {.rank = wall_rank_new()};
  for (size_t i = 0; i < conditions->size; i++) vec_push(&stable.missed, LIT_FALSE);
  return stable;
}

void stable_free(Stable *stable) {
  vec_free(&stable->walls);
  wall_rank_free(&stable->rank);
  vec_free(&stable->missed);
}

Lit stable_arena(const Stable *stable, System *system) {
  Aig *aig = system->aig;
  LitVec all = {0};
  Lit *next = aig_map_new(aig);
  for (size_t i = 0; i < system->latches.size; i++)
    next[lit_node(system->latches.data[i].current)] = system->latches.data[i].next;
  vec_push(&all, stable->rank.open);
  /* The map has no room for nodes made on the way, but no root is one of them. */
  Lit open_next = aig_copy(aig, aig, stable->rank.open, next);
  vec_push(&all, open_next);
  for (size_t i = 0; i < stable->walls.size; i++) {
    Lit wall = stable->walls.data[i], wall_next = aig_copy(aig, aig, wall, next);
    vec_push(&all, aig_equal(aig, wall, wall_next));
  }
  Lit arena = aig_and_all(aig, all.data, all.size);
  vec_free(&all);
  mem_free(next);
  return arena;
}
