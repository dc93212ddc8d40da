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
 * every check assumes for each step, so asserting it there changes the time and nothing else.
 * *closure* needs moreover that such a comparison is transitive, which is tried in the same way. */
#include "judge/witness.h"

#include <stdio.h>

/* For a step from s to t, by entry: all more significant ones stay. */
static int *staying(const WitnessCircuit *w, Moment *s, Moment *t) {
  Prover *prover = s->prover;
  int *stay = zeroed(&prover->pool, w->glances.size, sizeof *stay), all = PROVER_TRUE;
  for (size_t i = w->glances.size; i-- > 0;) {
    Lit signal = w->glances.data[i].signal;
    stay[i] = all;
    all =
        prover_and(prover, all, prover_equal(prover, moment_lit(s, signal), moment_lit(t, signal)));
  }
  return stay;
}

static void assert_standing(const WitnessCircuit *w, Moment *s, Moment *t) {
  const int *stay = staying(w, s, t);
  for (size_t i = 0; i < w->glances.size; i++) {
    Lit signal = w->glances.data[i].signal;
    if (w->standing[i])
      prover_clause(s->prover, (int[]){-stay[i], -moment_lit(s, signal), moment_lit(t, signal)}, 3);
  }
}

/* A moment of the witness where C' and P' hold; after `before`, or any for NULL. Along the step
 * stand the entries of which that is known. */
static Moment *next_moment(const WitnessCircuit *w, Prover *prover, char name, Moment *before) {
  Moment *moment = moment_new(prover, w->circuit, name);
  if (before) moment_follow(moment, before);
  prover_assert(prover, constraints_hold(moment));
  prover_assert(prover, property_holds(w, moment));
  if (before && w->standing) assert_standing(w, before, moment);
  return moment;
}

/* The witness seen from moment x, with y as the other one. */
static Moment *view(const WitnessCircuit *w, Moment *x, Moment *y) {
  const Circuit *c = w->circuit;
  Moment *pair = moment_new(x->prover, c, 0);
  for (size_t i = 0; i < c->inputs.size; i++)
    moment_set(pair, c->inputs.data[i], x, c->inputs.data[i]);
  moment_share_state(pair, x);
  for (size_t i = 0; i < w->glances.size; i++)
    moment_set(pair, w->glances.data[i].input, y, w->glances.data[i].signal);
  return pair;
}

static int missed(const WitnessCircuit *w, Moment *pair, size_t i) {
  return -moment_lit(pair, w->conditions.data[i]);
}

static int any_missed(const WitnessCircuit *w, Moment *pair) {
  return -moment_all(pair, &w->conditions);
}

/* ---- lemmas ---- */

enum { HURRY = 1, LONGER = 100 };

/* Whether it is soon shown that these are never true together. */
static bool ruled_out(Prover *prover, const int *lits, unsigned patience, const char *obligation) {
  snprintf(prover->judge->obligation, sizeof prover->judge->obligation, "%s", obligation);
  return prover_excludes(prover, lits, 3, patience);
}

static bool stands(const WitnessCircuit *w, Moment *s, Moment *t, int stay, size_t i,
                   unsigned patience) {
  int now = moment_lit(s, w->glances.data[i].signal),
      next = moment_lit(t, w->glances.data[i].signal);
  return ruled_out(s->prover, (int[]){stay, now, -next}, patience,
                   "check 'entries' for an entry that does not fall");
}

/* By entry: whether it was proved never to fall while all more significant ones stay. What takes
 * long is left for later, and is worth it: where all stand the other checks are easy. But not all
 * do for every witness, so it ends with the first that takes too long. */
static bool *find_standing_entries(const WitnessCircuit *w) {
  Judge *judge = w->circuit->judge;
  bool *standing = zeroed(&judge->pool, w->glances.size, sizeof *standing);
  Prover *prover = prover_new(judge);
  Moment *s = next_moment(w, prover, 's', NULL), *t = next_moment(w, prover, 't', s);
  const int *stay = staying(w, s, t);
  for (size_t i = w->glances.size; i-- > 0;) standing[i] = stands(w, s, t, stay[i], i, HURRY);
  for (size_t i = w->glances.size; i-- > 0;)
    if (!standing[i] && !(standing[i] = stands(w, s, t, stay[i], i, LONGER))) break;
  prover_free(prover);
  return standing;
}

