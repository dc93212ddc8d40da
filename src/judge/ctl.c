/* The checks of CTL proofs (docs/certificates.md). R is a predicate, and so are lower and upper of
 * every node; they start as the formula says and are changed by the updates, in order. Invariants:
 *
 *   - every valid state that can be reached is in R;
 *   - the equalities hold in every state that can be reached, whatever the inputs, and every step,
 *     valid or not, keeps them: they are asserted at all moments that are looked at;
 *   - a state in R and lower of a node satisfies the node; a state in R that satisfies a node is in
 *     its upper.
 *
 * The comment at each check says why it keeps them. S is the set of the update, V says that the
 * constraints are met, T is a step, a prime is for what is after it. In queries about `now` and
 * `after`, all inputs are free variables: the query is about all choices that it does not name. */
#include "judge/ctl.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  Structure structure;
  Graph graph;
  Proof proof;
  Lit reachable;  /* R */
  Lit equal;      /* the equalities */
  Solver *solver; /* with a step: now, and after it */
  Moment now, after;
} Checker;

enum { MOST_STEPS = 10000 }; /* a proof that looks further ahead is not looked at */

/* ---- queries ---- */

static Lit all(Checker *c, Lit a, Lit b) { return add_gate(c->structure.circuit, a, b); }
static Lit some(Checker *c, Lit a, Lit b) { return add_or(c->structure.circuit, a, b); }

static void assume_now(Checker *c, Lit lit) { solver_assume(c->solver, moment_lit(&c->now, lit)); }
static void assume_after(Checker *c, Lit lit) {
  solver_assume(c->solver, moment_lit(&c->after, lit));
}
static bool refuted(Checker *c) { return solver_unsatisfiable(c->solver); }

/* R, V, T, R', V'. */
static void assume_step(Checker *c) {
  assume_now(c, c->structure.valid);
  assume_now(c, c->reachable);
  assume_after(c, c->structure.valid);
  assume_after(c, c->reachable);
}

/* A further moment of a query with its own solver: after `before`, or any for NULL. */
static Moment new_moment(Checker *c, Solver *solver, Moment *before) {
  Moment moment = moment_new(solver, c->structure.circuit);
  if (before) moment_follow(&moment, before);
  solver_assert(solver, moment_lit(&moment, c->equal));
  return moment;
}

/* The same state as another moment, with choices of its own. */
static Moment other_choices(Checker *c, Solver *solver, Moment *state) {
  const Circuit *circuit = c->structure.circuit;
  Moment moment = moment_new(solver, circuit);
  for (size_t i = 0; i < circuit->latch_count; i++)
    moment_set(&moment, circuit->latches[i].lit, moment_lit(state, circuit->latches[i].lit));
  for (size_t i = 0; i < circuit->inputs.size; i++)
    if (c->structure.state_input[i])
      moment_set(&moment, circuit->inputs.data[i], moment_lit(state, circuit->inputs.data[i]));
  solver_assert(solver, moment_lit(&moment, c->equal));
  return moment;
}

/* ---- sets of states ---- */

static Lit literal_of(const Checker *c, const Update *u, int number) {
  const Lits *latches = &c->proof.latches;
  if (number == INT_MIN || (size_t)abs(number) > latches->size)
    refuse("line %zu names latch %d, but there are %zu", u->line, number, latches->size);
  return latches->data[abs(number) - 1] ^ (Lit)(number < 0);
}

/* How many groups, each ended by 0, a list has. */
static size_t count_groups(const Update *u, const Ints *ints) {
  size_t count = 0;
  for (size_t i = 0; i < ints->size; i++) count += !ints->data[i];
  if (ints->size && ints->data[ints->size - 1]) refuse("line %zu: a list has no end", u->line);
  return count;
}

/* The cube that starts at *i; moves *i behind its end. */
static Lit take_cube(Checker *c, const Update *u, size_t *i) {
  Lit cube = 1;
  for (; u->states.data[*i]; ++*i) cube = all(c, cube, literal_of(c, u, u->states.data[*i]));
  ++*i;
  return cube;
}

