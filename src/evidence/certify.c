#include "evidence/certify.h"

#include "base/input.h"
#include "evidence/certify_query.h"
#include "evidence/witness_file.h"

bool certify_certificate(const Task *task, const Certificate *certificate, Error *report) {
  U32Vec order = {0};
  bool good = certificate_check_shape(task, certificate, &order, report) &&
              certify_safety(task, certificate, &order, report) &&
              (task->kind != TASK_FAIR || certify_ranking(task, certificate, report));
  vec_free(&order);
  return good && !scrutiny_failed(certificate->scrutiny, report);
}

bool certify_witness_under(const Task *task, const Witness *witness, Budget *budget,
                           Scrutiny *scrutiny, Error *report) {
  Certificate certificate;
  bool good = certificate_of_witness(task, witness, &certificate, report);
  certificate.budget = budget;
  certificate.scrutiny = scrutiny;
  good = good && certify_certificate(task, &certificate, report);
  certificate_free(&certificate);
  return good;
}

bool certify_witness_within(const Task *task, const Witness *witness, Budget *budget,
                            Error *report) {
  return certify_witness_under(task, witness, budget, NULL, report);
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
