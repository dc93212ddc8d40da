/* What the reader of VIS' Verilog makes of texts beyond what the random models have: bits of one
 * assignment that depend on each other, `assign` in a process, files and macros from outside, and
 * which texts are of this dialect at all. */
#include "test.h"

#include <stdio.h>

#include "base/log.h"
#include "front/vl2mv/vl2mv.h"
#include "system/trace.h"

static Model *read_text(const char *text, const ReadOptions *options) {
  Error error = {0};
  Model *model = vl2mv_read("m.v", text, strlen(text), options, &error);
  if (!model) printf("%s%s\n", text, error_text(&error));
  CHECK(model);
  return model;
}

/* The value of a signal where all latches have their resets, and inputs are bits of a number. */
static unsigned value_at_first(const Model *model, const char *name, unsigned inputs) {
  const System *system = model->system;
  Step step = {bits_new(system->latches.size), bits_new(system->inputs.size)};
  Bits values = bits_new(system->aig->size);
  for (size_t i = 0; i < system->latches.size; i++)
    bits_put(&step.latches, i, system->latches.data[i].reset == RESET_1);
  for (size_t i = 0; i < system->inputs.size; i++) bits_put(&step.inputs, i, inputs >> i & 1);
  step_evaluate(system, &step, &values);
  const Signal *signal = signal_find(&system->signals, name);
  CHECK(signal);
  unsigned value = 0;
  for (size_t i = 0; i < signal->bits.size; i++)
    value |= (unsigned)values_of(&values, signal->bits.data[i]) << i;
  bits_free(&step.latches);
  bits_free(&step.inputs);
  bits_free(&values);
  return value;
}

TEST(the_carries_of_an_adder_may_be_one_vector) {
  Model *model = read_text("module m(a);\n"
                           "input [3:0] a;\n"
                           "wire [3:0] c, s;\n"
                           "assign c[0] = a[0];\n"
                           "assign c[3:1] = a[3:1] & c[2:0];\n"
                           "assign s = a ^ {c[2:0], 1'b1};\n"
                           "endmodule\n",
                           NULL);
  for (unsigned a = 0; a < 16; a++) {
    CHECK_EQUAL(value_at_first(model, "s", a), (a + 1) % 16);
    CHECK_EQUAL(value_at_first(model, "c", a), (a ^ (a + 1)) >> 1 & a);
  }
  model_free(model);
}

TEST(carries_may_go_through_an_instance_and_a_condition) {
  Model *model = read_text("module m(a);\n"
                           "input [3:0] a;\n"
                           "wire [3:0] c, none;\n"
                           "assign none = {~(c[2:0]), 1'b1};\n"
                           "step one(a, none, c);\n"
                           "endmodule\n"
                           "module step(a, before, after);\n"
                           "input [3:0] a, before; output [3:0] after;\n"
                           "assign after = a[3] ? ~before : a | ~before;\n"
                           "endmodule\n",
                           NULL);
  for (unsigned a = 0; a < 16; a++) {
    unsigned c = 0;
    for (unsigned i = 0; i < 4; i++) {
      bool before = i && (c >> (i - 1) & 1);
      c |= (a >> 3 ? before : (a >> i & 1) || before) << i;
    }
    CHECK_EQUAL(value_at_first(model, "c", a), c);
  }
  model_free(model);
}

TEST(assign_in_a_process_is_stronger_than_another_process) {
  Model *model =
      read_text("module m(a, b);\n"
                "input a, b; reg r, held;\n"
                "initial begin r = 0; held = 1; end\n"
                "always @(a or b) begin if (a) assign r = 0; if (!b) assign held = a; end\n"
                "always @(b) begin r = b; if (b) held = 0; end\n"
                "endmodule\n",
                NULL);
  for (unsigned code = 0; code < 4; code++) {
    unsigned a = code & 1, b = code >> 1;
    CHECK_EQUAL(value_at_first(model, "r", code), a ? 0 : b);
    CHECK_EQUAL(value_at_first(model, "held", code), b ? 0 : a);
  }
  model_free(model);
}

TEST(what_nobody_drives_is_free_and_unknown_digits_are_0) {
  Model *model = read_text("module m(a);\n"
                           "input a; wire w, x;\n"
                           "assign w = a ? 1'b0 : 1'bz;\n"
                           "assign x = a ? 1'b1 : 1'bx;\n"
                           "endmodule\n",
                           NULL);
  CHECK(signal_find(&model->system->signals, "w$z3"));
  for (unsigned code = 0; code < 4; code++) {
    CHECK_EQUAL(value_at_first(model, "w", code), code & 1 ? 0 : code >> 1);
    CHECK_EQUAL(value_at_first(model, "x", code), code & 1);
  }
  model_free(model);
}

