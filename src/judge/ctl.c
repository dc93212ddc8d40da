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
#include <string.h>

typedef struct {
  size_t group; /* of inputs, in all updates */
  Lit value;
} GivenValue;

typedef struct {
  Judge *judge;
  const CtlClaim *claim;
  Structure *structure;
  Graph *graph;
  Circuit *circuit;
  Lits named;     /* latches and gates of the proof, by number from 0 */
  Lit reachable;  /* R */
  Lit arena;      /* R and V */
  Lit equal;      /* the equalities */
  Prover *prover; /* with a step: now, and after it */
  Moment *now, *after;
  size_t number;     /* of the update that is looked at, from 1 ... */
  Lits sets;         /* ... and its cubes; or, of clauses, their conjunction */
  GivenValue *given; /* by input of the proof: the last value that it was given */
  size_t group;
} Checker;

enum { MOST_STEPS = 10000 }; /* a proof that looks further ahead is not looked at */

/* ---- updates that mean something ---- */

static bool in_range(int number, size_t most) {
  return number != INT_MIN && (size_t)abs(number) <= most;
}

/* Numbers in range, groups ended by 0, and how many there are; false if that is not so. */
static bool count_groups(const Ints *ints, size_t most, size_t *count) {
  *count = 0;
  for (size_t i = 0; i < ints->size; i++) {
    *count += !ints->data[i];
    if (!in_range(ints->data[i], most)) return false;
  }
  return !ints->size || !ints->data[ints->size - 1];
}

/* Groups of pairs, an input and the literal that is its value. */
static bool functions_fit(const Checker *c, const Ints *ints, size_t *count) {
  *count = 0;
  for (size_t i = 0; i < ints->size; i++) {
    for (; i < ints->size && ints->data[i]; i += 2)
      if (ints->data[i] < 0 || !in_range(ints->data[i], c->claim->inputs.size) ||
          i + 1 == ints->size || !ints->data[i + 1] || !in_range(ints->data[i + 1], c->named.size))
        return false;
    if (i == ints->size) return false; /* it has no end */
    ++*count;
  }
  return true;
}

static bool equalities_fit(const Checker *c, const Update *u) {
  const Lits *gates = &c->claim->gates;
  for (size_t i = 0; i < u->states.size; i++) {
    int number = u->states.data[i];
    if (number < 0 || (size_t)number / 2 >= gates->size || gates->data[number / 2] == NO_GATE)
      return false;
  }
  return u->states.size % 2 == 0 && !u->inputs.size && !u->functions.size;
}

/* Conditions of a rank are numbered from 1; where there is no weak one, 1 stands for true. Behind
 * them come the pairs of strong fairness. */
static size_t weak_conditions(const Checker *c) {
  return c->structure->fairness.size ? c->structure->fairness.size : 1;
}

/* One group of entries, then cubes that begin with a condition. */
static bool rank_fits(const Checker *c, const Update *u) {
  const Ints *ints = &u->inputs;
  size_t sets, entries = 0, conditions = weak_conditions(c) + c->structure->compassion.size / 2;
  if (u->number || u->functions.size || !count_groups(&u->states, c->named.size, &sets) ||
      !ints->size || ints->data[ints->size - 1])
    return false;
  for (; ints->data[entries]; entries++)
    if (!in_range(ints->data[entries], c->named.size)) return false;
  for (size_t i = entries + 1; i < ints->size; i++) {
    if (ints->data[i] < 1 || !in_range(ints->data[i], conditions)) return false;
    for (i++; ints->data[i]; i++)
      if (!in_range(ints->data[i], entries)) return false;
  }
  return true;
}

/* The node that an update is about. */
static size_t number_of(const Checker *c, const Update *u) {
  return (size_t)c->claim->nodes.data[u->node] / 2;
}

