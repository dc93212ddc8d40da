/* Bounded model checking that proves, against numbers computed by their definitions: m and n,
 * shortest violations, right answers for every method, proofs that are accepted and that are
 * rejected when a number is one too small. The named systems are those on which a naive reading of
 * the paper goes wrong. */
#include <stdio.h>

#include "engine/bmc/attempt.h"
#include "engine/bmc/search.h"
#include "engine/engine.h"
#include "evidence/certify.h"
#include "evidence/certify_bmc.h"
#include "oracle/bmc_oracle.h"
#include "oracle/random_system.h"
#include "oracle/set_option.h"
#include "test.h"

/* ---- systems from graphs ---- */

typedef struct {
  unsigned char from, to;
} Arrow;

static Lit state_is(System *system, size_t bits, size_t state) {
  Lit all = LIT_TRUE;
  for (size_t i = 0; i < bits; i++)
    all = aig_and(system->aig, all, lit_not_if(system->latches.data[i].current, !(state >> i & 1)));
  return all;
}

/* A state is a number in binary; its bits that are set in `free_bits` are free in the beginning,
 * the others are 0. Inputs choose among the arrows; the choice must be one. */
static System *graph_system(size_t bits, size_t free_bits, const Arrow *arrows, size_t count) {
  System *system = system_new();
  Aig *aig = system->aig;
  size_t inputs = 0;
  for (size_t i = 0; i < bits; i++) system_latch(system, free_bits >> i & 1 ? RESET_FREE : RESET_0);
  while ((size_t)1 << inputs < count) inputs++;
  for (size_t i = 0; i < inputs; i++) system_input(system);
  LitVec next = {0};
  for (size_t i = 0; i < bits; i++) vec_push(&next, LIT_FALSE);
  Lit any = LIT_FALSE;
  for (size_t a = 0; a < count; a++) {
    Lit chosen = state_is(system, bits, arrows[a].from);
    for (size_t i = 0; i < inputs; i++)
      chosen = aig_and(aig, chosen, lit_not_if(system->inputs.data[i], !(a >> i & 1)));
    any = aig_or(aig, any, chosen);
    for (size_t i = 0; i < bits; i++)
      if (arrows[a].to >> i & 1) next.data[i] = aig_or(aig, next.data[i], chosen);
  }
  for (size_t i = 0; i < bits; i++)
    system_set_next(system, system->latches.data[i].current, next.data[i]);
  vec_push(&system->constraints, any);
  vec_free(&next);
  return system;
}

/* Each fair set is a set of states, as bits. */
static Task *fair_task(System *system, size_t bits, const unsigned *sets, size_t count) {
  Task *task = task_new(TASK_FAIR, system);
  for (size_t j = 0; j < count; j++) {
    Lit set = LIT_FALSE;
    for (size_t s = 0; s < (size_t)1 << bits; s++)
      if (sets[j] >> s & 1) set = aig_or(system->aig, set, state_is(system, bits, s));
    vec_push(&task->conditions, set);
  }
  return task;
}

/* ---- running ---- */

enum { BOTH, INTO, OUT_OF };

/* The numbers that attempts find, as far as they come. */
static AttemptNumbers numbers_of(const Task *task, BmcMethod method, size_t set, int sides,
                                 bool eager, bool facts) {
  AttemptOptions options = {
      .pairs = eager ? PAIRS_EAGER : PAIRS_LAZY, .sides = (AttemptSides)sides, .facts = facts};
  Attempt *attempt = attempt_new(task, method, set, options);
  Budget budget = BUDGET_UNLIMITED;
  while (attempt_run(attempt, &budget) == ATTEMPT_OPEN) {
  }
  AttemptNumbers numbers = attempt_numbers(attempt);
  attempt_free(attempt);
  return numbers;
}

typedef struct {
  EngineResult result;
  size_t steps; /* of a violation */
} Answer;

typedef struct {
  int method, sides, eager, step;
  bool deep, invariants, circuits;
} Setting;

enum { AUTO, OR, ONE, FLAG, COUNTER, TRANS, METHODS };

