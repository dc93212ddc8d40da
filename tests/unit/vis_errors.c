/* Messages of the readers of VIS' languages: the smallest text that draws each, and its place. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "base/log.h"
#include "front/blif/blif.h"
#include "front/vl2mv/vl2mv.h"

typedef struct {
  const char *text;
  int line, column;
  const char *message;
} Case;

#define M "module m(clk);\ninput clk;\n"
#define E "endmodule\n"

static const Case verilog[] = {
    {"", 1, 1, "there is no module"},
    {"module m(clk);\n", 1, 0, "expected 'endmodule' before 'the end of the file'"},
    {"/* open", 1, 1, "this comment has no end"},
    {M "\"x" E, 3, 1, "this string has no end"},
    {"`ifdef X\n", 2, 1, "an `ifdef has no `endif"},
    {"`else\n", 1, 1, "there is no `ifdef before this `else"},
    {"`define A `A\nmodule `A", 2, 8, "the macro `A contains itself"},
    {"`nothing\n", 1, 1, "there is no macro `nothing"},
    {"`include \"no/such\"\n", 1, 1,
     "no/such cannot be read: cannot open the file: No such file or "
     "directory"},
    {M "wire w;\nassign w = 2'b3;\n" E, 4, 12, "'2'b3' is no number of its base"},
    {M "wire w;\nassign w = 0'b0;\n" E, 4, 12, "a number has 1 to 65536 bits"},
    {M "reg r;\nalways @(posedge clk) begin r <= 1; r = 0; end\n" E, 4, 37,
     "'r' is assigned with '=' and with '<='"},
    {M "reg r;\nalways @(r) r <= 1;\n" E, 4, 13,
     "'<=' is for registers, in a process with an edge of the clock"},
    {M "wire w;\nassign w = $random;\n" E, 4, 12, "of the system functions only $ND has a value"},
    {"typedef enum {A} t;\ntypedef enum {B} t;\n", 2, 18, "there are two types 't'"},
    {M "wire w;\nassign w = w;\n" E, 4, 8, "'w' depends on itself in the same step"},
    {M "wire w;\nassign w = 0;\nassign w = 1;\n" E, 5, 8, "'w' is driven twice"},
    {M "wire w;\ninitial w[clk] = 1;\nassign w = 1;\n" E, 5, 8,
     "'w' is a register; it cannot be driven"},
    {M "wire [1:0] w;\nwire i;\nassign w[i] = 1;\n" E, 5, 9, "what is driven has constant indices"},
    {M "reg r;\nalways @(posedge clk) r = 0;\nalways @(posedge clk) r = 1;\n" E, 5, 23,
     "'r' is written by two processes"},
    {M "reg [1:0] r;\ninitial r = r[3:2];\n" E, 4, 14, "'r' has no such bits"},
    {M "reg r[0:1];\ninitial r = 0;\n" E, 4, 9, "'r' is an array: it needs an index"},
    {M "reg r;\ninitial r[0][0][0] = 0;\n" E, 4, 16, "there are too many indices"},
    {M "reg r;\nwire i;\ninitial for (r = 0; i; r = 1) r = 0;\n" E, 5, 9,
     "the bounds of a loop have to be constant"},
    {M "reg r;\ninteger i;\ninitial for (i = 0; 1; i = i + 1) r = 0;\n" E, 5, 9,
     "the loop does not end in 65536 rounds"},
    {M "reg r;\ninteger i, k;\ninitial for (i = 0; i < 2000; i = i + 1)\n"
       "for (k = 0; k < 2000; k = k + 1) r = 0;\n" E,
     6, 1, "loops have more than 262144 rounds"},
    {M "reg r;\ninitial t(r);\n" E, 4, 9, "there is no task 't'"},
    {M "reg r;\ninitial r = f(r);\n" E, 4, 13, "there is no function 'f'"},
    {M "function f; input a; f = a; endfunction\nreg r;\ninitial r = f(1, 0);\n" E, 5, 13,
     "'f' has 1 arguments"},
    {M "sub s(clk);\n" E, 3, 5, "there is no module 'sub'"},
    {M "reg [2:0] r;\ninitial for (r = 0; r < 4; r = r + 1) if (clk) r = 0;\n" E, 4, 9,
     "the bounds of a loop have to be constant"}, /* 0 and 1 would both go on */
    {M "reg [1:0] r;\ninitial for (r = 0; r < 3; r = r + 1) r = r ^ clk;\n" E, 4, 9,
     "the bounds of a loop have to be constant"},
    {M "sub s(.b(clk));\n" E "module sub(a);\ninput a;\n" E, 3, 7, "'sub' has no port 'b'"},
    {"module a(x);\ninput x;\nb y(x);\n" E "module b(x);\ninput x;\na y(x);\n" E, 1, 8,
     "every module is a part of another; which is the top?"},
    {M "parameter P = 1;\nreg [clk:0] r;\n" E, 4, 6, "a declaration cannot read 'clk'"},
};

