#include "evidence/witness_file.h"

#include "evidence/certify.h"
#include "oracle/certificate_oracle.h"
#include "test.h"
#include "unit/obligations.h"

/* The first property of a model in AIGER as a task. */
static Task *task_of(const char *text) {
  Error error = {0};
  AigerFile *file = aiger_file_read("model", text, strlen(text), &error);
  CHECK(file);
  Task *task = task_new(file->justice.size ? TASK_FAIR : TASK_BAD, file->system);
  if (file->justice.size) {
    vec_append(&task->conditions, &file->justice.data[0]);
    vec_append(&task->conditions, &file->system->fairness);
  } else {
    task->bad = file->bad.data[0];
  }
  file->system = NULL;
  aiger_file_free(file);
  return task;
}

/* What the checker says of a certificate: NULL if it is accepted, else its first words. */
static void check_says_property(const char *model, const char *witness, size_t justice,
                                const char *expected) {
  Task *task = task_of(model);
  Error report = {0};
  bool good = certify_witness_bytes(task, "w", witness, strlen(witness), justice, &report);
  if (good != !expected || (expected && strncmp(report.message, expected, strlen(expected))))
    test_fail(__FILE__, __LINE__, "for\n%s\nexpected: %s\nfound: %s", witness,
              expected ? expected : "accepted", report.message ? report.message : "accepted");
  error_free(&report);
  task_free(task);
}

static void check_says(const char *model, const char *witness, const char *expected) {
  check_says_property(model, witness, 0, expected);
}

/* The text with one piece of it replaced; the caller frees it. */
static char *with(const char *text, const char *piece, const char *instead) {
  const char *at = strstr(text, piece);
  CHECK(at);
  Text result = {0};
  text_add_n(&result, text, (size_t)(at - text));
  text_add(&result, instead);
  text_add(&result, at + strlen(piece));
  return text_take(&result);
}

static void check_says_with(const char *model, const char *witness, const char *piece,
                            const char *instead, const char *expected) {
  char *changed = with(witness, piece, instead);
  check_says(model, changed, expected);
  mem_free(changed);
}

/* A two-bit counter that saturates; justice: it is not saturated. Latches 4 (low) and 6 (high). */
static const char saturating[] = "aag 10 1 2 0 7 0 0 1\n2\n4 11 0\n6 21 0\n1\n9\n"
                                 "8 6 4\n10 9 4\n12 7 5\n14 6 5\n16 7 4\n18 17 15\n20 18 9\n";
/* Its ranking: walls are the high bit, then the low bit. */
static const char ranking[] =
    "aag 21 3 2 0 16 1 0 1 0\n2\n4\n6\n8 15 0\n10 25 0\n0\n1\n42\n12 10 8\n14 13 8\n16 11 9\n"
    "18 10 9\n20 11 8\n22 21 19\n24 22 13\n26 8 7\n28 9 6\n30 29 27\n32 31 27\n34 10 5\n36 11 4\n"
    "38 37 35\n40 38 33\n42 41 35\nc\nINTERVENTION 2\n10 4\n8 6\n";

TEST(the_ranking_of_a_saturating_counter_is_accepted) {
  check_says(saturating, ranking, NULL);
  check_says_with(saturating, ranking, "c\nINTERVENTION 2\n10 4\n8 6\n", "l1 < 4\nl0 < 6\n", NULL);
}

static void check_questions(const char *model, const char *text, const char *folder,
                            const char *expected) {
  Task *task = task_of(model);
  Scrutiny scrutiny = obligations_begin(folder);
  Error error = {0};
  WitnessFile witness;
  CHECK(witness_file_read(&witness, "w", text, strlen(text), task, 0, &error));
  witness.certificate.scrutiny = &scrutiny;
  CHECK(certify_certificate(task, &witness.certificate, &error));
  obligations_end(&scrutiny, expected);
  witness_file_free(&witness);
  task_free(task);
}

/* A bit that is set and stays, and is to be 0 again and again. */
static const char set[] = "aag 1 0 1 0 0 0 0 1\n2 1\n1\n3\n";

