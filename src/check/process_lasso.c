/* The judge of runs of programs that go on for ever; see process_run.h.
 *
 * The run is replayed and must come back to the state in which its loop starts; of one without a
 * loop only a formula can be false, and must be however it goes on. What formulas and
 * claims see of it are the states in which nobody is inside an atomic sequence. On these a formula
 * is evaluated by its definition (formula/ltl/ltl_evaluate.h); a never claim is followed as it is
 * written. No automaton of the search is used. */
#include <string.h>

#include "base/bits.h"
#include "base/memory.h"
#include "check/process_replay.h"
#include "check/process_run.h"
#include "formula/ltl/ltl_evaluate.h"

typedef struct {
  const Processes *program;
  uint8_t **states; /* that are seen */
  size_t *sizes;
  size_t count, loop; /* after the last comes number `loop` */
  ProcessMachine *machine;
  ProcessFault fault; /* of the first atom that has no truth */
} Seen;

static void load(Seen *seen, size_t i) {
  process_load(seen->machine, seen->states[i], seen->sizes[i]);
}

static void seen_free(Seen *seen) {
  for (size_t i = 0; i < seen->count; i++) mem_free(seen->states[i]);
  mem_free(seen->states);
  mem_free(seen->sizes);
  process_machine_free(seen->machine);
}

/* ---- weak fairness ---- */

typedef struct {
  bool begins[PROCESS_LIMIT + 1], forgiven[PROCESS_LIMIT + 1];
} Fairness;

static bool mark_mover(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                       ProcessFault fault) {
  (void)state;
  (void)size;
  if (fault <= PROCESS_ASSERTION) ((Fairness *)context)->begins[move->pid] = true;
  return true;
}

/* Who can begin no step here has no claim to one. */
static void forgive(Fairness *fairness, ProcessReplay *replay) {
  memset(fairness->begins, 0, sizeof fairness->begins);
  if (process_state_exclusive(replay->state) != PROCESS_NONE) return;
  process_successors(replay->machine, replay->state, replay->size, mark_mover, fairness);
  for (size_t pid = 0; pid < PROCESS_LIMIT; pid++)
    fairness->forgiven[pid] |= !fairness->begins[pid];
}

static bool is_fair(const Fairness *fairness) {
  for (size_t pid = 0; pid < PROCESS_LIMIT; pid++)
    if (!fairness->forgiven[pid]) return false;
  return true;
}

/* ---- the run again ---- */

static void see(Seen *seen, const ProcessReplay *replay) {
  if (process_state_exclusive(replay->state) != PROCESS_NONE) return;
  seen->states[seen->count] = mem_alloc(replay->size);
  memcpy(seen->states[seen->count], replay->state, replay->size);
  seen->sizes[seen->count++] = replay->size;
}

static bool replay_lasso(ProcessReplay *replay, const U32Vec *run, int64_t loop, bool fair,
                         Seen *seen, Error *error) {
  uint8_t *start = mem_alloc(PROCESS_STATE_LIMIT);
  size_t size = 0, first = loop < 0 ? run->size : (size_t)loop;
  Fairness fairness = {{0}, {0}};
  bool good = replay->fault == PROCESS_FINE || error_set(error, "there is no initial state");
  for (size_t i = 0; good && i < run->size; i++) {
    if (i == first) {
      memcpy(start, replay->state, size = replay->size);
      seen->loop = seen->count;
    }
    see(seen, replay);
    if (fair && i >= first) forgive(&fairness, replay);
    good = (process_replay_step(replay, run->data[i]) && replay->fault <= PROCESS_ASSERTION) ||
           error_set(error, "there is no step %zu of the run", i + 1);
    if (i >= first && replay->move.pid != PROCESS_NONE) fairness.forgiven[replay->move.pid] = true;
  }
  if (loop < 0) {
    see(seen, replay);
    seen->loop = seen->count;
  } else if (good && (size != replay->size || memcmp(start, replay->state, size))) {
    good = error_set(error, "the run does not return to the start of its loop");
  }
  if (good && fair && !is_fair(&fairness)) good = error_set(error, "the run is not fair");
  mem_free(start);
  return good;
}

/* ---- formulas ---- */

static bool violates_formula(Seen *seen, uint32_t number) {
  Formulas *formulas = formulas_new();
  U32Vec expressions = {0};
  Formula formula = program_formula(seen->program, number, formulas, &expressions);
  Bits *atoms = mem_array(expressions.size + 1, sizeof *atoms);
  for (size_t a = 0; a < expressions.size; a++) {
    atoms[a] = bits_new(seen->count);
    for (size_t i = 0; i < seen->count && seen->fault == PROCESS_FINE; i++) {
      load(seen, i);
      bits_put(atoms + a, i, program_atom_holds(seen->machine, expressions.data[a], &seen->fault));
    }
  }
  /* where nothing is seen of the loop, whatever might be seen must make it false */
  int64_t loop = seen->loop < seen->count ? (int64_t)seen->loop : -1;
  LtlValues values = ltl_evaluate(formulas, formula, seen->count, loop, atoms);
  bool wrong = values.truth[(values.parts.size - 1) * values.length] == TRUTH_FALSE;
  ltl_values_free(&values);
  for (size_t a = 0; a < expressions.size; a++) bits_free(atoms + a);
  mem_free(atoms);
  vec_free(&expressions);
  formulas_free(formulas);
  return wrong;
}

/* ---- never claims ---- */

/* Where a claim can be, and whether it was, or a process was, at a label `accept...` since the
 * start of the loop; one place more for a claim that was followed to its end. */
typedef struct {
  const Proctype *claim;
  uint32_t end;
  Bits now, next; /* 2 * control + accepted */
} Follow;

