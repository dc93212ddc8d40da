/* A CTL formula as it was written: a list of parts, children before parents, equal parts once. The
 * grammar, from loose to tight: -> (to the right), <-> , xor, |, & (to the left), then the prefixes
 * ! EX EF EG AX AF AG; and E [f U g], A [f U g] with R or W in place of U, parentheses in
 * place of brackets, or none: E f U g, where g is as short as it can be. An atom is true, false, a
 * signal, a bit of a word `x[3]` or `x<3>`, or the comparison of a word or signal with a decimal
 * number or another one: = == != < <= > >=.
 *
 * Signals are inputs, latches and outputs by their symbols, or else i0, l0, o0. Inputs or latches
 * with the names `x[0]` to `x[n-1]` (or with < and >) form the word x, an unsigned number with bit
 * 0 the lowest. */
#ifndef JUDGE_FORMULA_H
#define JUDGE_FORMULA_H

#include "judge/circuit.h"

typedef enum {
  OP_ATOM, /* constants, too */
  OP_NOT,
  OP_AND,
  OP_OR,
  OP_IMPLIES,
  OP_EQUIVALENT,
  OP_XOR,
  OP_EX,
  OP_EF,
  OP_EG,
  OP_AX,
  OP_AF,
  OP_AG,
  OP_EU,
  OP_ER,
  OP_EW,
  OP_AU,
  OP_AR,
  OP_AW,
  OP_COUNT
} Operator;

typedef struct {
  Operator op;
  size_t left, right; /* parts; of those that have children */
  const char *text;   /* of an atom, as it was written but for blanks ... */
  Lit atom;           /* ... and what it means */
} Part;

typedef struct {
  Part *parts;
  size_t size, room, root;
} Formula;

extern const char *const operator_names[OP_COUNT]; /* "EX", "EU", ...; of temporal ones */
static inline bool is_temporal(Operator op) { return op >= OP_EX; }

/* Comparisons become new gates of the circuit. What cannot be read ends the program. */
Formula read_formula(Circuit *circuit, const char *text);

/* What an atom means: a signal, or the comparison of two sides by a sign; NULL: there is none. */
Lit atom_literal(Circuit *circuit, const char *left, const char *sign, const char *right);

#endif
