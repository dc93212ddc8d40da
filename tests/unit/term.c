/* Typed terms: equal terms are one, what is simplified, and how words come back from bits. */
#include "test.h"

#include "base/error.h"
#include "term/blast.h"

TEST(equal_terms_are_one) {
  Terms *t = terms_new();
  Type byte = types_word(&t->types, 8);
  CHECK(byte == types_word(&t->types, 8) && byte != types_word(&t->types, 9));
  CHECK(types_word(&t->types, 300) == types_word(&t->types, 300));
  CHECK(types_array(&t->types, byte, byte) == types_array(&t->types, byte, byte));
  Term a = term_variable(t, byte), b = term_variable(t, byte);
  CHECK(a != b);
  CHECK(term_binary(t, TERM_ADD, a, b) == term_binary(t, TERM_ADD, b, a));
  CHECK(term_binary(t, TERM_SUBTRACT, a, b) != term_binary(t, TERM_SUBTRACT, b, a));
  CHECK(term_number(t, 5, 4) == term_constant(t, "0101", 4));
  CHECK(term_number(t, 5, 4) != term_number(t, 5, 5));
  terms_free(t);
}

TEST(what_follows_from_the_arguments_is_simplified) {
  Terms *t = terms_new();
  Type byte = types_word(&t->types, 8), bit = types_word(&t->types, 1);
  Term a = term_variable(t, byte), b = term_variable(t, byte), c = term_variable(t, bit);
  Term zero = term_number(t, 0, 8), one = term_number(t, 1, 8), ones = term_ones(t, 8);
  Term yes = term_bit(t, true), no = term_bit(t, false), pair = term_binary(t, TERM_CONCAT, a, b);
  CHECK(term_not(t, term_not(t, a)) == a);
  CHECK(term_binary(t, TERM_AND, a, ones) == a && term_binary(t, TERM_AND, zero, a) == zero);
  CHECK(term_binary(t, TERM_OR, a, zero) == a && term_binary(t, TERM_OR, a, a) == a);
  CHECK(term_binary(t, TERM_OR, a, term_not(t, a)) == ones);
  CHECK(term_binary(t, TERM_XOR, a, a) == zero &&
        term_binary(t, TERM_XOR, a, ones) == term_not(t, a));
  CHECK(term_binary(t, TERM_EQUAL, a, a) == yes &&
        term_binary(t, TERM_EQUAL, c, no) == term_not(t, c));
  CHECK(term_binary(t, TERM_EQUAL, a, term_not(t, a)) == no);
  CHECK(term_binary(t, TERM_ADD, a, zero) == a && term_binary(t, TERM_SUBTRACT, a, a) == zero);
  CHECK(term_binary(t, TERM_MULTIPLY, a, one) == a &&
        term_binary(t, TERM_MULTIPLY, zero, a) == zero);
  CHECK(term_binary(t, TERM_LESS, a, zero) == no && term_binary(t, TERM_LESS, ones, a) == no);
  CHECK(term_binary(t, TERM_SHIFT_LEFT, a, zero) == a);
  CHECK(term_if(t, yes, a, b) == a && term_if(t, c, a, a) == a);
  CHECK(term_if(t, term_not(t, c), a, b) == term_if(t, c, b, a));
  CHECK(term_if(t, c, yes, no) == c && term_if(t, c, no, yes) == term_not(t, c));
  CHECK(term_slice(t, a, 7, 0) == a && term_slice(t, pair, 7, 0) == b);
  CHECK(term_slice(t, term_slice(t, pair, 14, 2), 10, 7) == term_slice(t, a, 4, 1));
  CHECK(term_binary(t, TERM_ADD, term_number(t, 200, 8), term_number(t, 100, 8)) ==
        term_number(t, 44, 8));
  terms_free(t);
}

TEST(a_read_of_what_was_written_is_that) {
  Terms *t = terms_new();
  Type byte = types_word(&t->types, 8), memory = types_array(&t->types, byte, byte);
  Term m = term_variable(t, memory), at = term_variable(t, byte), value = term_variable(t, byte);
  Term written = term_apply(t, TERM_WRITE, (uint32_t[]){m, at, value});
  CHECK(term_binary(t, TERM_READ, written, at) == value);
  CHECK(term_node(t, term_binary(t, TERM_READ, written, value))->op == TERM_READ);
  CHECK(term_binary(t, TERM_READ, term_fill(t, memory, value), at) == value);
  CHECK(type_bits(&t->types, memory) == 2048);
  Type large = types_array(&t->types, types_word(&t->types, 61), byte);
  CHECK(type_bits(&t->types, large) == UINT64_MAX);
  terms_free(t);
}