/* The conjunction of clauses. */
static Lit take_clauses(Checker *c, const Update *u) {
  Lit result = 1;
  count_groups(u, &u->states);
  for (size_t i = 0; i < u->states.size; i++) {
    Lit clause = 0;
    for (; u->states.data[i]; i++) clause = some(c, clause, literal_of(c, u, u->states.data[i]));
    result = all(c, result, clause);
  }
  return result;
}

/* The choice that a number stands for. */
static Choice choice_of(const Checker *c, const Update *u, int number) {
  const Proof *p = &c->proof;
  if (number == INT_MIN || (size_t)abs(number) > p->choice_count)
    refuse("line %zu names input %d, but there are %zu", u->line, number, p->choice_count);
  return p->choices[abs(number) - 1];
}

/* Choices that contradict each other are made in no step, and whatever is said of the steps with
 * them would be true: an update claims that there is such a step, so they are refused. */
static void refuse_contradiction(const Checker *c, const Update *u, size_t first, size_t last) {
  Choice choice = choice_of(c, u, u->inputs.data[last]);
  for (size_t i = first; i < last; i++) {
    Choice other = choice_of(c, u, u->inputs.data[i]);
    if (other.lit == choice.lit && other.after == choice.after &&
        (u->inputs.data[i] < 0) != (u->inputs.data[last] < 0))
      refuse("line %zu: its inputs contradict each other", u->line);
  }
}

/* The choices that start at *i, between two moments; moves *i behind their end. */
static void assume_choices(const Checker *c, const Update *u, size_t *i, Moment *now,
                           Moment *after) {
  for (size_t first = *i; u->inputs.data[*i]; ++*i) {
    int number = u->inputs.data[*i];
    refuse_contradiction(c, u, first, *i);
    Choice choice = choice_of(c, u, number);
    int lit = moment_lit(choice.after ? after : now, choice.lit);
    solver_assume(now->solver, number < 0 ? -lit : lit);
  }
  ++*i;
}

/* ---- updates of R and of equalities ---- */

static Lit equality(Checker *c, const Update *u, size_t i) {
  const Proof *p = &c->proof;
  Lit lits[2];
  for (size_t k = 0; k < 2; k++) {
    int number = u->states.data[i + k];
    if (number < 0 || (size_t)number / 2 >= p->gate_count || p->gates[number / 2] == UNKNOWN_GATE)
      refuse("line %zu: nothing is said about gate %d", u->line, number / 2);
    lits[k] = p->gates[number / 2] ^ (Lit)(number & 1);
  }
  return all(c, some(c, lits[0] ^ 1, lits[1]), some(c, lits[0], lits[1] ^ 1));
}

/* J holds initially, and J and T imply J', whatever the inputs: so the states where J holds for all
 * inputs contain all that can be reached and are closed under steps. No other state is looked at
 * from then on. Each equality that is found to follow is asserted to do so, and helps the next. */
static bool check_equal(Checker *c, const Update *u) {
  if (u->states.size % 2 || u->inputs.size) refuse("line %zu: not pairs of literals", u->line);
  Lit joined = 1;
  for (size_t i = 0; i < u->states.size; i += 2) joined = all(c, joined, equality(c, u, i));
  int initial = moment_lit(&c->now, c->structure.initial), before = moment_lit(&c->now, joined);
  for (size_t i = 0; i < u->states.size; i += 2) {
    Lit equal = equality(c, u, i);
    int now = moment_lit(&c->now, equal), after = moment_lit(&c->after, equal);
    solver_assume(c->solver, initial);
    solver_assume(c->solver, -now);
    if (!refuted(c)) return false;
    solver_clause(c->solver, (int[]){-initial, now}, 2);
    solver_assume(c->solver, before);
    solver_assume(c->solver, -after);
    if (!refuted(c)) return false;
    solver_clause(c->solver, (int[]){-before, after}, 2);
  }
  solver_assert(c->solver, before);
  solver_assert(c->solver, moment_lit(&c->after, joined));
  c->equal = all(c, c->equal, joined);
  return true;
}

