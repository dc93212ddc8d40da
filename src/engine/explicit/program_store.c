/* See program_store.h. The states of one length are a shelf: their words, two by two, are leaves
 * with a dictionary each, and the numbers of the leaves are packed into roots (packing.h). The
 * roots of all shelves share one dictionary, whose numbers are those of the states; a tag in their
 * upper bits says on which shelf a state is. */
#include "engine/explicit/program_store.h"

#include "base/memory.h"
#include "engine/explicit/packing.h"

enum {
  WORD = sizeof(uint32_t),
  LEAF = sizeof(uint64_t),
  WIDEST = (PROCESS_STATE_LIMIT + WORD) / LEAF + 1, /* leaves */
  ROOT_BITS = 64,
  TAG_BITS = 12, /* of them, at most */
  MOST_SHELVES = 1 << TAG_BITS,
  FEW_STATES = 1024,
  LATER_REVIEW = 8, /* times as many states as at the review before */
};

/* States with as many leaves. */
typedef struct {
  uint32_t leaf_count;
  uint64_t tag;
  Dictionary *leaves;
  Packing *packing;
  size_t size, review; /* states; so many when its packing is reviewed */
  size_t since;        /* so many when it was made anew, ... */
  unsigned repeated;   /* ... and so often since, while they were not yet twice as many */
  unsigned generosity; /* of the packing */
} Shelf;

struct ProgramStore {
  uint64_t salt;
  Dictionary roots;
  VEC(Shelf) shelves; /* by tag */
  uint16_t *shelf_of; /* by leaves: its number plus one */
  unsigned tag_bits;
  uint64_t tag_mask;
  bool full;

  uint32_t opened; /* a state, or PROCESS_NONE; where it is, its leaves and what they make */
  uint32_t opened_shelf;
  uint64_t *leaves, *keys, root;
  const Packing *constants; /* whose leaves that do not vary are among these */

  uint64_t *no_keys; /* only zeros */
  PackingChange *changes;
};

ProgramStore *program_store_new(uint64_t salt) {
  ProgramStore *store = mem_zalloc(sizeof *store);
  store->salt = salt;
  dictionary_init(&store->roots, salt);
  store->shelf_of = mem_array(WIDEST + 1, sizeof *store->shelf_of);
  store->leaves = mem_array(WIDEST, LEAF);
  store->keys = mem_array(2 * WIDEST, LEAF);
  store->no_keys = mem_array(2 * WIDEST, LEAF);
  store->changes = mem_array(WIDEST, sizeof *store->changes);
  store->opened = PROCESS_NONE;
  return store;
}

void program_store_free(ProgramStore *store) {
  if (!store) return;
  for (size_t i = 0; i < store->shelves.size; i++) {
    Shelf *shelf = store->shelves.data + i;
    for (uint32_t k = 0; k < shelf->leaf_count; k++) dictionary_free(shelf->leaves + k);
    mem_free(shelf->leaves);
    packing_free(shelf->packing);
  }
  vec_free(&store->shelves);
  dictionary_free(&store->roots);
  mem_free(store->shelf_of);
  mem_free(store->leaves);
  mem_free(store->keys);
  mem_free(store->no_keys);
  mem_free(store->changes);
  mem_free(store);
}

/* ---- states and leaves ---- */

static uint32_t leaves_of(size_t size) { return (uint32_t)((size + WORD + LEAF - 1) / LEAF); }

/* Of a state as the length, then the bytes, filled up with zeros: the eight bytes of a leaf. */
static inline uint64_t leaf_of(const uint8_t *bytes, size_t size, uint32_t leaf) {
  uint64_t value = 0;
  if (!leaf) {
    uint32_t length = (uint32_t)size;
    memcpy(&value, &length, WORD);
    memcpy((uint8_t *)&value + WORD, bytes, size < WORD ? size : WORD);
    return value;
  }
  size_t at = (size_t)leaf * LEAF - WORD;
  if (at + LEAF <= size) memcpy(&value, bytes + at, LEAF);
  else memcpy(&value, bytes + at, size - at);
  return value;
}