TEST(every_question_about_a_ranking_says_what_it_shows) {
  static const char set_ranking[] =
      "aag 3 1 1 0 1 1 0 1\n2\n4 1\n0\n1\n6\n6 5 2\nc\nINTERVENTION 1\n4 2\n";
  check_questions(
      set, set_ranking, "set",
      "check 'reset'\ncheck 'transition'\ncheck 'property'\ncheck 'base'\ncheck 'step'\n"
      "check 'entries' for an entry that does not fall\n"
      "check 'liveness' for condition 0\ncheck 'decrease'\n"
      "check 'closure' for a comparison that carries over\n"
      "check 'closure'\ncheck 'consistent' for condition 0\n");
  check_questions(
      saturating, ranking, "saturating",
      "check 'reset'\ncheck 'transition'\ncheck 'property'\ncheck 'base'\ncheck 'step'\n"
      "check 'entries' for an entry that does not fall\n"
      "check 'liveness' for condition 0\ncheck 'decrease'\n"
      "check 'closure' for a comparison that carries over\n"
      "check 'closure' for a comparison that carries over\n"
      "check 'closure'\ncheck 'consistent' for condition 0\n");
}

/* What is known of the entries is that they do not fall. These rankings are wrong on steps along
 * which one rises, and nowhere else: it must not be taken for known that they do not rise. */
TEST(a_ranking_that_is_wrong_where_an_entry_rises_is_rejected) {
  check_says(set, "aag 2 1 1 0 0 1 0 1\n2\n4 1\n0\n1\n0\nc\nINTERVENTION 1\n4 2\n",
             "the certificate is not valid: check 'liveness' fails for condition 0, ");
  check_says(set, "aag 3 1 1 0 1 1 0 1\n2\n4 1\n0\n1\n7\n6 4 2\nc\nINTERVENTION 1\n4 2\n",
             "the certificate is not valid: check 'decrease' fails, ");
  check_says("aag 2 0 2 0 0 0 0 1\n2 1\n4 4 4\n1\n0\n",
             "aag 8 2 2 0 4 1 0 1\n2\n4\n6 1\n8 8 8\n0\n1\n16\n10 8 4\n12 9 5\n14 13 11\n16 14 6\n"
             "c\nINTERVENTION 2\n6 2\n8 4\n",
             "the certificate is not valid: check 'closure' fails, ");
  check_says("aag 1 0 1 0 0 0 0 1\n2 1\n2\n2\n3\n",
             "aag 3 1 1 0 1 1 0 1\n2\n4 1\n0\n2\n7\n5\n6 5 2\nc\nINTERVENTION 1\n4 2\n",
             "the certificate is not valid: check 'consistent' fails for condition 0, ");
  check_says(
      "aag 3 1 1 0 1 0 0 1\n2\n4 7\n2\n4\n0\n6 5 3\n",
      "aag 5 2 1 0 2 1 0 1\n2\n4\n6 9\n0\n2\n11\n10\n8 7 3\n10 7 5\nc\nINTERVENTION 1\n6 4\n",
      "the certificate is not valid: check 'consistent' fails for condition 0, ");
}

/* And where an entry falls, it must not be taken for known that it does not, because it does not
 * rise. The second of these is about a property that is violated: the run goes from 01 to 00 to 11
 * and back, and never ends. The entries are these bits, of which the low one falls, and rises where
 * the high one does alone; without the step where it falls there would be no loop. */
TEST(a_ranking_that_is_wrong_where_an_entry_falls_is_rejected) {
  check_says("aag 1 0 1 0 0 0 0 1\n2 0 1\n1\n2\n",
             "aag 3 1 1 0 1 1 0 1\n2\n4 0 1\n0\n1\n7\n6 5 3\nc\nINTERVENTION 1\n4 2\n",
             "the certificate is not valid: check 'decrease' fails, ");
  check_says("aag 4 0 2 0 2 0 0 1\n2 7 1\n4 8\n1\n1\n6 5 2\n8 5 3\n",
             "aag 13 2 2 0 9 1 0 1\n2\n4\n6 11 1\n8 12\n14\n1\n27\n10 9 6\n12 9 7\n14 8 7\n"
             "16 5 3\n18 17 12\n20 8 6\n22 5 2\n24 22 20\n26 25 19\n"
             "c\nINTERVENTION 2\n6 2\n8 4\n",
             "the certificate is not valid: check 'liveness' fails for condition 0, for example "
             "with s: latch 0 = 1 latch 1 = 0; t: latch 0 = 0 latch 1 = 0");
}

