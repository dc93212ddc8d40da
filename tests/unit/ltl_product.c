/* LTL properties of random small systems: the product's answer equals the oracle's, for every
 * automaton and encoding, and its violations are violations of the system. */
#include "test.h"

#include "formula/atoms.h"
#include "formula/ltl/translate.h"
#include "formula/parser.h"
#include "oracle/ltl_oracle.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"
#include "task/ltl_task.h"

static const LtlOptions ways[] = {
    {AUTOMATON_SMALL, ENCODING_ONE_HOT, true},
    {AUTOMATON_SMALL, ENCODING_BINARY, true},
    {AUTOMATON_SMALL, ENCODING_BINARY, false},
    {AUTOMATON_TIGHT, ENCODING_BINARY, true},
};

static void check_violation(const System *system, Formulas *formulas, Formula f, const Task *task,
                            const Explicit *product, const ProductMap *map) {
  Trace *trace = explicit_fair_trace(product, task->conditions.data, task->conditions.size);
  CHECK(trace);
  Trace *back = product_trace_back(map, system, trace);
  for (size_t k = 0; k + 1 < back->steps.size; k++) { /* it is a run of the system */
    Trace *next = trace_copy(back);
    trace_advance(next, system, k);
    CHECK(bits_equal(&next->steps.data[k + 1].latches, &back->steps.data[k + 1].latches));
    trace_free(next);
  }
  LassoWord word = lasso_word_of(system, formulas, back);
  CHECK(!ltl_oracle_word(formulas, f, &word));
  lasso_word_free(&word, formulas);
  trace_free(back);
  trace_free(trace);
}

static void check_property(System *system, Formulas *formulas, Formula f, unsigned seed,
                           unsigned *tasks) {
  Explicit *explicit = explicit_new(system);
  bool holds = ltl_oracle_holds(explicit, formulas, f);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    Error error = {0};
    ProductMap map;
    Task *task = ltl_task(system, formulas, f, &ways[i], &map, &error);
    CHECK(task);
    if (task->system->latches.size + task->system->inputs.size <= 15) {
      Explicit *product = explicit_new(task->system);
      Verdict verdict = explicit_verdict(product, task);
      if (verdict != (holds ? VERDICT_HOLDS : VERDICT_VIOLATED)) {
        Text text = {0};
        formula_print(formulas, f, &text);
        test_fail(__FILE__, __LINE__, "seed %u, way %zu: %s is %s", seed, i, text.data,
                  verdict_name(verdict));
      }
      if (!holds && task->kind == TASK_FAIR)
        check_violation(system, formulas, f, task, product, &map);
      tasks[task->kind]++;
      explicit_free(product);
    }
    task_free(task);
  }
  explicit_free(explicit);
}

TEST(products_decide_random_properties_as_the_oracle_does) {
  unsigned tasks[3] = {0}, count = test_cases(250);
  for (unsigned seed = 0; seed < count; seed++) {
    Random random = {seed};
    RandomModel *model = random_model(seed, 4);
    Formulas *formulas = formulas_new();
    random_atoms(formulas, model->system, &random, 2, seed & 1);
    FormulaShape shape = {.depth = 3, .temporal = 3, .past = seed % 3 == 0};
    Formula f = random_ltl(formulas, &random, shape);
    check_property(model->system, formulas, f, seed, tasks);
    formulas_free(formulas);
    random_model_free(model);
  }
  CHECK(tasks[TASK_BAD] > count / 20 && tasks[TASK_FAIR] > count);
}

/* A latch that has any value in the first step, then what an input had; the constraint ends runs in
 * which the input was false. Whether the input shows otherwise decides what a prefix can violate.
 */
static void end_runs_by_an_input(System *system, Lit input) {
  Lit held = system_latch(system, RESET_FREE);
  system_set_next(system, held, input);
  vec_push(&system->constraints, held);
}

TEST(inputs_that_end_a_run_in_the_next_step_do_not_violate_properties_of_this_one) {
  unsigned tasks[3] = {0}, count = test_cases(250);
  for (unsigned seed = 0; seed < count; seed++) {
    Random random = {seed};
    RandomModel *model = random_model(seed, 3);
    System *system = model->system;
    vec_clear(&system->fairness);
    vec_clear(&system->constraints);
    if (seed % 3 == 0 || !system->inputs.size) system_input(system);
    end_runs_by_an_input(system, system->inputs.data[system->inputs.size - 1]);
    Formulas *formulas = formulas_new();
    random_atoms(formulas, system, &random, 2, true);
    Formula f = random_ltl(formulas, &random, (FormulaShape){.depth = 2, .temporal = 1});
    check_property(system, formulas, f, seed, tasks);
    formulas_free(formulas);
    random_model_free(model);
  }
  CHECK(tasks[TASK_BAD] > count / 20 && tasks[TASK_FAIR] > count / 20);
}

/* A toggling latch `t`, an input `i`. */
static System *toggle(void) {
  System *system = system_new();
  Lit latch = system_latch(system, RESET_0), input = system_input(system);
  system_set_next(system, latch, lit_not(latch));
  signal_add_bit(&system->signals, "t", SIGNAL_STATE, latch);
  signal_add_bit(&system->signals, "i", SIGNAL_INPUT, input);
  return system;
}

