/* See search.h. For a lasso, the state at the entry of the loop is guessed once, as variables L,
 * and each step i has a selector e_i: the loop is entered here (Latvala, Biere, Heljanko, Junttila
 * 2004; the shape of liveness to safety). With in_i = e_0 or ... or e_i,
 *
 *   e_i -> state(i) = L                                 for good;
 *   met_i(c) = met_(i-1)(c) or (in_i and c in step i)   for each condition c;
 *   closed_k = in_k and all met_k(c) and state(k + 1) = L.
 *
 * So a step adds a constant number of equations. Several selectors may be true: then the loop is
 * entered at the first of them, and what was met, was met behind it. */
#include "engine/bmc/search.h"

#include "base/memory.h"

/* Telling the solver that a latch of a step is that of another. */
enum { WORK_PER_EQUATION = 60 };

/* What a step contributes to questions that reach up to it. */
typedef struct {
  Lit constraint, violation;
} Moment;

struct Search {
  const System *system;
  Timeline *time;
  SearchPace pace;
  bool lasso;
  Lit bad;
  LitVec conditions;
  LitVec entry;        /* L, by latch */
  Lit inside;          /* in_i of the newest step */
  LitVec met;          /* by condition, of the newest step */
  size_t refuted;      /* steps that were asked about */
  VEC(Moment) moments; /* of the steps from there on */
  size_t constrained;  /* constraints are asserted for the steps below this */
  ClauseVec known;     /* of states: those of reachable ones satisfy them; owns copies */
  size_t told;         /* the solver knows them for the steps below this */
  Trace *trace;
};

static Search *search_new(const System *system, SearchPace pace) {
  Search *search = mem_zalloc(sizeof *search);
  search->system = system;
  search->pace = pace;
  search->time = timeline_new(system, GROW_FROM_RESETS, pace.solver);
  if (pace.sweep) timeline_sweep(search->time);
  return search;
}

Search *bmc_search_new_bad(const System *system, Lit bad, SearchPace pace) {
  Search *search = search_new(system, pace);
  search->bad = bad;
  return search;
}

Search *bmc_search_new_lasso(const System *system, const LitVec *conditions, SearchPace pace) {
  Search *search = search_new(system, pace);
  search->lasso = true;
  search->inside = LIT_FALSE;
  vec_append(&search->conditions, conditions);
  for (size_t i = 0; i < system->latches.size; i++)
    vec_push(&search->entry, aig_variable(timeline_aig(search->time)));
  for (size_t i = 0; i < conditions->size; i++) vec_push(&search->met, LIT_FALSE);
  return search;
}

void bmc_search_free(Search *search) {
  if (!search) return;
  timeline_free(search->time);
  vec_free(&search->conditions);
  vec_free(&search->entry);
  vec_free(&search->met);
  vec_free(&search->moments);
  clauses_free(&search->known);
  trace_free(search->trace);
  mem_free(search);
}

void bmc_search_follow(Search *search, const Trace *lasso, const U32Vec *inputs,
                       const U32Vec *latches) {
  timeline_follow(search->time, lasso, inputs, latches);
}

void bmc_search_know(Search *search, const ClauseVec *clauses) {
  for (size_t i = 0; i < clauses->size; i++) {
    for (size_t k = 0; k < search->told; k++)
      timeline_assert_clause(search->time, clauses->data[i], k);
    vec_push(&search->known, clause_copy(clauses->data[i]));
  }
}

size_t bmc_search_refuted(const Search *search) { return search->refuted; }
const SatStats *bmc_search_sat_stats(Search *search) {
  return sat_stats(timeline_sat(search->time));
}

Trace *bmc_search_take_trace(Search *search) {
  Trace *trace = search->trace;
  search->trace = NULL;
  return trace;
}

/* ---- one step more ---- */

/* The selector of the newest step. */
static Lit new_selector(Search *search) {
  Timeline *time = search->time;
  Aig *aig = timeline_aig(time);
  Lit selector = aig_variable(aig);
  size_t newest = timeline_count(time) - 1;
  for (size_t i = 0; i < search->entry.size; i++) {
    Lit same = aig_equal(aig, timeline_state(time, i, newest), search->entry.data[i]);
    cnf_assert(timeline_cnf(time), aig_implies(aig, selector, same));
  }
  return selector;
}

static Lit closed(Search *search) {
  Timeline *time = search->time;
  Aig *aig = timeline_aig(time);
  search->inside = aig_or(aig, search->inside, new_selector(search));
  LitVec parts = {0};
  vec_push(&parts, search->inside);
  for (size_t c = 0; c < search->conditions.size; c++) {
    Lit now = aig_and(aig, search->inside, timeline_literal(time, search->conditions.data[c]));
    search->met.data[c] = aig_or(aig, search->met.data[c], now);
    vec_push(&parts, search->met.data[c]);
  }
  for (size_t i = 0; i < search->entry.size; i++)
    vec_push(&parts, aig_equal(aig, timeline_next(time, i), search->entry.data[i]));
  Lit all = aig_and_all(aig, parts.data, parts.size);
  vec_free(&parts);
  return all;
}

/* Sweeping ends with the time, but not with the slice: what is found does not depend on slices. */
static void add_step(Search *search, Budget *budget) {
  Budget whole = budget_without_work(budget);
  timeline_within(search->time, &whole);
  timeline_add(search->time, budget);
  Moment moment = {timeline_constraint(search->time),
                   search->lasso ? closed(search) : timeline_literal(search->time, search->bad)};
  timeline_within(search->time, NULL);
  budget_use(budget, whole.used);
  vec_push(&search->moments, moment);
  if (search->lasso)
    budget_use(budget, WORK_PER_EQUATION * (search->entry.size + search->conditions.size));
}

