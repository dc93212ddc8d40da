/* See ctl_gated.h. */
#include "oracle/ctl_gated.h"

typedef struct {
  CtlProof *proof;
  size_t latches;
} Gating;

/* The conjunction of the literals of a group, or, with `clause`, their disjunction: the negated
 * conjunction of their negations. Moves *i behind the end of the group. */
static int gate_group(const Gating *g, const IntVec *lits, size_t *i, bool clause) {
  int all = -ctl_proof_add_gate(g->proof, g->latches, 1, -1);
  for (; lits->data[*i]; ++*i)
    all = ctl_proof_add_gate(g->proof, g->latches, all, clause ? -lits->data[*i] : lits->data[*i]);
  ++*i;
  return clause ? -all : all;
}

/* All clauses become one of one gate. */
static void gate_clauses(const Gating *g, IntVec *lits) {
  int all = -ctl_proof_add_gate(g->proof, g->latches, 1, -1);
  for (size_t i = 0; i < lits->size;) {
    int clause = gate_group(g, lits, &i, true);
    all = ctl_proof_add_gate(g->proof, g->latches, all, clause);
  }
  vec_clear(lits);
  vec_push(lits, all);
  vec_push(lits, 0);
}

/* Each cube becomes one of one gate. */
static void gate_cubes(const Gating *g, IntVec *lits) {
  IntVec gated = {0};
  for (size_t i = 0; i < lits->size;) {
    vec_push(&gated, gate_group(g, lits, &i, false));
    vec_push(&gated, 0);
  }
  vec_free(lits);
  *lits = gated;
}

/* The inputs of a cube become functions of the cube's first literal, which is true in it; where it
 * has none they stay. */
static void make_functions(CtlUpdate *update) {
  IntVec constants = {0};
  for (size_t i = 0, s = 0; i < update->inputs.size; i++, s++) {
    int first = update->states.data[s];
    for (; update->inputs.data[i]; i++) {
      int input = update->inputs.data[i];
      if (!first) {
        vec_push(&constants, input);
        continue;
      }
      vec_push(&update->functions, input > 0 ? input : -input);
      vec_push(&update->functions, input > 0 ? first : -first);
    }
    while (update->states.data[s]) s++;
    vec_push(&constants, 0);
    vec_push(&update->functions, 0);
  }
  vec_free(&update->inputs);
  update->inputs = constants;
}

void ctl_gate_proof(CtlProof *proof, size_t latches, Random *random) {
  const Gating gating = {proof, latches};
  for (size_t i = 0; i < proof->updates.size; i++) {
    CtlUpdate *update = proof->updates.data + i;
    bool cubes = update->kind == CTL_IN || update->kind == CTL_CYCLE;
    if (cubes && random_chance(random, 1, 2)) make_functions(update);
    if (update->kind == CTL_EQUAL || random_chance(random, 1, 4)) continue;
    (cubes ? gate_cubes : gate_clauses)(&gating, &update->states);
  }
}
