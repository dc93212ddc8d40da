#include "front/promela/promela_model.h"

#include <string.h>

#include "base/memory.h"
#include "formula/parser.h"
#include "front/language.h"
#include "front/promela/promela.h"
#include "model/process_formula.h"

/* ---- properties ---- */

static Property *add_property(Model *model, PropertyKind kind, const char *name, const char *text) {
  Property property = {.kind = kind,
                       .name = mem_string(name),
                       .bad = LIT_FALSE,
                       .formula = FORMULA_NONE,
                       .text = mem_string(text)};
  vec_push(&model->properties, property);
  return &vec_last(&model->properties);
}

/* Properties that belong to every program, or to one with such labels. */
static const struct {
  ProcessAsked asks;
  PropertyKind kind;
  const char *name, *text;
} own[] = {
    {ASKS_ASSERTIONS, PROPERTY_INVARIANT, "assertions", "no assertion fails, no step is faulty"},
    {ASKS_END_STATES, PROPERTY_INVARIANT, "end_states", "every run that ends does so where it may"},
    {ASKS_ACCEPTANCE, PROPERTY_LTL, "acceptance_cycles",
     "no label accept... is passed again and again"},
    {ASKS_PROGRESS, PROPERTY_LTL, "non_progress_cycles",
     "no run passes no label progress... any more"},
};

static void add_own(Model *model, ProcessAsked asks) {
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (own[i].asks == asks) add_property(model, own[i].kind, own[i].name, own[i].text);
}

ProcessAsked promela_asks(const Model *model, size_t property, uint32_t *claim) {
  const Property *asked = model->properties.data + property;
  *claim = asked->formula;
  if (asked->formula != FORMULA_NONE) return ASKS_CLAIM;
  ProcessAsked asks = ASKS_ASSERTIONS;
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (!strcmp(asked->name, own[i].name)) asks = own[i].asks;
  return asks;
}

static PropertyKind kind_of(const ProcessClaim *claim) {
  return claim->kind == CLAIM_CTL ? PROPERTY_CTL : PROPERTY_LTL;
}

static void add_claim(Model *model, uint32_t number) {
  const Processes *program = model->processes;
  const ProcessClaim *claim = program->claims.data + number;
  bool formula = claim->kind != CLAIM_NEVER;
  Text place = {0}, text = {0};
  text_format(&place, "%s:%d", program->files.data[claim->source.file], claim->source.line);
  const char *name = claim->name && *claim->name ? claim->name : formula ? "ltl" : "never";
  if (formula) process_formula_text(program, claim->formula, &text);
  Property *property = add_property(model, kind_of(claim), name, formula ? text.data : NULL);
  property->place = text_take(&place);
  property->formula = number;
  text_free(&text);
}

/* ---- formulas from outside the file ---- */

/* What the language remembers: the text, and the formulas that were added to it. A formula may look
 * at a label, which then has a state of its own, so the program is made again with each. */
typedef struct {
  char *data;
  size_t size, lines;
  Text added;
  size_t added_lines;
} Reading;

static void reading_free(void *memory) {
  Reading *reading = memory;
  if (!reading) return;
  mem_free(reading->data);
  text_free(&reading->added);
  mem_free(reading);
}

static size_t count_lines(const char *text, size_t size) {
  size_t lines = 0;
  for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
  return lines;
}

/* The error at its place in the formula, where that is what is wrong. */
static bool fail_at(const Reading *reading, const FormulaPlace *place, Error *found, Error *error) {
  size_t first = reading->lines + reading->added_lines + 4; /* after the heading of the block */
  const char *at = place->text + place->start, *end = place->text + place->end;
  for (size_t line = first; (size_t)found->line > line && at < end; line++) {
    const char *next = memchr(at, '\n', (size_t)(end - at));
    at = next ? next + 1 : end;
  }
  size_t column = found->column ? (size_t)found->column - 1 : 0;
  size_t offset = (size_t)(at - place->text) + column;
  if (offset > place->end) offset = place->end;
  error_at_offset(error, place->file, place->text, offset, found->message);
  error_free(found);
  return false;
}

static bool add_formula(Model *model, PropertyKind kind, const char *name,
                        const FormulaPlace *place, Error *error) {
  Reading *reading = model->reading;
  int length = (int)(place->end - place->start);
  const char *formula = place->text + place->start;
  Text block = {0}, whole = {0};
  text_format(&block, "\n%s outside%zu { %s\n%.*s\n%s }\n", kind == PROPERTY_CTL ? "ctl" : "ltl",
              model->processes->claims.size, kind == PROPERTY_INVARIANT ? "[] (" : "", length,
              formula, kind == PROPERTY_INVARIANT ? ")" : "");
  text_format(&whole, "%.*s\n%s%s", (int)reading->size, reading->data,
              reading->added.data ? reading->added.data : "", block.data);
  Error found = {0};
  Processes *program = promela_read_processes(model->file, whole.data, whole.size, &found);
  text_free(&whole);
  if (!program) {
    text_free(&block);
    return fail_at(reading, place, &found, error);
  }
  processes_free(model->processes);
  model->processes = program;
  text_add(&reading->added, block.data);
  reading->added_lines += count_lines(block.data, block.size);
  text_free(&block);
  uint32_t number = (uint32_t)program->claims.size - 1;
  language_push(model, (Property){.kind = kind, .bad = LIT_FALSE, .formula = number}, name, place);
  return true;
}

static bool refuse_literal(Model *model, const char *text, Lit *literal, Error *error) {
  (void)text;
  (void)literal;
  return error_at(error, model->file, 0, 0,
                  "fairness conditions and automata over a Promela program are not read");
}

static const Language promela_language = {
    .add = add_formula, .literal = refuse_literal, .free = reading_free};

/* ---- the model ---- */

/* Whether a proctype that is no claim, or a trace, has a label of a kind. */
static bool has_label(const Processes *program, bool progress) {
  for (uint32_t t = 0; t < program->proctypes.size; t++) {
    const Proctype *type = program->proctypes.data + t;
    if (process_is_claim(program, t) && t != program->trace) continue;
    for (size_t c = 0; c < type->controls.size; c++)
      if (progress ? type->controls.data[c].progress : type->controls.data[c].accept) return true;
  }
  return false;
}

Model *promela_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                    Error *error) {
  (void)options;
  Processes *program = promela_read_processes(file, data, size, error);
  if (!program) return NULL;
  Model *model = model_new(file);
  model->processes = program;
  model->language = &promela_language;
  Reading *reading = mem_zalloc(sizeof *reading);
  reading->data = mem_string_n(data, size);
  reading->size = size;
  reading->lines = count_lines(data, size);
  model->reading = reading;
  add_own(model, ASKS_ASSERTIONS);
  add_own(model, ASKS_END_STATES);
  for (uint32_t i = 0; i < program->claims.size; i++) add_claim(model, i);
  if (has_label(program, false)) add_own(model, ASKS_ACCEPTANCE);
  if (has_label(program, true)) add_own(model, ASKS_PROGRESS);
  return model;
}
