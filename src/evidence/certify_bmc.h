/* Proofs by bounded model checking (system/bmc_proof.h) go to the judge (judge/bounded.h), who
 * believes none of the numbers. docs/engines/bmc.md says why its questions are a proof. */
#ifndef RONDO_EVIDENCE_CERTIFY_BMC_H
#define RONDO_EVIDENCE_CERTIFY_BMC_H

#include "evidence/certificate.h"
#include "system/bmc_proof.h"

/* Whether the proof shows that the task's property holds; if not, `error` names the question that
 * has another answer. Spent budget: false, and neither is known. `scrutiny` may be NULL. */
bool certify_bmc(const Task *task, const BmcProof *proof, Budget *budget, Scrutiny *scrutiny,
                 Error *error);

#endif
