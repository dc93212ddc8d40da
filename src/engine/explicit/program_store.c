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

/* ---- a state beside the opened one ---- */

static Shelf *opened_shelf(const ProgramStore *store) {
  return store->shelves.data + store->opened;
}

static inline void change_word(ProgramStore *store, uint32_t *state, size_t *count, uint32_t at,
                               uint32_t word) {
  if (state[at] == word) return;
  store->saved[*count] = state[at];
  store->changed[(*count)++] = at;
  state[at] = word;
}

/* The opened state becomes the words; returns how many changed. */
static size_t change_to_words(ProgramStore *store, Shelf *shelf) {
  size_t count = 0;
  for (uint32_t i = 0; i < shelf->width; i++)
    change_word(store, shelf->opened.state, &count, i, store->words[i]);
  return count;
}

static void change_back(ProgramStore *store, Shelf *shelf, size_t count) {
  store_undo(&shelf->opened);
  for (size_t i = 0; i < count; i++) shelf->opened.state[store->changed[i]] = store->saved[i];
}

static uint32_t add_beside(ProgramStore *store, Shelf *shelf, size_t count, bool *added) {
  uint32_t number = store_add_changed(shelf->store, &shelf->opened, store->changed, count, added);
  change_back(store, shelf, count);
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
  if (store->has_opened && shelf == opened_shelf(store)) {
    number = add_beside(store, shelf, change_to_words(store, shelf), added);
  } else {
    memcpy(shelf->other.state, store->words, width * WORD);
    number = store_add(shelf->store, &shelf->other, added);
  }
  store->full |= store_full(shelf->store);
  return number;
}

uint32_t program_store_add_changed(ProgramStore *store, const uint8_t *bytes, const uint32_t *words,
                                   size_t count, bool *added) {
  Shelf *shelf = opened_shelf(store);
  size_t size = shelf->opened.state[0], changed = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t word = 0;
    size_t at = (size_t)words[i] * WORD;
    if (at + WORD <= size) memcpy(&word, bytes + at, WORD);
    else memcpy(&word, bytes + at, size - at);
    change_word(store, shelf->opened.state, &changed, words[i] + 1, word);
  }
  uint32_t number = add_beside(store, shelf, changed, added);
  store->full |= store_full(shelf->store);
  return number;
}

uint32_t program_store_find(ProgramStore *store, const uint8_t *bytes, size_t size) {
  size_t width = to_words(bytes, size, store->words);
  if (!store->shelf_of[width]) return PROCESS_NONE;
  Shelf *shelf = store->shelves.data + store->shelf_of[width] - 1;
  if (!store->has_opened || shelf != opened_shelf(store)) {
    memcpy(shelf->other.state, store->words, width * WORD);
    return store_find(shelf->store, &shelf->other);
  }
  size_t count = change_to_words(store, shelf);
  uint32_t number = store_find_changed(shelf->store, &shelf->opened, store->changed, count);
  change_back(store, shelf, count);
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
