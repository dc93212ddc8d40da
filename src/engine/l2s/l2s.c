/* Liveness to safety (Biere, Artho and Schuppan 2002), decided by Reach. In the product with flags
 * (progress.h), an input may save the state once; from then on it is remembered whether a round has ended.
 * Bad: the saved state has come back, and a round has ended since. The way there is a lasso.
 *
 * Certificate, from an inductive invariant Inv(x, saved state, saved, seen) that excludes bad. Write I_b(x, y)
 * for Inv with saved state y, saved, and seen = b; P' is Inv with nothing saved. Put
 *   Q(x, y) = I_1(x, y) or (I_0(x, y) and f(y) subset of f(x)),   q'_i = Q and not f_i(x).
 * From P'(s), saving in s leads to I_b(t, s) with b = round(s), so Q(t, s); an edge carries Q(s, u) on to
 * Q(t, u). If Q(s, t) for an edge from s to t, then after it the saved state t has come back: so no round
 * was seen nor does one end in s, hence f(t) = f(s) or B(s), and f(t) subset of f(s) says that every
 * condition met in s has its flag set. */
#include "engine/lemmas.h"
#include "engine/progress/progress.h"

typedef struct {
  ReachOptions reach;
} L2sOptions;

static const L2sOptions defaults = {
    .reach = {.solver = SAT_LEAN, .ctg = true, .ctg_depth = 1, .ctg_max = 3, .lift = true},
};

static const Option options[] = {
    {"l2s-ctg", 0, OPTION_SWITCH, offsetof(L2sOptions, reach.ctg), NULL,
     "generalize against counterexamples to generalization", NULL, 0, 0},
};

typedef struct {
  const Task *task;
  EngineSetup setup;
  Visits visits;
  size_t latches;  /* of the task, and flags: what is saved */
  LitVec shadows;  /* the saved values */
  Lit save, saved, seen, bad;
  ReachModel *model;
  Reach *reach;
  LemmaLink link;
} L2s;

static void add_shadows(L2s *l2s) {
  System *system = l2s->visits.system;
  Aig *aig = system->aig;
  l2s->latches = system->latches.size;
  l2s->save = system_input(system);
  l2s->saved = system_latch(system, RESET_0);
  l2s->seen = system_latch(system, RESET_0);
  Lit now = aig_and(aig, l2s->save, lit_not(l2s->saved));
  Lit since = aig_or(aig, now, l2s->saved);
  LitVec same = {0};
  for (size_t i = 0; i < l2s->latches; i++) {
    Lit latch = system->latches.data[i].current, shadow = system_latch(system, RESET_0);
    system_set_next(system, shadow, aig_mux(aig, now, latch, shadow));
    vec_push(&l2s->shadows, shadow);
    vec_push(&same, aig_equal(aig, latch, shadow));
  }
  system_set_next(system, l2s->saved, since);
  system_set_next(system, l2s->seen,
                  aig_and(aig, since, aig_or(aig, l2s->seen, l2s->visits.round)));
  vec_push(&same, l2s->seen); /* which implies saved */
  l2s->bad = aig_and_all(aig, same.data, same.size);
  vec_free(&same);
}

static void *l2s_open(const Task *task, const EngineSetup *setup) {
  L2s *l2s = mem_zalloc(sizeof *l2s);
  ReachOptions reach = ((const L2sOptions *)setup->options)->reach;
  reach.seed = setup->seed;
  reach.infinite = setup->lemmas; /* clauses of the infinite frame are what it can offer */
  l2s->task = task;
  l2s->setup = *setup;
  l2s->visits = visits_new(task);
  add_shadows(l2s);
  l2s->model = reach_model_new(l2s->visits.system, &l2s->bad, 1);
  ReachSet from = {.kind = REACH_RESET};
  ReachSet target = {.kind = REACH_PREDICATE, .predicate = l2s->bad};
  l2s->reach = reach_new(l2s->model, &from, &target, &reach);
  l2s->link =
      (LemmaLink){.board = setup->lemmas, .task = task, .system = l2s->visits.system};
  return l2s;
}

static void l2s_close(void *state) {
  L2s *l2s = state;
  reach_free(l2s->reach);
  reach_model_free(l2s->model);
  vec_free(&l2s->shadows);
  visits_free(&l2s->visits);
  mem_free(l2s);
}

static Verdict verdict_of(const L2s *l2s) {
  switch (reach_result(l2s->reach)) {
  case REACH_TRACE: return VERDICT_VIOLATED;
  case REACH_PROOF: return l2s->task->conditions.size ? VERDICT_HOLDS : VERDICT_UNKNOWN;
  case REACH_UNKNOWN: break;
  }
  return VERDICT_UNKNOWN;
}

static Verdict l2s_run(void *state, Budget *budget) {
  L2s *l2s = state;
  enum { REPORT_EVERY = 1000000 };
  do {
    Budget slice = budget_slice(budget, REPORT_EVERY);
    lemma_link_exchange(&l2s->link, l2s->reach, &slice);
    reach_run(l2s->reach, &slice);
    engine_progress(&l2s->setup, "l2s", reach_frame(l2s->reach), "frame %zu",
                    reach_frame(l2s->reach));
  } while (reach_result(l2s->reach) == REACH_UNKNOWN && !budget_spent(budget));
  return verdict_of(l2s);
}

