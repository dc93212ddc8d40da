/* BTOR2 files: every message of the reader with its place, and what the lines become. */
#include "test.h"

#include "base/error.h"
#include "base/text.h"
#include "evidence/btor2_witness.h"
#include "front/btor2/btor2.h"
#include "front/front.h"
#include "oracle/explicit.h"
#include "term/blast.h"
#include "term/memory.h"
#include "term/relation.h"

typedef struct {
  const char *text;
  int line, column;
  const char *message;
} Case;

#define SORTS "1 sort bitvec 1\n2 sort bitvec 8\n3 sort array 1 2\n"

static const Case cases[] = {
    /* lines */
    {"x", 1, 1, "expected the number of the line, found 'x'"},
    {"\t", 1, 1, "expected the number of the line, found '\t'"},
    {"0 sort bitvec 1", 1, 1, "the number of a line is at least 1"},
    {"99999999999999999999 sort", 1, 1,
     "the number of the line is too large: the most is 1152921504606846975"},
    {SORTS "3 zero 1", 4, 1, "the numbers of lines ascend: 3 comes after 3"},
    {"1 ", 1, 3, "expected what the line is: sort, add, ..."},
    {"1 ; comment", 1, 3, "expected what the line is: sort, add, ..."},
    {"1 frob 1", 1, 3, "there is no 'frob' in BTOR2"},
    {SORTS "4 udivo 1 2 2", 4, 3, "there is no 'udivo' in BTOR2"},
    {SORTS "4 zero 2 a b", 4, 12, "expected the end of the line after the symbol"},
    /* sorts */
    {"1 sort", 1, 7, "expected 'bitvec' or 'array'"},
    {"1 sort bitvec", 1, 14, "expected the number of bits"},
    {"1 sort bitvec 0", 1, 15, "a word has at least 1 bit"},
    {"1 sort bitvec 65537", 1, 15, "the number of bits is too large: the most is 65536"},
    {SORTS "4 sort array 3 1", 4, 14, "the index of an array cannot be an array"},
    {SORTS "4 sort array 1", 4, 15, "expected the number of a sort"},
    {SORTS "4 sort array 7 1", 4, 14, "there is no line 7 before this one"},
    /* references */
    {SORTS "4 zero 2\n5 add 2 4", 5, 10, "expected the number of a term"},
    {SORTS "4 zero 2\n5 add 2 4 -", 5, 11, "expected the number of a term"},
    {SORTS "4 zero 2\n5 add 2 4 6", 5, 11, "there is no line 6 before this one"},
    {SORTS "4 zero 2\n5 add 2 4 2", 5, 11, "line 2 has no value"},
    {SORTS "4 zero 4", 4, 8, "there is no line 4 before this one"},
    {SORTS "4 zero 2\n5 one 4", 5, 7, "line 4 is no sort"},
    {SORTS "4 input 3\n5 eq 1 4 -4", 5, 10, "an array has no complement"},
    /* constants */
    {SORTS "4 zero 3", 4, 8, "a constant is a word, not an array"},
    {SORTS "4 const 2", 4, 10, "expected the value of the constant"},
    {SORTS "4 const 2 101", 4, 11, "the constant has 3 digits, its sort 8 bits"},
    {SORTS "4 const 2 10101012", 4, 18, "this is no digit of a number to base 2"},
    {SORTS "4 constd 2 256", 4, 12, "the number does not fit into 8 bits"},
    {SORTS "4 constd 2 -129", 4, 12, "the number does not fit into 8 bits"},
    {SORTS "4 constd 1 2", 4, 12, "the number does not fit into 1 bit"},
    {SORTS "4 constd 2 -", 4, 12, "expected a digit after '-'"},
    {SORTS "4 consth 2 1ff", 4, 12, "the number does not fit into 8 bits"},
    {SORTS "4 consth 2 g", 4, 12, "this is no digit of a number to base 16"},
    /* operators */
    {SORTS "4 zero 1\n5 zero 2\n6 add 2 4 5", 6, 3,
     "'add': the arguments differ: 1 bit and 8 bits"},
    {SORTS "4 zero 1\n5 zero 2\n6 eq 1 4 5", 6, 3, "'eq': the arguments differ: 1 bit and 8 bits"},
    {SORTS "4 zero 2\n5 add 1 4 4", 5, 7, "'add' gives 8 bits, the sort is 1 bit"},
    {SORTS "4 zero 2\n5 iff 1 4 4", 5, 3, "'iff' takes arguments of 1 bit"},
    {SORTS "4 input 3\n5 not 2 4", 5, 3,
     "'not': argument 1 is an array of 2^1 times 8 bits, where a word is needed"},
    {SORTS "4 input 3\n5 inc 2 4", 5, 3,
     "'inc': argument 1 is an array of 2^1 times 8 bits, where a word is needed"},
    {SORTS "4 zero 2\n5 read 2 4 4", 5, 3,
     "'read': argument 1 is 8 bits, where an array is needed"},
    {SORTS "4 input 3\n5 zero 2\n6 read 2 4 5", 6, 3,
     "'read': the array has another index than argument 2: 1 bit and 8 bits"},
    {SORTS "4 input 3\n5 zero 1\n6 write 3 4 5 5", 6, 3,
     "'write': the array has other elements than argument 3: 8 bits and 1 bit"},
    {SORTS "4 zero 2\n5 ite 2 4 4 4", 5, 3,
     "'ite': the condition is 8 bits, where 1 bit is needed"},
    {SORTS "4 zero 2\n5 zero 1\n6 ite 2 5 4 5", 6, 3,
     "'ite': the branches differ: 8 bits and 1 bit"},
    {SORTS "4 zero 2\n5 slice 2 4 8 1", 5, 3, "'slice': bits 8 to 1 are not in a word of 8 bits"},
    {SORTS "4 zero 2\n5 slice 2 4 1 2", 5, 3, "'slice': bits 1 to 2 are not in a word of 8 bits"},
    {SORTS "4 zero 2\n5 uext 2 4 65535", 5, 3, "a word has at most 65536 bits"},
    {SORTS "4 zero 2\n5 uext 2 4 x", 5, 12, "expected a number of bits, found 'x'"},
    /* states */
    {SORTS "4 input 2\n5 zero 2\n6 init 2 4 5", 6, 10, "'init' is for a state"},
    {SORTS "4 state 2\n5 zero 2\n6 next 2 -4 5", 6, 10, "'next' is for a state"},
    {SORTS "4 state 2\n5 zero 2\n6 next 1 4 5", 6, 8, "the state has another sort"},
    {SORTS "4 state 2\n5 zero 1\n6 next 2 4 5", 6, 12, "the state is 8 bits, the value 1 bit"},
    {SORTS "4 state 3\n5 zero 2\n6 next 3 4 5", 6, 12,
     "the state is an array of 2^1 times 8 bits, the value 8 bits"},
    {SORTS "4 state 2\n5 zero 2\n6 init 2 4 5\n7 init 2 4 5", 7, 10,
     "the state has an initial value already"},
    {SORTS "4 state 2\n5 next 2 4 4\n6 next 2 4 4", 6, 10, "the state has a next value already"},
    {SORTS "4 input 2\n5 not 2 4\n6 state 2\n7 init 2 6 5", 7, 12,
     "an initial value cannot read an input"},
    {SORTS "4 state 2\n5 state 2\n6 init 2 4 5", 6, 12,
     "an initial value reads only states before its own: not that of line 5"},
    {SORTS "4 state 2\n5 not 2 4\n6 init 2 4 5", 6, 12,
     "an initial value reads only states before its own: not that of line 4"},
    /* properties */
    {SORTS "4 zero 2\n5 bad 4", 5, 7, "a condition has 1 bit, this is 8 bits"},
    {SORTS "4 input 3\n5 constraint 4", 5, 14,
     "a condition has 1 bit, this is an array of 2^1 times 8 bits"},
    {SORTS "4 zero 1\n5 justice 2 4", 5, 14, "expected the number of a term"},
    {SORTS "4 zero 1\n5 justice 0", 5, 11, "a justice property has at least 1 condition"},
    {SORTS "4 output", 4, 9, "expected the number of a term"},
};

