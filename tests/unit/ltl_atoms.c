/* Atoms get literals from names, bits and comparisons of signals. */
#include "test.h"

#include "formula/atoms.h"
#include "formula/parser.h"

/* Inputs as words: u (4 bits), s (3 bits, signed), state (idle, busy, done), r (3 .. 10), b and
 * "x<1>" (Boolean), v (2 bits); and few and many, of enumerators that are numbers. */
static System *words(void) {
  System *system = system_new();
  static const struct {
    const char *name;
    SignalType type;
    int bits;
  } rows[] = {
      {"u", SIGNAL_WORD, 4},  {"s", SIGNAL_WORD, 3},          {"state", SIGNAL_ENUMERATION, 2},
      {"r", SIGNAL_RANGE, 3}, {"b", SIGNAL_BOOLEAN, 1},       {"x<1>", SIGNAL_BOOLEAN, 1},
      {"v", SIGNAL_WORD, 2},  {"few", SIGNAL_ENUMERATION, 2}, {"many", SIGNAL_ENUMERATION, 2}};
  static const char *const enumerators[][3] = {
      {"idle", "busy", "done"}, {"1", "7", "12"}, {"7", "0", "99"}};
  size_t enumerations = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    LitVec bits = {0};
    for (int k = 0; k < rows[i].bits; k++) vec_push(&bits, system_input(system));
    Signal *signal = signal_add(&system->signals, rows[i].name, SIGNAL_INPUT, rows[i].type);
    vec_append(&signal->bits, &bits);
    signal->is_signed = rows[i].name[0] == 's' && rows[i].bits == 3;
    vec_free(&bits);
    if (rows[i].type == SIGNAL_RANGE) signal->low = 3, signal->high = 10;
    if (rows[i].type != SIGNAL_ENUMERATION) continue;
    for (int k = 0; k < 3; k++) vec_push(&signal->values, mem_string(enumerators[enumerations][k]));
    enumerations++;
  }
  return system;
}

static void set_word(const System *system, const char *name, int value, Bits *values) {
  const Signal *signal = signal_find(&system->signals, name);
  for (size_t i = 0; i < signal->bits.size; i++)
    bits_put(values, lit_node(signal->bits.data[i]), value >> i & 1);
}

static bool value_of(const char *text, int u, int s, int state, int r) {
  System *system = words();
  Formulas *formulas = formulas_new();
  Error error = {0};
  Formula f = formula_parse(formulas, LOGIC_LTL, text, &error);
  CHECK(f != FORMULA_NONE);
  if (!atoms_bind(formulas, f, system, NULL, &error))
    test_fail(__FILE__, __LINE__, "%s", error.message);
  Bits values = bits_new(system->aig->size);
  set_word(system, "u", u, &values);
  set_word(system, "s", s, &values);
  set_word(system, "state", state, &values);
  set_word(system, "few", state, &values);
  set_word(system, "many", state, &values);
  set_word(system, "r", r - 3, &values);
  set_word(system, "v", u & 3, &values);
  bool value = aig_evaluate(system->aig, formulas->atoms.data[0].literal, &values);
  bits_free(&values);
  formulas_free(formulas);
  system_free(system);
  return value;
}

TEST(comparisons_mean_what_the_numbers_mean) {
  for (int u = 0; u < 16; u++) {
    int s = u % 8 - 4, state = u % 3, r = 3 + u % 8;
    CHECK_EQUAL(value_of("u = 5", u, s, state, r), u == 5);
    CHECK_EQUAL(value_of("u != 0x5", u, s, state, r), u != 5);
    CHECK_EQUAL(value_of("u < 0b101", u, s, state, r), u < 5);
    CHECK_EQUAL(value_of("u <= 4'd5", u, s, state, r), u <= 5);
    CHECK_EQUAL(value_of("u > -1", u, s, state, r), true);
    CHECK_EQUAL(value_of("u >= 0ud4_15", u, s, state, r), u >= 15);
    CHECK_EQUAL(value_of("u < 100", u, s, state, r), true);
    CHECK_EQUAL(value_of("s < -1", u, s, state, r), s < -1);
    CHECK_EQUAL(value_of("s >= 2", u, s, state, r), s >= 2);
    CHECK_EQUAL(value_of("s < u", u, s, state, r), s < u);
    CHECK_EQUAL(value_of("r = u", u, s, state, r), r == u);
    CHECK_EQUAL(value_of("r > 6", u, s, state, r), r > 6);
    CHECK_EQUAL(value_of("u[2:1] = 2", u, s, state, r), (u >> 1 & 3) == 2);
    CHECK_EQUAL(value_of("u[1:0] = v", u, s, state, r), true);
    CHECK_EQUAL(value_of("u[3]", u, s, state, r), u >> 3);
    CHECK_EQUAL(value_of("u<0>", u, s, state, r), u & 1);
    CHECK_EQUAL(value_of("state = busy", u, s, state, r), state == 1);
    CHECK_EQUAL(value_of("state != done", u, s, state, r), state != 2);
    CHECK_EQUAL(value_of("b = TRUE", u, s, state, r), false);
    CHECK_EQUAL(value_of("x<1>", u, s, state, r), false);
  }
}

TEST(enumerators_that_are_numbers_have_an_order) {
  static const int few[] = {1, 7, 12}, many[] = {7, 0, 99};
  for (int k = 0; k < 3; k++) {
    CHECK_EQUAL(value_of("few = 7", 0, 0, k, 3), few[k] == 7);
    CHECK_EQUAL(value_of("few != 7", 0, 0, k, 3), few[k] != 7);
    CHECK_EQUAL(value_of("few < 7", 0, 0, k, 3), few[k] < 7);
    CHECK_EQUAL(value_of("few <= 7", 0, 0, k, 3), few[k] <= 7);
    CHECK_EQUAL(value_of("few > 7", 0, 0, k, 3), few[k] > 7);
    CHECK_EQUAL(value_of("few >= 7", 0, 0, k, 3), few[k] >= 7);
    CHECK_EQUAL(value_of("few < 10", 0, 0, k, 3), few[k] < 10);
    CHECK_EQUAL(value_of("few < many", 0, 0, k, 3), few[k] < many[k]);
    CHECK_EQUAL(value_of("few >= many", 0, 0, k, 3), few[k] >= many[k]);
    CHECK_EQUAL(value_of("few = many", 0, 0, k, 3), false);
    CHECK_EQUAL(value_of("few = few", 0, 0, k, 3), true);
  }
}

TEST(wrong_atoms_give_one_clear_sentence_each) {
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"sate = idle", "unknown signal 'sate'; did you mean 'state'?"},
      {"zzzzzz", "unknown signal 'zzzzzz'"},
      {"u", "'u' is not Boolean; compare it with a value"},
      {"state = lost", "'lost' is neither a signal nor a value of 'state'"},
      {"state < busy", "'state < busy' orders enumerators that are not numbers"},
      {"u[9]", "unknown signal 'u[9]'"},
      {"u = state", "'u = state' compares an enumeration with something else"},
      {"u = 12q", "unknown signal '12q'"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    System *system = words();
    Formulas *formulas = formulas_new();
    Error error = {0};
    Formula f = formula_parse(formulas, LOGIC_LTL, rows[i].text, &error);
    CHECK(!atoms_bind(formulas, f, system, NULL, &error));
    CHECK_TEXT(error.message, rows[i].message);
    error_free(&error);
    formulas_free(formulas);
    system_free(system);
  }
}
