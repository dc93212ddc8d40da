#include "oracle/certificate_oracle.h"

#include <assert.h>

/* A circuit with the values of all its nodes in every step. A step is a number: its bits are the
 * values of the latches, then of the inputs. */
typedef struct {
  const System *system;
  LitVec variables;
  size_t steps;
  Bits *values; /* by step, of all nodes */
} Table;

static bool holds(const Table *table, Lit lit, size_t step) {
  return bits_get(&table->values[step], lit_node(lit)) ^ lit_negated(lit);
}

static Table table_new(const System *system) {
  Table table = {.system = system};
  for (size_t i = 0; i < system->latches.size; i++)
    vec_push(&table.variables, system->latches.data[i].current);
  vec_append(&table.variables, &system->inputs);
  assert(table.variables.size <= 12);
  table.steps = (size_t)1 << table.variables.size;
  table.values = mem_array(table.steps, sizeof *table.values);
  for (size_t step = 0; step < table.steps; step++) {
    Bits *values = table.values + step;
    *values = bits_new(system->aig->size);
    for (size_t i = 0; i < table.variables.size; i++)
      bits_put(values, lit_node(table.variables.data[i]), step >> i & 1);
    for (uint32_t node = 1; node < system->aig->size; node++)
      if (aig_is_and(system->aig, node))
        bits_put(values, node,
                 holds(&table, system->aig->nodes[node].left, step) &&
                     holds(&table, system->aig->nodes[node].right, step));
  }
  return table;
}

static void table_free(Table *table) {
  for (size_t step = 0; step < table->steps; step++) bits_free(&table->values[step]);
  mem_free(table->values);
  vec_free(&table->variables);
}

typedef struct {
  const Task *task;
  const Certificate *c;
  Table model, witness;
} Oracle;

/* ---- the predicates of the formulas ---- */

static bool constraints(const Table *table, size_t step) {
  for (size_t i = 0; i < table->system->constraints.size; i++)
    if (!holds(table, table->system->constraints.data[i], step)) return false;
  return true;
}

static bool agree(const Oracle *o, size_t model, size_t witness) {
  for (size_t i = 0; i < o->c->mapping.size; i++)
    if (holds(&o->model, o->c->mapping.data[i].model, model) !=
        holds(&o->witness, o->c->mapping.data[i].witness, witness))
      return false;
  return true;
}

static bool shared(const Oracle *o, Lit variable, bool witness) {
  for (size_t i = 0; i < o->c->mapping.size; i++) {
    Lit lit = witness ? o->c->mapping.data[i].witness : o->c->mapping.data[i].model;
    if (lit_node(lit) == lit_node(variable)) return true;
  }
  return false;
}

static bool model_reset_shared(const Oracle *o, size_t step) {
  for (size_t i = 0; i < o->model.system->latches.size; i++) {
    const Latch *latch = o->model.system->latches.data + i;
    if (latch->reset != RESET_FREE && shared(o, latch->current, false) &&
        holds(&o->model, latch->current, step) != (latch->reset == RESET_1))
      return false;
  }
  return true;
}

static bool witness_reset(const Oracle *o, size_t step, bool only_shared) {
  for (size_t i = 0; i < o->c->circuit->latches.size; i++) {
    Lit current = o->c->circuit->latches.data[i].current;
    if ((!only_shared || shared(o, current, true)) &&
        holds(&o->witness, current, step) != holds(&o->witness, o->c->resets.data[i], step))
      return false;
  }
  return true;
}

static bool follows(const Oracle *o, bool witness, size_t s, size_t t, bool only_shared) {
  const Table *table = witness ? &o->witness : &o->model;
  for (size_t i = 0; i < table->system->latches.size; i++) {
    const Latch *latch = table->system->latches.data + i;
    if ((!only_shared || shared(o, latch->current, witness)) &&
        holds(table, latch->current, t) != holds(table, latch->next, s))
      return false;
  }
  return true;
}

static bool model_property(const Oracle *o, size_t m) {
  return o->task->kind != TASK_BAD || !holds(&o->model, o->task->bad, m);
}
static bool witness_property(const Oracle *o, size_t w) {
  return !holds(&o->witness, o->c->bad, w);
}

/* ---- the checks ---- */

static bool stratified(const Oracle *o) {
  const System *circuit = o->c->circuit;
  size_t n = circuit->latches.size;
  Bits *reads = mem_array(n, sizeof *reads);
  for (size_t i = 0; i < n; i++) {
    reads[i] = bits_new(n);
    U32Vec support = {0};
    if (o->c->resets.data[i] != circuit->latches.data[i].current)
      aig_support(circuit->aig, o->c->resets.data[i], &support);
    for (size_t k = 0; k < support.size; k++)
      for (size_t j = 0; j < n; j++)
        if (support.data[k] == lit_node(circuit->latches.data[j].current)) bits_set(&reads[i], j);
    vec_free(&support);
  }
  bool good = true;
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < n; i++)
      if (bits_get(&reads[i], k)) bits_or(&reads[i], &reads[k]);
  for (size_t i = 0; i < n; i++) good &= !bits_get(&reads[i], i);
  for (size_t i = 0; i < n; i++) bits_free(&reads[i]);
  mem_free(reads);
  return good;
}

static bool reset(const Oracle *o) {
  for (size_t m = 0; m < o->model.steps; m++)
    for (size_t w = 0; w < o->witness.steps; w++)
      if (agree(o, m, w) && model_reset_shared(o, m) && constraints(&o->model, m) &&
          !(witness_reset(o, w, true) && constraints(&o->witness, w)))
        return false;
  return true;
}

