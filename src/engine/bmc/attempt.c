/* See attempt.h. For a fair set p, with lengths counted in transitions (Theorem 3.1 of the paper):
 *
 *   alpha_k   (1a)    a simple path of k from an initial state to p
 *   beta_k    (1b)    a simple path of k + 1 from anywhere whose last transition enters p
 *   beta'_k   (1b')   such a path that is not in p before
 *   beta''_k  (1b'')  a simple path of k + 1 from anywhere that leaves p and is not in p behind
 *
 *   m  the least k without beta'_k or without beta''_k
 *   n  the least k without alpha_k and without beta_k, both at the same k
 *
 * If there is a fair lasso, there is one of at most n + m steps (k <= n + m - 1). Take a shortest:
 * its states are distinct. Up to its last step in p it is an alpha path, so of at most n - 1
 * transitions, because an alpha path of k + 1 transitions ends with a beta path or contains an
 * alpha path of k. What follows is outside of p, right behind p, and goes on over the back edge to
 * p: at most m steps.
 *
 * Where p reads inputs, it is a property of steps. The argument cuts and joins runs where states,
 * that is latches, are equal, and takes whole steps along: so states have to be distinct, and steps
 * need not be (distinct steps would be a weaker demand on paths).
 *
 * The demand of the radii that no other state be initial does not belong into alpha: a lasso may
 * have to pass through several initial states.
 *
 * n without alpha is monotone, alpha is not: so the search for n looks for the least k without beta
 * paths first, and from there on for one without alpha. */
#include "engine/bmc/attempt.h"

#include "base/memory.h"
#include "engine/bmc/product.h"
#include "engine/bmc/race.h"
#include "engine/bmc/search.h"

enum {
  SPANS,   /* beta' and beta'': for m; or the radii, for n */
  ENTRIES, /* beta: for n */
  STEMS,   /* alpha: for n, once there is no beta path */
  RACES
};

struct Attempt {
  const Task *task;
  BmcMethod method;
  size_t set;
  AttemptOptions options;
  Product product;
  Race races[RACES];
  Search *weak; /* for lassos that meet p alone, where that is less than the task asks for */
  Turn weak_turn;
  AttemptState state;
};

static bool has_radii(const Attempt *attempt) { return bmc_method_has_radii(attempt->method); }

static void add_path(Attempt *attempt, Race *race, PathShape shape) {
  Path *path = path_new(attempt->product.system, shape, attempt->options.pairs);
  if (attempt->options.facts) path_know(path, &attempt->product.facts);
  race_add(race, path);
}

static void open_theorem(Attempt *attempt) {
  Lit p = attempt->product.p, other = lit_not(p);
  attempt->races[SPANS].offset = attempt->races[ENTRIES].offset = 1;
  if (attempt->options.sides != ASK_OUT_OF)
    add_path(attempt, &attempt->races[SPANS],
             (PathShape){GROW_BACKWARD, p, other, other, LIT_TRUE});
  if (attempt->options.sides != ASK_INTO)
    add_path(attempt, &attempt->races[SPANS], (PathShape){GROW_FORWARD, p, other, other, LIT_TRUE});
  add_path(attempt, &attempt->races[ENTRIES],
           (PathShape){GROW_BACKWARD, p, other, LIT_TRUE, LIT_TRUE});
  add_path(attempt, &attempt->races[STEMS],
           (PathShape){GROW_FROM_RESETS, LIT_TRUE, LIT_TRUE, LIT_TRUE, p});
}

static void open_radii(Attempt *attempt) {
  Lit bad = attempt->product.p, good = lit_not(bad), later = lit_not(attempt->product.initial);
  if (attempt->options.sides != ASK_OUT_OF)
    add_path(attempt, &attempt->races[SPANS],
             (PathShape){GROW_BACKWARD, bad, good, good, LIT_TRUE});
  if (attempt->options.sides != ASK_INTO)
    add_path(attempt, &attempt->races[SPANS],
             (PathShape){GROW_FROM_RESETS, LIT_TRUE, later, later, LIT_TRUE});
}

Attempt *attempt_new(const Task *task, BmcMethod method, size_t set, AttemptOptions options) {
  Attempt *attempt = mem_zalloc(sizeof *attempt);
  attempt->task = task;
  attempt->method = method;
  attempt->set = set;
  attempt->options = options;
  attempt->product = product_new(task, method, set);
  if (has_radii(attempt)) open_radii(attempt);
  else open_theorem(attempt);
  if ((method == BMC_ONE || method == BMC_OR) && task->conditions.size > 1) {
    LitVec p = {0};
    vec_push(&p, attempt->product.p);
    attempt->weak = bmc_search_new_lasso(attempt->product.system, &p, (SearchPace){.stride = 1});
    vec_free(&p);
  }
  return attempt;
}

void attempt_free(Attempt *attempt) {
  if (!attempt) return;
  for (size_t r = 0; r < RACES; r++) race_close(&attempt->races[r]);
  bmc_search_free(attempt->weak);
  product_free(&attempt->product);
  mem_free(attempt);
}

