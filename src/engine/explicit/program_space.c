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
  U32Vec entries;     /* by number in the store: which state it is */
} Shelf;

/* Where a state is. */
typedef struct {
  uint32_t width, number; /* the shelf, and the number in its store */
  uint32_t parent;
} Entry;

/* A step of a state, and the bytes of the next one in the list they share. */
typedef struct {
  ProcessFault fault;
  size_t offset, size;
} Step;

typedef struct {
  VEC(Step) steps;
  VEC(ProcessMove) moves; /* of the steps */
  VEC(bool) kept;         /* by step: it is taken */
  VEC(uint8_t) bytes;
  bool faulty; /* one is */
} StepList;

struct ProgramSpace {
  ProcessMachine *machine;
  Shelf *shelves[WIDEST]; /* by width; NULL: there is no such state */
  VEC(Entry) entries;
  size_t counted; /* of the expanded: those SPIN counts */
  uint64_t transitions;
  bool full;
  uint8_t *bytes;    /* of the opened state ... */
  uint32_t *words;   /* ... and those of a successor */
  uint32_t *changed; /* positions of words */
  uint32_t *saved;   /* and what was there */
  uint32_t opened;   /* number of the state that is expanded */
  size_t size;       /* of its bytes */
  ProgramExpansion expansion;
  U32Vec targets, movers;
  ProgramSpaceOptions options;
  uint64_t reduced; /* expanded states with steps left out */
  StepList opened_steps, chain_steps;
  uint8_t *chain; /* a state that is passed by */
};

static Shelf *shelf_of(ProgramSpace *space, size_t width) {
  Shelf **shelf = space->shelves + width;
  if (*shelf) return *shelf;
  *shelf = mem_zalloc(sizeof **shelf);
  (*shelf)->store = store_new(width, space->options.salt);
  (*shelf)->opened = cursor_new((*shelf)->store);
  (*shelf)->new = cursor_new((*shelf)->store);
  return *shelf;
}

