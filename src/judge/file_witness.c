/* Witness circuits in files. How the witness belongs to the model, the first that a file has:
 * comments `MAPPING n` and n pairs of literals; names of inputs and latches that contain `=
 * literal`; the order of inputs and latches. Interventions: comments `INTERVENTION n`, or names
 * with `<`. In pairs, literals of the witness are its file's; inputs and then latches of the model
 * count 2, 4, 6, ... in their order. */
#include "judge/witness.h"

#include <stdio.h>
#include <string.h>

#include "judge/file.h"
#include "judge/linear.h"

/* ---- pairs of literals in comments and names ---- */

typedef struct {
  size_t first, second;
} Pair;

typedef struct {
  Pair *data;
  size_t size, room;
  bool commented; /* a section of the comments, even if it is empty */
} Pairs;

static void pairs_add(Judge *judge, Pairs *pairs, size_t first, size_t second) {
  pairs->data =
      longer(&judge->pool, pairs->data, &pairs->room, pairs->size + 1, sizeof *pairs->data);
  pairs->data[pairs->size++] = (Pair){first, second};
}

/* The section `keyword n` of the comments. A line that merely begins with the word is prose. */
static Pairs section_pairs(const AigerFile *f, const char *keyword) {
  Pairs pairs = {0};
  size_t count = 0, at = 0;
  for (; at < f->comment_count && !pairs.commented; at++) {
    const char *text = f->comments[at];
    if (strncmp(text, keyword, strlen(keyword))) continue;
    text += strlen(keyword);
    pairs.commented = *text == ' ' && comment_number(&text, &count) && comment_ends(text);
  }
  if (!pairs.commented) return pairs;
  if (count > f->comment_count - at)
    unreadable(f->circuit->judge, "%s: too few lines after %s", f->name, keyword);
  for (size_t end = at + count; at < end; at++) {
    const char *text = f->comments[at];
    Pair pair;
    if (!comment_number(&text, &pair.first) || !comment_number(&text, &pair.second) ||
        !comment_ends(text))
      unreadable(f->circuit->judge, "%s: '%s' is not a pair of literals of %s", f->name,
                 f->comments[at], keyword);
    pairs_add(f->circuit->judge, &pairs, pair.first, pair.second);
  }
  return pairs;
}

/* The pairs in names: the input or latch itself, and the number behind the sign. */
static void add_named_pairs(const AigerFile *f, char sign, Pairs *pairs) {
  const Circuit *c = f->circuit;
  for (size_t i = 0; i < c->inputs.size + c->latch_count; i++) {
    bool latch = i >= c->inputs.size;
    size_t place = latch ? i - c->inputs.size : i, number;
    const char *name = f->symbols[latch ? SYMBOL_LATCH : SYMBOL_INPUT][place];
    const char *text = name ? strchr(name, sign) : NULL;
    if (!text) continue;
    text++;
    if (!comment_number(&text, &number))
      unreadable(f->circuit->judge, "%s: no literal behind '%c' in the name '%s'", f->name, sign,
                 name);
    pairs_add(c->judge, pairs, latch ? c->latches[place].lit : c->inputs.data[place], number);
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
  if (!place || place > inputs + model->latch_count)
    unreadable(model->judge,
               "the mapping names literal %zu of the model, which is no input or latch", number);
  Lit lit =
      place <= inputs ? model->inputs.data[place - 1] : model->latches[place - 1 - inputs].lit;
  return lit ^ (Lit)(number & 1);
}

static void read_mapping(WitnessCircuit *w, const AigerFile *f) {
  Pairs pairs = read_pairs(f, "MAPPING", '=');
  if (!pairs.commented && !pairs.size) {
    map_by_order(w);
    return;
  }
  w->mapping = zeroed(&f->circuit->judge->pool, pairs.size, sizeof *w->mapping);
  for (size_t i = 0; i < pairs.size; i++)
    w->mapping[w->mapping_count++] = (MappedPair){defined_literal(f, pairs.data[i].first),
                                                  model_literal(w->model, pairs.data[i].second)};
}

static void read_interventions(WitnessCircuit *w, const AigerFile *f) {
  Pairs pairs = read_pairs(f, "INTERVENTION", '<');
  w->glances = zeroed(&f->circuit->judge->pool, pairs.size, sizeof *w->glances);
  for (size_t i = 0; i < pairs.size; i++)
    w->glances[w->glance_count++] =
        (Glance){defined_literal(f, pairs.data[i].first), defined_literal(f, pairs.data[i].second)};
}

/* A witness with one justice property is about the one that is asked for; one with several has it
 * at its place. */
static void read_conditions(WitnessCircuit *w, const AigerFile *model, const AigerFile *f,
                            size_t justice) {
  size_t chosen = f->justice_count == 1 ? 0 : justice;
  w->progress = true;
  w->model_conditions = conditions_of(model, justice);
  w->model_justice = w->model_conditions.size - model->circuit->fairness.size;
  w->ranked = f->justice_count > 0;
  if (!w->ranked) return;
  if (chosen >= f->justice_count)
    unreadable(f->circuit->judge, "%s has no justice property %zu", f->name, chosen);
  w->conditions = conditions_of(f, chosen);
  w->justice = w->conditions.size - f->circuit->fairness.size;
  read_interventions(w, f);
}

/* ---- products ---- */

void make_product(AigerFile *f, const Parts *ltl) {
  Circuit *c = f->circuit;
  Pool *pool = &c->judge->pool;
  const size_t before[] = {c->inputs.size, c->latch_count}; /* SYMBOL_INPUT, SYMBOL_LATCH */
  f->justice = zeroed(pool, 1, sizeof *f->justice);
  f->justice[0] = add_violations(c, ltl);
  f->justice_count = 1;
  f->bad.size = 0;
  const size_t after[] = {c->inputs.size, c->latch_count};
  for (size_t kind = SYMBOL_INPUT; kind <= SYMBOL_LATCH; kind++) {
    const char **names = zeroed(pool, after[kind], sizeof *names);
    memcpy(names, f->symbols[kind], before[kind] * sizeof *names);
    f->symbols[kind] = names;
  }
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
    lits_add(judge, &w.model_bad, model->bad.data[property]);
  else read_conditions(&w, model, f, (size_t)property - model->bad.size);
  check_witness(&w);
  if (property < 0) printf("accepted: no bad state of the model can be reached\n");
  else printf("accepted: property %ld holds\n", property);
}
