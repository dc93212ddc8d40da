/* Learning from conflicts: the clause of the first unique implication point, minimised (Sörensson
 * and Biere, SAT 2009); and the assumptions that a failed query depends on. */
#include "logic/lean.h"

/* The literals of a reason besides the one it implies; of the clause of a conflict, all. */
typedef struct {
  const LeanLit *lits;
  size_t count;
  LeanLit binary;
} Others;

static Others others(const Lean *s, LeanReason reason, bool skip_first, Others *storage) {
  if (reason & 1) {
    storage->binary = reason >> 1;
    return (Others){&storage->binary, 1, 0};
  }
  const LeanClause *c = lean_clause(s, reason >> 1);
  return (Others){c->lits + skip_first, c->size - skip_first, 0};
}

static void mark(Lean *s, uint32_t variable) {
  s->seen[variable] = 1;
  vec_push(&s->marked, variable);
}

static void unmark_from(Lean *s, size_t start) {
  for (size_t i = start; i < s->marked.size; i++) s->seen[s->marked.data[i]] = 0;
  s->marked.size = start;
}

static uint32_t count_levels(Lean *s, const LeanLit *lits, size_t count) {
  uint32_t levels = 0, stamp = ++s->stamp;
  for (size_t i = 0; i < count; i++) {
    uint32_t level = s->cause[lean_var(lits[i])].level;
    if (s->level_stamp[level] == stamp) continue;
    s->level_stamp[level] = stamp;
    levels++;
  }
  return levels;
}

/* A learnt clause that proves useful again is kept longer. */
static void note_use(Lean *s, LeanReason reason) {
  if (reason & 1) return;
  LeanClause *c = lean_clause(s, reason >> 1);
  if (!c->learnt) return;
  c->used = 2;
  if (c->lbd > 2) {
    uint32_t lbd = count_levels(s, c->lits, c->size);
    if (lbd < c->lbd) c->lbd = lbd & 0xffffff;
  }
}

static uint32_t level_bit(const Lean *s, uint32_t variable) {
  return 1u << (s->cause[variable].level & 31);
}

/* Whether a literal of the learnt clause follows from the others, through reasons alone. */
static bool redundant(Lean *s, LeanLit lit, uint32_t levels) {
  size_t start = s->marked.size;
  vec_clear(&s->stack);
  vec_push(&s->stack, lean_var(lit));
  while (s->stack.size) {
    uint32_t variable = vec_pop(&s->stack);
    Others storage, rest = others(s, s->cause[variable].reason, true, &storage);
    for (size_t i = 0; i < rest.count; i++) {
      uint32_t next = lean_var(rest.lits[i]);
      if (s->seen[next] || !s->cause[next].level) continue;
      if (!s->cause[next].reason || !(level_bit(s, next) & levels)) {
        unmark_from(s, start);
        return false;
      }
      mark(s, next);
      vec_push(&s->stack, next);
    }
  }
  return true;
}

static void minimise(Lean *s) {
  uint32_t levels = 0;
  for (size_t i = 1; i < s->learnt.size; i++) levels |= level_bit(s, lean_var(s->learnt.data[i]));
  size_t kept = 1;
  for (size_t i = 1; i < s->learnt.size; i++) {
    LeanLit lit = s->learnt.data[i];
    if (!s->cause[lean_var(lit)].reason || !redundant(s, lit, levels)) s->learnt.data[kept++] = lit;
  }
  s->learnt.size = kept;
}

static void visit(Lean *s, LeanLit lit, size_t *open) {
  uint32_t variable = lean_var(lit), level = s->cause[variable].level;
  if (s->seen[variable] || !level) return;
  mark(s, variable);
  lean_bump(s, variable);
  if (level == lean_level(s)) ++*open;
  else vec_push(&s->learnt, lit);
}

uint32_t lean_analyze(Lean *s, LeanConflict conflict, uint32_t *lbd) {
  size_t open = 0, index = s->trail.size;
  vec_clear(&s->learnt);
  vec_push(&s->learnt, 0); /* place of the implication point */
  if (conflict.reason & 1) visit(s, conflict.lit, &open);
  LeanReason reason = conflict.reason;
  bool skip_first = false;
  LeanLit point;
  for (;;) {
    note_use(s, reason);
    Others storage, rest = others(s, reason, skip_first, &storage);
    for (size_t i = 0; i < rest.count; i++) visit(s, rest.lits[i], &open);
    do point = s->trail.data[--index];
    while (!s->seen[lean_var(point)]);
    if (!--open) break;
    reason = s->cause[lean_var(point)].reason;
    skip_first = true;
  }
  s->learnt.data[0] = lean_not(point);
  minimise(s);
  *lbd = count_levels(s, s->learnt.data, s->learnt.size);
  unmark_from(s, 0);

  /* The second literal is one of the highest level below. */
  if (s->learnt.size == 1) return 0;
  size_t highest = 1;
  for (size_t i = 2; i < s->learnt.size; i++)
    if (s->cause[lean_var(s->learnt.data[i])].level >
        s->cause[lean_var(s->learnt.data[highest])].level)
      highest = i;
  LeanLit second = s->learnt.data[highest];
  s->learnt.data[highest] = s->learnt.data[1];
  s->learnt.data[1] = second;
  return s->cause[lean_var(second)].level;
}

static void mark_for_core(Lean *s, LeanLit lit, size_t *open) {
  uint32_t variable = lean_var(lit);
  if (s->seen[variable] || !s->cause[variable].level) return;
  s->seen[variable] = 1;
  ++*open;
}

/* From the marked variables back to the decisions, which are all assumptions. */
static void collect_core(Lean *s, size_t open) {
  for (size_t i = s->trail.size; open;) {
    LeanLit lit = s->trail.data[--i];
    uint32_t variable = lean_var(lit);
    if (!s->seen[variable]) continue;
    s->seen[variable] = 0;
    open--;
    LeanReason reason = s->cause[variable].reason;
    if (!reason) {
      s->failed[lit] = s->query;
      continue;
    }
    Others storage, rest = others(s, reason, true, &storage);
    for (size_t k = 0; k < rest.count; k++) mark_for_core(s, rest.lits[k], &open);
  }
}

void lean_core_of_assumption(Lean *s, LeanLit lit) {
  size_t open = 0;
  s->failed[lit] = s->query;
  mark_for_core(s, lit, &open);
  collect_core(s, open);
}
