/* Ranks in CTL proofs, by hand, for a counter of two bits that goes up or waits and stops at three.
 * AF three is false, since it may wait for ever; with the fairness that it moves again and again,
 * it is true. */
#include "test.h"

#include "evidence/certify_ctl.h"
#include "evidence/ctl_explain.h"
#include "evidence/ctl_file.h"
#include "evidence/ctl_sets.h"
#include "formula/formula.h"
#include "report/proof_json.h"

static const char holds[] = "holds", violated[] = "violated";

/* Latches: 1 the high bit, 2 the low bit, 3 it moved. Node 2 is EG not three. */
static Task *counter(Formulas *formulas, bool fair) {
  System *system = system_new();
  Aig *aig = system->aig;
  Lit move = system_input(system);
  Lit high = system_latch(system, RESET_0), low = system_latch(system, RESET_0);
  Lit moved = system_latch(system, RESET_0), three = aig_and(aig, high, low);
  Lit carry = aig_and(aig, move, low);
  system_set_next(system, high, aig_or(aig, high, carry));
  system_set_next(system, low, aig_mux(aig, three, LIT_TRUE, aig_xor(aig, low, move)));
  system_set_next(system, moved, move);
  if (fair) vec_push(&system->fairness, moved);
  Formula atom = formula_atom(formulas, "three");
  formulas->atoms.data[0].literal = three;
  Task *task = task_new(TASK_CTL, system);
  task->formulas = formulas;
  task->formula = formula_unary(formulas, OP_AF, atom);
  return task;
}

static bool accepted(bool fair, const char *verdict, const char *updates) {
  char text[512];
  snprintf(text, sizeof text, "rondo ctl proof 2\n%s\n%send\n", verdict, updates);
  Formulas *formulas = formulas_new();
  Task *task = counter(formulas, fair);
  Error error = {0};
  Verdict claimed;
  CtlProof *proof = ctl_file_read("proof", text, &claimed, &error);
  CHECK(proof != NULL);
  bool good = certify_ctl(task, proof, claimed, NULL, &error);
  error_free(&error);
  ctl_proof_free(proof);
  task_free(task);
  formulas_free(formulas);
  return good;
}

/* The rank is the count, and then whether it has just not moved: an edge that keeps the count does
 * not move, so the last entry is true after it; if it is to stay the same, the start has not moved
 * either. */
TEST(a_rank_shows_that_a_fair_counter_arrives) {
  CHECK(accepted(true, holds, "rank 2 0 : : 1 2 -3 0 1 0\n"));
  CHECK(accepted(true, holds, "rank 2 0 : : 1 2 -3 0 1 3 0 1 -3 0\n"));
  /* the count by gates: high or low, then low and high or low */
  CHECK(accepted(true, holds, "gate -1 -2\ngate 2 -4\nrank 2 0 : : 1 -4 5 -3 0 1 0\n"));
}

TEST(a_rank_may_be_of_some_states_only) {
  CHECK(accepted(true, holds, "rank 2 0 : 1 0 : 2 -3 0 1 0\nrank 2 0 : : 1 2 -3 0 1 0\n"));
  CHECK(!accepted(true, holds, "rank 2 0 : 1 0 : 2 -3 0 1 0\n"));  /* zero is not among them */
  CHECK(!accepted(true, holds, "rank 2 0 : -1 0 : 2 -3 0 1 0\n")); /* an edge leaves these */
}

TEST(what_is_no_rank_is_rejected) {
  CHECK(!accepted(true, holds, "rank 2 0 : : 2 1 -3 0 1 0\n"));   /* one to two decreases it */
  CHECK(!accepted(true, holds, "rank 2 0 : : 1 2 0 1 0\n"));      /* it may just have moved */
  CHECK(!accepted(true, holds, "rank 2 0 : : 1 2 -3 0\n"));       /* no cube */
  CHECK(!accepted(true, holds, "rank 2 0 : : 1 2 -3 0 1 3 0\n")); /* not all ranks */
  CHECK(!accepted(false, holds, "rank 2 0 : : 1 2 0 1 0\n"));     /* it may wait for ever */
  CHECK(!accepted(true, violated, "rank 2 0 : : 1 2 -3 0 1 0\n"));
}

TEST(ranks_that_are_not_well_formed_are_rejected) {
  CHECK(!accepted(true, holds, "rank 1 0 : : 1 2 -3 0 1 0\n"));   /* no EG node */
  CHECK(!accepted(true, holds, "rank 9 0 : : 1 2 -3 0 1 0\n"));   /* no node */
  CHECK(!accepted(true, holds, "rank 2 0 : : 1 2 -4 0 1 0\n"));   /* no such latch */
  CHECK(!accepted(true, holds, "rank 2 0 : : 1 2 -3 0 2 0\n"));   /* no such condition */
  CHECK(!accepted(true, holds, "rank 2 0 : : 1 2 -3 0 1 4 0\n")); /* no such entry */
  CHECK(!accepted(true, holds, "rank 2 0 : : 1 2 -3 0 1\n"));     /* the end is missing */
  CHECK(!accepted(true, holds, "rank 2 0 : :\n"));
  CHECK(!accepted(true, holds, "rank 2 0 : : 1 2 -3 0 1 0 : 0\n"));       /* functions */
  CHECK(!accepted(true, holds, "gate 1 4\nrank 2 0 : : 1 2 -3 0 1 0\n")); /* a gate of itself */
  CHECK(!accepted(true, holds, "gate 1 0\nrank 2 0 : : 1 2 -3 0 1 0\n"));
  CHECK(!accepted(true, holds, "rank 2 2 : : -1 -2 0 2 -4 0 1 -4 5 -3 0 1 0\n")); /* form 1 */
}

