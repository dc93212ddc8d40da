#include "check/property_cone.h"

#include "formula/ltl/translate.h"

/* The atoms of a formula, or of the automaton that stands for it. */
static void property_atoms(const Model *model, const Property *property, U32Vec *atoms) {
  if (property->kind != PROPERTY_LTL && property->kind != PROPERTY_CTL) return;
  if (property->automaton) {
    const Automaton *automaton = model->automata.data[property->automaton - 1];
    vec_append(atoms, &automaton->atoms);
  } else if (property->formula != FORMULA_NONE) {
    formula_atoms(model->formulas, property->formula, atoms);
  }
}

void property_roots(const Model *model, size_t number, LitVec *roots) {
  const Property *property = model->properties.data + number;
  U32Vec atoms = {0};
  vec_append(roots, &model->system->constraints);
  vec_append(roots, &property->justice);
  property_atoms(model, property, &atoms);
  for (size_t i = 0; i < atoms.size; i++)
    vec_push(roots, model->formulas->atoms.data[atoms.data[i]].literal);
  vec_free(&atoms);
  if (property->kind == PROPERTY_INVARIANT) {
    vec_push(roots, property->bad);
    return;
  }
  vec_append(roots, &model->system->fairness);
  for (size_t i = 0; i < model->compassion.size; i++) {
    vec_push(roots, model->compassion.data[i].often);
    vec_push(roots, model->compassion.data[i].then);
  }
}

Cone property_cone(const Model *model, size_t property) {
  const System *system = model->system;
  LitVec roots = {0};
  property_roots(model, property, &roots);
  Roles roles = roles_new(system);
  Bits seen = bits_new(system->aig->size);
  U32Vec order = {0};
  Cone cone = {0};
  aig_cone(system->aig, roots.data, roots.size, &seen, &order);
  for (size_t i = 0; i < order.size; i++) { /* latches append to it */
    uint32_t node = order.data[i];
    if (roles.role[node] == ROLE_INPUT) cone.inputs++;
    if (roles.role[node] == ROLE_NONE) cone.gates++;
    if (roles.role[node] != ROLE_LATCH) continue;
    cone.latches++;
    aig_cone(system->aig, &system->latches.data[roles.index[node]].next, 1, &seen, &order);
  }
  vec_free(&order);
  bits_free(&seen);
  roles_free(&roles);
  vec_free(&roots);
  return cone;
}
