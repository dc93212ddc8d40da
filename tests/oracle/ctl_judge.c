/* See ctl_judge.h. A state is a number and so is a step, as in explicit.h; sets are of states
 * unless their names say steps. Bounds over several steps are found backwards, set by set. */
#include "oracle/ctl_judge.h"

#include <stdlib.h>

#include "base/memory.h"

/* ---- lists of an update as groups of numbers ---- */

typedef VEC(IntVec) Groups;

static void groups_free(Groups *groups) {
  for (size_t i = 0; i < groups->size; i++) vec_free(groups->data + i);
  vec_free(groups);
}

/* False if the last group has no end. */
static bool groups_read(Groups *groups, const IntVec *list) {
  *groups = (Groups){0};
  IntVec group = {0};
  for (size_t i = 0; i < list->size; i++) {
    if (list->data[i]) {
      vec_push(&group, list->data[i]);
      continue;
    }
    vec_push(groups, group);
    group = (IntVec){0};
  }
  bool ended = !group.size;
  vec_free(&group);
  return ended;
}

static bool in_range(const IntVec *group, size_t first, size_t most) {
  for (size_t i = first; i < group->size; i++)
    if (group->data[i] < -(int64_t)most || group->data[i] > (int64_t)most) return false;
  return true;
}

static bool all_in_range(const Groups *groups, size_t most) {
  for (size_t i = 0; i < groups->size; i++)
    if (!in_range(groups->data + i, 0, most)) return false;
  return true;
}

/* Whether some group has a literal and its negation. */
static bool contradictory(const Groups *groups) {
  for (size_t k = 0; k < groups->size; k++)
    for (size_t a = 0; a < groups->data[k].size; a++)
      for (size_t b = 0; b < a; b++)
        if (groups->data[k].data[a] == -groups->data[k].data[b]) return true;
  return false;
}

/* Whether a state satisfies a literal, of a latch or a gate. */
static bool satisfies(const CtlJudge *j, size_t state, int lit) {
  return bits_get(j->named.data + abs(lit) - 1, state) == (lit > 0);
}

static bool in_cube(const CtlJudge *j, const IntVec *cube, size_t state) {
  for (size_t i = 0; i < cube->size; i++)
    if (!satisfies(j, state, cube->data[i])) return false;
  return true;
}

static bool in_clause(const CtlJudge *j, const IntVec *clause, size_t state) {
  for (size_t i = 0; i < clause->size; i++)
    if (satisfies(j, state, clause->data[i])) return true;
  return false;
}

static Bits cube_states(const CtlJudge *j, const IntVec *cube) {
  Bits set = bits_new(j->e->states);
  for (size_t s = 0; s < set.size; s++) bits_put(&set, s, in_cube(j, cube, s));
  return set;
}

static Bits clauses_states(const CtlJudge *j, const Groups *clauses) {
  Bits set = bits_new(j->e->states);
  for (size_t s = 0; s < set.size; s++) {
    bool all = true;
    for (size_t i = 0; i < clauses->size; i++) all = all && in_clause(j, clauses->data + i, s);
    bits_put(&set, s, all);
  }
  return set;
}

/* ---- gates ---- */

static void name_latches(CtlJudge *j) {
  for (size_t i = 0; i < j->structure->system->latches.size; i++) {
    Bits set = bits_new(j->e->states);
    for (size_t s = 0; s < set.size; s++) bits_put(&set, s, s >> i & 1);
    vec_push(&j->named, set);
  }
}

bool ctl_judge_gates(CtlJudge *j, const IntVec *gates) {
  size_t latches = j->structure->system->latches.size;
  while (2 * (j->named.size - latches) + 1 < gates->size) {
    IntVec pair = {.data = gates->data + 2 * (j->named.size - latches), .size = 2};
    if (!pair.data[0] || !pair.data[1] || !in_range(&pair, 0, j->named.size)) return false;
    vec_push(&j->named, cube_states(j, &pair));
  }
  return gates->size % 2 == 0;
}

/* ---- steps ---- */

static size_t from_of(const CtlJudge *j, size_t step) { return j->e->graph.edges.data[step].from; }
static size_t to_of(const CtlJudge *j, size_t step) { return j->e->graph.edges.data[step].to; }
static size_t input_of(const CtlJudge *j, size_t step) { return step % j->e->inputs; }

static bool is_valid(const CtlJudge *j, size_t step) {
  return bits_get(&j->e->valid, step) && bits_get(&j->equal, step);
}

/* Whether a state has a step that meets the constraints. */
static bool is_alive(const CtlJudge *j, size_t state) {
  for (size_t i = 0; i < j->e->inputs; i++)
    if (is_valid(j, state * j->e->inputs + i)) return true;
  return false;
}

/* A valid step inside R to a state that has another. */
static bool is_move(const CtlJudge *j, size_t step) {
  return is_valid(j, step) && bits_get(&j->reachable, from_of(j, step)) &&
         bits_get(&j->reachable, to_of(j, step)) && is_alive(j, to_of(j, step));
}

/* The states in which a literal over latches is true. */
static Bits literal_states(const CtlJudge *j, Lit lit) {
  Bits steps = explicit_literal(j->e, lit), states = bits_new(j->e->states);
  for (size_t s = 0; s < states.size; s++) bits_put(&states, s, bits_get(&steps, s * j->e->inputs));
  bits_free(&steps);
  return states;
}

static Bits complement(const Bits *set) {
  Bits result = bits_new(set->size);
  bits_fill(&result, true);
  bits_minus(&result, set);
  return result;
}

