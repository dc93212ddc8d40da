/* A model from a BTOR2 file: its lines, one by one, become a relation, which is blasted. */
#include <inttypes.h>

#include "front/btor2/btor2.h"
#include "front/btor2/reader.h"

/* ---- sorts ---- */

static bool read_array_sort(Reader *reader, Type *type) {
  Types *types = &reader->relation->terms->types;
  Type index, element;
  reader_skip_blanks(reader);
  const char *place = reader->next;
  if (!reader_sort(reader, &index)) return false;
  if (type_is_array(types, index))
    return reader_error(reader, place, "the index of an array cannot be an array");
  if (!reader_sort(reader, &element)) return false;
  if (type_info(types, element)->depth >= DEPTH_LIMIT)
    return reader_error(reader, place, "arrays are nested more than %d deep", DEPTH_LIMIT);
  *type = types_array(types, index, element);
  return true;
}

static bool read_sort(Reader *reader, Word tag, Line *line) {
  (void)tag;
  Types *types = &reader->relation->terms->types;
  Word kind = reader_word(reader);
  uint64_t width;
  line->kind = LINE_SORT;
  if (word_is(kind, "array")) return read_array_sort(reader, &line->type);
  if (!word_is(kind, "bitvec"))
    return reader_error(reader, kind.text, "expected 'bitvec' or 'array'");
  reader_skip_blanks(reader);
  const char *place = reader->next;
  if (!reader_number(reader, "the number of bits", WIDTH_LIMIT, &width)) return false;
  if (!width) return reader_error(reader, place, "a word has at least 1 bit");
  line->type = types_word(types, (uint32_t)width);
  return true;
}

/* ---- inputs and states; their names are set when the symbol was read ---- */

static bool read_variable(Reader *reader, Word tag, Line *line) {
  Relation *relation = reader->relation;
  Type type;
  if (!reader_sort(reader, &type)) return false;
  bool is_state = word_is(tag, "state");
  line->kind = LINE_TERM;
  line->reads_inputs = !is_state;
  line->newest_state = is_state ? line->id : 0;
  line->variable = (uint32_t)relation->variables.size;
  line->term = is_state ? relation_state(relation, NULL, type)->term
                        : relation_input(relation, NULL, type)->term;
  return true;
}

static void print_types(const Reader *reader, const char *before, Type a, const char *between,
                        Type b, Text *text) {
  const Types *types = &reader->relation->terms->types;
  text_add(text, before);
  type_print(types, a, text);
  text_add(text, between);
  type_print(types, b, text);
}

/* Whether a value can be that of the state: the same type, or a word for all elements of an array
 * where it is the initial value. */
static bool fit_value(Reader *reader, const char *place, bool initial, Type type, Term *value) {
  Terms *terms = reader->relation->terms;
  const TypeInfo *info = type_info(&terms->types, type);
  Type own = term_type(terms, *value);
  if (type_fits(&terms->types, type, own)) return true;
  if (initial && info->kind == TYPE_ARRAY && type_fits(&terms->types, info->element, own)) {
    *value = term_fill(terms, type, *value);
    return true;
  }
  Text text = {0};
  print_types(reader, "the state is ", type, ", the value ", own, &text);
  reader_error(reader, place, "%s", text.data);
  text_free(&text);
  return false;
}

