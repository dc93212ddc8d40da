/* See witness.h: the shape, and what the checks have in common. */
#include "judge/witness.h"

#include <stdio.h>
#include <string.h>

void map_by_order(WitnessCircuit *w) {
  const Circuit *c = w->circuit, *model = w->model;
  w->mapping = zeroed(&c->judge->pool, c->inputs.size + c->latch_count, sizeof *w->mapping);
  for (size_t i = 0; i < c->inputs.size && i < model->inputs.size; i++)
    w->mapping[w->mapping_count++] = (MappedPair){c->inputs.data[i], model->inputs.data[i]};
  for (size_t i = 0; i < c->latch_count && i < model->latch_count; i++)
    w->mapping[w->mapping_count++] = (MappedPair){c->latches[i].lit, model->latches[i].lit};
}

/* ---- the shape ---- */

static void check_mapping(WitnessCircuit *w) {
  const Circuit *c = w->circuit, *model = w->model;
  Judge *judge = c->judge;
  bool *given = zeroed(&judge->pool, c->count, sizeof *given);
  bool *used = zeroed(&judge->pool, model->count, sizeof *used);
  w->mapped_latches = zeroed(&judge->pool, c->latch_count, sizeof(bool));
  w->mapped_model_latches = zeroed(&judge->pool, model->latch_count, sizeof(bool));
  for (size_t i = 0; i < w->mapping_count; i++) {
    Lit from = w->mapping[i].witness, to = w->mapping[i].model;
    const Variable *here = c->variables + variable_of(from);
    const Variable *there = model->variables + variable_of(to);
    if (!is_free(c, from))
      refuse(judge, "%s of the witness is mapped, but is no input or latch", name_of(c, from));
    if (!is_free(model, to))
      refuse(judge, "%s of the model is mapped to, but is no input or latch", name_of(model, to));
    if (given[variable_of(from)])
      refuse(judge, "%s of the witness is mapped twice", name_of(c, from));
    if (used[variable_of(to)])
      refuse(judge, "%s of the model is mapped to twice", name_of(model, to));
    given[variable_of(from)] = used[variable_of(to)] = true;
    if (here->kind == IS_LATCH) w->mapped_latches[here->place] = true;
    if (there->kind == IS_LATCH) w->mapped_model_latches[there->place] = true;
  }
}

static void check_conditions(const WitnessCircuit *w) {
  const Circuit *c = w->circuit;
  Judge *judge = c->judge;
  size_t fairness = w->conditions.size - w->justice;
  size_t model_fairness = w->model_conditions.size - w->model_justice;
  bool *used = zeroed(&judge->pool, c->count, sizeof *used);
  if (!w->ranked)
    refuse(judge, "the witness has no justice literals, but the property is one of progress");
  if (w->justice != w->model_justice)
    refuse(judge, "the witness has %zu justice literals, but the property has %zu", w->justice,
           w->model_justice);
  if (fairness != model_fairness)
    refuse(judge, "the witness has %zu fairness literals, but the model has %zu", fairness,
           model_fairness);
  for (size_t i = 0; i < w->glance_count; i++) {
    Lit input = w->glances[i].input;
    if (!is_free(c, input))
      refuse(judge, "%s of the witness has an intervention, but is no input or latch",
             name_of(c, input));
    if (used[variable_of(input)])
      refuse(judge, "%s of the witness has two interventions", name_of(c, input));
    used[variable_of(input)] = true;
  }
}

/* Depth first over gates and latches, from a latch to its reset, with a stack of its own. A
 * variable is open while what it reads is being looked at: meeting an open one is a cycle. */
static void check_stratified(const WitnessCircuit *w) {
  const Circuit *c = w->circuit;
  enum { NEW, OPEN, DONE };
  unsigned char *state = zeroed(&c->judge->pool, c->count, 1);
  Lits stack = {0};
  for (size_t i = 0; i < c->latch_count; i++) {
    lits_add(c->judge, &stack, c->latches[i].lit);
    while (stack.size) {
      unsigned top = variable_of(stack.data[stack.size - 1]);
      const Variable *v = c->variables + top;
      if (state[top] != NEW) {
        state[top] = DONE;
        stack.size--;
        continue;
      }
      state[top] = OPEN;
      Lit reads[] = {v->left, v->right};
      if (v->kind == IS_LATCH) reads[0] = reads[1] = c->latches[v->place].reset;
      if (v->kind != IS_GATE && (v->kind != IS_LATCH || reads[0] == c->latches[v->place].lit))
        continue; /* it reads nothing: an input, the constant, an uninitialised latch */
      for (size_t k = 0; k < 2; k++) {
        if (state[variable_of(reads[k])] == OPEN)
          refuse(c->judge,
                 "%s of the witness has a reset that depends on itself: the resets are not "
                 "stratified",
                 name_of(c, c->latches[i].lit));
        if (state[variable_of(reads[k])] == NEW) lits_add(c->judge, &stack, reads[k] & ~1u);
      }
    }
  }
}