static Bits both(const Bits *a, const Bits *b) {
  Bits result = bits_copy(a);
  bits_and(&result, b);
  return result;
}

/* ---- bounds and truth ---- */

static Bits signed_set(const Bits *set, CtlRef ref) {
  return ctl_negated(ref) ? complement(set) : bits_copy(set);
}

static Bits edge_truth(const CtlJudge *j, CtlRef ref) {
  return signed_set(&j->nodes[ctl_node(ref)].truth, ref);
}

/* What an edge is written as where nodes, or the verdict, speak of it. */
static CtlRef plain(const CtlJudge *j, CtlRef ref) {
  return j->plain.data[ctl_node(ref)] ^ (CtlRef)ctl_negated(ref);
}

static bool is_set(CtlRef edge) { return edge >= CTL_PLAIN_SETS; }

static const Bits *set_of(const CtlJudge *j, CtlRef edge) {
  return j->sets.data + ctl_node(edge - CTL_PLAIN_SETS);
}

static Bits edge_lower(const CtlJudge *j, CtlRef ref) {
  CtlRef edge = plain(j, ref);
  if (is_set(edge)) return signed_set(set_of(j, edge), edge);
  const CtlNodeSets *sets = j->nodes + ctl_node(edge);
  return signed_set(ctl_negated(edge) ? &sets->upper : &sets->lower, edge);
}

static Bits edge_upper(const CtlJudge *j, CtlRef ref) {
  Bits below = edge_lower(j, ctl_not(ref)), upper = complement(&below);
  bits_free(&below);
  return upper;
}

static Bits until(const CtlJudge *j, const Bits *left, const Bits *right) {
  Bits result = bits_copy(right);
  for (bool more = true; more;) {
    more = false;
    Bits before = graph_preimage(&j->e->graph, &result, &j->e->valid);
    bits_and(&before, left);
    more = !bits_subset(&before, &result);
    bits_or(&result, &before);
    bits_free(&before);
  }
  return result;
}

static Bits always_fairly(const CtlJudge *j, const Bits *inside) {
  const System *system = j->structure->system;
  LitVec all = {0};
  vec_append(&all, &system->fairness);
  vec_append(&all, &system->compassion);
  Bits *conditions = mem_array(all.size, sizeof *conditions);
  for (size_t i = 0; i < all.size; i++) conditions[i] = explicit_literal(j->e, all.data[i]);
  Bits steps = explicit_steps(j->e, inside), arriving = explicit_steps_to(j->e, inside);
  bits_and(&steps, &arriving);
  bits_and(&steps, &j->e->valid);
  Bits result =
      graph_strongly_fair(&j->e->graph, &steps, conditions, system->fairness.size,
                          conditions + system->fairness.size, system->compassion.size / 2);
  for (size_t i = 0; i < all.size; i++) bits_free(conditions + i);
  mem_free(conditions);
  vec_free(&all);
  bits_free(&steps);
  bits_free(&arriving);
  return result;
}

static Bits node_truth(const CtlJudge *j, const CtlNode *node) {
  if (node->kind == CTL_PREDICATE) return literal_states(j, node->predicate);
  Bits left = edge_truth(j, node->left), right = edge_truth(j, node->right), result = {0};
  switch (node->kind) {
  case CTL_AND: result = both(&left, &right); break;
  case CTL_EX: result = graph_preimage(&j->e->graph, &left, &j->e->valid); break;
  case CTL_EU: result = until(j, &left, &right); break;
  case CTL_EG: result = always_fairly(j, &left); break;
  case CTL_PREDICATE: break;
  }
  bits_free(&left);
  bits_free(&right);
  return result;
}

/* L and U of a node from those of its children. */
static void start_bounds(const CtlJudge *j, const CtlNode *node, Bits *lower, Bits *upper) {
  *lower = bits_new(j->e->states);
  *upper = complement(lower);
  if (node->kind == CTL_EX) return;
  if (node->kind == CTL_PREDICATE) {
    Bits states = literal_states(j, node->predicate);
    bits_or(lower, &states);
    bits_and(upper, &states);
    bits_free(&states);
    return;
  }
  Bits left_lower = edge_lower(j, node->left), left_upper = edge_upper(j, node->left);
  Bits right_lower = edge_lower(j, node->right), right_upper = edge_upper(j, node->right);
  if (node->kind == CTL_AND) {
    bits_or(lower, &left_lower);
    bits_and(lower, &right_lower);
    bits_and(upper, &right_upper);
  } else if (node->kind == CTL_EU) {
    bits_or(lower, &right_lower);
    bits_or(&left_upper, &right_upper);
  }
  bits_and(upper, &left_upper);
  bits_free(&left_lower);
  bits_free(&left_upper);
  bits_free(&right_lower);
  bits_free(&right_upper);
}

/* ---- nodes that say the same ---- */

enum { EDGE_FALSE = CTL_PLAIN_SETS, EDGE_TRUE = EDGE_FALSE + 1 };

/* The edge of a predicate; equivalent ones have the same. Takes the set. */
static CtlRef set_edge(CtlJudge *j, Bits set) {
  CtlRef found = CTL_PLAIN_SETS;
  for (size_t i = 0; i < j->sets.size; i++, found += 2) {
    Bits other = complement(j->sets.data + i);
    bool same = bits_equal(j->sets.data + i, &set), negated = bits_equal(&other, &set);
    bits_free(&other);
    if (!same && !negated) continue;
    bits_free(&set);
    return found + negated;
  }
  vec_push(&j->sets, set);
  return found;
}

