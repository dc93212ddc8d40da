/* See program_space.h. */
#include "engine/explicit/program_space.h"

#include <string.h>

#include "base/memory.h"
#include "engine/explicit/store.h"

enum { WORD = sizeof(uint32_t), WIDEST = PROCESS_STATE_LIMIT / WORD + 2 };

/* States of one length in words. */
typedef struct {
  Store *store;
  Cursor opened, new; /* the state that is expanded, and one that comes from another length */
} Shelf;

/* Where a state is. */
typedef struct {
  uint32_t width, number; /* the shelf, and the number in its store */
  uint32_t parent;
} Entry;

struct ProgramSpace {
  ProcessMachine *machine;
  Shelf *shelves[WIDEST]; /* by width; NULL: there is no such state */
  VEC(Entry) entries;
  size_t next, counted;
  uint64_t transitions;
  bool full;
  uint8_t *bytes;    /* of the opened state ... */
  uint32_t *words;   /* ... and those of a successor */
  uint32_t *changed; /* positions of words */
  uint32_t *saved;   /* and what was there */
  uint32_t opened;   /* number of the state that is expanded */
  size_t size;       /* of its bytes */
  ProgramExpansion expansion;
};

static Shelf *shelf_of(ProgramSpace *space, size_t width) {
  Shelf **shelf = space->shelves + width;
  if (*shelf) return *shelf;
  *shelf = mem_zalloc(sizeof **shelf);
  (*shelf)->store = store_new(width, 0);
  (*shelf)->opened = cursor_new((*shelf)->store);
  (*shelf)->new = cursor_new((*shelf)->store);
  return *shelf;
}

static void shelf_free(Shelf *shelf) {
  if (!shelf) return;
  cursor_free(&shelf->opened);
  cursor_free(&shelf->new);
  store_free(shelf->store);
  mem_free(shelf);
}

/* The length, then the bytes, the last word filled up with zeros; returns how many words. */
static size_t to_words(const uint8_t *state, size_t size, uint32_t *words) {
  size_t width = 1 + (size + WORD - 1) / WORD;
  words[width - 1] = 0;
  words[0] = (uint32_t)size;
  memcpy(words + 1, state, size);
  return width;
}

/* Adds the words as what the opened state becomes when a few of them change. */
static uint32_t add_beside(ProgramSpace *space, Shelf *shelf, size_t width, bool *added) {
  uint32_t *state = shelf->opened.state;
  size_t count = 0;
  for (uint32_t i = 0; i < width; i++) {
    if (state[i] == space->words[i]) continue;
    space->saved[count] = state[i];
    space->changed[count++] = i;
    state[i] = space->words[i];
  }
  uint32_t number = store_add_changed(shelf->store, &shelf->opened, space->changed, count, added);
  store_undo(shelf->store, &shelf->opened);
  for (size_t i = 0; i < count; i++) state[space->changed[i]] = space->saved[i];
  return number;
}

static void add_state(ProgramSpace *space, const uint8_t *bytes, size_t size) {
  size_t width = to_words(bytes, size, space->words);
  Shelf *shelf = shelf_of(space, width);
  bool added;
  uint32_t number;
  if (space->entries.size && space->entries.data[space->opened].width == width) {
    number = add_beside(space, shelf, width, &added);
  } else {
    memcpy(shelf->new.state, space->words, width * WORD);
    number = store_add(shelf->store, &shelf->new, &added);
  }
  if (!added) return;
  vec_push(&space->entries,
           ((Entry){.width = (uint32_t)width, .number = number, .parent = space->opened}));
  space->full |= store_full(shelf->store) || space->entries.size > UINT32_MAX - 2;
}

ProgramSpace *program_space_new(const Processes *program, ProcessFault *fault) {
  ProgramSpace *space = mem_zalloc(sizeof *space);
  space->machine = process_machine_new(program);
  space->bytes = mem_alloc(PROCESS_STATE_LIMIT);
  space->words = mem_array(WIDEST, WORD);
  space->changed = mem_array(WIDEST, WORD);
  space->saved = mem_array(WIDEST, WORD);
  size_t size = process_initial(space->machine, space->bytes, fault);
  if (*fault != PROCESS_FINE) {
    program_space_free(space);
    return NULL;
  }
  add_state(space, space->bytes, size);
  return space;
}

