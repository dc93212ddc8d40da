/* PSL's operators of the next step, the next event, and of some of those to come (IEEE
 * 1850, 6.2.1). In terms of X, U and W, with p for the property and b for the event:
 *
 *   next[n](p)                 X ... X p, n times; X[n](p) is the same
 *   next_a[i:j](p)             p in all of the i-th to j-th steps from here
 *   next_e[i:j](p)             p in one of them
 *   next_event(b)(p)           !b W (b & p): where b is true for the first time, here perhaps
 *   next_event(b)[n](p)        where it is true for the n-th time
 *   next_event_a(b)[i:j](p)    in all of the i-th to j-th times
 *   next_event_e(b)[i:j](p)    in one of them
 *
 * With `!` the events must come: U in place of W. Steps always do, since runs are infinite. What is
 * said of one step or event holds the formula for the next one, so that a range costs as many nodes
 * as its upper bound says, and not its square. */
#include "front/smv/parser.h"

typedef struct {
  const char *word;
  NodeKind join; /* what holds of the range: of all its members (and), or of one (or) */
  bool event;    /* it counts events, not steps */
  bool range;    /* [i:j] is needed; elsewhere [n], and it may be missing */
} NextOperator;

static const NextOperator next_operators[] = {
    {"next_a", NODE_AND, false, true},     {"next_e", NODE_OR, false, true},
    {"next_event", NODE_AND, true, false}, {"next_event_a", NODE_AND, true, true},
    {"next_event_e", NODE_OR, true, true},
};

static const NextOperator *operator_at(const Parser *parser) {
  for (size_t i = 0; i < sizeof next_operators / sizeof *next_operators; i++)
    if (parser_token_is(parser, next_operators[i].word)) return next_operators + i;
  return NULL;
}

bool psl_at_next(const Parser *parser) {
  return parser->token.kind == TOKEN_NEXT ||
         (parser->token.kind == TOKEN_NAME && operator_at(parser));
}

/* A bracket behind next or X: a count has one token or a sign, [p U q] has more. */
bool psl_at_count(const Parser *parser) {
  if (parser->token.kind != TOKEN_OPEN_INDEX) return false;
  Lexer ahead = parser->lexer;
  return smv_lexer_next(&ahead).kind == TOKEN_MINUS ||
         smv_lexer_next(&ahead).kind == TOKEN_CLOSE_INDEX;
}

/* A bracket behind G or F: [1,3] has a comma that is not inside of others, [p U q] has none. */
bool psl_at_range(const Parser *parser) {
  Lexer ahead = parser->lexer;
  for (int depth = 0; depth >= 0;) {
    TokenKind kind = smv_lexer_next(&ahead).kind;
    if (kind == TOKEN_END || (kind == TOKEN_COMMA && depth == 0)) return kind == TOKEN_COMMA;
    depth += kind == TOKEN_OPEN || kind == TOKEN_OPEN_INDEX || kind == TOKEN_OPEN_SET;
    depth -= kind == TOKEN_CLOSE || kind == TOKEN_CLOSE_INDEX || kind == TOKEN_CLOSE_SET;
  }
  return false;
}

/* [n] or [i:j]. Events are counted from one, steps from zero, which is here. */
static bool parse_interval(Parser *parser, bool range, bool event, int64_t *low, int64_t *high) {
  if (!parser_expect(parser, TOKEN_OPEN_INDEX)) return false;
  Token at = parser->token;
  if (!psl_parse_times(parser, low)) return false;
  if (event && *low == 0)
    return syntax_error_at(parser->syntax, at.line, at.column, "this bound is too small");
  *high = *low;
  if (range) {
    if (!parser_expect(parser, TOKEN_COLON) || !psl_parse_times(parser, high)) return false;
    if (*high < *low)
      return syntax_error_at(parser->syntax, at.line, at.column, "the range %lld:%lld is empty",
                             (long long)*low, (long long)*high);
  }
  return parser_expect(parser, TOKEN_CLOSE_INDEX);
}

static NodeIndex steps(Parser *parser, NodeIndex node, int64_t count, Token at) {
  for (; count > 0; count--) node = parser_node(parser, NODE_NEXT_TIME, node, NODE_NONE, at);
  return node;
}

static NodeIndex in_steps(Parser *parser, NodeKind join, NodeIndex property, int64_t low,
                          int64_t high, Token at) {
  NodeIndex node = property;
  for (int64_t k = high; k > low; k--)
    node = parser_node(parser, join, property, steps(parser, node, 1, at), at);
  return steps(parser, node, low, at);
}

static NodeIndex at_events(Parser *parser, NodeKind until, NodeKind join, NodeIndex event,
                           NodeIndex property, int64_t low, int64_t high, Token at) {
  NodeIndex absent = parser_node(parser, NODE_NOT, event, NODE_NONE, at), node = property;
  for (int64_t k = high; k > 0; k--) {
    if (k < high) node = steps(parser, node, 1, at);
    if (k < high && k >= low) node = parser_node(parser, join, property, node, at);
    node = parser_node(parser, NODE_AND, event, node, at);
    node = parser_node(parser, until, absent, node, at);
  }
  return node;
}

/* The event in parentheses: no temporal operator, since it is seen as it comes. */
static NodeIndex parse_event(Parser *parser) {
  NodeIndex event = parse_parentheses(parser);
  if (event == NODE_NONE) return NODE_NONE;
  for (NodeIndex i = syntax_node(parser->syntax, event)->first; i <= event; i++)
    if (syntax_node(parser->syntax, i)->kind >= NODE_NEXT_TIME) {
      syntax_error(parser->syntax, i, "an event is a Boolean expression");
      return NODE_NONE;
    }
  return event;
}

NodeIndex psl_parse_counted(Parser *parser, Token at) {
  int64_t low, high;
  if (!parse_interval(parser, false, false, &low, &high)) return NODE_NONE;
  NodeIndex property = parse_parentheses(parser);
  if (property == NODE_NONE) return NODE_NONE;
  return steps(parser, property, low, at);
}

NodeIndex psl_parse_next(Parser *parser) {
  Token at = parser->token;
  const NextOperator *found = operator_at(parser); /* NULL: next */
  parser_advance(parser);
  bool strong = psl_accept_mark(parser, at);
  if (!found && psl_at_count(parser)) return psl_parse_counted(parser, at);
  if (!found) {
    NodeIndex operand = parse_level(parser, PSL_NEXT + 1);
    return operand == NODE_NONE ? operand : steps(parser, operand, 1, at);
  }
  int64_t low = 1, high = 1;
  NodeIndex event = NODE_NONE;
  if (found->event && (event = parse_event(parser)) == NODE_NONE) return NODE_NONE;
  bool counted = found->range || parser->token.kind == TOKEN_OPEN_INDEX;
  if (counted && !parse_interval(parser, found->range, found->event, &low, &high)) return NODE_NONE;
  NodeIndex node = parse_parentheses(parser);
  if (node == NODE_NONE) return NODE_NONE;
  NodeKind until = strong ? NODE_UNTIL : NODE_WEAK_UNTIL;
  if (!found->event) return in_steps(parser, found->join, node, low, high, at);
  return at_events(parser, until, found->join, event, node, low, high, at);
}
