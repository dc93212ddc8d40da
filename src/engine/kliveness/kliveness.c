/* k-liveness (Claessen and Sorensson, FMCAD 2012): if no run has more than k rounds of visits, no
 * run has infinitely many. The rounds are counted by a chain of latches,
 *
 *   u_1' = arena and (u_1 or round),  u_{j+1}' = arena and (u_{j+1} or (round and u_j)),
 *
 * and bound k holds if "round and u_k" is never reached. One Reach serves all bounds: the system
 * does not change when k grows, so the frames stay valid; only the target moves on along the chain,
 * which is made long enough beforehand and anew, twice as long, when it ends.
 *
 * Only rounds within the arena count (stable.h): a fair run crosses walls finitely often, so the
 * count begins anew on every edge that crosses one. This is the use of the paper's stabilizing
 * constraints.
 *
 * A run that exceeds the bound is looked through for a lasso: a state that occurs twice with a
 * round between. In a finite system there is one as soon as k exceeds the number of states, and
 * mostly long before.
 *
 * Certificate: the rank is (the walls, u_1 .. u_k, f_1 .. f_n). An edge outside the arena raises
 * the rank of the walls or stays on closed sides, where nothing is counted and a condition is
 * missed. In the arena the rest never decreases; an edge that keeps it ends no round, because that
 * would set another u (u_k and round is excluded by the proof), and sets no flag, so a condition
 * whose flag is not set is missed. Some flag is never set. */
#include "engine/lemmas.h"
#include "engine/progress/progress.h"

typedef struct {
  ReachOptions reach;
  bool walls;
} KlivenessOptions;

static const KlivenessOptions defaults = {.reach = REACH_DEFAULTS, .walls = true};

static const Option options[] = {
    {"kliveness-ctg", 0, OPTION_SWITCH, offsetof(KlivenessOptions, reach.ctg), NULL,
     "generalize against counterexamples to generalization", NULL, 0, 0},
    {"kliveness-walls", 0, OPTION_SWITCH, offsetof(KlivenessOptions, walls), NULL,
     "count only in the arena that walls leave", NULL, 0, 0},
};

typedef struct {
  uint64_t bound, runs, chain, walls;
} KlivenessStats;

static const StatField stat_fields[] = {
    {"kliveness_bound", "rounds that are possible", STAT_COUNT, offsetof(KlivenessStats, bound)},
    {"kliveness_runs", "runs beyond a bound", STAT_COUNT, offsetof(KlivenessStats, runs)},
    {"kliveness_chain", "latches of the chain", STAT_COUNT, offsetof(KlivenessStats, chain)},
    {"kliveness_walls", "walls before counting", STAT_COUNT, offsetof(KlivenessStats, walls)},
};

typedef struct {
  const Task *task;
  EngineSetup setup;
  KlivenessOptions options;
  Visits visits;
  LitVec chain;  /* u_1, u_2, ... */
  LitVec excess; /* by k: a round beyond bound k */
  ReachModel *model;
  Reach *reach;
  LemmaLink link;
  bool opened;     /* there is or was a chain */
  size_t position; /* what of the board is known */
  ClauseVec known; /* an invariant, for walls */
  Trace *lasso;
  Verdict verdict;
  KlivenessStats stats;
} Kliveness;

enum { FIRST_CHAIN = 8 };

static ReachSet target_of(const Kliveness *k) {
  return (ReachSet){.kind = REACH_PREDICATE, .predicate = k->excess.data[k->stats.bound]};
}

static void open_chain(Kliveness *k, size_t length, Budget *budget) {
  if (!k->opened)
    lemmas_begin(k->task, k->setup.lemmas, &k->position, &k->known, LEMMA_PAIRS_WORK, budget);
  else lemmas_know(k->setup.lemmas, &k->position, &k->known);
  k->opened = true;
  k->visits = visits_new(k->task, &k->known, k->options.walls, budget);
  k->stats.walls = k->visits.stable.walls.size;
  System *system = k->visits.system;
  Aig *aig = system->aig;
  Lit carry = k->visits.round;
  for (size_t i = 0; i < length; i++) {
    Lit u = system_latch(system, RESET_0);
    vec_push(&k->excess, carry);
    system_set_next(system, u, aig_and(aig, k->visits.arena, aig_or(aig, u, carry)));
    carry = aig_and(aig, k->visits.round, u);
    vec_push(&k->chain, u);
  }
  vec_push(&k->excess, carry);
  k->stats.chain = length;
  k->model = reach_model_new(system, k->excess.data, k->excess.size);
  ReachSet from = {.kind = REACH_RESET}, target = target_of(k);
  k->reach = reach_new(k->model, &from, &target, &k->options.reach);
  lemma_link_renew(&k->link, system);
  lemma_link_give(&k->link, k->reach, &k->known, k->position);
}

static void close_chain(Kliveness *k) {
  reach_free(k->reach);
  reach_model_free(k->model);
  vec_clear(&k->chain);
  vec_clear(&k->excess);
  visits_free(&k->visits);
}

static void *kliveness_open(const Task *task, const EngineSetup *setup) {
  Kliveness *k = mem_zalloc(sizeof *k);
  k->task = task;
  k->setup = *setup;
  k->options = *(const KlivenessOptions *)setup->options;
  k->options.reach.effort = setup->effort;
  k->options.reach.seed = setup->seed;
  k->options.reach.infinite =
      setup->lemmas; /* clauses of the infinite frame are what it can offer */
  k->link = (LemmaLink){.board = setup->lemmas, .task = task};
  return k;
}

