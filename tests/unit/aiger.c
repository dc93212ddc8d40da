#include "test.h"

#include <stdio.h>

#include "base/text.h"
#include "front/aiger.h"
#include "system/aiger_file.h"

/* A file as a string literal; sizeof counts the bytes, so that it may contain zeros. */
#define BYTES(text) (text), sizeof(text) - 1

static AigerFile *read_bytes(const char *data, size_t size) {
  Error error = {0};
  /* in a block of exactly its size, so that a sanitizer sees a step too far */
  char *copy = mem_alloc(size);
  memcpy(copy, data, size);
  AigerFile *file = aiger_file_read("t", copy, size, &error);
  mem_free(copy);
  if (!file) test_fail(__FILE__, __LINE__, "%s", error.message);
  return file;
}

static AigerFile *read_text(const char *text) { return read_bytes(text, strlen(text)); }

static Model *read_model(const char *text) {
  Error error = {0};
  Model *model = aiger_read("t", text, strlen(text), NULL, &error);
  if (!model) test_fail(__FILE__, __LINE__, "%s", error.message);
  return model;
}

static char *written(const AigerFile *file, bool binary, size_t *size) {
  char *data;
  FILE *stream = open_memstream(&data, size);
  CHECK(aiger_file_write(file, stream, binary));
  fclose(stream);
  return data;
}

/* ---- malformed files ---- */

typedef struct {
  const char *data;
  size_t size;
  const char *error; /* place and message, without the excerpt */
} BadFile;