/* With inputs that no step has, every claim about all steps with these inputs would be true. */
TEST(inputs_that_contradict_themselves_are_rejected) {
  CHECK(!accepted(true, violated, "in 2 0 : 0 : 1 -1 0\n"));
  CHECK(!accepted(true, violated, "in 2 0 : 0 : -1 1 0\n"));
  CHECK(!accepted(true, violated, "cycle 2 0 : 3 0 -3 0 : 1 -1 0 1 -1 0\n"));
  CHECK(accepted(false, violated, "cycle 2 0 : -1 -2 0 : -1 -1 0\n")); /* said twice */
}

/* It waits in zero and one, whatever they are called; an input may depend on the state, but on one
 * thing only. */
TEST(sets_and_inputs_of_ctl_proofs_may_be_circuits) {
  CHECK(accepted(false, violated, "gate -1 -2\ncycle 2 0 : 3 0 : -1 0\n"));
  CHECK(accepted(false, violated, "gate 1 2\ncycle 2 0 : -3 0 : 0 : 1 3 0\n"));
  CHECK(accepted(false, violated, "gate 1 -1\ncycle 2 0 : 0 : 0 : 1 3 0\n"));
  CHECK(!accepted(false, violated, "gate 1 -1\ncycle 2 0 : 0 : 0 : 1 -3 0\n"));
  CHECK(!accepted(false, violated, "gate 1 -1\ncycle 2 0 : 0 : 0 : 1 3 1 1 0\n"));
  CHECK(!accepted(false, violated, "gate 1 -1\ncycle 2 0 : 0 : -1 0 : 1 3 0\n"));
  CHECK(!accepted(false, violated, "gate 1 -1\ncycle 2 0 : 0 : 0 : 1 4 0\n"));
  CHECK(!accepted(false, violated, "gate 1 -1\ncycle 2 0 : 0 : 0 : 2 3 0\n"));
  CHECK(!accepted(false, violated, "gate 1 -1\ncycle 2 0 : 0 : 0 : 1 3 0 0\n"));
}

/* It waits in zero for ever. */
TEST(ctl_explanations_follow_sets_and_inputs_that_are_circuits) {
  static const char *const updates[] = {"gate -1 -2\ncycle 2 0 : 3 0 : -1 0\n",
                                        "gate 1 2\ncycle 2 0 : -3 0 : 0 : 1 3 0\n"};
  for (size_t i = 0; i < 2; i++) {
    char text[200];
    snprintf(text, sizeof text, "rondo ctl proof 2\nviolated\n%send\n", updates[i]);
    Formulas *formulas = formulas_new();
    Task *task = counter(formulas, false);
    Error error = {0};
    Verdict claimed;
    CtlProof *proof = ctl_file_read("proof", text, &claimed, &error);
    CHECK(proof != NULL);
    CtlReasonVec reasons = ctl_explain(task, proof, claimed);
    CHECK(reasons.size == 1 && reasons.data[0].trace);
    const Trace *trace = reasons.data[0].trace;
    CHECK(trace->loop == 0 && trace->steps.size == 1);
    CHECK(bits_empty(&trace->steps.data[0].latches) && bits_empty(&trace->steps.data[0].inputs));
    ctl_reasons_free(&reasons);
    ctl_proof_free(proof);
    task_free(task);
    formulas_free(formulas);
  }
}

/* Sets that are circuits are shown as expressions, and so are inputs that depend on the state: of
 * two cubes each has its own. */
static void check_shown(const char *updates, const char *sets, const char *inputs) {
  char file[200];
  snprintf(file, sizeof file, "rondo ctl proof 2\nviolated\n%send\n", updates);
  Formulas *formulas = formulas_new();
  Task *task = counter(formulas, false);
  Error error = {0};
  Verdict claimed;
  CtlProof *proof = ctl_file_read("proof", file, &claimed, &error);
  CHECK(proof != NULL);
  Text text = {0};
  Json json = {.text = &text};
  ctl_proof_json(task, proof, &json);
  json_end(&json);
  if (!strstr(text.data, sets) || !strstr(text.data, inputs))
    test_fail(__FILE__, __LINE__, "%s", text.data);
  text_free(&text);
  ctl_proof_free(proof);
  task_free(task);
  formulas_free(formulas);
}

TEST(circuits_of_ctl_proofs_are_shown_as_expressions) {
  check_shown("gate 1 2\ncycle 2 0 : -3 0 : 0 : 1 3 0\n", "\"sets\":[\"!latch1 | !latch0\"]",
              "\"inputs\":[\"((latch1 & latch0) <-> input0)\"]");
  check_shown("cycle 2 0 : 1 0 0 : -1 0 1 0\n", "\"sets\":[\"latch0\",\"TRUE\"]",
              "\"inputs\":[\"!input0\",\"input0\"]");
  check_shown("cycle 2 0 : 1 0 -1 0 : 0 0 : 1 2 0 1 -1 0\n", "\"sets\":[\"latch0\",\"!latch0\"]",
              "\"inputs\":[\"(!latch1 <-> !input0)\",\"(!latch0 <-> input0)\"]");
}

TEST(an_update_without_inputs_has_no_choices) {
  CtlUpdate none = {.kind = CTL_OUT};
  Formulas *formulas = formulas_new();
  Task *task = counter(formulas, false);
  CtlStructure *structure = ctl_structure_new(task);
  CtlChoices choices = ctl_take_choices(structure, &(LitVec){0}, &none);
  CHECK_EQUAL(choices.size, 0);
  ctl_choices_free(&choices);
  ctl_structure_free(structure);
  task_free(task);
  formulas_free(formulas);
}
