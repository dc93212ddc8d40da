/* See certify_ctl.h. R, and L and U of every node, are predicates in the graph of the structure.
 * They start as the formula says and are changed by the updates, in order. Invariant, for every
 * node v with formula f_v, where [f] are the states of the structure that satisfy f and a state
 * counts only if it has a step that meets the constraints (it is valid):
 *
 *   - every valid state that can be reached is in R,
 *   - R and L_v and U_v imply f_v, and R and f_v imply U_v.
 *
 * The comment at each check says why it keeps the invariant. */
#include "evidence/certify_ctl.h"

#include <stdlib.h>

#include "base/memory.h"
#include "formula/ctl_structure.h"
#include "logic/cnf.h"

typedef struct {
  Lit gained, lost;  /* by updates */
  Lit lower, upper;  /* L_v and U_v (what is in both satisfies v), U_v */
} Bounds;

typedef struct {
  CtlStructure *structure;
  const System *system;
  Aig *aig;
  Bounds *bounds;
  Lit reachable;
  Sat *sat;
  Cnf *now, *next;
  Budget *budget;
} Checker;

/* ---- bounds ---- */

static Lit lower_of(const Checker *c, CtlRef ref) {
  const Bounds *bounds = c->bounds + ctl_node(ref);
  return ctl_negated(ref) ? lit_not(bounds->upper) : bounds->lower;
}

static Lit upper_of(const Checker *c, CtlRef ref) {
  const Bounds *bounds = c->bounds + ctl_node(ref);
  return ctl_negated(ref) ? lit_not(bounds->lower) : bounds->upper;
}

/* The bounds of all nodes from those of their children and the updates, children first. An EU node
 * contains its right child and is contained in the union of both; EG is contained in its child. */
static void propagate(Checker *c) {
  for (size_t v = 0; v < c->structure->nodes.size; v++) {
    const CtlNode *node = c->structure->nodes.data + v;
    Bounds *bounds = c->bounds + v;
    Lit lower = LIT_FALSE, upper = LIT_TRUE;
    switch (node->kind) {
    case CTL_PREDICATE: lower = upper = node->predicate; break;
    case CTL_AND:
      lower = aig_and(c->aig, lower_of(c, node->left), lower_of(c, node->right));
      upper = aig_and(c->aig, upper_of(c, node->left), upper_of(c, node->right));
      break;
    case CTL_EX: break;
    case CTL_EU:
      lower = lower_of(c, node->right);
      upper = aig_or(c->aig, upper_of(c, node->left), upper_of(c, node->right));
      break;
    case CTL_EG: upper = upper_of(c, node->left); break;
    }
    bounds->upper = aig_and(c->aig, upper, lit_not(bounds->lost));
    bounds->lower = aig_and(c->aig, aig_or(c->aig, lower, bounds->gained), bounds->upper);
  }
}

/* ---- queries ---- */

static void assume_now(Checker *c, Lit lit) {
  sat_assume(c->sat, cnf_literal(c->now, lit, CNF_POSITIVE));
}

static void assume_next(Checker *c, Lit lit) {
  sat_assume(c->sat, cnf_literal(c->next, lit, CNF_POSITIVE));
}

/* A valid step from a state of R, and the valid step after it, in R again. */
static void assume_step(Checker *c) {
  assume_now(c, c->structure->valid);
  assume_now(c, c->reachable);
  assume_next(c, c->structure->valid);
  assume_next(c, c->reachable);
}

static bool refuted(Checker *c) { return sat_solve(c->sat, c->budget) == SAT_UNSATISFIABLE; }

/* Whether what is assumed implies that the step is valid, `now` holds and `next` after it. */
static bool implied(Checker *c, Lit now, Lit next) {
  int clause[] = {-cnf_literal(c->now, aig_and(c->aig, c->structure->valid, now), CNF_NEGATIVE),
                  -cnf_literal(c->next, next, CNF_NEGATIVE)};
  sat_temporary(c->sat, clause, 2);
  return refuted(c);
}

/* ---- sets of states in a proof ---- */

static Lit state_literal(const Checker *c, int lit) {
  return lit_not_if(c->system->latches.data[abs(lit) - 1].current, lit < 0);
}

/* The cube or, with `clause`, the clause that starts at *i; moves *i behind its end. */
static Lit take_set(Checker *c, const IntVec *lits, size_t *i, bool clause) {
  LitVec set = {0};
  for (; lits->data[*i]; (*i)++) vec_push(&set, state_literal(c, lits->data[*i]));
  (*i)++;
  Lit result = clause ? aig_or_all(c->aig, set.data, set.size)
                      : aig_and_all(c->aig, set.data, set.size);
  vec_free(&set);
  return result;
}

