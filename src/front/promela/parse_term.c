/* Terms: Promela's expressions, with the temporal operators where the program has an `ltl` block.
 * The levels of the binary operators are those of SPIN's grammar. */
#include "front/promela/parser.h"

Term *term_new(Parser *p, int operator, const Token * at) {
  Term *term = promela_new(p, sizeof *term);
  term->operator= operator;
  term->at = *at;
  vec_push(&p->syntax->terms, term);
  return term;
}

static Term *constant(Parser *p, const Token *at, int32_t value) {
  Term *term = term_new(p, PROCESS_CONSTANT, at);
  term->value = value;
  return term;
}

/* ---- references ---- */

static bool add_access(Parser *p, Term *term, Variable *field) {
  Access *longer = promela_new(p, (term->path_length + 1) * sizeof *longer);
  if (term->path_length) memcpy(longer, term->path, term->path_length * sizeof *longer);
  Access *access = &longer[term->path_length];
  access->field = field;
  term->path = longer;
  term->path_length++;
  const Token at = *promela_peek(p, 0);
  if (!promela_take(p, '[')) return !p->failed;
  if (!field->array) return promela_fail(p, &at, "'%s' is not an array", field->name);
  access->index = parse_term(p);
  return access->index && promela_expect(p, ']', "the index");
}

static Variable *field_of(const Record *record, const char *name) {
  for (size_t i = 0; i < record->fields.size; i++)
    if (!strcmp(record->fields.data[i]->name, name)) return record->fields.data[i];
  return NULL;
}

Term *parse_reference(Parser *p) {
  const Token at = *promela_peek(p, 0);
  const char *name = promela_name(p, "a variable");
  if (!name) return NULL;
  Variable *variable = promela_find(p, name);
  if (!variable) return promela_fail(p, &at, "'%s' is not declared", name);
  Term *term = term_new(p, PROCESS_VARIABLE, &at);
  if (!add_access(p, term, variable)) return NULL;
  while (promela_is(p, '.')) {
    const Record *record = term->path[term->path_length - 1].field->record;
    if (!record)
      return promela_fail(p, promela_peek(p, 0), "'%s' has no fields",
                          term->path[term->path_length - 1].field->name);
    promela_advance(p);
    const Token where = *promela_peek(p, 0);
    const char *field_name = promela_name(p, "a field");
    if (!field_name) return NULL;
    Variable *field = field_of(record, field_name);
    if (!field) return promela_fail(p, &where, "'%s' has no field '%s'", record->name, field_name);
    if (!add_access(p, term, field)) return NULL;
  }
  return term;
}

/* P[i]@label, P@label, P[i]:x, P:x */
static Term *parse_remote(Parser *p) {
  const Token at = *promela_peek(p, 0);
  Term *term = term_new(p, PROCESS_AT, &at);
  term->proctype = at.text;
  promela_advance(p);
  if (promela_take(p, '[')) {
    term->a = parse_term(p);
    if (!term->a || !promela_expect(p, ']', "the process")) return NULL;
  }
  if (promela_take(p, '@')) {
    term->name = promela_name(p, "a label");
    return term->name ? term : NULL;
  }
  if (!promela_take(p, ':')) return promela_unexpected(p, "'@' and a label, or ':' and a variable");
  term->operator= PROCESS_REMOTE;
  term->name = promela_name(p, "a variable");
  if (!term->name) return NULL;
  if (promela_take(p, '[')) {
    term->b = parse_term(p);
    if (!term->b || !promela_expect(p, ']', "the index")) return NULL;
  }
  return term;
}

/* ---- words ---- */

static Term *parse_run(Parser *p, const Token *at) {
  if (!p->proctype) return promela_fail(p, at, "'run' is only possible inside a proctype");
  Term *term = term_new(p, PROCESS_RUN, at);
  term->proctype = promela_name(p, "a proctype");
  if (!term->proctype || !promela_expect(p, '(', "the proctype")) return NULL;
  p->parentheses++;
  while (!promela_is(p, ')')) {
    Term *argument = parse_term(p);
    if (!argument) return NULL;
    vec_push(&term->arguments, argument);
    if (!promela_take(p, ',')) break;
  }
  p->parentheses--;
  if (!promela_expect(p, ')', "the arguments")) return NULL;
  expand_records(p, &term->arguments);
  if (promela_take_word(p, "priority")) {
    const Token where = *promela_peek(p, 0);
    if (!parse_constant(p, &term->value)) return NULL;
    if (term->value < 1 || term->value > 255)
      return promela_fail(p, &where, "a priority is a number from 1 to 255");
    p->syntax->program->has_priority = true;
  }
  return term;
}

