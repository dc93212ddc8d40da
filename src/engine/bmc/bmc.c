/* Bounded model checking that proves. The search (search.h) asks for violations of one length after
 * the other; attempts (attempt.h) find out up to which length that is needed. They take turns by
 * the work they have done:
 *
 *   violated   the search has found a violation, a shortest one;
 *   holds      some attempt has bounded the length of violations, and the search has come so far.
 *              BMC_ONE and BMC_OR bound and search lassos that meet less than what is asked: there
 *              it is their own search that counts, and when that finds a lasso, nothing is proved.
 *
 * With several fair sets a lasso may have to pass a state more than once (a figure eight with a set
 * on each side), so the numbers of BMC_ONE and BMC_OR say nothing about lassos that meet all sets:
 * these methods conclude from the absence of lassos that meet their p, and from nothing else.
 *
 * Awedh and Somenzi, "Termination criteria for bounded model checking: extensions and comparison",
 * BMC 2005; docs/engines/bmc.md. */
#include "base/memory.h"
#include "engine/bmc/attempt.h"
#include "engine/bmc/circuit.h"
#include "engine/bmc/hunt.h"
#include "engine/bmc/turn.h"
#include "engine/engine.h"
#include "engine/lemmas.h"
#include "engine/symbolic/reachable_lemmas.h"

typedef enum { LTL_PRODUCT, LTL_DIRECT } LtlEncoding;
typedef enum { SETS_AUTO, SETS_OR, SETS_ONE, SETS_FLAG, SETS_COUNTER, SETS_TRANS } FairSets;

typedef struct {
  int64_t bound, step;
  bool deep, prove, invariants, circuits;
  int fair_sets, sides, pairs, encoding;
} BmcOptions;

static const BmcOptions defaults = {.step = 1, .prove = true, .invariants = true};

static const Option options[] = {
    {"bmc-bound", 0, OPTION_NUMBER, offsetof(BmcOptions, bound), "N",
     "give up after N steps; 0: never", NULL, 0, 1000000000},
    {"bmc-step", 0, OPTION_NUMBER, offsetof(BmcOptions, step), "N", "ask about N steps at once",
     NULL, 1, 1000000},
    {"bmc-deep", 0, OPTION_FLAG, offsetof(BmcOptions, deep), NULL,
     "ask about twice as many steps each time", NULL, 0, 0},
    {"bmc-prove", 0, OPTION_SWITCH, offsetof(BmcOptions, prove), NULL,
     "look for a length beyond which no violation is a shortest one", NULL, 0, 0},
    {"bmc-ltl", 0, OPTION_CHOICE, offsetof(BmcOptions, encoding), "HOW",
     "look for violations of LTL in the product with the automaton, or by the formula itself",
     "product|direct", 0, 0},
    {"fair-sets", 0, OPTION_CHOICE, offsetof(BmcOptions, fair_sets), "METHOD",
     "how proofs treat several fair sets", "auto|or|one|flag|counter|trans", 0, 0},
    {"bmc-beta", 0, OPTION_CHOICE, offsetof(BmcOptions, sides), "WHICH",
     "paths into fair (bad) states, out of fair (initial) ones, or both, bound a proof",
     "both|into|out-of", 0, 0},
    {"bmc-pairs", 0, OPTION_CHOICE, offsetof(BmcOptions, pairs), "WHEN",
     "tell that states differ when paths repeat them, or always", "lazy|eager", 0, 0},
    {"bmc-invariants", 0, OPTION_SWITCH, offsetof(BmcOptions, invariants), NULL,
     "look only at paths through states that may be reachable", NULL, 0, 0},
    {"bmc-circuits", 0, OPTION_SWITCH, offsetof(BmcOptions, circuits), NULL,
     "show small proofs as witness circuits, which other tools can check", NULL, 0, 0},
};

typedef struct {
  uint64_t bound, m, n, length, pairs, set, direct, states;
} BmcStats;

