/* A system as decision diagrams; see model.h. */
#include "engine/symbolic/model.h"

#include "engine/symbolic/transitions.h"

enum { PATIENCE = 1 << 20 }; /* work of a first attempt */

bool symbolic_fits(const System *system) {
  return 2 * system->latches.size + system->inputs.size <= BDD_VARIABLES;
}

/* ---- variables ---- */

static void add_variables(SymbolicModel *model, const LitVec *roots) {
  const System *system = model->system;
  Roles roles = roles_new(system);
  U32Vec nodes = {0};
  symbolic_order(system, roots, model->options.order, &nodes);
  for (size_t i = 0; i < nodes.size; i++) {
    uint32_t index = roles.index[nodes.data[i]];
    bool latch = roles.role[nodes.data[i]] == ROLE_LATCH;
    uint32_t variable = bdd_add_variables(model->manager, latch ? 2 : 1);
    if (latch) {
      model->current[index] = variable;
      model->next[index] = variable + 1;
    } else model->input[index] = variable;
  }
  vec_free(&nodes);
  roles_free(&roles);
}

static void add_cubes(SymbolicModel *model) {
  BddManager *m = model->manager;
  size_t latches = model->system->latches.size, inputs = model->system->inputs.size;
  model->current_cube = bdd_cube(m, model->current, latches);
  model->next_cube = bdd_cube(m, model->next, latches);
  model->input_cube = bdd_cube(m, model->input, inputs);
  uint32_t(*pairs)[2] = mem_array(latches, sizeof *pairs);
  for (size_t i = 0; i < latches; i++) {
    pairs[i][0] = model->current[i];
    pairs[i][1] = model->next[i];
  }
  model->turn = bdd_renaming(m, (const uint32_t(*)[2])pairs, latches);
  mem_free(pairs);
}

/* From the lowest level up, so that each conjunction costs one node. */
Bdd symbolic_cube(SymbolicModel *model, const Ternary *values) {
  BddManager *m = model->manager;
  size_t variables = bdd_variable_count(m);
  Ternary *value = mem_alloc(variables * sizeof *value);
  for (size_t v = 0; v < variables; v++) value[v] = TERNARY_X;
  for (size_t i = 0; i < model->system->latches.size; i++) value[model->current[i]] = values[i];
  Bdd cube = BDD_TRUE;
  for (size_t level = variables; level-- > 0;) {
    uint32_t v = bdd_variable_at(m, (uint32_t)level);
    if (value[v] != TERNARY_X)
      cube = bdd_and(m, cube, bdd_not_if(bdd_variable(m, v), value[v] == TERNARY_0));
  }
  mem_free(value);
  return cube;
}

static Bdd initial_states(SymbolicModel *model) {
  static const Ternary value_of[] = {
      [RESET_0] = TERNARY_0, [RESET_1] = TERNARY_1, [RESET_FREE] = TERNARY_X};
  size_t latches = model->system->latches.size;
  Ternary *values = mem_array(latches, sizeof *values);
  for (size_t i = 0; i < latches; i++) values[i] = value_of[model->system->latches.data[i].reset];
  Bdd initial = symbolic_cube(model, values);
  mem_free(values);
  return initial;
}

/* ---- building ---- */

static BddVec none_for(size_t count) {
  BddVec functions = {0};
  for (size_t i = 0; i < count; i++) vec_push(&functions, BDD_NONE);
  return functions;
}

