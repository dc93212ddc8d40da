/* Formulas of the command line, and whole files of them. */
#include "front/vis/vis_language.h"

#include <inttypes.h>

#include "front/vis/vis_formula.h"

/* ---- names ---- */

VisNames *vis_names_new(void) { return mem_zalloc(sizeof(VisNames)); }

void vis_names_range(VisNames *names, const char *name, int64_t first, int64_t last) {
  uint32_t number = names_add(&names->names, name);
  if (number == names->ranges.size) vec_push(&names->ranges, ((VisRange){first, last}));
}

void vis_names_constant(VisNames *names, const char *name, uint64_t number) {
  if (names_add(&names->constants, name) < names->numbers.size) return;
  Text text = {0};
  text_format(&text, "%" PRIu64, number);
  vec_push(&names->numbers, text_take(&text));
}

static void names_forget(void *reading) {
  VisNames *names = reading;
  if (!names) return;
  names_free(&names->names);
  vec_free(&names->ranges);
  names_free(&names->constants);
  string_vec_free(&names->numbers);
  mem_free(names);
}

/* ---- formulas ---- */

static VisParser parser_for(Model *model, PropertyKind kind, const char *file, const char *text,
                            size_t start, size_t end, Error *error) {
  return (VisParser){.model = model,
                     .ranges = model->reading,
                     .logic = kind == PROPERTY_CTL ? LOGIC_CTL : LOGIC_LTL,
                     .file = file,
                     .text = text,
                     .next = start,
                     .end = end,
                     .error = error};
}

static void parser_free(VisParser *p) {
  mem_free(p->unknown);
  names_free(&p->defined);
  vec_free(&p->meanings);
}

static bool all_known(VisParser *p) {
  return !p->unknown || vis_error(p, p->unknown_place, "there is no signal '%s'", p->unknown);
}

static bool to_literal(VisParser *p, Formula f, size_t place, Lit *literal) {
  return language_boolean(p->model, f, literal) ||
         vis_error(p, place, "temporal operators have no place here");
}

/* Takes note that a formula names an unknown signal; the next one may know all of its own. */
static char *unknown_text(VisParser *p) {
  Text text = {0};
  int line = 1;
  for (size_t i = 0; i < p->unknown_place; i++) line += p->text[i] == '\n';
  text_format(&text, "%s:%d: there is no signal '%s'", p->file, line, p->unknown);
  mem_free(p->unknown);
  p->unknown = NULL;
  return text_take(&text);
}

static bool push(VisParser *p, PropertyKind kind, const char *name, Formula f, size_t start) {
  Property property = {.kind = kind, .bad = LIT_FALSE, .formula = f};
  FormulaPlace place = {p->file, p->text, start, p->next};
  if (p->unknown) {
    property.formula = FORMULA_NONE;
    property.unchecked = unknown_text(p);
  } else if (kind == PROPERTY_INVARIANT) {
    if (!to_literal(p, f, start, &property.bad)) return false;
    property.bad = lit_not(property.bad);
  }
  language_push(p->model, property, name, &place);
  return true;
}

static bool add(Model *model, PropertyKind kind, const char *name, const FormulaPlace *place,
                Error *error) {
  VisParser p = parser_for(model, kind, place->file, place->text, place->start, place->end, error);
  vis_skip_blanks(&p);
  size_t start = p.next;
  Formula f = vis_parse(&p);
  size_t after = p.next;
  bool good = f != FORMULA_NONE;
  if (good) vis_take(&p, ";");
  vis_skip_blanks(&p);
  if (good && p.next < p.end) good = vis_error(&p, p.next, "the formula has ended before this");
  good = good && all_known(&p);
  p.next = after;
  good = good && push(&p, kind, name, f, start);
  parser_free(&p);
  return good;
}

static bool literal(Model *model, const char *text, Lit *literal, Error *error) {
  VisParser p = parser_for(model, PROPERTY_LTL, NULL, text, 0, strlen(text), error);
  Formula f = vis_parse(&p);
  bool good = f != FORMULA_NONE && all_known(&p) && to_literal(&p, f, 0, literal);
  parser_free(&p);
  return good;
}

/* ---- files ---- */

/* `\define name formula`, without a semicolon. */
static bool define(VisParser *p) {
  vis_skip_blanks(p);
  size_t start = p->next;
  while (p->next < p->end && vis_name_goes_on(p->text[p->next])) p->next++;
  if (p->next == start) return vis_error(p, start, "expected the name that is defined");
  uint32_t number = names_find_n(&p->defined, p->text + start, p->next - start);
  size_t length = p->next - start;
  if (number != NAMES_NONE) return vis_error(p, start, "this name is defined already");
  Formula f = vis_parse(p);
  if (f == FORMULA_NONE || !all_known(p)) return false;
  vis_take(p, ";");
  names_add_n(&p->defined, p->text + start, length);
  vec_push(&p->meanings, f);
  return true;
}

/* Formulas, each with a semicolon behind it; `conditions` gets them as literals, or, if it is NULL,
 * the model as properties. */
static bool add_formulas(VisParser *p, PropertyKind kind, LitVec *conditions) {
  for (vis_skip_blanks(p); p->next < p->end; vis_skip_blanks(p)) {
    size_t start = p->next;
    if (vis_take(p, "\\define")) {
      if (!define(p)) return false;
      continue;
    }
    Formula f = vis_parse(p);
    if (f == FORMULA_NONE) return false;
    if (conditions) {
      Lit condition;
      if (!all_known(p) || !to_literal(p, f, start, &condition)) return false;
      vec_push(conditions, condition);
    } else {
      char *name = language_name(p->model, kind);
      bool good = push(p, kind, name, f, start);
      mem_free(name);
      if (!good) return false;
    }
    vis_skip_blanks(p);
    if (p->next < p->end && !vis_take(p, ";"))
      return vis_error(p, p->next, "expected ';' behind the formula");
  }
  return true;
}

static bool add_file(Model *model, PropertyKind kind, const char *file, const char *text,
                     Error *error) {
  VisParser p = parser_for(model, kind, file, text, 0, strlen(text), error);
  size_t before = model->properties.size;
  bool good = add_formulas(&p, kind, NULL);
  if (!good) properties_cut(&model->properties, before);
  parser_free(&p);
  return good;
}

static bool conditions(Model *model, const char *file, const char *text, LitVec *literals,
                       Error *error) {
  VisParser p = parser_for(model, PROPERTY_LTL, file, text, 0, strlen(text), error);
  bool good = add_formulas(&p, PROPERTY_LTL, literals);
  parser_free(&p);
  return good;
}

const Language vis_language = {add, literal, names_forget, add_file, conditions};