/* The loop begins in the step that saves. */
static Trace *lasso(const L2s *l2s) {
  Trace *run = reach_trace(l2s->reach);
  size_t first = 0;
  while (!bits_get(&run->steps.data[first].inputs, l2s->task->system->inputs.size)) first++;
  Trace *trace = visits_lasso(l2s->task, run, first, run->steps.size - 1);
  trace_free(run);
  return trace;
}

/* The invariant in the circuit with the saved state put in place: that of `saved_state`, or with none. */
static Lit invariant_at(const L2s *l2s, Aig *aig, const Lit *map, const ClauseVec *proof,
                        const LitVec *saved_state, bool seen) {
  const Aig *from = l2s->visits.system->aig;
  Lit *at = aig_map_new(from);
  memcpy(at, map, from->size * sizeof *at);
  at[lit_node(l2s->saved)] = lit_constant(saved_state);
  at[lit_node(l2s->seen)] = lit_constant(seen);
  for (size_t i = 0; i < l2s->shadows.size; i++)
    at[lit_node(l2s->shadows.data[i])] = saved_state ? saved_state->data[i] : LIT_FALSE;
  Lit invariant = proof_literal(aig, at, proof);
  /* The proof excludes bad only together with the constraints, so that is said as well. */
  Lit equal = seen ? LIT_TRUE : LIT_FALSE;
  for (size_t i = 0; i < l2s->shadows.size && seen; i++)
    equal = aig_and(aig, equal,
                    aig_equal(aig, at[lit_node(l2s->visits.system->latches.data[i].current)],
                              at[lit_node(l2s->shadows.data[i])]));
  mem_free(at);
  return aig_and(aig, invariant, lit_not(equal));
}

/* The circuit is the product with flags alone. */
static Witness *loop_witness(const L2s *l2s, const ClauseVec *proof) {
  Visits plain = visits_new(l2s->task);
  Witness *witness = witness_new(plain.system);
  Aig *aig = plain.system->aig;
  const System *product = l2s->visits.system;
  Lit *map = aig_map_new(product->aig);
  LitVec other = {0}, missing = {0};
  Lit subset = LIT_TRUE;
  for (size_t i = 0; i < l2s->latches; i++)
    map[lit_node(product->latches.data[i].current)] = plain.system->latches.data[i].current;
  for (size_t i = 0; i < l2s->latches; i++) {
    Intervention intervention = {plain.system->latches.data[i].current,
                                 system_input(plain.system)};
    vec_push(&witness->interventions, intervention);
    vec_push(&other, intervention.input);
    if (i < l2s->task->system->latches.size) continue;
    subset = aig_and(aig, subset, aig_implies(aig, intervention.input, intervention.signal));
    vec_push(&missing, lit_not(intervention.signal));
  }
  if (!missing.size) vec_push(&missing, LIT_TRUE);
  Lit unsaved = invariant_at(l2s, aig, map, proof, NULL, false);
  unsaved = aig_and(aig, unsaved, aig_or_all(aig, missing.data, missing.size));
  witness->bad = lit_not(unsaved);
  Lit seen = invariant_at(l2s, aig, map, proof, &other, true);
  Lit unseen = invariant_at(l2s, aig, map, proof, &other, false);
  Lit follows = aig_or(aig, seen, aig_and(aig, unseen, subset));
  for (size_t i = 0; i < l2s->task->conditions.size; i++)
    vec_push(&witness->justice, lit_not(aig_and(aig, follows, missing.data[i])));
  mem_free(map);
  vec_free(&other);
  vec_free(&missing);
  vec_free(&plain.conditions);
  vec_free(&plain.flags);
  return witness;
}

static void l2s_result(void *state, EngineResult *result) {
  L2s *l2s = state;
  *result = (EngineResult){.verdict = verdict_of(l2s)};
  if (result->verdict == VERDICT_VIOLATED) *result = engine_trace_result(lasso(l2s));
  if (result->verdict == VERDICT_HOLDS) {
    ClauseVec proof = reach_proof(l2s->reach);
    result->evidence = (Evidence){.kind = EVIDENCE_RANKING,
                                  .witness = loop_witness(l2s, &proof),
                                  .size = proof.size};
    clauses_free(&proof);
  }
}

static void l2s_statistics(const void *state, Stats *stats) {
  const L2s *l2s = state;
  stats_collect(stats, reach_stat_fields, reach_stat_field_count, reach_stats(l2s->reach));
}

const Engine engine_l2s = {
    .name = "l2s",
    .title = "Engine l2s",
    .summary = "liveness to safety: can a saved state come back?",
    .fair = true,
    .proves = true,
    .refutes = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof(L2sOptions),
    .option_defaults = &defaults,
    .open = l2s_open,
    .run = l2s_run,
    .result = l2s_result,
    .stats = l2s_statistics,
    .close = l2s_close,
};
