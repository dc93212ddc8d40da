/* Proofs by bounded model checking. Between processes they have the form of their files. */
#include "evidence/bmc_file.h"
#include "evidence/certify_bmc.h"
#include "evidence/evidence_form.h"

static bool is_there(const Evidence *evidence) { return evidence->bmc; }

static bool back(const Reduction *reduction, const Evidence *reduced, Evidence *back,
                 Error *error) {
  (void)error;
  back->bmc = reduction_bmc_back(reduction, reduced->bmc);
  return true;
}

static bool check(const EvidenceClaim *claim, const Evidence *evidence, Error *error) {
  return certify_bmc(claim->task, evidence->bmc, claim->budget, claim->scrutiny, error);
}

static bool write_file(FILE *stream, const EvidenceClaim *claim, const EvidenceFile *file,
                       const Evidence *evidence) {
  (void)claim;
  return bmc_file_write(stream, evidence->bmc, file->binary, file->note);
}

static bool pack(FILE *stream, const EvidenceClaim *claim, const Evidence *evidence) {
  (void)claim;
  return bmc_file_write(stream, evidence->bmc, true, NULL);
}

/* What the way back relies on; the rest is for the checker. */
static bool fits(const BmcProof *proof, const System *system) {
  const System *circuit = proof->invariant->circuit;
  bool good =
      circuit->inputs.size == system->inputs.size && circuit->latches.size == system->latches.size;
  for (size_t i = 0; i < proof->latches.size; i++)
    good &= proof->latches.data[i] < system->latches.size;
  return good;
}

static bool unpack(const char *bytes, size_t size, const EvidenceClaim *claim, Evidence *evidence,
                   Error *error) {
  evidence->bmc = size ? bmc_file_read("the proof", bytes, size, error) : NULL;
  return (evidence->bmc && fits(evidence->bmc, claim->task->system)) ||
         error_set(error, "its proof has the wrong form");
}

const EvidenceForm form_bmc = {
    .certificate = true,
    .is_there = is_there,
    .back = back,
    .check = check,
    .write = write_file,
    .pack = pack,
    .unpack = unpack,
};