enum { STAT_BOUND, STAT_PAIRS, STAT_M, STAT_N, STAT_LENGTH, STAT_SET, STAT_DIRECT, STAT_STATES };
static const StatField stat_fields[] = {
    [STAT_BOUND] = {"bmc_bound", "steps proved free of violations", STAT_COUNT,
                    offsetof(BmcStats, bound)},
    [STAT_PAIRS] = {"pairs", "pairs of states told to be distinct", STAT_COUNT,
                    offsetof(BmcStats, pairs)},
    [STAT_M] = {"m", "paths between fair states have at most this length", STAT_COUNT,
                offsetof(BmcStats, m)},
    [STAT_N] = {"n", "paths to the last fair state are shorter than this", STAT_COUNT,
                offsetof(BmcStats, n)},
    [STAT_LENGTH] = {"termination_length", "no violation is longer, if there is one", STAT_COUNT,
                     offsetof(BmcStats, length)},
    [STAT_SET] = {"fair_set", "the condition that is never met again", STAT_COUNT,
                  offsetof(BmcStats, set)},
    [STAT_DIRECT] = {"lasso_of_model", "steps of a shortest lasso that violates the formula",
                     STAT_COUNT, offsetof(BmcStats, direct)},
    [STAT_STATES] = {"bmc_states", "states that were gone through one by one", STAT_COUNT,
                     offsetof(BmcStats, states)},
};

/* An attempt that is made once it is its turn. */
typedef struct {
  BmcMethod method;
  size_t set;
  Attempt *attempt;
} Plan;

/* Violations that are near are found before anything is spent on proofs, and the search for others
 * does not become much slower by them. Of bad states other engines prove more, and in the default
 * run k-induction asks for the same paths: there proofs have an eighth, else a quarter. */
enum {
  HEAD_START = 30000,
  SHARE_OF_BAD = 7,
  SHARE_OF_LASSOS = 3,
  WORK_FOR_PAIRS_OF_BAD = 15000000,
  WORK_BEFORE_DIAGRAMS = 300000
};

typedef struct {
  const Task *task;
  EngineSetup setup;
  BmcOptions options;
  Hunt *hunt;
  Turn turn;        /* of the search */
  uint64_t proving; /* work done for proofs */
  VEC(Plan) plans;
  Plan *proved;    /* the one that has a proof */
  ClauseVec known; /* invariants, given to all attempts */
  size_t position; /* on the board of lemmas */
  bool prepared;   /* for attempts */
  bool explored;   /* reachable states were sought by diagrams */
  size_t bound;    /* steps without a violation */
  Trace *trace;
  Evidence proof;
} Bmc;

/* ---- plans ---- */

static void plan(Bmc *bmc, BmcMethod method, size_t set) {
  Plan plan = {method, set, NULL};
  vec_push(&bmc->plans, plan);
}

/* The sets of the property come before those of the model, as section 7 advises: so are the
 * conditions of a task ordered. */
static void make_plans(Bmc *bmc) {
  static const BmcMethod methods[] = {[SETS_OR] = BMC_OR,
                                      [SETS_FLAG] = BMC_FLAG,
                                      [SETS_COUNTER] = BMC_COUNTER,
                                      [SETS_TRANS] = BMC_TRANS};
  size_t sets = bmc->task->conditions.size;
  FairSets how = (FairSets)bmc->options.fair_sets;
  if (bmc->task->kind == TASK_BAD) {
    plan(bmc, BMC_BAD, 0);
    return;
  }
  /* The formula's own way throughout; or its search with another method's bound. */
  if (how == SETS_AUTO && hunt_direct(bmc->hunt)) {
    plan(bmc, BMC_DIRECT, 0);
    return;
  }
  if (how != SETS_AUTO && how != SETS_ONE) plan(bmc, methods[how], 0);
  if (how == SETS_ONE || how == SETS_AUTO)
    for (size_t i = 0; i < sets; i++) plan(bmc, BMC_ONE, i);
  if (how == SETS_AUTO && sets > 1) plan(bmc, BMC_FLAG, 0);
}

static void *bmc_open(const Task *task, const EngineSetup *setup) {
  Bmc *bmc = mem_zalloc(sizeof *bmc);
  bmc->task = task;
  bmc->setup = *setup;
  bmc->options = *(const BmcOptions *)setup->options;
  SearchPace pace = {.stride = (size_t)bmc->options.step, .doubling = bmc->options.deep};
  bmc->hunt = hunt_new(task, pace, bmc->options.encoding == LTL_DIRECT);
  if (bmc->options.prove) make_plans(bmc);
  return bmc;
}