static void shelf_free(Shelf *shelf) {
  if (!shelf) return;
  cursor_free(&shelf->opened);
  cursor_free(&shelf->new);
  vec_free(&shelf->entries);
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

/* The number of a state that follows the opened one. */
static uint32_t add_state(ProgramSpace *space, const uint8_t *bytes, size_t size) {
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
  if (!added) return shelf->entries.data[number];
  uint32_t state = (uint32_t)space->entries.size;
  vec_push(&shelf->entries, state);
  vec_push(&space->entries,
           ((Entry){.width = (uint32_t)width, .number = number, .parent = space->opened}));
  space->full |= store_full(shelf->store) || space->entries.size > UINT32_MAX - 2;
  return state;
}

ProgramSpace *program_space_new(const Processes *program, ProgramSpaceOptions options,
                                ProcessFault *fault) {
  ProgramSpace *space = mem_zalloc(sizeof *space);
  space->options = options;
  space->machine = process_machine_new(program);
  space->bytes = mem_alloc(PROCESS_STATE_LIMIT);
  space->words = mem_array(WIDEST, WORD);
  space->changed = mem_array(WIDEST, WORD);
  space->saved = mem_array(WIDEST, WORD);
  if (options.stubborn) space->chain = mem_alloc(PROCESS_STATE_LIMIT);
  size_t size = process_initial(space->machine, space->bytes, fault);
  if (*fault != PROCESS_FINE) {
    program_space_free(space);
    return NULL;
  }
  add_state(space, space->bytes, size);
  return space;
}

static void step_list_free(StepList *list) {
  vec_free(&list->steps);
  vec_free(&list->moves);
  vec_free(&list->kept);
  vec_free(&list->bytes);
}

void program_space_free(ProgramSpace *space) {
  if (!space) return;
  for (size_t i = 0; i < WIDEST; i++) shelf_free(space->shelves[i]);
  vec_free(&space->entries);
  vec_free(&space->targets);
  vec_free(&space->movers);
  step_list_free(&space->opened_steps);
  step_list_free(&space->chain_steps);
  mem_free(space->chain);
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

/* ---- steps ---- */

static bool visit_successor(void *context, const ProcessMove *move, const uint8_t *state,
                            size_t size, ProcessFault fault) {
  ProgramSpace *space = context;
  ProgramExpansion *expansion = &space->expansion;
  if (fault != PROCESS_FINE && expansion->fault == PROCESS_FINE) {
    expansion->fault = fault;
    expansion->faulty = (uint32_t)expansion->successors;
  }
  expansion->successors++;
  if (fault > PROCESS_ASSERTION) return true;
  vec_push(&space->targets, add_state(space, state, size));
  vec_push(&space->movers, move->pid);
  return true;
}

static bool list_step(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                      ProcessFault fault) {
  StepList *list = context;
  vec_push(&list->steps, ((Step){fault, list->bytes.size, size}));
  vec_push(&list->moves, *move);
  vec_push(&list->kept, true);
  vec_reserve(&list->bytes, list->bytes.size + size);
  memcpy(list->bytes.data + list->bytes.size, state, size);
  list->bytes.size += size;
  list->faulty |= fault != PROCESS_FINE;
  return true;
}

/* All steps of a state, and which of them are taken: of one with a fault all, since what lies
 * behind that is not looked at. Returns how many are taken. */
static size_t list_steps(ProgramSpace *space, const uint8_t *bytes, size_t size, StepList *list) {
  list->steps.size = list->moves.size = list->kept.size = list->bytes.size = 0;
  list->faulty = false;
  process_successors(space->machine, bytes, size, list_step, list);
  if (list->faulty || process_state_exclusive(bytes) != PROCESS_NONE) return list->steps.size;
  process_load(space->machine, bytes, size);
  return program_stubborn_choose(space->options.stubborn, space->machine,
                                 process_state_running(bytes), list->moves.data, list->steps.size,
                                 list->kept.data);
}

enum { LONGEST_CHAIN = 4096 }; /* a state is stored after so many that were passed by */

/* Whether a state is left by one step that nobody sees, which is then the only one kept. */
static bool passes_by(ProgramSpace *space, const uint8_t *bytes, size_t size, size_t *place) {
  StepList *list = &space->chain_steps;
  if (list_steps(space, bytes, size, list) != 1 || list->faulty) return false;
  *place = 0;
  while (!list->kept.data[*place]) ++*place;
  if (process_state_exclusive(bytes) != PROCESS_NONE) return true;
  process_load(space->machine, bytes, size);
  return !program_stubborn_sees(space->options.stubborn, space->machine, list->moves.data + *place);
}

/* Goes on from the state that a step reaches, in `chain`, to one that is stored; `choices` may be
 * NULL. Returns its size. */
static size_t follow(ProgramSpace *space, const StepList *from, size_t step, U32Vec *choices) {
  size_t size = from->steps.data[step].size, place;
  memcpy(space->chain, from->bytes.data + from->steps.data[step].offset, size);
  if (choices) vec_push(choices, (uint32_t)step);
  for (int i = 0; i < LONGEST_CHAIN && passes_by(space, space->chain, size, &place); i++) {
    const Step *next = space->chain_steps.steps.data + place;
    size = next->size;
    memcpy(space->chain, space->chain_steps.bytes.data + next->offset, size);
    if (choices) vec_push(choices, (uint32_t)place);
    else space->transitions++;
  }
  return size;
}

/* Takes those steps of the opened state that are kept, or the others; returns how many of them lead
 * to states as the proviso wants them. */
static size_t take_steps(ProgramSpace *space, bool kept) {
  const StepList *list = &space->opened_steps;
  size_t good = 0;
  for (size_t i = 0; i < list->steps.size; i++) {
    ProcessFault fault = list->steps.data[i].fault;
    if (list->kept.data[i] != kept) continue;
    if (fault != PROCESS_FINE && space->expansion.fault == PROCESS_FINE) {
      space->expansion.fault = fault;
      space->expansion.faulty = (uint32_t)i;
    }
    space->expansion.successors++;
    if (fault > PROCESS_ASSERTION) continue;
    size_t states = space->entries.size;
    uint32_t target = add_state(space, space->chain, follow(space, list, i, NULL));
    vec_push(&space->targets, target);
    vec_push(&space->movers, list->moves.data[i].pid);
    good += space->options.proviso == IGNORE_NOBODY_ON_CYCLES ? target == states
                                                              : target > space->opened;
  }
  return good;
}

static void expand_reduced(ProgramSpace *space) {
  size_t count = list_steps(space, space->bytes, space->size, &space->opened_steps);
  size_t all = space->opened_steps.steps.size, good = take_steps(space, true);
  if (count == all) return;
  bool enough = space->options.proviso == IGNORE_WHOM_IT_MAY ||
                (space->options.proviso == IGNORE_NOBODY_ON_CYCLES ? good == count : good > 0);
  if (enough) space->reduced++;
  else take_steps(space, false);
}

void program_space_expand(ProgramSpace *space, uint32_t state, ProgramExpansion *expansion) {
  open_state(space, state);
  space->expansion = (ProgramExpansion){0};
  vec_clear(&space->targets);
  vec_clear(&space->movers);
  if (space->options.stubborn) expand_reduced(space);
  else process_successors(space->machine, space->bytes, space->size, visit_successor, space);
  *expansion = space->expansion;
  expansion->targets = (Numbers){space->targets.data, space->targets.size};
  expansion->movers = (Numbers){space->movers.data, space->movers.size};
  space->transitions += expansion->successors;
  space->counted += process_state_exclusive(space->bytes) == PROCESS_NONE;
  if (!expansion->successors && process_state_running(space->bytes)) {
    process_load(space->machine, space->bytes, space->size);
    expansion->invalid_end = !process_is_end(space->machine);
  }
}

ProcessMachine *program_space_look(ProgramSpace *space, uint32_t state) {
  if (state != space->opened) open_state(space, state);
  if (process_state_exclusive(space->bytes) != PROCESS_NONE) return NULL;
  process_load(space->machine, space->bytes, space->size);
  return space->machine;
}

size_t program_space_states(const ProgramSpace *space) { return space->entries.size; }
size_t program_space_counted(const ProgramSpace *space) { return space->counted; }
uint64_t program_space_transitions(const ProgramSpace *space) { return space->transitions; }
uint64_t program_space_reduced(const ProgramSpace *space) { return space->reduced; }
bool program_space_full(const ProgramSpace *space) { return space->full; }

size_t program_space_bytes(const ProgramSpace *space) {
  size_t bytes = space->entries.capacity * sizeof(Entry);
  for (size_t i = 0; i < WIDEST; i++)
    if (space->shelves[i])
      bytes += store_bytes(space->shelves[i]->store) +
               space->shelves[i]->entries.capacity * sizeof(uint32_t);
  return bytes;
}

/* ---- runs ---- */

typedef struct {
  const uint32_t *words; /* of the state that is looked for */
  size_t width, place;   /* of the successor that is looked at */
  uint32_t mover;
  uint32_t *scratch;
  bool found;
} Lookup;

static bool is_wanted(const Lookup *lookup, const uint8_t *state, size_t size) {
  return to_words(state, size, lookup->scratch) == lookup->width &&
         !memcmp(lookup->scratch, lookup->words, lookup->width * WORD);
}

static bool compare_successor(void *context, const ProcessMove *move, const uint8_t *state,
                              size_t size, ProcessFault fault) {
  Lookup *lookup = context;
  lookup->found = fault <= PROCESS_ASSERTION &&
                  (lookup->mover == PROCESS_NONE || lookup->mover == move->pid) &&
                  is_wanted(lookup, state, size);
  lookup->place += !lookup->found;
  return !lookup->found;
}

/* The same with all steps that lead from one stored state to another. */
static void find_chain(ProgramSpace *space, Lookup *lookup, U32Vec *choices) {
  StepList *list = &space->opened_steps;
  size_t before = choices->size;
  list_steps(space, space->bytes, space->size, list);
  for (size_t i = 0; i < list->steps.size && !lookup->found; i++) {
    if (list->steps.data[i].fault > PROCESS_ASSERTION) continue;
    choices->size = before;
    lookup->found = is_wanted(lookup, space->chain, follow(space, list, i, choices));
  }
}

void program_space_step(ProgramSpace *space, uint32_t from, uint32_t to, uint32_t mover,
                        U32Vec *choices) {
  const Entry *entry = space->entries.data + to;
  Shelf *shelf = space->shelves[entry->width];
  open_state(space, from);
  store_get(shelf->store, entry->number, &shelf->new);
  Lookup lookup = {
      .words = shelf->new.state, .width = entry->width, .mover = mover, .scratch = space->words};
  if (space->options.stubborn) {
    find_chain(space, &lookup, choices);
    return;
  }
  process_successors(space->machine, space->bytes, space->size, compare_successor, &lookup);
  vec_push(choices, (uint32_t)lookup.place);
}

void program_space_run(ProgramSpace *space, uint32_t state, U32Vec *choices) {
  U32Vec path = {0};
  for (uint32_t at = state; at; at = space->entries.data[at].parent) vec_push(&path, at);
  for (size_t i = path.size; i-- > 0;)
    program_space_step(space, space->entries.data[path.data[i]].parent, path.data[i], PROCESS_NONE,
                       choices);
  vec_free(&path);
}
