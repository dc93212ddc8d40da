/* A Trace is a finite run, or a lasso: values of latches and inputs for every step. */
#ifndef RONDO_SYSTEM_TRACE_H
#define RONDO_SYSTEM_TRACE_H

#include "base/bits.h"
#include "system/system.h"

typedef struct {
  Bits latches; /* by index of the latch */
  Bits inputs;
} Step;

enum { TRACE_NO_LOOP = -1 };

typedef struct Trace {
  VEC(Step) steps;
  int64_t loop; /* the step that follows the last one, for a lasso; TRACE_NO_LOOP else */
} Trace;

Trace *trace_new(void); /* no steps, no loop */
void trace_free(Trace *trace);
Trace *trace_copy(const Trace *trace);

/* Appends a step with all values 0 and returns it, to be filled in. */
Step *trace_add_step(Trace *trace, const System *system);

/* Drops the steps from `length` on. */
void trace_cut(Trace *trace, size_t length);

/* Computes the values of every node of the graph in a step, as bits by node number. `values` has
 * aig->size bits. */
void step_evaluate(const System *system, const Step *step, Bits *values);

/* The value of a literal among those. */
static inline bool values_of(const Bits *values, Lit lit) {
  return bits_get(values, lit_node(lit)) ^ lit_negated(lit);
}

/* Fills in the latches of step k+1 from step k by simulation; step k+1 exists. */
void trace_advance(Trace *trace, const System *system, size_t k);

#endif