static bool fits(const Checker *c, const Update *u) {
  size_t states, inputs, functions, conditions = c->structure->fairness.size;
  if (u->kind == EQUAL) return equalities_fit(c, u);
  if (u->kind != REACHABLE && u->node >= c->claim->nodes.size) return false;
  NodeKind kind = u->kind == REACHABLE ? NODE_EX : c->graph->nodes.data[number_of(c, u)].kind;
  if (u->kind == RANK) return kind == NODE_EG && rank_fits(c, u);
  if (!count_groups(&u->states, c->named.size, &states) ||
      !count_groups(&u->inputs, c->claim->inputs.size, &inputs) ||
      !functions_fit(c, &u->functions, &functions) || (functions && functions != inputs) ||
      kind == NODE_PREDICATE || kind == NODE_AND)
    return false;
  switch (u->kind) {
  case REACHABLE: return !inputs;
  case OUT:
    return !inputs && u->number < MOST_STEPS &&
           (kind != NODE_EG || !conditions || u->number < conditions);
  case IN: return states == 1 && inputs == 1 && u->number < (kind == NODE_EU ? MOST_STEPS : 1);
  case CYCLE: return kind == NODE_EG && states && states == inputs;
  default: return false;
  }
}

/* ---- sets of states ---- */

static Lit all(Checker *c, Lit a, Lit b) { return add_gate(c->circuit, a, b); }
static Lit some(Checker *c, Lit a, Lit b) { return add_or(c->circuit, a, b); }

static Lit among(const Lits *lits, int number) {
  return lits->data[abs(number) - 1] ^ (Lit)(number < 0);
}

static void name_gates(Checker *c) {
  const Ints *pairs = &c->claim->conjunctions;
  for (size_t i = 0; i < c->claim->latches.size; i++)
    list_add(c->judge, &c->named, c->claim->latches.data[i]);
  for (size_t i = 0; i < pairs->size; i += 2) {
    int left = pairs->data[i], right = i + 1 < pairs->size ? pairs->data[i + 1] : 0;
    if (!left || !right || !in_range(left, c->named.size) || !in_range(right, c->named.size))
      refuse(c->judge, "gate %zu reads what is not there", i / 2 + 1);
    list_add(c->judge, &c->named, all(c, among(&c->named, left), among(&c->named, right)));
  }
}

static void take_sets(Checker *c, const Update *u) {
  bool cubes = u->kind == IN || u->kind == CYCLE;
  Lit clauses = 1;
  c->sets.size = 0;
  for (size_t i = 0; i < u->states.size; i++) {
    Lit set = cubes;
    for (; u->states.data[i]; i++) {
      Lit lit = among(&c->named, u->states.data[i]);
      set = cubes ? all(c, set, lit) : some(c, set, lit);
    }
    if (cubes) list_add(c->judge, &c->sets, set);
    else clauses = all(c, clauses, set);
  }
  if (!cubes) list_add(c->judge, &c->sets, clauses);
}

/* A place in the lists of an update that name inputs. */
typedef struct {
  size_t input, function;
} Place;

_Noreturn static void refuse_unfit(const Checker *c) {
  refuse(c->judge, "update %zu does not fit the formula and the model", c->number);
}

/* An input has a value at a moment, or is assumed to have it. A constant may be said twice; but
 * where two values are given in one group no step has the inputs that the update names, and
 * whatever it says would be true of all of them. */
static void take_value(Checker *c, int number, Lit value, Moment *moment, bool assume) {
  GivenValue *given = c->given + number - 1;
  Lit input = among(&c->claim->inputs, number);
  if (given->group == c->group && (given->value != value || value > 1)) refuse_unfit(c);
  *given = (GivenValue){c->group, value};
  if (!moment) return;
  if (!assume) moment_set(moment, input, moment, value);
  else
    prover_assume(moment->prover, prover_equal(moment->prover, moment_lit(moment, input),
                                               moment_lit(moment, value)));
}

/* The inputs of the next cube: constants, and functions of the state. Without a moment they are
 * only looked at. */
static void take_inputs(Checker *c, const Update *u, Place *at, Moment *moment, bool assume) {
  const Ints *inputs = &u->inputs, *functions = &u->functions;
  c->group++;
  for (; inputs->data[at->input]; at->input++) {
    int number = inputs->data[at->input];
    take_value(c, abs(number), number > 0, moment, assume);
  }
  for (; functions->size && functions->data[at->function]; at->function += 2) {
    const int *pair = functions->data + at->function;
    take_value(c, pair[0], among(&c->named, pair[1]), moment, assume);
  }
  at->input++;
  at->function++;
}

/* ---- queries ---- */