/* EG true, unless it is true in all states. */
static bool is_living(const CtlJudge *j, const CtlNode *node) {
  return node->kind == CTL_EG && plain(j, node->left) == EDGE_TRUE && j->structure->tau;
}

/* Whether all that satisfies it satisfies EG true, as far as the operators tell. */
static bool is_live(const CtlJudge *j, CtlRef ref) {
  CtlRef edge = plain(j, ref);
  if (is_set(edge)) return edge == EDGE_FALSE;
  const CtlNode *node = j->structure->nodes.data + ctl_node(edge);
  if (node->kind != CTL_AND) return !ctl_negated(edge);
  return ctl_negated(edge) ? is_live(j, ctl_not(node->left)) && is_live(j, ctl_not(node->right))
                           : is_live(j, node->left) || is_live(j, node->right);
}

static CtlRef conjunction(CtlJudge *j, const CtlNode *node, CtlRef self) {
  CtlRef a = plain(j, node->left), b = plain(j, node->right);
  if (a == EDGE_TRUE || a == b) return b;
  if (b == EDGE_TRUE) return a;
  if (a == EDGE_FALSE || b == EDGE_FALSE || a == ctl_not(b)) return EDGE_FALSE;
  const CtlNode *nodes = j->structure->nodes.data;
  if (!is_set(a) && !ctl_negated(a) && is_living(j, nodes + ctl_node(a)) && is_live(j, node->right))
    return b;
  if (!is_set(b) && !ctl_negated(b) && is_living(j, nodes + ctl_node(b)) && is_live(j, node->left))
    return a;
  if (is_set(a) && is_set(b)) {
    Bits left = signed_set(set_of(j, a), a), right = signed_set(set_of(j, b), b);
    bits_and(&left, &right);
    bits_free(&right);
    return set_edge(j, left);
  }
  return self;
}

static CtlRef plain_edge(CtlJudge *j, uint32_t v) {
  const CtlNode *node = j->structure->nodes.data + v;
  CtlRef self = 2 * j->same.data[v];
  if (node->kind == CTL_PREDICATE) return set_edge(j, bits_copy(&j->nodes[v].truth));
  CtlRef a = plain(j, node->left), b = plain(j, node->right);
  switch (node->kind) {
  case CTL_AND: return conjunction(j, node, self);
  case CTL_EU: return a == EDGE_FALSE || b == EDGE_FALSE || b == EDGE_TRUE ? b : self;
  default: return a == EDGE_FALSE || (a == EDGE_TRUE && !j->structure->tau) ? a : self;
  }
}

static bool says_the_same(const CtlJudge *j, const CtlNode *a, const CtlNode *b) {
  CtlRef left[] = {plain(j, a->left), plain(j, b->left)};
  if (a->kind != b->kind || a->kind == CTL_PREDICATE) return false;
  if (a->kind == CTL_EX || a->kind == CTL_EG) return left[0] == left[1];
  CtlRef right[] = {plain(j, a->right), plain(j, b->right)};
  return (left[0] == left[1] && right[0] == right[1]) ||
         (a->kind == CTL_AND && left[0] == right[1] && right[0] == left[1]);
}

static uint32_t first_same(const CtlJudge *j, uint32_t v) {
  const CtlNode *nodes = j->structure->nodes.data;
  for (uint32_t u = 0; u < v; u++)
    if (says_the_same(j, nodes + u, nodes + v)) return u;
  return v;
}

static void know_node(CtlJudge *j, uint32_t v) {
  vec_push(&j->plain, 2 * v); /* of a predicate the children are itself */
  vec_push(&j->same, first_same(j, v));
  j->plain.data[v] = plain_edge(j, v);
}

/* What was gained and lost of one is of all that say the same. */
static CtlNodeSets *sets_of(const CtlJudge *j, size_t v) { return j->nodes + j->same.data[v]; }

/* States that are known to fail EG true. */
static Bits dead_states(const CtlJudge *j) {
  Bits dead = bits_new(j->e->states);
  for (size_t v = 0; v < j->structure->nodes.size; v++)
    if (is_living(j, j->structure->nodes.data + v)) bits_or(&dead, &sets_of(j, v)->lost);
  return dead;
}

/* These are live; what is live because of them has no more than they have in U. */
static bool is_temporal(const CtlNode *node) {
  return node->kind == CTL_EX || node->kind == CTL_EU || node->kind == CTL_EG;
}

static void propagate(CtlJudge *j) {
  Bits dead = dead_states(j);
  for (size_t v = 0; v < j->structure->nodes.size; v++) {
    CtlNodeSets *sets = j->nodes + v;
    bits_free(&sets->lower);
    bits_free(&sets->upper);
    Bits lower, upper;
    const CtlNode *node = j->structure->nodes.data + v;
    start_bounds(j, node, &lower, &upper);
    if (is_temporal(node)) bits_minus(&upper, &dead);
    bits_minus(&upper, &sets_of(j, v)->lost);
    bits_or(&lower, &sets_of(j, v)->gained);
    bits_and(&lower, &upper);
    sets->lower = lower;
    sets->upper = upper;
  }
  bits_free(&dead);
}

