/* A circuit as plain lists. A literal is twice the number of a variable, plus one for its negation;
 * 0 is false and 1 is true. Every variable is an input, a latch, a gate (the conjunction of two
 * literals), or undefined. Nothing is merged or simplified.
 *
 * The semantics (AIGER 1.9): latches start at their resets and then follow their next-state
 * functions; inputs are free in every step; a run meets every constraint in every step. */
#ifndef JUDGE_CIRCUIT_H
#define JUDGE_CIRCUIT_H

#include <stdint.h>

#include "judge/judge.h"

typedef uint32_t Lit;

typedef LIST(Lit) Lits;

typedef enum { IS_UNDEFINED, IS_CONSTANT, IS_INPUT, IS_LATCH, IS_GATE } VariableKind;

typedef struct {
  VariableKind kind;
  size_t place;    /* of an input or latch: in its list */
  Lit left, right; /* of a gate */
} Variable;

/* In a model a reset is 0, 1, or the latch itself, which is then uninitialised; in a witness
 * circuit it may be any literal. */
typedef struct {
  Lit lit, next, reset;
} Register;

typedef struct Circuit {
  Judge *judge;
  Variable *variables;
  size_t count;         /* of variables, the constant among them */
  LIST(unsigned) gates; /* variables that are gates, each behind those that it reads */
  Lits inputs;
  LIST(Register) latches;
  Lits constraints, fairness;
  Lits compassion; /* pairs: where the first is true infinitely often, the second is */
  size_t room;     /* of variables */
  /* What people call a literal; NULL: they do not. */
  const char *(*name)(const struct Circuit *circuit, Lit lit);
  const void *owner; /* for the function */
} Circuit;

/* A circuit of so many variables, which are undefined, and no gates. Then each is defined, once. */
Circuit *circuit_new(Judge *judge, size_t count);
void define_input(Circuit *circuit, Lit lit);
void define_latch(Circuit *circuit, Register latch);
void define_gate(Circuit *circuit, Lit lit, Lit left, Lit right);

/* A further variable, to be defined; and further gates, behind all others. */
Lit add_variable(Circuit *circuit);
Lit add_gate(Circuit *circuit, Lit left, Lit right);
Lit add_or(Circuit *circuit, Lit left, Lit right);
Lit add_equal(Circuit *circuit, Lit left, Lit right);

static inline unsigned variable_of(Lit lit) { return lit >> 1; }
static inline bool is_negated(Lit lit) { return lit & 1; }
static inline bool is_free(const Circuit *circuit, Lit lit) {
  VariableKind kind = circuit->variables[variable_of(lit)].kind;
  return kind == IS_INPUT || kind == IS_LATCH;
}
const char *name_of(const Circuit *circuit, Lit lit);

/* Depth first through gates, and through resets of latches if that is asked for; a latch that is
 * its own reset has none. Every variable that was met is in `order`, behind all that it reads.
 * False: it reads itself, in the end. */
typedef struct {
  const Circuit *circuit;
  bool resets;
  unsigned char *state; /* by variable */
  Lits stack, order;    /* variables */
} Walk;
Walk walk_new(const Circuit *circuit, bool resets);
bool walk_from(Walk *walk, unsigned variable);

/* Simulation: `values` has a word for each variable, with 64 steps at once, one in each bit, if
 * that is of use; those of inputs and latches are set, the gates' are computed. */
void evaluate(const Circuit *circuit, uint64_t *values);
static inline uint64_t value_of(const uint64_t *values, Lit lit) {
  return values[variable_of(lit)] ^ -(uint64_t)is_negated(lit);
}
static inline bool is_true(const uint64_t *values, Lit lit) { return value_of(values, lit) & 1; }

#endif
