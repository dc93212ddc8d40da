#include "front/verilog/cells.h"

#include <string.h>

typedef Term (*CellMeaning)(Terms *terms, const CellType *type, const CellInput *in);

struct CellType {
  const char *name;
  const char *ports;
  CellMeaning meaning;
  TermOperator op, signed_op; /* of operands that are both signed; else the first */
  bool negated;               /* the result */
  bool swapped;               /* the operands */
};

/* ---- widths ---- */

/* A word with more or fewer bits. Where Yosys promises that widths agree this changes nothing; a
 * netlist that breaks the promise is still one. */
static Term resize(Terms *terms, Term a, uint32_t width, bool is_signed) {
  uint32_t own = term_width(terms, a);
  if (own == width) return a;
  if (own > width) return term_slice(terms, a, width - 1, 0);
  const uint32_t arguments[] = {a, width - own};
  return term_apply(terms, is_signed ? TERM_EXTEND_SIGNED : TERM_EXTEND, arguments);
}

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

static Term unary(Terms *terms, TermOperator op, Term a) {
  const uint32_t arguments[] = {a};
  return term_apply(terms, op, arguments);
}

/* One bit, in an output that may be wider. */
static Term truth(Terms *terms, const CellType *type, const CellInput *in, Term value) {
  return resize(terms, type->negated ? term_not(terms, value) : value, in->width, false);
}

/* ---- words of the output's width ---- */

static Term identity(Terms *terms, const CellType *type, const CellInput *in) {
  Term a = resize(terms, in->a, in->width, in->a_signed);
  return type->negated ? term_not(terms, a) : a;
}

static Term negation(Terms *terms, const CellType *type, const CellInput *in) {
  (void)type;
  return unary(terms, TERM_NEGATE, resize(terms, in->a, in->width, in->a_signed));
}

static Term word(Terms *terms, const CellType *type, const CellInput *in) {
  bool is_signed = in->a_signed && in->b_signed;
  Term a = resize(terms, in->a, in->width, is_signed);
  Term b = resize(terms, in->b, in->width, is_signed);
  Term y = term_binary(terms, type->op, a, b);
  return type->negated ? term_not(terms, y) : y;
}

/* One operand is negated: of the gates, which have one bit each. */
static Term with_not(Terms *terms, const CellType *type, const CellInput *in) {
  Term a = resize(terms, in->a, in->width, false), b = resize(terms, in->b, in->width, false);
  return term_binary(terms, type->op, a, term_not(terms, b));
}

/* Division needs all bits of its operands, even where the result is narrow. */
static Term division(Terms *terms, const CellType *type, const CellInput *in) {
  bool is_signed = in->a_signed && in->b_signed;
  uint32_t width = larger(in->width, larger(term_width(terms, in->a), term_width(terms, in->b)));
  Term a = resize(terms, in->a, width, is_signed), b = resize(terms, in->b, width, is_signed);
  Term y = term_binary(terms, is_signed ? type->signed_op : type->op, a, b);
  return resize(terms, y, in->width, is_signed);
}

/* ---- truth values ---- */

static Term reduction(Terms *terms, const CellType *type, const CellInput *in) {
  return truth(terms, type, in, unary(terms, type->op, in->a));
}

static Term connective(Terms *terms, const CellType *type, const CellInput *in) {
  Term y = term_binary(terms, type->op, term_any(terms, in->a), term_any(terms, in->b));
  return truth(terms, type, in, y);
}

static Term comparison(Terms *terms, const CellType *type, const CellInput *in) {
  bool is_signed = in->a_signed && in->b_signed;
  uint32_t width = larger(term_width(terms, in->a), term_width(terms, in->b));
  Term a = resize(terms, in->a, width, is_signed), b = resize(terms, in->b, width, is_signed);
  TermOperator op = is_signed ? type->signed_op : type->op;
  return truth(terms, type, in,
               term_binary(terms, op, type->swapped ? b : a, type->swapped ? a : b));
}

/* ---- shifts ---- */

/* Both operands of a shift have one width, in which the amount is not cut: more than all bits is
 * more than all bits. */
static Term shifted(Terms *terms, TermOperator op, Term a, Term amount, uint32_t width) {
  uint32_t wide = larger(term_width(terms, a), term_width(terms, amount));
  bool arithmetic = op == TERM_SHIFT_ARITHMETIC;
  Term y = term_binary(terms, op, resize(terms, a, wide, arithmetic),
                       resize(terms, amount, wide, false));
  return resize(terms, y, width, arithmetic);
}

static Term shift(Terms *terms, const CellType *type, const CellInput *in) {
  Term a = resize(terms, in->a, larger(in->width, term_width(terms, in->a)), in->a_signed);
  TermOperator op = in->a_signed ? type->signed_op : type->op;
  return shifted(terms, op, a, in->b, in->width);
}

