#include "oracle/two_machines.h"

typedef struct {
  VEC(uint8_t) bytes; /* of all steps: move, fault, size and state */
  ProcessMachine *fast;
  const uint8_t *from;
  size_t size;
  bool unnoted; /* a word was changed that is not among the changes */
} Steps;

static void append(Steps *steps, const void *data, size_t size) {
  size_t at = steps->bytes.size;
  vec_resize(&steps->bytes, at + size);
  memcpy(steps->bytes.data + at, data, size);
}

static bool changes_are_right(const Steps *steps, const uint8_t *state, size_t size) {
  const uint32_t *words;
  size_t count, next = 0;
  if (!process_changes(steps->fast, &words, &count)) return true;
  if (size != steps->size) return false;
  for (size_t i = 0; i < size; i++) {
    while (next < count && words[next] < i / 4) next++;
    if (state[i] != steps->from[i] && (next == count || words[next] != i / 4)) return false;
  }
  for (size_t i = 1; i < count; i++)
    if (words[i - 1] >= words[i]) return false;
  return true;
}

static bool note(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                 ProcessFault fault) {
  Steps *steps = context;
  append(steps, move, sizeof *move);
  append(steps, &fault, sizeof fault);
  append(steps, &size, sizeof size);
  append(steps, state, size);
  if (steps->fast) steps->unnoted |= !changes_are_right(steps, state, size);
  return true;
}

bool two_machines_agree(ProcessMachine *plain, ProcessMachine *fast, const uint8_t *state,
                        size_t size) {
  Steps one = {0}, other = {.fast = fast, .from = state, .size = size};
  size_t found = process_successors(plain, state, size, note, &one);
  bool same = found == process_successors(fast, state, size, note, &other) && !other.unnoted &&
              one.bytes.size == other.bytes.size &&
              (!one.bytes.size || !memcmp(one.bytes.data, other.bytes.data, one.bytes.size));
  vec_free(&one.bytes);
  vec_free(&other.bytes);
  return same;
}
