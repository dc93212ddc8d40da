/* See stubborn.h. */
#include "engine/explicit/stubborn.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { STARTS = 8 }; /* closures that are tried for deadlocks */

typedef enum { FOR_DEADLOCK, FOR_GOAL, FOR_STUTTERING } Purpose;

struct Stubborn {
  const Graph *graph;
  Purpose purpose;
  const Formulas *formulas; /* of a goal */
  Formula goal;
  uint8_t *visible; /* by action */
  uint8_t *there;   /* by action: in the closure */
  uint8_t *enabled; /* by action */
  U32Vec closure;   /* the actions in it, those that are not worked off at the end */
  U32Vec scratch, starts;
  U32Vec best, chosen;
};

static Stubborn *stubborn_new(const Graph *graph, Purpose purpose) {
  Stubborn *s = mem_zalloc(sizeof *s);
  s->graph = graph;
  s->purpose = purpose;
  s->there = mem_array(graph->actions + 1, 1);
  s->enabled = mem_array(graph->actions + 1, 1);
  s->visible = mem_array(graph->actions + 1, 1);
  return s;
}

Stubborn *stubborn_for_deadlock(const Graph *graph) { return stubborn_new(graph, FOR_DEADLOCK); }

Stubborn *stubborn_for_goal(const Graph *graph, const Formulas *formulas, Formula goal) {
  Stubborn *s = stubborn_new(graph, FOR_GOAL);
  s->formulas = formulas;
  s->goal = goal;
  return s;
}

Stubborn *stubborn_for_stuttering(const Graph *graph, const U32Vec *atoms) {
  Stubborn *s = stubborn_new(graph, FOR_STUTTERING);
  for (size_t i = 0; i < atoms->size; i++) {
    graph->changers(graph, atoms->data[i], false, NULL, &s->scratch);
    graph->changers(graph, atoms->data[i], true, NULL, &s->scratch);
  }
  for (size_t i = 0; i < s->scratch.size; i++) s->visible[s->scratch.data[i]] = 1;
  return s;
}

bool stubborn_must_not_ignore(const Stubborn *s) { return s->purpose == FOR_STUTTERING; }

void stubborn_free(Stubborn *s) {
  if (!s) return;
  mem_free(s->there);
  mem_free(s->enabled);
  mem_free(s->visible);
  vec_free(&s->closure);
  vec_free(&s->scratch);
  vec_free(&s->starts);
  vec_free(&s->best);
  vec_free(&s->chosen);
  mem_free(s);
}

/* ---- the closure ---- */

static void begin(Stubborn *s) {
  for (size_t i = 0; i < s->closure.size; i++) s->there[s->closure.data[i]] = 0;
  vec_clear(&s->closure);
}

static void include(Stubborn *s, uint32_t action) {
  if (s->there[action]) return;
  s->there[action] = 1;
  vec_push(&s->closure, action);
}

/* Closes what was included. Returns how many enabled actions are in it; or `limit`, having given
 * up, if it would be as many, or one is visible. */
static size_t close_set(Stubborn *s, const uint32_t *state, size_t limit) {
  const Graph *graph = s->graph;
  size_t enabled = 0;
  for (size_t next = 0; next < s->closure.size; next++) {
    uint32_t action = s->closure.data[next];
    if (!s->enabled[action]) {
      vec_clear(&s->scratch);
      graph->enablers(graph, action, state, s->there, &s->scratch);
      for (size_t i = 0; i < s->scratch.size; i++) include(s, s->scratch.data[i]);
      continue;
    }
    if (++enabled >= limit || s->visible[action]) return limit;
    vec_clear(&s->scratch);
    graph->conflicts(graph, action, &s->scratch);
    for (size_t i = 0; i < s->scratch.size; i++) include(s, s->scratch.data[i]);
  }
  return enabled;
}

/* ---- goals ---- */