TEST(every_error_has_its_place) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Error error = {0};
    CHECK(!btor2_read("x", cases[i].text, strlen(cases[i].text), NULL, &error));
    CHECK_TEXT(error.message, cases[i].message);
    CHECK_EQUAL(error.line, cases[i].line);
    CHECK_EQUAL(error.column, cases[i].column);
    CHECK(!error.next);
    error_free(&error);
  }
}

static Model *read_text(const char *text, const ReadOptions *options, Error *error) {
  return btor2_read("x", text, strlen(text), options, error);
}

TEST(errors_are_told_together_but_not_their_consequences) {
  Error error = {0};
  CHECK(!read_text(SORTS "4 zero 9\n5 not 2 4\n6 bad 5\n7 frob\n", NULL, &error));
  CHECK_TEXT(error.message, "there is no line 9 before this one");
  CHECK(error.next && !error.next->next);
  CHECK_TEXT(error.next->message, "there is no 'frob' in BTOR2");
  error_free(&error);
}

TEST(lines_may_have_blanks_comments_gaps_and_symbols) {
  Error error = {0};
  Model *model = read_text("; words\n\n 1 sort bitvec 1 ; one\n7 input 1 i;x ; named\r\n"
                           "9 input 1\n12 state 1 s \n20 bad -7\n21 bad 12 twice\n22 bad 7 twice\n",
                           NULL, &error);
  CHECK(model);
  const SignalVec *signals = &model->system->signals;
  CHECK_EQUAL(signals->size, 3);
  CHECK_TEXT(signals->data[0].name, "i;x");
  CHECK_TEXT(signals->data[1].name, "input9");
  CHECK_TEXT(signals->data[2].name, "s");
  CHECK_TEXT(model->properties.data[0].name, "b0");
  CHECK_TEXT(model->properties.data[0].place, "x:7");
  CHECK_TEXT(model->properties.data[1].name, "twice");
  CHECK_TEXT(model->properties.data[2].name, "twice_2");
  model_free(model);
}

