/* SMV as the language of formulas from outside: everything that a specification in main may say,
 * with NuSMV's precedences; and "formula IN instance", with the names of a submodule. */
#include "front/smv/reading.h"

#include "front/smv/parser.h"

SmvReading *smv_reading_new(const char *file, const char *data, size_t size) {
  SmvReading *reading = mem_zalloc(sizeof *reading);
  text_add_n(&reading->text, data, size);
  text_add(&reading->text, "");
  reading->syntax = (Syntax){.file = file, .text = reading->text.data, .length = size};
  return reading;
}

static void flat_free(Flat *flat) {
  arena_free(&flat->arena);
  arena_free(&flat->scratch);
  constants_free(&flat->constants);
  vec_free(&flat->instances);
  vec_free(&flat->symbols);
  map_free(&flat->scope);
  vec_free(&flat->variables);
  vec_free(&flat->nexts);
  vec_free(&flat->processes);
  vec_free(&flat->process_constants);
  vec_free(&flat->stack);
  vec_free(&flat->demands);
  vec_free(&flat->checks);
  vec_free(&flat->constraints);
  vec_free(&flat->transitions);
  vec_free(&flat->initials);
  vec_free(&flat->input_nodes);
  vec_free(&flat->pathless);
  map_free(&flat->compared);
}

static void reading_free(void *kept) {
  SmvReading *reading = kept;
  flat_free(&reading->flat);
  syntax_free(&reading->syntax);
  text_free(&reading->text);
  mem_free(reading);
}

/* Whether the newest foreign text is this one: the formulas of a file come one after the other. */
static bool is_newest(const SmvReading *reading, const FormulaPlace *place, size_t length) {
  if (!reading->syntax.foreign.size) return false;
  const ForeignText *newest = &vec_last(&reading->syntax.foreign);
  return reading->text.size == newest->begin + length + 1 && !newest->file == !place->file &&
         (!place->file || !strcmp(newest->file, place->file)) &&
         !memcmp(reading->text.data + newest->begin, place->text, length);
}

/* Puts the text behind what was read before; returns where it begins. */
static uint32_t foreign_text(SmvReading *reading, const FormulaPlace *place) {
  Syntax *syntax = &reading->syntax;
  if (!is_newest(reading, place, strlen(place->text))) {
    ForeignText foreign = {(uint32_t)reading->text.size,
                           place->file ? mem_string(place->file) : NULL};
    text_add(&reading->text, place->text);
    text_char(&reading->text, '\n');
    vec_push(&syntax->foreign, foreign);
    syntax->text = reading->text.data;
  }
  return vec_last(&syntax->foreign).begin;
}

/* After an error symbols may be half computed or have failed; the next formula begins anew. */
static void forget_open(Flat *flat) {
  vec_clear(&flat->demands);
  vec_clear(&flat->checks);
  for (size_t i = 0; i < flat->symbols.size; i++) {
    Symbol *symbol = flat->symbols.data + i;
    for (int time = TIME_NOW; time <= TIME_NEXT; time++)
      if (symbol->state[time] != DEMAND_DONE) symbol->state[time] = DEMAND_NEW;
    if (symbol->alias_state != DEMAND_DONE) symbol->alias_state = DEMAND_NEW;
  }
  flat->in_specification = false;
}

/* What is read, and what becomes of it. */
typedef struct {
  SectionKind kind;
  Property property;
} Asked;

static bool ask(Flat *flat, NodeIndex formula, uint32_t instance, void *result) {
  Asked *asked = result;
  return flat_ask(flat, asked->kind, formula, instance, &asked->property);
}

static bool evaluate(Flat *flat, NodeIndex formula, uint32_t instance, void *result) {
  return flat_evaluate_boolean(flat, formula, instance, result) &&
         (!flat->touched_next ||
          syntax_error(flat->syntax, formula, "next cannot be used in an atom"));
}

/* Names of the file are known wherever they stand there: a formula may be about a submodule. */
static bool is_known(const void *context, const char *name, size_t length) {
  const Syntax *syntax = context;
  return names_find_n(&syntax->names, name, length) != NAMES_NONE;
}

/* A lexer that stands at the formula, and knows its line and column. */
static Lexer lexer_at(SmvReading *reading, const FormulaPlace *place, Logic logic) {
  const Syntax *syntax = &reading->syntax;
  uint32_t text = foreign_text(reading, place);
  Lexer lexer = {.text = syntax->text,
                 .length = text + place->end,
                 .position = text + (uint32_t)place->start,
                 .line = 1,
                 .line_start = text,
                 .known = is_known,
                 .known_context = syntax,
                 .logic = logic};
  for (uint32_t i = text; i < lexer.position; i++)
    if (syntax->text[i] == '\n') lexer.line++, lexer.line_start = i + 1;
  return lexer;
}

/* Parses a formula and does something with it; on failure the reading is as before. */
static bool read_formula(Model *model, const FormulaPlace *place, Logic logic,
                         bool (*use)(Flat *, NodeIndex formula, uint32_t instance, void *result),
                         void *result, Error *error) {
  SmvReading *reading = model->reading;
  Flat *flat = &reading->flat;
  if (reading->text.size + strlen(place->text) >= UINT32_MAX / 2)
    return error_set(error, "the formula is too large");
  reading->syntax.error = flat->error = error;
  uint32_t instance;
  NodeIndex formula, path;
  Lexer lexer = lexer_at(reading, place, logic);
  bool good = smv_parse_formula(&reading->syntax, lexer, &formula, &path) &&
              flat_find_instance(flat, path, 0, &instance) &&
              use(flat, formula, instance, result) && flat_run_checks(flat);
  if (!good) forget_open(flat);
  syntax_finish(&reading->syntax); /* the errors are in *error now */
  reading->syntax.failed = false;
  reading->syntax.found_count = 0;
  reading->syntax.error = flat->error = NULL;
  return good;
}

static bool add(Model *model, PropertyKind kind, const char *name, const FormulaPlace *place,
                Error *error) {
  Asked asked = {.kind = kind == PROPERTY_INVARIANT ? SECTION_INVARSPEC
                         : kind == PROPERTY_CTL     ? SECTION_CTLSPEC
                                                    : SECTION_LTLSPEC};
  Logic logic = kind == PROPERTY_CTL ? LOGIC_CTL : LOGIC_LTL;
  if (!read_formula(model, place, logic, ask, &asked, error)) return false;
  language_push(model, asked.property, name, place);
  return true;
}

static bool literal(Model *model, const char *text, Lit *literal, Error *error) {
  FormulaPlace place = {NULL, text, 0, strlen(text)};
  return read_formula(model, &place, LOGIC_LTL, evaluate, literal, error);
}

const Language smv_language = {add, literal, reading_free, NULL, NULL};
