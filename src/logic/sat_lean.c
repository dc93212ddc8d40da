/* The lean solver behind the gate: variables, clauses and queries. See lean.h for what it is.
 *
 * Assumptions are the first decisions, in their order, the guard of the temporary clause last. Each
 * query starts at the top level: to keep the part of the trail where the assumptions of two queries
 * agree was measured, and gave nothing. */
#include <stdlib.h>

#include "logic/lean.h"
#include "logic/sat_backend.h"

enum {
  RESTART_UNIT = 100, /* conflicts; times the Luby sequence */
  POLL_WORK = 512,    /* propagations between two looks at the budget */
};

static LeanLit lean_lit(int lit) { return 2 * (uint32_t)abs(lit) + (lit < 0); }

static void *grow_array(void *array, size_t size, size_t from, size_t to) {
  char *grown = mem_resize(array, to * size);
  memset(grown + from * size, 0, (to - from) * size);
  return grown;
}

static void add_variable(void *solver) {
  Lean *s = solver;
  if (s->variables == s->capacity) {
    size_t old = s->capacity, new = old ? 2 * old : 64;
    s->capacity = (uint32_t) new;
    s->value = grow_array(s->value, sizeof *s->value, 2 * old, 2 * new);
    s->cause = grow_array(s->cause, sizeof *s->cause, old, new);
    s->phase = grow_array(s->phase, sizeof *s->phase, old, new);
    s->watches = grow_array(s->watches, sizeof *s->watches, 2 * old, 2 * new);
    s->implied = grow_array(s->implied, sizeof *s->implied, 2 * old, 2 * new);
    s->activity = grow_array(s->activity, sizeof *s->activity, old, new);
    s->heap = grow_array(s->heap, sizeof *s->heap, old, new);
    s->heap_index = grow_array(s->heap_index, sizeof *s->heap_index, old, new);
    s->failed = grow_array(s->failed, sizeof *s->failed, 2 * old, 2 * new);
    s->seen = grow_array(s->seen, sizeof *s->seen, old, new);
    vec_reserve(&s->trail, new);
  }
  uint32_t variable = s->variables++;
  s->phase[variable] = true; /* false first, as most signals are most of the time */
  if (!variable) return;
  if (!s->everything) s->value[2 * variable] = s->value[2 * variable + 1] = LEAN_OUTSIDE;
}

static void *create(void) {
  Lean *s = mem_zalloc(sizeof *s);
  s->increment = 1;
  s->everything = true;
  s->arena_size = 1;
  add_variable(s); /* the guard */
  return s;
}

static void destroy(void *solver) {
  Lean *s = solver;
  for (uint32_t lit = 0; lit < 2 * s->variables; lit++) {
    vec_free(&s->watches[lit]);
    vec_free(&s->implied[lit]);
  }
  mem_free(s->value);
  mem_free(s->cause);
  mem_free(s->phase);
  mem_free(s->watches);
  mem_free(s->implied);
  mem_free(s->arena);
  mem_free(s->activity);
  mem_free(s->heap);
  mem_free(s->heap_index);
  mem_free(s->failed);
  mem_free(s->seen);
  mem_free(s->level_stamp);
  vec_free(&s->temporaries);
  vec_free(&s->trail);
  vec_free(&s->control);
  vec_free(&s->assumptions);
  vec_free(&s->temporary);
  vec_free(&s->domain);
  vec_free(&s->next_domain);
  vec_free(&s->learnt);
  vec_free(&s->stack);
  vec_free(&s->marked);
  mem_free(s);
}

/* The value at the top level: 1, -1, or 0 for none. */
static int top_value(const Lean *s, LeanLit lit) {
  return lean_assigned(s, lit) && !s->cause[lean_var(lit)].level ? s->value[lit] : 0;
}

/* Drops repeated and false literals; false if the clause holds anyway. */
static bool normalise(Lean *s, LeanLits *lits) {
  bool needed = true;
  size_t kept = 0;
  for (size_t i = 0; i < lits->size; i++) {
    LeanLit lit = lits->data[i];
    uint8_t *seen = &s->seen[lean_var(lit)], sign = 1 + (lit & 1);
    int value = top_value(s, lit);
    if (value > 0 || *seen & (3 - sign)) needed = false;
    if (value || *seen & sign) continue;
    *seen |= sign;
    lits->data[kept++] = lit;
  }
  lits->size = kept;
  for (size_t i = 0; i < kept; i++) s->seen[lean_var(lits->data[i])] = 0;
  return needed;
}

