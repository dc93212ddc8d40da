/* What PSLSPEC has beyond the expressions of SMV: replicated properties, operators that are words,
 * and what is not supported.
 *
 * `forall i in {0:3, 7} : p` is the conjunction of p with each of the values for i, `forany` the
 * disjunction. The body is read once for each value; where its text says i, there is a leaf with
 * the value, and the syntax tree knows which texts these leaves replace (syntax_text), so that
 * x[0] = 1 and x[1] = 1 are not one atom for being written x[i] = 1 both.
 *
 * A few operators are not supported: a property with one is skipped whole and kept as one that
 * cannot be checked. */
#include "front/smv/parser.h"

enum { COPY_LIMIT = 1 << 16, NODE_LIMIT = 1 << 22 };

/* --- replicators ---------------------------------------------------------------------------- */

typedef VEC(Replaced) ReplacedVec;

static bool add_number(Parser *parser, ReplacedVec *values, int64_t number) {
  Text text = {0};
  text_format(&text, "%lld", (long long)number);
  Replaced value = {
      .kind = NODE_NUMBER, .number = number, .text = names_add(&parser->syntax->names, text.data)};
  text_free(&text);
  vec_push(values, value);
  return true;
}

bool psl_parse_number(Parser *parser, int64_t *number) {
  bool negative = parser_accept(parser, TOKEN_MINUS);
  if (parser->token.kind != TOKEN_NUMBER) return parser_fail(parser, "a number");
  NodeIndex node = parse_number(parser);
  if (node == NODE_NONE) return false;
  *number = syntax_node(parser->syntax, node)->number * (negative ? -1 : 1);
  parser->syntax->nodes.size--; /* it is no operand */
  return true;
}

/* 3, 0:3, TRUE, a constant or a variable. */
static bool parse_value(Parser *parser, ReplacedVec *values) {
  Token at = parser->token;
  if (at.kind == TOKEN_NUMBER || at.kind == TOKEN_MINUS) {
    int64_t low = 0, high = 0;
    if (!psl_parse_number(parser, &low)) return false;
    if (!parser_accept(parser, TOKEN_COLON)) return add_number(parser, values, low);
    if (!psl_parse_number(parser, &high)) return false;
    if (low > high || high - low >= COPY_LIMIT)
      return syntax_error_at(parser->syntax, at.line, at.column, "the range %lld:%lld is %s",
                             (long long)low, (long long)high, low > high ? "empty" : "too large");
    for (; low <= high; low++) add_number(parser, values, low);
    return true;
  }
  Replaced value = {.kind = at.kind == TOKEN_TRUE    ? NODE_TRUE
                            : at.kind == TOKEN_FALSE ? NODE_FALSE
                                                     : NODE_NAME};
  if (value.kind == NODE_NAME && at.kind != TOKEN_NAME) return parser_fail_name(parser, "a value");
  value.text = parser_name(parser);
  value.number = value.kind == NODE_NAME ? value.text : 0;
  parser_advance(parser);
  vec_push(values, value);
  return true;
}

static bool parse_values(Parser *parser, ReplacedVec *values) {
  if (parser_accept(parser, TOKEN_BOOLEAN)) {
    Replaced constants[] = {
        {.kind = NODE_FALSE, .text = names_add(&parser->syntax->names, "FALSE")},
        {.kind = NODE_TRUE, .text = names_add(&parser->syntax->names, "TRUE")}};
    vec_push(values, constants[0]);
    vec_push(values, constants[1]);
    return true;
  }
  if (!parser_expect(parser, TOKEN_OPEN_SET)) return false;
  do
    if (!parse_value(parser, values)) return false;
  while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect(parser, TOKEN_CLOSE_SET);
}

/* The body for each value; every time from the same place in the text. */
static NodeIndex parse_copies(Parser *parser, Replaced *binding, const ReplacedVec *values,
                              NodeKind join, Token at) {
  Parser start = *parser;
  size_t nodes = parser->syntax->nodes.size;
  NodeIndex all = NODE_NONE;
  for (size_t i = 0; i < values->size; i++) {
    Replaced value = values->data[i];
    value.name = binding->name;
    value.binder = at.begin;
    value.outer = start.bindings;
    parser->lexer = start.lexer;
    parser->token = start.token;
    parser->bindings = &value;
    NodeIndex copy = parse_expression(parser);
    parser->bindings = start.bindings;
    if (copy == NODE_NONE) return NODE_NONE;
    all = all == NODE_NONE ? copy : parser_node(parser, join, all, copy, at);
    if (++parser->copies > COPY_LIMIT || parser->syntax->nodes.size - nodes > NODE_LIMIT) {
      syntax_error_at(parser->syntax, at.line, at.column, "this property has too many copies");
      return NODE_NONE;
    }
  }
  return all;
}

