/* Expressions of SMV, with NuSMV's precedences: from weak to strong
 *
 *   ->  (right)   <->   ? :   | xor xnor   &   U V S T   = != < > <= >=   in   union   ..
 *   << >>   + -   * / mod   ::   ! - (prefix)   [ ] .
 *
 * A temporal prefix operator (G, AF, ...) takes a comparison as its operand: `F x = 0` is
 * `F (x = 0)`; the binary temporal operators associate to the left and bind tighter than `&`.
 *
 * PSLSPEC has precedences of its own, those of NuSMV's second grammar: there the temporal operators
 * are weaker than all others, so that `a & b until c` is `(a & b) until c`, `X a & b` is
 * `X (a & b)`, and `G a -> b` is `G (a -> b)`; `->` associates to the left. */
#include "front/smv/parser.h"

#include <stdlib.h>

enum {
  LEVEL_IMPLIES = 1,
  LEVEL_IFF,
  LEVEL_CONDITIONAL,
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_TEMPORAL,
  LEVEL_RELATION,
  LEVEL_IN,
  LEVEL_UNION,
  LEVEL_RANGE,
  LEVEL_SHIFT,
  LEVEL_ADD,
  LEVEL_MULTIPLY,
  LEVEL_CONCAT
};

typedef struct {
  TokenKind token;
  NodeKind node;
  int level, psl_level;
} BinaryOperator;

static const BinaryOperator binary_operators[] = {
    {TOKEN_IMPLIES, NODE_IMPLIES, LEVEL_IMPLIES, PSL_IMPLIES},
    {TOKEN_IFF, NODE_IFF, LEVEL_IFF, PSL_IMPLIES},
    {TOKEN_QUESTION, NODE_CONDITIONAL, LEVEL_CONDITIONAL, PSL_CONDITIONAL},
    {TOKEN_OR, NODE_OR, LEVEL_OR, PSL_OR},
    {TOKEN_XOR, NODE_XOR, LEVEL_OR, PSL_XOR},
    {TOKEN_XNOR, NODE_XNOR, LEVEL_OR, PSL_XOR},
    {TOKEN_AND, NODE_AND, LEVEL_AND, PSL_AND},
    {TOKEN_EQUAL, NODE_EQUAL, LEVEL_RELATION, PSL_EQUAL},
    {TOKEN_NOT_EQUAL, NODE_NOT_EQUAL, LEVEL_RELATION, PSL_EQUAL},
    {TOKEN_LESS, NODE_LESS, LEVEL_RELATION, PSL_LESS},
    {TOKEN_GREATER, NODE_GREATER, LEVEL_RELATION, PSL_LESS},
    {TOKEN_LESS_EQUAL, NODE_LESS_EQUAL, LEVEL_RELATION, PSL_LESS},
    {TOKEN_GREATER_EQUAL, NODE_GREATER_EQUAL, LEVEL_RELATION, PSL_LESS},
    {TOKEN_IN, NODE_IN, LEVEL_IN, PSL_IN},
    {TOKEN_UNION, NODE_UNION, LEVEL_UNION, PSL_IN},
    {TOKEN_DOTS, NODE_RANGE, LEVEL_RANGE, PSL_RANGE},
    {TOKEN_LEFT_SHIFT, NODE_LEFT_SHIFT, LEVEL_SHIFT, PSL_SHIFT},
    {TOKEN_RIGHT_SHIFT, NODE_RIGHT_SHIFT, LEVEL_SHIFT, PSL_SHIFT},
    {TOKEN_PLUS, NODE_ADD, LEVEL_ADD, PSL_ADD},
    {TOKEN_MINUS, NODE_SUBTRACT, LEVEL_ADD, PSL_ADD},
    {TOKEN_TIMES, NODE_MULTIPLY, LEVEL_MULTIPLY, PSL_MULTIPLY},
    {TOKEN_DIVIDE, NODE_DIVIDE, LEVEL_MULTIPLY, PSL_MULTIPLY},
    {TOKEN_MOD, NODE_MOD, LEVEL_MULTIPLY, PSL_MULTIPLY},
    {TOKEN_CONCAT, NODE_CONCAT, LEVEL_CONCAT, PSL_MULTIPLY},
};