CtlJudge *ctl_judge_new(const Task *task) {
  CtlStructure *structure = ctl_structure_new(task);
  const System *system = structure->system;
  if (system->latches.size + system->inputs.size > CTL_JUDGE_MAX_BITS) {
    ctl_structure_free(structure);
    return NULL;
  }
  CtlJudge *j = mem_zalloc(sizeof *j);
  j->structure = structure;
  j->e = explicit_new(system);
  j->reachable = bits_new(j->e->states);
  j->equal = bits_new(j->e->steps);
  bits_fill(&j->reachable, true);
  bits_fill(&j->equal, true);
  name_latches(j);
  vec_push(&j->sets, bits_new(j->e->states));
  j->nodes = mem_array(structure->nodes.size, sizeof *j->nodes);
  for (size_t v = 0; v < structure->nodes.size; v++) {
    j->nodes[v].gained = bits_new(j->e->states);
    j->nodes[v].lost = bits_new(j->e->states);
    j->nodes[v].truth = node_truth(j, structure->nodes.data + v);
    know_node(j, (uint32_t)v);
  }
  propagate(j);
  return j;
}

void ctl_judge_free(CtlJudge *j) {
  if (!j) return;
  for (size_t v = 0; v < j->structure->nodes.size; v++) {
    CtlNodeSets *sets = j->nodes + v;
    bits_free(&sets->truth);
    bits_free(&sets->gained);
    bits_free(&sets->lost);
    bits_free(&sets->lower);
    bits_free(&sets->upper);
  }
  for (size_t i = 0; i < j->named.size; i++) bits_free(j->named.data + i);
  vec_free(&j->named);
  mem_free(j->nodes);
  for (size_t i = 0; i < j->sets.size; i++) bits_free(j->sets.data + i);
  vec_free(&j->sets);
  vec_free(&j->same);
  vec_free(&j->plain);
  bits_free(&j->reachable);
  bits_free(&j->equal);
  explicit_free(j->e);
  ctl_structure_free(j->structure);
  mem_free(j);
}

/* ---- what an update says, as sets ---- */

typedef struct {
  const CtlUpdate *update;
  const CtlNode *node; /* NULL for those that are about none */
  CtlNodeSets *sets;
  Groups states, inputs, functions;
} Claim;

/* Whether a step has the inputs that are named for a cube. */
static bool is_chosen(const CtlJudge *j, const Claim *claim, size_t cube, size_t step) {
  const IntVec *constants = claim->inputs.data + cube;
  for (size_t i = 0; i < constants->size; i++)
    if ((input_of(j, step) >> (abs(constants->data[i]) - 1) & 1) != (constants->data[i] > 0))
      return false;
  if (!claim->functions.size) return true;
  const IntVec *functions = claim->functions.data + cube;
  for (size_t i = 0; i < functions->size; i += 2)
    if ((input_of(j, step) >> (functions->data[i] - 1) & 1) !=
        satisfies(j, from_of(j, step), functions->data[i + 1]))
      return false;
  return true;
}

static bool from_to(const CtlJudge *j, size_t step, const Bits *from, const Bits *to) {
  return bits_get(from, from_of(j, step)) && bits_get(to, to_of(j, step));
}

/* ---- `equal` ---- */

/* The steps in which the equalities so far and those of the claim hold. */
static Bits equal_steps(const CtlJudge *j, const Claim *claim) {
  const IntVec *lits = &claim->update->equalities;
  Bits all = bits_copy(&j->equal);
  for (size_t i = 0; i < lits->size; i += 2) {
    Bits a = explicit_literal(j->e, (Lit)lits->data[i]);
    Bits b = explicit_literal(j->e, (Lit)lits->data[i + 1]);
    for (size_t step = 0; step < all.size; step++)
      if (bits_get(&a, step) != bits_get(&b, step)) bits_clear(&all, step);
    bits_free(&a);
    bits_free(&b);
  }
  return all;
}

static bool judge_equal(const CtlJudge *j, const Claim *claim) {
  Bits all = equal_steps(j, claim);
  bool good = true;
  for (size_t step = 0; step < all.size && good; step++) {
    if (!bits_get(&j->equal, step)) continue;
    if (bits_get(&j->e->initial, from_of(j, step))) good = bits_get(&all, step);
    for (size_t i = 0; i < j->e->inputs && good && bits_get(&all, step); i++)
      good = bits_get(&all, to_of(j, step) * j->e->inputs + i);
  }
  bits_free(&all);
  return good;
}

/* ---- `reachable` ---- */

static bool judge_reachable(const CtlJudge *j, const Claim *claim) {
  Bits set = clauses_states(j, &claim->states), outside = complement(&set);
  bool good = true;
  for (size_t step = 0; step < j->e->steps && good; step++) {
    bool starts = is_valid(j, step) && bits_get(&j->e->initial, from_of(j, step));
    good = !(starts && bits_get(&outside, from_of(j, step))) &&
           !(is_move(j, step) && from_to(j, step, &set, &outside));
  }
  bits_free(&set);
  bits_free(&outside);
  return good;
}

/* ---- `out` ---- */

/* The states from which a step that meets the constraints goes into a set. The inputs of this step
 * are not those for which the equalities are known to hold. */
static Bits before(const CtlJudge *j, const Bits *set) {
  return graph_preimage(&j->e->graph, set, &j->e->valid);
}

/* The states of U of an edge that can make the steps which EX nodes below it ask for, through
 * conjunctions and disjunctions, and the first step that EG nodes do. */
