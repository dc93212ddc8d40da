/* Sequences of PSL against their definition: for each part of a sequence and each position the set
 * of positions where a match that begins there ends, on a word that is written out. Nothing of it
 * is an automaton. */
#include "formula/sere/sere_formula.h"
#include "formula/sere/sere_watch.h"

#include "base/random.h"
#include "oracle/ltl_oracle.h"
#include "system/trace.h"
#include "test.h"

enum { ATOMS = 3, POSITIONS = 64, SURE = 40 /* behind it everything holds, in weak matches */ };

typedef struct {
  const Seres *seres;
  const LassoWord *word;
  size_t top;                      /* from here on every letter holds */
  uint64_t (*ends)[POSITIONS + 1]; /* by node and begin: the positions behind the last, as bits */
} Slow;

static size_t place(const LassoWord *word, size_t position) {
  if (position < word->length) return position;
  return word->loop + (position - word->loop) % (word->length - word->loop);
}

static bool letter_holds(const Slow *slow, Formula letter, size_t position) {
  const Formulas *formulas = slow->seres->formulas;
  const FormulaNode *node = formula_node(formulas, letter);
  if (position >= slow->top || node->op == OP_TRUE) return true;
  if (node->op == OP_FALSE) return false;
  if (node->op == OP_NOT) return !letter_holds(slow, node->left, position);
  return bits_get(&slow->word->atoms[node->left], place(slow->word, position));
}

static uint64_t from_each(const Slow *slow, Sere part, uint64_t begins) {
  uint64_t ends = 0;
  for (size_t i = 0; i < POSITIONS; i++)
    if (begins >> i & 1) ends |= slow->ends[part][i];
  return ends;
}

static uint64_t repeated(const Slow *slow, const SereNode *node, size_t begin) {
  uint64_t now = (uint64_t)1 << begin, all = node->low ? 0 : now;
  int64_t last = node->high == SERE_INFINITE ? node->low + POSITIONS : node->high;
  for (int64_t n = 1; n <= last; n++) {
    now = from_each(slow, node->left, now);
    if (n >= node->low) all |= now;
  }
  return all;
}

static uint64_t ends_of(const Slow *slow, Sere part, size_t begin) {
  const SereNode *node = slow->seres->nodes.data + part;
  uint64_t ends = 0, after = ~(uint64_t)0 << begin << 1; /* at least one letter */
  switch (node->kind) {
  case SERE_LETTER: return letter_holds(slow, node->letter, begin) ? (uint64_t)1 << (begin + 1) : 0;
  case SERE_CONCAT: return from_each(slow, node->right, slow->ends[node->left][begin]);
  case SERE_OR: return slow->ends[node->left][begin] | slow->ends[node->right][begin];
  case SERE_AND: return slow->ends[node->left][begin] & slow->ends[node->right][begin];
  case SERE_REPEAT: return repeated(slow, node, begin);
  case SERE_FUSION:
    for (size_t i = begin + 1; i < POSITIONS; i++)
      if (slow->ends[node->left][begin] & after & (uint64_t)1 << i)
        ends |= slow->ends[node->right][i - 1] & ~(uint64_t)0 << i;
    return ends;
  }
  return 0;
}

/* All ends of matches that begin in the first position. */
static uint64_t matches(const Seres *seres, Sere sere, const LassoWord *word, size_t top) {
  Slow slow = {seres, word, top, mem_array((size_t)sere + 1, sizeof *slow.ends)};
  memset(slow.ends, 0, ((size_t)sere + 1) * sizeof *slow.ends);
  for (Sere part = 0; part <= sere; part++)
    for (size_t i = 0; i < POSITIONS - 1; i++) slow.ends[part][i] = ends_of(&slow, part, i);
  uint64_t ends = slow.ends[sere][0] & ~(uint64_t)1;
  mem_free(slow.ends);
  return ends;
}

/* ---- random sequences ---- */

