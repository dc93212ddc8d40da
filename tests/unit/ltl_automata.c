/* Automata against their formulas: random words are judged by the oracle's direct semantics and by
 * the automaton; a formula and its negation share no word and leave none out. */
#include "test.h"

#include "base/random.h"
#include "formula/ltl_automaton.h"
#include "formula/parser.h"
#include "formula/past.h"
#include "formula/reduce_automaton.h"
#include "formula/translate.h"
#include "oracle/ltl_oracle.h"
#include "oracle/random_formula.h"

typedef struct {
  Formulas *formulas;
  Rewriter *rewriter;
  Labels *labels;
  U32Vec atoms;
} Bench;

static Bench bench_new(const char *const *atoms, size_t count) {
  Bench bench = {.formulas = formulas_new(), .labels = labels_new()};
  bench.rewriter = rewriter_new(bench.formulas);
  for (size_t i = 0; i < count; i++) {
    formula_atom(bench.formulas, atoms[i]);
    vec_push(&bench.atoms, (uint32_t)i);
  }
  return bench;
}

static void bench_free(Bench *bench) {
  rewriter_free(bench->rewriter);
  labels_free(bench->labels);
  formulas_free(bench->formulas);
  vec_free(&bench->atoms);
}

static const char *text_of(const Formulas *formulas, Formula f) {
  static Text text;
  text_clear(&text);
  formula_print(formulas, f, &text);
  return text.data;
}

static LassoWord random_word_of(Random *random, const Formulas *formulas) {
  LassoWord word = {.length = 1 + random_below(random, 6)};
  word.loop = random_below(random, (uint32_t)word.length);
  word.atoms = mem_array(formulas->atoms.size, sizeof *word.atoms);
  for (size_t a = 0; a < formulas->atoms.size; a++) {
    word.atoms[a] = bits_new(word.length);
    for (size_t i = 0; i < word.length; i++)
      if (random_chance(random, 1, 2)) bits_set(&word.atoms[a], i);
  }
  return word;
}

/* The word as an automaton: a chain that returns to its loop. */
static Automaton *automaton_of_word(const LassoWord *word, Labels *labels, const U32Vec *atoms) {
  Automaton *automaton = automaton_new(labels, atoms);
  automaton->states = (uint32_t)word->length;
  for (uint32_t i = 0; i < word->length; i++) {
    Label letter = LABEL_TRUE;
    for (uint32_t v = 0; v < atoms->size; v++) {
      Label literal = label_variable(labels, v);
      if (!bits_get(&word->atoms[atoms->data[v]], i)) literal = label_not(labels, literal);
      letter = label_and(labels, letter, literal);
    }
    automaton_edge(automaton, i, (uint32_t)(i + 1 < word->length ? i + 1 : word->loop), letter, 0);
  }
  automaton_finish(automaton);
  return automaton;
}

static bool accepts(const Automaton *automaton, const LassoWord *word) {
  Automaton *chain = automaton_of_word(word, automaton->labels, &automaton->atoms);
  bool rejected = automaton_disjoint(automaton, chain);
  automaton_free(chain);
  return !rejected;
}

static void check_words(Bench *bench, Random *random, const Automaton *automaton, Formula f,
                        bool negated, unsigned words, const char *what) {
  for (unsigned i = 0; i < words; i++) {
    LassoWord word = random_word_of(random, bench->formulas);
    bool expected = ltl_oracle_word(bench->formulas, f, &word) != negated;
    if (accepts(automaton, &word) != expected)
      test_fail(__FILE__, __LINE__, "%s: %s%s should %s a word of length %zu, loop %zu", what,
                negated ? "! " : "", text_of(bench->formulas, f), expected ? "accept" : "reject",
                word.length, word.loop);
    lasso_word_free(&word, bench->formulas);
  }
}

static const char *const names[] = {"p", "q", "r"};

static Formula random_future(Bench *bench, Random *random) {
  FormulaShape shape = {.depth = 2 + random_below(random, 4), .temporal = 6};
  return random_ltl(bench->formulas, random, shape);
}

TEST(rewriting_keeps_the_meaning) {
  Random random = {7};
  for (unsigned n = 0; n < test_cases(1500); n++) {
    Bench bench = bench_new(names, 3);
    Formula f = random_future(&bench, &random);
    for (int negate = 0; negate < 2; negate++) {
      Formula g = rewriter_simplify(bench.rewriter, f, negate);
      for (int i = 0; i < 30; i++) {
        LassoWord word = random_word_of(&random, bench.formulas);
        bool before = ltl_oracle_word(bench.formulas, f, &word) != negate;
        if (ltl_oracle_word(bench.formulas, g, &word) != before ||
            ltl_oracle_word(bench.formulas, rewriter_gather(bench.rewriter, g, i & 1), &word) !=
                before)
          test_fail(__FILE__, __LINE__, "%s %s became something else", negate ? "!" : "",
                    text_of(bench.formulas, f));
        lasso_word_free(&word, bench.formulas);
      }
    }
    bench_free(&bench);
  }
}

