/* Labels of automaton edges: Boolean functions in canonical form, so that equal functions are equal
 * numbers. They are decision diagrams (logic/bdd.h) without reordering and garbage collection: a
 * formula has a handful of atoms, and a manager lives as long as the automata made with it.
 * Variables are numbers; smaller ones are nearer to the root. */
#ifndef RONDO_FORMULA_LABEL_BDD_H
#define RONDO_FORMULA_LABEL_BDD_H

#include <stdbool.h>
#include <stdint.h>

#include "logic/bdd.h"

typedef Bdd Label;
typedef BddVec LabelVec;
#define LABEL_FALSE BDD_FALSE
#define LABEL_TRUE BDD_TRUE

enum { LABEL_VARIABLES = 4096 }; /* at most so many */

typedef struct Labels {
  BddManager *bdds;
  Budget limit;   /* of work, where there is one */
  bool exhausted; /* some operation gave up, and its result is worthless */
} Labels;

Labels *labels_new(void);
void labels_free(Labels *labels);

/* Steps done so far: how constructions are kept from running too long. */
uint64_t labels_work(const Labels *labels);

/* After so many more steps operations give up and set `exhausted`; 0: never again, and it is
 * forgotten that some did. */
void labels_limit(Labels *labels, uint64_t work);

Label label_variable(Labels *labels, uint32_t variable);
Label label_choose(Labels *labels, Label condition, Label then_, Label else_);
static inline Label label_not(Label a) { return bdd_not(a); }
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