static NodeIndex parse_prefix(Parser *parser);

NodeIndex parser_node(Parser *parser, NodeKind kind, NodeIndex left, NodeIndex right, Token at) {
  NodeVec *nodes = &parser->syntax->nodes;
  NodeIndex index = (NodeIndex)nodes->size;
  Node node = {.kind = kind,
               .next = parser->next,
               .first = index,
               .left = left,
               .right = right,
               .begin = at.begin,
               .end = at.end,
               .line = at.line,
               .column = at.column};
  for (int side = 0; side < 2; side++) {
    NodeIndex child = side ? right : left;
    if (child == NODE_NONE) continue;
    const Node *other = nodes->data + child;
    if (other->first < node.first) node.first = other->first;
    if (other->begin < node.begin) node.begin = other->begin;
    if (other->end > node.end) node.end = other->end;
  }
  vec_push(nodes, node);
  return index;
}

NodeIndex parser_extend(Parser *parser, NodeIndex index, Token open) {
  Node *node = parser->syntax->nodes.data + index;
  if (open.begin < node->begin) node->begin = open.begin;
  if (parser->consumed > node->end) node->end = parser->consumed;
  return index;
}

bool parser_token_is(const Parser *parser, const char *word) {
  size_t length = strlen(word);
  return parser->token.end - parser->token.begin == length &&
         !memcmp(parser->lexer.text + parser->token.begin, word, length);
}

NodeIndex parse_list(Parser *parser, TokenKind close) {
  NodeIndex list = NODE_NONE;
  do {
    NodeIndex element = parse_expression(parser);
    if (element == NODE_NONE) return NODE_NONE;
    Token at = parser->token;
    at.begin = at.end = parser->syntax->nodes.data[element].end;
    list = parser_node(parser, NODE_LIST, list, element, at);
  } while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect(parser, close) ? list : NODE_NONE;
}

static NodeIndex parse_case(Parser *parser, Token at) {
  NodeIndex list = NODE_NONE;
  parser->open_cases++;
  while (parser->token.kind != TOKEN_ESAC) {
    NodeIndex condition = parse_expression(parser);
    if (condition == NODE_NONE || !parser_expect(parser, TOKEN_COLON)) return NODE_NONE;
    Token here = parser->token;
    NodeIndex value = parse_expression(parser);
    if (value == NODE_NONE || !parser_expect(parser, TOKEN_SEMICOLON)) return NODE_NONE;
    NodeIndex branch = parser_node(parser, NODE_BRANCH, condition, value, here);
    list = parser_node(parser, NODE_LIST, list, branch, here);
  }
  if (list == NODE_NONE) {
    parser_fail(parser, "a branch of the case");
    return NODE_NONE;
  }
  parser->open_cases--;
  parser_advance(parser);
  return parser_extend(parser, parser_node(parser, NODE_CASE, list, NODE_NONE, at), at);
}

NodeIndex parse_number(Parser *parser) {
  Token at = parser->token;
  int64_t value = 0;
  for (uint32_t i = at.begin; i < at.end; i++) {
    value = 10 * value + (parser->lexer.text[i] - '0');
    if (value > INT32_MAX) {
      syntax_error_at(parser->syntax, at.line, at.column, "this number is too large");
      return NODE_NONE;
    }
  }
  parser_advance(parser);
  NodeIndex node = parser_node(parser, NODE_NUMBER, NODE_NONE, NODE_NONE, at);
  parser->syntax->nodes.data[node].number = value;
  return node;
}

static NodeIndex parse_function(Parser *parser, NodeKind kind) {
  Token at = parser->token;
  parser_advance(parser);
  if (!parser_expect(parser, TOKEN_OPEN)) return NODE_NONE;
  NodeIndex list = parse_list(parser, TOKEN_CLOSE);
  if (list == NODE_NONE) return NODE_NONE;
  return parser_extend(parser, parser_node(parser, kind, list, NODE_NONE, at), at);
}