void check_witness(WitnessCircuit *w) {
  check_mapping(w);
  if (w->progress) check_conditions(w);
  check_stratified(w);
  check_safety(w);
  if (w->progress) check_ranking(w);
}

/* ---- for the checks ---- */

void share_with_witness(const WitnessCircuit *w, Moment *model, Moment *witness) {
  for (size_t i = 0; i < w->mapping_count; i++)
    moment_set(witness, w->mapping[i].witness, model, w->mapping[i].model);
}

void share_with_model(const WitnessCircuit *w, Moment *witness, Moment *model) {
  for (size_t i = 0; i < w->mapping_count; i++)
    moment_set(model, w->mapping[i].model, witness, w->mapping[i].witness);
}

int constraints_hold(Moment *moment) { return moment_all(moment, &moment->circuit->constraints); }

int property_holds(const WitnessCircuit *w, Moment *moment) {
  return -moment_any(moment, moment->circuit == w->model ? &w->model_bad : &w->bad);
}

/* ---- counterexamples ---- */

typedef struct {
  const WitnessCircuit *witness;
  char text[2000];
  size_t size, shown, left_out;
  char moment; /* the last one */
} Show;

static void add_text(Show *show, const char *text) {
  size_t length = strlen(text), room = sizeof show->text - 1 - show->size;
  if (length > room) length = room;
  memcpy(show->text + show->size, text, length);
  show->size += length;
}

/* What people call a variable: by the model's name where it is mapped; negated: it has the value of
 * the negation. */
static const char *known_as(const WitnessCircuit *w, const Circuit *c, Lit lit, bool *negated) {
  *negated = false;
  if (c == w->model) return name_of(c, lit);
  for (size_t i = 0; i < w->mapping_count; i++)
    if (variable_of(w->mapping[i].witness) == variable_of(lit)) {
      *negated = is_negated(w->mapping[i].model ^ w->mapping[i].witness);
      return name_of(w->model, w->mapping[i].model & ~1u);
    }
  return worded(c->judge, "witness %s", name_of(c, lit));
}

/* Of what the formula reads: not more than a person will. What has its value from another circuit
 * at the same moment is shown there. */
static void show_variable(Show *show, Moment *moment, Lit lit) {
  enum { MOST_VALUES = 40 };
  int value = moment->lits[variable_of(lit)];
  const Moment *from = moment_source(moment, lit)->from;
  bool negated;
  if (!value || (from && from->name == moment->name)) return;
  if (show->shown == MOST_VALUES) {
    show->left_out++;
    return;
  }
  const char *name = known_as(show->witness, moment->circuit, lit, &negated);
  bool truth = prover_value(moment->prover, value) != negated;
  const char head[] = {moment->name, ':', 0};
  if (show->moment != moment->name) {
    add_text(show, show->shown ? "; " : " ");
    add_text(show, head);
  }
  show->moment = moment->name;
  add_text(show, worded(moment->circuit->judge, " %s = %d", name, truth));
  show->shown++;
}

static void show_moments(Show *show, Moment *moment) {
  if (moment->older) show_moments(show, moment->older);
  const Circuit *c = moment->circuit;
  if (!moment->name) return;
  for (size_t i = 0; i < c->latch_count; i++) show_variable(show, moment, c->latches[i].lit);
  for (size_t i = 0; i < c->inputs.size; i++) show_variable(show, moment, c->inputs.data[i]);
}

void prove(const WitnessCircuit *w, Prover *prover, int goal, const char *check, long about) {
  Judge *judge = prover->judge;
  const char *condition = about < 0 ? "" : worded(judge, " for condition %ld", about);
  snprintf(judge->obligation, sizeof judge->obligation, "check '%s'%s", check, condition);
  prover_assume(prover, -goal);
  if (prover_refutes(prover)) return;
  Show show = {.witness = w};
  show_moments(&show, prover->moments);
  const char *more = show.left_out ? worded(judge, " and %zu values more", show.left_out) : "";
  refuse(judge, "the certificate is not valid: check '%s' fails%s, %s%s%s", check, condition,
         show.shown ? "for example with" : "whatever the values are", show.text, more);
}