TEST(every_construction_accepts_what_the_formula_says) {
  Random random = {8};
  for (unsigned n = 0; n < test_cases(250); n++) {
    Bench bench = bench_new(names, 3);
    Formula f = random_future(&bench, &random), nnf = formula_nnf(bench.formulas, f, false);
    for (Branching branching = BRANCH_LETTERS; branching <= BRANCH_LATER; branching++) {
      Automaton *automaton = automaton_translate(bench.formulas, nnf, bench.labels, &bench.atoms,
                                                 branching, 2000);
      if (!automaton) continue;
      check_words(&bench, &random, automaton, f, false, 20, "translated");
      automaton_prune(automaton);
      check_words(&bench, &random, automaton, f, false, 20, "pruned");
      automaton_merge_equal(automaton);
      check_words(&bench, &random, automaton, f, false, 20, "bisimulation");
      for (int step = 0; step < 4; step++) {
        Automaton *copy = automaton_copy(automaton);
        automaton_simulate(copy, step & 1, step & 2);
        check_words(&bench, &random, copy, f, false, 20, "simulation");
        automaton_free(copy);
      }
      automaton_reduce(automaton);
      check_words(&bench, &random, automaton, f, false, 20, "reduced");
      automaton_free(automaton);
    }
    bench_free(&bench);
  }
}

TEST(a_formula_and_its_negation_share_no_word_and_miss_none) {
  Random random = {9};
  for (unsigned n = 0; n < test_cases(300); n++) {
    Bench bench = bench_new(names, 3);
    Error error = {0};
    Formula f = random_future(&bench, &random);
    Automaton *yes[2], *no[2];
    for (int states = 0; states < 2; states++) {
      yes[states] = automaton_of_formula(bench.rewriter, f, false, states, bench.labels,
                                         &bench.atoms, &error);
      no[states] = automaton_of_formula(bench.rewriter, f, true, states, bench.labels,
                                        &bench.atoms, &error);
      CHECK(yes[states] && no[states]);
      check_words(&bench, &random, yes[states], f, false, 20, states ? "states" : "transitions");
      check_words(&bench, &random, no[states], f, true, 20, states ? "states" : "transitions");
    }
    for (int i = 0; i < 4; i++)
      if (!automaton_disjoint(yes[i & 1], no[i >> 1]))
        test_fail(__FILE__, __LINE__, "a word for both: %s", text_of(bench.formulas, f));
    for (int i = 0; i < 2; i++) {
      automaton_free(yes[i]);
      automaton_free(no[i]);
    }
    bench_free(&bench);
  }
}

TEST(state_based_automata_mark_states) {
  Random random = {10};
  for (unsigned n = 0; n < test_cases(100); n++) {
    Bench bench = bench_new(names, 3);
    Error error = {0};
    Formula f = random_future(&bench, &random);
    Automaton *automaton = automaton_of_formula(bench.rewriter, f, false, true, bench.labels,
                                                &bench.atoms, &error);
    CHECK(automaton->state_based && automaton->sets <= 1);
    for (uint32_t s = 0; s < automaton->states; s++)
      for (EACH_EDGE(automaton, s, edge))
        CHECK(edge->marks == automaton->edges.data[automaton->first[s]].marks);
    automaton_free(automaton);
    bench_free(&bench);
  }
}

TEST(past_operators_are_part_of_the_automaton) {
  Random random = {11};
  unsigned with_past = 0;
  for (unsigned n = 0; n < test_cases(300); n++) {
    Bench bench = bench_new(names, 2);
    FormulaShape shape = {.depth = 2 + random_below(&random, 3), .temporal = 4, .past = true};
    Formula f = random_ltl(bench.formulas, &random, shape);
    with_past += formula_has_past(bench.formulas, f);
    for (int way = 0; way < 4; way++) {
      Error error = {0};
      LtlAutomatonOptions options = {.negate = way & 1, .state_based = way & 2};
      Automaton *automaton =
          ltl_automaton(bench.formulas, f, options, bench.labels, &bench.atoms, &error);
      CHECK(automaton);
      check_words(&bench, &random, automaton, f, way & 1, 15, "past");
      automaton_free(automaton);
    }
    bench_free(&bench);
  }
  CHECK(with_past > test_cases(300) / 4);
}

TEST(large_formulas_are_translated_or_refused_but_never_overflow) {
  static const struct {
    const char *piece;
    unsigned closing; /* parentheses that each piece opens */
  } shapes[] = {{"(p%u | X(q%u & G", 2}, {"(p%u -> F q%u) & ", 0}, {"(p%u U (q%u W ", 2}};
  for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
    Formulas *formulas = formulas_new();
    Labels *labels = labels_new();
    U32Vec atoms = {0};
    Error error = {0};
    Text text = {0};
    for (unsigned i = 0; i < 5000; i++) text_format(&text, shapes[shape].piece, i % 50, i % 70);
    text_add(&text, " p ");
    for (unsigned i = 0; i < 5000 * shapes[shape].closing; i++) text_char(&text, ')');
    Formula f = formula_parse(formulas, LOGIC_LTL, text.data, &error);
    CHECK(f != FORMULA_NONE);
    LtlAutomatonOptions options = {.negate = shape & 1};
    Automaton *automaton = ltl_automaton(formulas, f, options, labels, &atoms, &error);
    CHECK((automaton == NULL) == (error.message != NULL));
    automaton_free(automaton);
    error_free(&error);
    text_free(&text);
    labels_free(labels);
    formulas_free(formulas);
  }
}
