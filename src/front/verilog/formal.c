/* Assertions, assumptions, covers; liveness and fairness. Each is a cell with a condition A and an
 * enable EN:
 *
 *   $assert   in every step: EN implies A           bad: EN and not A
 *   $assume   the same, of runs that are looked at
 *   $cover    some step has EN and A
 *   $live     G (EN -> F A)                         asked as justice
 *   $fair     the same, of runs that are looked at  a fairness condition
 *
 * G (EN -> F A) is G F not `owed`, where `owed` says that an A is still to come for some EN: it
 * holds from the EN on, if that has no A itself, up to the next A. A run violates it if `owed`
 * holds for ever from some step on, which a justice condition must guess. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "front/verilog/internal.h"
#include "front/verilog/place.h"

typedef enum { FORMAL_ASSERT, FORMAL_ASSUME, FORMAL_COVER, FORMAL_LIVE, FORMAL_FAIR } FormalKind;

static const char *const types[] = {"$assert", "$assume", "$cover", "$live", "$fair"};
enum { KINDS = sizeof types / sizeof *types };

typedef struct {
  FormalKind kind;
  JsonNode cell;
  Place place;
  size_t file;   /* its place among the files that were given */
  size_t number; /* in the netlist */
} FormalCell;
typedef VEC(FormalCell) FormalVec;

static size_t find_kind(const char *type) {
  size_t i = 0;
  while (i < KINDS && strcmp(types[i], type)) i++;
  return i;
}

bool is_formal(const char *type) { return find_kind(type) < KINDS; }

/* ---- liveness ---- */

/* Whether an A is still to come in this step. */
static Term owed(Builder *b, Term condition, Term enable) {
  Term before = hidden_state(b, 1, term_bit(b->terms, false));
  Term now = term_binary(b->terms, TERM_AND, term_binary(b->terms, TERM_OR, before, enable),
                         term_not(b->terms, condition));
  set_next(b, before, now);
  return now;
}

/* Holds infinitely often only if `always` holds from a step on that a new input guesses: once it
 * was guessed and then failed, this never holds again. */
static Term from_a_step_on(Builder *b, Term always) {
  Terms *terms = b->terms;
  Term zero = term_bit(terms, false), guess = free_word(b, 1);
  Term begun = hidden_state(b, 1, zero), failed = hidden_state(b, 1, zero);
  set_next(b, begun, term_binary(terms, TERM_OR, begun, guess));
  Term fails = term_binary(terms, TERM_AND, begun, term_not(terms, always));
  set_next(b, failed, term_binary(terms, TERM_OR, failed, fails));
  return term_binary(terms, TERM_AND, begun, term_not(terms, failed));
}

/* ---- names ---- */

/* A label, with the path of instances before it; or, where there is none, the kind and the line. */
static char *name_of(const Builder *b, const FormalCell *cell) {
  Text text = {0};
  const char *name = json_name(&b->netlist->tree, cell->cell);
  if (netlist_is_public(b->netlist, cell->cell)) text_add(&text, name);
  else if (cell->place.line) text_format(&text, "%s_%d", types[cell->kind] + 1, cell->place.line);
  else text_format(&text, "%s", types[cell->kind] + 1);
  return text_take(&text);
}

/* As people find it: "fifo.sv:12". */
static char *place_text(const Place *place) {
  Text text = {0};
  if (place->line) text_format(&text, "%s:%d", place->file, place->line);
  char *string = text_take(&text);
  if (place->line) return string;
  mem_free(string);
  return NULL;
}

/* The statement, without its label, which the name has. */
static char *text_of(const char *name, const Place *place) {
  char *text = place_excerpt(place);
  const char *dot = strrchr(name, '.'), *label = dot ? dot + 1 : name;
  size_t length = strlen(label);
  if (!text || strncmp(text, label, length)) return text;
  const char *rest = text + length + strspn(text + length, " ");
  if (*rest != ':') return text;
  char *statement = mem_string(rest + 1 + strspn(rest + 1, " "));
  mem_free(text);
  return statement;
}

