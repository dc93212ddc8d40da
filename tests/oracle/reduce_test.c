/* Reductions against the oracle: the answer stays, and evidence for the small task is evidence for
 * the original one. */
#include "test.h"

#include "engine/engine.h"
#include "evidence/certify.h"
#include "evidence/evidence_form.h"
#include "evidence/replay.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "oracle/reductions.h"
#include "system/free_latches.h"
#include "task/reduce.h"

static const char *name_of(const ReduceOptions *options) {
  return options->cone           ? (options->constants ? "all" : "cone")
         : options->constants    ? "constants"
         : options->equivalences ? "equivalences"
         : options->free_latches ? "free latches"
         : options->delays       ? "delayed inputs"
         : options->choices      ? "choices"
         : options->rewrite      ? "rewriting"
                                 : "none";
}

/* A trace of the small task. */
static Trace *find_trace(const Task *task, const Explicit *e) {
  if (task->kind == TASK_FAIR)
    return explicit_fair_trace(e, task->conditions.data, task->conditions.size);
  const Engine *bmc = engine_find("bmc");
  EngineSetup setup = {0};
  void *state = engine_open(bmc, task, &setup);
  Budget budget = {.work = 10000000};
  CHECK_EQUAL(bmc->run(state, &budget), VERDICT_VIOLATED);
  EngineResult result;
  bmc->result(state, &result);
  bmc->close(state);
  return result.evidence.trace;
}

/* The weakest proof that there is: the property says that the state is reachable and not bad. So
 * it knows nothing of latches that were dropped, and the way back must add all that is needed. A
 * latch of its own that counts the first step shows that such latches find their way. */
static Witness *exact_witness(const Task *task, const Explicit *e) {
  Witness *witness = witness_new(system_copy(task->system, NULL));
  System *circuit = witness->circuit;
  Aig *aig = circuit->aig;
  Bits reachable = explicit_reachable(e);
  LitVec states = {0};
  for (size_t state = bits_next(&reachable, 0); state < reachable.size;
       state = bits_next(&reachable, state + 1)) {
    Lit cube = LIT_TRUE;
    for (size_t i = 0; i < circuit->latches.size; i++)
      cube = aig_and(aig, cube, lit_not_if(circuit->latches.data[i].current, !(state >> i & 1)));
    vec_push(&states, cube);
  }
  Lit reached = aig_or_all(aig, states.data, states.size);
  Lit *map;
  System *again = system_copy(task->system, &map);
  Lit *to_circuit = aig_map_new(again->aig);
  for (size_t i = 0; i < again->inputs.size; i++)
    to_circuit[lit_node(again->inputs.data[i])] = circuit->inputs.data[i];
  for (size_t i = 0; i < again->latches.size; i++)
    to_circuit[lit_node(again->latches.data[i].current)] = circuit->latches.data[i].current;
  Lit bad = aig_copy(aig, again->aig, aig_map_lit(map, task->bad), to_circuit);
  Lit later = system_latch(circuit, RESET_0);
  system_set_next(circuit, later, aig_or(aig, later, LIT_TRUE));
  Lit initial = LIT_TRUE;
  for (size_t i = 0; i < task->system->latches.size; i++) {
    const Latch *latch = circuit->latches.data + i;
    if (latch->reset != RESET_FREE)
      initial = aig_and(aig, initial, lit_not_if(latch->current, latch->reset == RESET_0));
  }
  Lit holds = aig_and(aig, aig_and(aig, reached, lit_not(bad)), aig_or(aig, later, initial));
  witness->bad = lit_not(holds);
  mem_free(to_circuit);
  mem_free(map);
  system_free(again);
  vec_free(&states);
  bits_free(&reachable);
  return witness;
}

static void check_proof(const Task *task, const Reduction *reduction, const Explicit *small,
                        uint64_t seed, const char *name) {
  Error report = {0};
  Witness *witness = exact_witness(reduction_task(reduction), small);
  if (!certify_witness(reduction_task(reduction), witness, &report))
    test_fail(__FILE__, __LINE__, "seed %llu: bad test witness: %s", (unsigned long long)seed,
              report.message);
  Witness *back = reduction_witness_back(reduction, witness);
  if (!certify_witness(task, back, &report))
    test_fail(__FILE__, __LINE__, "seed %llu, %s: %s", (unsigned long long)seed, name,
              report.message);
  witness_free(back);
  witness_free(witness);
}

static void check_trace(const Task *task, const Explicit *e, const Reduction *reduction,
                        const Explicit *small, uint64_t seed, const char *name) {
  Trace *trace = find_trace(reduction_task(reduction), small);
  Trace *back = reduction_trace_back(reduction, trace);
  CHECK(back);
  const char *fault = explicit_trace_fault(e, task, back);
  if (fault)
    test_fail(__FILE__, __LINE__, "seed %llu, %s: %s", (unsigned long long)seed, name, fault);
  trace_free(back);
  trace_free(trace);
}

