/* From R and the walls to a ranked witness circuit; docs/certificates.md has the proof.
 *
 * The rank of a state is that of the walls (engine/progress/wall_rank.h): along every edge in R it
 * grows, or it stays.
 *
 * What remains is to say, for each rank, which condition is missed on the edges that keep it. Pick
 * a state in R whose rank has no answer yet, and find a condition i such that no edge that keeps
 * this rank meets i at its start; the core over the entries of the rank is a cube of ranks for
 * which i is missed. There is such an i: if the state is on no closed side, by the last full
 * skeleton query; otherwise by the query that closed the first such side, since entries of later
 * walls are false there and do not matter.
 *
 * Most walls of a long search are not needed in the end, and a checker pays for each. An entry
 * is kept if a cube names it, if the query that justifies a cube needs that it stays the same,
 * or if the proof that a later kept entry does not decrease needs that; cores of these queries
 * say so, from the last entry to the first. Then the argument above holds for the entries that
 * are kept. */
#include "engine/fair/internal.h"

#include "base/clock.h"
#include "engine/progress/progress.h"

typedef struct {
  const Knowledge *knowledge;
  Lit part;    /* states outside of it, which no edge enters from there, do not matter */
  LitVec rank; /* entries, most significant first */
  Sat *edge_sat, *state_sat;
  Path edge, state;
  IntVec same;  /* by entry: implies that it is equal at both ends of the edge */
  int all_same; /* implies all of these */
  VEC(FairMissed) missed;
  Bits kept; /* entries that are needed */
} Certificate;

static LitVec rank_entries(const Knowledge *knowledge) {
  Aig *aig = knowledge->system->aig;
  WallRank rank = wall_rank_new();
  size_t closed = 0;
  for (size_t j = 0; j < knowledge->walls.size; j++) {
    const Wall *wall = knowledge->walls.data + j;
    for (; closed < wall->closed_before; closed++) {
      ClosedSide side = knowledge->closed.data[closed];
      Lit inside = knowledge->walls.data[side.wall].inside;
      wall_rank_close(&rank, aig, lit_not_if(inside, !side.inside));
    }
    wall_rank_add(&rank, aig, wall->inside);
  }
  return rank.entries;
}

/* The edges in R that keep the rank, and the states in R. */
static void open_solvers(Certificate *c) {
  const Knowledge *knowledge = c->knowledge;
  c->edge_sat = sat_new(SAT_LEAN);
  c->state_sat = sat_new(SAT_LEAN);
  path_open(&c->edge, knowledge->system, c->edge_sat, 2);
  path_open(&c->state, knowledge->system, c->state_sat, 1);
  for (size_t i = 0; i < knowledge->assertions.size; i++) {
    path_assert(&c->edge, knowledge->assertions.data[i].lit, 0);
    path_assert(&c->edge, knowledge->assertions.data[i].lit, 1);
    path_assert(&c->state, knowledge->assertions.data[i].lit, 0);
  }
  path_assert(&c->edge, c->part, 0);
  path_assert(&c->state, c->part, 0);
  c->all_same = sat_variable(c->edge_sat);
  for (size_t i = 0; i < c->rank.size; i++) {
    int now = path_literal(&c->edge, c->rank.data[i], 0);
    int next = path_literal(&c->edge, c->rank.data[i], 1);
    int same = sat_variable(c->edge_sat);
    sat_clause3(c->edge_sat, -same, -now, next);
    sat_clause3(c->edge_sat, -same, now, -next);
    sat_clause2(c->edge_sat, -c->all_same, same);
    vec_push(&c->same, same);
  }
}

static Lit entry_literal(const Certificate *c, uint32_t entry) {
  return lit_not_if(c->rank.data[entry / 2], entry & 1);
}

/* ---- covering all ranks ---- */

static void assume_cube(Certificate *c, size_t condition, const U32Vec *cube) {
  sat_assume(c->edge_sat, path_implies(&c->edge, c->knowledge->conditions.data[condition], 0));
  for (size_t i = 0; i < cube->size; i++)
    sat_assume(c->edge_sat, path_literal(&c->edge, entry_literal(c, cube->data[i]), 0));
}

/* Whether no edge that keeps a rank in the cube meets the condition; then the cube shrinks to
 * the core. */
static SatResult ask_missed(Certificate *c, size_t condition, U32Vec *cube, Budget *budget) {
  sat_assume(c->edge_sat, c->all_same);
  assume_cube(c, condition, cube);
  SatResult result = sat_solve(c->edge_sat, budget);
  if (result != SAT_UNSATISFIABLE) return result;
  size_t kept = 0;
  for (size_t i = 0; i < cube->size; i++)
    if (sat_failed(c->edge_sat, path_literal(&c->edge, entry_literal(c, cube->data[i]), 0)))
      cube->data[kept++] = cube->data[i];
  cube->size = kept;
  return result;
}