static bool read_assignment(Reader *reader, Word tag, Line *line) {
  Relation *relation = reader->relation;
  bool initial = word_is(tag, "init");
  Type type;
  Term target, term;
  const Line *state, *value;
  reader_skip_blanks(reader);
  const char *sort = reader->next;
  if (!reader_sort(reader, &type)) return false;
  reader_skip_blanks(reader);
  const char *place = reader->next;
  if (!reader_term(reader, &target, &state)) return false;
  bool is_state = state->variable != UINT32_MAX && target == state->term &&
                  relation->variables.data[state->variable].is_state;
  if (!is_state)
    return reader_error(reader, place, "'%s' is for a state", initial ? "init" : "next");
  if (!type_fits(&relation->terms->types, type, term_type(relation->terms, target)))
    return reader_error(reader, sort, "the state has another sort");
  Variable *variable = relation->variables.data + state->variable;
  if ((initial ? variable->init : variable->next) != TERM_NONE)
    return reader_error(reader, place, "the state has %s already",
                        initial ? "an initial value" : "a next value");
  reader_skip_blanks(reader);
  place = reader->next;
  if (!reader_term(reader, &term, &value)) return false;
  if (initial && value->reads_inputs)
    return reader_error(reader, place, "an initial value cannot read an input");
  if (initial && value->newest_state >= state->id)
    return reader_error(
        reader, place,
        "an initial value reads only states before its own: not that of line %" PRIu64,
        value->newest_state);
  if (!fit_value(reader, place, initial, type, &term)) return false;
  if (initial) variable->init = term;
  else variable->next = term;
  line->kind = LINE_OTHER;
  return true;
}

/* ---- properties ---- */

/* "file:line". */
static Question *ask(Reader *reader, QuestionKind kind) {
  Text place = {0};
  text_format(&place, "%s:%d", reader->file, reader->line_number);
  Question *question = relation_ask(reader->relation, kind, NULL, place.data);
  text_free(&place);
  return question;
}

static bool read_bad(Reader *reader, Word tag, Line *line) {
  (void)tag;
  Term condition;
  if (!reader_condition(reader, &condition)) return false;
  Question *question = ask(reader, QUESTION_BAD);
  vec_push(&question->conditions, condition);
  line->kind = LINE_OTHER;
  return true;
}

static bool read_justice(Reader *reader, Word tag, Line *line) {
  (void)tag;
  uint64_t count;
  TermVec conditions = {0};
  reader_skip_blanks(reader);
  const char *place = reader->next;
  if (!reader_number(reader, "how many conditions there are", UINT32_MAX, &count)) return false;
  if (!count) return reader_error(reader, place, "a justice property has at least 1 condition");
  bool good = true;
  for (uint64_t i = 0; i < count && good; i++) {
    Term condition;
    good = reader_condition(reader, &condition);
    if (good) vec_push(&conditions, condition);
  }
  if (good) ask(reader, QUESTION_JUSTICE)->conditions = conditions;
  else vec_free(&conditions);
  line->kind = LINE_OTHER;
  return good;
}

static bool read_assumption(Reader *reader, Word tag, Line *line) {
  Relation *relation = reader->relation;
  Term condition;
  if (!reader_condition(reader, &condition)) return false;
  TermVec *list = word_is(tag, "fair") ? &relation->fairness : &relation->constraints;
  vec_push(list, condition);
  line->kind = LINE_OTHER;
  return true;
}

/* The name comes with the symbol. */
static bool read_output(Reader *reader, Word tag, Line *line) {
  (void)tag;
  Term term;
  if (!reader_term(reader, &term, NULL)) return false;
  relation_define(reader->relation, NULL, term);
  line->kind = LINE_OTHER;
  return true;
}

/* ---- names ---- */

static char *name_or_number(char *symbol, const char *tag, uint64_t id) {
  if (symbol) return symbol;
  Text text = {0};
  text_format(&text, "%s%" PRIu64, tag, id);
  return text_take(&text);
}

/* Takes the symbol, which may be NULL. */
static void set_name(Reader *reader, Word tag, const Line *line, char *symbol) {
  Relation *relation = reader->relation;
  if (line->variable != UINT32_MAX) {
    Variable *variable = relation->variables.data + line->variable;
    variable->name = name_or_number(symbol, variable->is_state ? "state" : "input", line->id);
  } else if (word_is(tag, "output")) {
    vec_last(&relation->definitions).name = name_or_number(symbol, "output", line->id);
  } else if (word_is(tag, "bad") || word_is(tag, "justice")) {
    vec_last(&relation->questions).name = symbol;
  } else {
    if (symbol && line->kind == LINE_TERM)
      relation_define(relation, symbol, line->term)->hidden = true;
    mem_free(symbol);
  }
}

