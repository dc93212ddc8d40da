/* Typed terms, hash-consed: the expressions of word-level models.
 *
 * A term is a number. It is made of older ones, so that the order of numbers is a topological order
 * and no walk needs recursion; equal terms have equal numbers. What is made is simplified lightly
 * on the way: constants fold, and identities that need no look below the arguments are applied
 * (simplify.c).
 *
 * The operators are a core: what else a language has (nand, greater-or-equal, increment) is made of
 * it by its reader. Their meaning is that of SMT-LIB, and of BTOR2, which adds rotation and the
 * predicates for overflow; circuit.c has it, as circuits. Folding of constants uses the same
 * circuits, so the two cannot differ. */
#ifndef RONDO_TERM_TERM_H
#define RONDO_TERM_TERM_H

#include "term/type.h"

typedef uint32_t Term;
typedef VEC(Term) TermVec;

#define TERM_NONE UINT32_MAX

typedef enum {
  TERM_CONSTANT, /* of a word */
  TERM_VARIABLE, /* someone else knows what it is: a state, an input */
  TERM_NOT,
  TERM_NEGATE,
  TERM_ALL,    /* of the bits are 1 */
  TERM_ANY,    /* of the bits is 1 */
  TERM_PARITY, /* exclusive or of the bits */
  TERM_AND,
  TERM_OR,
  TERM_XOR,
  TERM_EQUAL, /* also of arrays: in every element */
  TERM_LESS,
  TERM_LESS_SIGNED,
  TERM_ADD,
  TERM_SUBTRACT,
  TERM_MULTIPLY,
  TERM_DIVIDE,           /* by zero: all ones */
  TERM_REMAINDER,        /* by zero: the dividend */
  TERM_DIVIDE_SIGNED,    /* towards zero; by zero: 1 of a negative number, else -1 */
  TERM_REMAINDER_SIGNED, /* with the sign of the dividend; by zero: the dividend */
  TERM_MODULO_SIGNED,    /* with the sign of the divisor; by zero: the dividend */
  TERM_SHIFT_LEFT,       /* by as many bits as there are, or more: zero ... */
  TERM_SHIFT_RIGHT,
  TERM_SHIFT_ARITHMETIC, /* ... or the sign everywhere */
  TERM_ROTATE_LEFT,      /* by the amount modulo the width */
  TERM_ROTATE_RIGHT,
  TERM_CONCAT, /* the first argument has the higher bits */
  TERM_OVERFLOW_ADD,
  TERM_OVERFLOW_ADD_SIGNED,
  TERM_OVERFLOW_SUBTRACT,
  TERM_OVERFLOW_SUBTRACT_SIGNED,
  TERM_OVERFLOW_MULTIPLY,
  TERM_OVERFLOW_MULTIPLY_SIGNED,
  TERM_OVERFLOW_DIVIDE_SIGNED,
  TERM_READ,          /* array, index */
  TERM_SLICE,         /* of a word: highest and lowest bit, both numbers */
  TERM_EXTEND,        /* of a word by some zeros, a number */
  TERM_EXTEND_SIGNED, /* by its sign */
  TERM_IF,            /* condition, then, else */
  TERM_WRITE,         /* array, index, element */
  TERM_FILL,          /* the array with this element everywhere; see term_fill */
  TERM_OPERATORS,     /* how many there are */
} TermOperator;

/* What an operator takes and gives. */
typedef enum {
  SHAPE_LEAF,
  SHAPE_SAME,  /* words of one width, and such a word */
  SHAPE_BIT,   /* words of one width, and one bit */
  SHAPE_EQUAL, /* two values that fit, and one bit */
  SHAPE_CONCAT,
  SHAPE_READ,
  SHAPE_WRITE,
  SHAPE_IF,
  SHAPE_SLICE,
  SHAPE_EXTEND,
  SHAPE_FILL,
} TermShape;

typedef struct {
  const char *name; /* as BTOR2 calls it; NULL where it has no such operator */
  uint8_t terms;    /* how many of the arguments are terms; numbers follow them */
  TermShape shape;
  bool commutes;
} TermOperatorInfo;

extern const TermOperatorInfo term_operators[TERM_OPERATORS];

typedef struct {
  TermOperator op;
  Type type;
  uint32_t arguments[3]; /* terms, then numbers; of a constant: its digits; of a variable: which */
} TermNode;

typedef struct Terms {
  Types types;
  VEC(TermNode) nodes;
  Names unique; /* of nodes: the bytes of one -> the term */
  Names digits; /* of constants: 0 and 1, the highest bit first */
  uint32_t variables;
} Terms;

Terms *terms_new(void);
void terms_free(Terms *terms);

static inline const TermNode *term_node(const Terms *terms, Term term) {
  return terms->nodes.data + term;
}
static inline Type term_type(const Terms *terms, Term term) { return term_node(terms, term)->type; }
/* Of a term that is no array. */
uint32_t term_width(const Terms *terms, Term term);

/* ---- leaves ---- */

Term term_variable(Terms *terms, Type type);                        /* a new one */
Term term_constant(Terms *terms, const char *digits, size_t width); /* highest bit first */
Term term_number(Terms *terms, uint64_t value, uint32_t width);     /* its lowest bits */
Term term_bit(Terms *terms, bool value);
Term term_ones(Terms *terms, uint32_t width);

/* The digits of a constant, highest bit first, NULL for other terms; valid as long as the store. */
const char *term_digits(const Terms *terms, Term term);

/* ---- operators ---- */

/* Why the operator cannot be applied to arguments of these types, as a sentence; NULL: it can. The
 * numbers behind the terms are looked at, too. `text` holds the sentence. */
const char *term_misfit(const Terms *terms, TermOperator op, const uint32_t *arguments, Text *text);

/* Applies an operator to up to three arguments that fit: terms, and behind them numbers. Not for
 * leaves and TERM_FILL. */
Term term_apply(Terms *terms, TermOperator op, const uint32_t *arguments);

Term term_not(Terms *terms, Term a);
Term term_binary(Terms *terms, TermOperator op, Term a, Term b);
Term term_if(Terms *terms, Term condition, Term then, Term otherwise);
Term term_slice(Terms *terms, Term a, uint32_t high, uint32_t low);
Term term_fill(Terms *terms, Type array, Term element);
Term term_any(Terms *terms, Term a); /* whether a word is not zero, as a condition */

#endif
