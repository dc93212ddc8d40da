/* The text of a witness for words, of a model made by hand: btor2.c reads such files, and
 * oracle/btor2_systems_test.c both. */
#include "evidence/btor2_witness.h"

#include "base/memory.h"
#include "test.h"

/* Terms that are there, whatever they say. */
enum { SOME_TERM = 1 };

static void set(Variable *variable, uint32_t first, bool init, bool next) {
  variable->first = first;
  if (init) variable->init = SOME_TERM;
  if (next) variable->next = SOME_TERM;
}

static Relation *model(void) {
  Relation *relation = relation_new();
  Types *types = &relation->terms->types;
  Type bit = types_word(types, 1), two = types_word(types, 2), three = types_word(types, 3);
  Type cells = types_array(types, two, three), far = types_array(types, types_word(types, 66), two);
  set(relation_state(relation, "given", two), 0, true, true);
  set(relation_input(relation, "i", three), 1, false, false);
  set(relation_state(relation, "first", two), 2, false, true);
  set(relation_state(relation, "later", bit), 4, true, false);
  set(relation_state(relation, NULL, three), 5, false, false);
  set(relation_input(relation, "unused", two), VARIABLE_ABSENT, false, false);
  set(relation_input(relation, "row", types_array(types, bit, two)), 4, false, false);
  set(relation_state(relation, "m", cells), 8, false, true);
  set(relation_state(relation, "far", far), VARIABLE_ABSENT, false, true);
  set(relation_input(relation, "near", far), VARIABLE_ABSENT, false, false);
  return relation;
}

static void add_step(Trace *trace, uint64_t latches, uint64_t inputs) {
  Step step = {.latches = bits_new(32), .inputs = bits_new(32)};
  for (size_t i = 0; i < 32; i++) {
    bits_put(&step.latches, i, latches >> i & 1);
    bits_put(&step.inputs, i, inputs >> i & 1);
  }
  vec_push(&trace->steps, step);
}

/* given 1, first 2, later 1, nameless 3, m 1 2 3 4, what is at 5 of far 2; i 3, row 1 3, what is
 * at 5 and 6 of near 3 and 1 */
static Trace *two_steps(void) {
  Trace *trace = trace_new();
  add_step(trace, 1 | 2 << 2 | 1 << 4 | 3 << 5 | 04321 << 8 | 2 << 20,
           3 << 1 | 1 << 4 | 3 << 6 | 3 << 8 | 1 << 10);
  add_step(trace, 2 | 1 << 2 | 1 << 4 | 6 << 5 | 01234 << 8 | 1 << 20, 6 << 1 | 2 << 4 | 1 << 10);
  return trace;
}

static void check_written(const TraceProperty *property, const WitnessMemories *memories,
                          const char *expected) {
  Relation *relation = model();
  Trace *trace = two_steps();
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  CHECK(btor2_witness_write(stream, property, relation, memories, trace));
  fclose(stream);
  CHECK_TEXT(text, expected);
  free(text);
  trace_free(trace);
  relation_free(relation);
}

TEST(a_witness_of_words_has_the_states_that_are_open_and_all_inputs) {
  check_written(&(TraceProperty){.justice = true, .index = 3}, NULL,
                "sat\nj3\n"
                "#0\n1 10 first#0\n3 011\n4 [00] 001 m#0\n4 [01] 010 m#0\n4 [10] 011 m#0\n"
                "4 [11] 100 m#0\n"
                "@0\n0 011 i@0\n1 00 unused@0\n2 [0] 01 row@0\n2 [1] 11 row@0\n"
                "#1\n2 1 later#1\n3 110\n"
                "@1\n0 110 i@1\n1 00 unused@1\n2 [0] 10 row@1\n2 [1] 00 row@1\n.\n");
}

#define ZEROS "000000000000000000000000000000000000000000000000000000000000000"

TEST(a_witness_of_memories_has_the_elements_that_are_known) {
  Tracked addresses[] = {{.address = 6}, {.address = 5}};
  TrackedWord words[] = {{.tracked = 0, .variable = 9, .first = 10},
                         {.tracked = 1, .variable = 8, .first = 20},
                         {.tracked = 1, .variable = 9, .first = 8}};
  TrackedVec tracked = {0};
  TrackedWordVec elements = {0};
  for (size_t i = 0; i < 2; i++) vec_push(&tracked, addresses[i]);
  for (size_t i = 0; i < 3; i++) vec_push(&elements, words[i]);
  check_written(&(TraceProperty){.index = 0}, &(WitnessMemories){&tracked, &elements},
                "sat\nb0\n"
                "#0\n1 10 first#0\n3 011\n4 [00] 001 m#0\n4 [01] 010 m#0\n4 [10] 011 m#0\n"
                "4 [11] 100 m#0\n5 [" ZEROS "101] 10 far#0\n"
                "@0\n0 011 i@0\n1 00 unused@0\n2 [0] 01 row@0\n2 [1] 11 row@0\n"
                "3 [" ZEROS "110] 01 near@0\n3 [" ZEROS "101] 11 near@0\n"
                "#1\n2 1 later#1\n3 110\n"
                "@1\n0 110 i@1\n1 00 unused@1\n2 [0] 10 row@1\n2 [1] 00 row@1\n"
                "3 [" ZEROS "110] 01 near@1\n3 [" ZEROS "101] 00 near@1\n.\n");
  vec_free(&tracked);
  vec_free(&elements);
}

TEST(a_witness_of_words_has_a_first_frame_of_states_even_if_it_is_empty) {
  Relation *relation = relation_new();
  set(relation_state(relation, "s", types_word(&relation->terms->types, 1)), 0, true, true);
  Trace *trace = two_steps();
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  CHECK(btor2_witness_write(stream, &(TraceProperty){.index = 1}, relation, NULL, trace));
  fclose(stream);
  CHECK_TEXT(text, "sat\nb1\n#0\n@0\n@1\n.\n");
  free(text);
  trace_free(trace);
  relation_free(relation);
}

TEST(a_witness_of_words_that_cannot_be_written_is_said_so) {
  FILE *full = fopen("/dev/full", "w");
  if (!full) SKIP("there is no /dev/full");
  setvbuf(full, NULL, _IONBF, 0);
  Relation *relation = model();
  Trace *trace = two_steps();
  CHECK(!btor2_witness_write(full, &(TraceProperty){.index = 0}, relation, NULL, trace));
  fclose(full);
  trace_free(trace);
  relation_free(relation);
}
