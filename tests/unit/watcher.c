/* The table of a watcher, state by state and letter by letter, is what steps of the task say that
 * are made one at a time; and where it would be too large. */
#include "evidence/watcher.h"

#include "oracle/random_system.h"
#include "system/trace.h"
#include "test.h"

enum { LATCHES = 3, DONE = 1 << LATCHES };

/* One step of a small task. */
typedef struct {
  uint64_t target; /* the values of the latches, or DONE */
  uint64_t marks;
} Outcome;

/* Whether there is a step with these values, the first input being the lowest bit. */
static bool step_of(const Task *task, uint64_t latches, uint64_t inputs, Outcome *outcome) {
  const System *system = task->system;
  Step step = {.latches = bits_new(LATCHES), .inputs = bits_new(system->inputs.size)};
  for (size_t i = 0; i < LATCHES; i++) bits_put(&step.latches, i, latches >> i & 1);
  for (size_t i = 0; i < system->inputs.size; i++) bits_put(&step.inputs, i, inputs >> i & 1);
  Bits values = bits_new(system->aig->size);
  step_evaluate(system, &step, &values);
  bool allowed = true;
  for (size_t i = 0; i < system->constraints.size; i++)
    allowed &= values_of(&values, system->constraints.data[i]);
  *outcome = (Outcome){0};
  for (size_t i = 0; i < LATCHES; i++)
    outcome->target |= (uint64_t)values_of(&values, system->latches.data[i].next) << i;
  for (size_t i = 0; i < task->conditions.size; i++)
    outcome->marks |= (uint64_t)values_of(&values, task->conditions.data[i]) << i;
  if (task->kind == TASK_BAD && values_of(&values, task->bad)) *outcome = (Outcome){DONE, 1};
  bits_free(&values);
  bits_free(&step.latches);
  bits_free(&step.inputs);
  return allowed;
}

typedef VEC(Outcome) OutcomeVec;

/* Another one that goes to the same place meets all that this one meets, and more; or the same and
 * comes first. */
static bool is_outdone(const OutcomeVec *outcomes, size_t which) {
  Outcome mine = outcomes->data[which];
  for (size_t i = 0; i < outcomes->size; i++) {
    Outcome other = outcomes->data[i];
    if (i == which || other.target != mine.target || (mine.marks & ~other.marks)) continue;
    if (other.marks != mine.marks || i < which) return true;
  }
  return false;
}

/* What the states of a watcher stand for, as they are met. */
typedef struct {
  const Task *task;
  const Watcher *watcher;
  uint64_t seed;
  uint64_t values[DONE + 1];
  size_t known;
} Comparison;

/* CHECK_SEED of the comparison. */
#define CHECK_OF(actual, expected)                                                                 \
  do {                                                                                             \
    uint64_t seed = c->seed;                                                                       \
    CHECK_SEED(actual, expected);                                                                  \
  } while (0)

static void meet(Comparison *c, uint64_t values, uint32_t state) {
  for (size_t i = 0; i < c->known; i++)
    if (c->values[i] == values) {
      CHECK_OF(state, i);
      return;
    }
  CHECK_OF(state, c->known);
  c->values[c->known++] = values;
}

static void compare_row(Comparison *c, size_t state, uint64_t letter) {
  const Watcher *watcher = c->watcher;
  size_t row = state << watcher->atoms | letter, found = watcher->first.data[row], moves = 0;
  size_t others = c->task->system->inputs.size - watcher->atoms;
  OutcomeVec outcomes = {0};
  Outcome outcome;
  for (uint64_t other = 0; other < (uint64_t)1 << others; other++) {
    uint64_t inputs = letter; /* the others from the highest bit on */
    for (size_t i = 0; i < others; i++)
      inputs |= (other >> i & 1) << (watcher->atoms + others - 1 - i);
    if (c->values[state] == DONE) vec_push(&outcomes, ((Outcome){DONE, 1}));
    else if (step_of(c->task, c->values[state], inputs, &outcome)) vec_push(&outcomes, outcome);
  }
  for (size_t i = 0; i < outcomes.size; i++) { /* states are counted where a step leads to them */
    size_t k = 0;
    while (k < c->known && c->values[k] != outcomes.data[i].target) k++;
    meet(c, outcomes.data[i].target, (uint32_t)k);
    if (is_outdone(&outcomes, i)) continue;
    moves++;
    bool there = false;
    for (size_t m = found; m < watcher->first.data[row + 1]; m++)
      there |= watcher->moves.data[m].target == k &&
               watcher->moves.data[m].marks == outcomes.data[i].marks;
    CHECK_OF(there, true);
  }
  CHECK_OF(watcher->first.data[row + 1] - found, moves);
  vec_free(&outcomes);
}