TEST(a_ranking_is_rejected_by_the_check_that_fails) {
  check_says_with(saturating, ranking, "\n42\n", "\n43\n",
                  "the certificate is not valid: check 'liveness' fails for condition 0, for "
                  "example with s: ");
  check_says_with(saturating, ranking, "10 4\n8 6", "8 4\n10 6",
                  "the certificate is not valid: check 'liveness' fails for condition 0, for "
                  "example with s: latch 0 = 1 latch 1 = 0; t: latch 0 = 0 latch 1 = 1");
  check_says_with(saturating, ranking, "\n42\n", "\n1\n",
                  "the certificate is not valid: check 'decrease' fails, ");
  check_says_with(saturating, ranking, "8 15 0", "8 15 1",
                  "the certificate is not valid: check 'reset' fails, ");
  check_says_with(saturating, ranking, "8 15 0", "8 14 0",
                  "the certificate is not valid: check 'transition' fails, ");
}

TEST(a_counterexample_to_a_ranking_shows_each_value_once) {
  static const char wrong[] =
      "aag 3 1 1 0 1 1 0 1\n2\n4 1\n0\n1\n7\n6 4 2\nc\nINTERVENTION 1\n4 2\n";
  Task *task = task_of(set);
  Error report = {0};
  CHECK(!certify_witness_bytes(task, "w", wrong, strlen(wrong), 0, &report));
  CHECK_TEXT(report.message, "the certificate is not valid: check 'decrease' fails, for example "
                             "with s: latch 0 = 0; t: latch 0 = 1");
  error_free(&report);
  task_free(task);
}

/* By the name of the model's latch; negated, if it is the negation that is mapped. */
TEST(a_counterexample_calls_latches_of_a_witness_by_what_they_are_mapped_to) {
  static const char model[] = "aag 1 0 1 0 0 1\n2 2\n3\n";
  static const char witness[] = "aag 1 0 1 0 0 1\n2 2 2\n2\nc\nMAPPING 1\n3 2\n";
  check_says(model, witness,
             "the certificate is not valid: check 'base' fails, for example with s: !latch 0 = 1");
  check_says_with(model, witness, "1\n3 2\n", "0\n",
                  "the certificate is not valid: check 'property' fails, for example with s: latch "
                  "0 = 0 witness latch 0 = 0");
}

/* Every literal of the ranking's gates, latches and justice, complemented in turn. */
TEST(every_complemented_literal_is_noticed_where_it_matters) {
  Task *task = task_of(saturating);
  unsigned accepted = 0, rejected = 0;
  size_t end = (size_t)(strstr(ranking, "c\n") - ranking);
  for (size_t i = (size_t)(strchr(ranking, '\n') - ranking); i < end; i++) {
    if (ranking[i + 1] != '\n' && ranking[i + 1] != ' ') continue;
    if (ranking[i] < '0' || ranking[i] > '9') continue;
    char *changed = mem_string(ranking);
    changed[i] ^= 1; /* 2n and 2n+1 differ in the last bit of their last digit */
    WitnessFile witness;
    Error error = {0};
    if (witness_file_read(&witness, "w", changed, strlen(changed), task, 0, &error)) {
      bool good = certify_certificate(task, &witness.certificate, &error);
      CHECK_EQUAL(good, !certificate_oracle(task, &witness.certificate));
      accepted += good;
      rejected += !good;
      witness_file_free(&witness);
    }
    error_free(&error);
    mem_free(changed);
  }
  CHECK(accepted > 0); /* the gate 16 is not used */
  CHECK(rejected > 20);
  task_free(task);
}