static bool extends(System *system, const char *text) {
  Formulas *formulas = formulas_new();
  U32Vec atoms = {0};
  Error error = {0};
  Formula f = formula_parse(formulas, LOGIC_LTL, text, &error);
  CHECK(f != FORMULA_NONE && atoms_bind(formulas, f, system, NULL, &error));
  formula_atoms(formulas, f, &atoms);
  bool extend = system_runs_extend(system, formulas, &atoms);
  vec_free(&atoms);
  formulas_free(formulas);
  return extend;
}

static Task *task_of(System *system, const char *text) {
  Formulas *formulas = formulas_new();
  Error error = {0};
  ProductMap map;
  LtlOptions options = LTL_DEFAULTS;
  Formula f = formula_parse(formulas, LOGIC_LTL, text, &error);
  CHECK(f != FORMULA_NONE && atoms_bind(formulas, f, system, NULL, &error));
  Task *task = ltl_task(system, formulas, f, &options, &map, &error);
  CHECK(task);
  formulas_free(formulas);
  return task;
}

TEST(safety_becomes_a_bad_literal_with_the_shortest_prefix) {
  System *system = toggle();
  static const struct {
    const char *text;
    int depth;
  } rows[] = {{"G !t", 1},
              {"t", 0},
              {"X X !t & X !i", 1},
              {"G (i -> X !i)", 1},
              {"(t -> i) W (t & !i)", -1},
              {"G (i -> O t)", 0},
              {"!i | X (t & X !i)", 2}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Task *task = task_of(system, rows[i].text);
    CHECK_EQUAL(task->kind, TASK_BAD);
    Explicit *product = explicit_new(task->system);
    CHECK_EQUAL(explicit_bad_depth(product, task->bad), rows[i].depth);
    explicit_free(product);
    task_free(task);
  }
  system_free(system);
}

TEST(a_bad_prefix_that_cannot_go_on_violates_nothing) {
  System *system = toggle();
  /* the input may be true in the first step only if the run then stops: !(t & i) with i held */
  Lit held = system_latch(system, RESET_0);
  system_set_next(system, held, system->inputs.data[0]);
  vec_push(&system->constraints, lit_not(held));
  CHECK(!extends(system, "i"));
  Task *task = task_of(system, "G !i");
  CHECK_EQUAL(task->kind, TASK_FAIR);
  CHECK_EQUAL(task->weak & 1, 1);
  Explicit *product = explicit_new(task->system);
  CHECK_EQUAL(explicit_verdict(product, task), VERDICT_HOLDS);
  explicit_free(product);
  task_free(task);
  system_free(system);
}

TEST(a_run_goes_on_if_what_would_end_it_is_not_seen_by_the_property) {
  System *system = toggle();
  end_runs_by_an_input(system, system->inputs.data[0]);
  CHECK(extends(system, "G t"));
  CHECK(!extends(system, "G i"));
  Formulas *formulas = formulas_new();
  Trace *trace = trace_new();
  Step *step = trace_add_step(trace, system);
  bits_set(&step->latches, 1); /* the input is false, which would end the run */
  system_let_run_go_on(system, formulas, &(U32Vec){0}, trace);
  CHECK(bits_get(&trace->steps.data[0].inputs, 0));
  trace_free(trace);
  formulas_free(formulas);
  system_free(system);
}

TEST(constraints_on_inputs_alone_let_every_run_go_on) {
  System *system = toggle();
  vec_push(&system->constraints, system->inputs.data[0]);
  CHECK(extends(system, "i"));
  system_assume_initially(system, lit_not(system->latches.data[0].current));
  CHECK(extends(system, "i"));
  vec_push(&system->fairness, system->inputs.data[0]);
  CHECK(!extends(system, "i"));
  system_free(system);
}

/* So that no proof has to find out: it is in one state in every step, and a code is one in use. */
TEST(an_automaton_that_watches_is_in_one_state) {
  enum { STATES = 3 };
  for (Encoding encoding = ENCODING_ONE_HOT; encoding <= ENCODING_BINARY; encoding++) {
    System *system = system_new();
    Labels *labels = labels_new();
    U32Vec atoms = {0};
    LitVec letters = {0};
    vec_push(&atoms, 0);
    vec_push(&letters, system_input(system));
    Automaton *automaton = automaton_new(labels, &atoms);
    automaton->states = STATES;
    for (uint32_t s = 0; s < STATES; s++)
      automaton_edge(automaton, s, (s + 1) % STATES, label_variable(labels, 0), 0);
    automaton_finish(automaton);
    WatchedStates states = product_watch(system, automaton, &letters, encoding, "watch");
    size_t bits = encoding == ENCODING_ONE_HOT ? STATES : 2;
    CHECK_EQUAL(system->latches.size, bits);
    Lit allowed = aig_and_all(system->aig, system->constraints.data, system->constraints.size);
    unsigned in_one = 0;
    for (unsigned code = 0; code < 1u << bits; code++) {
      Trace *trace = trace_new();
      Step *step = trace_add_step(trace, system);
      bits_set(&step->inputs, 0);
      for (size_t i = 0; i < bits; i++) bits_put(&step->latches, i, code >> i & 1);
      Bits values = bits_new(system->aig->size);
      step_evaluate(system, step, &values);
      unsigned in = 0;
      for (size_t s = 0; s < STATES; s++) in += values_of(&values, states.in_state.data[s]);
      CHECK_EQUAL(values_of(&values, allowed), in == 1);
      in_one += in == 1;
      bits_free(&values);
      trace_free(trace);
    }
    CHECK_EQUAL(in_one, STATES);
    watched_states_free(&states);
    automaton_free(automaton);
    labels_free(labels);
    vec_free(&letters);
    vec_free(&atoms);
    system_free(system);
  }
}