static NodeIndex parse_next(Parser *parser) {
  Token at = parser->token;
  if (parser->next) {
    syntax_error_at(parser->syntax, at.line, at.column, "next cannot be nested");
    return NODE_NONE;
  }
  parser_advance(parser);
  if (!parser_expect(parser, TOKEN_OPEN)) return NODE_NONE;
  parser->next = true;
  NodeIndex inner = parse_expression(parser);
  parser->next = false;
  if (inner == NODE_NONE || !parser_expect(parser, TOKEN_CLOSE)) return NODE_NONE;
  return parser_extend(parser, parser_node(parser, NODE_NEXT, inner, NODE_NONE, at), at);
}

static bool starts_expression(TokenKind kind) {
  switch (kind) {
  case TOKEN_NAME:
  case TOKEN_NUMBER:
  case TOKEN_WORD_CONSTANT:
  case TOKEN_BAD_WORD:
  case TOKEN_OPEN:
  case TOKEN_OPEN_SET:
  case TOKEN_OPEN_INDEX:
  case TOKEN_NOT:
  case TOKEN_PLUS:
  case TOKEN_MINUS: return true;
  default: return token_is_reserved(kind) && !token_opens_section(kind);
  }
}

/* A prefix operator before something that is no operand was meant as a name: `O = 1`. */
static bool meant_as_name(const Parser *parser) {
  TokenKind kind = parser->token.kind;
  return kind != TOKEN_END && kind != TOKEN_BAD && !token_opens_section(kind) &&
         !starts_expression(kind);
}

/* A [ p U q ] and E [ p BU 1..3 q ]. */
static NodeIndex parse_path_quantifier(Parser *parser) {
  Token at = parser->token;
  bool all = at.kind == TOKEN_PATH_A;
  parser_advance(parser);
  if (meant_as_name(parser)) {
    parser_fail_reserved(parser, at);
    return NODE_NONE;
  }
  if (!parser_expect(parser, TOKEN_OPEN_INDEX)) return NODE_NONE;
  bool outer = parser->until_stops;
  parser->until_stops = true;
  NodeIndex left = parse_expression(parser);
  parser->until_stops = outer;
  if (left == NODE_NONE) return NODE_NONE;
  NodeKind kind = all ? NODE_AU : NODE_EU;
  Token here = parser->token;
  if (parser_accept(parser, TOKEN_BOUNDED_UNTIL)) {
    kind = all ? NODE_ABU : NODE_EBU;
    NodeIndex low = parse_bound(parser);
    if (low == NODE_NONE || !parser_expect(parser, TOKEN_DOTS)) return NODE_NONE;
    NodeIndex high = parse_bound(parser);
    if (high == NODE_NONE) return NODE_NONE;
    NodeIndex range = parser_node(parser, NODE_RANGE, low, high, here);
    left = parser_node(parser, NODE_BOUND, left, range, here);
  } else if (here.kind == TOKEN_BINARY_TEMPORAL && here.detail == NODE_UNTIL) {
    parser_advance(parser);
  } else {
    parser_fail(parser, "'U' or 'BU'");
    return NODE_NONE;
  }
  parser->until_stops = false;
  NodeIndex right = parse_expression(parser);
  parser->until_stops = outer;
  if (right == NODE_NONE || !parser_expect(parser, TOKEN_CLOSE_INDEX)) return NODE_NONE;
  return parser_extend(parser, parser_node(parser, kind, left, right, at), at);
}

/* What a prefix operator written with letters applies to. */
static NodeIndex parse_operand(Parser *parser, Token at) {
  if (!parser->psl) return parse_level(parser, LEVEL_RELATION);
  return parse_level(parser, at.detail == NODE_GLOBALLY ? PSL_IMPLIES : PSL_LETTER + 1);
}

/* EBF 1..3 p and its kin. */
static NodeIndex parse_bounded_ctl(Parser *parser) {
  Token at = parser->token;
  parser_advance(parser);
  NodeIndex low = parse_bound(parser);
  if (low == NODE_NONE || !parser_expect(parser, TOKEN_DOTS)) return NODE_NONE;
  NodeIndex high = parse_bound(parser);
  if (high == NODE_NONE) return NODE_NONE;
  NodeIndex range = parser_node(parser, NODE_RANGE, low, high, at);
  NodeIndex operand = parse_operand(parser, at);
  if (operand == NODE_NONE) return NODE_NONE;
  return parser_node(parser, (NodeKind)at.detail, operand, range, at);
}

