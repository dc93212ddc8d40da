/* The checker's own reading of formulas and automata: against the oracle of words, and against
 * automata that were spoilt. */
#include "evidence/covers.h"

#include <stdio.h>
#include <stdlib.h>

#include "evidence/watched.h"
#include "oracle/cover_game.h"
#include "oracle/lasso_automaton.h"
#include "oracle/random_formula.h"
#include "test.h"

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

/* One formula, its violations, and the part of a product that looks for them. */
typedef struct {
  Formulas *formulas;
  Formula f;
  U32Vec atoms, missed;
  Words *violating;
  Task *part;
  Watcher *watcher;
  size_t loop;
} Case;

static Case case_new(Random *random, unsigned seed) {
  Case c = {.formulas = formulas_new()};
  System *model = system_new();
  Error error = {0};
  c.f = random_case(c.formulas, random, seed & 1);
  words_atoms(c.formulas, c.f, &c.atoms);
  c.violating = words_of_formula(c.formulas, c.f, false, &c.atoms);
  c.part = watched_formula(model, c.formulas, c.f, &c.atoms, &ways[seed % WAYS], &error);
  CHECK(c.violating && c.part);
  system_free(model);
  return c;
}

static Finding case_judge(Case *c) {
  c->watcher = watcher_of_task(c->part, (unsigned)c->atoms.size);
  CHECK(c->watcher);
  return watcher_covers(c->watcher, c->violating, WORK, &c->missed, &c->loop);
}

static void case_free(Case *c) {
  watcher_free(c->watcher);
  task_free(c->part);
  words_free(c->violating);
  vec_free(&c->atoms);
  vec_free(&c->missed);
  formulas_free(c->formulas);
}

TEST(the_automata_that_are_used_are_shown_to_accept_every_violation) {
  unsigned counts[3] = {0};
  for (unsigned seed = 0; seed < test_cases(600); seed++) {
    Random random = {seed + 1};
    Case c = case_new(&random, seed);
    Finding finding = case_judge(&c);
    if (finding == FINDING_REFUTED) test_fail(__FILE__, __LINE__, "seed %u", seed);
    counts[finding]++;
    case_free(&c);
  }
  CHECK(counts[FINDING_SHOWN] > 20 * counts[FINDING_OPEN]);
}

/* A graph of words in which a round through all states, and so all acceptance sets, is always
 * possible. */
static Words *random_words(Random *random) {
  Words *words = mem_zalloc(sizeof *words);
  words->states = 1 + random_below(random, 6);
  words->sets = random_below(random, 3);
  for (uint32_t s = 0; s < words->states; s++) {
    vec_push(&words->letters, random_below(random, 2));
    vec_push(&words->marks, random_word(random) & (((uint64_t)1 << words->sets) - 1));
    vec_push(&words->first, words->successors.size);
    for (uint32_t t = 0; t < words->states; t++)
      if (t == (s + 1) % words->states || random_chance(random, 1, 2))
        vec_push(&words->successors, t);
    if (!s || random_chance(random, 1, 3)) vec_push(&words->initial, s);
  }
  words->marks.data[random_below(random, (uint32_t)words->states)] |= 1;
  words->marks.data[random_below(random, (uint32_t)words->states)] |= 2;
  vec_push(&words->first, words->successors.size);
  return words;
}

static Watcher *random_watcher(Random *random) {
  Watcher *watcher = mem_zalloc(sizeof *watcher);
  watcher->states = 1 + random_below(random, 3);
  watcher->atoms = 1;
  watcher->sets = random_below(random, 3);
  for (size_t row = 0; row < 2 * watcher->states; row++) {
    vec_push(&watcher->first, watcher->moves.size);
    for (uint32_t q = 0; q < watcher->states; q++)
      if (random_chance(random, 3, 4))
        vec_push(&watcher->moves,
                 ((WatcherMove){q, random_word(random) & (((uint64_t)1 << watcher->sets) - 1)}));
  }
  vec_push(&watcher->first, watcher->moves.size);
  for (uint32_t q = 0; q < watcher->states; q++)
    if (random_chance(random, 2, 3)) vec_push(&watcher->initial, q);
  return watcher;
}

