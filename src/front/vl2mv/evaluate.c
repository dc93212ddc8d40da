/* Expressions as terms, with the widths of Verilog: an operand is as wide as its surroundings need.
 * The exception of the dialect: == and != cut the wider side to the narrower. */
#include "front/vl2mv/elaborate.h"

Term vl_fit(Terms *terms, Term term, uint32_t width) {
  uint32_t own = term_width(terms, term);
  const TermNode *node = term_node(terms, term);
  if (own == width) return term;
  if (node->op == TERM_EXTEND && term_width(terms, node->arguments[0]) >= width)
    return vl_fit(terms, node->arguments[0], width);
  if (own > width) return term_slice(terms, term, width - 1, 0);
  const uint32_t arguments[3] = {term, width - own};
  return term_apply(terms, TERM_EXTEND, arguments);
}

bool vl_term_value(const Terms *terms, Term term, int64_t *value) {
  const char *digits = term_digits(terms, term);
  if (!digits) return false;
  uint64_t sum = 0;
  for (; *digits; digits++) {
    if (sum >> 62) return false;
    sum = sum * 2 + (uint64_t)(*digits - '0');
  }
  *value = (int64_t)sum;
  return true;
}

/* ---- names of values ---- */

static bool find_value(const Elaborator *all, const char *name, uint32_t *enumeration,
                       uint32_t *code) {
  const Design *design = all->design;
  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t e = 1; e <= design->enumerations.size; e++) {
      const Enumeration *one = design->enumerations.data + e - 1;
      if (!pass && e != *enumeration) continue; /* the type of the surroundings comes first */
      for (uint32_t i = 0; i < one->values.size; i++) {
        if (strcmp(one->values.data[i], name)) continue;
        *enumeration = e;
        *code = i;
        return true;
      }
    }
  return false;
}

/* ---- widths and types ---- */

/* What an operator does to widths. */
typedef enum { WIDTH_SIDES, WIDTH_LEFT, WIDTH_BIT } WidthRule;

typedef struct {
  const char *symbol;
  WidthRule rule;
  TermOperator op;
  bool swapped, negated; /* a > b is b < a, a >= b is !(a < b) */
} BinaryOperator;

static const BinaryOperator binary_operators[] = {
    {"&", WIDTH_SIDES, TERM_AND, false, false},
    {"|", WIDTH_SIDES, TERM_OR, false, false},
    {"^", WIDTH_SIDES, TERM_XOR, false, false},
    {"^~", WIDTH_SIDES, TERM_XOR, false, true},
    {"~^", WIDTH_SIDES, TERM_XOR, false, true},
    {"+", WIDTH_SIDES, TERM_ADD, false, false},
    {"-", WIDTH_SIDES, TERM_SUBTRACT, false, false},
    {"*", WIDTH_SIDES, TERM_MULTIPLY, false, false},
    {"/", WIDTH_SIDES, TERM_DIVIDE, false, false},
    {"%", WIDTH_SIDES, TERM_REMAINDER, false, false},
    {"<<", WIDTH_LEFT, TERM_SHIFT_LEFT, false, false},
    {">>", WIDTH_LEFT, TERM_SHIFT_RIGHT, false, false},
    {"==", WIDTH_BIT, TERM_EQUAL, false, false},
    {"!=", WIDTH_BIT, TERM_EQUAL, false, true},
    {"===", WIDTH_BIT, TERM_EQUAL, false, false},
    {"!==", WIDTH_BIT, TERM_EQUAL, false, true},
    {"<", WIDTH_BIT, TERM_LESS, false, false},
    {">", WIDTH_BIT, TERM_LESS, true, false},
    {">=", WIDTH_BIT, TERM_LESS, false, true},
    {"<=", WIDTH_BIT, TERM_LESS, true, true},
    {"&&", WIDTH_BIT, TERM_AND, false, false},
    {"||", WIDTH_BIT, TERM_OR, false, false},
};

static const BinaryOperator *binary_operator(const char *symbol) {
  const BinaryOperator *row = binary_operators;
  while (strcmp(row->symbol, symbol)) row++; /* the parser knows no others */
  return row;
}

static bool is_bitwise_unary(const char *symbol) {
  return !strcmp(symbol, "~") || !strcmp(symbol, "-") || !strcmp(symbol, "+");
}

static uint32_t wider(uint32_t a, uint32_t b) { return a > b ? a : b; }

enum { WORD_LIMIT = 1 << 20 };

