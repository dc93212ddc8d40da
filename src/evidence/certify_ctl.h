/* CTL proofs before the judge, which checks each update with a solver of its own.
 * docs/certificates.md has the formulas and the argument. */
#ifndef RONDO_EVIDENCE_CERTIFY_CTL_H
#define RONDO_EVIDENCE_CERTIFY_CTL_H

#include "base/budget.h"
#include "base/error.h"
#include "evidence/scrutiny.h"
#include "system/ctl_proof.h"
#include "task/task.h"

/* Whether the proof shows that the CTL task has this verdict, holds or violated. If not, `report`
 * names the first update that does not follow. If the budget (may be NULL) is spent before the
 * checks are done, false: the proof is then neither accepted nor refuted. */
bool certify_ctl(const Task *task, const CtlProof *proof, Verdict verdict, Budget *budget,
                 Error *report);

/* The same under scrutiny (may be NULL), which has begun. */
bool certify_ctl_under(const Task *task, const CtlProof *proof, Verdict verdict, Budget *budget,
                       Scrutiny *scrutiny, Error *report);

#endif
