/* What diagrams and clauses tell each other, against enumeration: an exact set comes to the board
 * as it is, machines as an inductive set, and the board comes back as the states that it allows. */
#include "engine/symbolic/sharing.h"

#include "engine/symbolic/concrete.h"
#include "engine/symbolic/reachable.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "test.h"

enum { STATE_BITS = 10 };

typedef struct {
  Task *task;
  Explicit *e;
  SymbolicModel *model;
  Transitions *relation;
  LemmaBoard *board;
  Sharing sharing;
  Budget budget;
} Subject;

static void subject_open(Subject *s, uint64_t seed) {
  RandomModel *source = random_model(seed, STATE_BITS);
  *s = (Subject){.task = random_model_bad_task(source, 0)};
  random_model_free(source);
  s->e = explicit_new(s->task->system);
  SymbolicOptions options = SYMBOLIC_DEFAULTS;
  LitVec roots = {0};
  s->model = symbolic_new(s->task->system, &roots, &options);
  CHECK(symbolic_build(s->model, &s->budget) == SYMBOLIC_DONE);
  s->relation = transitions_new(s->model, NULL);
  CHECK(transitions_build(s->relation, &s->budget) == SYMBOLIC_DONE);
  s->board = lemma_board_new();
  sharing_open(&s->sharing, s->board, s->task, s->task->system, NULL);
}

static void subject_close(Subject *s) {
  sharing_close(&s->sharing);
  lemma_board_free(s->board);
  transitions_free(s->relation);
  symbolic_free(s->model);
  explicit_free(s->e);
  task_free(s->task);
}

static bool satisfies(const System *system, size_t state, const Clause *clause) {
  for (size_t k = 0; k < clause->size; k++)
    for (size_t i = 0; i < system->latches.size; i++)
      if (lit_node(clause->lits[k]) == lit_node(system->latches.data[i].current) &&
          (state >> i & 1) != lit_negated(clause->lits[k]))
        return true;
  return false;
}

/* The states that the board allows. */
static Bits allowed(Subject *s) {
  size_t position = 0;
  ClauseVec view = lemma_board_take(s->board, &position);
  Bits states = bits_new(s->e->states);
  for (size_t n = 0; n < s->e->states; n++) {
    bool all = true;
    for (size_t i = 0; i < view.size && all; i++) all = satisfies(s->task->system, n, view.data[i]);
    bits_put(&states, n, all);
  }
  return states;
}

static void check_board_is_inductive(Subject *s) {
  size_t position = 0;
  ClauseVec view = lemma_board_take(s->board, &position), lemmas = clauses_copy(&view);
  lemmas_inductive_part(s->task, &lemmas, &s->budget);
  CHECK_EQUAL(lemmas.size, position);
  clauses_free(&lemmas);
}

/* What comes back are the allowed states, and the initial ones. */
static void check_known(Subject *s, const Bits *expected) {
  Bdd known;
  CHECK(sharing_know(&s->sharing, s->model, &known, &s->budget) == SYMBOLIC_DONE);
  Bits state = bits_new(s->task->system->latches.size);
  for (size_t n = 0; n < s->e->states; n++) {
    for (size_t i = 0; i < state.size; i++) bits_put(&state, i, n >> i & 1);
    bool inside = bits_get(expected, n) || bits_get(&s->e->initial, n);
    CHECK(concrete_inside(s->model, known, &state) == inside);
  }
  bits_free(&state);
}

TEST(reachable_sets_are_offered_as_they_are) {
  size_t proper = 0;
  for (uint64_t seed = 0; seed < test_cases(200); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed);
    Reachable *reachable = reachable_new(s->relation, s->model->initial, BDD_TRUE);
    CHECK(reachable_close(reachable, true, &s->budget) == SYMBOLIC_DONE);
    CHECK(sharing_offer(&s->sharing, s->model, reachable->states, &s->budget) == SYMBOLIC_DONE);
    Bits states = explicit_reachable(s->e), board = allowed(s);
    bits_or(&states, &s->e->initial);
    CHECK(bits_equal(&states, &board));
    proper += bits_count(&states) < s->e->states;
    check_board_is_inductive(s);
    check_known(s, &board);
    bits_free(&states);
    bits_free(&board);
    reachable_free(reachable);
    subject_close(s);
  }
  CHECK_COVERAGE(proper > 20);
}

TEST(machines_are_offered_as_an_inductive_set) {
  size_t proper = 0;
  for (uint64_t seed = 0; seed < test_cases(200); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed ^ 0xa4dc);
    Approximate *approximate = approximate_new(s->model, 1 + seed % 4);
    CHECK(approximate_run(approximate, &s->budget) == SYMBOLIC_DONE);
    CHECK(sharing_offer_machines(&s->sharing, approximate, &s->budget) == SYMBOLIC_DONE);
    Bits states = explicit_reachable(s->e), board = allowed(s);
    CHECK(bits_subset(&states, &board));
    proper += bits_count(&board) < s->e->states;
    check_board_is_inductive(s);
    check_known(s, &board);
    bits_free(&states);
    bits_free(&board);
    approximate_free(approximate);
    subject_close(s);
  }
  CHECK_COVERAGE(proper > 20);
}

/* Every ring is offered, and with what comes from the later ones the board stays inductive. */
TEST(rings_of_a_search_that_is_not_done_are_offered_as_far_as_they_are_inductive) {
  size_t proper = 0, early = 0;
  for (uint64_t seed = 0; seed < test_cases(200); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed ^ 0x4196);
    Reachable *reachable = reachable_new(s->relation, s->model->initial, BDD_TRUE);
    while (!reachable->closed) {
      CHECK(reachable_forward(reachable, &s->budget) == SYMBOLIC_DONE);
      s->sharing.rings_due = 0;
      CHECK(sharing_offer_rings(&s->sharing, reachable, &s->budget) == SYMBOLIC_DONE);
      early += !reachable->closed && s->sharing.offered && reachable->rings.size > 2;
      check_board_is_inductive(s);
    }
    Bits states = explicit_reachable(s->e), board = allowed(s);
    CHECK(bits_subset(&states, &board));
    proper += bits_count(&board) < s->e->states;
    check_known(s, &board);
    bits_free(&states);
    bits_free(&board);
    reachable_free(reachable);
    subject_close(s);
  }
  CHECK_COVERAGE(proper > 20 && early > 20);
}

TEST(rings_are_offered_when_the_search_takes_long) {
  Subject subject, *s = &subject;
  subject_open(s, 3);
  Reachable *reachable = reachable_new(s->relation, s->model->initial, BDD_TRUE);
  CHECK(reachable_forward(reachable, &s->budget) == SYMBOLIC_DONE);
  uint64_t due = s->sharing.rings_due;
  CHECK(bdd_counts(s->model->manager).steps < due);
  CHECK(sharing_offer_rings(&s->sharing, reachable, &s->budget) == SYMBOLIC_DONE);
  CHECK_EQUAL(s->sharing.rings_due, due);
  CHECK_EQUAL(s->sharing.offered, 0);
  reachable_free(reachable);
  subject_close(s);
}