/* Initial valid states are in S; steps from valid states in R and S to valid ones in R keep S. So
 * all valid states that can be reached are in S. */
static bool check_reachable(Checker *c, const Update *u) {
  Lit set = take_clauses(c, u);
  if (u->inputs.size) refuse("line %zu: inputs where none belong", u->line);
  assume_now(c, c->structure.initial);
  assume_now(c, c->structure.valid);
  assume_now(c, set ^ 1);
  if (!refuted(c)) return false;
  assume_step(c);
  assume_now(c, set);
  assume_after(c, set ^ 1);
  if (!refuted(c)) return false;
  c->reachable = all(c, c->reachable, set);
  return true;
}

/* ---- out: states that do not satisfy a node ---- */

/* States at a moment that satisfy an edge satisfy this, for some values of new variables: EX nodes
 * under conjunctions and disjunctions make their step, to states that may satisfy the child; EG
 * nodes make their first step inside upper. */
static int may_satisfy(Checker *c, Solver *solver, Moment *at, Edge edge) {
  const Node *node = c->graph.nodes + edge / 2;
  int upper = moment_lit(at, upper_of(&c->graph, edge));
  if (node->kind == NODE_AND) {
    int left = may_satisfy(c, solver, at, node->left ^ (edge & 1));
    int right = may_satisfy(c, solver, at, node->right ^ (edge & 1));
    int joined = edge & 1 ? solver_or(solver, left, right) : solver_and(solver, left, right);
    return solver_and(solver, upper, joined);
  }
  if (edge & 1 || (node->kind != NODE_EX && node->kind != NODE_EG)) return upper;
  Moment now = other_choices(c, solver, at), after = new_moment(c, solver, &now);
  int step =
      solver_and(solver, moment_lit(&now, c->structure.valid), moment_lit(&after, c->reachable));
  int end = node->kind == NODE_EX ? may_satisfy(c, solver, &after, node->left)
                                  : solver_and(solver, moment_lit(&after, c->structure.valid),
                                               moment_lit(&after, node->upper));
  return solver_and(solver, upper, solver_and(solver, step, end));
}

/* Whether no valid state of R and the set satisfies an edge. */
static bool excluded(Checker *c, Lit set, Edge edge) {
  assume_now(c, c->structure.valid);
  assume_now(c, c->reachable);
  assume_now(c, set);
  assume_now(c, upper_of(&c->graph, edge));
  if (refuted(c)) return true;
  Solver *solver = solver_new();
  Moment now = new_moment(c, solver, NULL);
  solver_assert(solver, moment_lit(&now, c->structure.valid));
  solver_assert(solver, moment_lit(&now, c->reachable));
  solver_assert(solver, moment_lit(&now, set));
  solver_assert(solver, may_satisfy(c, solver, &now, edge));
  bool result = solver_unsatisfiable(solver);
  solver_free(solver);
  return result;
}

/* S and a path of so many valid steps in R and upper. */
static bool no_path(Checker *c, const Node *node, Lit set, size_t steps) {
  Solver *solver = solver_new();
  Moment moment = new_moment(c, solver, NULL);
  solver_assert(solver, moment_lit(&moment, set));
  for (size_t k = 0;; k++) {
    solver_assert(solver, moment_lit(&moment, c->structure.valid));
    solver_assert(solver, moment_lit(&moment, c->reachable));
    solver_assert(solver, moment_lit(&moment, node->upper));
    if (k == steps) break;
    moment = new_moment(c, solver, &moment);
  }
  bool result = solver_unsatisfiable(solver);
  solver_free(solver);
  return result;
}

