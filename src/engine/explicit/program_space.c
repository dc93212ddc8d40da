/* See program_space.h. */
#include "engine/explicit/program_space.h"

#include <string.h>

#include "base/memory.h"
#include "engine/explicit/program_store.h"
#include "model/process_live.h"

enum { FAMILY = 16 }; /* states that are expanded between two marks in `born` */

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
  const ProgramSpace *space;
} StepList;

/* A state inside an atomic sequence on the way from the opened state, and how it was reached. */
typedef struct {
  size_t offset, size; /* of its bytes */
  uint32_t parent;     /* another one, or PROCESS_NONE: the opened state */
  uint32_t place;      /* of the step */
} Inner;

/* A state that is looked for. */
typedef struct {
  const uint8_t *bytes;
  size_t size;
  uint32_t mover;
  U32Vec *choices; /* of the way to it */
  bool found;
} Lookup;

struct ProgramSpace {
  ProcessMachine *machine;
  ProcessLive *live; /* NULL: dead variables are kept */
  ProgramStore *store;
  U32Vec born;     /* how many states there were after each FAMILY expansions, oldest first */
  size_t expanded; /* so many, all of the oldest; SIZE_MAX: in another order */
  size_t counted;  /* of the expanded: those SPIN counts */
  uint64_t transitions;
  const uint8_t *bytes; /* of the opened state */
  size_t size;
  uint32_t opened; /* its number */
  ProgramExpansion expansion;
  U32Vec targets, movers;
  ProgramSpaceOptions options;
  uint64_t reduced; /* expanded states with steps left out */
  uint64_t tried;   /* states for which that was tried, and what it was good for: ... */
  uint64_t saved;   /* ... steps that were left out, states that were passed by */
  StepList opened_steps, chain_steps, other_steps;
  uint8_t *chain;   /* a state that is passed by */
  uint8_t *earlier; /* one that was before, or one that has forgotten */
  VEC(Inner) inner;
  VEC(uint8_t) inner_bytes;
  uint32_t at, place; /* the inner state whose steps are taken, and the place of the next one */
  uint32_t mover;     /* who began the step that led there */
  Lookup *lookup;     /* a state that is looked for among what is reached; NULL: all are added */
  U32Vec fault_run;
  Bits reached; /* by command */
};

/* The number of a state that follows the opened one. */
static uint32_t add_state(ProgramSpace *space, const uint8_t *bytes, size_t size) {
  bool added;
  return program_store_add(space->store, bytes, size, &added);
}

/* The same of the successor that is visited. */
static uint32_t add_successor(ProgramSpace *space, const uint8_t *bytes, size_t size) {
  const uint32_t *words;
  size_t count;
  bool added;
  if (space->live || space->at != PROCESS_NONE || !process_changes(space->machine, &words, &count))
    return add_state(space, bytes, size);
  return program_store_add_changed(space->store, bytes, words, count, &added);
}

ProgramSpace *program_space_new(const Processes *program, ProgramSpaceOptions options,
                                ProcessFault *fault) {
  ProgramSpace *space = mem_zalloc(sizeof *space);
  space->options = options;
  space->machine = options.plain ? process_machine_new(program) : process_machine_new_fast(program);
  space->store = program_store_new(options.salt);
  if (options.forgets) space->live = process_live_new(program);
  if (space->live && process_live_is_idle(space->live)) {
    process_live_free(space->live);
    space->live = NULL;
  }
  space->opened_steps.space = space->chain_steps.space = space->other_steps.space = space;
  space->reached = bits_new(program->commands.size + 1);
  space->chain = mem_alloc(PROCESS_STATE_LIMIT);
  space->earlier = mem_alloc(PROCESS_STATE_LIMIT);
  size_t size = process_initial(space->machine, space->chain, fault);
  if (*fault != PROCESS_FINE) {
    program_space_free(space);
    return NULL;
  }
  add_state(space, space->chain, size);
  space->opened = PROCESS_NONE;
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
  program_store_free(space->store);
  vec_free(&space->born);
  vec_free(&space->targets);
  vec_free(&space->movers);
  step_list_free(&space->opened_steps);
  step_list_free(&space->chain_steps);
  step_list_free(&space->other_steps);
  mem_free(space->chain);
  mem_free(space->earlier);
  vec_free(&space->inner);
  vec_free(&space->inner_bytes);
  vec_free(&space->fault_run);
  bits_free(&space->reached);
  process_machine_free(space->machine);
  process_live_free(space->live);
  mem_free(space);
}

