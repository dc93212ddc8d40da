/* The witness of a k-induction proof: an ordinary inductive invariant over the model and a history
 * of its last steps (the idea of k-witness circuits, Yu, Fröhlich, Biere and others 2020 to 2023).
 *
 * Let n be the length of the proof. Beside the model X with its inputs, the witness keeps m earlier
 * steps H_1 (the last), ..., H_m, each with latches and inputs, and a bit v_i that says whether H_i
 * is valid yet. In every transition the history shifts by one. The property says, with H_0 = X:
 *
 *   (1) X is not bad; v_i -> H_i is not bad and the constraints hold in it; and an invariant that
 *       the proof used holds in all of them;
 *   (2) v_i -> the state of H_(i-1) follows from H_i;
 *   (3) v_(i+1) -> v_i, and the oldest valid step is initial unless the history is full.
 *
 * With m = n - 1 this is inductive. (2) and (3) are kept by the shift. For (1), let t follow s. If
 * at most n - 1 steps lie before X_t since the initial one, X_t is not bad by the base case. Else
 * the history of s is full, and its n - 1 steps and X_s are n steps without anything bad, so X_t is
 * not bad by the step case.
 *
 * Where the step case needed that no step leaves the state as it is, the history does not shift in
 * a transition that does so, and
 *
 *   (4) v_i -> the states of H_i and H_(i-1) differ
 *
 * joins the property. It is kept, and so is (2), since H_1 led to the state of X_t already. But X_t
 * may have other inputs than X_s, so (1) must be shown again for the same state, of which X_s is no
 * predecessor now: hence m = n, which gives the step case its n steps from H alone.
 *
 * Distinct states in general have no such witness: histories that forget loops of any length would
 * have to be as long as the longest run without repetition. See kind_backward.c for those. */
#include "engine/bmc/kind.h"

#include "base/memory.h"
#include "engine/progress/progress.h"

/* One step of the history: its variables, and a copy of the model's functions over them. */
typedef struct {
  LitVec latches, inputs;
  Lit valid;
  size_t place; /* of its latches in the circuit: latches, inputs, valid, in this order */
  Lit *map;     /* of nodes of the task's system */
} Past;

typedef VEC(Past) PastVec;

static Past past_new(System *circuit, const Task *task) {
  const System *system = task->system;
  Past past = {.map = aig_map_new(system->aig), .place = circuit->latches.size};
  for (size_t i = 0; i < system->latches.size; i++) {
    Lit latch = system_latch(circuit, RESET_0);
    vec_push(&past.latches, latch);
    past.map[lit_node(system->latches.data[i].current)] = latch;
  }
  for (size_t i = 0; i < system->inputs.size; i++) {
    Lit latch = system_latch(circuit, RESET_0);
    vec_push(&past.inputs, latch);
    past.map[lit_node(system->inputs.data[i])] = latch;
  }
  past.valid = system_latch(circuit, RESET_0);
  return past;
}

/* The model's present as the youngest step, so that the rules need no special case for it. */
static Past present(System *circuit, const Task *task) {
  const System *system = task->system;
  Past past = {.map = aig_map_new(system->aig), .valid = LIT_TRUE};
  for (size_t i = 0; i < system->latches.size; i++) {
    vec_push(&past.latches, circuit->latches.data[i].current);
    past.map[lit_node(system->latches.data[i].current)] = circuit->latches.data[i].current;
  }
  for (size_t i = 0; i < system->inputs.size; i++) {
    vec_push(&past.inputs, circuit->inputs.data[i]);
    past.map[lit_node(system->inputs.data[i])] = circuit->inputs.data[i];
  }
  return past;
}

static void past_free(Past *past) {
  vec_free(&past->latches);
  vec_free(&past->inputs);
  mem_free(past->map);
}

static Lit same(Aig *aig, const LitVec *a, const LitVec *b) {
  LitVec equal = {0};
  for (size_t i = 0; i < a->size; i++) vec_push(&equal, aig_equal(aig, a->data[i], b->data[i]));
  Lit all = aig_and_all(aig, equal.data, equal.size);
  vec_free(&equal);
  return all;
}

