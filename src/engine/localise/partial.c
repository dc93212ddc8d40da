#include "engine/localise/partial.h"

#include "logic/cnf.h"

/* Building counts as work, as in timeline.c: a step that is built is not free. */
enum { NODES_PER_WORK = 16 };

/* One step of the system in the graph of all steps. */
typedef struct {
  Lit *map;       /* by node of the system: LIT_NONE while nothing has read it */
  Bits seen;      /* nodes whose cones have been given variables */
  int constraint; /* implies the constraints of the system in this step; 0: there are none */
  int bad;        /* implies that the step is bad; 0: not built yet */
} Moment;

struct Partial {
  const System *system;
  Lit bad;
  Roles roles;
  Aig *aig;
  Sat *sat;
  Cnf *cnf;
  VEC(Moment) moments;
  int *selectors; /* by latch; 0: it has not been chosen yet */
  Bits kept;      /* latches that are chosen for ever */
  U32Vec *open;   /* by latch: the steps in which it is a variable without a function */
  U32Vec fresh;   /* latches with a step that was opened since the last look */
  U32Vec *reads;  /* by latch that was chosen: the latches that its function reads */
  U32Vec read;    /* latches that bad and the constraints read */
  Bits seen;      /* nodes of the system, all clear between two uses */
  size_t edges;   /* of the last question */
};

/* The latches in the cones of some literals. */
static void find_read(Partial *partial, const Lit *roots, size_t count, U32Vec *latches) {
  U32Vec order = {0};
  aig_cone(partial->system->aig, roots, count, &partial->seen, &order);
  for (size_t i = 0; i < order.size; i++) {
    if (partial->roles.role[order.data[i]] == ROLE_LATCH)
      vec_push(latches, partial->roles.index[order.data[i]]);
    bits_clear(&partial->seen, order.data[i]);
  }
  vec_free(&order);
}

Partial *partial_new(const System *system, Lit bad, SatKind solver) {
  Partial *partial = mem_zalloc(sizeof *partial);
  partial->system = system;
  partial->bad = bad;
  partial->roles = roles_new(system);
  partial->aig = aig_new();
  partial->sat = sat_new(solver);
  partial->cnf = cnf_new(partial->aig, partial->sat);
  partial->selectors = mem_array(system->latches.size, sizeof *partial->selectors);
  partial->kept = bits_new(system->latches.size);
  partial->open = mem_array(system->latches.size, sizeof *partial->open);
  partial->reads = mem_array(system->latches.size, sizeof *partial->reads);
  partial->seen = bits_new(system->aig->size);
  find_read(partial, &bad, 1, &partial->read);
  find_read(partial, system->constraints.data, system->constraints.size, &partial->read);
  return partial;
}

void partial_free(Partial *partial) {
  if (!partial) return;
  for (size_t k = 0; k < partial->moments.size; k++) {
    mem_free(partial->moments.data[k].map);
    bits_free(&partial->moments.data[k].seen);
  }
  vec_free(&partial->moments);
  for (size_t i = 0; i < partial->system->latches.size; i++) {
    vec_free(partial->open + i);
    vec_free(partial->reads + i);
  }
  mem_free(partial->open);
  mem_free(partial->reads);
  vec_free(&partial->read);
  bits_free(&partial->seen);
  mem_free(partial->selectors);
  bits_free(&partial->kept);
  vec_free(&partial->fresh);
  cnf_free(partial->cnf);
  sat_free(partial->sat);
  aig_free(partial->aig);
  roles_free(&partial->roles);
  mem_free(partial);
}

const SatStats *partial_sat_stats(const Partial *partial) { return sat_stats(partial->sat); }

/* ---- building ---- */

/* Gives variables to the inputs and latches of a cone in step k. */
static void read_variables(Partial *partial, Lit root, size_t k, Budget *budget) {
  Moment *moment = partial->moments.data + k;
  U32Vec order = {0};
  aig_cone(partial->system->aig, &root, 1, &moment->seen, &order);
  for (size_t i = 0; i < order.size; i++) {
    uint32_t node = order.data[i];
    if (!aig_is_variable(partial->system->aig, node)) continue;
    moment->map[node] = aig_variable(partial->aig);
    if (partial->roles.role[node] != ROLE_LATCH) continue;
    uint32_t latch = partial->roles.index[node];
    vec_push(partial->open + latch, (uint32_t)k);
    vec_push(&partial->fresh, latch);
  }
  budget_use(budget, order.size / NODES_PER_WORK);
  vec_free(&order);
}

static int literal_at(Partial *partial, Lit lit, size_t k, CnfPolarity polarity, Budget *budget) {
  read_variables(partial, lit, k, budget);
  Lit here = aig_copy(partial->aig, partial->system->aig, lit, partial->moments.data[k].map);
  return cnf_literal(partial->cnf, here, polarity);
}

static Lit first_value(const Latch *latch) { return lit_constant(latch->reset == RESET_1); }

/* Under its selector, the latch is in step k what its function or its reset says. */
static void define(Partial *partial, uint32_t latch, size_t k, Budget *budget) {
  const Latch *l = partial->system->latches.data + latch;
  Lit lit = partial->moments.data[k].map[lit_node(l->current)];
  int here = cnf_literal(partial->cnf, lit, CNF_BOTH), off = -partial->selectors[latch];
  if (!k) {
    if (l->reset == RESET_FREE) return;
    sat_clause2(partial->sat, off, first_value(l) == LIT_TRUE ? here : -here);
    return;
  }
  int before = literal_at(partial, l->next, k - 1, CNF_BOTH, budget);
  sat_clause3(partial->sat, off, -here, before);
  sat_clause3(partial->sat, off, here, -before);
}