static uint32_t repeated_width(Context *c, const Expr *expr) {
  int64_t times = 0;
  uint32_t width = expr_width(c, expr->parts[1], 0);
  if (vl_evaluate_constant(c, expr->parts[0], &times) && times > 0 &&
      (uint64_t)times * width <= WORD_LIMIT)
    return (uint32_t)times * width;
  elaborator_error(c->all, expr->place, "this repeats less than once, or too often");
  return 1;
}

static uint32_t reference_expr_width(Context *c, const Expr *expr) {
  Reference reference;
  return vl_refer(c, expr, &reference) ? reference_width(&reference) : 1;
}

static uint32_t name_width(Context *c, const Expr *expr, uint32_t enumeration) {
  const Symbol *symbol = scope_find(c->scope, expr->name);
  uint32_t code;
  if (symbol && symbol->kind == SYMBOL_PARAMETER)
    return term_width(c->all->relation->terms, symbol->value);
  if (!symbol && find_value(c->all, expr->name, &enumeration, &code)) {
    Types *types = &c->all->relation->terms->types;
    return type_info(types, c->all->enumerations[enumeration - 1])->width;
  }
  return reference_expr_width(c, expr);
}

static const Symbol *called(Context *c, const Expr *expr) {
  const Symbol *symbol = scope_find(c->scope, expr->name);
  if (symbol && symbol->kind == SYMBOL_ROUTINE && !symbol->routine->is_task) return symbol;
  elaborator_error(c->all, expr->place, "there is no function '%s'", expr->name);
  return NULL;
}

static uint32_t call_width(Context *c, const Expr *expr) {
  const Symbol *function = called(c, expr);
  return function ? scope_find(function->inside, expr->name)->object->width : 1;
}

uint32_t expr_width(Context *c, const Expr *expr, uint32_t enumeration) {
  uint32_t width = 0;
  switch (expr->kind) {
  case EXPR_NUMBER: return expr->width;
  case EXPR_NAME: return name_width(c, expr, enumeration);
  case EXPR_INDEX:
  case EXPR_RANGE: return reference_expr_width(c, expr);
  case EXPR_UNARY: return is_bitwise_unary(expr->name) ? expr_width(c, expr->parts[0], 0) : 1;
  case EXPR_BINARY:
    switch (binary_operator(expr->name)->rule) {
    case WIDTH_BIT: return 1;
    case WIDTH_LEFT: return expr_width(c, expr->parts[0], 0);
    case WIDTH_SIDES: break;
    }
    return wider(expr_width(c, expr->parts[0], 0), expr_width(c, expr->parts[1], 0));
  case EXPR_CONDITION:
    return wider(expr_width(c, expr->parts[1], enumeration),
                 expr_width(c, expr->parts[2], enumeration));
  case EXPR_CONCAT:
    for (size_t i = 0; i < expr->count && width < WORD_LIMIT; i++)
      width += expr_width(c, expr->parts[i], 0);
    return width ? width : 1;
  case EXPR_REPEAT: return repeated_width(c, expr);
  case EXPR_CALL: return call_width(c, expr);
  case EXPR_CHOICE:
    for (size_t i = 0; i < expr->count; i++)
      width = wider(width, expr_width(c, expr->parts[i], enumeration));
    return width;
  }
  return 1;
}

uint32_t expr_enumeration(Context *c, const Expr *expr) {
  const Symbol *symbol;
  switch (expr->kind) {
  case EXPR_NAME:
    symbol = scope_find(c->scope, expr->name);
    return symbol && symbol->kind == SYMBOL_OBJECT ? symbol->object->enumeration : 0;
  case EXPR_INDEX:
    symbol = expr->parts[0]->kind == EXPR_NAME ? scope_find(c->scope, expr->parts[0]->name) : NULL;
    return symbol && symbol->kind == SYMBOL_OBJECT && symbol->object->is_array
               ? symbol->object->enumeration
               : 0;
  case EXPR_CONDITION: {
    uint32_t then = expr_enumeration(c, expr->parts[1]);
    return then ? then : expr_enumeration(c, expr->parts[2]);
  }
  case EXPR_CALL: {
    const Symbol *function = called(c, expr);
    return function ? scope_find(function->inside, expr->name)->object->enumeration : 0;
  }
  case EXPR_CHOICE:
    for (size_t i = 0; i < expr->count; i++) {
      uint32_t one = expr_enumeration(c, expr->parts[i]);
      if (one) return one;
    }
    return 0;
  default: return 0;
  }
}