TEST(rankings_of_another_shape_are_rejected) {
  check_says_with(saturating, ranking, "1\n42\n", "2\n42\n42\n",
                  "the witness has 2 justice literals, but the property has 1");
  check_says_with(saturating, ranking, "1\n42\n", "0\n",
                  "the witness has 0 justice literals, but the property has 1");
  check_says(saturating, "aag 3 1 2 0 0 1\n2\n4 4\n6 6\n0\n",
             "the witness has no justice literals, but the property is one of progress");
  char *fair = with(ranking, "1 0 1 0\n", "1 0 1 1\n"), *fairer = with(fair, "\n42\n", "\n42\n1\n");
  check_says(saturating, fairer, "the witness has 1 fairness literals, but the model has 0");
  mem_free(fair);
  mem_free(fairer);
  check_says_with(saturating, ranking, "8 6\n", "8 4\n",
                  "input 1 of the witness has two interventions");
  check_says_with(saturating, ranking, "8 6\n", "8 12\n",
                  "literal 12 of the witness has an intervention, but is no input or latch");
  check_says_with(saturating, ranking, "8 6\n", "8 0\n",
                  "0 of the witness has an intervention, but is no input or latch");
}

TEST(of_several_justice_properties_the_one_asked_for_is_taken) {
  char *more = with(ranking, "1 0 1 0\n", "1 0 2\n"), *two = with(more, "1\n42\n", "1\n1\n1\n42\n");
  check_says_property(saturating, two, 0, "the certificate is not valid: check 'decrease' fails, ");
  check_says_property(saturating, two, 1, NULL);
  check_says_property(saturating, two, 2, "justice property 2 is asked for, but the witness has 2");
  Task *task = task_of(saturating);
  Error report = {0};
  CHECK(!certify_witness_bytes(task, "w", two, strlen(two), 2, &report));
  CHECK_EQUAL(report.line, 0); /* it is about no line */
  CHECK_EQUAL(report.column, 0);
  error_free(&report);
  task_free(task);
  check_says_property(saturating, ranking, 7, NULL);
  mem_free(more);
  mem_free(two);
}

/* Latch 2 keeps any value, latch 4 takes it; bad: 4 without 2. */
static const char keeper[] = "aag 3 0 2 0 1 1\n2 2 2\n4 2 0\n6\n6 4 3\n";
/* The witness remembers the first value of 2 in a latch whose reset is a function: inductive with
 * 6 = 2 and 4 -> 6. Its bad literal 15: not (8 = 6 -> 2, 10 = 2 -> 6, 12 = 4 -> 6 ...). */
static const char remembering[] = "aag 8 0 3 0 5 1\n2 2 2\n4 2 0\n6 6 2\n17\n"
                                  "8 6 3\n10 7 2\n12 4 7\n14 9 11\n16 14 13\n";

TEST(latches_of_a_witness_may_be_reset_to_other_literals) {
  check_says(keeper, remembering, NULL);
  check_says_with(
      keeper, remembering, "6 6 2", "6 6 3",
      "the certificate is not valid: check 'base' fails, for example with s: latch 0 = ");
  check_says_with(keeper, remembering, "6 6 2", "6 6 9",
                  "latch 2 of the witness has a reset that depends on itself: the resets are not "
                  "stratified");
  check_says_with(keeper, remembering, "6 6 2", "6 6 7",
                  "latch 2 of the witness has a reset that depends on itself");
  check_says_with(keeper, remembering, "4 2 0\n6 6 2", "4 2 6\n6 6 4",
                  "latch 1 of the witness has a reset that depends on itself");
  check_says_with(keeper, remembering, "6 6 2", "6 6 18",
                  "literal 18 is out of range: the greatest variable is 8");
}

/* A latch that stays 0: that it does is a constraint of the witness, which every run keeps, and its
 * property is nothing. */
TEST(a_property_may_follow_from_the_constraints_of_a_witness) {
  check_says("aag 1 0 1 0 0 1\n2 2\n2\n", "aag 1 0 1 0 0 1 1\n2 2\n0\n3\n", NULL);
  check_says("aag 1 0 1 0 0 1\n2 2\n2\n", "aag 1 0 1 0 0 1 1\n2 2\n0\n1\n",
             "the certificate is not valid: check 'property' fails, ");
}

/* The same witness with its latches in another order: 2 remembers, 4 is the model's 4, 6 its 2. */
static const char permuted[] = "aag 8 0 3 0 5 1\n2 2 6\n4 6 0\n6 6 6\n17\n"
                               "8 2 7\n10 3 6\n12 4 3\n14 9 11\n16 14 13\n";

static void check_mapping(const char *mapping, const char *expected) {
  Text text = {0};
  text_add(&text, permuted);
  text_add(&text, mapping);
  check_says(keeper, text.data, expected);
  text_free(&text);
}

