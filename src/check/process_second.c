/* See process_second.h. */
#include "check/process_second.h"

#include "base/memory.h"
#include "model/process_formula.h"

typedef struct {
  ProgramSpace *space;
  VEC(uint8_t) inner; /* states inside atomic sequences: these are not stored ... */
  VEC(size_t) ends;   /* ... unless there are many; of each where it ends */
  ProcessFigures *figures;
} Closure;

static bool visit(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                  ProcessFault fault) {
  Closure *closure = context;
  (void)move;
  closure->figures->faulty |= fault != PROCESS_FINE;
  if (fault > PROCESS_ASSERTION) return true;
  if (process_state_exclusive(state) != PROCESS_NONE &&
      closure->ends.size < PROGRAM_SPACE_MOST_INNER) {
    size_t at = closure->inner.size;
    vec_resize(&closure->inner, at + size);
    memcpy(closure->inner.data + at, state, size);
    vec_push(&closure->ends, at + size);
  } else {
    closure->figures->closed &= program_space_has(closure->space, state, size);
  }
  return true;
}

/* Takes the steps of a state, and those inside atomic sequences behind it. */
static bool expand(Closure *closure, ProcessMachine *machine, const uint8_t *state, size_t size,
                   uint8_t *scratch) {
  vec_clear(&closure->inner);
  vec_clear(&closure->ends);
  bool moves = process_successors(machine, state, size, visit, closure);
  for (size_t i = 0, begin = 0; i < closure->ends.size; i++) {
    size_t end = closure->ends.data[i];
    memcpy(scratch, closure->inner.data + begin, end - begin);
    process_successors(machine, scratch, end - begin, visit, closure);
    begin = end;
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

bool process_second_closed(const Processes *program, ProgramSpace *space, const U32Vec *formulas,
                           Budget *budget, ProcessFigures *figures) {
  *figures = (ProcessFigures){.formulas_hold = true, .closed = true};
  Closure closure = {.space = space, .figures = figures};
  ProcessMachine *machine = process_machine_new(program);
  uint8_t *scratch = mem_alloc(PROCESS_STATE_LIMIT);
  ProcessFault fault;
  size_t size = process_initial(machine, scratch, &fault);
  figures->faulty = fault != PROCESS_FINE;
  figures->closed = program_space_has(space, scratch, size);
  size_t number = program_space_states(space);
  while (number && !budget_spent(budget)) {
    const uint8_t *state = program_space_open(space, (uint32_t)--number, &size);
    bool moves = expand(&closure, machine, state, size, scratch);
    bool seen = process_state_exclusive(state) == PROCESS_NONE;
    figures->counted += seen;
    if (moves && (!seen || !formulas->size)) continue;
    process_load(machine, state, size);
    if (seen) figures->formulas_hold &= all_hold(machine, program, formulas);
    figures->invalid_end |= !moves && process_state_running(state) && !process_is_end(machine);
  }
  mem_free(scratch);
  vec_free(&closure.inner);
  vec_free(&closure.ends);
  process_machine_free(machine);
  return !number;
}

bool process_second_search(const Processes *program, const U32Vec *formulas,
                           ProgramStubborn *stubborn, bool forgets, Budget *budget,
                           ProcessFigures *figures) {
  ProgramSpaceOptions options = {.salt = 1,
                                 .plain = true,
                                 .forgets = forgets,
                                 .stubborn = stubborn,
                                 .proviso = IGNORE_NOBODY_ON_CYCLES};
  ProcessFault fault;
  *figures = (ProcessFigures){.formulas_hold = true, .closed = true};
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