static void open_state(ProgramSpace *space, uint32_t state) {
  if (space->opened == state) return;
  space->opened = state;
  space->bytes = program_store_open(space->store, state, &space->size);
}

/* ---- all steps ---- */

static bool is_wanted(const Lookup *lookup, const uint8_t *state, size_t size) {
  return size == lookup->size && !memcmp(state, lookup->bytes, size);
}

/* The steps from the opened state to the one that is taken now. */
static void way_here(const ProgramSpace *space, U32Vec *choices) {
  size_t start = choices->size;
  vec_push(choices, space->place);
  for (uint32_t at = space->at; at != PROCESS_NONE; at = space->inner.data[at].parent)
    vec_push(choices, space->inner.data[at].place);
  for (size_t i = start, k = choices->size; i + 1 < k; i++) {
    uint32_t last = choices->data[--k];
    choices->data[k] = choices->data[i];
    choices->data[i] = last;
  }
}

/* A step with a fault; the first one is kept. */
static void note_fault(ProgramSpace *space, ProcessFault fault) {
  if (fault == PROCESS_FINE || space->expansion.fault != PROCESS_FINE) return;
  space->expansion.fault = fault;
  vec_clear(&space->fault_run);
  way_here(space, &space->fault_run);
}

static void add_inner(ProgramSpace *space, const uint8_t *state, size_t size) {
  vec_push(&space->inner, ((Inner){space->inner_bytes.size, size, space->at, space->place}));
  vec_reserve(&space->inner_bytes, space->inner_bytes.size + size);
  memcpy(space->inner_bytes.data + space->inner_bytes.size, state, size);
  space->inner_bytes.size += size;
}

static bool arrive(ProgramSpace *space, const uint8_t *state, size_t size) {
  Lookup *lookup = space->lookup;
  if (space->options.passes_inner && process_state_exclusive(state) != PROCESS_NONE &&
      space->inner.size < PROGRAM_SPACE_MOST_INNER) {
    add_inner(space, state, size);
  } else if (!lookup) {
    vec_push(&space->targets, add_successor(space, state, size));
    vec_push(&space->movers, space->mover);
  } else if ((lookup->mover == PROCESS_NONE || lookup->mover == space->mover) &&
             is_wanted(lookup, state, size)) {
    lookup->found = true;
    way_here(space, lookup->choices);
    return false;
  }
  return true;
}

static void note_move(ProgramSpace *space, const ProcessMove *move) {
  bits_set(&space->reached, move->command);
  if (move->partner != PROCESS_NONE) bits_set(&space->reached, move->received);
}

/* Those who have moved forget what they do not need any more. */
static void forget(const ProgramSpace *space, const ProcessMove *move, uint8_t *state) {
  if (!space->live) return;
  process_live_clear(space->live, space->machine, move->pid, state);
  if (move->partner != PROCESS_NONE)
    process_live_clear(space->live, space->machine, move->partner, state);
}

static bool visit_successor(void *context, const ProcessMove *move, const uint8_t *state,
                            size_t size, ProcessFault fault) {
  ProgramSpace *space = context;
  space->expansion.successors++;
  note_move(space, move);
  if (space->at == PROCESS_NONE) space->mover = move->pid;
  note_fault(space, fault);
  if (space->live && fault <= PROCESS_ASSERTION) {
    memcpy(space->earlier, state, size);
    forget(space, move, space->earlier);
    state = space->earlier;
  }
  bool more = fault > PROCESS_ASSERTION || arrive(space, state, size);
  space->place++;
  return more;
}

/* Takes all steps of the opened state, and those inside atomic sequences behind them. */
static void take_all(ProgramSpace *space) {
  vec_clear(&space->inner);
  vec_clear(&space->inner_bytes);
  space->at = PROCESS_NONE;
  space->place = 0;
  process_successors(space->machine, space->bytes, space->size, visit_successor, space);
  for (uint32_t i = 0; i < space->inner.size; i++) {
    if (space->lookup && space->lookup->found) return;
    const Inner *inner = space->inner.data + i;
    size_t size = inner->size;
    memcpy(space->chain, space->inner_bytes.data + inner->offset, size);
    space->at = i;
    space->place = 0;
    process_successors(space->machine, space->chain, size, visit_successor, space);
  }
}

