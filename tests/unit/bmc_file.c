/* Proofs by bounded model checking in files: what is written is read again, what is malformed is
 * refused with words, and what does not fit the task is refused by the checker. */
#include "evidence/bmc_file.h"

#include <stdlib.h>

#include "evidence/certify_bmc.h"
#include "test.h"
#include "unit/obligations.h"

/* The low latch toggles, the high one stays 0: of 2 and 3, which follow each other, 3 is fair. */
static Task *toggling(void) {
  System *system = system_new();
  Lit low = system_latch(system, RESET_0), high = system_latch(system, RESET_0);
  system_set_next(system, low, lit_not(low));
  system_set_next(system, high, high);
  Task *task = task_new(TASK_FAIR, system);
  vec_push(&task->conditions, aig_and(system->aig, low, high));
  return task;
}

/* No state is fair once it is known that the high latch is 0: so n is 0. */
static BmcProof *proof_of(const Task *task) {
  BmcProof *proof = mem_zalloc(sizeof *proof);
  proof->method = BMC_ONE;
  proof->criterion = BMC_OUT_OF;
  vec_push(&proof->latches, 0);
  vec_push(&proof->latches, 1);
  proof->invariant = witness_new(system_copy(task->system, NULL));
  proof->invariant->bad = proof->invariant->circuit->latches.data[1].current;
  return proof;
}

static BmcProof *written_and_read(const BmcProof *proof, bool binary, Error *error) {
  char *bytes = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&bytes, &size);
  CHECK(bmc_file_write(stream, proof, binary, "a note"));
  fclose(stream);
  CHECK(bmc_file_recognise(bytes, size));
  BmcProof *back = bmc_file_read("p", bytes, size, error);
  free(bytes);
  return back;
}

static bool accepts(const Task *task, const BmcProof *proof, const char *words) {
  Error error = {0};
  bool good = certify_bmc(task, proof, NULL, NULL, &error);
  if (!good && (!error.message || !strstr(error.message, words)))
    test_fail(__FILE__, __LINE__, "'%s' is not said", words);
  error_free(&error);
  return good;
}

TEST(a_bmc_proof_is_read_as_it_was_written) {
  Task *task = toggling();
  BmcProof *proof = proof_of(task);
  Error error = {0};
  proof->m = 7;
  proof->n = 12;
  for (int binary = 0; binary < 2; binary++) {
    BmcProof *back = written_and_read(proof, binary, &error);
    CHECK(back && back->method == BMC_ONE && back->criterion == BMC_OUT_OF);
    CHECK_EQUAL(back->m, 7);
    CHECK_EQUAL(back->n, 12);
    CHECK_EQUAL(back->latches.size, 2);
    back->m = back->n = 0;
    CHECK(accepts(task, back, ""));
    bmc_proof_free(back);
  }
  bmc_proof_free(proof);
  task_free(task);
}

TEST(every_method_and_every_criterion_is_read_as_it_was_written) {
  Task *task = toggling();
  BmcProof *proof = proof_of(task);
  Error error = {0};
  for (proof->method = BMC_ONE; proof->method <= BMC_DIRECT; proof->method++)
    for (proof->criterion = BMC_INTO; proof->criterion <= BMC_BACKWARD; proof->criterion++) {
      BmcProof *back = written_and_read(proof, false, &error);
      CHECK(back && back->method == proof->method && back->criterion == proof->criterion);
      bmc_proof_free(back);
    }
  bmc_proof_free(proof);
  task_free(task);
}

TEST(a_malformed_bmc_proof_is_refused_with_words) {
  static const char *const comments[] = {
      "",
      "BMC one 0 into 0 0",    /* no latches */
      "BMC two 0 into 0 0 :",  /* no such method */
      "BMC one 0 onto 0 0 :",  /* no such criterion */
      "BMC 0 into 0 0 :",      /* no method */
      "BMC one 0 0 0 :",       /* no criterion */
      "BMC one 0 into -1 0 :", /* no number */
      "BMC one 0 into 0 99999999999 :",
      "BMC one 0 into 0 0 : 0 x",
  };
  for (size_t i = 0; i < sizeof comments / sizeof *comments; i++) {
    Text text = {0};
    Error error = {0};
    text_format(&text, "aag 1 0 1 0 0 1\n2 3\n2\nc\n%s\n", comments[i]);
    CHECK(!bmc_file_read("p", text.data, text.size, &error));
    CHECK(strstr(error.message, "BMC"));
    error_free(&error);
    text_free(&text);
  }
  CHECK(!bmc_file_recognise("BMC one 0 into 0 0 :", 20));
}

