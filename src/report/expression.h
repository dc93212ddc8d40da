/* Literals of a circuit as expressions that a person can read, over names (naming.h).
 *
 * ANDs of ANDs become one conjunction, complemented ones a disjunction; multiplexers, XORs and
 * equalities are recognized. What is nested too deeply gets a name of its own, `g` and the number
 * of the node, and a definition; so the text stays as small as the circuit. */
#ifndef RONDO_REPORT_EXPRESSION_H
#define RONDO_REPORT_EXPRESSION_H

#include "report/naming.h"

typedef struct Expressions Expressions;

Expressions *expressions_new(const Aig *aig, const Naming *naming);
void expressions_free(Expressions *expressions);

/* Writes it; what it leaves to definitions is noted. */
void expression_print(Expressions *expressions, Lit lit, Text *text);

/* The next definition that is owed: its name and text; false if there is none, or `most` were
 * given. More may come while there are some. */
bool expression_definition(Expressions *expressions, size_t most, Text *name, Text *text);

/* The operands of a conjunction, none of which is one itself: those of ANDs of ANDs, but
 * `whole` (LIT_NONE: none) is not taken apart. */
void conjuncts(const Aig *aig, Lit lit, Lit whole, LitVec *operands);

#endif
