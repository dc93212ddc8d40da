/* What of a trace is told to Yosys, in which order: on a design made by hand. cli/verilog_test.py
 * has designs that Yosys has read. */
#include "evidence/yosys_witness.h"

#include "base/memory.h"
#include "test.h"

static void place(Variable *variable, const char *path, uint32_t first) {
  variable->path = mem_string(path);
  variable->first = first;
}

/* Among what is told there is a bit of everything that is not: clocks, what has no name, no place
 * in the system, or (of registers) a first value. */
static Relation *design(void) {
  Relation *relation = relation_new();
  Types *types = &relation->terms->types;
  Type bit = types_word(types, 1), two = types_word(types, 2), three = types_word(types, 3);
  Variable *clock = relation_input(relation, "clk", bit);
  place(clock, "clk", 0);
  clock->edge = EDGE_RISING;
  place(relation_state(relation, "any", three), "part any", 1);
  place(relation_input(relation, "d", two), "part inner d", 1);
  place(relation_input(relation, "unused", two), "unused", VARIABLE_ABSENT);
  relation_input(relation, NULL, bit)->first = 3;
  Variable *falling = relation_input(relation, "n", bit);
  place(falling, "part n", 4);
  falling->edge = EDGE_FALLING;
  Variable *last = relation_state(relation, "last", two);
  place(last, "last", 4);
  last->init = term_constant(relation->terms, "00", 2);
  place(relation_input(relation, "e", bit), "e", 5);
  place(relation_state(relation, "bit", bit), "bit", 0);
  return relation;
}

/* The bits of a number as steps have them, more than the design has. */
static Bits bits_of(unsigned number) {
  Bits bits = bits_new(8);
  for (size_t i = 0; i < 8; i++) bits_put(&bits, i, number >> i & 1);
  return bits;
}

static void add_step(Trace *trace, unsigned latches, unsigned inputs) {
  Step step = {.latches = bits_of(latches), .inputs = bits_of(inputs)};
  vec_push(&trace->steps, step);
}

static char *written(const Relation *relation, const Trace *trace) {
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  CHECK(yosys_witness_write(stream, relation, trace));
  fclose(stream);
  return text;
}

#define BEGIN "{\"format\":\"Yosys Witness Trace\",\"generator\":\"Rondo\","

TEST(a_witness_for_yosys_has_clocks_and_signals_and_the_bits_of_each_step) {
  Relation *relation = design();
  Trace *trace = trace_new();
  add_step(trace, 0xcc, 0xdb); /* bit 0, any 110; d 01, e 0 */
  add_step(trace, 0x33, 0x24); /* d 10, e 1 */
  add_step(trace, 0xff, 0xd9);
  char *text = written(relation, trace);
  CHECK_TEXT(text, BEGIN
             "\"clocks\":[{\"path\":[\"\\\\clk\"],\"edge\":\"posedge\",\"offset\":0},"
             "{\"path\":[\"\\\\part\",\"\\\\n\"],\"edge\":\"negedge\",\"offset\":0}],"
             "\"signals\":["
             "{\"path\":[\"\\\\part\",\"\\\\inner\",\"\\\\d\"],\"width\":2,\"offset\":0,"
             "\"init_only\":false},"
             "{\"path\":[\"\\\\e\"],\"width\":1,\"offset\":0,\"init_only\":false},"
             "{\"path\":[\"\\\\part\",\"\\\\any\"],\"width\":3,\"offset\":0,\"init_only\":true},"
             "{\"path\":[\"\\\\bit\"],\"width\":1,\"offset\":0,\"init_only\":true}],"
             "\"steps\":[{\"bits\":\"0110001\"},{\"bits\":\"110\"},{\"bits\":\"000\"}]}\n");
  free(text);
  trace_free(trace);
  relation_free(relation);
}

TEST(a_witness_for_yosys_of_a_design_without_signals_has_its_steps) {
  Relation *relation = relation_new();
  Trace *trace = trace_new();
  add_step(trace, 0, 0);
  add_step(trace, 0, 0);
  char *text = written(relation, trace);
  CHECK_TEXT(text,
             BEGIN "\"clocks\":[],\"signals\":[],\"steps\":[{\"bits\":\"\"},{\"bits\":\"\"}]}\n");
  free(text);
  trace_free(trace);
  relation_free(relation);
}

TEST(the_first_thing_of_a_design_may_be_a_signal) {
  Relation *relation = relation_new();
  place(relation_input(relation, "d", types_word(&relation->terms->types, 1)), "d", 2);
  Trace *trace = trace_new();
  add_step(trace, 0, 4);
  char *text = written(relation, trace);
  CHECK_TEXT(text, BEGIN "\"clocks\":[],\"signals\":[{\"path\":[\"\\\\d\"],\"width\":1,"
                         "\"offset\":0,\"init_only\":false}],\"steps\":[{\"bits\":\"1\"}]}\n");
  free(text);
  trace_free(trace);
  relation_free(relation);
}

TEST(a_witness_for_yosys_that_cannot_be_written_is_said_so) {
  FILE *full = fopen("/dev/full", "w");
  if (!full) SKIP("there is no /dev/full");
  setvbuf(full, NULL, _IONBF, 0);
  Relation *relation = design();
  Trace *trace = trace_new();
  add_step(trace, 0, 0);
  CHECK(!yosys_witness_write(full, relation, trace));
  fclose(full);
  trace_free(trace);
  relation_free(relation);
}