static LitVec successor(Aig *aig, const Task *task, const Past *past) {
  const System *system = task->system;
  LitVec next = {0};
  for (size_t i = 0; i < system->latches.size; i++)
    vec_push(&next, aig_copy(aig, system->aig, system->latches.data[i].next, past->map));
  return next;
}

static Lit initial(Aig *aig, const Task *task, const Past *past) {
  Lit all = LIT_TRUE;
  for (size_t i = 0; i < task->system->latches.size; i++) {
    Reset reset = task->system->latches.data[i].reset;
    if (reset != RESET_FREE)
      all = aig_and(aig, all, lit_not_if(past->latches.data[i], reset == RESET_0));
  }
  return all;
}

static Lit good(Aig *aig, const Task *task, const ClauseVec *known, const Past *past) {
  const System *system = task->system;
  Lit all = lit_not(aig_copy(aig, system->aig, task->bad, past->map));
  for (size_t i = 0; i < system->constraints.size; i++)
    all = aig_and(aig, all, aig_copy(aig, system->aig, system->constraints.data[i], past->map));
  return aig_and(aig, all, proof_literal(aig, past->map, known));
}

/* The next values of a step of the history: those of the younger one, or where nothing shifts its
 * own. */
static void set_next(System *circuit, const Past *past, const Past *younger, Lit shift) {
  LitVec values = {0};
  vec_append(&values, &younger->latches);
  vec_append(&values, &younger->inputs);
  vec_push(&values, younger->valid);
  for (size_t i = 0; i < values.size; i++) {
    Latch *latch = circuit->latches.data + past->place + i;
    latch->next = aig_mux(circuit->aig, shift, values.data[i], latch->current);
  }
  vec_free(&values);
}

/* (2) and (4) for a step and the next younger one. */
static Lit leads_to(Aig *aig, const Task *task, const Past *past, const Past *younger,
                    bool no_stutter) {
  LitVec next = successor(aig, task, past);
  Lit all = same(aig, &next, &younger->latches);
  if (no_stutter) all = aig_and(aig, all, lit_not(same(aig, &past->latches, &younger->latches)));
  vec_free(&next);
  return all;
}

Witness *history_witness(const Task *task, const ClauseVec *known, size_t length, bool no_stutter) {
  System *circuit = system_copy(task->system, NULL);
  Aig *aig = circuit->aig;
  PastVec history = {0};
  size_t kept = no_stutter ? length : length - 1;
  Past now = present(circuit, task);
  vec_push(&history, now);
  for (size_t i = 0; i < kept; i++) {
    Past past = past_new(circuit, task);
    vec_push(&history, past);
  }
  LitVec next = successor(aig, task, &history.data[0]);
  Lit shift = no_stutter ? lit_not(same(aig, &next, &history.data[0].latches)) : LIT_TRUE;
  vec_free(&next);

  LitVec rules = {0};
  for (size_t i = 0; i <= kept; i++) {
    Past *past = history.data + i;
    Lit rule = good(aig, task, known, past);
    if (i) {
      Past *younger = history.data + i - 1;
      rule = aig_and(aig, rule, leads_to(aig, task, past, younger, no_stutter));
      vec_push(&rules, aig_implies(aig, past->valid, younger->valid));
      set_next(circuit, past, younger, shift);
    }
    if (i < kept) {
      Lit oldest = aig_and(aig, past->valid, lit_not(history.data[i + 1].valid));
      rule = aig_and(aig, rule, aig_implies(aig, oldest, initial(aig, task, past)));
    }
    vec_push(&rules, aig_implies(aig, past->valid, rule));
  }
  Witness *witness = witness_new(circuit);
  witness->bad = lit_not(aig_and_all(aig, rules.data, rules.size));
  vec_free(&rules);
  for (size_t i = 0; i < history.size; i++) past_free(history.data + i);
  vec_free(&history);
  return witness;
}