void program_space_free(ProgramSpace *space) {
  if (!space) return;
  for (size_t i = 0; i < WIDEST; i++) shelf_free(space->shelves[i]);
  vec_free(&space->entries);
  process_machine_free(space->machine);
  mem_free(space->bytes);
  mem_free(space->words);
  mem_free(space->changed);
  mem_free(space->saved);
  mem_free(space);
}

/* Puts a state into `bytes`, and its nodes where add_beside looks for them. */
static void open_state(ProgramSpace *space, uint32_t state) {
  const Entry *entry = space->entries.data + state;
  Shelf *shelf = space->shelves[entry->width];
  space->opened = state;
  store_get(shelf->store, entry->number, &shelf->opened);
  space->size = shelf->opened.state[0];
  memcpy(space->bytes, shelf->opened.state + 1, space->size);
}

static bool visit_successor(void *context, const ProcessMove *move, const uint8_t *state,
                            size_t size, ProcessFault fault) {
  ProgramSpace *space = context;
  ProgramExpansion *expansion = &space->expansion;
  (void)move;
  if (fault != PROCESS_FINE && expansion->fault == PROCESS_FINE) {
    expansion->fault = fault;
    expansion->faulty = (uint32_t)expansion->successors;
  }
  expansion->successors++;
  if (fault <= PROCESS_ASSERTION) add_state(space, state, size);
  return true;
}

bool program_space_expand(ProgramSpace *space, uint32_t *state, ProgramExpansion *expansion) {
  if (space->next == space->entries.size) return false;
  *state = (uint32_t)space->next++;
  open_state(space, *state);
  space->expansion = (ProgramExpansion){0};
  process_successors(space->machine, space->bytes, space->size, visit_successor, space);
  *expansion = space->expansion;
  space->transitions += expansion->successors;
  space->counted += process_state_exclusive(space->bytes) == PROCESS_NONE;
  if (!expansion->successors && process_state_running(space->bytes)) {
    process_load(space->machine, space->bytes, space->size);
    expansion->invalid_end = !process_is_end(space->machine);
  }
  return true;
}

ProcessMachine *program_space_look(ProgramSpace *space) {
  if (process_state_exclusive(space->bytes) != PROCESS_NONE) return NULL;
  process_load(space->machine, space->bytes, space->size);
  return space->machine;
}

size_t program_space_states(const ProgramSpace *space) { return space->entries.size; }
size_t program_space_counted(const ProgramSpace *space) { return space->counted; }
uint64_t program_space_transitions(const ProgramSpace *space) { return space->transitions; }
bool program_space_full(const ProgramSpace *space) { return space->full; }

size_t program_space_bytes(const ProgramSpace *space) {
  size_t bytes = space->entries.capacity * sizeof(Entry);
  for (size_t i = 0; i < WIDEST; i++)
    if (space->shelves[i]) bytes += store_bytes(space->shelves[i]->store);
  return bytes;
}

/* ---- runs ---- */

typedef struct {
  const uint32_t *words; /* of the state that is looked for */
  size_t width, place;   /* of the successor that is looked at */
  uint32_t *scratch;
  bool found;
} Lookup;

static bool compare_successor(void *context, const ProcessMove *move, const uint8_t *state,
                              size_t size, ProcessFault fault) {
  Lookup *lookup = context;
  (void)move;
  lookup->found = fault <= PROCESS_ASSERTION &&
                  to_words(state, size, lookup->scratch) == lookup->width &&
                  !memcmp(lookup->scratch, lookup->words, lookup->width * WORD);
  lookup->place += !lookup->found;
  return !lookup->found;
}

/* Which successor of a state another one is. */
static uint32_t choice_between(ProgramSpace *space, uint32_t from, uint32_t to) {
  const Entry *entry = space->entries.data + to;
  Shelf *shelf = space->shelves[entry->width];
  open_state(space, from);
  store_get(shelf->store, entry->number, &shelf->new);
  Lookup lookup = {.words = shelf->new.state, .width = entry->width, .scratch = space->words};
  process_successors(space->machine, space->bytes, space->size, compare_successor, &lookup);
  return (uint32_t)lookup.place;
}

void program_space_run(ProgramSpace *space, uint32_t state, U32Vec *choices) {
  size_t start = choices->size;
  for (uint32_t at = state; at; at = space->entries.data[at].parent)
    vec_push(choices, choice_between(space, space->entries.data[at].parent, at));
  for (size_t a = start, b = choices->size; a + 1 < b; a++) {
    uint32_t last = choices->data[--b];
    choices->data[b] = choices->data[a];
    choices->data[a] = last;
  }
}
