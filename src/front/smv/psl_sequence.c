/* Sequences of PSL: extended regular expressions in braces. From strong to weak, as IEEE 1850 has
 * it: repetition, & and &&, |, fusion (:), concatenation (;). Where both sides are Boolean
 * expressions, & and | are their operators. */
#include "front/smv/parser.h"

#include "formula/sere/sere.h"

/* ---- repetition ---- */

static TokenKind kind_ahead(const Parser *parser, int tokens) {
  Lexer ahead = parser->lexer;
  TokenKind kind = TOKEN_END;
  while (tokens-- > 0) kind = smv_lexer_next(&ahead).kind;
  return kind;
}

bool psl_at_repetition(const Parser *parser) {
  if (parser->token.kind != TOKEN_OPEN_INDEX) return false;
  TokenKind kind = kind_ahead(parser, 1);
  return kind == TOKEN_TIMES || kind == TOKEN_EQUAL || kind == TOKEN_IMPLIES ||
         (kind == TOKEN_PLUS && kind_ahead(parser, 2) == TOKEN_CLOSE_INDEX);
}

bool psl_parse_times(Parser *parser, int64_t *times) {
  Token at = parser->token;
  const Replaced *binding =
      at.kind == TOKEN_NAME ? parser_binding(parser, parser_name(parser)) : NULL;
  if (binding && binding->kind == NODE_NUMBER) {
    *times = binding->number;
    parser_advance(parser);
  } else if (!psl_parse_number(parser, times)) {
    return false;
  }
  if (*times < 0 || *times > SERE_MOST)
    return syntax_error_at(parser->syntax, at.line, at.column, "this bound is too %s",
                           *times < 0 ? "small" : "large");
  return true;
}

/* 3, 3:5, 3:inf, or nothing where there are usual bounds, and the closing bracket. */
static bool parse_bounds(Parser *parser, bool optional, int64_t *low, int64_t *high) {
  Token at = parser->token;
  if (optional && parser_accept(parser, TOKEN_CLOSE_INDEX)) return true;
  if (!psl_parse_times(parser, low)) return false;
  *high = *low;
  if (parser_accept(parser, TOKEN_COLON)) {
    if (parser_token_is(parser, "inf")) {
      parser_advance(parser);
      *high = SERE_INFINITE;
    } else if (!psl_parse_times(parser, high)) {
      return false;
    }
    if (*high != SERE_INFINITE && *high < *low)
      return syntax_error_at(parser->syntax, at.line, at.column, "the range %lld:%lld is empty",
                             (long long)*low, (long long)*high);
  }
  return parser_expect(parser, TOKEN_CLOSE_INDEX);
}

static bool is_sequence(const Parser *parser, NodeIndex node) {
  NodeKind kind = syntax_node(parser->syntax, node)->kind;
  return kind >= NODE_SEQUENCE_CONCAT && kind <= NODE_SEQUENCE_OCCURS;
}

/* One of [*...], [+], [=...], [->...] behind an operand. */
static NodeIndex parse_repetition(Parser *parser, NodeIndex operand) {
  Token at = parser->token;
  int64_t low = 0, high = SERE_INFINITE;
  NodeKind kind = NODE_SEQUENCE_REPEAT;
  bool fine;
  parser_advance(parser);
  Token mark = parser->token;
  parser_advance(parser);
  switch (mark.kind) {
  case TOKEN_TIMES: fine = parse_bounds(parser, true, &low, &high); break;
  case TOKEN_PLUS:
    low = 1;
    fine = parser_expect(parser, TOKEN_CLOSE_INDEX);
    break;
  default:
    kind = mark.kind == TOKEN_EQUAL ? NODE_SEQUENCE_OCCURS : NODE_SEQUENCE_GOTO;
    if (kind == NODE_SEQUENCE_GOTO) low = high = 1;
    fine = parse_bounds(parser, kind == NODE_SEQUENCE_GOTO, &low, &high);
    if (fine && is_sequence(parser, operand))
      fine =
          syntax_error_at(parser->syntax, at.line, at.column,
                          "%s counts a Boolean expression, not a sequence", node_kind_name(kind));
  }
  if (!fine) return NODE_NONE;
  NodeIndex node = parser_node(parser, kind, operand, NODE_NONE, at);
  parser->syntax->nodes.data[node].number = sequence_counts(low, high);
  return parser_extend(parser, node, at);
}

/* ---- levels ---- */

static NodeIndex parse_sequence(Parser *parser);

static NodeIndex parse_braces(Parser *parser) {
  Token at = parser->token;
  parser_advance(parser);
  NodeIndex node = parse_sequence(parser);
  if (node == NODE_NONE || !parser_expect(parser, TOKEN_CLOSE_SET)) return NODE_NONE;
  return parser_extend(parser, node, at);
}

static NodeIndex parse_part(Parser *parser) {
  NodeIndex node;
  if (parser->token.kind == TOKEN_OPEN_SET) {
    node = parse_braces(parser);
  } else if (psl_at_repetition(parser)) { /* [*3]: of whatever */
    Token none = parser->token;
    none.end = none.begin;
    node = parser_node(parser, NODE_TRUE, NODE_NONE, NODE_NONE, none);
  } else {
    node = parse_level(parser, PSL_EQUAL);
  }
  while (node != NODE_NONE && psl_at_repetition(parser)) node = parse_repetition(parser, node);
  return node;
}

typedef struct {
  TokenKind token;
  NodeKind sequence, boolean; /* boolean: where no side is a sequence; else the same as sequence */
} SequenceOperator;

