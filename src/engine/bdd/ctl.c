/* The sets of a CTL formula's nodes, from the children up (Clarke, Emerson and Sistla 1986;
 * McMillan 1992): EX is a preimage, EU a least fixpoint by rings, EG a fair hull. The structure
 * says what the operators mean where there are constraints and fairness (task/ctl_structure.h).
 * Within an invariant nothing else is looked at. Then the verdict is known, and with it which
 * bounds of which nodes a proof needs: a lower one of the root if the formula holds, else an upper
 * one, and of the children the same, the other one behind a negation. */
#include "engine/bdd/ctl.h"

Bdd ctl_set(BddEngine *self, CtlRef ref) {
  Bdd set = self->ctl->sets.data[ctl_node(ref)];
  return ctl_negated(ref) ? bdd_minus(self->model->manager, self->invariant, set) : set;
}

/* ---- sets ---- */

typedef struct {
  BddEngine *self;
  const CtlNode *node;
  NodeSets *sets;
} NodeStep;

static bool begin_until(void *context) {
  NodeStep *step = context;
  BddEngine *self = step->self;
  Bdd right = ctl_set(self, step->node->right), left = ctl_set(self, step->node->left);
  Bdd within = bdd_or(self->model->manager, left, right);
  if (within == BDD_NONE) return false;
  step->sets->until = reachable_new(self->within, right, within);
  return true;
}

static bool begin_hull(void *context) {
  NodeStep *step = context;
  BddEngine *self = step->self;
  Bdd inside = ctl_set(self, step->node->left);
  if (inside == BDD_NONE) return false;
  /* EG is a hull: where components are asked for, it is computed by Emerson and Lei's schedule */
  static const HullSchedule schedules[] = {
      [SCC_EL] = HULL_EL,       [SCC_EL2] = HULL_EL2,   [SCC_GSH] = HULL_GSH,
      [SCC_LOCKSTEP] = HULL_EL, [SCC_LINEAR] = HULL_EL, [SCC_CHAIN] = HULL_EL};
  HullSchedule schedule = schedules[self->options.symbolic.fair_cycle];
  step->sets->hull =
      strong_hull_new(self->within, inside, &self->ctl->fairness, &self->ctl->compassion, schedule);
  return true;
}

static bool plain_set(void *context) {
  NodeStep *step = context;
  BddEngine *self = step->self;
  BddManager *m = self->model->manager;
  const CtlNode *node = step->node;
  size_t index = (size_t)(node - self->ctl->structure->nodes.data);
  Bdd set = BDD_NONE;
  switch (node->kind) {
  case CTL_PREDICATE: set = bdd_and(m, self->root_functions.data[index], self->invariant); break;
  case CTL_AND: set = bdd_and(m, ctl_set(self, node->left), ctl_set(self, node->right)); break;
  case CTL_EX: set = transitions_preimage(self->within, ctl_set(self, node->left)); break;
  case CTL_EU: set = step->sets->until->states; break;
  case CTL_EG: set = step->sets->hull->states; break;
  }
  if (set == BDD_NONE) return false;
  vec_push(&self->ctl->sets, set);
  return true;
}

static SymbolicEnd node_set(BddEngine *self, Budget *budget) {
  BddCtl *ctl = self->ctl;
  SymbolicModel *model = self->model;
  NodeStep step = {self, ctl->structure->nodes.data + ctl->sets.size, ctl->nodes + ctl->sets.size};
  SymbolicEnd end = SYMBOLIC_DONE;
  if (step.node->kind == CTL_EU) {
    if (!step.sets->until) end = symbolic_do(model, begin_until, &step, budget);
    if (end == SYMBOLIC_DONE) end = reachable_close(step.sets->until, false, budget);
  } else if (step.node->kind == CTL_EG) {
    if (!step.sets->hull) end = symbolic_do(model, begin_hull, &step, budget);
    if (end == SYMBOLIC_DONE) end = strong_hull_run(step.sets->hull, budget);
  }
  return end == SYMBOLIC_DONE ? symbolic_do(model, plain_set, &step, budget) : end;
}

/* ---- the verdict ---- */

/* The initial states with inputs that meet the constraints, and without the formula. */
static bool find_counterexamples(void *context) {
  BddEngine *self = context;
  BddManager *m = self->model->manager;
  Bdd valid = bdd_exists(m, self->model->legal, self->model->input_cube);
  Bdd initial = bdd_and(m, self->model->initial, valid);
  self->meeting = bdd_minus(m, initial, ctl_set(self, self->ctl->structure->root));
  return self->meeting != BDD_NONE;
}

static void need(BddCtl *ctl, CtlRef ref, bool lower) {
  const CtlNode *node = ctl->structure->nodes.data + ctl_node(ref);
  NodeSets *sets = ctl->nodes + ctl_node(ref);
  if (ctl_negated(ref)) lower = !lower;
  bool *needed = lower ? &sets->lower : &sets->upper;
  if (*needed || node->kind == CTL_PREDICATE) return;
  *needed = true;
  need(ctl, node->left, lower);
  if (node->kind == CTL_AND || node->kind == CTL_EU) need(ctl, node->right, lower);
}

