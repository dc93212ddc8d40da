/* Short traces against enumeration: with --shortest a trace has the length that the oracle finds,
 * whichever engine was first; and it is still a violation, with no more changes than before. */
#include "check/quiet.h"
#include "check/shorten.h"
#include "front/language.h"
#include "oracle/bmc_oracle.h"
#include "oracle/explicit.h"
#include "oracle/ltl_oracle.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"
#include "test.h"

static Model *model_of(System *system, Property property) {
  Model *model = model_new("random");
  system_free(model->system);
  model->system = system;
  property.name = mem_string("p");
  property.text = mem_string("p");
  vec_push(&model->properties, property);
  return model;
}

/* What a search with one engine and the setting gives. */
static Result *check_with(const Model *model, const char *engine, const char *setting) {
  Settings *settings = settings_new();
  CHECK(settings_set(settings, "engine", engine, NULL));
  if (setting) CHECK(settings_set(settings, setting, NULL, NULL));
  settings->work = 3000000;
  Result *result = check_property(model, 0, settings);
  settings_free(settings);
  return result;
}

typedef struct {
  unsigned violated, shortened;
} Coverage;

static void compare(const Model *model, const char *engine, size_t shortest, Coverage *all) {
  Result *as_found = check_with(model, engine, NULL);
  Result *result = check_with(model, engine, "shortest");
  Explicit *e = result->task ? explicit_new(result->task->system) : NULL;
  if (result->outcome.verdict == VERDICT_VIOLATED) {
    CHECK_EQUAL(result->outcome.size, shortest);
    CHECK(result->outcome.shortest);
    CHECK(!explicit_trace_fault(e, result->task, result->evidence.trace));
    all->violated++;
    if (as_found->outcome.verdict == VERDICT_VIOLATED) {
      CHECK(as_found->outcome.size >= shortest);
      all->shortened += as_found->outcome.size > shortest;
    }
  }
  explicit_free(e);
  result_free(as_found);
  result_free(result);
}

TEST(shortest_traces_of_invariants_have_the_length_of_the_oracle) {
  static const char *const engines[] = {"sim", "ic3", "bdd"};
  Coverage all = {0};
  for (uint64_t seed = 1; seed <= test_cases(150); seed++) {
    RandomModel *made = random_model(seed, 9);
    Lit *map;
    System *system = system_copy(made->system, &map);
    Property property = {.kind = PROPERTY_INVARIANT, .formula = FORMULA_NONE};
    property.bad = made->bad.size ? aig_map_lit(map, made->bad.data[0]) : LIT_FALSE;
    Model *model = model_of(system, property);
    Explicit *e = explicit_new(system);
    int64_t depth = explicit_bad_depth(e, property.bad);
    if (depth >= 0) compare(model, engines[seed % 3], (size_t)depth + 1, &all);
    explicit_free(e);
    model_free(model);
    mem_free(map);
    random_model_free(made);
  }
  CHECK_COVERAGE(all.violated > 30);
}

/* Counts to 15 when nothing happens, is there at once when thirty inputs have certain values, and
 * begins anew when they have the opposite ones; so that no single input can stand for them. */
TEST(a_rare_input_is_the_shorter_way) {
  System *system = system_new();
  Lit bits[4], all = LIT_TRUE, opposite = LIT_TRUE, carry = LIT_TRUE, full = LIT_TRUE;
  for (int i = 0; i < 30; i++) {
    Lit input = lit_not_if(system_input(system), i % 2);
    all = aig_and(system->aig, all, input);
    opposite = aig_and(system->aig, opposite, lit_not(input));
  }
  for (int i = 0; i < 4; i++) bits[i] = system_latch(system, RESET_0);
  for (int i = 0; i < 4; i++) {
    Lit next = aig_and(system->aig, aig_xor(system->aig, bits[i], carry), lit_not(opposite));
    carry = aig_and(system->aig, carry, bits[i]);
    system_set_next(system, bits[i], aig_or(system->aig, all, next));
    full = aig_and(system->aig, full, bits[i]);
  }
  Model *model = model_of(system, (Property){.kind = PROPERTY_INVARIANT, .bad = full});
  Settings *settings = settings_new();
  Result *found = check_with(model, "sim", NULL), *shortest = check_with(model, "sim", "shortest");
  CHECK_EQUAL(found->outcome.size, 16);
  CHECK_EQUAL(shortest->outcome.size, 2);
  CHECK(shortest->outcome.shortest && !found->outcome.shortest);
  result_free(found);
  result_free(shortest);
  settings_free(settings);
  model_free(model);
}

TEST(shortest_lassos_of_progress_have_the_length_of_the_oracle) {
  static const char *const engines[] = {"sim", "fair", "l2s"};
  Coverage all = {0};
  for (uint64_t seed = 1; seed <= test_cases(150); seed++) {
    RandomModel *made = random_model(seed, 8);
    Lit *map;
    System *system = system_copy(made->system, &map);
    Property property = {.kind = PROPERTY_JUSTICE, .formula = FORMULA_NONE};
    LitVec conditions = {0};
    for (size_t i = 0; made->justice.size && i < made->justice.data[0].size; i++)
      vec_push(&property.justice, aig_map_lit(map, made->justice.data[0].data[i]));
    vec_append(&conditions, &property.justice);
    vec_append(&conditions, &system->fairness);
    if (!conditions.size) vec_push(&conditions, LIT_TRUE);
    Model *model = model_of(system, property);
    Explicit *e = explicit_new(system);
    size_t steps = shortest_lasso(e, conditions.data, conditions.size);
    if (steps) compare(model, engines[seed % 3], steps, &all);
    explicit_free(e);
    model_free(model);
    vec_free(&conditions);
    mem_free(map);
    random_model_free(made);
  }
  CHECK_COVERAGE(all.violated > 30 && all.shortened > 3);
}

