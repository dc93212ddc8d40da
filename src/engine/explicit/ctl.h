/* CTL on a state graph that is known completely, over maximal paths: a path that reaches a deadlock
 * ends there, so that EX f is false in it, AX f true, and EG f is f. With fairness conditions only
 * those paths count on which each is true again and again; on one that ends, in its last state.
 *
 * Linear in the graph and the formula: EU by search backwards, EG by counting the successors that
 * are left, or with fairness by the strongly connected components (Clarke, Emerson and Sistla
 * 1986). The second way shares nothing with it but the meaning: sweeps over all states until
 * nothing changes, fair EG by the nested fixed point of Emerson and Lei (1986). */
#ifndef RONDO_ENGINE_EXPLICIT_CTL_H
#define RONDO_ENGINE_EXPLICIT_CTL_H

#include "base/bits.h"
#include "base/budget.h"
#include "formula/nnf.h"
#include "view/graph.h"

typedef struct {
  size_t states;
  const uint64_t *first; /* by state: where its successors begin in `edges`, plus one */
  const uint32_t *edges; /* their number, then them */
} StateGraph;

static inline Numbers state_successors(const StateGraph *graph, size_t state) {
  const uint32_t *list = graph->edges + graph->first[state] - 1;
  return (Numbers){list + 1, *list};
}

/* Predecessors, for searches backwards. */
typedef struct {
  uint64_t *first; /* by state, and one more */
  uint32_t *states;
} Predecessors;
Predecessors predecessors_new(const StateGraph *graph);
void predecessors_free(Predecessors *predecessors);

typedef enum { CTL_FALSE, CTL_TRUE, CTL_UNKNOWN } CtlTruth; /* unknown: the budget is spent */

typedef struct {
  const Formulas *formulas;
  Formula f;
  const FormulaVec *fairness; /* state formulas */
  const Bits *atoms;          /* by index in the store: in which states it is true */
} CtlQuestion;

/* Whether state 0 satisfies the formula. */
CtlTruth ctl_backwards(const StateGraph *graph, const Predecessors *predecessors,
                       const CtlQuestion *question, Budget *budget);

/* The same; `order` has all states, successors before predecessors where there is no cycle. */
CtlTruth ctl_by_sweeps(const StateGraph *graph, const uint32_t *order, const CtlQuestion *question,
                       Budget *budget);

#endif