/* They are the roots behind those of the nodes. */
static bool take_fairness(void *context) {
  BddEngine *self = context;
  BddCtl *ctl = self->ctl;
  size_t first = ctl->structure->nodes.size, weak = self->system->fairness.size;
  vec_clear(&ctl->fairness);
  vec_clear(&ctl->compassion);
  for (size_t i = first; i < self->roots.size; i++) {
    Bdd set = bdd_and(self->model->manager, self->root_functions.data[i], self->invariant);
    if (set == BDD_NONE) return false;
    vec_push(i < first + weak ? &ctl->fairness : &ctl->compassion, set);
  }
  return true;
}

SymbolicEnd bdd_ctl(BddEngine *self, Budget *budget) {
  BddCtl *ctl = self->ctl;
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!ctl->sets.size) end = symbolic_do(self->model, take_fairness, self, budget);
  while (end == SYMBOLIC_DONE && ctl->sets.size < ctl->structure->nodes.size) {
    if (budget_spent(budget)) return SYMBOLIC_SPENT;
    end = node_set(self, budget);
  }
  if (end == SYMBOLIC_DONE) end = symbolic_do(self->model, find_counterexamples, self, budget);
  if (end != SYMBOLIC_DONE) return end;
  self->claim = self->meeting == BDD_FALSE ? VERDICT_HOLDS : VERDICT_VIOLATED;
  need(ctl, ctl->structure->root, self->claim == VERDICT_HOLDS);
  return bdd_go_to(self, bdd_prove);
}

/* ---- opening and closing ---- */

/* A root for each node, whatever it is, so that numbers agree; then the fairness. */
void bdd_ctl_open(BddEngine *self) {
  BddCtl *ctl = self->ctl = mem_zalloc(sizeof *ctl);
  ctl->structure = ctl_structure_new(self->task);
  self->system = ctl->structure->system;
  ctl->nodes = mem_array(ctl->structure->nodes.size, sizeof *ctl->nodes);
  for (size_t i = 0; i < ctl->structure->nodes.size; i++) {
    const CtlNode *node = ctl->structure->nodes.data + i;
    vec_push(&self->roots, node->kind == CTL_PREDICATE ? node->predicate : LIT_FALSE);
  }
  vec_append(&self->roots, &self->system->fairness);
  vec_append(&self->roots, &self->system->compassion);
  ctl->known = BDD_NONE;
  ctl->proof = ctl_proof_new();
}

const U32Vec *bdd_latch_origins(const BddEngine *self) {
  return self->ctl ? &self->ctl->structure->latch_origins : NULL;
}

void bdd_ctl_watch(BddEngine *self, bool on) {
  BddManager *m = self->model->manager;
  BddCtl *ctl = self->ctl;
  BddVec *vectors[] = {&ctl->sets, &ctl->fairness, &ctl->compassion, &ctl->cycle.needed,
                       &ctl->cycle.sets};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    (on ? bdd_watch_all : bdd_unwatch_all)(m, vectors[i]);
  (on ? bdd_watch : bdd_unwatch)(m, &ctl->known);
}

static void free_nodes(BddCtl *ctl) {
  for (size_t i = 0; i < ctl->structure->nodes.size; i++) {
    reachable_free(ctl->nodes[i].until);
    strong_hull_free(ctl->nodes[i].hull);
    ctl->nodes[i] = (NodeSets){0};
  }
}

void bdd_ctl_forget(BddEngine *self) {
  free_nodes(self->ctl);
  vec_clear(&self->ctl->sets);
}

void bdd_ctl_clear(BddEngine *self) {
  BddCtl *ctl = self->ctl;
  if (!ctl) return;
  ctl_cycle_clear(self);
  choice_free(ctl->choice);
  free_nodes(ctl);
  if (!self->base || ctl->open != self->base->open) transitions_free(ctl->open);
}

void bdd_ctl_close(BddEngine *self) {
  BddCtl *ctl = self->ctl;
  if (!ctl) return;
  ctl_proof_free(ctl->proof);
  if (ctl->gates) aig_free(ctl->gates);
  mem_free(ctl->literals);
  vec_free(&ctl->numbers);
  vec_free(&ctl->sets);
  vec_free(&ctl->fairness);
  vec_free(&ctl->compassion);
  vec_free(&ctl->cycle.needed);
  vec_free(&ctl->cycle.sets);
  mem_free(ctl->nodes);
  ctl_structure_free(ctl->structure);
  mem_free(ctl);
}

CtlProof *bdd_ctl_take_proof(BddEngine *self) {
  CtlProof *proof = self->ctl->proof;
  self->ctl->proof = NULL;
  return proof;
}