static uint64_t removed, rewritten, chosen, delayed, traces, proofs, in_two_parts;

typedef struct {
  const Task *task;
  const Explicit *e;
  Verdict expected;
  uint64_t seed;
} Case;

static void check_reduction(const Case *c, const Reduction *reduction, const char *name) {
  const Task *task = c->task, *reduced = reduction_task(reduction);
  Explicit *small = explicit_new(reduced->system);
  if (explicit_verdict(small, reduced) != c->expected)
    test_fail(__FILE__, __LINE__, "seed %llu, %s: the answer changed from %s",
              (unsigned long long)c->seed, name, verdict_name(c->expected));
  CHECK_EQUAL(reduced->conditions.size, task->conditions.size);
  if (c->expected == VERDICT_VIOLATED) {
    check_trace(task, c->e, reduction, small, c->seed, name);
    traces++;
  } else if (task->kind == TASK_BAD) {
    check_proof(task, reduction, small, c->seed, name);
    proofs++;
  }
  removed += task->system->latches.size - reduced->system->latches.size;
  rewritten += reduction_stats(reduction)->rewritten;
  chosen += reduction_stats(reduction)->choices;
  delayed += reduction_stats(reduction)->delays;
  explicit_free(small);
}

/* One word of what another process said is not what it should be: it may be taken, since nobody
 * can tell, or not; but there is always a task. */
static void take_changed(const Case *c, const ReduceOptions *hurried, const Text *bytes) {
  Random random = {c->seed};
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(c->task, hurried, &budget);
  Text changed = {0};
  text_add_n(&changed, bytes->data, bytes->size);
  uint32_t word = random_below(&random, 2) ? random_below(&random, 40) : UINT32_MAX;
  size_t at = random_below(&random, (uint32_t)(bytes->size / sizeof word)) * sizeof word;
  memcpy(changed.data + at, &word, sizeof word);
  reduction_take(reduction, hurried, changed.data, changed.size);
  CHECK(reduction_task(reduction)->system->latches.size <= c->task->system->latches.size);
  CHECK(!reduction_take(reduction, hurried, bytes->data, bytes->size - 1));
  CHECK(!reduction_take(reduction, hurried, NULL, 0));
  reduction_free(reduction);
  text_free(&changed);
}

/* Equivalences that another process finds while this one is at work on what it has. */
static void check_two_parts(const Case *c, const ReduceOptions *options) {
  ReduceOptions hurried = *options;
  hurried.work = 1;
  Budget budget = BUDGET_UNLIMITED;
  Reduction *here = reduce(c->task, &hurried, &budget), *there = reduce(c->task, &hurried, &budget);
  Text bytes = {0};
  check_reduction(c, here, "first part");
  if (reduction_is_unfinished(there)) reduction_finish(there, options, &budget, &bytes);
  CHECK_EQUAL(reduction_take(here, options, bytes.data, bytes.size), bytes.size > 0);
  if (bytes.size) {
    const System *mine = reduction_task(here)->system, *theirs = reduction_task(there)->system;
    CHECK(!reduction_is_unfinished(here));
    /* rewriting comes after both parts */
    CHECK(mine->aig->size <= theirs->aig->size && mine->latches.size <= theirs->latches.size);
    if (!options->rewrite && !options->choices) CHECK_EQUAL(mine->aig->size, theirs->aig->size);
    check_reduction(c, here, "both parts");
    take_changed(c, &hurried, &bytes);
    in_two_parts++;
  }
  text_free(&bytes);
  reduction_free(here);
  reduction_free(there);
}

static void check_task(const Task *task, uint64_t seed) {
  Explicit *e = explicit_new(task->system);
  Case c = {task, e, explicit_verdict(e, task), seed};
  for (size_t i = 0; i < REDUCTIONS; i++) {
    Budget budget = BUDGET_UNLIMITED;
    Reduction *reduction = reduce(task, reductions + i, &budget);
    check_reduction(&c, reduction, name_of(reductions + i));
    reduction_free(reduction);
    if (reductions[i].equivalences) check_two_parts(&c, reductions + i);
  }
  explicit_free(e);
}

TEST(reductions_keep_the_answers_of_bad_tasks) {
  removed = rewritten = chosen = traces = proofs = 0;
  for (uint64_t seed = 0; seed < test_cases(300); seed++) {
    Task *task = random_bad_task(seed);
    check_task(task, seed);
    task_free(task);
  }
  CHECK(removed && rewritten && chosen && traces && proofs);
}

TEST(reductions_keep_the_answers_of_fair_tasks) {
  removed = rewritten = chosen = traces = 0;
  for (uint64_t seed = 0; seed < test_cases(300); seed++) {
    Task *task = random_fair_task(seed);
    check_task(task, seed);
    task_free(task);
  }
  CHECK(removed && rewritten && chosen && traces);
}

/* Systems with latches that are inputs in disguise, and with others that only look so: a pair of
 * latches takes two inputs of its own, as they are or with (1, 1) read as (0, 0); the second is a
 * free pair only if a constraint keeps (1, 1) away from the first step, too. Something may read the
 * inputs, or one of them may come in complemented. */
