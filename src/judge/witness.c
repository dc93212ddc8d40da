/* See witness.h. How the witness belongs to the model, the first that a file has: comments
 * `MAPPING n` and n pairs of literals; names of inputs and latches that contain `= literal`; the
 * order of inputs and latches. Interventions: comments `INTERVENTION n`, or names with `<`. In
 * pairs, literals of the witness are its file's; inputs and then latches of the model count 2, 4,
 * 6, ... in their order.
 *
 * The shape is part of the argument for soundness:
 *   - an input or latch of the witness has one value, so it is mapped at most once; and it is an
 *     input or latch: a gate has a value already;
 *   - an input or latch of the model is mapped to at most once: stricter than needed, so that a
 *     certificate says one thing;
 *   - resets are stratified: following them through gates and latches leads to no cycle. So the
 *     latches outside K *have* reset values, whatever the values on K are;
 *   - the conditions of the witness are as many as the property's, justice and fairness apart. */
#include "judge/witness.h"

#include <stdlib.h>
#include <string.h>

/* ---- pairs of literals in comments and names ---- */

typedef struct {
  size_t first, second;
} Pair;

typedef struct {
  Pair *data;
  size_t size, room;
  bool commented; /* a section of the comments, even if it is empty */
} Pairs;

static void pairs_add(Pairs *pairs, size_t first, size_t second) {
  pairs->data = longer(pairs->data, &pairs->room, pairs->size + 1, sizeof *pairs->data);
  pairs->data[pairs->size++] = (Pair){first, second};
}

static bool take_number(const char **text, size_t *number) {
  while (**text == ' ') ++*text;
  if (**text < '0' || **text > '9') return false;
  for (*number = 0; **text >= '0' && **text <= '9'; ++*text) {
    *number = 10 * *number + (size_t)(**text - '0');
    if (*number > 4294967295u) return false;
  }
  return true;
}

static bool at_end(const char *text) {
  while (*text == ' ') text++;
  return !*text;
}

/* The section `keyword n` of the comments. A line that merely begins with the word is prose. */
static Pairs section_pairs(const Circuit *c, const char *keyword) {
  Pairs pairs = {0};
  size_t count = 0, at = 0;
  for (; at < c->comment_count && !pairs.commented; at++) {
    const char *text = c->comments[at];
    if (strncmp(text, keyword, strlen(keyword))) continue;
    text += strlen(keyword);
    pairs.commented = *text == ' ' && take_number(&text, &count) && at_end(text);
  }
  if (!pairs.commented) return pairs;
  if (count > c->comment_count - at) unreadable("%s: too few lines after %s", c->file, keyword);
  for (size_t end = at + count; at < end; at++) {
    const char *text = c->comments[at];
    Pair pair;
    if (!take_number(&text, &pair.first) || !take_number(&text, &pair.second) || !at_end(text))
      unreadable("%s: '%s' is not a pair of literals of %s", c->file, c->comments[at], keyword);
    pairs_add(&pairs, pair.first, pair.second);
  }
  return pairs;
}

/* The pairs in names: the input or latch itself, and the number behind the sign. */
static void add_named_pairs(const Circuit *c, char sign, Pairs *pairs) {
  for (size_t i = 0; i < c->inputs.size + c->latch_count; i++) {
    bool latch = i >= c->inputs.size;
    size_t place = latch ? i - c->inputs.size : i, number;
    const char *name = c->symbols[latch ? SYMBOL_LATCH : SYMBOL_INPUT][place];
    const char *text = name ? strchr(name, sign) : NULL;
    if (!text) continue;
    text++;
    if (!take_number(&text, &number))
      unreadable("%s: no literal behind '%c' in the name '%s'", c->file, sign, name);
    pairs_add(pairs, latch ? c->latches[place].lit : c->inputs.data[place], number);
  }
}

static Pairs read_pairs(const Circuit *c, const char *keyword, char sign) {
  Pairs pairs = section_pairs(c, keyword);
  if (!pairs.commented) add_named_pairs(c, sign, &pairs);
  return pairs;
}