/* ---- enough steps ---- */

static bool list_step(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                      ProcessFault fault) {
  StepList *list = context;
  vec_push(&list->steps, ((Step){fault, list->bytes.size, size}));
  vec_push(&list->moves, *move);
  vec_push(&list->kept, true);
  vec_reserve(&list->bytes, list->bytes.size + size);
  uint8_t *copy = list->bytes.data + list->bytes.size;
  memcpy(copy, state, size);
  list->bytes.size += size;
  list->faulty |= fault != PROCESS_FINE;
  if (fault <= PROCESS_ASSERTION) forget(list->space, move, copy);
  return true;
}

static void clear_list(StepList *list) {
  list->steps.size = list->moves.size = list->kept.size = list->bytes.size = 0;
  list->faulty = false;
}

/* Whether some process is alone and has one step: then that is listed. */
static bool list_alone(ProgramSpace *space, const uint8_t *bytes, size_t size, StepList *list) {
  ProgramStubborn *stubborn = space->options.stubborn;
  uint32_t running = process_state_running(bytes);
  process_open(space->machine, bytes, size);
  program_stubborn_load(stubborn, space->machine, running);
  for (uint32_t k = 0; k < running; k++) {
    uint32_t pid = program_stubborn_process(stubborn, k);
    if (!program_stubborn_may_be_alone(stubborn, pid)) continue;
    clear_list(list);
    process_steps_of(space->machine, pid, list_step, list);
    if (list->steps.size == 1 && !list->faulty &&
        program_stubborn_is_alone(stubborn, list->moves.data))
      return true;
  }
  return false;
}

/* All steps of a state, and which of them are taken: of one with a fault all, since what lies
 * behind that is not looked at. Returns how many are taken. */
static size_t list_steps(ProgramSpace *space, const uint8_t *bytes, size_t size, StepList *list) {
  clear_list(list);
  process_successors(space->machine, bytes, size, list_step, list);
  if (list->faulty || process_state_exclusive(bytes) != PROCESS_NONE) return list->steps.size;
  program_stubborn_load(space->options.stubborn, space->machine, process_state_running(bytes));
  return program_stubborn_choose(space->options.stubborn, list->moves.data, list->steps.size,
                                 list->kept.data);
}

/* Whether a state is left by one step that nobody sees: the one at `only` in the list. */
static bool passes_by(ProgramSpace *space, const uint8_t *bytes, size_t size, size_t *only) {
  StepList *list = &space->chain_steps;
  *only = 0;
  if (process_state_exclusive(bytes) != PROCESS_NONE) {
    clear_list(list);
    return process_successors(space->machine, bytes, size, list_step, list) == 1 && !list->faulty;
  }
  if (list_alone(space, bytes, size, list)) return true;
  if (list_steps(space, bytes, size, list) != 1 || list->faulty) return false;
  while (!list->kept.data[*only]) ++*only;
  return !program_stubborn_sees(space->options.stubborn, space->machine, list->moves.data + *only);
}

/* The place of the only step of a process among all steps of a state. */
static uint32_t place_of(ProgramSpace *space, const uint8_t *bytes, size_t size, uint32_t pid) {
  uint32_t place = 0;
  clear_list(&space->other_steps);
  process_successors(space->machine, bytes, size, list_step, &space->other_steps);
  while (space->other_steps.moves.data[place].pid != pid) place++;
  return place;
}

/* Goes on from the state in `chain` to the next one, and keeps every state whose number in the
 * chain is a power of two, so that a chain that comes back to a state of its own is noticed
 * (Brent). */
typedef struct {
  size_t size, kept, power, length;
} Chain;

/* Whether the chain has gone on: its state is passed by. */
static bool go_on(ProgramSpace *space, Chain *chain, U32Vec *choices) {
  const StepList *list = &space->chain_steps;
  size_t only;
  if (!passes_by(space, space->chain, chain->size, &only)) return false;
  if (chain->size == chain->kept && !memcmp(space->chain, space->earlier, chain->kept))
    return false;
  if (++chain->length >= chain->power) {
    memcpy(space->earlier, space->chain, chain->size);
    chain->kept = chain->size;
    chain->power = chain->power ? 2 * chain->power : 1;
    chain->length = 0;
  }
  if (choices) {
    vec_push(choices, place_of(space, space->chain, chain->size, list->moves.data[only].pid));
  } else {
    space->transitions++;
    space->saved++;
  }
  const Step *step = list->steps.data + only;
  chain->size = step->size;
  memcpy(space->chain, list->bytes.data + step->offset, step->size);
  note_move(space, list->moves.data + only);
  return true;
}

