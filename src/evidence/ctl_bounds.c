/* See ctl_bounds.h. */
#include "evidence/ctl_bounds.h"

#include <stdlib.h>

#include "base/memory.h"

/* A proof that looks further ahead than this is not looked at. */
enum { MOST_STEPS = 10000 };

CtlBounds ctl_bounds_new(const Task *task) {
  CtlBounds c = {.structure = ctl_structure_new(task), .reachable = LIT_TRUE, .equal = LIT_TRUE};
  c.aig = c.structure->system->aig;
  c.gates = c.aig->size;
  c.bounds = mem_array(c.structure->nodes.size, sizeof *c.bounds); /* nothing gained or lost */
  ctl_bounds_propagate(&c);
  return c;
}

void ctl_bounds_free(CtlBounds *c) {
  mem_free(c->bounds);
  ctl_structure_free(c->structure);
}

/* ---- bounds ---- */

Lit ctl_lower(const CtlBounds *c, CtlRef ref) {
  const CtlBound *bounds = c->bounds + ctl_node(ref);
  return ctl_negated(ref) ? lit_not(bounds->upper) : bounds->lower;
}

Lit ctl_upper(const CtlBounds *c, CtlRef ref) {
  const CtlBound *bounds = c->bounds + ctl_node(ref);
  return ctl_negated(ref) ? lit_not(bounds->lower) : bounds->upper;
}

/* A predicate after a step with new inputs; variables of steps behind it are new, too. */
static Lit after_step(CtlBounds *c, Lit lit) {
  const System *system = c->structure->system;
  Lit *here = aig_map_new(c->aig);
  for (size_t i = 0; i < system->latches.size; i++)
    here[lit_node(system->latches.data[i].current)] = system->latches.data[i].current;
  for (size_t i = 0; i < system->inputs.size; i++)
    here[lit_node(system->inputs.data[i])] = aig_variable(c->aig);
  U32Vec variables = {0};
  LitVec next = {0};
  aig_support(c->aig, lit, &variables);
  for (size_t i = 0; i < system->latches.size; i++)
    vec_push(&next, aig_copy(c->aig, c->aig, system->latches.data[i].next, here));
  Lit valid = aig_copy(c->aig, c->aig, c->structure->valid, here);
  Lit *map = aig_map_new(c->aig);
  for (size_t i = 0; i < system->latches.size; i++)
    map[lit_node(system->latches.data[i].current)] = next.data[i];
  for (size_t i = 0; i < variables.size; i++)
    if (map[variables.data[i]] == LIT_NONE) map[variables.data[i]] = aig_variable(c->aig);
  Lit result = aig_and(c->aig, valid, aig_copy(c->aig, c->aig, lit, map));
  mem_free(map);
  mem_free(here);
  vec_free(&variables);
  vec_free(&next);
  return result;
}

/* Which edges count: those below `ref` through conjunctions, their negations, and EX. */
static Bits edges_below(const CtlStructure *structure, CtlRef ref) {
  Bits below = bits_new(ref + 2);
  bits_set(&below, ref);
  for (CtlRef at = ref + 1; at-- > 0;) {
    const CtlNode *node = structure->nodes.data + ctl_node(at);
    if (!bits_get(&below, at)) continue;
    if (node->kind == CTL_AND) {
      bits_set(&below, node->left ^ (at & 1));
      bits_set(&below, node->right ^ (at & 1));
    } else if (node->kind == CTL_EX && !ctl_negated(at)) {
      bits_set(&below, node->left);
    }
  }
  return below;
}

static LitVec first_states(const CtlBounds *c) {
  const LatchVec *latches = &c->structure->system->latches;
  LitVec states = {0};
  for (size_t i = 0; i < latches->size; i++) vec_push(&states, latches->data[i].current);
  return states;
}

/* A step of a path, for aig_copy: its state, and new variables for its inputs. */
static Lit *map_step(CtlBounds *c, const LitVec *states) {
  const System *system = c->structure->system;
  Lit *map = aig_map_new(c->aig);
  for (size_t i = 0; i < system->inputs.size; i++)
    map[lit_node(system->inputs.data[i])] = aig_variable(c->aig);
  for (size_t i = 0; i < system->latches.size; i++)
    map[lit_node(system->latches.data[i].current)] = states->data[i];
  return map;
}

