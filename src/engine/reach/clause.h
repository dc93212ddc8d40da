/* Clauses and cubes: sorted vectors of literals with a signature.
 *
 * The literals are AIG literals, mostly of latches. Read as a disjunction such a vector is a
 * clause, read as a conjunction it is a cube; the negation of one is the other. At most one literal
 * of a node occurs, and complementing every literal keeps the order, because a node's two literals
 * are neighbours. The signature has one of 64 bits set per literal; it decides most failing subset
 * tests without a look at the literals. */
#ifndef RONDO_ENGINE_REACH_CLAUSE_H
#define RONDO_ENGINE_REACH_CLAUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "system/system.h"

typedef struct {
  uint64_t signature;
  uint32_t size;
  Lit lits[]; /* ascending */
} Clause;

typedef Clause Cube; /* the same thing, read as a conjunction */

typedef VEC(Clause *) ClauseVec; /* a CNF, or a set of cubes; owns its elements */

/* A copy of the literals, sorted and without repetitions. A literal and its complement must not
 * both occur. */
Clause *clause_new(const Lit *lits, size_t count);
Clause *clause_copy(const Clause *clause);
Clause *clause_negation(const Clause *clause);              /* every literal complemented */
Clause *clause_without(const Clause *clause, size_t place); /* but for the literal there */
Cube *cube_of_state(const System *system, const Bits *state);
void clause_free(Clause *clause);

uint64_t clause_signature(const Lit *lits, size_t count);
bool clause_equal(const Clause *a, const Clause *b);

/* Whether the literals of a are among those of b: then clause a implies clause b, and cube b
 * implies cube a. */
bool clause_subsumes(const Clause *a, const Clause *b);

/* The same against a sorted vector of literals. */
bool clause_subsumes_lits(const Clause *a, const Lit *lits, size_t count, uint64_t signature);

void lits_sort(Lit *lits, size_t count); /* ascending */

ClauseVec clauses_copy(const ClauseVec *clauses);
void clauses_free(ClauseVec *clauses);
size_t clauses_literals(const ClauseVec *clauses); /* the sum of their sizes */

/* Removes clauses that another one subsumes; of equal ones the first stays. */
void clauses_reduce(ClauseVec *clauses);

/* The conjunction of the clauses as an AIG literal. */
Lit clauses_build(Aig *aig, const ClauseVec *clauses);

#endif
