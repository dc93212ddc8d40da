/* LTL by the formula itself, against enumeration: the shortest lasso of the model that violates a
 * formula with past is found, nothing is found where there is none, and the engine that searches so
 * and proves with either automaton and every method answers right. */
#include <stdio.h>

#include "base/memory.h"
#include "engine/bmc/product.h"
#include "engine/bmc/search.h"
#include "engine/engine.h"
#include "evidence/certify_bmc.h"
#include "oracle/ltl_oracle.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"
#include "oracle/reductions.h"
#include "oracle/set_option.h"
#include "task/direct_task.h"
#include "task/ltl_task.h"
#include "task/reduce.h"
#include "test.h"

/* ---- the shortest violation, by going through all lassos ---- */

enum { MOST_STEPS = 6 };

typedef struct {
  const Explicit *e;
  const Formulas *formulas;
  Formula f;
  Bits *atoms, *fairness; /* sets of steps */
  U32Vec steps;
} Lassos;

static bool meets_fairness(const Lassos *l, size_t loop) {
  for (size_t c = 0; c < l->e->system->fairness.size; c++) {
    bool met = false;
    for (size_t k = loop; k < l->steps.size; k++)
      met |= bits_get(l->fairness + c, l->steps.data[k]);
    if (!met) return false;
  }
  return true;
}

static bool violates(const Lassos *l, size_t loop) {
  LassoWord word = {.length = l->steps.size, .loop = loop};
  word.atoms = mem_array(l->formulas->atoms.size, sizeof *word.atoms);
  for (size_t a = 0; a < l->formulas->atoms.size; a++) {
    word.atoms[a] = bits_new(word.length);
    for (size_t k = 0; k < word.length; k++)
      bits_put(word.atoms + a, k, bits_get(l->atoms + a, l->steps.data[k]));
  }
  bool holds = ltl_oracle_word(l->formulas, l->f, &word);
  lasso_word_free(&word, l->formulas);
  return !holds;
}

/* Whether a lasso of exactly `length` steps that goes on from here violates the formula. */
static bool violated_in(Lassos *l, size_t state, size_t length) {
  if (l->steps.size == length) {
    for (size_t loop = 0; loop < length; loop++)
      if (l->e->graph.edges.data[l->steps.data[loop]].from == state && meets_fairness(l, loop) &&
          violates(l, loop))
        return true;
    return false;
  }
  bool found = false;
  for (size_t input = 0; input < l->e->inputs && !found; input++) {
    size_t step = state * l->e->inputs + input;
    if (!bits_get(&l->e->valid, step)) continue;
    vec_push(&l->steps, (uint32_t)step);
    found = violated_in(l, l->e->graph.edges.data[step].to, length);
    l->steps.size--;
  }
  return found;
}

/* The steps of a shortest violation; 0: none of at most MOST_STEPS. What the formula does not
 * depend on is not in the model and need not repeat. */
static size_t shortest_violation(const TaskModel *model, const Formulas *formulas, Formula f) {
  Explicit *e = explicit_new(model->system);
  Lassos l = {.e = e, .formulas = formulas, .f = f};
  size_t conditions = e->system->fairness.size, found = 0;
  l.atoms = mem_array(formulas->atoms.size, sizeof(Bits));
  l.fairness = mem_array(conditions + 1, sizeof(Bits));
  for (size_t a = 0; a < formulas->atoms.size; a++)
    l.atoms[a] =
        explicit_literal(e, model->atoms.data[a] == LIT_NONE ? LIT_FALSE : model->atoms.data[a]);
  for (size_t c = 0; c < conditions; c++)
    l.fairness[c] = explicit_literal(e, e->system->fairness.data[c]);
  for (size_t length = 1; length <= MOST_STEPS && !found; length++)
    for (size_t s = 0; s < e->states && !found; s++)
      if (bits_get(&e->initial, s) && violated_in(&l, s, length)) found = length;
  for (size_t a = 0; a < formulas->atoms.size; a++) bits_free(l.atoms + a);
  for (size_t c = 0; c < conditions; c++) bits_free(l.fairness + c);
  mem_free(l.atoms);
  mem_free(l.fairness);
  vec_free(&l.steps);
  explicit_free(e);
  return found;
}

