#include "front/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "formula/atoms.h"
#include "formula/automaton/hoa.h"
#include "formula/ctl/ctl_sequence.h"
#include "formula/ltl/translate.h"
#include "formula/parser.h"
#include "formula/property_file.h"
#include "front/language.h"
#include "front/net/property_set.h"
#include "term/blast.h"

Model *model_new(const char *file) {
  Model *model = mem_zalloc(sizeof *model);
  model->file = mem_string(file);
  model->system = system_new();
  model->formulas = formulas_new();
  model->language = &signals_language;
  return model;
}

void model_free(Model *model) {
  if (!model) return;
  model->language->free(model->reading);
  mem_free(model->file);
  mem_free(model->unchecked);
  string_vec_free(&model->notes);
  memories_free(model->memories);
  relation_free(model->relation);
  net_free(model->net);
  net_atoms_free(&model->net_atoms);
  processes_free(model->processes);
  system_free(model->system);
  vec_free(&model->compassion);
  vec_free(&model->fairness);
  formulas_free(model->formulas);
  properties_free(&model->properties);
  for (size_t i = 0; i < model->automata.size; i++) automaton_free(model->automata.data[i]);
  vec_free(&model->automata);
  if (model->labels) labels_free(model->labels);
  mem_free(model);
}

bool model_blast(Model *model, const ReadOptions *options, Error *error) {
  Error why = {0};
  const BlastOptions blast = {.array_limit = options ? (uint64_t)options->array_limit : 0,
                              .budget = options ? options->budget : NULL,
                              .memories = &model->memories};
  System *system = relation_blast(model->relation, &blast, &model->properties, &why);
  if (system) {
    system_free(model->system);
    model->system = system;
  } else {
    error_at(error, model->file, 0, 0, "%s", why.message);
  }
  error_free(&why);
  return system != NULL;
}

bool model_is_whole(const Model *model, const char *what, Error *error) {
  return !model->memories ||
         error_at(error, model->file, 0, 0,
                  "%s needs all arrays expanded, and some are too large for that: see "
                  "--array-limit",
                  what);
}

int64_t model_find_property(const Model *model, const char *name) {
  for (size_t i = 0; i < model->properties.size; i++)
    if (!strcmp(model->properties.data[i].name, name)) return (int64_t)i;
  char *end;
  unsigned long long number = strtoull(name, &end, 10);
  if (end == name || *end || *name == '-' || number >= model->properties.size) return -1;
  return (int64_t)number;
}

/* ---- strong fairness ---- */

static Formula infinitely_often(Formulas *f, size_t pair, const char *side, Lit literal) {
  Text name = {0};
  text_format(&name, "compassion %zu %s", pair + 1, side);
  Formula atom = formula_atom(f, name.data);
  f->atoms.data[formula_node(f, atom)->left].literal = literal;
  text_free(&name);
  return formula_unary(f, OP_GLOBALLY, formula_unary(f, OP_FINALLY, atom));
}

Formula model_assumption(const Model *model) {
  Formulas *f = model->formulas;
  Formula all = FORMULA_NONE;
  for (size_t i = 0; i < model->compassion.size; i++) {
    const Compassion *pair = model->compassion.data + i;
    Formula often = infinitely_often(f, i, "if", pair->often);
    Formula then = infinitely_often(f, i, "then", pair->then);
    Formula one = formula_binary(f, OP_IMPLIES, often, then);
    all = all == FORMULA_NONE ? one : formula_binary(f, OP_AND, all, one);
  }
  return all;
}

Formula model_assuming(const Model *model, Formula ltl) {
  Formula assumption = model_assumption(model);
  return assumption == FORMULA_NONE ? ltl
                                    : formula_binary(model->formulas, OP_IMPLIES, assumption, ltl);
}

/* ---- properties from outside the file ---- */

/* "ltl3": the kind, and the place among the properties. */
static char *numbered(const Model *model, const char *kind) {
  Text text = {0};
  text_format(&text, "%s%zu", kind, model->properties.size);
  return text_take(&text);
}

char *language_name(const Model *model, PropertyKind kind) {
  return numbered(model, kind == PROPERTY_LTL ? "ltl" : kind == PROPERTY_CTL ? "ctl" : "invar");
}

