/* The gate of sat.h: counts, times, keeps to the budget, checks the order of calls, records.
 *
 * A solver is in one of three states. In INPUT, clauses and the parts of the next query come in.
 * sat_solve leads to MODEL or CORE, or back to INPUT when it was interrupted. Values are there only
 * in MODEL, failed assumptions only in CORE; the next clause or assumption leads back to INPUT.
 *
 * The recorded form is text, one call per line: `v N` there are N variables now; `c`, `t`, `a`, `d`
 * a clause, the temporary clause, an assumption, the domain, each as literals closed by 0; `s R` a
 * query that ended with R (0, 10 or 20). */
#include "logic/sat.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "logic/sat_backend.h"

typedef enum { INPUT, MODEL, CORE } State;

struct Sat {
  const SatBackend *backend;
  void *solver;
  int variables;
  State state;
  bool has_temporary, has_domain; /* for the next query */
  SatStats stats;
  FILE *record;
  int recorded_variables;
  SatKept *kept; /* NULL: not asked for */
  bool asked;    /* what is kept of a query is that of the last one */
  bool proves;   /* a proof is written */
};

static const SatBackend *backends[] = {
    [SAT_CADICAL] = &sat_cadical,
    [SAT_LEAN] = &sat_lean,
};

const SatBackend *sat_replace_backend(SatKind kind, const SatBackend *backend) {
  const SatBackend *before = backends[kind];
  backends[kind] = backend;
  return before;
}

static SatStats total;

const StatField sat_stat_fields[] = {
    {"sat_solvers", "SAT solvers made", STAT_COUNT, offsetof(SatStats, solvers)},
    {"sat_queries", "SAT queries", STAT_COUNT, offsetof(SatStats, queries)},
    {"sat_satisfiable", "of them satisfiable", STAT_COUNT, offsetof(SatStats, satisfiable)},
    {"sat_unsatisfiable", "of them unsatisfiable", STAT_COUNT, offsetof(SatStats, unsatisfiable)},
    {"sat_interrupted", "of them stopped by budget", STAT_COUNT, offsetof(SatStats, interrupted)},
    {"sat_clauses", "clauses given to solvers", STAT_COUNT, offsetof(SatStats, clauses)},
    {"sat_variables", "variables given to solvers", STAT_COUNT, offsetof(SatStats, variables)},
    {"sat_work", "units of solver work", STAT_COUNT, offsetof(SatStats, work)},
    {"sat_seconds", "time in solvers", STAT_SECONDS, offsetof(SatStats, seconds)},
};
const size_t sat_stat_field_count = sizeof sat_stat_fields / sizeof *sat_stat_fields;

/* One increment for the solver and one for all of them. */
#define COUNT(sat, name, amount) ((sat)->stats.name += (amount), total.name += (amount))

const SatStats *sat_stats(const Sat *sat) { return &sat->stats; }
const SatStats *sat_total_stats(void) { return &total; }

bool meter_spent(SatMeter *meter) {
  budget_use(meter->budget, meter->work - meter->charged);
  meter->charged = meter->work;
  return budget_spent(meter->budget);
}

Sat *sat_new(SatKind kind) {
  Sat *sat = mem_zalloc(sizeof *sat);
  sat->backend = backends[kind];
  sat->solver = sat->backend->create();
  COUNT(sat, solvers, 1);
  return sat;
}

void sat_free(Sat *sat) {
  if (!sat) return;
  sat->backend->destroy(sat->solver);
  if (sat->kept) {
    vec_free(&sat->kept->clauses);
    vec_free(&sat->kept->query);
  }
  mem_free(sat->kept);
  mem_free(sat);
}

int sat_variable(Sat *sat) {
  if (sat->backend->variable) sat->backend->variable(sat->solver);
  COUNT(sat, variables, 1);
  return ++sat->variables;
}

int sat_variables(const Sat *sat) { return sat->variables; }

static void check_literals(const Sat *sat, const int *lits, size_t count) {
  (void)sat, (void)lits;
  for (size_t i = 0; i < count; i++) assert(lits[i] && abs(lits[i]) <= sat->variables);
}

