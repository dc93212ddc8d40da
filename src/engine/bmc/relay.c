#include "engine/bmc/relay.h"

#include "base/memory.h"

enum { WORK_PER_VARIABLE = 8, FEW_STEPS = 16 };

struct Relay {
  const System *system;
  const LitVec *conditions; /* of lassos; NULL: bad steps */
  Lit bad;
  SearchPace pace;
  Search *search;
  bool handed_over;
  size_t refuted;       /* before it was, or by somebody else */
  SatStats first;       /* the statistics of then */
  ClauseVec known;      /* until then; owns copies */
  uint64_t turn, spent; /* work that is not hard, and work for the present question */
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

static void open_search(Relay *relay, SearchPace pace) {
  relay->search = relay->conditions ? bmc_search_new_lasso(relay->system, relay->conditions, pace)
                                    : bmc_search_new_bad(relay->system, relay->bad, pace);
}

Relay *relay_new_bad(const System *system, Lit bad, SearchPace pace, uint64_t turn) {
  Relay *relay = mem_zalloc(sizeof *relay);
  pace.solver = SAT_LEAN;
  *relay = (Relay){.system = system, .bad = bad, .pace = pace, .turn = turn};
  open_search(relay, pace);
  return relay;
}

Relay *relay_new_lasso(const System *system, const LitVec *conditions, SearchPace pace,
                       uint64_t turn) {
  Relay *relay = mem_zalloc(sizeof *relay);
  pace.solver = SAT_LEAN;
  *relay = (Relay){.system = system, .conditions = conditions, .pace = pace, .turn = turn};
  open_search(relay, pace);
  return relay;
}

void relay_free(Relay *relay) {
  if (!relay) return;
  bmc_search_free(relay->search);
  clauses_free(&relay->known);
  mem_free(relay);
}

void relay_know(Relay *relay, const ClauseVec *clauses) {
  bmc_search_know(relay->search, clauses);
  for (size_t i = 0; i < clauses->size && !relay->handed_over; i++)
    vec_push(&relay->known, clause_copy(clauses->data[i]));
}

size_t relay_refuted(const Relay *relay) {
  size_t refuted = bmc_search_refuted(relay->search);
  return refuted > relay->refuted ? refuted : relay->refuted;
}

bool relay_is_hard(const Relay *relay) { return relay->handed_over; }

void relay_skip(Relay *relay, size_t refuted) {
  if (refuted > relay->refuted) relay->refuted = refuted;
}

Trace *relay_take_trace(Relay *relay) { return bmc_search_take_trace(relay->search); }

void relay_statistics(const Relay *relay, Stats *stats) {
  if (relay->handed_over)
    stats_collect(stats, sat_stat_fields, sat_stat_field_count, &relay->first);
  stats_collect(stats, sat_stat_fields, sat_stat_field_count, bmc_search_sat_stats(relay->search));
}

/* ---- handing over ---- */

/* The work from which on a question is hard: even an easy one takes work that grows with its size.
 */
static uint64_t hard(const Relay *relay) {
  return relay->turn + WORK_PER_VARIABLE * bmc_search_sat_stats(relay->search)->variables;
}

static void hand_over(Relay *relay) {
  relay->handed_over = true;
  relay->refuted = relay_refuted(relay);
  relay->first = *bmc_search_sat_stats(relay->search);
  bmc_search_free(relay->search);
  open_search(relay, pace_of_hard_questions(relay->pace));
  bmc_search_know(relay->search, &relay->known);
  clauses_free(&relay->known);
}

static SatResult run_first(Relay *relay, size_t limit, Budget *budget) {
  Budget slice = budget_slice(budget, 1 + hard(relay) - relay->spent);
  SatResult result = bmc_search_run(relay->search, limit, &slice);
  budget_use(budget, 1); /* so that there is an end, also where a slice is too small for anything */
  relay->spent = result == SAT_UNKNOWN ? relay->spent + slice.used + 1 : 0;
  return result;
}

SatResult relay_run(Relay *relay, size_t limit, Budget *budget) {
  while (!relay->handed_over && !budget_spent(budget)) {
    SatResult result = run_first(relay, limit, budget);
    if (result != SAT_UNKNOWN) return result;
    if (relay->spent > hard(relay)) hand_over(relay);
  }
  if (budget_spent(budget)) return SAT_UNKNOWN;
  bmc_search_catch_up(relay->search, relay->refuted, budget);
  return bmc_search_run(relay->search, limit, budget);
}
