/* The one gate to SAT solving. Nothing outside src/logic knows which solver is behind it.
 *
 * Literals are non-zero integers as in DIMACS; variables are 1, 2, 3, ... and are made by
 * sat_variable. The calls follow IPASIR: add clauses; then, per query, assumptions and at most one
 * temporary clause, which holds for that query alone; solve; read values after SAT_SATISFIABLE, or
 * the failed assumptions after SAT_UNSATISFIABLE. The gate checks that order with assertions,
 * because CaDiCaL aborts the process on misuse.
 *
 * Effort is measured in `work`: a deterministic count that grows with what the solver does, used
 * for slices of resumable engines. The gate stops a query when the budget is spent. */
#ifndef RONDO_LOGIC_SAT_H
#define RONDO_LOGIC_SAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/budget.h"
#include "base/stats.h"
#include "base/text.h"
#include "base/vec.h"

typedef enum { SAT_UNKNOWN = 0, SAT_SATISFIABLE = 10, SAT_UNSATISFIABLE = 20 } SatResult;

typedef enum {
  SAT_CADICAL, /* the default: long and hard queries, few of them */
  SAT_LEAN,    /* our own: very many short incremental queries, as IC3 makes them */
} SatKind;

typedef struct Sat Sat;

Sat *sat_new(SatKind kind);
void sat_free(Sat *sat);

int sat_variable(Sat *sat); /* a fresh variable */
int sat_variables(const Sat *sat);

void sat_clause(Sat *sat, const int *lits, size_t count);
static inline void sat_clause1(Sat *sat, int a) { sat_clause(sat, (int[]){a}, 1); }
static inline void sat_clause2(Sat *sat, int a, int b) { sat_clause(sat, (int[]){a, b}, 2); }
static inline void sat_clause3(Sat *sat, int a, int b, int c) {
  sat_clause(sat, (int[]){a, b, c}, 3);
}

/* For the next sat_solve alone. At most one temporary clause per query; not empty. */
void sat_assume(Sat *sat, int lit);
void sat_temporary(Sat *sat, const int *lits, size_t count);

/* Restricts the next query to these variables and those that it names itself, where the solver can:
 * it decides no others, and leaves clauses with others aside. An unsatisfiable answer is always
 * right. A satisfiable one is, if every assignment to the domain that satisfies the clauses over
 * the domain alone extends to a model: true for cones over gate definitions (see cnf.h), also after
 * variable elimination. The values of other variables are then undefined. Solvers that cannot do so
 * ignore it. */
void sat_domain(Sat *sat, const int *variables, size_t count);

SatResult sat_solve(Sat *sat, Budget *budget); /* budget may be NULL */

bool sat_value(Sat *sat, int lit);   /* after SAT_SATISFIABLE */
bool sat_failed(Sat *sat, int lit);  /* after SAT_UNSATISFIABLE: was the assumption used? */
bool sat_temporary_failed(Sat *sat); /* after SAT_UNSATISFIABLE: was the temporary clause used? */
int sat_fixed(Sat *sat, int lit);    /* 1 or -1 if implied at the top level, 0 if not known */

/* Keeps a copy of all that is given from now on: the clauses, and of the last or coming query the
 * assumptions and the temporary clause; all as clauses one after another, each closed by 0. */
typedef struct {
  IntVec clauses, query;
} SatKept;
void sat_keep(Sat *sat);
const SatKept *sat_kept(const Sat *sat); /* NULL if it keeps nothing */

/* Appends a proof in DRAT (ASCII) of the answer SAT_UNSATISFIABLE to a text, which must outlive the
 * solver. Called before the first clause; the queries may have no assumptions, temporary clause or
 * domain then, and end with the first SAT_UNSATISFIABLE. Of the solvers, SAT_LEAN can do so; the C
 * interface of CaDiCaL has no proofs. */
void sat_log_proof(Sat *sat, Text *proof);

/* Statistics over all solvers since the last reset, and per solver. */
typedef struct {
  uint64_t solvers, queries, satisfiable, unsatisfiable, interrupted, clauses, variables, work;
  double seconds;
} SatStats;
extern const StatField sat_stat_fields[];
extern const size_t sat_stat_field_count;
const SatStats *sat_stats(const Sat *sat);
const SatStats *sat_total_stats(void);

/* Writes every call from now on to a file, in a form that `bench/sat-replay` reads, so that solvers
 * can be compared on real work. NULL stops. The file stays the caller's. */
void sat_record(Sat *sat, void *stdio_file);

#endif
