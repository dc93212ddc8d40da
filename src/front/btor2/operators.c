/* Lines that apply an operator. BTOR2 has more operators than terms do: some are the complement of
 * one, or one with its arguments the other way round. */
#include "base/text.h"
#include "front/btor2/reader.h"

enum {
  SWAPPED = 1,            /* the arguments the other way round */
  COMPLEMENTED = 2,       /* the result */
  FIRST_COMPLEMENTED = 4, /* the first argument */
  WITH_ONE = 8,           /* 1 is the second argument */
  OF_BITS = 16,           /* only for one bit */
};

typedef struct {
  const char *tag;
  TermOperator op;
  unsigned how;
} Derived;

static const Derived derived[] = {
    {"nand", TERM_AND, COMPLEMENTED},
    {"nor", TERM_OR, COMPLEMENTED},
    {"xnor", TERM_XOR, COMPLEMENTED},
    {"iff", TERM_XOR, COMPLEMENTED | OF_BITS},
    {"implies", TERM_OR, FIRST_COMPLEMENTED | OF_BITS},
    {"neq", TERM_EQUAL, COMPLEMENTED},
    {"ugt", TERM_LESS, SWAPPED},
    {"ugte", TERM_LESS, COMPLEMENTED},
    {"ulte", TERM_LESS, SWAPPED | COMPLEMENTED},
    {"sgt", TERM_LESS_SIGNED, SWAPPED},
    {"sgte", TERM_LESS_SIGNED, COMPLEMENTED},
    {"slte", TERM_LESS_SIGNED, SWAPPED | COMPLEMENTED},
    {"inc", TERM_ADD, WITH_ONE},
    {"dec", TERM_SUBTRACT, WITH_ONE},
};

/* The operator of a tag: derived, or of the same name. */
static bool find_operator(Word tag, Derived *found) {
  for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
    if (word_is(tag, derived[i].tag)) {
      *found = derived[i];
      return true;
    }
  for (TermOperator op = 0; op < TERM_OPERATORS; op++)
    if (term_operators[op].name && word_is(tag, term_operators[op].name)) {
      *found = (Derived){.tag = term_operators[op].name, .op = op};
      return true;
    }
  return false;
}

/* Terms, then numbers. */
static bool read_arguments(Reader *reader, const Derived *form, uint32_t *arguments, Line *result) {
  const TermOperatorInfo *info = term_operators + form->op;
  size_t terms = info->terms, numbers = 0;
  bool with_one = form->how & WITH_ONE;
  if (info->shape == SHAPE_SLICE) numbers = 2;
  if (info->shape == SHAPE_EXTEND) numbers = 1;
  for (size_t i = 0; i < terms - with_one; i++) {
    const Line *line;
    if (!reader_term(reader, arguments + i, &line)) return false;
    result->reads_inputs |= line->reads_inputs;
    if (line->newest_state > result->newest_state) result->newest_state = line->newest_state;
  }
  for (size_t i = terms; i < terms + numbers; i++) {
    uint64_t number;
    if (!reader_number(reader, "a number of bits", WIDTH_LIMIT, &number)) return false;
    arguments[i] = (uint32_t)number;
  }
  Terms *store = reader->relation->terms;
  if (with_one) {
    Type type = term_type(store, arguments[0]);
    bool array = type_is_array(&store->types, type);
    arguments[1] = term_number(store, 1, array ? 1 : type_info(&store->types, type)->width);
  }
  return true;
}

/* The width of what results, before it is made. */
static uint64_t result_width(const Terms *terms, TermOperator op, const uint32_t *arguments) {
  TermShape shape = term_operators[op].shape;
  if (shape == SHAPE_CONCAT)
    return (uint64_t)term_width(terms, arguments[0]) + term_width(terms, arguments[1]);
  return shape == SHAPE_EXTEND ? (uint64_t)term_width(terms, arguments[0]) + arguments[1] : 1;
}

static bool check_fit(Reader *reader, const char *place, const Derived *form,
                      const uint32_t *arguments) {
  const Terms *terms = reader->relation->terms;
  Text text = {0};
  const char *why = term_misfit(terms, form->op, arguments, &text);
  bool good = !why;
  if (why) reader_error(reader, place, "'%s': %s", form->tag, why);
  else if (form->how & OF_BITS && term_width(terms, arguments[0]) != 1)
    good = reader_error(reader, place, "'%s' takes arguments of 1 bit", form->tag);
  else if (result_width(terms, form->op, arguments) > WIDTH_LIMIT)
    good = reader_error(reader, place, "a word has at most %d bits", WIDTH_LIMIT);
  text_free(&text);
  return good;
}

static Term apply(Terms *terms, const Derived *form, uint32_t *arguments) {
  if (form->how & FIRST_COMPLEMENTED) arguments[0] = term_not(terms, arguments[0]);
  if (form->how & SWAPPED) {
    Term first = arguments[0];
    arguments[0] = arguments[1];
    arguments[1] = first;
  }
  Term term = term_apply(terms, form->op, arguments);
  return form->how & COMPLEMENTED ? term_not(terms, term) : term;
}

bool reader_operator(Reader *reader, Word tag, Line *line, bool *known) {
  Derived form;
  Terms *terms = reader->relation->terms;
  uint32_t arguments[3] = {0};
  Type type;
  *known = find_operator(tag, &form);
  if (!*known) return false;
  reader_skip_blanks(reader);
  const char *sort = reader->next;
  if (!reader_sort(reader, &type)) return false;
  if (!read_arguments(reader, &form, arguments, line) ||
      !check_fit(reader, tag.text, &form, arguments))
    return false;
  Term term = apply(terms, &form, arguments);
  if (!type_fits(&terms->types, type, term_type(terms, term))) {
    Text text = {0};
    text_format(&text, "'%s' gives ", form.tag);
    type_print(&terms->types, term_type(terms, term), &text);
    text_add(&text, ", the sort is ");
    type_print(&terms->types, type, &text);
    reader_error(reader, sort, "%s", text.data);
    text_free(&text);
    return false;
  }
  line->kind = LINE_TERM;
  line->term = term;
  return true;
}