static void define_open(Partial *partial, uint32_t latch, Budget *budget) {
  if (!partial->selectors[latch]) {
    partial->selectors[latch] = sat_variable(partial->sat);
    find_read(partial, &partial->system->latches.data[latch].next, 1, partial->reads + latch);
  }
  while (partial->open[latch].size) define(partial, latch, vec_pop(partial->open + latch), budget);
}

/* Defines the chosen latches wherever they are read: those that were not chosen when they were read
 * first, and those that the functions of others read. */
static void define_chosen(Partial *partial, const Bits *chosen, Budget *budget) {
  for (size_t i = bits_next(chosen, 0); i < chosen->size; i = bits_next(chosen, i + 1))
    define_open(partial, (uint32_t)i, budget);
  while (partial->fresh.size) {
    uint32_t latch = vec_pop(&partial->fresh);
    if (bits_get(chosen, latch)) define_open(partial, latch, budget);
  }
}

static void build_moments(Partial *partial, size_t edges, Budget *budget) {
  const System *system = partial->system;
  while (partial->moments.size <= edges) {
    Moment moment = {.map = aig_map_new(system->aig), .seen = bits_new(system->aig->size)};
    vec_push(&partial->moments, moment);
    size_t k = partial->moments.size - 1;
    if (!system->constraints.size) continue;
    int constraint = sat_variable(partial->sat);
    for (size_t i = 0; i < system->constraints.size; i++)
      sat_clause2(partial->sat, -constraint,
                  literal_at(partial, system->constraints.data[i], k, CNF_POSITIVE, budget));
    partial->moments.data[k].constraint = constraint;
  }
  Moment *last = partial->moments.data + edges;
  if (!last->bad) last->bad = literal_at(partial, partial->bad, edges, CNF_POSITIVE, budget);
}

/* ---- questions ---- */

static void assume_beside(Partial *partial, Beside beside, size_t edges) {
  const System *system = partial->system;
  for (size_t k = 0; k <= edges; k++)
    for (size_t i = 0; i < beside.latches->size; i++) {
      uint32_t latch = beside.latches->data[i];
      Lit lit = partial->moments.data[k].map[lit_node(system->latches.data[latch].current)];
      if (lit == LIT_NONE) continue;
      int here = cnf_literal(partial->cnf, lit, CNF_BOTH);
      bool value = bits_get(&beside.trace->steps.data[k].latches, latch);
      sat_assume(partial->sat, value ? here : -here);
    }
}

SatResult partial_ask(Partial *partial, const Bits *chosen, size_t edges, Beside beside,
                      Budget *budget) {
  assert(!beside.trace || beside.trace->steps.size == edges + 1);
  build_moments(partial, edges, budget);
  define_chosen(partial, chosen, budget);
  partial->edges = edges;
  for (size_t i = bits_next(chosen, 0); i < chosen->size; i = bits_next(chosen, i + 1))
    if (!bits_get(&partial->kept, i)) sat_assume(partial->sat, partial->selectors[i]);
  if (beside.trace) assume_beside(partial, beside, edges);
  for (size_t k = 0; k <= edges; k++)
    if (partial->moments.data[k].constraint)
      sat_assume(partial->sat, partial->moments.data[k].constraint);
  sat_assume(partial->sat, partial->moments.data[edges].bad);
  return sat_solve(partial->sat, budget);
}

Bits partial_core(Partial *partial, const Bits *chosen) {
  Bits core = bits_copy(&partial->kept);
  for (size_t i = bits_next(chosen, 0); i < chosen->size; i = bits_next(chosen, i + 1))
    if (!bits_get(&core, i) && sat_failed(partial->sat, partial->selectors[i])) bits_set(&core, i);
  return core;
}

void partial_keep(Partial *partial, size_t latch) {
  assert(partial->selectors[latch]);
  bits_set(&partial->kept, latch);
  sat_clause1(partial->sat, partial->selectors[latch]);
}

static bool value_at(Partial *partial, Lit variable, size_t k) {
  Lit lit = partial->moments.data[k].map[lit_node(variable)];
  return lit != LIT_NONE && cnf_value(partial->cnf, lit);
}

Trace *partial_run(Partial *partial) {
  const System *system = partial->system;
  Trace *run = trace_new();
  for (size_t k = 0; k <= partial->edges; k++) {
    Step *step = trace_add_step(run, system);
    for (size_t i = 0; i < system->latches.size; i++)
      bits_put(&step->latches, i, value_at(partial, system->latches.data[i].current, k));
    for (size_t i = 0; i < system->inputs.size; i++)
      bits_put(&step->inputs, i, value_at(partial, system->inputs.data[i], k));
  }
  return run;
}

static void note_others(const U32Vec *latches, const Bits *chosen, Bits *others) {
  for (size_t i = 0; i < latches->size; i++)
    if (!bits_get(chosen, latches->data[i])) bits_set(others, latches->data[i]);
}

Bits partial_frontier(const Partial *partial, const Bits *chosen) {
  Bits frontier = bits_new(chosen->size);
  note_others(&partial->read, chosen, &frontier);
  for (size_t i = bits_next(chosen, 0); i < chosen->size; i = bits_next(chosen, i + 1))
    note_others(partial->reads + i, chosen, &frontier);
  return frontier;
}