static Formula random_letter(Formulas *formulas, Random *random) {
  static const char *const names[] = {"a", "b", "c"};
  uint32_t choice = random_below(random, 2 * ATOMS + 1);
  if (choice == 2 * ATOMS) return FORMULA_TRUE;
  Formula atom = formula_atom(formulas, names[choice / 2]);
  return choice % 2 ? formula_unary(formulas, OP_NOT, atom) : atom;
}

static Sere random_sere(Seres *seres, Random *random, unsigned depth) {
  Formula letter = random_letter(seres->formulas, random);
  if (!depth || random_below(random, 5) == 0) return sere_letter(seres, letter);
  int64_t low = random_below(random, 3), high = low + random_below(random, 2);
  switch (random_below(random, 10)) {
  case 0: return sere_goto(seres, letter, low, high);
  case 1: return sere_occurs(seres, letter, low, high);
  case 2: return sere_repeat(seres, sere_letter(seres, letter), low, SERE_INFINITE);
  case 3:
    if (random_below(random, 2)) high = SERE_INFINITE;
    return sere_repeat(seres, random_sere(seres, random, depth - 1), low, high);
  default: break;
  }
  Sere left = random_sere(seres, random, depth - 1), right = random_sere(seres, random, depth - 1);
  switch (random_below(random, 6)) {
  case 0: return sere_binary(seres, SERE_FUSION, left, right);
  case 1: return sere_binary(seres, SERE_OR, left, right);
  case 2: return sere_binary(seres, SERE_AND, left, right);
  case 3: return sere_both(seres, left, right);
  default: return sere_binary(seres, SERE_CONCAT, left, right);
  }
}

static LassoWord random_lasso(Formulas *formulas, Random *random) {
  LassoWord word = {.length = 1 + random_below(random, 4)};
  word.loop = random_below(random, (uint32_t)word.length);
  word.atoms = mem_array(formulas->atoms.size, sizeof *word.atoms);
  for (size_t i = 0; i < formulas->atoms.size; i++) {
    word.atoms[i] = bits_new(word.length);
    for (size_t k = 0; k < word.length; k++)
      if (random_below(random, 3)) bits_set(&word.atoms[i], k);
  }
  return word;
}

typedef struct {
  unsigned said, not_said, yes, no;
} Coverage;

/* What the definition says of: there is a match whose last position has `a`; all have; it is weak.
 */
static void compare(Seres *seres, Sere sere, Random *random, uint64_t seed, Coverage *all) {
  Formulas *formulas = seres->formulas;
  Formula a = formula_atom(formulas, "a");
  Error error = {0};
  Formula said[3] = {sere_exists(seres, sere, a, &error), sere_implies(seres, sere, a, &error),
                     sere_weak(seres, sere, &error)};
  error_free(&error);
  all->said += said[0] != FORMULA_NONE;
  all->not_said += said[0] == FORMULA_NONE;
  for (unsigned round = 0; round < 6 && said[0] != FORMULA_NONE; round++) {
    LassoWord word = random_lasso(formulas, random);
    uint64_t ends = matches(seres, sere, &word, SIZE_MAX);
    bool some = false, each = true, weak = ends != 0;
    for (size_t end = 1; end < POSITIONS; end++) {
      if (!(ends >> end & 1)) continue;
      bool holds = bits_get(&word.atoms[formula_node(formulas, a)->left], place(&word, end - 1));
      some |= holds;
      each &= holds;
    }
    if (!weak) {
      weak = true;
      for (size_t top = 1; top <= SURE && weak; top++) weak = matches(seres, sere, &word, top) != 0;
    }
    const bool truth[3] = {some, each, weak};
    for (int i = 0; i < 3; i++) {
      bool formula = ltl_oracle_word(formulas, said[i], &word);
      if (formula != truth[i])
        test_fail(__FILE__, __LINE__, "seed %llu, question %d", (unsigned long long)seed, i);
      all->yes += truth[i];
      all->no += !truth[i];
    }
    lasso_word_free(&word, formulas);
  }
}