static Lit defined_literal(const Circuit *c, size_t number) {
  if (number / 2 >= c->count || c->variables[number / 2].kind == UNDEFINED)
    unreadable("%s: literal %zu is not defined", c->file, number);
  return (Lit)number;
}

static bool is_free(const Circuit *c, Lit lit) {
  Kind kind = c->variables[variable_of(lit)].kind;
  return kind == INPUT || kind == LATCH;
}

/* ---- the mapping ---- */

/* The literal of the model that the number in a mapping stands for. */
static Lit model_literal(const Circuit *model, size_t number) {
  size_t place = number / 2, inputs = model->inputs.size;
  if (!place || place > inputs + model->latch_count)
    unreadable("the mapping names literal %zu of the model, which is no input or latch", number);
  Lit lit =
      place <= inputs ? model->inputs.data[place - 1] : model->latches[place - 1 - inputs].lit;
  return lit ^ (Lit)(number & 1);
}

static void read_mapping(Witness *w) {
  const Circuit *c = w->circuit, *model = w->model;
  Pairs pairs = read_pairs(c, "MAPPING", '=');
  if (!pairs.commented && !pairs.size) { /* by order */
    for (size_t i = 0; i < c->inputs.size && i < model->inputs.size; i++)
      pairs_add(&pairs, c->inputs.data[i], 2 * (i + 1));
    for (size_t i = 0; i < c->latch_count && i < model->latch_count; i++)
      pairs_add(&pairs, c->latches[i].lit, 2 * (model->inputs.size + i + 1));
  }
  bool *given = zeroed(c->count, sizeof *given), *used = zeroed(model->count, sizeof *used);
  w->mapping = zeroed(pairs.size, sizeof *w->mapping);
  w->mapped_latches = zeroed(c->latch_count, sizeof(bool));
  w->mapped_model_latches = zeroed(model->latch_count, sizeof(bool));
  for (size_t i = 0; i < pairs.size; i++) {
    Lit from = defined_literal(c, pairs.data[i].first);
    Lit to = model_literal(model, pairs.data[i].second) ^ (from & 1);
    const Variable *here = c->variables + variable_of(from);
    const Variable *there = model->variables + variable_of(to);
    if (!is_free(c, from)) refuse("literal %u is mapped, but is no input or latch", from);
    if (given[variable_of(from)]) refuse("literal %u of the witness is mapped twice", from);
    if (used[variable_of(to)]) refuse("literal %u of the model is mapped to twice", to);
    given[variable_of(from)] = used[variable_of(to)] = true;
    if (here->kind == LATCH) w->mapped_latches[here->place] = true;
    if (there->kind == LATCH) w->mapped_model_latches[there->place] = true;
    w->mapping[w->mapping_count++] = (Mapped){from & ~1u, to};
  }
}

/* ---- resets ---- */

/* A variable is settled if its value at reset is determined by inputs and uninitialised latches:
 * those are; so is a gate that reads settled ones, and a latch whose reset is settled. This is
 * repeated until nothing changes. On a cycle nothing ever is. */
static void check_stratified(const Witness *w) {
  const Circuit *c = w->circuit;
  bool *settled = zeroed(c->count, sizeof *settled);
  for (size_t v = 0; v < c->count; v++)
    settled[v] = c->variables[v].kind == INPUT || c->variables[v].kind == CONSTANT;
  size_t left = c->latch_count;
  for (bool changed = true; changed && left;) {
    changed = false;
    for (size_t i = 0; i < c->gate_count; i++) {
      const Variable *gate = c->variables + c->gates[i];
      settled[c->gates[i]] = settled[variable_of(gate->left)] && settled[variable_of(gate->right)];
    }
    for (size_t i = 0; i < c->latch_count; i++) {
      const Latch *latch = c->latches + i;
      bool *is = settled + variable_of(latch->lit);
      if (*is || (latch->reset != latch->lit && !settled[variable_of(latch->reset)])) continue;
      *is = changed = true;
      left--;
    }
  }
  if (left) refuse("the resets of %zu latches depend on themselves", left);
}