static Bits upper_ahead(const CtlJudge *j, CtlRef any) {
  Bits upper = edge_upper(j, any);
  CtlRef ref = plain(j, any);
  if (is_set(ref)) return upper;
  const CtlNode *node = j->structure->nodes.data + ctl_node(ref);
  if (node->kind == CTL_AND) {
    CtlRef sign = ref & 1;
    Bits left = upper_ahead(j, node->left ^ sign), right = upper_ahead(j, node->right ^ sign);
    if (sign) bits_or(&left, &right);
    else bits_and(&left, &right);
    bits_free(&upper);
    upper = bits_copy(&left);
    bits_free(&left);
    bits_free(&right);
  } else if ((node->kind == CTL_EX || node->kind == CTL_EG) && !ctl_negated(ref)) {
    Bits end = node->kind == CTL_EX ? upper_ahead(j, node->left) : bits_copy(&upper);
    Bits valid = explicit_states(j->e, &j->e->valid);
    bits_and(&end, &j->reachable);
    if (node->kind == CTL_EG) bits_and(&end, &valid);
    Bits steps = before(j, &end);
    bits_and(&upper, &steps);
    bits_free(&end);
    bits_free(&valid);
    bits_free(&steps);
  }
  return upper;
}

/* Whether no valid state of a set in R can satisfy an edge. */
static bool excluded(const CtlJudge *j, const Bits *set, CtlRef ref) {
  Bits possible = upper_ahead(j, ref);
  bool good = true;
  for (size_t s = 0; s < possible.size && good; s++)
    good = !(bits_get(&possible, s) && bits_get(set, s) && bits_get(&j->reachable, s) &&
             is_alive(j, s));
  bits_free(&possible);
  return good;
}

/* Whether no path of so many steps inside R and U starts in the set. */
static bool paths_end(const CtlJudge *j, const Claim *claim, const Bits *set) {
  Bits inside = both(&j->reachable, &claim->sets->upper), equal = explicit_states(j->e, &j->equal);
  Bits steps = both(&j->e->valid, &j->equal);
  bits_and(&inside, &equal);
  Bits starts = bits_copy(&inside);
  for (uint64_t k = 0; k <= claim->update->further_steps; k++) {
    Bits earlier = graph_preimage(&j->e->graph, &starts, &steps);
    bits_free(&starts);
    starts = both(&earlier, &inside);
    bits_free(&earlier);
  }
  bool good = bits_disjoint(&starts, set);
  bits_free(&inside);
  bits_free(&equal);
  bits_free(&steps);
  bits_free(&starts);
  return good;
}

/* Whether all moves from one set into another end in a third. */
static bool moves_end_in(const CtlJudge *j, const Bits *from, const Bits *to, const Bits *end) {
  for (size_t step = 0; step < j->e->steps; step++)
    if (is_move(j, step) && from_to(j, step, from, to) && !bits_get(end, to_of(j, step)))
      return false;
  return true;
}

static bool judge_out(const CtlJudge *j, const Claim *claim) {
  const LitVec *fairness = &j->structure->system->fairness;
  Bits set = clauses_states(j, &claim->states), inside = both(&set, &claim->sets->upper);
  Bits left = edge_upper(j, claim->node->left), again = bits_new(j->e->states);
  bool good;
  if (claim->node->kind == CTL_EX) {
    good = moves_end_in(j, &inside, &left, &again);
  } else if (claim->node->kind == CTL_EU) {
    good = excluded(j, &inside, claim->node->right);
    bits_and(&inside, &left);
    good = good && moves_end_in(j, &inside, &claim->sets->upper, &set);
  } else if (!fairness->size) {
    good = paths_end(j, claim, &set);
  } else {
    Bits met = literal_states(j, fairness->data[claim->update->condition]);
    bits_or(&again, &set);
    bits_minus(&again, &met);
    good = moves_end_in(j, &inside, &claim->sets->upper, &again);
    bits_free(&met);
  }
  bits_free(&set);
  bits_free(&inside);
  bits_free(&left);
  bits_free(&again);
  return good;
}

/* ---- `in` and `cycle` ---- */

static bool is_undecided(const CtlJudge *j, const Claim *claim, size_t state) {
  return bits_get(&j->reachable, state) && bits_get(&claim->sets->upper, state) &&
         !bits_get(&claim->sets->lower, state);
}

/* Whether each undecided state of the cube, by every step with the inputs that obeys the
 * equalities, makes a valid one from `from` to `to`. */
static bool steps_lead(const CtlJudge *j, const Claim *claim, size_t cube, const Bits *from,
                       const Bits *to) {
  for (size_t step = 0; step < j->e->steps; step++)
    if (bits_get(&j->equal, step) && is_undecided(j, claim, from_of(j, step)) &&
        in_cube(j, claim->states.data + cube, from_of(j, step)) &&
        is_chosen(j, claim, cube, step) &&
        !(bits_get(&j->e->valid, step) && from_to(j, step, from, to)))
      return false;
  return true;
}

/* Several steps with the same inputs: the states from which each way arrives, backwards. */
static bool held_arrives(const CtlJudge *j, const Claim *claim) {
  Bits cube = cube_states(j, claim->states.data), left = edge_lower(j, claim->node->left);
  bits_and(&cube, &left);
  bits_and(&cube, &j->reachable);
  Bits arrived = both(&claim->sets->lower, &j->reachable), sure = bits_copy(&arrived);
  for (uint64_t k = 0; k <= claim->update->further_steps; k++) {
    Bits earlier = bits_copy(&cube);
    for (size_t step = 0; step < j->e->steps; step++)
      if (is_chosen(j, claim, 0, step) &&
          !(bits_get(&j->e->valid, step) && bits_get(&sure, to_of(j, step))))
        bits_clear(&earlier, from_of(j, step));
    bits_or(&earlier, &arrived);
    bits_free(&sure);
    sure = earlier;
  }
  bool good = true;
  for (size_t step = 0; step < j->e->steps && good; step++)
    good = !bits_get(&j->equal, step) || !is_undecided(j, claim, from_of(j, step)) ||
           !in_cube(j, claim->states.data, from_of(j, step)) || bits_get(&sure, from_of(j, step));
  bits_free(&cube);
  bits_free(&left);
  bits_free(&arrived);
  bits_free(&sure);
  return good;
}