static Task *task_with_free_pairs(uint64_t seed) {
  RandomModel *model = random_model(seed, 6);
  System *system = model->system;
  Random random = {seed + 1};
  Aig *aig = system->aig;
  size_t latches = system->latches.size;
  for (int pairs = 0; pairs < 2 && latches; pairs++) {
    Lit a = system_latch(system, RESET_FREE), b = system_latch(system, RESET_FREE);
    Lit i = system_input(system), j = system_input(system);
    bool folded = random_chance(&random, 1, 2);
    Lit valid = folded ? lit_not(aig_and(aig, i, j)) : LIT_TRUE;
    system_set_next(system, a, aig_and(aig, valid, i));
    system_set_next(system, b, aig_and(aig, valid, lit_not_if(j, random_chance(&random, 1, 8))));
    if (folded && random_chance(&random, 3, 4))
      vec_push(&system->constraints, lit_not(aig_and(aig, a, b)));
    if (random_chance(&random, 1, 4))
      system_assume_initially(system, aig_or(aig, a, system->latches.data[0].current));
    Latch *reader = system->latches.data + random_below(&random, (uint32_t)latches);
    reader->next = aig_mux(aig, a, reader->next, aig_xor(aig, reader->next, b));
    if (random_chance(&random, 1, 6)) reader->next = aig_xor(aig, reader->next, j);
    if (random_chance(&random, 1, 4))
      vec_push(&system->constraints, aig_or(aig, a, random_literal(system, &random, false)));
  }
  Task *task = NULL;
  if (seed % 2 && model->justice.size) task = random_model_fair_task(model, 0);
  else if (model->bad.size) task = random_model_bad_task(model, 0);
  random_model_free(model);
  return task;
}

TEST(free_latches_are_inputs_over_runs) {
  removed = traces = proofs = 0;
  size_t freed = 0, kept = 0;
  for (uint64_t seed = 0; seed < test_cases(120); seed++) {
    Task *task = task_with_free_pairs(seed);
    if (!task) continue;
    check_task(task, seed);
    LitVec question = {0};
    vec_push(&question, task->bad);
    vec_append(&question, &task->conditions);
    U32Vec feeders = free_latches(task->system, &question, NULL);
    size_t before = freed;
    for (size_t i = 0; i < feeders.size; i++)
      if (feeders.data[i] != FEEDER_NONE) freed++;
      else if (task->system->latches.data[i].reset == RESET_FREE) kept++;
    Budget budget = BUDGET_UNLIMITED;
    Reduction *reduction = reduce(task, &reductions[ALL_REDUCTIONS], &budget);
    CHECK_SEED(reduction_stats(reduction)->free_latches, freed - before);
    reduction_free(reduction);
    vec_free(&feeders);
    vec_free(&question);
    task_free(task);
  }
  CHECK(freed && kept && traces && proofs);
}

/* Systems with latches that are an input one step late, and with others that are not: something
 * else reads the input, or the latch has no reset, or takes the complement. The first step can be
 * told, but not in all of them. */
static Task *task_with_delays(uint64_t seed) {
  RandomModel *model = random_model(seed, 6);
  System *system = model->system;
  Random random = {seed + 2};
  Aig *aig = system->aig;
  size_t latches = system->latches.size;
  for (int i = 0; i < 3 && latches; i++) {
    Lit input = system_input(system);
    Lit late = system_latch(system, random_chance(&random, 1, 6)   ? RESET_FREE
                                    : random_chance(&random, 1, 2) ? RESET_0
                                                                   : RESET_1);
    system_set_next(system, late, lit_not_if(input, random_chance(&random, 1, 6)));
    Latch *reader = system->latches.data + random_below(&random, (uint32_t)latches);
    reader->next = random_chance(&random, 1, 2)
                       ? aig_xor(aig, reader->next, late)
                       : aig_mux(aig, late, reader->next, random_literal(system, &random, false));
    if (random_chance(&random, 1, 6)) reader->next = aig_xor(aig, reader->next, input);
    if (random_chance(&random, 1, 4))
      vec_push(&system->constraints, aig_or(aig, late, random_literal(system, &random, false)));
  }
  if (random_chance(&random, 1, 2)) {
    system_first(system);
  } else if (random_chance(&random, 3, 4)) {
    Lit started = system_latch(system, RESET_0);
    system_set_next(system, started, LIT_TRUE);
  }
  Task *task = NULL;
  if (seed % 2 && model->justice.size) task = random_model_fair_task(model, 0);
  else if (model->bad.size) task = random_model_bad_task(model, 0);
  random_model_free(model);
  return task;
}

TEST(inputs_one_step_late_are_inputs_after_the_first_step) {
  removed = delayed = traces = proofs = 0;
  for (uint64_t seed = 0; seed < test_cases(200); seed++) {
    Task *task = task_with_delays(seed);
    if (!task) continue;
    check_task(task, seed);
    task_free(task);
  }
  CHECK(delayed && removed && traces && proofs);
}

