/* See free_latches.h. Candidates are latches without reset whose next value reads inputs alone.
 * Inputs that something else reads are public, and what they feed is no candidate; that makes other
 * inputs public, until nothing changes. What is left falls into groups that share inputs. A group
 * is free if its inputs, taken in order for the values of its latches, give just these values,
 * wherever the constraints on these latches allow them: f(v) = v for all v with C(v). Then in a run
 * the latches may have any allowed value in any step, and no others. */
#include "system/free_latches.h"

#include "logic/cnf.h"

/* What the question about one group may cost. */
enum { GROUP_WORK = 100000 };

typedef struct {
  const System *system;
  Roles roles;
  Bits candidate; /* by latch */
  Bits read;      /* by node: in a cone that makes inputs public */
  U32Vec group;   /* by input: another one of its group, or itself: a forest */
} Search;

/* Which nodes read inputs and nothing else. */
static Bits over_inputs(const Search *search) {
  const Aig *aig = search->system->aig;
  Bits only = bits_new(aig->size);
  for (uint32_t node = 0; node < aig->size; node++) {
    bool yes = !node || search->roles.role[node] == ROLE_INPUT;
    if (aig_is_and(aig, node))
      yes = bits_get(&only, lit_node(aig->nodes[node].left)) &&
            bits_get(&only, lit_node(aig->nodes[node].right));
    bits_put(&only, node, yes);
  }
  return only;
}

static void find_candidates(Search *search) {
  const LatchVec *latches = &search->system->latches;
  Bits only = over_inputs(search);
  for (size_t i = 0; i < latches->size; i++)
    bits_put(&search->candidate, i,
             latches->data[i].reset == RESET_FREE &&
                 bits_get(&only, lit_node(latches->data[i].next)));
  bits_free(&only);
}

static void make_public(Search *search, const Lit *roots, size_t count) {
  U32Vec order = {0};
  aig_cone(search->system->aig, roots, count, &search->read, &order);
  vec_free(&order);
}

static bool reads_public(const Search *search, Lit next) {
  U32Vec support = {0};
  bool found = false;
  aig_support(search->system->aig, next, &support);
  for (size_t i = 0; i < support.size && !found; i++)
    found = bits_get(&search->read, support.data[i]);
  vec_free(&support);
  return found;
}

static void drop_public(Search *search, const LitVec *readers) {
  const System *system = search->system;
  make_public(search, system->constraints.data, system->constraints.size);
  make_public(search, system->fairness.data, system->fairness.size);
  if (readers) make_public(search, readers->data, readers->size);
  for (size_t i = 0; i < system->latches.size; i++)
    if (!bits_get(&search->candidate, i)) make_public(search, &system->latches.data[i].next, 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < system->latches.size; i++) {
      const Lit *next = &system->latches.data[i].next;
      if (!bits_get(&search->candidate, i) || !reads_public(search, *next)) continue;
      bits_put(&search->candidate, i, false);
      make_public(search, next, 1);
      changed = true;
    }
  }
}

/* ---- groups ---- */

static uint32_t group_of(Search *search, uint32_t input) {
  uint32_t *parent = search->group.data;
  while (parent[input] != input) input = parent[input] = parent[parent[input]];
  return input;
}

static void join(Search *search, uint32_t latch) {
  const System *system = search->system;
  U32Vec support = {0};
  aig_support(system->aig, system->latches.data[latch].next, &support);
  if (!support.size) bits_put(&search->candidate, latch, false); /* a constant */
  for (size_t i = 1; i < support.size; i++) {
    uint32_t a = group_of(search, search->roles.index[support.data[0]]);
    uint32_t b = group_of(search, search->roles.index[support.data[i]]);
    search->group.data[a > b ? a : b] = a > b ? b : a;
  }
  vec_free(&support);
}

typedef struct {
  U32Vec latches, inputs;
} Group;
typedef VEC(Group) GroupVec;

