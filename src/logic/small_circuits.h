/* Small circuits for all functions of four variables, as aig_rewrite.c wants them: what a cut of
 * four leaves computes is looked up here, and comes back as a few circuits that are about as small
 * as can be. They are found by taking functions apart, when somebody first asks for them: a graph
 * has some hundred different ones, of 65,536. */
#ifndef RONDO_LOGIC_SMALL_CIRCUITS_H
#define RONDO_LOGIC_SMALL_CIRCUITS_H

#include <stdbool.h>
#include <stdint.h>

/* A truth table: bit i is the value where variable v is bit v of i. */
typedef uint16_t Function4;

/* The function of a variable. */
extern const Function4 function4_variable[4];

static inline Function4 function4_cofactor(Function4 f, unsigned variable, bool value) {
  unsigned shift = 1u << variable, mask = function4_variable[variable];
  unsigned part = value ? f & mask : f & ~mask;
  return (Function4)(value ? part | part >> shift : part | part << shift);
}

static inline bool function4_depends(Function4 f, unsigned variable) {
  return function4_cofactor(f, variable, false) != function4_cofactor(f, variable, true);
}

enum { SMALL_GATES = 16, SMALL_FIRST = 5, SMALL_NODES = SMALL_FIRST + SMALL_GATES };

/* Literals are written as in aig.h: node 0 is the constant, nodes 1 to 4 the variables, and the
 * gates follow, each after what it reads. */
typedef struct {
  uint8_t size, root; /* gates; the literal that is the function */
  uint8_t left[SMALL_GATES], right[SMALL_GATES];
} SmallCircuit;

enum { SMALL_ALTERNATIVES = 4 };
typedef struct {
  unsigned count;                            /* at least one */
  SmallCircuit circuits[SMALL_ALTERNATIVES]; /* the smallest first */
} SmallCircuits;

typedef struct SmallTable SmallTable;
SmallTable *small_table_new(void);
void small_table_free(SmallTable *table);
const SmallCircuits *small_circuits(SmallTable *table, Function4 function);

#endif
