/* The property "every reachable state has a successor", against the explicit oracle. */
#include "test.h"

#include "base/error.h"
#include "front/deadlock.h"
#include "front/smv/smv.h"
#include "oracle/explicit.h"

static int64_t deadlock_depth(const char *text) {
  Error error = {0};
  Model *model = smv_read("t.smv", text, strlen(text), NULL, &error);
  if (!model) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
  CHECK(model_add_deadlock(model, &error));
  CHECK_TEXT(vec_last(&model->properties).name, "deadlock");
  Explicit *e = explicit_new(model->system);
  int64_t depth = explicit_bad_depth(e, vec_last(&model->properties).bad);
  explicit_free(e);
  model_free(model);
  return depth;
}

TEST(a_state_without_successor_is_a_deadlock) {
  CHECK_EQUAL(deadlock_depth("MODULE main VAR x : 0..2; INIT x = 0 TRANS next(x) = x + 1"), 2);
  CHECK_EQUAL(deadlock_depth("MODULE main VAR x : 0..2; INIT x = 0 TRANS next(x) = (x + 1) mod 3"),
              -1);
  CHECK_EQUAL(deadlock_depth("MODULE main VAR x : boolean; TRANS FALSE"), 0);
}

TEST(an_invariant_can_block_the_next_state) {
  CHECK_EQUAL(
      deadlock_depth("MODULE main VAR x : 0..3; ASSIGN init(x) := 0; next(x) := (x + 1) mod 4;"
                     "INVAR x < 3"),
      2);
  CHECK_EQUAL(deadlock_depth("MODULE main VAR x : 0..3; ASSIGN init(x) := 0; next(x) := {x, 3};"
                             "INVAR x < 3"),
              -1);
}

TEST(a_free_variable_belongs_to_the_state_and_an_input_does_not) {
  CHECK_EQUAL(deadlock_depth("MODULE main VAR v : boolean; x : boolean; ASSIGN init(x) := FALSE;"
                             "next(x) := v; INVAR !x"),
              0);
  CHECK_EQUAL(
      deadlock_depth("MODULE main IVAR v : boolean; VAR x : boolean; ASSIGN init(x) := FALSE;"
                     "next(x) := v; INVAR !x"),
      -1);
}

TEST(a_model_without_constraints_has_no_deadlock) {
  CHECK_EQUAL(deadlock_depth("MODULE main VAR x : boolean; ASSIGN next(x) := !x;"), -1);
}