#define LARGE                                                                                      \
  "1 sort bitvec 1\n2 sort bitvec 15\n3 sort bitvec 8\n4 sort array 2 3\n5 state 4 big\n"          \
  "6 state 1 bit\n7 next 1 6 6\n8 input 2 at\n9 read 3 5 8\n10 redor 1 9\n"

TEST(arrays_beyond_the_limit_are_memories_or_refused_with_the_numbers) {
  static const struct {
    const char *lines, *why;
  } refused[] = {
      {"11 state 4 other\n12 eq 1 5 11\n13 bad 12\n", "it is compared with another as a whole"},
      {"11 state 3 s\n12 zero 2\n13 read 3 5 12\n14 init 3 11 13\n15 redor 1 11\n16 bad 15\n",
       "an initial value reads from it"},
  };
  Error error = {0};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    Text text = {0};
    text_format(&text, "%s%s", LARGE, refused[i].lines);
    CHECK(!read_text(text.data, NULL, &error));
    CHECK(strstr(error.message, "(big: an array of 2^15 times 8 bits"));
    CHECK(strstr(error.message, "the limit is 16384: see --array-limit; the largest cannot be "
                                "abstracted, because "));
    CHECK(strstr(error.message, refused[i].why));
    error_free(&error);
    text_free(&text);
  }
  Model *memory = read_text(LARGE "11 bad 10\n", NULL, &error);
  CHECK(memory && memory->memories);
  CHECK_EQUAL(memory->memories->reads.size, 1);
  CHECK_EQUAL(memory->system->latches.size, 1);
  model_free(memory);
  const ReadOptions options = {.array_limit = 262144};
  Model *model = read_text(LARGE "11 bad 10\n", &options, &error);
  CHECK(model);
  CHECK_EQUAL(model->system->latches.size, 262145);
  model_free(model);
}

TEST(arrays_that_no_property_needs_are_left_out) {
  Error error = {0};
  Model *model = read_text(LARGE "11 bad 6\n", NULL, &error);
  CHECK(model);
  CHECK_EQUAL(model->system->latches.size, 1);
  CHECK(!signal_find(&model->system->signals, "big[0]"));
  CHECK(signal_find(&model->system->signals, "bit"));
  model_free(model);
}