/* The groups that feed some candidate, by the number of their first input. */
static GroupVec find_groups(Search *search) {
  const System *system = search->system;
  GroupVec groups = {0};
  for (size_t i = 0; i < system->inputs.size; i++) vec_push(&search->group, (uint32_t)i);
  for (uint32_t i = 0; i < system->latches.size; i++)
    if (bits_get(&search->candidate, i)) join(search, i);
  vec_resize(&groups, system->inputs.size);
  for (uint32_t i = 0; i < system->inputs.size; i++)
    vec_push(&groups.data[group_of(search, i)].inputs, i);
  for (uint32_t i = 0; i < system->latches.size; i++) {
    if (!bits_get(&search->candidate, i)) continue;
    U32Vec support = {0};
    aig_support(system->aig, system->latches.data[i].next, &support);
    uint32_t input = search->roles.index[support.data[0]];
    vec_push(&groups.data[group_of(search, input)].latches, i);
    vec_free(&support);
  }
  return groups;
}

/* The constraints that speak of these latches alone, over `variables` in their place. */
static void copy_constraints(const Search *search, const Group *group, Lit *map, Aig *aig,
                             Cnf *cnf) {
  const System *system = search->system;
  Bits mine = bits_new(system->aig->size);
  for (size_t i = 0; i < group->latches.size; i++)
    bits_set(&mine, lit_node(system->latches.data[group->latches.data[i]].current));
  for (size_t i = 0; i < system->constraints.size; i++) {
    U32Vec support = {0};
    bool inside = true;
    aig_support(system->aig, system->constraints.data[i], &support);
    for (size_t j = 0; j < support.size && inside; j++) inside = bits_get(&mine, support.data[j]);
    if (inside) cnf_assert(cnf, aig_copy(aig, system->aig, system->constraints.data[i], map));
    vec_free(&support);
  }
  bits_free(&mine);
}

/* Whether f(v) = v wherever C(v). */
static bool keeps_allowed_values(const Search *search, const Group *group, Budget *budget) {
  const System *system = search->system;
  Aig *aig = aig_new();
  Lit *map = aig_map_new(system->aig), *values = aig_map_new(system->aig);
  LitVec differ = {0};
  for (size_t i = 0; i < group->latches.size; i++) {
    Lit value = aig_variable(aig);
    values[lit_node(system->latches.data[group->latches.data[i]].current)] = value;
    map[lit_node(system->inputs.data[group->inputs.data[i]])] = value;
  }
  for (size_t i = 0; i < group->latches.size; i++) {
    const Latch *latch = system->latches.data + group->latches.data[i];
    Lit next = aig_copy(aig, system->aig, latch->next, map);
    vec_push(&differ, aig_xor(aig, next, values[lit_node(latch->current)]));
  }
  Lit any = aig_or_all(aig, differ.data, differ.size);
  bool kept = any == LIT_FALSE;
  if (!kept && any != LIT_TRUE) {
    Sat *sat = sat_new(SAT_CADICAL);
    Cnf *cnf = cnf_new(aig, sat);
    Budget slice = budget_slice(budget, GROUP_WORK);
    cnf_assert(cnf, any);
    copy_constraints(search, group, values, aig, cnf);
    kept = sat_solve(sat, &slice) == SAT_UNSATISFIABLE;
    cnf_free(cnf);
    sat_free(sat);
  }
  vec_free(&differ);
  mem_free(map);
  mem_free(values);
  aig_free(aig);
  return kept;
}

U32Vec free_latches(const System *system, const LitVec *readers, Budget *budget) {
  Search search = {
      system, roles_new(system), bits_new(system->latches.size), bits_new(system->aig->size), {0}};
  U32Vec feeders = {0};
  for (size_t i = 0; i < system->latches.size; i++) vec_push(&feeders, FEEDER_NONE);
  find_candidates(&search);
  drop_public(&search, readers);
  GroupVec groups = find_groups(&search);
  for (size_t i = 0; i < groups.size; i++) {
    Group *group = groups.data + i;
    bool free = group->latches.size && group->latches.size == group->inputs.size &&
                keeps_allowed_values(&search, group, budget);
    for (size_t j = 0; j < group->latches.size && free; j++)
      feeders.data[group->latches.data[j]] = group->inputs.data[j];
    vec_free(&group->latches);
    vec_free(&group->inputs);
  }
  vec_free(&groups);
  roles_free(&search.roles);
  bits_free(&search.candidate);
  bits_free(&search.read);
  vec_free(&search.group);
  return feeders;
}