static const BadFile bad_files[] = {
    /* header */
    {BYTES(""), "t:1:1: error: not an AIGER file: it must begin with 'aag ' or 'aig '"},
    {BYTES("aa"), "t:1:1: error: not an AIGER file: it must begin with 'aag ' or 'aig '"},
    {BYTES("abg 0 0 0 0 0\n"),
     "t:1:1: error: not an AIGER file: it must begin with 'aag ' or 'aig '"},
    {BYTES("aag "), "t:1:5: error: the file ends where the greatest variable is expected"},
    {BYTES("aag 0 0 0 0\n"), "t:1:12: error: the line ends where the number of gates is expected"},
    {BYTES("aag 0 0 0 0 0"), "t:1:14: error: the file ends where the end of the line is expected"},
    {BYTES("aag 0  0 0 0 0\n"), "t:1:7: error: expected the number of inputs, found ' '"},
    {BYTES("aag 0 0 -1 0 0\n"), "t:1:9: error: expected the number of latches, found '-'"},
    {BYTES("aag 0 0 0 0 0 0 0 0 0 0\n"), "t:1:22: error: expected the end of the line, found ' '"},
    {BYTES("aag 99999999999 0 0 0 0\n"),
     "t:1:5: error: the number is too large for the greatest variable"},
    {BYTES("aig 4000000000 4000000000 0 0 0\n"),
     "t:1:5: error: the greatest variable is 4000000000; this program can have 2147483646"},
    {BYTES("aig 2000000000 2000000000 0 0 0\n"),
     "t:1:5: error: 2000000000 variables are too many for a file of 32 bytes"},
    {BYTES("aag 2000000000 0 0 1 0\n2\n"),
     "t:1:5: error: 2000000000 variables are too many for a file of 25 bytes"},
    {BYTES("aig 2000000000 0 0 0 2000000000\n"),
     "t:1:5: error: the file is too short for its header: at least 4000000000 more bytes are "
     "announced, 0 follow"},
    {BYTES("aag 0 0 0 0 0 0 0 0 4294967295\n"),
     "t:1:5: error: the file is too short for its header: at least 8589934590 more bytes are "
     "announced, 0 follow"},
    {BYTES("aag 1 1 1 0 1\n2\n4 4\n6 2 4\n"),
     "t:1:5: error: the greatest variable is 1, but inputs, latches and gates are 3 variables"},
    {BYTES("aig 3 1 1 0 0\n2\n"),
     "t:1:5: error: the greatest variable of a binary file must be the number of inputs, latches "
     "and gates, 2, not 3"},
    /* inputs, latches, outputs, properties */
    {BYTES("aag 1 1 0 0 0\n3\n"), "t:2:1: error: the literal of an input must be even, not 3"},
    {BYTES("aag 1 1 0 0 0\n0\n"),
     "t:2:1: error: the literal of an input must not be the constant 0"},
    {BYTES("aag 1 1 0 0 0\n4\n"),
     "t:2:1: error: literal 4 is out of range: the greatest variable is 1"},
    {BYTES("aag 2 2 0 0 0\n2\n2\n"), "t:3:1: error: literal 2 is defined a second time"},
    {BYTES("aag 1 1 0 0 0\n2 \n"), "t:2:2: error: expected the end of the line, found ' '"},
    {BYTES("aag 1 1 0 0 0\n\x01\n"),
     "t:2:1: error: expected the literal of an input, found the byte 0x01"},
    {BYTES("aag 2 1 1 0 0\n2\n2 2\n"), "t:3:1: error: literal 2 is defined a second time"},
    {BYTES("aag 1 0 1 0 0\n3 2\n"), "t:2:1: error: the literal of a latch must be even, not 3"},
    {BYTES("aag 1 0 1 0 0\n2\n  "),
     "t:2:2: error: the line ends where a space and the next state is expected"},
    {BYTES("aag 1 0 1 0 0\n2 4\n"),
     "t:2:3: error: literal 4 is out of range: the greatest variable is 1"},
    {BYTES("aag 2 0 1 0 0\n2 4\n"), "t:2:3: error: literal 4 is not defined"},
    {BYTES("aag 1 0 1 0 0\n2 2 3\n"),
     "t:2:5: error: the reset of latch 2 must be 0, 1 or 2, not 3"},
    {BYTES("aig 1 0 1 0 0\n2 3\n"), "t:2:3: error: the reset of latch 2 must be 0, 1 or 2, not 3"},
    {BYTES("aag 1 0 0 1 0\n3\n"), "t:2:1: error: literal 3 is not defined"},
    {BYTES("aag 1 1 0 1 0\n2\n"),
     "t:1:5: error: the file is too short for its header: at least 4 more bytes are announced, 2 "
     "follow"},
    {BYTES("aag 1 1 0 1 0\n2\n12345"),
     "t:3:1: error: literal 12345 is out of range: the greatest variable is 1"},
    {BYTES("aag 1 1 0 1 0\n2\n3 "), "t:3:2: error: expected the end of the line, found ' '"},
    {BYTES("aag 1 1 0 2 0\n2\n333\n"),
     "t:3:1: error: literal 333 is out of range: the greatest variable is 1"},
    {BYTES("aag 1 1 0 1 0\n2\n 3\n"), "t:3:1: error: expected an output, found ' '"},
    {BYTES("aag 1 0 0 0 0 1\n2\n"), "t:2:1: error: literal 2 is not defined"},
    {BYTES("aag 1 0 0 0 0 0 1\nx\n"), "t:2:1: error: expected a constraint, found 'x'"},
    {BYTES("aag 0 0 0 0 0 0 0 1\n9\n"),
     "t:2:1: error: the file is too short for a justice property of 9 literals"},
    {BYTES("aag 0 0 0 0 0 0 0 1\n4000000000\n"),
     "t:2:1: error: the file is too short for a justice property of 4000000000 literals"},
    {BYTES("aag 1 0 0 0 0 0 0 2\n1\n1\n0\n2\n"), "t:5:1: error: literal 2 is not defined"},
    {BYTES("aag 1 0 0 0 0 0 0 1 1\n1\n0\n3\n"), "t:4:1: error: literal 3 is not defined"},
    {BYTES("aag 1 0 0 0 0 0 0 0 1\n\n\n"),
     "t:2:1: error: the line ends where a fairness literal is expected"},
    /* gates as text */
    {BYTES("aag 2 1 0 0 1\n2\n5 2 2\n"), "t:3:1: error: the literal of a gate must be even, not 5"},
    {BYTES("aag 2 1 0 0 1\n2\n2 2 2\n"), "t:3:1: error: literal 2 is defined a second time"},
    {BYTES("aag 3 1 0 0 2\n2\n4 2 2\n4 2 2\n"), "t:4:1: error: literal 4 is defined a second time"},
    {BYTES("aag 2 1 0 0 1\n2\n4 2 6\n"),
     "t:3:5: error: literal 6 is out of range: the greatest variable is 2"},
    {BYTES("aag 3 1 0 0 1\n2\n4 2 7\n"), "t:3:5: error: literal 7 is not defined"},
    {BYTES("aag 3 1 0 0 1\n2\n4 7 2\n"), "t:3:3: error: literal 7 is not defined"},
    {BYTES("aag 2 1 0 0 1\n2\n4 2\n  "),
     "t:3:4: error: the line ends where a space and the gate's second input is expected"},
    {BYTES("aag 2 1 0 0 1\n2\n4 4 2\n"),
     "t:3:3: error: the gates are cyclic: literal 4 depends on itself"},
    {BYTES("aag 4 1 0 0 3\n2\n4 2 6\n6 2 8\n8 5 2\n"),
     "t:5:3: error: the gates are cyclic: literal 4 depends on itself"},
    {BYTES("aag 2 1 0 0 1\n2\n04 2 2"),
     "t:3:7: error: the file ends where the end of the line is expected"},
    /* gates as bytes */
    {BYTES("aig 2 1 0 0 1\n\x02\x80"), "t: error: byte 16: the file ends in the middle of gate 4"},
    {BYTES("aig 3 1 0 0 2\n\x02\x00\x04\x82"),
     "t: error: byte 18: the file ends in the middle of gate 6"},
    {BYTES("aig 2 1 0 0 1\n\x00\x00"),
     "t: error: byte 14: gate 4: the first difference must be 1 to 4, not 0"},
    {BYTES("aig 2 1 0 0 1\n\x05\x00"),
     "t: error: byte 14: gate 4: the first difference must be 1 to 4, not 5"},
    {BYTES("aig 2 1 0 0 1\n\x02\x03"),
     "t: error: byte 15: gate 4: the second difference must be 0 to 2, not 3"},
    {BYTES("aig 2 1 0 0 1\n\x82\x80\x80\x80\x10\x00"),
     "t: error: byte 14: gate 4: the difference does not fit in 32 bits"},
    {BYTES("aig 2 1 0 0 1\n\x02\xff\xff\xff\xff\xff"),
     "t: error: byte 15: gate 4: the difference does not fit in 32 bits"},
    /* symbols */
    {BYTES("aag 1 1 0 0 0\n2\nx0 a\n"),
     "t:3:1: error: expected a symbol (i, l, o, b, c, j, f) or a comment, found 'x'"},
    {BYTES("aag 1 1 0 0 0\n2\n\n"),
     "t:3:1: error: the line ends where a symbol (i, l, o, b, c, j, f) or a comment is expected"},
    {BYTES("aag 1 1 0 0 0\n2\n\0"),
     "t:3:1: error: expected a symbol (i, l, o, b, c, j, f) or a comment, found the byte 0x00"},
    {BYTES("aag 1 1 0 0 0\n2\ni a\n"),
     "t:3:2: error: expected the position of a symbol, found ' '"},
    {BYTES("aag 1 1 0 0 0\n2\ni1 a\n"),
     "t:3:1: error: symbol i1 is out of range: the number of inputs is 1"},
    {BYTES("aag 1 1 0 0 0\n2\nb0 a\n"),
     "t:3:1: error: symbol b0 is out of range: the number of bad states is 0"},
    {BYTES("aag 1 1 0 0 0\n2\ni0 a\ni0 b\n"), "t:4:1: error: symbol i0 is defined a second time"},
    {BYTES("aag 1 1 0 0 0\n2\ni0\n"),
     "t:3:3: error: the line ends where a space and a name is expected"},
    {BYTES("aag 1 1 0 0 0\n2\ni0 abc"), "t:3:7: error: the file ends in the middle of a symbol"},
    {BYTES("aag 1 1 0 0 0\n2\ni0 a\0b\n"), "t:3:5: error: a name must not contain a zero byte"},
    {BYTES("aig 1 1 0 0 0\nl0 a\n"),
     "t: error: byte 14: symbol l0 is out of range: the number of latches is 0"},
};