/* ---- cases ---- */

typedef struct {
  RandomModel *model;
  Formulas *formulas;
  Formula f;
  Explicit *e;
} Case;

static Case case_new(uint64_t seed) {
  Random random = {seed};
  Case c = {.model = random_model(seed, 4), .formulas = formulas_new()};
  random_atoms(c.formulas, c.model->system, &random, 2, seed & 1);
  c.f = random_ltl(c.formulas, &random,
                   (FormulaShape){.depth = 4, .temporal = 4, .past = seed % 3 != 0});
  c.e = explicit_new(c.model->system);
  return c;
}

static void case_free(Case *c) {
  explicit_free(c->e);
  formulas_free(c->formulas);
  random_model_free(c->model);
}

static Task *task_of(const Case *c, LtlOptions options) {
  ProductMap map;
  Error error = {0};
  Task *task = ltl_task(c->model->system, c->formulas, c->f, &options, &map, &error);
  CHECK(task);
  task_keep_formula(task, c->model->system, c->formulas, c->f);
  return task;
}

/* ---- the encoding ---- */

TEST(direct_encoding_finds_a_shortest_lasso_of_the_model) {
  unsigned violated = 0, longer = 0;
  for (uint64_t seed = 0; seed < test_cases(600); seed++) {
    Case c = case_new(seed);
    Task *task = task_of(&c, (LtlOptions){AUTOMATON_SMALL, ENCODING_BINARY, false});
    DirectTask direct = direct_task_new(task);
    Search *search =
        bmc_search_new_bad(direct.task->system, direct.task->bad,
                           (SearchPace){.stride = 1 + seed % 2, .doubling = seed % 4 == 3});
    Budget budget = BUDGET_UNLIMITED;
    while (bmc_search_run(search, MOST_STEPS, &budget) == SAT_UNSATISFIABLE &&
           bmc_search_refuted(search) < MOST_STEPS) {
    }
    Trace *run = bmc_search_take_trace(search);
    size_t shortest = shortest_violation(&direct.model, c.formulas, c.f);
    CHECK_SEED(run ? run->steps.size : 0, shortest);
    if (run) {
      Trace *lasso = direct_task_lasso(&direct, run);
      CHECK_SEED(lasso->loop >= 0, true);
      violated++;
      longer += shortest > 2;
      trace_free(lasso);
    }
    trace_free(run);
    bmc_search_free(search);
    direct_task_free(&direct);
    task_free(task);
    case_free(&c);
  }
  CHECK_COVERAGE(violated > 120 && longer > 25);
}

/* ---- the engine ---- */

enum { METHODS = 6, TRANS = 5, SETTINGS = METHODS * 2 * 2 * 3 };

static EngineResult answer_of(const Task *task, size_t setting, uint64_t seed, uint64_t work) {
  const Engine *engine = engine_find("bmc");
  char *options = mem_alloc(engine->options_size);
  memcpy(options, engine->option_defaults, engine->options_size);
  size_t method = setting % METHODS;
  set_option(engine, options, "fair-sets", (int64_t)method);
  set_option(engine, options, "bmc-ltl", (int64_t)(setting / METHODS % 2));
  set_option(engine, options, "bmc-step", 1 + (int64_t)((seed + setting) % 3));
  set_option(engine, options, "bmc-pairs", (int64_t)(setting / METHODS / 2 % 2));
  set_option(engine, options, "bmc-beta",
             method == TRANS ? 0 : (int64_t)(setting / METHODS / 4 % 3));
  EngineSetup setup = {.options = options};
  void *state = engine_open(engine, task, &setup);
  Budget budget = {.work = work};
  EngineResult result;
  engine->run(state, &budget);
  engine->result(state, &result);
  engine->close(state);
  mem_free(options);
  return result;
}

static void check_violation(const Case *c, const Task *task, const Trace *trace, uint64_t seed) {
  if (task->kind != TASK_FAIR) return;
  ProductMap map = {c->model->system->inputs.size, c->model->system->latches.size};
  Trace *lasso = product_trace_back(&map, c->model->system, trace);
  LassoWord word = lasso_word_of(c->model->system, c->formulas, lasso);
  CHECK_SEED(ltl_oracle_word(c->formulas, c->f, &word), false);
  lasso_word_free(&word, c->formulas);
  trace_free(lasso);
}