static void add_clause(void *solver, const int *input, size_t count) {
  Lean *s = solver;
  LeanLits *lits = &s->learnt; /* free for use between conflicts */
  lean_backtrack(s, 0);
  vec_clear(lits);
  for (size_t i = 0; i < count; i++) vec_push(lits, lean_lit(input[i]));
  if (!normalise(s, lits)) return;
  if (!lits->size) s->broken = true;
  else if (lits->size == 1) lean_assign(s, lits->data[0], 0);
  else if (lits->size == 2) lean_imply(s, lits->data[0], lits->data[1]);
  else lean_store(s, lits->data, lits->size, false, false);
}

static void assume(void *solver, int lit) {
  Lean *s = solver;
  vec_push(&s->assumptions, lean_lit(lit));
}

static void set_temporary(void *solver, const int *lits, size_t count) {
  Lean *s = solver;
  vec_clear(&s->temporary);
  for (size_t i = 0; i < count; i++) vec_push(&s->temporary, lean_lit(lits[i]));
}

static void set_domain(void *solver, const int *variables, size_t count) {
  Lean *s = solver;
  vec_reserve(&s->next_domain, count);
  s->next_domain.size = count;
  for (size_t i = 0; i < count; i++) s->next_domain.data[i] = (uint32_t)abs(variables[i]);
  s->has_domain = true;
}

/* When all literals of the temporary clause become false at the top level, it implies the negation
 * of the guard there. Alone of all top-level values that one holds for the query only; nothing
 * follows from it, so it is simply taken off the trail. */
static void release_guard(Lean *s) {
  size_t i = s->trail.size;
  while (lean_var(s->trail.data[--i])) assert(i);
  if (i < s->head) s->head--;
  for (s->trail.size--; i < s->trail.size; i++) s->trail.data[i] = s->trail.data[i + 1];
  s->value[GUARD] = s->value[NOT_GUARD] = 0;
}

static void leave_previous(Lean *s) {
  lean_backtrack(s, 0);
  if (s->value[GUARD]) release_guard(s);
  lean_drop_temporaries(s);
}

static bool propagate_top(Lean *s) {
  if (!s->broken && lean_propagate(s).reason) s->broken = true;
  return !s->broken;
}

static void clean_if_due(Lean *s) {
  bool reduce;
  if (!lean_wants_cleaning(s, &reduce)) return;
  lean_backtrack(s, 0);
  lean_clean(s, reduce);
}

/* Adds the temporary clause and assumes its guard. False if it has no literal left. */
static bool open_temporary(Lean *s) {
  if (!s->temporary.size) return true;
  if (!normalise(s, &s->temporary)) {
    vec_clear(&s->temporary);
    return true;
  }
  if (!s->temporary.size) {
    s->failed[GUARD] = s->query;
    return false;
  }
  vec_push(&s->temporary, NOT_GUARD);
  lean_store(s, s->temporary.data, s->temporary.size, false, true);
  vec_push(&s->assumptions, GUARD);
  return true;
}

/* The Luby sequence 1 1 2 1 1 2 4 ..., from index 1. */
static uint64_t luby(uint64_t index) {
  for (;;) {
    uint64_t power = 1;
    while (power - 1 < index) power *= 2;
    if (power - 1 == index) return power / 2;
    index -= power / 2 - 1;
  }
}

/* Learns from a conflict; false if the query has failed with that. */
static bool learn(Lean *s, LeanConflict conflict) {
  uint32_t lbd, level = lean_analyze(s, conflict, &lbd);
  const LeanLit *lits = s->learnt.data;
  size_t size = s->learnt.size;
  s->work += size;
  lean_log_learnt(s, lits, size);
  lean_decay(s);
  if (size == 1 && lits[0] == NOT_GUARD) { /* not a fact: the temporary clause fails by itself */
    s->failed[GUARD] = s->query;
    return false;
  }
  lean_backtrack(s, level);
  bool temporary = false;
  for (size_t i = 0; i < size && !temporary; i++) temporary = lits[i] == NOT_GUARD;
  if (size == 1) {
    lean_assign(s, lits[0], 0);
  } else if (size == 2 && !temporary) {
    lean_imply(s, lits[0], lits[1]);
    lean_assign(s, lits[0], reason_binary(lits[1]));
  } else {
    LeanRef ref = lean_store(s, lits, size, true, temporary);
    LeanClause *c = lean_clause(s, ref);
    c->lbd = lbd & 0xffffff;
    c->used = 1;
    lean_assign(s, lits[0], reason_clause(ref));
  }
  return true;
}

