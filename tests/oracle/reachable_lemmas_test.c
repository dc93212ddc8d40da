/* The lemmas that say all of what is reachable: the states that meet them are those that the oracle
 * reaches, not one more and not one less. */
#include "engine/symbolic/reachable_lemmas.h"

#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "test.h"

static bool meets(const System *system, const Clause *clause, size_t state) {
  for (size_t i = 0; i < clause->size; i++)
    for (size_t latch = 0; latch < system->latches.size; latch++)
      if (lit_node(system->latches.data[latch].current) == lit_node(clause->lits[i]) &&
          (state >> latch & 1) != lit_negated(clause->lits[i]))
        return true;
  return false;
}

static bool meets_all(const System *system, const ClauseVec *clauses, size_t state) {
  for (size_t i = 0; i < clauses->size; i++)
    if (!meets(system, clauses->data[i], state)) return false;
  return true;
}

TEST(lemmas_of_reachable_states_are_met_by_these_alone) {
  unsigned some = 0, several = 0, noted = 0;
  for (uint64_t seed = 0; seed < test_cases(200); seed++) {
    Task *task = seed % 2 ? random_fair_task(seed) : random_bad_task(seed);
    LemmaBoard *board = lemma_board_new();
    Budget budget = {.work = 10}; /* must not decide what is found */
    reachable_lemmas_offer(task, board, &budget);
    size_t position = 0;
    ClauseVec clauses = lemma_board_take(board, &position);
    Explicit *e = explicit_new(task->system);
    Bits reachable = explicit_reachable(e);
    for (size_t state = 0; state < e->states; state++)
      if (meets_all(task->system, &clauses, state) != bits_get(&reachable, state))
        test_fail(__FILE__, __LINE__, "seed %llu: state %zu", (unsigned long long)seed, state);
    some += clauses.size > 0;
    several += clauses.size > 3;
    noted += budget.used > 0;
    bits_free(&reachable);
    explicit_free(e);
    lemma_board_free(board);
    task_free(task);
  }
  CHECK_COVERAGE(some > 20 && several > 5 && noted > 20);
}