static Answer answer_of(const Task *task, Setting setting, uint64_t work) {
  const Engine *engine = engine_find("bmc");
  char *options = mem_alloc(engine->options_size);
  memcpy(options, engine->option_defaults, engine->options_size);
  set_option(engine, options, "fair-sets", setting.method);
  set_option(engine, options, "bmc-beta", setting.sides);
  set_option(engine, options, "bmc-pairs", setting.eager);
  set_option(engine, options, "bmc-step", setting.step ? setting.step : 1);
  set_option(engine, options, "bmc-deep", setting.deep);
  set_option(engine, options, "bmc-invariants", setting.invariants);
  set_option(engine, options, "bmc-circuits", setting.circuits);
  EngineSetup setup = {.options = options};
  void *state = engine_open(engine, task, &setup);
  Budget budget = {.work = work};
  Answer answer = {0};
  engine->run(state, &budget);
  engine->result(state, &answer.result);
  engine->close(state);
  mem_free(options);
  if (answer.result.evidence.trace) answer.steps = answer.result.evidence.trace->steps.size;
  return answer;
}

/* ---- the named systems ---- */

static const Arrow eight[] = {{0, 1}, {0, 2}, {1, 0}, {2, 0}};
static const Arrow petals[] = {{0, 1}, {0, 2}, {0, 3}, {1, 0}, {2, 0}, {3, 0}};
static const Arrow ring[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
#define COUNT(a) (sizeof(a) / sizeof *(a))

static void check_numbers(const Task *task, BmcMethod method, size_t n, size_t into,
                          size_t out_of) {
  AttemptNumbers by_into = numbers_of(task, method, 0, INTO, false, false);
  AttemptNumbers by_out_of = numbers_of(task, method, 0, OUT_OF, true, false);
  CHECK(by_into.n_known && by_out_of.n_known && by_into.m_known && by_out_of.m_known);
  CHECK_EQUAL(by_into.n, n);
  CHECK_EQUAL(by_out_of.n, n);
  CHECK_EQUAL(by_into.m, into);
  CHECK_EQUAL(by_out_of.m, out_of);
}

static void check_shortest(const Task *task, size_t steps) {
  for (int method = 0; method < METHODS; method++)
    for (int step = 1; step < 4; step++) {
      Answer answer =
          answer_of(task, (Setting){.method = method, .step = step, .deep = step > 2}, 0);
      CHECK_EQUAL(answer.result.verdict, VERDICT_VIOLATED);
      CHECK_EQUAL(answer.steps, steps);
      evidence_free(&answer.result.evidence);
    }
}

/* The loop must pass the middle twice: no bound on simple lassos of a weaker kind covers it. The
 * flags belong to the state: on the model's bits alone the numbers were (2, 2, 2). */
TEST(figure_eight_is_not_proved_by_bounds_of_weaker_lassos) {
  Task *task =
      fair_task(graph_system(2, 0, eight, COUNT(eight)), 2, (unsigned[]){1 << 1, 1 << 2}, 2);
  PathNumbers weaker;
  Explicit *e = explicit_new(task->system);
  PathGraph graph = path_graph_new(e, task->conditions.data, 2, BMC_OR, 0, false);
  weaker = path_numbers(&graph);
  CHECK_EQUAL(weaker.n, 2);
  CHECK_EQUAL(weaker.into, 1);
  check_numbers(task, BMC_FLAG, 7, 3, 4);
  check_shortest(task, 4);
  path_graph_free(&graph);
  explicit_free(e);
  task_free(task);
}

TEST(three_petals_are_not_proved_by_bounds_of_weaker_lassos) {
  Task *task = fair_task(graph_system(2, 0, petals, COUNT(petals)), 2,
                         (unsigned[]){1 << 1, 1 << 2, 1 << 3}, 3);
  check_shortest(task, 6);
  task_free(task);
}

/* Where alpha paths were not to pass other initial states, n would be 2 and the bound 1. */
TEST(a_ring_with_two_initial_states_has_its_lasso_of_four_steps) {
  Task *task = fair_task(graph_system(2, 2, ring, COUNT(ring)), 2, (unsigned[]){15}, 1);
  check_numbers(task, BMC_ONE, 4, 0, 0);
  check_shortest(task, 4);
  task_free(task);
}

/* There is no path of 0 or 1 transitions from the initial state to the fair one, but one of 2: n
 * must not be the least k without alpha alone, which is 0. */
static const Arrow line[] = {{0, 1}, {1, 2}, {2, 2}};

TEST(n_is_not_the_least_length_without_a_stem) {
  Task *task = fair_task(graph_system(2, 0, line, COUNT(line)), 2, (unsigned[]){1 << 2}, 1);
  check_numbers(task, BMC_ONE, 3, 2, 0);
  check_shortest(task, 3);
  task_free(task);
}

/* An initial condition that resets cannot say costs a latch that is true in the first step only. It
 * belongs to the state: the first one never comes back, and the lasso has one step more. */
TEST(the_latch_of_a_constrained_first_step_belongs_to_the_state) {
  System *system = graph_system(2, 3, ring, COUNT(ring));
  Lit even = lit_not(system->latches.data[0].current);
  system_assume_initially(system, even);
  Task *task = fair_task(system, 2, (unsigned[]){15}, 1);
  Explicit *e = explicit_new(task->system);
  CHECK_EQUAL(shortest_lasso(e, task->conditions.data, 1), 5);
  check_shortest(task, 5);
  explicit_free(e);
  task_free(task);
}

/* Conditions of the property and of the model are one conjunction: neither alone is a violation. */
TEST(sets_of_the_property_and_of_the_model_are_asked_together) {
  static const Arrow two_rings[] = {{0, 0}, {0, 1}, {1, 1}};
  Task *task = fair_task(graph_system(1, 0, two_rings, COUNT(two_rings)), 1,
                         (unsigned[]){1 << 0, 1 << 1}, 2);
  for (int method = 0; method < METHODS; method++) {
    bool complete = method != OR && method != ONE; /* each ring is a weaker lasso */
    Answer answer = answer_of(task, (Setting){.method = method}, complete ? 0 : 100000);
    CHECK_EQUAL(answer.result.verdict, complete ? VERDICT_HOLDS : VERDICT_UNKNOWN);
    evidence_free(&answer.result.evidence);
  }
  task_free(task);
}

/* Figure 2 of the paper: paths into the fair state are longer than paths out of it, or the other
 * way round. Of nine states in a row, 8 is fair and 5 lead on from it; all are unreachable. */
static const Arrow figure2[] = {{0, 0},   {1, 2},   {2, 3},   {3, 4},   {4, 5},
                                {5, 6},   {6, 7},   {7, 8},   {8, 9},   {9, 10},
                                {10, 11}, {11, 12}, {12, 13}, {13, 14}, {14, 14}};

TEST(figure_two_needs_both_kinds_of_paths) {
  Task *task = fair_task(graph_system(4, 0, figure2, COUNT(figure2)), 4, (unsigned[]){1 << 9}, 1);
  AttemptNumbers both = numbers_of(task, BMC_ONE, 0, BOTH, false, false);
  CHECK_EQUAL(both.m, 5);
  CHECK_EQUAL(numbers_of(task, BMC_ONE, 0, INTO, false, false).m, 8);
  CHECK_EQUAL(numbers_of(task, BMC_ONE, 0, OUT_OF, false, false).m, 5);
  task_free(task);
  task = fair_task(graph_system(4, 0, figure2, COUNT(figure2)), 4, (unsigned[]){1 << 3}, 1);
  both = numbers_of(task, BMC_ONE, 0, BOTH, true, false);
  CHECK_EQUAL(both.m, 2);
  task_free(task);
}

TEST(no_fair_state_at_all_is_proved_without_a_search) {
  Task *task = fair_task(graph_system(2, 3, ring, COUNT(ring)), 2, (unsigned[]){0}, 1);
  for (int method = 0; method < TRANS; method++) {
    Answer answer = answer_of(task, (Setting){.method = method}, 0);
    CHECK_EQUAL(answer.result.verdict, VERDICT_HOLDS);
    CHECK_EQUAL(answer.result.evidence.bmc->n, 0);
    Error error = {0};
    CHECK(certify_bmc(task, answer.result.evidence.bmc, NULL, NULL, &error));
    evidence_free(&answer.result.evidence);
  }
  task_free(task);
}

/* ---- random systems ---- */

static Task *small_task(uint64_t seed, bool fair) {
  RandomModel *model = random_model(seed, 5);
  Task *task = fair ? random_model_fair_task(model, 0) : random_model_bad_task(model, 0);
  random_model_free(model);
  return task;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* One of so many choices, by the part of a number that says which; the number loses that part. */
static int choose(size_t *number, size_t choices) {
  int chosen = (int)(*number % choices);
  *number /= choices;
  return chosen;
}

typedef struct {
  unsigned known, larger; /* both numbers were found; and say something */
} NumbersSeen;

static void check_against_definition(const Task *task, const Explicit *e, size_t combination,
                                     uint64_t seed, NumbersSeen *seen) {
  static const BmcMethod methods[] = {BMC_ONE, BMC_OR, BMC_FLAG, BMC_COUNTER};
  BmcMethod method = methods[choose(&combination, COUNT(methods))];
  int sides = choose(&combination, 3);
  bool eager = choose(&combination, 2), facts = choose(&combination, 2) || method == BMC_COUNTER;
  size_t count = task->conditions.size, sets = method == BMC_ONE ? count : 1;
  for (size_t set = 0; set < sets; set++) {
    PathGraph graph = path_graph_new(e, task->conditions.data, count, method, set, facts);
    if (graph.states <= PATH_GRAPH_MOST) {
      PathNumbers by_definition = path_numbers(&graph);
      size_t m = sides == INTO     ? by_definition.into
                 : sides == OUT_OF ? by_definition.out_of
                                   : least(by_definition.into, by_definition.out_of);
      AttemptNumbers found = numbers_of(task, method, set, sides, eager, facts);
      if (found.n_known) CHECK_SEED(found.n, by_definition.n);
      if (found.m_known) CHECK_SEED(found.m, m);
      seen->known += found.n_known && found.m_known;
      seen->larger += found.n_known && found.m_known && found.n + found.m > 3;
    }
    path_graph_free(&graph);
  }
}

/* All combinations of method, kind of paths, pairs and facts for every system. */
TEST(m_and_n_are_those_of_their_definitions) {
  enum { COMBINATIONS = 4 * 3 * 2 * 2 };
  NumbersSeen seen = {0};
  for (uint64_t seed = 0; seed < test_cases(40); seed++) {
    Task *task = small_task(seed, true);
    Explicit *e = explicit_new(task->system);
    for (size_t c = 0; c < COMBINATIONS; c++) check_against_definition(task, e, c, seed, &seen);
    explicit_free(e);
    task_free(task);
  }
  if (getenv("RONDO_TEST_REPORT"))
    printf("%u pairs of m and n, %u of them with a sum above 3\n", seen.known, seen.larger);
  CHECK_COVERAGE(seen.known > 200 && seen.larger > 40);
}

TEST(radii_are_those_of_their_definitions) {
  for (uint64_t seed = 0; seed < test_cases(200); seed++) {
    Task *task = small_task(seed, false);
    Explicit *e = explicit_new(task->system);
    PathGraph graph = path_graph_new(e, &task->bad, 1, BMC_ONE, 0, false);
    if (graph.states <= PATH_GRAPH_MOST) {
      PathNumbers by_definition = path_numbers(&graph);
      CHECK_SEED(numbers_of(task, BMC_BAD, 0, OUT_OF, seed & 1, false).n, by_definition.forward);
      CHECK_SEED(numbers_of(task, BMC_BAD, 0, INTO, seed & 1, false).n, by_definition.backward);
    }
    path_graph_free(&graph);
    explicit_free(e);
    task_free(task);
  }
}

/* A number that is one too small must be noticed. */
static void check_smaller_proofs(const Task *task, BmcProof *proof, uint64_t seed) {
  for (size_t *number = &proof->m; number; number = number == &proof->m ? &proof->n : NULL) {
    if (!*number) continue;
    Error error = {0};
    --*number;
    CHECK_SEED(certify_bmc(task, proof, NULL, NULL, &error), false);
    ++*number;
    CHECK_SEED(error.message && strstr(error.message, "there is "), true);
    error_free(&error);
  }
}

static void check_answer(const Task *task, const Explicit *e, Answer *answer, uint64_t seed) {
  EngineResult *result = &answer->result;
  if (result->verdict == VERDICT_UNKNOWN) return;
  CHECK_SEED(result->verdict, explicit_verdict(e, task));
  if (result->verdict == VERDICT_VIOLATED) {
    const char *fault = explicit_trace_fault(e, task, result->evidence.trace);
    if (fault) test_fail(__FILE__, __LINE__, "seed %llu: %s", (unsigned long long)seed, fault);
    size_t shortest = task->kind == TASK_BAD
                          ? (size_t)explicit_bad_depth(e, task->bad) + 1
                          : shortest_lasso(e, task->conditions.data, task->conditions.size);
    CHECK_SEED(answer->steps, shortest);
  } else if (result->evidence.bmc) {
    Error error = {0};
    if (!certify_bmc(task, result->evidence.bmc, NULL, NULL, &error))
      test_fail(__FILE__, __LINE__, "seed %llu: %s", (unsigned long long)seed, error.message);
  }
}

/* A proof that is shown as a circuit is one for other tools, too. */
static void check_circuit(const Task *task, const Evidence *evidence, uint64_t seed) {
  if (!evidence->witness) return;
  Error error = {0};
  if (!certify_witness(task, evidence->witness, &error))
    test_fail(__FILE__, __LINE__, "seed %llu: %s", (unsigned long long)seed, error.message);
}

typedef struct {
  unsigned answers, proofs, circuits;
} AnswersSeen;

/* Or and One prove less than all that is true, the others all of it. */
static void check_setting(const Task *task, const Explicit *e, Setting setting, uint64_t seed,
                          AnswersSeen *seen) {
  bool weaker = task->kind == TASK_FAIR && (setting.method == OR || setting.method == ONE);
  /* What a product knows of its own latches is always used by the checker. */
  bool exact = task->kind == TASK_BAD ? !setting.invariants : setting.invariants || weaker;
  Answer answer = answer_of(task, setting, weaker ? 2000000 : 0);
  const Evidence *evidence = &answer.result.evidence;
  CHECK_SEED(answer.result.verdict != VERDICT_UNKNOWN || weaker, true);
  check_answer(task, e, &answer, seed);
  check_circuit(task, evidence, seed);
  if (evidence->bmc && exact) check_smaller_proofs(task, evidence->bmc, seed);
  CHECK_SEED(evidence->witness && !setting.circuits, false);
  seen->answers += answer.result.verdict != VERDICT_UNKNOWN;
  seen->proofs += answer.result.verdict == VERDICT_HOLDS;
  seen->circuits += evidence->witness != NULL;
  evidence_free(&answer.result.evidence);
}

/* How many steps are asked about at once goes round, beside the combinations of all else. */
static Setting setting_of(size_t combination, uint64_t seed, bool fair) {
  size_t turn = seed + combination;
  Setting setting = {.step = 1 + (int)(turn % 3), .deep = turn / 3 % 2};
  setting.sides = choose(&combination, 3);
  setting.eager = choose(&combination, 2);
  setting.invariants = choose(&combination, 2);
  setting.circuits = choose(&combination, 2);
  if (fair) setting.method = choose(&combination, METHODS);
  if (fair && setting.method == TRANS) setting.sides = BOTH;
  return setting;
}

enum { PATH_SETTINGS = 3 * 2 * 2 * 2 };

TEST(every_method_answers_right_with_shortest_violations_and_proofs) {
  AnswersSeen seen[METHODS] = {0};
  for (uint64_t seed = 0; seed < test_cases(6); seed++) {
    Task *task = small_task(seed ^ 0xb3c, true);
    Explicit *e = explicit_new(task->system);
    for (size_t c = 0; c < PATH_SETTINGS * METHODS; c++) {
      Setting setting = setting_of(c, seed, true);
      check_setting(task, e, setting, seed, seen + setting.method);
    }
    explicit_free(e);
    task_free(task);
  }
  for (int method = 0; method < METHODS; method++) {
    if (getenv("RONDO_TEST_REPORT"))
      printf("method %d: %u answers, %u proofs, %u circuits\n", method, seen[method].answers,
             seen[method].proofs, seen[method].circuits);
    CHECK_COVERAGE(seen[method].answers > 40 && seen[method].proofs > 20 &&
                   seen[method].circuits > 5);
  }
}

TEST(bad_states_have_shortest_traces_and_proofs) {
  AnswersSeen seen = {0};
  for (uint64_t seed = 0; seed < test_cases(40); seed++) {
    Task *task = small_task(seed ^ 0xbad, false);
    Explicit *e = explicit_new(task->system);
    for (size_t c = 0; c < PATH_SETTINGS; c++)
      check_setting(task, e, setting_of(c, seed, false), seed, &seen);
    explicit_free(e);
    task_free(task);
  }
  if (getenv("RONDO_TEST_REPORT"))
    printf("%u answers, %u proofs, %u circuits\n", seen.answers, seen.proofs, seen.circuits);
  CHECK_COVERAGE(seen.proofs > 100 && seen.circuits > 20);
}

/* Where a constraint is false from the start on, or from some step on, no run goes on, and the
 * search knows that no number of steps is needed. */
TEST(a_search_knows_that_no_run_goes_on) {
  for (size_t steps = 0; steps < 3; steps++) {
    System *system = system_new();
    Lit last = LIT_TRUE; /* true in the first steps */
    for (size_t i = 0; i < steps; i++) {
      Lit latch = system_latch(system, RESET_1);
      system_set_next(system, latch, i ? last : LIT_FALSE);
      last = latch;
    }
    vec_push(&system->constraints, steps ? last : LIT_FALSE);
    Search *search = bmc_search_new_bad(system, LIT_FALSE, (SearchPace){.stride = 1});
    Budget budget = BUDGET_UNLIMITED;
    for (size_t k = 0; k < 6 && bmc_search_refuted(search) != SIZE_MAX; k++)
      CHECK_EQUAL(bmc_search_run(search, k + 1, &budget), SAT_UNSATISFIABLE);
    CHECK(bmc_search_refuted(search) == SIZE_MAX);
    bmc_search_free(search);
    system_free(system);
  }
}