static void compare(const Task *task, unsigned atoms, uint64_t seed) {
  Watcher *watcher = watcher_of_task(task, atoms);
  CHECK(watcher);
  Comparison c = {.task = task, .watcher = watcher, .seed = seed};
  size_t begins = 0;
  for (uint64_t values = 0; values < DONE; values++) {
    bool possible = true;
    for (size_t i = 0; i < LATCHES; i++) {
      Reset reset = task->system->latches.data[i].reset;
      possible &= reset == RESET_FREE || (reset == RESET_1) == (values >> i & 1);
    }
    if (!possible) continue;
    CHECK_SEED(begins < watcher->initial.size, true);
    meet(&c, values, watcher->initial.data[begins++]);
  }
  CHECK_SEED(watcher->initial.size, begins);
  CHECK_SEED(watcher->atoms, atoms);
  CHECK_SEED(watcher->sets, task->kind == TASK_BAD ? 1 : task->conditions.size);
  for (size_t state = 0; state < c.known; state++)
    for (uint64_t letter = 0; letter < (uint64_t)1 << atoms; letter++)
      compare_row(&c, state, letter);
  CHECK_SEED(watcher->states, c.known);
  CHECK_SEED(watcher->first.size, (c.known << atoms) + 1);
  CHECK_SEED(vec_last(&watcher->first), watcher->moves.size);
  watcher_free(watcher);
}

/* Up to nine inputs: more than a word of 64 choices has. */
TEST(a_watcher_has_the_states_and_moves_of_the_steps_of_its_task) {
  static const Reset resets[] = {RESET_0, RESET_1, RESET_FREE};
  for (uint64_t seed = 0; seed < test_cases(80); seed++) {
    Random random = {seed + 1};
    System *system = system_new();
    for (size_t i = 0; i < seed % 10; i++) system_input(system);
    for (size_t i = 0; i < LATCHES; i++) system_latch(system, resets[random_below(&random, 3)]);
    for (size_t i = 0; i < LATCHES; i++)
      system_set_next(system, system->latches.data[i].current,
                      random_literal(system, &random, true));
    for (size_t i = random_below(&random, 3); i > 0; i--)
      vec_push(&system->constraints, random_literal(system, &random, true));
    Task *task = task_new(seed / 10 % 2 ? TASK_BAD : TASK_FAIR, system);
    if (task->kind == TASK_BAD) task->bad = random_literal(system, &random, true);
    for (size_t i = task->kind == TASK_BAD ? 0 : random_below(&random, 4); i > 0; i--)
      vec_push(&task->conditions, random_literal(system, &random, true));
    compare(task, (unsigned)random_below(&random, (uint32_t)(seed % 10 + 1)), seed);
    task_free(task);
  }
}

/* Eight inputs, of which each choice alone meets a condition, around the ends of 64 choices. */
TEST(a_watcher_finds_every_single_choice_of_inputs) {
  static const unsigned choices[] = {0, 1, 62, 63, 64, 65, 127, 128, 129, 191, 192, 193, 254, 255};
  for (uint64_t seed = 0; seed < 2 * sizeof choices / sizeof *choices; seed++) {
    Task *task = task_new(TASK_FAIR, system_new());
    Lit choice = LIT_TRUE;
    for (unsigned i = 0; i < 8; i++)
      choice = aig_and(task->system->aig, choice,
                       lit_not_if(system_input(task->system), !(choices[seed / 2] >> (7 - i) & 1)));
    for (size_t i = 0; i < LATCHES; i++)
      system_set_next(task->system, system_latch(task->system, RESET_0), LIT_FALSE);
    vec_push(&task->conditions, choice);
    compare(task, (unsigned)seed % 2, seed);
    task_free(task);
  }
}

/* ---- too large ---- */

/* Counts from 0 to the last number and stays there; asks for nothing. */
static Task *counter(unsigned latches, unsigned last, unsigned inputs) {
  System *system = system_new();
  Aig *aig = system->aig;
  for (unsigned i = 0; i < inputs; i++) system_input(system);
  Lit carry = LIT_TRUE;
  for (unsigned i = 0; i < latches; i++) system_latch(system, RESET_0);
  for (unsigned i = 0; i < latches; i++)
    carry = aig_and(aig, carry, lit_not_if(system->latches.data[i].current, !(last >> i & 1)));
  carry = lit_not(carry); /* not at the last number */
  for (unsigned i = 0; i < latches; i++) {
    Lit bit = system->latches.data[i].current;
    system_set_next(system, bit, aig_xor(aig, bit, carry));
    carry = aig_and(aig, carry, bit);
  }
  return task_new(TASK_FAIR, system);
}

