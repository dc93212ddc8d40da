/* Proofs and circuits in the user's words. */
#include "report/expression.h"
#include "report/naming.h"
#include "report/outcome.h"
#include "report/proof_json.h"
#include "test.h"

/* A Boolean, an enumeration of three, a range -1..6, a word, and a latch without a name. */
typedef struct {
  System *system;
  Lit flag, at[2], level[3], word[4], nameless, input;
  Naming *naming;
} Bench;

static void add_bits(Signal *signal, const Lit *bits, size_t count) {
  for (size_t i = 0; i < count; i++) vec_push(&signal->bits, bits[i]);
}

static Bench bench_new(void) {
  Bench b = {.system = system_new()};
  SignalVec *signals = &b.system->signals;
  b.flag = system_latch(b.system, RESET_0);
  for (int i = 0; i < 2; i++) b.at[i] = system_latch(b.system, RESET_0);
  for (int i = 0; i < 3; i++) b.level[i] = system_latch(b.system, RESET_0);
  for (int i = 0; i < 4; i++) b.word[i] = system_latch(b.system, RESET_0);
  b.nameless = system_latch(b.system, RESET_0);
  b.input = system_input(b.system);
  for (size_t i = 0; i < b.system->latches.size; i++)
    system_set_next(b.system, b.system->latches.data[i].current, LIT_FALSE);
  signal_add_bit(signals, "flag", SIGNAL_STATE, b.flag);
  signal_add_bit(signals, "off", SIGNAL_DEFINE, lit_not(b.flag)); /* a state's own name wins */
  Signal *at = signal_add(signals, "at", SIGNAL_STATE, SIGNAL_ENUMERATION);
  add_bits(at, b.at, 2);
  static const char *const values[] = {"idle", "wait", "busy"};
  for (int i = 0; i < 3; i++) vec_push(&at->values, mem_string(values[i]));
  Signal *level = signal_add(signals, "level", SIGNAL_STATE, SIGNAL_RANGE);
  add_bits(level, b.level, 3);
  level->low = -1;
  level->high = 6;
  add_bits(signal_add(signals, "word", SIGNAL_STATE, SIGNAL_WORD), b.word, 4);
  b.naming = naming_new(b.system, b.system);
  return b;
}

static void bench_free(Bench *b) {
  naming_free(b->naming);
  system_free(b->system);
}

static void check_set(const Bench *b, bool clause, const char *expected, const Lit *lits,
                      size_t count) {
  Text text = {0};
  (clause ? name_clause : name_cube)(b->naming, lits, count, &text);
  CHECK_TEXT(text.data, expected);
  text_free(&text);
}

#define SET(...) (Lit[]){__VA_ARGS__}, sizeof((Lit[]){__VA_ARGS__}) / sizeof(Lit)
#define CUBE(b, expected, ...) check_set(b, false, expected, SET(__VA_ARGS__))
#define CLAUSE(b, expected, ...) check_set(b, true, expected, SET(__VA_ARGS__))

TEST(bits_of_a_signal_are_said_as_its_values) {
  Bench b = bench_new();
  CUBE(&b, "flag", b.flag);
  CUBE(&b, "!flag", lit_not(b.flag));
  CUBE(&b, "at = wait", b.at[0], lit_not(b.at[1]));
  CUBE(&b, "at = wait", b.at[0]); /* the only value with this bit */
  CUBE(&b, "at != busy", lit_not(b.at[1]));
  CUBE(&b, "at = (unused code 3)", b.at[0], b.at[1]);
  CUBE(&b, "level in -1..2", lit_not(b.level[2]));
  CUBE(&b, "level in {-1, 1, 3, 5}", lit_not(b.level[0]));
  CUBE(&b, "level = 4", b.level[2], b.level[0], lit_not(b.level[1]));
  CUBE(&b, "word = 5", b.word[0], lit_not(b.word[1]), b.word[2], lit_not(b.word[3]));
  CUBE(&b, "word[3:2] = 1 & !word[0]", lit_not(b.word[3]), b.word[2], lit_not(b.word[0]));
  CUBE(&b, "input0 & !latch10", lit_not(b.nameless), b.input);
  bench_free(&b);
}

TEST(several_facts_are_joined_by_signal) {
  Bench b = bench_new();
  CUBE(&b, "flag & at = busy & word[1]", b.word[1], b.at[1], b.flag, lit_not(b.at[0]));
  CLAUSE(&b, "flag | at != idle", b.at[1], b.flag, b.at[0]);
  CLAUSE(&b, "!flag | at != wait", lit_not(b.flag), lit_not(b.at[0]));
  CLAUSE(&b, "at != (unused code 3)", lit_not(b.at[0]), lit_not(b.at[1]));
  CLAUSE(&b, "word[3] | !word[2]", b.word[3], lit_not(b.word[2]));
  Text text = {0};
  name_cube(b.naming, NULL, 0, &text);
  name_clause(b.naming, NULL, 0, &text);
  CHECK_TEXT(text.data, "TRUEFALSE");
  text_free(&text);
  bench_free(&b);
}

