/* The five checks of a witness circuit (docs/certificates.md). R says that latches have their reset
 * values, F that they follow their next-state functions, C are the constraints, P is the property;
 * primed for the witness. R{K} and F{K} speak of the latches in K alone.
 *
 *   reset       R(s){K} and C(s)                               imply  R'(s){K} and C'(s)
 *   transition  F(s,t){K} and C(s) and C(t) and C'(s)          imply  F'(s,t){K} and C'(t)
 *   property    C(s) and C'(s) and P'(s)                       imply  P(s)
 *   base        R'(s) and C'(s)                                imply  P'(s)
 *   step        F'(s,t) and C'(s) and C'(t) and P'(s)          imply  P'(t)
 *
 * Why they suffice: take any run of the model. Give the witness the model's values on K. Its other
 * latches take their reset values, which exist since resets are stratified, and then follow their
 * next-state functions; its other inputs are whatever you like. By *reset* and *transition* this is
 * a run of the witness that meets its constraints. By *base* and *step* P' holds along it, and by
 * *property* so does P. */
#include "judge/witness.h"

/* The witness at the same moment as the model, with its values on K. */
static Moment *beside(const WitnessCircuit *w, Moment *model) {
  Moment *witness = moment_new(model->prover, w->circuit, model->name);
  share_with_witness(w, model, witness);
  return witness;
}

/* The latches of the witness in K have these values: their resets, or their next states. */
static int mapped_agree(const WitnessCircuit *w, Moment *at, Moment *values, bool next) {
  Prover *prover = at->prover;
  int agree = PROVER_TRUE;
  for (size_t i = 0; i < w->circuit->latches.size; i++) {
    const Register *latch = w->circuit->latches.data + i;
    if (!w->mapped[variable_of(latch->lit)]) continue;
    int value = moment_lit(values, next ? latch->next : latch->reset);
    agree = prover_and(prover, agree, prover_equal(prover, moment_lit(at, latch->lit), value));
  }
  return agree;
}

static void check_reset(const WitnessCircuit *w, Prover *prover) {
  Moment *model = moment_new(prover, w->model, 's'), *witness = beside(w, model);
  for (size_t i = 0; i < w->model->latches.size; i++) { /* R{K}; uninitialised ones are free */
    const Register *latch = w->model->latches.data + i;
    if (w->mapped_to[variable_of(latch->lit)] && latch->reset <= 1)
      moment_set(model, latch->lit, model, latch->reset);
  }
  prover_assert(prover, constraints_hold(model));
  int goal = mapped_agree(w, witness, witness, false);
  prove(w, prover, prover_and(prover, goal, constraints_hold(witness)), "reset", -1);
}

static void check_transition(const WitnessCircuit *w, Prover *prover) {
  Moment *model = moment_new(prover, w->model, 's'), *witness = beside(w, model);
  Moment *model_next = moment_new(prover, w->model, 't'), *witness_next = beside(w, model_next);
  for (size_t i = 0; i < w->model->latches.size; i++) { /* F{K} */
    const Register *latch = w->model->latches.data + i;
    if (w->mapped_to[variable_of(latch->lit)])
      moment_set(model_next, latch->lit, model, latch->next);
  }
  prover_assert(prover, constraints_hold(model));
  prover_assert(prover, constraints_hold(model_next));
  prover_assert(prover, constraints_hold(witness));
  int goal = mapped_agree(w, witness_next, witness, true);
  prove(w, prover, prover_and(prover, goal, constraints_hold(witness_next)), "transition", -1);
}

static void check_property(const WitnessCircuit *w, Prover *prover) {
  Moment *model = moment_new(prover, w->model, 's'), *witness = beside(w, model);
  prover_assert(prover, constraints_hold(model));
  prover_assert(prover, constraints_hold(witness));
  prover_assert(prover, property_holds(w, witness));
  prove(w, prover, property_holds(w, model), "property", -1);
}

/* Here all latches of the witness have their reset values, those in K too. */
static void check_base(const WitnessCircuit *w, Prover *prover) {
  Moment *witness = moment_new(prover, w->circuit, 's');
  for (size_t i = 0; i < w->circuit->latches.size; i++) {
    const Register *latch = w->circuit->latches.data + i;
    if (latch->reset != latch->lit) moment_set(witness, latch->lit, witness, latch->reset);
  }
  prover_assert(prover, constraints_hold(witness));
  prove(w, prover, property_holds(w, witness), "base", -1);
}

static void check_step(const WitnessCircuit *w, Prover *prover) {
  Moment *now = moment_new(prover, w->circuit, 's'), *next = moment_new(prover, w->circuit, 't');
  moment_follow(next, now);
  prover_assert(prover, constraints_hold(now));
  prover_assert(prover, constraints_hold(next));
  prover_assert(prover, property_holds(w, now));
  prove(w, prover, property_holds(w, next), "step", -1);
}

void check_safety(const WitnessCircuit *w) {
  static const Check checks[] = {check_reset, check_transition, check_property, check_base,
                                 check_step};
  make_checks(w, checks, 5);
}
