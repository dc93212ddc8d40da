#include "view/process_bounds.h"

#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "base/random.h"

enum { WALKS = 16, WALK_LENGTH = 400 };

uint32_t process_elements_before(const ProcessVariableVec *variables, size_t i) {
  uint32_t elements = 0;
  for (size_t k = 0; k < i; k++) elements += variables->data[k].count;
  return elements;
}

ProcessBounds *process_bounds_new(const Processes *program) {
  ProcessBounds *bounds = mem_zalloc(sizeof *bounds);
  bounds->program = program;
  vec_resize(&bounds->globals, process_elements_before(&program->globals, program->globals.size));
  return bounds;
}

static void rows_free(ProcessRange **rows, size_t count) {
  for (size_t i = 0; i < count; i++) mem_free(rows[i]);
  mem_free(rows);
}

void process_bounds_free(ProcessBounds *bounds) {
  if (!bounds) return;
  for (size_t i = 0; i < bounds->slots.size; i++)
    rows_free(bounds->slots.data[i], bounds->program->proctypes.size);
  for (size_t i = 0; i < bounds->channels.size; i++)
    rows_free(bounds->channels.data[i], bounds->program->channels.size);
  vec_free(&bounds->slots);
  vec_free(&bounds->channels);
  vec_free(&bounds->globals);
  mem_free(bounds);
}

static bool widen(ProcessRange *range, int32_t value) {
  if (range->seen && value >= range->low && value <= range->high) return false;
  if (!range->seen || value < range->low) range->low = value;
  if (!range->seen || value > range->high) range->high = value;
  range->seen = true;
  return true;
}

/* The row of this kind, made if it is new. */
static ProcessRange *row_of(ProcessRange **rows, uint32_t kind, size_t elements, bool *changed) {
  if (!rows[kind]) {
    rows[kind] = mem_array(elements + 1, sizeof **rows);
    *changed = true;
  }
  return rows[kind];
}

static bool widen_all(ProcessRange *ranges, const ProcessMachine *machine, uint32_t pid,
                      const ProcessVariableVec *variables) {
  bool changed = false;
  for (size_t i = 0; i < variables->size; i++)
    for (uint32_t k = 0; k < variables->data[i].count; k++)
      changed |= widen(ranges++, process_read(machine, pid, variables->data + i, k));
  return changed;
}

bool process_bounds_add(ProcessBounds *bounds, const ProcessMachine *machine,
                        const uint8_t *state) {
  const Processes *program = bounds->program;
  bool changed = widen_all(bounds->globals.data, machine, PROCESS_NONE, &program->globals);
  for (uint32_t pid = 0; pid < process_state_running(state); pid++) {
    uint32_t type = process_type(machine, pid);
    const ProcessVariableVec *variables = &program->proctypes.data[type].variables;
    if (pid == bounds->slots.size)
      vec_push(&bounds->slots, mem_array(program->proctypes.size, sizeof(ProcessRange *)));
    ProcessRange *row = row_of(bounds->slots.data[pid], type,
                               process_elements_before(variables, variables->size), &changed);
    changed |= widen_all(row, machine, pid, variables);
  }
  for (uint32_t c = 0; c < process_channels(machine); c++) {
    uint32_t kind = process_channel_kind(machine, c);
    uint32_t fields = program->channels.data[kind].field_count;
    if (c == bounds->channels.size)
      vec_push(&bounds->channels, mem_array(program->channels.size, sizeof(ProcessRange *)));
    ProcessRange *row = row_of(bounds->channels.data[c], kind, fields, &changed);
    for (uint32_t m = 0; m < process_channel_length(machine, c); m++)
      for (uint32_t f = 0; f < fields; f++)
        changed |= widen(row + f, process_channel_field(machine, c, m, f));
  }
  return changed;
}

/* ---- looking around ---- */

typedef struct {
  Names states;
  size_t limit;
} Seen;

static bool visit(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                  ProcessFault fault) {
  Seen *seen = context;
  (void)move;
  if (fault <= PROCESS_ASSERTION && seen->states.size < seen->limit)
    names_add_n(&seen->states, (const char *)state, size);
  return true;
}

static void walk(ProcessBounds *bounds, ProcessMachine *machine, const uint8_t *state, size_t size,
                 Random *random, Budget *budget) {
  uint8_t *at = mem_alloc(PROCESS_STATE_LIMIT);
  memcpy(at, state, size);
  for (int i = 0; i < WALK_LENGTH && !budget_spent(budget); i++) {
    Seen next = {.limit = SIZE_MAX};
    process_successors(machine, at, size, visit, &next);
    if (next.states.size) {
      uint32_t chosen = random_below(random, (uint32_t)next.states.size);
      size = next.states.length[chosen];
      memcpy(at, next.states.text[chosen], size);
      process_load(machine, at, size);
      process_bounds_add(bounds, machine, at);
    } else {
      i = WALK_LENGTH;
    }
    names_free(&next.states);
  }
  mem_free(at);
}

void process_bounds_explore(ProcessBounds *bounds, const uint8_t *state, size_t size, size_t states,
                            uint64_t seed, Budget *budget) {
  Seen seen = {.limit = states};
  ProcessMachine *machine = process_machine_new(bounds->program);
  names_add_n(&seen.states, (const char *)state, size);
  for (uint32_t i = 0; i < seen.states.size && !budget_spent(budget); i++) {
    const uint8_t *at = (const uint8_t *)seen.states.text[i];
    process_load(machine, at, seen.states.length[i]);
    process_bounds_add(bounds, machine, at);
    process_successors(machine, at, seen.states.length[i], visit, &seen);
  }
  Random random = {seed};
  for (uint32_t i = 0; i < WALKS && seen.states.size == states; i++) {
    uint32_t from = (uint32_t)seen.states.size - 1 - random_below(&random, (uint32_t)states);
    walk(bounds, machine, (const uint8_t *)seen.states.text[from], seen.states.length[from],
         &random, budget);
  }
  names_free(&seen.states);
  process_machine_free(machine);
}