static const struct {
  const char *word;
  ProcessOperator operator;
  bool argument, channel;
} words[] = {
    {"timeout", PROCESS_TIMEOUT, false, false}, {"np_", PROCESS_NO_PROGRESS, false, false},
    {"_pid", PROCESS_OWN_PID, false, false},    {"_nr_pr", PROCESS_NUMBER, false, false},
    {"_last", PROCESS_LAST, false, false},      {"_priority", PROCESS_PRIORITY, false, false},
    {"len", PROCESS_LENGTH, true, true},        {"full", PROCESS_FULL, true, true},
    {"empty", PROCESS_EMPTY, true, true},       {"nfull", PROCESS_NOT_FULL, true, true},
    {"nempty", PROCESS_NOT_EMPTY, true, true},  {"enabled", PROCESS_ENABLED, true, false},
    {"pc_value", PROCESS_CONTROL, true, false}, {"get_priority", PROCESS_PRIORITY, true, false},
};

static bool is_channel(const Term *term) {
  return term->operator== PROCESS_VARIABLE && !term->path[term->path_length - 1]
      .field->record && term->path[term->path_length - 1]
      .field->type == PROCESS_CHAN;
}

static Term *parse_word(Parser *p, const Token *at, size_t word) {
  Term *term = term_new(p, words[word].operator, at);
  Processes *program = p->syntax->program;
  program->has_timeout |= term->operator== PROCESS_TIMEOUT;
  program->has_last |= term->operator== PROCESS_LAST;
  program->has_priority |= term->operator== PROCESS_PRIORITY;
  if (!words[word].argument) return term;
  if (!promela_expect(p, '(', at->text)) return NULL;
  const Token where = *promela_peek(p, 0);
  p->parentheses++;
  term->a = words[word].channel ? parse_reference(p) : parse_term(p);
  p->parentheses--;
  if (!term->a || !promela_expect(p, ')', "the argument")) return NULL;
  if (words[word].channel && !is_channel(term->a))
    return promela_fail(p, &where, "'%s' wants a channel", words[word].word);
  return term;
}

static Term *parse_poll(Parser *p, Term *channel) {
  if (!is_channel(channel))
    return promela_fail(p, &channel->at, "only a channel can be received from");
  Term *term = term_new(p, PROCESS_POLL, promela_peek(p, 0));
  term->a = channel;
  term->value = promela_is(p, SIGN_ANYWHERE);
  promela_advance(p);
  promela_advance(p); /* [ */
  if (!parse_arguments(p, &term->arguments, true) || !promela_expect(p, ']', "the message"))
    return NULL;
  return term;
}

static Term *parse_name(Parser *p) {
  const Token at = *promela_peek(p, 0);
  static const char *const constants[] = {"false", "true", "skip"};
  for (size_t i = 0; i < 3; i++)
    if (!strcmp(at.text, constants[i])) {
      promela_advance(p);
      return constant(p, &at, i > 0);
    }
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(at.text, words[i].word)) {
      promela_advance(p);
      return parse_word(p, &at, i);
    }
  if (!strcmp(at.text, "run")) {
    promela_advance(p);
    return parse_run(p, &at);
  }
  if (!promela_find(p, at.text)) {
    const MtypeName *mtype = promela_mtype(p, at.name);
    if (mtype) {
      promela_advance(p);
      Term *term = constant(p, &at, mtype->value);
      term->name = at.text;
      return term;
    }
    if (map_get(&p->proctype_names, at.name, NULL)) return parse_remote(p);
  }
  Term *term = parse_reference(p);
  if (!term) return NULL;
  const Token *next = promela_peek(p, 1);
  bool bracket = next->kind == TOKEN_SIGN && next->sign == '[' && !promela_line_ends(p);
  if ((promela_is(p, '?') || promela_is(p, SIGN_ANYWHERE)) && bracket) return parse_poll(p, term);
  return term;
}

/* ---- operators ---- */