TEST(every_malformed_file_gives_one_clear_error) {
  for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++) {
    const BadFile *row = bad_files + i;
    char *copy = mem_alloc(row->size);
    memcpy(copy, row->data, row->size);
    Error error = {0};
    AigerFile *file = aiger_file_read("t", copy, row->size, &error);
    if (file) test_fail(__FILE__, __LINE__, "accepted: %s", row->data);
    char *text = error_text(&error), *end = strchr(text, '\n');
    if (end) *end = 0;
    CHECK_TEXT(text, row->error);
    mem_free(text);
    mem_free(copy);
    error_free(&error);
  }
}

TEST(an_error_shows_the_line_with_a_caret) {
  Error error = {0};
  const char *text = "aag 1 0 1 0 0\n2 4\n";
  CHECK(!aiger_file_read("m.aag", text, strlen(text), &error));
  char *shown = error_text(&error);
  CHECK_TEXT(shown, "m.aag:2:3: error: literal 4 is out of range: the greatest variable is 1\n"
                    "  2 4\n    ^");
  mem_free(shown);
  error_free(&error);
}

static const char everything[] =
    "aag 5 2 2 1 1 1 1 2 1\n2\n4\n6 10 1\n8 7 8\n10\n9\n5\n1\n2\n2\n6\n8\n3\n10 4 2\n"
    "i0 go\ni1 stop\nl0 a\nl1 b\no0 both\nb0 never\nc0 assume\nj0 first\nj1 second\nf0 fair\n"
    "c\nhello\n\nworld\n";