static Lit take_clauses(Checker *c, const IntVec *lits) {
  Lit result = LIT_TRUE;
  for (size_t i = 0; i < lits->size;) result = aig_and(c->aig, result, take_set(c, lits, &i, true));
  return result;
}

static void assume_inputs(Checker *c, const IntVec *inputs, size_t *i) {
  for (; inputs->data[*i]; (*i)++) {
    int lit = inputs->data[*i];
    assume_now(c, lit_not_if(c->system->inputs.data[abs(lit) - 1], lit < 0));
  }
  (*i)++;
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

static bool well_formed(const Checker *c, const CtlUpdate *update) {
  size_t states, inputs;
  if (!count_groups(&update->states, c->system->latches.size, &states) ||
      !count_groups(&update->inputs, c->system->inputs.size, &inputs))
    return false;
  if (update->kind == CTL_REACHABLE) return !inputs;
  if (update->node >= c->structure->nodes.size) return false;
  CtlKind kind = c->structure->nodes.data[update->node].kind;
  if (kind == CTL_PREDICATE || kind == CTL_AND) return false;
  switch (update->kind) {
  case CTL_OUT:
    return !inputs && (kind != CTL_EG || !c->system->fairness.size ||
                       update->condition < c->system->fairness.size);
  case CTL_IN: return states == 1 && inputs == 1;
  case CTL_CYCLE: return kind == CTL_EG && states && states == inputs;
  default: return false;
  }
}

/* ---- the updates ---- */

/* Initial valid states are in P, and P is kept by steps from valid states in R to valid ones. */
static bool check_reachable(Checker *c, const CtlUpdate *update) {
  Lit set = take_clauses(c, &update->states);
  assume_now(c, c->structure->initial);
  assume_now(c, c->structure->valid);
  assume_now(c, lit_not(set));
  if (!refuted(c)) return false;
  assume_step(c);
  assume_now(c, set);
  assume_next(c, lit_not(set));
  if (!refuted(c)) return false;
  c->reachable = aig_and(c->aig, c->reachable, set);
  return true;
}

/* No state of P in R satisfies the node. It would be in U, and
 * - EX: have a valid successor in U of the child: there is none from P;
 * - EU: not be in U of the right child (first query), so have a successor in U that satisfies the
 *   node, too; which is in P again (second query), and so on without an end;
 * - EG: be the start of a fair path in R and U; all of it lies in P then, and after its first state
 *   a fairness condition is never true (or, without conditions, there is no second state). */
static bool check_out(Checker *c, const CtlUpdate *update) {
  const CtlNode *node = c->structure->nodes.data + update->node;
  Bounds *bounds = c->bounds + update->node;
  Lit set = take_clauses(c, &update->states), again = LIT_FALSE;
  if (node->kind == CTL_EU) {
    assume_now(c, c->structure->valid);
    assume_now(c, c->reachable);
    assume_now(c, aig_and(c->aig, set, bounds->upper));
    assume_now(c, upper_of(c, node->right));
    if (!refuted(c)) return false;
    again = set;
  } else if (node->kind == CTL_EG) {
    Lit met = c->system->fairness.size ? c->system->fairness.data[update->condition] : LIT_TRUE;
    again = aig_and(c->aig, set, lit_not(met));
  }
  assume_step(c);
  assume_now(c, set);
  assume_now(c, bounds->upper);
  if (node->kind == CTL_EU) assume_now(c, upper_of(c, node->left));
  assume_next(c, node->kind == CTL_EX ? upper_of(c, node->left) : bounds->upper);
  assume_next(c, lit_not(again));
  if (!refuted(c)) return false;
  bounds->lost = aig_or(c->aig, bounds->lost, set);
  return true;
}

/* The states of a set that nothing is known about yet: the others may be in L freely. */
static void assume_undecided(Checker *c, uint32_t v, Lit set) {
  assume_now(c, c->reachable);
  assume_now(c, c->bounds[v].upper);
  assume_now(c, lit_not(c->bounds[v].lower));
  assume_now(c, set);
}

/* Each undecided state of the cube makes, with the inputs, a valid step to a state that is known to
 * satisfy the child (EX) or the node itself (EU, EG: then it satisfies the left child, too). */
static bool check_in(Checker *c, const CtlUpdate *update) {
  const CtlNode *node = c->structure->nodes.data + update->node;
  Bounds *bounds = c->bounds + update->node;
  size_t i = 0, j = 0;
  Lit set = take_set(c, &update->states, &i, false);
  bool ex = node->kind == CTL_EX;
  Lit goal = aig_and(c->aig, c->reachable, ex ? lower_of(c, node->left) : bounds->lower);
  assume_undecided(c, update->node, set);
  assume_inputs(c, &update->inputs, &j);
  if (!implied(c, ex ? LIT_TRUE : lower_of(c, node->left), goal)) return false;
  bounds->gained = aig_or(c->aig, bounds->gained, set);
  return true;
}

/* Each undecided state of a cube satisfies the child and makes a valid step to the next cube
 * (behind the last comes the first) or to a state that is known to satisfy the node. For every
 * condition there is a cube in which it is true. So each starts a fair path: the one around the
 * cubes, or one that leaves it for another fair path. */
static bool check_cycle(Checker *c, const CtlUpdate *update) {
  const CtlNode *node = c->structure->nodes.data + update->node;
  Bounds *bounds = c->bounds + update->node;
  LitVec cubes = {0};
  for (size_t i = 0; i < update->states.size;)
    vec_push(&cubes, take_set(c, &update->states, &i, false));
  bool good = true;
  for (size_t k = 0, j = 0; k < cubes.size && good; k++) {
    Lit next = cubes.data[(k + 1) % cubes.size];
    Lit goal = aig_or(c->aig, aig_and(c->aig, next, bounds->upper), bounds->lower);
    assume_undecided(c, update->node, cubes.data[k]);
    assume_inputs(c, &update->inputs, &j);
    good = implied(c, lower_of(c, node->left), aig_and(c->aig, c->reachable, goal));
  }
  for (size_t f = 0; f < c->system->fairness.size && good; f++) {
    good = false;
    for (size_t k = 0; k < cubes.size && !good; k++) {
      assume_undecided(c, update->node, cubes.data[k]);
      assume_now(c, lit_not(c->system->fairness.data[f]));
      good = refuted(c);
    }
  }
  for (size_t k = 0; k < cubes.size; k++)
    bounds->gained = aig_or(c->aig, bounds->gained, cubes.data[k]);
  vec_free(&cubes);
  return good;
}

static bool check_update(Checker *c, const CtlUpdate *update) {
  switch (update->kind) {
  case CTL_REACHABLE: return check_reachable(c, update);
  case CTL_OUT: return check_out(c, update);
  case CTL_IN: return check_in(c, update);
  case CTL_CYCLE: return check_cycle(c, update);
  }
  return false;
}

/* ---- the whole ---- */

static Checker checker_new(const Task *task) {
  Checker c = {.structure = ctl_structure_new(task), .reachable = LIT_TRUE};
  c.system = c.structure->system;
  c.aig = c.structure->system->aig;
  c.bounds = mem_array(c.structure->nodes.size, sizeof *c.bounds); /* nothing gained or lost */
  c.sat = sat_new(SAT_CADICAL);
  c.now = cnf_new(c.aig, c.sat);
  c.next = cnf_new(c.aig, c.sat);
  for (size_t i = 0; i < c.system->latches.size; i++) {
    const Latch *latch = c.system->latches.data + i;
    cnf_bind(c.next, lit_node(latch->current), cnf_literal(c.now, latch->next, CNF_BOTH));
  }
  propagate(&c);
  return c;
}

static void checker_free(Checker *c) {
  cnf_free(c->now);
  cnf_free(c->next);
  sat_free(c->sat);
  mem_free(c->bounds);
  ctl_structure_free(c->structure);
}

static bool check_verdict(Checker *c, Verdict verdict, Error *report) {
  bool holds = verdict == VERDICT_HOLDS;
  assume_now(c, c->structure->initial);
  assume_now(c, c->structure->valid);
  assume_now(c, lit_not(holds ? lower_of(c, c->structure->root) : upper_of(c, c->structure->root)));
  SatResult answer = sat_solve(c->sat, c->budget);
  if (answer == (holds ? SAT_UNSATISFIABLE : SAT_SATISFIABLE)) return true;
  return error_set(report, holds ? "the proof leaves an initial state open"
                                 : "the proof excludes no initial state");
}

bool certify_ctl(const Task *task, const CtlProof *proof, Verdict verdict, Budget *budget,
                 Error *report) {
  if (task->kind != TASK_CTL || verdict == VERDICT_UNKNOWN)
    return error_set(report, "not a verdict on a CTL property");
  Checker c = checker_new(task);
  c.budget = budget;
  bool good = true;
  for (size_t i = 0; i < proof->updates.size && good; i++) {
    const CtlUpdate *update = proof->updates.data + i;
    if (!well_formed(&c, update))
      good = error_set(report, "update %zu does not fit the formula and the model", i + 1);
    else if (!check_update(&c, update))
      good = error_set(report, "update %zu does not follow from the earlier ones", i + 1);
    else propagate(&c);
  }
  good = good && check_verdict(&c, verdict, report);
  checker_free(&c);
  return good;
}
