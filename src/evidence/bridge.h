/* The bridge to the judge (judge/judge.h), which says whether evidence is good: Rondo's structures
 * become the judge's plain ones, literal by literal, and Rondo's SAT gate becomes its solver, so
 * that budgets and scrutiny work in every question. Nothing is decided here. */
#ifndef RONDO_EVIDENCE_BRIDGE_H
#define RONDO_EVIDENCE_BRIDGE_H

#include "base/budget.h"
#include "base/error.h"
#include "evidence/scrutiny.h"
#include "judge/circuit.h"
#include "system/system.h"

/* A system as a circuit of the same variables and literals. `resets`, by latch, are those of a
 * certificate; NULL: the system's own. `what` is the system's name if it is not complete. */
Circuit *bridge_circuit(Judge *judge, const System *system, const LitVec *resets, const char *what);
void bridge_lits(Judge *judge, const LitVec *from, Lits *to);

/* Lets the judge decide; `argue` and `about` as in judge_run. If it does not accept, `report` says
 * why, or what the scrutiny (may be NULL) found. A spent budget (may be NULL) is no acceptance. */
bool bridge_judge(void (*argue)(Judge *, void *), void *about, Budget *budget, Scrutiny *scrutiny,
                  Error *report);

#endif