/* Drops entries, the latest walls first: a cube of few and early entries covers many ranks. The
 * solver decides on assumptions first, so a core alone may contain much that is not needed. */
static void shrink(Certificate *c, size_t condition, U32Vec *cube, Budget *budget) {
  U32Vec rest = {0};
  if (ask_missed(c, condition, &rest, budget) == SAT_UNSATISFIABLE) vec_clear(cube);
  for (size_t i = cube->size; i-- > 0;) {
    if (i >= cube->size) continue; /* went with an earlier core */
    vec_clear(&rest);
    for (size_t k = 0; k < cube->size; k++)
      if (k != i) vec_push(&rest, cube->data[k]);
    if (ask_missed(c, condition, &rest, budget) != SAT_UNSATISFIABLE) continue;
    vec_clear(cube);
    vec_append(cube, &rest);
  }
  vec_free(&rest);
}

/* Finds the condition that is missed at a rank and blocks the cube; false if there is none. */
static bool cover(Certificate *c, const Bits *rank, Budget *budget) {
  for (size_t i = 0; i < c->knowledge->conditions.size; i++) {
    FairMissed missed = {i, {0}};
    for (size_t k = 0; k < c->rank.size; k++)
      vec_push(&missed.entries, (uint32_t)(2 * k + !bits_get(rank, k)));
    SatResult result = ask_missed(c, i, &missed.entries, budget);
    if (result == SAT_UNSATISFIABLE) {
      shrink(c, i, &missed.entries, budget);
      IntVec clause = {0};
      for (size_t k = 0; k < missed.entries.size; k++) {
        Lit entry = entry_literal(c, missed.entries.data[k]);
        int literal = path_literal(&c->state, lit_not(entry), 0);
        vec_push(&clause, literal);
      }
      sat_clause(c->state_sat, clause.data, clause.size);
      vec_free(&clause);
      vec_push(&c->missed, missed);
      return true;
    }
    vec_free(&missed.entries);
    if (result == SAT_UNKNOWN) break;
  }
  return false;
}

static bool cover_all(Certificate *c, Budget *budget) {
  Bits rank = bits_new(c->rank.size);
  bool good = true;
  SatResult result = SAT_UNKNOWN;
  for (size_t i = 0; i < c->rank.size; i++) path_literal(&c->state, c->rank.data[i], 0);
  while (good && (result = sat_solve(c->state_sat, budget)) == SAT_SATISFIABLE) {
    for (size_t i = 0; i < c->rank.size; i++)
      bits_put(&rank, i, sat_value(c->state_sat, path_literal(&c->state, c->rank.data[i], 0)));
    good = cover(c, &rank, budget);
  }
  bits_free(&rank);
  return good && result == SAT_UNSATISFIABLE;
}

/* ---- what is needed ---- */

/* What one of the arguments assumes, apart from entries that stay the same. */
typedef void Claim(Certificate *c, size_t number);

static void claim_missed(Certificate *c, size_t number) {
  assume_cube(c, c->missed.data[number].condition, &c->missed.data[number].entries);
}

static void claim_decrease(Certificate *c, size_t number) {
  sat_assume(c->edge_sat, path_literal(&c->edge, c->rank.data[number], 0));
  sat_assume(c->edge_sat, -path_literal(&c->edge, c->rank.data[number], 1));
}

/* Keeps the entries before `end` that have to stay the same for the claim to be refuted: none
 * beyond those that are kept already, if that will do. */
static bool keep_support(Certificate *c, Claim *claim, size_t number, size_t end, Budget *budget) {
  for (int all = 0; all < 2; all++) {
    claim(c, number);
    for (size_t i = 0; i < end; i++)
      if (all || bits_get(&c->kept, i)) sat_assume(c->edge_sat, c->same.data[i]);
    SatResult result = sat_solve(c->edge_sat, budget);
    if (result == SAT_UNKNOWN) return false;
    if (result == SAT_SATISFIABLE) continue;
    for (size_t i = 0; all && i < end; i++)
      if (sat_failed(c->edge_sat, c->same.data[i])) bits_set(&c->kept, i);
    return true;
  }
  return false;
}

static bool keep_needed(Certificate *c, Budget *budget) {
  c->kept = bits_new(c->rank.size);
  for (size_t i = 0; i < c->missed.size; i++)
    for (size_t k = 0; k < c->missed.data[i].entries.size; k++)
      bits_set(&c->kept, c->missed.data[i].entries.data[k] / 2);
  bool good = true;
  for (size_t i = 0; good && i < c->missed.size; i++)
    good = keep_support(c, claim_missed, i, c->rank.size, budget);
  for (size_t i = c->rank.size; good && i-- > 0;)
    if (bits_get(&c->kept, i)) good = keep_support(c, claim_decrease, i, i, budget);
  return good;
}

