#include "engine/bmc/relay.h"

#include "base/memory.h"

enum { WORK_PER_VARIABLE = 8, FEW_STEPS = 16, SCOUT_STRIDE = 8 };

struct Relay {
  const System *system;
  const LitVec *conditions; /* of lassos; NULL: bad steps */
  Lit bad;
  SearchPace pace;
  Search *search, *scout; /* the second: once it was handed over, perhaps */
  Search *found;          /* who has found a violation */
  bool handed_over;
  size_t refuted;                   /* before it was */
  SatStats first;                   /* the statistics of then */
  ClauseVec known;                  /* until then; owns copies */
  uint64_t turn, spent;             /* work that is not hard, and work for the present question */
  uint64_t search_work, scout_work; /* since it was handed over */
};

/* Hard questions are few: their frames are worth sweeping, and one about two steps is easier than
 * two about one; but where there are few steps, one more or less is something. */
static SearchPace pace_of_hard_questions(SearchPace pace) {
  pace.solver = SAT_CADICAL;
  pace.sweep = true;
  if (pace.stride > 1 || pace.doubling) return pace; /* as it was asked for */
  pace.stride = 2;
  pace.from = FEW_STEPS;
  return pace;
}

/* Of lassos a long one is often easier to find than it is to see that there is no shorter one: so a
 * scout goes ahead in strides that double. What it finds is shortened until either of the two has
 * shown that there is nothing below. */
static bool wants_scout(const Relay *relay) {
  return relay->conditions && relay->pace.stride == 1 && !relay->pace.doubling;
}

static SearchPace pace_of_scout(void) {
  return (SearchPace){
      .stride = SCOUT_STRIDE, .doubling = true, .solver = SAT_CADICAL, .sweep = true};
}

static Search *open_search(const Relay *relay, SearchPace pace) {
  return relay->conditions ? bmc_search_new_lasso(relay->system, relay->conditions, pace)
                           : bmc_search_new_bad(relay->system, relay->bad, pace);
}

Relay *relay_new_bad(const System *system, Lit bad, SearchPace pace, uint64_t turn) {
  Relay *relay = mem_zalloc(sizeof *relay);
  pace.solver = SAT_LEAN;
  *relay = (Relay){.system = system, .bad = bad, .pace = pace, .turn = turn};
  relay->search = open_search(relay, pace);
  return relay;
}

Relay *relay_new_lasso(const System *system, const LitVec *conditions, SearchPace pace,
                       uint64_t turn) {
  Relay *relay = mem_zalloc(sizeof *relay);
  pace.solver = SAT_LEAN;
  *relay = (Relay){.system = system, .conditions = conditions, .pace = pace, .turn = turn};
  relay->search = open_search(relay, pace);
  return relay;
}

void relay_free(Relay *relay) {
  if (!relay) return;
  bmc_search_free(relay->search);
  bmc_search_free(relay->scout);
  clauses_free(&relay->known);
  mem_free(relay);
}

void relay_know(Relay *relay, const ClauseVec *clauses) {
  bmc_search_know(relay->search, clauses);
  if (relay->scout) bmc_search_know(relay->scout, clauses);
  for (size_t i = 0; i < clauses->size && !relay->handed_over; i++)
    vec_push(&relay->known, clause_copy(clauses->data[i]));
}

size_t relay_refuted(const Relay *relay) {
  size_t refuted = relay->refuted, own = bmc_search_refuted(relay->search);
  size_t ahead = relay->scout ? bmc_search_refuted(relay->scout) : 0;
  if (own > refuted) refuted = own;
  return ahead > refuted ? ahead : refuted;
}

Trace *relay_take_trace(Relay *relay) {
  return bmc_search_take_trace(relay->found ? relay->found : relay->search);
}

void relay_statistics(const Relay *relay, Stats *stats) {
  if (relay->handed_over)
    stats_collect(stats, sat_stat_fields, sat_stat_field_count, &relay->first);
  stats_collect(stats, sat_stat_fields, sat_stat_field_count, bmc_search_sat_stats(relay->search));
  if (relay->scout)
    stats_collect(stats, sat_stat_fields, sat_stat_field_count, bmc_search_sat_stats(relay->scout));
}

/* ---- handing over ---- */

/* The work from which on a question is hard: even an easy one takes work that grows with its size.
 */
static uint64_t hard(const Relay *relay) {
  return relay->turn + WORK_PER_VARIABLE * bmc_search_sat_stats(relay->search)->variables;
}

static void hand_over(Relay *relay) {
  relay->handed_over = true;
  relay->refuted = bmc_search_refuted(relay->search);
  relay->first = *bmc_search_sat_stats(relay->search);
  bmc_search_free(relay->search);
  relay->search = open_search(relay, pace_of_hard_questions(relay->pace));
  bmc_search_know(relay->search, &relay->known);
  if (wants_scout(relay)) {
    relay->scout = open_search(relay, pace_of_scout());
    bmc_search_know(relay->scout, &relay->known);
  }
  clauses_free(&relay->known);
}

static SatResult run_first(Relay *relay, size_t limit, Budget *budget) {
  Budget slice = budget_slice(budget, 1 + hard(relay) - relay->spent);
  SatResult result = bmc_search_run(relay->search, limit, &slice);
  budget_use(budget, 1); /* so that there is an end, also where a slice is too small for anything */
  relay->spent = result == SAT_UNKNOWN ? relay->spent + slice.used + 1 : 0;
  return result;
}

/* The search or the scout, whoever has worked less; it is told first how far the other
 * has come. */
static SatResult run_second(Relay *relay, size_t limit, Budget *budget) {
  bool ahead = relay->scout && relay->scout_work < relay->search_work;
  Search *search = ahead ? relay->scout : relay->search;
  uint64_t *work = ahead ? &relay->scout_work : &relay->search_work;
  uint64_t before = budget->used;
  bmc_search_catch_up(search, relay_refuted(relay), budget);
  SatResult result = bmc_search_run(search, limit, budget);
  *work += budget->used - before + 1;
  if (result == SAT_SATISFIABLE) relay->found = search;
  return result;
}

SatResult relay_run(Relay *relay, size_t limit, Budget *budget) {
  while (!relay->handed_over && !budget_spent(budget)) {
    SatResult result = run_first(relay, limit, budget);
    if (result != SAT_UNKNOWN) return result;
    if (relay->spent > hard(relay)) hand_over(relay);
  }
  return budget_spent(budget) ? SAT_UNKNOWN : run_second(relay, limit, budget);
}