/* G p, G [1,3] p. */
static NodeIndex parse_temporal(Parser *parser) {
  Token at = parser->token;
  parser_advance(parser);
  if (meant_as_name(parser)) {
    parser_fail_reserved(parser, at);
    return NODE_NONE;
  }
  if (parser->psl && at.detail == NODE_NEXT_TIME) {
    psl_accept_mark(parser, at); /* X! is X */
    if (psl_at_count(parser)) return psl_parse_counted(parser, at);
  }
  NodeIndex range = NODE_NONE;
  bool boundable = at.detail == NODE_GLOBALLY || at.detail == NODE_FINALLY ||
                   at.detail == NODE_ONCE || at.detail == NODE_HISTORICALLY;
  if (boundable && parser->token.kind == TOKEN_OPEN_INDEX && parser->psl)
    boundable = psl_at_range(parser);
  if (boundable && parser_accept(parser, TOKEN_OPEN_INDEX)) {
    NodeIndex low = parse_bound(parser);
    if (low == NODE_NONE || !parser_expect(parser, TOKEN_COMMA)) return NODE_NONE;
    NodeIndex high = parse_bound(parser);
    if (high == NODE_NONE || !parser_expect(parser, TOKEN_CLOSE_INDEX)) return NODE_NONE;
    range = parser_node(parser, NODE_RANGE, low, high, at);
  }
  NodeIndex operand = parse_operand(parser, at);
  if (operand == NODE_NONE) return NODE_NONE;
  return parser_node(parser, (NodeKind)at.detail, operand, range, at);
}

NodeIndex parse_parentheses(Parser *parser) {
  Token at = parser->token;
  if (!parser_expect(parser, TOKEN_OPEN)) return NODE_NONE;
  bool outer = parser->until_stops;
  parser->until_stops = false;
  NodeIndex node = parse_expression(parser);
  parser->until_stops = outer;
  if (node == NODE_NONE || !parser_expect(parser, TOKEN_CLOSE)) return NODE_NONE;
  return parser_extend(parser, node, at);
}

static NodeIndex parse_primary(Parser *parser) {
  Token at = parser->token;
  NodeIndex node = NODE_NONE;
  switch (at.kind) {
  case TOKEN_OPEN: return parse_parentheses(parser);
  case TOKEN_NUMBER: return parse_number(parser);
  case TOKEN_TRUE:
  case TOKEN_FALSE:
    parser_advance(parser);
    return parser_node(parser, at.kind == TOKEN_TRUE ? NODE_TRUE : NODE_FALSE, NODE_NONE, NODE_NONE,
                       at);
  case TOKEN_WORD_CONSTANT:
    parser_advance(parser);
    node = parser_node(parser, NODE_WORD_CONSTANT, NODE_NONE, NODE_NONE, at);
    parser->syntax->nodes.data[node].number = (int64_t)parser->syntax->words.size;
    vec_push(&parser->syntax->words,
             mem_string_n(parser->lexer.text + at.begin, at.end - at.begin));
    return node;
  case TOKEN_NAME:
    if (parser->psl && psl_at_selection(parser)) return psl_parse_selection(parser);
    return parse_path(parser);
  case TOKEN_SELF: return parse_path(parser);
  case TOKEN_CASE: parser_advance(parser); return parse_case(parser, at);
  case TOKEN_NEXT: return parse_next(parser);
  case TOKEN_FUNCTION: return parse_function(parser, (NodeKind)at.detail);
  case TOKEN_SIGNED: return parse_function(parser, NODE_SIGNED);
  case TOKEN_UNSIGNED: return parse_function(parser, NODE_UNSIGNED);
  case TOKEN_OPEN_SET:
  case TOKEN_OPEN_INDEX: {
    if (parser->psl && at.kind == TOKEN_OPEN_INDEX) return parse_psl_brackets(parser);
    bool set = at.kind == TOKEN_OPEN_SET;
    parser_advance(parser);
    NodeIndex list = parse_list(parser, set ? TOKEN_CLOSE_SET : TOKEN_CLOSE_INDEX);
    if (list == NODE_NONE) return NODE_NONE;
    node = parser_node(parser, set ? NODE_SET : NODE_ARRAY_LITERAL, list, NODE_NONE, at);
    return parser_extend(parser, node, at);
  }
  case TOKEN_BINARY_TEMPORAL:
  case TOKEN_BOUNDED_UNTIL: parser_fail_reserved(parser, at); return NODE_NONE;
  default: parser_fail(parser, "an expression"); return NODE_NONE;
  }
}

