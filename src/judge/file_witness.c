/* Witness circuits in files. How the witness belongs to the model, the first that a file has:
 * comments `MAPPING n` and n pairs of literals; names of inputs and latches that contain `=
 * literal`; the order of inputs and latches. Interventions: comments `INTERVENTION n`, or names
 * with `<`. In pairs, literals of the witness are its file's; inputs and then latches of the model
 * count 2, 4, 6, ... in their order. */
#include "judge/witness.h"

#include <stdio.h>
#include <string.h>

#include "judge/file.h"

/* ---- pairs of literals in comments and names ---- */

typedef struct {
  size_t first, second;
} Pair;

typedef struct {
  LIST(Pair) list;
  bool commented; /* a section of the comments, even if it is empty */
} Pairs;

/* The section `keyword n` of the comments. A line that merely begins with the word is prose. */
static Pairs section_pairs(const AigerFile *f, const char *keyword) {
  Pairs pairs = {0};
  size_t count = 0, at = 0;
  for (; at < f->comments.size && !pairs.commented; at++) {
    const char *text = f->comments.data[at];
    if (strncmp(text, keyword, strlen(keyword))) continue;
    text += strlen(keyword);
    pairs.commented = *text == ' ' && take_number(&text, &count) && text_ends(text);
  }
  if (!pairs.commented) return pairs;
  if (count > f->comments.size - at)
    unreadable(f->circuit->judge, "%s: too few lines after %s", f->name, keyword);
  for (size_t end = at + count; at < end; at++) {
    const char *text = f->comments.data[at];
    Pair pair;
    if (!take_number(&text, &pair.first) || !take_number(&text, &pair.second) || !text_ends(text))
      unreadable(f->circuit->judge, "%s: '%s' is not a pair of literals of %s", f->name,
                 f->comments.data[at], keyword);
    list_add(f->circuit->judge, &pairs.list, pair);
  }
  return pairs;
}

/* The pairs in names: the input or latch itself, and the number behind the sign. */
static void add_named_pairs(const AigerFile *f, char sign, Pairs *pairs) {
  Judge *judge = f->circuit->judge;
  for (size_t kind = SYMBOL_INPUT; kind <= SYMBOL_LATCH; kind++)
    for (size_t i = 0; i < f->signals[kind].size; i++) {
      const char *name = f->symbols[kind][i], *text = name ? strchr(name, sign) : NULL;
      Pair pair = {.first = f->signals[kind].data[i]};
      if (!text) continue;
      text++;
      if (!take_number(&text, &pair.second))
        unreadable(judge, "%s: no literal behind '%c' in the name '%s'", f->name, sign, name);
      list_add(judge, &pairs->list, pair);
    }
}

static Pairs read_pairs(const AigerFile *f, const char *keyword, char sign) {
  Pairs pairs = section_pairs(f, keyword);
  if (!pairs.commented) add_named_pairs(f, sign, &pairs);
  return pairs;
}

static Lit defined_literal(const AigerFile *f, size_t number) {
  const Circuit *c = f->circuit;
  if (number / 2 >= c->count || c->variables[number / 2].kind == IS_UNDEFINED)
    unreadable(f->circuit->judge, "%s: literal %zu is not defined", f->name, number);
  return (Lit)number;
}

/* ---- what they say ---- */

/* The literal of the model that the number in a mapping stands for. */
static Lit model_literal(const Circuit *model, size_t number) {
  size_t place = number / 2, inputs = model->inputs.size;
  if (!place || place > inputs + model->latches.size)
    unreadable(model->judge,
               "the mapping names literal %zu of the model, which is no input or latch", number);
  Lit lit =
      place <= inputs ? model->inputs.data[place - 1] : model->latches.data[place - 1 - inputs].lit;
  return lit ^ (Lit)(number & 1);
}

static void read_mapping(WitnessCircuit *w, const AigerFile *f) {
  Pairs pairs = read_pairs(f, "MAPPING", '=');
  if (!pairs.commented && !pairs.list.size) {
    map_by_order(w);
    return;
  }
  for (size_t i = 0; i < pairs.list.size; i++)
    list_add(f->circuit->judge, &w->mapping,
             ((MappedPair){defined_literal(f, pairs.list.data[i].first),
                           model_literal(w->model, pairs.list.data[i].second)}));
}

static void read_interventions(WitnessCircuit *w, const AigerFile *f) {
  Pairs pairs = read_pairs(f, "INTERVENTION", '<');
  for (size_t i = 0; i < pairs.list.size; i++)
    list_add(f->circuit->judge, &w->glances,
             ((Glance){defined_literal(f, pairs.list.data[i].first),
                       defined_literal(f, pairs.list.data[i].second)}));
}

/* A witness with one justice property is about the one that is asked for; one with several has it
 * at its place. */
static void read_conditions(WitnessCircuit *w, const AigerFile *model, const AigerFile *f,
                            size_t justice) {
  size_t chosen = f->justice.size == 1 ? 0 : justice;
  w->progress = true;
  w->model_conditions = conditions_of(model, justice);
  w->model_justice = w->model_conditions.size - model->circuit->fairness.size;
  w->ranked = f->justice.size > 0;
  if (!w->ranked) return;
  if (chosen >= f->justice.size)
    unreadable(f->circuit->judge, "%s has no justice property %zu", f->name, chosen);
  w->conditions = conditions_of(f, chosen);
  w->justice = w->conditions.size - f->circuit->fairness.size;
  read_interventions(w, f);
}

void check_witness_file(const AigerFile *model, long property, const Bytes *evidence) {
  Judge *judge = model->circuit->judge;
  if (property < 0 && !model->bad.size)
    unreadable(judge, "%s has no invariant: say with --property which property it is", model->name);
  const AigerFile *f = read_aiger(judge, evidence, false);
  if (check_bounded_file(model, property, f)) return;
  WitnessCircuit w = {.model = model->circuit, .circuit = f->circuit, .bad = f->bad};
  read_mapping(&w, f);
  if (property < 0) w.model_bad = model->bad; /* as in the competition: all of them */
  else if ((size_t)property < model->bad.size)
    list_add(judge, &w.model_bad, model->bad.data[property]);
  else read_conditions(&w, model, f, (size_t)property - model->bad.size);
  check_witness(&w);
  if (property < 0) printf("accepted: no bad state of the model can be reached\n");
  else printf("accepted: property %ld holds\n", property);
}