/* To the right, or to the left by an amount that is negative. */
static Term shift_either(Terms *terms, Term a, const CellInput *in) {
  Term right = shifted(terms, TERM_SHIFT_RIGHT, a, in->b, in->width);
  if (!in->b_signed) return right;
  uint32_t top = term_width(terms, in->b) - 1;
  Term wide = resize(terms, in->b, top + 2, true); /* whose negation is right for the least, too */
  Term left = shifted(terms, TERM_SHIFT_LEFT, a, unary(terms, TERM_NEGATE, wide), in->width);
  return term_if(terms, term_slice(terms, in->b, top, top), left, right);
}

static Term shift_any(Terms *terms, const CellType *type, const CellInput *in) {
  (void)type;
  uint32_t width = larger(in->width, term_width(terms, in->a));
  return shift_either(terms, resize(terms, in->a, width, in->a_signed), in);
}

/* A part of a word, which may lie beyond its end: there it is undefined. */
static Term part(Terms *terms, const CellType *type, const CellInput *in) {
  (void)type;
  uint32_t own = term_width(terms, in->a), width = larger(in->width, own);
  Term found = shift_either(terms, resize(terms, in->a, width, false), in);
  if (in->undefined == TERM_NONE) return found;
  Term there = shift_either(terms, resize(terms, term_ones(terms, own), width, false), in);
  Term beyond = term_binary(terms, TERM_AND, term_not(terms, there), in->undefined);
  return term_binary(terms, TERM_OR, found, beyond);
}

/* ---- choices ---- */

static Term choice(Terms *terms, const CellType *type, const CellInput *in) {
  Term a = resize(terms, in->a, in->width, false), b = resize(terms, in->b, in->width, false);
  Term y = term_if(terms, resize(terms, in->s, 1, false), b, a);
  return type->negated ? term_not(terms, y) : y;
}

static Term parallel_choice(Terms *terms, const CellType *type, const CellInput *in) {
  (void)type;
  uint32_t lines = term_width(terms, in->s);
  Term y = resize(terms, in->a, in->width, false);
  Term words = resize(terms, in->b, lines * in->width, false);
  for (uint32_t i = lines; i-- > 0;) {
    Term taken = term_slice(terms, words, (i + 1) * in->width - 1, i * in->width);
    y = term_if(terms, term_slice(terms, in->s, i, i), taken, y);
  }
  return y;
}

/* The word of A that S numbers. */
static Term numbered_choice(Terms *terms, const CellType *type, const CellInput *in) {
  (void)type;
  Term words = in->a;
  for (uint32_t level = term_width(terms, in->s); level-- > 0;) {
    uint32_t half = term_width(terms, words) / 2;
    if (!half) break; /* there is but one word */
    words = term_if(terms, term_slice(terms, in->s, level, level),
                    term_slice(terms, words, 2 * half - 1, half),
                    term_slice(terms, words, half - 1, 0));
  }
  return words;
}

static Term bit_choice(Terms *terms, const CellType *type, const CellInput *in) {
  (void)type;
  Term a = resize(terms, in->a, in->width, false), b = resize(terms, in->b, in->width, false);
  Term s = resize(terms, in->s, in->width, false);
  return term_binary(terms, TERM_OR, term_binary(terms, TERM_AND, s, b),
                     term_binary(terms, TERM_AND, term_not(terms, s), a));
}

/* ---- pieces ---- */

static Term slice(Terms *terms, const CellType *type, const CellInput *in) {
  (void)type;
  Term a = resize(terms, in->a, in->offset + in->width, false);
  return term_slice(terms, a, in->offset + in->width - 1, in->offset);
}

static Term joined(Terms *terms, const CellType *type, const CellInput *in) {
  (void)type;
  return term_binary(terms, TERM_CONCAT, in->b, in->a);
}

/* ---- the table ---- */

#define SAME(op) op, op