static bool temporal_sign(Parser *p, int first, int second) {
  const Token *next = promela_peek(p, 1);
  return p->ltl && promela_is(p, first) && next->kind == TOKEN_SIGN && next->sign == second;
}

typedef struct {
  const char *word;
  int operator;
} Word;

/* The operator whose word comes next, taken; LTL_ATOM: none. A variable of that name is one. */
static int take_word_of(Parser *p, const Word *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (promela_is_word(p, list[i].word) && !promela_find(p, list[i].word)) {
      promela_advance(p);
      return list[i].operator;
    }
  return LTL_ATOM;
}

/* The temporal operator before an operand, taken; LTL_ATOM: there is none. */
static int take_unary(Parser *p) {
  static const Word linear[] = {
      {"X", LTL_NEXT}, {"next", LTL_NEXT}, {"always", LTL_ALWAYS}, {"eventually", LTL_EVENTUALLY}};
  static const Word branching[] = {{"EX", CTL_EX}, {"EF", CTL_EF}, {"EG", CTL_EG}, {"E", CTL_EU},
                                   {"AX", CTL_AX}, {"AF", CTL_AF}, {"AG", CTL_AG}, {"A", CTL_AU}};
  if (!p->ltl) return LTL_ATOM;
  if (p->branching) return take_word_of(p, branching, sizeof branching / sizeof *branching);
  if (temporal_sign(p, '[', ']') || temporal_sign(p, '<', '>')) {
    int found = promela_is(p, '[') ? LTL_ALWAYS : LTL_EVENTUALLY;
    promela_advance(p);
    promela_advance(p);
    return found;
  }
  return take_word_of(p, linear, sizeof linear / sizeof *linear);
}

static Term *parse_unary(Parser *p);

static Term *unary(Parser *p, int operator, const Token * at) {
  Term *operand = parse_unary(p);
  if (!operand) return NULL;
  Term *term = term_new(p, operator, at);
  term->a = operand;
  return term;
}

static Term *parse_parenthesis(Parser *p, const Token *at) {
  p->parentheses++;
  Term *term = parse_term(p);
  if (!term) return NULL;
  if (promela_take(p, SIGN_ARROW)) {
    Term *choice = term_new(p, PROCESS_IF, at);
    choice->a = term;
    choice->b = parse_term(p);
    if (!choice->b || !promela_expect(p, ':', "the first value")) return NULL;
    choice->c = parse_term(p);
    if (!choice->c) return NULL;
    term = choice;
  }
  p->parentheses--;
  return promela_expect(p, ')', "the expression") ? term : NULL;
}

/* CTL's until: A [f U g], E (f U g). */
static Term *parse_until(Parser *p, int operator) {
  bool bracket = promela_is(p, '[');
  if (!bracket && !promela_is(p, '(')) return promela_unexpected(p, "'['");
  promela_advance(p);
  p->parentheses++;
  const Token at = *promela_peek(p, 0);
  Term *term = parse_term(p);
  p->parentheses--;
  if (!term || !promela_expect(p, bracket ? ']' : ')', "the formula")) return NULL;
  if (term->operator!= TERM_LTL + LTL_UNTIL) return promela_fail(p, &at, "expected f U g here");
  term->operator= TERM_LTL + operator;
  return term;
}

static Term *parse_operand(Parser *p) {
  const Token at = *promela_peek(p, 0);
  int temporal = take_unary(p);
  if (temporal == CTL_EU || temporal == CTL_AU) return parse_until(p, temporal);
  if (temporal != LTL_ATOM) return unary(p, TERM_LTL + temporal, &at);
  if (promela_take(p, '(')) return parse_parenthesis(p, &at);
  if (promela_take(p, '!')) return unary(p, PROCESS_NOT, &at);
  if (promela_take(p, '-')) return unary(p, PROCESS_NEGATE, &at);
  if (promela_take(p, '~')) return unary(p, PROCESS_COMPLEMENT, &at);
  if (promela_take(p, SIGN_SORTED)) {
    Term *inner = unary(p, PROCESS_NOT, &at);
    if (!inner) return NULL;
    Term *term = term_new(p, PROCESS_NOT, &at);
    term->a = inner;
    return term;
  }
  if (at.kind == TOKEN_NUMBER) {
    promela_advance(p);
    return constant(p, &at, at.value);
  }
  if (at.kind == TOKEN_NAME) return parse_name(p);
  return promela_unexpected(p, "an expression");
}

