/* Violations: runs and lassos, by simulation of the model. */
#ifndef JUDGE_TRACE_H
#define JUDGE_TRACE_H

#include "judge/circuit.h"

enum { NO_LOOP = -1 };

/* Values of all latches and inputs in all steps. */
typedef struct {
  const Circuit *model;
  size_t steps;
  long long loop; /* of a lasso: the step that follows the last one; NO_LOOP else */
  bool (*latch)(const void *owner, size_t step, size_t place);
  bool (*input)(const void *owner, size_t step, size_t place);
  const void *owner; /* for the functions */
  bool progress;     /* violates a progress property: meets all conditions again and again */
  Lit bad;           /* else: reaches this */
  Lits conditions;
} Run;

/* The values of all variables in one step: those of the run, and what the gates make of them. */
void evaluate_step(const Run *run, size_t step, uint64_t *values);

/* Refuses unless
 *   - the first state agrees with the resets, every constraint holds in every step, each state
 *     follows from the step before;
 *   - for a bad literal: it is true in the last step;
 *   - for conditions: the state of the loop's first step follows from the last step, so that the
 *     steps from there on can be repeated for ever, and each is true in one of them. */
void check_trace(const Run *run);

#endif