/* A search: the body ends the loop. The counter has three bits, and 7 + 1 is beyond them. */
TEST(a_loop_may_be_ended_by_its_body) {
  log_set_level(LOG_QUIET);
  Model *model = read_text("module m(a);\n"
                           "input [4:0] a; wire [2:0] at, left; wire [5:0] both;\n"
                           "function [5:0] search;\ninput [4:0] in;\nreg [2:0] i, found;\n"
                           "begin\n"
                           "found = 6;\n"
                           "for (i = 0; i < 5; i = i + 1) begin\n"
                           "  found = i;\n"
                           "  if (in[i]) i = 7;\n"
                           "end\n"
                           "search = {found, i};\n"
                           "end\nendfunction\n"
                           "assign both = search(a);\n"
                           "assign at = both[5:3];\n"
                           "assign left = both[2:0];\n"
                           "endmodule\n",
                           NULL);
  for (unsigned a = 0; a < 32; a++) {
    unsigned first = 0;
    while (first < 5 && !(a >> first & 1)) first++;
    CHECK_EQUAL(value_at_first(model, "at", a), first < 5 ? first : 4);
    CHECK_EQUAL(value_at_first(model, "left", a), first < 5 ? 0 : 5);
  }
  model_free(model);
}

TEST(a_connection_more_than_ports_goes_nowhere) {
  log_set_level(LOG_QUIET);
  Model *model = read_text("module m(a, b);\n"
                           "input a, b; wire w;\n"
                           "part p(w, a, b);\n"
                           "endmodule\n"
                           "module part(x, y);\noutput x; input y;\nassign x = !y;\nendmodule\n",
                           NULL);
  for (unsigned code = 0; code < 4; code++)
    CHECK_EQUAL(value_at_first(model, "w", code), !(code & 1));
  model_free(model);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  CHECK(file && fputs(text, file) >= 0 && !fclose(file));
}

TEST(files_macros_and_the_top_module_come_from_outside) {
  char folder[] = "/tmp/rondo-vl2mv-XXXXXX";
  CHECK(mkdtemp(folder));
  Text included = {0}, source = {0};
  text_format(&included, "%s/width.v", folder);
  text_format(&source, "%s/part.v", folder);
  write_file(included.data, "`define WIDTH 3\n");
  write_file(source.data, "module part(x);\noutput [`WIDTH:0] x;\nassign x = `VALUE;\nendmodule\n");
  ReadOptions options = {.top = "below"};
  vec_push(&options.includes, mem_string(folder));
  vec_push(&options.sources, mem_string(source.data));
  vec_push(&options.defines, mem_string("VALUE=4'd9"));
  Model *model = read_text("`include \"width.v\"\n"
                           "module top(clk);\ninput clk;\nbelow b(clk);\nendmodule\n"
                           "module below(clk);\ninput clk; wire [`WIDTH:0] y;\npart p(y);\n"
                           "endmodule\n",
                           &options);
  CHECK_EQUAL(value_at_first(model, "y", 0), 9);
  model_free(model);
  Error error = {0};
  string_vec_free(&options.sources);
  options.top = "nobody";
  CHECK(!vl2mv_read("m.v", "module a;\nendmodule\n", 20, &options, &error));
  CHECK_TEXT(error.message, "there is no module 'nobody'");
  error_free(&error);
  vec_push(&options.parameters, mem_string("N=1"));
  CHECK(!vl2mv_read("m.v", "module a;\nendmodule\n", 20, &options, &error));
  CHECK(strstr(error.message, "--param"));
  error_free(&error);
  remove(included.data);
  remove(source.data);
  remove(folder);
  text_free(&included);
  text_free(&source);
  read_options_free(&options);
}

TEST(the_dialect_is_known_by_what_no_other_verilog_has) {
  static const struct {
    const char *text;
    bool own;
  } rows[] = {
      {"module m;\nwire w;\nassign w = $ND(0, 1);\nendmodule\n", true},
      {"typedef enum {A, B} t;\nmodule m;\nendmodule\n", true},
      {"`include \"types.v\"\nmodule m;\nstate reg s;\nendmodule\n", true},
      {"module m(input wire a, output reg b);\nreg r;\nendfunction wire w;\nendmodule\n", false},
      {"`ifdef X\nreg r;\n`endif\nmodule m;\n`KEEP wire w;\nendmodule\n", false},
      {"// $ND in VIS\n/* typedef enum, t reg x; */\nmodule m;\ninitial $display(\"$ND\");\n",
       false},
      {"$ND", false},
      {"", false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (vl2mv_recognise(rows[i].text, strlen(rows[i].text)) != rows[i].own)
      test_fail(__FILE__, __LINE__, "%s in\n%s", rows[i].own ? "not found" : "found", rows[i].text);
}