TEST(a_file_that_is_cut_anywhere_before_its_symbols_is_an_error) {
  const char *symbols = strstr(everything, "i0 go");
  for (size_t size = 0; size < (size_t)(symbols - everything); size++) {
    Error error = {0};
    AigerFile *file = aiger_file_read("t", everything, size, &error);
    if (file) test_fail(__FILE__, __LINE__, "accepted the first %zu bytes", size);
    CHECK(error.message);
    error_free(&error);
  }
}

/* ---- sections ---- */

static void check_everything(const AigerFile *file) {
  const System *system = file->system;
  const Lit *in = system->inputs.data;
  const Latch *latch = system->latches.data;
  CHECK_EQUAL(system->inputs.size, 2);
  CHECK_EQUAL(system->latches.size, 2);
  CHECK_EQUAL(latch[0].reset, RESET_1);
  CHECK_EQUAL(latch[1].reset, RESET_FREE);
  Lit both = aig_and(system->aig, in[0], in[1]);
  CHECK_EQUAL(latch[0].next, both);
  CHECK_EQUAL(latch[1].next, lit_not(latch[0].current));
  CHECK_EQUAL(file->outputs.data[0], both);
  CHECK_EQUAL(file->bad.data[0], lit_not(latch[1].current));
  CHECK_EQUAL(system->constraints.data[0], lit_not(in[1]));
  CHECK_EQUAL(file->justice.size, 2);
  CHECK_EQUAL(file->justice.data[0].size, 1);
  CHECK_EQUAL(file->justice.data[0].data[0], in[0]);
  CHECK_EQUAL(file->justice.data[1].size, 2);
  CHECK_EQUAL(file->justice.data[1].data[0], latch[0].current);
  CHECK_EQUAL(file->justice.data[1].data[1], latch[1].current);
  CHECK_EQUAL(system->fairness.data[0], lit_not(in[0]));
  static const char *const names[] = {"go", "a", "both", "never", "assume", "first", "fair"};
  for (int s = 0; s < AIGER_SECTIONS; s++)
    CHECK_TEXT(aiger_file_name(file, (AigerSection)s, 0), names[s]);
  CHECK_EQUAL(file->comments.size, 3);
  CHECK_TEXT(file->comments.data[0], "hello");
  CHECK_TEXT(file->comments.data[1], "");
  CHECK_TEXT(file->comments.data[2], "world");
}

