#include "engine/bmc/duel.h"

#include "base/memory.h"

enum {
  SIDES = 2,
  WORK_PER_VARIABLE = 8,
  PATIENCE = 4 /* so many times the work of the last answer before the other one comes */
};

/* Of a unit of work the second one makes some three times as much time as the first one does. */
static const struct {
  SatKind kind;
  uint64_t price;
} solvers[SIDES] = {{SAT_LEAN, 1}, {SAT_REFUTER, 3}};

struct Duel {
  const System *system;
  const LitVec *conditions; /* of lassos; NULL: bad steps */
  Lit bad;
  SearchPace pace;
  Search *sides[SIDES]; /* NULL: not needed yet */
  ClauseVec known;      /* owns copies */
  size_t side;          /* whose turn it is */
  uint64_t least;       /* work of a turn */
  uint64_t turn, used;  /* work that it may do, and has done */
};

static Search *side(Duel *duel) {
  Search **search = duel->sides + duel->side;
  if (*search) return *search;
  SearchPace pace = duel->pace;
  pace.solver = solvers[duel->side].kind;
  *search = duel->conditions ? bmc_search_new_lasso(duel->system, duel->conditions, pace)
                             : bmc_search_new_bad(duel->system, duel->bad, pace);
  bmc_search_know(*search, &duel->known);
  return *search;
}

static Duel *duel_new(const System *system, SearchPace pace, uint64_t turn) {
  Duel *duel = mem_zalloc(sizeof *duel);
  duel->system = system;
  duel->pace = pace;
  duel->least = duel->turn = turn;
  return duel;
}

Duel *duel_new_bad(const System *system, Lit bad, SearchPace pace, uint64_t turn) {
  Duel *duel = duel_new(system, pace, turn);
  duel->bad = bad;
  return duel;
}

Duel *duel_new_lasso(const System *system, const LitVec *conditions, SearchPace pace,
                     uint64_t turn) {
  Duel *duel = duel_new(system, pace, turn);
  duel->conditions = conditions;
  return duel;
}

void duel_free(Duel *duel) {
  if (!duel) return;
  for (size_t i = 0; i < SIDES; i++) bmc_search_free(duel->sides[i]);
  clauses_free(&duel->known);
  mem_free(duel);
}

void duel_know(Duel *duel, const ClauseVec *clauses) {
  for (size_t i = 0; i < clauses->size; i++) vec_push(&duel->known, clause_copy(clauses->data[i]));
  for (size_t i = 0; i < SIDES; i++)
    if (duel->sides[i]) bmc_search_know(duel->sides[i], clauses);
}

size_t duel_refuted(const Duel *duel) {
  size_t most = 0;
  for (size_t i = 0; i < SIDES; i++) {
    size_t refuted = duel->sides[i] ? bmc_search_refuted(duel->sides[i]) : 0;
    if (refuted > most) most = refuted;
  }
  return most;
}

Trace *duel_take_trace(Duel *duel) { return bmc_search_take_trace(side(duel)); }

void duel_statistics(const Duel *duel, Stats *stats) {
  for (size_t i = 0; i < SIDES; i++)
    if (duel->sides[i])
      stats_collect(stats, sat_stat_fields, sat_stat_field_count,
                    bmc_search_sat_stats(duel->sides[i]));
}

/* Even an easy question takes work that grows with its size: for that alone nobody is called who
 * would have to write it down first, too. */
static uint64_t turn_of(const Duel *duel, Search *search) {
  return duel->turn + WORK_PER_VARIABLE * bmc_search_sat_stats(search)->variables;
}

SatResult duel_run(Duel *duel, size_t limit, Budget *budget) {
  while (!budget_spent(budget)) {
    Search *search = side(duel);
    uint64_t price = solvers[duel->side].price;
    bmc_search_catch_up(search, duel_refuted(duel), budget);
    Budget slice = budget_slice(budget, 1 + (turn_of(duel, search) - duel->used) / price);
    SatResult result = bmc_search_run(search, limit, &slice);
    duel->used += slice.used * price;
    if (result != SAT_UNKNOWN) {
      uint64_t patient = PATIENCE * duel->used;
      duel->turn = patient > duel->least ? patient : duel->least;
      duel->used = 0;
      return result;
    }
    if (duel->used < turn_of(duel, search)) continue;
    duel->side = (duel->side + 1) % SIDES;
    duel->used = 0;
    if (!duel->side) duel->turn *= 2;
  }
  return SAT_UNKNOWN;
}
