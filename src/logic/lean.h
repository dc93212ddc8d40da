/* The lean solver: a small incremental CDCL solver made for IC3's queries, of which there are
 * thousands per second, short, mostly unsatisfiable, over one growing set of clauses. Internal to
 * src/logic; the world sees it as SAT_LEAN of sat.h.
 *
 * It is in the tradition of MiniSat (Eén and Sörensson 2003); what is made for IC3 follows the
 * ideas of GipSAT (Su, Yang, Ci, Bu, Huang: "The rIC3 hardware model checker", CAV 2025):
 * - decisions and propagation stay inside the domain of the query, and the queue of decisions is
 *   set up only when a query needs its first decision, which most do not;
 * - the temporary clause is guarded by one internal variable, the guard, number 0, that is
 *   recycled: whatever was learnt with the help of the temporary clause contains the guard, by the
 *   nature of resolution, and is taken out after the query.
 *
 * Files: lean_clauses.c stores clauses and cleans up; lean_propagate.c moves along the trail;
 * lean_analyze.c learns from conflicts; lean_order.c picks decisions; sat_lean.c runs queries;
 * lean_proof.c writes down what was learnt.
 *
 * The domain costs nothing in propagation: a variable outside has the value LEAN_OUTSIDE, which is
 * neither false nor open, so that its clauses look satisfied. At the top level propagation reaches
 * all variables; there only LEAN_TRUE counts as true.
 *
 * Literals are 2 * variable + sign here. Invariants between calls:
 * - binary clauses are in `implied` alone, longer ones in the arena, watched by their first two
 *   literals; the literal that a clause implies is its first;
 * - all literals before `head` in the trail are propagated;
 * - the values above the top level are the model of the last query, if it had one. */
#ifndef RONDO_LOGIC_LEAN_H
#define RONDO_LOGIC_LEAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vec.h"

typedef uint32_t LeanLit;
typedef uint32_t LeanRef; /* of a clause: its place in the arena; 0 is none */

enum { GUARD = 0, NOT_GUARD = 1 }; /* literals of variable 0 */

static inline LeanLit lean_not(LeanLit a) { return a ^ 1; }
static inline uint32_t lean_var(LeanLit a) { return a >> 1; }

enum { LEAN_FALSE = -1, LEAN_OPEN = 0, LEAN_TRUE = 1, LEAN_OUTSIDE = 2 }; /* values of a literal */

typedef struct {
  uint32_t size;
  unsigned lbd : 24; /* number of levels when learnt, or less */
  unsigned learnt : 1;
  unsigned temporary : 1; /* holds for this query only: contains NOT_GUARD */
  unsigned dead : 1;
  unsigned used : 2; /* met in conflicts since the last reduction */
  LeanLit lits[];
} LeanClause;

enum { LEAN_HEADER = 2 }; /* words before the literals */

typedef struct {
  LeanRef clause;
  LeanLit blocker; /* some literal of the clause: if it is true, the clause need not be read */
} LeanWatch;

typedef VEC(LeanWatch) LeanWatches;
typedef VEC(LeanLit) LeanLits;

/* Why a literal is true: 0 for a decision, 2 * clause, or 2 * other + 1 for a binary clause with
 * one other literal, which is false. */
typedef uint32_t LeanReason;
static inline LeanReason reason_clause(LeanRef clause) { return clause << 1; }
static inline LeanReason reason_binary(LeanLit other) { return other << 1 | 1; }

typedef struct {
  uint32_t level;
  LeanReason reason;
} LeanCause;

/* A clause all of whose literals are false. For a binary clause `reason` names one and `lit` the
 * other. */
typedef struct {
  LeanReason reason; /* 0: no conflict */
  LeanLit lit;
} LeanConflict;

