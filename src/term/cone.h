/* What of a relation is blasted: the terms that its questions, constraints and fairness depend on,
 * through the states that they read. */
#ifndef RONDO_TERM_CONE_H
#define RONDO_TERM_CONE_H

#include "base/bits.h"
#include "term/relation.h"

/* The terms that matter, as bits by term; all that the relation uses if `everything`, else what
 * questions depend on. A variable matters if its term does. The caller frees it. */
Bits relation_cone(const Relation *relation, bool everything);

/* Adds to a set of terms what they are made of. */
void terms_close(const Terms *terms, Bits *set);

/* Bits of the arrays among the variables in a cone; UINT64_MAX if it is not less. */
uint64_t relation_array_bits(const Relation *relation, const Bits *cone);

#endif
