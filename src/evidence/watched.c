#include "evidence/watched.h"

#include "base/memory.h"
#include "formula/ltl/translate.h"
#include "formula/nnf.h"
#include "logic/cnf.h"
#include "logic/sat.h"

/* ---- the watcher by itself ---- */

/* A store with the atoms of another in the same places. Those listed are bound to inputs. */
static Formulas *atoms_as_inputs(const Formulas *formulas, const U32Vec *atoms, System *system) {
  Formulas *store = formulas_new();
  for (size_t i = 0; i < formulas->atoms.size; i++)
    formula_atom(store, formulas->atoms.data[i].text);
  for (size_t i = 0; i < atoms->size; i++)
    store->atoms.data[atoms->data[i]].literal = system_input(system);
  return store;
}

static System *atoms_alone(const System *model, const Formulas *formulas, const U32Vec *atoms) {
  System *system = system_new();
  if (model->first != LIT_NONE) {
    system->first = system_latch(system, RESET_1);
    system_set_next(system, system->first, LIT_FALSE);
  }
  if (!system_runs_extend(model, formulas, atoms)) vec_push(&system->fairness, LIT_TRUE);
  return system;
}

/* Copies formula by formula, keeping the literals that the atoms have in the new store. */
static Formula rebuild(Formulas *to, const Formulas *from, Formula f) {
  FormulaVec cone = {0};
  formula_cone(from, f, &cone);
  Formula *image = mem_array((size_t)f + 1, sizeof *image);
  for (size_t i = 0; i < cone.size; i++) {
    const FormulaNode *node = formula_node(from, cone.data[i]);
    int arity = operator_arity(node->op);
    image[cone.data[i]] = node->op == OP_ATOM ? formula_atom(to, from->atoms.data[node->left].text)
                          : arity == 0        ? (node->op == OP_TRUE ? FORMULA_TRUE : FORMULA_FALSE)
                          : arity == 1
                              ? formula_unary(to, node->op, image[node->left])
                              : formula_binary(to, node->op, image[node->left], image[node->right]);
  }
  Formula result = image[f];
  mem_free(image);
  vec_free(&cone);
  return result;
}

Task *watched_formula(const System *model, const Formulas *formulas, Formula f, const U32Vec *atoms,
                      const LtlOptions *options, Error *error) {
  U32Vec own = {0};
  formula_atoms(formulas, f, &own);
  System *system = atoms_alone(model, formulas, &own);
  Formulas *store = atoms_as_inputs(formulas, atoms, system);
  vec_free(&own);
  ProductMap map;
  Task *task = ltl_task(system, store, rebuild(store, formulas, f), options, &map, error);
  formulas_free(store);
  system_free(system);
  return task;
}

Task *watched_automaton(const System *model, const Formulas *formulas, const Automaton *violations,
                        const LtlOptions *options, Error *error) {
  System *system = atoms_alone(model, formulas, &violations->atoms);
  Formulas *store = atoms_as_inputs(formulas, &violations->atoms, system);
  ProductMap map;
  Task *task = ltl_task_of_automaton(system, store, violations, FORMULA_NONE, options, &map, error);
  formulas_free(store);
  system_free(system);
  return task;
}

/* ---- the watcher in the product ---- */

/* All three are copied into one graph, whose variables are the inputs and latches of the product;
 * `map` by node of the one that is copied. */
typedef struct {
  Aig *aig;
  const Task *product, *watcher;
  const System *model;
  Lit *of_product, *of_model, *of_watcher;
  size_t inputs, latches;         /* of the product's that are the watcher's: from these on */
  size_t own_inputs, own_latches; /* of the watcher's that are not in the product twice */
  Budget *budget;
  Error *error;
} Comparison;

static bool same(Comparison *c, Lit a, Lit b, const char *what, size_t number) {
  bool equal = a == b;
  if (!equal) {
    Sat *sat = sat_new(SAT_CADICAL);
    Cnf *cnf = cnf_new(c->aig, sat);
    cnf_assert(cnf, aig_xor(c->aig, a, b));
    equal = sat_solve(sat, c->budget) == SAT_UNSATISFIABLE;
    cnf_free(cnf);
    sat_free(sat);
  }
  return equal || error_set(c->error,
                            "the product is not the model and the automaton: %s %zu "
                            "differs",
                            what, number);
}