static bool judge_in(const CtlJudge *j, const Claim *claim) {
  if (claim->update->further_steps) return held_arrives(j, claim);
  Bits left = edge_lower(j, claim->node->left), all = bits_new(j->e->states);
  bits_fill(&all, true);
  bool ex = claim->node->kind == CTL_EX;
  Bits to = both(&j->reachable, ex ? &left : &claim->sets->lower);
  bool good = steps_lead(j, claim, 0, ex ? &all : &left, &to);
  bits_free(&left);
  bits_free(&all);
  bits_free(&to);
  return good;
}

/* Whether a condition is true in all undecided states of a cube. */
static bool is_met(const CtlJudge *j, const Claim *claim, size_t cube, Lit condition) {
  Bits met = literal_states(j, condition);
  bool good = true;
  for (size_t step = 0; step < j->e->steps && good; step++)
    good = !bits_get(&j->equal, step) || !is_undecided(j, claim, from_of(j, step)) ||
           !in_cube(j, claim->states.data + cube, from_of(j, step)) ||
           bits_get(&met, from_of(j, step));
  bits_free(&met);
  return good;
}

/* Whether it is so in all cubes, or in one of them. */
static bool is_met_in(const CtlJudge *j, const Claim *claim, Lit condition, bool all) {
  for (size_t k = 0; k < claim->states.size; k++)
    if (is_met(j, claim, k, condition) != all) return !all;
  return all;
}

static bool judge_cycle(const CtlJudge *j, const Claim *claim) {
  const LitVec *fairness = &j->structure->system->fairness;
  const LitVec *pairs = &j->structure->system->compassion;
  Bits left = edge_lower(j, claim->node->left);
  bool good = true;
  for (size_t k = 0; k < claim->states.size && good; k++) {
    Bits to = cube_states(j, claim->states.data + (k + 1) % claim->states.size);
    bits_and(&to, &claim->sets->upper);
    bits_or(&to, &claim->sets->lower);
    bits_and(&to, &j->reachable);
    good = steps_lead(j, claim, k, &left, &to);
    bits_free(&to);
  }
  for (size_t f = 0; f < fairness->size && good; f++)
    good = is_met_in(j, claim, fairness->data[f], false);
  for (size_t f = 0; f < pairs->size && good; f += 2)
    good = is_met_in(j, claim, pairs->data[f + 1], false) ||
           is_met_in(j, claim, lit_not(pairs->data[f]), true);
  bits_free(&left);
  return good;
}

/* ---- `rank` ---- */

/* The states in which each entry is true. */
static StateSets rank_entries(const CtlJudge *j, const Claim *claim) {
  StateSets entries = {0};
  for (size_t i = 0; i < claim->inputs.data[0].size; i++) {
    IntVec entry = {.data = claim->inputs.data[0].data + i, .size = 1};
    vec_push(&entries, cube_states(j, &entry));
  }
  return entries;
}

/* How many entries two states have in common before the first that differs. */
static size_t in_common(const StateSets *entries, size_t a, size_t b) {
  size_t i = 0;
  while (i < entries->size && bits_get(entries->data + i, a) == bits_get(entries->data + i, b)) i++;
  return i;
}

static bool in_rank_cube(const StateSets *entries, const IntVec *cube, size_t state) {
  for (size_t i = 1; i < cube->size; i++)
    if (bits_get(entries->data + abs(cube->data[i]) - 1, state) != (cube->data[i] > 0))
      return false;
  return true;
}

/* The conditions of ranks: weak ones, of which there is at least one, and the seconds of pairs; and
 * by condition the firsts, or of weak ones all states. */
typedef struct {
  size_t weak, count;
  Bits *met, *often;
} Conditions;

static Conditions conditions_new(const CtlJudge *j) {
  const LitVec *fairness = &j->structure->system->fairness;
  const LitVec *pairs = &j->structure->system->compassion;
  Conditions c = {.weak = fairness->size ? fairness->size : 1};
  c.count = c.weak + pairs->size / 2;
  c.met = mem_array(c.count, sizeof *c.met);
  c.often = mem_array(c.count, sizeof *c.often);
  for (size_t i = 0; i < c.count; i++) {
    size_t pair = i < c.weak ? 0 : 2 * (i - c.weak);
    Lit weak = i < fairness->size ? fairness->data[i] : LIT_TRUE;
    c.met[i] = literal_states(j, i < c.weak ? weak : pairs->data[pair + 1]);
    c.often[i] = literal_states(j, i < c.weak ? LIT_TRUE : pairs->data[pair]);
  }
  return c;
}

static void conditions_free(Conditions *c) {
  for (size_t i = 0; i < c->count; i++) {
    bits_free(c->met + i);
    bits_free(c->often + i);
  }
  mem_free(c->met);
  mem_free(c->often);
}

/* How many entries a cube is about: of a weak condition all. */
static size_t entries_of(const Conditions *c, const StateSets *entries, const IntVec *cube) {
  size_t last = 0;
  if ((size_t)cube->data[0] <= c->weak) return entries->size;
  for (size_t i = 1; i < cube->size; i++)
    if ((size_t)abs(cube->data[i]) > last) last = (size_t)abs(cube->data[i]);
  return last;
}

