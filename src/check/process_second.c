/* See process_second.h. States are whole byte strings; the newest is taken first. */
#include "check/process_second.h"

#include "base/map.h"
#include "base/memory.h"
#include "model/process_formula.h"

typedef struct {
  Names states;
  U32Vec waiting;
  VEC(uint8_t)
  inner;              /* states inside atomic sequences, each with its size behind it: these are
                         not stored ... */
  size_t inner_count; /* ... unless there are many */
  ProcessFigures *figures;
} SecondSearch;

enum { MOST_INNER = 4096 };

static void add_inner(SecondSearch *search, const uint8_t *state, size_t size) {
  size_t at = search->inner.size;
  vec_resize(&search->inner, at + size + sizeof size);
  memcpy(search->inner.data + at, state, size);
  memcpy(search->inner.data + at + size, &size, sizeof size);
  search->inner_count++;
}

static void add(SecondSearch *search, const uint8_t *state, size_t size) {
  size_t before = search->states.size;
  uint32_t number = names_add_n(&search->states, (const char *)state, size);
  if (search->states.size > before) vec_push(&search->waiting, number);
}

static bool visit(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                  ProcessFault fault) {
  SecondSearch *search = context;
  (void)move;
  search->figures->faulty |= fault != PROCESS_FINE;
  if (fault > PROCESS_ASSERTION) return true;
  if (process_state_exclusive(state) != PROCESS_NONE && search->inner_count < MOST_INNER)
    add_inner(search, state, size);
  else add(search, state, size);
  return true;
}

/* Takes the steps of a state, and those inside atomic sequences behind it, the newest first. */
static bool expand(SecondSearch *search, ProcessMachine *machine, const uint8_t *state, size_t size,
                   uint8_t *scratch) {
  search->inner_count = search->inner.size = 0;
  bool moves = process_successors(machine, state, size, visit, search);
  while (search->inner.size) {
    memcpy(&size, search->inner.data + search->inner.size - sizeof size, sizeof size);
    search->inner.size -= size + sizeof size;
    memcpy(scratch, search->inner.data + search->inner.size, size);
    process_successors(machine, scratch, size, visit, search);
  }
  return moves;
}

/* Whether all formulas hold in the state that is loaded. */
static bool all_hold(ProcessMachine *machine, const Processes *program, const U32Vec *formulas) {
  for (size_t i = 0; i < formulas->size; i++) {
    ProcessFault fault = PROCESS_FINE;
    if (!process_formula_holds(machine, program, formulas->data[i], &fault) ||
        fault != PROCESS_FINE)
      return false;
  }
  return true;
}

bool process_second_search(const Processes *program, const U32Vec *formulas, Budget *budget,
                           ProcessFigures *figures) {
  *figures = (ProcessFigures){.formulas_hold = true};
  SecondSearch search = {.figures = figures};
  ProcessMachine *machine = process_machine_new(program);
  uint8_t *first = mem_alloc(PROCESS_STATE_LIMIT);
  ProcessFault fault;
  size_t size = process_initial(machine, first, &fault);
  figures->faulty = fault != PROCESS_FINE;
  add(&search, first, size);
  while (search.waiting.size && !budget_spent(budget)) {
    uint32_t number = vec_pop(&search.waiting);
    const uint8_t *state = (const uint8_t *)search.states.text[number];
    size = search.states.length[number];
    bool moves = expand(&search, machine, state, size, first);
    process_load(machine, state, size);
    bool seen = process_state_exclusive(state) == PROCESS_NONE;
    figures->counted += seen;
    if (seen) figures->formulas_hold &= all_hold(machine, program, formulas);
    figures->invalid_end |= !moves && process_state_running(state) && !process_is_end(machine);
  }
  bool all = !search.waiting.size;
  mem_free(first);
  vec_free(&search.inner);
  names_free(&search.states);
  vec_free(&search.waiting);
  process_machine_free(machine);
  return all;
}

bool process_second_reduced(const Processes *program, const U32Vec *formulas,
                            ProgramStubborn *stubborn, Budget *budget, ProcessFigures *figures) {
  ProgramSpaceOptions options = {
      .salt = 1, .stubborn = stubborn, .proviso = IGNORE_NOBODY_ON_CYCLES};
  ProcessFault fault;
  *figures = (ProcessFigures){.formulas_hold = true};
  ProgramSpace *space = program_space_new(program, options, &fault);
  if (!space) return false;
  U32Vec waiting = {0};
  vec_push(&waiting, 0);
  for (size_t known = 1; waiting.size && !budget_spent(budget) && !program_space_full(space);) {
    ProgramExpansion expansion;
    uint32_t state = vec_pop(&waiting);
    program_space_expand(space, state, &expansion);
    figures->faulty |= expansion.fault != PROCESS_FINE;
    figures->invalid_end |= expansion.invalid_end;
    ProcessMachine *machine = program_space_look(space, state);
    if (machine) figures->formulas_hold &= all_hold(machine, program, formulas);
    for (; known < program_space_states(space); known++) vec_push(&waiting, (uint32_t)known);
  }
  bool all = !waiting.size;
  figures->counted = program_space_counted(space);
  vec_free(&waiting);
  program_space_free(space);
  return all;
}
