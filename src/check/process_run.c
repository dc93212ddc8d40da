/* The judge of runs of programs; see process_run.h. */
#include "check/process_run.h"

#include "check/process_replay.h"
#include "model/process_formula.h"

static bool visit_none(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                       ProcessFault fault) {
  (void)move;
  (void)state;
  (void)size;
  (void)fault;
  *(bool *)context = true;
  return false;
}

static bool ends_badly(ProcessReplay *replay) {
  bool moves = false;
  process_successors(replay->machine, replay->state, replay->size, visit_none, &moves);
  if (moves || !process_state_running(replay->state)) return false;
  process_replay_load(replay);
  return !process_is_end(replay->machine);
}

/* False, or without a truth: SPIN's verifier stops there with an error, too. */
static bool is_false(ProcessReplay *replay, uint32_t formula) {
  ProcessFault fault = PROCESS_FINE;
  process_replay_load(replay);
  bool holds = process_formula_holds(replay->machine, replay->program, formula, &fault);
  return (!holds || fault != PROCESS_FINE) &&
         process_state_exclusive(replay->state) == PROCESS_NONE;
}

static bool judge(ProcessReplay *replay, const U32Vec *run, ProcessDefect defect, Error *error) {
  if (replay->fault != PROCESS_FINE) return error_set(error, "there is no initial state");
  for (size_t i = 0; i < run->size; i++) {
    if (replay->fault > PROCESS_ASSERTION)
      return error_set(error, "the run goes on after a fault in step %zu", i);
    if (!process_replay_step(replay, run->data[i]))
      return error_set(error, "there is no step %zu of the run", i + 1);
  }
  if (defect.kind == SHOWS_FAULT)
    return (run->size && replay->fault != PROCESS_FINE) ||
           error_set(error, "the last step of the run is not faulty");
  if (defect.kind == SHOWS_FALSE)
    return (replay->fault <= PROCESS_ASSERTION && is_false(replay, defect.formula)) ||
           error_set(error, "the formula is not false in the last state of the run");
  return (replay->fault <= PROCESS_ASSERTION && ends_badly(replay)) ||
         error_set(error, "the run does not end in an invalid end state");
}

bool process_run_shows(const Processes *program, const U32Vec *run, int64_t loop,
                       ProcessDefect defect, Error *error) {
  if (defect.kind == SHOWS_RUN) return process_lasso_shows(program, run, loop, defect, error);
  ProcessReplay replay = process_replay_new(program);
  bool good = judge(&replay, run, defect, error);
  process_replay_free(&replay);
  return good;
}
