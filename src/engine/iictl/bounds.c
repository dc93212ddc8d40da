/* Bounds: Table 1 of the paper and the invariants (1), (2), (3), (6), (9). A node keeps apart what
 * its own updates gained and lost, and combines that with the bounds of its children; so a change
 * of a child reaches all nodes above it by one walk over the graph. What the paper writes as R, U
 * and L together is `lower` here, and R is left to the queries. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

Lit lower_of(const Iictl *e, CtlRef ref) {
  const Bounds *bounds = &e->nodes[ctl_node(ref)].bounds;
  return ctl_negated(ref) ? lit_not(bounds->upper) : bounds->lower;
}

Lit upper_of(const Iictl *e, CtlRef ref) {
  const Bounds *bounds = &e->nodes[ctl_node(ref)].bounds;
  return ctl_negated(ref) ? lit_not(bounds->lower) : bounds->upper;
}

void bounds_propagate(Iictl *e) {
  Bounds root = e->nodes[ctl_node(e->structure->root)].bounds;
  for (size_t v = 0; v < e->structure->nodes.size; v++) {
    const CtlNode *node = e->structure->nodes.data + v;
    Bounds *bounds = &e->nodes[v].bounds;
    Lit lower = LIT_FALSE, upper = LIT_TRUE;
    switch (node->kind) {
    case CTL_PREDICATE: lower = upper = node->predicate; break;
    case CTL_AND:
      lower = aig_and(e->aig, lower_of(e, node->left), lower_of(e, node->right));
      upper = aig_and(e->aig, upper_of(e, node->left), upper_of(e, node->right));
      break;
    case CTL_EX: break;
    case CTL_EU:
      lower = lower_of(e, node->right);
      upper = aig_or(e->aig, upper_of(e, node->left), upper_of(e, node->right));
      break;
    case CTL_EG: upper = upper_of(e, node->left); break;
    }
    bounds->upper = aig_and(e->aig, upper, lit_not(bounds->lost));
    bounds->lower = aig_and(e->aig, aig_or(e->aig, lower, bounds->gained), bounds->upper);
  }
  const Bounds *now = &e->nodes[ctl_node(e->structure->root)].bounds;
  e->unsettled |= now->lower != root.lower || now->upper != root.upper;
}

/* ---- updates ---- */

void update_equal(Iictl *e, const LitVec *equalities) {
  CtlUpdate *update = ctl_proof_add(e->proof, CTL_EQUAL, 0);
  for (size_t i = 0; i < equalities->size; i++)
    vec_push(&update->equalities, (int)equalities->data[i]);
  e->stats.equalities += equalities->size / 2;
}

uint32_t bounds_number(const Iictl *e, uint32_t node) {
  uint32_t index = e->roles.index[node];
  if (!e->reduced) return index;
  return (e->roles.role[node] == ROLE_LATCH ? e->reduced->latches : e->reduced->inputs).data[index];
}

static int name_of(const Iictl *e, Lit lit) {
  int name = e->names.data[lit_node(lit)];
  return lit_negated(lit) ? -name : name;
}

/* Gives the nodes of some cones their names: gates become gates of the proof, behind the latches
 * of the large structure. */
static void name_cones(Iictl *e, const Lit *roots, size_t count) {
  size_t before = e->names.size;
  vec_resize(&e->names, e->aig->size);
  for (size_t i = before; i < e->names.size; i++) e->names.data[i] = 0;
  Bits seen = bits_new(e->aig->size);
  U32Vec order = {0};
  aig_cone(e->aig, roots, count, &seen, &order);
  for (size_t i = 0; i < order.size; i++) {
    uint32_t node = order.data[i];
    if (e->names.data[node]) continue;
    if (aig_is_variable(e->aig, node)) {
      e->names.data[node] = (int)bounds_number(e, node) + 1;
      continue;
    }
    int left = name_of(e, e->aig->nodes[node].left);
    int right = name_of(e, e->aig->nodes[node].right);
    e->names.data[node] = ctl_proof_add_gate(e->proof, e->latches, left, right);
  }
  bits_free(&seen);
  vec_free(&order);
}

/* A clause or cube over latches and gates, or over inputs. */
static void note(Iictl *e, IntVec *lits, const Clause *clause) {
  name_cones(e, clause->lits, clause->size);
  for (size_t i = 0; i < clause->size; i++) vec_push(lits, name_of(e, clause->lits[i]));
  vec_push(lits, 0);
}