/* No state of S in R satisfies the node. It would be in upper, and
 *   EX: it would have a valid step to a state in R and upper of the child: S has none;
 *   EU: it does not satisfy the right child, so it would satisfy the left one and have a valid step
 *       to a state that satisfies the node, too, hence is in R and upper; that is in S again, and
 *       so on: the right child is never met;
 *   EG, with conditions: a fair path would start there, inside R and upper; each next state is in S
 *       again, and the condition of the update is not true there: never again;
 *   EG, without: a path of so many valid steps inside R and upper would start there. */
static bool check_out(Checker *c, const Update *u, size_t number) {
  const Node *node = c->graph.nodes + number;
  const Lits *fairness = &c->structure.fairness;
  Lit set = take_clauses(c, u), again = 0;
  if (u->inputs.size) refuse("line %zu: inputs where none belong", u->line);
  if (node->kind == NODE_EG && !fairness->size)
    return u->number < MOST_STEPS && no_path(c, node, set, u->number + 1);
  if (node->kind == NODE_EU) {
    if (!excluded(c, all(c, set, node->upper), node->right)) return false;
    again = set;
  } else if (node->kind == NODE_EG) {
    if (u->number >= fairness->size) refuse("line %zu: no such condition", u->line);
    again = all(c, set, fairness->data[u->number] ^ 1);
  }
  assume_step(c);
  assume_now(c, set);
  assume_now(c, node->upper);
  if (node->kind == NODE_EU) assume_now(c, upper_of(&c->graph, node->left));
  assume_after(c, node->kind == NODE_EX ? upper_of(&c->graph, node->left) : node->upper);
  assume_after(c, again ^ 1);
  return refuted(c);
}

/* ---- in: states that satisfy a node ---- */

/* States of R and S about which nothing is known. Those in lower satisfy the node already; those
 * outside upper do not, and lower is taken within upper: both may be in S freely. */
static void assume_undecided(Checker *c, const Node *node, Lit set) {
  assume_now(c, c->reachable);
  assume_now(c, node->upper);
  assume_now(c, node->lower ^ 1);
  assume_now(c, set);
}

/* Whether all that is assumed implies V, `now` and `after` after the step: the goal's negation is
 * assumed, as one literal. */
static bool implied(Checker *c, Lit now, Lit after) {
  int goal = solver_and(c->solver, moment_lit(&c->now, all(c, c->structure.valid, now)),
                        moment_lit(&c->after, after));
  solver_assume(c->solver, -goal);
  return refuted(c);
}

/* Each undecided state of S goes, by at most so many valid steps with the choices of the update,
 * through states of S and R that satisfy the left child, to one in R and lower. At each moment:
 * it has arrived, or goes on from here and arrives later. */
static bool check_held(Checker *c, const Update *u, const Node *node, Lit set) {
  size_t steps = u->number + 1;
  Lit arrives = all(c, c->reachable, node->lower);
  Lit goes = all(c, all(c, set, c->reachable),
                 all(c, c->structure.valid, lower_of(&c->graph, node->left)));
  Solver *solver = solver_new();
  int *arrived = zeroed(steps + 1, sizeof *arrived), *gone = zeroed(steps + 1, sizeof *gone);
  Moment moment = new_moment(c, solver, NULL);
  solver_assert(solver, moment_lit(&moment, c->reachable));
  solver_assert(solver, moment_lit(&moment, node->upper));
  solver_assert(solver, moment_lit(&moment, node->lower ^ 1));
  solver_assert(solver, moment_lit(&moment, set));
  for (size_t k = 0; k < steps; k++) {
    Moment after = new_moment(c, solver, &moment);
    size_t i = 0;
    assume_choices(c, u, &i, &moment, &after); /* they stay for the one question that follows */
    arrived[k] = moment_lit(&moment, arrives);
    gone[k] = moment_lit(&moment, goes);
    moment = after;
  }
  int goal = moment_lit(&moment, arrives);
  for (size_t k = steps; k-- > 0;)
    goal = solver_or(solver, arrived[k], solver_and(solver, gone[k], goal));
  solver_assert(solver, -goal);
  bool result = solver_unsatisfiable(solver);
  solver_free(solver);
  return result;
}