SymbolicModel *symbolic_new(const System *system, const LitVec *roots,
                            const SymbolicOptions *options) {
  SymbolicModel *model = mem_zalloc(sizeof *model);
  model->system = system;
  model->options = *options;
  model->patience = PATIENCE;
  model->manager = bdd_manager_new(options->nodes);
  model->current = mem_array(system->latches.size, sizeof *model->current);
  model->next = mem_array(system->latches.size, sizeof *model->next);
  model->input = mem_array(system->inputs.size, sizeof *model->input);
  add_variables(model, roots);
  vec_append(&model->root_literals, roots);
  model->roots = none_for(roots->size);
  model->constraints = none_for(system->constraints.size);
  model->functions = none_for(system->latches.size);
  Bdd *places[] = {&model->current_cube, &model->next_cube, &model->input_cube, &model->initial,
                   &model->legal};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    *places[i] = BDD_NONE;
    bdd_watch(model->manager, places[i]);
  }
  BddVec *vectors[] = {&model->roots, &model->constraints, &model->functions};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    bdd_watch_all(model->manager, vectors[i]);
  bdd_set_tidying(model->manager, true, options->reorder);
  return model;
}

void symbolic_free(SymbolicModel *model) {
  if (!model) return;
  making_free(model->making);
  bdd_manager_free(model->manager);
  mem_free(model->current);
  mem_free(model->next);
  mem_free(model->input);
  vec_free(&model->functions);
  vec_free(&model->constraints);
  vec_free(&model->roots);
  vec_free(&model->root_literals);
  vec_free(&model->awaiting);
  mem_free(model);
}

static bool build_sets(SymbolicModel *model) {
  if (model->current_cube == BDD_NONE || model->next_cube == BDD_NONE ||
      model->input_cube == BDD_NONE)
    add_cubes(model);
  Bdd initial = initial_states(model), legal = BDD_TRUE;
  for (size_t i = 0; i < model->constraints.size; i++)
    legal = bdd_and(model->manager, legal, model->constraints.data[i]);
  if (initial == BDD_NONE || legal == BDD_NONE) return false;
  model->initial = initial;
  model->legal = legal;
  return true;
}

/* Where it is not known yet, the function of a literal is to be made next. */
static void await(SymbolicModel *model, Bdd *place, Lit literal, LitVec *literals) {
  if (*place != BDD_NONE) return;
  vec_push(&model->awaiting, place);
  vec_push(literals, literal);
}

/* What is missing of some latches; the roots and constraints come first. */
static void begin_making(SymbolicModel *model, const Bits *latches) {
  const System *system = model->system;
  LitVec literals = {0};
  for (size_t i = 0; i < model->roots.size; i++)
    await(model, model->roots.data + i, model->root_literals.data[i], &literals);
  for (size_t i = 0; i < model->constraints.size; i++)
    await(model, model->constraints.data + i, system->constraints.data[i], &literals);
  for (size_t i = bits_next(latches, 0); i < latches->size; i = bits_next(latches, i + 1))
    await(model, model->functions.data + i, system->latches.data[i].next, &literals);
  if (literals.size)
    model->making = making_new(model->manager, system, &literals, model->current, model->input);
  vec_free(&literals);
}

static bool make(void *context) { return making_go_on(context); }

static bool make_sets(void *context) {
  SymbolicModel *model = context;
  return model->legal != BDD_NONE || build_sets(model);
}

static SymbolicEnd finish_making(SymbolicModel *model, Budget *budget) {
  SymbolicEnd end = symbolic_do(model, make, model->making, budget);
  if (end != SYMBOLIC_DONE) return end;
  for (size_t i = 0; i < model->awaiting.size; i++)
    *model->awaiting.data[i] = making_result(model->making, i);
  vec_clear(&model->awaiting);
  making_free(model->making);
  model->making = NULL;
  return SYMBOLIC_DONE;
}

/* What is being made is finished even if something else is asked for by now: it was needed. */
SymbolicEnd symbolic_build_some(SymbolicModel *model, const Bits *latches, Budget *budget) {
  for (;;) {
    if (!model->making) begin_making(model, latches);
    if (!model->making) return symbolic_do(model, make_sets, model, budget);
    SymbolicEnd end = finish_making(model, budget);
    if (end != SYMBOLIC_DONE) return end;
  }
}

