/* Automata against their formulas: random words are judged by the oracle's direct semantics and by
 * the automaton; a formula and its negation share no word and leave none out. */
#include "test.h"

#include "base/random.h"
#include "formula/automaton/reduce_automaton.h"
#include "formula/ltl/ltl_automaton.h"
#include "formula/ltl/past.h"
#include "formula/ltl/translate.h"
#include "formula/parser.h"
#include "oracle/lasso_automaton.h"
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
        LassoWord word = random_lasso_word(&random, bench.formulas);
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

/* A rewriter that is deep in rules already leaves the rest as it is. */
TEST(a_rewriter_that_is_tired_keeps_the_meaning) {
  Random random = {14};
  for (unsigned n = 0; n < test_cases(1000); n++) {
    Bench bench = bench_new(names, 3);
    Formula f = random_future(&bench, &random);
    bench.rewriter->depth = 60 - n % 4;
    Formula g = rewriter_simplify(bench.rewriter, f, n & 1);
    for (int i = 0; i < 10; i++) {
      LassoWord word = random_lasso_word(&random, bench.formulas);
      if (ltl_oracle_word(bench.formulas, g, &word) !=
          (ltl_oracle_word(bench.formulas, f, &word) != (n & 1)))
        test_fail(__FILE__, __LINE__, "%s became something else", text_of(bench.formulas, f));
      lasso_word_free(&word, bench.formulas);
    }
    bench_free(&bench);
  }
}

/* Each rule of the comments in rewrite.c where it is needed: what is not rewritten means the same,
 * and no other test would miss it. */