TEST(a_bmc_proof_may_have_large_numbers_and_blanks_at_its_end) {
  static const char text[] = "aag 1 0 1 0 0 1\n2 3\n2\nc\nBMC one 0 into 0 2147483647 : 0  \n";
  Error error = {0};
  BmcProof *proof = bmc_file_read("p", text, strlen(text), &error);
  CHECK(proof && proof->latches.size == 1);
  CHECK_EQUAL(proof->n, 2147483647);
  bmc_proof_free(proof);
}

/* A hundred inputs, a latch and three gates of a binary file, whose differences are the bytes of a
 * line that begins with the mark. */
TEST(gates_that_look_like_the_mark_are_gates) {
  Text text = {0};
  text_add(&text, "aig 104 100 1 0 3 1\n202\n208\n");
  text_add(&text, "\nBMC \1");
  CHECK(!bmc_file_recognise(text.data, text.size));
  text_add(&text, "c\na comment\n");
  CHECK(!bmc_file_recognise(text.data, text.size));
  text_add(&text, "BMC one 0 into 0 0 :\n");
  CHECK(bmc_file_recognise(text.data, text.size));
  text_free(&text);
}

/* Numbers that are larger than they need be: all questions are asked. */
TEST(every_question_about_a_bmc_proof_says_what_it_shows) {
  Task *task = toggling();
  BmcProof *proof = proof_of(task);
  proof->n = 1;
  for (int into = 0; into < 2; into++) {
    Scrutiny scrutiny = obligations_begin(into ? "into" : "out-of");
    Error error = {0};
    proof->criterion = into ? BMC_INTO : BMC_OUT_OF;
    CHECK(certify_bmc(task, proof, NULL, &scrutiny, &error));
    obligations_end(
        &scrutiny,
        into ? "check 'reset'\ncheck 'transition'\ncheck 'property'\ncheck 'base'\ncheck 'step'\n"
               "a simple path of n + 1 transitions into a fair step\n"
               "a simple path of n transitions to a fair step\n"
               "a simple path of m + 1 transitions, fair in the end\n"
               "a violation that is short enough\n"
             : "check 'reset'\ncheck 'transition'\ncheck 'property'\ncheck 'base'\ncheck 'step'\n"
               "a simple path of n + 1 transitions into a fair step\n"
               "a simple path of n transitions to a fair step\n"
               "a simple path of m + 1 transitions, fair at the start\n"
               "a violation that is short enough\n");
  }
  bmc_proof_free(proof);
  task_free(task);
}

