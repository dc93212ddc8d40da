/* See ctl_bounds.h. */
#include "evidence/ctl_bounds.h"

#include <stdlib.h>

#include "base/memory.h"

CtlBounds ctl_bounds_new(const Task *task) {
  CtlBounds c = {.structure = ctl_structure_new(task), .reachable = LIT_TRUE};
  c.aig = c.structure->system->aig;
  c.bounds = mem_array(c.structure->nodes.size, sizeof *c.bounds); /* nothing gained or lost */
  ctl_bounds_propagate(&c);
  return c;
}

void ctl_bounds_free(CtlBounds *c) {
  mem_free(c->bounds);
  ctl_structure_free(c->structure);
}

/* ---- bounds ---- */

Lit ctl_lower(const CtlBounds *c, CtlRef ref) {
  const CtlBound *bounds = c->bounds + ctl_node(ref);
  return ctl_negated(ref) ? lit_not(bounds->upper) : bounds->lower;
}

Lit ctl_upper(const CtlBounds *c, CtlRef ref) {
  const CtlBound *bounds = c->bounds + ctl_node(ref);
  return ctl_negated(ref) ? lit_not(bounds->lower) : bounds->upper;
}

/* The bounds of all nodes from those of their children and the updates, children first. An EU node
 * contains its right child and is contained in the union of both; EG is contained in its child. */
void ctl_bounds_propagate(CtlBounds *c) {
  for (size_t v = 0; v < c->structure->nodes.size; v++) {
    const CtlNode *node = c->structure->nodes.data + v;
    CtlBound *bounds = c->bounds + v;
    Lit lower = LIT_FALSE, upper = LIT_TRUE;
    switch (node->kind) {
    case CTL_PREDICATE: lower = upper = node->predicate; break;
    case CTL_AND:
      lower = aig_and(c->aig, ctl_lower(c, node->left), ctl_lower(c, node->right));
      upper = aig_and(c->aig, ctl_upper(c, node->left), ctl_upper(c, node->right));
      break;
    case CTL_EX: break;
    case CTL_EU:
      lower = ctl_lower(c, node->right);
      upper = aig_or(c->aig, ctl_upper(c, node->left), ctl_upper(c, node->right));
      break;
    case CTL_EG: upper = ctl_upper(c, node->left); break;
    }
    bounds->upper = aig_and(c->aig, upper, lit_not(bounds->lost));
    bounds->lower = aig_and(c->aig, aig_or(c->aig, lower, bounds->gained), bounds->upper);
  }
}

/* ---- sets of states in a proof ---- */

static Lit state_literal(const CtlBounds *c, int lit) {
  return lit_not_if(c->structure->system->latches.data[abs(lit) - 1].current, lit < 0);
}

/* The cube or, with `clause`, the clause that starts at *i; moves *i behind its end. */
Lit ctl_take_set(CtlBounds *c, const IntVec *lits, size_t *i, bool clause) {
  LitVec set = {0};
  for (; lits->data[*i]; (*i)++) vec_push(&set, state_literal(c, lits->data[*i]));
  (*i)++;
  Lit result = clause ? aig_or_all(c->aig, set.data, set.size)
                      : aig_and_all(c->aig, set.data, set.size);
  vec_free(&set);
  return result;
}

Lit ctl_take_clauses(CtlBounds *c, const IntVec *lits) {
  Lit result = LIT_TRUE;
  for (size_t i = 0; i < lits->size;)
    result = aig_and(c->aig, result, ctl_take_set(c, lits, &i, true));
  return result;
}

/* Numbers in range, groups ended, and how many there are; false if the list is not well formed. */
static bool count_groups(const IntVec *lits, size_t most, size_t *count) {
  *count = 0;
  for (size_t i = 0; i < lits->size; i++) {
    if (lits->data[i] == 0) ++*count;
    else if (lits->data[i] == INT32_MIN || (size_t)abs(lits->data[i]) > most) return false;
  }
  return !lits->size || !vec_last(lits);
}

bool ctl_update_fits(const CtlBounds *c, const CtlUpdate *update) {
  size_t states, inputs;
  if (!count_groups(&update->states, c->structure->system->latches.size, &states) ||
      !count_groups(&update->inputs, c->structure->system->inputs.size, &inputs))
    return false;
  if (update->kind == CTL_REACHABLE) return !inputs;
  if (update->node >= c->structure->nodes.size) return false;
  CtlKind kind = c->structure->nodes.data[update->node].kind;
  if (kind == CTL_PREDICATE || kind == CTL_AND) return false;
  switch (update->kind) {
  case CTL_OUT:
    return !inputs && (kind != CTL_EG || !c->structure->system->fairness.size ||
                       update->condition < c->structure->system->fairness.size);
  case CTL_IN: return states == 1 && inputs == 1;
  case CTL_CYCLE: return kind == CTL_EG && states && states == inputs;
  default: return false;
  }
}

void ctl_bounds_apply(CtlBounds *c, const CtlUpdate *update) {
  if (update->kind == CTL_REACHABLE) {
    c->reachable = aig_and(c->aig, c->reachable, ctl_take_clauses(c, &update->states));
    return;
  }
  CtlBound *bounds = c->bounds + update->node;
  if (update->kind == CTL_OUT)
    bounds->lost = aig_or(c->aig, bounds->lost, ctl_take_clauses(c, &update->states));
  else
    for (size_t i = 0; i < update->states.size;)
      bounds->gained =
          aig_or(c->aig, bounds->gained, ctl_take_set(c, &update->states, &i, false));
  ctl_bounds_propagate(c);
}
