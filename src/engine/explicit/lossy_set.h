/* Sets of states that may take a new state for one that is there: what is not found with them may
 * still exist. Their size is fixed when they are made.
 *
 * - bits: three for each state (bitstate; Holzmann 1987);
 * - hashes: four bytes for each (hash compaction; Wolper and Leroy, CAV 1993), which is wrong much
 *   less often, until the table is full. */
#ifndef RONDO_ENGINE_EXPLICIT_LOSSY_SET_H
#define RONDO_ENGINE_EXPLICIT_LOSSY_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { LOSSY_BITS, LOSSY_HASHES } LossyKind;

typedef struct LossySet LossySet;

/* Of about so many bytes; at least a few are taken. */
LossySet *lossy_set_new(LossyKind kind, size_t bytes);
void lossy_set_free(LossySet *set); /* NULL is fine */

/* Adds the state with this hash value, of which all 64 bits count. Whether it seems to be new. */
bool lossy_set_add(LossySet *set, uint64_t hash);

bool lossy_set_full(const LossySet *set); /* nothing more is added */
size_t lossy_set_size(const LossySet *set);
size_t lossy_set_bytes(const LossySet *set);

#endif