/* The states after the step. */
static void go_on(CtlBounds *c, LitVec *states, Lit *map) {
  const LatchVec *latches = &c->structure->system->latches;
  for (size_t i = 0; i < latches->size; i++)
    states->data[i] = aig_copy(c->aig, c->aig, latches->data[i].next, map);
}

Lit ctl_paths_inside(CtlBounds *c, uint32_t node, size_t steps) {
  Lit inside = aig_and(c->aig, c->reachable, c->bounds[node].upper), result = LIT_TRUE;
  inside = aig_and(c->aig, inside, c->equal); /* which is so anyway */
  LitVec states = first_states(c);
  for (size_t k = 0; k <= steps; k++) {
    Lit *map = map_step(c, &states);
    result = aig_and(c->aig, result, aig_copy(c->aig, c->aig, inside, map));
    if (k < steps) {
      result = aig_and(c->aig, result, aig_copy(c->aig, c->aig, c->structure->valid, map));
      go_on(c, &states, map);
    }
    mem_free(map);
  }
  vec_free(&states);
  return result;
}

Lit ctl_held(CtlBounds *c, const CtlUpdate *update) {
  const CtlNode *node = c->structure->nodes.data + update->node;
  const LitVec *inputs = &c->structure->system->inputs;
  size_t steps = (size_t)update->condition + 1, at = 0;
  Lit arrives = aig_and(c->aig, c->reachable, c->bounds[update->node].lower);
  Lit goes = aig_and(c->aig, ctl_take_set(c, &update->states, &at, false),
                     aig_and(c->aig, c->reachable, ctl_lower(c, node->left)));
  goes = aig_and(c->aig, goes, c->structure->valid);
  LitVec states = first_states(c), arrived = {0}, gone = {0};
  for (size_t k = 0; k <= steps; k++) {
    Lit *map = map_step(c, &states);
    for (size_t i = 0; update->inputs.data[i]; i++)
      map[lit_node(inputs->data[abs(update->inputs.data[i]) - 1])] =
          lit_constant(update->inputs.data[i] > 0);
    vec_push(&arrived, aig_copy(c->aig, c->aig, arrives, map));
    vec_push(&gone, aig_copy(c->aig, c->aig, goes, map));
    if (k < steps) go_on(c, &states, map);
    mem_free(map);
  }
  Lit result = arrived.data[steps];
  for (size_t k = steps; k-- > 0;)
    result = aig_or(c->aig, arrived.data[k], aig_and(c->aig, gone.data[k], result));
  vec_free(&states);
  vec_free(&arrived);
  vec_free(&gone);
  return result;
}

