/* Liveness to safety (Biere, Artho and Schuppan 2002), decided by Reach. In the product with flags
 * (progress.h), an input may save the state; from then on it is remembered whether a round has
 * ended, as long as the run stays in the arena (stable.h): an edge that leaves it forgets what was
 * saved. Bad: the saved state has come back, and a round has ended since. The way there is a lasso.
 *
 * Certificate, from an inductive invariant Inv(x, saved state, saved, seen) that excludes bad.
 * Write I_b(x, y) for Inv with saved state y, saved, and seen = b; P' is Inv with nothing saved; w
 * is the rank of the walls, M_i that x is on a closed side on which condition i is missed, and open
 * that it is on none. Put
 *
 *   Q(x, y) = I_1(x, y) or (I_0(x, y) and f(y) subset of f(x)),
 *   q'_i = w(y) < w(x), or w(y) = w(x) and (M_i(x), or open and Q and not f_i(x)).
 *
 * From P'(s), saving in s leads along an edge of the arena to I_b(t, s) with b = round(s), so Q(t,
 * s); such an edge carries Q(s, u) on to Q(t, u). Every other edge raises w or stays on closed
 * sides. If q'_i(s, t) for an edge from s to t, then w is equal. In the arena, Q(s, t) says that
 * after the edge the saved state t has come back: so no round was seen nor does one end in s, hence
 * f(t) = f(s) or B(s), and f(t) subset of f(s) says that every condition met in s has its flag set.
 */
#include "engine/lemmas.h"
#include "engine/progress/progress.h"

typedef struct {
  ReachOptions reach;
  bool walls;
} L2sOptions;

static const L2sOptions defaults = {.reach = REACH_DEFAULTS, .walls = true};

static const Option options[] = {
    {"l2s-ctg", 0, OPTION_SWITCH, offsetof(L2sOptions, reach.ctg), NULL,
     "generalize against counterexamples to generalization", NULL, 0, 0},
    {"l2s-walls", 0, OPTION_SWITCH, offsetof(L2sOptions, walls), NULL,
     "look for loops only in the arena that walls leave", NULL, 0, 0},
};

typedef struct {
  const Task *task;
  EngineSetup setup;
  L2sOptions options;
  Visits visits;
  System *product; /* with what is saved */
  size_t latches;  /* of the task, and flags: what is saved */
  LitVec shadows;  /* the saved values */
  Lit save, saved, seen, bad;
  ReachModel *model;
  Reach *reach;
  LemmaLink link;
} L2s;

static void add_shadows(L2s *l2s) {
  Lit *map;
  System *system = l2s->product = system_copy(l2s->visits.system, &map);
  Aig *aig = system->aig;
  Lit arena = aig_map_lit(map, l2s->visits.arena), round = aig_map_lit(map, l2s->visits.round);
  mem_free(map);
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
  since = aig_and(aig, since, arena);
  system_set_next(system, l2s->saved, since);
  system_set_next(system, l2s->seen, aig_and(aig, since, aig_or(aig, l2s->seen, round)));
  vec_push(&same, l2s->seen); /* which implies saved */
  l2s->bad = aig_and_all(aig, same.data, same.size);
  vec_free(&same);
}

static void *l2s_open(const Task *task, const EngineSetup *setup) {
  L2s *l2s = mem_zalloc(sizeof *l2s);
  l2s->options = *(const L2sOptions *)setup->options;
  l2s->options.reach.effort = setup->effort;
  l2s->options.reach.seed = setup->seed;
  l2s->options.reach.infinite =
      setup->lemmas; /* clauses of the infinite frame are what it can offer */
  l2s->task = task;
  l2s->setup = *setup;
  return l2s;
}

static void open_reach(L2s *l2s, Budget *budget) {
  size_t position = 0;
  ClauseVec known = {0};
  lemmas_begin(l2s->task, l2s->setup.lemmas, &position, &known, LEMMA_PAIRS_WORK, budget);
  l2s->visits = visits_new(l2s->task, &known, l2s->options.walls, budget);
  add_shadows(l2s);
  l2s->model = reach_model_new(l2s->product, &l2s->bad, 1);
  ReachSet from = {.kind = REACH_RESET};
  ReachSet target = {.kind = REACH_PREDICATE, .predicate = l2s->bad};
  l2s->reach = reach_new(l2s->model, &from, &target, &l2s->options.reach);
  l2s->link = (LemmaLink){.board = l2s->setup.lemmas, .task = l2s->task, .system = l2s->product};
  lemma_link_give(&l2s->link, l2s->reach, &known, position);
  clauses_free(&known);
}

static void l2s_close(void *state) {
  L2s *l2s = state;
  if (l2s->reach) {
    reach_free(l2s->reach);
    reach_model_free(l2s->model);
    system_free(l2s->product);
    visits_free(&l2s->visits);
  }
  vec_free(&l2s->shadows);
  mem_free(l2s);
}

static Verdict verdict_of(const L2s *l2s) {
  if (!l2s->reach) return VERDICT_UNKNOWN;
  switch (reach_result(l2s->reach)) {
  case REACH_TRACE: return VERDICT_VIOLATED;
  case REACH_PROOF: return VERDICT_HOLDS;
  case REACH_UNKNOWN: break;
  }
  return VERDICT_UNKNOWN;
}

