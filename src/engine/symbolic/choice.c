/* The choice of inputs; see choice.h. One input after the other gets a value by which the rest can
 * still be chosen well, and is then replaced by it. Constants are looked for first: a function
 * that is chosen early leaves fewer of them. Where both values will do a function may be either,
 * which makes it small. */
#include "engine/symbolic/choice.h"

Choice *choice_new(Transitions *open, Bdd from, Bdd to) {
  BddManager *m = open->model->manager;
  Choice *choice = mem_zalloc(sizeof *choice);
  *choice = (Choice){.open = open, .from = from, .to = to, .pairs = BDD_NONE};
  bdd_watch(m, &choice->from);
  bdd_watch(m, &choice->to);
  bdd_watch(m, &choice->pairs);
  bdd_watch_all(m, &choice->values);
  return choice;
}

void choice_free(Choice *choice) {
  if (!choice) return;
  BddManager *m = choice->open->model->manager;
  bdd_unwatch(m, &choice->from);
  bdd_unwatch(m, &choice->to);
  bdd_unwatch(m, &choice->pairs);
  bdd_unwatch_all(m, &choice->values);
  vec_free(&choice->values);
  mem_free(choice);
}

static bool begin(void *context) {
  Choice *choice = context;
  Bdd pairs = transitions_between(choice->open, choice->from, choice->to);
  if (pairs == BDD_NONE) return false;
  choice->pairs = pairs;
  for (size_t i = 0; i < choice->open->model->system->inputs.size; i++)
    vec_push(&choice->values, BDD_NONE);
  return true;
}

/* The next input of the first round, for a constant, or of the second, for a function. */
static bool choose(void *context) {
  Choice *choice = context;
  SymbolicModel *model = choice->open->model;
  BddManager *m = model->manager;
  size_t input = choice->next % choice->values.size;
  bool constants = choice->next < choice->values.size;
  Bdd zero = bdd_cofactor(m, choice->pairs, model->input[input], false);
  Bdd one = bdd_cofactor(m, choice->pairs, model->input[input], true);
  Bdd value = BDD_NONE, pairs = choice->pairs;
  if (zero == BDD_NONE || one == BDD_NONE) return false;
  if (zero != one) {
    Bdd by_zero = bdd_exists(m, zero, model->input_cube);
    Bdd by_one = bdd_exists(m, one, model->input_cube);
    Bdd either = bdd_and(m, by_zero, by_one);
    if (either == BDD_NONE) return false;
    if (by_zero == choice->from) value = BDD_FALSE;
    else if (by_one == choice->from) value = BDD_TRUE;
    else if (!constants) value = bdd_minimize(m, by_one, bdd_minus(m, choice->from, either));
    if (value != BDD_NONE) pairs = bdd_choose(m, value, one, zero);
    if (pairs == BDD_NONE || (value == BDD_NONE && !constants)) return false;
  }
  if (value != BDD_NONE) choice->values.data[input] = value;
  choice->pairs = pairs;
  choice->next++;
  return true;
}

SymbolicEnd choice_run(Choice *choice, Budget *budget) {
  SymbolicModel *model = choice->open->model;
  SymbolicEnd end = SYMBOLIC_DONE;
  if (choice->pairs == BDD_NONE) end = symbolic_do(model, begin, choice, budget);
  while (end == SYMBOLIC_DONE && choice->next < 2 * choice->values.size)
    end = symbolic_do(model, choose, choice, budget);
  return end;
}
