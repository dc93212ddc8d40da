/* The choice of inputs; see choice.h. One input after the other gets a value by which the rest can
 * still be chosen well, and is then replaced by it. */
#include "engine/symbolic/choice.h"

Choice *choice_new(Transitions *open, Bdd from, Bdd to) {
  BddManager *m = open->model->manager;
  Choice *choice = mem_zalloc(sizeof *choice);
  *choice = (Choice){.open = open, .from = from, .to = to, .pairs = BDD_NONE, .left = BDD_NONE};
  bdd_watch(m, &choice->from);
  bdd_watch(m, &choice->to);
  bdd_watch(m, &choice->pairs);
  bdd_watch(m, &choice->left);
  bdd_watch_all(m, &choice->values);
  return choice;
}

void choice_free(Choice *choice) {
  if (!choice) return;
  BddManager *m = choice->open->model->manager;
  bdd_unwatch(m, &choice->from);
  bdd_unwatch(m, &choice->to);
  bdd_unwatch(m, &choice->pairs);
  bdd_unwatch(m, &choice->left);
  bdd_unwatch_all(m, &choice->values);
  vec_free(&choice->values);
  mem_free(choice);
}

static bool begin(void *context) {
  Choice *choice = context;
  SymbolicModel *model = choice->open->model;
  Bdd pairs = transitions_between(choice->open, choice->from, choice->to);
  if (pairs == BDD_NONE) return false;
  choice->pairs = pairs;
  choice->left = model->input_cube;
  return true;
}

static bool choose(void *context) {
  Choice *choice = context;
  SymbolicModel *model = choice->open->model;
  BddManager *m = model->manager;
  uint32_t variable = model->input[choice->values.size];
  Bdd zero = bdd_cofactor(m, choice->pairs, variable, false);
  Bdd one = bdd_cofactor(m, choice->pairs, variable, true);
  Bdd rest = bdd_exists(m, choice->left, bdd_variable(m, variable));
  Bdd value = BDD_NONE, pairs = choice->pairs;
  if (zero == BDD_NONE || one == BDD_NONE || rest == BDD_NONE) return false;
  if (zero != one) {
    Bdd by_zero = bdd_exists(m, zero, rest), by_one = bdd_exists(m, one, rest);
    if (by_zero == choice->from) value = BDD_FALSE;
    else if (by_one == choice->from) value = BDD_TRUE;
    else value = bdd_minimize(m, by_one, bdd_minus(m, choice->from, bdd_and(m, by_zero, by_one)));
    pairs = bdd_choose(m, value, one, zero);
    if (by_zero == BDD_NONE || by_one == BDD_NONE || pairs == BDD_NONE) return false;
  }
  vec_push(&choice->values, value);
  choice->pairs = pairs;
  choice->left = rest;
  return true;
}

SymbolicEnd choice_run(Choice *choice, Budget *budget) {
  SymbolicModel *model = choice->open->model;
  SymbolicEnd end = SYMBOLIC_DONE;
  if (choice->pairs == BDD_NONE) end = symbolic_do(model, begin, choice, budget);
  while (end == SYMBOLIC_DONE && choice->values.size < model->system->inputs.size)
    end = symbolic_do(model, choose, choice, budget);
  return end;
}
