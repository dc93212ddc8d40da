/* From AIG to CNF. A `Cnf` is the encoding of one graph into one solver: it gives a solver literal
 * for an AIG literal, adding the clauses of its cone when a query first needs them. It is aware of
 * polarity (Plaisted and Greenbaum): a gate that occurs only positively gets only the clauses of
 * that direction; XOR and MUX are recognised and encoded without their inner gates; AND trees
 * whose inner gates have no other use become one wide gate.
 *
 * Several encodings may share one solver, e.g. one per copy in time. */
#ifndef RONDO_LOGIC_CNF_H
#define RONDO_LOGIC_CNF_H

#include "logic/aig.h"
#include "logic/sat.h"

typedef struct Cnf Cnf;

typedef enum { CNF_POSITIVE = 1, CNF_NEGATIVE = 2, CNF_BOTH = 3 } CnfPolarity;

Cnf *cnf_new(const Aig *aig, Sat *sat); /* both must outlive it; the graph may grow */
void cnf_free(Cnf *cnf);

/* A solver literal that may be used where the AIG literal is meant, in the given polarity:
 * CNF_POSITIVE where it is assumed or asserted true, CNF_NEGATIVE where false, CNF_BOTH else. */
int cnf_literal(Cnf *cnf, Lit lit, CnfPolarity polarity);

/* Fixes the solver literal of a variable (or any AND not encoded yet) beforehand. A bound node is a
 * leaf: the literal stands for it, and the clauses of an AND are not added. */
void cnf_bind(Cnf *cnf, uint32_t node, int solver_literal);

/* Adds the unit clause. */
void cnf_assert(Cnf *cnf, Lit lit);

/* The value of an AIG literal after SAT_SATISFIABLE; false for nodes not encoded (they do not
 * matter to the query). Exact for variables and for gates encoded in both polarities; a gate that
 * was encoded in one may be false although its function is true (or the other way round). */
bool cnf_value(Cnf *cnf, Lit lit);

/* The solver literal of a node if it has one, else 0. */
int cnf_known(const Cnf *cnf, Lit lit);

/* A formula as clauses over nodes, made once and loaded into many solvers: the shared CNF of a
 * cone. Variables of the result: see cnf_formula_new. */
typedef struct {
  IntVec lits; /* clauses one after another, each ended by 0 */
  size_t clauses;
  int variables; /* numbered 1 .. variables */
  int *of_node;  /* solver literal of an AIG node, 0 where the formula has none */
  size_t node_count;
} CnfFormula;

/* The cones of `roots`, both polarities, with every listed `keep` node given a variable of its own
 * (latches, inputs, next-state functions): the first keep_count variables are those of `keep`, in
 * order; all other variables may be eliminated and are (bounded variable elimination). */
CnfFormula *cnf_formula_new(const Aig *aig, const Lit *roots, size_t root_count,
                            const uint32_t *keep, size_t keep_count);
void cnf_formula_free(CnfFormula *formula);
int cnf_formula_literal(const CnfFormula *formula, Lit lit); /* 0 if it has none */
void cnf_formula_load(const CnfFormula *formula, Sat *sat);  /* into a solver without variables */

#endif