static void kliveness_close(void *state) {
  Kliveness *k = state;
  if (k->reach) close_chain(k);
  vec_free(&k->chain);
  vec_free(&k->excess);
  clauses_free(&k->known);
  trace_free(k->lasso);
  mem_free(k);
}

/* A run beyond the bound: a lasso, or the next bound. */
static void exceed(Kliveness *k, Budget *budget) {
  Trace *run = reach_trace(k->reach);
  k->stats.runs++;
  k->lasso = visits_find_lasso(&k->visits, k->task, run);
  trace_free(run);
  if (k->lasso) {
    k->verdict = VERDICT_VIOLATED;
    return;
  }
  k->stats.bound++;
  if (k->stats.bound < k->excess.size) {
    ReachSet target = target_of(k);
    reach_retarget(k->reach, &target);
  } else {
    size_t length = 2 * k->chain.size;
    close_chain(k);
    open_chain(k, length, budget);
  }
}

static Verdict kliveness_run(void *state, Budget *budget) {
  Kliveness *k = state;
  enum { EXCHANGE_EVERY = 1000000 }; /* units of work between two looks at the board */
  if (!k->reach) open_chain(k, FIRST_CHAIN, budget);
  while (k->verdict == VERDICT_UNKNOWN) {
    Budget slice = budget_slice(budget, EXCHANGE_EVERY);
    lemma_link_exchange(&k->link, k->reach, &slice);
    switch (reach_run(k->reach, &slice)) {
    case REACH_TRACE: exceed(k, budget); break;
    case REACH_PROOF: k->verdict = VERDICT_HOLDS; break;
    case REACH_UNKNOWN: break;
    }
    engine_progress(&k->setup, "kliveness", k->stats.bound, "bound %llu, frame %zu",
                    (unsigned long long)k->stats.bound, reach_frame(k->reach));
    if (budget_spent(budget)) break;
  }
  return k->verdict;
}

static Witness *bound_witness(const Kliveness *k, const ClauseVec *proof) {
  Lit *map;
  Witness *witness = witness_new(system_copy(k->visits.system, &map));
  Aig *aig = witness->circuit->aig;
  const Stable *stable = &k->visits.stable;
  LitVec rank = {0}, missing = {0}, counts = {0};
  for (size_t i = 0; i < stable->rank.entries.size; i++)
    vec_push(&rank, aig_map_lit(map, stable->rank.entries.data[i]));
  for (size_t i = 0; i < k->stats.bound; i++) vec_push(&counts, aig_map_lit(map, k->chain.data[i]));
  for (size_t i = 0; i < k->visits.flags.size; i++) {
    Lit flag = aig_map_lit(map, k->visits.flags.data[i]);
    vec_push(&counts, flag);
    vec_push(&missing, lit_not(flag));
  }
  vec_append(&rank, &counts);
  if (!missing.size) vec_push(&missing, LIT_TRUE); /* a single condition has no flag */
  Lit invariant = proof_literal(aig, map, proof);
  invariant = aig_and(aig, invariant, proof_literal(aig, map, &k->visits.known));
  invariant = aig_and(aig, invariant, aig_or_all(aig, missing.data, missing.size));
  Lit open = aig_map_lit(map, stable->rank.open);
  Lit some = aig_or_all(aig, counts.data, counts.size);
  invariant = aig_and(aig, invariant, aig_implies(aig, some, open)); /* nothing counts elsewhere */
  Lit excess = aig_map_lit(map, k->excess.data[k->stats.bound]);
  witness->bad = lit_not(aig_and(aig, invariant, lit_not(excess)));
  Lit at_most = rank_at_most(witness, &rank);
  for (size_t i = 0; i < k->task->conditions.size; i++) {
    Lit missed = aig_map_lit(map, stable->missed.data[i]);
    missed = aig_or(aig, missed, aig_and(aig, open, missing.data[i]));
    vec_push(&witness->justice, lit_not(aig_and(aig, at_most, missed)));
  }
  vec_free(&rank);
  vec_free(&missing);
  vec_free(&counts);
  mem_free(map);
  return witness;
}

static void kliveness_result(void *state, EngineResult *result) {
  Kliveness *k = state;
  *result = (EngineResult){.verdict = k->verdict};
  if (k->verdict == VERDICT_VIOLATED) {
    *result = engine_trace_result(k->lasso);
    k->lasso = NULL;
  } else if (k->verdict == VERDICT_HOLDS) {
    ClauseVec proof = reach_proof(k->reach);
    result->evidence = (Evidence){.kind = EVIDENCE_RANKING,
                                  .witness = bound_witness(k, &proof),
                                  .size = proof.size + k->stats.bound};
    clauses_free(&proof);
  }
}

static void kliveness_statistics(const void *state, Stats *stats) {
  const Kliveness *k = state;
  stats_collect(stats, stat_fields, sizeof stat_fields / sizeof *stat_fields, &k->stats);
  if (k->reach)
    stats_collect(stats, reach_stat_fields, reach_stat_field_count, reach_stats(k->reach));
}

const Engine engine_kliveness = {
    .name = "kliveness",
    .title = "Engine kliveness",
    .summary = "counts visits: a bound on them proves progress",
    .takes = TASKS_FAIR,
    .proves = true,
    .refutes = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof(KlivenessOptions),
    .option_defaults = &defaults,
    .open = kliveness_open,
    .run = kliveness_run,
    .result = kliveness_result,
    .stats = kliveness_statistics,
    .close = kliveness_close,
};