#define N ".model m\n"

static const Case netlists[] = {
    {"", 1, 1, "there is no .model"},
    {".inputs a\n", 1, 1, "expected '.model' before '.inputs'"},
    {N "1 1\n", 2, 1, "a row without a table"},
    {N "\\\r\r\n", 2, 1, "a row without a table"}, /* a backslash that continues nothing */
    {N ".strange\n", 2, 1, "'.strange' is not known here"},
    {N ".mv a 0\n", 2, 1,
     "expected variables, the number of their values (at most 65536), and names for all of them or "
     "none"},
    {N ".mv a 3\n.mv a 2\n", 3, 1, "'a' has 3 values elsewhere"},
    {N ".table ->\n", 2, 1, "the table has no output"},
    {N ".table -> a\n0\n.table -> a\n1\n", 4, 1, "'a' is driven twice"},
    {N ".table -> a\n0 1\n", 3, 1, "expected 1 values in the row, not 2"},
    {N ".table -> a\n2\n", 3, 1, "'2' is no value of 'a'"},
    {N ".mv a 2 X Y\n.table -> a\n1\n", 4, 1, "'1' is no value of 'a'"},
    {N ".table b -> a\n1 =c\n", 3, 3, "'c' is no input of the table"},
    {N ".mv b 3\n.table b -> a\n1 =b\n", 4, 3, "'b' and 'a' have different values"},
    {N ".table b -> a\n.default 0 1\n", 3, 1, "expected a default for each of 1 outputs"},
    {N ".latch a\n", 2, 1, "expected the input and output of the latch"},
    {N ".mv a 3\n.latch a b\n", 3, 1, "'a' has 3 values, 'b' has 2"},
    {N ".reset a\n0\n", 2, 1, "'a' is no latch, or comes later"},
    {N ".subckt n x=y\n", 2, 9, "there is no model 'n'"},
    {N ".subckt m x=y\n", 2, 1, "'m' contains itself"},
    {N ".subckt n s x\n.end\n.model n\n", 2, 13, "expected 'formal=actual'"},
    {N ".table b -> a\n1 1\n0 0\n.table a -> b\n1 1\n0 0\n", 5, 1,
     "'b' depends on itself in the same step"},
};

static void check_case(const Case *row, const char *file, Model *model, Error *error) {
  if (model) test_fail(__FILE__, __LINE__, "no error in\n%s", row->text);
  CHECK_TEXT(error->message, row->message);
  CHECK_TEXT(error->file, file);
  if (error->line != row->line || error->column != row->column)
    test_fail(__FILE__, __LINE__, "%d:%d, not %d:%d, in\n%s", error->line, error->column, row->line,
              row->column, row->text);
  error_free(error);
}

TEST(errors_in_the_dialect_of_vl2mv_say_what_and_where) {
  log_set_level(LOG_QUIET);
  for (size_t i = 0; i < sizeof verilog / sizeof *verilog; i++) {
    Error error = {0};
    const char *text = verilog[i].text;
    Model *model = vl2mv_read("m.v", text, strlen(text), NULL, &error);
    check_case(verilog + i, "m.v", model, &error);
  }
}

TEST(errors_in_blif_mv_say_what_and_where) {
  for (size_t i = 0; i < sizeof netlists / sizeof *netlists; i++) {
    Error error = {0};
    const char *text = netlists[i].text;
    Model *model = blif_mv_read("m.mv", text, strlen(text), NULL, &error);
    check_case(netlists + i, "m.mv", model, &error);
  }
}

TEST(errors_in_covers_say_what_and_where) {
  static const Case covers[] = {
      {N ".names a b\n1 1\n0 0\n", 4, 3, "all rows of a cover have the same output"},
      {N ".names a b\n11 1\n", 3, 1, "expected 1 characters 0, 1 or -, and the output"},
      {N ".names a b\n2 1\n", 3, 1, "expected 0, 1 or -"},
  };
  for (size_t i = 0; i < sizeof covers / sizeof *covers; i++) {
    Error error = {0};
    Model *model = blif_read("m.blif", covers[i].text, strlen(covers[i].text), NULL, &error);
    check_case(covers + i, "m.blif", model, &error);
  }
}

