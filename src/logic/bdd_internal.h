/* What the files of the package share; clients include logic/bdd.h.
 *
 * Nodes are in one array. Node 0 is the constant: its plain edge is false. A node's low edge is
 * never complemented, which makes the form canonical: a plain edge is a function that is false
 * where all variables are false. Free nodes are a list. Every variable has a subtable of its nodes,
 * so that two levels can be swapped without a look at the others.
 *
 * Recursion goes down along the levels, of which there are at most BDD_VARIABLES. */
#ifndef RONDO_LOGIC_BDD_INTERNAL_H
#define RONDO_LOGIC_BDD_INTERNAL_H

#include <assert.h>

#include "base/map.h"
#include "logic/bdd.h"

enum { NODE_CONSTANT = BDD_VARIABLES }; /* the "variable" of the constant; its level is the last */

typedef struct {
  uint32_t variable;
  uint32_t next; /* in its bucket, or in the list of free nodes; 0 ends it */
  Bdd low, high;
} Node;

typedef struct {
  uint32_t *buckets; /* node numbers, 0 is empty */
  uint32_t mask, count;
} Subtable;

/* Operations in the computed table. */
typedef enum {
  COMPUTED_EMPTY,
  COMPUTED_AND,
  COMPUTED_XOR,
  COMPUTED_CHOOSE,
  COMPUTED_IMPLIES,
  COMPUTED_EXISTS,
  COMPUTED_AND_EXISTS,
  COMPUTED_CONSTRAIN,
  COMPUTED_RESTRICT,
  COMPUTED_COFACTOR,   /* the second operand is a literal */
  COMPUTED_SUBSTITUTE, /* the third is a variable */
  COMPUTED_RENAME,     /* the second is a renaming */
  COMPUTED_KINDS,
} Computed;

typedef struct {
  Bdd f, g;
  uint32_t tagged; /* the third operand, and the operation in the upper four bits */
  Bdd result;
} ComputedEntry;

typedef struct {
  uint32_t *partner; /* of every variable there was when it was made; itself where it stays */
  size_t size;
} Renaming;

struct BddManager {
  Node *nodes;
  size_t size, capacity; /* nodes ever used, and room */
  size_t used;           /* without those in the list of free ones */
  size_t limit;
  uint32_t free;

  Subtable *subtables; /* by variable */
  uint32_t *variable_at, *group;
  size_t variable_count, variable_capacity;
  uint32_t *level; /* by variable; that of NODE_CONSTANT is UINT32_MAX */
  uint32_t groups;

  ComputedEntry *computed;
  size_t computed_size;

  Budget *budget;
  uint64_t fuel;  /* steps until the budget is asked again */
  uint64_t tank;  /* how many it was given */
  uint64_t steps; /* until the last time it was asked */
  BddEnd end;

  bool collecting, reordering;
  size_t tidy_at;    /* more nodes in use than this: BDD_UNTIDY */
  size_t room;       /* ... and more than this, too: what an operation was seen to need */
  size_t tidied;     /* nodes in use after the last bdd_tidy */
  size_t reorder_at; /* more live nodes than this: reorder */
  VEC(Bdd *) places;
  VEC(BddVec *) vectors;
  VEC(Renaming) renamings;
  BddCounts counts;

  uint32_t *references; /* while levels are swapped: how many edges a node has; else NULL */
  size_t references_size;
  Bits *interacting; /* ... and by variable: those that some function reads with it; NULL: all */
};

static inline uint32_t node_of(Bdd f) { return f >> 1; }
static inline const Node *node_at(const BddManager *m, Bdd f) { return m->nodes + (f >> 1); }
static inline uint32_t level_of(const BddManager *m, Bdd f) {
  return m->level[m->nodes[f >> 1].variable];
}

/* The cofactors by the variable of a level that is not below the root of f. */
static inline void split(const BddManager *m, Bdd f, uint32_t level, Bdd *low, Bdd *high) {
  const Node *node = m->nodes + (f >> 1);
  if (m->level[node->variable] != level) {
    *low = *high = f;
    return;
  }
  *low = node->low ^ (f & 1);
  *high = node->high ^ (f & 1);
}