static Term *parse_unary(Parser *p) {
  if (!promela_deeper(p)) return NULL;
  Term *term = parse_operand(p);
  p->depth--;
  return term;
}

typedef struct {
  int sign;
  const char *word;
  int level, operator;
} Binary;

static const Binary binaries[] = {
    {SIGN_ARROW, NULL, 0, TERM_LTL + LTL_IMPLIES},
    {0, "implies", 0, TERM_LTL + LTL_IMPLIES},
    {0, "equivalent", 0, TERM_LTL + LTL_EQUIVALENT},
    {SIGN_OR, NULL, 1, PROCESS_OR},
    {SIGN_AND, NULL, 2, PROCESS_AND},
    {0, "U", 3, TERM_LTL + LTL_UNTIL},
    {0, "until", 3, TERM_LTL + LTL_UNTIL},
    {0, "stronguntil", 3, TERM_LTL + LTL_UNTIL},
    {0, "W", 3, TERM_LTL + LTL_WEAK_UNTIL},
    {0, "weakuntil", 3, TERM_LTL + LTL_WEAK_UNTIL},
    {0, "V", 3, TERM_LTL + LTL_RELEASE},
    {0, "R", 3, TERM_LTL + LTL_RELEASE},
    {0, "release", 3, TERM_LTL + LTL_RELEASE},
    {'|', NULL, 4, PROCESS_BIT_OR},
    {'^', NULL, 5, PROCESS_BIT_XOR},
    {'&', NULL, 6, PROCESS_BIT_AND},
    {SIGN_EQUAL, NULL, 7, PROCESS_EQUAL},
    {SIGN_UNEQUAL, NULL, 7, PROCESS_UNEQUAL},
    {'<', NULL, 8, PROCESS_LESS},
    {'>', NULL, 8, PROCESS_GREATER},
    {SIGN_LESS_EQUAL, NULL, 8, PROCESS_LESS_EQUAL},
    {SIGN_GREATER_EQUAL, NULL, 8, PROCESS_GREATER_EQUAL},
    {SIGN_SHIFT_LEFT, NULL, 9, PROCESS_SHIFT_LEFT},
    {SIGN_SHIFT_RIGHT, NULL, 9, PROCESS_SHIFT_RIGHT},
    {'+', NULL, 10, PROCESS_ADD},
    {'-', NULL, 10, PROCESS_SUBTRACT},
    {'*', NULL, 11, PROCESS_MULTIPLY},
    {'/', NULL, 11, PROCESS_DIVIDE},
    {'%', NULL, 11, PROCESS_MODULO},
};
enum { TOP_LEVEL = 12 };

/* The operator that comes next, and of how many tokens it is. */
static const Binary *next_binary(Parser *p, size_t *length) {
  static const Binary equivalent = {0, NULL, 0, TERM_LTL + LTL_EQUIVALENT};
  const Token *token = promela_peek(p, 0);
  *length = 1;
  if (promela_line_ends(p)) return NULL;
  if (temporal_sign(p, '<', SIGN_ARROW)) {
    *length = 2;
    return &equivalent;
  }
  for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++) {
    const Binary *binary = &binaries[i];
    if (binary->operator>= TERM_LTL && !p->ltl) continue;
    if (binary->word ? token->kind == TOKEN_NAME && !strcmp(token->text, binary->word)
                     : token->kind == TOKEN_SIGN && token->sign == binary->sign)
      return binary;
  }
  return NULL;
}

static Term *parse_level(Parser *p, Term *left, int level) {
  if (level == TOP_LEVEL) return left ? left : parse_unary(p);
  left = parse_level(p, left, level + 1);
  while (left) {
    size_t length;
    const Binary *binary = next_binary(p, &length);
    if (!binary || binary->level != level) break;
    const Token at = *promela_peek(p, 0);
    for (size_t i = 0; i < length; i++) promela_advance(p);
    Term *right = parse_level(p, NULL, level + 1);
    if (!right) return NULL;
    Term *term = term_new(p, binary->operator, & at);
    term->a = left;
    term->b = right;
    left = term;
  }
  return left;
}

