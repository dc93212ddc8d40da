/* The four further checks of a ranked witness circuit (docs/certificates.md). q_i is the negation
 * of the i-th condition of the model. q'_i(x,y) is the negation of the i-th condition of the
 * witness, with its gates evaluated in moment x, except that an input with an intervention has the
 * value of its signal in moment y. Q' is the disjunction of all q'_i. With C' and P' assumed at
 * every moment:
 *
 *   liveness    F'(s,t) and q'_i(s,t)                                     imply  q_i(s), all i
 *   decrease    F'(s,t)                                                   implies  Q'(t,s)
 *   closure     F'(s,t) and Q'(s,u)                                       imply  Q'(t,u)
 *   consistent  F'(s,t), F'(t,u), Q'(s,t), Q'(t,u) and q'_i(s,t)          imply  q'_i(t,u), all i
 *
 * Why they suffice: if some run of the model met all conditions infinitely often, there would be
 * one that is a lasso, since there are finitely many states, and the witness would have it too,
 * with P' and C' along it (the five checks). On its loop *decrease* gives Q'(t,s) for every step
 * from s to t, and *closure* carries the first argument forward round the loop, until Q'(s,t). So
 * some q'_i(s,t) holds, by *consistent* for the same i on every step of the loop, and by *liveness*
 * the loop never meets condition i: a contradiction.
 *
 * Ranks are mostly compared lexicographically, and all four checks then need that no entry falls
 * along a step while the more significant ones stay. That is hard to find for all entries at once
 * and easy for one after the other. So it is tried first, with the signals of the interventions
 * from the last to the first as entries: what is proved follows from F'(s,t), C' and P', which
 * every check assumes for each step, so asserting it there changes the time and nothing else. */
#include "judge/witness.h"

/* A moment of the witness where C' and P' hold; after `before`, or any for NULL. */
static Moment next_moment(const Witness *w, Solver *solver, Moment *before) {
  Moment moment = moment_new(solver, w->circuit);
  if (before) moment_follow(&moment, before);
  solver_assert(solver, constraints_hold(&moment));
  solver_assert(solver, property_holds(w, &moment));
  return moment;
}

/* The witness seen from moment x, with y as the other one. */
static Moment pair(const Witness *w, Solver *solver, Moment *x, Moment *y) {
  const Circuit *c = w->circuit;
  Moment view = moment_new(solver, c);
  for (size_t i = 0; i < c->inputs.size; i++)
    moment_set(&view, c->inputs.data[i], moment_lit(x, c->inputs.data[i]));
  for (size_t i = 0; i < c->latch_count; i++)
    moment_set(&view, c->latches[i].lit, moment_lit(x, c->latches[i].lit));
  for (size_t i = 0; i < w->intervention_count; i++)
    moment_set(&view, w->interventions[i].input, moment_lit(y, w->interventions[i].signal));
  return view;
}

static int missed(const Witness *w, Moment *view, size_t i) {
  return -moment_lit(view, w->conditions.data[i]);
}

static int any_missed(const Witness *w, Moment *view) { return -moment_all(view, &w->conditions); }

/* ---- entries that do not fall ---- */

/* For a step from s to t: by entry, the literal "it falls while all more significant ones stay". */
static int *falling_entries(const Witness *w, Solver *solver, Moment *s, Moment *t) {
  int *falls = zeroed(w->intervention_count, sizeof *falls), stay = solver_true(solver);
  for (size_t i = w->intervention_count; i-- > 0;) {
    int now = moment_lit(s, w->interventions[i].signal);
    int next = moment_lit(t, w->interventions[i].signal);
    falls[i] = solver_and(solver, stay, solver_and(solver, now, -next));
    stay = solver_and(solver, stay, solver_equal(solver, now, next));
  }
  return falls;
}

/* By entry: whether it was proved never to fall so. What takes long is left out. */
static bool *find_standing_entries(const Witness *w) {
  enum { MOST_CONFLICTS = 20000 };
  bool *standing = zeroed(w->intervention_count, sizeof *standing);
  Solver *solver = solver_new();
  Moment s = next_moment(w, solver, NULL), t = next_moment(w, solver, &s);
  const int *falls = falling_entries(w, solver, &s, &t);
  for (size_t i = w->intervention_count; i-- > 0;) {
    solver_assume(solver, falls[i]);
    standing[i] = solver_refutes_soon(solver, MOST_CONFLICTS);
    if (standing[i]) solver_assert(solver, -falls[i]);
  }
  solver_free(solver);
  return standing;
}

static void assert_standing(const Witness *w, const bool *standing, Solver *solver, Moment *s,
                            Moment *t) {
  const int *falls = falling_entries(w, solver, s, t);
  for (size_t i = 0; i < w->intervention_count; i++)
    if (standing[i]) solver_assert(solver, -falls[i]);
}

/* ---- the checks ---- */

static void check_liveness(const Witness *w, const bool *standing) {
  Solver *solver = solver_new();
  Moment s = next_moment(w, solver, NULL), t = next_moment(w, solver, &s);
  assert_standing(w, standing, solver, &s, &t);
  Moment model = moment_new(solver, w->model), view = pair(w, solver, &s, &t);
  share_with_model(w, &s, &model);
  for (size_t i = 0; i < w->conditions.size; i++) {
    int q = -moment_lit(&model, w->model_conditions.data[i]);
    prove(solver, solver_or(solver, -missed(w, &view, i), q), "liveness", (long)i);
  }
  solver_free(solver);
}

static void check_decrease(const Witness *w, const bool *standing) {
  Solver *solver = solver_new();
  Moment s = next_moment(w, solver, NULL), t = next_moment(w, solver, &s);
  assert_standing(w, standing, solver, &s, &t);
  Moment view = pair(w, solver, &t, &s);
  prove(solver, any_missed(w, &view), "decrease", -1);
  solver_free(solver);
}

static void check_closure(const Witness *w, const bool *standing) {
  Solver *solver = solver_new();
  Moment s = next_moment(w, solver, NULL), t = next_moment(w, solver, &s);
  Moment u = next_moment(w, solver, NULL);
  assert_standing(w, standing, solver, &s, &t);
  Moment before = pair(w, solver, &s, &u), after = pair(w, solver, &t, &u);
  solver_assert(solver, any_missed(w, &before));
  prove(solver, any_missed(w, &after), "closure", -1);
  solver_free(solver);
}

static void check_consistent(const Witness *w, const bool *standing) {
  Solver *solver = solver_new();
  Moment s = next_moment(w, solver, NULL), t = next_moment(w, solver, &s);
  Moment u = next_moment(w, solver, &t);
  assert_standing(w, standing, solver, &s, &t);
  assert_standing(w, standing, solver, &t, &u);
  Moment first = pair(w, solver, &s, &t), second = pair(w, solver, &t, &u);
  solver_assert(solver, any_missed(w, &first));
  solver_assert(solver, any_missed(w, &second));
  for (size_t i = 0; i < w->conditions.size; i++)
    prove(solver, solver_or(solver, -missed(w, &first, i), missed(w, &second, i)), "consistent",
          (long)i);
  solver_free(solver);
}

void check_ranking(const Witness *w) {
  const bool *standing = find_standing_entries(w);
  check_liveness(w, standing);
  check_decrease(w, standing);
  check_closure(w, standing);
  check_consistent(w, standing);
}