TEST(arrays_of_arrays_are_read_where_they_were_written) {
  Error error = {0};
  Model *model = read_text("1 sort bitvec 1\n2 sort bitvec 2\n3 sort array 1 2\n4 sort array 1 3\n"
                           "5 state 4 m\n6 input 1 i\n7 input 1 j\n8 input 2 v\n9 read 3 5 6\n"
                           "10 write 3 9 7 8\n11 write 4 5 6 10\n12 next 4 5 11\n13 read 3 11 6\n"
                           "14 read 2 13 7\n15 neq 1 14 8\n16 bad 15\n17 read 3 11 -6\n"
                           "18 read 2 17 7\n19 neq 1 18 8\n20 bad 19\n",
                           NULL, &error);
  CHECK(model);
  CHECK(signal_find(&model->system->signals, "m[1][0]"));
  Explicit *e = explicit_new(model->system);
  CHECK_EQUAL(explicit_bad_depth(e, model->properties.data[0].bad), -1);
  CHECK_EQUAL(explicit_bad_depth(e, model->properties.data[1].bad), 0);
  explicit_free(e);
  model_free(model);
}

TEST(a_circuit_that_is_too_large_is_refused) {
  Error error = {0};
  CHECK(!read_text("1 sort bitvec 65536\n2 input 1\n3 mul 1 2 2\n4 output 3\n", NULL, &error));
  CHECK_TEXT(error.message, "as a circuit the model would need more than 1073741824 gates");
  error_free(&error);
}

TEST(arrays_are_not_nested_without_end) {
  Text text = {0};
  Error error = {0};
  text_add(&text, "1 sort bitvec 1\n2 sort array 1 1\n");
  for (int i = 3; i < 100; i++) text_format(&text, "%d sort array 1 %d\n", i, i - 1);
  CHECK(!read_text(text.data, NULL, &error));
  CHECK_TEXT(error.message, "arrays are nested more than 16 deep");
  CHECK_EQUAL(error.line, 18);
  CHECK(!error.next);
  error_free(&error);
  text_free(&text);
}

TEST(a_spent_budget_ends_the_reader) {
  Error error = {0};
  Budget budget = budget_slice(NULL, 1);
  const ReadOptions options = {.budget = &budget};
  budget_use(&budget, 2);
  CHECK(!read_text("1 sort bitvec 1\n", &options, &error));
  CHECK(strstr(error.message, "not read on: "));
  error_free(&error);
}

TEST(the_content_of_a_file_tells_that_it_is_btor2) {
  const char *yes = "; comment\n1 sort bitvec 1\n", *no = "aag 0 0 0 0 0\n", *other = "1 and 2\n";
  CHECK(btor2_recognise(yes, strlen(yes)));
  CHECK(!btor2_recognise(no, strlen(no)));
  CHECK(!btor2_recognise(other, strlen(other)));
  CHECK(!btor2_recognise("", 0));
}

/* ---- witnesses ---- */

