#include "front/smv/smv_form.h"

#include "base/memory.h"
#include "formula/ltl/translate.h"

Bits formula_inputs(const Model *model, Formula f) {
  const System *system = model->system;
  U32Vec atoms = {0}, support = {0};
  Bits nodes = bits_new(system->aig->size), inputs = bits_new(system->inputs.size);
  formula_atoms(model->formulas, f, &atoms);
  for (size_t i = 0; i < atoms.size; i++)
    aig_support(system->aig, model->formulas->atoms.data[atoms.data[i]].literal, &support);
  for (size_t i = 0; i < support.size; i++) bits_set(&nodes, support.data[i]);
  for (size_t i = 0; i < system->inputs.size; i++)
    bits_put(&inputs, i, bits_get(&nodes, lit_node(system->inputs.data[i])));
  vec_free(&atoms);
  vec_free(&support);
  bits_free(&nodes);
  return inputs;
}

/* All CTL properties read the same inputs: smv_cannot_say has seen to that. */
static Bits state_inputs(const Model *model) {
  for (size_t i = 0; i < model->properties.size; i++)
    if (model->properties.data[i].kind == PROPERTY_CTL)
      return formula_inputs(model, model->properties.data[i].formula);
  return bits_new(model->system->inputs.size);
}

/* By node of the copy: whether it reads an input variable. */
static Bits choice_readers(const SmvForm *form) {
  const Aig *aig = form->system->aig;
  Bits readers = bits_new(aig->size);
  for (size_t i = 0; i < form->system->inputs.size; i++)
    bits_put(&readers, lit_node(form->system->inputs.data[i]), !bits_get(&form->state_input, i));
  for (uint32_t node = 1; node < aig->size; node++) { /* children are older */
    const AigNode *gate = aig->nodes + node;
    if (aig_is_and(aig, node))
      bits_put(&readers, node,
               bits_get(&readers, lit_node(gate->left)) ||
                   bits_get(&readers, lit_node(gate->right)));
  }
  return readers;
}

static bool reads_choice(const Bits *readers, Lit lit) { return bits_get(readers, lit_node(lit)); }

/* A latch that was true if the literal was in the step before. */
static Lit remember(System *system, Lit lit, const char *what, const char *name) {
  Lit latch = system_latch(system, RESET_0);
  system_set_next(system, latch, lit);
  Text text = {0};
  text_format(&text, "%s_%s", what, name);
  signal_add_bit(&system->signals, text.data, SIGNAL_HIDDEN, latch);
  text_free(&text);
  return latch;
}

static void place_invariants(SmvForm *form, const Model *model, const Bits *readers) {
  System *system = form->system;
  for (size_t i = 0; i < system->constraints.size; i++)
    form->transitions |= reads_choice(readers, system->constraints.data[i]);
  for (size_t i = 0; i < model->properties.size; i++) {
    const Property *property = model->properties.data + i;
    bool invariant = property->kind == PROPERTY_INVARIANT;
    vec_push(&form->bad, invariant ? aig_map_lit(form->map, property->bad) : LIT_FALSE);
    form->transitions |= reads_choice(readers, form->bad.data[i]);
  }
  bool constrained = form->transitions && system->constraints.size;
  for (size_t i = 0; i < model->properties.size; i++) {
    const Property *property = model->properties.data + i;
    Lit *bad = form->bad.data + i;
    if (property->kind == PROPERTY_INVARIANT && (constrained || reads_choice(readers, *bad)))
      *bad = remember(system, *bad, "bad", property->name);
  }
}

static Lit recurring(SmvForm *form, const Bits *readers, Lit lit) {
  return reads_choice(readers, lit) ? remember(form->system, lit, "was", "fair") : lit;
}

SmvForm smv_form_new(const Model *model) {
  SmvForm form = {.state_input = state_inputs(model)};
  form.system = system_copy(model->system, &form.map);
  Bits readers = choice_readers(&form);
  place_invariants(&form, model, &readers);
  LitVec *fairness = &form.system->fairness;
  for (size_t i = 0; i < fairness->size; i++)
    fairness->data[i] = recurring(&form, &readers, fairness->data[i]);
  for (size_t i = 0; i < model->compassion.size; i++) {
    const Compassion *pair = model->compassion.data + i;
    Lit often = recurring(&form, &readers, aig_map_lit(form.map, pair->often));
    Lit then = recurring(&form, &readers, aig_map_lit(form.map, pair->then));
    vec_push(&form.compassion, ((Compassion){often, then}));
  }
  bits_free(&readers);
  return form;
}

void smv_form_free(SmvForm *form) {
  system_free(form->system);
  mem_free(form->map);
  bits_free(&form->state_input);
  vec_free(&form->bad);
  vec_free(&form->compassion);
}
