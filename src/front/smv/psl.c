/* What PSL has beyond the operators: replicated properties, and regular expressions.
 *
 * `forall i in {0:3, 7} : p` is the conjunction of p with each of the values for i, `forany` the
 * disjunction. The body is read once for each value; where its text says i, there is a leaf with
 * the value, and the syntax tree knows which texts these leaves replace (syntax_text), so that
 * x[0] = 1 and x[1] = 1 are not one atom for being written x[i] = 1 both.
 *
 * Regular expressions (SEREs) are not supported: a property with one is skipped whole and kept as
 * one that cannot be checked. */
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

static bool parse_signed_number(Parser *parser, int64_t *number) {
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
    if (!parse_signed_number(parser, &low)) return false;
    if (!parser_accept(parser, TOKEN_COLON)) return add_number(parser, values, low);
    if (!parse_signed_number(parser, &high)) return false;
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

NodeIndex parse_replicated(Parser *parser) {
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

/* --- regular expressions -------------------------------------------------------------------- */

/* Two tokens in a row that occur in SEREs alone: |-> and |=>, [*] [+] [=] [->], and }( . */
static bool only_in_sere(TokenKind a, TokenKind b) {
  static const TokenKind pairs[][2] = {
      {TOKEN_OR, TOKEN_IMPLIES},       {TOKEN_OR, TOKEN_EQUAL},
      {TOKEN_OPEN_INDEX, TOKEN_TIMES}, {TOKEN_PLUS, TOKEN_CLOSE_INDEX},
      {TOKEN_OPEN_INDEX, TOKEN_EQUAL}, {TOKEN_OPEN_INDEX, TOKEN_IMPLIES},
      {TOKEN_CLOSE_SET, TOKEN_OPEN},   {TOKEN_CLOSE_SET, TOKEN_OPEN_INDEX},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (pairs[i][0] == a && pairs[i][1] == b) return true;
  return false;
}

/* To the semicolon after the property, or to the next section; whether a SERE was met on the way.
 * Sequences put semicolons into braces. */
static bool skip_property(Parser *parser) {
  bool sere = false;
  int braces = 0, cases = 0;
  TokenKind last = TOKEN_END;
  for (;; parser_advance(parser)) {
    TokenKind kind = parser->token.kind;
    if (kind == TOKEN_END || token_opens_section(kind)) return sere && !braces;
    cases += (kind == TOKEN_CASE) - (kind == TOKEN_ESAC);
    if (kind == TOKEN_SEMICOLON && braces <= 0 && cases <= 0) return sere && !braces;
    braces += (kind == TOKEN_OPEN_SET) - (kind == TOKEN_CLOSE_SET);
    sere |= only_in_sere(last, kind) || (kind == TOKEN_SEMICOLON && braces > 0 && cases <= 0) ||
            (kind == TOKEN_NAME &&
             (parser_token_is(parser, "within") || parser_token_is(parser, "whilenot")));
    last = kind;
  }
}

bool parse_sere(Parser *parser, NodeIndex *skipped) {
  Parser start = *parser;
  if (!skip_property(parser)) {
    *parser = start;
    return false;
  }
  Token all = start.token;
  all.end = parser->consumed;
  *skipped = parser_node(parser, NODE_TRUE, NODE_NONE, NODE_NONE, all);
  return true;
}
