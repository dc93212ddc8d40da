/* The key under which an answer is kept. */
#include "check/keep.h"

#include "check/task_of_property.h"
#include "front/smv/smv.h"
#include "oracle/random_system.h"
#include "task/reduce.h"
#include "test.h"

TEST(the_key_of_a_task_does_not_depend_on_the_numbers_of_gates) {
  for (unsigned seed = 0; seed < test_cases(100); seed++) {
    Task *task = seed % 2 ? random_bad_task(seed) : random_fair_task(seed);
    uint64_t before = keep_hash(task);
    Task *copy = task_copy(task);
    CHECK(keep_hash(copy) == before);
    /* gates that nobody reads, and latches outside the cone */
    Lit a = system_latch(copy->system, RESET_0), b = system_latch(copy->system, RESET_1);
    system_set_next(copy->system, a, aig_and(copy->system->aig, a, lit_not(b)));
    system_set_next(copy->system, b, aig_xor(copy->system->aig, a, b));
    const ReduceOptions cone = {.cone = true};
    Reduction *plain = reduce(task, &cone, NULL), *more = reduce(copy, &cone, NULL);
    CHECK(keep_hash(reduction_task(plain)) == keep_hash(reduction_task(more)));
    reduction_free(plain);
    reduction_free(more);
    task_free(copy);
    task_free(task);
  }
}

TEST(another_question_has_another_key) {
  size_t differ = 0, cases = 0;
  for (unsigned seed = 0; seed < test_cases(100); seed++) {
    Task *task = random_bad_task(seed);
    if (!task->system->latches.size) {
      task_free(task);
      continue;
    }
    uint64_t before = keep_hash(task);
    task->bad = lit_not(task->bad);
    bool question = keep_hash(task) != before;
    task->bad = lit_not(task->bad);
    Latch *latch = task->system->latches.data;
    latch->next = lit_not(latch->next);
    bool function = keep_hash(task) != before;
    latch->next = lit_not(latch->next);
    latch->reset = latch->reset == RESET_0 ? RESET_1 : RESET_0;
    differ += question && function && keep_hash(task) != before;
    cases++;
    task_free(task);
  }
  CHECK_EQUAL(differ, cases);
}

static uint64_t key_of_ctl(const char *text) {
  Error error = {0};
  LtlOptions ltl = LTL_DEFAULTS;
  Model *model = smv_read("t.smv", text, strlen(text), NULL, &error);
  CHECK(model);
  Task *task = task_of_property(model, 0, &ltl, &error);
  CHECK(task && task->kind == TASK_CTL);
  uint64_t key = keep_hash(task);
  task_free(task);
  model_free(model);
  return key;
}

TEST(the_key_of_a_ctl_formula_says_what_its_atoms_are) {
  static const char a[] = "MODULE main VAR a : boolean; b : boolean; DEFINE p := a; CTLSPEC EF p";
  static const char b[] = "MODULE main VAR a : boolean; b : boolean; DEFINE p := b; CTLSPEC EF p";
  CHECK(key_of_ctl(a) == key_of_ctl(a));
  CHECK(key_of_ctl(a) != key_of_ctl(b));
}
