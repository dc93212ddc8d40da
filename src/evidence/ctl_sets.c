/* See ctl_sets.h. */
#include "evidence/ctl_sets.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

static Lit among(const LitVec *known, int lit) {
  assert(lit && (size_t)abs(lit) <= known->size); /* the judge has seen to it */
  return lit_not_if(known->data[abs(lit) - 1], lit < 0);
}

/* ---- gates ---- */

void ctl_name_gates(const CtlStructure *structure, const IntVec *gates, LitVec *named) {
  Aig *aig = structure->system->aig;
  const LatchVec *latches = &structure->system->latches;
  for (size_t i = 0; i < latches->size; i++) vec_push(named, latches->data[i].current);
  for (size_t i = 0; i < gates->size; i += 2)
    vec_push(named, aig_and(aig, among(named, gates->data[i]), among(named, gates->data[i + 1])));
}

void ctl_take_gates(CtlBounds *c, const IntVec *gates) {
  ctl_name_gates(c->structure, gates, &c->named);
}

/* ---- predicates ---- */

Lit ctl_take_set(CtlBounds *c, const IntVec *lits, size_t *i, bool clause) {
  LitVec set = {0};
  for (; lits->data[*i]; (*i)++) vec_push(&set, among(&c->named, lits->data[*i]));
  (*i)++;
  Lit result =
      clause ? aig_or_all(c->aig, set.data, set.size) : aig_and_all(c->aig, set.data, set.size);
  vec_free(&set);
  return result;
}

Lit ctl_take_clauses(CtlBounds *c, const IntVec *lits) {
  Lit result = LIT_TRUE;
  for (size_t i = 0; i < lits->size;)
    result = aig_and(c->aig, result, ctl_take_set(c, lits, &i, true));
  return result;
}

CtlChoices ctl_take_choices(const CtlStructure *structure, const LitVec *named,
                            const CtlUpdate *update) {
  const IntVec *inputs = &update->inputs, *functions = &update->functions;
  const LitVec *variables = &structure->system->inputs;
  CtlChoices choices = {0};
  for (size_t i = 0, f = 0; i < inputs->size; i++) {
    CtlChoiceVec cube = {0};
    for (; inputs->data[i]; i++) {
      CtlChoice constant = {variables->data[abs(inputs->data[i]) - 1],
                            lit_constant(inputs->data[i] > 0)};
      vec_push(&cube, constant);
    }
    for (; f < functions->size && functions->data[f]; f += 2) {
      CtlChoice function = {variables->data[functions->data[f] - 1],
                            among(named, functions->data[f + 1])};
      vec_push(&cube, function);
    }
    f++;
    vec_push(&choices, cube);
  }
  return choices;
}

void ctl_choices_free(CtlChoices *choices) {
  for (size_t i = 0; i < choices->size; i++) vec_free(choices->data + i);
  vec_free(choices);
}