static void check_counter(unsigned last, unsigned atoms, unsigned others, bool small) {
  Task *task = counter(12, last, atoms + others);
  Watcher *watcher = watcher_of_task(task, atoms);
  CHECK_EQUAL(watcher != NULL, small);
  if (small) CHECK_EQUAL(watcher->states, last + 1);
  watcher_free(watcher);
  task_free(task);
}

TEST(a_watcher_has_so_many_states_and_moves_and_no_more) {
  check_counter(WATCHER_STATES - 1, 0, 0, true);
  check_counter(WATCHER_STATES, 0, 0, false);
  check_counter(WATCHER_MOVES >> 10, 10, 0, false);
}

/* There may be few moves on many letters, and many states before the first move. */
TEST(a_watcher_without_moves_is_too_large_all_the_same) {
  Task *task = counter(1, 0, 10);
  for (unsigned i = 0; i < 11; i++) {
    Lit latch = system_latch(task->system, RESET_FREE);
    system_set_next(task->system, latch, latch);
  }
  vec_push(&task->system->constraints, LIT_FALSE);
  CHECK(!watcher_of_task(task, 0)); /* 2048 states */
  task->system->latches.data[11].reset = RESET_1;
  Watcher *watcher = watcher_of_task(task, 10); /* 1024 states, a million letters */
  CHECK(watcher && !watcher->moves.size);
  CHECK_EQUAL(watcher->states, 1024);
  watcher_free(watcher);
  system_input(task->system);
  CHECK(!watcher_of_task(task, 11));
  task_free(task);
}

/* ---- of an automaton ---- */

TEST(a_watcher_of_an_automaton_has_its_edges_by_letter) {
  U32Vec atoms = {0};
  for (uint32_t i = 0; i < 2; i++) vec_push(&atoms, i);
  Labels *labels = labels_new();
  Automaton *automaton = automaton_new(labels, &atoms);
  automaton->states = 3;
  automaton->initial = 1;
  automaton->sets = 2;
  Label a = label_variable(labels, 0), b = label_variable(labels, 1);
  automaton_edge(automaton, 0, 2, a, 1);
  automaton_edge(automaton, 0, 2, b, 2);
  automaton_edge(automaton, 1, 0, label_not(a), 3);
  automaton_edge(automaton, 1, 1, LABEL_TRUE, 0);
  automaton_finish(automaton);
  Watcher *watcher = watcher_of_automaton(automaton);
  CHECK(watcher);
  CHECK_EQUAL(watcher->states, 3);
  CHECK_EQUAL(watcher->atoms, 2);
  CHECK_EQUAL(watcher->sets, 2);
  CHECK_EQUAL(watcher->initial.size, 1);
  CHECK_EQUAL(watcher->initial.data[0], 1);
  static const size_t first[] = {0, 0, 1, 2, 4, 6, 7, 9, 10, 10, 10, 10, 10};
  static const WatcherMove moves[] = {{2, 1}, {2, 2}, {2, 1}, {2, 2}, {0, 3},
                                      {1, 0}, {1, 0}, {0, 3}, {1, 0}, {1, 0}};
  CHECK_EQUAL(watcher->first.size, sizeof first / sizeof *first);
  for (size_t i = 0; i < watcher->first.size; i++) CHECK_EQUAL(watcher->first.data[i], first[i]);
  CHECK_EQUAL(watcher->moves.size, 10);
  for (size_t i = 0; i < 10; i++) {
    CHECK_EQUAL(watcher->moves.data[i].target, moves[i].target);
    CHECK_EQUAL(watcher->moves.data[i].marks, moves[i].marks);
  }
  watcher_free(watcher);
  automaton_free(automaton);
  labels_free(labels);
  vec_free(&atoms);
}

static void check_automaton(uint32_t atoms, uint32_t states, bool small) {
  U32Vec list = {0};
  for (uint32_t i = 0; i < atoms; i++) vec_push(&list, i);
  Labels *labels = labels_new();
  Automaton *automaton = automaton_new(labels, &list);
  automaton->states = states;
  automaton_finish(automaton);
  Watcher *watcher = watcher_of_automaton(automaton);
  CHECK_EQUAL(watcher != NULL, small);
  watcher_free(watcher);
  automaton_free(automaton);
  labels_free(labels);
  vec_free(&list);
}

TEST(an_automaton_of_too_many_letters_and_states_is_not_written_out) {
  check_automaton(WATCHER_INPUTS, WATCHER_MOVES >> WATCHER_INPUTS, true);
  check_automaton(WATCHER_INPUTS, (WATCHER_MOVES >> WATCHER_INPUTS) + 1, false);
  check_automaton(WATCHER_INPUTS + 1, 1, false);
  check_automaton(0, WATCHER_MOVES - 1, true);
  check_automaton(0, WATCHER_MOVES, false);
}
