/* Moving along the trail: assigning, unit propagation over two watched literals with blockers,
 * going back. This is where the time goes; the loops keep what they need in locals.
 *
 * Above the top level, a clause with a variable outside of the domain counts as satisfied, as
 * lean.h explains: `value > 0`. Its watches may then be false and stay so until the query is left;
 * that is harmless, since all levels are left with it. */
#include "logic/lean.h"

void lean_assign(Lean *s, LeanLit lit, LeanReason reason) {
  assert(s->value[lit] == LEAN_OPEN || (s->value[lit] == LEAN_OUTSIDE && !lean_level(s)));
  s->value[lit] = LEAN_TRUE;
  s->value[lean_not(lit)] = LEAN_FALSE;
  s->cause[lean_var(lit)] = (LeanCause){lean_level(s), reason};
  s->trail.data[s->trail.size++] = lit; /* has room for all variables */
}

void lean_skip_level(Lean *s) { vec_push(&s->control, (uint32_t)s->trail.size); }

void lean_decide(Lean *s, LeanLit lit) {
  lean_skip_level(s);
  lean_assign(s, lit, 0);
}

void lean_backtrack(Lean *s, uint32_t level) {
  if (lean_level(s) <= level) return;
  uint32_t start = s->control.data[level];
  bool refill = s->heap_ready; /* else the heap is filled anew anyway */
  for (size_t i = s->trail.size; i-- > start;) {
    LeanLit lit = s->trail.data[i];
    uint32_t variable = lean_var(lit);
    s->value[lit] = s->value[lean_not(lit)] = LEAN_OPEN;
    s->phase[variable] = lit & 1;
    if (refill && variable) lean_heap_insert(s, variable);
  }
  s->trail.size = s->head = start;
  s->control.size = level;
}

/* The long clauses watching the negation of a literal that became true. */
static inline LeanConflict propagate_long(Lean *s, LeanLit lit, bool top) {
  LeanWatches *list = &s->watches[lit];
  LeanConflict conflict = {0};
  if (!list->size) return conflict;
  LeanWatch *from = list->data, *to = from, *end = from + list->size;
  int8_t *const value = s->value;
  const LeanLit falsified = lean_not(lit);
  while (from != end) {
    LeanWatch watch = *from++;
    if (top ? value[watch.blocker] == LEAN_TRUE : value[watch.blocker] > 0) {
      *to++ = watch;
      continue;
    }
    LeanClause *c = lean_clause(s, watch.clause);
    LeanLit *lits = c->lits;
    LeanLit other = lits[0] ^ lits[1] ^ falsified;
    if (top ? value[other] == LEAN_TRUE : value[other] > 0) {
      *to++ = (LeanWatch){watch.clause, other};
      continue;
    }
    LeanLit *p = lits + 2, *const last = lits + c->size;
    while (p != last && value[*p] < 0) p++;
    if (p != last) { /* a literal that is not false takes over */
      LeanLit next = *p;
      lits[0] = other;
      lits[1] = next;
      *p = falsified;
      vec_push(&s->watches[lean_not(next)], ((LeanWatch){watch.clause, other}));
      continue;
    }
    *to++ = (LeanWatch){watch.clause, other};
    if (value[other] < 0) {
      conflict.reason = reason_clause(watch.clause);
      while (from != end) *to++ = *from++;
      break;
    }
    lits[0] = other;
    lits[1] = falsified;
    lean_assign(s, other, reason_clause(watch.clause));
  }
  list->size = (size_t)(to - list->data);
  return conflict;
}

static inline LeanConflict propagate(Lean *s, bool top) {
  const size_t start = s->head;
  LeanConflict conflict = {0};
  while (!conflict.reason && s->head < s->trail.size) {
    LeanLit lit = s->trail.data[s->head++];
    const LeanLits *implied = &s->implied[lit];
    for (size_t i = 0; i < implied->size; i++) {
      LeanLit other = implied->data[i];
      int8_t value = s->value[other];
      if (top ? value == LEAN_TRUE : value > 0) continue;
      if (value < 0) {
        s->work += s->head - start;
        return (LeanConflict){reason_binary(lean_not(lit)), other};
      }
      lean_assign(s, other, reason_binary(lean_not(lit)));
    }
    conflict = propagate_long(s, lit, top);
  }
  s->work += s->head - start;
  return conflict;
}

LeanConflict lean_propagate(Lean *s) {
  return lean_level(s) ? propagate(s, false) : propagate(s, true);
}