/* As in Verilog: integers and plain decimal numbers compare with their sign, where both do. */
static bool is_signed(Context *c, const Expr *expr) {
  const Symbol *symbol;
  switch (expr->kind) {
  case EXPR_NUMBER: return !expr->sized;
  case EXPR_NAME:
    symbol = scope_find(c->scope, expr->name);
    return symbol && (symbol->kind == SYMBOL_PARAMETER
                          ? symbol->is_signed
                          : symbol->kind == SYMBOL_OBJECT && symbol->object->is_integer);
  case EXPR_UNARY: return is_bitwise_unary(expr->name) && is_signed(c, expr->parts[0]);
  case EXPR_BINARY:
    return binary_operator(expr->name)->rule != WIDTH_BIT && is_signed(c, expr->parts[0]) &&
           is_signed(c, expr->parts[1]);
  default: return false;
  }
}

/* ---- operators ---- */

static Term at_width(Context *c, const Expr *expr, uint32_t width, uint32_t enumeration);

static Term reduction(Context *c, const Expr *expr) {
  Terms *terms = c->all->relation->terms;
  Term inner = vl_evaluate(c, expr->parts[0], 0, 0);
  char last = expr->name[strlen(expr->name) - 1], first = expr->name[0];
  if (first == '!') return term_not(terms, term_any(terms, inner));
  if (!strcmp(expr->name, "^~")) last = '^', first = '~';
  TermOperator op = last == '&' ? TERM_ALL : last == '|' ? TERM_ANY : TERM_PARITY;
  const uint32_t arguments[3] = {inner};
  Term result = term_apply(terms, op, arguments);
  return first == '~' ? term_not(terms, result) : result;
}

static Term unary(Context *c, const Expr *expr, uint32_t width) {
  Terms *terms = c->all->relation->terms;
  if (!is_bitwise_unary(expr->name)) return vl_fit(terms, reduction(c, expr), width);
  Term inner = at_width(c, expr->parts[0], width, 0);
  const uint32_t arguments[3] = {inner};
  if (expr->name[0] == '~') return term_not(terms, inner);
  return expr->name[0] == '-' ? term_apply(terms, TERM_NEGATE, arguments) : inner;
}

static Term compare(Context *c, const Expr *expr, const BinaryOperator *row) {
  Terms *terms = c->all->relation->terms;
  const Expr *left = expr->parts[0], *right = expr->parts[1];
  uint32_t enumeration = expr_enumeration(c, left);
  if (!enumeration) enumeration = expr_enumeration(c, right);
  uint32_t a = expr_width(c, left, enumeration), b = expr_width(c, right, enumeration);
  TermOperator op = row->op;
  if (op == TERM_LESS && is_signed(c, left) && is_signed(c, right)) op = TERM_LESS_SIGNED;
  uint32_t width = wider(a, b);
  Term x = at_width(c, left, op == TERM_EQUAL ? a : width, enumeration);
  Term y = at_width(c, right, op == TERM_EQUAL ? b : width, enumeration);
  if (op == TERM_EQUAL) {
    uint32_t narrow = a < b ? a : b;
    x = vl_fit(terms, x, narrow);
    y = vl_fit(terms, y, narrow);
  }
  Term result = row->swapped ? term_binary(terms, op, y, x) : term_binary(terms, op, x, y);
  return row->negated ? term_not(terms, result) : result;
}

/* Shifts by an amount of any width: one that does not fit shifts everything out. */
static Term shift(Context *c, const Expr *expr, TermOperator op, uint32_t width) {
  Terms *terms = c->all->relation->terms;
  Term word = at_width(c, expr->parts[0], width, 0), amount = vl_evaluate(c, expr->parts[1], 0, 0);
  uint32_t room = wider(width, term_width(terms, amount));
  Term shifted = term_binary(terms, op, vl_fit(terms, word, room), vl_fit(terms, amount, room));
  return vl_fit(terms, shifted, width);
}

static Term binary(Context *c, const Expr *expr, uint32_t width) {
  Terms *terms = c->all->relation->terms;
  const BinaryOperator *row = binary_operator(expr->name);
  if (!strcmp(expr->name, "&&") || !strcmp(expr->name, "||"))
    return vl_fit(terms,
                  term_binary(terms, row->op, vl_evaluate_condition(c, expr->parts[0]),
                              vl_evaluate_condition(c, expr->parts[1])),
                  width);
  if (row->rule == WIDTH_BIT) return vl_fit(terms, compare(c, expr, row), width);
  if (row->rule == WIDTH_LEFT) return shift(c, expr, row->op, width);
  Term result = term_binary(terms, row->op, at_width(c, expr->parts[0], width, 0),
                            at_width(c, expr->parts[1], width, 0));
  return row->negated ? term_not(terms, result) : result;
}

/* ---- leaves and lists ---- */

/* Unknown digits outside of labels, 8'hxx, are 0: VIS knows two values. But 1'bz is what nobody
 * drives, and that is free like other such wires. */
