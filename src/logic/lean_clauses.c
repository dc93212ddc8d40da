/* Clauses of the lean solver: storing, taking out, and the cleaning that keeps the arena small.
 *
 * Cleaning happens at the top level only. It walks the arena once, moving the clauses that stay to
 * the front without their false literals, and builds the watch lists anew. What goes: clauses that
 * a top-level value satisfies, clauses taken out before, and, when `reduce` is asked, half of the
 * learnt clauses that were of no use lately, those over many levels first. */
#include <stdlib.h>

#include "logic/lean.h"

enum {
  REDUCE_FIRST = 2000, /* learnt clauses before the first reduction, */
  REDUCE_STEP = 300,   /* and how many more before each further one */
  KEEP_LBD = 2,        /* learnt clauses over so few levels are never given up */
};

static void watch(Lean *s, LeanRef ref) {
  const LeanLit *lits = lean_clause(s, ref)->lits;
  vec_push(&s->watches[lean_not(lits[0])], ((LeanWatch){ref, lits[1]}));
  vec_push(&s->watches[lean_not(lits[1])], ((LeanWatch){ref, lits[0]}));
}

LeanRef lean_store(Lean *s, const LeanLit *lits, size_t count, bool learnt, bool temporary) {
  size_t words = LEAN_HEADER + count, need = s->arena_size + words;
  if (need > s->arena_capacity) {
    if (need > UINT32_MAX / 2) mem_exhausted(); /* references must fit into reasons */
    s->arena_capacity = vec_capacity_for(s->arena_capacity, need);
    s->arena = mem_resize(s->arena, s->arena_capacity * sizeof *s->arena);
  }
  LeanRef ref = (LeanRef)s->arena_size;
  s->arena_size = need;
  LeanClause *c = lean_clause(s, ref);
  *c = (LeanClause){.size = (uint32_t)count, .learnt = learnt, .temporary = temporary};
  memcpy(c->lits, lits, count * sizeof *lits);
  watch(s, ref);
  if (temporary) vec_push(&s->temporaries, ref);
  else if (learnt) s->learnt_count++;
  return ref;
}

void lean_imply(Lean *s, LeanLit a, LeanLit b) {
  vec_push(&s->implied[lean_not(a)], b);
  vec_push(&s->implied[lean_not(b)], a);
}

static void unwatch(LeanWatches *list, LeanRef ref) {
  size_t i = list->size;
  while (list->data[--i].clause != ref) assert(i);
  list->data[i] = vec_last(list);
  list->size--;
}

void lean_drop_temporaries(Lean *s) {
  assert(!s->value[GUARD]);
  while (s->temporaries.size) { /* the youngest first: they are at the end of the arena */
    LeanRef ref = vec_pop(&s->temporaries);
    LeanClause *c = lean_clause(s, ref);
    unwatch(&s->watches[lean_not(c->lits[0])], ref);
    unwatch(&s->watches[lean_not(c->lits[1])], ref);
    size_t words = LEAN_HEADER + c->size;
    if (ref + words == s->arena_size) {
      s->arena_size = ref;
    } else {
      c->dead = true;
      s->arena_dead += words;
    }
  }
}

typedef struct {
  uint32_t lbd, size;
  LeanRef ref;
} Candidate;

/* Useless first: over many levels, long, old. */
static int useless_first(const void *a, const void *b) {
  const Candidate *x = a, *y = b;
  if (x->lbd != y->lbd) return x->lbd > y->lbd ? -1 : 1;
  if (x->size != y->size) return x->size > y->size ? -1 : 1;
  return x->ref < y->ref ? -1 : x->ref > y->ref;
}

