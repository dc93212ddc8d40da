/* See ctl_bounds.h. */
#include "evidence/ctl_bounds.h"

#include "base/memory.h"
#include "evidence/ctl_sets.h"

CtlBounds ctl_bounds_new(const Task *task) {
  CtlBounds c = {.structure = ctl_structure_new(task)};
  c.aig = c.structure->system->aig;
  c.bounds = mem_array(c.structure->nodes.size, sizeof *c.bounds); /* nothing gained or lost */
  ctl_bounds_propagate(&c);
  return c;
}

void ctl_bounds_free(CtlBounds *c) {
  mem_free(c->bounds);
  vec_free(&c->named);
  ctl_structure_free(c->structure);
}

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

void ctl_bounds_apply(CtlBounds *c, const CtlUpdate *update) {
  if (ctl_update_global(update)) return; /* it is about no node */
  CtlBound *bounds = c->bounds + update->node;
  if (update->kind == CTL_OUT || update->kind == CTL_RANK)
    bounds->lost = aig_or(c->aig, bounds->lost, ctl_take_clauses(c, &update->states));
  else
    for (size_t i = 0; i < update->states.size;)
      bounds->gained = aig_or(c->aig, bounds->gained, ctl_take_set(c, &update->states, &i, false));
  ctl_bounds_propagate(c);
}
