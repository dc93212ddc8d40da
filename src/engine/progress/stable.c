/* See stable.h. One solver holds an edge: the invariant and the constraints at both ends, the walls
 * equal at both ends, no closed side at either; it only gets stronger. A candidate p is a wall if the
 * edge cannot leave it. Literals of latches and the conditions themselves are tried, round after
 * round, until nothing new is found: a counter of n bits takes n rounds in the worst order. An answer
 * that refutes one candidate refutes others, which are not asked about again in this round. */
#include "engine/progress/stable.h"

#include "logic/cnf.h"
#include "system/unroll.h"

typedef struct {
  Lit predicate;
  int now, next; /* solver literals at both ends */
  bool refuted;  /* in this round */
} Candidate;

typedef struct {
  Lit side;
  int now, next; /* solver literals at both ends */
} Side;

typedef struct {
  System *system;
  const LitVec *conditions;
  Stable *stable;
  Unroll *unroll;
  Sat *sat;
  Cnf *cnf;
  VEC(Candidate) candidates;
  VEC(Side) sides; /* not closed yet */
  IntVec met;      /* by condition, at the start of the edge */
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
  finder->sat = sat_new(SAT_LEAN);
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

static void refute_more(Finder *finder) {
  for (size_t i = 0; i < finder->candidates.size; i++) {
    Candidate *candidate = &finder->candidates.data[i];
    if (sat_value(finder->sat, candidate->now) && !sat_value(finder->sat, candidate->next))
      candidate->refuted = true;
  }
}

static void add_wall(Finder *finder, const Candidate *candidate) {
  Stable *stable = finder->stable;
  Lit wall = candidate->predicate;
  Lit entry = aig_and(finder->system->aig, stable->open, wall);
  vec_push(&stable->walls, wall);
  vec_push(&stable->rank, entry);
  sat_clause2(finder->sat, candidate->now, -candidate->next); /* the other way is known */
  vec_push(&finder->sides, ((Side){wall, candidate->now, candidate->next}));
  vec_push(&finder->sides, ((Side){lit_not(wall), -candidate->now, -candidate->next}));
}

/* Removes candidate i and its negation, which stand side by side. */
static void remove_pair(Finder *finder, size_t i) {
  size_t first = i & ~(size_t)1;
  finder->candidates.size -= 2;
  for (size_t k = 0; k < 2; k++)
    finder->candidates.data[first + k] = finder->candidates.data[finder->candidates.size + k];
}

static bool find_walls(Finder *finder) {
  bool found = false;
  for (size_t i = 0; i < finder->candidates.size; i++) finder->candidates.data[i].refuted = false;
  for (size_t i = 0; i < finder->candidates.size;) {
    Candidate candidate = finder->candidates.data[i];
    SatResult result = candidate.refuted ? SAT_SATISFIABLE
                                         : query(finder, candidate.now, -candidate.next);
    if (result == SAT_UNKNOWN) return false;
    if (result == SAT_UNSATISFIABLE) {
      add_wall(finder, &candidate);
      remove_pair(finder, i);
      i &= ~(size_t)1;
      found = true;
    } else {
      if (!candidate.refuted) refute_more(finder);
      i++;
    }
  }
  return found;
}

static void close_side(Finder *finder, const Side *side, size_t condition) {
  Stable *stable = finder->stable;
  Aig *aig = finder->system->aig;
  Lit *missed = &stable->missed.data[condition];
  *missed = aig_or(aig, *missed, aig_and(aig, stable->open, side->side));
  stable->open = aig_and(aig, stable->open, lit_not(side->side));
  sat_clause1(finder->sat, -side->now);
  sat_clause1(finder->sat, -side->next);
}

static bool close_sides(Finder *finder) {
  bool found = false;
  for (size_t i = 0; i < finder->sides.size;) {
    Side side = finder->sides.data[i];
    size_t condition = 0;
    SatResult result = SAT_SATISFIABLE;
    for (; condition < finder->met.size && result == SAT_SATISFIABLE; condition++)
      result = query(finder, side.now, finder->met.data[condition]);
    if (result == SAT_UNKNOWN) return false;
    if (result == SAT_UNSATISFIABLE) {
      close_side(finder, &side, condition - 1);
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
  Stable stable = {.open = LIT_TRUE};
  for (size_t i = 0; i < conditions->size; i++) vec_push(&stable.missed, LIT_FALSE);
  Finder finder = {
      .system = system, .conditions = conditions, .stable = &stable, .budget = budget};
  open_finder(&finder, reachable);
  bool walls = true, sides = true;
  while ((walls || sides) && !budget_spent(budget)) {
    walls = find_walls(&finder);
    sides = close_sides(&finder);
  }
  close_finder(&finder);
  return stable;
}

void stable_free(Stable *stable) {
  vec_free(&stable->walls);
  vec_free(&stable->rank);
  vec_free(&stable->missed);
}

static void map_all(LitVec *lits, const Lit *map) {
  for (size_t i = 0; i < lits->size; i++) lits->data[i] = aig_map_lit(map, lits->data[i]);
}

void stable_map(Stable *stable, const Lit *map) {
  map_all(&stable->walls, map);
  map_all(&stable->rank, map);
  stable->open = aig_map_lit(map, stable->open);
  map_all(&stable->missed, map);
}

Lit stable_arena(const Stable *stable, System *system) {
  Aig *aig = system->aig;
  LitVec all = {0};
  Lit *next = aig_map_new(aig);
  for (size_t i = 0; i < system->latches.size; i++)
    next[lit_node(system->latches.data[i].current)] = system->latches.data[i].next;
  vec_push(&all, stable->open);
  /* The map has no room for nodes made on the way, but no root is one of them. */
  Lit open_next = aig_copy(aig, aig, stable->open, next);
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