/* ---- conditions of progress ---- */

static Lits conditions_of(const Circuit *c, size_t justice) {
  Lits conditions = {0};
  for (size_t i = 0; i < c->justice[justice].size; i++)
    lits_add(&conditions, c->justice[justice].data[i]);
  for (size_t i = 0; i < c->fairness.size; i++) lits_add(&conditions, c->fairness.data[i]);
  return conditions;
}

static void read_interventions(Witness *w) {
  const Circuit *c = w->circuit;
  Pairs pairs = read_pairs(c, "INTERVENTION", '<');
  bool *used = zeroed(c->count, sizeof *used);
  w->interventions = zeroed(pairs.size, sizeof *w->interventions);
  for (size_t i = 0; i < pairs.size; i++) {
    Lit signal = defined_literal(c, pairs.data[i].first);
    Lit input = defined_literal(c, pairs.data[i].second);
    if (!is_free(c, input))
      refuse("literal %u has an intervention, but is no input or latch", input);
    if (used[variable_of(input)]) refuse("literal %u has two interventions", input);
    used[variable_of(input)] = true;
    w->interventions[w->intervention_count++] = (Intervention){signal, input};
  }
}

/* A witness with one justice property is about the one that is asked for; one with several has it
 * at its place. */
static void read_conditions(Witness *w, size_t justice) {
  const Circuit *c = w->circuit, *model = w->model;
  size_t chosen = c->justice_count == 1 ? 0 : justice;
  if (chosen >= c->justice_count) refuse("the witness has no justice literals for the property");
  if (c->justice[chosen].size != model->justice[justice].size)
    refuse("the witness has %zu justice literals, the property %zu", c->justice[chosen].size,
           model->justice[justice].size);
  if (c->fairness.size != model->fairness.size)
    refuse("the witness has %zu fairness literals, the model %zu", c->fairness.size,
           model->fairness.size);
  w->ranked = true;
  w->model_conditions = conditions_of(model, justice);
  w->conditions = conditions_of(c, chosen);
  read_interventions(w);
}

/* ---- the whole ---- */

Witness read_witness(const Question *question, const Bytes *evidence) {
  const Circuit *model = question->model;
  const Lits *bad = bad_literals(model);
  long property = asked_property(question);
  if (property < 0 && !bad->size)
    unreadable("%s has no invariant: say with --property which property it is", model->file);
  Witness w = {.model = model, .circuit = read_witness_circuit(evidence)};
  w.bad = *bad_literals(w.circuit);
  read_mapping(&w);
  if (property < 0) w.model_bad = *bad; /* as in the competition: all of them */
  else if ((size_t)property < bad->size) lits_add(&w.model_bad, bad->data[property]);
  else read_conditions(&w, (size_t)property - bad->size);
  check_stratified(&w);
  return w;
}

/* ---- for the checks ---- */

void share_with_witness(const Witness *w, Moment *model, Moment *witness) {
  for (size_t i = 0; i < w->mapping_count; i++)
    moment_set(witness, w->mapping[i].witness, moment_lit(model, w->mapping[i].model));
}

void share_with_model(const Witness *w, Moment *witness, Moment *model) {
  for (size_t i = 0; i < w->mapping_count; i++)
    moment_set(model, w->mapping[i].model, moment_lit(witness, w->mapping[i].witness));
}

int constraints_hold(Moment *moment) { return moment_all(moment, &moment->circuit->constraints); }

int property_holds(const Witness *w, Moment *moment) {
  return -moment_any(moment, moment->circuit == w->model ? &w->model_bad : &w->bad);
}

void prove(Solver *solver, int goal, const char *check, long about) {
  solver_assume(solver, -goal);
  if (solver_unsatisfiable(solver)) return;
  if (about < 0) refuse("check '%s' fails", check);
  refuse("check '%s' fails for condition %ld", check, about);
}