/* What is shown is what wins the game; what is refuted is, by a word of the set. */
TEST(games_are_won_where_zielonka_says_and_what_is_refuted_is_refuted_by_a_word) {
  unsigned counts[3] = {0};
  for (unsigned seed = 0; seed < test_cases(4000); seed++) {
    Random random = {seed + 1};
    Words *words = random_words(&random);
    Watcher *watcher = random_watcher(&random);
    U32Vec missed = {0};
    size_t loop = 0;
    Finding finding = watcher_covers(watcher, words, WORK, &missed, &loop);
    CHECK_SEED(finding == FINDING_SHOWN, cover_game_won(watcher, words));
    if (finding == FINDING_REFUTED) {
      CHECK_SEED(words_contain(words, 1, &missed, loop), true);
      CHECK_SEED(watcher_accepts(watcher, &missed, loop), false);
    }
    counts[finding]++;
    vec_free(&missed);
    watcher_free(watcher);
    words_free(words);
  }
  if (getenv("RONDO_TEST_REPORT"))
    printf("%u shown, %u refuted, %u open\n", counts[FINDING_SHOWN], counts[FINDING_REFUTED],
           counts[FINDING_OPEN]);
  CHECK_COVERAGE(counts[FINDING_SHOWN] > 100 && counts[FINDING_REFUTED] > 100);
}

/* All words without atoms, which is one, and a watcher with one move: it is looked at when the
 * position is put into the attractor, and once more to see that nothing is added. */
TEST(a_game_is_given_up_when_the_moves_that_were_looked_at_are_all_that_may_be) {
  Words *words = words_of_all(0);
  Watcher watcher = {.states = 1};
  vec_push(&watcher.initial, 0);
  vec_push(&watcher.first, 0);
  vec_push(&watcher.first, 1);
  vec_push(&watcher.moves, ((WatcherMove){0, 0}));
  for (uint64_t work = 0; work < 6; work++) {
    U32Vec missed = {0};
    size_t loop;
    CHECK_EQUAL(watcher_covers(&watcher, words, work, &missed, &loop),
                work > 2 ? FINDING_SHOWN : FINDING_OPEN);
    vec_free(&missed);
  }
  vec_free(&watcher.initial);
  vec_free(&watcher.first);
  vec_free(&watcher.moves);
  words_free(words);
}

/* From each of some states a path goes on to the next one or back to the first, and in the last it
 * may stay; what stays there is not accepted. A word that shows it has a beginning of its own,
 * since whatever comes back to the first state is accepted. */
TEST(a_word_that_is_missed_may_begin_with_steps_that_do_not_come_again) {
  enum { STATES = 4 };
  Words *words = mem_zalloc(sizeof *words);
  words->states = STATES;
  vec_push(&words->initial, 0);
  for (uint32_t s = 0; s < STATES; s++) {
    vec_push(&words->letters, s > 0);
    vec_push(&words->marks, 0);
    vec_push(&words->first, words->successors.size);
    vec_push(&words->successors, 0);
    vec_push(&words->successors, s + 1 < STATES ? s + 1 : s);
  }
  vec_push(&words->first, words->successors.size);
  Watcher watcher = {.states = 1, .atoms = 1, .sets = 1}; /* again and again the first letter */
  vec_push(&watcher.initial, 0);
  for (size_t row = 0; row < 2; row++) {
    vec_push(&watcher.first, row);
    vec_push(&watcher.moves, ((WatcherMove){0, row == 0}));
  }
  vec_push(&watcher.first, 2);
  U32Vec missed = {0};
  size_t loop;
  CHECK_EQUAL(watcher_covers(&watcher, words, WORK, &missed, &loop), FINDING_REFUTED);
  CHECK(loop >= STATES - 1 && words_contain(words, 1, &missed, loop));
  vec_free(&missed);
  vec_free(&watcher.initial);
  vec_free(&watcher.first);
  vec_free(&watcher.moves);
  words_free(words);
}