typedef struct {
  uint32_t variables, capacity; /* of the arrays below, the guard included */
  int8_t *value;                /* per literal */
  LeanCause *cause;             /* per variable, where assigned */
  bool *phase;                  /* per variable: the sign of its last value */
  LeanWatches *watches;         /* per literal: long clauses to look at when it becomes true */
  LeanLits *implied;            /* per literal: what binary clauses imply when it becomes true */

  uint32_t *arena; /* clauses; the first word is not used */
  size_t arena_size, arena_capacity, arena_dead;
  size_t learnt_count;      /* clauses in the arena that may be given up */
  VEC(LeanRef) temporaries; /* clauses with NOT_GUARD */

  LeanLits trail;
  U32Vec control; /* size of the trail at the start of level k + 1 */
  size_t head;    /* of propagation */
  bool broken;    /* the clauses have no model */

  /* The variables of the running query, all others being LEAN_OUTSIDE; or all of them. */
  U32Vec domain;
  bool everything;

  /* Decisions: a binary heap by activity. */
  double *activity, increment;
  uint32_t *heap, *heap_index; /* index plus one, 0: not in the heap */
  size_t heap_size;
  bool heap_ready; /* it holds those of the running query */
  size_t cold;     /* how far into the variables decisions got, once the heap is empty */

  /* The next query. */
  LeanLits assumptions, temporary;
  U32Vec next_domain;
  bool has_domain;
  uint32_t *failed; /* per literal: the last query where it was in the core */
  uint32_t query;

  /* Scratch of conflict analysis. */
  uint8_t *seen;
  LeanLits learnt, stack, marked;
  uint32_t *level_stamp, stamp; /* per level */
  size_t level_capacity;

  uint64_t work, reductions;
  size_t simplified;      /* size of the top-level trail at the last cleaning */
  uint64_t next_cleaning; /* in work */

  Text *proof; /* gets what is learnt and given up, as lines of DRAT; NULL: nothing */
} Lean;

static inline LeanClause *lean_clause(const Lean *s, LeanRef ref) {
  return (LeanClause *)(void *)(s->arena + ref);
}
static inline bool lean_assigned(const Lean *s, LeanLit lit) {
  return s->value[lit] == LEAN_TRUE || s->value[lit] == LEAN_FALSE;
}
static inline uint32_t lean_level(const Lean *s) { return (uint32_t)s->control.size; }

/* lean_clauses.c */
LeanRef lean_store(Lean *s, const LeanLit *lits, size_t count, bool learnt, bool temporary);
void lean_imply(Lean *s, LeanLit a, LeanLit b); /* adds the binary clause */
void lean_drop_temporaries(Lean *s);            /* the guard must not be assigned */
void lean_clean(Lean *s, bool reduce);          /* at the top level: see there */
bool lean_wants_cleaning(const Lean *s, bool *reduce);

/* lean_propagate.c */
void lean_assign(Lean *s, LeanLit lit, LeanReason reason);
LeanConflict lean_propagate(Lean *s);
void lean_decide(Lean *s, LeanLit lit); /* opens a level */
void lean_skip_level(Lean *s);          /* an empty one */
void lean_backtrack(Lean *s, uint32_t level);

/* lean_analyze.c */
uint32_t lean_analyze(Lean *s, LeanConflict conflict, uint32_t *lbd); /* learnt; level to go to */
void lean_core_of_assumption(Lean *s, LeanLit lit); /* an assumption that is false */

/* lean_proof.c: lines of the proof, if there is one. A literal that is false at the top level may
 * be left out of a clause, which then takes the place of the longer one. */
void lean_log_learnt(Lean *s, const LeanLit *lits, size_t count);
void lean_log_dropped(Lean *s, const LeanClause *clause);
void lean_log_stripped(Lean *s, const LeanClause *clause);

/* lean_order.c */
void lean_bump(Lean *s, uint32_t variable);
void lean_decay(Lean *s);
void lean_heap_insert(Lean *s, uint32_t variable);
void lean_domain_open(Lean *s); /* at the top level: takes over the domain of the next query */
LeanLit lean_pick(Lean *s);     /* a decision, or NOT_GUARD where there is none left */

#endif