/* Proofs are found for the task as it was reduced, and are about the one that was given. */
static bool proof_is_accepted(const Task *task, const Reduction *reduction, const BmcProof *proof,
                              uint64_t seed) {
  BmcProof *back = reduction_bmc_back(reduction, proof);
  Error error = {0};
  bool accepted = certify_bmc(task, back, NULL, NULL, &error);
  if (!accepted)
    test_fail(__FILE__, __LINE__, "seed %llu: %s", (unsigned long long)seed, error.message);
  error_free(&error);
  bmc_proof_free(back);
  return accepted;
}

typedef struct {
  unsigned held, violated, direct; /* the last: held by the formula */
} Seen;

static void check_ltl_setting(const Case *c, const Task *task, const Reduction *reduction,
                              bool holds, size_t setting, uint64_t seed, Seen *seen) {
  /* Or and One need not prove; the others would, but perhaps by very long paths. */
  EngineResult result = answer_of(reduction_task(reduction), setting, seed, 3000000);
  if (!holds) CHECK_SEED(result.verdict, VERDICT_VIOLATED);
  else CHECK_SEED(result.verdict != VERDICT_VIOLATED, true);
  if (result.verdict == VERDICT_VIOLATED) {
    Trace *trace = reduction_trace_back(reduction, result.evidence.trace);
    check_violation(c, task, trace, seed);
    trace_free(trace);
    seen->violated++;
  } else if (result.verdict == VERDICT_HOLDS) {
    seen->held++;
    const BmcProof *proof = result.evidence.bmc;
    if (proof && proof_is_accepted(task, reduction, proof, seed))
      seen->direct += proof->method == BMC_DIRECT;
  }
  evidence_free(&result.evidence);
}

/* All combinations for every system: methods, encodings, pairs, kinds of paths, automata. */
TEST(ltl_is_answered_right_by_every_method_with_either_automaton_and_encoding) {
  Seen seen = {0};
  for (uint64_t seed = 0; seed < test_cases(4); seed++) {
    Case c = case_new(seed ^ 0xd1);
    bool holds = ltl_oracle_holds(c.e, c.formulas, c.f);
    for (int tight = 0; tight < 2; tight++) {
      AutomatonKind kind = tight ? AUTOMATON_TIGHT : AUTOMATON_SMALL;
      Task *task = task_of(&c, (LtlOptions){kind, ENCODING_BINARY, seed & 4});
      Budget unlimited = BUDGET_UNLIMITED;
      Reduction *reduction =
          reduce(task, &reductions[seed & 8 ? ALL_REDUCTIONS : NO_REDUCTION], &unlimited);
      for (size_t setting = 0; setting < SETTINGS; setting++)
        check_ltl_setting(&c, task, reduction, holds, setting, seed, &seen);
      reduction_free(reduction);
      task_free(task);
    }
    case_free(&c);
  }
  if (getenv("RONDO_TEST_REPORT"))
    printf("%u hold, %u of them by the formula, %u violated\n", seen.held, seen.direct,
           seen.violated);
  CHECK_COVERAGE(seen.held > 50 && seen.direct > 5 && seen.violated > 60);
}

/* The model may have no latch at all where the automaton has some: what is known of those says
 * nothing about what the encoding adds. */
TEST(what_is_known_of_the_automaton_is_not_told_of_the_encoding) {
  System *system = system_new();
  Formulas *formulas = formulas_new();
  Formula a = formula_atom(formulas, "a");
  formulas->atoms.data[0].literal = system_input(system);
  Formula f = formula_unary(formulas, OP_GLOBALLY, formula_unary(formulas, OP_FINALLY, a));
  ProductMap map;
  Error error = {0};
  LtlOptions options = {AUTOMATON_SMALL, ENCODING_ONE_HOT, false};
  Task *task = ltl_task(system, formulas, f, &options, &map, &error);
  CHECK(task);
  task_keep_formula(task, system, formulas, f);
  CHECK(task->kind == TASK_FAIR && task->system->latches.size);
  Lit latch = task->system->latches.data[task->system->latches.size - 1].current;
  ClauseVec clauses = {0};
  vec_push(&clauses, clause_new(&latch, 1));
  Product product = product_new(task, BMC_DIRECT, 0);
  CHECK_EQUAL(product.latches.size, 0);
  ClauseVec own = product_clauses(&product, task, &clauses);
  CHECK_EQUAL(own.size, 0);
  clauses_free(&own);
  clauses_free(&clauses);
  product_free(&product);
  task_free(task);
  formulas_free(formulas);
  system_free(system);
}

