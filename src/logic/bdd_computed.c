/* The computed table: results of operations that are remembered until another one takes the place.
 * It grows with the nodes, but has fewer entries: nearly every look at it is a miss of the
 * processor's cache, which costs more than the work that a larger table would save
 * (bench/results.md). */
#include "logic/bdd_internal.h"

enum { LARGEST = 1 << 24 };

void bdd_computed_grow(BddManager *m, size_t entries) {
  if (entries > LARGEST) entries = LARGEST;
  if (entries <= m->computed_size) return;
  ComputedEntry *old = m->computed;
  size_t old_size = m->computed_size;
  m->computed = mem_array(entries, sizeof *m->computed);
  m->computed_size = entries;
  for (size_t i = 0; i < old_size; i++)
    if (old[i].tagged >> 28)
      *computed_slot(m, old[i].tagged >> 28, old[i].f, old[i].g, old[i].tagged << 4 >> 4) = old[i];
  mem_free(old);
}

void bdd_computed_clear(BddManager *m) {
  memset(m->computed, 0, m->computed_size * sizeof *m->computed);
}

/* Which operands are functions: bit 0 is f, bit 1 is g, bit 2 is the third. */
static const uint8_t functions[COMPUTED_KINDS] = {
    [COMPUTED_AND] = 3,        [COMPUTED_XOR] = 3,      [COMPUTED_CHOOSE] = 7,
    [COMPUTED_IMPLIES] = 3,    [COMPUTED_EXISTS] = 3,   [COMPUTED_AND_EXISTS] = 7,
    [COMPUTED_CONSTRAIN] = 3,  [COMPUTED_RESTRICT] = 3, [COMPUTED_COFACTOR] = 1,
    [COMPUTED_SUBSTITUTE] = 3, [COMPUTED_RENAME] = 1,
};

void bdd_computed_sweep(BddManager *m, const Bits *live) {
  for (size_t i = 0; i < m->computed_size; i++) {
    ComputedEntry *entry = m->computed + i;
    uint8_t mask = functions[entry->tagged >> 28];
    bool stays = bits_get(live, node_of(entry->result)) &&
                 (!(mask & 1) || bits_get(live, node_of(entry->f))) &&
                 (!(mask & 2) || bits_get(live, node_of(entry->g))) &&
                 (!(mask & 4) || bits_get(live, node_of(entry->tagged << 4 >> 4)));
    if (!stays) *entry = (ComputedEntry){0};
  }
}