TEST(all_sections_are_read_in_both_forms) {
  AigerFile *file = read_text(everything);
  check_everything(file);
  size_t size;
  char *binary = written(file, true, &size);
  AigerFile *again = read_bytes(binary, size);
  check_everything(again);
  size_t ascii_size;
  char *ascii = written(again, false, &ascii_size);
  CHECK_TEXT(ascii, everything);
  free(binary);
  free(ascii);
  aiger_file_free(file);
  aiger_file_free(again);
}

TEST(an_aiger_file_remembers_what_its_variables_became) {
  AigerFile *file = read_text("aag 9 1 1 1 2\n18\n4 6\n6\n6 8 19\n8 4 18\n");
  CHECK_EQUAL(file->variables.size, 10);
  CHECK_EQUAL(file->variables.data[9], file->system->inputs.data[0]);
  CHECK_EQUAL(file->variables.data[2], file->system->latches.data[0].current);
  CHECK_EQUAL(file->variables.data[3], LIT_FALSE); /* (l & i) & !i */
  CHECK(file->variables.data[1] == LIT_NONE);
  aiger_file_free(file);
}

TEST(lines_may_end_as_on_other_systems) {
  AigerFile *file = read_text("aag 1 1 0 1 0\r\n2\r\n3\r\ni0 in\r\nc\r\n");
  CHECK_EQUAL(file->outputs.data[0], lit_not(file->system->inputs.data[0]));
  CHECK_TEXT(aiger_file_name(file, AIGER_INPUT, 0), "in");
  aiger_file_free(file);
}

TEST(a_constraint_symbol_is_no_comment) {
  AigerFile *file = read_text("aag 0 0 0 0 0 0 1\n1\nc0 c\nc");
  CHECK_TEXT(aiger_file_name(file, AIGER_CONSTRAINT, 0), "c");
  CHECK_EQUAL(file->comments.size, 0);
  aiger_file_free(file);
}

TEST(gates_may_come_in_any_order_and_depth) {
  enum { GATES = 200000 };
  Text text = {0};
  text_format(&text, "aag %d 2 0 1 %d\n2\n4\n6\n", GATES + 2, GATES);
  for (int i = 0; i < GATES; i++) { /* each reads the next one in the file */
    int v = i + 3, below = i + 1 < GATES ? 2 * (v + 1) : 2;
    text_format(&text, "%d %d %d\n", 2 * v, below ^ (i & 1), 4);
  }
  AigerFile *file = read_text(text.data);
  CHECK(aig_is_and(file->system->aig, lit_node(file->outputs.data[0])));
  text_free(&text);
  aiger_file_free(file);
}

/* ---- writing ---- */

TEST(what_nothing_reads_is_not_written_unless_kept) {
  AigerFile *file = read_text("aag 4 2 0 1 2\n2\n4\n6\n6 4 2\n8 5 2\n");
  size_t size;
  char *text = written(file, false, &size);
  CHECK_TEXT(text, "aag 3 2 0 1 1\n2\n4\n6\n6 4 2\n");
  free(text);
  Lit dangling = file->variables.data[4];
  vec_push(&file->kept, dangling);
  Lit *numbers = aiger_file_numbers(file);
  CHECK_EQUAL(aig_map_lit(numbers, dangling), 8);
  mem_free(numbers);
  text = written(file, false, &size);
  CHECK_TEXT(text, "aag 4 2 0 1 2\n2\n4\n6\n6 4 2\n8 5 2\n");
  free(text);
  aiger_file_free(file);
}

TEST(inputs_and_latches_are_renumbered_consecutively) {
  System *system = system_new();
  Lit latch = system_latch(system, RESET_0), a = system_input(system);
  Lit gate = aig_and(system->aig, latch, a), b = system_input(system);
  system_set_next(system, latch, aig_and(system->aig, gate, b));
  AigerFile *file = aiger_file_new(system);
  vec_push(&file->bad, lit_not(gate));
  size_t size;
  char *text = written(file, false, &size);
  CHECK_TEXT(text, "aag 5 2 1 0 2 1\n2\n4\n6 10\n9\n8 6 2\n10 8 4\n");
  free(text);
  aiger_file_free(file);
}

