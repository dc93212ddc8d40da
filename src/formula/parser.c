/* Operator precedence parsing with stacks of its own (Dijkstra's shunting yard): no recursion, so
 * that neither ten thousand operators nor ten thousand parentheses can exhaust the C stack.
 *
 * The parser alternates between two states. It wants an operand: prefix operators and opening
 * parentheses are stacked, an atom or constant is an operand. Then it wants an operator: a binary
 * one first reduces what binds at least as tightly, a closing parenthesis all up to its partner.
 *
 * The path formula of a quantifier stands in brackets, or bare: `E p U q`. A bare quantifier waits
 * until its path formula is complete, whose right operand is as short as it can be. */
#include "formula/parser.h"

#include "base/bits.h"
#include "formula/bounded.h"

typedef struct {
  TokenKind kind; /* TOKEN_OPERATOR, TOKEN_OPEN, TOKEN_OPEN_BRACKET or TOKEN_QUANTIFIER */
  Operator op;
  size_t place;
  bool bare;         /* of a quantifier: no bracket follows */
  StepBounds bounds; /* of an operator of CTL */
} Stacked;

/* A path formula whose operator had bounds, before its quantifier was applied. */
typedef struct {
  Formula formula;
  StepBounds bounds;
} BoundedPath;

typedef struct {
  Formulas *formulas;
  Lexer lexer;
  const char *file, *text; /* of the whole source, for errors */
  size_t offset;           /* of the lexer's text in it */
  Error *error;
  VEC(Stacked) operators;
  VEC(Formula) operands;
  VEC(BoundedPath) bounded; /* those on the stack of operands */
  bool path;                /* the operand that was just completed ends with a bare path formula */
} Parser;

bool error_at_offset(Error *error, const char *file, const char *text, size_t offset,
                     const char *message) {
  int line = 1;
  size_t start = 0;
  for (size_t i = 0; i < offset && text[i]; i++)
    if (text[i] == '\n') {
      line++;
      start = i + 1;
    }
  bool first = !error->message;
  error_at(error, file, line, (int)(offset - start) + 1, "%s", message);
  if (first) {
    char *excerpt = mem_string_n(text + start, strcspn(text + start, "\r\n"));
    error_excerpt(error, excerpt);
    mem_free(excerpt);
  }
  return false;
}

static bool fail(Parser *parser, size_t place, const char *message) {
  return error_at_offset(parser->error, parser->file, parser->text, parser->offset + place,
                         message);
}

/* "expected a formula, not ')'": names the current token. */
static bool fail_expected(Parser *parser, const char *expected) {
  const Lexer *lexer = &parser->lexer;
  Text text = {0};
  if (lexer->kind == TOKEN_WRONG) text_add(&text, lexer->message);
  else if (lexer->kind == TOKEN_END) text_format(&text, "expected %s, not the end", expected);
  else
    text_format(&text, "expected %s, not '%.*s'", expected, (int)(lexer->end - lexer->start),
                lexer->text + lexer->start);
  fail(parser, lexer->start, text.data);
  text_free(&text);
  return false;
}

static const OperatorInfo *info_of(const Stacked *top) { return &operator_table[top->op]; }

/* In CTL the path operator under a quantifier binds loosest: E [a & b U c]. */
static int binding_of(const Parser *parser, Operator op) {
  const OperatorInfo *info = &operator_table[op];
  if (parser->lexer.logic == LOGIC_CTL && info->family == FAMILY_FUTURE) return 1;
  return info->binding;
}

/* E or A over the path formula that was just read. */
static bool quantify(Parser *parser, const Stacked *top) {
  const FormulaNode node = *formula_node(parser->formulas, vec_last(&parser->operands));
  bool exists = top->op == OP_EU;
  Operator op;
  switch (node.op) {
  case OP_NEXT: op = exists ? OP_EX : OP_AX; break;
  case OP_FINALLY: op = exists ? OP_EF : OP_AF; break;
  case OP_GLOBALLY: op = exists ? OP_EG : OP_AG; break;
  case OP_UNTIL: op = exists ? OP_EU : OP_AU; break;
  case OP_RELEASE: op = exists ? OP_ER : OP_AR; break;
  case OP_WEAK_UNTIL: op = exists ? OP_EW : OP_AW; break;
  default: return fail(parser, top->place, "E and A need a path formula with X, F, G, U, R or W");
  }
  Formulas *formulas = parser->formulas;
  Formula *operand = &vec_last(&parser->operands);
  if (parser->bounded.size && vec_last(&parser->bounded).formula == *operand) {
    BoundedPath path = vec_pop(&parser->bounded);
    *operand = formula_bounded(formulas, op, node.left, node.right, &path.bounds);
    if (*operand == FORMULA_NONE) return fail(parser, top->place, "bounds are for F, G, U and R");
    return true;
  }
  *operand = operator_arity(op) == 1 ? formula_unary(formulas, op, node.left)
                                     : formula_binary(formulas, op, node.left, node.right);
  return true;
}

