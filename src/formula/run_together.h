/* Operators that are run together with a name, as papers and other tools write them: `GFa`,
 * `AGEFidle`. Whether that is one name or several operators and a name depends on which names there
 * are, so the reader of a formula asks. */
#ifndef RONDO_FORMULA_RUN_TOGETHER_H
#define RONDO_FORMULA_RUN_TOGETHER_H

#include "formula/operator.h"

/* Whether the model has a signal of that name, which may have dots and indices and does not end
 * with a zero byte. */
typedef bool (*NameKnown)(const void *context, const char *name, size_t length);

/* How many characters at the start of a word are operators: 0 if the word is a name as it stands,
 * all of them if it is nothing but operators.
 *
 * With a model a known name stays whole; else unary operators are taken off until a known name or a
 * constant remains, as few as possible; where none ever remains the word is one name, unknown.
 *
 * Without a model (`known` is NULL) a word of LTL is read as Spot reads it: F, G and X at the front
 * are operators unless a digit follows. Words of CTL stay whole. */
size_t operators_before_name(Logic logic, const char *word, size_t length, NameKnown known,
                             const void *context);

/* The length of the unary temporal operator that a word starts with, and which it is; else 0. */
size_t operator_at_front(Logic logic, const char *word, size_t length, Operator *op);

#endif
