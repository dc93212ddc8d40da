/* What CTL speaks about: a structure whose states are predicates' only arguments, and the formula
 * as a graph over four operators. Engines and the checker of proofs both start from here; it is a
 * function of the task alone, so that node, latch and input numbers mean the same to both.
 *
 * The system of the structure is that of the task, with these changes:
 * - an input that occurs in the gates of an atom is a latch, uninitialised and refreshed by a new
 *   input in each step: so atoms are predicates over states;
 * - a literal of fairness, weak or strong, that reads an input is replaced by the latch that holds
 *   its last value (system_delayed), which is true infinitely often on the same paths;
 * - only what atoms, constraints and fairness depend on is left. Its inputs are the remaining ones
 *   in the task's order, then the new ones; its latches likewise.
 *
 * The graph has negated edges (a CtlRef is 2 * node + sign) and the operators AND, EX, EU, EG over
 * predicates; a part of the formula without temporal operators is one predicate. Paths are
 * infinite and fair. Where the system has constraints or fairness, a state may have no such path;
 * so EX f and E g U f stand here for a plain successor and a plain finite path, and f is
 * strengthened by EG true where it does not imply it already (tau of section 3.4 of the CTL paper),
 * while EG speaks of infinite fair paths. Then every state that satisfies a temporal node is the
 * start of a fair path, and in particular has a step that meets the constraints. */
#ifndef RONDO_TASK_CTL_STRUCTURE_H
#define RONDO_TASK_CTL_STRUCTURE_H

#include "formula/formula.h"
#include "task/task.h"

typedef uint32_t CtlRef;

static inline uint32_t ctl_node(CtlRef ref) { return ref >> 1; }
static inline bool ctl_negated(CtlRef ref) { return ref & 1; }
static inline CtlRef ctl_not(CtlRef ref) { return ref ^ 1; }

typedef enum { CTL_PREDICATE, CTL_AND, CTL_EX, CTL_EU, CTL_EG } CtlKind;

typedef struct {
  CtlKind kind;
  Lit predicate;      /* of CTL_PREDICATE */
  CtlRef left, right; /* children are older nodes; EX and EG have only left; EU: left U right */
} CtlNode;

typedef struct CtlStructure {
  System *system; /* owned; its fairness is of predicates over states */
  Lit initial;    /* the resets as a predicate over states */
  Lit valid;      /* the conjunction of the constraints */
  VEC(CtlNode) nodes;
  CtlRef root;
  U32Vec refs; /* by formula: the edge for a part of the formula */
  /* Where latches and inputs come from: 2 * the number of a latch, or 2 * the number of an input
   * + 1, of the task's system; UINT32_MAX for those that are new. */
  U32Vec latch_origins, input_origins;
  bool tau; /* whether EG true was brought in */
} CtlStructure;

CtlStructure *ctl_structure_new(const Task *task); /* of kind TASK_CTL, atoms bound */
Lit ctl_initial(const System *system);             /* its resets as a predicate over states */
void ctl_structure_free(CtlStructure *structure);

#endif