TEST(a_bmc_proof_that_does_not_fit_is_refused) {
  Task *task = toggling();
  BmcProof *proof = proof_of(task);
  CHECK(accepts(task, proof, ""));
  proof->method = BMC_BAD;
  CHECK(!accepts(task, proof, "the proof is not valid: its method"));
  proof->method = BMC_DIRECT;
  CHECK(!accepts(task, proof, "it is not about a formula of this model"));
  proof->method = BMC_TRANS;
  CHECK(!accepts(task, proof, "criterion"));
  proof->method = BMC_ONE;
  proof->set = 1;
  CHECK(!accepts(task, proof, "no such fair set"));
  proof->set = 0;
  proof->latches.data[0] = 1;
  CHECK(!accepts(task, proof, "latches"));
  proof->latches.data[0] = 0;
  proof->latches.data[1] = 2; /* the first number that is no latch's */
  CHECK(!accepts(task, proof, "its latches are not latches of the model"));
  proof->latches.data[0] = 2;
  proof->latches.size = 1;
  CHECK(!accepts(task, proof, "its latches are not latches of the model"));
  proof->latches.data[0] = 0;
  proof->latches.data[1] = 1;
  proof->latches.size = 2;
  proof->n = SIZE_MAX;
  CHECK(!accepts(task, proof, "too long"));
  /* Of two latches there are four states: paths that are four times as long are no proof's, and
   * nobody has to wait until the solver knows. The lesser numbers are asked, and are more than
   * enough. */
  static const BmcMethod methods[] = {BMC_FLAG, BMC_COUNTER, BMC_ONE}; /* of one condition */
  for (size_t i = 0; i < 6; i++) {
    size_t most = 15 + i % 2;
    proof->method = methods[i / 2];
    proof->n = most;
    CHECK_EQUAL(accepts(task, proof, "too long"), most == 15);
    proof->n = 0;
    proof->m = most;
    CHECK_EQUAL(accepts(task, proof, "too long"), most == 15);
    proof->m = 0;
  }
  /* With two flags there are sixteen. */
  vec_push(&task->conditions, task->conditions.data[0]);
  for (size_t most = 63; most < 65; most++) {
    proof->method = BMC_FLAG;
    proof->m = most;
    CHECK_EQUAL(accepts(task, proof, "too long"), most == 63);
  }
  proof->m = 0;
  task->conditions.size = 1;
  /* Without the invariant state 3 is fair; and what is no invariant is none. */
  Lit bad = proof->invariant->bad;
  proof->invariant->bad = LIT_FALSE;
  CHECK(!accepts(task, proof, "there is a simple path"));
  proof->invariant->bad = proof->invariant->circuit->latches.data[0].current;
  CHECK(!accepts(task, proof, "check '"));
  proof->invariant->bad = bad;
  /* A state of one latch alone: the other may be anything, but for the invariant. */
  proof->latches.size = 1;
  CHECK(accepts(task, proof, ""));
  bmc_proof_free(proof);
  task_free(task);
}

/* However many states there are. */
TEST(no_path_of_a_bmc_proof_has_a_million_steps) {
  Task *task = toggling();
  for (size_t i = 2; i < 30; i++)
    system_set_next(task->system, system_latch(task->system, RESET_0), LIT_FALSE);
  BmcProof *proof = proof_of(task);
  for (uint32_t i = 2; i < 30; i++) vec_push(&proof->latches, i);
  CHECK(accepts(task, proof, ""));
  proof->n = (size_t)1 << 20;
  CHECK(!accepts(task, proof, "too long"));
  bmc_proof_free(proof);
  task_free(task);
}

/* Where there is no bad state, there is a proof of that; but CTL is not about one. */
TEST(a_bmc_proof_shows_nothing_about_ctl) {
  Task *task = toggling();
  BmcProof *proof = proof_of(task);
  task->kind = TASK_BAD;
  task->bad = LIT_FALSE;
  proof->method = BMC_BAD;
  proof->criterion = BMC_BACKWARD;
  CHECK(accepts(task, proof, ""));
  task->kind = TASK_CTL;
  CHECK(!accepts(task, proof, "it is one of invariants and progress only"));
  bmc_proof_free(proof);
  task_free(task);
}

TEST(the_invariant_of_a_proof_has_the_inputs_and_the_latches_of_the_model) {
  Task *task = toggling();
  for (int more = 0; more < 2; more++) {
    BmcProof *proof = proof_of(task);
    System *circuit = proof->invariant->circuit;
    CHECK(accepts(task, proof, ""));
    if (more) system_input(circuit);
    else system_set_next(circuit, system_latch(circuit, RESET_0), LIT_FALSE);
    CHECK(!accepts(task, proof, "its invariant is not about the model"));
    bmc_proof_free(proof);
  }
  task_free(task);
}

/* The fair state is met in every round: whatever the numbers, this is no proof. */
TEST(no_numbers_prove_what_is_violated) {
  Task *task = toggling();
  task->conditions.data[0] = task->system->latches.data[0].current;
  BmcProof *proof = proof_of(task);
  proof->invariant->bad = LIT_FALSE;
  for (BmcMethod method = BMC_ONE; method < BMC_TRANS; method++)
    for (size_t m = 0; m < 5; m++)
      for (size_t n = 0; n < 6; n++) {
        proof->method = method;
        proof->m = m;
        proof->n = n;
        CHECK(!accepts(task, proof, "there is "));
      }
  bmc_proof_free(proof);
  task_free(task);
}