/* EX: each undecided state of S makes, with the choices, a valid step to a state in R and lower of
 * the child. EU, EG: it satisfies the (left) child and makes one to a state in R and lower of the
 * node itself: one more step before a path that is known. */
static bool check_in(Checker *c, const Update *u, size_t number) {
  const Node *node = c->graph.nodes + number;
  bool next = node->kind == NODE_EX;
  size_t i = 0, j = 0;
  if (count_groups(u, &u->states) != 1 || count_groups(u, &u->inputs) != 1)
    refuse("line %zu: expected one cube and its inputs", u->line);
  if (u->number >= (node->kind == NODE_EU ? MOST_STEPS : 1))
    refuse("line %zu: too many steps", u->line);
  Lit set = take_cube(c, u, &i);
  if (u->number) return check_held(c, u, node, set);
  assume_undecided(c, node, set);
  assume_choices(c, u, &j, &c->now, &c->after);
  Lit left = lower_of(&c->graph, node->left);
  return implied(c, next ? 1 : left, all(c, c->reachable, next ? left : node->lower));
}

/* Each undecided state of a cube satisfies the child and makes, with the cube's choices, a valid
 * step to the next cube (behind the last comes the first) within R and upper, or to R and lower.
 * For every condition there is a cube in which it is true. So each starts a fair path: the one
 * around the cubes, or one that leaves them for another fair path. */
static bool check_cycle(Checker *c, const Update *u, size_t number) {
  const Node *node = c->graph.nodes + number;
  const Lits *fairness = &c->structure.fairness;
  size_t count = count_groups(u, &u->states);
  if (node->kind != NODE_EG || !count || count_groups(u, &u->inputs) != count)
    refuse("line %zu: expected cubes of an EG node and inputs for each", u->line);
  Lits cubes = {0};
  for (size_t i = 0; i < u->states.size;) lits_add(&cubes, take_cube(c, u, &i));
  for (size_t k = 0, j = 0; k < count; k++) {
    Lit next = all(c, cubes.data[(k + 1) % count], node->upper);
    assume_undecided(c, node, cubes.data[k]);
    assume_choices(c, u, &j, &c->now, &c->after);
    if (!implied(c, lower_of(&c->graph, node->left),
                 all(c, c->reachable, some(c, next, node->lower))))
      return false;
  }
  for (size_t f = 0; f < fairness->size; f++) {
    bool met = false;
    for (size_t k = 0; k < count && !met; k++) {
      assume_undecided(c, node, cubes.data[k]);
      assume_now(c, fairness->data[f] ^ 1);
      met = refuted(c);
    }
    if (!met) return false;
  }
  return true;
}

/* ---- rank: states from which no path is fair ---- */

typedef struct {
  Lits entries; /* the first one is the most significant */
  Lits cubes;   /* over entries, and for each ... */
  Lits missed;  /* ... the condition that is missed in it; 1 where there are none */
} Rank;

static Lit among(const Update *u, const Lits *known, int number) {
  if (number == INT_MIN || !number || (size_t)abs(number) > known->size)
    refuse("line %zu: a rank names %d, which is not there", u->line, number);
  return known->data[abs(number) - 1] ^ (Lit)(number < 0);
}

/* Gates of two literals each, of latches and older gates; one group of entries; cubes, each a
 * condition and literals of entries. */
