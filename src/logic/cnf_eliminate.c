/* Bounded variable elimination in the way of SatELite (Eén and Biere, SAT 2005).
 *
 * To eliminate a variable is to replace the clauses that contain it by all their resolvents on it.
 * It is done where that leaves no more clauses than there were, and no long ones. Subsumption and
 * self-subsuming resolution (strengthening) run to a fixpoint before and between rounds: every
 * clause that is new or got shorter is queued and tried against those that share its rarest
 * variable. Unit clauses need no code of their own: they subsume and strengthen like any other.
 *
 * Variables that disappear are existentially quantified: the satisfying assignments of the rest
 * stay the same, which is what the caller needs. */
#include "logic/cnf_eliminate.h"

#include <stdbool.h>
#include <stdlib.h>

enum {
  MAX_RESOLVENT = 20, /* longer resolvents cost more in propagation than a variable */
  MAX_PAIRS = 600,    /* of clauses to resolve for one variable */
  MAX_ROUNDS = 10,
};

typedef struct {
  uint32_t start, size; /* of its literals in the pool */
  uint64_t signature;   /* of its variables */
  bool dead, queued;
} Clause;

typedef struct {
  int variables, keep;
  IntVec pool;
  VEC(Clause) clauses;
  U32Vec *occurrences; /* per variable: clauses with it, in either sign; may hold dead ones */
  U32Vec queue;        /* clauses to try for subsumption */
  int8_t *mark;        /* per variable: its sign in the clause at hand, else 0 */
  bool *touched;       /* per variable: its clauses changed since it was last tried */
  IntVec resolvent;
  U32Vec positive, negative; /* the clauses of the variable at hand */
} Eliminator;

static int *lits_of(Eliminator *e, const Clause *c) { return e->pool.data + c->start; }

static uint64_t signature(const int *lits, size_t size) {
  uint64_t bits = 0;
  for (size_t i = 0; i < size; i++) bits |= (uint64_t)1 << (abs(lits[i]) & 63);
  return bits;
}

static void mark_clause(Eliminator *e, const int *lits, size_t size) {
  for (size_t i = 0; i < size; i++) e->mark[abs(lits[i])] = lits[i] > 0 ? 1 : -1;
}

static void unmark_clause(Eliminator *e, const int *lits, size_t size) {
  for (size_t i = 0; i < size; i++) e->mark[abs(lits[i])] = 0;
}

static void enqueue(Eliminator *e, uint32_t id) {
  Clause *c = &e->clauses.data[id];
  if (!c->queued) {
    c->queued = true;
    vec_push(&e->queue, id);
  }
  for (uint32_t i = 0; i < c->size; i++) e->touched[abs(e->pool.data[c->start + i])] = true;
}

static void add_clause(Eliminator *e, const int *lits, size_t size) {
  uint32_t id = (uint32_t)e->clauses.size;
  Clause c = {
      .start = (uint32_t)e->pool.size, .size = (uint32_t)size, .signature = signature(lits, size)};
  for (size_t i = 0; i < size; i++) {
    vec_push(&e->pool, lits[i]);
    vec_push(&e->occurrences[abs(lits[i])], id);
  }
  vec_push(&e->clauses, c);
  enqueue(e, id);
}

/* Adds a clause without repeated literals, unless it is a tautology. */
static void add_input(Eliminator *e, const int *lits, size_t size) {
  vec_clear(&e->resolvent);
  bool tautology = false;
  for (size_t i = 0; i < size && !tautology; i++) {
    int8_t sign = lits[i] > 0 ? 1 : -1, *mark = &e->mark[abs(lits[i])];
    tautology = *mark == -sign;
    if (!*mark) {
      *mark = sign;
      vec_push(&e->resolvent, lits[i]);
    }
  }
  unmark_clause(e, e->resolvent.data, e->resolvent.size);
  if (!tautology) add_clause(e, e->resolvent.data, e->resolvent.size);
}

static void kill_clause(Eliminator *e, uint32_t id) {
  Clause *c = &e->clauses.data[id];
  c->dead = true;
  for (uint32_t i = 0; i < c->size; i++) e->touched[abs(e->pool.data[c->start + i])] = true;
}

