/* Lifting: from one predecessor, which a query gave, to a cube of them. Under the recorded inputs
 * every state of the cube meets the constraints and reaches the target of the query: the core of
 *
 *   state and inputs and T and not (constraints and C and cube')
 *
 * tells which literals of the state are needed for that (Chockler, Ivrii, Matsliah and others
 * 2011). A second query with what is left, in the other order, often drops more; for a CTG, which
 * is used once, one is enough. */
#include "engine/reach/internal.h"

static void reverse(LitVec *lits) {
  for (size_t i = 0, j = lits->size; i + 1 < j; i++) {
    Lit lit = lits->data[i];
    lits->data[i] = lits->data[--j];
    lits->data[j] = lit;
  }
}

bool lift_predecessor(Reach *reach, const Cube *cube, size_t alternative, int rounds,
                      Cube **predecessor, Cube **inputs) {
  LitVec state = {0}, values = {0}, core = {0};
  query_state(reach, &state, &values);
  size_t size = state.size;
  bool signals = reach->model->signals.size;
  if (signals) reverse(&state); /* high gates first: one may stand for all that is below it */
  bool done = true;
  for (int round = 0; round < rounds && reach->options.lift && done; round++) {
    done = query_lift(reach, &state, &values, cube, alternative, &core);
    bool shrank = core.size < state.size;
    vec_clear(&state);
    vec_append(&state, &core);
    if (!shrank) break;
    if (!signals) reverse(&state);
  }
  if (done) {
    reach->stats.lift_before += size;
    reach->stats.lift_after += state.size;
    *predecessor = clause_new(state.data, state.size);
    *inputs = clause_new(values.data, values.size);
  }
  vec_free(&state);
  vec_free(&values);
  vec_free(&core);
  return done;
}