static Rank take_rank(Checker *c, const Update *u) {
  const Ints *ints = &u->inputs;
  const Lits *fairness = &c->structure.fairness;
  Rank rank = {0};
  Lits known = {0};
  if (count_groups(u, ints) < u->number + 1) refuse("line %zu: a rank is not complete", u->line);
  for (size_t i = 0; i < c->proof.latches.size; i++) lits_add(&known, c->proof.latches.data[i]);
  size_t i = 0;
  for (size_t gate = 0; gate < u->number; gate++, i += 3) {
    if (i + 2 >= ints->size || ints->data[i + 2]) refuse("line %zu: not a gate", u->line);
    Lit left = among(u, &known, ints->data[i]), right = among(u, &known, ints->data[i + 1]);
    lits_add(&known, all(c, left, right));
  }
  for (; ints->data[i]; i++) lits_add(&rank.entries, among(u, &known, ints->data[i]));
  for (i++; i < ints->size; i++) {
    long condition = ints->data[i];
    if (condition < 1 || (size_t)condition > (fairness->size ? fairness->size : 1))
      refuse("line %zu: no such condition", u->line);
    Lit cube = 1;
    for (i++; ints->data[i]; i++) cube = all(c, cube, among(u, &rank.entries, ints->data[i]));
    lits_add(&rank.cubes, cube);
    lits_add(&rank.missed, fairness->size ? fairness->data[condition - 1] : 1);
  }
  return rank;
}

/* A literal of the solver that implies E: S, R, upper, V, T, R', upper', V'. */
static int edge_inside(Checker *c, const Node *node, Lit set) {
  const Lit parts[] = {c->structure.valid, c->reachable, node->upper, set};
  int edge = solver_variable(c->solver);
  for (size_t i = 0; i < 4; i++)
    solver_clause(c->solver, (int[]){-edge, moment_lit(&c->now, parts[i])}, 2);
  for (size_t i = 0; i < 3; i++)
    solver_clause(c->solver, (int[]){-edge, moment_lit(&c->after, parts[i])}, 2);
  return edge;
}

/* With E for an edge inside R and upper from a state of S: E implies S'; E implies that the rank
 * after it is not less; where it is equal, E in a cube implies that the condition of the cube is
 * not true (and without conditions there is no such edge); every valid state of S in R and upper is
 * in a cube. So a fair path that showed the node would stay in S; its rank, of which there are
 * finitely many, would be the same in the end; that is in a cube, whose condition is then never met
 * again. */
static bool check_rank(Checker *c, const Update *u, size_t number) {
  const Node *node = c->graph.nodes + number;
  if (node->kind != NODE_EG) refuse("line %zu: a rank is for EG nodes", u->line);
  Lit set = take_clauses(c, u), covered = 0;
  Rank rank = take_rank(c, u);
  int edge = edge_inside(c, node, set), stays = solver_true(c->solver);
  solver_assume(c->solver, edge);
  assume_after(c, set ^ 1);
  if (!refuted(c)) return false;
  for (size_t i = 0; i < rank.entries.size; i++) { /* no entry falls while those before it stay */
    int before = moment_lit(&c->now, rank.entries.data[i]);
    int after = moment_lit(&c->after, rank.entries.data[i]);
    const int falls[] = {edge, stays, before, -after};
    for (size_t k = 0; k < 4; k++) solver_assume(c->solver, falls[k]);
    if (!refuted(c)) return false;
    solver_clause(c->solver, (int[]){-edge, -stays, -before, after}, 4);
    stays = solver_and(c->solver, stays, solver_equal(c->solver, before, after));
  }
  for (size_t i = 0; i < rank.cubes.size; i++) {
    solver_assume(c->solver, edge);
    solver_assume(c->solver, stays);
    assume_now(c, rank.cubes.data[i]);
    assume_now(c, rank.missed.data[i]);
    if (!refuted(c)) return false;
    covered = some(c, covered, rank.cubes.data[i]);
  }
  solver_assert(c->solver, -edge); /* it is not asked about again */
  assume_now(c, c->structure.valid);
  assume_now(c, c->reachable);
  assume_now(c, node->upper);
  assume_now(c, set);
  assume_now(c, covered ^ 1);
  return refuted(c);
}

/* ---- the whole ---- */