static const CellType types[] = {
    {"$pos", "A", identity, SAME(TERM_NOT), false, false},
    {"$not", "A", identity, SAME(TERM_NOT), true, false},
    {"$neg", "A", negation, SAME(TERM_NEGATE), false, false},
    {"$and", "AB", word, SAME(TERM_AND), false, false},
    {"$or", "AB", word, SAME(TERM_OR), false, false},
    {"$xor", "AB", word, SAME(TERM_XOR), false, false},
    {"$xnor", "AB", word, SAME(TERM_XOR), true, false},
    {"$add", "AB", word, SAME(TERM_ADD), false, false},
    {"$sub", "AB", word, SAME(TERM_SUBTRACT), false, false},
    {"$mul", "AB", word, SAME(TERM_MULTIPLY), false, false},
    {"$div", "AB", division, TERM_DIVIDE, TERM_DIVIDE_SIGNED, false, false},
    {"$mod", "AB", division, TERM_REMAINDER, TERM_REMAINDER_SIGNED, false, false},
    {"$modfloor", "AB", division, TERM_REMAINDER, TERM_MODULO_SIGNED, false, false},
    {"$reduce_and", "A", reduction, SAME(TERM_ALL), false, false},
    {"$reduce_or", "A", reduction, SAME(TERM_ANY), false, false},
    {"$reduce_bool", "A", reduction, SAME(TERM_ANY), false, false},
    {"$reduce_xor", "A", reduction, SAME(TERM_PARITY), false, false},
    {"$reduce_xnor", "A", reduction, SAME(TERM_PARITY), true, false},
    {"$logic_not", "A", reduction, SAME(TERM_ANY), true, false},
    {"$logic_and", "AB", connective, SAME(TERM_AND), false, false},
    {"$logic_or", "AB", connective, SAME(TERM_OR), false, false},
    {"$eq", "AB", comparison, SAME(TERM_EQUAL), false, false},
    {"$eqx", "AB", comparison, SAME(TERM_EQUAL), false, false},
    {"$ne", "AB", comparison, SAME(TERM_EQUAL), true, false},
    {"$nex", "AB", comparison, SAME(TERM_EQUAL), true, false},
    {"$lt", "AB", comparison, TERM_LESS, TERM_LESS_SIGNED, false, false},
    {"$le", "AB", comparison, TERM_LESS, TERM_LESS_SIGNED, true, true},
    {"$gt", "AB", comparison, TERM_LESS, TERM_LESS_SIGNED, false, true},
    {"$ge", "AB", comparison, TERM_LESS, TERM_LESS_SIGNED, true, false},
    {"$shl", "AB", shift, SAME(TERM_SHIFT_LEFT), false, false},
    {"$sshl", "AB", shift, SAME(TERM_SHIFT_LEFT), false, false},
    {"$shr", "AB", shift, SAME(TERM_SHIFT_RIGHT), false, false},
    {"$sshr", "AB", shift, TERM_SHIFT_RIGHT, TERM_SHIFT_ARITHMETIC, false, false},
    {"$shift", "AB", shift_any, SAME(TERM_SHIFT_RIGHT), false, false},
    {"$shiftx", "AB", part, SAME(TERM_SHIFT_RIGHT), false, false},
    {"$mux", "ABS", choice, SAME(TERM_IF), false, false},
    {"$pmux", "ABS", parallel_choice, SAME(TERM_IF), false, false},
    {"$bmux", "AS", numbered_choice, SAME(TERM_IF), false, false},
    {"$bwmux", "ABS", bit_choice, SAME(TERM_IF), false, false},
    {"$slice", "A", slice, SAME(TERM_SLICE), false, false},
    {"$concat", "AB", joined, SAME(TERM_CONCAT), false, false},
    {"$_BUF_", "A", identity, SAME(TERM_NOT), false, false},
    {"$_NOT_", "A", identity, SAME(TERM_NOT), true, false},
    {"$_AND_", "AB", word, SAME(TERM_AND), false, false},
    {"$_OR_", "AB", word, SAME(TERM_OR), false, false},
    {"$_XOR_", "AB", word, SAME(TERM_XOR), false, false},
    {"$_NAND_", "AB", word, SAME(TERM_AND), true, false},
    {"$_NOR_", "AB", word, SAME(TERM_OR), true, false},
    {"$_XNOR_", "AB", word, SAME(TERM_XOR), true, false},
    {"$_ANDNOT_", "AB", with_not, SAME(TERM_AND), false, false},
    {"$_ORNOT_", "AB", with_not, SAME(TERM_OR), false, false},
    {"$_MUX_", "ABS", choice, SAME(TERM_IF), false, false},
    {"$_NMUX_", "ABS", choice, SAME(TERM_IF), true, false},
};

const CellType *cell_type_find(const char *name) {
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (!strcmp(types[i].name, name)) return types + i;
  return NULL;
}

const char *cell_type_ports(const CellType *type) { return type->ports; }

bool cell_reads_beyond(const Terms *terms, const CellType *type, const CellInput *in) {
  if (type->meaning != part) return false;
  uint32_t index = term_width(terms, in->b);
  uint64_t last = index > 31 ? UINT32_MAX : (UINT64_C(1) << index) - 1;
  return in->b_signed || last + in->width > term_width(terms, in->a);
}

Term cell_output(Terms *terms, const CellType *type, const CellInput *input) {
  return resize(terms, type->meaning(terms, type, input), input->width, false);
}
