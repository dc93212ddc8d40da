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

/* R{K} of the model at a moment. Nothing is asked of uninitialised latches. */
static void assert_resets(const Witness *w, Solver *solver, Moment *model) {
  for (size_t i = 0; i < w->model->latch_count; i++) {
    const Latch *latch = w->model->latches + i;
    if (w->mapped_model_latches[i] && latch->reset != latch->lit)
      solver_assert(solver, solver_equal(solver, moment_lit(model, latch->lit),
                                         moment_lit(model, latch->reset)));
  }
}

static void check_reset(const Witness *w) {
  Solver *solver = solver_new();
  Moment model = moment_new(solver, w->model), witness = moment_new(solver, w->circuit);
  share_with_witness(w, &model, &witness);
  assert_resets(w, solver, &model);
  solver_assert(solver, constraints_hold(&model));
  int goal = constraints_hold(&witness);
  for (size_t i = 0; i < w->circuit->latch_count; i++) {
    const Latch *latch = w->circuit->latches + i;
    int value = moment_lit(&witness, latch->lit), reset = moment_lit(&witness, latch->reset);
    if (w->mapped_latches[i]) goal = solver_and(solver, goal, solver_equal(solver, value, reset));
  }
  prove(solver, goal, "reset", -1);
  solver_free(solver);
}

static void check_transition(const Witness *w) {
  Solver *solver = solver_new();
  Moment model = moment_new(solver, w->model), witness = moment_new(solver, w->circuit);
  Moment model_next = moment_new(solver, w->model), witness_next = moment_new(solver, w->circuit);
  share_with_witness(w, &model, &witness);
  for (size_t i = 0; i < w->model->latch_count; i++) /* F{K} */
    if (w->mapped_model_latches[i])
      moment_set(&model_next, w->model->latches[i].lit,
                 moment_lit(&model, w->model->latches[i].next));
  share_with_witness(w, &model_next, &witness_next);
  solver_assert(solver, constraints_hold(&model));
  solver_assert(solver, constraints_hold(&model_next));
  solver_assert(solver, constraints_hold(&witness));
  int goal = constraints_hold(&witness_next);
  for (size_t i = 0; i < w->circuit->latch_count; i++) {
    const Latch *latch = w->circuit->latches + i;
    int value = moment_lit(&witness_next, latch->lit), next = moment_lit(&witness, latch->next);
    if (w->mapped_latches[i]) goal = solver_and(solver, goal, solver_equal(solver, value, next));
  }
  prove(solver, goal, "transition", -1);
  solver_free(solver);
}

static void check_property(const Witness *w) {
  Solver *solver = solver_new();
  Moment model = moment_new(solver, w->model), witness = moment_new(solver, w->circuit);
  share_with_witness(w, &model, &witness);
  solver_assert(solver, constraints_hold(&model));
  solver_assert(solver, constraints_hold(&witness));
  solver_assert(solver, property_holds(w, &witness));
  prove(solver, property_holds(w, &model), "property", -1);
  solver_free(solver);
}

/* Here all latches of the witness have their reset values, those in K too. */
static void check_base(const Witness *w) {
  Solver *solver = solver_new();
  Moment witness = moment_new(solver, w->circuit);
  for (size_t i = 0; i < w->circuit->latch_count; i++) {
    const Latch *latch = w->circuit->latches + i;
    int value = moment_lit(&witness, latch->lit), reset = moment_lit(&witness, latch->reset);
    solver_assert(solver, solver_equal(solver, value, reset));
  }
  solver_assert(solver, constraints_hold(&witness));
  prove(solver, property_holds(w, &witness), "base", -1);
  solver_free(solver);
}

static void check_step(const Witness *w) {
  Solver *solver = solver_new();
  Moment now = moment_new(solver, w->circuit), next = moment_new(solver, w->circuit);
  moment_follow(&next, &now);
  solver_assert(solver, constraints_hold(&now));
  solver_assert(solver, constraints_hold(&next));
  solver_assert(solver, property_holds(w, &now));
  prove(solver, property_holds(w, &next), "step", -1);
  solver_free(solver);
}

void check_safety(const Witness *w) {
  check_reset(w);
  check_transition(w);
  check_property(w);
  check_base(w);
  check_step(w);
}