static size_t opened_size(const ProgramStore *store) {
  uint32_t size;
  memcpy(&size, store->leaves, WORD);
  return size;
}

/* ---- shelves ---- */

/* Tags begin with the uppermost bit, so that those of new shelves need not change the others. */
static uint64_t tag_of(uint32_t shelf) {
  uint64_t tag = 0;
  for (unsigned i = 0; i < TAG_BITS; i++) tag |= (uint64_t)(shelf >> i & 1) << (63 - i);
  return tag;
}

static Shelf *shelf_of_root(const ProgramStore *store, uint64_t root) {
  uint32_t shelf = 0;
  for (unsigned i = 0; i < store->tag_bits; i++) shelf |= (uint32_t)(root >> (63 - i) & 1) << i;
  return store->shelves.data + shelf;
}

static unsigned room_of_roots(const ProgramStore *store) { return ROOT_BITS - store->tag_bits; }

/* The shelf is that of the opened state. */
static bool is_beside_opened(const ProgramStore *store, const Shelf *shelf) {
  return store->opened != PROCESS_NONE && shelf == store->shelves.data + store->opened_shelf;
}

static void unpack_opened(ProgramStore *store) {
  const Packing *packing = store->shelves.data[store->opened_shelf].packing;
  store->root = store->roots.keys[store->opened] & ~store->tag_mask;
  packing_keys(packing, store->root, store->keys);
}

/* How generous the next packing is: so that states are packed again but a few times before they are
 * twice as many. */
static unsigned next_generosity(Shelf *shelf) {
  if (shelf->size > 2 * shelf->since) {
    shelf->since = shelf->size;
    shelf->repeated = 0;
  }
  shelf->generosity = shelf->repeated++ / 2 + (shelf->size < FEW_STATES);
  if (shelf->generosity > PACKING_MOST_GENEROUS) shelf->generosity = PACKING_MOST_GENEROUS;
  return shelf->generosity;
}

/* Packs the states of a shelf in another way, into so many bits; false if there is none. */
static bool pack_again(ProgramStore *store, Shelf *shelf, unsigned room) {
  PackedStates states = {.packing = shelf->packing,
                         .roots = store->roots.keys,
                         .count = store->roots.size,
                         .tag = shelf->tag,
                         .mask = store->tag_mask};
  Packing *packing = packing_new(shelf->leaves, shelf->leaf_count, room, &states,
                                 next_generosity(shelf), store->salt);
  if (!packing) return false;
  if (shelf->size) {
    packing_translate(packing, &states);
    dictionary_keys_changed(&store->roots);
  }
  packing_free(shelf->packing);
  shelf->packing = packing;
  store->constants = NULL;
  if (is_beside_opened(store, shelf)) unpack_opened(store);
  return true;
}

/* One more bit for tags is taken from all roots that have used it. */
static bool widen_tags(ProgramStore *store) {
  unsigned bits = store->tag_bits;
  while ((size_t)1 << bits < store->shelves.size + 1) bits++;
  for (size_t i = 0; i < store->shelves.size; i++) {
    Shelf *shelf = store->shelves.data + i;
    if (shelf->packing->bits + bits > ROOT_BITS && !pack_again(store, shelf, ROOT_BITS - bits))
      return false;
  }
  store->tag_bits = bits;
  store->tag_mask = bits ? ~(UINT64_MAX >> bits) : 0;
  return true;
}

static Shelf *add_shelf(ProgramStore *store, uint32_t leaf_count) {
  if (store->shelves.size == MOST_SHELVES || !widen_tags(store)) return NULL;
  Shelf shelf = {
      .leaf_count = leaf_count, .tag = tag_of((uint32_t)store->shelves.size), .review = FEW_STATES};
  shelf.leaves = mem_array(leaf_count, sizeof *shelf.leaves);
  for (uint32_t i = 0; i < leaf_count; i++) dictionary_init(shelf.leaves + i, store->salt);
  vec_push(&store->shelves, shelf);
  store->shelf_of[leaf_count] = (uint16_t)store->shelves.size;
  return &vec_last(&store->shelves);
}

