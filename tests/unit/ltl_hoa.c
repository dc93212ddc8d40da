/* HOA: what is written is read again; what others write is understood; classes and strength. */
#include "test.h"

#include "base/random.h"
#include "formula/automaton/hoa.h"
#include "formula/automaton/strength.h"
#include "formula/ltl/classify.h"
#include "formula/ltl/ltl_automaton.h"
#include "formula/parser.h"
#include "oracle/random_formula.h"

TEST(an_automaton_survives_the_way_to_a_file_and_back) {
  Random random = {5};
  for (unsigned n = 0; n < test_cases(100); n++) {
    Formulas *formulas = formulas_new();
    Labels *labels = labels_new();
    U32Vec atoms = {0};
    Error error = {0};
    Text text = {0}, again = {0};
    formula_atom(formulas, "p");
    formula_atom(formulas, "say \"q\"");
    vec_push(&atoms, 0);
    vec_push(&atoms, 1);
    FormulaShape shape = {.depth = 4, .temporal = 5};
    Formula f = random_ltl(formulas, &random, shape);
    LtlAutomatonOptions options = {.state_based = n & 1};
    Automaton *automaton = ltl_automaton(formulas, f, options, labels, &atoms, &error);
    hoa_write(automaton, formulas, "name", &text);
    Automaton *read = hoa_read(formulas, labels, NULL, text.data, &error);
    if (!read) test_fail(__FILE__, __LINE__, "%s\n%s", error.message, text.data);
    read->state_based = automaton->state_based;
    hoa_write(read, formulas, "name", &again);
    CHECK_TEXT(again.data, text.data);
    text_free(&text);
    text_free(&again);
    automaton_free(automaton);
    automaton_free(read);
    vec_free(&atoms);
    labels_free(labels);
    formulas_free(formulas);
  }
}

/* The word (ab)^w as an automaton; bit v of a letter is variable v. */
static Automaton *two_letters(Labels *labels, const U32Vec *atoms, unsigned a, unsigned b) {
  Automaton *automaton = automaton_new(labels, atoms);
  automaton->states = 2;
  for (uint32_t s = 0; s < 2; s++) {
    Label letter = LABEL_TRUE;
    for (uint32_t v = 0; v < atoms->size; v++) {
      Label literal = label_variable(labels, v);
      if (!((s ? b : a) >> v & 1)) literal = label_not(literal);
      letter = label_and(labels, letter, literal);
    }
    automaton_edge(automaton, s, !s, letter, 0);
  }
  automaton_finish(automaton);
  return automaton;
}

/* Whether the text is an automaton for the formula. */
static void check_means(const char *hoa, const char *formula) {
  Formulas *formulas = formulas_new();
  Labels *labels = labels_new();
  Error error = {0};
  Automaton *read = hoa_read(formulas, labels, "file.hoa", hoa, &error);
  if (!read) test_fail(__FILE__, __LINE__, "%s", error.message);
  Formula f = formula_parse(formulas, LOGIC_LTL, formula, &error);
  LtlAutomatonOptions itself = {.negate = false}, negated = {.negate = true};
  Automaton *yes = ltl_automaton(formulas, f, itself, labels, &read->atoms, &error);
  Automaton *no = ltl_automaton(formulas, f, negated, labels, &read->atoms, &error);
  CHECK(automaton_disjoint(read, no));
  CHECK(automaton_is_empty(yes) == automaton_is_empty(read));
  unsigned letters = 1u << read->atoms.size;
  for (unsigned i = 0; i < letters * letters; i++) {
    Automaton *word = two_letters(labels, &read->atoms, i / letters, i % letters);
    CHECK(automaton_disjoint(yes, word) == automaton_disjoint(read, word));
    automaton_free(word);
  }
  automaton_free(yes);
  automaton_free(no);
  automaton_free(read);
  labels_free(labels);
  formulas_free(formulas);
}

