/* States, steps, runs; see concrete.h. */
#include "engine/symbolic/concrete.h"

void concrete_free(StateVec *states) {
  for (size_t i = 0; i < states->size; i++) bits_free(states->data + i);
  vec_free(states);
}

void concrete_reverse(StateVec *states) {
  for (size_t i = 0, k = states->size; i + 1 < k; i++) {
    Bits other = states->data[i];
    states->data[i] = states->data[--k];
    states->data[k] = other;
  }
}

Bdd concrete_state(SymbolicModel *model, const Bits *state) {
  Ternary *values = mem_array(state->size, sizeof *values);
  for (size_t i = 0; i < state->size; i++) values[i] = bits_get(state, i) ? TERNARY_1 : TERNARY_0;
  Bdd cube = symbolic_cube(model, values);
  mem_free(values);
  return cube;
}

Bits concrete_pick(SymbolicModel *model, Bdd states) {
  Bits values = bits_new(bdd_variable_count(model->manager));
  bool found = bdd_pick(model->manager, states, &values);
  assert(found);
  (void)found;
  Bits state = bits_new(model->system->latches.size);
  for (size_t i = 0; i < state.size; i++) bits_put(&state, i, bits_get(&values, model->current[i]));
  bits_free(&values);
  return state;
}

static bool one_ring(void *context) {
  RingWalk *walk = context;
  SymbolicModel *model = walk->relation->model;
  Bdd state = concrete_state(model, &vec_last(walk->states));
  Bdd near = walk->forward ? transitions_image(walk->relation, state)
                           : transitions_preimage(walk->relation, state);
  near = bdd_and(model->manager, near, walk->rings->rings.data[walk->ring - 1]);
  if (near == BDD_NONE) return false;
  vec_push(walk->states, concrete_pick(model, near));
  walk->ring--;
  return true;
}

SymbolicEnd concrete_along_rings(RingWalk *walk, Budget *budget) {
  while (walk->ring) {
    SymbolicEnd end = symbolic_do(walk->relation->model, one_ring, walk, budget);
    if (end != SYMBOLIC_DONE) return end;
  }
  return SYMBOLIC_DONE;
}

bool concrete_inside(SymbolicModel *model, Bdd set, const Bits *state) {
  BddManager *m = model->manager;
  Bits values = bits_new(bdd_variable_count(m));
  for (size_t i = 0; i < state->size; i++) bits_put(&values, model->current[i], bits_get(state, i));
  bool inside = bdd_value(m, set, &values);
  bits_free(&values);
  return inside;
}

size_t concrete_ring(SymbolicModel *model, const Reachable *rings, const Bits *state) {
  size_t ring = 0;
  while (!concrete_inside(model, rings->rings.data[ring], state)) ring++;
  return ring;
}

/* The functions are looked at in the first state, which leaves functions of the inputs. */
static bool choose_inputs(void *context) {
  InputChoice *choice = context;
  SymbolicModel *model = choice->model;
  BddManager *m = model->manager;
  Bdd here = concrete_state(model, choice->from);
  if (here == BDD_NONE) return false;
  Bdd may = bdd_and(m, bdd_constrain(m, model->legal, here), bdd_constrain(m, choice->also, here));
  for (size_t i = 0; choice->to && i < choice->to->size; i++) {
    Bdd next = bdd_constrain(m, model->functions.data[i], here);
    may = bdd_and(m, may, bdd_not_if(next, !bits_get(choice->to, i)));
  }
  if (may == BDD_NONE) return false;
  Bits values = bits_new(bdd_variable_count(m));
  bool found = bdd_pick(m, may, &values);
  assert(found);
  (void)found;
  choice->inputs = bits_new(model->system->inputs.size);
  for (size_t i = 0; i < choice->inputs.size; i++)
    bits_put(&choice->inputs, i, bits_get(&values, model->input[i]));
  bits_free(&values);
  return true;
}

SymbolicEnd concrete_inputs(InputChoice *choice, Budget *budget) {
  return symbolic_do(choice->model, choose_inputs, choice, budget);
}

Trace *concrete_trace(SymbolicModel *model, const StateVec *states, int64_t loop, Bdd last,
                      const System *of, Budget *budget, SymbolicEnd *end) {
  Trace *trace = trace_new();
  *end = SYMBOLIC_DONE;
  bdd_watch(model->manager, &last);
  for (size_t k = 0; k < states->size && *end == SYMBOLIC_DONE; k++) {
    bool is_last = k + 1 == states->size;
    InputChoice choice = {.model = model, .from = states->data + k, .also = BDD_TRUE};
    if (!is_last) choice.to = states->data + k + 1;
    else if (loop != TRACE_NO_LOOP) choice.to = states->data + loop;
    else choice.also = last;
    *end = concrete_inputs(&choice, budget);
    if (*end != SYMBOLIC_DONE) break;
    Step *step = trace_add_step(trace, of);
    for (size_t i = 0; i < step->latches.size; i++)
      bits_put(&step->latches, i, bits_get(states->data + k, i));
    for (size_t i = 0; i < step->inputs.size; i++)
      bits_put(&step->inputs, i, bits_get(&choice.inputs, i));
    bits_free(&choice.inputs);
  }
  bdd_unwatch(model->manager, &last);
  trace->loop = loop;
  if (*end == SYMBOLIC_DONE) return trace;
  trace_free(trace);
  return NULL;
}
