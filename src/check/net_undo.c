#include "check/net_undo.h"

#include <string.h>

#include "base/memory.h"
#include "check/net_marking.h"

enum { MOST_MARKINGS = 400 };

static Tokens *tokens_of(const Net *net, const NetArcVec *arcs) {
  Tokens *marking = mem_array(net->places.size + 1, sizeof *marking);
  for (size_t i = 0; i < arcs->size; i++) marking[arcs->data[i].place] = arcs->data[i].weight;
  return marking;
}

static bool same(const Net *net, const Tokens *a, const Tokens *b) {
  return !memcmp(a, b, (net->places.size + 1) * sizeof *a);
}

/* The search, breadth first. */
typedef struct {
  const Net *net;
  const NetSteps *steps;
  Names markings;
  U32Vec parent, fired; /* by marking */
  Text code;
} Undoing;

static uint32_t number_of(Undoing *u, const Tokens *marking, uint32_t parent, uint32_t fired) {
  size_t before = u->markings.size;
  net_marking_encode(u->net, marking, &u->code);
  uint32_t number = names_add_n(&u->markings, u->code.size ? u->code.data : "", u->code.size);
  if (u->markings.size > before) {
    vec_push(&u->parent, parent);
    vec_push(&u->fired, fired);
  }
  return number;
}

static void run_to(const Undoing *u, uint32_t number, U32Vec *run) {
  for (; number; number = u->parent.data[number]) vec_push(run, u->fired.data[number]);
  for (size_t i = 0, k = run->size; i + 1 < k; i++, k--) {
    uint32_t other = run->data[i];
    run->data[i] = run->data[k - 1];
    run->data[k - 1] = other;
  }
}

static bool undo(const Net *net, const NetSteps *steps, uint32_t transition, size_t most,
                 Budget *budget, U32Vec *run) {
  const NetTransition *undone = net->transitions.data + transition;
  Undoing u = {.net = net, .steps = steps};
  Tokens *marking = tokens_of(net, &undone->put), *goal = tokens_of(net, &undone->take);
  Tokens *next = mem_array(net->places.size + 1, sizeof *next);
  U32Vec enabled = {0};
  bool found = same(net, marking, goal);
  number_of(&u, marking, 0, 0);
  for (uint32_t i = 0; i < u.markings.size && !found && !budget_spent(budget); i++) {
    net_marking_decode(net, &u.markings, i, marking);
    net_steps_enabled(steps, marking, &enabled);
    for (size_t k = 0; k < enabled.size && !found && u.markings.size < most; k++) {
      memcpy(next, marking, (net->places.size + 1) * sizeof *next);
      if (!net_fire(net, enabled.data[k], next)) continue;
      uint32_t number = number_of(&u, next, i, enabled.data[k]);
      found = same(net, next, goal);
      if (found) run_to(&u, number, run);
    }
  }
  mem_free(marking);
  mem_free(goal);
  mem_free(next);
  vec_free(&enabled);
  vec_free(&u.parent);
  vec_free(&u.fired);
  names_free(&u.markings);
  text_free(&u.code);
  return found;
}

bool net_undo(const Net *net, uint32_t transition, size_t most, Budget *budget, U32Vec *run) {
  NetSteps steps = net_steps_new(net);
  bool found = undo(net, &steps, transition, most, budget, run);
  net_steps_free(&steps);
  return found;
}

bool net_undoes(const Net *net, uint32_t transition, const U32Vec *run) {
  const NetTransition *undone = net->transitions.data + transition;
  Tokens *marking = tokens_of(net, &undone->put), *goal = tokens_of(net, &undone->take);
  bool good = true;
  for (size_t i = 0; i < run->size && good; i++)
    good = net_enabled(net, run->data[i], marking) && net_fire(net, run->data[i], marking);
  good = good && same(net, marking, goal);
  mem_free(marking);
  mem_free(goal);
  return good;
}

bool net_is_reversible(const Net *net, Budget *budget) {
  NetSteps steps = net_steps_new(net);
  U32Vec run = {0};
  bool reversible = true;
  for (uint32_t t = 0; t < net->transitions.size && reversible; t++) {
    vec_clear(&run);
    reversible = undo(net, &steps, t, MOST_MARKINGS, budget, &run) && net_undoes(net, t, &run);
  }
  vec_free(&run);
  net_steps_free(&steps);
  return reversible;
}