TEST(a_witness_may_be_reset_to_any_literal) {
  static const char text[] = "aag 5 1 3 1 1\n2\n4 2 10\n6 4 1\n8 4 8\n6\n10 6 3\n";
  Error error = {0};
  CHECK(!aiger_file_read("t", text, strlen(text), &error));
  CHECK_TEXT(error.message, "the reset of latch 4 must be 0, 1 or 4, not 10");
  error_free(&error);
  AigerFile *file = aiger_file_read_witness("t", text, strlen(text), &error);
  CHECK(file);
  CHECK_EQUAL(file->resets.data[0], file->variables.data[5]);
  CHECK_EQUAL(file->resets.data[1], LIT_TRUE);
  CHECK_EQUAL(file->resets.data[2], file->system->latches.data[2].current);
  CHECK_EQUAL(file->system->latches.data[0].reset, RESET_FREE);
  CHECK_EQUAL(file->system->latches.data[1].reset, RESET_1);
  size_t size;
  char *again = written(file, false, &size);
  CHECK_TEXT(again, text);
  free(again);
  aiger_file_free(file);
  CHECK(!aiger_file_read_witness("t", BYTES("aag 2 0 1 0 0\n2 2 4\n"), &error));
  CHECK_EQUAL(error.line, 2);
  CHECK_EQUAL(error.column, 5);
  CHECK_TEXT(error.message, "literal 4 is not defined");
  error_free(&error);
}

/* ---- models ---- */

static const Signal *signal_named(const Model *model, const char *name) {
  const Signal *signal = signal_find(&model->system->signals, name);
  if (!signal) test_fail(__FILE__, __LINE__, "no signal %s", name);
  return signal;
}

TEST(bad_states_come_before_justice_and_have_names) {
  Model *model = read_model("aag 1 1 0 1 0 2 0 1\n2\n2\n2\n3\n1\n2\no0 out\nb1 wrong\n");
  CHECK_EQUAL(model->properties.size, 3);
  CHECK_TEXT(model->properties.data[0].name, "b0");
  CHECK_TEXT(model->properties.data[1].name, "wrong");
  CHECK_TEXT(model->properties.data[2].name, "j0");
  CHECK_EQUAL(model->properties.data[1].kind, PROPERTY_INVARIANT);
  CHECK_EQUAL(model->properties.data[1].bad, lit_not(model->system->inputs.data[0]));
  CHECK_EQUAL(model->properties.data[2].kind, PROPERTY_JUSTICE);
  CHECK_EQUAL(signal_named(model, "out")->role, SIGNAL_DEFINE);
  model_free(model);
}

