/* See moment.h. */
#include "judge/moment.h"

Moment *moment_new(Prover *prover, const Circuit *circuit, char name) {
  Moment *moment = zeroed(&prover->pool, 1, sizeof *moment);
  *moment = (Moment){.prover = prover, .circuit = circuit, .name = name, .older = prover->moments};
  moment->lits = longer(&prover->pool, NULL, &moment->room, circuit->count, sizeof *moment->lits);
  moment->lits[0] = -PROVER_TRUE;
  moment->sources =
      zeroed(&prover->pool, circuit->inputs.size + circuit->latches.size, sizeof *moment->sources);
  prover->moments = moment;
  return moment;
}

Source *moment_source(Moment *moment, Lit lit) {
  const Variable *variable = moment->circuit->variables + variable_of(lit);
  size_t before = variable->kind == IS_LATCH ? moment->circuit->inputs.size : 0;
  return moment->sources + before + variable->place;
}

void moment_set(Moment *moment, Lit lit, Moment *from, Lit value) {
  *moment_source(moment, lit) = (Source){from, value ^ (lit & 1)};
}

void moment_follow(Moment *after, Moment *now) {
  const Circuit *c = now->circuit;
  for (size_t i = 0; i < c->latches.size; i++)
    moment_set(after, c->latches.data[i].lit, now, c->latches.data[i].next);
}

void moment_share_state(Moment *moment, Moment *other) {
  const Circuit *c = other->circuit;
  for (size_t i = 0; i < c->latches.size; i++)
    moment_set(moment, c->latches.data[i].lit, other, c->latches.data[i].lit);
}

static int *place_of(Moment *moment, unsigned variable) {
  moment->lits = longer(&moment->prover->pool, moment->lits, &moment->room, variable + 1,
                        sizeof *moment->lits);
  return moment->lits + variable;
}

static int known(Moment *moment, Lit lit) {
  int value = *place_of(moment, variable_of(lit));
  return is_negated(lit) ? -value : value;
}

static void push(Prover *prover, Moment *moment, Lit lit) {
  list_add(prover, &prover->stack, ((Source){moment, lit}));
}

/* What is below comes first, with a stack of its own: circuits may be very deep, and moments many.
 */
static void encode(Prover *prover, Moment *moment, Lit lit) {
  push(prover, moment, lit);
  while (prover->stack.size) {
    Source top = prover->stack.data[prover->stack.size - 1];
    unsigned variable = variable_of(top.lit);
    const Variable *v = top.from->circuit->variables + variable;
    Source source = {0};
    if (v->kind != IS_GATE) source = *moment_source(top.from, top.lit);
    int *result = place_of(top.from, variable);
    if (*result) prover->stack.size--;
    else if (v->kind != IS_GATE && !source.from) *result = prover_variable(prover);
    else if (v->kind != IS_GATE && known(source.from, source.lit))
      *result = known(source.from, source.lit);
    else if (v->kind != IS_GATE) push(prover, source.from, source.lit);
    else if (!known(top.from, v->left)) push(prover, top.from, v->left);
    else if (!known(top.from, v->right)) push(prover, top.from, v->right);
    else *result = prover_and(prover, known(top.from, v->left), known(top.from, v->right));
  }
}

int moment_lit(Moment *moment, Lit lit) {
  if (!known(moment, lit)) encode(moment->prover, moment, lit);
  return known(moment, lit);
}

static int join(Moment *moment, const Lits *lits, int sign) {
  int all = PROVER_TRUE;
  for (size_t i = 0; i < lits->size; i++)
    all = prover_and(moment->prover, all, sign * moment_lit(moment, lits->data[i]));
  return sign * all;
}

int moment_all(Moment *moment, const Lits *lits) { return join(moment, lits, 1); }
int moment_any(Moment *moment, const Lits *lits) { return join(moment, lits, -1); }