static Verdict l2s_run(void *state, Budget *budget) {
  L2s *l2s = state;
  enum { REPORT_EVERY = 1000000 };
  if (!l2s->reach) open_reach(l2s, budget);
  do {
    Budget slice = budget_slice(budget, REPORT_EVERY);
    lemma_link_exchange(&l2s->link, l2s->reach, &slice);
    reach_run(l2s->reach, &slice);
    engine_progress(&l2s->setup, "l2s", reach_frame(l2s->reach), "frame %zu",
                    reach_frame(l2s->reach));
  } while (reach_result(l2s->reach) == REACH_UNKNOWN && !budget_spent(budget));
  return verdict_of(l2s);
}

/* The loop begins in the step that saved last. */
static Trace *lasso(const L2s *l2s) {
  Trace *run = reach_trace(l2s->reach);
  size_t saved = l2s->latches; /* the latch after those of the task and the flags */
  size_t first = run->steps.size - 1;
  while (bits_get(&run->steps.data[first].latches, saved)) first--;
  Trace *trace = visits_lasso(l2s->task, run, first, run->steps.size - 1);
  trace_free(run);
  return trace;
}

/* The invariant in the circuit with the saved state put in place: that of `saved_state`, or with
 * none. */
static Lit invariant_at(const L2s *l2s, Aig *aig, const Lit *map, const ClauseVec *proof,
                        const LitVec *saved_state, bool seen) {
  const Aig *from = l2s->product->aig;
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
                    aig_equal(aig, at[lit_node(l2s->product->latches.data[i].current)],
                              at[lit_node(l2s->shadows.data[i])]));
  mem_free(at);
  return aig_and(aig, invariant, lit_not(equal));
}

/* The rank of the walls in the other moment is less than here. */
static Lit rank_less(Witness *witness, const LitVec *rank, Lit *at_most) {
  Aig *aig = witness->circuit->aig;
  size_t first = witness->interventions.size;
  *at_most = rank_at_most(witness, rank);
  Lit equal = LIT_TRUE;
  for (size_t i = first; i < witness->interventions.size; i++)
    equal = aig_and(aig, equal,
                    aig_equal(aig, witness->interventions.data[i].signal,
                              witness->interventions.data[i].input));
  return aig_and(aig, *at_most, lit_not(equal));
}

/* The circuit is the product with flags alone. */
static Witness *loop_witness(const L2s *l2s, const ClauseVec *proof) {
  Lit *copied, *map = aig_map_new(l2s->product->aig);
  Witness *witness = witness_new(system_copy(l2s->visits.system, &copied));
  System *circuit = witness->circuit;
  Aig *aig = circuit->aig;
  LitVec other = {0}, missing = {0}, rank = {0};
  Lit subset = LIT_TRUE, at_most;
  for (size_t i = 0; i < l2s->latches; i++)
    map[lit_node(l2s->product->latches.data[i].current)] = circuit->latches.data[i].current;
  for (size_t i = 0; i < l2s->latches; i++) {
    Intervention intervention = {circuit->latches.data[i].current, system_input(circuit)};
    vec_push(&witness->interventions, intervention);
    vec_push(&other, intervention.input);
    if (i < l2s->task->system->latches.size) continue;
    subset = aig_and(aig, subset, aig_implies(aig, intervention.input, intervention.signal));
    vec_push(&missing, lit_not(intervention.signal));
  }
  const Stable *stable = &l2s->visits.stable;
  for (size_t i = 0; i < stable->rank.entries.size; i++)
    vec_push(&rank, aig_map_lit(copied, stable->rank.entries.data[i]));
  Lit less = rank_less(witness, &rank, &at_most), open = aig_map_lit(copied, stable->rank.open);
  if (!missing.size) vec_push(&missing, LIT_TRUE);
  Lit unsaved = invariant_at(l2s, aig, map, proof, NULL, false);
  unsaved = aig_and(aig, unsaved, aig_or_all(aig, missing.data, missing.size));
  witness->bad = lit_not(unsaved);
  Lit seen = invariant_at(l2s, aig, map, proof, &other, true);
  Lit unseen = invariant_at(l2s, aig, map, proof, &other, false);
  Lit follows = aig_or(aig, seen, aig_and(aig, unseen, subset));
  for (size_t i = 0; i < l2s->task->conditions.size; i++) {
    Lit here = aig_and(aig, open, aig_and(aig, follows, missing.data[i]));
    here = aig_or(aig, here, aig_map_lit(copied, stable->missed.data[i]));
    here = aig_or(aig, less, aig_and(aig, at_most, here));
    vec_push(&witness->justice, lit_not(here));
  }
  mem_free(map);
  mem_free(copied);
  vec_free(&rank);
  vec_free(&other);
  vec_free(&missing);
  return witness;
}

static void l2s_result(void *state, EngineResult *result) {
  L2s *l2s = state;
  *result = (EngineResult){.verdict = verdict_of(l2s)};
  if (result->verdict == VERDICT_VIOLATED) *result = engine_trace_result(lasso(l2s));
  if (result->verdict == VERDICT_HOLDS) {
    ClauseVec proof = reach_proof(l2s->reach);
    result->evidence = (Evidence){
        .kind = EVIDENCE_RANKING, .witness = loop_witness(l2s, &proof), .size = proof.size};
    clauses_free(&proof);
  }
}

static void l2s_statistics(const void *state, Stats *stats) {
  const L2s *l2s = state;
  if (l2s->reach)
    stats_collect(stats, reach_stat_fields, reach_stat_field_count, reach_stats(l2s->reach));
}

const Engine engine_l2s = {
    .name = "l2s",
    .title = "Engine l2s",
    .summary = "liveness to safety: can a saved state come back?",
    .takes = TASKS_FAIR,
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