static Lit in_product(Comparison *c, Lit lit) {
  return aig_copy(c->aig, c->product->system->aig, lit, c->of_product);
}
static Lit in_model(Comparison *c, Lit lit) {
  return aig_copy(c->aig, c->model->aig, lit, c->of_model);
}
static Lit in_watcher(Comparison *c, Lit lit) {
  return aig_copy(c->aig, c->watcher->system->aig, lit, c->of_watcher);
}

static bool same_model(Comparison *c) {
  const System *product = c->product->system, *model = c->model;
  bool good = true;
  for (size_t i = 0; good && i < model->latches.size; i++)
    good = (product->latches.data[i].reset == model->latches.data[i].reset ||
            error_set(c->error, "the reset of latch %zu is not that of the model", i)) &&
           same(c, in_product(c, product->latches.data[i].next),
                in_model(c, model->latches.data[i].next), "latch", i);
  for (size_t i = 0; good && i < model->constraints.size; i++)
    good = same(c, in_product(c, product->constraints.data[i]),
                in_model(c, model->constraints.data[i]), "constraint", i);
  for (size_t i = 0; good && i < model->fairness.size; i++)
    good = same(c, in_product(c, product->fairness.data[i]), in_model(c, model->fairness.data[i]),
                "fairness condition", i);
  return good;
}

static bool same_watcher(Comparison *c) {
  const System *product = c->product->system, *watcher = c->watcher->system;
  bool good = true;
  for (size_t i = c->own_latches; good && i < watcher->latches.size; i++) {
    const Latch *latch = product->latches.data + c->latches + i - c->own_latches;
    good = (latch->reset == watcher->latches.data[i].reset ||
            error_set(c->error, "the reset of latch %zu of the automaton differs", i)) &&
           same(c, in_product(c, latch->next), in_watcher(c, watcher->latches.data[i].next),
                "latch of the automaton", i);
  }
  /* where atoms are constant some constraints are, and left out; all together are the same */
  Lit there = LIT_TRUE, here = LIT_TRUE;
  for (size_t i = c->model->constraints.size; i < product->constraints.size; i++)
    there = aig_and(c->aig, there, in_product(c, product->constraints.data[i]));
  for (size_t i = 0; i < watcher->constraints.size; i++)
    here = aig_and(c->aig, here, in_watcher(c, watcher->constraints.data[i]));
  return good && same(c, there, here, "constraint of the automaton", 0);
}

/* Conditions that are always met ask for nothing, and may be left out on either side. */
static void add_condition(LitVec *conditions, Lit condition) {
  if (condition != LIT_TRUE) vec_push(conditions, condition);
}

static bool same_question(Comparison *c) {
  const Task *product = c->product, *watcher = c->watcher;
  if (product->kind == TASK_BAD)
    return same(c, in_product(c, product->bad), in_watcher(c, watcher->bad), "bad literal", 0);
  size_t there = product->conditions.size - product->system->fairness.size;
  size_t here = watcher->conditions.size - watcher->system->fairness.size;
  LitVec ours = {0}, theirs = {0};
  for (size_t i = 0; i < there; i++)
    add_condition(&ours, in_product(c, product->conditions.data[i]));
  for (size_t i = 0; i < here; i++)
    add_condition(&theirs, in_watcher(c, watcher->conditions.data[i]));
  bool good = ours.size == theirs.size ||
              error_set(c->error, "the product has %zu conditions and the automaton %zu", ours.size,
                        theirs.size);
  for (size_t i = 0; good && i < ours.size; i++)
    good = same(c, ours.data[i], theirs.data[i], "condition", i);
  for (size_t i = 0; good && i < c->model->fairness.size; i++)
    good = same(c, in_product(c, product->conditions.data[there + i]),
                in_model(c, c->model->fairness.data[i]), "fairness condition", i);
  vec_free(&ours);
  vec_free(&theirs);
  return good;
}