static void assume_now(Checker *c, Lit lit) { prover_assume(c->prover, moment_lit(c->now, lit)); }
static void assume_after(Checker *c, Lit lit) {
  prover_assume(c->prover, moment_lit(c->after, lit));
}
static bool refuted(Checker *c) { return prover_refutes(c->prover); }

/* R, V, T, R', V'. */
static void assume_step(Checker *c) {
  assume_now(c, c->arena);
  assume_after(c, c->arena);
}

/* For a query with its own prover: any state in which the equalities hold. */
static Moment *any_state(Checker *c) {
  Moment *moment = moment_new(prover_new(c->judge), c->circuit, 0);
  prover_assert(moment->prover, moment_lit(moment, c->equal));
  return moment;
}

static void assert_at(Moment *moment, Lit lit) {
  prover_assert(moment->prover, moment_lit(moment, lit));
}

static bool refuted_at(Moment *moment) {
  bool result = prover_refutes(moment->prover);
  prover_free(moment->prover);
  return result;
}

/* The moment after another one; and the same state with inputs of its own. */
static Moment *after_it(Moment *now) {
  Moment *moment = moment_new(now->prover, now->circuit, 0);
  moment_follow(moment, now);
  return moment;
}

static Moment *other_inputs(Moment *now) {
  Moment *moment = moment_new(now->prover, now->circuit, 0);
  moment_share_state(moment, now);
  return moment;
}

/* ---- updates of R and of equalities ---- */

static Lit equality(Checker *c, const Update *u, size_t i) {
  Lit lits[2];
  for (size_t k = 0; k < 2; k++) {
    int number = u->states.data[i + k];
    lits[k] = c->claim->gates.data[number / 2] ^ (Lit)(number & 1);
  }
  return add_equal(c->circuit, lits[0], lits[1]);
}

/* J holds initially, and J and T imply J', whatever the inputs: so the states where J holds for all
 * inputs contain all that can be reached and are closed under steps. No other state is looked at
 * from then on. Each equality that is found to follow is asserted to do so, and helps the next. */
static bool check_equal(Checker *c, const Update *u) {
  Lit joined = 1;
  Lits each = {0};
  for (size_t i = 0; i < u->states.size; i += 2) {
    list_add(c->judge, &each, equality(c, u, i));
    joined = all(c, joined, each.data[i / 2]);
  }
  int initial = moment_lit(c->now, c->structure->initial), before = moment_lit(c->now, joined);
  for (size_t i = 0; i < each.size; i++) {
    int now = moment_lit(c->now, each.data[i]), after = moment_lit(c->after, each.data[i]);
    if (!prover_excludes(c->prover, (int[]){initial, -now}, 2, false) ||
        !prover_excludes(c->prover, (int[]){before, -after}, 2, false))
      return false;
  }
  prover_assert(c->prover, before);
  c->equal = all(c, c->equal, joined);
  return true;
}

/* Initial valid states are in S; steps from valid states in R and S to valid ones in R keep S. So
 * all valid states that can be reached are in S. */
static bool check_reachable(Checker *c) {
  Lit set = c->sets.data[0];
  assume_now(c, c->structure->initial);
  assume_now(c, c->structure->valid);
  assume_now(c, set ^ 1);
  if (!refuted(c)) return false;
  assume_step(c);
  assume_now(c, set);
  assume_after(c, set ^ 1);
  if (!refuted(c)) return false;
  c->reachable = all(c, c->reachable, set);
  c->arena = all(c, c->reachable, c->structure->valid);
  return true;
}

/* ---- out: states that do not satisfy a node ---- */

/* States at a moment that satisfy an edge satisfy this, for some values of new variables: EX nodes
 * under conjunctions and disjunctions make their step, to states that may satisfy the child; EG
 * nodes make their first step inside upper. */