/* Opens the next level. Unknown: go on. */
static SatResult advance(Lean *s) {
  while (lean_level(s) < s->assumptions.size) {
    LeanLit lit = s->assumptions.data[lean_level(s)];
    if (s->value[lit] < 0) {
      lean_core_of_assumption(s, lit);
      return SAT_UNSATISFIABLE;
    }
    if (!s->value[lit]) {
      lean_decide(s, lit);
      return SAT_UNKNOWN;
    }
    lean_skip_level(s);
  }
  LeanLit lit = lean_pick(s);
  if (lit == NOT_GUARD) return SAT_SATISFIABLE;
  lean_decide(s, lit);
  return SAT_UNKNOWN;
}

static SatResult search(Lean *s, SatMeter *meter, uint64_t start) {
  uint64_t conflicts = 0, restarts = 0, next_restart = RESTART_UNIT;
  for (;;) {
    LeanConflict conflict = lean_propagate(s);
    if (conflict.reason) {
      conflicts++;
      if (!lean_level(s)) {
        s->broken = true;
        return SAT_UNSATISFIABLE;
      }
      if (!learn(s, conflict)) return SAT_UNSATISFIABLE;
      continue;
    }
    meter->work = s->work - start;
    if (meter->work - meter->charged >= POLL_WORK && meter_spent(meter)) return SAT_UNKNOWN;
    if (conflicts >= next_restart) {
      next_restart = conflicts + RESTART_UNIT * luby(++restarts + 1);
      lean_backtrack(s, (uint32_t)s->assumptions.size);
      clean_if_due(s);
    }
    SatResult result = advance(s);
    if (result) return result;
  }
}

static SatResult run_query(Lean *s, SatMeter *meter, uint64_t start) {
  leave_previous(s);
  if (!propagate_top(s)) return SAT_UNSATISFIABLE;
  clean_if_due(s);
  lean_domain_open(s);
  if (!open_temporary(s)) return SAT_UNSATISFIABLE;
  size_t levels = s->variables + s->assumptions.size + 1;
  if (levels > s->level_capacity) {
    size_t capacity = vec_capacity_for(s->level_capacity, levels);
    s->level_stamp =
        grow_array(s->level_stamp, sizeof *s->level_stamp, s->level_capacity, capacity);
    s->level_capacity = capacity;
  }
  if (meter_spent(meter)) return SAT_UNKNOWN;
  return search(s, meter, start);
}

static SatResult solve(void *solver, SatMeter *meter) {
  Lean *s = solver;
  uint64_t start = s->work++; /* a query is never free */
  s->query++;
  SatResult result = run_query(s, meter, start);
  if (result == SAT_UNSATISFIABLE) lean_log_learnt(s, NULL, 0); /* the empty clause */
  meter->work = s->work - start;
  vec_clear(&s->assumptions);
  vec_clear(&s->temporary);
  s->has_domain = s->heap_ready = false;
  return result;
}

static bool value(void *solver, int lit) {
  Lean *s = solver;
  LeanLit l = lean_lit(lit);
  return lean_assigned(s, l) ? s->value[l] == LEAN_TRUE : lit < 0;
}

static bool failed(void *solver, int lit) {
  Lean *s = solver;
  return s->failed[lean_lit(lit)] == s->query;
}

static bool temporary_failed(void *solver) {
  Lean *s = solver;
  return s->failed[GUARD] == s->query;
}

static void log_proof(void *solver, Text *proof) {
  Lean *s = solver;
  s->proof = proof;
}

static int fixed(void *solver, int lit) { return top_value(solver, lean_lit(lit)); }

const SatBackend sat_lean = {
    .create = create,
    .destroy = destroy,
    .variable = add_variable,
    .clause = add_clause,
    .assume = assume,
    .temporary = set_temporary,
    .domain = set_domain,
    .solve = solve,
    .value = value,
    .failed = failed,
    .temporary_failed = temporary_failed,
    .fixed = fixed,
    .log_proof = log_proof,
};