static void kill_useless(Lean *s) {
  VEC(Candidate) candidates = {0};
  for (size_t i = 1; i < s->arena_size; i += LEAN_HEADER + lean_clause(s, (LeanRef)i)->size) {
    LeanClause *c = lean_clause(s, (LeanRef)i);
    if (!c->learnt || c->temporary || c->dead || c->lbd <= KEEP_LBD) continue;
    if (c->used) c->used--;
    else vec_push(&candidates, ((Candidate){c->lbd, c->size, (LeanRef)i}));
  }
  if (candidates.size)
    qsort(candidates.data, candidates.size, sizeof *candidates.data, useless_first);
  for (size_t i = 0; i < candidates.size / 2; i++)
    lean_clause(s, candidates.data[i].ref)->dead = true;
  vec_free(&candidates);
  s->reductions++;
}

/* Takes the top-level values out of a clause; false if one of them satisfies it. */
static bool strip(Lean *s, LeanClause *c) {
  bool shorter = false;
  for (uint32_t i = 0; i < c->size; i++) {
    if (s->value[c->lits[i]] == LEAN_TRUE) return false;
    shorter |= s->value[c->lits[i]] == LEAN_FALSE;
  }
  if (!shorter) return true;
  lean_log_stripped(s, c);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->size; i++)
    if (s->value[c->lits[i]] != LEAN_FALSE) c->lits[kept++] = c->lits[i];
  assert(kept >= 2); /* else it would have propagated */
  c->size = kept;
  return true;
}

static void clean_arena(Lean *s) {
  for (uint32_t lit = 0; lit < 2 * s->variables; lit++) vec_clear(&s->watches[lit]);
  vec_clear(&s->temporaries);
  s->learnt_count = 0;
  size_t to = 1;
  for (size_t from = 1, next; from < s->arena_size; from = next) {
    LeanClause *c = lean_clause(s, (LeanRef)from);
    next = from + LEAN_HEADER + c->size;
    if (c->dead || !strip(s, c)) {
      lean_log_dropped(s, c);
      continue;
    }
    if (c->size == 2 && !c->temporary) {
      lean_imply(s, c->lits[0], c->lits[1]);
      continue;
    }
    memmove(s->arena + to, c, (LEAN_HEADER + c->size) * sizeof *s->arena);
    c = lean_clause(s, (LeanRef)to);
    if (c->temporary) vec_push(&s->temporaries, (LeanRef)to);
    else if (c->learnt) s->learnt_count++;
    watch(s, (LeanRef)to);
    to += LEAN_HEADER + c->size;
  }
  s->arena_size = to;
  s->arena_dead = 0;
}

/* A binary clause with a top-level value is satisfied by it. Returns how many literals stay. */
static size_t clean_binary(Lean *s) {
  size_t total = 0;
  for (uint32_t lit = 2; lit < 2 * s->variables; lit++) {
    LeanLits *list = &s->implied[lit];
    if (lean_assigned(s, lit)) {
      vec_free(list);
      continue;
    }
    size_t kept = 0;
    for (size_t i = 0; i < list->size; i++)
      if (!lean_assigned(s, list->data[i])) list->data[kept++] = list->data[i];
    list->size = kept;
    total += kept;
  }
  return total;
}

bool lean_wants_cleaning(const Lean *s, bool *reduce) {
  size_t fixed = s->control.size ? s->control.data[0] : s->trail.size;
  *reduce = s->learnt_count > REDUCE_FIRST + REDUCE_STEP * s->reductions;
  return *reduce || (fixed > s->simplified && s->work > s->next_cleaning) ||
         s->arena_dead > 1000 + s->arena_size / 2;
}

void lean_clean(Lean *s, bool reduce) {
  assert(!lean_level(s) && s->head == s->trail.size);
  /* Reasons at the top level are never asked for; clauses that move would leave them dangling. */
  for (size_t i = 0; i < s->trail.size; i++) s->cause[lean_var(s->trail.data[i])].reason = 0;
  if (reduce) kill_useless(s);
  clean_arena(s);
  size_t binary = clean_binary(s);
  s->simplified = s->trail.size;
  s->next_cleaning = s->work + s->arena_size + binary;
}
