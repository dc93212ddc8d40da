#include "evidence/certificate.h"

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