static void bmc_close(void *state) {
  Bmc *bmc = state;
  hunt_free(bmc->hunt);
  for (size_t i = 0; i < bmc->plans.size; i++) attempt_free(bmc->plans.data[i].attempt);
  vec_free(&bmc->plans);
  clauses_free(&bmc->known);
  trace_free(bmc->trace);
  evidence_free(&bmc->proof);
  mem_free(bmc);
}

/* ---- attempts ---- */

/* Simple paths are long where they may lead through unreachable states. So where small clauses were
 * not enough, all reachable states are sought, if that is easy. Attempts that are still open begin
 * again then: their numbers so far are of longer paths. */
static void explore(Bmc *bmc, Budget *budget) {
  LemmaBoard *own = bmc->setup.lemmas ? NULL : lemma_board_new();
  size_t position = 0, before = bmc->known.size;
  bmc->explored = true;
  reachable_lemmas_offer(bmc->task, own ? own : bmc->setup.lemmas, budget);
  if (own) lemmas_know(own, &position, &bmc->known);
  else lemmas_know(bmc->setup.lemmas, &bmc->position, &bmc->known);
  lemma_board_free(own);
  for (size_t i = 0; i < bmc->plans.size && bmc->known.size > before; i++) {
    Plan *plan = bmc->plans.data + i;
    if (!plan->attempt || attempt_state(plan->attempt) != ATTEMPT_OPEN) continue;
    attempt_free(plan->attempt);
    plan->attempt = NULL;
  }
}

/* What others have found out since the last time. */
static void learn(Bmc *bmc, Budget *budget) {
  if (!bmc->options.invariants) return;
  size_t before = bmc->known.size;
  if (bmc->prepared && !bmc->explored && bmc->proving > WORK_BEFORE_DIAGRAMS) explore(bmc, budget);
  bool bad = bmc->task->kind == TASK_BAD;
  if (!bmc->prepared)
    lemmas_begin(bmc->task, bmc->setup.lemmas, &bmc->position, &bmc->known,
                 bad ? WORK_FOR_PAIRS_OF_BAD : LEMMA_PAIRS_WORK, budget);
  else lemmas_know(bmc->setup.lemmas, &bmc->position, &bmc->known);
  bmc->prepared = true;
  ClauseVec fresh = {.data = bmc->known.data + before, .size = bmc->known.size - before};
  for (size_t i = 0; i < bmc->plans.size && fresh.size; i++)
    if (bmc->plans.data[i].attempt) attempt_know(bmc->plans.data[i].attempt, &fresh);
  hunt_know(bmc->hunt, &fresh);
}

static void run_plan(Bmc *bmc, Plan *plan, Budget *whole) {
  Budget slice = budget_slice(whole, 0), *budget = &slice;
  learn(bmc, budget);
  if (!plan->attempt) {
    AttemptOptions how = {.pairs = (PathPairs)bmc->options.pairs,
                          .sides = (AttemptSides)bmc->options.sides,
                          .facts = bmc->options.invariants,
                          .limit = (size_t)bmc->options.bound};
    plan->attempt = attempt_new(bmc->task, plan->method, plan->set, how);
    attempt_know(plan->attempt, &bmc->known);
  }
  attempt_run(plan->attempt, budget);
  bmc->proving += slice.used + 1;
}

/* Whether proofs have had their share; what they learn about reachable states counts, too. */
static bool proofs_may_wait(const Bmc *bmc) {
  uint64_t share = bmc->task->kind == TASK_BAD ? SHARE_OF_BAD : SHARE_OF_LASSOS;
  return share * bmc->proving + HEAD_START >= bmc->turn.work;
}

static uint64_t plan_work(const Plan *plan) {
  return plan->attempt ? attempt_work(plan->attempt) : 0;
}

static AttemptState plan_state(const Plan *plan) {
  return plan->attempt ? attempt_state(plan->attempt) : ATTEMPT_OPEN;
}

static Plan *whose_turn(Bmc *bmc) {
  Plan *best = NULL;
  for (size_t i = 0; i < bmc->plans.size; i++) {
    Plan *plan = bmc->plans.data + i;
    if (plan_state(plan) == ATTEMPT_OPEN && (!best || plan_work(plan) < plan_work(best)))
      best = plan;
  }
  return best;
}

static size_t plan_length(const Plan *plan) {
  BmcProof proof = attempt_proof(plan->attempt);
  return bmc_proof_length(&proof);
}

