/* See program_store.h. */
#include "engine/explicit/program_store.h"

#include "base/memory.h"
#include "engine/explicit/store.h"

enum {
  WORD = sizeof(uint32_t),
  NARROWEST = 4,
  WIDEST = PROCESS_STATE_LIMIT / WORD + 2,
  MOST_SHELVES = 256
};

/* States of one length in words. */
typedef struct {
  Store *store;
  size_t width;
  Cursor opened, other;
} Shelf;

struct ProgramStore {
  uint64_t salt;
  StoreRoots *roots;
  VEC(Shelf) shelves; /* by tag */
  uint16_t *shelf_of; /* by width: its tag plus one */
  bool full;
  uint8_t opened; /* tag of the shelf with the opened state */
  bool has_opened;
  uint32_t *words;           /* of a state that is added */
  uint32_t *changed, *saved; /* positions of words, and what was there */
};

ProgramStore *program_store_new(uint64_t salt) {
  ProgramStore *store = mem_zalloc(sizeof *store);
  store->salt = salt;
  store->roots = store_roots_new();
  store->shelf_of = mem_array(WIDEST + 1, sizeof *store->shelf_of);
  store->words = mem_array(WIDEST, WORD);
  store->changed = mem_array(WIDEST, WORD);
  store->saved = mem_array(WIDEST, WORD);
  return store;
}

void program_store_free(ProgramStore *store) {
  if (!store) return;
  for (size_t i = 0; i < store->shelves.size; i++) {
    cursor_free(&store->shelves.data[i].opened);
    cursor_free(&store->shelves.data[i].other);
    store_free(store->shelves.data[i].store);
  }
  vec_free(&store->shelves);
  store_roots_free(store->roots);
  mem_free(store->shelf_of);
  mem_free(store->words);
  mem_free(store->changed);
  mem_free(store->saved);
  mem_free(store);
}

/* The length, then the bytes, filled up with zeros; returns how many words. */
static size_t to_words(const uint8_t *state, size_t size, uint32_t *words) {
  size_t width = 1 + (size + WORD - 1) / WORD;
  if (width < NARROWEST) width = NARROWEST;
  size_t whole = 1 + size / WORD;
  memset(words + whole, 0, (width - whole) * WORD);
  words[0] = (uint32_t)size;
  memcpy(words + 1, state, size);
  return width;
}

/* NULL: there are too many different lengths. */
static Shelf *shelf_for(ProgramStore *store, size_t width) {
  if (store->shelf_of[width]) return store->shelves.data + store->shelf_of[width] - 1;
  if (store->shelves.size == MOST_SHELVES) return NULL;
  Shelf shelf = {.width = width};
  shelf.store = store_new_tagged(store->roots, (uint8_t)store->shelves.size, width, store->salt);
  shelf.opened = cursor_new(shelf.store);
  shelf.other = cursor_new(shelf.store);
  vec_push(&store->shelves, shelf);
  store->shelf_of[width] = (uint16_t)store->shelves.size;
  return &vec_last(&store->shelves);
}

/* Adds the words as what the opened state becomes when a few of them change. */
static uint32_t add_beside(ProgramStore *store, Shelf *shelf, bool *added) {
  uint32_t *state = shelf->opened.state;
  size_t count = 0;
  for (uint32_t i = 0; i < shelf->width; i++) {
    if (state[i] == store->words[i]) continue;
    store->saved[count] = state[i];
    store->changed[count++] = i;
    state[i] = store->words[i];
  }
  uint32_t number = store_add_changed(shelf->store, &shelf->opened, store->changed, count, added);
  store_undo(shelf->store, &shelf->opened);
  for (size_t i = 0; i < count; i++) state[store->changed[i]] = store->saved[i];
  return number;
}

uint32_t program_store_add(ProgramStore *store, const uint8_t *bytes, size_t size, bool *added) {
  size_t width = to_words(bytes, size, store->words);
  Shelf *shelf = shelf_for(store, width);
  *added = false;
  if (!shelf) {
    store->full = true;
    return 0;
  }
  uint32_t number;
  if (store->has_opened && shelf == store->shelves.data + store->opened) {
    number = add_beside(store, shelf, added);
  } else {
    memcpy(shelf->other.state, store->words, width * WORD);
    number = store_add(shelf->store, &shelf->other, added);
  }
  store->full |= store_full(shelf->store);
  return number;
}

const uint8_t *program_store_open(ProgramStore *store, uint32_t number, size_t *size) {
  store->opened = store_tag(store->roots, number);
  store->has_opened = true;
  Shelf *shelf = store->shelves.data + store->opened;
  store_get(shelf->store, number, &shelf->opened);
  *size = shelf->opened.state[0];
  return (const uint8_t *)(shelf->opened.state + 1);
}

size_t program_store_get(ProgramStore *store, uint32_t number, uint8_t *state) {
  Shelf *shelf = store->shelves.data + store_tag(store->roots, number);
  store_get(shelf->store, number, &shelf->other);
  memcpy(state, shelf->other.state + 1, shelf->other.state[0]);
  return shelf->other.state[0];
}

size_t program_store_size(const ProgramStore *store) { return store_roots_size(store->roots); }

size_t program_store_bytes(const ProgramStore *store) {
  size_t bytes = store_roots_bytes(store->roots);
  for (size_t i = 0; i < store->shelves.size; i++)
    bytes += store_bytes(store->shelves.data[i].store);
  return bytes;
}

bool program_store_full(const ProgramStore *store) { return store->full; }
