#include "front/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/log.h"
#include "base/memory.h"
#include "formula/atoms.h"
#include "formula/automaton/hoa.h"
#include "formula/ctl/ctl_sequence.h"
#include "formula/parser.h"
#include "formula/property_file.h"

Model *model_new(const char *file) {
  Model *model = mem_zalloc(sizeof *model);
  model->file = mem_string(file);
  model->system = system_new();
  model->formulas = formulas_new();
  return model;
}

void model_free(Model *model) {
  if (!model) return;
  mem_free(model->file);
  system_free(model->system);
  vec_free(&model->compassion);
  formulas_free(model->formulas);
  properties_free(&model->properties);
  for (size_t i = 0; i < model->automata.size; i++) automaton_free(model->automata.data[i]);
  vec_free(&model->automata);
  if (model->labels) labels_free(model->labels);
  mem_free(model);
}

int64_t model_find_property(const Model *model, const char *name) {
  for (size_t i = 0; i < model->properties.size; i++)
    if (!strcmp(model->properties.data[i].name, name)) return (int64_t)i;
  char *end;
  unsigned long long number = strtoull(name, &end, 10);
  if (end == name || *end || *name == '-' || number >= model->properties.size) return -1;
  return (int64_t)number;
}

/* ---- properties from outside the file ---- */

static bool add_formula(Model *model, PropertyKind kind, const char *name, Formula f,
                        const FormulaSource *source, Error *error) {
  if (!atoms_bind(model->formulas, f, model->system, source, error)) return false;
  Text number = {0};
  text_format(&number, "%s%zu", kind == PROPERTY_LTL ? "ltl" : "ctl", model->properties.size);
  Property property = {.kind = kind,
                       .name = name ? mem_string(name) : mem_string(number.data),
                       .bad = LIT_FALSE,
                       .formula = f,
                       .text = mem_string(source->text)};
  vec_push(&model->properties, property);
  text_free(&number);
  return true;
}

/* All formulas of a file that was parsed with success (`good`); frees them. */
static bool add_formulas(Model *model, const char *file, const char *whole, NamedFormulaVec *named,
                         bool good, Error *error) {
  for (size_t i = 0; i < named->size && good; i++) {
    const NamedFormula *one = named->data + i;
    FormulaSource source = {LOGIC_LTL, one->text, file, whole, one->start};
    good = add_formula(model, PROPERTY_LTL, one->name, one->formula, &source, error);
  }
  named_formulas_free(named);
  return good;
}

bool model_add_ltl(Model *model, const char *name, const char *text, Error *error) {
  Formula f =
      formula_parse_known(model->formulas, LOGIC_LTL, atoms_names(model->system), text, error);
  FormulaSource source = {LOGIC_LTL, text, NULL, text, 0};
  return f != FORMULA_NONE && add_formula(model, PROPERTY_LTL, name, f, &source, error);
}

bool model_add_ltl_file(Model *model, const char *file, Error *error) {
  Input input;
  if (!input_read(&input, file, error)) return false;
  NamedFormulaVec named = {0};
  bool good = property_file_parse(model->formulas, LOGIC_LTL, atoms_names(model->system), file,
                                  input.data, &named, error);
  good = add_formulas(model, file, input.data, &named, good, error);
  input_free(&input);
  return good;
}

bool model_add_ctl(Model *model, const char *name, const char *text, Error *error) {
  Formula f =
      formula_parse_known(model->formulas, LOGIC_CTL, atoms_names(model->system), text, error);
  FormulaSource source = {LOGIC_CTL, text, NULL, text, 0};
  return f != FORMULA_NONE && add_formula(model, PROPERTY_CTL, name, f, &source, error);
}

/* One file of formulas often serves several models: one that names a signal which this model does
 * not have keeps its number, but cannot be checked. */
static void add_ctl_of_file(Model *model, const char *file, const char *whole,
                            const NamedFormula *one) {
  Error error = {0};
  FormulaSource source = {LOGIC_CTL, one->text, file, whole, one->start};
  if (!add_formula(model, PROPERTY_CTL, one->name, one->formula, &source, &error)) {
    log_warning("%s:%d: %s; this formula cannot be checked", file, one->line, error.message);
    add_formula(model, PROPERTY_CTL, one->name, FORMULA_FALSE, &source, &error);
    vec_last(&model->properties).formula = FORMULA_NONE;
  }
  error_free(&error);
}

bool model_add_ctl_file(Model *model, const char *file, Error *error) {
  Input input;
  if (!input_read(&input, file, error)) return false;
  NamedFormulaVec named = {0};
  bool good = ctl_sequence_parse(model->formulas, file, input.data, &named, error);
  for (size_t i = 0; i < named.size && good; i++)
    add_ctl_of_file(model, file, input.data, named.data + i);
  named_formulas_free(&named);
  input_free(&input);
  return good;
}

static bool bind_atoms(Model *model, const Automaton *automaton, Error *error) {
  for (size_t i = 0; i < automaton->atoms.size; i++) {
    const char *text = model->formulas->atoms.data[automaton->atoms.data[i]].text;
    if (!atoms_bind(model->formulas, formula_atom(model->formulas, text), model->system, NULL,
                    error))
      return false;
  }
  return true;
}

bool model_add_hoa_file(Model *model, const char *file, Error *error) {
  Input input;
  if (!input_read(&input, file, error)) return false;
  if (!model->labels) model->labels = labels_new();
  Automaton *automaton = hoa_read(model->formulas, model->labels, file, input.data, error);
  input_free(&input);
  if (!automaton) return false;
  vec_push(&model->automata, automaton);
  if (!bind_atoms(model, automaton, error)) return false;
  Text name = {0}, text = {0};
  text_format(&name, "hoa%zu", model->properties.size);
  text_format(&text, "no run of %s", file);
  Property property = {.kind = PROPERTY_LTL,
                       .name = text_take(&name),
                       .bad = LIT_FALSE,
                       .formula = FORMULA_NONE,
                       .automaton = (uint32_t)model->automata.size,
                       .text = text_take(&text)};
  vec_push(&model->properties, property);
  return true;
}
