/* Skeleton-independent proofs (III-E): predicates that are one-way on all edges inside arenas.
 *
 * A predicate p for which no such edge leads from p to not p is a wall (query 5). Candidates
 * are, in this order, literals of latches, the conditions themselves (a condition that is
 * one-way is weak, and its other side closes at once), once there is a skeleton gates of the
 * task (gates.c), and after its queries pairs of literals: x or y, x and y, x equals y. Literals
 * are tried from the last latch to the first and back again in turn, so that a word's bits are
 * met from the most significant down in either layout: a counter falls in one sweep. */
#include "engine/fair/internal.h"

#include "base/clock.h"

struct Independent {
  const Knowledge *knowledge;
  Edges *edges;
  size_t known; /* how much was known in the last round: with more, rounds begin again */
  /* for literals and for pairs, the place of the next candidate in the round, and how many were
   * tried since a wall was found */
  size_t literal, literals_since;
  bool upward;
  size_t condition_walls,
      condition_assertions; /* that were known in the last round of conditions */
  size_t a, b, kind;        /* of a pair */
  size_t pairs_since;
  size_t gate, gates_since;
  /* queries for a round: less after rounds that found nothing */
  uint64_t gate_allowance, pair_allowance;
};

enum { LEAST_ALLOWANCE = 32, MOST_ALLOWANCE = 4096 };

Independent *independent_new(const Knowledge *knowledge, Edges *edges) {
  Independent *independent = mem_zalloc(sizeof *independent);
  independent->knowledge = knowledge;
  independent->edges = edges;
  independent->gate_allowance = independent->pair_allowance = MOST_ALLOWANCE;
  independent->condition_walls = SIZE_MAX; /* no round yet */
  return independent;
}

void independent_free(Independent *independent) { mem_free(independent); }

void independent_renew(Independent *independent) {
  independent->pair_allowance = MOST_ALLOWANCE;
  independent->pairs_since = 0;
}

/* ---- candidates ---- */

static void add_clause(ClauseVec *clauses, Lit a, Lit b) {
  vec_push(clauses, clause_new((Lit[]){a, b}, a == b ? 1 : 2));
}

static ClauseVec candidate_clauses(const Independent *search, const Candidate *c) {
  const LatchVec *latches = &search->knowledge->system->latches;
  Lit a = lit_not_if(latches->data[c->a].current, c->negate_a);
  Lit b = lit_not_if(latches->data[c->b].current, c->negate_b);
  ClauseVec clauses = {0};
  switch (c->form) {
  case CANDIDATE_LITERAL: add_clause(&clauses, a, a); break;
  case CANDIDATE_OR: add_clause(&clauses, a, b); break;
  case CANDIDATE_AND:
    add_clause(&clauses, a, a);
    add_clause(&clauses, b, b);
    break;
  case CANDIDATE_EQUAL:
    add_clause(&clauses, a, lit_not(b));
    add_clause(&clauses, lit_not(a), b);
    break;
  }
  return clauses;
}

/* Whether the predicate is a wall worth having: one-way, and crossed by some edge. Where
 * skeletons have several states, a predicate that no edge crosses tells states apart: with
 * `apart` it counts, too, if there are edges on both sides. */
static bool is_wall(Independent *search, Lit p, bool apart, Budget *budget, FairStats *stats) {
  stats->independent_queries++;
  if (edges_cross(search->edges, p, lit_not(p), budget) != SAT_UNSATISFIABLE) return false;
  if (edges_cross(search->edges, lit_not(p), p, budget) == SAT_SATISFIABLE) return true;
  return apart && search->knowledge->conditions.size > 1 &&
         edges_cross(search->edges, p, p, budget) == SAT_SATISFIABLE &&
         edges_cross(search->edges, lit_not(p), lit_not(p), budget) == SAT_SATISFIABLE;
}

static bool already_wall(const Independent *search, Lit p) {
  for (size_t i = 0; i < search->knowledge->walls.size; i++)
    if (lit_node(search->knowledge->walls.data[i].inside) == lit_node(p)) return true;
  return false;
}

static bool try_candidate(Independent *search, const Candidate *c, Budget *budget, FairStats *stats,
                          ClauseVec *clauses, Lit *predicate) {
  if (edges_refute(search->edges, c)) return false;
  *clauses = candidate_clauses(search, c);
  *predicate = clauses_build(search->knowledge->system->aig, clauses);
  if (!already_wall(search, *predicate) &&
      is_wall(search, *predicate, c->form == CANDIDATE_LITERAL, budget, stats))
    return true;
  clauses_free(clauses);
  return false;
}

static void adapt(uint64_t *allowance, bool found) {
  if (found && *allowance < MOST_ALLOWANCE) *allowance *= 2;
  if (!found && *allowance > LEAST_ALLOWANCE) *allowance /= 2;
}

/* Literals of latches, sweeping down and up in turn. */
static bool next_literal(Independent *search, Budget *budget, FairStats *stats, ClauseVec *clauses,
                         Lit *predicate) {
  size_t n = search->knowledge->system->latches.size;
  bool found = false;
  for (; !found && search->literals_since < 4 * n && !budget_spent(budget);
       search->literals_since++) {
    if (search->literal >= 2 * n) {
      search->literal = 0;
      search->upward = !search->upward;
    }
    size_t latch = search->upward ? search->literal / 2 : n - 1 - search->literal / 2;
    Candidate c = {CANDIDATE_LITERAL, latch, latch, search->literal % 2, search->literal % 2};
    found = try_candidate(search, &c, budget, stats, clauses, predicate);
    search->literal++;
  }
  return found;
}

