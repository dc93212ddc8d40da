/* The form of a model in which SMV can say everything: input variables occur in next values, TRANS
 * and LTLSPEC alone.
 *
 * Constraints. A step of the system is a state and its inputs, and the constraints hold in every
 * step of a run, the last included. Two ways to say that are exact:
 *
 * - INVAR, and an invariant as it is, where neither constraints nor invariants read input
 *   variables: the states of SMV are then those that satisfy the constraints, and runs of one are
 *   runs of the other, step by step.
 * - TRANS otherwise: only steps that satisfy the constraints are taken. States in which they fail
 *   exist now, but nothing leads on from them, so that infinite runs are the same ones, and with
 *   them LTL and all that CTL says of states with a fair path: SMV asks no others, see
 *   smv_cannot_say. An invariant becomes a latch that remembers whether the step before was bad:
 *   taking that step shows that it satisfies the constraints. (With INVAR the state after the bad
 *   step would have to satisfy them, too: that is more than a run needs.) Without any constraint
 *   an invariant that reads no input variable stays as it is.
 *
 * Fairness, weak and strong, that reads inputs is remembered for one step, too: what happens
 * infinitely often does so one step later. */
#ifndef RONDO_FRONT_SMV_SMV_FORM_H
#define RONDO_FRONT_SMV_SMV_FORM_H

#include "front/model.h"

typedef struct {
  System *system;   /* a copy with the latches that remember */
  Lit *map;         /* from the model's graph to that of the copy */
  Bits state_input; /* by input: it belongs to the state, since a CTL atom reads it */
  bool transitions; /* constraints are written as TRANS, not as INVAR */
  LitVec bad;       /* by property: the literal of an invariant */
  CompassionVec compassion;
} SmvForm;

SmvForm smv_form_new(const Model *model);
void smv_form_free(SmvForm *form); /* what it holds */

/* The inputs that the atoms of a formula read, by index, as bits. */
Bits formula_inputs(const Model *model, Formula f);

#endif