/* From the first state a path goes to any other, and from there back; the last is to be visited. */
TEST(a_word_that_is_tried_visits_what_its_path_must_visit) {
  for (uint32_t states = 2; states < 20; states++) {
    Words *words = mem_zalloc(sizeof *words);
    Watcher watcher = {.states = 1, .atoms = 1}; /* of nothing */
    words->states = states;
    words->sets = 1;
    vec_push(&words->initial, 0);
    for (uint32_t s = 0; s < states; s++) {
      vec_push(&words->letters, s + 1 == states);
      vec_push(&words->marks, s + 1 == states);
      vec_push(&words->first, words->successors.size);
      if (s) vec_push(&words->successors, 0);
      for (uint32_t t = 1; !s && t < states; t++) vec_push(&words->successors, t);
    }
    vec_push(&words->first, words->successors.size);
    vec_resize(&watcher.first, 3);
    vec_push(&watcher.initial, 0);
    U32Vec missed = {0};
    size_t loop;
    CHECK_EQUAL(watcher_covers(&watcher, words, WORK, &missed, &loop), FINDING_REFUTED);
    CHECK(words_contain(words, 1, &missed, loop));
    vec_free(&missed);
    vec_free(&watcher.first);
    vec_free(&watcher.initial);
    words_free(words);
  }
}

/* The part loses runs: a constraint or a condition becomes stronger by one of its latches or
 * inputs. */
static void spoil(Task *part, Random *random) {
  System *system = part->system;
  size_t latches = system->latches.size, which;
  if (latches + system->inputs.size == 0) return;
  which = random_below(random, (uint32_t)(latches + system->inputs.size));
  Lit lit =
      which < latches ? system->latches.data[which].current : system->inputs.data[which - latches];
  lit = lit_not_if(lit, random_chance(random, 1, 2));
  if (random_chance(random, 1, 3)) vec_push(&system->constraints, lit);
  else if (part->kind == TASK_BAD) part->bad = aig_and(system->aig, part->bad, lit);
  else {
    Lit *condition = part->conditions.data + random_below(random, (uint32_t)part->conditions.size);
    *condition = aig_and(system->aig, *condition, lit);
  }
}

/* A missed word is a violation, and is not accepted. */
static void check_missed(const Case *c, unsigned seed) {
  LassoWord word = {c->missed.size, c->loop,
                    mem_array(c->formulas->atoms.size, sizeof *word.atoms)};
  for (size_t a = 0; a < c->formulas->atoms.size; a++) word.atoms[a] = bits_new(word.length);
  for (size_t k = 0; k < word.length; k++)
    for (size_t i = 0; i < c->atoms.size; i++)
      bits_put(word.atoms + c->atoms.data[i], k, c->missed.data[k] >> i & 1);
  if (ltl_oracle_word(c->formulas, c->f, &word)) test_fail(__FILE__, __LINE__, "seed %u", seed);
  CHECK(!watcher_accepts(c->watcher, &c->missed, c->loop));
  lasso_word_free(&word, c->formulas);
}

/* Two acceptance sets, and states from which nothing is accepted. */
static Automaton *random_automaton(Random *random, Labels *labels, const U32Vec *atoms) {
  Automaton *automaton = automaton_new(labels, atoms);
  automaton->states = 1 + random_below(random, 4);
  automaton->initial = random_below(random, automaton->states);
  automaton->sets = random_below(random, 3);
  for (uint32_t i = 2 + random_below(random, 8); i > 0; i--) {
    Label label = random_chance(random, 1, 4) ? LABEL_TRUE : label_variable(labels, 0);
    if (random_chance(random, 1, 2)) label = label_and(labels, label, label_variable(labels, 1));
    automaton_edge(automaton, random_below(random, automaton->states),
                   random_below(random, automaton->states),
                   label == LABEL_TRUE || random_chance(random, 1, 2) ? label : label_not(label),
                   random_word(random) & automaton_all(automaton));
  }
  automaton_finish(automaton);
  return automaton;
}