/* [i], [high:low] and .name after a primary expression. */
static NodeIndex parse_postfix(Parser *parser, NodeIndex node) {
  while (node != NODE_NONE) {
    Token at = parser->token;
    if (parser_accept(parser, TOKEN_DOT)) {
      if (parser->token.kind != TOKEN_NAME && parser->token.kind != TOKEN_NUMBER) {
        parser_fail_name(parser, "a name");
        return NODE_NONE;
      }
      Token name = parser->token;
      uint32_t number = parser_name(parser);
      parser_advance(parser);
      node = parser_node(parser, NODE_DOT, node, NODE_NONE, name);
      parser->syntax->nodes.data[node].number = number;
    } else if (!(parser->psl && psl_at_repetition(parser)) &&
               parser_accept(parser, TOKEN_OPEN_INDEX)) {
      NodeIndex index = parse_expression(parser);
      if (index == NODE_NONE) return NODE_NONE;
      NodeKind kind = NODE_INDEX;
      if (parser_accept(parser, TOKEN_COLON)) {
        kind = NODE_SLICE;
        index = parser_node(parser, NODE_LIST, NODE_NONE, index, at);
        NodeIndex low = parse_expression(parser);
        if (low == NODE_NONE) return NODE_NONE;
        index = parser_node(parser, NODE_LIST, index, low, at);
      }
      if (!parser_expect(parser, TOKEN_CLOSE_INDEX)) return NODE_NONE;
      node = parser_extend(parser, parser_node(parser, kind, node, index, at), at);
    } else {
      break;
    }
  }
  return node;
}

NodeIndex parse_path(Parser *parser) {
  Token at = parser->token;
  if (at.kind != TOKEN_NAME && at.kind != TOKEN_SELF) {
    parser_fail_name(parser, "a name");
    return NODE_NONE;
  }
  const Replaced *binding = at.kind == TOKEN_NAME && parser->bindings
                                ? parser_binding(parser, parser_name(parser))
                                : NULL;
  if (binding) return parse_postfix(parser, parser_replace(parser, binding));
  NodeIndex node =
      parser_node(parser, at.kind == TOKEN_SELF ? NODE_SELF : NODE_NAME, NODE_NONE, NODE_NONE, at);
  if (at.kind == TOKEN_NAME) parser->syntax->nodes.data[node].number = parser_name(parser);
  parser_advance(parser);
  return parse_postfix(parser, node);
}

static NodeIndex parse_prefix_unguarded(Parser *parser) {
  Token at = parser->token;
  if (parser->psl && psl_at_prefix(parser)) return parse_psl_prefix(parser);
  if (parser->psl && at.kind == TOKEN_OPEN_SET && !parser->needs_set)
    return parse_psl_sequence(parser);
  switch (at.kind) {
  case TOKEN_PLUS: /* a sign of a number, and no operator; in PSL of whatever */
    parser_advance(parser);
    if (parser->psl) return parse_prefix(parser);
    if (parser->token.kind == TOKEN_NUMBER) return parse_number(parser);
    parser_fail(parser, "a number");
    return NODE_NONE;
  case TOKEN_NOT:
  case TOKEN_MINUS: {
    parser_advance(parser);
    NodeIndex operand = parse_prefix(parser);
    if (operand == NODE_NONE) return NODE_NONE;
    NodeKind kind = at.kind == TOKEN_NOT ? NODE_NOT : NODE_MINUS;
    return parser_node(parser, kind, operand, NODE_NONE, at);
  }
  case TOKEN_TEMPORAL: return parse_temporal(parser);
  case TOKEN_BOUNDED: return parse_bounded_ctl(parser);
  case TOKEN_PATH_A:
  case TOKEN_PATH_E: return parse_path_quantifier(parser);
  default: return parse_postfix(parser, parse_primary(parser));
  }
}