static const Case witness_cases[] = {
    {"", 0, 1, "the file contains no witness"},
    {"1\nb0\n", 1, 1, "expected 'sat', which begins a witness"},
    {"foo\nb0\n@0\n.\n", 1, 1, "expected 'sat', which begins a witness"},
    {"sat 1\nb0\n@0\n.\n", 1, 1, "expected 'sat', which begins a witness"},
    {"sat\n", 1, 1, "expected the property that is violated, like b0 or j0"},
    {"sat\nb\n", 2, 2, "expected the number of a property"},
    {"sat\nb99999999999\n", 2, 11, "the number of a property is too large"},
    {"sat\nc0\n", 2, 1, "expected the property that is violated, like b0 or j0"},
    {"sat\nb0 x\n", 2, 4, "expected the property that is violated, like b0 or j0"},
    {"sat\nb0\n", 2, 3, "expected the first step: #0 or @0"},
    {"sat\nb0 bx\n@0\n.\n", 2, 5, "expected the number of a property"},
    {"sat\nb0\n@x\n.\n", 3, 2, "expected the number of a step"},
    {"sat\nb0\n#1\n", 3, 3, "expected step 0"},
    {"sat\nb0\n#0\n.\n", 4, 1, "expected the inputs of step 0: @0"},
    {"sat\nb0\n@0\n", 3, 3, "expected the '.' that ends a witness"},
    {"sat\nb0\n#0\n3 1\n@0\n.\n", 4, 2, "there is no state 3: the model has 2"},
    {"sat\nb0\n@0\n1 1\n.\n", 4, 2, "there is no input 1: the model has 1"},
    {"sat\nb0\n#0\n0 0\n@0\n.\n", 4, 4, "expected a digit, 0, 1 or x: the value has 2 bits"},
    {"sat\nb0\n#0\n0 012\n@0\n.\n", 4, 5, "expected the end of a value of 2 bits"},
    {"sat\nb0\n#0\n1 1\n@0\n.\n", 4, 4, "expected the address of an element, like [010]"},
    {"sat\nb0\n#0\n1 [0 1\n@0\n.\n", 4, 5, "expected a digit, 0 or 1: the address has 2 bits"},
    {"sat\nb0\n#0\n1 [00 1\n@0\n.\n", 4, 7, "expected ']'"},
    {"sat\nb0\n#0\n9 1\n@0\n.\n", 4, 2, "there is no state 9: the model has 2"},
    {"sat\nb0\n#0\n99999999999 1\n@0\n.\n", 4, 10, "the number of a state is too large"},
    {"sat\nb0\n@0\n99999999999 1\n.\n", 4, 10, "the number of an input is too large"},
};

TEST(witnesses_may_have_comments_and_empty_lines_and_lines_of_other_systems) {
  Error error = {0};
  TraceClaims claims = {0};
  Model *model = read_text("1 sort bitvec 1\n2 one 1\n3 state 1\n4 init 1 3 2\n5 next 1 3 3\n"
                           "6 input 1\n7 bad 6\n",
                           NULL, &error);
  const char text[] = "; a comment\n\n  \nsat \r\nb0\r\n; another\n@0\r\n0 1\n \n.\r\n";
  CHECK(model && btor2_witness_read("w", text, strlen(text), model->relation, model->system,
                                    model->memories, &claims, &error));
  CHECK_EQUAL(claims.size, 1);
  const Step *step = claims.data[0].trace->steps.data;
  CHECK(bits_get(&step->inputs, 0));
  CHECK(bits_get(&step->latches, 0)); /* by its reset */
  trace_claims_free(&claims);
  model_free(model);
}

/* Where a state begins as another one, a latch says which step is the first: no line of a witness
 * is about it, nor about states that are not free in the beginning. */
TEST(a_witness_that_is_read_begins_with_all_resets) {
  Error error = {0};
  TraceClaims claims = {0};
  Model *model = read_text("1 sort bitvec 1\n2 state 1\n3 state 1\n4 init 1 3 2\n5 next 1 2 2\n"
                           "6 next 1 3 3\n7 one 1\n8 state 1\n9 init 1 8 7\n10 next 1 8 8\n"
                           "11 and 1 3 8\n12 bad 11\n",
                           NULL, &error);
  const char text[] = "sat\nb0\n#0\n0 1\n@0\n@1\n.\n";
  CHECK(model && btor2_witness_read("w", text, strlen(text), model->relation, model->system,
                                    model->memories, &claims, &error));
  CHECK(model->system->first != LIT_NONE);
  const Trace *trace = claims.data[0].trace;
  CHECK_EQUAL(trace->steps.size, 2);
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 0; i < model->system->latches.size; i++) {
      bool first = model->system->latches.data[i].current == model->system->first;
      CHECK_EQUAL(bits_get(&trace->steps.data[k].latches, i), !first || !k);
    }
  trace_claims_free(&claims);
  model_free(model);
}

/* A state without next has any value after each step: inputs choose it, in the step before; after
 * the last step of a lasso it is what it was where that goes on. */