/* Systems in which the reductions have something to find: some latches get an equal twin, a
 * complementary twin, a constant, or one that a constraint makes equal. */
static Task *task_with_redundancy(uint64_t seed) {
  RandomModel *model = random_model(seed, 7);
  System *system = model->system;
  Random random = {seed};
  Aig *aig = system->aig;
  size_t latches = system->latches.size;
  for (int twins = 0; twins < 4 && latches; twins++) {
    size_t of = random_below(&random, (uint32_t)latches);
    Latch latch = system->latches.data[of];
    Reset opposite = latch.reset == RESET_FREE ? RESET_FREE
                     : latch.reset == RESET_0  ? RESET_1
                                               : RESET_0;
    bool negate = random_chance(&random, 1, 2);
    Lit twin = system_latch(system, negate ? opposite : latch.reset);
    Lit read = lit_not_if(twin, negate);
    Lit next = lit_not_if(latch.next, negate);
    if (random_chance(&random, 1, 3)) /* differs as soon as the twins do */
      next = aig_xor(aig, next, aig_xor(aig, read, latch.current));
    if (random_chance(&random, 1, 4) && system->inputs.size) {
      /* follows an input, and only a constraint says that it is a twin */
      next = system->inputs.data[0];
      vec_push(&system->constraints, aig_equal(aig, read, latch.current));
    }
    system_set_next(system, twin, next);
    if (latch.reset == RESET_FREE && random_chance(&random, 1, 2))
      system_assume_initially(system, aig_equal(aig, read, latch.current));
    /* someone reads it */
    Latch *reader = system->latches.data + random_below(&random, (uint32_t)latches);
    reader->next = aig_xor(aig, reader->next, aig_and(aig, read, lit_not(latch.current)));
    if (random_chance(&random, 1, 2))
      reader->next = aig_mux(aig, read, reader->next, aig_or(aig, reader->next, latch.current));
  }
  Task *task = NULL;
  if (seed % 2 && model->justice.size) task = random_model_fair_task(model, 0);
  else if (model->bad.size) task = random_model_bad_task(model, 0);
  random_model_free(model);
  return task;
}

TEST(redundancy_of_every_kind_is_removed_soundly) {
  removed = traces = proofs = in_two_parts = 0;
  for (uint64_t seed = 0; seed < test_cases(120); seed++) {
    Task *task = task_with_redundancy(seed);
    if (!task) continue;
    check_task(task, seed);
    task_free(task);
  }
  CHECK(removed && traces && proofs);
  CHECK_COVERAGE(in_two_parts > 50);
}

TEST(a_constraint_that_makes_latches_equal_is_not_simplified_by_that) {
  /* b follows an input; the constraint forbids runs in which a and b differ. */
  System *system = system_new();
  Lit in = system_input(system);
  Lit a = system_latch(system, RESET_0), b = system_latch(system, RESET_0);
  system_set_next(system, a, LIT_TRUE);
  system_set_next(system, b, in);
  vec_push(&system->constraints, aig_equal(system->aig, a, b));
  Lit c = system_latch(system, RESET_0); /* remembers a first step with the input low */
  system_set_next(system, c, aig_or(system->aig, c, aig_and(system->aig, lit_not(a), lit_not(in))));
  Task *task = task_new(TASK_BAD, system);
  task->bad = aig_and(system->aig, c, aig_xor(system->aig, a, LIT_FALSE));
  check_task(task, 0);
  task_free(task);
}

static uint64_t gates_of(const Task *task) {
  uint64_t gates = 0;
  for (uint32_t node = 0; node < task->system->aig->size; node++)
    gates += aig_is_and(task->system->aig, node);
  return gates;
}

TEST(twins_and_constants_are_merged) {
  System *system = system_new();
  Lit in = system_input(system);
  system_input(system); /* that nothing reads */
  Lit a = system_latch(system, RESET_0), b = system_latch(system, RESET_1);
  Lit stuck = system_latch(system, RESET_1), aside = system_latch(system, RESET_0);
  Lit flip = aig_xor(system->aig, a, in);
  system_set_next(system, a, flip);
  system_set_next(system, b, aig_and(system->aig, stuck, aig_xor(system->aig, b, in)));
  system_set_next(system, stuck, stuck);
  system_set_next(system, aside, lit_not(aside));
  Task *task = task_new(TASK_BAD, system);
  task->bad = aig_equal(system->aig, a, b);
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, &reductions[ALL_REDUCTIONS], &budget);
  const ReduceStats *stats = reduction_stats(reduction);
  CHECK_EQUAL(stats->latches_before, 4);
  CHECK_EQUAL(reduction_task(reduction)->bad, LIT_FALSE);
  CHECK_EQUAL(stats->inputs_before, 2);
  CHECK_EQUAL(stats->gates_before, gates_of(task));
  CHECK_EQUAL(stats->gates_after, gates_of(reduction_task(reduction)));
  CHECK(stats->constants >= 1 && stats->equal_latches == 1);
  reduction_free(reduction);
  check_task(task, 0);
  task_free(task);
}

