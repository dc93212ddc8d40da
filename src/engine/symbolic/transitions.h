/* The transition relation of a model, or of some of its latches, as a product of clusters with a
 * schedule of early quantification (Ranjan, Aziz, Brayton, Plessier and Pixley, IWLS 1995).
 *
 * A relation over all latches is exact: the inputs are quantified once, after all clusters that
 * read them. One over some of them is an over-approximation in which the others may become
 * anything: it is the composition of these modules as seed 003 has it, with all constraints. (The
 * product of relations whose inputs were quantified one by one would be larger where they share
 * inputs.)
 *
 * Don't cares (seed 003, Theorems 4 and 5) come with a relation *within* a set K: it agrees with
 * the relation on steps from K to K and is anything else where that makes it smaller. An image or
 * preimage under it is right only where it is cut with K, for sets inside K; the set itself may be
 * changed outside the *zone*, the predecessors (successors) of K under the changed relation. */
#ifndef RONDO_ENGINE_SYMBOLIC_TRANSITIONS_H
#define RONDO_ENGINE_SYMBOLIC_TRANSITIONS_H

#include "engine/symbolic/model.h"

typedef struct {
  Bdd function;
  Bdd image_cube, preimage_cube; /* what is quantified with it */
} Cluster;

typedef struct Transitions {
  SymbolicModel *model;
  Bits latches; /* those whose steps it says */
  Bits lacking; /* of one that grows: latches that it needs */
  bool open;    /* inputs are left in it */
  bool grows;
  int fixed;                    /* of an under-approximation: -1 or 1; else 0 */
  const struct Transitions *of; /* of a relation within a set, until it is finished */
  BddVec parts;      /* while it is made: conjuncts in their order, BDD_TRUE where they are used */
  BddVec made;       /* ... and finished clusters, the last one growing */
  size_t used;       /* of the parts */
  Cluster *clusters; /* NULL until it is finished */
  size_t count;
  Bdd image_first, preimage_first; /* what no cluster reads, quantified first */
  /* of a relation within a set; else all three are BDD_TRUE */
  Bdd within;
  Bdd image_zone, preimage_zone;
  bool finished; /* all of that is there */
} Transitions;

/* The relation of some latches of a built model; NULL: all. transitions_build makes the clusters.
 */
Transitions *transitions_new(SymbolicModel *model, const Bits *latches);

/* The exact relation with the inputs left in it: its preimages are sets of pairs of a state and
 * inputs that lead into a set. It has no images. */
Transitions *transitions_new_open(SymbolicModel *model);

/* An exact relation, open or not, that *grows*: it has the latches that were asked about, at first
 * none. The preimage of a set under the relation of some latches is exact if the set reads no
 * others. If it does, the preimage fails, and symbolic_do makes the functions that are missing, and
 * the clusters, before it tries the step again. (An image needs all latches.) So of a large system
 * only that part becomes diagrams which the sets are about. The model need not be built. */
Transitions *transitions_new_growing(SymbolicModel *model, bool open);
SymbolicEnd transitions_grow(Transitions *relation, Budget *budget);

SymbolicEnd transitions_build(Transitions *relation, Budget *budget);
void transitions_free(Transitions *relation);

/* The relation within a set of states, to be built as well; `of` is finished, and not within
 * another set. */
Transitions *transitions_within(const Transitions *of, Bdd set);

/* The steps that are left when the inputs that several clusters read are all false, or all true: an
 * under-approximation, to be built as well. It is within the same set as the other. */
Transitions *transitions_under(const Transitions *of, bool value);

/* Whether both have the same clusters. */
bool transitions_same(const Transitions *a, const Transitions *b);

/* The states after, or before, a step from, or to, a state of the set. BDD_NONE where it failed. */
Bdd transitions_image(Transitions *relation, Bdd states);
Bdd transitions_preimage(Transitions *relation, Bdd states);

/* Of an open relation: the states of one set and inputs that lead to a state of another. */
Bdd transitions_between(Transitions *relation, Bdd from, Bdd to);

#endif