TEST(the_words_of_an_automaton_are_those_that_it_accepts_and_none_of_their_states_is_a_dead_end) {
  unsigned in = 0, out = 0, empty = 0;
  Formulas *formulas = formulas_new();
  U32Vec atoms = {0};
  for (uint32_t v = 0; v < 2; v++) {
    formula_atom(formulas, v ? "a1" : "a0");
    vec_push(&atoms, v);
  }
  for (unsigned seed = 0; seed < test_cases(1000); seed++) {
    Random random = {seed + 1};
    Labels *labels = labels_new();
    Automaton *automaton = random_automaton(&random, labels, &atoms);
    Words *words = words_of_automaton(automaton);
    CHECK(words);
    CHECK_SEED(words->initial.size == 0, automaton_is_empty(automaton));
    for (size_t s = 0; s < words->states; s++) /* from each state something is accepted */
      CHECK_SEED(words->first.data[s] < words->first.data[s + 1], true);
    empty += !words->initial.size;
    for (unsigned i = 0; i < 5; i++) {
      LassoWord word = random_lasso_word(&random, formulas);
      U32Vec letters = letters_of(&word, &atoms);
      bool expected = automaton_accepts(automaton, &word);
      CHECK_SEED(words_contain(words, 2, &letters, word.loop), expected);
      expected ? in++ : out++;
      vec_free(&letters);
      lasso_word_free(&word, formulas);
    }
    words_free(words);
    automaton_free(automaton);
    labels_free(labels);
  }
  CHECK_COVERAGE(in > 500 && out > 1000 && empty > 100);
  vec_free(&atoms);
  formulas_free(formulas);
}

/* A bad step is one in which the latches, which never change, have certain values. */
TEST(a_watcher_begins_in_the_states_that_the_resets_allow_and_in_no_others) {
  static const Reset resets[] = {RESET_0, RESET_1, RESET_FREE};
  U32Vec letters = {0};
  vec_push(&letters, 0);
  for (size_t choice = 0; choice < 9; choice++)
    for (unsigned values = 0; values < 4; values++) {
      Task *task = task_new(TASK_BAD, system_new());
      bool possible = true;
      task->bad = LIT_TRUE;
      for (unsigned i = 0; i < 2; i++) {
        Reset reset = resets[i ? choice / 3 : choice % 3];
        Lit latch = system_latch(task->system, reset);
        bool value = values >> i & 1;
        system_set_next(task->system, latch, latch);
        task->bad = aig_and(task->system->aig, task->bad, lit_not_if(latch, !value));
        possible &= reset == RESET_FREE || (reset == RESET_1) == value;
      }
      Watcher *watcher = watcher_of_task(task, 0);
      CHECK(watcher);
      CHECK_EQUAL(watcher_accepts(watcher, &letters, 0), possible);
      watcher_free(watcher);
      task_free(task);
    }
  vec_free(&letters);
}

/* What would have too many states or letters to write out, or more marks than a word has bits. */
TEST(a_part_that_is_too_large_is_not_written_out) {
  static const size_t sizes[][3] = {{63, 1, 1}, {1, WATCHER_INPUTS + 1, 1}, {1, 1, 65},
                                    {62, 1, 1}, {1, WATCHER_INPUTS, 1},     {1, 1, 64}};
  for (size_t i = 0; i < 6; i++) {
    Task *task = task_new(TASK_FAIR, system_new());
    for (size_t k = 0; k < sizes[i][0]; k++)
      system_set_next(task->system, system_latch(task->system, RESET_0), LIT_FALSE);
    for (size_t k = 0; k < sizes[i][1]; k++) system_input(task->system);
    for (size_t k = 0; k < sizes[i][2]; k++) vec_push(&task->conditions, LIT_TRUE);
    Watcher *watcher = watcher_of_task(task, 1);
    CHECK_EQUAL(watcher != NULL, i >= 3);
    watcher_free(watcher);
    task_free(task);
  }
}