TEST(a_lasso_is_prolonged_until_dropped_latches_repeat) {
  /* the property sees a toggle; beside it a counter modulo 8 runs unseen */
  System *system = system_new();
  Lit toggle = system_latch(system, RESET_0), carry = LIT_TRUE;
  system_set_next(system, toggle, lit_not(toggle));
  for (int i = 0; i < 3; i++) {
    Lit bit = system_latch(system, RESET_0);
    system_set_next(system, bit, aig_xor(system->aig, bit, carry));
    carry = aig_and(system->aig, carry, bit);
  }
  Task *task = task_new(TASK_FAIR, system);
  vec_push(&task->conditions, toggle);
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, &reductions[ALL_REDUCTIONS], &budget);
  const System *small = reduction_task(reduction)->system;
  CHECK_EQUAL(small->latches.size, 1);
  Trace *trace = trace_new();
  trace_add_step(trace, small);
  bits_set(&trace_add_step(trace, small)->latches, 0);
  trace->loop = 0;
  Trace *back = reduction_trace_back(reduction, trace);
  CHECK_EQUAL(back->steps.size, 8);
  CHECK_EQUAL(back->loop, 0);
  trace_free(back);
  trace_free(trace);
  reduction_free(reduction);
  check_task(task, 0);
  task_free(task);
}

TEST(a_lasso_beside_a_wide_counter_is_given_up) {
  System *system = system_new();
  Lit toggle = system_latch(system, RESET_0), carry = LIT_TRUE;
  system_set_next(system, toggle, lit_not(toggle));
  for (int i = 0; i < 40; i++) {
    Lit bit = system_latch(system, RESET_0);
    system_set_next(system, bit, aig_xor(system->aig, bit, carry));
    carry = aig_and(system->aig, carry, bit);
  }
  Task *task = task_new(TASK_FAIR, system);
  vec_push(&task->conditions, toggle);
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, &reductions[ALL_REDUCTIONS], &budget);
  const System *small = reduction_task(reduction)->system;
  Trace *trace = trace_new();
  trace_add_step(trace, small);
  bits_set(&trace_add_step(trace, small)->latches, 0);
  trace->loop = 0;
  Evidence lasso = {.kind = EVIDENCE_LASSO, .trace = trace}, back = {.kind = EVIDENCE_LASSO};
  Error error = {0};
  CHECK(!form_trace.back(reduction, &lasso, &back, &error) && !back.trace);
  CHECK_TEXT(error.message, "the lasso is too long on the whole model; --no-reduce may help");
  error_free(&error);
  trace_free(trace);
  reduction_free(reduction);
  task_free(task);
}

/* Two rings of latches that move alike: each pair is equal only because the pair before it is. */
TEST(twins_that_are_equal_only_together_are_merged) {
  enum { PAIRS = 5 };
  System *system = system_new();
  Lit move = system_input(system), twins[2][PAIRS];
  for (size_t k = 0; k < PAIRS; k++)
    for (size_t r = 0; r < 2; r++) twins[r][k] = system_latch(system, k ? RESET_0 : RESET_1);
  for (size_t k = 0; k < PAIRS; k++)
    for (size_t r = 0; r < 2; r++)
      system_set_next(system, twins[r][k],
                      aig_mux(system->aig, move, twins[r][(k + PAIRS - 1) % PAIRS], twins[r][k]));
  Task *task = task_new(TASK_BAD, system);
  task->bad = LIT_TRUE;
  for (size_t k = 0; k < PAIRS; k++)
    task->bad = aig_and(system->aig, task->bad,
                        k % 2 ? aig_xor(system->aig, twins[0][k], twins[1][(k + 1) % PAIRS])
                              : lit_not(aig_and(system->aig, twins[0][k], twins[1][k])));
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, &reductions[ALL_REDUCTIONS], &budget);
  CHECK_EQUAL(reduction_stats(reduction)->equal_latches, PAIRS);
  CHECK_EQUAL(reduction_task(reduction)->system->latches.size, PAIRS);
  reduction_free(reduction);
  task_free(task);
}

static const ReduceOptions equivalences_only = {.equivalences = true};

/* Of three latches that take turns no two are high; each such equality needs another one, a step
 * before. */
TEST(gates_that_are_constant_only_together_are_replaced) {
  System *system = system_new();
  Lit turn[3], both[3];
  for (size_t k = 0; k < 3; k++) turn[k] = system_latch(system, k ? RESET_0 : RESET_1);
  for (size_t k = 0; k < 3; k++) system_set_next(system, turn[k], turn[(k + 1) % 3]);
  for (size_t k = 0; k < 3; k++) both[k] = aig_and(system->aig, turn[k], turn[(k + 1) % 3]);
  Task *task = task_new(TASK_BAD, system);
  task->bad = aig_or_all(system->aig, both, 3);
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, &equivalences_only, &budget);
  CHECK_EQUAL(reduction_task(reduction)->bad, LIT_FALSE);
  reduction_free(reduction);
  task_free(task);
}