/* NULL: there is none. */
static Shelf *find_shelf(const ProgramStore *store, uint32_t leaf_count) {
  uint32_t number = store->shelf_of[leaf_count];
  return number ? store->shelves.data + number - 1 : NULL;
}

/* ---- roots ---- */

/* Lists a leaf that is changed. */
static inline PackingResult change_leaf(const ProgramStore *store, const Shelf *shelf,
                                        uint32_t leaf, uint64_t value, size_t *count, bool add) {
  uint32_t number = add ? dictionary_add(shelf->leaves + leaf, value)
                        : dictionary_find(shelf->leaves + leaf, value);
  if (number == DICTIONARY_NONE) return PACKED_NOT;
  if (number > shelf->packing->fields[leaf].mask) return PACKED_NO_ROOM;
  if (shelf->packing->fields[leaf].mask) store->changes[(*count)++] = (PackingChange){leaf, number};
  return PACKED;
}

/* The root of a state, by the leaves in which it differs from the opened one, or by all. */
static PackingResult pack(const ProgramStore *store, const Shelf *shelf, const uint8_t *bytes,
                          size_t size, uint64_t *root, bool add) {
  bool beside = is_beside_opened(store, shelf);
  size_t count = 0;
  for (uint32_t i = 0; i < shelf->leaf_count; i++) {
    uint64_t value = leaf_of(bytes, size, i);
    if (beside && value == store->leaves[i]) continue;
    PackingResult result = change_leaf(store, shelf, i, value, &count, add);
    if (result != PACKED) return result;
  }
  *root = beside ? store->root : 0;
  return packing_change(shelf->packing, beside ? store->keys : store->no_keys, root, store->changes,
                        count, add);
}

/* The same of a state beside the opened one, by the words that may differ. */
static PackingResult pack_changed(const ProgramStore *store, const Shelf *shelf,
                                  const uint8_t *bytes, const uint32_t *words, size_t word_count,
                                  uint64_t *root) {
  size_t size = opened_size(store), count = 0;
  for (size_t i = 0; i < word_count; i++) {
    uint32_t leaf = (words[i] + 1) / 2;
    if (i && leaf == (words[i - 1] + 1) / 2) continue;
    uint64_t value = leaf_of(bytes, size, leaf);
    if (value == store->leaves[leaf]) continue;
    PackingResult result = change_leaf(store, shelf, leaf, value, &count, true);
    if (result != PACKED) return result;
  }
  *root = store->root;
  return packing_change(shelf->packing, store->keys, root, store->changes, count, true);
}

static uint32_t add_root(ProgramStore *store, Shelf *shelf, uint64_t root, bool *added) {
  size_t before = store->roots.size;
  uint32_t number = dictionary_add(&store->roots, root | shelf->tag);
  *added = store->roots.size > before;
  store->full |= store->roots.size >= UINT32_MAX - 3;
  shelf->size += *added;
  if (shelf->size < shelf->review) return number;
  /* with what was learned since there may be fewer groups, or none */
  if (shelf->packing->group_count &&
      (shelf->generosity ||
       packing_needs_no_groups(shelf->leaves, shelf->leaf_count, room_of_roots(store))))
    pack_again(store, shelf, room_of_roots(store));
  shelf->review *= LATER_REVIEW;
  return number;
}

uint32_t program_store_add(ProgramStore *store, const uint8_t *bytes, size_t size, bool *added) {
  uint32_t leaf_count = leaves_of(size);
  Shelf *shelf = find_shelf(store, leaf_count);
  uint64_t root = 0;
  *added = false;
  if (!shelf) shelf = add_shelf(store, leaf_count);
  if (!shelf || (!shelf->packing && !pack_again(store, shelf, room_of_roots(store)))) {
    store->full = true;
    return 0;
  }
  while (pack(store, shelf, bytes, size, &root, true) == PACKED_NO_ROOM) {
    if (pack_again(store, shelf, room_of_roots(store))) continue;
    store->full = true;
    return 0;
  }
  return add_root(store, shelf, root, added);
}