/* For each entry the gate of the witness that compares it and those below it: the last one that
 * reads its input and that of no more significant one; 0 if there is none. */
static Lit *find_comparisons(const WitnessCircuit *w) {
  const Circuit *c = w->circuit;
  Lit *comparison = zeroed(&c->judge->pool, w->glances.size, sizeof *comparison);
  size_t *latest = zeroed(&c->judge->pool, c->count, sizeof *latest); /* entry + 1; 0: none */
  for (size_t i = 0; i < w->glances.size; i++)
    latest[variable_of(w->glances.data[i].input)] = i + 1;
  for (size_t i = 0; i < c->gates.size; i++) {
    const Variable *gate = c->variables + c->gates.data[i];
    size_t left = latest[variable_of(gate->left)], right = latest[variable_of(gate->right)];
    size_t last = latest[c->gates.data[i]] = left > right ? left : right;
    if (last) comparison[last - 1] = 2 * c->gates.data[i];
  }
  return comparison;
}

/* From the least significant entry up: while the more significant ones stay from s to t, a
 * comparison with u that holds in s holds in t. What can be proved is asserted. Whether a gate or
 * its negation says "at most" is found by trying. */
static void assert_comparisons(const WitnessCircuit *w, Moment *s, Moment *t, Moment *before,
                               Moment *after) {
  const Lit *comparison = find_comparisons(w);
  const int *stay = staying(w, s, t);
  Lit sign = 0; /* of the last one that was proved */
  for (size_t i = 0; i < w->glances.size; i++)
    for (Lit attempt = 0; attempt < 2 && comparison[i]; attempt++) {
      Lit gate = comparison[i] ^ sign ^ attempt;
      int held = moment_lit(before, gate), holds = moment_lit(after, gate);
      if (!ruled_out(s->prover, (int[]){stay[i], held, -holds}, HURRY,
                     "check 'closure' for a comparison that carries over"))
        continue;
      sign ^= attempt;
      break;
    }
}

/* ---- the checks ---- */

static void check_liveness(const WitnessCircuit *w, Prover *prover) {
  Moment *s = next_moment(w, prover, 's', NULL), *t = next_moment(w, prover, 't', s);
  Moment *model = moment_new(prover, w->model, 's'), *pair = view(w, s, t);
  share_with_model(w, s, model);
  for (size_t i = 0; i < w->conditions.size; i++) {
    int q = -moment_lit(model, w->model_conditions.data[i]);
    prove(w, prover, prover_or(prover, -missed(w, pair, i), q), "liveness", (long)i);
  }
}

static void check_decrease(const WitnessCircuit *w, Prover *prover) {
  Moment *s = next_moment(w, prover, 's', NULL), *t = next_moment(w, prover, 't', s);
  prove(w, prover, any_missed(w, view(w, t, s)), "decrease", -1);
}

static void check_closure(const WitnessCircuit *w, Prover *prover) {
  Moment *s = next_moment(w, prover, 's', NULL), *t = next_moment(w, prover, 't', s);
  Moment *u = next_moment(w, prover, 'u', NULL);
  Moment *before = view(w, s, u), *after = view(w, t, u);
  assert_comparisons(w, s, t, before, after);
  prover_assert(prover, any_missed(w, before));
  prove(w, prover, any_missed(w, after), "closure", -1);
}

static void check_consistent(const WitnessCircuit *w, Prover *prover) {
  Moment *s = next_moment(w, prover, 's', NULL), *t = next_moment(w, prover, 't', s);
  Moment *u = next_moment(w, prover, 'u', t);
  Moment *first = view(w, s, t), *second = view(w, t, u);
  prover_assert(prover, any_missed(w, first));
  prover_assert(prover, any_missed(w, second));
  for (size_t i = 0; i < w->conditions.size; i++)
    prove(w, prover, prover_or(prover, -missed(w, first, i), missed(w, second, i)), "consistent",
          (long)i);
}

void check_ranking(WitnessCircuit *w) {
  static const Check checks[] = {check_liveness, check_decrease, check_closure, check_consistent};
  w->standing = find_standing_entries(w);
  make_checks(w, checks, 4);
}
