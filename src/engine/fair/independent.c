/* Skeleton-independent proofs (III-E): predicates that are one-way on all edges inside arenas.
 *
 * One solver has a single edge, in R, that crosses no wall and keeps off closed sides. A predicate p for
 * which no such edge leads from p to not p is a wall (query 5). Candidates are, in this order, literals of
 * latches, the conditions themselves (a condition that is one-way is weak, and its other side closes at
 * once), and, if skeletons are left then, pairs of literals: x or y, x and y, x equals y. Literals are tried
 * from the last latch to
 * the first and back again in turn, so that a word's bits are met from the most significant down in either
 * layout: a counter falls in one sweep.
 *
 * Every edge that a query finds goes into a table, 64 to a word, as long as it stays inside an arena. It
 * refutes most candidates without a query. */
#include "engine/fair/internal.h"

#include "base/clock.h"

/* 64 edges; bit i of a word belongs to edge i. */
typedef struct {
  uint64_t *now, *next; /* by latch */
  uint64_t valid;
  unsigned count;
} Block;

struct Edges {
  const Knowledge *knowledge;
  Sat *sat;
  Path path; /* the two ends */
  int moves; /* implies that they differ */
  size_t assertions, walls, closed;
  VEC(Block) blocks;
  uint64_t *words; /* scratch for simulation */
  size_t words_size;
  size_t known; /* what was known when the table was looked through: walls and assertions */

  /* the search: for literals and for pairs, the place of the next candidate in the round, and how many
   * were tried since a wall was found */
  size_t literal, literals_since;
  bool upward;
  size_t a, b, kind; /* of a pair */
  size_t pairs_since;
};

Edges *edges_new(const Knowledge *knowledge) {
  Edges *edges = mem_zalloc(sizeof *edges);
  edges->knowledge = knowledge;
  edges->sat = sat_new(SAT_LEAN);
  path_open(&edges->path, knowledge->system, edges->sat, 2);
  edges->moves = path_differ(&edges->path, 0, 1);
  return edges;
}

void edges_free(Edges *edges) {
  for (size_t i = 0; i < edges->blocks.size; i++) {
    mem_free(edges->blocks.data[i].now);
    mem_free(edges->blocks.data[i].next);
  }
  vec_free(&edges->blocks);
  mem_free(edges->words);
  path_close(&edges->path);
  sat_free(edges->sat);
  mem_free(edges);
}

/* ---- the solver ---- */

static void inform(Edges *edges) {
  const Knowledge *knowledge = edges->knowledge;
  Path *path = &edges->path;
  for (; edges->assertions < knowledge->assertions.size; edges->assertions++)
    path_assert(path, knowledge->assertions.data[edges->assertions].lit, 0);
  for (; edges->walls < knowledge->walls.size; edges->walls++) {
    const Wall *wall = knowledge->walls.data + edges->walls;
    int choice = sat_variable(edges->sat);
    for (size_t k = 0; k < 2; k++) {
      sat_clause2(edges->sat, -choice, path_implies(path, wall->inside, k));
      sat_clause2(edges->sat, choice, path_implies(path, lit_not(wall->inside), k));
    }
  }
  for (; edges->closed < knowledge->closed.size; edges->closed++) {
    ClosedSide side = knowledge->closed.data[edges->closed];
    const Wall *wall = knowledge->walls.data + side.wall;
    path_assert(path, lit_not_if(wall->inside, side.inside), 0);
  }
}

/* ---- the table ---- */

static void remember(Edges *edges) {
  size_t latches = edges->knowledge->system->latches.size;
  if (!edges->blocks.size || vec_last(&edges->blocks).count == 64) {
    Block block = {mem_array(latches, sizeof(uint64_t)), mem_array(latches, sizeof(uint64_t)), 0, 0};
    vec_push(&edges->blocks, block);
  }
  Block *block = &vec_last(&edges->blocks);
  Bits now = bits_new(latches), next = bits_new(latches);
  path_latches(&edges->path, 0, &now);
  path_latches(&edges->path, 1, &next);
  for (size_t i = 0; i < latches; i++) {
    block->now[i] |= (uint64_t)bits_get(&now, i) << block->count;
    block->next[i] |= (uint64_t)bits_get(&next, i) << block->count;
  }
  block->valid |= (uint64_t)1 << block->count++;
  bits_free(&now);
  bits_free(&next);
}

/* Values of all gates over latches, 64 states at once. */
static void simulate(Edges *edges, const uint64_t *latches) {
  const System *system = edges->knowledge->system;
  if (edges->words_size < system->aig->size) {
    mem_free(edges->words);
    edges->words_size = system->aig->capacity;
    edges->words = mem_array(edges->words_size, sizeof(uint64_t));
  }
  for (size_t i = 0; i < system->latches.size; i++)
    edges->words[lit_node(system->latches.data[i].current)] = latches[i];
  aig_simulate(system->aig, edges->words);
}