TEST(a_mapping_may_be_a_comment_or_names_or_the_order) {
  check_mapping("c\nMAPPING 2\n4 4\n6 2\n", NULL);
  check_mapping("c\nby hand\nMAPPING is below\nMAPPING 2\n5 5\n6 2\r\n", NULL);
  check_mapping("c\nMAPPING\nMAPPING 2 follows\nMAPPING 2\n4 4\n6 2\n", NULL);
  check_mapping("l1 = 4\nl2 = 2\n", NULL);
  check_mapping("l0 remembers\nl1 value = 4\nl2 =2\nc\n", NULL);
  check_mapping("l1 = 2\nl2 = 4\nc\nMAPPING 2\n4 4\n6 2\n", NULL);
  check_mapping("", "the certificate is not valid: check 'reset' fails, ");
  check_mapping("l1 = 2\nl2 = 4\n", "the certificate is not valid: check 'reset' fails, ");
  /* Without 4, the witness says nothing of it. */
  check_mapping("c\nMAPPING 1\n6 2\n", "the certificate is not valid: check 'property' fails, ");
}

TEST(a_mapping_that_is_no_correspondence_is_rejected) {
  check_mapping("c\nMAPPING 2\n4 4\n6 4\n", "latch 1 of the model is mapped to twice");
  check_mapping("c\nMAPPING 2\n4 4\n4 2\n", "latch 1 of the witness is mapped twice");
  check_mapping("c\nMAPPING 2\n4 4\n5 2\n", "latch 1 of the witness is mapped twice");
  check_mapping("c\nMAPPING 2\n4 4\n8 2\n", "literal 8 of the witness is mapped, but is no input");
  check_mapping("c\nMAPPING 2\n4 4\n0 2\n", "0 of the witness is mapped, but is no input or latch");
  check_mapping("c\nMAPPING 2\n4 4\n6 1\n", "the mapping names literal 1 of the model, which is no "
                                            "input or latch: those are 2 to 4");
  check_mapping("c\nMAPPING 2\n4 4\n6 6\n", "the mapping names literal 6 of the model");
  check_mapping("c\nMAPPING 2\n4 4\n18 2\n", "literal 18 is not defined in the witness");
  check_mapping("c\nMAPPING 3\n4 4\n6 2\n", "MAPPING 3 is followed by 2 lines of comments only");
  check_mapping("c\nMAPPING 2\n4 4\n6\n", "comment line 3: expected two literals, as MAPPING 2 "
                                          "announces");
  check_mapping("c\nMAPPING 2\n4 4\n6 2 1\n", "comment line 3: expected two literals");
  check_mapping("c\nMAPPING 1\n4 99999999999\n", "comment line 2: expected two literals");
  check_mapping("l1 a=b\n", "the name of l1 contains '=', but no literal follows it");
}

/* Everything else about these is right, so that no later check can reject them. */
TEST(a_wrong_line_beside_right_ones_is_rejected) {
  check_mapping("c\nMAPPING 3\n4 4\n6 2\n6 2\n", "latch 2 of the witness is mapped twice");
  check_mapping("c\nMAPPING 3\n4 4\n6 2\n6 99\n", "the mapping names literal 99 of the model");
  check_says_with(saturating, ranking, "N 2\n10 4\n8 6\n", "N 3\n10 4\n8 6\n8 6\n",
                  "input 2 of the witness has two interventions");
  check_says_with(saturating, ranking, "N 2\n10 4\n8 6\n", "N 3\n10 4\n8 6\n8 99\n",
                  "literal 99 is not defined in the witness");
}

TEST(inputs_are_mapped_by_comments_and_names) {
  check_says_with(saturating, ranking, "c\n", "c\nMAPPING 3\n2 2\n8 4\n10 6\n", NULL);
  check_says_with(saturating, ranking, "c\n", "i0 = 2\nl0 = 4\nl1 = 6\nc\n", NULL);
  check_says_with(saturating, ranking, "c\n", "i0 = 8\nl0 = 4\nl1 = 6\nc\n",
                  "the mapping names literal 8 of the model");
}

