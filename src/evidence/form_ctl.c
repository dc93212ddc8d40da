/* CTL proofs. Between processes they have the form of their files, whose reader takes any text. CTL
 * tasks are not reduced, so there is no way back. */
#include "base/memory.h"
#include "evidence/certify_ctl.h"
#include "evidence/ctl_about.h"
#include "evidence/ctl_file.h"
#include "evidence/evidence_form.h"

static bool is_there(const Evidence *evidence) { return evidence->ctl; }

static bool check(const EvidenceClaim *claim, const Evidence *evidence, Error *error) {
  return certify_ctl_under(claim->task, evidence->ctl, claim->verdict, claim->budget,
                           claim->scrutiny, error);
}

static bool pack(FILE *stream, const EvidenceClaim *claim, const Evidence *evidence) {
  return ctl_file_write(stream, evidence->ctl, claim->verdict);
}

static bool write_file(FILE *stream, const EvidenceClaim *claim, const EvidenceFile *file,
                       const Evidence *evidence) {
  (void)file;
  return pack(stream, claim, evidence) && ctl_about_write(stream, claim->task, evidence->ctl);
}

static bool unpack(const char *bytes, size_t size, const EvidenceClaim *claim, Evidence *evidence,
                   Error *error) {
  char *text = mem_string_n(size ? bytes : "", size);
  Verdict claimed = VERDICT_UNKNOWN;
  CtlProof *proof = ctl_file_read("the proof", text, &claimed, error);
  mem_free(text);
  if (proof && claimed == claim->verdict) {
    evidence->ctl = proof;
    return true;
  }
  ctl_proof_free(proof);
  return error_set(error, "its proof has the wrong form");
}

const EvidenceForm form_ctl = {
    .certificate = true,
    .is_there = is_there,
    .check = check,
    .write = write_file,
    .pack = pack,
    .unpack = unpack,
};