TEST(automata_of_other_tools_are_understood) {
  /* aliases, comments, names of states, state-based acceptance, headers for people */
  check_means("HOA: v1\nname: \"GFa & GF(b & c)\"\nStart: 0\n"
              "acc-name: generalized-Buchi 2\nAcceptance: 2 (Inf(0) & Inf(1))\n"
              "AP: 3 \"a\" \"b\" \"c\"\nAlias: @both 1&2\ntool: \"other\"\n--BODY--\n"
              "State: 0 \"only\"\n[!0 & !@both] 0 /* neither */ [0&!@both] 0 {0}\n"
              "[!0 & @both] 0 {1}\n[0&@both] 0 {0 1}\n--END--\n",
              "G F a & G F (b & c)");
  check_means("HOA: v1 States: 2 Start: 0 AP: 1 \"p\" Acceptance: 1 Inf(0) --BODY--\n"
              "State: 0 [!0] 0 [0] 1 State: 1 {0} [!0] 0 [0] 1 --END--",
              "G F p");
  /* implicit labels */
  check_means("HOA: v1 States: 2 Start: 0 AP: 2 \"a\" \"b\" acc-name: Buchi Acceptance: 1 Inf(0)\n"
              "properties: implicit-labels deterministic\n--BODY--\nState: 0 0 1 0 1\n"
              "State: 1 {0} 0 1 0 1\n--END--",
              "G F a");
  /* labels on states, several initial states */
  check_means("HOA: v1 States: 2 Start: 0 Start: 1 AP: 1 \"a\" Acceptance: 0 t --BODY--\n"
              "State: [0] 0 1 State: [!0] 1 0 --END--",
              "G (a <-> X !a)");
  /* complemented sets, and sets that are not used */
  check_means("HOA: v1 States: 1 Start: 0 AP: 1 \"a\" Acceptance: 2 Inf(!1) --BODY--\n"
              "State: 0 [0] 0 {0} [!0] 0 {0 1} --END--",
              "G F a");
  check_means("HOA: v1 States: 1 Start: 0 AP: 0 Acceptance: 0 f --BODY--\nState: 0 [t] 0\n--END--",
              "false");
  check_means("HOA: v1 States: 0 AP: 0 Acceptance: 0 t --BODY-- --END--", "false");
}

TEST(wrong_files_are_refused_with_a_reason) {
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"", "expected 'HOA: v1'"},
      {"HOA: v2", "only version v1 of the format is known"},
      {"HOA: v1 --BODY--", "there is no acceptance condition"},
      {"HOA: v1 Acceptance: 2 Fin(0) & Inf(1) --BODY-- --END--",
       "only Büchi and generalized Büchi acceptance is supported: Inf(0)&Inf(1)..."},
      {"HOA: v1 Acceptance: 2 Inf(0) | Inf(1) --BODY-- --END--",
       "only Büchi and generalized Büchi acceptance is supported: Inf(0)&Inf(1)..."},
      {"HOA: v1 Acceptance: 1 Inf(1) --BODY-- --END--", "this number is too large"},
      {"HOA: v1 Start: 0&1 Acceptance: 0 t", "alternating automata are not supported"},
      {"HOA: v1 Foo: 1", "this header is not known"},
      {"HOA: v1 States: 1 Start: 0 Acceptance: 0 t --BODY-- State: 0 [0] 0 --END--",
       "there is no such atomic proposition"},
      {"HOA: v1 States: 1 Start: 0 Acceptance: 0 t --BODY-- State: 0 [t] 1 --END--",
       "this number is too large"},
      {"HOA: v1 States: 1 Start: 0 Acceptance: 0 t --BODY-- State: 0 [t] 0",
       "expected 'State:' or --END--"},
      {"HOA: v1 AP: 1 \"a\" Alias: @x @y", "this alias is not defined"},
      {"HOA: v1 AP: 1 a", "expected an atomic proposition in quotes"},
      {"HOA: v1 AP: 2 \"a\"", "expected an atomic proposition in quotes"},
      {"HOA: v1 AP: 2 \"a\" \"a\"", "an atomic proposition occurs twice"},
      {"HOA: v1 States: 1 Start: 3 Acceptance: 0 t --BODY-- --END--",
       "an initial state that does not exist"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Formulas *formulas = formulas_new();
    Labels *labels = labels_new();
    Error error = {0};
    CHECK(!hoa_read(formulas, labels, NULL, rows[i].text, &error));
    CHECK_TEXT(error.message, rows[i].message);
    error_free(&error);
    labels_free(labels);
    formulas_free(formulas);
  }
}

