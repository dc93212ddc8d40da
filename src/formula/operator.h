/* The one table of operators: how each is written, how tightly it binds. The parser, the printer
 * and the documentation are made from it. */
#ifndef RONDO_FORMULA_OPERATOR_H
#define RONDO_FORMULA_OPERATOR_H

#include <stddef.h>

#include "formula/formula.h"

typedef enum { LOGIC_LTL, LOGIC_CTL } Logic;

typedef enum { ASSOCIATES_NOT, ASSOCIATES_LEFT, ASSOCIATES_RIGHT } Associativity;

typedef enum {
  FAMILY_CONSTANT,
  FAMILY_ATOM,
  FAMILY_BOOLEAN,
  FAMILY_FUTURE,
  FAMILY_PAST,
  FAMILY_CTL,
} OperatorFamily;

typedef struct {
  const char *symbol;    /* as the printer writes it; of CTL's binary ones the path's letter */
  const char *spellings; /* all that the parser accepts, separated by blanks */
  int arity;
  int binding; /* of binary operators: larger binds tighter */
  Associativity associativity;
  OperatorFamily family;
} OperatorInfo;

extern const OperatorInfo operator_table[OP_COUNT];

enum { BINDING_UNARY = 100 }; /* tighter than every binary operator */

/* The path quantifier of a CTL operator, 'E' or 'A'. */
char operator_quantifier(Operator op);

/* Whether the operator is written like that. */
bool operator_spelled(Operator op, const char *text, size_t length);

/* Whether a text is read by the parser as one atom without quotes: without a model, and with a
 * model that has a signal of that name. */
bool atom_is_plain(const char *text);
bool atom_is_plain_as_signal(const char *text);

#endif