TEST(a_witness_says_what_states_without_next_are) {
  static const struct {
    const char *text;
    char values[3], toggles[3], chosen[3];
  } rows[] = {
      {"sat\nj0\n#0\n0 01\n1 0\n@0\n#1\n0 10\n@1\n#2\n0 11\n@2\n.\n",
       {1, 2, 3},
       {0, 1, 0},
       {2, 3, 2}}, /* of the lasso from step 1 on */
      {"sat\nj0\n#0\n0 01\n1 1\n@0\n#1\n0 10\n@1\n#2\n0 00\n@2\n.\n",
       {1, 2, 0},
       {1, 0, 1},
       {2, 0, 2}},
      {"sat\nj0\n#0\n0 01\n1 1\n@0\n#1\n0 10\n@1\n.\n", {1, 2}, {1, 0}, {2, 1}}, /* from 0 on */
      {"sat\nb0\n#0\n0 01\n1 1\n@0\n#1\n0 10\n@1\n.\n", {1, 2}, {1, 0}, {2, 0}}, /* no lasso */
  };
  Error error = {0};
  Model *model = read_text("1 sort bitvec 2\n2 sort bitvec 1\n3 state 1\n4 state 2\n"
                           "5 not 2 4\n6 next 2 4 5\n7 redor 2 3\n8 justice 1 7\n",
                           NULL, &error);
  CHECK(model);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    TraceClaims claims = {0};
    CHECK(btor2_witness_read("w", rows[i].text, strlen(rows[i].text), model->relation,
                             model->system, model->memories, &claims, &error));
    const Trace *trace = claims.data[0].trace;
    CHECK_EQUAL(trace->steps.size, i < 2 ? 3 : 2);
    for (size_t k = 0; k < trace->steps.size; k++) {
      const Step *step = trace->steps.data + k;
      CHECK_EQUAL(step->latches.words[0], (uint64_t)(rows[i].values[k] | rows[i].toggles[k] << 2));
      CHECK_EQUAL(step->inputs.words[0], (uint64_t)rows[i].chosen[k]);
    }
    trace_claims_free(&claims);
  }
  model_free(model);
}

#define WITNESSED                                                                                  \
  "1 sort bitvec 1\n2 sort bitvec 2\n3 sort array 2 1\n4 state 2\n5 state 3\n6 input 1\n7 bad 6\n"

/* The line of the error is shown, whole. */
static void check_excerpt(const Case *c, const Error *error) {
  const char *line = c->text;
  for (int i = 1; i < c->line; i++) line = strchr(line, '\n') + 1;
  char *expected = mem_string_n(line, strcspn(line, "\n"));
  CHECK_TEXT(error->excerpt, expected);
  mem_free(expected);
}

TEST(every_error_of_a_witness_has_its_place) {
  Error error = {0};
  Model *model = read_text(WITNESSED, NULL, &error);
  CHECK(model);
  for (size_t i = 0; i < sizeof witness_cases / sizeof *witness_cases; i++) {
    const Case *c = witness_cases + i;
    TraceClaims claims = {0};
    CHECK(!btor2_witness_read("w", c->text, strlen(c->text), model->relation, model->system,
                              model->memories, &claims, &error));
    CHECK_TEXT(error.message, c->message);
    CHECK_EQUAL(error.line, c->line);
    CHECK_EQUAL(error.column, c->column);
    check_excerpt(c, &error);
    error_free(&error);
    trace_claims_free(&claims);
  }
  model_free(model);
}