static NodeIndex parse_prefix(Parser *parser) {
  if (++parser->nesting > NESTING_LIMIT) {
    syntax_error_at(parser->syntax, parser->token.line, parser->token.column,
                    "expressions are nested too deeply (more than %d levels)", NESTING_LIMIT);
    return NODE_NONE;
  }
  NodeIndex node = parse_prefix_unguarded(parser);
  parser->nesting--;
  return node;
}

/* The binary operator that the current token is, if it binds at least as tightly as `level`; in
 * `level` of it the level that counts here. */
static bool binary_operator(const Parser *parser, int level, BinaryOperator *found) {
  const Token *token = &parser->token;
  *found = (BinaryOperator){token->kind, (NodeKind)token->detail, LEVEL_TEMPORAL, PSL_LETTER};
  if (token->kind == TOKEN_BINARY_TEMPORAL) {
    if (parser->psl) found->level = found->psl_level;
    return level <= found->level && !(parser->until_stops && token->detail == NODE_UNTIL);
  }
  if (parser->psl && parser_token_is(parser, "^")) {
    *found = (BinaryOperator){token->kind, NODE_XOR, PSL_XOR, PSL_XOR};
    return found->level >= level;
  }
  if (parser->psl && token->kind == TOKEN_NAME) {
    found->level = psl_binary_level(parser);
    return found->level >= level;
  }
  for (size_t i = 0; i < sizeof binary_operators / sizeof *binary_operators; i++)
    if (binary_operators[i].token == token->kind) {
      *found = binary_operators[i];
      if (parser->psl) found->level = found->psl_level;
      if (parser->psl && parser_token_is(parser, "||")) found->level = PSL_OR_OR;
      if (parser->psl && parser_token_is(parser, "&&")) found->level = PSL_AND_AND;
      return found->level >= level;
    }
  return false;
}

/* Whether the operands are values, not truths: a brace behind it opens a set. */
static bool takes_values(NodeKind kind) { return kind >= NODE_EQUAL && kind <= NODE_IN; }

NodeIndex parse_level(Parser *parser, int level) {
  NodeIndex left = parse_prefix(parser);
  BinaryOperator operator;
  while (left != NODE_NONE && binary_operator(parser, level, &operator)) {
    Token at = parser->token;
    parser_advance(parser);
    if (operator.token == TOKEN_NAME) {
      left = parse_psl_until(parser, left, at, operator.level);
    } else if (operator.token == TOKEN_QUESTION) {
      NodeIndex then_ = parse_expression(parser);
      if (then_ == NODE_NONE || !parser_expect(parser, TOKEN_COLON)) return NODE_NONE;
      NodeIndex branch = parser_node(parser, NODE_BRANCH, left, then_, at);
      NodeIndex else_ = parse_level(parser, operator.level); /* right associative */
      if (else_ == NODE_NONE) return NODE_NONE;
      left = parser_node(parser, NODE_CONDITIONAL, branch, else_, at);
    } else {
      bool right_associative = operator.node == NODE_IMPLIES && !parser->psl;
      bool outer = parser->needs_set;
      parser->needs_set |= takes_values(operator.node);
      NodeIndex right = parse_level(parser, operator.level + !right_associative);
      parser->needs_set = outer;
      if (right == NODE_NONE) return NODE_NONE;
      left = parser_node(parser, operator.node, left, right, at);
    }
  }
  return left;
}

NodeIndex parse_expression(Parser *parser) {
  if (++parser->nesting > NESTING_LIMIT) {
    syntax_error_at(parser->syntax, parser->token.line, parser->token.column,
                    "expressions are nested too deeply (more than %d levels)", NESTING_LIMIT);
    return NODE_NONE;
  }
  bool outer = parser->needs_set;
  parser->needs_set = false;
  NodeIndex node = parse_level(parser, 1); /* the weakest of both */
  parser->needs_set = outer;
  parser->nesting--;
  return node;
}

NodeIndex parse_bound(Parser *parser) {
  return parse_level(parser, parser->psl ? PSL_SHIFT : LEVEL_SHIFT);
}
