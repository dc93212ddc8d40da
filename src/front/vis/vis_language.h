/* The language of VIS' property files: CTL, LTL, invariants and fairness conditions over the
 * signals of a model, as in `AG(cache.state=OWNED -> AF m<*2*>[3:0]={b0101,xA})`. docs/vis.md has
 * the grammar. It is the language of models in the dialect of vl2mv, of BLIF and of BLIF-MV. */
#ifndef RONDO_FRONT_VIS_VIS_LANGUAGE_H
#define RONDO_FRONT_VIS_VIS_LANGUAGE_H

#include "front/language.h"

/* How the bits of vectors are numbered; others count down to 0. */
typedef struct {
  int64_t first, last;
} VisRange;

typedef struct {
  Names names;
  VEC(VisRange) ranges; /* by the number of the name */
  Names constants;      /* names of numbers, such as macros of the model ... */
  StringVec numbers;    /* ... and the numbers, in decimal */
} VisNames;

VisNames *vis_names_new(void);
void vis_names_range(VisNames *names, const char *name, int64_t first, int64_t last);
void vis_names_constant(VisNames *names, const char *name, uint64_t number);

/* Its models have VisNames as their reading. */
extern const Language vis_language;

#endif