/* The plan that needs least of the search; its length, or SIZE_MAX. */
static size_t least_length(const Bmc *bmc, Plan **least) {
  size_t length = SIZE_MAX;
  for (size_t i = 0; i < bmc->plans.size; i++) {
    Plan *plan = bmc->plans.data + i;
    if (plan_state(plan) != ATTEMPT_BOUNDED) continue;
    size_t needed = attempt_searches(plan->attempt) ? 0 : plan_length(plan);
    if (needed >= length) continue;
    length = needed;
    *least = plan;
  }
  return length;
}

/* ---- the proof ---- */

static Witness *known_invariant(const Bmc *bmc) {
  Lit *map;
  Witness *witness = witness_new(system_copy(bmc->task->system, &map));
  ClauseVec own = lemmas_translate(&bmc->known, bmc->task->system, witness->circuit,
                                   witness->circuit->latches.size);
  witness->bad = lit_not(clauses_build(witness->circuit->aig, &own));
  clauses_free(&own);
  mem_free(map);
  return witness;
}

static Evidence proof_of(const Bmc *bmc, const Plan *plan) {
  BmcProof *proof = mem_zalloc(sizeof *proof);
  *proof = attempt_proof(plan->attempt);
  const DirectTask *direct = hunt_direct(bmc->hunt);
  if (proof->method == BMC_DIRECT) vec_append(&proof->latches, &direct->model.latches);
  for (size_t i = 0; i < bmc->task->system->latches.size && proof->method != BMC_DIRECT; i++)
    vec_push(&proof->latches, (uint32_t)i);
  proof->invariant = known_invariant(bmc);
  return (Evidence){.kind = EVIDENCE_BMC, .bmc = proof, .size = bmc_proof_length(proof)};
}

static void take_proof(Bmc *bmc, Plan *plan, Budget *budget) {
  bmc->proved = plan;
  bmc->proof = proof_of(bmc, plan);
  if (!bmc->options.circuits) return;
  const BmcProof *proof = bmc->proof.bmc;
  PathNeed need = NEED_UNKNOWN;
  if (proof->method == BMC_BAD && proof->criterion == BMC_BACKWARD)
    need = attempt_need(plan->attempt, budget);
  Evidence circuit = circuit_of_proof(bmc->task, &bmc->known, proof->n, need, budget);
  if (circuit.kind == EVIDENCE_NONE) return;
  evidence_free(&bmc->proof);
  bmc->proof = circuit;
}

/* ---- the engine ---- */

static void report(const Bmc *bmc) {
  if (!bmc->setup.progress) return;
  Text words = {0};
  text_format(&words, "bound %zu", bmc->bound);
  for (size_t i = 0; i < bmc->plans.size; i++) {
    const Plan *plan = bmc->plans.data + i;
    if (!plan->attempt || plan_state(plan) == ATTEMPT_FAILED) continue;
    AttemptNumbers numbers = attempt_numbers(plan->attempt);
    if (!bmc_method_has_radii(plan->method))
      text_format(&words, ", m %s%llu",
                  numbers.m_known ? "" : ">= ", (unsigned long long)numbers.m);
    text_format(&words, ", n %s%llu", numbers.n_known ? "" : ">= ", (unsigned long long)numbers.n);
    if (plan_state(plan) == ATTEMPT_BOUNDED && plan_length(plan))
      text_format(&words, ", length %zu", plan_length(plan) - 1);
    text_format(&words, ", %llu pairs (%s)", (unsigned long long)numbers.pairs,
                bmc_method_name(plan->method));
    break;
  }
  engine_progress(&bmc->setup, "bmc", bmc->bound, "%s", words.data);
  text_free(&words);
}

static void run_search(Bmc *bmc, size_t limit, Budget *budget) {
  Budget slice = turn_begin(&bmc->turn, budget);
  SatResult result = hunt_run(bmc->hunt, limit, &slice);
  turn_end(&bmc->turn, &slice, result != SAT_UNKNOWN);
  size_t refuted = hunt_refuted(bmc->hunt);
  if (refuted != SIZE_MAX) bmc->bound = refuted;
  if (result == SAT_SATISFIABLE) bmc->trace = hunt_take_trace(bmc->hunt);
  if (result == SAT_UNSATISFIABLE) report(bmc);
}

