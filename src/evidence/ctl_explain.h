/* Why a CTL formula is true or false, for people: a tree of traces, read off a proof that was
 * checked. A formula that asks for a path (a true E, or a false A) is shown by a trace of the
 * model, and the part of it that matters at the end of the trace is explained from there. A formula
 * about all paths has no trace: the proof stands for it. */
#ifndef RONDO_EVIDENCE_CTL_EXPLAIN_H
#define RONDO_EVIDENCE_CTL_EXPLAIN_H

#include "formula/formula.h"
#include "system/ctl_proof.h"
#include "system/trace.h"
#include "task/task.h"

typedef struct {
  Formula formula; /* the part that is explained ... */
  bool truth;      /* ... and its truth in the state where it is */
  size_t parent;   /* the reason in whose trace that is; of the first, itself */
  size_t step;     /* ... and the step of it */
  Trace *trace;    /* from there on, over the task's system; NULL: true, or false, of all paths. A
                      loop closes as far as the formula can see */
} CtlReason;

typedef VEC(CtlReason) CtlReasonVec;

/* The reasons for a verdict on a task, parents first; none where no part of the formula has a path
 * operator that decides it. */
CtlReasonVec ctl_explain(const Task *task, const CtlProof *proof, Verdict verdict);
void ctl_reasons_free(CtlReasonVec *reasons);

#endif