static void remove_occurrence(U32Vec *list, uint32_t id) {
  size_t i = 0;
  while (list->data[i] != id) i++;
  list->data[i] = vec_last(list);
  list->size--;
}

static void strengthen(Eliminator *e, uint32_t id, int lit) {
  Clause *c = &e->clauses.data[id];
  int *lits = lits_of(e, c);
  uint32_t i = 0;
  while (lits[i] != lit) i++;
  lits[i] = lits[--c->size];
  assert(c->size); /* the clauses are satisfiable */
  c->signature = signature(lits, c->size);
  e->touched[abs(lit)] = true;
  remove_occurrence(&e->occurrences[abs(lit)], id);
  enqueue(e, id);
}

/* The marked clause c against d: 0 if neither, d's literal to drop if c strengthens d, or
 * SUBSUMED. */
enum { SUBSUMED = INT32_MAX };
static int compare(Eliminator *e, const Clause *c, const Clause *d) {
  if (c->size > d->size || c->signature & ~d->signature) return 0;
  const int *lits = lits_of(e, d);
  uint32_t same = 0;
  int flipped = 0;
  for (uint32_t i = 0; i < d->size; i++) {
    int8_t mark = e->mark[abs(lits[i])];
    if (!mark) continue;
    if (mark == (lits[i] > 0 ? 1 : -1)) same++;
    else if (flipped) return 0;
    else flipped = lits[i];
  }
  if (same == c->size) return SUBSUMED;
  return same + 1 == c->size && flipped ? flipped : 0;
}

static void subsume_with(Eliminator *e, uint32_t id) {
  Clause c = e->clauses.data[id];
  int rarest = abs(*lits_of(e, &c));
  for (uint32_t i = 1; i < c.size; i++) {
    int variable = abs(lits_of(e, &c)[i]);
    if (e->occurrences[variable].size < e->occurrences[rarest].size) rarest = variable;
  }
  mark_clause(e, lits_of(e, &c), c.size);
  U32Vec *list = &e->occurrences[rarest];
  for (size_t i = 0; i < list->size;) {
    uint32_t other = list->data[i];
    Clause *d = &e->clauses.data[other];
    int result = other == id || d->dead ? 0 : compare(e, &c, d);
    if (d->dead || result == SUBSUMED) {
      if (!d->dead) kill_clause(e, other);
      list->data[i] = vec_last(list);
      list->size--;
      continue;
    }
    if (result) strengthen(e, other, result);
    if (!result || abs(result) != rarest) i++; /* else another took its place in the list */
  }
  unmark_clause(e, lits_of(e, &c), c.size);
}

static void subsume_all(Eliminator *e) {
  for (size_t head = 0; head < e->queue.size; head++) {
    uint32_t id = e->queue.data[head];
    e->clauses.data[id].queued = false;
    if (!e->clauses.data[id].dead) subsume_with(e, id);
  }
  vec_clear(&e->queue);
}

/* The resolvent on a variable of a positive clause, which is marked, and a negative one. Returns
 * false for a tautology. */
static bool resolve(Eliminator *e, const Clause *p, const Clause *n, int variable) {
  vec_clear(&e->resolvent);
  const int *lits = lits_of(e, n);
  for (uint32_t i = 0; i < n->size; i++) {
    if (abs(lits[i]) == variable) continue;
    int8_t mark = e->mark[abs(lits[i])];
    if (mark == (lits[i] > 0 ? -1 : 1)) return false;
    if (!mark) vec_push(&e->resolvent, lits[i]);
  }
  lits = lits_of(e, p);
  for (uint32_t i = 0; i < p->size; i++)
    if (lits[i] != variable) vec_push(&e->resolvent, lits[i]);
  return true;
}

/* Goes through the resolvents on a variable; adds them, or only says whether they are few and
 * short enough. */
