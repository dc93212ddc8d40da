/* See certify_ctl.h. R, and L and U of every node, are predicates in the graph of the structure.
 * They start as the formula says and are changed by the updates, in order. Invariant, for every
 * node v with formula f_v, where [f] are the states of the structure that satisfy f and a state
 * counts only if it has a step that meets the constraints (it is valid):
 *
 *   - every valid state that can be reached is in R,
 *   - the equalities hold in every state that can be reached, whatever the inputs, and are kept by
 *     every step; the solver has them for both ends of a step, and `state` below means one where
 *     they hold,
 *   - R and L_v and U_v imply f_v, and R and f_v imply U_v.
 *
 * The comment at each check says why it keeps the invariant. */
#include "evidence/certify_ctl.h"

#include <stdlib.h>

#include "base/text.h"
#include "evidence/certify_query.h"
#include "evidence/ctl_bounds.h"
#include "evidence/ctl_file.h"

typedef struct {
  CtlBounds known;
  const CtlStructure *structure; /* its structure, and the system of that */
  const System *system;
  Sat *sat;
  Cnf *now, *next;
  Budget *budget;
  Scrutiny *scrutiny;
  Text obligation; /* what is being shown, for the scrutiny */
} Checker;

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
  assume_now(c, c->known.reachable);
  assume_next(c, c->structure->valid);
  assume_next(c, c->known.reachable);
}

static SatResult solve(Checker *c) {
  return scrutiny_solve(c->scrutiny, c->sat, c->obligation.data, c->budget);
}

static bool refuted(Checker *c) { return solve(c) == SAT_UNSATISFIABLE; }

/* Whether what is assumed implies that the step is valid, `now` holds and `next` after it. */
static bool implied(Checker *c, Lit now, Lit next) {
  Lit before = aig_and(c->known.aig, c->structure->valid, now);
  int clause[] = {-cnf_literal(c->now, before, CNF_NEGATIVE),
                  -cnf_literal(c->next, next, CNF_NEGATIVE)};
  sat_temporary(c->sat, clause, 2);
  return refuted(c);
}

static void assume_inputs(Checker *c, const IntVec *inputs, size_t *i) {
  for (; inputs->data[*i]; (*i)++) {
    int lit = inputs->data[*i];
    assume_now(c, lit_not_if(c->system->inputs.data[abs(lit) - 1], lit < 0));
  }
  (*i)++;
}

/* ---- the updates ---- */

/* A fact that the solver may use from now on: what is assumed implies it. */
static void assert_implied(Checker *c, int assumption, int fact) {
  int clause[] = {-assumption, fact};
  sat_clause(c->sat, clause, 2);
}

/* The equalities J hold in all initial states and stay true in every step, valid or not, whatever
 * the inputs: so the states where they hold for all inputs contain all that can be reached and are
 * closed under steps. From here on no other state is looked at.
 *
 * They are looked at in the order of the list, where gates come after those below them, and each
 * that is found to follow helps with the next. */
static bool check_equal(Checker *c, const CtlUpdate *update) {
  Lit all = ctl_take_equalities(&c->known, &update->states, 0, update->states.size);
  int initial = cnf_literal(c->now, c->structure->initial, CNF_BOTH);
  int before = cnf_literal(c->now, all, CNF_BOTH);
  for (size_t i = 0; i < update->states.size; i += 2) {
    Lit equal = ctl_take_equalities(&c->known, &update->states, i, i + 2);
    int now = cnf_literal(c->now, equal, CNF_BOTH), next = cnf_literal(c->next, equal, CNF_BOTH);
    sat_assume(c->sat, initial);
    sat_assume(c->sat, -now);
    if (!refuted(c)) return false;
    assert_implied(c, initial, now);
    sat_assume(c->sat, before);
    sat_assume(c->sat, -next);
    if (!refuted(c)) return false;
    assert_implied(c, before, next);
  }
  cnf_assert(c->now, all);
  return true;
}

/* Initial valid states are in P, and P is kept by steps from valid states in R to valid ones. */
static bool check_reachable(Checker *c, const CtlUpdate *update) {
  Lit set = ctl_take_clauses(&c->known, &update->states);
  assume_now(c, c->structure->initial);
  assume_now(c, c->structure->valid);
  assume_now(c, lit_not(set));
  if (!refuted(c)) return false;
  assume_step(c);
  assume_now(c, set);
  assume_next(c, lit_not(set));
  return refuted(c);
}