static int may_satisfy(Checker *c, Moment *at, Edge edge) {
  const Node *node = c->graph->nodes.data + edge / 2;
  Prover *prover = at->prover;
  if (node->kind == NODE_AND) {
    int left = may_satisfy(c, at, node->left ^ (edge & 1));
    int right = may_satisfy(c, at, node->right ^ (edge & 1));
    return edge & 1 ? prover_or(prover, left, right) : prover_and(prover, left, right);
  }
  int upper = moment_lit(at, edge_upper(c->graph, edge));
  if (edge & 1 || (node->kind != NODE_EX && node->kind != NODE_EG)) return upper;
  Moment *now = other_inputs(at), *after = after_it(now);
  int step =
      prover_and(prover, moment_lit(now, c->structure->valid), moment_lit(after, c->reachable));
  int end = node->kind == NODE_EX ? may_satisfy(c, after, node->left)
                                  : prover_and(prover, moment_lit(after, c->structure->valid),
                                               moment_lit(after, node->upper));
  return prover_and(prover, upper, prover_and(prover, step, end));
}

/* Whether no valid state of R and the set satisfies an edge. */
static bool excluded(Checker *c, Lit set, Edge edge) {
  assume_now(c, c->arena);
  assume_now(c, set);
  assume_now(c, edge_upper(c->graph, edge));
  if (refuted(c)) return true;
  Moment *now = any_state(c);
  assert_at(now, c->arena);
  assert_at(now, set);
  prover_assert(now->prover, may_satisfy(c, now, edge));
  return refuted_at(now);
}

/* S and a path of so many valid steps in R and upper. */
static bool no_path(Checker *c, const Node *node, Lit set, size_t steps) {
  Moment *now = any_state(c);
  assert_at(now, set);
  now = other_inputs(now);
  for (size_t k = 0;; k++) {
    assert_at(now, c->equal);
    assert_at(now, c->reachable);
    assert_at(now, node->upper);
    if (k == steps) return refuted_at(now);
    assert_at(now, c->structure->valid);
    now = after_it(now);
  }
}

/* No state of S in R satisfies the node. It would be in upper, and
 *   EX: it would have a valid step to a state in R and upper of the child: S has none;
 *   EU: it does not satisfy the right child, so it would satisfy the left one and have a valid step
 *       to a state that satisfies the node, too, hence is in R and upper; that is in S again, and
 *       so on: the right child is never met;
 *   EG, with conditions: a fair path would start there, inside R and upper; each next state is in S
 *       again, and the condition of the update is not true there: never again;
 *   EG, without: a path of so many valid steps inside R and upper would start there. */
static bool check_out(Checker *c, const Update *u, const Node *node) {
  const Lits *fairness = &c->structure->fairness;
  Lit set = c->sets.data[0], again = 0;
  if (node->kind == NODE_EG && !fairness->size) return no_path(c, node, set, u->number + 1);
  if (node->kind == NODE_EU) {
    if (!excluded(c, all(c, set, node->upper), node->right)) return false;
    again = set;
  } else if (node->kind == NODE_EG) {
    again = all(c, set, fairness->data[u->number] ^ 1);
  }
  assume_step(c);
  assume_now(c, set);
  assume_now(c, node->upper);
  if (node->kind == NODE_EU) assume_now(c, edge_upper(c->graph, node->left));
  assume_after(c, node->kind == NODE_EX ? edge_upper(c->graph, node->left) : node->upper);
  assume_after(c, again ^ 1);
  return refuted(c);
}

/* ---- in: states that satisfy a node ---- */

/* States of R and S about which nothing is known. Those in lower satisfy the node already; those
 * outside upper do not, and lower is taken within upper: both may be in S freely. */
static Lit undecided(Checker *c, const Node *node, Lit set) {
  return all(c, all(c, c->reachable, set), all(c, node->upper, node->lower ^ 1));
}

/* Whether all that is assumed implies V, `now` and `after` after the step: the goal's negation is
 * assumed, as one literal. */
static bool implied(Checker *c, Lit now, Lit after) {
  int goal = prover_and(c->prover, moment_lit(c->now, all(c, c->structure->valid, now)),
                        moment_lit(c->after, after));
  prover_assume(c->prover, -goal);
  return refuted(c);
}

/* Each undecided state of S goes, by at most so many valid steps with the inputs of the update,
 * through states of S and R that satisfy the left child, to one in R and lower. At each moment:
 * it has arrived, or goes on from here and arrives later. */
