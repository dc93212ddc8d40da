/* The tree behind a refutation (refute.h), and the walk over it that search and check share: which
 * inequalities, siphons and bounds of firings hold at a node. */
#ifndef RONDO_NET_REFUTATION_H
#define RONDO_NET_REFUTATION_H

#include "base/bits.h"
#include "net/refute.h"

#define NET_ANY_NUMBER UINT64_MAX

typedef enum {
  REFUTED_LEAF,
  REFUTED_CASES,   /* a disjunction: one child for each part */
  REFUTED_FIRINGS, /* a transition fires at most k times, or more often: two children */
  /* Of places without a token in the beginning: nothing takes from them; or something that takes
   * nothing from them puts on them. The second child is missing if nothing can do so. */
  REFUTED_SIPHON,
} RefutedKind;

typedef struct {
  uint32_t index;
  int64_t factor; /* positive */
} RefutedFactor;
typedef VEC(RefutedFactor) RefutedFactorVec;

typedef struct RefutedNode {
  RefutedKind kind;
  uint32_t subject; /* of REFUTED_CASES: the disjunction; of REFUTED_FIRINGS: the transition */
  uint64_t firings; /* k */
  U32Vec places;    /* of REFUTED_SIPHON */
  VEC(struct RefutedNode *) children;
  /* Of a leaf: y, and factors of the inequalities, traps and siphons. Let w be the sum of the left
   * sides of inequalities and traps, each times its factor, b that of the right sides, siphons
   * included, and g(t) = y C(t) + the factors of the siphons that t puts on. If y >= w then, for
   * every marking m after firings x where all of them hold, b <= w m + (siphons) <= y m0 + g x. If
   * the bounds of x make that smaller than b, there is none. */
  NetTermVec y;
  RefutedFactorVec inequalities, traps, siphons;
} RefutedNode;

struct NetRefutation {
  VEC(U32Vec) traps; /* places */
  RefutedNode *root;
};

RefutedNode *refuted_node_new(RefutedKind kind);
void refuted_node_free(RefutedNode *node);

/* What holds at a node, as lists that grow on the way down and shrink on the way back. */
typedef struct {
  const Net *net;
  VEC(const NetCondition *) inequalities, cases;
  VEC(U32Vec) siphons;       /* of each: the transitions of which at least one fires */
  VEC(uint64_t) least, most; /* by transition: how often it fires; NET_ANY_NUMBER: no bound */
} RefutedPath;

void refuted_path_begin(RefutedPath *path, const Net *net, const NetCondition *condition);
void refuted_path_end(RefutedPath *path);

/* How far the lists were, and the bounds that changed, to go back to. */
typedef struct {
  size_t inequalities, cases, siphons;
  VEC(uint32_t) transitions;
  VEC(uint64_t) least, most;
} RefutedMark;

/* Steps down to a child of the node, and back up again. */
RefutedMark refuted_path_down(RefutedPath *path, const RefutedNode *node, size_t child);
void refuted_path_up(RefutedPath *path, RefutedMark *mark);

/* The transitions that take from the places; and those that put on them and take nothing. */
void refuted_siphon_sides(const Net *net, const U32Vec *places, U32Vec *takers, U32Vec *feeders);

/* Whether a leaf is one at this place of the tree; exact. */
bool refuted_leaf_holds(const RefutedPath *path, const NetRefutation *refutation,
                        const RefutedNode *leaf);

#endif