/* Whether no valid state of the set in R satisfies a part of the formula: none is in its U, or, if
 * some are, none has the steps that EX nodes in it ask for, and the first step that EG nodes do. */
static bool excluded(Checker *c, Lit set, CtlRef ref) {
  for (int ahead = 0; ahead < 2; ahead++) {
    assume_now(c, c->structure->valid);
    assume_now(c, c->known.reachable);
    assume_now(c, set);
    assume_now(c, ahead ? ctl_upper_ahead(&c->known, ref) : ctl_upper(&c->known, ref));
    if (refuted(c)) return true;
  }
  return false;
}

/* No state of P in R satisfies the node. It would be in U, and
 * - EX: have a valid successor in U of the child: there is none from P;
 * - EU: not satisfy the right child (first query), so have a successor in U that satisfies the
 *   node, too; which is in P again (second query), and so on without an end;
 * - EG: be the start of a fair path in R and U; all of it lies in P then, and after its first state
 *   a fairness condition is never true; or, without conditions, it has not as many steps as the
 *   update says. */
static bool check_out(Checker *c, const CtlUpdate *update) {
  const CtlNode *node = c->structure->nodes.data + update->node;
  const CtlBound *bounds = c->known.bounds + update->node;
  Lit set = ctl_take_clauses(&c->known, &update->states), again = LIT_FALSE;
  if (node->kind == CTL_EU) {
    Lit inside = aig_and(c->known.aig, set, bounds->upper);
    if (!excluded(c, inside, node->right)) return false;
    again = set;
  } else if (node->kind == CTL_EG && !c->system->fairness.size) {
    assume_now(c, set);
    assume_now(c, ctl_paths_inside(&c->known, update->node, (size_t)update->condition + 1));
    return refuted(c);
  } else if (node->kind == CTL_EG) {
    again = aig_and(c->known.aig, set, lit_not(c->system->fairness.data[update->condition]));
  }
  assume_step(c);
  assume_now(c, set);
  assume_now(c, bounds->upper);
  if (node->kind == CTL_EU) assume_now(c, ctl_upper(&c->known, node->left));
  assume_next(c, node->kind == CTL_EX ? ctl_upper(&c->known, node->left) : bounds->upper);
  assume_next(c, lit_not(again));
  return refuted(c);
}

/* The states of a set that nothing is known about yet: the others may be in L freely. */
static void assume_undecided(Checker *c, uint32_t v, Lit set) {
  assume_now(c, c->known.reachable);
  assume_now(c, c->known.bounds[v].upper);
  assume_now(c, lit_not(c->known.bounds[v].lower));
  assume_now(c, set);
}

/* Each undecided state of the cube makes, with the inputs, a valid step to a state that is known to
 * satisfy the child (EX) or the node itself (EU, EG: then it satisfies the left child, too). Or, at
 * EU nodes, several such steps, each of which leaves a state that satisfies the left child. */
static bool check_in(Checker *c, const CtlUpdate *update) {
  const CtlNode *node = c->structure->nodes.data + update->node;
  const CtlBound *bounds = c->known.bounds + update->node;
  size_t i = 0, j = 0;
  Lit set = ctl_take_set(&c->known, &update->states, &i, false);
  bool ex = node->kind == CTL_EX;
  Lit goal = aig_and(c->known.aig, c->known.reachable,
                     ex ? ctl_lower(&c->known, node->left) : bounds->lower);
  assume_undecided(c, update->node, set);
  if (update->condition) {
    assume_now(c, lit_not(ctl_held(&c->known, update)));
    return refuted(c);
  }
  assume_inputs(c, &update->inputs, &j);
  return implied(c, ex ? LIT_TRUE : ctl_lower(&c->known, node->left), goal);
}

/* Each undecided state of a cube satisfies the child and makes a valid step to the next cube
 * (behind the last comes the first) or to a state that is known to satisfy the node. For every
 * condition there is a cube in which it is true. So each starts a fair path: the one around the
 * cubes, or one that leaves it for another fair path. */