static bool truth(const Stubborn *s, Formula f, const uint32_t *state) {
  const FormulaNode *node = formula_node(s->formulas, f);
  switch (node->op) {
  case OP_FALSE: return false;
  case OP_TRUE: return true;
  case OP_ATOM: return s->graph->holds(s->graph, node->left, state);
  case OP_NOT: return !truth(s, node->left, state);
  case OP_AND: return truth(s, node->left, state) && truth(s, node->right, state);
  case OP_OR: return truth(s, node->left, state) || truth(s, node->right, state);
  case OP_IMPLIES: return !truth(s, node->left, state) || truth(s, node->right, state);
  case OP_EQUIVALENT: return truth(s, node->left, state) == truth(s, node->right, state);
  default: return truth(s, node->left, state) != truth(s, node->right, state); /* OP_XOR */
  }
}

/* Includes actions one of which has to be taken before f gets the value that it does not have. */
static void include_changers(Stubborn *s, Formula f, bool wanted, const uint32_t *state) {
  const FormulaNode *node = formula_node(s->formulas, f);
  bool left, right;
  switch (node->op) {
  case OP_FALSE:
  case OP_TRUE: return; /* it never has the other value */
  case OP_ATOM:
    vec_clear(&s->scratch);
    s->graph->changers(s->graph, node->left, !wanted, state, &s->scratch);
    for (size_t i = 0; i < s->scratch.size; i++) include(s, s->scratch.data[i]);
    return;
  case OP_NOT: include_changers(s, node->left, !wanted, state); return;
  case OP_AND:
  case OP_OR:
  case OP_IMPLIES:
    left = truth(s, node->left, state);
    right = truth(s, node->right, state);
    bool left_wanted = node->op == OP_IMPLIES ? !wanted : wanted;
    /* One operand that is wrong is enough where all have to be right; else all are wrong. */
    if (wanted == (node->op == OP_AND)) {
      if (left != left_wanted) include_changers(s, node->left, left_wanted, state);
      else if (right != wanted) include_changers(s, node->right, wanted, state);
      return;
    }
    include_changers(s, node->left, left_wanted, state);
    include_changers(s, node->right, wanted, state);
    return;
  default: /* equivalent, xor: one of the two has to change */
    left = truth(s, node->left, state);
    right = truth(s, node->right, state);
    include_changers(s, node->left, !left, state);
    include_changers(s, node->right, !right, state);
  }
}

/* ---- the choice ---- */

static void keep_enabled(const Stubborn *s, U32Vec *list) {
  vec_clear(list);
  for (size_t i = 0; i < s->closure.size; i++)
    if (s->enabled[s->closure.data[i]]) vec_push(list, s->closure.data[i]);
}

static int ascending(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

Numbers stubborn_choose(Stubborn *s, const uint32_t *state, const uint32_t *enabled, size_t count) {
  Numbers all = {enabled, count};
  if (count < 1 || (count < 2 && s->purpose != FOR_GOAL)) return all;
  for (size_t i = 0; i < count; i++) s->enabled[enabled[i]] = 1;
  size_t least = count;
  if (s->purpose == FOR_GOAL) {
    begin(s);
    if (!truth(s, s->goal, state)) {
      include_changers(s, s->goal, true, state);
      size_t found = close_set(s, state, count);
      if (found < least) keep_enabled(s, &s->best);
      least = found;
    }
  } else {
    /* A few enabled actions, spread over all of them. */
    size_t tries = count < STARTS ? count : STARTS;
    for (size_t i = 0; i < tries && least > 1; i++) {
      begin(s);
      include(s, enabled[i * count / tries]);
      size_t found = close_set(s, state, least);
      if (found >= least) continue;
      keep_enabled(s, &s->best);
      least = found;
    }
  }
  for (size_t i = 0; i < count; i++) s->enabled[enabled[i]] = 0;
  if (least >= count) return all;
  vec_clear(&s->chosen);
  vec_append(&s->chosen, &s->best);
  if (s->chosen.size) /* empty: the goal cannot be reached any more */
    qsort(s->chosen.data, s->chosen.size, sizeof *s->chosen.data, ascending);
  return (Numbers){s->chosen.data, s->chosen.size};
}
