/* Lemmas of one and two literals (see lemmas.h): mutual exclusion, implications and equivalences of
 * latches, which most designs have and which spare others much work. Random runs give reachable
 * states, 64 at a time; the clauses that none of them violates are candidates, and the inductive
 * part of the candidates is what is wanted. A clause that a unit candidate subsumes is none. */
#include "engine/lemmas.h"
#include "engine/runs.h"

enum { STEPS = 1024, MOST_CANDIDATES = 20000, MOST_LATCHES = 2000 };

typedef struct {
  const System *system;
  uint64_t *samples; /* by latch, then step: 64 values that were seen */
} Samples;

static Samples samples_new(const System *system) {
  Samples samples = {system, mem_array(system->latches.size * STEPS + 1, sizeof(uint64_t))};
  Runs runs;
  runs_open(&runs, system);
  for (size_t step = 0; step < STEPS; step++) {
    for (size_t i = 0; i < system->latches.size; i++)
      samples.samples[i * STEPS + step] = runs.state[i];
    runs_step(&runs);
  }
  runs_close(&runs);
  return samples;
}

/* Whether some state that was seen has latch i at value a and latch k at value b. */
static bool seen(const Samples *samples, size_t i, bool a, size_t k, bool b) {
  const uint64_t *x = samples->samples + i * STEPS, *y = samples->samples + k * STEPS;
  for (size_t step = 0; step < STEPS; step++)
    if ((a ? x[step] : ~x[step]) & (b ? y[step] : ~y[step])) return true;
  return false;
}

static Lit latch_is_not(const System *system, size_t i, bool value) {
  return lit_not_if(system->latches.data[i].current, value);
}

static ClauseVec find_candidates(const Samples *samples) {
  const System *system = samples->system;
  ClauseVec candidates = {0};
  Bits constant = bits_new(system->latches.size);
  for (size_t i = 0; i < system->latches.size; i++)
    for (int a = 0; a < 2; a++)
      if (!seen(samples, i, a, i, a)) {
        Lit lit = latch_is_not(system, i, a);
        vec_push(&candidates, clause_new(&lit, 1));
        bits_set(&constant, i);
      }
  for (size_t i = 0; i < system->latches.size; i++)
    for (size_t k = i + 1; k < system->latches.size; k++)
      for (int values = 0; values < 4; values++) {
        if (bits_get(&constant, i) || bits_get(&constant, k)) continue;
        if (candidates.size == MOST_CANDIDATES || seen(samples, i, values & 1, k, values >> 1))
          continue;
        Lit lits[] = {latch_is_not(system, i, values & 1), latch_is_not(system, k, values >> 1)};
        vec_push(&candidates, clause_new(lits, 2));
      }
  bits_free(&constant);
  return candidates;
}

ClauseVec lemmas_pairs(const Task *task, Budget *budget) {
  if (task->system->latches.size > MOST_LATCHES) return (ClauseVec){0};
  Samples samples = samples_new(task->system);
  ClauseVec candidates = find_candidates(&samples);
  lemmas_inductive_part(task, &candidates, budget);
  mem_free(samples.samples);
  return candidates;
}