TEST(the_atoms_of_formulas_are_listed_together_in_order) {
  Formulas *formulas = formulas_new();
  Formula a[4];
  static const char *const names[] = {"a0", "a1", "a2", "a3"};
  for (size_t i = 0; i < 4; i++) a[i] = formula_atom(formulas, names[i]);
  U32Vec atoms = {0};
  words_atoms(formulas, formula_binary(formulas, OP_UNTIL, a[3], a[1]), &atoms);
  words_atoms(formulas, formula_unary(formulas, OP_NEXT, a[0]), &atoms);
  words_atoms(formulas, FORMULA_TRUE, &atoms);
  CHECK_EQUAL(atoms.size, 3);
  CHECK(atoms.data[0] == 0 && atoms.data[1] == 1 && atoms.data[2] == 3);
  vec_free(&atoms);
  formulas_free(formulas);
}

/* Of n atoms, of which any letter may follow any other. */
TEST(words_that_would_be_too_many_are_not_written_out) {
  Formulas *formulas = formulas_new();
  Formula all = FORMULA_TRUE;
  U32Vec atoms = {0};
  for (unsigned n = 1; n <= WORDS_ATOMS + 1; n++) {
    char name[20];
    snprintf(name, sizeof name, "a%u", n);
    vec_push(&atoms, n - 1);
    all = formula_binary(formulas, OP_AND, all, formula_atom(formulas, name));
    Words *any = words_of_all(n), *words = words_of_formula(formulas, all, true, &atoms);
    CHECK_EQUAL(any != NULL, n <= WORDS_ATOMS);
    CHECK_EQUAL(words != NULL, ((size_t)1 << 2 * n) <= WORDS_EDGES);
    if (any) CHECK_EQUAL(any->successors.size, (size_t)1 << 2 * n);
    if (words) CHECK_EQUAL(words->initial.size, 1);
    words_free(any);
    words_free(words);
  }
  vec_free(&atoms);
  formulas_free(formulas);
}

TEST(all_words_are_those_of_a_graph_that_lacks_no_edge) {
  Words *all = words_of_all(3);
  CHECK(all->states == 8 && !all->sets);
  CHECK(all->letters.size == 8 && all->initial.size == 8 && all->marks.size == 8);
  CHECK(all->first.size == 9 && all->successors.size == 64);
  for (uint32_t s = 0; s < 8; s++) {
    CHECK(all->letters.data[s] == s && all->initial.data[s] == s && !all->marks.data[s]);
    CHECK_EQUAL(all->first.data[s], 8 * s);
  }
  CHECK_EQUAL(all->first.data[8], 64);
  for (uint32_t i = 0; i < 64; i++) CHECK_EQUAL(all->successors.data[i], i % 8);
  words_free(all);
}

static size_t states_of(const Formulas *formulas, Formula f, const U32Vec *atoms) {
  Words *words = words_of_formula(formulas, f, true, atoms);
  size_t states = words ? words->states : SIZE_MAX;
  words_free(words);
  return states;
}