/* ---- the circuit ---- */

/* The bad literal is not R; fresh inputs stand for the rank of the other moment; condition i is
 * missed if that rank is at most this one and the cubes of i say so. */
static Witness *write_witness(const Certificate *c, size_t conditions) {
  Lit *map;
  Witness *witness = witness_new(system_copy(c->knowledge->system, &map));
  Aig *aig = witness->circuit->aig;
  Lit reachable = LIT_TRUE;
  for (size_t i = 0; i < c->knowledge->assertions.size; i++)
    reachable = aig_and(aig, reachable, aig_map_lit(map, c->knowledge->assertions.data[i].lit));
  witness->bad = lit_not(reachable);
  LitVec rank = {0}, cube = {0}, missed = {0};
  for (size_t i = bits_next(&c->kept, 0); i < c->rank.size; i = bits_next(&c->kept, i + 1))
    vec_push(&rank, aig_map_lit(map, c->rank.data[i]));
  Lit below = rank_at_most(witness, &rank);
  vec_resize(&missed, conditions); /* each LIT_FALSE */
  for (size_t i = 0; i < c->missed.size; i++) {
    const FairMissed *one = c->missed.data + i;
    vec_clear(&cube);
    for (size_t k = 0; k < one->entries.size; k++)
      vec_push(&cube, aig_map_lit(map, entry_literal(c, one->entries.data[k])));
    Lit *all = missed.data + one->condition;
    *all = aig_or(aig, *all, aig_and_all(aig, cube.data, cube.size));
  }
  for (size_t i = 0; i < conditions; i++)
    vec_push(&witness->justice, lit_not(aig_and(aig, below, missed.data[i])));
  vec_free(&rank);
  vec_free(&cube);
  vec_free(&missed);
  mem_free(map);
  return witness;
}

/* ---- the two forms ---- */

static bool argue(Certificate *c, Budget *budget, FairStats *stats) {
  double start = clock_cpu();
  open_solvers(c);
  bool good = cover_all(c, budget) && keep_needed(c, budget);
  stats->certificate_cubes = c->missed.size;
  stats->certificate_walls = good ? bits_count(&c->kept) : 0;
  stats->seconds_certificate += clock_cpu() - start;
  return good;
}

static void certificate_close(Certificate *c) {
  for (size_t i = 0; i < c->missed.size; i++) vec_free(&c->missed.data[i].entries);
  vec_free(&c->missed);
  vec_free(&c->same);
  vec_free(&c->rank);
  bits_free(&c->kept);
  path_close(&c->edge);
  path_close(&c->state);
  sat_free(c->edge_sat);
  sat_free(c->state_sat);
}

Witness *certificate_build(const Knowledge *knowledge, const Task *task, Budget *budget,
                           FairStats *stats) {
  Certificate c = {.knowledge = knowledge, .part = LIT_TRUE, .rank = rank_entries(knowledge)};
  bool good = argue(&c, budget, stats);
  Witness *witness = good ? write_witness(&c, task->conditions.size) : NULL;
  certificate_close(&c);
  return witness;
}

/* The entries that are kept, and the cubes with their new numbers. */
static FairRanking *take_ranking(const Certificate *c) {
  FairRanking *ranking = mem_zalloc(sizeof *ranking);
  U32Vec place = {0};
  for (size_t i = 0; i < c->rank.size; i++) {
    vec_push(&place, (uint32_t)ranking->rank.size);
    if (bits_get(&c->kept, i)) vec_push(&ranking->rank, c->rank.data[i]);
  }
  for (size_t i = 0; i < c->missed.size; i++) {
    FairMissed missed = {c->missed.data[i].condition, {0}};
    for (size_t k = 0; k < c->missed.data[i].entries.size; k++) {
      uint32_t entry = c->missed.data[i].entries.data[k];
      vec_push(&missed.entries, 2 * place.data[entry / 2] + (entry & 1));
    }
    vec_push(&ranking->missed, missed);
  }
  vec_free(&place);
  return ranking;
}

FairRanking *certificate_ranking(const Knowledge *knowledge, Lit part, Budget *budget,
                                 FairStats *stats) {
  Certificate c = {.knowledge = knowledge, .part = part, .rank = rank_entries(knowledge)};
  FairRanking *ranking = argue(&c, budget, stats) ? take_ranking(&c) : NULL;
  certificate_close(&c);
  return ranking;
}

void ranking_clear(FairRanking *ranking) {
  for (size_t i = 0; i < ranking->missed.size; i++) vec_free(&ranking->missed.data[i].entries);
  vec_free(&ranking->missed);
  vec_free(&ranking->rank);
}
