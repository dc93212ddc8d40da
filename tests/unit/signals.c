/* Clauses over gates: which gates are chosen, what they are after a step, and an invariant that is
 * one gate and 2^(n-1) clauses over latches. */
#include "engine/reach/signals.h"
#include "base/memory.h"
#include "engine/engine.h"
#include "engine/reach/reach.h"
#include "test.h"

enum { CELLS = 14 };

/* Each input flips two neighbours, so the parity of the cells stays even. */
static System *even_parity(Lit *parity) {
  System *system = system_new();
  Aig *aig = system->aig;
  Lit before = LIT_FALSE;
  *parity = LIT_FALSE;
  for (int i = 0; i < CELLS; i++) {
    Lit cell = system_latch(system, RESET_0);
    Lit input = i + 1 < CELLS ? system_input(system) : LIT_FALSE;
    system_set_next(system, cell, aig_xor(aig, cell, aig_xor(aig, input, before)));
    *parity = aig_xor(aig, *parity, cell);
    before = input;
  }
  return system;
}

TEST(a_root_is_a_signal_and_so_are_gates_with_two_users) {
  System *system = system_new();
  Aig *aig = system->aig;
  Lit a = system_latch(system, RESET_0), b = system_latch(system, RESET_1);
  Lit c = system_latch(system, RESET_FREE), input = system_input(system);
  Lit shared = aig_and(aig, a, b), single = aig_and(aig, b, c), reads = aig_and(aig, a, input);
  system_set_next(system, a, aig_and(aig, shared, lit_not(single)));
  system_set_next(system, b, aig_and(aig, shared, lit_not(reads)));
  system_set_next(system, c, aig_and(aig, c, lit_not(reads)));
  Lit root = aig_and(aig, lit_not(a), c);
  LitVec all = signals_choose(system, &root, 1, 100);
  CHECK_EQUAL(all.size, 2);
  CHECK(all.data[0] == lit_positive(shared) && all.data[1] == lit_positive(root));
  LitVec after = signals_after_step(system, &all);
  CHECK_EQUAL(after.data[0],
              aig_and(aig, system->latches.data[0].next, system->latches.data[1].next));
  LitVec few = signals_choose(system, &root, 1, 1);
  CHECK(few.size == 1 && few.data[0] == lit_positive(root));
  vec_free(&all);
  vec_free(&after);
  vec_free(&few);
  system_free(system);
}

TEST(a_parity_is_one_clause_over_gates) {
  Lit parity;
  System *system = even_parity(&parity);
  LitVec signals = signals_choose(system, &parity, 1, 100);
  ReachModel *model = reach_model_with_signals(system, &parity, 1, &signals);
  ReachSet from = {.kind = REACH_RESET}, target = {.kind = REACH_PREDICATE, .predicate = parity};
  Reach *reach = reach_new(model, &from, &target, NULL);
  CHECK_EQUAL(reach_run(reach, NULL), REACH_PROOF);
  ClauseVec proof = reach_proof(reach);
  CHECK(proof.size == 1 && proof.data[0]->size == 1);
  CHECK_EQUAL(proof.data[0]->lits[0], lit_not(parity));
  clauses_free(&proof);
  reach_free(reach);
  reach_model_free(model);
  vec_free(&signals);
  system_free(system);
}

/* The engine's options but for one number. The caller frees them. */
static void *options_with(const Engine *engine, const char *name, int64_t value) {
  char *values = mem_alloc(engine->options_size);
  memcpy(values, engine->option_defaults, engine->options_size);
  for (size_t i = 0; i < engine->option_count; i++)
    if (!strcmp(engine->options[i].name, name))
      memcpy(values + engine->options[i].offset, &value, sizeof value);
  return values;
}

/* Over latches alone this takes 2^13 clauses; the search over gates, which begins after the start
 * that the other one has, needs one. */
TEST(ic3_has_both_languages_by_turns) {
  Lit parity;
  Task task = {.kind = TASK_BAD, .system = even_parity(&parity)};
  task.bad = parity;
  const Engine *ic3 = engine_find("ic3");
  void *options = options_with(ic3, "ic3-signals-after", 100000);
  void *state = engine_open(ic3, &task, &(EngineSetup){.options = options});
  Budget start = {.work = 50000};
  CHECK_EQUAL(ic3->run(state, &start), VERDICT_UNKNOWN);
  CHECK_EQUAL(ic3->run(state, NULL), VERDICT_HOLDS);
  EngineResult result;
  ic3->result(state, &result);
  CHECK_EQUAL(result.evidence.size, 1);
  evidence_free(&result.evidence);
  ic3->close(state);
  mem_free(options);
  system_free(task.system);
}