TEST(sequences_as_ltl_mean_what_their_definition_says) {
  Coverage all = {0};
  for (uint64_t seed = 1; seed <= test_cases(150); seed++) {
    Random random = {seed};
    Seres seres = {.formulas = formulas_new()};
    for (int i = 0; i < ATOMS; i++)
      formula_atom(seres.formulas, (const char *[]){"a", "b", "c"}[i]);
    Sere sere = random_sere(&seres, &random, 2);
    compare(&seres, sere, &random, seed, &all);
    seres_free(&seres);
    formulas_free(seres.formulas);
  }
  CHECK_COVERAGE(all.said > 120 && all.not_said > 3 && all.yes > 500 && all.no > 500);
}

TEST(a_sequence_that_counts_is_not_ltl) {
  Seres seres = {.formulas = formulas_new()};
  Sere a = sere_letter(&seres, formula_atom(seres.formulas, "a"));
  Sere b = sere_letter(&seres, formula_atom(seres.formulas, "b"));
  Sere pair = sere_repeat(&seres, sere_binary(&seres, SERE_CONCAT, a, b), 0, SERE_INFINITE);
  Error error = {0};
  CHECK_EQUAL(sere_exists(&seres, pair, FORMULA_TRUE, &error), FORMULA_NONE);
  CHECK_TEXT(error.message, "this sequence repeats more than single letters, which LTL cannot say");
  error_free(&error);
  Sere either = sere_repeat(&seres, sere_binary(&seres, SERE_OR, a, b), 1, SERE_INFINITE);
  CHECK(sere_exists(&seres, either, FORMULA_TRUE, &error) != FORMULA_NONE);
  seres_free(&seres);
  formulas_free(seres.formulas);
}

/* {a[*];FALSE} and {a[*];b} && {a[*];!b} never match, and hold weakly as long as a does; that two
 * letters contradict each other is seen in the second, and must not make a difference. */
TEST(a_weak_sequence_may_wait_for_what_never_comes) {
  Seres seres = {.formulas = formulas_new()};
  Formula a = formula_atom(seres.formulas, "a"), b = formula_atom(seres.formulas, "b");
  Sere stay = sere_repeat(&seres, sere_letter(&seres, a), 0, SERE_INFINITE);
  Sere never = sere_binary(&seres, SERE_CONCAT, stay, sere_letter(&seres, FORMULA_FALSE));
  Formula not_b = formula_unary(seres.formulas, OP_NOT, b);
  Sere with = sere_binary(&seres, SERE_CONCAT, stay, sere_letter(&seres, b));
  Sere without = sere_binary(&seres, SERE_CONCAT, stay, sere_letter(&seres, not_b));
  Sere contradiction = sere_binary(&seres, SERE_AND, with, without);
  Error error = {0};
  Formula weak[] = {sere_weak(&seres, never, &error), sere_weak(&seres, contradiction, &error)};
  Formula strong = sere_exists(&seres, never, FORMULA_TRUE, &error);
  for (unsigned values = 0; values < 16; values++) { /* words of two letters, the second for ever */
    LassoWord word = {.length = 2, .loop = 1, .atoms = mem_array(2, sizeof *word.atoms)};
    for (unsigned i = 0; i < 2; i++) {
      word.atoms[i] = bits_new(2);
      for (unsigned k = 0; k < 2; k++) bits_put(&word.atoms[i], k, values >> (2 * i + k) & 1);
    }
    for (int i = 0; i < 2; i++)
      CHECK_EQUAL(ltl_oracle_word(seres.formulas, weak[i], &word), (values & 3) == 3);
    CHECK(!ltl_oracle_word(seres.formulas, strong, &word));
    lasso_word_free(&word, seres.formulas);
  }
  seres_free(&seres);
  formulas_free(seres.formulas);
}

/* The ends of matches that begin in each position, as bits. */
static void all_matches(const Seres *seres, Sere sere, const LassoWord *word, uint64_t *ends) {
  Slow slow = {seres, word, SIZE_MAX, mem_array((size_t)sere + 1, sizeof *slow.ends)};
  memset(slow.ends, 0, ((size_t)sere + 1) * sizeof *slow.ends);
  for (Sere part = 0; part <= sere; part++)
    for (size_t i = 0; i < POSITIONS - 1; i++) slow.ends[part][i] = ends_of(&slow, part, i);
  for (size_t i = 0; i < POSITIONS - 1; i++) ends[i] = slow.ends[sere][i] & ~(uint64_t)1 << i;
  mem_free(slow.ends);
}