/* Whether a state is in a cube about at most so many entries, and meets the first of its pair. */
static bool is_covered(const Claim *claim, const Conditions *c, const StateSets *entries,
                       size_t state, size_t most) {
  for (size_t k = 1; k < claim->inputs.size; k++) {
    const IntVec *cube = claim->inputs.data + k;
    if (in_rank_cube(entries, cube, state) && entries_of(c, entries, cube) <= most &&
        bits_get(c->often + cube->data[0] - 1, state))
      return true;
  }
  return false;
}

/* An edge of P inside R and U: it stays in P; if the first entry that changes falls, it starts in a
 * cube of a pair about those before; and it misses the condition of every cube that it starts in
 * and whose entries it keeps. */
static bool edge_is_right(const CtlJudge *j, const Claim *claim, const StateSets *entries,
                          const Conditions *c, const Bits *set, size_t step) {
  size_t from = from_of(j, step), to = to_of(j, step), same = in_common(entries, from, to);
  bool falls = same < entries->size && bits_get(entries->data + same, from);
  if (!bits_get(set, to) || (falls && !is_covered(claim, c, entries, from, same))) return false;
  for (size_t k = 1; k < claim->inputs.size; k++) {
    const IntVec *cube = claim->inputs.data + k;
    if (same >= entries_of(c, entries, cube) && in_rank_cube(entries, cube, from) &&
        bits_get(c->met + cube->data[0] - 1, from))
      return false;
  }
  return true;
}

static bool judge_rank(const CtlJudge *j, const Claim *claim) {
  Conditions conditions = conditions_new(j);
  Bits set = clauses_states(j, &claim->states);
  StateSets entries = rank_entries(j, claim);
  Bits inside = both(&set, &claim->sets->upper);
  bits_and(&inside, &j->reachable);
  bool good = true;
  for (size_t step = 0; step < j->e->steps && good; step++) {
    if (is_valid(j, step) && bits_get(&inside, from_of(j, step)))
      good = is_covered(claim, &conditions, &entries, from_of(j, step), entries.size);
    if (is_move(j, step) && from_to(j, step, &inside, &claim->sets->upper))
      good = good && edge_is_right(j, claim, &entries, &conditions, &set, step);
  }
  for (size_t i = 0; i < entries.size; i++) bits_free(entries.data + i);
  vec_free(&entries);
  conditions_free(&conditions);
  bits_free(&set);
  bits_free(&inside);
  return good;
}

/* ---- updates that mean something ---- */

enum { MOST_STEPS = 10000 };

static bool equal_fits(const CtlJudge *j, const CtlUpdate *update) {
  for (size_t i = 0; i < update->equalities.size; i++)
    if (update->equalities.data[i] < 0 ||
        (size_t)update->equalities.data[i] >= 2 * j->structure->system->aig->size)
      return false;
  return update->equalities.size % 2 == 0 && !update->inputs.size && !update->functions.size;
}

static bool rank_fits(const CtlJudge *j, const Claim *claim) {
  const System *system = j->structure->system;
  size_t conditions =
      (system->fairness.size ? system->fairness.size : 1) + system->compassion.size / 2;
  if (!claim->inputs.size || claim->functions.size || claim->update->number) return false;
  if (!in_range(claim->inputs.data, 0, j->named.size)) return false;
  for (size_t k = 1; k < claim->inputs.size; k++) {
    const IntVec *group = claim->inputs.data + k;
    if (!group->size || group->data[0] < 0 || (size_t)group->data[0] > conditions ||
        !in_range(group, 1, claim->inputs.data[0].size))
      return false;
  }
  return true;
}

/* Whether functions are pairs of an input that is not named otherwise, and a literal. */
static bool functions_fit(const CtlJudge *j, const Claim *claim) {
  if (claim->functions.size && claim->functions.size != claim->inputs.size) return false;
  for (size_t k = 0; k < claim->functions.size; k++) {
    const IntVec *group = claim->functions.data + k, *constants = claim->inputs.data + k;
    for (size_t i = 0; i < group->size; i += 2) {
      int input = group->data[i];
      IntVec value = {.data = group->data + i + 1, .size = 1};
      if (input < 0 || (size_t)input > j->structure->system->inputs.size) return false;
      if (i + 1 == group->size || !in_range(&value, 0, j->named.size)) return false;
      for (size_t other = 0; other < i; other += 2)
        if (group->data[other] == input) return false;
      for (size_t other = 0; other < constants->size; other++)
        if (abs(constants->data[other]) == input) return false;
    }
  }
  return true;
}

static bool fits(const CtlJudge *j, const Claim *claim) {
  const CtlUpdate *update = claim->update;
  const System *system = j->structure->system;
  if (!all_in_range(&claim->states, j->named.size)) return false;
  if (update->kind != CTL_RANK && (!all_in_range(&claim->inputs, system->inputs.size) ||
                                   contradictory(&claim->inputs) || !functions_fit(j, claim)))
    return false;
  if (update->kind == CTL_REACHABLE) return !claim->inputs.size;
  if (!claim->node || claim->node->kind == CTL_PREDICATE || claim->node->kind == CTL_AND)
    return false;
  bool eg = claim->node->kind == CTL_EG, eu = claim->node->kind == CTL_EU;
  switch (update->kind) {
  case CTL_OUT:
    return !claim->inputs.size && update->number < MOST_STEPS &&
           (!eg || !system->fairness.size || update->condition < system->fairness.size);
  case CTL_IN:
    return claim->states.size == 1 && claim->inputs.size == 1 &&
           update->further_steps < (eu ? MOST_STEPS : 1);
  case CTL_CYCLE: return eg && claim->states.size && claim->states.size == claim->inputs.size;
  case CTL_RANK: return eg && rank_fits(j, claim);
  default: return false;
  }
}

