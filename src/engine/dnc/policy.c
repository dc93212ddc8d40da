/* The approximations, in the order in which sets are refined by them (section 6, Figure 5). */
#include "engine/dnc/internal.h"

static void push(LevelVec *levels, Bits latches) {
  vec_push(levels, ((Level){.latches = latches}));
}

static Bits first_modules(const ModuleVec *modules, size_t count) {
  Bits latches = bits_copy(modules->data);
  for (size_t i = 1; i < count; i++) bits_or(&latches, modules->data + i);
  return latches;
}

/* The popcorn line: one module, two modules, ... up to `count`. */
static void push_line(const ModuleVec *modules, size_t count, LevelVec *levels) {
  for (size_t i = 1; i <= count; i++) push(levels, first_modules(modules, i));
}

size_t dnc_modules_in(const ModuleVec *modules, unsigned share) {
  size_t count = 1, latches = modules->data[0].size;
  while (count < modules->size) {
    Bits line = first_modules(modules, count + 1);
    bool within = bits_count(&line) * 100 <= latches * share;
    bits_free(&line);
    if (!within) break;
    count++;
  }
  return count;
}

size_t dnc_levels(const ModuleVec *modules, Policy policy, unsigned share, LevelVec *levels) {
  size_t line = dnc_modules_in(modules, share);
  switch (policy) {
  case POLICY_TWO_LEVEL: push_line(modules, 1, levels); break;
  case POLICY_MULTI_LEVEL: push_line(modules, line, levels); break;
  case POLICY_BOLT:
    for (size_t i = 1; i < modules->size; i++) {
      push(levels, first_modules(modules, i));
      push(levels, bits_copy(modules->data + i));
    }
    break;
  case POLICY_CARTESIAN:
    push_line(modules, line, levels);
    for (size_t i = line; i < modules->size; i++) push(levels, bits_copy(modules->data + i));
    break;
  case POLICY_ONE_STEP:
    push_line(modules, line, levels);
    for (size_t i = line; i < modules->size; i++) {
      push(levels, first_modules(modules, line));
      bits_or(&vec_last(levels).latches, modules->data + i);
    }
    break;
  case POLICY_EXACT: break;
  }
  /* the system itself is the last, and no other one is it */
  Bits all = first_modules(modules, modules->size);
  if (levels->size && bits_equal(&vec_last(levels).latches, &all)) {
    bits_free(&vec_last(levels).latches);
    levels->size--;
  }
  push(levels, all);
  return line - 1 < levels->size ? line - 1 : levels->size - 1;
}
