/* The LTL formula that a task keeps, through every reduction: the model without what watches it
 * answers as the model that was given, and what engines find violates the formula. */
#include "test.h"

#include "check/task_of_property.h"
#include "engine/engine.h"
#include "formula/nnf.h"
#include "front/smv/smv.h"
#include "oracle/ltl_oracle.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"
#include "oracle/reductions.h"
#include "task/ltl_task.h"
#include "task/reduce.h"
#include "task/reduce_pass.h"
#include "task/task_formula.h"

static const LtlOptions ways[] = {
    {AUTOMATON_SMALL, ENCODING_ONE_HOT, true},
    {AUTOMATON_SMALL, ENCODING_BINARY, false},
    {AUTOMATON_TIGHT, ENCODING_BINARY, true},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* One property of one system, and how often what was seen. */
typedef struct {
  unsigned seed;
  System *system;
  Formulas *formulas;
  Formula f;
  bool holds;
  unsigned kept, forgotten, smaller, lassos;
} Case;

static void bind(Formulas *formulas, const LitVec *atoms) {
  for (size_t i = 0; i < formulas->atoms.size; i++)
    formulas->atoms.data[i].literal = atoms->data[i] == LIT_NONE ? LIT_FALSE : atoms->data[i];
}

/* The same store again, to be bound to literals of another system. */
static Formulas *bound_to(const Case *c, const LitVec *atoms, Formula *f) {
  Formulas *store = formulas_new();
  for (size_t i = 0; i < c->formulas->atoms.size; i++)
    formula_atom(store, c->formulas->atoms.data[i].text);
  *f = formula_copy(store, c->formulas, c->f);
  bind(store, atoms);
  return store;
}

static void check_model(Case *c, const Task *task, size_t reduction) {
  TaskModel model = task_model(task);
  Formula f;
  Formulas *store = bound_to(c, &model.atoms, &f);
  Explicit *e = explicit_new(model.system);
  if (ltl_oracle_holds(e, store, f) != c->holds)
    test_fail(__FILE__, __LINE__, "seed %u, reduction %zu: the model has another answer", c->seed,
              reduction);
  CHECK(model.system->latches.size <= task->system->latches.size);
  c->smaller += model.system->latches.size < task->system->latches.size;
  explicit_free(e);
  formulas_free(store);
  task_model_free(&model);
}

static void check_lasso(Case *c, const Task *task, const Trace *lasso, size_t reduction) {
  Formula f;
  Formulas *store = bound_to(c, &task->atoms, &f);
  LassoWord word = lasso_word_of(task->system, store, lasso);
  if (ltl_oracle_word(store, f, &word))
    test_fail(__FILE__, __LINE__, "seed %u, reduction %zu: the lasso violates nothing", c->seed,
              reduction);
  c->lassos++;
  lasso_word_free(&word, store);
  formulas_free(store);
}

/* What an engine that knows nothing of formulas finds in the product. */
static void check_answer(Case *c, const Task *task, size_t reduction) {
  const Engine *bmc = engine_find("bmc");
  EngineSetup setup = {0};
  Budget budget = {.work = 1000000};
  EngineResult result;
  void *state = engine_open(bmc, task, &setup);
  bmc->run(state, &budget);
  bmc->result(state, &result);
  bmc->close(state);
  CHECK_EQUAL(result.verdict, VERDICT_VIOLATED);
  if (task->kind == TASK_FAIR) check_lasso(c, task, result.evidence.trace, reduction);
  evidence_free(&result.evidence);
}

static void check_task(Case *c, const Task *task) {
  for (size_t i = 0; i < REDUCTIONS; i++) {
    Budget unlimited = {0};
    Reduction *reduction = reduce(task, &reductions[i], &unlimited);
    const Task *reduced = reduction_task(reduction);
    if (task_knows_ltl(reduced)) {
      CHECK_EQUAL(reduced->atoms.size, c->formulas->atoms.size);
      check_model(c, reduced, i);
      if (!c->holds) check_answer(c, reduced, i);
    }
    task_knows_ltl(reduced) ? c->kept++ : c->forgotten++;
    reduction_free(reduction);
  }
}

static void check_case(Case *c) {
  Explicit *e = explicit_new(c->system);
  c->holds = ltl_oracle_holds(e, c->formulas, c->f);
  explicit_free(e);
  ProductMap map;
  Error error = {0};
  Task *task = ltl_task(c->system, c->formulas, c->f, &ways[c->seed % WAYS], &map, &error);
  CHECK(task && !task_knows_ltl(task));
  task_keep_formula(task, c->system, c->formulas, c->f);
  CHECK(task_knows_ltl(task));
  Task *copy = task_copy(task);
  check_task(c, copy);
  task_free(copy);
  task_free(task);
}

TEST(reductions_keep_the_formula_and_the_answer_of_its_model) {
  unsigned kept = 0, forgotten = 0, smaller = 0, lassos = 0, count = test_cases(2400);
  for (unsigned seed = 0; seed < count; seed++) {
    Random random = {seed};
    RandomModel *model = random_model(seed, 5);
    Case c = {.seed = seed, .system = model->system, .formulas = formulas_new()};
    random_atoms(c.formulas, model->system, &random, 2, seed & 1);
    FormulaShape shape = {.depth = 3, .temporal = 3, .past = seed % 3 == 0};
    c.f = random_ltl(c.formulas, &random, shape);
    check_case(&c);
    kept += c.kept;
    forgotten += c.forgotten;
    smaller += c.smaller;
    lassos += c.lassos;
    formulas_free(c.formulas);
    random_model_free(model);
  }
  CHECK_COVERAGE(kept > 4 * forgotten && forgotten && smaller > count && lassos > count);
}

TEST(tasks_of_properties_know_their_formula_if_it_is_one_of_ltl) {
  static const char source[] = "MODULE main VAR a : boolean; b : boolean; COMPASSION(a, b)\n"
                               "LTLSPEC F (b & O a)\nINVARSPEC a | b\nSPEC AG (a -> AF b)\n";
  static const bool knows[] = {true, false, true}; /* strong fairness makes LTL of the last */
  Error error = {0};
  Model *model = smv_read("three.smv", source, sizeof source - 1, NULL, &error);
  CHECK(model);
  CHECK_EQUAL(model->properties.size, 3);
  for (size_t i = 0; i < 3; i++) {
    Task *task = task_of_property(model, i, &LTL_DEFAULTS, &error);
    CHECK(task && task->kind != TASK_CTL);
    CHECK_EQUAL(task_knows_ltl(task), knows[i]);
    if (knows[i]) CHECK(task->formula != model->properties.data[i].formula); /* it assumes */
    task_free(task);
  }
  model_free(model);
}

/* What a model that has come to read what watches it would be: only a node of the model that is
 * replaced by one of the rest is that. */
TEST(a_model_comes_to_watch_if_a_node_of_it_is_replaced_by_one_of_the_rest) {
  System *system = system_new();
  Lit seen = system_latch(system, RESET_0), behind = system_latch(system, RESET_0);
  Lit watch = system_latch(system, RESET_0);
  system_set_next(system, seen, behind);
  system_set_next(system, behind, system_input(system));
  system_set_next(system, watch, seen);
  Task *task = task_new(TASK_FAIR, system);
  vec_push(&task->atoms, LIT_NONE);
  vec_push(&task->atoms, seen);
  const struct {
    Lit node, by;
    bool comes;
  } rows[] = {{seen, lit_not(watch), true}, {behind, watch, true},     {seen, behind, false},
              {watch, seen, false},         {behind, LIT_TRUE, false}, {watch, LIT_FALSE, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Replacement *replacement = replacement_new(system);
    replacement->by[lit_node(rows[i].node)] = rows[i].by;
    CHECK_EQUAL(model_comes_to_watch(task, replacement), rows[i].comes);
    replacement_free(replacement);
  }
  task_free(task);
}