/* For one pair of steps s: all pairs of steps t. */
static bool transition_from(const Oracle *o, size_t m, size_t w) {
  for (size_t m2 = 0; m2 < o->model.steps; m2++) {
    if (!constraints(&o->model, m2) || !follows(o, false, m, m2, true)) continue;
    for (size_t w2 = 0; w2 < o->witness.steps; w2++)
      if (agree(o, m2, w2) && !(follows(o, true, w, w2, true) && constraints(&o->witness, w2)))
        return false;
  }
  return true;
}

static bool transition(const Oracle *o) {
  for (size_t m = 0; m < o->model.steps; m++)
    for (size_t w = 0; w < o->witness.steps; w++)
      if (agree(o, m, w) && constraints(&o->model, m) && constraints(&o->witness, w) &&
          !transition_from(o, m, w))
        return false;
  return true;
}

static bool property(const Oracle *o) {
  for (size_t m = 0; m < o->model.steps; m++)
    for (size_t w = 0; w < o->witness.steps; w++)
      if (agree(o, m, w) && constraints(&o->model, m) && constraints(&o->witness, w) &&
          witness_property(o, w) && !model_property(o, m))
        return false;
  return true;
}

static bool base(const Oracle *o) {
  for (size_t w = 0; w < o->witness.steps; w++)
    if (witness_reset(o, w, false) && constraints(&o->witness, w) && !witness_property(o, w))
      return false;
  return true;
}

static bool step(const Oracle *o) {
  for (size_t s = 0; s < o->witness.steps; s++)
    for (size_t t = 0; t < o->witness.steps; t++)
      if (follows(o, true, s, t, false) && constraints(&o->witness, s) &&
          constraints(&o->witness, t) && witness_property(o, s) && !witness_property(o, t))
        return false;
  return true;
}

/* ---- the checks of rankings ---- */

static bool fine(const Oracle *o, size_t w) {
  return constraints(&o->witness, w) && witness_property(o, w);
}

static bool edge(const Oracle *o, size_t s, size_t t) {
  return fine(o, s) && fine(o, t) && follows(o, true, s, t, false);
}

static bool q(const Oracle *o, size_t i, size_t x, size_t y) {
  size_t seen = x;
  for (size_t k = 0; k < o->c->interventions.size; k++) {
    Intervention intervention = o->c->interventions.data[k];
    for (size_t v = 0; v < o->witness.variables.size; v++) {
      if (lit_node(o->witness.variables.data[v]) != lit_node(intervention.input)) continue;
      bool value = holds(&o->witness, intervention.signal, y) ^ lit_negated(intervention.input);
      seen = (seen & ~((size_t)1 << v)) | (size_t)value << v;
    }
  }
  return !holds(&o->witness, o->c->conditions.data[i], seen);
}

static bool q_any(const Oracle *o, size_t x, size_t y) {
  for (size_t i = 0; i < o->c->conditions.size; i++)
    if (q(o, i, x, y)) return true;
  return false;
}

static bool liveness(const Oracle *o) {
  for (size_t s = 0; s < o->witness.steps; s++)
    for (size_t t = 0; t < o->witness.steps; t++) {
      if (!edge(o, s, t)) continue;
      for (size_t i = 0; i < o->c->conditions.size; i++) {
        if (!q(o, i, s, t)) continue;
        for (size_t m = 0; m < o->model.steps; m++)
          if (agree(o, m, s) && holds(&o->model, o->task->conditions.data[i], m)) return false;
      }
    }
  return true;
}

static bool decrease(const Oracle *o) {
  for (size_t s = 0; s < o->witness.steps; s++)
    for (size_t t = 0; t < o->witness.steps; t++)
      if (edge(o, s, t) && !q_any(o, t, s)) return false;
  return true;
}

static bool closure(const Oracle *o) {
  for (size_t s = 0; s < o->witness.steps; s++)
    for (size_t t = 0; t < o->witness.steps; t++) {
      if (!edge(o, s, t)) continue;
      for (size_t u = 0; u < o->witness.steps; u++)
        if (fine(o, u) && q_any(o, s, u) && !q_any(o, t, u)) return false;
    }
  return true;
}

static bool consistent(const Oracle *o) {
  for (size_t s = 0; s < o->witness.steps; s++)
    for (size_t t = 0; t < o->witness.steps; t++) {
      if (!edge(o, s, t) || !q_any(o, s, t)) continue;
      for (size_t u = 0; u < o->witness.steps; u++) {
        if (!edge(o, t, u) || !q_any(o, t, u)) continue;
        for (size_t i = 0; i < o->c->conditions.size; i++)
          if (q(o, i, s, t) && !q(o, i, t, u)) return false;
      }
    }
  return true;
}

const char *certificate_oracle(const Task *task, const Certificate *certificate) {
  static const struct {
    const char *name;
    bool (*check)(const Oracle *);
  } checks[] = {
      {"stratified", stratified}, {"reset", reset},       {"transition", transition},
      {"property", property},     {"base", base},         {"step", step},
      {"liveness", liveness},     {"decrease", decrease}, {"closure", closure},
      {"consistent", consistent},
  };
  Oracle oracle = {task, certificate, table_new(task->system), table_new(certificate->circuit)};
  const char *failed = NULL;
  for (size_t i = 0; !failed && i < (task->kind == TASK_FAIR ? 10 : 6); i++)
    if (!checks[i].check(&oracle)) failed = checks[i].name;
  table_free(&oracle.model);
  table_free(&oracle.witness);
  return failed;
}
