/* Latches and inputs of a circuit in the user's words.
 *
 * A set of literals over the bits of one signal is said as a fact about its value: two bits of an
 * enumeration become `at != idle`, the upper bits of a word `count[7:4] = 3`. */
#ifndef RONDO_REPORT_NAMING_H
#define RONDO_REPORT_NAMING_H

#include "base/text.h"
#include "system/system.h"

typedef struct Naming Naming;

/* Names for the variables of `circuit`, whose first inputs and latches are those of `named`, in the
 * same order (it may be the same system); both outlive it. Those that follow, and those that no
 * signal knows, have numbers. */
Naming *naming_new(const System *circuit, const System *named);

/* The same for a system whose latches and inputs come from those of `named` in another order:
 * origins as in CtlStructure. */
Naming *naming_of_origins(const System *circuit, const U32Vec *latch_origins,
                          const U32Vec *input_origins, const System *named);
void naming_free(Naming *naming);

/* Whether the literal is a variable that has a place here. */
bool naming_knows(const Naming *naming, Lit lit);

/* All of the literals are true (a cube), or one of them is (a clause); over variables of the
 * circuit, each at most once. Facts are joined by " & " or " | ". Nothing is `TRUE` or `FALSE`. */
void name_cube(const Naming *naming, const Lit *lits, size_t count, Text *text);
void name_clause(const Naming *naming, const Lit *lits, size_t count, Text *text);

#endif