/* Whether a property around this one binds the name, or has it as a value: the value would seem to
 * be the inner name then. */
static bool is_bound(const Parser *parser, uint32_t name) {
  for (const Replaced *b = parser->bindings; b; b = b->outer)
    if (b->name == name || b->text == name) return true;
  return false;
}

static NodeIndex parse_replicated(Parser *parser) {
  Token at = parser->token;
  NodeKind join = parser_token_is(parser, "forall") ? NODE_AND : NODE_OR;
  parser_advance(parser);
  if (parser->token.kind != TOKEN_NAME) {
    parser_fail_name(parser, "a name");
    return NODE_NONE;
  }
  Replaced binding = {.name = parser_name(parser)};
  if (is_bound(parser, binding.name)) {
    syntax_error_at(parser->syntax, parser->token.line, parser->token.column,
                    "'%s' is already replicated around this",
                    parser->syntax->names.text[binding.name]);
    return NODE_NONE;
  }
  parser_advance(parser);
  ReplacedVec values = {0};
  NodeIndex all = NODE_NONE;
  if (parser_expect(parser, TOKEN_IN) && parse_values(parser, &values) &&
      parser_expect(parser, TOKEN_COLON))
    all = parse_copies(parser, &binding, &values, join, at);
  vec_free(&values);
  if (all == NODE_NONE) return NODE_NONE;
  Node *node = parser->syntax->nodes.data + all; /* the text begins at the word */
  if (at.begin < node->begin) node->begin = at.begin;
  return all;
}

const Replaced *parser_binding(const Parser *parser, uint32_t name) {
  const Replaced *binding = parser->bindings;
  while (binding && binding->name != name) binding = binding->outer;
  return binding;
}

NodeIndex parser_replace(Parser *parser, const Replaced *binding) {
  NodeIndex node = parser_node(parser, binding->kind, NODE_NONE, NODE_NONE, parser->token);
  parser->syntax->nodes.data[node].number = binding->number;
  Replacement replacement = {node, binding->binder, binding->text};
  vec_push(&parser->syntax->replacements, replacement);
  parser_advance(parser);
  return node;
}

/* --- operators ------------------------------------------------------------------------------ */

/* A `!` glued to the word before it, as in PSL's `until!`. */
bool psl_accept_mark(Parser *parser, Token word) {
  if (parser->token.kind != TOKEN_NOT || parser->token.begin != word.end) return false;
  parser_advance(parser);
  return true;
}

static bool at_replicator(const Parser *parser) {
  return parser_token_is(parser, "forall") || parser_token_is(parser, "forany");
}

/* The prefix words of PSL; always and never reach as far as they can. */
NodeIndex parse_psl_prefix(Parser *parser) {
  Token at = parser->token;
  if (at_replicator(parser)) return parse_replicated(parser);
  if (psl_at_next(parser)) return psl_parse_next(parser);
  bool always = parser_token_is(parser, "always"), never = parser_token_is(parser, "never");
  bool awaited = !always && !never;
  parser_advance(parser);
  if (awaited && !psl_accept_mark(parser, at)) {
    parser_fail(parser, "'eventually!'");
    return NODE_NONE;
  }
  NodeIndex operand = parse_level(parser, awaited ? PSL_NEXT + 1 : PSL_IMPLIES);
  if (operand == NODE_NONE) return NODE_NONE;
  Node *sequence = parser->syntax->nodes.data + operand;
  if (awaited && sequence->kind == NODE_SEQUENCE_WEAK)
    sequence->kind = NODE_SEQUENCE_STRONG; /* it must be complete */
  if (never) operand = psl_never(parser, operand, at);
  return parser_node(parser, awaited ? NODE_FINALLY : NODE_GLOBALLY, operand, NODE_NONE, at);
}

bool psl_at_prefix(const Parser *parser) {
  if (psl_at_next(parser)) return true;
  return parser->token.kind == TOKEN_NAME &&
         (parser_token_is(parser, "always") || parser_token_is(parser, "never") ||
          parser_token_is(parser, "eventually") || at_replicator(parser));
}

/* [ p U q ]: PSL's own way to write it. */
NodeIndex parse_psl_brackets(Parser *parser) {
  Token at = parser->token;
  bool outer = parser->until_stops;
  parser->until_stops = false;
  parser_advance(parser);
  NodeIndex node = parse_expression(parser);
  parser->until_stops = outer;
  if (node == NODE_NONE || !parser_expect(parser, TOKEN_CLOSE_INDEX)) return NODE_NONE;
  return parser_extend(parser, node, at);
}

typedef struct {
  const char *word;
  int level;
} PslOperator;

static const PslOperator psl_operators[] = {
    {"before", PSL_BEFORE}, {"before_", PSL_BEFORE}, {"until", PSL_UNTIL},
    {"until_", PSL_UNTIL},  {"W", PSL_LETTER},
};