TEST(outputs_are_bad_states_only_without_bad_and_justice) {
  static const struct {
    const char *text;
    size_t properties;
  } rows[] = {
      {"aag 1 1 0 1 0\n2\n2\n", 1},
      {"aag 1 1 0 1 0 0 0 0 0\n2\n2\n", 1},
      {"aag 1 1 0 1 0 0 1\n2\n2\n2\n", 1},
      {"aag 1 1 0 2 0 1\n2\n2\n2\n2\n", 1},
      {"aag 1 1 0 2 0 0 0 1\n2\n2\n2\n1\n2\n", 1},
      {"aag 1 1 0 0 0\n2\n", 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Model *model = read_model(rows[i].text);
    CHECK_EQUAL(model->properties.size, rows[i].properties);
    model_free(model);
  }
}

TEST(nameless_members_are_called_by_letter_and_position) {
  Model *model = read_model("aag 4 2 2 1 0\n2\n4\n6 6\n8 8\n3\nl1 i0\n");
  CHECK_EQUAL(signal_named(model, "i0")->role, SIGNAL_STATE);
  CHECK_EQUAL(signal_named(model, "i0_2")->bits.data[0], model->system->inputs.data[0]);
  CHECK_EQUAL(signal_named(model, "i1")->role, SIGNAL_INPUT);
  CHECK_EQUAL(signal_named(model, "l0")->role, SIGNAL_STATE);
  CHECK_EQUAL(signal_named(model, "o0")->role, SIGNAL_DEFINE);
  CHECK_EQUAL(model->system->signals.size, 5);
  model_free(model);
}

TEST(vector_names_form_words) {
  Model *model = read_model("aag 5 1 4 0 0\n2\n4 2\n6 2\n8 2\n10 2\n"
                            "l0 x<1>\nl1 y[0]\nl2 x<0>\nl3 x<2>\ni0 x\n");
  const SignalVec *signals = &model->system->signals;
  CHECK_EQUAL(signals->size, 5); /* x is taken, and y has one bit only: no words */
  CHECK_EQUAL(signal_named(model, "x<2>")->type, SIGNAL_BOOLEAN);
  model_free(model);
  model = read_model("aag 5 1 4 0 0\n2\n4 2\n6 2\n8 2\n10 2\n"
                     "l0 x<1>\nl1 y[1]\nl2 x<0>\nl3 x<2>\ni0 y[0]\n");
  const Signal *x = signal_named(model, "x");
  CHECK_EQUAL(x->type, SIGNAL_WORD);
  CHECK_EQUAL(x->role, SIGNAL_STATE);
  CHECK_EQUAL(x->bits.size, 3);
  CHECK_EQUAL(x->bits.data[0], model->system->latches.data[2].current);
  CHECK_EQUAL(x->bits.data[1], model->system->latches.data[0].current);
  CHECK_EQUAL(x->bits.data[2], model->system->latches.data[3].current);
  CHECK_EQUAL(signal_named(model, "x<1>")->role, SIGNAL_HIDDEN);
  CHECK_EQUAL(signal_named(model, "x<1>")->bits.data[0], x->bits.data[1]);
  CHECK_EQUAL(signal_named(model, "y[1]")->role, SIGNAL_STATE); /* an input and a latch: no word */
  CHECK(!signal_find(&model->system->signals, "y"));
  model_free(model);
}

TEST(repeated_names_are_numbered_and_repeating_outputs_left_out) {
  Model *model = read_model("aag 3 3 0 2 0\n2\n4\n6\n2\n4\ni0 a\ni1 a\ni2 a_2\no0 a\no1 a\n");
  CHECK_EQUAL(model->system->signals.size, 4);
  CHECK_EQUAL(signal_named(model, "a")->bits.data[0], model->system->inputs.data[0]);
  CHECK_EQUAL(signal_named(model, "a_2")->bits.data[0], model->system->inputs.data[1]);
  CHECK_EQUAL(signal_named(model, "a_2_2")->bits.data[0], model->system->inputs.data[2]);
  CHECK_EQUAL(signal_named(model, "a_3")->role, SIGNAL_DEFINE);
  model_free(model);
}

TEST(a_written_model_keeps_names_and_hides_defaults) {
  static const char text[] = "aag 3 1 2 1 0 1 0 1\n2\n4 2\n6 2\n3\n4\n1\n6\n"
                             "l0 x[1]\nl1 x[0]\no0 out\nb0 wrong\n";
  Model *model = read_model(text);
  char *data;
  size_t size;
  FILE *stream = open_memstream(&data, &size);
  CHECK(aiger_write_ascii(model, stream));
  fclose(stream);
  CHECK_TEXT(data, text);
  free(data);
  model_free(model);
}

TEST(a_model_without_properties_is_written_without_outputs) {
  Model *model = model_new("made");
  Lit in = system_input(model->system);
  signal_add_bit(&model->system->signals, "in", SIGNAL_INPUT, in);
  signal_add_bit(&model->system->signals, "out", SIGNAL_DEFINE, lit_not(in));
  char *data;
  size_t size;
  FILE *stream = open_memstream(&data, &size);
  CHECK(aiger_write_ascii(model, stream));
  fclose(stream);
  CHECK_TEXT(data, "aag 1 1 0 0 0\n2\ni0 in\n");
  free(data);
  model_free(model);
}
