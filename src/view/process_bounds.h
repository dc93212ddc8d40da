/* What the values of a Promela program are between, as far as they were seen: how many processes
 * there are and of which proctypes, which channels, and the least and the largest value of every
 * variable and every field of a message. A circuit is made with these (process_system.h), and shows
 * or refutes itself that no run leaves them, so that they may come from a search that saw only some
 * states. */
#ifndef RONDO_VIEW_PROCESS_BOUNDS_H
#define RONDO_VIEW_PROCESS_BOUNDS_H

#include "base/budget.h"
#include "model/process_step.h"

typedef struct {
  bool seen;
  int32_t low, high;
} ProcessRange;

typedef struct ProcessBounds {
  const Processes *program;
  VEC(ProcessRange) globals;     /* by element */
  VEC(ProcessRange **) slots;    /* by process number and proctype: its elements; NULL: not seen */
  VEC(ProcessRange **) channels; /* by channel and kind: the fields of its messages; likewise */
} ProcessBounds;

ProcessBounds *process_bounds_new(const Processes *program);
void process_bounds_free(ProcessBounds *bounds); /* NULL is fine */

/* Widens the bounds to hold the state that is loaded. Whether that changed them. */
bool process_bounds_add(ProcessBounds *bounds, const ProcessMachine *machine, const uint8_t *state);

/* Adds what a search from this state sees: breadth first, up to so many states, then some random
 * walks from the last of them. */
void process_bounds_explore(ProcessBounds *bounds, const uint8_t *state, size_t size, size_t states,
                            uint64_t seed, Budget *budget);

/* Elements of these variables before variable `i`; i == size: all of them. */
uint32_t process_elements_before(const ProcessVariableVec *variables, size_t i);

#endif
