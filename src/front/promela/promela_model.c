#include "front/promela/promela_model.h"

#include "base/memory.h"
#include "front/language.h"
#include "front/promela/promela.h"
#include "model/process_formula.h"

/* ---- formulas from outside the file: there are none yet ---- */

static bool refuse(const Model *model, Error *error) {
  return error_at(error, model->file, 0, 0,
                  "formulas from outside a Promela program are not read; see docs/promela.md");
}

static bool refuse_formula(Model *model, PropertyKind kind, const char *name,
                           const FormulaPlace *place, Error *error) {
  (void)kind;
  (void)name;
  (void)place;
  return refuse(model, error);
}

static bool refuse_literal(Model *model, const char *text, Lit *literal, Error *error) {
  (void)text;
  (void)literal;
  return refuse(model, error);
}

static void free_nothing(void *reading) { (void)reading; }

static const Language promela_language = {
    .add = refuse_formula, .literal = refuse_literal, .free = free_nothing};

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

static void add_claim(Model *model, const ProcessClaim *claim) {
  bool ltl = claim->kind == CLAIM_LTL;
  Text place = {0};
  text_format(&place, "%s:%d", model->processes->files.data[claim->source.file],
              claim->source.line);
  const char *name = claim->name && *claim->name ? claim->name : ltl ? "ltl" : "never";
  Text formula = {0};
  if (ltl) process_formula_text(model->processes, claim->formula, &formula);
  Property *property = add_property(model, PROPERTY_LTL, name, ltl ? formula.data : NULL);
  property->place = text_take(&place);
  text_free(&formula);
}

/* Whether a proctype that is no claim has a label of a kind. */
static bool has_label(const Processes *program, bool progress) {
  for (uint32_t t = 0; t < program->proctypes.size; t++) {
    const Proctype *type = program->proctypes.data + t;
    if (process_is_claim(program, t)) continue;
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
  add_property(model, PROPERTY_INVARIANT, "assertions", "no assertion fails, no step is faulty");
  add_property(model, PROPERTY_INVARIANT, "end_states", "every run that ends does so where it may");
  for (size_t i = 0; i < program->claims.size; i++) add_claim(model, program->claims.data + i);
  if (has_label(program, false))
    add_property(model, PROPERTY_LTL, PROMELA_ACCEPTANCE,
                 "no label accept... is passed again and again");
  if (has_label(program, true))
    add_property(model, PROPERTY_LTL, PROMELA_PROGRESS,
                 "no run passes no label progress... any more");
  return model;
}