/* ---- lines ---- */

typedef struct {
  const char *tag;
  bool (*read)(Reader *reader, Word tag, Line *line);
} LineTag;

static const LineTag line_tags[] = {
    {"sort", read_sort},       {"input", read_variable},        {"state", read_variable},
    {"init", read_assignment}, {"next", read_assignment},       {"bad", read_bad},
    {"fair", read_assumption}, {"constraint", read_assumption}, {"justice", read_justice},
    {"output", read_output},
};

static bool read_tagged(Reader *reader, Word tag, Line *line) {
  bool known;
  if (!tag.length)
    return reader_error(reader, tag.text, "expected what the line is: sort, add, ...");
  for (size_t i = 0; i < sizeof line_tags / sizeof *line_tags; i++)
    if (word_is(tag, line_tags[i].tag)) return line_tags[i].read(reader, tag, line);
  bool good = reader_constant(reader, tag, line, &known);
  if (!known) good = reader_operator(reader, tag, line, &known);
  return known ? good
               : reader_error(reader, tag.text, "there is no '%.*s' in BTOR2", (int)tag.length,
                              tag.text);
}

static bool read_id(Reader *reader, uint64_t *id) {
  const char *place = reader->next;
  if (!reader_number(reader, "the number of the line", UINT64_MAX / 16, id)) return false;
  if (!*id) return reader_error(reader, place, "the number of a line is at least 1");
  if (!reader->lines.size || *id > vec_last(&reader->lines).id) return true;
  return reader_error(reader, place,
                      "the numbers of lines ascend: %" PRIu64 " comes after %" PRIu64, *id,
                      vec_last(&reader->lines).id);
}

/* A line that fails keeps its number, so that what refers to it is not told as well. */
static void read_line(Reader *reader) {
  Line line = {.variable = UINT32_MAX};
  char *symbol = NULL;
  uint64_t id = 0;
  reader_skip_blanks(reader);
  if (reader_at_end_of_line(reader) || !read_id(reader, &id)) return;
  line.id = id;
  Word tag = reader_word(reader);
  bool good = read_tagged(reader, tag, &line) && reader_symbol(reader, &symbol);
  if (good) set_name(reader, tag, &line, symbol);
  else line = (Line){.id = id, .kind = LINE_BROKEN, .variable = UINT32_MAX};
  vec_push(&reader->lines, line);
}

static bool read_lines(Reader *reader, Error *list) {
  size_t found = 0;
  bool failed = false;
  while (found < ERROR_LIMIT && reader_next_line(reader)) {
    if (budget_spent(reader->budget))
      return error_at(list, reader->file, reader->line_number, 0, "not read on: %s",
                      budget_reason(budget_state(reader->budget)));
    reader->failed = false;
    read_line(reader);
    failed |= reader->failed;
    if (!reader->error.message) continue;
    error_append(list, &reader->error);
    found++;
  }
  return !failed;
}

Model *btor2_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                  Error *error) {
  Model *model = model_new(file);
  Reader reader = {
      .file = file, .next = data, .end = data + size, .budget = options ? options->budget : NULL};
  reader.relation = model->relation = relation_new();
  bool good = read_lines(&reader, error) && model_blast(model, options, error);
  vec_free(&reader.lines);
  if (good) return model;
  model_free(model);
  return NULL;
}

bool btor2_recognise(const char *data, size_t size) {
  Reader reader = {.file = "", .next = data, .end = data + size};
  while (reader_next_line(&reader)) {
    reader_skip_blanks(&reader);
    if (reader_at_end_of_line(&reader)) continue;
    Word number = reader_word(&reader), tag = reader_word(&reader);
    for (size_t i = 0; i < number.length; i++)
      if (number.text[i] < '0' || number.text[i] > '9') return false;
    return word_is(tag, "sort");
  }
  return false;
}
