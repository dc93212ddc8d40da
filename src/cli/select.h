/* Which properties of a model are checked: those named by --property, of the kinds of --only. */
#ifndef RONDO_CLI_SELECT_H
#define RONDO_CLI_SELECT_H

#include "base/error.h"
#include "base/vec.h"
#include "rondo/rondo.h"

typedef VEC(size_t) NumberVec;

/* Kinds as a set: bit k stands for the RondoKind k. */
typedef unsigned KindSet;

/* Reads lists such as "invar,ltl"; none at all are all kinds. An unknown word is an error. */
bool select_kinds(const StringVec *lists, KindSet *kinds, Error *error);

/* Appends the numbers of the properties that a pattern names (no pattern: all) and whose kind is in
 * the set, each once, in the order of the patterns. A pattern is a name, a number, or else one with
 * *, ? and [...] for several names. One that names nothing is an error. */
bool select_properties(const RondoModel *model, const StringVec *patterns, KindSet kinds,
                       NumberVec *numbers, Error *error);

#endif
