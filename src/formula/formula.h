/* Formulas of LTL (with past) and CTL in one store. Nodes are hashed, so that equal formulas are
 * equal references and a parse tree is a DAG with full sharing. A reference is valid as long as the
 * store lives; children are always older (smaller) than their parents, so loops over references in
 * ascending order are bottom-up walks without recursion. */
#ifndef RONDO_FORMULA_FORMULA_H
#define RONDO_FORMULA_FORMULA_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/text.h"
#include "base/vec.h"
#include "logic/aig.h"

typedef uint32_t Formula;
#define FORMULA_NONE ((Formula)UINT32_MAX)
#define FORMULA_FALSE ((Formula)0)
#define FORMULA_TRUE ((Formula)1)

typedef enum {
  OP_FALSE,
  OP_TRUE,
  OP_ATOM,
  OP_NOT,
  OP_AND,
  OP_OR,
  OP_IMPLIES,
  OP_EQUIVALENT,
  OP_XOR,
  /* LTL, future: X F G U R W M */
  OP_NEXT,
  OP_FINALLY,
  OP_GLOBALLY,
  OP_UNTIL,
  OP_RELEASE,
  OP_WEAK_UNTIL,
  OP_STRONG_RELEASE,
  /* LTL, past: Y Z O H S T */
  OP_YESTERDAY,
  OP_WEAK_YESTERDAY,
  OP_ONCE,
  OP_HISTORICALLY,
  OP_SINCE,
  OP_TRIGGERED,
  /* CTL */
  OP_EX,
  OP_EF,
  OP_EG,
  OP_EU,
  OP_ER,
  OP_EW,
  OP_AX,
  OP_AF,
  OP_AG,
  OP_AU,
  OP_AR,
  OP_AW,
  OP_COUNT
} Operator;

typedef struct {
  Operator op;
  Formula left, right; /* of a unary operator only left; of an atom left is its index */
} FormulaNode;

typedef struct {
  const char *text; /* as the user writes it; owned by the store */
  Lit literal;      /* in the system's graph; LIT_NONE until it is bound */
} Atom;

typedef struct Formulas {
  VEC(FormulaNode) nodes; /* nodes 0 and 1 are false and true */
  VEC(Atom) atoms;
  Names atom_names; /* text to index in atoms */
  Names unique;     /* hash-consing of nodes */
} Formulas;

Formulas *formulas_new(void);
void formulas_free(Formulas *formulas);

/* Makes nodes as they are written, without any simplification. */
Formula formula_atom(Formulas *formulas, const char *text); /* the same text: the same atom */
Formula formula_unary(Formulas *formulas, Operator op, Formula child);
Formula formula_binary(Formulas *formulas, Operator op, Formula left, Formula right);

static inline const FormulaNode *formula_node(const Formulas *formulas, Formula f) {
  return formulas->nodes.data + f;
}

int operator_arity(Operator op); /* 0, 1, 2 */
bool operator_is_ctl(Operator op);
bool operator_is_temporal(Operator op); /* LTL or CTL */
bool operator_is_past(Operator op);

/* Writes it so that the parser reads the same formula again. */
void formula_print(const Formulas *formulas, Formula f, Text *text);

#endif
