/* An AIGER file as plain lists. A literal is what the file says: twice the number of a variable,
 * plus one for its negation; 0 is false and 1 is true. Every variable is an input, a latch, a gate
 * (the conjunction of two literals), or undefined. Nothing is merged or simplified.
 *
 * The semantics (AIGER 1.9): latches start at their resets and then follow their next-state
 * functions; inputs are free in every step; a run meets every constraint in every step. A bad state
 * literal is a property *this is never true*; a justice property is a set of literals, and says
 * that no run makes all of them, and all fairness literals of the file, true again and again. */
#ifndef JUDGE_CIRCUIT_H
#define JUDGE_CIRCUIT_H

#include "judge/judge.h"

typedef unsigned Lit;

typedef struct {
  Lit *data;
  size_t size, room;
} Lits;
void lits_add(Lits *lits, Lit lit);

typedef enum { UNDEFINED, CONSTANT, INPUT, LATCH, GATE } Kind;

typedef struct {
  Kind kind;
  size_t place;    /* of an input or latch: in its list */
  Lit left, right; /* of a gate */
} Variable;

/* In a model a reset is 0, 1, or the latch itself, which is then uninitialised; in a witness
 * circuit it may be any literal. */
typedef struct {
  Lit lit, next, reset;
} Latch;

/* The lists that a symbol can name, in the order of the letters i l o b c j f. */
enum { SYMBOL_INPUT, SYMBOL_LATCH, SYMBOL_OUTPUT, SYMBOL_BAD, SYMBOL_CONSTRAINT, SYMBOL_JUSTICE };
enum { SYMBOL_FAIRNESS = SYMBOL_JUSTICE + 1, SYMBOL_KINDS };

typedef struct {
  const char *file;
  Variable *variables;
  size_t count;    /* of variables, the constant among them */
  unsigned *gates; /* variables that are gates, each behind those that it reads */
  size_t gate_count;
  size_t room, gate_room; /* of the lists above */
  Lits inputs;
  Latch *latches;
  size_t latch_count;
  Lits outputs, bad, constraints, fairness;
  Lits *justice; /* one list for each justice property */
  size_t justice_count;
  const char **symbols[SYMBOL_KINDS]; /* by place; NULL: no name */
  const char **comments;              /* the lines behind the `c` */
  size_t comment_count;
} Circuit;

/* Whether the file begins as an AIGER file does; and reads one. In a model, resets are 0, 1 or the
 * latch itself. Whatever is malformed ends the program as unreadable. */
bool aiger_begins(const Bytes *bytes);
Circuit *read_model(const Bytes *bytes);
Circuit *read_witness_circuit(const Bytes *bytes);

/* A further gate, behind all others. */
Lit add_gate(Circuit *circuit, Lit left, Lit right);
Lit add_or(Circuit *circuit, Lit left, Lit right);

static inline unsigned variable_of(Lit lit) { return lit >> 1; }
static inline bool is_negated(Lit lit) { return lit & 1; }

/* Simulation: `values` has a byte for each variable; those of inputs and latches are set, the
 * gates' are computed. */
void evaluate(const Circuit *circuit, unsigned char *values);
static inline bool value_of(const unsigned char *values, Lit lit) {
  return values[variable_of(lit)] != is_negated(lit);
}

#endif