/* ---- LTL: all lassos of the model below a length, and the formula on each by its definition ----
 */

typedef struct {
  const Explicit *e;
  const Model *model;
  Formula formula;
  size_t most;
  U32Vec steps;
  bool found;
} Lassos;

static bool is_fair(const Lassos *l, size_t loop) {
  const LitVec *fairness = &l->model->system->fairness;
  for (size_t i = 0; i < fairness->size; i++) {
    Bits met = explicit_literal(l->e, fairness->data[i]);
    bool some = false;
    for (size_t k = loop; k < l->steps.size; k++) some |= bits_get(&met, l->steps.data[k]);
    bits_free(&met);
    if (!some) return false;
  }
  return true;
}

static void close_loops(Lassos *l) {
  uint32_t next = l->e->graph.edges.data[vec_last(&l->steps)].to;
  for (size_t loop = 0; loop < l->steps.size && !l->found; loop++) {
    if (l->steps.data[loop] / l->e->inputs != next || !is_fair(l, loop)) continue;
    Trace *trace = explicit_trace(l->e, &l->steps, (int64_t)loop);
    LassoWord word = lasso_word_of(l->model->system, l->model->formulas, trace);
    l->found = !ltl_oracle_word(l->model->formulas, l->formula, &word);
    lasso_word_free(&word, l->model->formulas);
    trace_free(trace);
  }
}

static void extend(Lassos *l, uint32_t state) {
  for (uint32_t input = 0; input < l->e->inputs && !l->found; input++) {
    uint32_t step = state * (uint32_t)l->e->inputs + input;
    if (!bits_get(&l->e->valid, step)) continue;
    vec_push(&l->steps, step);
    close_loops(l);
    if (l->steps.size < l->most && !l->found) extend(l, l->e->graph.edges.data[step].to);
    (void)vec_pop(&l->steps);
  }
}

/* A lasso that returns to its first step needs one more beside the automaton, which knows the first
 * step from all others. */
TEST(no_lasso_of_the_model_is_shorter_by_more_than_that_step) {
  Coverage all = {0};
  for (uint64_t seed = 1; seed <= test_cases(120); seed++) {
    Random random = {seed};
    RandomModel *made = random_model(seed, 5);
    Model *model = model_of(system_copy(made->system, NULL), (Property){.kind = PROPERTY_LTL});
    random_model_free(made);
    random_atoms(model->formulas, model->system, &random, 2, true);
    Formula f = random_ltl(model->formulas, &random, (FormulaShape){.depth = 3, .temporal = 2});
    model->properties.data[0].formula = f;
    Result *as_found = check_with(model, "sim", NULL);
    Result *result = check_with(model, "sim", "shortest");
    size_t steps = result->outcome.size;
    if (result->task->kind == TASK_FAIR && result->outcome.verdict == VERDICT_VIOLATED &&
        steps <= 6) {
      Explicit *e = explicit_new(model->system);
      Lassos lassos = {.e = e, .model = model, .formula = f, .most = steps > 2 ? steps - 2 : 0};
      for (uint32_t state = 0; state < e->states && lassos.most; state++)
        if (bits_get(&e->initial, state)) extend(&lassos, state);
      if (lassos.found)
        test_fail(__FILE__, __LINE__, "seed %llu: %zu steps", (unsigned long long)seed, steps);
      vec_free(&lassos.steps);
      explicit_free(e);
      all.violated++;
      all.shortened += as_found->outcome.size > steps;
    }
    result_free(as_found);
    result_free(result);
    model_free(model);
  }
  CHECK_COVERAGE(all.violated > 15 && all.shortened > 0);
}

/* ---- quiet ---- */

static size_t changes(const Trace *trace) {
  size_t count = 0;
  for (size_t k = 1; k < trace->steps.size; k++) {
    const Step *a = trace->steps.data + k - 1, *b = trace->steps.data + k;
    for (size_t i = 0; i < a->latches.size; i++)
      count += bits_get(&a->latches, i) != bits_get(&b->latches, i);
    for (size_t i = 0; i < a->inputs.size; i++)
      count += bits_get(&a->inputs, i) != bits_get(&b->inputs, i);
  }
  return count;
}

TEST(a_quieter_trace_is_a_violation_with_fewer_changes) {
  unsigned quieter = 0;
  for (uint64_t seed = 1; seed <= test_cases(120); seed++) {
    Task *task = seed % 2 ? random_bad_task(seed) : random_fair_task(seed);
    const Engine *sim = engine_find("sim");
    EngineSetup setup = {.seed = seed, .options = sim->option_defaults};
    void *state = sim->open(task, &setup);
    Budget budget = {.work = 20000}, none = BUDGET_UNLIMITED;
    EngineResult answer = {0};
    sim->run(state, &budget);
    sim->result(state, &answer);
    sim->close(state);
    Trace *quiet =
        answer.evidence.trace ? trace_quieter(task, answer.evidence.trace, 10000000, &none) : NULL;
    if (quiet) {
      Explicit *e = explicit_new(task->system);
      const char *fault = explicit_trace_fault(e, task, quiet);
      if (fault) test_fail(__FILE__, __LINE__, "seed %llu: %s", (unsigned long long)seed, fault);
      CHECK(changes(quiet) < changes(answer.evidence.trace));
      CHECK_EQUAL(quiet->steps.size, answer.evidence.trace->steps.size);
      explicit_free(e);
      quieter++;
    }
    trace_free(quiet);
    evidence_free(&answer.evidence);
    task_free(task);
  }
  CHECK_COVERAGE(quieter > 8);
}
