#include "evidence/certificate.h"

#include "evidence/names.h"

void certificate_free(Certificate *certificate) {
  vec_free(&certificate->resets);
  vec_free(&certificate->mapping);
  vec_free(&certificate->conditions);
  vec_free(&certificate->interventions);
}

void certificate_map_by_order(Certificate *certificate, const System *model) {
  const System *circuit = certificate->circuit;
  for (size_t i = 0; i < circuit->inputs.size && i < model->inputs.size; i++)
    vec_push(&certificate->mapping, ((Mapped){circuit->inputs.data[i], model->inputs.data[i]}));
  for (size_t i = 0; i < circuit->latches.size && i < model->latches.size; i++)
    vec_push(&certificate->mapping,
             ((Mapped){circuit->latches.data[i].current, model->latches.data[i].current}));
}

bool certificate_of_witness(const Task *task, const Witness *witness, Certificate *certificate,
                            Error *error) {
  const System *circuit = witness->circuit;
  *certificate = (Certificate){.circuit = circuit, .bad = witness->bad};
  for (size_t i = 0; i < circuit->latches.size; i++) {
    const Latch *latch = circuit->latches.data + i;
    Lit reset = latch->reset == RESET_FREE ? latch->current : lit_constant(latch->reset == RESET_1);
    vec_push(&certificate->resets, reset);
  }
  certificate_map_by_order(certificate, task->system);
  if (task->kind != TASK_FAIR) return true;
  if (witness->justice.size != task->conditions.size)
    return error_set(error, "the witness has %zu justice literals, but the task has %zu conditions",
                     witness->justice.size, task->conditions.size);
  certificate->ranked = true;
  vec_append(&certificate->conditions, &witness->justice);
  certificate->justice = task->conditions.size - task->system->fairness.size;
  vec_append(&certificate->interventions, &witness->interventions);
  return true;
}

static bool complain(Error *error, const System *system, Lit lit, const char *what) {
  Text name = {0};
  name_literal(system, lit, &name);
  error_set(error, "%s %s", name.data, what);
  text_free(&name);
  return false;
}

static bool check_circuit(const System *circuit, Error *error) {
  for (size_t i = 0; i < circuit->latches.size; i++)
    if (circuit->latches.data[i].next == LIT_NONE)
      return complain(error, circuit, circuit->latches.data[i].current,
                      "of the witness has no next-state function");
  return true;
}

static bool check_mapping(const System *model, const Certificate *certificate, Error *error) {
  const System *circuit = certificate->circuit;
  Bits used = bits_new(model->aig->size), given = bits_new(circuit->aig->size);
  bool good = true;
  for (size_t i = 0; good && i < certificate->mapping.size; i++) {
    Mapped pair = certificate->mapping.data[i];
    uint32_t from = lit_node(pair.witness), to = lit_node(pair.model);
    if (!aig_is_variable(circuit->aig, from))
      good = complain(error, circuit, pair.witness,
                      "of the witness is mapped, but is no input or latch");
    else if (!aig_is_variable(model->aig, to))
      good =
          complain(error, model, pair.model, "of the model is mapped to, but is no input or latch");
    else if (bits_get(&given, from))
      good = complain(error, circuit, pair.witness, "of the witness is mapped twice");
    else if (bits_get(&used, to))
      good = complain(error, model, pair.model, "of the model is mapped to twice");
    bits_set(&given, from);
    bits_set(&used, to);
  }
  bits_free(&used);
  bits_free(&given);
  return good;
}

static bool check_interventions(const Certificate *certificate, Error *error) {
  const System *circuit = certificate->circuit;
  Bits used = bits_new(circuit->aig->size);
  bool good = true;
  for (size_t i = 0; good && i < certificate->interventions.size; i++) {
    Lit input = certificate->interventions.data[i].input;
    if (!aig_is_variable(circuit->aig, lit_node(input)))
      good = complain(error, circuit, input,
                      "of the witness has an intervention, but is no input or latch");
    else if (bits_get(&used, lit_node(input)))
      good = complain(error, circuit, input, "of the witness has two interventions");
    bits_set(&used, lit_node(input));
  }
  bits_free(&used);
  return good;
}

static bool check_conditions(const Task *task, const Certificate *certificate, Error *error) {
  if (task->kind != TASK_FAIR) return true;
  if (!certificate->ranked)
    return error_set(error, "the witness has no justice literals, but the property is one of "
                            "progress");
  size_t fairness = task->system->fairness.size, justice = task->conditions.size - fairness;
  size_t found = certificate->conditions.size - certificate->justice;
  if (certificate->justice != justice)
    return error_set(error, "the witness has %zu justice literals, but the property has %zu",
                     certificate->justice, justice);
  if (found != fairness)
    return error_set(error, "the witness has %zu fairness literals, but the model has %zu", found,
                     fairness);
  return check_interventions(certificate, error);
}

/* Depth-first over latches and gates, an edge leading from a latch to its reset, in the given
 * circuit. A node is open while what it reads is being visited: meeting an open node is a cycle. */
static bool stratify(const Certificate *certificate, U32Vec *order, Error *error) {
  const System *circuit = certificate->circuit;
  const Aig *aig = circuit->aig;
  enum { NEW, OPEN, DONE };
  uint8_t *state = mem_array(aig->size, 1);
  uint32_t *latch_of = mem_array(aig->size, sizeof *latch_of); /* index + 1, 0: no latch */
  for (uint32_t i = 0; i < circuit->latches.size; i++)
    latch_of[lit_node(circuit->latches.data[i].current)] = i + 1;
  U32Vec stack = {0};
  bool good = true;
  for (size_t i = 0; good && i < circuit->latches.size; i++) {
    vec_push(&stack, lit_node(circuit->latches.data[i].current));
    while (good && stack.size) {
      uint32_t node = vec_last(&stack);
      uint32_t index = latch_of[node];
      if (state[node] != NEW) {
        if (state[node] == OPEN && index) vec_push(order, index - 1);
        state[node] = DONE;
        stack.size--;
        continue;
      }
      state[node] = OPEN;
      Lit reads[2];
      size_t count = 0;
      if (aig_is_and(aig, node)) {
        reads[count++] = aig->nodes[node].left;
        reads[count++] = aig->nodes[node].right;
      } else if (index && certificate->resets.data[index - 1] != lit_of(node, false)) {
        reads[count++] = certificate->resets.data[index - 1];
      }
      for (size_t k = 0; good && k < count; k++) {
        uint32_t child = lit_node(reads[k]);
        if (state[child] == OPEN)
          good = complain(error, circuit, circuit->latches.data[i].current,
                          "of the witness has a reset that depends on itself: the resets are not "
                          "stratified");
        else if (state[child] == NEW) vec_push(&stack, child);
      }
    }
  }
  mem_free(state);
  mem_free(latch_of);
  vec_free(&stack);
  return good;
}

bool certificate_check_shape(const Task *task, const Certificate *certificate, U32Vec *order,
                             Error *error) {
  if (task->kind != TASK_BAD && task->kind != TASK_FAIR)
    return error_set(error, "a witness circuit is evidence for invariants and progress only");
  return check_circuit(certificate->circuit, error) &&
         check_mapping(task->system, certificate, error) &&
         check_conditions(task, certificate, error) && stratify(certificate, order, error);
}