static void record(Sat *sat, char call, const int *lits, size_t count) {
  if (!sat->record) return;
  if (sat->recorded_variables < sat->variables)
    fprintf(sat->record, "v %d\n", sat->recorded_variables = sat->variables);
  fputc(call, sat->record);
  for (size_t i = 0; i < count; i++) fprintf(sat->record, " %d", lits[i]);
  fputs(" 0\n", sat->record);
}

void sat_record(Sat *sat, void *stdio_file) {
  sat->record = stdio_file;
  sat->recorded_variables = 0;
}

void sat_keep(Sat *sat) {
  if (!sat->kept) sat->kept = mem_zalloc(sizeof *sat->kept);
}

const SatKept *sat_kept(const Sat *sat) { return sat->kept; }

static void keep(IntVec *list, const int *lits, size_t count) {
  for (size_t i = 0; i < count; i++) vec_push(list, lits[i]);
  vec_push(list, 0);
}

static void keep_of_query(Sat *sat, const int *lits, size_t count) {
  assert(!sat->proves);
  if (!sat->kept) return;
  if (sat->asked) vec_clear(&sat->kept->query);
  sat->asked = false;
  keep(&sat->kept->query, lits, count);
}

void sat_log_proof(Sat *sat, Text *proof) {
  assert(sat->backend->log_proof && !sat->stats.clauses);
  sat->proves = true;
  sat->backend->log_proof(sat->solver, proof);
}

void sat_clause(Sat *sat, const int *lits, size_t count) {
  check_literals(sat, lits, count);
  record(sat, 'c', lits, count);
  if (sat->kept) keep(&sat->kept->clauses, lits, count);
  sat->state = INPUT;
  COUNT(sat, clauses, 1);
  sat->backend->clause(sat->solver, lits, count);
}

void sat_assume(Sat *sat, int lit) {
  check_literals(sat, &lit, 1);
  record(sat, 'a', &lit, 1);
  keep_of_query(sat, &lit, 1);
  sat->state = INPUT;
  sat->backend->assume(sat->solver, lit);
}

void sat_temporary(Sat *sat, const int *lits, size_t count) {
  assert(count && !sat->has_temporary);
  check_literals(sat, lits, count);
  record(sat, 't', lits, count);
  keep_of_query(sat, lits, count);
  sat->state = INPUT;
  sat->has_temporary = true;
  sat->backend->temporary(sat->solver, lits, count);
}

void sat_domain(Sat *sat, const int *variables, size_t count) {
  assert(!sat->has_domain && !sat->proves);
  check_literals(sat, variables, count);
  record(sat, 'd', variables, count);
  sat->state = INPUT;
  sat->has_domain = true;
  if (sat->backend->domain) sat->backend->domain(sat->solver, variables, count);
}

SatResult sat_solve(Sat *sat, Budget *budget) {
  if (sat->kept && sat->asked) vec_clear(&sat->kept->query); /* this one has none */
  sat->asked = true;
  SatMeter meter = {.budget = budget};
  double start = clock_wall();
  SatResult result = sat->backend->solve(sat->solver, &meter);
  COUNT(sat, seconds, clock_wall() - start);
  budget_use(budget, meter.work - meter.charged);
  COUNT(sat, work, meter.work);
  COUNT(sat, queries, 1);
  sat->has_temporary = sat->has_domain = false;
  switch (result) {
  case SAT_SATISFIABLE:
    COUNT(sat, satisfiable, 1);
    sat->state = MODEL;
    break;
  case SAT_UNSATISFIABLE:
    COUNT(sat, unsatisfiable, 1);
    sat->state = CORE;
    break;
  case SAT_UNKNOWN:
    COUNT(sat, interrupted, 1);
    sat->state = INPUT;
    break;
  }
  if (sat->record) fprintf(sat->record, "s %d\n", (int)result);
  return result;
}

bool sat_value(Sat *sat, int lit) {
  assert(sat->state == MODEL);
  check_literals(sat, &lit, 1);
  return sat->backend->value(sat->solver, lit);
}

bool sat_failed(Sat *sat, int lit) {
  assert(sat->state == CORE);
  check_literals(sat, &lit, 1);
  return sat->backend->failed(sat->solver, lit);
}

bool sat_temporary_failed(Sat *sat) {
  assert(sat->state == CORE);
  return sat->backend->temporary_failed(sat->solver);
}

int sat_fixed(Sat *sat, int lit) {
  check_literals(sat, &lit, 1);
  return sat->backend->fixed(sat->solver, lit);
}
