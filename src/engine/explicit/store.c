/* See store.h. Two tables of pairs: inner nodes of all states together, and roots, whose numbers
 * are those of the states. A table is an array of pairs in the order of their coming, and slots
 * with open addressing that hold numbers plus one. */
#include "engine/explicit/store.h"

#include <assert.h>
#include <sched.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"

typedef struct {
  uint64_t *pairs;
  size_t size, capacity;
  uint32_t *slots;
  size_t slot_count;
} Pairs;

struct Store {
  size_t width;
  uint64_t salt;
  Pairs inner, roots;
};

static void pairs_init(Pairs *pairs) {
  pairs->capacity = pairs->slot_count = 1024;
  pairs->pairs = mem_alloc(pairs->capacity * sizeof *pairs->pairs);
  pairs->slots = mem_array(pairs->slot_count, sizeof *pairs->slots);
}

static void pairs_free(Pairs *pairs) {
  mem_free(pairs->pairs);
  mem_free(pairs->slots);
}

static inline size_t slot_of(const Pairs *pairs, uint64_t pair, uint64_t salt) {
  uint64_t h = (pair ^ salt) * 0x9e3779b97f4a7c15u;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93u;
  return ((h ^ h >> 32) & UINT32_MAX) * pairs->slot_count >> 32;
}

static inline size_t next_slot(const Pairs *pairs, size_t slot) {
  return slot + 1 == pairs->slot_count ? 0 : slot + 1;
}

/* Large tables grow by less at a time: memory is what ends a search. */
enum { LARGE_TABLE = 1 << 20 };

static void grow_slots(Pairs *pairs, uint64_t salt) {
  mem_free(pairs->slots);
  pairs->slot_count += pairs->slot_count / (pairs->slot_count < LARGE_TABLE ? 1 : 4);
  pairs->slots = mem_array(pairs->slot_count, sizeof *pairs->slots);
  for (size_t i = 0; i < pairs->size; i++) {
    size_t slot = slot_of(pairs, pairs->pairs[i], salt);
    while (pairs->slots[slot]) slot = next_slot(pairs, slot);
    pairs->slots[slot] = (uint32_t)i + 1;
  }
}

static void grow_pairs(Pairs *pairs) {
  pairs->capacity += pairs->capacity / (pairs->capacity < LARGE_TABLE ? 2 : 8);
  pairs->pairs = mem_resize(pairs->pairs, pairs->capacity * sizeof *pairs->pairs);
}

/* So many pairs there can be before the table is grown. */
static size_t pairs_most(const Pairs *pairs) {
  size_t in_slots = pairs->slot_count / 5 * 4;
  return pairs->capacity - 1 < in_slots ? pairs->capacity - 1 : in_slots;
}

static void grow(Pairs *pairs, uint64_t salt) {
  if (pairs->size == pairs->capacity) grow_pairs(pairs);
  if (pairs->size + pairs->size / 4 >= pairs->slot_count) grow_slots(pairs, salt);
}

static void pairs_make_room(Pairs *pairs, size_t more, uint64_t salt) {
  while (pairs->capacity - pairs->size <= more) grow_pairs(pairs);
  while (pairs_most(pairs) < pairs->size + more) grow_slots(pairs, salt);
}

/* The slot with a pair, or the empty one where it belongs. */
static inline size_t find_slot(const Pairs *pairs, uint64_t pair, uint64_t salt) {
  size_t slot = slot_of(pairs, pair, salt);
  while (pairs->slots[slot] && pairs->pairs[pairs->slots[slot] - 1] != pair)
    slot = next_slot(pairs, slot);
  return slot;
}

static uint32_t pairs_add(Pairs *pairs, uint64_t pair, uint64_t salt, bool *added) {
  size_t slot = find_slot(pairs, pair, salt);
  *added = !pairs->slots[slot];
  if (!*added) return pairs->slots[slot] - 1;
  assert(pairs->size < UINT32_MAX - 2);
  pairs->pairs[pairs->size] = pair;
  pairs->slots[slot] = (uint32_t)++pairs->size;
  uint32_t number = (uint32_t)pairs->size - 1;
  grow(pairs, salt);
  return number;
}

/* A slot that is being filled by some thread: what it will hold is known in a moment. */
#define BUSY UINT32_MAX

/* The same by several threads. A pair is written before its number is; who reads the number sees
 * the pair. */