static void check_expression(Bench *b, Lit lit, const char *expected) {
  Expressions *expressions = expressions_new(b->system->aig, b->naming);
  Text text = {0}, name = {0};
  expression_print(expressions, lit, &text);
  while (expression_definition(expressions, 10, &name, &text)) continue;
  CHECK_TEXT(text.data, expected);
  text_free(&text);
  text_free(&name);
  expressions_free(expressions);
}

TEST(gates_are_read_as_expressions) {
  Bench b = bench_new();
  Aig *aig = b.system->aig;
  Lit idle = aig_and(aig, lit_not(b.at[0]), lit_not(b.at[1]));
  check_expression(&b, idle, "at = idle");
  check_expression(&b, lit_not(idle), "at != idle");
  check_expression(&b, aig_or(aig, b.flag, aig_and(aig, b.input, idle)),
                   "flag | (at = idle & input0)");
  check_expression(&b, aig_equal(aig, b.flag, b.nameless), "(latch10 <-> flag)");
  check_expression(&b, LIT_TRUE, "TRUE");
  bench_free(&b);
}

TEST(a_deep_circuit_gets_definitions_and_no_endless_text) {
  System *system = system_new();
  Lit a = system_input(system), lit = system_input(system);
  for (int i = 0; i < 2000; i++)
    lit = aig_xor(system->aig, aig_and(system->aig, lit, a), system_input(system));
  Naming *naming = naming_new(system, system);
  Expressions *expressions = expressions_new(system->aig, naming);
  Text text = {0}, name = {0};
  size_t definitions = 0;
  expression_print(expressions, lit, &text);
  CHECK(text.size < 2000);
  while (expression_definition(expressions, 100, &name, &text)) definitions++;
  CHECK_EQUAL(definitions, 100);
  CHECK(text.size < 200000);
  text_free(&text);
  text_free(&name);
  expressions_free(expressions);
  naming_free(naming);
  system_free(system);
}

TEST(an_invariant_is_taken_apart_into_its_clauses) {
  Bench b = bench_new();
  Task *task = task_new(TASK_BAD, system_copy(b.system, NULL));
  const LatchVec *latches = &task->system->latches;
  task->bad = aig_and(task->system->aig, latches->data[0].current, latches->data[1].current);
  Lit *map;
  Evidence evidence = {.kind = EVIDENCE_INVARIANT,
                       .witness = witness_new(system_copy(task->system, &map))};
  Aig *aig = evidence.witness->circuit->aig;
  const LatchVec *own = &evidence.witness->circuit->latches;
  Lit never = aig_and(aig, own->data[0].current, lit_not(own->data[10].current));
  Lit parts[] = {lit_not(aig_map_lit(map, task->bad)), lit_not(never),
                 lit_not(own->data[2].current)};
  evidence.witness->bad = lit_not(aig_and_all(aig, parts, 3));
  Text text = {0};
  Json json = {.text = &text};
  proof_json(task, PROPERTY_INVARIANT, &evidence, &json);
  json_end(&json);
  CHECK(strstr(text.data, "\"property\":true"));
  CHECK(strstr(text.data, "{\"never\":\"flag & !latch10\"}"));
  CHECK(strstr(text.data, "{\"always\":\"at != busy\"}"));
  CHECK(strstr(text.data, "\"equalities\":[],\"conditions\":[],\"definitions\":[],\"omitted\":0}"));
  text_free(&text);
  mem_free(map);
  evidence_free(&evidence);
  task_free(task);
  bench_free(&b);
}

TEST(a_property_that_is_not_checked_has_its_json_line_with_the_reason) {
  Outcome outcome = {.file = mem_string("m.smv"),
                     .property = mem_string("compute0"),
                     .kind = PROPERTY_COMPUTE,
                     .engine = "",
                     .reason = mem_string("COMPUTE is not checked")};
  Text text = {0};
  Json json = {.text = &text};
  outcome_json_begin(&outcome, &json);
  outcome_json_end(&outcome, &json);
  json_end(&json);
  CHECK_TEXT(text.data,
             "{\"file\":\"m.smv\",\"property\":\"compute0\",\"index\":0,\"kind\":\"compute\","
             "\"formula\":null,\"verdict\":\"unknown\",\"engine\":\"\",\"seconds\":0.000,"
             "\"evidence\":{\"kind\":\"none\",\"checked\":false,\"size\":0},"
             "\"reason\":\"COMPUTE is not checked\",\"bound\":0,\"files\":{},\"stats\":{},"
             "\"rondo\":\"" RONDO_VERSION "\"}");
  text_free(&text);
  outcome_free(&outcome);
}