static Chain begin_chain(ProgramSpace *space, const StepList *from, size_t step) {
  const Step *first = from->steps.data + step;
  memcpy(space->chain, from->bytes.data + first->offset, first->size);
  return (Chain){.size = first->size};
}

/* The state that a step leads to, behind those that are passed by. */
static uint32_t reach(ProgramSpace *space, const StepList *from, size_t step) {
  Chain chain = begin_chain(space, from, step);
  do {
    uint32_t stored = program_store_find(space->store, space->chain, chain.size);
    if (stored != PROCESS_NONE) return stored;
  } while (go_on(space, &chain, NULL));
  return add_state(space, space->chain, chain.size);
}

/* Takes those steps of the opened state that are kept, or the others; returns how many of them lead
 * to states as the proviso wants them. */
static size_t take_steps(ProgramSpace *space, bool kept) {
  const StepList *list = &space->opened_steps;
  size_t good = 0;
  for (size_t i = 0; i < list->steps.size; i++) {
    ProcessFault fault = list->steps.data[i].fault;
    if (list->kept.data[i] != kept) continue;
    note_move(space, list->moves.data + i);
    space->place = (uint32_t)i;
    note_fault(space, fault);
    space->expansion.successors++;
    if (fault > PROCESS_ASSERTION) continue;
    size_t states = program_store_size(space->store);
    uint32_t target = reach(space, list, i);
    vec_push(&space->targets, target);
    vec_push(&space->movers, list->moves.data[i].pid);
    good += space->options.proviso == IGNORE_NOBODY_ON_CYCLES ? target == states
                                                              : target > space->opened;
  }
  return good;
}

/* Whether so many steps of the opened state, so many of them good, satisfy the proviso. */
static bool is_enough(const ProgramSpace *space, size_t count, size_t good) {
  if (space->options.proviso == IGNORE_WHOM_IT_MAY) return true;
  return space->options.proviso == IGNORE_NOBODY_ON_CYCLES ? good == count : good > 0;
}

/* Whether to try to leave out steps. Where that has been good for little, it is only tried now and
 * then: to take all steps is always right, and much quicker. */
static bool is_worth_trying(const ProgramSpace *space) {
  enum { TRIALS = 1024, LEAST_SAVED = 8, NOW_AND_THEN = 32 };
  return space->tried < TRIALS || space->saved * LEAST_SAVED >= space->tried ||
         space->opened % NOW_AND_THEN == 0;
}

static void expand_reduced(ProgramSpace *space) {
  StepList *list = &space->opened_steps;
  space->at = PROCESS_NONE;
  space->tried++;
  if (process_state_exclusive(space->bytes) == PROCESS_NONE &&
      list_alone(space, space->bytes, space->size, list)) {
    uint32_t pid = list->moves.data[0].pid;
    if (is_enough(space, 1, take_steps(space, true))) {
      space->reduced++;
      space->saved++;
      return;
    }
    list_steps(space, space->bytes, space->size, list);
    for (size_t i = 0; i < list->steps.size; i++)
      list->kept.data[i] = list->moves.data[i].pid == pid;
    take_steps(space, false);
    return;
  }
  size_t count = list_steps(space, space->bytes, space->size, list);
  size_t all = list->steps.size, good = take_steps(space, true);
  if (count == all) return;
  if (is_enough(space, count, good)) {
    space->reduced++;
    space->saved += all - count;
  } else {
    take_steps(space, false);
  }
}