/* Whoever simulates a run beyond its end sees them differ. */
TEST(latches_that_only_constraints_make_equal_are_merged) {
  enum { PAIRS = 3 };
  System *system = system_new();
  Lit differ[PAIRS];
  for (size_t k = 0; k < PAIRS; k++) {
    Lit in = system_input(system), other_in = system_input(system);
    Lit latch = system_latch(system, RESET_0), other = system_latch(system, RESET_0);
    system_set_next(system, latch, in);
    system_set_next(system, other, other_in);
    vec_push(&system->constraints, aig_equal(system->aig, in, other_in));
    differ[k] = aig_xor(system->aig, latch, other);
  }
  Task *task = task_new(TASK_BAD, system);
  task->bad = aig_or_all(system->aig, differ, PAIRS);
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, &equivalences_only, &budget);
  CHECK_EQUAL(reduction_stats(reduction)->equal_latches, PAIRS);
  CHECK_EQUAL(reduction_task(reduction)->bad, LIT_FALSE);
  reduction_free(reduction);
  task_free(task);
}

/* Twins that rise when forty inputs have just the right values: only a counterexample shows that
 * they do, and only where it is simulated as it is do they stay together. */
TEST(twins_that_no_random_run_tells_from_a_constant_are_merged) {
  enum { PAIRS = 12, INPUTS = 40 };
  System *system = system_new();
  Aig *aig = system->aig;
  Random random = {1};
  LitVec inputs = {0};
  for (int i = 0; i < INPUTS; i++) vec_push(&inputs, system_input(system));
  Lit bad[PAIRS];
  for (size_t k = 0; k < PAIRS; k++) {
    Lit rises = LIT_TRUE;
    for (size_t i = 0; i < INPUTS; i++)
      rises = aig_and(aig, rises, lit_not_if(inputs.data[i], i ? random_below(&random, 2) : k % 2));
    Lit twin[2] = {system_latch(system, RESET_0), system_latch(system, RESET_0)};
    for (int t = 0; t < 2; t++) system_set_next(system, twin[t], aig_or(aig, twin[t], rises));
    bad[k] = aig_xor(aig, twin[0], twin[1]);
  }
  Task *task = task_new(TASK_BAD, system);
  task->bad = aig_or_all(aig, bad, PAIRS);
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, &equivalences_only, &budget);
  CHECK_EQUAL(reduction_stats(reduction)->equal_latches, PAIRS);
  reduction_free(reduction);
  vec_free(&inputs);
  task_free(task);
}

/* One and the same counterexample takes many of them from the constant at once; that they are not
 * equal has still to be seen. */
TEST(signals_that_no_random_run_tells_apart_stay_apart) {
  enum { HIGH = 40, PAIRS = 8 };
  System *system = system_new();
  Aig *aig = system->aig;
  LitVec latches = {0};
  for (size_t i = 0; i < HIGH + PAIRS; i++) {
    Lit latch = system_latch(system, RESET_FREE);
    system_set_next(system, latch, latch);
    vec_push(&latches, latch);
  }
  Lit high = aig_and_all(aig, latches.data, HIGH), odd = LIT_FALSE;
  for (size_t k = HIGH; k < latches.size; k++)
    odd = aig_xor(aig, odd, aig_and(aig, high, lit_not_if(latches.data[k], k & 1)));
  Task *task = task_new(TASK_BAD, system);
  task->bad = odd;
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, &equivalences_only, &budget);
  CHECK_EQUAL(reduction_task(reduction)->system->latches.size, HIGH + PAIRS);
  CHECK_EQUAL(reduction_stats(reduction)->equal_latches, 0);
  CHECK_EQUAL(reduction_stats(reduction)->equal_signals, 0);
  CHECK_EQUAL(reduction_stats(reduction)->constants, 0);
  reduction_free(reduction);
  vec_free(&latches);
  task_free(task);
}

/* Three inputs that each decide whether a state bit flips, behind a latch without reset that an
 * input of its own feeds. */
static Task *task_of_choices(void) {
  System *system = system_new();
  Aig *aig = system->aig;
  Lit free = system_latch(system, RESET_FREE), feeder = system_input(system);
  system_set_next(system, free, feeder);
  Lit seen[3];
  for (size_t k = 0; k < 3; k++) {
    Lit flip = system_input(system);
    Lit odd = system_latch(system, RESET_0), last = system_latch(system, RESET_0);
    system_set_next(system, odd, aig_xor(aig, aig_xor(aig, odd, last), flip));
    system_set_next(system, last, aig_mux(aig, free, odd, lit_not(last)));
    seen[k] = aig_and(aig, odd, last);
  }
  Task *task = task_new(TASK_BAD, system);
  task->bad = aig_and_all(aig, seen, 3);
  return task;
}