/* ---- the whole ---- */

static bool follows(const CtlJudge *j, const Claim *claim) {
  switch (claim->update->kind) {
  case CTL_REACHABLE: return judge_reachable(j, claim);
  case CTL_OUT: return judge_out(j, claim);
  case CTL_IN: return judge_in(j, claim);
  case CTL_CYCLE: return judge_cycle(j, claim);
  case CTL_RANK: return judge_rank(j, claim);
  case CTL_EQUAL: return judge_equal(j, claim);
  }
  return false;
}

/* An until along false is its end, and what it loses the end loses, too; but of states without a
 * step nothing was said, so that the end must be live where there are such. */
static void lose_end(CtlJudge *j, const CtlNode *node, const Bits *set) {
  CtlRef end = plain(j, node->right);
  if (plain(j, node->left) != EDGE_FALSE || is_set(end)) return;
  if (j->structure->tau && !is_live(j, node->right)) return;
  CtlNodeSets *sets = j->nodes + ctl_node(end);
  bits_or(ctl_negated(end) ? &sets->gained : &sets->lost, set);
}

static void apply(CtlJudge *j, const Claim *claim) {
  if (claim->update->kind == CTL_EQUAL) {
    Bits all = equal_steps(j, claim);
    bits_and(&j->equal, &all);
    bits_free(&all);
    return;
  }
  Bits set = clauses_states(j, &claim->states);
  if (claim->update->kind == CTL_REACHABLE) bits_and(&j->reachable, &set);
  else if (claim->update->kind == CTL_OUT || claim->update->kind == CTL_RANK) {
    bits_or(&claim->sets->lost, &set);
    if (claim->node->kind == CTL_EU) lose_end(j, claim->node, &set);
  } else
    for (size_t k = 0; k < claim->states.size; k++) {
      Bits cube = cube_states(j, claim->states.data + k);
      bits_or(&claim->sets->gained, &cube);
      bits_free(&cube);
    }
  bits_free(&set);
  propagate(j);
}

CtlJudgement ctl_judge_update(CtlJudge *j, const CtlUpdate *update) {
  Claim claim = {.update = update};
  if (!ctl_update_global(update) && update->node < j->structure->nodes.size) {
    claim.node = j->structure->nodes.data + update->node;
    claim.sets = sets_of(j, update->node);
  }
  bool equal = update->kind == CTL_EQUAL;
  bool good = equal ? equal_fits(j, update)
                    : groups_read(&claim.states, &update->states) &&
                          groups_read(&claim.inputs, &update->inputs) &&
                          groups_read(&claim.functions, &update->functions) && fits(j, &claim);
  CtlJudgement judgement = CTL_DOES_NOT_FIT;
  if (good) judgement = follows(j, &claim) ? CTL_FOLLOWS : CTL_DOES_NOT_FOLLOW;
  if (judgement == CTL_FOLLOWS) apply(j, &claim);
  groups_free(&claim.states);
  groups_free(&claim.inputs);
  groups_free(&claim.functions);
  return judgement;
}

/* Whether the equalities hold in a state, whatever the inputs. */
static bool equalities_hold(const CtlJudge *j, size_t state) {
  for (size_t i = 0; i < j->e->inputs; i++)
    if (!bits_get(&j->equal, state * j->e->inputs + i)) return false;
  return true;
}

static const char *state_fault(const CtlJudge *j, size_t state) {
  for (size_t v = 0; v < j->structure->nodes.size; v++) {
    const CtlNodeSets *sets = j->nodes + v;
    bool truth = bits_get(&sets->truth, state);
    if (!truth && bits_get(&sets->lower, state)) return "L has a state that fails the node";
    if (truth && !bits_get(&sets->upper, state)) return "U lacks a state that satisfies the node";
  }
  return NULL;
}

const char *ctl_judge_fault(const CtlJudge *j) {
  Bits runs = explicit_reachable(j->e), valid = explicit_states(j->e, &j->e->valid);
  const char *fault = NULL;
  for (size_t s = 0; s < j->e->states && !fault; s++) {
    if (!bits_get(&valid, s)) continue;
    if (bits_get(&runs, s) && !equalities_hold(j, s)) fault = "an equality fails on a run";
    else if (bits_get(&runs, s) && !bits_get(&j->reachable, s)) fault = "R lacks a state of a run";
    else if (bits_get(&j->reachable, s) && equalities_hold(j, s)) fault = state_fault(j, s);
  }
  bits_free(&runs);
  bits_free(&valid);
  return fault;
}

bool ctl_judge_verdict(const CtlJudge *j, Verdict verdict) {
  CtlRef root = j->structure->root;
  Bits upper = edge_upper(j, root), lower = edge_lower(j, root);
  bool holds = true, violated = false;
  for (size_t step = 0; step < j->e->steps; step++) {
    if (!is_valid(j, step) || !bits_get(&j->e->initial, from_of(j, step))) continue;
    holds = holds && bits_get(&lower, from_of(j, step));
    violated = violated || !bits_get(&upper, from_of(j, step));
  }
  bits_free(&upper);
  bits_free(&lower);
  return verdict == VERDICT_HOLDS ? holds : violated;
}