int psl_binary_level(const Parser *parser) {
  for (size_t i = 0; i < sizeof psl_operators / sizeof *psl_operators; i++)
    if (parser_token_is(parser, psl_operators[i].word)) return psl_operators[i].level;
  return 0;
}

static bool token_starts_with(const Parser *parser, Token token, const char *word) {
  size_t length = strlen(word);
  return token.end - token.begin >= length &&
         !memcmp(parser->lexer.text + token.begin, word, length);
}

/* p until q, p before q, and their strong (!) and inclusive (_) forms, in terms of U and W:
 *
 *   p until! q   p U q         p until!_ q  p U (p & q)    the same with W in place of U
 *   p before! q  !q U (p & !q) p before!_ q !q U p         without the mark */
NodeIndex parse_psl_until(Parser *parser, NodeIndex left, Token at, int level) {
  bool before = token_starts_with(parser, at, "before");
  bool letter = level == PSL_LETTER; /* W has one form */
  bool inclusive = parser->lexer.text[at.end - 1] == '_';
  NodeKind kind = NODE_WEAK_UNTIL;
  if (!letter && !inclusive && psl_accept_mark(parser, at)) {
    kind = NODE_UNTIL;
    inclusive = parser_token_is(parser, "_") && parser->token.begin == parser->consumed;
    if (inclusive) parser_advance(parser);
  }
  NodeIndex right = parse_level(parser, level + 1);
  if (right == NODE_NONE) return NODE_NONE;
  if (!before && inclusive) right = parser_node(parser, NODE_AND, left, right, at);
  if (!before) return parser_node(parser, kind, left, right, at);
  right = parser_node(parser, NODE_NOT, right, NODE_NONE, at);
  if (!inclusive) left = parser_node(parser, NODE_AND, left, right, at);
  return parser_node(parser, kind, right, left, at);
}

/* select(w, high, low): what is written w[high:low] elsewhere. */
bool psl_at_selection(const Parser *parser) {
  Lexer ahead = parser->lexer;
  return parser_token_is(parser, "select") && smv_lexer_next(&ahead).kind == TOKEN_OPEN;
}

NodeIndex psl_parse_selection(Parser *parser) {
  Token at = parser->token;
  NodeIndex part[3], list = NODE_NONE;
  parser_advance(parser);
  parser_advance(parser);
  for (int i = 0; i < 3; i++) {
    if (i && !parser_expect(parser, TOKEN_COMMA)) return NODE_NONE;
    part[i] = parse_expression(parser);
    if (part[i] == NODE_NONE) return NODE_NONE;
    if (i) list = parser_node(parser, NODE_LIST, list, part[i], at);
  }
  if (!parser_expect(parser, TOKEN_CLOSE)) return NODE_NONE;
  return parser_extend(parser, parser_node(parser, NODE_SLICE, part[0], list, at), at);
}

/* --- what is not supported ------------------------------------------------------------------ */

/* Words of PSL that are operators, and why a property with one is not checked. */
static const struct {
  const char *word, *reason;
} unsupported[] = {
    {"abort", "the PSL operator abort is not supported"},
    {"whilenot", "the PSL operator whilenot is not supported"},
    {"whilenot_", "the PSL operator whilenot is not supported"},
    {"within", "the PSL operator within is not supported"},
    {"within_", "the PSL operator within is not supported"},
};

static const char *unsupported_word(const Parser *parser) {
  for (size_t i = 0; i < sizeof unsupported / sizeof *unsupported; i++)
    if (parser_token_is(parser, unsupported[i].word)) return unsupported[i].reason;
  return NULL;
}

/* To the semicolon after the property, or to the next section; the reason why it is not supported
 * if something of that kind was met on the way. Sequences put semicolons into braces. */
static const char *skip_property(Parser *parser) {
  const char *reason = NULL;
  int braces = 0, cases = 0;
  for (;; parser_advance(parser)) {
    TokenKind kind = parser->token.kind;
    cases += (kind == TOKEN_CASE) - (kind == TOKEN_ESAC);
    if (kind == TOKEN_END || token_opens_section(kind) ||
        (kind == TOKEN_SEMICOLON && braces <= 0 && cases <= 0))
      return braces ? NULL : reason; /* unbalanced: an error, which the parser reports */
    braces += (kind == TOKEN_OPEN_SET) - (kind == TOKEN_CLOSE_SET);
    if (!reason && kind == TOKEN_NAME) reason = unsupported_word(parser);
  }
}

const char *parse_unsupported(Parser *parser, NodeIndex *skipped) {
  Parser start = *parser;
  const char *reason = skip_property(parser);
  if (!reason) {
    *parser = start;
    return NULL;
  }
  Token all = start.token;
  all.end = parser->consumed;
  *skipped = parser_node(parser, NODE_TRUE, NODE_NONE, NODE_NONE, all);
  return reason;
}
