/* The checker's own reading of formulas and automata: against the oracle of words, and against
 * automata that were spoilt. */
#include "evidence/covers.h"
#include "evidence/watched.h"
#include "oracle/lasso_automaton.h"
#include "oracle/random_formula.h"
#include "test.h"
#include <stdio.h>
#include <stdlib.h>

static const LtlOptions ways[] = {
    {AUTOMATON_SMALL, ENCODING_ONE_HOT, true},
    {AUTOMATON_SMALL, ENCODING_BINARY, false},
    {AUTOMATON_TIGHT, ENCODING_BINARY, true},
};
enum { WAYS = sizeof ways / sizeof *ways, WORK = 20000000 };

static Formula random_case(Formulas *formulas, Random *random, bool past) {
  formula_atom(formulas, "a0");
  formula_atom(formulas, "a1");
  return random_ltl(formulas, random, (FormulaShape){.depth = 4, .temporal = 4, .past = past});
}

static U32Vec letters_of(const LassoWord *word, const U32Vec *atoms) {
  U32Vec letters = {0};
  for (size_t k = 0; k < word->length; k++) {
    uint32_t letter = 0;
    for (unsigned i = 0; i < atoms->size; i++)
      letter |= (uint32_t)bits_get(word->atoms + atoms->data[i], k) << i;
    vec_push(&letters, letter);
  }
  return letters;
}

/* The graph of words as a watcher, which reads a letter when it leaves a state. */
static bool words_contain(const Words *words, unsigned atoms, const U32Vec *letters, size_t loop) {
  Watcher watcher = {.states = words->states, .atoms = atoms, .sets = words->sets};
  if (!words->states) return false;
  vec_append(&watcher.initial, &words->initial);
  for (size_t s = 0; s < words->states; s++)
    for (uint32_t letter = 0; letter < (uint32_t)1 << atoms; letter++) {
      vec_push(&watcher.first, watcher.moves.size);
      for (size_t i = words->first.data[s];
           letter == words->letters.data[s] && i < words->first.data[s + 1]; i++)
        vec_push(&watcher.moves, ((WatcherMove){words->successors.data[i], words->marks.data[s]}));
    }
  vec_push(&watcher.first, watcher.moves.size);
  bool contained = watcher_accepts(&watcher, letters, loop);
  vec_free(&watcher.initial);
  vec_free(&watcher.first);
  vec_free(&watcher.moves);
  return contained;
}

TEST(the_words_of_a_formula_are_those_on_which_the_oracle_says_that_it_is_true) {
  unsigned in = 0, out = 0;
  for (unsigned seed = 0; seed < test_cases(1500); seed++) {
    Random random = {seed + 1};
    Formulas *formulas = formulas_new();
    Formula f = random_case(formulas, &random, seed & 1);
    U32Vec atoms = {0};
    words_atoms(formulas, f, &atoms);
    Words *words = words_of_formula(formulas, f, seed & 2, &atoms);
    CHECK(words);
    for (unsigned i = 0; i < 5; i++) {
      LassoWord word = random_lasso_word(&random, formulas);
      U32Vec letters = letters_of(&word, &atoms);
      bool expected = ltl_oracle_word(formulas, f, &word) == !!(seed & 2);
      if (words_contain(words, (unsigned)atoms.size, &letters, word.loop) != expected)
        test_fail(__FILE__, __LINE__, "seed %u", seed);
      expected ? in++ : out++;
      vec_free(&letters);
      lasso_word_free(&word, formulas);
    }
    words_free(words);
    vec_free(&atoms);
    formulas_free(formulas);
  }
  CHECK_COVERAGE(in > 1000 && out > 1000);
}

TEST(the_automata_that_are_used_are_shown_to_accept_every_violation) {
  unsigned counts[3] = {0}, large = 0;
  for (unsigned seed = 0; seed < test_cases(600); seed++) {
    Random random = {seed + 1};
    Formulas *formulas = formulas_new();
    Formula f = random_case(formulas, &random, seed & 1);
    System *model = system_new();
    U32Vec atoms = {0}, missed = {0};
    size_t loop;
    Error error = {0};
    words_atoms(formulas, f, &atoms);
    Words *words = words_of_formula(formulas, f, false, &atoms);
    Task *task = watched_formula(model, formulas, f, &atoms, &ways[seed % WAYS], &error);
    CHECK(words && task);
    Watcher *watcher = watcher_of_task(task, (unsigned)atoms.size);
    if (watcher) {
      Finding covers = watcher_covers(watcher, words, WORK, &missed, &loop);
      counts[covers]++;
      if (covers == FINDING_REFUTED) test_fail(__FILE__, __LINE__, "seed %u", seed);
      if (getenv("VERBOSE") && covers == FINDING_OPEN) {
        Text t = {0};
        formula_print(formulas, f, &t);
        fprintf(stderr, "%u %s w %zu q %zu\n", seed, t.data, words->states, watcher->states);
      }
    } else large++;
    watcher_free(watcher);
    words_free(words);
    task_free(task);
    vec_free(&atoms);
    vec_free(&missed);
    system_free(model);
    formulas_free(formulas);
  }
  fprintf(stderr, "%u all, %u not shown, large %u\n", counts[0], counts[2], large);
}
