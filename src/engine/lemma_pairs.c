/* Lemmas of one and two literals (see lemmas.h): mutual exclusion, implications and equivalences of
 * latches, which most designs have and which spare others much work. Random runs give reachable
 * states, 64 at a time; the clauses that none of them violates are candidates, and the inductive part
 * of the candidates is what is wanted. A clause that a unit candidate subsumes is none. */
#include "base/random.h"
#include "engine/lemmas.h"

enum { STEPS = 1024, MOST_CANDIDATES = 20000, MOST_LATCHES = 2000 };

typedef struct {
  const System *system;
  Random random;
  uint64_t *words;   /* by node: 64 runs */
  uint64_t *samples; /* by latch, then step: the values that were seen */
  uint64_t *state;   /* by latch: the runs at the present step */
} Runs;

static uint64_t reset_word(Runs *runs, Reset reset) {
  if (reset == RESET_FREE) return random_word(&runs->random);
  return reset == RESET_1 ? UINT64_MAX : 0;
}

/* One step of all runs; one that breaks a constraint begins anew. */
static void make_step(Runs *runs, size_t step) {
  const System *system = runs->system;
  for (size_t i = 0; i < system->latches.size; i++) {
    runs->samples[i * STEPS + step] = runs->state[i];
    runs->words[lit_node(system->latches.data[i].current)] = runs->state[i];
  }
  for (size_t i = 0; i < system->inputs.size; i++)
    runs->words[lit_node(system->inputs.data[i])] = random_word(&runs->random);
  aig_simulate(system->aig, runs->words);
  uint64_t valid = UINT64_MAX;
  for (size_t i = 0; i < system->constraints.size; i++)
    valid &= aig_word(runs->words, system->constraints.data[i]);
  for (size_t i = 0; i < system->latches.size; i++)
    runs->state[i] = (aig_word(runs->words, system->latches.data[i].next) & valid) |
                     (reset_word(runs, system->latches.data[i].reset) & ~valid);
}

static void simulate(Runs *runs) {
  for (size_t i = 0; i < runs->system->latches.size; i++)
    runs->state[i] = reset_word(runs, runs->system->latches.data[i].reset);
  for (size_t step = 0; step < STEPS; step++) make_step(runs, step);
}

/* Whether some state that was seen has latch i at value a and latch k at value b. */
static bool seen(const Runs *runs, size_t i, bool a, size_t k, bool b) {
  const uint64_t *x = runs->samples + i * STEPS, *y = runs->samples + k * STEPS;
  for (size_t step = 0; step < STEPS; step++)
    if ((a ? x[step] : ~x[step]) & (b ? y[step] : ~y[step])) return true;
  return false;
}

static Lit latch_is_not(const System *system, size_t i, bool value) {
  return lit_not_if(system->latches.data[i].current, value);
}

static ClauseVec find_candidates(const Runs *runs) {
  const System *system = runs->system;
  ClauseVec candidates = {0};
  Bits constant = bits_new(system->latches.size);
  for (size_t i = 0; i < system->latches.size; i++)
    for (int a = 0; a < 2; a++)
      if (!seen(runs, i, a, i, a)) {
        Lit lit = latch_is_not(system, i, a);
        vec_push(&candidates, clause_new(&lit, 1));
        bits_set(&constant, i);
      }
  for (size_t i = 0; i < system->latches.size; i++)
    for (size_t k = i + 1; k < system->latches.size; k++)
      for (int values = 0; values < 4; values++) {
        if (bits_get(&constant, i) || bits_get(&constant, k)) continue;
        if (candidates.size == MOST_CANDIDATES || seen(runs, i, values & 1, k, values >> 1))
          continue;
        Lit lits[] = {latch_is_not(system, i, values & 1), latch_is_not(system, k, values >> 1)};
        vec_push(&candidates, clause_new(lits, 2));
      }
  bits_free(&constant);
  return candidates;
}

ClauseVec lemmas_pairs(const Task *task, Budget *budget) {
  size_t latches = task->system->latches.size;
  if (latches > MOST_LATCHES) return (ClauseVec){0};
  Runs runs = {
      .system = task->system,
      .random = {0},
      .words = mem_array(task->system->aig->size, sizeof *runs.words),
      .samples = mem_array(latches * STEPS + 1, sizeof *runs.samples),
      .state = mem_array(latches + 1, sizeof *runs.state),
  };
  simulate(&runs);
  ClauseVec candidates = find_candidates(&runs);
  lemmas_inductive_part(task, &candidates, budget);
  mem_free(runs.words);
  mem_free(runs.samples);
  mem_free(runs.state);
  return candidates;
}