/* Strikes out edges that what was learned since has excluded. */
static void revise(Edges *edges) {
  const Knowledge *knowledge = edges->knowledge;
  size_t known = knowledge->walls.size + knowledge->assertions.size + knowledge->closed.size;
  if (known == edges->known) return;
  edges->known = known;
  size_t walls = knowledge->walls.size;
  uint64_t *side = mem_array(walls + 1, sizeof *side);
  size_t kept = 0;
  for (size_t b = 0; b < edges->blocks.size; b++) {
    Block *block = edges->blocks.data + b;
    simulate(edges, block->now);
    for (size_t i = 0; i < knowledge->assertions.size; i++)
      block->valid &= aig_word(edges->words, knowledge->assertions.data[i].lit);
    for (size_t i = 0; i < walls; i++) {
      const Wall *wall = knowledge->walls.data + i;
      side[i] = aig_word(edges->words, wall->inside);
      if (wall->inside_closed) block->valid &= ~side[i];
      if (wall->outside_closed) block->valid &= side[i];
    }
    simulate(edges, block->next);
    for (size_t i = 0; i < walls; i++)
      block->valid &= ~(aig_word(edges->words, knowledge->walls.data[i].inside) ^ side[i]);
    if (block->valid) {
      edges->blocks.data[kept++] = *block;
    } else {
      mem_free(block->now);
      mem_free(block->next);
    }
  }
  edges->blocks.size = kept;
  mem_free(side);
}

/* ---- queries ---- */

static SatResult solve(Edges *edges, Budget *budget) {
  SatResult result = sat_solve(edges->sat, budget);
  if (result == SAT_SATISFIABLE) remember(edges);
  return result;
}

SatResult edges_cross(Edges *edges, Lit from, Lit to, Budget *budget) {
  inform(edges);
  int a = path_implies(&edges->path, from, 0), b = path_implies(&edges->path, to, 1);
  sat_assume(edges->sat, a);
  sat_assume(edges->sat, b);
  return solve(edges, budget);
}

SatResult edges_touch(Edges *edges, LitVec *cube, bool backward, bool moving, Budget *budget) {
  inform(edges);
  if (moving) sat_assume(edges->sat, edges->moves);
  for (size_t i = 0; i < cube->size; i++)
    sat_assume(edges->sat, path_literal(&edges->path, cube->data[i], backward));
  SatResult result = solve(edges, budget);
  if (result != SAT_UNSATISFIABLE) return result;
  size_t kept = 0;
  for (size_t i = 0; i < cube->size; i++)
    if (sat_failed(edges->sat, path_literal(&edges->path, cube->data[i], backward)))
      cube->data[kept++] = cube->data[i];
  cube->size = kept;
  return result;
}

/* ---- candidates ---- */

/* A predicate of at most two literals. */
typedef struct {
  enum { CANDIDATE_LITERAL, CANDIDATE_OR, CANDIDATE_AND, CANDIDATE_EQUAL } form;
  size_t a, b; /* latches */
  bool negate_a, negate_b;
} Candidate;

static uint64_t candidate_word(const Candidate *c, const uint64_t *latches) {
  uint64_t a = latches[c->a] ^ -(uint64_t)c->negate_a, b = latches[c->b] ^ -(uint64_t)c->negate_b;
  switch (c->form) {
  case CANDIDATE_LITERAL: return a;
  case CANDIDATE_OR: return a | b;
  case CANDIDATE_AND: return a & b;
  case CANDIDATE_EQUAL: return ~(a ^ b);
  }
  return 0;
}

/* Whether an edge of the table leads out of the candidate; whether one crosses it at all. */
static bool refuted(const Edges *edges, const Candidate *c) {
  for (size_t i = 0; i < edges->blocks.size; i++) {
    const Block *block = edges->blocks.data + i;
    if (block->valid & candidate_word(c, block->now) & ~candidate_word(c, block->next)) return true;
  }
  return false;
}

static void add_clause(ClauseVec *clauses, Lit a, Lit b) {
  vec_push(clauses, clause_new((Lit[]){a, b}, a == b ? 1 : 2));
}