/* Applies the operator on top of the stack. */
static bool reduce_top(Parser *parser) {
  Stacked top = vec_pop(&parser->operators);
  if (top.kind == TOKEN_QUANTIFIER) return quantify(parser, &top);
  bool unary = info_of(&top)->arity == 1;
  Formula right = vec_pop(&parser->operands), left = unary ? right : vec_pop(&parser->operands);
  Formula result = unary ? formula_unary(parser->formulas, top.op, right)
                         : formula_binary(parser->formulas, top.op, left, right);
  if (top.bounds.given && info_of(&top)->family == FAMILY_CTL) {
    result = formula_bounded(parser->formulas, top.op, left, right, &top.bounds);
  } else if (top.bounds.given) {
    BoundedPath path = {result, top.bounds};
    vec_push(&parser->bounded, path);
  }
  vec_push(&parser->operands, result);
  return true;
}

static bool is_open(const Stacked *top) {
  return top->kind == TOKEN_OPEN || top->kind == TOKEN_OPEN_BRACKET;
}

/* Whether the operand just completed ends the path formula of a bare quantifier: it is on top, and
 * the operand is X p, F p or G p; or it is below the operator on top. */
static bool ends_path(const Parser *parser) {
  size_t size = parser->operators.size;
  const Stacked *top = parser->operators.data + size - 1;
  if (top->kind == TOKEN_QUANTIFIER) {
    Operator op = formula_node(parser->formulas, vec_last(&parser->operands))->op;
    return op == OP_NEXT || op == OP_FINALLY || op == OP_GLOBALLY;
  }
  return size > 1 && top[-1].kind == TOKEN_QUANTIFIER && top[-1].bare &&
         info_of(top)->family == FAMILY_FUTURE;
}

/* Prefix operators apply as soon as their operand is complete, and so do bare quantifiers. */
static bool reduce_prefixes(Parser *parser) {
  parser->path = false;
  while (parser->operators.size) {
    const Stacked *top = &vec_last(&parser->operators);
    if (is_open(top)) break;
    bool binary = top->kind == TOKEN_OPERATOR && info_of(top)->arity != 1;
    bool bare = top->kind == TOKEN_QUANTIFIER && top->bare;
    if ((binary || bare) && !ends_path(parser)) break;
    parser->path |= binary;
    if (!reduce_top(parser) || (binary && !reduce_top(parser))) return false;
  }
  return true;
}

static bool reduce_tighter(Parser *parser, Operator op) {
  int binding = binding_of(parser, op);
  bool left = operator_table[op].associativity == ASSOCIATES_LEFT;
  while (parser->operators.size) {
    const Stacked *top = &vec_last(&parser->operators);
    if (is_open(top) || top->kind == TOKEN_QUANTIFIER) break;
    int other = binding_of(parser, top->op);
    if (other < binding || (other == binding && !left)) break;
    if (!reduce_top(parser)) return false;
  }
  return true;
}

static bool close_group(Parser *parser, TokenKind opening) {
  while (parser->operators.size && !is_open(&vec_last(&parser->operators)))
    if (!reduce_top(parser)) return false;
  if (!parser->operators.size || vec_last(&parser->operators).kind != opening)
    return fail_expected(parser, parser->operators.size ? "the other closing bracket"
                                                        : "an operator or the end");
  parser->operators.size--;
  return reduce_prefixes(parser);
}

/* Bounds stand behind F, G, U and R of CTL. */
static bool takes_bounds(const Parser *parser) {
  Operator op = parser->lexer.op;
  if (parser->lexer.logic != LOGIC_CTL || parser->lexer.kind != TOKEN_OPERATOR) return false;
  return op == OP_EF || op == OP_EG || op == OP_AF || op == OP_AG || op == OP_FINALLY ||
         op == OP_GLOBALLY || op == OP_UNTIL || op == OP_RELEASE;
}

static bool push_operator(Parser *parser) {
  Lexer *lexer = &parser->lexer;
  Stacked item = {.kind = lexer->kind, .op = lexer->op, .place = lexer->start};
  const char *message = NULL;
  if (item.kind == TOKEN_QUANTIFIER) {
    size_t i = lexer->end;
    while (i < lexer->length && strchr(" \t\r\n", lexer->text[i])) i++;
    item.bare = i < lexer->length && lexer->text[i] != '(' && lexer->text[i] != '[';
  } else if (takes_bounds(parser) &&
             !bounds_read(lexer->text, lexer->length, &lexer->end, &item.bounds, &message)) {
    return fail(parser, lexer->end, message);
  }
  vec_push(&parser->operators, item);
  return true;
}