/* What is violated has no proof, whatever the numbers are; and the numbers of a proof matter. */
TEST(direct_proofs_with_wrong_numbers_are_rejected) {
  unsigned violated = 0, smaller = 0;
  for (uint64_t seed = 0; seed < test_cases(150); seed++) {
    Case c = case_new(seed ^ 0x9e);
    Task *task = task_of(&c, (LtlOptions){AUTOMATON_SMALL, ENCODING_BINARY, false});
    bool holds = task->kind == TASK_FAIR ? ltl_oracle_holds(c.e, c.formulas, c.f) : true;
    Lit *map;
    BmcProof proof = {.method = BMC_DIRECT,
                      .invariant = witness_new(system_copy(task->system, &map))};
    proof.invariant->bad = LIT_FALSE;
    TaskModel model = task_model(task);
    vec_append(&proof.latches, &model.latches);
    bool before = false;
    for (proof.n = 0; proof.n < 8 && task->kind == TASK_FAIR; proof.n++) {
      proof.criterion = seed & 1 ? BMC_FORWARD : BMC_BACKWARD;
      Error error = {0};
      bool accepted = certify_bmc(task, &proof, NULL, NULL, &error);
      if (!holds) CHECK_SEED(accepted, false);
      if (proof.n && accepted && !before) smaller++; /* one less was refused */
      before = accepted;
      error_free(&error);
    }
    violated += !holds;
    Error error = {0};
    vec_push(&proof.latches, (uint32_t)task->system->latches.size); /* there is none */
    CHECK(!certify_bmc(task, &proof, NULL, NULL, &error));
    CHECK(strstr(error.message, "it is not about a formula of this model"));
    error_free(&error);
    mem_free(map);
    vec_free(&proof.latches);
    witness_free(proof.invariant);
    task_model_free(&model);
    task_free(task);
    case_free(&c);
  }
  CHECK_COVERAGE(violated > 30 && smaller > 10);
}

/* Two inputs, of which a constraint keeps the second false; the proof that both are true finitely
 * often, with the invariant that an input is never true, or never false. */
static bool accepts_invariant(size_t input, bool negated) {
  System *system = system_new();
  Formulas *formulas = formulas_new();
  Formula a = formula_atom(formulas, "a");
  Lit first = system_input(system), second = system_input(system);
  vec_push(&system->constraints, lit_not(second));
  formulas->atoms.data[0].literal = aig_and(system->aig, first, second);
  Formula f =
      formula_unary(formulas, OP_FINALLY,
                    formula_unary(formulas, OP_GLOBALLY, formula_unary(formulas, OP_NOT, a)));
  ProductMap map;
  Error error = {0};
  LtlOptions options = {AUTOMATON_SMALL, ENCODING_ONE_HOT, false};
  Task *task = ltl_task(system, formulas, f, &options, &map, &error);
  CHECK(task && task->kind == TASK_FAIR && task->system->inputs.size > 1);
  task_keep_formula(task, system, formulas, f);
  BmcProof proof = {.method = BMC_DIRECT, .criterion = BMC_FORWARD, .n = 3};
  proof.invariant = witness_new(system_copy(task->system, NULL));
  proof.invariant->bad = lit_not_if(proof.invariant->circuit->inputs.data[input], negated);
  TaskModel model = task_model(task);
  vec_append(&proof.latches, &model.latches);
  bool accepted = certify_bmc(task, &proof, NULL, NULL, &error);
  error_free(&error);
  task_model_free(&model);
  vec_free(&proof.latches);
  witness_free(proof.invariant);
  task_free(task);
  formulas_free(formulas);
  system_free(system);
  return accepted;
}

TEST(invariants_of_direct_proofs_may_read_inputs_and_are_checked_for_these) {
  CHECK(accepts_invariant(1, false));
  CHECK(!accepts_invariant(1, true));
  CHECK(!accepts_invariant(0, false));
  CHECK(!accepts_invariant(0, true));
}