void attempt_know(Attempt *attempt, const ClauseVec *clauses) {
  ClauseVec own = product_clauses(&attempt->product, attempt->task, clauses);
  for (size_t r = 0; r < RACES; r++)
    for (size_t i = 0; i < attempt->races[r].count; i++)
      path_know(attempt->races[r].paths[i], &own);
  clauses_free(&own);
}

/* ---- what is known ---- */

AttemptState attempt_state(const Attempt *attempt) { return attempt->state; }
bool attempt_searches(const Attempt *attempt) { return attempt->weak != NULL; }

uint64_t attempt_work(const Attempt *attempt) {
  uint64_t work = attempt->weak_turn.work;
  for (size_t r = 0; r < RACES; r++) work += attempt->races[r].turn.work;
  return work;
}

AttemptNumbers attempt_numbers(const Attempt *attempt) {
  bool radii = has_radii(attempt);
  AttemptNumbers numbers = {.m = radii ? 0 : attempt->races[SPANS].k,
                            .n = radii ? attempt->races[SPANS].k : attempt->races[STEMS].k,
                            .m_known = !radii && attempt->races[SPANS].done,
                            .n_known =
                                radii ? attempt->races[SPANS].done : attempt->races[STEMS].done};
  for (size_t r = 0; r < RACES; r++)
    for (size_t i = 0; i < attempt->races[r].count; i++)
      numbers.pairs += path_pairs(attempt->races[r].paths[i]);
  return numbers;
}

void attempt_statistics(const Attempt *attempt, Stats *stats) {
  for (size_t r = 0; r < RACES; r++)
    for (size_t i = 0; i < attempt->races[r].count; i++)
      stats_collect(stats, sat_stat_fields, sat_stat_field_count,
                    path_sat_stats(attempt->races[r].paths[i]));
  if (attempt->weak)
    stats_collect(stats, sat_stat_fields, sat_stat_field_count,
                  bmc_search_sat_stats(attempt->weak));
}

/* The race's winner is the first path that was added, unless that was left out. */
static BmcCriterion criterion(const Attempt *attempt) {
  bool second = attempt->races[SPANS].next || attempt->options.sides == ASK_OUT_OF;
  if (has_radii(attempt)) return second ? BMC_FORWARD : BMC_BACKWARD;
  return second ? BMC_OUT_OF : BMC_INTO;
}

BmcProof attempt_proof(const Attempt *attempt) {
  AttemptNumbers numbers = attempt_numbers(attempt);
  return (BmcProof){.method = attempt->method,
                    .set = attempt->set,
                    .criterion = criterion(attempt),
                    .m = numbers.n ? numbers.m : 0,
                    .n = numbers.n};
}

PathNeed attempt_need(Attempt *attempt, Budget *budget) {
  return path_need(attempt->races[SPANS].paths[attempt->races[SPANS].next], budget);
}

/* ---- asking ---- */

/* Whether all that is to be known of paths is known. */
static bool has_numbers(const Attempt *attempt) {
  AttemptNumbers numbers = attempt_numbers(attempt);
  return numbers.n_known && (has_radii(attempt) || !numbers.n || numbers.m_known);
}

static void search_weak(Attempt *attempt, size_t limit, Budget *budget) {
  Budget slice = turn_begin(&attempt->weak_turn, budget);
  SatResult result = bmc_search_run(attempt->weak, limit, &slice);
  turn_end(&attempt->weak_turn, &slice, result != SAT_UNKNOWN);
  if (result == SAT_SATISFIABLE) attempt->state = ATTEMPT_FAILED;
}

static void finish(Attempt *attempt, Budget *budget) {
  BmcProof proof = attempt_proof(attempt);
  size_t length = bmc_proof_length(&proof);
  if (!attempt->weak || bmc_search_refuted(attempt->weak) >= length)
    attempt->state = ATTEMPT_BOUNDED;
  else search_weak(attempt, length, budget);
}

/* The race whose turn it is, or NULL: the search. */
static Race *whose_turn(Attempt *attempt) {
  Race *best = NULL;
  Race *for_n = attempt->races[ENTRIES].done ? &attempt->races[STEMS] : &attempt->races[ENTRIES];
  if (!attempt->races[SPANS].done) best = &attempt->races[SPANS];
  if (!has_radii(attempt) && !for_n->done) {
    uint64_t work = attempt->races[ENTRIES].turn.work + attempt->races[STEMS].turn.work;
    if (!best || work < best->turn.work) best = for_n;
  }
  if (attempt->weak && attempt->weak_turn.work < best->turn.work) best = NULL;
  return best;
}

AttemptState attempt_run(Attempt *attempt, Budget *budget) {
  if (attempt->state != ATTEMPT_OPEN) return attempt->state;
  if (has_numbers(attempt)) {
    finish(attempt, budget);
    return attempt->state;
  }
  Race *race = whose_turn(attempt);
  if (!race) {
    search_weak(attempt, SIZE_MAX, budget);
    return attempt->state;
  }
  bool done = race_run(race, budget);
  if (done && race == &attempt->races[ENTRIES]) attempt->races[STEMS].k = attempt->races[ENTRIES].k;
  if (attempt->options.limit && race->k > attempt->options.limit) attempt->state = ATTEMPT_FAILED;
  if (has_numbers(attempt) && !attempt->weak) attempt->state = ATTEMPT_BOUNDED;
  return attempt->state;
}