static bool check_cycle(Checker *c, const CtlUpdate *update) {
  const CtlNode *node = c->structure->nodes.data + update->node;
  const CtlBound *bounds = c->known.bounds + update->node;
  LitVec cubes = {0};
  for (size_t i = 0; i < update->states.size;)
    vec_push(&cubes, ctl_take_set(&c->known, &update->states, &i, false));
  bool good = true;
  for (size_t k = 0, j = 0; k < cubes.size && good; k++) {
    Lit next = cubes.data[(k + 1) % cubes.size];
    Lit goal = aig_or(c->known.aig, aig_and(c->known.aig, next, bounds->upper), bounds->lower);
    assume_undecided(c, update->node, cubes.data[k]);
    assume_inputs(c, &update->inputs, &j);
    good = implied(c, ctl_lower(&c->known, node->left),
                   aig_and(c->known.aig, c->known.reachable, goal));
  }
  for (size_t f = 0; f < c->system->fairness.size && good; f++) {
    good = false;
    for (size_t k = 0; k < cubes.size && !good; k++) {
      assume_undecided(c, update->node, cubes.data[k]);
      assume_now(c, lit_not(c->system->fairness.data[f]));
      good = refuted(c);
    }
  }
  vec_free(&cubes);
  return good;
}

/* An edge inside R and U from a state of the set, and what is found out about all such: one literal
 * of the solver. */
static int edge_from(Checker *c, uint32_t v, Lit set) {
  Lit upper = c->known.bounds[v].upper;
  Lit now[] = {c->structure->valid, c->known.reachable, upper, set};
  int edge = cnf_literal(c->now, aig_variable(c->known.aig), CNF_BOTH);
  for (size_t i = 0; i < 4; i++) assert_implied(c, edge, cnf_literal(c->now, now[i], CNF_BOTH));
  for (size_t i = 0; i < 3; i++) assert_implied(c, edge, cnf_literal(c->next, now[i], CNF_BOTH));
  return edge;
}

/* Whether no such edge makes the rank less: no entry falls while those before it stay. This is
 * asked entry by entry, and each answer is of use to the next: for a long rank as a whole it is
 * hard. */
static bool rank_stands(Checker *c, int edge, const CtlRank *rank) {
  Aig *aig = c->known.aig;
  Lit stays = LIT_TRUE;
  for (size_t i = 0; i < rank->entries.size; i++) {
    Lit before = rank->entries.data[i], after = rank->after.data[i];
    int clause[] = {-edge, -cnf_literal(c->now, stays, CNF_BOTH),
                    -cnf_literal(c->now, before, CNF_BOTH), cnf_literal(c->now, after, CNF_BOTH)};
    for (size_t k = 0; k < 4; k++) sat_assume(c->sat, -clause[k]);
    if (!refuted(c)) return false;
    sat_clause(c->sat, clause, 4);
    stays = aig_and(aig, stays, aig_equal(aig, before, after));
  }
  return true;
}

/* Whether every state of the set is in a cube, and edges that keep the rank miss the cube's
 * condition. */
static bool rank_misses(Checker *c, int edge, uint32_t v, Lit set, const CtlRank *rank) {
  Aig *aig = c->known.aig;
  const LitVec *fairness = &c->system->fairness;
  Lit stays = LIT_TRUE, covered = LIT_FALSE;
  for (size_t i = 0; i < rank->entries.size; i++)
    stays = aig_and(aig, stays, aig_equal(aig, rank->entries.data[i], rank->after.data[i]));
  for (size_t i = 0; i < rank->cubes.size; i++) {
    sat_assume(c->sat, edge);
    assume_now(c, stays);
    assume_now(c, rank->cubes.data[i]);
    if (fairness->size) assume_now(c, fairness->data[rank->conditions.data[i]]);
    if (!refuted(c)) return false;
    covered = aig_or(aig, covered, rank->cubes.data[i]);
  }
  assume_now(c, c->structure->valid);
  assume_now(c, c->known.reachable);
  assume_now(c, c->known.bounds[v].upper);
  assume_now(c, set);
  assume_now(c, lit_not(covered));
  return refuted(c);
}

/* No state of P in R satisfies an EG node. A path that showed one satisfied would run inside R and
 * U for ever and meet every condition again and again. Of edges inside R and U,
 * - those that start in P end there: all of the path lies in P;
 * - none from P makes the rank less, the first entry being the most significant: there are finitely
 *   many ranks, so in the end the path has always the same;
 * - none that starts at a rank of a cube and keeps the rank meets the condition of the cube at its
 *   start (without conditions in the system there is none such at all): so the last rank is in no
 *   cube; but every state of P in R and U is in a cube. */
static bool check_rank(Checker *c, const CtlUpdate *update) {
  Lit set = ctl_take_clauses(&c->known, &update->states);
  int edge = edge_from(c, update->node, set);
  sat_assume(c->sat, edge);
  assume_next(c, lit_not(set));
  if (!refuted(c)) return false;
  CtlRank rank = ctl_take_rank(&c->known, update);
  bool good = rank_stands(c, edge, &rank) && rank_misses(c, edge, update->node, set, &rank);
  ctl_rank_free(&rank);
  int never[] = {-edge}; /* asked about again */
  sat_clause(c->sat, never, 1);
  return good;
}