TEST(free_latches_and_choices_are_counted_and_come_last) {
  Task *task = task_of_choices();
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, &reductions[ALL_REDUCTIONS], &budget);
  const ReduceStats *stats = reduction_stats(reduction);
  CHECK_EQUAL(stats->free_latches, 1);
  CHECK_EQUAL(stats->choices, 3);
  CHECK_EQUAL(stats->latches_after, 6);
  ReduceOptions hurried =
      reductions[ALL_REDUCTIONS]; /* equivalences are left for later, and so is what follows */
  hurried.work = 99 * stats->gates_after;
  reduction_free(reduction);
  reduction = reduce(task, &hurried, &budget);
  stats = reduction_stats(reduction);
  CHECK(reduction_is_unfinished(reduction));
  CHECK_EQUAL(stats->free_latches, 1);
  CHECK_EQUAL(stats->choices, 0);
  CHECK_EQUAL(stats->rewritten, 0);
  reduction_free(reduction);
  check_task(task, 0);
  task_free(task);
}

TEST(what_the_question_reads_feeds_no_free_latch) {
  for (int fair = 0; fair < 2; fair++) {
    System *system = system_new();
    Lit free = system_latch(system, RESET_FREE), feeder = system_input(system);
    system_set_next(system, free, feeder);
    Task *task = task_new(fair ? TASK_FAIR : TASK_BAD, system);
    Lit asked = aig_xor(system->aig, free, feeder);
    if (fair) vec_push(&task->conditions, asked);
    else task->bad = asked;
    Budget budget = BUDGET_UNLIMITED;
    Reduction *reduction = reduce(task, &reductions[ALL_REDUCTIONS], &budget);
    CHECK_EQUAL(reduction_stats(reduction)->free_latches, 0);
    reduction_free(reduction);
    check_task(task, 0);
    task_free(task);
  }
}

/* Nothing has to be proved here: latches and gates differ in the first runs. */
TEST(what_is_simulated_counts_as_work) {
  Task *task = task_of_choices();
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, &equivalences_only, &budget);
  CHECK(budget.used >= 4 * 2 * 96 * (uint64_t)gates_of(task) / 64);
  reduction_free(reduction);
  task_free(task);
}

/* Thirty latches behind one another, and a twin of the first one. */
static Task *task_with_one_twin(void) {
  enum { LENGTH = 30 };
  System *system = system_new();
  Aig *aig = system->aig;
  Lit input = system_input(system), row[LENGTH], aside = system_latch(system, RESET_0);
  system_set_next(system, aside, lit_not(aside));
  for (size_t k = 0; k < LENGTH; k++) row[k] = system_latch(system, RESET_0);
  for (size_t k = 0; k < LENGTH; k++)
    system_set_next(system, row[k], k ? aig_xor(aig, row[k - 1], row[k]) : input);
  Lit twin = system_latch(system, RESET_0), stuck = system_latch(system, RESET_0);
  system_set_next(system, twin, input);
  system_set_next(system, stuck, stuck);
  Task *task = task_new(TASK_BAD, system);
  task->bad = aig_or(aig, aig_and(aig, aig_and_all(aig, row, LENGTH), twin), stuck);
  return task;
}

TEST(what_another_process_finds_is_told_only_if_it_saves_a_tenth) {
  Task *task = task_with_one_twin();
  ReduceOptions hurried = {.cone = true, .equivalences = true, .work = 1};
  ReduceOptions options = {.cone = true, .equivalences = true};
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, &hurried, &budget);
  Text bytes = {0};
  CHECK(reduction_is_unfinished(reduction));
  reduction_finish(reduction, &options, &budget, &bytes);
  CHECK_EQUAL(reduction_stats(reduction)->equal_latches, 1);
  CHECK_EQUAL(reduction_stats(reduction)->equal_signals, 2); /* read the twin, or what is stuck */
  CHECK_EQUAL(bytes.size, 0);
  text_free(&bytes);
  reduction_free(reduction);
  task_free(task);
}

TEST(what_the_question_does_not_need_stays_unless_the_cone_is_asked_for) {
  Task *task = task_with_one_twin();
  for (int cone = 0; cone < 2; cone++) {
    ReduceOptions options = {.cone = cone, .constants = true};
    Budget budget = BUDGET_UNLIMITED;
    Reduction *reduction = reduce(task, &options, &budget);
    const ReduceStats *stats = reduction_stats(reduction);
    CHECK_EQUAL(stats->constants, 1);
    CHECK_EQUAL(stats->latches_after, stats->latches_before - cone - 1);
    CHECK_EQUAL(stats->inputs_after, stats->inputs_before);
    reduction_free(reduction);
  }
  task_free(task);
}

