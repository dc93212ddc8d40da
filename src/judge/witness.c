/* See witness.h: the shape, and what the checks have in common. */
#include "judge/witness.h"

#include <stdio.h>
#include <string.h>

void map_by_order(WitnessCircuit *w) {
  const Circuit *c = w->circuit, *model = w->model;
  for (size_t i = 0; i < c->inputs.size && i < model->inputs.size; i++)
    list_add(c->judge, &w->mapping, ((MappedPair){c->inputs.data[i], model->inputs.data[i]}));
  for (size_t i = 0; i < c->latches.size && i < model->latches.size; i++)
    list_add(c->judge, &w->mapping,
             ((MappedPair){c->latches.data[i].lit, model->latches.data[i].lit}));
}

/* ---- the shape ---- */

static void check_mapping(WitnessCircuit *w) {
  const Circuit *c = w->circuit, *model = w->model;
  Judge *judge = c->judge;
  w->mapped = zeroed(&judge->pool, c->count, sizeof *w->mapped);
  w->mapped_to = zeroed(&judge->pool, model->count, sizeof *w->mapped_to);
  for (size_t i = 0; i < w->mapping.size; i++) {
    Lit from = w->mapping.data[i].witness, to = w->mapping.data[i].model;
    if (!is_free(c, from))
      refuse(judge, "%s of the witness is mapped, but is no input or latch", name_of(c, from));
    if (!is_free(model, to))
      refuse(judge, "%s of the model is mapped to, but is no input or latch", name_of(model, to));
    if (w->mapped[variable_of(from)])
      refuse(judge, "%s of the witness is mapped twice", name_of(c, from));
    if (w->mapped_to[variable_of(to)])
      refuse(judge, "%s of the model is mapped to twice", name_of(model, to));
    w->mapped[variable_of(from)] = w->mapped_to[variable_of(to)] = true;
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
  for (size_t i = 0; i < w->glances.size; i++) {
    Lit input = w->glances.data[i].input;
    if (!is_free(c, input))
      refuse(judge, "%s of the witness has an intervention, but is no input or latch",
             name_of(c, input));
    if (used[variable_of(input)])
      refuse(judge, "%s of the witness has two interventions", name_of(c, input));
    used[variable_of(input)] = true;
  }
}

static void check_stratified(const WitnessCircuit *w) {
  const Circuit *c = w->circuit;
  Walk walk = walk_new(c, true);
  for (size_t i = 0; i < c->latches.size; i++)
    if (!walk_from(&walk, variable_of(c->latches.data[i].lit)))
      refuse(c->judge,
             "%s of the witness has a reset that depends on itself: the resets are not stratified",
             name_of(c, c->latches.data[i].lit));
}

void check_witness(WitnessCircuit *w) {
  check_mapping(w);
  if (w->progress) check_conditions(w);
  check_stratified(w);
  check_safety(w);
  if (w->progress) check_ranking(w);
}

/* ---- for the checks ---- */

void make_checks(const WitnessCircuit *w, const Check *checks, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Prover *prover = prover_new(w->circuit->judge);
    checks[i](w, prover);
    prover_free(prover);
  }
}

void share_with_witness(const WitnessCircuit *w, Moment *model, Moment *witness) {
  for (size_t i = 0; i < w->mapping.size; i++)
    moment_set(witness, w->mapping.data[i].witness, model, w->mapping.data[i].model);
}

void share_with_model(const WitnessCircuit *w, Moment *witness, Moment *model) {
  for (size_t i = 0; i < w->mapping.size; i++)
    moment_set(model, w->mapping.data[i].model, witness, w->mapping.data[i].witness);
}

int constraints_hold(Moment *moment) { return moment_all(moment, &moment->circuit->constraints); }

int property_holds(const WitnessCircuit *w, Moment *moment) {
  return -moment_any(moment, moment->circuit == w->model ? &w->model_bad : &w->bad);
}

/* ---- counterexamples ---- */

enum { MOST_VALUES = 40 };

typedef struct {
  const WitnessCircuit *witness;
  const char *text;
  size_t shown; /* or left out, behind the most that are */
  char moment;  /* the last one */
} Show;

/* What people call a variable: by the model's name where it is mapped. */
static const char *known_as(const WitnessCircuit *w, const Circuit *c, Lit lit) {
  if (c == w->model) return name_of(c, lit);
  for (size_t i = 0; i < w->mapping.size; i++)
    if (variable_of(w->mapping.data[i].witness) == variable_of(lit))
      return name_of(w->model, w->mapping.data[i].model ^ (w->mapping.data[i].witness & 1));
  return worded(c->judge, "witness %s", name_of(c, lit));
}

/* Of what the formula reads: not more than a person will. What has its value from another circuit
 * at the same moment is shown there. */
static void show_variable(Show *show, Moment *moment, Lit lit) {
  Judge *judge = moment->circuit->judge;
  int value = moment->lits[variable_of(lit)];
  const Moment *from = moment_source(moment, lit)->from;
  if (!value || (from && from->name == moment->name) || ++show->shown > MOST_VALUES) return;
  const char *name = known_as(show->witness, moment->circuit, lit);
  bool truth = prover_value(moment->prover, value);
  if (show->moment != moment->name)
    show->text = worded(judge, "%s%s %c:", show->text, show->moment ? ";" : "", moment->name);
  show->moment = moment->name;
  show->text = worded(judge, "%s %s = %d", show->text, name, truth);
}

static void show_moments(Show *show, Moment *moment) {
  if (moment->older) show_moments(show, moment->older);
  const Circuit *c = moment->circuit;
  if (!moment->name) return;
  for (size_t i = 0; i < c->latches.size; i++) show_variable(show, moment, c->latches.data[i].lit);
  for (size_t i = 0; i < c->inputs.size; i++) show_variable(show, moment, c->inputs.data[i]);
}

void prove(const WitnessCircuit *w, Prover *prover, int goal, const char *check, long about) {
  Judge *judge = prover->judge;
  const char *condition = about < 0 ? "" : worded(judge, " for condition %ld", about);
  snprintf(judge->obligation, sizeof judge->obligation, "check '%s'%s", check, condition);
  prover_assume(prover, -goal);
  if (prover_refutes(prover)) return;
  Show show = {.witness = w, .text = ""};
  show_moments(&show, prover->moments);
  if (show.shown > MOST_VALUES)
    show.text = worded(judge, "%s and %zu values more", show.text, show.shown - MOST_VALUES);
  refuse(judge, "the certificate is not valid: check '%s' fails%s, %s%s", check, condition,
         show.shown ? "for example with" : "whatever the values are", show.text);
}
