/* The closure of automata under stuttering, on random automata and words. */
#include "test.h"

#include "base/random.h"
#include "formula/automaton/automaton.h"

enum { ATOMS = 2, LETTERS = 1 << ATOMS, MOST = 6 };

/* Letters one after another, no two neighbours equal unless one is repeated for ever. */
typedef struct {
  uint32_t letters[MOST], length, loop;
} Word;

static Label label_of(Labels *labels, uint32_t letter) {
  Label label = LABEL_TRUE;
  for (uint32_t v = 0; v < ATOMS; v++) {
    Label atom = label_variable(labels, v);
    label = label_and(labels, label, letter >> v & 1 ? atom : label_not(atom));
  }
  return label;
}

static Word random_letters(Random *random) {
  Word word;
  do {
    word.length = 1 + random_below(random, MOST);
    word.loop = random_below(random, word.length);
    word.letters[0] = random_below(random, LETTERS);
    for (uint32_t i = 1; i < word.length; i++)
      word.letters[i] = (word.letters[i - 1] + 1 + random_below(random, LETTERS - 1)) % LETTERS;
  } while (word.loop + 1 < word.length && word.letters[word.loop] == word.letters[word.length - 1]);
  return word;
}

/* All words that repeat each letter as often as they like, but not for ever. */
static Automaton *with_any_repetitions(const Word *word, Labels *labels, const U32Vec *atoms) {
  Automaton *automaton = automaton_new(labels, atoms);
  automaton->states = word->length;
  automaton->sets = 1;
  for (uint32_t i = 0; i < word->length; i++) {
    Label letter = label_of(labels, word->letters[i]);
    automaton_edge(automaton, i, i + 1 < word->length ? i + 1 : word->loop, letter, 1);
    automaton_edge(automaton, i, i, letter, 0);
  }
  automaton_finish(automaton);
  return automaton;
}

/* One of them. */
static Automaton *with_some_repetitions(const Word *word, Random *random, Labels *labels,
                                        const U32Vec *atoms) {
  Automaton *automaton = automaton_new(labels, atoms);
  uint32_t first[MOST + 1];
  first[0] = 0;
  for (uint32_t i = 0; i < word->length; i++) first[i + 1] = first[i] + 1 + random_below(random, 3);
  automaton->states = first[word->length];
  for (uint32_t i = 0; i < word->length; i++)
    for (uint32_t k = first[i]; k < first[i + 1]; k++)
      automaton_edge(automaton, k, k + 1 < automaton->states ? k + 1 : first[word->loop],
                     label_of(labels, word->letters[i]), 0);
  automaton_finish(automaton);
  return automaton;
}

static Automaton *random_automaton(Random *random, Labels *labels, const U32Vec *atoms) {
  Automaton *automaton = automaton_new(labels, atoms);
  automaton->states = 1 + random_below(random, 4);
  automaton->sets = 1;
  for (uint32_t i = 2 + random_below(random, 8); i > 0; i--) {
    Label label = label_of(labels, random_below(random, LETTERS));
    if (random_chance(random, 1, 3))
      label = label_or(labels, label, label_of(labels, random_below(random, LETTERS)));
    if (random_chance(random, 1, 8)) label = LABEL_TRUE;
    automaton_edge(automaton, random_below(random, automaton->states),
                   random_below(random, automaton->states), label, random_below(random, 2));
  }
  automaton_finish(automaton);
  return automaton;
}

TEST(the_closure_accepts_a_word_if_the_automaton_does_with_other_repetitions) {
  Random random = {5};
  unsigned accepted = 0, rejected = 0, cases = test_cases(2000);
  for (unsigned n = 0; n < cases; n++) {
    Labels *labels = labels_new();
    U32Vec atoms = {0};
    for (uint32_t v = 0; v < ATOMS; v++) vec_push(&atoms, v);
    Automaton *automaton = random_automaton(&random, labels, &atoms);
    Automaton *closure = automaton_stutter_closure(automaton);
    CHECK(closure);
    for (int i = 0; i < 10; i++) {
      Word word = random_letters(&random);
      Automaton *any = with_any_repetitions(&word, labels, &atoms);
      Automaton *one = with_some_repetitions(&word, &random, labels, &atoms);
      bool expected = !automaton_disjoint(automaton, any);
      CHECK_EQUAL(!automaton_disjoint(closure, one), expected);
      accepted += expected;
      rejected += !expected;
      automaton_free(any);
      automaton_free(one);
    }
    automaton_free(automaton);
    automaton_free(closure);
    labels_free(labels);
    vec_free(&atoms);
  }
  CHECK_COVERAGE(accepted > cases && rejected > cases);
}
