/* The reachable states of a small system, one by one, and the steps between them. */
#ifndef RONDO_ENGINE_BMC_STEP_GRAPH_H
#define RONDO_ENGINE_BMC_STEP_GRAPH_H

#include "base/budget.h"
#include "base/map.h"
#include "system/system.h"

typedef struct {
  uint32_t to;
  uint16_t inputs; /* some that lead there, by bits */
  uint16_t meets;  /* the literals that are true in this step, by bits */
} GraphStep;

enum { GRAPH_INPUTS = 8, GRAPH_LITERALS = 16 }; /* at most so many */

/* States are numbered breadth first: those at a smaller distance from the initial ones come first.
 * The steps of state s are those from begins[s] up to begins[s + 1]. */
typedef struct {
  const System *system;
  Names states;     /* the values of the latches as words */
  U32Vec distances; /* by state */
  U32Vec parents;   /* by state: one that leads to it; of an initial one itself */
  U32Vec begins;    /* of the states whose steps are known, and one more */
  VEC(GraphStep) steps;
  bool complete; /* the steps of all states are known */
  struct Explorer *explorer;
} StepGraph;

/* Whether there are few enough inputs and literals. The number of states shows when they are made.
 */
bool step_graph_fits(const System *system, const LitVec *literals);

/* Begins with the initial states; the system and the literals must outlive it. */
StepGraph *step_graph_new(const System *system, const LitVec *literals);
/* The steps of some states more, those that meet the constraints, with what they meet of the
 * literals. Does nothing once it is complete. */
void step_graph_grow(StepGraph *graph, Budget *budget);
void step_graph_free(StepGraph *graph); /* may be NULL */

/* The number of states whose steps are known; they are the first ones. */
size_t step_graph_known(const StepGraph *graph);
bool step_graph_latch(const StepGraph *graph, uint32_t state, size_t latch);

/* The index of some step from a state to another, which there is. */
uint32_t step_graph_between(const StepGraph *graph, uint32_t from, uint32_t to);

#endif
