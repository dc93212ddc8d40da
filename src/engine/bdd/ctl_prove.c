/* The proof of a CTL verdict (docs/certificates.md), node by node from the children up. All sets
 * are exact within the invariant R, which comes first; so
 *
 *   the upper bound of EX and EU loses the rest of R in one update;
 *   the upper bound of EG loses it by the rank of the removed sets (symbolic/strong_hull.h);
 *   the lower bound of EX gains its set at once, that of EU its rings one after another, with
 * inputs chosen as functions of the state; that of EG is a story of its own (ctl_cycle.c).
 *
 * Sets are minimized where the checks do not look: outside R, and inside what is known. */
#include "engine/bdd/ctl.h"

/* ---- upper bounds ---- */

static bool write_out(void *context) {
  BddEngine *self = context;
  BddCtl *ctl = self->ctl;
  Bdd rest = bdd_minus(self->model->manager, self->invariant, ctl->sets.data[ctl->node]);
  Bdd out = bdd_minimize(self->model->manager, rest, self->invariant);
  if (out == BDD_NONE) return false;
  if (rest != BDD_FALSE)
    ctl_write_clauses(self, ctl_proof_add(ctl->proof, CTL_OUT, ctl->node), out);
  return true;
}

/* Entries that say which condition is missed follow from those before them, so that they do not
 * change the order, and make the cubes short. Constants are no entries. */
static void write_rank(BddEngine *self, CtlUpdate *update, const RankEntryVec *entries) {
  IntVec cubes = {0};
  for (size_t i = 0; i < entries->size; i++) {
    const RankEntry *entry = entries->data + i;
    if (entry->label && entry->states == BDD_FALSE) continue;
    if (entry->label) vec_push(&cubes, (int)entry->condition + 1);
    if (!bdd_is_constant(entry->states)) {
      vec_push(&update->rank, ctl_literal(self, entry->states));
      if (entry->label) vec_push(&cubes, (int)update->rank.size);
    }
    if (entry->label) vec_push(&cubes, 0);
  }
  vec_push(&update->rank, 0);
  vec_append(&update->rank, &cubes);
  vec_free(&cubes);
}

static bool write_out_by_rank(void *context) {
  BddEngine *self = context;
  BddCtl *ctl = self->ctl;
  BddManager *m = self->model->manager;
  const StrongHull *hull = ctl->nodes[ctl->node].hull;
  Bdd rest = bdd_minus(m, self->invariant, hull->states);
  Bdd out = bdd_minimize(m, rest, self->invariant);
  Bdd ranked =
      bdd_minus(m, ctl_set(self, ctl->structure->nodes.data[ctl->node].left), hull->states);
  RankEntryVec entries = {0};
  bool fine = out != BDD_NONE && ranked != BDD_NONE && strong_rank(hull, ranked, &entries);
  if (fine && ranked != BDD_FALSE) {
    CtlUpdate *update = ctl_proof_add(ctl->proof, CTL_RANK, ctl->node);
    ctl_write_clauses(self, update, out);
    write_rank(self, update, &entries);
  }
  vec_free(&entries);
  return fine;
}

static SymbolicEnd prove_upper(BddEngine *self, Budget *budget) {
  switch (self->ctl->structure->nodes.data[self->ctl->node].kind) {
  case CTL_PREDICATE:
  case CTL_AND: return SYMBOLIC_DONE; /* follows from the children */
  case CTL_EX:
  case CTL_EU: return symbolic_do(self->model, write_out, self, budget);
  case CTL_EG: return symbolic_do(self->model, write_out_by_rank, self, budget);
  }
  return SYMBOLIC_DONE;
}

/* ---- lower bounds ---- */

static bool write_in(void *context) {
  BddEngine *self = context;
  BddCtl *ctl = self->ctl;
  BddManager *m = self->model->manager;
  Bdd from = ctl->choice->from, care = bdd_minus(m, self->invariant, ctl->known);
  Bdd set = bdd_minimize(m, from, care), known = bdd_or(m, ctl->known, from);
  if (set == BDD_NONE || known == BDD_NONE) return false;
  ctl_write_cube(self, ctl_proof_add(ctl->proof, CTL_IN, ctl->node), set, &ctl->choice->values);
  ctl->known = known;
  return true;
}