TEST(interventions_in_comments_are_all_there_are_and_have_the_numbers_of_the_file) {
  check_says_with(saturating, ranking, "c\n", "i1 a<b\nc\n", NULL);
  /* The latches in the other order, which the mapping and the interventions do not mind. */
  char *swapped = with(ranking, "8 15 0\n10 25 0\n", "10 25 0\n8 15 0\n");
  check_says_with(saturating, swapped, "c\n", "c\nMAPPING 3\n2 2\n8 4\n10 6\n", NULL);
  mem_free(swapped);
}

TEST(numbers_of_a_mapping_have_all_digits_and_32_bits) {
  check_mapping("c\nMAPPING 1\n9 2\n", "literal 8 of the witness is mapped, but is no input");
  check_mapping("c\nMAPPING 1\n19 2\n", "literal 19 is not defined in the witness");
  check_mapping("c\nMAPPING 1\n4294967295 2\n", "literal 4294967295 is not defined");
  check_mapping("c\nMAPPING 1\n4294967296 2\n", "comment line 2: expected two literals");
  check_mapping("l1 = 4\nl2 = 4294967298\n", "the name of l2 contains '=', but no literal follows");
}

/* Comments have no line numbers of their own, so errors in them name the file alone. */
TEST(errors_in_comments_of_a_witness_name_no_line) {
  static const char *const mappings[] = {
      "c\nMAPPING 3\n4 4\n6 2\n",  "c\nMAPPING 2\n4 4\n6\n",   "l1 a=b\n",
      "c\nMAPPING 2\n4 4\n18 2\n", "c\nMAPPING 2\n4 4\n6 6\n",
  };
  for (size_t i = 0; i < sizeof mappings / sizeof *mappings; i++) {
    Text text = {0};
    text_add(&text, permuted);
    text_add(&text, mappings[i]);
    Task *task = task_of(keeper);
    Error report = {0};
    CHECK(!certify_witness_bytes(task, "w", text.data, text.size, 0, &report));
    CHECK_TEXT(report.file, "w");
    CHECK_EQUAL(report.line, 0);
    CHECK_EQUAL(report.column, 0);
    error_free(&report);
    task_free(task);
    text_free(&text);
  }
}

TEST(outputs_are_bad_where_there_is_no_other_section_and_several_bad_are_one_property) {
  check_says(keeper, "aag 3 0 2 1 1\n2 2 2\n4 2 0\n6\n6 4 3\n", NULL);
  check_says(keeper, "aag 3 0 2 1 1 1\n2 2 2\n4 2 0\n6\n0\n6 4 3\n",
             "the certificate is not valid: check 'property' fails, for example with s: latch 0 = "
             "0 latch 1 = 1");
  check_says(keeper, "aag 3 0 2 0 1 2\n2 2 2\n4 2 0\n0\n6\n6 4 3\n", NULL);
  check_says(keeper, "aag 3 0 2 0 1 2\n2 2 2\n4 2 0\n6\n2\n6 4 3\n",
             "the certificate is not valid: check 'base' fails, ");
}

/* Writes a witness, reads it again and checks it. */
static void check_written(const Task *task, const Witness *witness, bool binary, bool valid) {
  char *data = NULL;
  size_t size;
  FILE *stream = open_memstream(&data, &size);
  CHECK(witness_file_write(stream, task, witness, binary, NULL));
  fclose(stream);
  CHECK(!memcmp(data, binary ? "aig" : "aag", 3));
  Error report = {0};
  bool good = certify_witness_bytes(task, "w", data, size, 0, &report);
  /* What is wrong with it is what it says, not how it was written. */
  static const char invalid[] = "the certificate is not valid: check '";
  if (good != valid || (!good && strncmp(report.message, invalid, strlen(invalid))))
    test_fail(__FILE__, __LINE__, "%s", report.message ? report.message : "accepted");
  error_free(&report);
  free(data);
}

