/* A packing says how the numbers of the leaves of a state are packed into one key of 64 bits, its
 * root. Equal states have equal roots, and a root tells all numbers.
 *
 * Each leaf has a field of so many bits as its numbers need. If all fit into the root, that is all.
 * Else neighbours form groups: their fields are the key of the group, equal keys have one number in
 * a dictionary, and these numbers are packed in the same way, level by level. This is the tree of
 * Laarman, van de Pol and Weber (SPIN 2011) with as many children as have room in a node, and so
 * with few levels: to look up a state that differs in one leaf from another mostly needs no node
 * but the root.
 *
 * A number that does not fit into its field needs another packing: then all states are packed
 * again. Fields have some bits to spare, so that this is rare; and the more so, the more often it
 * had to be done. */
#ifndef RONDO_ENGINE_EXPLICIT_PACKING_H
#define RONDO_ENGINE_EXPLICIT_PACKING_H

#include "engine/explicit/dictionary.h"

enum { PACKING_TOP = UINT32_MAX };

typedef struct {
  uint32_t parent; /* a group, or PACKING_TOP: the root */
  uint32_t mask;   /* of the numbers that fit */
  uint8_t shift;   /* in the key of the parent */
} PackingField;

typedef struct {
  uint32_t leaf_count, group_count;
  PackingField *fields; /* of the leaves, then of the groups; parents come after their children */
  Dictionary *groups;
  uint32_t *varying; /* the leaves with a field of at least one bit, ascending */
  uint32_t varying_count;
  unsigned bits; /* of the root */
} Packing;

/* The states that are packed: those among the roots that have a tag in the bits of `mask`. */
typedef struct {
  const Packing *packing; /* NULL: there are none */
  uint64_t *roots;
  size_t count;
  uint64_t tag, mask;
} PackedStates;

/* A packing for leaves that have so many numbers each, into at most `room` bits. The more generous,
 * the more bits are kept for numbers to come, and the more groups there are. NULL: they do not fit.
 */
enum { PACKING_MOST_GENEROUS = 4 };
Packing *packing_new(const Dictionary *leaves, uint32_t leaf_count, unsigned room,
                     const PackedStates *states, unsigned generosity, uint64_t salt);
/* Whether the least generous would be one without groups. */
bool packing_needs_no_groups(const Dictionary *leaves, uint32_t leaf_count, unsigned room);
void packing_free(Packing *packing); /* NULL is fine */

/* Packs the states in another way, where they are. */
void packing_translate(Packing *packing, const PackedStates *states);

/* The keys of all groups of a root. */
void packing_keys(const Packing *packing, uint64_t root, uint64_t *keys);

/* The number of a leaf with a field, by the root and those keys. */
static inline uint32_t packing_number(const Packing *packing, uint32_t leaf, uint64_t root,
                                      const uint64_t *keys) {
  const PackingField *field = packing->fields + leaf;
  uint64_t key = field->parent == PACKING_TOP ? root : keys[field->parent];
  return (uint32_t)(key >> field->shift) & field->mask;
}

/* A leaf, or on the way a group, and its number. */
typedef struct {
  uint32_t node, number;
} PackingChange;

typedef enum { PACKED, PACKED_NOT, PACKED_NO_ROOM } PackingResult;

/* The root of the state that is as the one with this root and these keys but for other numbers of
 * some leaves, ascending, each of which fits. The list is overwritten. If groups are not to be
 * added and one is not there, it is PACKED_NOT. */
PackingResult packing_change(Packing *packing, const uint64_t *keys, uint64_t *root,
                             PackingChange *list, size_t count, bool add);

size_t packing_bytes(const Packing *packing);

#endif
