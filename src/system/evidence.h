/* Why an answer is right. A trace shows a violation; a witness circuit shows that a property holds
 * (the forms are those of the hardware model checking competition; see docs/certificates.md); a CTL
 * proof shows either answer.
 *
 * A witness circuit is itself a System. Its first inputs and latches are those of the task's
 * system, in the same order and with the same meaning; further latches, and for rankings further
 * inputs, may follow. Its property is the negation of `bad`. */
#ifndef RONDO_SYSTEM_EVIDENCE_H
#define RONDO_SYSTEM_EVIDENCE_H

#include "system/ctl_proof.h"
#include "system/task.h"
#include "system/trace.h"

typedef struct {
  Lit signal; /* whose value in the other copy ... */
  Lit input;  /* ... this input of the witness stands for */
} Intervention;

typedef struct Witness {
  System *circuit;
  Lit bad;                         /* the property P' of the witness is its negation */
  LitVec justice;                  /* of a ranking: one literal per condition of the task */
  VEC(Intervention) interventions; /* of a ranking */
} Witness;

Witness *witness_new(System *circuit); /* takes the circuit */
Witness *witness_copy(const Witness *witness);
void witness_free(Witness *witness);

typedef enum {
  EVIDENCE_NONE,
  EVIDENCE_TRACE,
  EVIDENCE_LASSO,
  EVIDENCE_INVARIANT,
  EVIDENCE_RANKING,
  EVIDENCE_CTL,
} EvidenceKind;
const char *evidence_kind_name(EvidenceKind kind);

typedef struct Evidence {
  EvidenceKind kind;
  Trace *trace;     /* owned */
  Witness *witness; /* owned */
  CtlProof *ctl;    /* owned */
  size_t size;      /* steps of a trace; clauses, walls or updates of a proof */
} Evidence;

void evidence_free(Evidence *evidence); /* what it holds */

#endif
