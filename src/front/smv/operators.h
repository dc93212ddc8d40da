/* Shared between operators.c (Booleans, integers, sets) and words.c. */
#ifndef RONDO_FRONT_SMV_OPERATORS_H
#define RONDO_FRONT_SMV_OPERATORS_H

#include "front/smv/flat.h"

/* "'+' cannot be applied to boolean and integer"; returns false. */
bool operator_type_error(Flat *flat, NodeIndex where, const Value *a, const Value *b);

/* The result fails where an operand fails; b may be NULL. */
void operator_failures(Flat *flat, const Value *a, const Value *b, Value *out);

Lit operator_logic(Aig *aig, NodeKind kind, Lit a, Lit b);

bool operator_word(Flat *flat, NodeIndex where, const Value *a, const Value *b, Value *out);
bool operator_word_function(Flat *flat, NodeIndex where, const Value *arguments, size_t number,
                            Value *out);

#endif
