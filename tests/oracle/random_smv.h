/* Random small SMV models as text, of one module, and properties of them. A seed is all it takes to
 * make one again. */
#ifndef RONDO_ORACLE_RANDOM_SMV_H
#define RONDO_ORACLE_RANDOM_SMV_H

#include <stdbool.h>

#include "base/random.h"
#include "base/text.h"

typedef enum { SORT_BOOLEAN, SORT_INTEGER, SORT_SYMBOL, SORT_WORD } SmvSort;

typedef struct {
  const char *text;
  SmvSort sort;
  int size;
  const char *low, *high; /* how its first and another value are written */
} SmvType;

typedef struct {
  Random random;
  bool roles; /* some variables are FROZENVAR, which come first, or IVAR, which come last */
  Text text;  /* what was made so far */
  int variables, frozen, state_variables;
  const SmvType *type[4]; /* of v0, v1, ... */
  int visible;            /* variables that an expression may read: 0 .. visible-1 */
  int visible_next;       /* and under next() */
  int defines;            /* Booleans d0, d1, ... */
  int about;              /* the only variable of a property, from 1; 0: all of them */
} RandomSmv;

/* Appends a model without specifications: declarations, assignments, INIT, INVAR, TRANS. */
void random_smv_model(RandomSmv *g);

/* Appends perhaps some FAIRNESS and COMPASSION. */
void random_smv_fairness(RandomSmv *g);

/* Appends the text of a property in parentheses, with at most so many temporal operators, that
 * means the same in the file and outside. */
typedef enum { SMV_INVARIANT, SMV_LTL, SMV_CTL } SmvLogic;
void random_smv_property(RandomSmv *g, SmvLogic logic, int temporal);

#endif
