#include "evidence/certify.h"

#include "base/input.h"
#include "evidence/bridge.h"
#include "evidence/witness_file.h"
#include "judge/witness.h"

typedef struct {
  const Task *task;
  const Certificate *certificate;
} Claim;

static void argue(Judge *judge, void *about) {
  const Task *task = ((Claim *)about)->task;
  const Certificate *certificate = ((Claim *)about)->certificate;
  if (task->kind != TASK_BAD && task->kind != TASK_FAIR)
    refuse(judge, "a witness circuit is evidence for invariants and progress only");
  WitnessCircuit w = {.progress = task->kind == TASK_FAIR, .ranked = certificate->ranked};
  w.circuit = bridge_circuit(judge, certificate->circuit, &certificate->resets, "witness");
  w.model = bridge_circuit(judge, task->system, NULL, "model");
  list_add(judge, &w.bad, certificate->bad);
  if (w.progress) w.model_justice = task->conditions.size - task->system->fairness.size;
  else list_add(judge, &w.model_bad, task->bad);
  const MappedVec *mapping = &certificate->mapping;
  for (size_t i = 0; i < mapping->size; i++)
    list_add(judge, &w.mapping, ((MappedPair){mapping->data[i].witness, mapping->data[i].model}));
  bridge_lits(judge, &task->conditions, &w.model_conditions);
  bridge_lits(judge, &certificate->conditions, &w.conditions);
  w.justice = certificate->justice;
  const InterventionVec *interventions = &certificate->interventions;
  for (size_t i = 0; i < interventions->size; i++)
    list_add(judge, &w.glances,
             ((Glance){interventions->data[i].signal, interventions->data[i].input}));
  check_witness(&w);
}

bool certify_certificate(const Task *task, const Certificate *certificate, Error *report) {
  Claim claim = {task, certificate};
  return bridge_judge(argue, &claim, certificate->budget, certificate->scrutiny, report);
}

static bool certify(const Task *task, const Witness *witness, bool needed_part, Budget *budget,
                    Scrutiny *scrutiny, Error *report) {
  Certificate certificate;
  bool good = certificate_of_witness(task, witness, &certificate, report);
  System *part = good && needed_part ? certificate_narrow(&certificate) : NULL;
  certificate.budget = budget;
  certificate.scrutiny = scrutiny;
  good = good && certify_certificate(task, &certificate, report);
  certificate_free(&certificate);
  system_free(part);
  return good;
}

bool certify_witness_under(const Task *task, const Witness *witness, Budget *budget,
                           Scrutiny *scrutiny, Error *report) {
  return certify(task, witness, false, budget, scrutiny, report);
}

bool certify_needed_part(const Task *task, const Witness *witness, Budget *budget,
                         Scrutiny *scrutiny, Error *report) {
  return certify(task, witness, true, budget, scrutiny, report);
}

bool certify_witness(const Task *task, const Witness *witness, Error *report) {
  return certify_witness_under(task, witness, NULL, NULL, report);
}

bool certify_witness_bytes(const Task *task, const char *name, const char *data, size_t size,
                           size_t justice, Error *report) {
  WitnessFile witness;
  if (!witness_file_read(&witness, name, data, size, task, justice, report)) return false;
  bool good = certify_certificate(task, &witness.certificate, report);
  witness_file_free(&witness);
  return good;
}

bool certify_witness_file(const Task *task, const char *path, size_t justice, Error *report) {
  Input input;
  if (!input_read(&input, path, report)) return false;
  bool good = certify_witness_bytes(task, path, input.data, input.size, justice, report);
  input_free(&input);
  return good;
}