/* The model's circuit, ranked by its two latches as in the small example; also a fairness. */
static Witness *write_example(const Task *task, bool right) {
  Witness *witness = witness_new(system_copy(task->system, NULL));
  System *circuit = witness->circuit;
  Aig *aig = circuit->aig;
  Lit low = circuit->latches.data[0].current, high = circuit->latches.data[1].current;
  Lit low_before = system_input(circuit), high_before = system_input(circuit);
  Lit le =
      aig_or(aig, aig_and(aig, high, lit_not(high_before)),
             aig_and(aig, aig_equal(aig, high, high_before), aig_implies(aig, low_before, low)));
  vec_push(&witness->justice, lit_not(le));
  for (size_t i = 0; i < task->system->fairness.size; i++) vec_push(&witness->justice, LIT_TRUE);
  /* A signal that is a gate of its own: it must be kept though nothing reads it. */
  Lit gate = aig_and(aig, low, circuit->inputs.data[0]);
  vec_push(&witness->interventions, ((Intervention){right ? low : gate, low_before}));
  vec_push(&witness->interventions, ((Intervention){high, high_before}));
  return witness;
}

TEST(a_written_ranking_is_read_and_judged_the_same) {
  static const char *const models[] = {
      saturating, "aag 10 1 2 0 7 0 0 1 1\n2\n4 11 0\n6 21 0\n1\n9\n1\n"
                  "8 6 4\n10 9 4\n12 7 5\n14 6 5\n16 7 4\n18 17 15\n20 18 9\n"};
  for (int i = 0; i < 8; i++) {
    Task *task = task_of(models[i >> 2]);
    Witness *witness = write_example(task, i & 1);
    Error report = {0};
    CHECK_EQUAL(certify_witness(task, witness, &report), i & 1);
    check_written(task, witness, i >> 1 & 1, i & 1);
    error_free(&report);
    witness_free(witness);
    task_free(task);
  }
}

TEST(as_many_interventions_are_written_as_announced) {
  Task *task = task_of(saturating);
  Witness *witness = write_example(task, true);
  char *data = NULL;
  size_t size, lines = 0;
  FILE *stream = open_memstream(&data, &size);
  CHECK(witness_file_write(stream, task, witness, false, NULL));
  fclose(stream);
  const char *rest = strstr(data, "INTERVENTION 2\n");
  CHECK(rest);
  for (; *rest; rest++) lines += *rest == '\n';
  CHECK_EQUAL(lines, 3);
  free(data);
  witness_free(witness);
  task_free(task);
}

TEST(a_ranking_without_interventions_announces_none_before_its_note) {
  Task *task = task_of("aag 1 0 1 0 0 0 0 1\n2 2 0\n1\n2\n");
  Witness *witness = witness_new(system_copy(task->system, NULL));
  vec_push(&witness->justice, witness->circuit->latches.data[0].current);
  char *data = NULL;
  size_t size;
  FILE *stream = open_memstream(&data, &size);
  CHECK(witness_file_write(stream, task, witness, false, "100 %% of it"));
  fclose(stream);
  CHECK_TEXT(data, "aag 1 0 1 0 0 1 0 1\n2 2\n0\n1\n2\nc\nINTERVENTION 0\n100 %% of it\n");
  free(data);
  witness_free(witness);
  task_free(task);
}

/* Other checkers take a fairness of the model that the witness has not for one that it misses. */
TEST(the_witness_of_an_invariant_has_a_true_fairness_for_each_of_the_model) {
  Task *task = task_of("aag 1 0 1 0 0 1 0 0 2\n2 2 0\n2\n2\n3\n");
  Witness *witness = witness_new(system_copy(task->system, NULL));
  witness->bad = witness->circuit->latches.data[0].current;
  char *data = NULL;
  size_t size;
  FILE *stream = open_memstream(&data, &size);
  CHECK(witness_file_write(stream, task, witness, false, NULL));
  fclose(stream);
  CHECK_TEXT(data, "aag 1 0 1 0 0 1 0 0 2\n2 2\n2\n1\n1\n");
  free(data);
  check_written(task, witness, true, true);
  witness_free(witness);
  task_free(task);
}

TEST(a_witness_that_cannot_be_written_is_said_so) {
  FILE *full = fopen("/dev/full", "w");
  if (!full) SKIP("there is no /dev/full");
  setvbuf(full, NULL, _IONBF, 0);
  Task *task = task_of(saturating);
  Witness *witness = write_example(task, true);
  CHECK(!witness_file_write(full, task, witness, false, NULL));
  fclose(full);
  witness_free(witness);
  task_free(task);
}

