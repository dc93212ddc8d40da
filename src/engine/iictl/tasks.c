/* Task sets; see internal.h. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

void states_free(StateVec *states) {
  for (size_t i = 0; i < states->size; i++) bits_free(&states->data[i]);
  vec_free(states);
}

TaskSet tasks_initial(const Iictl *e) {
  return (TaskSet){.predicate = aig_and(e->aig, e->structure->initial, e->structure->valid)};
}

void tasks_free(TaskSet *tasks) { states_free(&tasks->states); }

void tasks_add(TaskSet *tasks, const Bits *state) { vec_push(&tasks->states, bits_copy(state)); }

TaskSet tasks_where(Iictl *e, const TaskSet *tasks, Lit lit) {
  TaskSet result = {.predicate = LIT_NONE};
  if (tasks->predicate != LIT_NONE) {
    result.predicate = aig_and(e->aig, tasks->predicate, lit);
    return result;
  }
  for (size_t i = 0; i < tasks->states.size; i++)
    if (state_satisfies(e, &tasks->states.data[i], lit)) tasks_add(&result, &tasks->states.data[i]);
  return result;
}

static void copy_state(const Bits *from, Bits *to) {
  for (size_t i = 0; i < from->size; i++) bits_put(to, i, bits_get(from, i));
}

bool tasks_any(Iictl *e, const TaskSet *tasks, Lit lit, Bits *state) {
  if (tasks->predicate != LIT_NONE) {
    Lit both = aig_and(e->aig, tasks->predicate, lit);
    if (both == LIT_FALSE) return false;
    step_assume(e, both);
    if (step_solve(e) != SAT_SATISFIABLE) return false;
    if (state) step_state(e, state);
    return true;
  }
  for (size_t i = 0; i < tasks->states.size; i++)
    if (state_satisfies(e, &tasks->states.data[i], lit)) {
      if (state) copy_state(&tasks->states.data[i], state);
      return true;
    }
  return false;
}
