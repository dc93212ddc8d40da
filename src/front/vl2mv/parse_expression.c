/* Expressions by precedence climbing over one table of operators. */
#include <stdlib.h>

#include "front/vl2mv/syntax.h"

static Expr *new_expr(Parser *parser, ExprKind kind, Place place, size_t count) {
  Expr *expr = arena_alloc(&parser->design->arena, sizeof *expr);
  expr->kind = kind;
  expr->place = place;
  expr->count = count;
  expr->parts = arena_alloc(&parser->design->arena, (count ? count : 1) * sizeof *expr->parts);
  return expr;
}

/* ---- numbers ---- */

/* A decimal number as binary digits, highest first: repeated halving of its digits. */
static void decimal_digits(const char *decimal, Text *reversed) {
  char *digits = mem_string(decimal);
  char *start = digits;
  while (*start) {
    int rest = 0;
    for (char *p = start; *p; p++) {
      int value = rest * 10 + (*p - '0');
      *p = (char)('0' + value / 2);
      rest = value % 2;
    }
    text_char(reversed, (char)('0' + rest));
    while (*start == '0') start++;
  }
  mem_free(digits);
}

/* One digit of base 2^bits as binary digits, lowest first. */
static void based_digit(char c, int bits, Text *reversed) {
  int value = c >= 'a' ? c - 'a' + 10 : c - '0';
  bool unknown = c == '?' || c == 'x' || c == 'z';
  for (int i = 0; i < bits; i++)
    text_char(reversed, unknown ? '?' : (char)('0' + (value >> i & 1)));
}

static bool digits_fit(const char *digits, int base) {
  for (const char *p = digits; *p; p++) {
    int value = *p >= 'a' ? *p - 'a' + 10 : *p - '0';
    bool unknown = *p == '?' || *p == 'x' || *p == 'z';
    if (unknown ? base == 10 : value >= base) return false;
  }
  return *digits != 0;
}

enum { WIDTH_LIMIT = 1 << 16, UNSIZED = 32 };

static Expr *parse_number(Parser *parser) {
  Expr *expr = new_expr(parser, EXPR_NUMBER, parser->next->place, 0);
  const char *text = parser->next->text, *quote = strchr(text, '\'');
  const char *digits = quote ? quote + 2 : text;
  char letter = quote ? quote[1] : 'd';
  int bits = letter == 'b' ? 1 : letter == 'o' ? 3 : letter == 'h' ? 4 : 0;
  Text reversed = {0};
  unsigned long width = quote && quote > text ? strtoul(text, NULL, 10) : UNSIZED;
  expr->name = "0";
  expr->width = 1;
  if (!digits_fit(digits, bits ? 1 << bits : 10)) {
    vl_error(parser, "'%s' is no number of its base", text);
    return expr;
  }
  if (!width || width > WIDTH_LIMIT) {
    vl_error(parser, "a number has 1 to %d bits", WIDTH_LIMIT);
    return expr;
  }
  parser->next++;
  expr->undriven = !digits[strspn(digits, "z")];
  text_add(&reversed, "");
  if (bits)
    for (const char *p = digits + strlen(digits); p > digits; p--)
      based_digit(p[-1], bits, &reversed);
  else decimal_digits(digits, &reversed);
  char fill = reversed.size && reversed.data[reversed.size - 1] == '?' && bits ? '?' : '0';
  char *own = arena_alloc(&parser->design->arena, width + 1);
  for (size_t i = 0; i < width; i++)
    own[width - 1 - i] = i < reversed.size ? reversed.data[i] : fill;
  text_free(&reversed);
  expr->name = own;
  expr->width = (uint32_t)width;
  expr->sized = quote != NULL;
  return expr;
}

/* ---- operands ---- */

typedef VEC(Expr *) ExprVec;

static void set_parts(Parser *parser, Expr *expr, ExprVec *parts) {
  expr->count = parts->size;
  expr->parts = arena_alloc(&parser->design->arena, (parts->size + 1) * sizeof *expr->parts);
  for (size_t i = 0; i < parts->size; i++) expr->parts[i] = parts->data[i];
  vec_free(parts);
}

/* Expressions with commas between them, up to a closing symbol. */
static void parse_list(Parser *parser, Expr *expr, const char *close) {
  ExprVec parts = {0};
  do vec_push(&parts, vl_parse_expression(parser));
  while (!parser->failed && vl_take(parser, ","));
  vl_expect(parser, close);
  set_parts(parser, expr, &parts);
}

/* $ND(a, b) and $NDset(@(posedge clk), a, b): the clock is the one of the model. */
static Expr *parse_choice(Parser *parser) {
  Expr *expr = new_expr(parser, EXPR_CHOICE, parser->next->place, 0);
  bool set = !strcmp(parser->next->text, "$NDset");
  if (!set && strcmp(parser->next->text, "$ND"))
    vl_error(parser, "of the system functions only $ND has a value");
  parser->next++;
  vl_expect(parser, "(");
  if (set && vl_take(parser, "@")) {
    vl_expect(parser, "(");
    vl_expect(parser, "posedge");
    vl_name(parser);
    vl_expect(parser, ")");
    vl_expect(parser, ",");
  }
  parse_list(parser, expr, ")");
  return expr;
}