TEST(formulas_are_classified_by_form_and_by_automaton) {
  static const struct {
    const char *text, *form, *automaton;
    Strength strength;
  } rows[] = {
      {"p & X q", "safety and guarantee", "safety and guarantee", STRENGTH_TERMINAL},
      {"G (p -> X q)", "safety", "safety", STRENGTH_WEAK},
      {"F (p & X q)", "guarantee", "guarantee", STRENGTH_TERMINAL},
      {"G p | F q", "obligation", "obligation", STRENGTH_WEAK},
      {"G F p", "recurrence", "recurrence", STRENGTH_STRONG},
      {"G (p -> F q)", "recurrence", "recurrence", STRENGTH_STRONG},
      {"F G p", "persistence", "persistence", STRENGTH_WEAK},
      {"G F p -> G F q", "reactivity", "reactivity", STRENGTH_STRONG},
      {"G (p -> O q)", "safety", "safety", STRENGTH_WEAK},
      {"G (p | F G q)", "reactivity", "persistence", STRENGTH_WEAK},
      {"p & F !p & G p", "obligation", "safety and guarantee", STRENGTH_EMPTY},
      {"F (p & G F p)", "reactivity", "recurrence", STRENGTH_STRONG},
      {"p U q", "guarantee", "guarantee", STRENGTH_TERMINAL},
      {"p W q", "safety", "safety", STRENGTH_WEAK},
      {"p R q", "safety", "safety", STRENGTH_WEAK},
      {"p M q", "guarantee", "guarantee", STRENGTH_TERMINAL},
      {"G p U q", "obligation", "obligation", STRENGTH_WEAK},
      {"p U G q", "persistence", "persistence", STRENGTH_WEAK},
      {"p W F q", "obligation", "obligation", STRENGTH_WEAK},
      {"F p R q", "obligation", "obligation", STRENGTH_WEAK},
      {"F p M G q", "obligation", "obligation", STRENGTH_WEAK},
      {"G F p U q", "recurrence", "recurrence", STRENGTH_STRONG},
      {"F G p R q", "persistence", "persistence", STRENGTH_WEAK},
      {"p M G F q", "recurrence", "recurrence", STRENGTH_STRONG},
      {"p W F G q", "persistence", "persistence", STRENGTH_WEAK},
      {"G F p W X q", "recurrence", "recurrence", STRENGTH_STRONG},
      {"(F p) W G q", "recurrence", "recurrence", STRENGTH_STRONG},
      {"G p M F q", "persistence", "persistence", STRENGTH_WEAK},
      {"F G p U G q", "persistence", "persistence", STRENGTH_WEAK},
      {"X G p", "safety", "safety", STRENGTH_WEAK},
      {"p U (q & G F r)", "reactivity", "recurrence", STRENGTH_STRONG},
      {"O p U q", "guarantee", "guarantee", STRENGTH_TERMINAL},
      {"G p R F q", "recurrence", "recurrence", STRENGTH_STRONG},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Formulas *formulas = formulas_new();
    Labels *labels = labels_new();
    U32Vec atoms = {0};
    Error error = {0};
    Formula f = formula_parse(formulas, LOGIC_LTL, rows[i].text, &error);
    LtlAutomatonOptions itself = {.negate = false}, negated = {.negate = true};
    Automaton *yes = ltl_automaton(formulas, f, itself, labels, &atoms, &error);
    Automaton *no = ltl_automaton(formulas, f, negated, labels, &atoms, &error);
    unsigned form = classify_formula(formulas, f);
    CHECK_TEXT(class_name(form), rows[i].form);
    CHECK_TEXT(class_name(classify_automata(yes, no, form)), rows[i].automaton);
    CHECK_TEXT(strength_name(automaton_strength(yes)), strength_name(rows[i].strength));
    automaton_free(yes);
    automaton_free(no);
    labels_free(labels);
    formulas_free(formulas);
  }
}

/* Two states, of which the first accepts nothing; the second has loops with one mark each. */
static Automaton *small_automaton(Labels *labels, const U32Vec *atoms, bool on_states) {
  Automaton *automaton = automaton_new(labels, atoms);
  Label p = label_variable(labels, 0), q = label_variable(labels, 1);
  automaton->states = 2;
  automaton->sets = on_states ? 1 : 2;
  automaton->state_based = on_states;
  automaton_edge(automaton, 0, 1, label_or(labels, p, label_not(q)), 0);
  automaton_edge(automaton, 0, 0, LABEL_TRUE, 0);
  automaton_edge(automaton, 1, 1, p, on_states ? 1 : 3);
  if (!on_states) automaton_edge(automaton, 1, 1, label_and(labels, q, label_not(p)), 2);
  automaton_finish(automaton);
  return automaton;
}

