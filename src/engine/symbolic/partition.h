/* A set of states in ordered parts: **no step of the system leads from a part to an earlier one.**
 * This is what all searches for fair components have in common, and what proves that there are
 * none.
 *
 * A part is split by what is known of some relation that contains the system's: into the states
 * that do not reach a component, the component, and the others that it reaches, say. As the
 * system's steps are among those of that relation, the order of the children is one for the system,
 * too, and they take the place of the part. So parts may be split by different approximations one
 * after another (seed 003, Theorem 1), and the leaves, from left to right, stay in order.
 *
 * A leaf is *gone* if no step stays in it, or if none of its states meets some condition. When all
 * are, the number of a leaf is a rank: it never decreases along a step, and a step that keeps it
 * misses a condition that depends on the rank alone. */
#ifndef RONDO_ENGINE_SYMBOLIC_PARTITION_H
#define RONDO_ENGINE_SYMBOLIC_PARTITION_H

#include "engine/symbolic/model.h"

typedef enum {
  PART_OPEN,   /* may have fair cycles in it */
  PART_SPLIT,  /* its children have taken its place */
  PART_STILL,  /* gone: no step stays in it */
  PART_MISSES, /* gone: no state of it meets a condition */
} PartKind;

typedef struct {
  PartKind kind;
  uint32_t missed;       /* of PART_MISSES: the condition */
  uint32_t first, count; /* of PART_SPLIT: its children */
} Part;

typedef struct Partition {
  SymbolicModel *model;
  VEC(Part) parts; /* part 0 is the whole set */
  BddVec states;   /* of each part; BDD_FALSE of one that was split */
  size_t leaves;   /* that are not empty */
} Partition;

Partition *partition_new(SymbolicModel *model, Bdd states);
void partition_free(Partition *partition);

/* Puts sets in the place of an open part, which is their disjoint union, and returns the number of
 * the first; the others follow. Sets may be empty. */
uint32_t partition_split(Partition *partition, uint32_t part, const Bdd *sets, size_t count);

/* Takes all splits of a part and its children back: it is open again, with the states that these
 * have. Their numbers are of no use any more. False if an operation failed; then nothing has
 * happened. */
bool partition_join(Partition *partition, uint32_t part);

void partition_still(Partition *partition, uint32_t part);
void partition_misses(Partition *partition, uint32_t part, uint32_t condition);

/* The leaves that are not empty, in order; appended. */
void partition_leaves(const Partition *partition, U32Vec *leaves);

/* The number of a state's leaf, as entries of which the most significant one comes first: with few
 * leaves one entry for each step up, the states behind it, each a subset of the one before
 * (`nested`), and with many the bits of the number. And by number the condition that the leaf
 * misses; one without steps counts for the first. Both replace what was there; false if an
 * operation failed. Leaves that are still open should be no states of the invariant under which
 * this is a proof. */
bool partition_rank(const Partition *partition, BddVec *bits, bool *nested, U32Vec *missed);

#endif