static bool check_held(Checker *c, const Update *u, const Node *node) {
  size_t steps = u->number + 1;
  Lit arrives = all(c, c->reachable, node->lower), set = c->sets.data[0];
  Lit goes = all(c, all(c, set, c->reachable),
                 all(c, c->structure->valid, edge_lower(c->graph, node->left)));
  Moment *now = any_state(c);
  assert_at(now, undecided(c, node, set));
  Prover *prover = now->prover;
  int *arrived = zeroed(&prover->pool, steps, sizeof *arrived);
  int *gone = zeroed(&prover->pool, steps, sizeof *gone);
  now = other_inputs(now);
  for (size_t k = 0; k < steps; k++) {
    Place at = {0, 0};
    take_inputs(c, u, &at, now, false);
    arrived[k] = moment_lit(now, arrives);
    gone[k] = moment_lit(now, goes);
    now = after_it(now);
  }
  int goal = moment_lit(now, arrives);
  for (size_t k = steps; k-- > 0;)
    goal = prover_or(prover, arrived[k], prover_and(prover, gone[k], goal));
  prover_assert(prover, -goal);
  return refuted_at(now);
}

/* EX: each undecided state of S makes, with the inputs, a valid step to a state in R and lower of
 * the child. EU, EG: it satisfies the (left) child and makes one to a state in R and lower of the
 * node itself: one more step before a path that is known. */
static bool check_in(Checker *c, const Update *u, const Node *node) {
  bool next = node->kind == NODE_EX;
  Place at = {0, 0};
  if (u->number) return check_held(c, u, node);
  assume_now(c, undecided(c, node, c->sets.data[0]));
  take_inputs(c, u, &at, c->now, true);
  Lit left = edge_lower(c->graph, node->left);
  return implied(c, next ? 1 : left, all(c, c->reachable, next ? left : node->lower));
}

/* Whether a predicate is true in all undecided states of a cube. */
static bool true_in(Checker *c, const Node *node, Lit cube, Lit predicate) {
  assume_now(c, undecided(c, node, cube));
  assume_now(c, predicate ^ 1);
  return refuted(c);
}

/* Whether it is in some cube, or in all. */
static bool true_on_cycle(Checker *c, const Node *node, Lit predicate, bool in_all) {
  for (size_t k = 0; k < c->sets.size; k++)
    if (true_in(c, node, c->sets.data[k], predicate) != in_all) return !in_all;
  return in_all;
}

/* Each undecided state of a cube satisfies the child and makes, with the cube's inputs, a valid
 * step to the next cube (behind the last comes the first) within R and upper, or to R and lower.
 * For every condition there is a cube in which it is true, and for every pair one in which the
 * second is, or there is none in which the first is. So each starts a fair path: the one around
 * the cubes, or one that leaves them for another fair path. */
static bool check_cycle(Checker *c, const Update *u, const Node *node) {
  const Lits *fairness = &c->structure->fairness, *pairs = &c->structure->compassion;
  const Lits *cubes = &c->sets;
  Place at = {0, 0};
  for (size_t k = 0; k < cubes->size; k++) {
    Lit next = all(c, cubes->data[(k + 1) % cubes->size], node->upper);
    assume_now(c, undecided(c, node, cubes->data[k]));
    take_inputs(c, u, &at, c->now, true);
    if (!implied(c, edge_lower(c->graph, node->left),
                 all(c, c->reachable, some(c, next, node->lower))))
      return false;
  }
  for (size_t f = 0; f < fairness->size; f++)
    if (!true_on_cycle(c, node, fairness->data[f], false)) return false;
  for (size_t f = 0; f < pairs->size; f += 2)
    if (!true_on_cycle(c, node, pairs->data[f + 1], false) &&
        !true_on_cycle(c, node, pairs->data[f] ^ 1, true))
      return false;
  return true;
}

/* ---- rank: states from which no path is fair ---- */

/* E: S, R, upper, V, T, R', upper', V'. */
static int edge_inside(Checker *c, const Node *node, Lit set) {
  Lit inside = all(c, c->arena, node->upper);
  return prover_and(c->prover, moment_lit(c->now, all(c, inside, set)),
                    moment_lit(c->after, inside));
}

typedef struct {
  Lits entries;
  int edge, stays; /* E; and along it the entries so far stay */
  Lit excused;     /* states from which an edge may do to the entries that come as it likes */
} Rank;