static void lose(Iictl *e, uint32_t node, Lit set) {
  Bounds *bounds = &e->nodes[node].bounds;
  bounds->lost = aig_or(e->aig, bounds->lost, set);
  e->stats.out++;
  bounds_propagate(e);
}

void update_out(Iictl *e, uint32_t node, size_t number, const ClauseVec *clauses) {
  CtlUpdate *update = ctl_proof_add(e->proof, CTL_OUT, node);
  update->number = (uint32_t)number;
  for (size_t i = 0; i < clauses->size; i++) note(e, &update->states, clauses->data[i]);
  lose(e, node, clauses_build(e->aig, clauses));
}

void update_out_cube(Iictl *e, uint32_t node, size_t number, const Cube *cube) {
  ClauseVec units = {0};
  for (size_t i = 0; i < cube->size; i++) vec_push(&units, clause_new(cube->lits + i, 1));
  update_out(e, node, number, &units);
  clauses_free(&units);
}

void update_reachable(Iictl *e, const ClauseVec *clauses) {
  CtlUpdate *update = ctl_proof_add(e->proof, CTL_REACHABLE, 0);
  for (size_t i = 0; i < clauses->size; i++) note(e, &update->states, clauses->data[i]);
  e->reachable = aig_and(e->aig, e->reachable, clauses_build(e->aig, clauses));
  e->stats.reachable++;
}

void update_in(Iictl *e, uint32_t node, const Cube *cube, const Cube *inputs) {
  CtlUpdate *update = ctl_proof_add(e->proof, CTL_IN, node);
  note(e, &update->states, cube);
  note(e, &update->inputs, inputs);
  e->nodes[node].bounds.gained =
      aig_or(e->aig, e->nodes[node].bounds.gained, cube_build(e->aig, cube));
  e->stats.in++;
  bounds_propagate(e);
}

void update_held(Iictl *e, uint32_t node, const Cube *inputs, size_t steps) {
  Cube *all = clause_new(NULL, 0);
  update_in(e, node, all, inputs);
  vec_last(&e->proof->updates).further_steps = (uint32_t)(steps - 1);
  clause_free(all);
  e->stats.held++;
}

void update_cycle(Iictl *e, uint32_t node, const ClauseVec *cubes, const ClauseVec *inputs) {
  CtlUpdate *update = ctl_proof_add(e->proof, CTL_CYCLE, node);
  for (size_t i = 0; i < cubes->size; i++) {
    note(e, &update->states, cubes->data[i]);
    note(e, &update->inputs, inputs->data[i]);
    e->nodes[node].bounds.gained =
        aig_or(e->aig, e->nodes[node].bounds.gained, cube_build(e->aig, cubes->data[i]));
  }
  e->stats.cycles++;
  bounds_propagate(e);
}

/* ---- ranks ---- */

void update_rank(Iictl *e, uint32_t node, const ClauseVec *clauses, const FairRanking *ranking) {
  CtlUpdate *update = ctl_proof_add(e->proof, CTL_RANK, node);
  for (size_t i = 0; i < clauses->size; i++) note(e, &update->states, clauses->data[i]);
  name_cones(e, ranking->rank.data, ranking->rank.size);
  for (size_t i = 0; i < ranking->rank.size; i++)
    vec_push(&update->rank, name_of(e, ranking->rank.data[i]));
  vec_push(&update->rank, 0);
  for (size_t i = 0; i < ranking->missed.size; i++) {
    const FairMissed *missed = ranking->missed.data + i;
    vec_push(&update->rank, (int)missed->condition + 1);
    for (size_t k = 0; k < missed->entries.size; k++) {
      int entry = (int)missed->entries.data[k] / 2 + 1;
      vec_push(&update->rank, missed->entries.data[k] & 1 ? -entry : entry);
    }
    vec_push(&update->rank, 0);
  }
  e->stats.ranks++;
  lose(e, node, clauses_build(e->aig, clauses));
}

/* ---- early termination ---- */

void bounds_settle(Iictl *e) {
  if (!e->unsettled) return;
  TaskSet initial = tasks_initial(e);
  CtlRef root = e->structure->root;
  if (tasks_any(e, &initial, lit_not(upper_of(e, root)), NULL)) e->verdict = VERDICT_VIOLATED;
  else if (!e->interrupted && !tasks_any(e, &initial, lit_not(lower_of(e, root)), NULL) &&
           !e->interrupted)
    e->verdict = VERDICT_HOLDS;
  if (!e->interrupted) e->unsettled = false;
  tasks_free(&initial);
}