TEST(files_of_search_are_read_and_what_is_outside_says_nothing) {
  static const char text[] = ".search inverter.blif\n.model m\n.inputs a\n.outputs b\n"
                             ".subckt inverter x=a y=b\n.exdc\n.names a b\n1 1\n.end\n";
  char folder[] = "/tmp/rondo-blif-XXXXXX";
  CHECK(mkdtemp(folder));
  Text first = {0}, second = {0};
  text_format(&first, "%s/m.blif", folder);
  text_format(&second, "%s/inverter.blif", folder);
  FILE *file = fopen(second.data, "w");
  CHECK(file && fputs(".model inverter\n.inputs x\n.outputs y\n.names x y\n0 2\n", file) >= 0);
  CHECK(!fclose(file));
  Error error = {0};
  CHECK(!blif_read(first.data, text, sizeof text - 1, NULL, &error));
  CHECK_TEXT(error.file, second.data); /* 2 is no output of a cover */
  CHECK_EQUAL(error.line, 5);
  error_free(&error);
  error = (Error){0};
  file = fopen(second.data, "w");
  CHECK(file && fputs(".model inverter\n.inputs x\n.outputs y\n.names x y\n0 1\n", file) >= 0);
  CHECK(!fclose(file));
  Model *model = blif_read(first.data, text, sizeof text - 1, NULL, &error);
  if (!model) printf("%s\n", error_text(&error));
  CHECK(model);
  const Signal *a = signal_find(&model->system->signals, "a");
  const Signal *b = signal_find(&model->system->signals, "b");
  CHECK(a && b && b->bits.data[0] == lit_not(a->bits.data[0]));
  model_free(model);
  remove(second.data);
  CHECK(!blif_read(first.data, text, sizeof text - 1, NULL, &error));
  CHECK_EQUAL(error.line, 1);
  CHECK_EQUAL(error.column, 9);
  error_free(&error);
  remove(folder);
  text_free(&first);
  text_free(&second);
}

/* ---- formulas ---- */

static const char source[] = "typedef enum {A, B} t;\nmodule m(clk);\ninput clk;\n"
                             "reg [3:0] v;\nreg [1:0] w[0:1];\nt reg s;\nalways @(posedge clk) "
                             "begin v = v + 1; s = B; end\ninitial begin v = 0; s = A; end\n" E;

typedef struct {
  PropertyKind kind;
  const char *text;
  const char *message; /* NULL: it can be read */
} FormulaCase;

static const FormulaCase formulas[] = {
    {PROPERTY_CTL, "AG v[3:0]={b0101, xA, 3}", NULL},
    {PROPERTY_CTL, "A(s=A U s=B) * E(v<3>=0 U v[2]=1) + !EX:3(w<*1*>[1:0]==v[1:0])", NULL},
    {PROPERTY_CTL, "A[s=A U s=B] -> s!=A ^ TRUE <-> FALSE;", NULL},
    {PROPERTY_LTL, "G(s=A -> X:2 s=B) * (s=A U s=B R v[0])", NULL},
    {PROPERTY_INVARIANT, "s=A + v[0]", NULL},
    {PROPERTY_INVARIANT, "G s=A", "temporal operators have no place here"},
    {PROPERTY_CTL, "AG q=1", "there is no signal 'q'"},
    {PROPERTY_CTL, "AG v", "'v' has 4 bits: compare it with a value"},
    {PROPERTY_CTL, "AG v=16", "'16' is no value of 'v'"},
    {PROPERTY_CTL, "AG s=C", "'C' is no value of 's'"},
    {PROPERTY_CTL, "AG v[4]=1", "'v' has no bit 4"},
    {PROPERTY_CTL, "AG v[5:4]=1", "'v' has no bit 5"},
    {PROPERTY_CTL, "AG v[5:3]=6", NULL}, /* bits above the highest are 0 */
    {PROPERTY_CTL, "AG v[3:0]==s", "'v' has 4 bits, 's' has 1"},
    {PROPERTY_CTL, "A(s=A)", "expected U or R"},
    {PROPERTY_CTL, "AG (s=A", "expected ')'"},
    {PROPERTY_CTL, "AG \\none", "nothing is defined as 'none'"},
    {PROPERTY_LTL, "s=A s=B", "the formula has ended before this"},
    {PROPERTY_LTL, "X:99999 s=A", "expected how often, at most 10000"},
};

TEST(formulas_of_vis_are_read_or_refused_with_a_reason) {
  Error error = {0};
  Model *model = vl2mv_read("m.v", source, sizeof source - 1, NULL, &error);
  CHECK(model);
  log_set_level(LOG_QUIET);
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
    const FormulaCase *row = formulas + i;
    size_t before = model->properties.size;
    bool good = row->kind == PROPERTY_CTL   ? model_add_ctl(model, NULL, row->text, &error)
                : row->kind == PROPERTY_LTL ? model_add_ltl(model, NULL, row->text, &error)
                                            : model_add_invariant(model, NULL, row->text, &error);
    if (good != !row->message)
      test_fail(__FILE__, __LINE__, "%s: %s", row->text, good ? "read" : error.message);
    CHECK_EQUAL(model->properties.size, before + good);
    if (!good) CHECK_TEXT(error.message, row->message);
    error_free(&error);
    error = (Error){0};
  }
  model_free(model);
}