Lit ctl_upper_ahead(CtlBounds *c, CtlRef ref) {
  Bits below = edges_below(c->structure, ref);
  LitVec known = {0}; /* by edge */
  for (CtlRef at = 0; at <= ref; at++) {
    const CtlNode *node = c->structure->nodes.data + ctl_node(at);
    Lit upper = ctl_upper(c, at);
    if (bits_get(&below, at) && node->kind == CTL_AND) {
      Lit left = known.data[node->left ^ (at & 1)], right = known.data[node->right ^ (at & 1)];
      upper = ctl_negated(at) ? aig_or(c->aig, left, right) : aig_and(c->aig, left, right);
    } else if (bits_get(&below, at) && node->kind == CTL_EX && !ctl_negated(at)) {
      Lit end = aig_and(c->aig, c->reachable, known.data[node->left]);
      upper = aig_and(c->aig, upper, after_step(c, end));
    } else if (bits_get(&below, at) && node->kind == CTL_EG && !ctl_negated(at)) {
      Lit end = aig_and(c->aig, c->reachable, aig_and(c->aig, c->structure->valid, upper));
      upper = aig_and(c->aig, upper, after_step(c, end));
    }
    vec_push(&known, upper);
  }
  Lit result = vec_last(&known);
  vec_free(&known);
  bits_free(&below);
  return result;
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

/* ---- sets of states in a proof ---- */

static Lit state_literal(const CtlBounds *c, int lit) {
  return lit_not_if(c->structure->system->latches.data[abs(lit) - 1].current, lit < 0);
}

/* The cube or, with `clause`, the clause that starts at *i; moves *i behind its end. */
Lit ctl_take_set(CtlBounds *c, const IntVec *lits, size_t *i, bool clause) {
  LitVec set = {0};
  for (; lits->data[*i]; (*i)++) vec_push(&set, state_literal(c, lits->data[*i]));
  (*i)++;
  Lit result =
      clause ? aig_or_all(c->aig, set.data, set.size) : aig_and_all(c->aig, set.data, set.size);
  vec_free(&set);
  return result;
}

Lit ctl_take_clauses(CtlBounds *c, const IntVec *lits) {
  Lit result = LIT_TRUE;
  for (size_t i = 0; i < lits->size;)
    result = aig_and(c->aig, result, ctl_take_set(c, lits, &i, true));
  return result;
}

Lit ctl_take_equalities(CtlBounds *c, const IntVec *lits, size_t first, size_t end) {
  LitVec equal = {0};
  for (size_t i = first; i < end; i += 2)
    vec_push(&equal, lit_not(aig_xor(c->aig, (Lit)lits->data[i], (Lit)lits->data[i + 1])));
  Lit result = aig_and_all(c->aig, equal.data, equal.size);
  vec_free(&equal);
  return result;
}

static Lit among(const LitVec *known, int lit) {
  return lit_not_if(known->data[abs(lit) - 1], lit < 0);
}

CtlRank ctl_take_rank(CtlBounds *c, const CtlUpdate *update) {
  const LatchVec *latches = &c->structure->system->latches;
  const IntVec *lits = &update->inputs;
  CtlRank rank = {0};
  LitVec known = {0}; /* latches, then gates */
  for (size_t i = 0; i < latches->size; i++) vec_push(&known, latches->data[i].current);
  size_t i = 0;
  for (size_t gate = 0; gate < update->condition; gate++, i += 3) {
    Lit left = among(&known, lits->data[i]), right = among(&known, lits->data[i + 1]);
    vec_push(&known, aig_and(c->aig, left, right));
  }
  for (; lits->data[i]; i++) vec_push(&rank.entries, among(&known, lits->data[i]));
  for (i++; i < lits->size; i++) {
    Lit cube = LIT_TRUE;
    vec_push(&rank.conditions, (uint32_t)lits->data[i++] - 1);
    for (; lits->data[i]; i++) cube = aig_and(c->aig, cube, among(&rank.entries, lits->data[i]));
    vec_push(&rank.cubes, cube);
  }
  vec_free(&known);
  Lit *map = aig_map_new(c->aig);
  for (size_t k = 0; k < latches->size; k++)
    map[lit_node(latches->data[k].current)] = latches->data[k].next;
  for (size_t k = 0; k < rank.entries.size; k++)
    vec_push(&rank.after, aig_copy(c->aig, c->aig, rank.entries.data[k], map));
  mem_free(map);
  return rank;
}

void ctl_rank_free(CtlRank *rank) {
  vec_free(&rank->entries);
  vec_free(&rank->after);
  vec_free(&rank->cubes);
  vec_free(&rank->conditions);
}

static bool equalities_fit(const CtlBounds *c, const IntVec *lits) {
  for (size_t i = 0; i < lits->size; i++)
    if (lits->data[i] < 0 || (size_t)lits->data[i] / 2 >= c->gates) return false;
  return lits->size % 2 == 0;
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

/* Whether each group of inputs has values that satisfy it: where no step has the inputs that an
 * update names, it would be true of all of them whatever it says. */
static bool inputs_exist(const CtlBounds *c, const IntVec *lits) {
  size_t *said = mem_array(c->structure->system->inputs.size + 1, sizeof *said);
  size_t group = 1; /* said: 2 * the last group that names the input, and its sign there */
  bool exist = true;
  for (size_t i = 0; i < lits->size && exist; i++) {
    size_t now = 2 * group + (lits->data[i] < 0);
    if (!lits->data[i]) {
      group++;
      continue;
    }
    exist = said[abs(lits->data[i])] != (now ^ 1);
    said[abs(lits->data[i])] = now;
  }
  mem_free(said);
  return exist;
}

/* Whether the literals of a group are in range. */
static bool group_fits(const IntVec *lits, size_t first, size_t most) {
  for (size_t i = first; lits->data[i]; i++)
    if (lits->data[i] == INT32_MIN || (size_t)abs(lits->data[i]) > most) return false;
  return true;
}

static size_t group_size(const IntVec *lits, size_t first) {
  size_t end = first;
  while (lits->data[end]) end++;
  return end - first;
}

/* Gates of two older literals, one group of entries, cubes that begin with a condition. */
static bool rank_fits(const CtlBounds *c, const CtlUpdate *update) {
  const System *system = c->structure->system;
  const IntVec *lits = &update->inputs;
  size_t sets, latches = system->latches.size, gates = update->condition;
  size_t conditions = system->fairness.size ? system->fairness.size : 1;
  if (update->node >= c->structure->nodes.size ||
      c->structure->nodes.data[update->node].kind != CTL_EG ||
      !count_groups(&update->states, latches, &sets) || !lits->size || vec_last(lits))
    return false;
  size_t group = 0, entries = 0;
  for (size_t i = 0, size; i < lits->size; i += size + 1, group++) {
    size = group_size(lits, i);
    if (group < gates) {
      if (size != 2 || !group_fits(lits, i, latches + group)) return false;
    } else if (group == gates) {
      entries = size;
      if (!group_fits(lits, i, latches + gates)) return false;
    } else if (!size || lits->data[i] < 0 || (size_t)lits->data[i] > conditions ||
               !group_fits(lits, i + 1, entries)) {
      return false;
    }
  }
  return group > gates;
}

bool ctl_update_fits(const CtlBounds *c, const CtlUpdate *update) {
  size_t states, inputs;
  if (update->kind == CTL_RANK) return rank_fits(c, update);
  if (update->kind == CTL_EQUAL) return equalities_fit(c, &update->states) && !update->inputs.size;
  if (!count_groups(&update->states, c->structure->system->latches.size, &states) ||
      !count_groups(&update->inputs, c->structure->system->inputs.size, &inputs))
    return false;
  if (!inputs_exist(c, &update->inputs)) return false;
  if (update->kind == CTL_REACHABLE) return !inputs;
  if (update->node >= c->structure->nodes.size) return false;
  CtlKind kind = c->structure->nodes.data[update->node].kind;
  if (kind == CTL_PREDICATE || kind == CTL_AND) return false;
  switch (update->kind) {
  case CTL_OUT:
    return !inputs && update->condition < MOST_STEPS &&
           (kind != CTL_EG || !c->structure->system->fairness.size ||
            update->condition < c->structure->system->fairness.size);
  case CTL_IN:
    return states == 1 && inputs == 1 && update->condition < (kind == CTL_EU ? MOST_STEPS : 1);
  case CTL_CYCLE: return kind == CTL_EG && states && states == inputs;
  default: return false;
  }
}

void ctl_bounds_apply(CtlBounds *c, const CtlUpdate *update) {
  if (update->kind == CTL_EQUAL) {
    Lit more = ctl_take_equalities(c, &update->states, 0, update->states.size);
    c->equal = aig_and(c->aig, c->equal, more);
    return;
  }
  if (update->kind == CTL_REACHABLE) {
    c->reachable = aig_and(c->aig, c->reachable, ctl_take_clauses(c, &update->states));
    return;
  }
  CtlBound *bounds = c->bounds + update->node;
  if (update->kind == CTL_OUT || update->kind == CTL_RANK)
    bounds->lost = aig_or(c->aig, bounds->lost, ctl_take_clauses(c, &update->states));
  else
    for (size_t i = 0; i < update->states.size;)
      bounds->gained = aig_or(c->aig, bounds->gained, ctl_take_set(c, &update->states, &i, false));
  ctl_bounds_propagate(c);
}