TEST(automata_are_written_as_pictures_and_as_hoa) {
  static const char *const pictures[] = {
      "digraph automaton {\n"
      "  rankdir=LR;\n"
      "  node [fontname=\"sans-serif\", shape=circle];\n"
      "  edge [fontname=\"sans-serif\"];\n"
      "  label=\"a \\\"name\\\"\";\n"
      "  start [shape=point, label=\"\"];\n"
      "  start -> s0;\n"
      "  s0 [label=\"0\"];\n"
      "  s0 -> s0 [label=\"true\"];\n"
      "  s0 -> s1 [label=\"p | !say \\\"q\\\"\"];\n"
      "  s1 [label=\"1\", style=filled, fillcolor=gray92];\n"
      "  s1 -> s1 [label=\"!p&say \\\"q\\\"\\n{1}\"];\n"
      "  s1 -> s1 [label=\"p\\n{0 1}\"];\n"
      "}\n",
      "digraph automaton {\n"
      "  rankdir=LR;\n"
      "  node [fontname=\"sans-serif\", shape=circle];\n"
      "  edge [fontname=\"sans-serif\"];\n"
      "  start [shape=point, label=\"\"];\n"
      "  start -> s0;\n"
      "  s0 [label=\"0\"];\n"
      "  s0 -> s0 [label=\"true\"];\n"
      "  s0 -> s1 [label=\"p | !say \\\"q\\\"\"];\n"
      "  s1 [label=\"1\", shape=doublecircle, style=filled, fillcolor=gray92];\n"
      "  s1 -> s1 [label=\"p\"];\n"
      "}\n",
  };
  static const char *const heads[] = {
      "HOA: v1\n"
      "name: \"a \\\"name\\\"\"\n"
      "States: 2\n"
      "Start: 0\n"
      "AP: 2 \"p\" \"say \\\"q\\\"\"\n"
      "acc-name: generalized-Buchi 2\n"
      "Acceptance: 2 Inf(0)&Inf(1)\n",
      "HOA: v1\n"
      "States: 2\n"
      "Start: 0\n"
      "AP: 2 \"p\" \"say \\\"q\\\"\"\n"
      "acc-name: Buchi\n"
      "Acceptance: 1 Inf(0)\n",
  };
  static const char *const rests[] = {
      "properties: trans-labels explicit-labels trans-acc\n"
      "--BODY--\n"
      "State: 0\n"
      "[t] 0\n"
      "[0 | !1] 1\n"
      "State: 1\n"
      "[!0&1] 1 {1}\n"
      "[0] 1 {0 1}\n"
      "--END--\n",
      "properties: trans-labels explicit-labels state-acc\n"
      "--BODY--\n"
      "State: 0\n"
      "[t] 0\n"
      "[0 | !1] 1\n"
      "State: 1 {0}\n"
      "[0] 1\n"
      "--END--\n",
  };
  for (int on_states = 0; on_states < 2; on_states++) {
    Formulas *formulas = formulas_new();
    Labels *labels = labels_new();
    U32Vec atoms = {0};
    formula_atom(formulas, "p");
    formula_atom(formulas, "say \"q\"");
    vec_push(&atoms, 0);
    vec_push(&atoms, 1);
    Automaton *automaton = small_automaton(labels, &atoms, on_states);
    Text picture = {0}, file = {0};
    dot_write(automaton, formulas, on_states ? NULL : "a \"name\"", &picture);
    hoa_write(automaton, formulas, on_states ? NULL : "a \"name\"", &file);
    CHECK_TEXT(picture.data, pictures[on_states]);
    CHECK(!strncmp(file.data, heads[on_states], strlen(heads[on_states])));
    CHECK_TEXT(strstr(file.data, "properties:"), rests[on_states]);
    text_free(&picture);
    text_free(&file);
    automaton_free(automaton);
    vec_free(&atoms);
    labels_free(labels);
    formulas_free(formulas);
  }
}
