/* What the checker of CTL proofs must say, by enumeration: its yes and its no.
 *
 * The judge writes out every state and step of the structure that a proof speaks about and keeps R,
 * the equalities, and L and U of every node as sets of states. Of each update it decides whether
 * the justification that docs/certificates.md asks for is there, by going through the steps. It
 * also knows the states that satisfy each node, by the plainest fixpoints, and so whether what was
 * accepted is true: a judge that believed a wrong rule would be found out by ctl_judge_fault. */
#ifndef RONDO_ORACLE_CTL_JUDGE_H
#define RONDO_ORACLE_CTL_JUDGE_H

#include "oracle/explicit.h"
#include "system/ctl_proof.h"
#include "task/ctl_structure.h"

typedef struct {
  Bits truth;        /* the states that satisfy the node */
  Bits gained, lost; /* by updates */
  Bits lower, upper; /* L and U together, and U */
} CtlNodeSets;

typedef VEC(Bits) StateSets;

enum { CTL_PLAIN_SETS = 1 << 30 };

typedef struct {
  CtlStructure *structure;
  StateSets named; /* the states in which latches, and then gates of the proof, are true */
  Explicit *e;     /* of its system */
  CtlNodeSets *nodes;
  U32Vec same;    /* by node: the first one with the same operator over the same edges */
  U32Vec plain;   /* by node: the edge that it is written as where others speak of it: one to an
                     older node, or, from CTL_PLAIN_SETS on, to one of these sets */
  StateSets sets; /* those of predicates, all different; the first one is empty */
  Bits reachable; /* R: states */
  Bits equal;     /* the steps in which all equalities hold */
} CtlJudge;

enum { CTL_JUDGE_MAX_BITS = 12 }; /* latches and inputs of the structure together */

CtlJudge *ctl_judge_new(const Task *task); /* NULL if the structure is too large */
void ctl_judge_free(CtlJudge *judge);

/* The gates of a proof, of which the judge may know the first ones already; false, and nothing may
 * be asked any more, if one does not fit. */
bool ctl_judge_gates(CtlJudge *judge, const IntVec *gates);

/* What is to be said about an update, given those before; the bounds change if it follows. */
typedef enum { CTL_DOES_NOT_FIT, CTL_DOES_NOT_FOLLOW, CTL_FOLLOWS } CtlJudgement;
CtlJudgement ctl_judge_update(CtlJudge *judge, const CtlUpdate *update);

/* What is false of the bounds, which is a fault of the rules; NULL if nothing is. */
const char *ctl_judge_fault(const CtlJudge *judge);

/* Whether the bounds show this verdict. */
bool ctl_judge_verdict(const CtlJudge *judge, Verdict verdict);

#endif