/* ---- one question ---- */

/* Clauses about reachable states are true where the constraints hold up to the step: no more than
 * that is asserted, since a violation may come before a constraint fails. */
static void tell_known(Search *search) {
  for (; search->told < search->constrained; search->told++)
    for (size_t i = 0; i < search->known.size; i++)
      timeline_assert_clause(search->time, search->known.data[i], search->told);
}

/* Asks about the steps up to `last`. Several at once need that runs can be cut: a constraint that
 * fails after the violation must not hide it; so constraints are asserted up to the first step of
 * the question, and those of later ones are part of each step's own. */
static SatResult ask(Search *search, size_t last, Budget *budget) {
  Timeline *time = search->time;
  Aig *aig = timeline_aig(time);
  Sat *sat = timeline_sat(time);
  const Moment *moments = search->moments.data;
  for (; search->constrained <= search->refuted; search->constrained++)
    cnf_assert(timeline_cnf(time), moments[0].constraint);
  tell_known(search);
  Lit question = LIT_FALSE;
  for (size_t i = last - search->refuted + 1; i-- > 0;) {
    question = aig_or(aig, question, moments[i].violation);
    if (i) question = aig_and(aig, question, moments[i].constraint);
  }
  if (question == LIT_FALSE && moments[0].constraint != LIT_FALSE) return SAT_UNSATISFIABLE;
  int literal = cnf_literal(timeline_cnf(time), question, CNF_POSITIVE);
  sat_assume(sat, literal);
  SatResult result = sat_solve(sat, budget);
  if (result != SAT_UNSATISFIABLE) return result;
  if (!sat_failed(sat, literal)) search->refuted = SIZE_MAX; /* the constraints allow no such run */
  sat_clause1(sat, -literal);
  return result;
}

/* ---- the violation in a satisfying assignment ---- */

/* The step where a loop that closes after step k is entered: the earliest that has the state. */
static bool entry_of_loop(const Search *search, Trace *trace, size_t k, size_t *entry) {
  if (k + 1 == trace->steps.size) trace_add_step(trace, search->system);
  trace_advance(trace, search->system, k);
  const Bits *after = &trace->steps.data[k + 1].latches;
  for (*entry = 0; *entry <= k; ++*entry)
    if (bits_equal(after, &trace->steps.data[*entry].latches)) return true;
  return false;
}

static bool true_within(const Search *search, const Trace *trace, Lit lit, size_t from, size_t to) {
  Bits values = bits_new(search->system->aig->size);
  bool found = false;
  for (size_t k = from; k <= to && !found; k++) {
    step_evaluate(search->system, trace->steps.data + k, &values);
    found = values_of(&values, lit);
  }
  bits_free(&values);
  return found;
}

/* Whether the run is violated with step k as its last one. */
static bool violated_at(const Search *search, Trace *trace, size_t k) {
  if (!search->lasso) return true_within(search, trace, search->bad, k, k);
  size_t entry;
  if (!entry_of_loop(search, trace, k, &entry)) return false;
  for (size_t c = 0; c < search->conditions.size; c++)
    if (!true_within(search, trace, search->conditions.data[c], entry, k)) return false;
  trace->loop = (int64_t)entry;
  return true;
}

/* Takes the violation that was found; its last step. The constraints hold up to the violation that
 * the question is about, so up to any earlier one. */
static size_t take_violation(Search *search) {
  trace_free(search->trace);
  search->trace = timeline_trace(search->time);
  size_t k = search->refuted;
  while (!violated_at(search, search->trace, k)) k++;
  trace_cut(search->trace, k + 1);
  return k;
}

/* ---- the search ---- */

static void refute(Search *search, size_t last) {
  if (search->refuted == SIZE_MAX) return;
  size_t count = last + 1 - search->refuted;
  for (; search->constrained <= last; search->constrained++)
    cnf_assert(timeline_cnf(search->time),
               search->moments.data[search->constrained - search->refuted].constraint);
  search->moments.size -= count;
  memmove(search->moments.data, search->moments.data + count,
          search->moments.size * sizeof *search->moments.data);
  search->refuted = last + 1;
}

void bmc_search_catch_up(Search *search, size_t refuted, Budget *budget) {
  if (refuted == SIZE_MAX) search->refuted = refuted;
  while (search->refuted < refuted && !budget_spent(budget)) {
    if (timeline_count(search->time) <= search->refuted) add_step(search, budget);
    refute(search, search->refuted);
  }
}

SatResult bmc_search_run(Search *search, size_t limit, Budget *budget) {
  if (search->refuted >= limit) return SAT_UNSATISFIABLE;
  size_t first = search->refuted, stride = first < search->pace.from ? 1 : search->pace.stride;
  size_t last = first + stride - 1;
  if (last >= limit) last = limit - 1;
  /* After a violation only shorter ones are looked for. */
  while (search->trace && search->trace->steps.size > first + 1) {
    size_t shorter = search->trace->steps.size - 2;
    SatResult result = ask(search, shorter, budget);
    if (result == SAT_UNKNOWN) return result;
    if (result == SAT_UNSATISFIABLE) break;
    take_violation(search);
  }
  if (search->trace) return SAT_SATISFIABLE;
  while (timeline_count(search->time) <= last && !budget_spent(budget)) add_step(search, budget);
  if (timeline_count(search->time) <= last) return SAT_UNKNOWN;
  SatResult result = ask(search, last, budget);
  if (result == SAT_UNSATISFIABLE) {
    refute(search, last);
    if (search->pace.doubling) search->pace.stride *= 2;
    return result;
  }
  if (result == SAT_UNKNOWN) return result;
  take_violation(search);
  return bmc_search_run(search, limit, budget);
}