static bool add_at(Model *model, PropertyKind kind, const char *name, const FormulaPlace *place,
                   Error *error) {
  char *own = name ? mem_string(name) : language_name(model, kind);
  bool good = model->language->add(model, kind, own, place, error);
  mem_free(own);
  return good;
}

static bool add_text(Model *model, PropertyKind kind, const char *name, const char *text,
                     Error *error) {
  FormulaPlace place = {NULL, text, 0, strlen(text)};
  return add_at(model, kind, name, &place, error);
}

bool model_add_invariant(Model *model, const char *name, const char *text, Error *error) {
  return add_text(model, PROPERTY_INVARIANT, name, text, error);
}

bool model_add_ltl(Model *model, const char *name, const char *text, Error *error) {
  return add_text(model, PROPERTY_LTL, name, text, error);
}

bool model_add_ctl(Model *model, const char *name, const char *text, Error *error) {
  return add_text(model, PROPERTY_CTL, name, text, error);
}

/* All formulas of a file, or none. */
static bool add_lines(Model *model, PropertyKind kind, const char *file, const char *text,
                      Error *error) {
  NamedTextVec named = {0};
  char *plain = property_file_split(text, &named);
  size_t before = model->properties.size;
  bool good = true;
  for (size_t i = 0; i < named.size && good; i++) {
    const NamedText *one = named.data + i;
    FormulaPlace place = {file, plain, one->start, one->end};
    good = add_at(model, kind, one->name, &place, error);
  }
  if (!good) properties_cut(&model->properties, before);
  named_texts_free(&named);
  mem_free(plain);
  return good;
}

/* A file in the form that the model's language gives it. */
static bool add_file(Model *model, PropertyKind kind, const char *file, Error *error) {
  Input input;
  if (!input_read(&input, file, error)) return false;
  bool good = model->language->add_file
                  ? model->language->add_file(model, kind, file, input.data, error)
                  : add_lines(model, kind, file, input.data, error);
  input_free(&input);
  return good;
}

bool model_add_invariant_file(Model *model, const char *file, Error *error) {
  return add_file(model, PROPERTY_INVARIANT, file, error);
}

bool model_add_ltl_file(Model *model, const char *file, Error *error) {
  return add_file(model, PROPERTY_LTL, file, error);
}

/* A condition on each line. */
static bool condition_lines(Model *model, const char *file, const char *text, LitVec *literals,
                            Error *error) {
  NamedTextVec named = {0};
  char *plain = property_file_split(text, &named);
  bool good = true;
  for (size_t i = 0; i < named.size && good; i++) {
    const NamedText *one = named.data + i;
    char *formula = mem_string_n(plain + one->start, one->end - one->start);
    Error why = {0};
    Lit literal;
    good = model->language->literal(model, formula, &literal, &why);
    if (good) vec_push(literals, literal);
    else error_at_offset(error, file, plain, one->start, why.message);
    error_free(&why);
    mem_free(formula);
  }
  named_texts_free(&named);
  mem_free(plain);
  return good;
}

bool model_add_fairness_file(Model *model, const char *file, Error *error) {
  Input input;
  LitVec literals = {0};
  if (!input_read(&input, file, error)) return false;
  bool good = model->language->conditions
                  ? model->language->conditions(model, file, input.data, &literals, error)
                  : condition_lines(model, file, input.data, &literals, error);
  if (good) vec_append(&model->system->fairness, &literals);
  vec_free(&literals);
  input_free(&input);
  return good;
}

/* ---- sequences of CTL formulas ---- */

static bool bind(Model *model, Formula f, Error *error) {
  U32Vec atoms = {0};
  bool good = true;
  formula_atoms(model->formulas, f, &atoms);
  for (size_t i = 0; i < atoms.size && good; i++) {
    Atom *atom = model->formulas->atoms.data + atoms.data[i];
    Lit literal = atom->literal;
    good = literal != LIT_NONE || model->language->literal(model, atom->text, &literal, error);
    model->formulas->atoms.data[atoms.data[i]].literal = good ? literal : LIT_NONE;
  }
  vec_free(&atoms);
  return good;
}