Term *parse_term_from(Parser *p, Term *left) { return parse_level(p, left, 0); }

Term *parse_term(Parser *p) { return parse_level(p, NULL, 0); }

/* ---- lists ---- */

/* Puts the simple values of a record in the place of the record itself. */
static void expand_record(Parser *p, const Term *term, TermVec *out) {
  const Variable *last = term->path_length ? term->path[term->path_length - 1].field : NULL;
  bool whole = last && last->array && !term->path[term->path_length - 1].index;
  bool reference = term->operator== PROCESS_VARIABLE;
  if (!reference || (!last->record && !whole) || (whole && last == term->path[0].field)) {
    vec_push(out, (Term *)term);
    return;
  }
  for (uint32_t i = 0; i < (whole ? last->count : 1); i++) {
    Term element = *term;
    if (whole) {
      element.path = promela_new(p, term->path_length * sizeof *element.path);
      memcpy(element.path, term->path, term->path_length * sizeof *element.path);
      element.path[term->path_length - 1].index = constant(p, &term->at, (int32_t)i);
    }
    size_t fields = last->record ? last->record->fields.size : 0;
    for (size_t k = 0; k < (fields ? fields : 1); k++) {
      Term *part = term_new(p, PROCESS_VARIABLE, &term->at);
      part->path_length = element.path_length + (fields > 0);
      part->path = promela_new(p, part->path_length * sizeof *part->path);
      memcpy(part->path, element.path, element.path_length * sizeof *part->path);
      if (!fields) {
        vec_push(out, part);
        continue;
      }
      part->path[element.path_length] = (Access){.field = last->record->fields.data[k]};
      expand_record(p, part, out);
    }
    if (out->size > 4096) {
      promela_fail(p, &term->at, "this record has too many parts to be passed on");
      return;
    }
  }
}

void expand_records(Parser *p, TermVec *arguments) {
  TermVec expanded = {0};
  for (size_t i = 0; i < arguments->size && !p->failed; i++)
    expand_record(p, arguments->data[i], &expanded);
  vec_free(arguments);
  *arguments = expanded;
}

static Term *parse_argument(Parser *p, bool receive) {
  const Token at = *promela_peek(p, 0);
  bool event = p->proctype && p->proctype->trace;
  if (!receive && !(event && promela_is_word(p, "_"))) return parse_term(p);
  if (promela_is_word(p, "_")) {
    promela_advance(p);
    Term *term = constant(p, &at, 0);
    term->wildcard = true;
    return term;
  }
  if (promela_take_word(p, "eval")) {
    if (!promela_expect(p, '(', "'eval'")) return NULL;
    Term *term = parse_term(p);
    if (!term || !promela_expect(p, ')', "the value")) return NULL;
    Term *match = term_new(p, term->operator, & at);
    TermVec own = match->arguments;
    *match = *term;
    match->arguments = own;
    for (size_t i = 0; i < term->arguments.size; i++)
      vec_push(&match->arguments, term->arguments.data[i]);
    match->eval = true;
    return match;
  }
  Term *term = parse_unary(p);
  if (!term) return NULL;
  if (term->operator== PROCESS_NEGATE && term->a->operator== PROCESS_CONSTANT) {
    term->a->value = (int32_t)(0U - (uint32_t)term->a->value);
    return term->a;
  }
  if (term->operator!= PROCESS_CONSTANT && term->operator!= PROCESS_VARIABLE && term->operator!=
      PROCESS_OWN_PID)
    return promela_fail(p, &at, "a receive takes variables, constants and eval(...)");
  if (term->operator== PROCESS_OWN_PID) term->eval = true;
  return term;
}

/* a, b, c or a(b, c): the same message. */
bool parse_arguments(Parser *p, TermVec *arguments, bool receive) {
  bool inside = false;
  do {
    Term *term = parse_argument(p, receive);
    if (!term) return false;
    vec_push(arguments, term);
    if (arguments->size == 1 && promela_take(p, '(')) {
      inside = true;
      p->parentheses++;
      if (promela_is(p, ')')) break;
      continue;
    }
    if (!promela_take(p, ',')) break;
  } while (!p->failed);
  if (inside) p->parentheses--;
  if (inside && !promela_expect(p, ')', "the message")) return false;
  expand_records(p, arguments);
  return !p->failed;
}