SymbolicEnd ctl_prove_in(BddEngine *self, Bdd from, Bdd to, Budget *budget) {
  BddCtl *ctl = self->ctl;
  if (!ctl->choice) ctl->choice = choice_new(ctl->open, from, to);
  SymbolicEnd end = choice_run(ctl->choice, budget);
  if (end == SYMBOLIC_DONE) end = symbolic_do(self->model, write_in, self, budget);
  if (end != SYMBOLIC_DONE) return end;
  choice_free(ctl->choice);
  ctl->choice = NULL;
  return SYMBOLIC_DONE;
}

static bool take_child(void *context) {
  BddEngine *self = context;
  self->meeting = ctl_set(self, self->ctl->structure->nodes.data[self->ctl->node].left);
  return self->meeting != BDD_NONE;
}

static SymbolicEnd prove_next(BddEngine *self, Budget *budget) {
  BddCtl *ctl = self->ctl;
  SymbolicEnd end = symbolic_do(self->model, take_child, self, budget);
  ctl->known = BDD_FALSE;
  Bdd set = ctl->sets.data[ctl->node];
  if (end != SYMBOLIC_DONE || set == BDD_FALSE) return end;
  return ctl_prove_in(self, set, self->meeting, budget);
}

static SymbolicEnd prove_until(BddEngine *self, Budget *budget) {
  BddCtl *ctl = self->ctl;
  const Reachable *until = ctl->nodes[ctl->node].until;
  if (!ctl->ring) {
    ctl->known = until->rings.data[0]; /* the right child */
    ctl->ring = 1;
  }
  for (; ctl->ring < until->rings.size; ctl->ring++) {
    SymbolicEnd end = ctl_prove_in(self, until->rings.data[ctl->ring], ctl->known, budget);
    if (end != SYMBOLIC_DONE) return end;
    if (budget_spent(budget)) return ctl->ring++, SYMBOLIC_SPENT;
  }
  return SYMBOLIC_DONE;
}

static SymbolicEnd prove_lower(BddEngine *self, Budget *budget) {
  switch (self->ctl->structure->nodes.data[self->ctl->node].kind) {
  case CTL_PREDICATE:
  case CTL_AND: return SYMBOLIC_DONE;
  case CTL_EX: return prove_next(self, budget);
  case CTL_EU: return prove_until(self, budget);
  case CTL_EG: return ctl_prove_hull(self, budget);
  }
  return SYMBOLIC_DONE;
}

/* ---- the proof ---- */

static void begin(BddEngine *self) {
  BddCtl *ctl = self->ctl;
  ctl->begun = true;
  if (self->within->grows) ctl->open = transitions_new_growing(self->model, true);
  else ctl->open = self->base ? self->base->open : transitions_new_open(self->model);
  if (self->invariant != BDD_TRUE)
    ctl_write_clauses(self, ctl_proof_add(ctl->proof, CTL_REACHABLE, 0), self->invariant);
}

static bool any_lower(const BddCtl *ctl) {
  for (size_t i = 0; i < ctl->structure->nodes.size; i++)
    if (ctl->nodes[i].lower) return true;
  return false;
}

SymbolicEnd bdd_prove(BddEngine *self, Budget *budget) {
  BddCtl *ctl = self->ctl;
  if (!ctl->begun) begin(self);
  SymbolicEnd end = any_lower(ctl) ? transitions_build(ctl->open, budget) : SYMBOLIC_DONE;
  while (end == SYMBOLIC_DONE && ctl->node < ctl->structure->nodes.size) {
    const NodeSets *sets = ctl->nodes + ctl->node;
    if (sets->upper && !ctl->upper_done) end = prove_upper(self, budget);
    if (end != SYMBOLIC_DONE) break;
    ctl->upper_done = true;
    if (sets->lower) end = prove_lower(self, budget);
    if (end != SYMBOLIC_DONE) break;
    ctl->node++;
    ctl->upper_done = false;
    ctl->ring = 0;
  }
  return end == SYMBOLIC_DONE ? bdd_answer(self, self->claim, ENDED_SETS) : end;
}