SymbolicEnd symbolic_build(SymbolicModel *model, Budget *budget) {
  Bits all = bits_new(model->system->latches.size);
  bits_fill(&all, true);
  SymbolicEnd end = symbolic_build_some(model, &all, budget);
  bits_free(&all);
  return end;
}

/* ---- steps ---- */

/* Sifting gets as much work as was done since the last time, and at least that of an attempt: one
 * that is cut short may leave diagrams many times as large as need be. More while the functions are
 * made, since models that the static order does not suit get no further otherwise. */
static uint64_t work_of_sifting(const SymbolicModel *model) {
  if (model->making) return 4 * model->patience;
  uint64_t since = bdd_counts(model->manager).steps - model->sifted;
  return since > model->patience ? since : model->patience;
}

static void tidy(SymbolicModel *model, Budget *budget) {
  Budget limit = budget_without_work(budget);
  uint64_t reorderings = bdd_counts(model->manager).reorderings;
  limit.work = work_of_sifting(model);
  bdd_set_budget(model->manager, &limit);
  bdd_tidy(model->manager);
  bdd_set_budget(model->manager, NULL);
  budget_use(budget, limit.used);
  BddCounts counts = bdd_counts(model->manager);
  if (counts.reorderings > reorderings) model->sifted = counts.steps;
}

/* One attempt: true if the step is done. */
static bool attempt(SymbolicModel *model, SymbolicStep step, void *context, Budget *budget) {
  model->growing = NULL;
  if (bdd_wants_tidying(model->manager)) tidy(model, budget);
  Budget limit = budget_without_work(budget);
  limit.work = model->patience;
  bdd_set_budget(model->manager, &limit);
  bool done = step(context);
  bool spent = bdd_why(model->manager) == BDD_SPENT;
  bdd_set_budget(model->manager, NULL);
  budget_use(budget, limit.used);
  /* it never falls again: what was made in many steps and has to begin anew gets through them */
  if (!done && spent && budget_state(&limit) == BUDGET_WORK) model->patience *= 2;
  if (!done && !spent && !model->growing) tidy(model, budget);
  return done;
}

/* A relation that said in a step that it has to grow; see transitions.h. */
static SymbolicEnd let_grow(SymbolicModel *model, Budget *budget) {
  return transitions_grow(model->growing, budget);
}

SymbolicEnd symbolic_do(SymbolicModel *model, SymbolicStep step, void *context, Budget *budget) {
  for (;;) {
    if (attempt(model, step, context, budget)) return SYMBOLIC_DONE;
    SymbolicEnd end = model->growing ? let_grow(model, budget) : SYMBOLIC_DONE;
    if (end != SYMBOLIC_DONE) return end;
    if (bdd_why(model->manager) == BDD_FULL) return SYMBOLIC_FULL;
    if (budget_spent(budget)) return SYMBOLIC_SPENT;
  }
}

/* All or none: where the budget is spent, the next call begins again. */
SymbolicEnd symbolic_functions(SymbolicModel *model, const System *system, const LitVec *roots,
                               BddVec *functions, Budget *budget) {
  Making *making = making_new(model->manager, system, roots, model->current, model->input);
  SymbolicEnd end = symbolic_do(model, make, making, budget);
  for (size_t i = 0; i < roots->size && end == SYMBOLIC_DONE; i++)
    vec_push(functions, making_result(making, i));
  making_free(making);
  return end;
}

Bdd symbolic_states(SymbolicModel *model, Bdd function) {
  return bdd_and_exists(model->manager, model->legal, function, model->input_cube);
}

Lit symbolic_circuit(SymbolicModel *model, Bdd states, const System *of) {
  Lit *literal = mem_array(bdd_variable_count(model->manager), sizeof *literal);
  for (size_t i = 0; i < model->system->latches.size; i++)
    literal[model->current[i]] = of->latches.data[i].current;
  Lit circuit = bdd_to_circuit(model->manager, states, of->aig, literal);
  mem_free(literal);
  return circuit;
}
