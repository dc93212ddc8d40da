#include "oracle/lasso_automaton.h"

#include "test.h"

LassoWord random_lasso_word(Random *random, const Formulas *formulas) {
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

/* A chain that returns to its loop. */
static Automaton *automaton_of_word(const LassoWord *word, Labels *labels, const U32Vec *atoms) {
  Automaton *automaton = automaton_new(labels, atoms);
  automaton->states = (uint32_t)word->length;
  for (uint32_t i = 0; i < word->length; i++) {
    Label letter = LABEL_TRUE;
    for (uint32_t v = 0; v < atoms->size; v++) {
      Label literal = label_variable(labels, v);
      if (!bits_get(&word->atoms[atoms->data[v]], i)) literal = label_not(literal);
      letter = label_and(labels, letter, literal);
    }
    automaton_edge(automaton, i, (uint32_t)(i + 1 < word->length ? i + 1 : word->loop), letter, 0);
  }
  automaton_finish(automaton);
  return automaton;
}

bool automaton_accepts(const Automaton *automaton, const LassoWord *word) {
  Automaton *chain = automaton_of_word(word, automaton->labels, &automaton->atoms);
  bool rejected = automaton_disjoint(automaton, chain);
  automaton_free(chain);
  return !rejected;
}

void check_random_words(Random *random, const Formulas *formulas, Formula f, bool negated,
                        const Automaton *automaton, unsigned words, const char *what) {
  for (unsigned i = 0; i < words; i++) {
    LassoWord word = random_lasso_word(random, formulas);
    bool expected = ltl_oracle_word(formulas, f, &word) != negated;
    if (automaton_accepts(automaton, &word) != expected) {
      Text text = {0};
      formula_print(formulas, f, &text);
      test_fail(__FILE__, __LINE__, "%s: %s%s should %s a word of length %zu, loop %zu", what,
                negated ? "! " : "", text.data, expected ? "accept" : "reject", word.length,
                word.loop);
    }
    lasso_word_free(&word, formulas);
  }
}
