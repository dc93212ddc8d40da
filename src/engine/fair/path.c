/* Consecutive steps of the system as CNF: one encoder per step, over the graph of the system, whose
 * latches stand for the next-state functions of the step before. Walls and assertions are gates of
 * that graph, so a query asks for them by their literals, in any step, when it needs them. */
#include "engine/fair/internal.h"

void path_open(Path *path, const System *system, Sat *sat, size_t steps) {
  *path = (Path){.system = system, .sat = sat};
  for (size_t k = 0; k < steps; k++) {
    Cnf *cnf = cnf_new(system->aig, sat), *before = k ? path->steps.data[k - 1] : NULL;
    for (size_t i = 0; i < system->latches.size; i++) {
      const Latch *latch = system->latches.data + i;
      if (before)
        cnf_bind(cnf, lit_node(latch->current), cnf_literal(before, latch->next, CNF_BOTH));
      else cnf_literal(cnf, latch->current, CNF_BOTH);
    }
    for (size_t i = 0; i < system->inputs.size; i++)
      cnf_literal(cnf, system->inputs.data[i], CNF_BOTH);
    for (size_t i = 0; i < system->constraints.size; i++)
      cnf_assert(cnf, system->constraints.data[i]);
    vec_push(&path->steps, cnf);
  }
}

void path_close(Path *path) {
  for (size_t k = 0; k < path->steps.size; k++) cnf_free(path->steps.data[k]);
  vec_free(&path->steps);
}

int path_literal(Path *path, Lit lit, size_t step) {
  return cnf_literal(path->steps.data[step], lit, CNF_BOTH);
}

int path_implies(Path *path, Lit lit, size_t step) {
  return cnf_literal(path->steps.data[step], lit, CNF_POSITIVE);
}

void path_assert(Path *path, Lit lit, size_t step) { cnf_assert(path->steps.data[step], lit); }

void path_latches(Path *path, size_t step, Bits *values) {
  for (size_t i = 0; i < path->system->latches.size; i++)
    bits_put(values, i, cnf_value(path->steps.data[step], path->system->latches.data[i].current));
}

void path_inputs(Path *path, size_t step, Bits *values) {
  for (size_t i = 0; i < path->system->inputs.size; i++)
    bits_put(values, i, cnf_value(path->steps.data[step], path->system->inputs.data[i]));
}

int path_differ(Path *path, size_t a, size_t b) {
  const LatchVec *latches = &path->system->latches;
  int differ = sat_variable(path->sat);
  IntVec some = {0};
  vec_push(&some, -differ);
  for (size_t i = 0; i < latches->size; i++) {
    int x = path_literal(path, latches->data[i].current, a);
    int y = path_literal(path, latches->data[i].current, b);
    int d = sat_variable(path->sat);
    sat_clause3(path->sat, -d, x, y);
    sat_clause3(path->sat, -d, -x, -y);
    vec_push(&some, d);
  }
  sat_clause(path->sat, some.data, some.size);
  vec_free(&some);
  return differ;
}

int path_same(Path *path, size_t a, size_t b) {
  const LatchVec *latches = &path->system->latches;
  int same = sat_variable(path->sat);
  for (size_t i = 0; i < latches->size; i++) {
    int x = path_literal(path, latches->data[i].current, a);
    int y = path_literal(path, latches->data[i].current, b);
    sat_clause3(path->sat, -same, -x, y);
    sat_clause3(path->sat, -same, x, -y);
  }
  return same;
}