/* The atoms are inputs, whose values are those of the word. */
TEST(latches_that_watch_a_sequence_see_where_matches_end) {
  unsigned seen = 0, unseen = 0;
  for (uint64_t seed = 1; seed <= test_cases(150); seed++) {
    Random random = {seed};
    Seres seres = {.formulas = formulas_new()};
    System *system = system_new();
    for (int i = 0; i < ATOMS; i++) {
      formula_atom(seres.formulas, (const char *[]){"a", "b", "c"}[i]);
      seres.formulas->atoms.data[i].literal = system_input(system);
    }
    Sere sere = random_sere(&seres, &random, 2);
    if (random_below(&random, 2)) sere = sere_repeat(&seres, sere, 1, SERE_INFINITE);
    Error error = {0};
    Lit any = sere_watch(system, &seres, sere, false, "any", &error);
    Lit first = sere_watch(system, &seres, sere, true, "first", &error);
    CHECK(any != LIT_NONE && first != LIT_NONE);
    LassoWord word = random_lasso(seres.formulas, &random);
    uint64_t ends[POSITIONS] = {0};
    all_matches(&seres, sere, &word, ends);
    Trace *trace = trace_new();
    Bits values = bits_new(system->aig->size);
    for (size_t k = 0; k < 12; k++) {
      Step *step = trace_add_step(trace, system);
      for (size_t i = 0; i < ATOMS; i++)
        bits_put(&step->inputs, i, bits_get(&word.atoms[i], place(&word, k)));
      for (size_t i = 0; !k && i < system->latches.size; i++)
        bits_put(&step->latches, i, system->latches.data[i].reset == RESET_1);
      if (k) trace_advance(trace, system, k - 1);
      step_evaluate(system, trace->steps.data + k, &values);
      bool some = false;
      for (size_t i = 0; i <= k; i++) some |= ends[i] >> (k + 1) & 1;
      if (values_of(&values, any) != some || values_of(&values, first) != (ends[0] >> (k + 1) & 1))
        test_fail(__FILE__, __LINE__, "seed %llu, step %zu", (unsigned long long)seed, k);
      seen += some;
      unseen += !some;
    }
    bits_free(&values);
    trace_free(trace);
    lasso_word_free(&word, seres.formulas);
    system_free(system);
    seres_free(&seres);
    formulas_free(seres.formulas);
  }
  CHECK_COVERAGE(seen > 200 && unseen > 200);
}

/* A letter may be any Boolean formula, which readers of other languages write out. */
TEST(a_watched_letter_means_what_its_operators_say) {
  static const struct {
    Operator op;
    unsigned truth; /* bit a + 2 b */
  } cases[] = {{OP_AND, 8}, {OP_OR, 14}, {OP_IMPLIES, 13}, {OP_EQUIVALENT, 9}, {OP_XOR, 6}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Seres seres = {.formulas = formulas_new()};
    System *system = system_new();
    Formula a = formula_atom(seres.formulas, "a"), b = formula_atom(seres.formulas, "b");
    for (int k = 0; k < 2; k++) seres.formulas->atoms.data[k].literal = system_input(system);
    Sere letter = sere_letter(&seres, formula_binary(seres.formulas, cases[i].op, a, b));
    Error error = {0};
    Lit ends = sere_watch(system, &seres, letter, false, "letter", &error);
    Bits values = bits_new(system->aig->size);
    for (unsigned n = 0; n < 4; n++) {
      Trace *trace = trace_new();
      Step *step = trace_add_step(trace, system);
      for (unsigned k = 0; k < 2; k++) bits_put(&step->inputs, k, n >> k & 1);
      step_evaluate(system, step, &values);
      CHECK_EQUAL(values_of(&values, ends), cases[i].truth >> n & 1);
      trace_free(trace);
    }
    bits_free(&values);
    system_free(system);
    seres_free(&seres);
    formulas_free(seres.formulas);
  }
}
