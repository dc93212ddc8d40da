/* See prover.h. */
#include "judge/prover.h"

#include <stdint.h>

struct Conjunction {
  int left, right, result; /* 0: an empty place */
};

Prover *prover_new(Judge *judge) {
  Prover *prover = zeroed(&judge->pool, 1, sizeof *prover);
  *prover = (Prover){.judge = judge, .pool = {judge, NULL}, .next = judge->open};
  prover->handle = judge->solvers->new (judge);
  judge->open = prover;
  prover_assert(prover, prover_variable(prover)); /* PROVER_TRUE */
  return prover;
}

void prover_free(Prover *prover) {
  Prover **place = &prover->judge->open;
  while (*place != prover) place = &(*place)->next;
  *place = prover->next;
  prover->judge->solvers->free(prover->handle);
  pool_free(&prover->pool);
}

int prover_variable(Prover *prover) { return ++prover->variables; }

void prover_clause(Prover *prover, const int *lits, size_t count) {
  prover->judge->solvers->clause(prover->handle, lits, count);
}

void prover_assert(Prover *prover, int lit) { prover_clause(prover, &lit, 1); }

/* The place of a conjunction in the table, or an empty one for it. */
static struct Conjunction *find(struct Conjunction *table, size_t room, int a, int b) {
  uint64_t key = (uint64_t)(uint32_t)a << 32 | (uint32_t)b;
  size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (room - 1);
  while (table[at].result && (table[at].left != a || table[at].right != b))
    at = (at + 1) & (room - 1);
  return table + at;
}

static void make_room(Prover *prover) {
  if (2 * prover->conjunction_count < prover->conjunction_room) return;
  size_t room = prover->conjunction_room ? 2 * prover->conjunction_room : 1024;
  struct Conjunction *table = zeroed(&prover->pool, room, sizeof *table);
  for (size_t i = 0; i < prover->conjunction_room; i++) {
    const struct Conjunction *old = prover->conjunctions + i;
    if (old->result) *find(table, room, old->left, old->right) = *old;
  }
  prover->conjunctions = table;
  prover->conjunction_room = room;
}

int prover_and(Prover *prover, int a, int b) {
  if (a == PROVER_TRUE || a == b) return b;
  if (b == PROVER_TRUE) return a;
  if (a == -PROVER_TRUE || b == -PROVER_TRUE || a == -b) return -PROVER_TRUE;
  make_room(prover);
  struct Conjunction *place =
      find(prover->conjunctions, prover->conjunction_room, a < b ? a : b, a < b ? b : a);
  if (place->result) return place->result;
  int g = prover_variable(prover);
  *place = (struct Conjunction){a < b ? a : b, a < b ? b : a, g};
  prover->conjunction_count++;
  prover_clause(prover, (int[]){-g, a}, 2);
  prover_clause(prover, (int[]){-g, b}, 2);
  prover_clause(prover, (int[]){g, -a, -b}, 3);
  return g;
}

int prover_or(Prover *prover, int a, int b) { return -prover_and(prover, -a, -b); }

int prover_equal(Prover *prover, int a, int b) {
  return prover_and(prover, prover_or(prover, -a, b), prover_or(prover, a, -b));
}

void prover_assume(Prover *prover, int lit) { list_add(prover, &prover->assumed, lit); }

static bool refutes(Prover *prover, unsigned patience) {
  Answer answer = prover->judge->solvers->solve(prover->handle, prover->assumed.data,
                                                prover->assumed.size, patience);
  prover->assumed.size = 0;
  if (answer == ANSWER_NONE && !patience)
    end_judgement(prover->judge, JUDGE_STOPPED, "the solver gave no answer: %s",
                  prover->judge->obligation);
  return answer == ANSWER_UNSATISFIABLE;
}

bool prover_refutes(Prover *prover) { return refutes(prover, 0); }

bool prover_excludes(Prover *prover, const int *lits, size_t count, unsigned patience) {
  int clause[5];
  for (size_t i = 0; i < count; i++) {
    prover_assume(prover, lits[i]);
    clause[i] = -lits[i];
  }
  bool excluded = refutes(prover, patience);
  if (excluded) prover_clause(prover, clause, count);
  return excluded;
}

bool prover_value(Prover *prover, int lit) {
  return prover->judge->solvers->value(prover->handle, lit);
}