/* One token where an operand is wanted; *wanted says whether one still is. */
static bool take_operand(Parser *parser, bool *wanted) {
  Lexer *lexer = &parser->lexer;
  Formula f = FORMULA_NONE;
  switch (lexer->kind) {
  case TOKEN_ATOM: f = formula_atom(parser->formulas, lexer->atom.data); break;
  case TOKEN_OPEN:
  case TOKEN_OPEN_BRACKET:
  case TOKEN_QUANTIFIER: return push_operator(parser);
  case TOKEN_OPERATOR:
    if (operator_arity(lexer->op) == 2) return fail_expected(parser, "a formula");
    if (operator_arity(lexer->op) == 1) return push_operator(parser);
    f = lexer->op == OP_TRUE ? FORMULA_TRUE : FORMULA_FALSE;
    break;
  default: return fail_expected(parser, "a formula");
  }
  vec_push(&parser->operands, f);
  *wanted = false;
  return reduce_prefixes(parser);
}

static bool take_operator(Parser *parser, bool *wanted) {
  switch (parser->lexer.kind) {
  case TOKEN_CLOSE: return close_group(parser, TOKEN_OPEN);
  case TOKEN_CLOSE_BRACKET: return close_group(parser, TOKEN_OPEN_BRACKET);
  case TOKEN_OPERATOR:
    if (operator_arity(parser->lexer.op) != 2) return fail_expected(parser, "a binary operator");
    if (parser->path)
      return fail_expected(parser, "brackets around the path formula before an "
                                   "operator, or the end");
    if (!reduce_tighter(parser, parser->lexer.op)) return false;
    *wanted = true;
    return push_operator(parser);
  default: return fail_expected(parser, "a binary operator");
  }
}

static bool finish(Parser *parser) {
  while (parser->operators.size) {
    if (is_open(&vec_last(&parser->operators)))
      return fail(parser, vec_last(&parser->operators).place, "this bracket is never closed");
    if (!reduce_top(parser)) return false;
  }
  return true;
}

/* Whether f keeps to CTL: a temporal operator of LTL is left over where no quantifier took it. */
static bool is_ctl(Parser *parser, Formula f) {
  const Formulas *formulas = parser->formulas;
  Bits used = bits_new(f + 1);
  bits_set(&used, f);
  bool fine = true;
  for (Formula g = f + 1; g-- > 0 && fine;) {
    if (!bits_get(&used, g)) continue;
    const FormulaNode *node = formula_node(formulas, g);
    OperatorFamily family = operator_table[node->op].family;
    fine = family != FAMILY_FUTURE && family != FAMILY_PAST;
    if (operator_arity(node->op) > 0) bits_set(&used, node->left);
    if (operator_arity(node->op) > 1) bits_set(&used, node->right);
  }
  bits_free(&used);
  return fine || fail(parser, 0, "a temporal operator of LTL without E or A before it");
}

Formula formula_parse_part(Formulas *formulas, Logic logic, KnownNames names, const char *file,
                           const char *text, size_t start, size_t end, Error *error) {
  Parser parser = {
      .formulas = formulas, .file = file, .text = text, .offset = start, .error = error};
  lexer_init(&parser.lexer, logic, names, text + start, end - start);
  bool wanted = true, fine = true;
  while (fine && (lexer_next(&parser.lexer) != TOKEN_END || wanted))
    fine = wanted ? take_operand(&parser, &wanted) : take_operator(&parser, &wanted);
  Formula result = FORMULA_NONE;
  if (fine && finish(&parser)) {
    result = vec_last(&parser.operands);
    if (parser.bounded.size) { /* no quantifier took it */
      fail(&parser, 0, "bounds are for F, G, U and R under E or A");
      result = FORMULA_NONE;
    } else if (logic == LOGIC_CTL && !is_ctl(&parser, result)) result = FORMULA_NONE;
  }
  lexer_free(&parser.lexer);
  vec_free(&parser.operators);
  vec_free(&parser.operands);
  vec_free(&parser.bounded);
  return result;
}

Formula formula_parse_known(Formulas *formulas, Logic logic, KnownNames names, const char *text,
                            Error *error) {
  return formula_parse_part(formulas, logic, names, NULL, text, 0, strlen(text), error);
}

Formula formula_parse(Formulas *formulas, Logic logic, const char *text, Error *error) {
  return formula_parse_known(formulas, logic, (KnownNames){0}, text, error);
}