TEST(a_task_of_ctl_stays_as_it_is_and_so_does_any_where_the_budget_is_spent) {
  for (int spent = 0; spent < 2; spent++) {
    Task *task = task_with_redundancy(3);
    Budget budget = budget_slice(NULL, 100);
    if (spent) budget_use(&budget, 200);
    else task->kind = TASK_CTL;
    Reduction *reduction = reduce(task, &reductions[ALL_REDUCTIONS], &budget);
    CHECK(reduction_task(reduction) == task);
    reduction_free(reduction);
    task_free(task);
  }
}

TEST(a_spent_budget_leaves_out_equivalences_altogether) {
  for (uint64_t work = 1; work < 2000; work += 1 + work / 8) {
    Task *task = task_with_redundancy(6);
    Budget budget = {.work = work};
    Reduction *reduction = reduce(task, &reductions[ALL_REDUCTIONS], &budget);
    Explicit *e = explicit_new(task->system);
    Explicit *small = explicit_new(reduction_task(reduction)->system);
    CHECK_EQUAL(explicit_verdict(small, reduction_task(reduction)), explicit_verdict(e, task));
    explicit_free(small);
    explicit_free(e);
    reduction_free(reduction);
    task_free(task);
  }
}

TEST(constraints_of_the_next_step_are_not_read_through_equalities) {
  /* If x is low, `a` falls and both d and e rise; else they need not. The constraint is
   * a ? !(d & e) : forty inputs are high, so no simulation sees `a` low. Read with a = 1, it would
   * say that x was high and that `a` cannot fall. */
  System *system = system_new();
  Aig *aig = system->aig;
  Lit x = system_input(system), y = system_input(system), z = system_input(system);
  LitVec high = {0};
  for (int i = 0; i < 40; i++) vec_push(&high, system_input(system));
  Lit a = system_latch(system, RESET_1), d = system_latch(system, RESET_0);
  Lit e = system_latch(system, RESET_0);
  system_set_next(system, a, x);
  system_set_next(system, d, aig_implies(aig, x, y));
  system_set_next(system, e, aig_implies(aig, x, aig_implies(aig, y, z)));
  Lit all_high = aig_and_all(aig, high.data, high.size);
  vec_push(&system->constraints, aig_mux(aig, a, lit_not(aig_and(aig, d, e)), all_high));
  Task *task = task_new(TASK_BAD, system);
  task->bad = lit_not(a);
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, &reductions[ALL_REDUCTIONS], &budget);
  Trace *trace = find_trace(reduction_task(reduction), NULL);
  Trace *back = reduction_trace_back(reduction, trace);
  Error report = {0};
  CHECK(replay(task, back, &report));
  trace_free(back);
  trace_free(trace);
  reduction_free(reduction);
  vec_free(&high);
  task_free(task);
}

/* Counts to three and stays there; a twin of the low bit, and a latch that nothing reads. */
static Task *counting_task(void) {
  System *system = system_new();
  Aig *aig = system->aig;
  Lit aside = system_latch(system, RESET_FREE);
  Lit low = system_latch(system, RESET_0), high = system_latch(system, RESET_0);
  Lit twin = system_latch(system, RESET_1);
  Lit full = aig_and(aig, low, high);
  system_set_next(system, aside, lit_not(aside));
  system_set_next(system, low, aig_or(aig, full, lit_not(low)));
  system_set_next(system, high, aig_or(aig, high, low));
  system_set_next(system, twin, aig_and(aig, lit_not(full), lit_not(twin)));
  Task *task = task_new(TASK_FAIR, system);
  vec_push(&task->conditions, lit_not(aig_and(aig, high, lit_not(twin)))); /* not yet three */
  return task;
}

TEST(rankings_are_mapped_back_with_their_interventions) {
  Task *task = counting_task();
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, &reductions[ALL_REDUCTIONS], &budget);
  const System *small = reduction_task(reduction)->system;
  CHECK_EQUAL(small->latches.size, 2);

  /* the walls are the high and the low bit: their values never decrease */
  Witness *witness = witness_new(system_copy(small, NULL));
  System *circuit = witness->circuit;
  Aig *aig = circuit->aig;
  Lit low = circuit->latches.data[0].current, high = circuit->latches.data[1].current;
  Lit other_high = system_input(circuit), other_low = system_input(circuit);
  vec_push(&witness->interventions, ((Intervention){high, other_high}));
  vec_push(&witness->interventions, ((Intervention){low, other_low}));
  Lit below = aig_and(aig, lit_not(other_high), high);
  Lit level = aig_and(aig, aig_equal(aig, other_high, high), aig_implies(aig, other_low, low));
  vec_push(&witness->justice, lit_not(aig_or(aig, below, level)));

  Error report = {0};
  CHECK(certify_witness(reduction_task(reduction), witness, &report));
  Witness *back = reduction_witness_back(reduction, witness);
  if (!certify_witness(task, back, &report)) test_fail(__FILE__, __LINE__, "%s", report.message);
  CHECK_EQUAL(back->circuit->latches.size, 4);
  witness_free(back);
  witness_free(witness);
  reduction_free(reduction);
  task_free(task);
}
