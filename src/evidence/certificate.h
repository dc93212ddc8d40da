/* A certificate as the checker sees it: a witness circuit, whether it came from an engine or from a
 * file of any tool, and how its variables correspond to those of the model.
 *
 * Beyond what a System can say, a latch of a certificate may be reset to the value of any literal.
 * Such reset functions are *stratified*: following them through gates and latches leads to no
 * cycle, so that every choice of inputs and uninitialised latches has one reset state. */
#ifndef RONDO_EVIDENCE_CERTIFICATE_H
#define RONDO_EVIDENCE_CERTIFICATE_H

#include "base/budget.h"
#include "base/error.h"
#include "evidence/scrutiny.h"
#include "system/evidence.h"
#include "task/task.h"

typedef struct {
  Lit witness; /* this variable of the witness, a positive literal, ... */
  Lit model;   /* ... has the value of this literal, a variable or its negation */
} Mapped;

typedef VEC(Mapped) MappedVec;
typedef VEC(Intervention) InterventionVec;

typedef struct Certificate {
  const System *circuit; /* borrowed; `reset` of its latches is not looked at, but: */
  LitVec resets;         /* by latch: a constant, any literal, or itself: uninitialised */
  Lit bad;               /* the property P' is its negation */
  MappedVec mapping;
  bool ranked;       /* has justice literals, whose negations are the q' */
  LitVec conditions; /* justice, then fairness; in the order of the task's conditions */
  size_t justice;    /* how many of them are justice */
  InterventionVec interventions;
  Budget *budget;     /* of the check; NULL: no limit */
  Scrutiny *scrutiny; /* of its unsatisfiable queries; NULL: the solver is believed */
} Certificate;

void certificate_free(Certificate *certificate); /* what it holds, not the circuit */

/* Maps the first inputs to the model's inputs in order, and the first latches to its latches. */
void certificate_map_by_order(Certificate *certificate, const System *model);

/* An engine's witness as a certificate; the witness must outlive it. False where there are not as
 * many justice literals as conditions. */
bool certificate_of_witness(const Task *task, const Witness *witness, Certificate *certificate,
                            Error *error);

/* Leaves out of the certificate what its property, constraints and conditions do not depend on.
 * What is left is a certificate of its own: it proves what the whole proves, and its checks cost
 * what the part costs. Its circuit is new and the caller's, to be freed after the certificate. */
System *certificate_narrow(Certificate *certificate);

#endif