static bool check_update(Checker *c, const Update *u, size_t node) {
  switch (u->kind) {
  case OUT: return check_out(c, u, node);
  case IN: return check_in(c, u, node);
  case CYCLE: return check_cycle(c, u, node);
  case RANK: return check_rank(c, u, node);
  default: return false;
  }
}

static void apply(Checker *c, const Update *u, size_t number) {
  Node *node = c->graph.nodes + number;
  if (u->kind == OUT || u->kind == RANK) {
    node->lost = some(c, node->lost, take_clauses(c, u));
  } else {
    for (size_t i = 0; i < u->states.size;)
      node->gained = some(c, node->gained, take_cube(c, u, &i));
  }
}

/* An update is taken for each of our nodes that it may be about, where it is right. */
static void take_update(Checker *c, const Update *u) {
  bool good = false;
  if (u->kind == REACHABLE) good = check_reachable(c, u);
  else if (u->kind == EQUAL) good = check_equal(c, u);
  else if (u->node < c->proof.target_count) {
    const Targets *targets = c->proof.targets + u->node;
    for (size_t i = 0; i < targets->size; i++) {
      if (!check_update(c, u, targets->data[i])) continue;
      apply(c, u, targets->data[i]);
      good = true;
    }
    graph_propagate(&c->structure, &c->graph);
  }
  if (!good) refuse("the update in line %zu does not follow", u->line);
}

/* *Holds* needs that initial, V and not lower of the root is unsatisfiable. */
static void check_holds(Checker *c) {
  assume_now(c, c->structure.initial);
  assume_now(c, c->structure.valid);
  assume_now(c, lower_of(&c->graph, c->graph.root) ^ 1);
  if (!refuted(c)) refuse("the updates do not show that the formula holds");
}

/* *Violated* needs a valid initial state outside upper of the root. The solver finds it; that it is
 * one is evaluated in the circuit. */
static void check_violated(Checker *c) {
  const Circuit *circuit = c->structure.circuit;
  Lit upper = upper_of(&c->graph, c->graph.root);
  assume_now(c, c->structure.initial);
  assume_now(c, c->structure.valid);
  assume_now(c, upper ^ 1);
  if (refuted(c)) refuse("the updates do not show that the formula is violated");
  unsigned char *values = zeroed(circuit->count, 1);
  for (size_t v = 1; v < circuit->count; v++) {
    if (circuit->variables[v].kind != INPUT && circuit->variables[v].kind != LATCH) continue;
    bool used = v < c->now.room && c->now.lits[v];
    values[v] = used && solver_value(c->solver, c->now.lits[v]);
  }
  evaluate(circuit, values);
  for (size_t i = 0; i < circuit->latch_count; i++) {
    const Latch *latch = circuit->latches + i;
    if (latch->reset <= 1 && value_of(values, latch->lit) != (latch->reset == 1))
      refuse("the solver's state is not initial");
  }
  for (size_t i = 0; i < circuit->constraints.size; i++)
    if (!value_of(values, circuit->constraints.data[i])) refuse("the solver's state is not valid");
  if (value_of(values, upper)) refuse("the solver's state is not one that violates the formula");
}

void check_ctl(Circuit *model, const char *text, const Bytes *evidence) {
  Formula formula = read_formula(model, text);
  Checker c = {.reachable = 1, .equal = 1, .structure = structure_new(model, &formula)};
  c.graph = graph_new(&c.structure, &formula);
  c.proof = read_proof(evidence, &c.structure, &formula, &c.graph);
  c.solver = solver_new();
  c.now = moment_new(c.solver, c.structure.circuit);
  c.after = moment_new(c.solver, c.structure.circuit);
  moment_follow(&c.after, &c.now);
  for (size_t i = 0; i < c.proof.size; i++) take_update(&c, c.proof.updates + i);
  if (c.proof.holds) check_holds(&c);
  else check_violated(&c);
  solver_free(c.solver);
  printf("accepted: a proof of %zu updates shows that the formula %s\n", c.proof.size,
         c.proof.holds ? "holds" : "is violated");
}