uint32_t program_store_add_changed(ProgramStore *store, const uint8_t *bytes, const uint32_t *words,
                                   size_t count, bool *added) {
  Shelf *shelf = store->shelves.data + store->opened_shelf;
  uint64_t root = 0;
  *added = false;
  while (pack_changed(store, shelf, bytes, words, count, &root) == PACKED_NO_ROOM) {
    if (pack_again(store, shelf, room_of_roots(store))) continue;
    store->full = true;
    return 0;
  }
  return add_root(store, shelf, root, added);
}

uint32_t program_store_find(ProgramStore *store, const uint8_t *bytes, size_t size) {
  const Shelf *shelf = find_shelf(store, leaves_of(size));
  uint64_t root = 0;
  if (!shelf || !shelf->packing || pack(store, shelf, bytes, size, &root, false) != PACKED)
    return PROCESS_NONE;
  return dictionary_find(&store->roots, root | shelf->tag);
}

/* ---- states by number ---- */

static void unpack_leaves(const Shelf *shelf, uint64_t root, const uint64_t *keys,
                          uint64_t *leaves) {
  const Packing *packing = shelf->packing;
  for (uint32_t i = 0; i < packing->varying_count; i++) {
    uint32_t leaf = packing->varying[i];
    leaves[leaf] = shelf->leaves[leaf].keys[packing_number(packing, leaf, root, keys)];
  }
}

static void constant_leaves(const Shelf *shelf, uint64_t *leaves) {
  for (uint32_t i = 0; i < shelf->leaf_count; i++)
    if (!shelf->packing->fields[i].mask) leaves[i] = shelf->leaves[i].keys[0];
}

const uint8_t *program_store_open(ProgramStore *store, uint32_t number, size_t *size) {
  Shelf *shelf = shelf_of_root(store, store->roots.keys[number]);
  store->opened = number;
  store->opened_shelf = (uint32_t)(shelf - store->shelves.data);
  unpack_opened(store);
  if (store->constants != shelf->packing) constant_leaves(shelf, store->leaves);
  store->constants = shelf->packing;
  unpack_leaves(shelf, store->root, store->keys, store->leaves);
  *size = opened_size(store);
  return (const uint8_t *)store->leaves + WORD;
}

size_t program_store_get(ProgramStore *store, uint32_t number, uint8_t *state) {
  uint64_t root = store->roots.keys[number];
  const Shelf *shelf = shelf_of_root(store, root);
  uint64_t *leaves = mem_array(shelf->leaf_count, LEAF);
  uint64_t *keys = mem_array(shelf->packing->group_count + 1, LEAF);
  uint32_t size;
  root &= ~store->tag_mask;
  packing_keys(shelf->packing, root, keys);
  constant_leaves(shelf, leaves);
  unpack_leaves(shelf, root, keys, leaves);
  memcpy(&size, leaves, WORD);
  memcpy(state, (const uint8_t *)leaves + WORD, size);
  mem_free(leaves);
  mem_free(keys);
  return size;
}

size_t program_store_size(const ProgramStore *store) { return store->roots.size; }

size_t program_store_bytes(const ProgramStore *store) {
  size_t bytes = dictionary_bytes(&store->roots);
  for (size_t i = 0; i < store->shelves.size; i++) {
    const Shelf *shelf = store->shelves.data + i;
    for (uint32_t k = 0; k < shelf->leaf_count; k++)
      bytes += sizeof *shelf->leaves + dictionary_bytes(shelf->leaves + k);
    if (shelf->packing) bytes += packing_bytes(shelf->packing);
  }
  return bytes;
}

bool program_store_full(const ProgramStore *store) { return store->full; }