/* The cubes that are about the first entries, so many of them: along E in such a cube that keeps
 * these the condition is not true. */
static bool check_cubes(Checker *c, Rank *rank, const Ints *ints, size_t about) {
  const Lits *fairness = &c->structure->fairness, *pairs = &c->structure->compassion;
  size_t weak = weak_conditions(c), i = rank->entries.size + 1;
  for (; i < ints->size; i++) {
    size_t condition = (size_t)ints->data[i], last = 0;
    bool strong = condition > weak;
    Lit cube = 1, missed = fairness->size && !strong ? fairness->data[condition - 1] : 1;
    for (i++; ints->data[i]; i++) {
      if ((size_t)abs(ints->data[i]) > last) last = (size_t)abs(ints->data[i]);
      cube = all(c, cube, among(&rank->entries, ints->data[i]));
    }
    if (about != (strong ? last : rank->entries.size)) continue;
    if (strong) missed = pairs->data[2 * (condition - weak) - 1];
    prover_assume(c->prover, rank->edge);
    prover_assume(c->prover, rank->stays);
    assume_now(c, cube);
    assume_now(c, missed);
    if (!refuted(c)) return false;
    if (strong) cube = all(c, cube, pairs->data[2 * (condition - weak) - 2]);
    rank->excused = some(c, rank->excused, cube);
  }
  return true;
}

/* No entry, of which the first is the most significant, falls along E from a state that is not
 * excused while those before it stay. Asked entry by entry, each answer is of use to the next. */
static bool rank_stands(Checker *c, Rank *rank, const Ints *ints) {
  for (size_t i = 0; i < rank->entries.size; i++) {
    if (!check_cubes(c, rank, ints, i)) return false;
    int before = moment_lit(c->now, rank->entries.data[i]);
    int after = moment_lit(c->after, rank->entries.data[i]);
    int excused = moment_lit(c->now, rank->excused);
    const int falls[] = {rank->edge, rank->stays, before, -after, -excused};
    if (!prover_excludes(c->prover, falls, 5, false)) return false;
    rank->stays = prover_and(c->prover, rank->stays, prover_equal(c->prover, before, after));
  }
  return check_cubes(c, rank, ints, rank->entries.size);
}

/* With E for an edge inside R and upper from a state of S: E implies S'; E implies that the rank
 * after it is not less; where it is equal, E in a cube implies that the condition of the cube is
 * not true (and without conditions there is no such edge); every valid state of S in R and upper is
 * in a cube. So a fair path that showed the node would stay in S; its rank, of which there are
 * finitely many, would be the same in the end; that is in a cube, whose condition is then never met
 * again.
 *
 * A cube of a pair is about the entries up to the last one that it names: E in it that keeps these
 * implies that the second of the pair is not true; and where the first is, the entries that follow
 * may fall, and the state need not be in a cube of a condition. On a path in S, take the first
 * entry that changes again and again. Those before it are the same in the end. It falls again and
 * again, always in a cube of a pair that is about those before it, which the path does not leave
 * any more: so the first of some pair is true again and again, and the second never: the path is
 * not fair. Likewise if no entry changes in the end, and no state is in a cube of a condition. */
static bool check_rank(Checker *c, const Update *u, const Node *node) {
  Lit set = c->sets.data[0];
  Rank rank = {.edge = edge_inside(c, node, set), .stays = PROVER_TRUE};
  for (size_t i = 0; u->inputs.data[i]; i++)
    list_add(c->judge, &rank.entries, among(&c->named, u->inputs.data[i]));
  prover_assume(c->prover, rank.edge);
  assume_after(c, set ^ 1);
  if (!refuted(c) || !rank_stands(c, &rank, &u->inputs)) return false;
  assume_now(c, c->arena);
  assume_now(c, node->upper);
  assume_now(c, set);
  assume_now(c, rank.excused ^ 1);
  return refuted(c);
}

/* ---- the whole ---- */

static bool follows(Checker *c, const Update *u, const Node *node) {
  switch (u->kind) {
  case REACHABLE: return check_reachable(c);
  case OUT: return check_out(c, u, node);
  case IN: return check_in(c, u, node);
  case CYCLE: return check_cycle(c, u, node);
  case RANK: return check_rank(c, u, node);
  default: return check_equal(c, u);
  }
}