static void reach(Follow *follow, uint32_t control, bool accepted) {
  bits_set(&follow->next, 2 * (size_t)control + accepted);
}

static void follow_from(Seen *seen, Follow *follow, uint32_t control, bool accepted) {
  if (control == follow->end) {
    reach(follow, control, true);
    return;
  }
  const ProcessControl *state = follow->claim->controls.data + control;
  accepted |= state->accept || process_is_accepting(seen->machine);
  bool moved = false;
  for (uint32_t i = 0; i < state->count && seen->fault == PROCESS_FINE; i++) {
    const ProcessCommand *c =
        seen->program->commands.data + follow->claim->choices.data[state->first + i];
    bool holds = true;
    if (c->action == PROCESS_GUARD || c->action == PROCESS_ASSERT)
      holds = process_evaluate(seen->machine, c->expression, &seen->fault) != 0;
    if (c->action == PROCESS_ELSE) holds = !moved;
    if (!holds && c->action == PROCESS_ASSERT) reach(follow, follow->end, true);
    if (!holds && c->action != PROCESS_ASSERT) continue;
    moved = true;
    reach(follow, c->action == PROCESS_END ? follow->end : c->target, accepted);
  }
}

/* One state of the run. */
static void follow_step(Seen *seen, Follow *follow, size_t i) {
  bits_fill(&follow->next, false);
  load(seen, i);
  for (size_t k = 0; k < 2 * ((size_t)follow->end + 1); k++)
    if (bits_get(&follow->now, k)) follow_from(seen, follow, (uint32_t)(k / 2), k % 2);
  Bits other = follow->now;
  follow->now = follow->next;
  follow->next = other;
}

/* Whether a claim that starts the loop at `control` can be there again after some rounds, having
 * accepted on the way. */
static bool comes_back(Seen *seen, Follow *follow, uint32_t control) {
  size_t places = 2 * ((size_t)follow->end + 1);
  Bits met = bits_new(places);
  bits_fill(&follow->now, false);
  bits_set(&follow->now, 2 * (size_t)control);
  bool found = false;
  for (bool more = true; more && !found;) {
    for (size_t i = seen->loop; i < seen->count; i++) follow_step(seen, follow, i);
    more = false;
    for (size_t k = 0; k < places; k++) {
      if (!bits_get(&follow->now, k)) continue;
      more |= !bits_get(&met, k);
      bits_set(&met, k);
      found |= k == 2 * (size_t)control + 1;
    }
    for (size_t k = 0; k < places; k++) bits_put(&follow->now, k, bits_get(&met, k));
  }
  bits_free(&met);
  return found;
}

static bool claim_accepts(Seen *seen, uint32_t proctype) {
  const Proctype *claim = seen->program->proctypes.data + proctype;
  uint32_t end = (uint32_t)claim->controls.size;
  size_t places = 2 * ((size_t)end + 1);
  Follow follow = {.claim = claim, .end = end, .now = bits_new(places), .next = bits_new(places)};
  bits_set(&follow.now, 2 * (size_t)claim->start);
  for (size_t i = 0; i < seen->loop; i++) follow_step(seen, &follow, i);
  /* where it can be at the start of the loop, in any round */
  Bits starts = bits_new(end + 1U);
  for (bool more = true; more;) {
    more = false;
    for (size_t k = 0; k < places; k++) {
      if (!bits_get(&follow.now, k) || bits_get(&starts, k / 2)) continue;
      bits_set(&starts, k / 2);
      more = true;
    }
    for (size_t i = seen->loop; i < seen->count; i++) follow_step(seen, &follow, i);
  }
  bool found = bits_get(&starts, end); /* it was followed to its end */
  for (uint32_t q = 0; q < end && !found && seen->loop < seen->count; q++)
    found = bits_get(&starts, q) && comes_back(seen, &follow, q);
  bits_free(&starts);
  bits_free(&follow.now);
  bits_free(&follow.next);
  return found;
}

/* ---- labels ---- */

static size_t count_in_loop(Seen *seen, bool (*label)(const ProcessMachine *machine)) {
  size_t count = 0;
  for (size_t i = seen->loop; i < seen->count; i++) {
    load(seen, i);
    count += label(seen->machine);
  }
  return count;
}

static bool violates(Seen *seen, ProgramRunQuestion question) {
  switch (question.kind) {
  case RUNS_OF_FORMULA: return violates_formula(seen, question.number);
  case RUNS_OF_NEVER: return claim_accepts(seen, question.number);
  case RUNS_WITH_ACCEPTANCE: return count_in_loop(seen, process_is_accepting) > 0;
  default: return seen->loop < seen->count && count_in_loop(seen, process_is_progressing) == 0;
  }
}

bool process_lasso_shows(const Processes *program, const U32Vec *run, int64_t loop,
                         ProcessDefect defect, Error *error) {
  if (loop < 0 ? defect.question.kind != RUNS_OF_FORMULA : (uint64_t)loop >= run->size)
    return error_set(error, "the run has no loop");
  Seen seen = {.program = program,
               .states = mem_array(run->size + 1, sizeof *seen.states),
               .sizes = mem_array(run->size + 1, sizeof *seen.sizes),
               .machine = process_machine_new(program)};
  ProcessReplay replay = process_replay_new(program);
  bool good = replay_lasso(&replay, run, loop, defect.weak_fairness, &seen, error);
  process_replay_free(&replay);
  if (good && (!violates(&seen, defect.question) || seen.fault != PROCESS_FINE))
    good = error_set(error, "the run does not violate what is asked");
  seen_free(&seen);
  return good;
}