static void add_sequence(Model *model, const char *file, const NamedFormulaVec *formulas) {
  for (size_t i = 0; i < formulas->size; i++) {
    const NamedFormula *one = formulas->data + i;
    Error error = {0};
    Property property = {.kind = PROPERTY_CTL,
                         .name = one->name ? mem_string(one->name) : numbered(model, "ctl"),
                         .bad = LIT_FALSE,
                         .formula = one->formula,
                         .text = mem_string(one->text)};
    if (!bind(model, one->formula, &error)) {
      Text reason = {0};
      text_format(&reason, "%s:%d: %s", file, one->line, error.message);
      property.formula = FORMULA_NONE;
      property.unchecked = text_take(&reason);
    }
    vec_push(&model->properties, property);
    error_free(&error);
  }
}

/* Where a sequence means something else than the same file line by line; 0: nowhere. */
static size_t ambiguity(Model *model, const char *file, const char *text,
                        const NamedFormulaVec *sequence) {
  NamedFormulaVec lines = {0};
  Error ignored = {0};
  size_t place = 0;
  bool readable = property_file_parse(model->formulas, LOGIC_CTL, atoms_names(model->system), file,
                                      text, &lines, &ignored);
  for (size_t i = 0; i < sequence->size && readable && !place; i++) place = sequence->data[i].chain;
  named_formulas_free(&lines);
  error_free(&ignored);
  return place;
}

static bool add_unambiguous(Model *model, const char *file, const char *text,
                            const NamedFormulaVec *sequence, Error *error) {
  size_t place = ambiguity(model, file, text, sequence);
  if (place)
    return error_at_offset(error, file, text, place,
                           "in a sequence of formulas a -> b -> c means (a -> b) -> c, line by "
                           "line it means a -> (b -> c): use parentheses, or say --ctl-format");
  add_sequence(model, file, sequence);
  return true;
}

static bool add_found_form(Model *model, const char *file, const char *text, Error *error) {
  NamedFormulaVec sequence = {0};
  Error of_lines = {0}, of_sequence = {0};
  bool own_language = model->language != &signals_language;
  bool is_sequence = ctl_sequence_parse(model->formulas, file, text, &sequence, &of_sequence);
  bool good = true;
  if (own_language && add_lines(model, PROPERTY_CTL, file, text, &of_lines)) good = true;
  else if (is_sequence && own_language) add_sequence(model, file, &sequence);
  else if (is_sequence) good = add_unambiguous(model, file, text, &sequence, error);
  else if (own_language || !add_lines(model, PROPERTY_CTL, file, text, &of_lines)) good = false;
  if (!good && !error->message) error_append(error, &of_lines);
  error_free(&of_lines);
  error_free(&of_sequence);
  named_formulas_free(&sequence);
  return good;
}

bool model_add_ctl_file(Model *model, const char *file, CtlForm form, Error *error) {
  Input input;
  NamedFormulaVec sequence = {0};
  if (form == CTL_FORM_FOUND && model->language->add_file)
    return add_file(model, PROPERTY_CTL, file, error);
  if (!input_read(&input, file, error)) return false;
  bool good = false;
  switch (form) {
  case CTL_FORM_FOUND: good = add_found_form(model, file, input.data, error); break;
  case CTL_FORM_LINES: good = add_lines(model, PROPERTY_CTL, file, input.data, error); break;
  case CTL_FORM_SEQUENCE:
    good = ctl_sequence_parse(model->formulas, file, input.data, &sequence, error);
    if (good) add_sequence(model, file, &sequence);
    named_formulas_free(&sequence);
  }
  input_free(&input);
  return good;
}

/* ---- properties of nets ---- */

static bool is_net(const Model *model, Error *error) {
  return model->net || error_at(error, model->file, 0, 0, "only nets have such properties");
}

bool model_add_property_set(Model *model, const char *file, Error *error) {
  Input input;
  if (!is_net(model, error) || !input_read(&input, file, error)) return false;
  bool good = property_set_read(model, file, input.data, input.size, error);
  input_free(&input);
  return good;
}

bool model_add_examination(Model *model, const char *name, Error *error) {
  return is_net(model, error) && examination_add(model, name, error);
}

/* ---- automata ---- */

static bool bind_atoms(Model *model, const Automaton *automaton, Error *error) {
  bool good = true;
  for (size_t i = 0; i < automaton->atoms.size && good; i++)
    good = bind(
        model,
        formula_atom(model->formulas, model->formulas->atoms.data[automaton->atoms.data[i]].text),
        error);
  return good;
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
