/* CTL proofs as files: what is written is read again, and what is malformed has its line. */
#include "evidence/ctl_file.h"

#include <stdlib.h>

#include "base/memory.h"
#include "test.h"

static const char whole[] = "rondo ctl proof 2\n"
                            "violated\n"
                            "gate 1 -2\n"
                            "gate 3 2147483647\n"
                            "reachable 0 0 : -1 0 2 -2147483647 0 :\n"
                            "out 2147483647 3 : 0 :\n"
                            "in 4 2147483647 : 1 0 : 0 : 1 1 0\n"
                            "cycle 2 0 : 0 1 0 : 0 -1 0\n"
                            "rank 2 0 : : 1 -2 0 1 0\n"
                            "equal 0 0 : 2 3 :\n"
                            "end\n";

static CtlProof *read_text(const char *text, Verdict *verdict, char said[200]) {
  Error error = {0};
  CtlProof *proof = ctl_file_read("p", text, verdict, &error);
  CHECK_EQUAL(!proof, error.message != NULL);
  CHECK_EQUAL(error.column, 0);
  snprintf(said, 200, "%d: %s", error.line, error.message ? error.message : "");
  error_free(&error);
  return proof;
}

TEST(a_ctl_proof_is_written_as_it_was_read) {
  static const char *const texts[] = {whole, "rondo ctl proof 2\nholds\nend\n"};
  for (size_t i = 0; i < 2; i++) {
    char said[200], *bytes = NULL;
    size_t size = 0;
    Verdict verdict = VERDICT_UNKNOWN;
    CtlProof *proof = read_text(texts[i], &verdict, said);
    CHECK(proof && verdict == (i ? VERDICT_HOLDS : VERDICT_VIOLATED));
    FILE *stream = open_memstream(&bytes, &size);
    CHECK(stream && ctl_file_write(stream, proof, verdict) && !fclose(stream));
    CHECK_TEXT(bytes, texts[i]);
    CHECK(ctl_file_recognise(bytes, size));
    free(bytes);
    ctl_proof_free(proof);
  }
  CHECK(ctl_file_recognise(whole, 15) && !ctl_file_recognise(whole, 14));
  CHECK(!ctl_file_recognise(whole + 1, 20));
}

TEST(a_ctl_proof_that_could_not_be_written_is_not_said_to_be) {
  CtlProof *proof = ctl_proof_new();
  FILE *closed = fopen("/dev/null", "r");
  CHECK(closed && !ctl_file_write(closed, proof, VERDICT_HOLDS));
  fclose(closed);
  ctl_proof_free(proof);
}

/* Blanks may be many, what is behind the end is not looked at, and form 1 had no gates. */
TEST(a_ctl_proof_may_be_written_in_other_ways) {
  static const char *const texts[] = {
      "rondo ctl proof 1\nholds\nout 1 0 : 0 :\nend\n",
      "  rondo ctl proof   2  \n holds \nout   1  0  :  0  :  \n  end",
      "rondo ctl proof 2\nholds\nout 1 0 : 0 :\nend\nanything",
  };
  for (size_t i = 0; i < 3; i++) {
    char said[200];
    Verdict verdict;
    CtlProof *proof = read_text(texts[i], &verdict, said);
    CHECK(proof && verdict == VERDICT_HOLDS && proof->updates.size == 1);
    CHECK(proof->updates.data[0].kind == CTL_OUT && proof->updates.data[0].node == 1);
    ctl_proof_free(proof);
  }
}

TEST(a_malformed_ctl_proof_is_refused_with_its_line) {
  static const char numbers[] = "the numbers of a node and a condition",
                    two[] = "the two literals of a gate", end[] = "the end of the line",
                    update[] = "gate, reachable, out, in, cycle, rank, equal or end",
                    head[] = "'rondo ctl proof 2'", verdict_words[] = "holds or violated";
  static const struct {
    const char *old, *changed;
    int line;
    const char *expected;
  } rows[] = {
      {"proof 2", "proof 3", 1, head},
      {"proof 2", "proof 0", 1, head},
      {"proof 2", "proof", 1, head},
      {"proof 2", "proofs 2", 1, head},
      {"proof 2", "proof 2 2", 1, end},
      {"proof 2", "proof 2 end", 1, end},
      {"violated", "violates", 2, verdict_words},
      {"violated", "", 2, verdict_words},
      {"violated", "violated 1", 2, end},
      {"gate 1 -2", "gate 1", 3, two},
      {"gate 1 -2", "gate 1 2 3", 3, two},
      {"gate 3 2147483647", "gate 3 2147483648", 4, two},
      {"gate 3 2147483647", "gate 3 4 x", 4, end},
      {"-2147483647 0 :", "-2147483648 0 :", 5, "':'"},
      {"-1 0 2", "- 1 0 2", 5, "':'"},
      {"out 2147483647", "out 2147483648", 6, numbers},
      {"out 2147483647", "out -1", 6, numbers},
      {"2147483647 3 :", "3 :", 6, numbers},
      {"3 : 0 :", "3 : 0", 6, "':'"},
      {"3 : 0 :", "3 0 :", 6, "':'"},
      {"3 : 0 :", "3 : 0 end", 6, "':'"},
      {"4 2147483647", "4 99999999999999999999", 7, numbers},
      {"4 2147483647", "4 -1", 7, numbers},
      {"1 1 0\n", "1 1 0 : 0\n", 7, end},
      {"cycle", "cycles", 8, update},
      {"equal 0", "equals 0", 10, update},
      {"\nend\n", "\nends\n", 11, update},
      {"\nend\n", "\n", 11, update},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *at = strstr(whole, rows[i].old);
    CHECK(at != NULL);
    char text[400], said[200], expected[200];
    Verdict verdict;
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, rows[i].changed,
             at + strlen(rows[i].old));
    snprintf(expected, sizeof expected, "%d: expected %s", rows[i].line, rows[i].expected);
    CtlProof *proof = read_text(text, &verdict, said);
    CHECK_TEXT(said, expected);
    ctl_proof_free(proof);
  }
}