TEST(a_written_invariant_is_read_and_judged_the_same) {
  for (int i = 0; i < 4; i++) {
    Task *task = task_of(keeper);
    Witness *witness = witness_new(system_copy(task->system, NULL));
    System *circuit = witness->circuit;
    Lit a = circuit->latches.data[0].current, b = circuit->latches.data[1].current;
    witness->bad = i & 1 ? aig_and(circuit->aig, b, lit_not(a)) : b;
    check_written(task, witness, i >> 1, i & 1);
    witness_free(witness);
    task_free(task);
  }
}

/* A witness in memory, as engines give it, that is rejected with this message. */
static void check_rejected(const Task *task, const Witness *witness, const char *expected) {
  Error report = {0};
  CHECK(!certify_witness(task, witness, &report));
  CHECK_TEXT(report.message, expected);
  error_free(&report);
}

TEST(a_latch_without_next_state_is_an_error) {
  Task *task = task_of(keeper);
  Witness *witness = witness_new(system_copy(task->system, NULL));
  system_latch(witness->circuit, RESET_0);
  check_rejected(task, witness, "latch 2 of the witness has no next-state function");
  witness_free(witness);
  witness = witness_new(system_new());
  system_latch(witness->circuit, RESET_0);
  check_rejected(task, witness, "latch 0 of the witness has no next-state function");
  witness_free(witness);
  task_free(task);
}

TEST(a_witness_must_be_one_for_the_kind_of_its_task) {
  Task *task = task_of(saturating);
  Witness *witness = witness_new(system_copy(task->system, NULL));
  check_rejected(task, witness,
                 "the witness has 0 justice literals, but the task has 1 conditions");
  task->kind = TASK_CTL;
  check_rejected(task, witness, "a witness circuit is evidence for invariants and progress only");
  witness_free(witness);
  task_free(task);
}

TEST(a_mapping_by_order_ends_with_the_smaller_system) {
  System *small = system_new(), *large = system_new();
  System *systems[] = {small, large};
  for (size_t i = 0; i < 2; i++)
    for (size_t k = 0; k < 2 + i; k++) system_input(systems[i]);
  for (size_t i = 0; i < 2; i++)
    for (size_t k = 0; k < 3 + i; k++) system_latch(systems[i], RESET_0);
  for (size_t i = 0; i < 2; i++) {
    Certificate certificate = {.circuit = systems[i]};
    certificate_map_by_order(&certificate, systems[1 - i]);
    CHECK_EQUAL(certificate.mapping.size, 5);
    certificate_free(&certificate);
  }
  system_free(small);
  system_free(large);
}

TEST(a_mapping_to_a_gate_of_the_model_is_rejected) {
  Task *task = task_of(keeper);
  Witness *witness = witness_new(system_copy(task->system, NULL));
  Certificate certificate;
  Error report = {0};
  CHECK(certificate_of_witness(task, witness, &certificate, &report));
  certificate.mapping.data[1].model = task->bad;
  CHECK(!certify_certificate(task, &certificate, &report));
  CHECK_TEXT(report.message, "literal 6 of the model is mapped to, but is no input or latch");
  error_free(&report);
  certificate_free(&certificate);
  witness_free(witness);
  task_free(task);
}

TEST(a_certificate_is_read_from_a_file) {
  Task *task = task_of(keeper);
  const char *path = test_temporary_path("certificate.aag");
  FILE *stream = fopen(path, "w");
  CHECK(stream);
  fputs(remembering, stream);
  fclose(stream);
  Error error = {0};
  CHECK(certify_witness_file(task, path, 0, &error));
  task->bad = lit_not(task->bad); /* of another property it proves nothing */
  CHECK(!certify_witness_file(task, path, 0, &error));
  error_free(&error);
  task_free(task);
}

TEST(a_missing_or_foreign_file_is_an_error) {
  Task *task = task_of(keeper);
  Error error = {0};
  CHECK(!certify_witness_file(task, "/nonexistent/certificate.aag", 0, &error));
  CHECK(error.message != NULL);
  error_free(&error);
  task_free(task);
  check_says(keeper, "no certificate", "not an AIGER file");
  check_says(keeper, "aag 1 0 1 0 0 1\n2 3\n", "the file is too short for its header");
}
