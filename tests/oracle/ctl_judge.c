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

/* Whether a number, whose bits are the values of latches or inputs, satisfies a literal. */
static bool satisfies(size_t number, int lit) {
  return (number >> (abs(lit) - 1) & 1) == (lit > 0);
}

static bool in_cube(const IntVec *cube, size_t number) {
  for (size_t i = 0; i < cube->size; i++)
    if (!satisfies(number, cube->data[i])) return false;
  return true;
}

static bool in_clause(const IntVec *clause, size_t number) {
  for (size_t i = 0; i < clause->size; i++)
    if (satisfies(number, clause->data[i])) return true;
  return false;
}

static Bits cube_states(const CtlJudge *j, const IntVec *cube) {
  Bits set = bits_new(j->e->states);
  for (size_t s = 0; s < set.size; s++) bits_put(&set, s, in_cube(cube, s));
  return set;
}

static Bits clauses_states(const CtlJudge *j, const Groups *clauses) {
  Bits set = bits_new(j->e->states);
  for (size_t s = 0; s < set.size; s++) {
    bool all = true;
    for (size_t i = 0; i < clauses->size; i++) all = all && in_clause(clauses->data + i, s);
    bits_put(&set, s, all);
  }
  return set;
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

static Bits edge_truth(const CtlJudge *j, CtlRef ref) {
  const Bits *truth = &j->nodes[ctl_node(ref)].truth;
  return ctl_negated(ref) ? complement(truth) : bits_copy(truth);
}

static Bits edge_lower(const CtlJudge *j, CtlRef ref) {
  const CtlNodeSets *sets = j->nodes + ctl_node(ref);
  return ctl_negated(ref) ? complement(&sets->upper) : bits_copy(&sets->lower);
}

static Bits edge_upper(const CtlJudge *j, CtlRef ref) {
  const CtlNodeSets *sets = j->nodes + ctl_node(ref);
  return ctl_negated(ref) ? complement(&sets->lower) : bits_copy(&sets->upper);
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
  const LitVec *fairness = &j->structure->system->fairness;
  Bits *conditions = mem_array(fairness->size, sizeof *conditions);
  for (size_t i = 0; i < fairness->size; i++)
    conditions[i] = explicit_literal(j->e, fairness->data[i]);
  Bits steps = explicit_steps(j->e, inside), arriving = explicit_steps_to(j->e, inside);
  bits_and(&steps, &arriving);
  bits_and(&steps, &j->e->valid);
  Bits result = graph_fair(&j->e->graph, &steps, conditions, fairness->size);
  for (size_t i = 0; i < fairness->size; i++) bits_free(conditions + i);
  mem_free(conditions);
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

static void propagate(CtlJudge *j) {
  for (size_t v = 0; v < j->structure->nodes.size; v++) {
    CtlNodeSets *sets = j->nodes + v;
    bits_free(&sets->lower);
    bits_free(&sets->upper);
    Bits lower, upper;
    start_bounds(j, j->structure->nodes.data + v, &lower, &upper);
    bits_minus(&upper, &sets->lost);
    bits_or(&lower, &sets->gained);
    bits_and(&lower, &upper);
    sets->lower = lower;
    sets->upper = upper;
  }
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
  j->nodes = mem_array(structure->nodes.size, sizeof *j->nodes);
  for (size_t v = 0; v < structure->nodes.size; v++) {
    j->nodes[v].gained = bits_new(j->e->states);
    j->nodes[v].lost = bits_new(j->e->states);
    j->nodes[v].truth = node_truth(j, structure->nodes.data + v);
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
  mem_free(j->nodes);
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
  Groups states, inputs;
} Claim;

static bool from_to(const CtlJudge *j, size_t step, const Bits *from, const Bits *to) {
  return bits_get(from, from_of(j, step)) && bits_get(to, to_of(j, step));
}

/* ---- `equal` ---- */

/* The steps in which the equalities so far and those of the claim hold. */
static Bits equal_steps(const CtlJudge *j, const Claim *claim) {
  const IntVec *lits = &claim->update->states;
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
static Bits upper_ahead(const CtlJudge *j, CtlRef ref) {
  const CtlNode *node = j->structure->nodes.data + ctl_node(ref);
  Bits upper = edge_upper(j, ref);
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
  for (uint64_t k = 0; k <= claim->update->condition; k++) {
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
        in_cube(claim->states.data + cube, from_of(j, step)) &&
        in_cube(claim->inputs.data + cube, input_of(j, step)) &&
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
  for (uint64_t k = 0; k <= claim->update->condition; k++) {
    Bits earlier = bits_copy(&cube);
    for (size_t step = 0; step < j->e->steps; step++)
      if (in_cube(claim->inputs.data, input_of(j, step)) &&
          !(bits_get(&j->e->valid, step) && bits_get(&sure, to_of(j, step))))
        bits_clear(&earlier, from_of(j, step));
    bits_or(&earlier, &arrived);
    bits_free(&sure);
    sure = earlier;
  }
  bool good = true;
  for (size_t step = 0; step < j->e->steps && good; step++)
    good = !bits_get(&j->equal, step) || !is_undecided(j, claim, from_of(j, step)) ||
           !in_cube(claim->states.data, from_of(j, step)) || bits_get(&sure, from_of(j, step));
  bits_free(&cube);
  bits_free(&left);
  bits_free(&arrived);
  bits_free(&sure);
  return good;
}

static bool judge_in(const CtlJudge *j, const Claim *claim) {
  if (claim->update->condition) return held_arrives(j, claim);
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
           !in_cube(claim->states.data + cube, from_of(j, step)) ||
           bits_get(&met, from_of(j, step));
  bits_free(&met);
  return good;
}

static bool judge_cycle(const CtlJudge *j, const Claim *claim) {
  const LitVec *fairness = &j->structure->system->fairness;
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
  for (size_t f = 0; f < fairness->size && good; f++) {
    good = false;
    for (size_t k = 0; k < claim->states.size && !good; k++)
      good = is_met(j, claim, k, fairness->data[f]);
  }
  bits_free(&left);
  return good;
}

/* ---- `rank` ---- */

typedef VEC(Bits) Sets;

/* The states in which each entry is true. */
static Sets rank_entries(const CtlJudge *j, const Claim *claim) {
  size_t latches = j->structure->system->latches.size, gates = claim->update->condition;
  Sets known = {0}, entries = {0};
  for (size_t i = 0; i < latches; i++) {
    int lit[] = {(int)i + 1};
    IntVec cube = {.data = lit, .size = 1};
    vec_push(&known, cube_states(j, &cube));
  }
  for (size_t group = 0; group <= gates; group++) {
    const IntVec *lits = claim->inputs.data + group;
    Bits gate = bits_new(j->e->states);
    bits_fill(&gate, true);
    for (size_t i = 0; i < lits->size; i++) {
      const Bits *set = known.data + abs(lits->data[i]) - 1;
      Bits value = lits->data[i] < 0 ? complement(set) : bits_copy(set);
      bits_and(&gate, &value);
      if (group == gates) vec_push(&entries, value);
      else bits_free(&value);
    }
    vec_push(&known, gate);
  }
  for (size_t i = 0; i < known.size; i++) bits_free(known.data + i);
  vec_free(&known);
  return entries;
}

/* -1, 0, 1: the rank of one state is less, the same, more than that of another. */
static int compare(const Sets *entries, size_t a, size_t b) {
  for (size_t i = 0; i < entries->size; i++) {
    int difference = bits_get(entries->data + i, a) - bits_get(entries->data + i, b);
    if (difference) return difference;
  }
  return 0;
}

static bool in_rank_cube(const Sets *entries, const IntVec *cube, size_t state) {
  for (size_t i = 1; i < cube->size; i++)
    if (bits_get(entries->data + abs(cube->data[i]) - 1, state) != (cube->data[i] > 0))
      return false;
  return true;
}

/* An edge of P inside R and U: it stays in P, does not make the rank less, and where it keeps the
 * rank it misses the condition of every cube that it starts in. */
static bool edge_is_right(const CtlJudge *j, const Claim *claim, const Sets *entries,
                          const Bits *met, const Bits *set, size_t step) {
  size_t from = from_of(j, step), to = to_of(j, step);
  int change = compare(entries, to, from);
  if (!bits_get(set, to) || change < 0) return false;
  for (size_t k = claim->update->condition + (size_t)1; k < claim->inputs.size; k++) {
    const IntVec *cube = claim->inputs.data + k;
    if (!change && in_rank_cube(entries, cube, from) && bits_get(met + cube->data[0] - 1, from))
      return false;
  }
  return true;
}

static bool is_covered(const Claim *claim, const Sets *entries, size_t state) {
  for (size_t k = claim->update->condition + (size_t)1; k < claim->inputs.size; k++)
    if (in_rank_cube(entries, claim->inputs.data + k, state)) return true;
  return false;
}

static bool judge_rank(const CtlJudge *j, const Claim *claim) {
  const LitVec *fairness = &j->structure->system->fairness;
  size_t conditions = fairness->size ? fairness->size : 1;
  Bits set = clauses_states(j, &claim->states), *met = mem_array(conditions, sizeof *met);
  for (size_t i = 0; i < conditions; i++)
    met[i] = literal_states(j, fairness->size ? fairness->data[i] : LIT_TRUE);
  Sets entries = rank_entries(j, claim);
  Bits inside = both(&set, &claim->sets->upper);
  bits_and(&inside, &j->reachable);
  bool good = true;
  for (size_t step = 0; step < j->e->steps && good; step++) {
    if (is_valid(j, step) && bits_get(&inside, from_of(j, step)))
      good = is_covered(claim, &entries, from_of(j, step));
    if (is_move(j, step) && from_to(j, step, &inside, &claim->sets->upper))
      good = good && edge_is_right(j, claim, &entries, met, &set, step);
  }
  for (size_t i = 0; i < conditions; i++) bits_free(met + i);
  for (size_t i = 0; i < entries.size; i++) bits_free(entries.data + i);
  vec_free(&entries);
  mem_free(met);
  bits_free(&set);
  bits_free(&inside);
  return good;
}

/* ---- updates that mean something ---- */

enum { MOST_STEPS = 10000 };

static bool equal_fits(const CtlJudge *j, const CtlUpdate *update) {
  for (size_t i = 0; i < update->states.size; i++)
    if (update->states.data[i] < 0 ||
        (size_t)update->states.data[i] >= 2 * j->structure->system->aig->size)
      return false;
  return update->states.size % 2 == 0 && !update->inputs.size;
}

static bool rank_fits(const CtlJudge *j, const Claim *claim) {
  const System *system = j->structure->system;
  size_t gates = claim->update->condition, latches = system->latches.size, entries = 0;
  size_t conditions = system->fairness.size ? system->fairness.size : 1;
  if (claim->inputs.size <= gates) return false;
  for (size_t k = 0; k < claim->inputs.size; k++) {
    const IntVec *group = claim->inputs.data + k;
    if (k < gates) {
      if (group->size != 2 || !in_range(group, 0, latches + k)) return false;
    } else if (k == gates) {
      entries = group->size;
      if (!in_range(group, 0, latches + gates)) return false;
    } else if (!group->size || group->data[0] < 0 || (size_t)group->data[0] > conditions ||
               !in_range(group, 1, entries)) {
      return false;
    }
  }
  return true;
}

static bool fits(const CtlJudge *j, const Claim *claim) {
  const CtlUpdate *update = claim->update;
  const System *system = j->structure->system;
  if (!all_in_range(&claim->states, system->latches.size)) return false;
  if (update->kind != CTL_RANK &&
      (!all_in_range(&claim->inputs, system->inputs.size) || contradictory(&claim->inputs)))
    return false;
  if (update->kind == CTL_REACHABLE) return !claim->inputs.size;
  if (!claim->node || claim->node->kind == CTL_PREDICATE || claim->node->kind == CTL_AND)
    return false;
  bool eg = claim->node->kind == CTL_EG, eu = claim->node->kind == CTL_EU;
  switch (update->kind) {
  case CTL_OUT:
    return !claim->inputs.size && update->condition < MOST_STEPS &&
           (!eg || !system->fairness.size || update->condition < system->fairness.size);
  case CTL_IN:
    return claim->states.size == 1 && claim->inputs.size == 1 &&
           update->condition < (eu ? MOST_STEPS : 1);
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

static void apply(CtlJudge *j, const Claim *claim) {
  if (claim->update->kind == CTL_EQUAL) {
    Bits all = equal_steps(j, claim);
    bits_and(&j->equal, &all);
    bits_free(&all);
    return;
  }
  Bits set = clauses_states(j, &claim->states);
  if (claim->update->kind == CTL_REACHABLE) bits_and(&j->reachable, &set);
  else if (claim->update->kind == CTL_OUT || claim->update->kind == CTL_RANK)
    bits_or(&claim->sets->lost, &set);
  else
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
    claim.sets = j->nodes + update->node;
  }
  bool equal = update->kind == CTL_EQUAL;
  bool good = equal ? equal_fits(j, update)
                    : groups_read(&claim.states, &update->states) &&
                          groups_read(&claim.inputs, &update->inputs) && fits(j, &claim);
  CtlJudgement judgement = CTL_DOES_NOT_FIT;
  if (good) judgement = follows(j, &claim) ? CTL_FOLLOWS : CTL_DOES_NOT_FOLLOW;
  if (judgement == CTL_FOLLOWS) apply(j, &claim);
  groups_free(&claim.states);
  groups_free(&claim.inputs);
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