TEST(a_formula_with_too_many_parts_sets_or_atoms_is_not_written_out) {
  Formulas *formulas = formulas_new();
  Formula a = formula_atom(formulas, "a"), b = formula_atom(formulas, "b"), f = a;
  U32Vec atoms = {0};
  vec_push(&atoms, 0);
  for (unsigned n = 1; n <= 12; n++) { /* the sets are the values of a in n + 1 steps */
    f = formula_unary(formulas, OP_NEXT, f);
    CHECK_EQUAL(states_of(formulas, f, &atoms), n < 11 ? (size_t)2 << n : SIZE_MAX);
  }
  vec_push(&atoms, 1);
  f = a;
  for (unsigned parts = 3; parts <= 66; parts++) {
    f = formula_binary(formulas, parts % 2 ? OP_AND : OP_OR, f, b);
    CHECK_EQUAL(states_of(formulas, f, &atoms), parts <= 64 ? 4 : SIZE_MAX);
  }
  for (uint32_t n = 2; n <= WORDS_ATOMS + 1; n++) {
    CHECK_EQUAL(states_of(formulas, a, &atoms), n <= WORDS_ATOMS ? 2 : SIZE_MAX);
    vec_push(&atoms, n);
  }
  CHECK_EQUAL(states_of(formulas, formula_unary(formulas, OP_EF, a), &atoms), SIZE_MAX);
  atoms.size = 1;
  CHECK_EQUAL(states_of(formulas, formula_unary(formulas, OP_EF, a), &atoms), SIZE_MAX);
  vec_free(&atoms);
  formulas_free(formulas);
}

/* One state with `loops` marks that differ, or a path of so many states, at the end of which it
 * stays. */
static void check_size(unsigned atoms, size_t path, size_t loops, bool fits) {
  Labels *labels = labels_new();
  U32Vec names = {0};
  for (uint32_t v = 0; v < atoms; v++) vec_push(&names, v);
  Automaton *automaton = automaton_new(labels, &names);
  automaton->states = (uint32_t)path + 1;
  automaton->sets = 20;
  for (uint32_t s = 0; s < path; s++) automaton_edge(automaton, s, s + 1, LABEL_TRUE, 0);
  for (size_t k = 0; k < loops; k++)
    automaton_edge(automaton, (uint32_t)path, (uint32_t)path, LABEL_TRUE, k);
  Words *words = words_of_automaton(automaton);
  CHECK_EQUAL(words != NULL, fits);
  words_free(words);
  automaton_free(automaton);
  labels_free(labels);
  vec_free(&names);
}

TEST(an_automaton_with_too_many_letters_states_or_edges_is_not_written_out) {
  check_size(WORDS_ATOMS, 0, 0, true);
  check_size(WORDS_ATOMS + 1, 0, 0, false);
  check_size(0, WORDS_STATES - 1, 1, true);
  check_size(0, WORDS_STATES, 1, false);
  check_size(2, WORDS_STATES / 4 - 1, 1, true);
  check_size(2, WORDS_STATES / 4, 1, false);
  check_size(0, 0, 1000, true); /* each edge may follow each other one */
  check_size(0, 0, 1001, false);
}

TEST(an_automaton_that_was_spoilt_is_caught_with_a_word_or_still_accepts_every_violation) {
  unsigned counts[3] = {0}, tried = 0;
  for (unsigned seed = 0; seed < test_cases(600); seed++) {
    Random random = {seed + 1};
    Case c = case_new(&random, seed);
    spoil(c.part, &random);
    Finding finding = case_judge(&c);
    counts[finding]++;
    if (finding == FINDING_REFUTED) check_missed(&c, seed);
    for (unsigned i = 0; finding == FINDING_SHOWN && i < 60; i++) {
      LassoWord word = random_lasso_word(&random, c.formulas);
      U32Vec letters = letters_of(&word, &c.atoms);
      if (!ltl_oracle_word(c.formulas, c.f, &word) &&
          !watcher_accepts(c.watcher, &letters, word.loop))
        test_fail(__FILE__, __LINE__, "seed %u: a violation is missed", seed);
      tried++;
      vec_free(&letters);
      lasso_word_free(&word, c.formulas);
    }
    case_free(&c);
  }
  CHECK_COVERAGE(tried > 1000);
  CHECK(counts[FINDING_REFUTED] > 10 * counts[FINDING_OPEN] && counts[FINDING_SHOWN]);
}