/* ---- the cells ---- */

static void ask(Builder *b, const FormalCell *cell, QuestionKind kind, Term condition) {
  char *name = name_of(b, cell), *place = place_text(&cell->place);
  Question *question = relation_ask(b->relation, kind, name, place);
  vec_push(&question->conditions, condition);
  question->text = text_of(name, &cell->place);
  mem_free(name);
  mem_free(place);
}

static void add(Builder *b, const FormalCell *cell) {
  Terms *terms = b->terms;
  Term a = term_slice(terms, port(b, cell->cell, "A"), 0, 0);
  Term enable = term_slice(terms, port(b, cell->cell, "EN"), 0, 0);
  Term broken = term_binary(terms, TERM_AND, enable, term_not(terms, a));
  switch (cell->kind) {
  case FORMAL_ASSERT: ask(b, cell, QUESTION_BAD, broken); break;
  case FORMAL_ASSUME: vec_push(&b->relation->constraints, term_not(terms, broken)); break;
  case FORMAL_COVER: ask(b, cell, QUESTION_COVER, term_binary(terms, TERM_AND, enable, a)); break;
  case FORMAL_LIVE: ask(b, cell, QUESTION_JUSTICE, from_a_step_on(b, owed(b, a, enable))); break;
  case FORMAL_FAIR: vec_push(&b->relation->fairness, term_not(terms, owed(b, a, enable))); break;
  }
}

static size_t file_number(const StringVec *files, const char *file) {
  size_t i = 0;
  while (i < files->size && (!file || strcmp(files->data[i], file))) i++;
  return i;
}

/* In the order of the source; cells of several instances in that of the netlist. */
static int compare(const void *left, const void *right) {
  const FormalCell *a = left, *b = right;
  int order = (a->file > b->file) - (a->file < b->file);
  if (!order) order = place_compare(&a->place, &b->place);
  return order ? order : (a->number > b->number) - (a->number < b->number);
}

static bool resolve_ports(Builder *b, JsonNode cell) {
  BitVec bits = {0};
  cell_port(b->netlist, cell, "A", &bits);
  bool good = resolve(b, &bits);
  cell_port(b->netlist, cell, "EN", &bits);
  good = good && resolve(b, &bits);
  vec_free(&bits);
  return good;
}

bool add_formal_cells(Builder *b) {
  const JsonTree *tree = &b->netlist->tree;
  FormalVec found = {0};
  bool good = true;
  for (JsonNode n = netlist_first(b->netlist, "cells"); n; n = json_next(tree, n)) {
    size_t kind = find_kind(cell_type(b->netlist, n));
    if (kind == KINDS) continue;
    FormalCell cell = {.kind = (FormalKind)kind, .cell = n, .number = found.size};
    cell.place = place_of(netlist_attribute(b->netlist, n, "src"));
    place_begin(&cell.place);
    cell.file = file_number(b->options->files, cell.place.file);
    vec_push(&found, cell);
  }
  if (found.size) qsort(found.data, found.size, sizeof *found.data, compare);
  for (size_t i = 0; i < found.size && good; i++) {
    good = resolve_ports(b, found.data[i].cell);
    if (good) add(b, found.data + i);
  }
  for (size_t i = 0; i < found.size; i++) place_free(&found.data[i].place);
  vec_free(&found);
  return good;
}

/* ---- clocks that are inputs ---- */

/* A clock that stops would stop all progress, and every liveness property would fail for it. */
void add_clock_fairness(Builder *b) {
  for (size_t i = 0; i < b->options->clocks->size; i++)
    for (size_t k = 0; k < b->relation->variables.size; k++) {
      const Variable *variable = b->relation->variables.data + k;
      const char *clock = b->options->clocks->data[i];
      if (variable->is_state || !variable->name || strcmp(variable->name, clock)) continue;
      Term level = term_slice(b->terms, variable->term, 0, 0);
      vec_push(&b->relation->fairness, level);
      vec_push(&b->relation->fairness, term_not(b->terms, level));
      break;
    }
}