static bool resolve_all(Eliminator *e, int variable, bool add) {
  size_t limit = e->positive.size + e->negative.size, count = 0;
  for (size_t i = 0; i < e->positive.size; i++) {
    Clause p = e->clauses.data[e->positive.data[i]];
    mark_clause(e, lits_of(e, &p), p.size);
    bool fine = true;
    for (size_t j = 0; j < e->negative.size && fine; j++) {
      Clause n = e->clauses.data[e->negative.data[j]];
      if (!resolve(e, &p, &n, variable)) continue;
      if (add) add_clause(e, e->resolvent.data, e->resolvent.size);
      else fine = ++count <= limit && e->resolvent.size <= MAX_RESOLVENT;
    }
    unmark_clause(e, lits_of(e, &p), p.size);
    if (!fine) return false;
  }
  return true;
}

static bool eliminate(Eliminator *e, int variable) {
  U32Vec *list = &e->occurrences[variable];
  vec_clear(&e->positive);
  vec_clear(&e->negative);
  for (size_t i = 0; i < list->size; i++) {
    const Clause *c = &e->clauses.data[list->data[i]];
    if (c->dead) continue;
    const int *lits = lits_of(e, c);
    uint32_t k = 0;
    while (abs(lits[k]) != variable) k++;
    vec_push(lits[k] > 0 ? &e->positive : &e->negative, list->data[i]);
  }
  if (e->positive.size * e->negative.size > MAX_PAIRS) return false;
  if (!e->positive.size && !e->negative.size) return false;
  if (!resolve_all(e, variable, false)) return false;
  resolve_all(e, variable, true);
  for (size_t i = 0; i < e->positive.size; i++) kill_clause(e, e->positive.data[i]);
  for (size_t i = 0; i < e->negative.size; i++) kill_clause(e, e->negative.data[i]);
  vec_free(list);
  return true;
}

typedef struct {
  size_t cost;
  int variable;
} Candidate;

static int cheaper_first(const void *a, const void *b) {
  const Candidate *x = a, *y = b;
  if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
  return x->variable - y->variable;
}

/* Tries every variable whose clauses changed, cheap ones first; true if any went. */
static bool eliminate_round(Eliminator *e) {
  VEC(Candidate) candidates = {0};
  for (int v = e->keep + 1; v <= e->variables; v++) {
    if (e->touched[v] && e->occurrences[v].size)
      vec_push(&candidates, ((Candidate){e->occurrences[v].size, v}));
    e->touched[v] = false;
  }
  if (candidates.size)
    qsort(candidates.data, candidates.size, sizeof *candidates.data, cheaper_first);
  bool any = false;
  for (size_t i = 0; i < candidates.size; i++)
    if (eliminate(e, candidates.data[i].variable)) any = true;
  vec_free(&candidates);
  return any;
}

static size_t collect(Eliminator *e, IntVec *lits) {
  size_t count = 0;
  vec_clear(lits);
  for (size_t i = 0; i < e->clauses.size; i++) {
    const Clause *c = &e->clauses.data[i];
    if (c->dead) continue;
    count++;
    for (uint32_t k = 0; k < c->size; k++) vec_push(lits, e->pool.data[c->start + k]);
    vec_push(lits, 0);
  }
  return count;
}

size_t cnf_eliminate(IntVec *lits, int variables, int keep) {
  size_t slots = (size_t)variables + 1;
  Eliminator e = {.variables = variables, .keep = keep};
  e.occurrences = mem_array(slots, sizeof *e.occurrences);
  e.mark = mem_array(slots, sizeof *e.mark);
  e.touched = mem_array(slots, sizeof *e.touched);
  for (size_t i = 0, start = 0; i < lits->size; i++) {
    if (lits->data[i]) continue;
    add_input(&e, lits->data + start, i - start);
    start = i + 1;
  }
  subsume_all(&e);
  for (int round = 0; round < MAX_ROUNDS && eliminate_round(&e); round++) subsume_all(&e);
  size_t count = collect(&e, lits);
  for (size_t v = 0; v < slots; v++) vec_free(&e.occurrences[v]);
  mem_free(e.occurrences);
  mem_free(e.mark);
  mem_free(e.touched);
  vec_free(&e.pool);
  vec_free(&e.clauses);
  vec_free(&e.queue);
  vec_free(&e.resolvent);
  vec_free(&e.positive);
  vec_free(&e.negative);
  return count;
}