/* A path along false has no steps: what is lost of it is lost of its end, which others speak of in
 * its place. Nothing was shown of states that are not valid; so the end must imply that they are.
 */
static void lose_end(Checker *c, Edge end) {
  Node *node = c->graph->nodes.data + end / 2;
  if (node->kind == NODE_PREDICATE || (c->structure->tau && !is_live(c->graph, end))) return;
  Lit *changed = end & 1 ? &node->gained : &node->lost;
  *changed = some(c, *changed, c->sets.data[0]);
  propagate_from(c->graph, end / 2);
}

static void take_update(Checker *c, const Update *u) {
  Judge *judge = c->judge;
  bool global = u->kind == REACHABLE || u->kind == EQUAL;
  c->number++;
  if (!fits(c, u)) refuse_unfit(c);
  for (Place at = {0, 0}; u->kind != RANK && at.input < u->inputs.size;)
    take_inputs(c, u, &at, NULL, false);
  Node *node = global ? NULL : c->graph->nodes.data + number_of(c, u);
  snprintf(judge->obligation, sizeof judge->obligation, "update %zu, '%s'", c->number,
           update_words[u->kind]);
  if (u->kind != EQUAL) take_sets(c, u);
  if (!follows(c, u, node))
    refuse(judge, "update %zu does not follow from the earlier ones", c->number);
  if (global) return;
  Lit *changed = u->kind == OUT || u->kind == RANK ? &node->lost : &node->gained;
  for (size_t i = 0; i < c->sets.size; i++) *changed = some(c, *changed, c->sets.data[i]);
  if (u->kind == OUT && node->kind == NODE_EU && node->left == 0) lose_end(c, node->right);
  propagate_from(c->graph, number_of(c, u));
}

/* *Violated* rests on the state that the solver has found, which is not believed: that it is
 * initial and valid, and not in upper of the root, is evaluated in the circuit. */
static void check_model(Checker *c, const Lit *lits, size_t count) {
  const Circuit *circuit = c->circuit;
  uint64_t *values = zeroed(&c->judge->pool, circuit->count, sizeof *values);
  for (size_t v = 1; v < circuit->count; v++) {
    bool used = v < c->now->room && c->now->lits[v];
    values[v] = used && prover_value(c->prover, c->now->lits[v]);
  }
  evaluate(circuit, values);
  for (size_t i = 0; i < count; i++)
    if (!(value_of(values, lits[i]) & 1))
      refuse(c->judge, "the solver's initial state that the proof excludes is none");
}

/* *Holds* needs that initial, V and not lower of the root is unsatisfiable, *violated* that
 * initial, V and not upper of it is satisfiable. */
static void check_verdict(Checker *c, Edge root) {
  bool holds = c->claim->holds;
  Lit bound = holds ? edge_lower(c->graph, root) : edge_upper(c->graph, root);
  const Lit outside[] = {c->structure->initial, c->structure->valid, bound ^ 1};
  strcpy(c->judge->obligation, "the verdict: all initial states are in lower of the root");
  for (size_t i = 0; i < 3; i++) assume_now(c, outside[i]);
  if (refuted(c) != holds)
    refuse(c->judge, holds ? "the proof leaves an initial state open"
                           : "the proof excludes no initial state");
  if (!holds) check_model(c, outside, 3);
}

void check_ctl(CtlClaim *claim, const Parts *formula) {
  Structure *structure = claim->structure;
  Judge *judge = structure->circuit->judge;
  Checker c = {.judge = judge,
               .claim = claim,
               .structure = structure,
               .graph = claim->graph,
               .circuit = structure->circuit,
               .reachable = 1,
               .arena = structure->valid,
               .equal = 1,
               .prover = prover_new(judge)};
  c.given = zeroed(&judge->pool, claim->inputs.size, sizeof *c.given);
  Edge root = add_formula(c.graph, formula);
  c.now = moment_new(c.prover, c.circuit, 0);
  c.after = moment_new(c.prover, c.circuit, 0);
  moment_follow(c.after, c.now);
  name_gates(&c);
  for (size_t i = 0; i < claim->updates.size; i++) take_update(&c, claim->updates.data + i);
  check_verdict(&c, root);
}