/* Operators of one level, which ends in an empty row; the levels from weak to strong. */
static const SequenceOperator levels[][3] = {
    {{TOKEN_SEMICOLON, NODE_SEQUENCE_CONCAT, NODE_SEQUENCE_CONCAT}},
    {{TOKEN_COLON, NODE_SEQUENCE_FUSION, NODE_SEQUENCE_FUSION}},
    {{TOKEN_OR, NODE_SEQUENCE_OR, NODE_OR}},
    {{TOKEN_AND, NODE_SEQUENCE_AND, NODE_AND}},
};
enum { LEVELS = sizeof levels / sizeof *levels };

static const SequenceOperator *operator_at(const Parser *parser, size_t level) {
  for (const SequenceOperator *row = levels[level]; row->token; row++)
    if (row->token == parser->token.kind) return row;
  return NULL;
}

static NodeIndex parse_sequence_level(Parser *parser, size_t level) {
  if (level == LEVELS) return parse_part(parser);
  NodeIndex left = parse_sequence_level(parser, level + 1);
  const SequenceOperator *row;
  while (left != NODE_NONE && (row = operator_at(parser, level))) {
    Token at = parser->token;
    bool length = parser_token_is(parser, "&&");
    parser_advance(parser);
    NodeIndex right = parse_sequence_level(parser, level + 1);
    if (right == NODE_NONE) return NODE_NONE;
    bool sequence = is_sequence(parser, left) || is_sequence(parser, right);
    NodeKind kind = sequence ? row->sequence : row->boolean;
    if (kind == NODE_SEQUENCE_AND && !length) kind = NODE_SEQUENCE_BOTH;
    left = parser_node(parser, kind, left, right, at);
  }
  return left;
}

static NodeIndex parse_sequence(Parser *parser) {
  if (++parser->nesting > NESTING_LIMIT) {
    syntax_error_at(parser->syntax, parser->token.line, parser->token.column,
                    "expressions are nested too deeply (more than %d levels)", NESTING_LIMIT);
    return NODE_NONE;
  }
  NodeIndex node = parse_sequence_level(parser, 0);
  parser->nesting--;
  return node;
}

/* ---- properties ---- */

/* |-> and |=>, which are several tokens without a blank between them. */
static bool accept_implication(Parser *parser, NodeKind *kind) {
  if (!parser_token_is(parser, "|")) return false;
  Parser ahead = *parser;
  uint32_t end = ahead.token.end;
  parser_advance(&ahead);
  bool next = ahead.token.kind == TOKEN_EQUAL;
  if (ahead.token.begin != end || (!next && ahead.token.kind != TOKEN_IMPLIES)) return false;
  if (next) {
    end = ahead.token.end;
    parser_advance(&ahead);
    if (ahead.token.begin != end || ahead.token.kind != TOKEN_GREATER) return false;
  }
  parser_advance(&ahead);
  *parser = ahead;
  *kind = next ? NODE_SEQUENCE_IMPLIES_NEXT : NODE_SEQUENCE_IMPLIES;
  return true;
}

NodeIndex parse_psl_sequence(Parser *parser) {
  Token at = parser->token;
  NodeIndex node = parse_braces(parser);
  NodeKind kind = NODE_SEQUENCE_WEAK;
  if (node == NODE_NONE) return NODE_NONE;
  while (psl_at_repetition(parser)) { /* {a;b}[*2] |-> c */
    node = parse_repetition(parser, node);
    if (node == NODE_NONE) return NODE_NONE;
  }
  Token close = at;
  close.end = parser->consumed;
  bool implies = accept_implication(parser, &kind);
  if (!implies && parser->token.kind == TOKEN_OPEN) {
    kind = NODE_SEQUENCE_IMPLIES;
    implies = true;
  }
  if (implies) {
    NodeIndex right = parse_level(parser, PSL_NEXT);
    return right == NODE_NONE ? right : parser_node(parser, kind, node, right, at);
  }
  if (psl_accept_mark(parser, close)) kind = NODE_SEQUENCE_STRONG;
  return parser_extend(parser, parser_node(parser, kind, node, NODE_NONE, at), at);
}

/* Of a sequence that it has no match, {r} |-> FALSE; of another property that it does not hold. The
 * node that says how the sequence is meant is the newest, and is taken back. */
NodeIndex psl_never(Parser *parser, NodeIndex operand, Token at) {
  const Node *node = syntax_node(parser->syntax, operand);
  if (node->kind != NODE_SEQUENCE_WEAK)
    return parser_node(parser, NODE_NOT, operand, NODE_NONE, at);
  NodeIndex sequence = node->left;
  Token text = {.begin = node->begin, .end = node->end, .line = node->line, .column = node->column};
  parser->syntax->nodes.size--;
  NodeIndex none = parser_node(parser, NODE_FALSE, NODE_NONE, NODE_NONE, text);
  return parser_node(parser, NODE_SEQUENCE_IMPLIES, sequence, none, text);
}

NodeIndex parse_psl(Parser *parser) {
  if (!parser_token_is(parser, "sequence")) return parse_expression(parser);
  Token at = parser->token;
  parser_advance(parser);
  if (parser->token.kind != TOKEN_OPEN_SET) {
    parser_fail(parser, "'{'");
    return NODE_NONE;
  }
  NodeIndex sequence = parse_braces(parser);
  if (sequence == NODE_NONE) return NODE_NONE;
  return parser_node(parser, NODE_SEQUENCE_STRONG, sequence, NODE_NONE, at);
}
