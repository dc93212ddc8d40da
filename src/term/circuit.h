/* What the operators of terms mean, as circuits: the one place that knows. */
#ifndef RONDO_TERM_CIRCUIT_H
#define RONDO_TERM_CIRCUIT_H

#include "logic/aig.h"
#include "term/term.h"

/* Applies the operator of a node to arguments given as literals, the lowest bit first; elements of
 * arrays one behind the other, that of the lowest index first. `out` has room for the result and is
 * none of the arguments. Not for leaves. */
void circuit_apply(Aig *aig, const Terms *terms, const TermNode *node, const Lit *const *arguments,
                   Lit *out);

/* About how many gates that can make at most, for limits; UINT64_MAX if that is not less. */
uint64_t circuit_cost(const Terms *terms, const TermNode *node);

#endif