/* The latch of the first step, which both share, is what its name says. */
static bool first_is_first(const Comparison *c) {
  for (size_t i = 0; i < c->model->latches.size; i++) {
    const Latch *latch = c->model->latches.data + i;
    if (latch->current == c->model->first)
      return (latch->reset == RESET_1 && latch->next == LIT_FALSE) ||
             error_set(c->error, "the latch of the first step is not true in that alone");
  }
  return c->model->first == LIT_NONE ||
         error_set(c->error, "the model has no latch of the first step");
}

static bool same_shape(const Comparison *c) {
  const System *product = c->product->system, *watcher = c->watcher->system;
  return (c->product->kind == c->watcher->kind && product->inputs.size >= c->inputs &&
          product->latches.size >= c->latches &&
          product->inputs.size - c->inputs == watcher->inputs.size - c->own_inputs &&
          product->latches.size - c->latches == watcher->latches.size - c->own_latches &&
          product->constraints.size >= c->model->constraints.size &&
          product->fairness.size == c->model->fairness.size &&
          (c->product->kind != TASK_FAIR ||
           c->product->conditions.size >= product->fairness.size)) ||
         error_set(c->error, "the product has not the inputs, latches and conditions of the model "
                             "and the automaton");
}

/* What the variables of the model and of the watcher are in the product. */
static void bind_variables(Comparison *c, const Formulas *formulas, const U32Vec *atoms) {
  const System *product = c->product->system, *watcher = c->watcher->system, *model = c->model;
  for (size_t i = 0; i < product->inputs.size; i++) {
    Lit variable = c->of_product[lit_node(product->inputs.data[i])] = aig_variable(c->aig);
    if (i < c->inputs) c->of_model[lit_node(model->inputs.data[i])] = variable;
    else c->of_watcher[lit_node(watcher->inputs.data[i - c->inputs + c->own_inputs])] = variable;
  }
  for (size_t i = 0; i < product->latches.size; i++) {
    Lit variable = c->of_product[lit_node(product->latches.data[i].current)] = aig_variable(c->aig);
    if (i < c->latches) c->of_model[lit_node(model->latches.data[i].current)] = variable;
    else
      c->of_watcher[lit_node(watcher->latches.data[i - c->latches + c->own_latches].current)] =
          variable;
  }
  if (c->own_latches) /* both have the latch of the first step */
    c->of_watcher[lit_node(watcher->latches.data[0].current)] = in_model(c, model->first);
  for (size_t i = 0; i < atoms->size; i++)
    c->of_watcher[lit_node(watcher->inputs.data[i])] =
        in_model(c, formulas->atoms.data[atoms->data[i]].literal);
}

Finding watched_product(const Task *product, const System *model, const Formulas *formulas,
                        const U32Vec *atoms, const Task *watcher, Budget *budget, Error *error) {
  Comparison c = {.aig = aig_new(),
                  .product = product,
                  .watcher = watcher,
                  .model = model,
                  .of_product = aig_map_new(product->system->aig),
                  .of_model = aig_map_new(model->aig),
                  .of_watcher = aig_map_new(watcher->system->aig),
                  .inputs = model->inputs.size,
                  .latches = model->latches.size,
                  .own_inputs = atoms->size,
                  .own_latches = model->first != LIT_NONE,
                  .budget = budget,
                  .error = error};
  Finding finding = FINDING_OPEN;
  if ((product->system->first == LIT_NONE) != (watcher->system->first == LIT_NONE)) {
    error_set(error, "the formula is constant in the model"); /* as the tight product saw */
  } else if (!first_is_first(&c) || !same_shape(&c)) {
    finding = FINDING_REFUTED;
  } else {
    bind_variables(&c, formulas, atoms);
    bool good = same_model(&c) && same_watcher(&c) && same_question(&c);
    finding = good                             ? FINDING_SHOWN
              : budget && budget_spent(budget) ? FINDING_OPEN
                                               : FINDING_REFUTED;
  }
  mem_free(c.of_product);
  mem_free(c.of_model);
  mem_free(c.of_watcher);
  aig_free(c.aig);
  return finding;
}
