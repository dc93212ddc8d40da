/* A system as decision diagrams; see model.h. */
#include "engine/symbolic/model.h"

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
  vec_append(&model->wanted, roots);
  vec_append(&model->wanted, &system->constraints);
  for (size_t i = 0; i < system->latches.size; i++)
    vec_push(&model->wanted, system->latches.data[i].next);
  model->of_node = none_for(system->aig->size);
  model->roots = none_for(roots->size);
  model->constraints = none_for(system->constraints.size);
  model->functions = none_for(system->latches.size);
  Bdd *places[] = {&model->current_cube, &model->next_cube, &model->input_cube, &model->initial,
                   &model->legal};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    *places[i] = BDD_NONE;
    bdd_watch(model->manager, places[i]);
  }
  BddVec *vectors[] = {&model->of_node, &model->roots, &model->constraints, &model->functions};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    bdd_watch_all(model->manager, vectors[i]);
  bdd_set_tidying(model->manager, true, options->reorder);
  return model;
}

void symbolic_free(SymbolicModel *model) {
  if (!model) return;
  bdd_manager_free(model->manager);
  mem_free(model->current);
  mem_free(model->next);
  mem_free(model->input);
  vec_free(&model->functions);
  vec_free(&model->constraints);
  vec_free(&model->roots);
  vec_free(&model->wanted);
  vec_free(&model->of_node);
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

/* The functions of the latches and inputs of a system; false if one is missing. */
static bool build_variables(const SymbolicModel *model, const System *system, BddVec *of_node) {
  Roles roles = roles_new(system);
  bool fine = true;
  for (uint32_t n = 1; n < system->aig->size; n++)
    if (roles.role[n] != ROLE_NONE && of_node->data[n] == BDD_NONE) {
      uint32_t index = roles.index[n];
      of_node->data[n] =
          bdd_variable(model->manager,
                       roles.role[n] == ROLE_LATCH ? model->current[index] : model->input[index]);
      fine &= of_node->data[n] != BDD_NONE;
    }
  roles_free(&roles);
  return fine;
}

/* Functions one after another; what was made stays. */
static bool build(void *context) {
  SymbolicModel *model = context;
  const System *system = model->system;
  if (model->legal != BDD_NONE) return true;
  bool fine = build_variables(model, system, &model->of_node);
  BddVec *parts[] = {&model->roots, &model->constraints, &model->functions};
  for (size_t part = 0, i = 0; fine && part < 3; i += parts[part++]->size)
    for (size_t k = 0; fine && k < parts[part]->size; k++) {
      Bdd *place = parts[part]->data + k;
      if (*place == BDD_NONE)
        *place =
            bdd_of_circuit(model->manager, system->aig, model->wanted.data[i + k], &model->of_node);
      fine = *place != BDD_NONE;
    }
  if (!fine || !build_sets(model)) return false;
  vec_clear(&model->of_node);
  return true;
}

SymbolicEnd symbolic_build(SymbolicModel *model, Budget *budget) {
  return symbolic_do(model, build, model, budget);
}

/* ---- steps ---- */

/* Sifting gets as much work as was done since the last time, and at least that of an attempt: one
 * that is cut short may leave diagrams many times as large as need be. More while the functions are
 * made, since models that the static order does not suit get no further otherwise. */
static uint64_t work_of_sifting(const SymbolicModel *model) {
  if (model->legal == BDD_NONE) return 4 * model->patience;
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
  if (!done && !spent) tidy(model, budget);
  return done;
}

SymbolicEnd symbolic_do(SymbolicModel *model, SymbolicStep step, void *context, Budget *budget) {
  for (;;) {
    if (attempt(model, step, context, budget)) return SYMBOLIC_DONE;
    if (bdd_why(model->manager) == BDD_FULL) return SYMBOLIC_FULL;
    if (budget_spent(budget)) return SYMBOLIC_SPENT;
  }
}

typedef struct {
  SymbolicModel *model;
  const System *system;
  const LitVec *roots;
  BddVec of_node; /* watched */
  BddVec *functions;
} Functions;

static bool find_functions(void *context) {
  Functions *find = context;
  BddManager *m = find->model->manager;
  bool fine = build_variables(find->model, find->system, &find->of_node);
  for (size_t i = find->functions->size; fine && i < find->roots->size; i++) {
    Bdd function = bdd_of_circuit(m, find->system->aig, find->roots->data[i], &find->of_node);
    fine = function != BDD_NONE;
    if (fine) vec_push(find->functions, function);
  }
  return fine;
}

SymbolicEnd symbolic_functions(SymbolicModel *model, const System *system, const LitVec *roots,
                               BddVec *functions, Budget *budget) {
  Functions find = {model, system, roots, none_for(system->aig->size), functions};
  bdd_watch_all(model->manager, &find.of_node);
  SymbolicEnd end = symbolic_do(model, find_functions, &find, budget);
  bdd_unwatch_all(model->manager, &find.of_node);
  vec_free(&find.of_node);
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