static Expr *parse_braces(Parser *parser) {
  Expr *expr = new_expr(parser, EXPR_CONCAT, parser->next->place, 2);
  vl_expect(parser, "{");
  Expr *first = vl_parse_expression(parser);
  if (vl_take(parser, "{")) {
    Expr *inner = new_expr(parser, EXPR_CONCAT, first->place, 0);
    parse_list(parser, inner, "}");
    vl_expect(parser, "}");
    expr->kind = EXPR_REPEAT;
    expr->parts[0] = first;
    expr->parts[1] = inner;
    return expr;
  }
  ExprVec parts = {0};
  vec_push(&parts, first);
  while (!parser->failed && vl_take(parser, ",")) vec_push(&parts, vl_parse_expression(parser));
  vl_expect(parser, "}");
  set_parts(parser, expr, &parts);
  return expr;
}

/* x, x[i], x[i][j], x[3:0], m[i][3:0]. */
static Expr *parse_selects(Parser *parser, Expr *expr) {
  while (!parser->failed && vl_at(parser, "[")) {
    Place place = parser->next->place;
    vl_expect(parser, "[");
    Expr *first = vl_parse_expression(parser);
    bool range = vl_take(parser, ":");
    Expr *select = new_expr(parser, range ? EXPR_RANGE : EXPR_INDEX, place, range ? 3 : 2);
    select->parts[0] = expr;
    select->parts[1] = first;
    if (range) select->parts[2] = vl_parse_expression(parser);
    vl_expect(parser, "]");
    expr = select;
  }
  return expr;
}

static Expr *parse_named(Parser *parser) {
  Expr *expr = new_expr(parser, EXPR_NAME, parser->next->place, 0);
  expr->name = vl_name(parser);
  if (vl_take(parser, "(")) {
    expr->kind = EXPR_CALL;
    parse_list(parser, expr, ")");
    return expr;
  }
  return parse_selects(parser, expr);
}

static const char *const unary[] = {"!", "~&", "~|", "~^", "^~", "~", "&", "|", "^", "-", "+"};

static Expr *parse_operand(Parser *parser) {
  const Token *token = parser->next;
  for (size_t i = 0; token->kind == TOKEN_SYMBOL && i < sizeof unary / sizeof *unary; i++) {
    if (strcmp(token->text, unary[i])) continue;
    Expr *expr = new_expr(parser, EXPR_UNARY, token->place, 1);
    expr->name = unary[i];
    parser->next++;
    if (++parser->depth > NESTING_LIMIT) vl_error(parser, "this is nested too deeply");
    expr->parts[0] = parser->failed ? expr : parse_operand(parser);
    parser->depth--;
    return expr;
  }
  if (vl_take(parser, "(")) {
    Expr *inner = vl_parse_expression(parser);
    vl_expect(parser, ")");
    return parse_selects(parser, inner);
  }
  if (vl_at(parser, "{")) return parse_braces(parser);
  if (token->kind == TOKEN_NUMBER) return parse_number(parser);
  if (token->kind == TOKEN_SYSTEM) return parse_choice(parser);
  return parse_named(parser);
}

/* ---- operators ---- */

static const struct {
  const char *symbol;
  int binding;
} binary[] = {{"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},   {"^~", 4},  {"~^", 4},
              {"&", 5},  {"==", 6}, {"!=", 6}, {"===", 6}, {"!==", 6}, {"<", 7},
              {"<=", 7}, {">", 7},  {">=", 7}, {"<<", 8},  {">>", 8},  {"+", 9},
              {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};

static Expr *parse_binary(Parser *parser, int least) {
  Expr *left = parse_operand(parser);
  while (!parser->failed && parser->next->kind == TOKEN_SYMBOL) {
    size_t i = 0, count = sizeof binary / sizeof *binary;
    while (i < count && strcmp(binary[i].symbol, parser->next->text)) i++;
    if (i == count || binary[i].binding < least) break;
    Expr *expr = new_expr(parser, EXPR_BINARY, parser->next->place, 2);
    parser->next++;
    expr->name = binary[i].symbol;
    expr->parts[0] = left;
    expr->parts[1] = parse_binary(parser, binary[i].binding + 1);
    left = expr;
  }
  return left;
}

Expr *vl_parse_expression(Parser *parser) {
  if (++parser->depth > NESTING_LIMIT) vl_error(parser, "this is nested too deeply");
  if (parser->failed) {
    parser->depth--;
    return new_expr(parser, EXPR_CONCAT, parser->next->place, 0);
  }
  Expr *expr = parse_binary(parser, 1);
  if (vl_at(parser, "?")) {
    Expr *choice = new_expr(parser, EXPR_CONDITION, parser->next->place, 3);
    vl_expect(parser, "?");
    choice->parts[0] = expr;
    choice->parts[1] = vl_parse_expression(parser);
    vl_expect(parser, ":");
    choice->parts[2] = vl_parse_expression(parser);
    expr = choice;
  }
  parser->depth--;
  return expr;
}

Expr *vl_parse_target(Parser *parser) {
  return vl_at(parser, "{") ? parse_braces(parser) : parse_named(parser);
}