static void check_value(const System *system, const char *name, unsigned code, const char *shown) {
  const Signal *signal = signal_find(&system->signals, name);
  CHECK(signal);
  bool values[8];
  for (unsigned i = 0; i < signal->bits.size; i++) values[i] = code >> i & 1;
  Text text = {0};
  signal_print(signal, values, &text);
  CHECK_TEXT(text.data, shown);
  text_free(&text);
}

TEST(words_enumerations_and_arrays_come_back_with_their_names) {
  static const char *const colours[] = {"red", NULL, "green"};
  Error error = {0};
  PropertyVec properties = {0};
  Relation *r = relation_new();
  Types *types = &r->terms->types;
  Type colour = types_enumeration(types, 2, colours, 3);
  CHECK(colour == types_enumeration(types, 2, colours, 3) && colour != types_word(types, 2));
  Type lamps = types_array(types, types_word(types, 1), colour);
  Term lamp = relation_state(r, "lamp", colour)->term;
  relation_state(r, "lamps", lamps);
  relation_input(r, "level", types_word(types, 3))->is_signed = true;
  relation_input(r, "level", types_word(types, 1));
  relation_input(r, NULL, types_word(types, 1));
  relation_define(r, "lamp", lamp);
  relation_define(r, "dark", term_not(r->terms, term_any(r->terms, lamp)))->hidden = true;
  System *system = relation_blast(r, NULL, &properties, &error);
  CHECK(system);
  CHECK_EQUAL(system->signals.size, 6); /* the unnamed input and the repetition are not there */
  check_value(system, "lamp", 2, "green");
  check_value(system, "lamp", 1, "1");
  check_value(system, "lamps[1]", 0, "red");
  check_value(system, "level", 7, "-1");
  CHECK(signal_find(&system->signals, "level_2")->type == SIGNAL_BOOLEAN);
  CHECK(signal_find(&system->signals, "dark")->role == SIGNAL_HIDDEN);
  CHECK_EQUAL(r->variables.data[1].first, 2);
  CHECK_EQUAL(system->latches.size, 6);
  system_free(system);
  relation_free(r);
}

/* A state that only `initially` says something of, and one that starts as another. */
TEST(first_steps_are_constrained_where_resets_cannot_say_it) {
  Error error = {0};
  PropertyVec properties = {0};
  Relation *r = relation_new();
  Terms *t = r->terms;
  Type pair = types_word(&t->types, 2);
  Term a = relation_state(r, "a", pair)->term, b = relation_state(r, "b", pair)->term;
  r->variables.data[0].next = a;
  r->variables.data[1].next = b;
  r->variables.data[1].init =
      term_binary(t, TERM_CONCAT, term_slice(t, a, 0, 0), term_bit(t, true));
  vec_push(&r->initially, term_any(t, a));
  Question *cover = relation_ask(r, QUESTION_COVER, NULL, "here:1");
  vec_push(&cover->conditions, term_binary(t, TERM_EQUAL, a, b));
  System *system = relation_blast(r, NULL, &properties, &error);
  CHECK(system && system->first != LIT_NONE);
  CHECK(system->latches.data[2].reset == RESET_1 && system->latches.data[3].reset == RESET_FREE);
  CHECK_EQUAL(system->constraints.size, 1);
  CHECK_TEXT(properties.data[0].name, "c0");
  CHECK_TEXT(properties.data[0].place, "here:1");
  CHECK(properties.data[0].cover && properties.data[0].kind == PROPERTY_INVARIANT);
  properties_free(&properties);
  system_free(system);
  relation_free(r);
}

TEST(a_spent_budget_ends_the_blaster) {
  Error error = {0};
  PropertyVec properties = {0};
  Relation *r = relation_new();
  Type wide = types_word(&r->terms->types, 64);
  Term a = relation_input(r, "a", wide)->term, b = relation_input(r, "b", wide)->term;
  relation_define(r, "product", term_binary(r->terms, TERM_MULTIPLY, a, b));
  Budget budget = budget_slice(NULL, 100);
  const BlastOptions options = {.budget = &budget};
  CHECK(!relation_blast(r, &options, &properties, &error));
  CHECK(strstr(error.message, "while the words of the model were made circuits"));
  error_free(&error);
  relation_free(r);
}