static uint32_t pairs_add_shared(Pairs *pairs, uint64_t pair, uint64_t salt, bool *added) {
  size_t slot = slot_of(pairs, pair, salt);
  *added = false;
  for (;; slot = next_slot(pairs, slot)) {
    uint32_t held = __atomic_load_n(pairs->slots + slot, __ATOMIC_ACQUIRE);
    if (!held && __atomic_compare_exchange_n(pairs->slots + slot, &held, BUSY, false,
                                             __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
      size_t number = __atomic_fetch_add(&pairs->size, 1, __ATOMIC_RELAXED);
      pairs->pairs[number] = pair;
      __atomic_store_n(pairs->slots + slot, (uint32_t)number + 1, __ATOMIC_RELEASE);
      *added = true;
      return (uint32_t)number;
    }
    while (held == BUSY) {
      sched_yield(); /* whoever fills it may have lost the processor */
      held = __atomic_load_n(pairs->slots + slot, __ATOMIC_ACQUIRE);
    }
    if (pairs->pairs[held - 1] == pair) return held - 1;
  }
}

Store *store_new(size_t width, uint64_t salt) {
  Store *store = mem_zalloc(sizeof *store);
  store->width = width < 2 ? 2 : width; /* a root has two children */
  store->salt = hash_word(salt);
  pairs_init(&store->inner);
  pairs_init(&store->roots);
  return store;
}

void store_free(Store *store) {
  if (!store) return;
  pairs_free(&store->inner);
  pairs_free(&store->roots);
  mem_free(store);
}

size_t store_size(const Store *store) { return store->roots.size; }

static size_t pairs_bytes(const Pairs *pairs) {
  return pairs->capacity * sizeof *pairs->pairs + pairs->slot_count * sizeof *pairs->slots;
}

size_t store_bytes(const Store *store) {
  return pairs_bytes(&store->inner) + pairs_bytes(&store->roots);
}

bool store_full(const Store *store) {
  size_t most = UINT32_MAX - 2 * store->width - 4;
  return store->inner.size > most || store->roots.size > most;
}

Cursor cursor_new(const Store *store) {
  Cursor cursor = {.node = mem_array(2 * store->width, sizeof *cursor.node)};
  cursor.state = cursor.node + store->width;
  cursor.queue = mem_alloc(2 * store->width * sizeof *cursor.queue);
  cursor.undo = mem_alloc(2 * store->width * sizeof *cursor.undo);
  return cursor;
}

void cursor_free(Cursor *cursor) {
  mem_free(cursor->node);
  mem_free(cursor->queue);
  mem_free(cursor->undo);
  *cursor = (Cursor){0};
}

static uint64_t pair_of(const Cursor *cursor, size_t node) {
  return (uint64_t)cursor->node[2 * node] << 32 | cursor->node[2 * node + 1];
}

uint32_t store_add(Store *store, Cursor *cursor, bool *added) {
  bool ignored;
  for (size_t i = store->width - 1; i > 1; i--)
    cursor->node[i] = pairs_add(&store->inner, pair_of(cursor, i), store->salt, &ignored);
  return pairs_add(&store->roots, pair_of(cursor, 1), store->salt, added);
}

typedef uint32_t (*AddPair)(Pairs *pairs, uint64_t pair, uint64_t salt, bool *added);

/* Nodes have larger numbers than their parents, so they are done in descending order. Parents of
 * leaves come from the list of changes, their ancestors from a queue; both are descending. */
static inline void climb(Store *store, Cursor *cursor, const uint32_t *changed, size_t count,
                         AddPair add) {
  uint32_t *queue = cursor->queue;
  size_t head = 0, tail = 0, last = 0;
  bool ignored;
  cursor->undo_size = 0;
  while (count || head < tail) {
    size_t above_leaf = count ? (changed[count - 1] + store->width) / 2 : 0;
    size_t i = head < tail && queue[head] > above_leaf ? queue[head] : above_leaf;
    if (count && above_leaf == i) count--;
    else head++;
    if (i <= 1 || i == last) continue;
    last = i;
    uint32_t node = add(&store->inner, pair_of(cursor, i), store->salt, &ignored);
    cursor->undo[cursor->undo_size++] = (uint32_t)i;
    cursor->undo[cursor->undo_size++] = cursor->node[i];
    cursor->node[i] = node;
    queue[tail++] = (uint32_t)(i / 2);
  }
}

static inline uint32_t add_changed(Store *store, Cursor *cursor, const uint32_t *changed,
                                   size_t count, AddPair add, bool *added) {
  climb(store, cursor, changed, count, add);
  return add(&store->roots, pair_of(cursor, 1), store->salt, added);
}

uint32_t store_add_changed(Store *store, Cursor *cursor, const uint32_t *changed, size_t count,
                           bool *added) {
  return add_changed(store, cursor, changed, count, pairs_add, added);
}

uint32_t store_add_changed_shared(Store *store, Cursor *cursor, const uint32_t *changed,
                                  size_t count, bool *added) {
  return add_changed(store, cursor, changed, count, pairs_add_shared, added);
}

void store_undo(Cursor *cursor) {
  for (size_t i = 0; i < cursor->undo_size; i += 2)
    cursor->node[cursor->undo[i]] = cursor->undo[i + 1];
  cursor->undo_size = 0;
}

static size_t pairs_room(const Pairs *pairs) {
  size_t size = __atomic_load_n(&pairs->size, __ATOMIC_RELAXED), most = pairs_most(pairs);
  return size < most ? most - size : 0;
}

size_t store_room(const Store *store) {
  size_t inner = pairs_room(&store->inner), roots = pairs_room(&store->roots);
  return inner < roots ? inner : roots;
}

size_t store_needs(const Store *store, size_t changed) {
  size_t height = 1;
  while ((size_t)1 << height < 2 * store->width) height++;
  size_t nodes = changed * height + 1;
  return nodes < 2 * store->width ? nodes : 2 * store->width;
}

bool store_make_room(Store *store, size_t pairs) {
  if (store_full(store) || pairs > UINT32_MAX - 2 * store->width - 4 - store->inner.size ||
      pairs > UINT32_MAX - 2 * store->width - 4 - store->roots.size)
    return false;
  pairs_make_room(&store->inner, pairs, store->salt);
  pairs_make_room(&store->roots, pairs, store->salt);
  return true;
}

size_t store_capacity(const Store *store) { return store->roots.capacity; }

void store_get(const Store *store, uint32_t number, Cursor *cursor) {
  uint64_t pair = store->roots.pairs[number];
  cursor->node[2] = (uint32_t)(pair >> 32);
  cursor->node[3] = (uint32_t)pair;
  for (size_t i = 2; i < store->width; i++) {
    pair = store->inner.pairs[cursor->node[i]];
    cursor->node[2 * i] = (uint32_t)(pair >> 32);
    cursor->node[2 * i + 1] = (uint32_t)pair;
  }
}