static bool check_update(Checker *c, const CtlUpdate *update, size_t number) {
  text_clear(&c->obligation);
  text_format(&c->obligation, "update %zu, '%s'", number, ctl_file_word(update->kind));
  switch (update->kind) {
  case CTL_REACHABLE: return check_reachable(c, update);
  case CTL_OUT: return check_out(c, update);
  case CTL_IN: return check_in(c, update);
  case CTL_CYCLE: return check_cycle(c, update);
  case CTL_RANK: return check_rank(c, update);
  case CTL_EQUAL: return check_equal(c, update);
  }
  return false;
}

/* ---- the whole ---- */

static Checker checker_new(const Task *task, Budget *budget, Scrutiny *scrutiny) {
  Checker c = {.known = ctl_bounds_new(task), .budget = budget, .scrutiny = scrutiny};
  c.structure = c.known.structure;
  c.system = c.structure->system;
  c.sat = scrutiny_solver(scrutiny);
  c.now = cnf_new(c.known.aig, c.sat);
  c.next = cnf_new(c.known.aig, c.sat);
  for (size_t i = 0; i < c.system->latches.size; i++) {
    const Latch *latch = c.system->latches.data + i;
    cnf_bind(c.next, lit_node(latch->current), cnf_literal(c.now, latch->next, CNF_BOTH));
  }
  return c;
}

static void checker_free(Checker *c) {
  cnf_free(c->now);
  cnf_free(c->next);
  sat_free(c->sat);
  ctl_bounds_free(&c->known);
  text_free(&c->obligation);
}

/* The one place where a verdict rests on a model of the solver: which is not believed, either, but
 * simulated. */
static bool check_excluded(Checker *c, const Lit *excluded, size_t count, Error *report) {
  Bits values = query_values(c->known.aig, c->now);
  bool good = true;
  for (size_t i = 0; i < count; i++)
    good &= bits_get(&values, lit_node(excluded[i])) ^ lit_negated(excluded[i]);
  bits_free(&values);
  return good || error_set(report, "the solver's initial state that the proof excludes is none");
}

static bool check_verdict(Checker *c, Verdict verdict, Error *report) {
  bool holds = verdict == VERDICT_HOLDS;
  CtlRef root = c->structure->root;
  Lit bound = holds ? ctl_lower(&c->known, root) : ctl_upper(&c->known, root);
  Lit outside[] = {c->structure->initial, c->structure->valid, lit_not(bound)};
  enum { COUNT = sizeof outside / sizeof *outside };
  for (size_t i = 0; i < COUNT; i++) assume_now(c, outside[i]);
  text_clear(&c->obligation);
  text_add(&c->obligation, "the verdict: all initial states are in lower of the root");
  SatResult answer = solve(c);
  if (answer == (holds ? SAT_UNSATISFIABLE : SAT_SATISFIABLE))
    return holds || check_excluded(c, outside, COUNT, report);
  return error_set(report, holds ? "the proof leaves an initial state open"
                                 : "the proof excludes no initial state");
}

bool certify_ctl_under(const Task *task, const CtlProof *proof, Verdict verdict, Budget *budget,
                       Scrutiny *scrutiny, Error *report) {
  if (task->kind != TASK_CTL || verdict == VERDICT_UNKNOWN)
    return error_set(report, "not a verdict on a CTL property");
  Checker c = checker_new(task, budget, scrutiny);
  Error why = {0};
  bool good = true;
  for (size_t i = 0; i < proof->updates.size && good; i++) {
    const CtlUpdate *update = proof->updates.data + i;
    if (!ctl_update_fits(&c.known, update))
      good = error_set(&why, "update %zu does not fit the formula and the model", i + 1);
    else if (!check_update(&c, update, i + 1))
      good = error_set(&why, "update %zu does not follow from the earlier ones", i + 1);
    else ctl_bounds_apply(&c.known, update);
  }
  good = good && check_verdict(&c, verdict, &why);
  checker_free(&c);
  if (scrutiny_failed(scrutiny, report)) good = false;
  else if (!good) error_set(report, "%s", why.message);
  error_free(&why);
  return good;
}

bool certify_ctl(const Task *task, const CtlProof *proof, Verdict verdict, Budget *budget,
                 Error *report) {
  return certify_ctl_under(task, proof, verdict, budget, NULL, report);
}