static Verdict bmc_run(void *state, Budget *budget) {
  Bmc *bmc = state;
  size_t bound = bmc->options.bound ? (size_t)bmc->options.bound : SIZE_MAX;
  while (!bmc->trace && !bmc->proved && !budget_spent(budget)) {
    Plan *least = NULL;
    size_t length = least_length(bmc, &least), limit = length < bound ? length : bound;
    size_t refuted = hunt_refuted(bmc->hunt);
    if (least && refuted >= length) {
      take_proof(bmc, least, budget);
      break;
    }
    Plan *next = whose_turn(bmc);
    bool searching = refuted < limit;
    if (!searching && !next) break;
    if (next && (!searching || !proofs_may_wait(bmc))) run_plan(bmc, next, budget);
    else run_search(bmc, limit, budget);
  }
  return bmc->trace ? VERDICT_VIOLATED : bmc->proved ? VERDICT_HOLDS : VERDICT_UNKNOWN;
}

static void bmc_result(void *state, EngineResult *result) {
  Bmc *bmc = state;
  *result = engine_trace_result(bmc->trace);
  bmc->trace = NULL;
  if (bmc->proved) {
    result->verdict = VERDICT_HOLDS;
    result->evidence = bmc->proof;
    bmc->proof = (Evidence){0};
  }
  result->bound = bmc->bound;
}

/* The numbers of the proof, or else of the first plan that has not failed. */
static void collect_numbers(const Bmc *bmc, Stats *stats) {
  const Plan *shown = bmc->proved;
  for (size_t i = 0; i < bmc->plans.size && !shown; i++)
    if (bmc->plans.data[i].attempt && plan_state(bmc->plans.data + i) != ATTEMPT_FAILED)
      shown = bmc->plans.data + i;
  if (!shown) return;
  AttemptNumbers numbers = attempt_numbers(shown->attempt);
  bool bounded = plan_state(shown) == ATTEMPT_BOUNDED;
  size_t length = bounded ? plan_length(shown) : 0;
  BmcStats own = {.m = numbers.n_known && !numbers.n ? 0 : numbers.m,
                  .n = numbers.n,
                  .set = shown->set,
                  .length = length ? length - 1 : 0};
  /* A radius is a bound by itself: n - 1, so m is 0 there. */
  if (numbers.m_known || bounded) stats_collect(stats, stat_fields + STAT_M, 1, &own);
  if (numbers.n_known) stats_collect(stats, stat_fields + STAT_N, 1, &own);
  if (bounded) stats_collect(stats, stat_fields + STAT_LENGTH, 1, &own);
  if (bounded && shown->method == BMC_ONE && bmc->task->conditions.size > 1)
    stats_collect(stats, stat_fields + STAT_SET, 1, &own);
}

static void bmc_statistics(const void *state, Stats *stats) {
  const Bmc *bmc = state;
  BmcStats own = {.bound = bmc->bound};
  for (size_t i = 0; i < bmc->plans.size; i++)
    if (bmc->plans.data[i].attempt) own.pairs += attempt_numbers(bmc->plans.data[i].attempt).pairs;
  stats_collect(stats, stat_fields + STAT_BOUND, 1, &own);
  if (bmc->options.prove) stats_collect(stats, stat_fields + STAT_PAIRS, 1, &own);
  collect_numbers(bmc, stats);
  own.direct = hunt_steps_of_model(bmc->hunt);
  if (own.direct) stats_collect(stats, stat_fields + STAT_DIRECT, 1, &own);
  own.states = hunt_states(bmc->hunt);
  if (own.states) stats_collect(stats, stat_fields + STAT_STATES, 1, &own);
  hunt_statistics(bmc->hunt, stats);
  for (size_t i = 0; i < bmc->plans.size; i++)
    if (bmc->plans.data[i].attempt) attempt_statistics(bmc->plans.data[i].attempt, stats);
}

const Engine engine_bmc = {
    .name = "bmc",
    .title = "Engine bmc",
    .summary = "bounded model checking: a shortest violation, or a length that suffices",
    .takes = TASKS_BAD | TASKS_FAIR,
    .proves = true,
    .refutes = true,
    .shortest = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof(BmcOptions),
    .option_defaults = &defaults,
    .open = bmc_open,
    .run = bmc_run,
    .result = bmc_result,
    .stats = bmc_statistics,
    .close = bmc_close,
};
