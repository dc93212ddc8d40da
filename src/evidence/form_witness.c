/* Witness circuits: invariants and rankings. Between processes they have the form of their files,
 * whose reader takes any bytes. */
#include "evidence/certify.h"
#include "evidence/evidence_form.h"
#include "evidence/witness_file.h"

static bool is_there(const Evidence *evidence) { return evidence->witness; }

static bool back(const Reduction *reduction, const Evidence *reduced, Evidence *back,
                 Error *error) {
  (void)error;
  back->witness = reduction_witness_back(reduction, reduced->witness);
  return true;
}

static bool check(const EvidenceClaim *claim, const Evidence *evidence, Error *error) {
  return certify_needed_part(claim->task, evidence->witness, claim->budget, claim->scrutiny, error);
}

static bool write_file(FILE *stream, const EvidenceClaim *claim, const EvidenceFile *file,
                       const Evidence *evidence) {
  return witness_file_write(stream, claim->task, evidence->witness, file->binary, file->note);
}

static bool pack(FILE *stream, const EvidenceClaim *claim, const Evidence *evidence) {
  return witness_file_write(stream, claim->task, evidence->witness, true, NULL);
}

/* A witness circuit that begins with the task's inputs and latches, as engines make them. */
static bool is_by_an_engine(const Certificate *certificate, const System *circuit,
                            const Task *task) {
  size_t conditions = task->kind == TASK_FAIR ? task->conditions.size : 0;
  bool good = circuit->inputs.size >= task->system->inputs.size &&
              circuit->latches.size >= task->system->latches.size &&
              certificate->conditions.size == conditions;
  for (size_t i = 0; good && i < certificate->resets.size; i++) {
    Lit reset = certificate->resets.data[i];
    good = reset == LIT_FALSE || reset == LIT_TRUE || reset == circuit->latches.data[i].current;
  }
  return good;
}

static bool unpack(const char *bytes, size_t size, const EvidenceClaim *claim, Evidence *evidence,
                   Error *error) {
  WitnessFile file;
  if (!size || !witness_file_read(&file, "the witness", bytes, size, claim->task, 0, error))
    return error_set(error, "its witness has the wrong form");
  const Certificate *certificate = &file.certificate;
  bool good = is_by_an_engine(certificate, file.file->system, claim->task);
  if (good) {
    Witness *witness = evidence->witness = witness_new(file.file->system);
    file.file->system = NULL;
    witness->bad = certificate->bad;
    vec_append(&witness->justice, &certificate->conditions);
    vec_append(&witness->interventions, &certificate->interventions);
  }
  witness_file_free(&file);
  return good || error_set(error, "its witness has the wrong form");
}

const EvidenceForm form_witness = {
    .certificate = true,
    .is_there = is_there,
    .back = back,
    .check = check,
    .write = write_file,
    .pack = pack,
    .unpack = unpack,
};