/* Two latches that stay 0, so that the first is not always true again; the invariant has a gate
 * that the product has not. */
TEST(invariants_of_direct_proofs_may_have_gates_and_are_about_all_latches) {
  System *system = system_new();
  Formulas *formulas = formulas_new();
  Formula a = formula_atom(formulas, "a");
  Lit latches[2];
  for (int i = 0; i < 2; i++) {
    latches[i] = system_latch(system, RESET_0);
    system_set_next(system, latches[i], latches[i]);
  }
  formulas->atoms.data[0].literal = latches[0];
  Formula f =
      formula_unary(formulas, OP_FINALLY,
                    formula_unary(formulas, OP_GLOBALLY, formula_unary(formulas, OP_NOT, a)));
  ProductMap map;
  Error error = {0};
  LtlOptions options = {AUTOMATON_SMALL, ENCODING_ONE_HOT, false};
  Task *task = ltl_task(system, formulas, f, &options, &map, &error);
  CHECK(task && task->kind == TASK_FAIR);
  task_keep_formula(task, system, formulas, f);
  vec_push(&task->atoms, LIT_NONE - 1); /* what is behind the end is nobody's */
  task->atoms.size--;
  BmcProof proof = {.method = BMC_DIRECT, .criterion = BMC_FORWARD, .n = 3};
  proof.invariant = witness_new(system_copy(task->system, NULL));
  const System *circuit = proof.invariant->circuit;
  Lit either =
      aig_or(circuit->aig, circuit->latches.data[0].current, circuit->latches.data[1].current);
  TaskModel model = task_model(task);
  vec_append(&proof.latches, &model.latches);
  for (int negated = 0; negated < 2; negated++) {
    proof.invariant->bad = lit_not_if(either, negated);
    CHECK_EQUAL(certify_bmc(task, &proof, NULL, NULL, &error), !negated);
    CHECK_EQUAL(error.message != NULL, negated);
  }
  error_free(&error);
  task_model_free(&model);
  vec_free(&proof.latches);
  witness_free(proof.invariant);
  task_free(task);
  formulas_free(formulas);
  system_free(system);
}

/* A latch that keeps its first value, whatever that is: in the end it is always true or always
 * false. That is so of the latch alone; of an input in its place nothing is. */
TEST(a_direct_proof_is_about_the_latches_that_it_names) {
  System *system = system_new();
  Formulas *formulas = formulas_new();
  Formula a = formula_atom(formulas, "a");
  Lit latch = system_latch(system, RESET_FREE);
  system_set_next(system, latch, latch);
  formulas->atoms.data[0].literal = latch;
  Formula settled[2] = {a, formula_unary(formulas, OP_NOT, a)};
  for (int i = 0; i < 2; i++)
    settled[i] =
        formula_unary(formulas, OP_FINALLY, formula_unary(formulas, OP_GLOBALLY, settled[i]));
  Formula f = formula_binary(formulas, OP_OR, settled[0], settled[1]);
  ProductMap map;
  Error error = {0};
  LtlOptions options = {AUTOMATON_SMALL, ENCODING_ONE_HOT, false};
  Task *task = ltl_task(system, formulas, f, &options, &map, &error);
  CHECK(task && task->kind == TASK_FAIR);
  task_keep_formula(task, system, formulas, f);
  BmcProof proof = {.method = BMC_DIRECT, .criterion = BMC_FORWARD};
  proof.invariant = witness_new(system_copy(task->system, NULL));
  proof.invariant->bad = LIT_FALSE;
  TaskModel model = task_model(task);
  CHECK_EQUAL(model.latches.size, 1);
  for (int named = 0; named < 2; named++) {
    bool accepted = false;
    if (named) vec_append(&proof.latches, &model.latches);
    for (proof.n = 0; proof.n < 12; proof.n++) {
      accepted |= certify_bmc(task, &proof, NULL, NULL, &error);
      error_free(&error);
    }
    CHECK_EQUAL(accepted, named);
  }
  task_model_free(&model);
  vec_free(&proof.latches);
  witness_free(proof.invariant);
  task_free(task);
  formulas_free(formulas);
  system_free(system);
}