TEST(rewriting_makes_formulas_smaller) {
  static const char *const cases[][2] = {
      {"(G F p) U q", "q | (G F p & F q)"},
      {"p U (q & G F r)", "G F r & (p U q)"},
      {"p U (q | F r)", "F r | (p U q)"},
      {"p U (p U q)", "p U q"},
      {"(r U q) U q", "r U q"},
      {"p U (q | G p)", "p W q"},
      {"X p U X q", "X (p U q)"},
      {"(G F p) U X q", "X (q | (G F p & F q))"},
      {"X (p & G F q)", "G F q & X p"},
      {"F p & F (p | q)", "F p"},
      {"F (p & G F q)", "G F q & F p"},
      {"F (q & F G p)", "F G p & F q"},
      {"G (p | G F q)", "G F q | G p"},
      {"F G (p | F q)", "G F q | F G p"},
      {"G p & F (p & q)", "G p & F q"},
      {"G p & F (!p | q) & F (q | r)", "G p & F q"},
      {"G p & q & (p -> (F q & F r))", "q & G p & F r"},
      {"F (p | q) & F p & r", "r & F p"},
      {"G F p & F G !p", "false"},
      {"p & (X q | F p)", "p"},
      {"(p | q) U (p U r)", "(p | q) U r"},
      {"(p & q) U (p U r)", "p U r"},
      {"(p | q) W (p W r)", "(p | q) W r"},
      {"(p & q) W (p W r)", "p W r"},
      {"(r W q) W q", "r W q"},
      {"(r W q) U q", "r U q"},
      {"(p W q) & F q", "p U q"},
      {"(q R p) & F q", "q M p"},
      {"p & X G p", "G p"},
      {"(p U r) & (q W r)", "(p & q) U r"},
      {"(r M p) & (r R q)", "r M (p & q)"},
      {"F G p & F G q", "F G (p & q)"},
      {"X p & X q", "X (p & q)"},
      {"G p & G q", "G (p & q)"},
      {"p W F q", "F q | G p"},
      {"G p W q", "q | G p"},
      {"p W !p", "true"},
      {"p U !p", "F !p"},
      {"p R (p R q)", "p R q"},
      {"(p & q) R (p R r)", "(p & q) R r"},
      {"X p W X q", "X (p W q)"},
      {"X p R X q", "X (p R q)"},
      {"X p M X q", "X (p M q)"},
      {"p W (q | G F r)", "G F r | (p W q)"},
      {"p W (q & G F r)", "p W (q & G F r)"},
      {"(G F p) W q", "q | G F p"},
      {"F G (p & X q)", "F G (p & q)"},
      {"G F (p | X q)", "G F (p | q)"},
      {"p R (q & G r)", "G r & (p R q)"},
      {"p R (q & F G r)", "F G r & (p R q)"},
      {"p M q | G q", "p R q"},
      {"(p W q) | F p", "q | F p"},
      {"(p U q) | (p U r)", "p U (q | r)"},
      {"(p R q) & (p R r)", "p R (q & r)"},
      {"p | X F p", "F p"},
      {"G (p & X q)", "G (p & X q)"},
      {"X (G F p)", "G F p"},
      {"F X p & G X q", "X (F p & G q)"},
      {"!(p W q)", "!p M !q"},
      {"p U (q U (p U r))", "p U (q U (p U r))"},
      {"F (p U q)", "F q"},
      {"G (p R q)", "G q"},
      {"(p | F q) & G F q", "G F q"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Bench bench = bench_new(names, 3);
    Error error = {0};
    Formula f = formula_parse(bench.formulas, LOGIC_LTL, cases[i][0], &error);
    CHECK(f != FORMULA_NONE);
    f = rewriter_simplify(bench.rewriter, f, false);
    CHECK_TEXT(text_of(bench.formulas, f), cases[i][1]);
    bench_free(&bench);
  }
}

TEST(every_construction_accepts_what_the_formula_says) {
  Random random = {8};
  for (unsigned n = 0; n < test_cases(250); n++) {
    Bench bench = bench_new(names, 3);
    Formula f = random_future(&bench, &random), nnf = formula_nnf(bench.formulas, f, false);
    for (Branching branching = BRANCH_LETTERS; branching <= BRANCH_LATER; branching++) {
      Automaton *automaton =
          automaton_translate(bench.formulas, nnf, bench.labels, &bench.atoms, branching, 2000);
      if (!automaton) continue;
      check_random_words(&random, bench.formulas, f, false, automaton, 20, "translated");
      automaton_prune(automaton);
      check_random_words(&random, bench.formulas, f, false, automaton, 20, "pruned");
      automaton_merge_equal(automaton);
      check_random_words(&random, bench.formulas, f, false, automaton, 20, "bisimulation");
      for (int step = 0; step < 4; step++) {
        Automaton *copy = automaton_copy(automaton);
        automaton_simulate(copy, step & 1, step & 2);
        check_random_words(&random, bench.formulas, f, false, copy, 20, "simulation");
        automaton_free(copy);
      }
      automaton_reduce(automaton);
      check_random_words(&random, bench.formulas, f, false, automaton, 20, "reduced");
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
      no[states] =
          automaton_of_formula(bench.rewriter, f, true, states, bench.labels, &bench.atoms, &error);
      CHECK(yes[states] && no[states]);
      const char *what = states ? "states" : "transitions";
      check_random_words(&random, bench.formulas, f, false, yes[states], 20, what);
      check_random_words(&random, bench.formulas, f, true, no[states], 20, what);
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
    Automaton *automaton =
        automaton_of_formula(bench.rewriter, f, false, true, bench.labels, &bench.atoms, &error);
    CHECK(automaton->state_based && automaton->sets <= 1);
    for (uint32_t s = 0; s < automaton->states; s++)
      for (EACH_EDGE(automaton, s, edge))
        CHECK(edge->marks == automaton->edges.data[automaton->first[s]].marks);
    automaton_free(automaton);
    bench_free(&bench);
  }
}

/* What stands for a past operator is no atom of the formula, whatever that is called. */
TEST(monitors_have_names_of_their_own) {
  Bench bench = bench_new(names, 1);
  Error error = {0};
  Formula f = formula_parse(bench.formulas, LOGIC_LTL, "G O F p", &error);
  PastForm once = past_eliminate(bench.formulas, f), again = past_eliminate(bench.formulas, f);
  CHECK(once.monitors.size == 1 && once.guesses.size == 1);
  CHECK(again.monitors.size == 1 && again.guesses.size == 1);
  CHECK(again.monitors.data[0].atom != once.monitors.data[0].atom);
  CHECK(again.guesses.data[0] != once.guesses.data[0]);
  past_free(&once);
  past_free(&again);
  bench_free(&bench);
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
      check_random_words(&random, bench.formulas, f, way & 1, automaton, 15, "past");
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

/* States, edges and marks. */
static void add_size(const Automaton *automaton, Text *sizes) {
  unsigned marks = 0;
  for (size_t i = 0; i < automaton->edges.size; i++)
    marks += (unsigned)__builtin_popcountll(automaton->edges.data[i].marks);
  text_format(sizes, "%s%u %zu %u", sizes->size ? ", " : "", automaton->states,
              automaton->edges.size, marks);
}

/* Nothing becomes larger by a flaw that keeps the language: the size after the translation, pruned,
 * with equal states merged, with the states merged that answer for each other forward and backward,
 * as small as all of it together makes it, and with one acceptance set on states. */
TEST(constructions_and_reductions_give_what_they_gave) {
  static const struct {
    const char *text;
    Branching branching;
    const char *sizes;
  } cases[] = {
      {"p U (q U r)", BRANCH_LETTERS, "3 6 9, 3 6 1, 3 6 1, 3 6 1, 3 6 4, 3 6 1, 3 6 1"},
      {"p U (q U r)", BRANCH_COVER, "3 6 9, 3 6 1, 3 6 1, 3 6 1, 3 6 4, 3 6 1, 3 6 1"},
      {"p U (q U r)", BRANCH_LATER, "3 6 9, 3 6 1, 3 6 1, 3 6 1, 3 6 4, 3 6 1, 3 6 1"},
      {"G (p -> X (q U r))", BRANCH_LETTERS, "2 5 4, 2 5 4, 2 5 4, 2 5 4, 2 5 4, 2 5 4, 3 8 5"},
      {"G (p -> X (q U r))", BRANCH_COVER, "2 5 4, 2 5 4, 2 5 4, 2 5 4, 2 5 4, 2 5 4, 3 8 5"},
      {"G (p -> X (q U r))", BRANCH_LATER, "2 5 4, 2 5 4, 2 5 4, 2 5 4, 2 5 4, 2 5 4, 3 8 5"},
      {"G F p & G F q", BRANCH_LETTERS, "1 4 4, 1 4 4, 1 4 4, 1 4 4, 1 4 4, 1 4 4, 3 8 3"},
      {"G F p & G F q", BRANCH_COVER, "1 4 4, 1 4 4, 1 4 4, 1 4 4, 1 4 4, 1 4 4, 3 8 3"},
      {"G F p & G F q", BRANCH_LATER, "1 4 4, 1 4 4, 1 4 4, 1 4 4, 1 4 4, 1 4 4, 3 8 3"},
      {"F (p & X G q) | r", BRANCH_LETTERS, "4 7 5, 4 7 2, 4 7 2, 4 7 2, 4 7 6, 4 7 2, 4 7 2"},
      {"F (p & X G q) | r", BRANCH_COVER, "4 7 5, 4 7 2, 4 7 2, 4 7 2, 4 7 6, 4 7 2, 4 7 2"},
      {"F (p & X G q) | r", BRANCH_LATER, "4 7 5, 4 7 2, 4 7 2, 4 7 2, 4 7 6, 4 7 2, 4 7 2"},
      {"(G F p -> G F q) & F r", BRANCH_LETTERS,
       "7 23 50, 7 19 2, 7 19 2, 6 15 2, 6 17 13, 4 8 2, 5 10 3"},
      {"(G F p -> G F q) & F r", BRANCH_COVER,
       "7 23 50, 7 19 2, 7 19 2, 6 15 2, 6 17 13, 4 8 2, 5 10 3"},
      {"(G F p -> G F q) & F r", BRANCH_LATER,
       "9 37 84, 9 30 3, 9 30 3, 9 28 3, 9 28 22, 8 22 3, 9 24 6"},
      {"(p R (q | X p)) & F G r", BRANCH_LETTERS,
       "8 24 16, 8 24 2, 8 24 2, 8 21 2, 8 24 22, 8 18 2, 8 18 5"},
      {"(p R (q | X p)) & F G r", BRANCH_COVER,
       "8 24 16, 8 24 2, 8 24 2, 8 21 2, 8 22 20, 8 18 2, 8 18 5"},
      {"(p R (q | X p)) & F G r", BRANCH_LATER,
       "8 24 16, 8 24 2, 8 24 2, 8 21 2, 8 24 22, 8 18 2, 8 18 5"},
      {"G (p | X (q R !r)) U q", BRANCH_LETTERS,
       "6 15 10, 6 15 5, 6 15 5, 6 15 5, 6 15 13, 6 15 5, 6 15 5"},
      {"G (p | X (q R !r)) U q", BRANCH_LATER,
       "6 15 10, 6 15 5, 6 15 5, 6 15 5, 6 15 13, 6 15 5, 6 15 5"},
      {"F (p & X (q & X F r)) & G F (p | X q)", BRANCH_LETTERS,
       "7 29 66, 7 22 4, 7 22 4, 5 11 4, 7 15 9, 5 11 4, 6 14 6"},
      {"F (p & X (q & X F r)) & G F (p | X q)", BRANCH_LATER,
       "7 29 66, 7 22 4, 7 22 4, 5 11 4, 7 15 9, 5 11 4, 6 14 6"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Bench bench = bench_new(names, 3);
    Error error = {0};
    Text sizes = {0};
    Formula f = formula_parse(bench.formulas, LOGIC_LTL, cases[i].text, &error);
    Formula nnf = formula_nnf(bench.formulas, f, false);
    Automaton *automaton = automaton_translate(bench.formulas, nnf, bench.labels, &bench.atoms,
                                               cases[i].branching, 2000);
    add_size(automaton, &sizes);
    automaton_prune(automaton);
    add_size(automaton, &sizes);
    automaton_merge_equal(automaton);
    add_size(automaton, &sizes);
    for (int forward = 1; forward >= 0; forward--) {
      Automaton *copy = automaton_copy(automaton);
      automaton_simulate(copy, forward, !forward);
      add_size(copy, &sizes);
      automaton_free(copy);
    }
    automaton_reduce(automaton);
    add_size(automaton, &sizes);
    Automaton *on_states = automaton_degeneralize(automaton);
    add_size(on_states, &sizes);
    CHECK_TEXT(sizes.data, cases[i].sizes);
    automaton_free(on_states);
    automaton_free(automaton);
    text_free(&sizes);
    bench_free(&bench);
  }
}

/* The smallest of all constructions: a formula, its negation, and both with marks on states. */
TEST(automata_of_formulas_are_as_small_as_they_were) {
  static const char *const cases[][2] = {
      {"p U (q U r)", "3 6 1, 3 6 0, 3 6 1, 3 6 0"},
      {"(p U q) U r", "4 10 1, 3 6 0, 4 10 1, 3 6 0"},
      {"G (p -> F q)", "2 4 2, 2 3 1, 2 4 2, 2 3 1"},
      {"G F p -> G F q", "3 6 2, 2 4 1, 4 8 3, 3 6 2"},
      {"F p U G q", "3 7 1, 2 4 2, 3 7 1, 3 7 4"},
      {"(G F p | F G q) & (G F q | F G r)", "4 11 9, 3 7 6, 7 17 6, 5 11 4"},
      {"G (p -> X (q U r))", "2 5 4, 3 5 2, 3 8 5, 3 5 3"},
      {"F (p & O q)", "3 6 1, 2 3 0, 3 6 1, 2 3 0"},
      {"G (F p <-> X q)", "4 9 3, 6 11 2, 4 9 4, 6 11 2"},
      {"(p W q) & F (q & X !p)", "4 7 1, 4 8 0, 4 7 1, 4 8 0"},
      {"F G p & G F q & (r U p)", "3 6 1, 5 10 4, 4 8 2, 6 12 8"},
      {"X (p | X q) R r", "4 6 0, 5 8 1, 4 6 0, 5 8 1"},
      {"G (p & X q -> F r) | G F !q", "4 12 16, 4 6 1, 5 14 10, 4 6 1"},
      {"G F (p & X q) & (r U q)", "3 5 1, 5 11 6, 3 6 2, 5 11 8"},
      {"G F (p & X (q U r)) & F p & X q", "4 6 1, 6 11 5, 5 8 2, 6 11 5"},
      {"G F p & F G q & (p U X r)", "4 7 1, 7 13 4, 5 9 2, 8 15 6"},
      {"X (p | (q & X r))", "4 5 0, 4 5 0, 4 5 0, 4 5 0"},
      {"G (p -> X X q)", "4 8 0, 4 5 1, 4 8 0, 4 5 1"},
      {"(G p | F q) & X r", "7 11 2, 5 8 2, 7 11 2, 5 8 2"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Bench bench = bench_new(names, 3);
    Error error = {0};
    Text sizes = {0};
    Formula f = formula_parse(bench.formulas, LOGIC_LTL, cases[i][0], &error);
    for (int way = 0; way < 4; way++) {
      LtlAutomatonOptions options = {.negate = way & 1, .state_based = way & 2};
      Automaton *automaton =
          ltl_automaton(bench.formulas, f, options, bench.labels, &bench.atoms, &error);
      add_size(automaton, &sizes);
      automaton_free(automaton);
    }
    CHECK_TEXT(sizes.data, cases[i][1]);
    text_free(&sizes);
    bench_free(&bench);
  }
}

/* Between two states: what has fewer marks is left for the letters that others do not have. */
TEST(parallel_edges_have_no_letters_that_better_ones_have) {
  Bench bench = bench_new(names, 3);
  Label p = label_variable(bench.labels, 0), q = label_variable(bench.labels, 1);
  Label r = label_variable(bench.labels, 2);
  Automaton *automaton = automaton_new(bench.labels, &bench.atoms);
  automaton->states = 2;
  automaton->sets = 2;
  automaton_edge(automaton, 1, 0, p, 0); /* useless */
  automaton_edge(automaton, 0, 1, p, 1);
  automaton_edge(automaton, 1, 0, p, 3);
  automaton_edge(automaton, 0, 1, q, 1);
  automaton_edge(automaton, 0, 1, label_or(bench.labels, q, r), 0);
  automaton_edge(automaton, 0, 1, p, 2);
  automaton_edge(automaton, 1, 1, p, 0);
  automaton_edge(automaton, 1, 1, LABEL_FALSE, 3);
  automaton_finish(automaton);
  static const struct {
    uint32_t source, target;
    Marks marks;
  } edges[] = {{0, 1, 0}, {0, 1, 1}, {0, 1, 2}, {1, 0, 3}, {1, 1, 0}};
  CHECK_EQUAL(automaton->edges.size, 5);
  for (size_t i = 0; i < 5; i++) {
    const LabelledEdge *edge = automaton->edges.data + i;
    CHECK(edge->source == edges[i].source && edge->target == edges[i].target);
    CHECK_EQUAL(edge->marks, edges[i].marks);
  }
  Label either = label_or(bench.labels, p, q);
  CHECK(automaton->edges.data[0].label == label_minus(bench.labels, r, either));
  CHECK(automaton->edges.data[1].label == either && automaton->edges.data[2].label == p);
  CHECK(automaton->first[0] == 0 && automaton->first[1] == 3 && automaton->first[2] == 5);
  automaton_free(automaton);
  bench_free(&bench);
}

/* F p and G p, with a first state that is not come back to: it is merged with the one that says the
 * same, whether that accepts or not. */
TEST(deterministic_automata_of_obligations_are_minimal) {
  Bench bench = bench_new(names, 1);
  Label p = label_variable(bench.labels, 0), not_p = label_not(p);
  Automaton *eventually = automaton_new(bench.labels, &bench.atoms);
  eventually->states = 3;
  eventually->sets = 1;
  for (uint32_t s = 0; s < 2; s++) {
    automaton_edge(eventually, s, 1, not_p, 0);
    automaton_edge(eventually, s, 2, p, 0);
  }
  automaton_edge(eventually, 2, 2, LABEL_TRUE, 1);
  automaton_finish(eventually);
  Automaton *never = automaton_new(bench.labels, &bench.atoms);
  never->states = 2;
  never->sets = 1;
  automaton_edge(never, 0, 1, not_p, 0);
  automaton_edge(never, 1, 1, not_p, 1);
  automaton_finish(never);
  Automaton *small = automaton_obligation(eventually, never, 10);
  Automaton *other = automaton_obligation(never, eventually, 10);
  CHECK(small && small->states == 2 && automaton_is_deterministic(small));
  CHECK(other && other->states == 2 && automaton_is_deterministic(other));
  CHECK(automaton_disjoint(small, other) && automaton_disjoint(small, never));
  CHECK(automaton_disjoint(other, eventually));
  CHECK(!automaton_obligation(eventually, never, 1));       /* too many states */
  CHECK(!automaton_obligation(eventually, eventually, 10)); /* this is not the negation */
  automaton_free(small);
  automaton_free(other);
  automaton_free(eventually);
  automaton_free(never);
  bench_free(&bench);
}

/* What is true at all times or at none goes under other operators; once more where F f may, too. */
TEST(parts_that_are_always_the_same_are_gathered) {
  static const char *const cases[][3] = {
      {"F p & G F q", "F (p & G F q)", "F (p & G F q)"},
      {"F p | G F q", "F (p | G F q)", "F (p | G F q)"},
      {"G p | G F q", "G (p | G F q)", "G (p | G F q)"},
      {"X F p | F q | G F r", "F (X p | q | G F r)", "F (X p | q | G F r)"},
      {"(p U q) & G F r", "p U (q & G F r)", "p U (q & G F r)"},
      {"(p U q) | G F r", "p U (q | G F r)", "p U (q | G F r)"},
      {"(p W q) | G F r", "p W (q | G F r)", "p W (q | G F r)"},
      {"(p R q) | F G r", "(p R q) | F G r", "p R (q | F G r)"},
      {"(p M q) & F G r", "(p & F G r) M q", "(p & F G r) M q"},
      {"p & X q & G F r", "p & X (q & G F r)", "p & X (q & G F r)"},
      {"p & q & G F r", "p & q & G F r", "p & q & G F r"},
      {"X X F p | G F q | r", "r | F (X X p | G F q)", "r | F (X X p | G F q)"},
      {"p | G F q", "p | G F q", "p | G F q"},
      {"G F p | F G q", "F (G q | G F p)", "G F p | F G q"},
      {"F (p & X q) & r & G F q", "F (p & X (q & G F q)) & r", "F (p & X (q & G F q)) & r"},
      {"G (p & (X F q | G F r))", "G (p & F (X q | G F r))", "G (p & F (X q | G F r))"},
      {"(p M q) | G F r", "(p M q) | G F r", "(p M q) | G F r"},
      {"!(F p & G F q)", "G !p | F G !q", "G (!p | F G !q)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Bench bench = bench_new(names, 3);
    Error error = {0};
    Formula f = formula_parse(bench.formulas, LOGIC_LTL, cases[i][0], &error);
    f = formula_nnf(bench.formulas, f, false);
    for (int finally = 0; finally < 2; finally++)
      CHECK_TEXT(text_of(bench.formulas, rewriter_gather(bench.rewriter, f, finally)),
                 cases[i][1 + finally]);
    bench_free(&bench);
  }
}

/* Every cycle has the mark, if not every edge: so all of them may have it. */
TEST(a_mark_that_every_cycle_has_is_no_condition) {
  Bench bench = bench_new(names, 2);
  Label p = label_variable(bench.labels, 0), q = label_variable(bench.labels, 1);
  Automaton *automaton = automaton_new(bench.labels, &bench.atoms);
  automaton->states = 3;
  automaton->sets = 1;
  automaton_edge(automaton, 0, 1, LABEL_TRUE, 1); /* on no cycle */
  automaton_edge(automaton, 1, 2, p, 0);
  automaton_edge(automaton, 2, 1, q, 1);
  automaton_finish(automaton);
  automaton_prune(automaton);
  CHECK_EQUAL(automaton->states, 3);
  CHECK_EQUAL(automaton->sets, 0);
  automaton_free(automaton);
  bench_free(&bench);
}

TEST(parts_that_are_always_the_same_join_the_others_late) {
  Random random = {12};
  for (unsigned n = 0; n < test_cases(150); n++) {
    Bench bench = bench_new(names, 3);
    Error error = {0};
    FormulaShape shape = {.depth = 2, .temporal = 2};
    Formula f = FORMULA_NONE;
    for (int i = 0; i < 3; i++) { /* f & G F g & F G h, with & and | at random */
      Formula g = random_ltl(bench.formulas, &random, shape);
      if (i == 1)
        g = formula_unary(bench.formulas, OP_GLOBALLY,
                          formula_unary(bench.formulas, OP_FINALLY, g));
      if (i == 2)
        g = formula_unary(bench.formulas, OP_FINALLY,
                          formula_unary(bench.formulas, OP_GLOBALLY, g));
      Operator op = random_chance(&random, 3, 4) ? OP_AND : OP_OR;
      f = f == FORMULA_NONE ? g : formula_binary(bench.formulas, op, f, g);
    }
    for (int negate = 0; negate < 2; negate++) {
      Automaton *automaton = automaton_of_formula(bench.rewriter, f, negate, n & 1, bench.labels,
                                                  &bench.atoms, &error);
      check_random_words(&random, bench.formulas, f, negate, automaton, 40, "parts");
      automaton_free(automaton);
    }
    bench_free(&bench);
  }
}

TEST(what_recurs_is_found_again_and_again) {
  static const char *const texts[] = {"F (p & X q)", "F (p <-> X X p)", "F ((p U q) & X r)"};
  Random random = {13};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Bench bench = bench_new(names, 3);
    Error error = {0};
    Formula f = formula_parse(bench.formulas, LOGIC_LTL, texts[i], &error);
    Formula always = formula_unary(bench.formulas, OP_GLOBALLY, f);
    Automaton *once =
        automaton_of_formula(bench.rewriter, f, false, false, bench.labels, &bench.atoms, &error);
    Automaton *repeated = automaton_repeat(once);
    CHECK(repeated);
    check_random_words(&random, bench.formulas, always, false, repeated, test_cases(200),
                       "repeated");
    automaton_free(once);
    automaton_free(repeated);
    bench_free(&bench);
  }
}

TEST(cubes_of_a_label_end_when_the_work_is_over) {
  for (uint64_t limit = 1; limit < 2000; limit += 7) {
    Labels *labels = labels_new();
    Label parity = LABEL_FALSE;
    for (uint32_t v = 0; v < 10; v++)
      parity = label_choose(labels, label_variable(labels, v), label_not(parity), parity);
    U32Vec cubes = {0};
    labels_limit(labels, limit);
    label_cubes(labels, parity, &cubes); /* it returns: with all cubes, or known to be worthless */
    CHECK(labels->exhausted || cubes.size == 512 * 11);
    vec_free(&cubes);
    labels_free(labels);
  }
}