static ClauseVec candidate_clauses(const Edges *edges, const Candidate *c) {
  const LatchVec *latches = &edges->knowledge->system->latches;
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

/* Whether the predicate is a wall worth having: one-way, and crossed by some edge. Where skeletons have
 * several states, a predicate that no edge crosses tells states apart: with `apart` it counts, too, if there
 * are edges on both sides. */
static bool is_wall(Edges *edges, Lit p, bool apart, Budget *budget, FairStats *stats) {
  stats->independent_queries++;
  if (edges_cross(edges, p, lit_not(p), budget) != SAT_UNSATISFIABLE) return false;
  if (edges_cross(edges, lit_not(p), p, budget) == SAT_SATISFIABLE) return true;
  return apart && edges->knowledge->conditions.size > 1 &&
         edges_cross(edges, p, p, budget) == SAT_SATISFIABLE &&
         edges_cross(edges, lit_not(p), lit_not(p), budget) == SAT_SATISFIABLE;
}

static bool already_wall(const Edges *edges, Lit p) {
  for (size_t i = 0; i < edges->knowledge->walls.size; i++)
    if (lit_node(edges->knowledge->walls.data[i].inside) == lit_node(p)) return true;
  return false;
}

static bool try_candidate(Edges *edges, const Candidate *c, Budget *budget, FairStats *stats,
                          ClauseVec *clauses, Lit *predicate) {
  if (refuted(edges, c)) return false;
  *clauses = candidate_clauses(edges, c);
  *predicate = clauses_build(edges->knowledge->system->aig, clauses);
  if (!already_wall(edges, *predicate) &&
      is_wall(edges, *predicate, c->form == CANDIDATE_LITERAL, budget, stats))
    return true;
  clauses_free(clauses);
  return false;
}

/* Literals of latches, sweeping down and up in turn. */
static bool next_literal(Edges *edges, Budget *budget, FairStats *stats, ClauseVec *clauses,
                         Lit *predicate) {
  size_t n = edges->knowledge->system->latches.size;
  bool found = false;
  for (; !found && edges->literals_since < 4 * n && !budget_spent(budget); edges->literals_since++) {
    if (edges->literal >= 2 * n) {
      edges->literal = 0;
      edges->upward = !edges->upward;
    }
    size_t latch = edges->upward ? edges->literal / 2 : n - 1 - edges->literal / 2;
    Candidate c = {CANDIDATE_LITERAL, latch, latch, edges->literal % 2, edges->literal % 2};
    found = try_candidate(edges, &c, budget, stats, clauses, predicate);
    edges->literal++;
  }
  return found;
}

static bool next_condition(Edges *edges, Budget *budget, FairStats *stats, Lit *predicate) {
  const Knowledge *knowledge = edges->knowledge;
  for (size_t k = 0; k < 2 * knowledge->conditions.size && !budget_spent(budget); k++) {
    if (bits_get(&knowledge->reads_inputs, k / 2)) continue;
    *predicate = lit_not_if(knowledge->conditions.data[k / 2], k % 2);
    if (lit_node(*predicate) && !already_wall(edges, *predicate) &&
        is_wall(edges, *predicate, true, budget, stats))
      return true;
  }
  return false;
}

/* Pairs of latches, ten predicates each, round and round. */
static bool next_pair(Edges *edges, Budget *budget, FairStats *stats, ClauseVec *clauses,
                      Lit *predicate) {
  enum { KINDS = 10, MOST_QUERIES = 3000 };
  size_t n = edges->knowledge->system->latches.size;
  size_t all = n < 2 ? 0 : n * (n - 1) / 2 * KINDS;
  uint64_t stop = stats->independent_queries + MOST_QUERIES;
  bool found = false;
  for (; !found && edges->pairs_since < all && !budget_spent(budget); edges->pairs_since++) {
    if (stats->independent_queries >= stop) edges->pairs_since = all; /* enough for now */
    if (++edges->kind >= KINDS) {
      edges->kind = 0;
      if (++edges->b >= edges->a) edges->a = edges->a + 1 < n ? edges->a + 1 : 1, edges->b = 0;
    }
    if (!edges->a) edges->a = 1;
    size_t kind = edges->kind;
    Candidate c = {.form = kind < 4 ? CANDIDATE_OR : kind < 8 ? CANDIDATE_AND : CANDIDATE_EQUAL,
                   .a = edges->a,
                   .b = edges->b,
                   .negate_a = kind & 1,
                   .negate_b = kind < 8 && (kind & 2)};
    found = try_candidate(edges, &c, budget, stats, clauses, predicate);
  }
  return found;
}

bool independent_next(Edges *edges, bool pairs, Budget *budget, FairStats *stats,
                      ClauseVec *clauses, Lit *predicate) {
  double start = clock_cpu();
  *clauses = (ClauseVec){0};
  inform(edges);
  size_t before = edges->known;
  revise(edges);
  if (edges->known != before) edges->literals_since = edges->pairs_since = 0;
  bool found = pairs ? next_pair(edges, budget, stats, clauses, predicate)
                     : next_literal(edges, budget, stats, clauses, predicate) ||
                           next_condition(edges, budget, stats, predicate);
  stats->seconds_independent += clock_cpu() - start;
  return found;
}