static Term number(Context *c, const Expr *expr) {
  if (expr->undriven) return vl_undriven(c, expr);
  char *known = mem_string(expr->name);
  for (char *p = known; *p; p++)
    if (*p == '?') *p = '0';
  Term term = term_constant(c->all->relation->terms, known, expr->width);
  mem_free(known);
  return term;
}

static Term named(Context *c, const Expr *expr, uint32_t enumeration) {
  const Symbol *symbol = scope_find(c->scope, expr->name);
  Terms *terms = c->all->relation->terms;
  uint32_t code;
  Reference reference;
  if (symbol && symbol->kind == SYMBOL_PARAMETER) return symbol->value;
  if (!symbol && find_value(c->all, expr->name, &enumeration, &code)) {
    Type type = c->all->enumerations[enumeration - 1];
    return term_number(terms, code, type_info(&terms->types, type)->width);
  }
  return vl_refer(c, expr, &reference) ? reference_read(c, &reference) : term_bit(terms, false);
}

static Term joined(Context *c, const Expr *expr) {
  Terms *terms = c->all->relation->terms;
  Term result = TERM_NONE;
  uint64_t width = 0;
  for (size_t i = 0; i < expr->count; i++) {
    Term part = vl_evaluate(c, expr->parts[i], 0, 0);
    width += term_width(terms, part);
    if (width > WORD_LIMIT) {
      elaborator_error(c->all, expr->place, "a word has at most %d bits", WORD_LIMIT);
      break;
    }
    result = i ? term_binary(terms, TERM_CONCAT, result, part) : part;
  }
  return result == TERM_NONE ? term_bit(terms, false) : result;
}

static Term repeated(Context *c, const Expr *expr) {
  Terms *terms = c->all->relation->terms;
  Term part = vl_evaluate(c, expr->parts[1], 0, 0), result = part;
  uint32_t width = repeated_width(c, expr);
  while (!c->all->failed && term_width(terms, result) < width)
    result = term_binary(terms, TERM_CONCAT, result, part);
  return result;
}

static Term conditional(Context *c, const Expr *expr, uint32_t width, uint32_t enumeration) {
  Term condition = vl_evaluate_condition(c, expr->parts[0]);
  Term then = at_width(c, expr->parts[1], width, enumeration);
  Term otherwise = at_width(c, expr->parts[2], width, enumeration);
  return term_if(c->all->relation->terms, condition, then, otherwise);
}

/* Of exactly this width. */
static Term at_width(Context *c, const Expr *expr, uint32_t width, uint32_t enumeration) {
  Terms *terms = c->all->relation->terms;
  Reference reference;
  Term term = term_bit(terms, false);
  switch (expr->kind) {
  case EXPR_NAME: term = named(c, expr, enumeration); break;
  case EXPR_NUMBER: term = number(c, expr); break;
  case EXPR_INDEX:
  case EXPR_RANGE:
    if (vl_refer(c, expr, &reference)) term = reference_read(c, &reference);
    break;
  case EXPR_UNARY: return unary(c, expr, width);
  case EXPR_BINARY: return binary(c, expr, width);
  case EXPR_CONDITION: return conditional(c, expr, width, enumeration);
  case EXPR_CONCAT: term = joined(c, expr); break;
  case EXPR_REPEAT: term = repeated(c, expr); break;
  case EXPR_CALL: term = vl_execute_function(c, expr); break;
  case EXPR_CHOICE: return vl_choose(c, expr, width, enumeration);
  }
  return vl_fit(terms, term, width);
}

enum { DEPTH_LIMIT = 20000 }; /* of expressions, and of wires that read wires */

Term vl_evaluate(Context *c, const Expr *expr, uint32_t width, uint32_t enumeration) {
  if (!enumeration) enumeration = expr_enumeration(c, expr);
  uint32_t own = wider(width, expr_width(c, expr, enumeration));
  if (++c->all->depth > DEPTH_LIMIT)
    elaborator_error(c->all, expr->place, "this depends on too many others");
  Term term = c->all->failed ? term_number(c->all->relation->terms, 0, own)
                             : at_width(c, expr, own, enumeration);
  c->all->depth--;
  return term;
}

Term vl_evaluate_condition(Context *c, const Expr *expr) {
  return term_any(c->all->relation->terms, vl_evaluate(c, expr, 0, 0));
}

bool vl_evaluate_constant(Context *c, const Expr *expr, int64_t *value) {
  Term term = vl_evaluate(c, expr, 0, 0);
  if (c->all->failed) return false;
  return vl_term_value(c->all->relation->terms, term, value) ||
         elaborator_error(c->all, expr->place, "this has to be a constant");
}