static bool next_condition(Independent *search, Budget *budget, FairStats *stats, Lit *predicate) {
  const Knowledge *knowledge = search->knowledge;
  /* No table refutes conditions, so after assertions alone they are tried again only now and
   * then. */
  if (knowledge->walls.size == search->condition_walls &&
      knowledge->assertions.size < search->condition_assertions * 5 / 4 + 4)
    return false;
  for (size_t k = 0; k < 2 * knowledge->conditions.size && !budget_spent(budget); k++) {
    if (bits_get(&knowledge->reads_inputs, k / 2)) continue;
    *predicate = lit_not_if(knowledge->conditions.data[k / 2], k % 2);
    if (lit_node(*predicate) && !already_wall(search, *predicate) &&
        is_wall(search, *predicate, true, budget, stats))
      return true;
  }
  search->condition_walls = knowledge->walls.size;
  search->condition_assertions = knowledge->assertions.size;
  return false;
}

/* By node: whether it is a wall or made of walls, so that no edge inside an arena changes it. */
static Bits settled_nodes(const Independent *search) {
  const Aig *aig = search->knowledge->system->aig;
  Bits settled = bits_new(aig->size);
  bits_set(&settled, 0);
  for (size_t i = 0; i < search->knowledge->walls.size; i++)
    bits_set(&settled, lit_node(search->knowledge->walls.data[i].inside));
  for (uint32_t node = 1; node < aig->size; node++)
    if (aig_is_and(aig, node) && bits_get(&settled, lit_node(aig->nodes[node].left)) &&
        bits_get(&settled, lit_node(aig->nodes[node].right)))
      bits_set(&settled, node);
  return settled;
}

/* Gates and their negations, round and round. */
static bool next_gate(Independent *search, Budget *budget, FairStats *stats, Lit *predicate) {
  enum { RENEW = 8 }; /* queries after which the table is asked again */
  const LitVec *gates = &search->knowledge->gates;
  size_t all = 2 * gates->size;
  uint64_t start = stats->independent_queries, renew = start, looked = 0;
  Bits refuted = bits_new(all), settled = settled_nodes(search);
  bool found = false;
  for (; !found && search->gates_since < all && !budget_spent(budget); search->gates_since++) {
    if (stats->independent_queries >= start + search->gate_allowance) search->gates_since = all;
    if (stats->independent_queries >= renew) {
      looked = edges_refute_gates(search->edges, looked, &refuted);
      renew = stats->independent_queries + RENEW;
    }
    size_t i = search->gate++ % all;
    *predicate = lit_not_if(gates->data[i / 2], i % 2);
    found = !bits_get(&refuted, i) && !bits_get(&settled, lit_node(*predicate)) &&
            is_wall(search, *predicate, true, budget, stats);
  }
  bits_free(&refuted);
  bits_free(&settled);
  adapt(&search->gate_allowance, found);
  return found;
}

/* Pairs of latches, ten predicates each, round and round. */
static bool next_pair(Independent *search, Budget *budget, FairStats *stats, ClauseVec *clauses,
                      Lit *predicate) {
  enum { KINDS = 10 };
  size_t n = search->knowledge->system->latches.size;
  size_t all = n < 2 ? 0 : n * (n - 1) / 2 * KINDS;
  uint64_t stop = stats->independent_queries + search->pair_allowance;
  bool found = false;
  for (; !found && search->pairs_since < all && !budget_spent(budget); search->pairs_since++) {
    if (stats->independent_queries >= stop) search->pairs_since = all; /* enough for now */
    if (++search->kind >= KINDS) {
      search->kind = 0;
      if (++search->b >= search->a)
        search->a = search->a + 1 < n ? search->a + 1 : 1, search->b = 0;
    }
    if (!search->a) search->a = 1;
    size_t kind = search->kind;
    Candidate c = {.form = kind < 4   ? CANDIDATE_OR
                           : kind < 8 ? CANDIDATE_AND
                                      : CANDIDATE_EQUAL,
                   .a = search->a,
                   .b = search->b,
                   .negate_a = kind & 1,
                   .negate_b = kind < 8 && (kind & 2)};
    found = try_candidate(search, &c, budget, stats, clauses, predicate);
  }
  adapt(&search->pair_allowance, found);
  return found;
}

bool independent_next(Independent *search, Stage stage, Budget *budget, FairStats *stats,
                      ClauseVec *clauses, Lit *predicate) {
  double start = clock_cpu();
  *clauses = (ClauseVec){0};
  const Knowledge *knowledge = search->knowledge;
  size_t known = knowledge->assertions.size + knowledge->walls.size + knowledge->closed.size;
  if (known != search->known)
    search->literals_since = search->gates_since = search->pairs_since = 0;
  search->known = known;
  edges_revise(search->edges);
  bool found = false;
  switch (stage) {
  case STAGE_LITERALS:
    found = next_literal(search, budget, stats, clauses, predicate) ||
            next_condition(search, budget, stats, predicate);
    break;
  case STAGE_GATES: found = next_gate(search, budget, stats, predicate); break;
  case STAGE_PAIRS: found = next_pair(search, budget, stats, clauses, predicate); break;
  case STAGE_DONE: break;
  }
  stats->seconds_independent += clock_cpu() - start;
  return found;
}
