/* Why an answer is right. A trace shows a violation; a witness circuit shows that a property holds
 * (the forms are those of the hardware model checking competition; see docs/certificates.md); a CTL
 * proof shows either answer; a proof by bounded model checking names the questions to ask. That all
 * states were searched is shown by searching them again.
 *
 * A witness circuit is itself a System. Its first inputs and latches are those of the task's
 * system, in the same order and with the same meaning; further latches, and for rankings further
 * inputs, may follow. Its property is the negation of `bad`. */
#ifndef RONDO_SYSTEM_EVIDENCE_H
#define RONDO_SYSTEM_EVIDENCE_H

#include "system/bmc_proof.h"
#include "system/ctl_proof.h"
#include "system/set_tree.h"
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
  EVIDENCE_BMC,
  EVIDENCE_STATES,  /* all states, which two searches found: there is nothing to hand over */
  EVIDENCE_LINEAR,  /* inequalities over places, checked in whole numbers: net/refute.h */
  EVIDENCE_CLAIMS,  /* what is true in which marking, each by its successors: check/net_claims.h */
  EVIDENCE_RUNS,    /* runs that enable transitions, each fired again: check/net_whole.c */
  EVIDENCE_PREFIX,  /* a complete prefix, looked at again by the definitions: check/net_unfold.c */
  EVIDENCE_DIAGRAM, /* a set of markings that no step leaves, as a diagram: check/net_diagram.c */
  EVIDENCE_KINDS    /* their number; evidence/evidence_form.h says what each is good for */
} EvidenceKind;

typedef struct Evidence {
  EvidenceKind kind;
  Trace *trace;     /* owned */
  Witness *witness; /* owned */
  CtlProof *ctl;    /* owned */
  BmcProof *bmc;    /* owned */
  size_t size;      /* steps of a trace; clauses, walls, updates or lengths of a proof */
  SetTree sets;     /* how they were refined, where an engine did so; shows nothing */
} Evidence;

/* A copy of what shows that no bad state is reachable: a witness, or a proof by bounded model
 * checking. */
Evidence evidence_copy_of_proof(const Evidence *evidence);
void evidence_free(Evidence *evidence); /* what it holds */

#endif