/* What follows the end of a file would go on with it. */
TEST(nothing_behind_the_end_of_a_witness_of_words_is_read) {
  static const struct {
    const char *text, *behind;
    int line, column;
    const char *message;
  } cut[] = {
      {"sat\nb0", " x\n@0\n.\n", 2, 3, "expected the first step: #0 or @0"},
      {"sat\nb0", "7\n@0\n.\n", 2, 3, "expected the first step: #0 or @0"},
      {"sat\nb0", "j1\n@0\n.\n", 2, 3, "expected the first step: #0 or @0"},
      {"sat\nb", "0\n@0\n.\n", 2, 2, "expected the number of a property"},
      {"sat\nb0\n#0\n0 0", "1\n@0\n.\n", 4, 4, "expected a digit, 0, 1 or x: the value has 2 bits"},
      {"sat\nb0\n#0\n1 ", "[00] 1\n@0\n.\n", 4, 3,
       "expected the address of an element, like [010]"},
      {"sat\nb0\n#0\n1 [0", "1] 1\n@0\n.\n", 4, 5,
       "expected a digit, 0 or 1: the address has 2 bits"},
      {"sat\nb0\n#0\n1 [00", "] 1\n@0\n.\n", 4, 6, "expected ']'"},
      {"sat\nb0\n@0\n", ".\n", 3, 3, "expected the '.' that ends a witness"},
      {"sat\nb0\n@0\n0 1", "1\n", 4, 4, "expected the '.' that ends a witness"},
      {"sa", "t\nb0\n@0\n.\n", 1, 1, "expected 'sat', which begins a witness"},
  };
  Error error = {0};
  Model *model = read_text(WITNESSED, NULL, &error);
  CHECK(model);
  for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
    Text text = {0};
    TraceClaims claims = {0};
    size_t size = strlen(cut[i].text);
    text_format(&text, "%s%s", cut[i].text, cut[i].behind);
    CHECK(!btor2_witness_read("w", text.data, size, model->relation, model->system, NULL, &claims,
                              &error));
    CHECK_TEXT(error.message, cut[i].message);
    CHECK_EQUAL(error.line, cut[i].line);
    CHECK_EQUAL(error.column, cut[i].column);
    CHECK_EQUAL(btor2_witness_recognise(text.data, size), size > 2);
    error_free(&error);
    trace_claims_free(&claims);
    text_free(&text);
  }
  model_free(model);
}

TEST(a_wrong_value_of_a_memory_has_its_place) {
  static const char text[] = "sat\nb0\n#0\n0 [000000000000001] 0000002\n@0\n.\n";
  Error error = {0};
  TraceClaims claims = {0};
  Model *model = read_text(LARGE "11 bad 10\n", NULL, &error);
  CHECK(model && model->memories);
  CHECK(!btor2_witness_read("w", text, strlen(text), model->relation, model->system,
                            model->memories, &claims, &error));
  CHECK_TEXT(error.message, "expected a digit, 0, 1 or x: the value has 8 bits");
  CHECK_EQUAL(error.line, 4);
  CHECK_EQUAL(error.column, 27);
  error_free(&error);
  trace_claims_free(&claims);
  model_free(model);
}

TEST(the_number_of_a_property_has_32_bits_and_a_little_more) {
  static const char text[] = "sat\nb4294967299 j0\n@0\n.\n";
  Error error = {0};
  TraceClaims claims = {0};
  Model *model = read_text(WITNESSED, NULL, &error);
  CHECK(model);
  CHECK(btor2_witness_read("w", text, strlen(text), model->relation, model->system, NULL, &claims,
                           &error));
  CHECK_EQUAL(claims.data[0].properties.size, 2);
  CHECK_EQUAL(claims.data[0].properties.data[0].index, 4294967299);
  trace_claims_free(&claims);
  model_free(model);
}

/* The only latch says which step is the first. */
TEST(a_witness_of_a_model_without_states_begins_with_the_first_step) {
  static const char text[] = "sat\nb0\n#0\n@0\n0 1\n@1\n.\n";
  Relation *relation = relation_new();
  Term input = relation_input(relation, "i", types_word(&relation->terms->types, 1))->term;
  vec_push(&relation->initially, input);
  Question *question = relation_ask(relation, QUESTION_BAD, NULL, NULL);
  vec_push(&question->conditions, input);
  PropertyVec properties = {0};
  TraceClaims claims = {0};
  Error error = {0};
  System *system = relation_blast(relation, NULL, &properties, &error);
  CHECK(system && system->latches.size == 1 && system->first != LIT_NONE);
  CHECK(btor2_witness_read("w", text, strlen(text), relation, system, NULL, &claims, &error));
  for (size_t k = 0; k < 2; k++)
    CHECK_EQUAL(bits_get(&claims.data[0].trace->steps.data[k].latches, 0), !k);
  trace_claims_free(&claims);
  properties_free(&properties);
  system_free(system);
  relation_free(relation);
}
