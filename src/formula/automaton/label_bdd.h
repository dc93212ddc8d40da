/* Labels of automaton edges: Boolean functions in canonical form, so that equal functions are equal
 * numbers. A small package of reduced ordered binary decision diagrams (Bryant 1986), without
 * reordering and garbage collection: a formula has a handful of atoms, and a manager lives as long
 * as the automata made with it. Variables are numbers; smaller ones are nearer to the root. */
#ifndef RONDO_FORMULA_LABEL_BDD_H
#define RONDO_FORMULA_LABEL_BDD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"

typedef uint32_t Label;
typedef VEC(Label) LabelVec;
#define LABEL_FALSE ((Label)0)
#define LABEL_TRUE ((Label)1)

enum { LABEL_VARIABLES = 4096 }; /* at most so many: bounds the depth of recursion */

typedef struct {
  uint32_t variable; /* UINT32_MAX for the constants */
  Label low, high;
} LabelNode;

typedef struct Labels {
  VEC(LabelNode) nodes;
  uint32_t *slots; /* unique table: node numbers, 0 is empty */
  size_t slot_count;
  struct {
    Label a, b, c, result;
  } * cache; /* of label_choose; a computed table that forgets */
  size_t cache_size;
  uint64_t work;  /* steps done so far: how constructions are kept from running too long */
  uint64_t limit; /* if not 0: beyond it operations give up, and their results are worthless */
  bool exhausted; /* some operation gave up; whoever set the limit asks, and clears both */
} Labels;

Labels *labels_new(void);
void labels_free(Labels *labels);

static inline const LabelNode *label_node(const Labels *labels, Label f) {
  return labels->nodes.data + f;
}

Label label_variable(Labels *labels, uint32_t variable);
Label label_choose(Labels *labels, Label condition, Label then_, Label else_);
Label label_not(Labels *labels, Label a);
Label label_and(Labels *labels, Label a, Label b);
Label label_or(Labels *labels, Label a, Label b);
Label label_minus(Labels *labels, Label a, Label b); /* a and not b */
bool label_implies(Labels *labels, Label a, Label b);
bool label_disjoint(Labels *labels, Label a, Label b);

/* f with a variable fixed, and with a variable replaced by a function. */
Label label_restrict(Labels *labels, Label f, uint32_t variable, bool value);
Label label_substitute(Labels *labels, Label f, uint32_t variable, Label by);

/* The value under an assignment: bit v of `values` is variable v. */
bool label_value(const Labels *labels, Label f, uint64_t values);

/* The functions at the border below variable `limit`: f is the disjunction of path[i] and below[i],
 * where the path[i] read only smaller variables and exclude one another, and the below[i] differ
 * and read only others. */
void label_split(Labels *labels, Label f, uint32_t limit, LabelVec *paths, LabelVec *below);

/* An irredundant sum of products (Minato and Morreale): cubes one after another in `cubes`, each a
 * list of literals 2 * variable + (1 where negated) in ascending order, ended by UINT32_MAX. */
void label_cubes(Labels *labels, Label f, U32Vec *cubes);

#endif