static inline uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* bdd_nodes.c: the function "variable ? high : low", where the variable is above both. Operands and
 * result may be BDD_NONE. */
Bdd bdd_make(BddManager *m, uint32_t variable, Bdd low, Bdd high);
void bdd_subtable_insert(BddManager *m, uint32_t variable, uint32_t node);
void bdd_subtable_grow(BddManager *m, uint32_t variable);
void bdd_release(BddManager *m, uint32_t node); /* to the free list; it is in no subtable */
static inline uint32_t bdd_hash(Bdd low, Bdd high) {
  uint64_t h = low * 0x9e3779b97f4a7c15u + high * 0xc2b2ae3d27d4eb4fu;
  return (uint32_t)(h * 0xd6e8feb86659fd93u >> 32);
}

/* bdd_computed.c */
void bdd_computed_grow(BddManager *m, size_t entries);
void bdd_computed_clear(BddManager *m);
void bdd_computed_sweep(BddManager *m, const Bits *live); /* forgets what is about dead nodes */
static inline ComputedEntry *computed_slot(const BddManager *m, Computed kind, Bdd f, Bdd g,
                                           uint32_t h) {
  uint64_t x = ((uint64_t)f << 32 | g) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 29) + ((uint64_t)h << 4 | kind) * 0xc2b2ae3d27d4eb4fu;
  x *= 0xd6e8feb86659fd93u;
  return m->computed + ((size_t)(x >> 34) & (m->computed_size - 1));
}
static inline Bdd computed_get(const BddManager *m, Computed kind, Bdd f, Bdd g, uint32_t h) {
  const ComputedEntry *entry = computed_slot(m, kind, f, g, h);
  bool same = entry->f == f && entry->g == g && entry->tagged == (h | (uint32_t)kind << 28);
  return same ? entry->result : BDD_NONE;
}
static inline Bdd computed_put(BddManager *m, Computed kind, Bdd f, Bdd g, uint32_t h, Bdd result) {
  if (result != BDD_NONE)
    *computed_slot(m, kind, f, g, h) = (ComputedEntry){f, g, h | (uint32_t)kind << 28, result};
  return result;
}

/* bdd_manager.c: a step is done; false if the operation has to stop. */
bool bdd_refuel(BddManager *m);
static inline bool bdd_step(BddManager *m) { return m->fuel-- > 0 || bdd_refuel(m); }

/* bdd_apply.c, without a look at BDD_NONE. */
Bdd bdd_and_of(BddManager *m, Bdd f, Bdd g);
static inline Bdd bdd_or_of(BddManager *m, Bdd f, Bdd g) {
  return bdd_not(bdd_and_of(m, f ^ 1, g ^ 1));
}
Bdd bdd_choose_of(BddManager *m, Bdd f, Bdd g, Bdd h);

/* bdd_look.c: the nodes of some functions, children first, without the constant; node to position.
 * BDD_NONE among the roots is skipped. */
void bdd_walk(const BddManager *m, const Bdd *roots, size_t count, Map *order);

/* bdd_count.c: the shares of all assignments that satisfy the functions of a walk, by position; and
 * that of an edge to one of them. */
BddCount *bdd_shares(const BddManager *m, const Map *order);
BddCount bdd_share(const Map *order, const BddCount *shares, Bdd f);
bool bdd_count_less(BddCount a, BddCount b);

/* bdd_collect.c */
void bdd_collect(BddManager *m);

/* bdd_swap.c: swaps a level with the next one. The references are there. */
void bdd_swap(BddManager *m, uint32_t level);

/* bdd_interact.c: which variables are read together, as long as levels are swapped. */
void bdd_interact(BddManager *m);
void bdd_interact_free(BddManager *m);
static inline bool bdd_interacts(const BddManager *m, uint32_t x, uint32_t y) {
  return !m->interacting || bits_get(m->interacting + x, y);
}

#endif