void program_space_expand(ProgramSpace *space, uint32_t state, ProgramExpansion *expansion) {
  open_state(space, state);
  if (state != space->expanded) space->expanded = SIZE_MAX;
  else if (space->expanded++ % FAMILY == 0)
    vec_push(&space->born, (uint32_t)program_store_size(space->store));
  space->expansion = (ProgramExpansion){0};
  vec_clear(&space->targets);
  vec_clear(&space->movers);
  if (space->options.stubborn && is_worth_trying(space)) expand_reduced(space);
  else take_all(space);
  *expansion = space->expansion;
  expansion->targets = (Numbers){space->targets.data, space->targets.size};
  expansion->fault_run = (Numbers){space->fault_run.data, space->fault_run.size};
  expansion->movers = (Numbers){space->movers.data, space->movers.size};
  space->transitions += expansion->successors;
  space->counted += process_state_exclusive(space->bytes) == PROCESS_NONE;
  if (!expansion->successors && process_state_running(space->bytes)) {
    process_load(space->machine, space->bytes, space->size);
    expansion->invalid_end = !process_is_end(space->machine);
  }
}

const uint8_t *program_space_open(ProgramSpace *space, uint32_t state, size_t *size) {
  open_state(space, state);
  *size = space->size;
  return space->bytes;
}

bool program_space_has(ProgramSpace *space, const uint8_t *bytes, size_t size) {
  return program_store_find(space->store, bytes, size) != PROCESS_NONE;
}

ProcessMachine *program_space_look(ProgramSpace *space, uint32_t state) {
  open_state(space, state);
  if (process_state_exclusive(space->bytes) != PROCESS_NONE) return NULL;
  process_load(space->machine, space->bytes, space->size);
  return space->machine;
}

size_t program_space_states(const ProgramSpace *space) { return program_store_size(space->store); }
size_t program_space_counted(const ProgramSpace *space) { return space->counted; }
uint64_t program_space_transitions(const ProgramSpace *space) { return space->transitions; }
uint64_t program_space_reduced(const ProgramSpace *space) { return space->reduced; }
bool program_space_reached(const ProgramSpace *space, uint32_t command) {
  return bits_get(&space->reached, command);
}
bool program_space_full(const ProgramSpace *space) { return program_store_full(space->store); }

size_t program_space_bytes(const ProgramSpace *space) {
  return program_store_bytes(space->store) + space->born.capacity * sizeof *space->born.data;
}

/* ---- runs ---- */

/* Finds the way with states that are passed by. */
static void find_chain(ProgramSpace *space, Lookup *lookup) {
  StepList *list = &space->opened_steps;
  U32Vec *choices = lookup->choices;
  size_t before = choices->size;
  list_steps(space, space->bytes, space->size, list);
  for (uint32_t i = 0; i < list->steps.size && !lookup->found; i++) {
    if (list->steps.data[i].fault > PROCESS_ASSERTION) continue;
    choices->size = before;
    vec_push(choices, i);
    Chain chain = begin_chain(space, list, i);
    do lookup->found = is_wanted(lookup, space->chain, chain.size);
    while (!lookup->found && go_on(space, &chain, choices));
  }
}

bool program_space_step(ProgramSpace *space, uint32_t from, uint32_t to, uint32_t mover,
                        U32Vec *choices) {
  uint8_t *wanted = mem_alloc(PROCESS_STATE_LIMIT);
  size_t before = choices->size;
  Lookup lookup = {.bytes = wanted,
                   .size = program_store_get(space->store, to, wanted),
                   .mover = mover,
                   .choices = choices};
  open_state(space, from);
  if (space->options.stubborn) find_chain(space, &lookup);
  if (!lookup.found) {
    choices->size = before;
    space->lookup = &lookup;
    take_all(space);
    space->lookup = NULL;
  }
  if (!lookup.found) choices->size = before;
  mem_free(wanted);
  return lookup.found;
}

/* A state from which a step leads to another: only where a family of expansions began is known, so
 * all of it are tried. The steps go to `choices`. */
static uint32_t find_parent(ProgramSpace *space, uint32_t state, U32Vec *choices) {
  size_t low = 0, high = space->born.size;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (space->born.data[middle] <= state) low = middle;
    else high = middle;
  }
  uint32_t parent = (uint32_t)low * FAMILY;
  while (parent < state && !program_space_step(space, parent, state, PROCESS_NONE, choices))
    parent++;
  return parent;
}

void program_space_run(ProgramSpace *space, uint32_t state, U32Vec *choices) {
  VEC(U32Vec) steps = {0};
  while (state) {
    U32Vec list = {0};
    state = find_parent(space, state, &list);
    vec_push(&steps, list);
  }
  while (steps.size) {
    vec_append(choices, &vec_last(&steps));
    vec_free(&vec_last(&steps));
    steps.size--;
  }
  vec_free(&steps);
}
