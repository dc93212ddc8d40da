/* What the judge asks of a solver, and what it believes of its answers: that a formula is
 * unsatisfiable, and nothing else. */
#include "judge/solver.h"

#include <stdio.h>
#include <stdlib.h>

#include "judge/ctl.h"
#include "judge/witness.h"
#include "test.h"

/* A solver that gives the same answer to every question. */
typedef struct {
  const Judge *judge;
  Answer answer, hurried_answer;
  unsigned enough; /* the least patience that gets the hurried one */
  bool value;      /* of every variable ... */
  bool obeys;      /* ... but those that were assumed to be something */
  int assumed[5];  /* by the last question */
  unsigned questions, hurried, lemmas;
  unsigned known;   /* clauses that say of the most significant entry that it does not fall, or of
                       the comparison that it carries over: what more significant ones do is true */
  char asked[1000]; /* a line for each question */
} Solver;

static void *solver_new(const Judge *judge) {
  Solver *s = judge->context;
  s->judge = judge;
  return s;
}
static void solver_free(void *solver) { (void)solver; }
static void solver_clause(void *solver, const int *lits, size_t count) {
  Solver *s = solver;
  s->known += count == 3 && lits[0] == -PROVER_TRUE;
}

static Answer solver_solve(void *solver, const int *assumed, size_t count, unsigned patience) {
  Solver *s = solver;
  bool lemma = strstr(s->judge->obligation, "for an entry that does not fall") ||
               strstr(s->judge->obligation, "for a comparison that carries over");
  size_t length = strlen(s->asked);
  snprintf(s->asked + length, sizeof s->asked - length, "%s\n", s->judge->obligation);
  s->questions++;
  s->hurried += patience > 0;
  s->lemmas += patience && lemma;
  for (size_t i = 0; i < 5; i++) s->assumed[i] = i < count ? assumed[i] : 0;
  if (!patience) return s->answer;
  return patience < s->enough ? ANSWER_NONE : s->hurried_answer;
}

static bool solver_value(void *solver, int lit) {
  const Solver *s = solver;
  for (size_t i = 0; s->obeys && i < 5; i++)
    if (abs(s->assumed[i]) == abs(lit)) return s->assumed[i] == lit;
  return s->value == (lit > 0);
}

static const SolverKind solvers = {solver_new, solver_free, solver_clause, solver_solve,
                                   solver_value};

/* ---- states that a solver has found ---- */

/* Two latches that keep their values, 2 and 4, and 6 is their conjunction. */
typedef struct {
  Lit reset, constraint, atom; /* reset of latch 2 */
} Model;

static void argue_violated(Judge *judge, void *about) {
  const Model *m = about;
  Circuit *circuit = circuit_new(judge, 4);
  define_latch(circuit, (Register){2, 2, m->reset});
  define_latch(circuit, (Register){4, 4, 4});
  define_gate(circuit, 6, 2, 4);
  list_add(judge, &circuit->constraints, m->constraint);
  Part part = {.op = PART_ATOM, .atom = m->atom, .text = "atom"};
  Parts formula = {.parts = &part, .size = 1};
  Structure structure = structure_new(circuit, &formula);
  Graph graph = graph_new(&structure);
  CtlClaim claim = {.structure = &structure, .graph = &graph, .holds = false};
  check_ctl(&claim, &formula);
}

TEST(an_initial_state_that_a_solver_says_it_has_found_is_evaluated) {
  static const struct {
    const char *why;
    Model model;
    bool value, obeys, accepted;
  } rows[] = {
      {"both are 0: the atom is false", {2, 1, 2}, false, false, true},
      {"both are 1: the atom is true", {2, 1, 2}, true, false, false},
      {"it is reset to 0", {0, 1, 2}, false, false, true},
      {"it is reset to 1", {1, 1, 2}, false, false, false},
      {"the constraint says so, too", {2, 5, 2}, false, false, true},
      {"the constraint says something else", {2, 4, 2}, false, false, false},
      {"the conjunction of 0 and 0", {2, 1, 6}, false, true, true},
      {"a conjunction of 1 and 1 that is said to be 0", {2, 1, 6}, true, true, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Model model = rows[i].model;
    Solver solver = {.answer = ANSWER_SATISFIABLE, .value = rows[i].value, .obeys = rows[i].obeys};
    Judge judge = {.solvers = &solvers, .context = &solver};
    JudgeOutcome outcome = judge_run(&judge, argue_violated, &model);
    if (outcome != (rows[i].accepted ? JUDGE_ACCEPTED : JUDGE_REFUSED))
      test_fail(__FILE__, __LINE__, "%s: %s", rows[i].why, judge.sentence);
    if (!rows[i].accepted)
      CHECK_TEXT(judge.sentence, "the solver's initial state that the proof excludes is none");
  }
}

/* ---- questions that need no answer ---- */

/* A latch that never falls, in the model and in the witness, which compares it in two moments. So
 * many entries are this latch. */
static void argue_ranked(Judge *judge, void *about) {
  const unsigned *entries = about;
  Circuit *model = circuit_new(judge, 2), *circuit = circuit_new(judge, 4 + *entries);
  define_latch(model, (Register){2, 1, 0});
  define_latch(circuit, (Register){2, 1, 0});
  define_input(circuit, 4);
  define_gate(circuit, 6, 3, 4);
  for (Lit i = 1; i < *entries; i++) define_input(circuit, 6 + 2 * i);
  WitnessCircuit w = {.model = model,
                      .circuit = circuit,
                      .progress = true,
                      .ranked = true,
                      .model_justice = 1,
                      .justice = 1};
  list_add(judge, &w.bad, 0);
  list_add(judge, &w.mapping, ((MappedPair){2, 2}));
  list_add(judge, &w.model_conditions, 3);
  list_add(judge, &w.conditions, 6);
  list_add(judge, &w.glances, ((Glance){2, 4}));
  for (Lit i = 1; i < *entries; i++) list_add(judge, &w.glances, ((Glance){2, 6 + 2 * i}));
  check_witness(&w);
}

/* Five checks of the invariant and four of the ranking; lemmas are one for each entry, once more
 * for those that take long, up to the first that takes too long, and one for the comparison, or two
 * where neither it nor its negation is shown to carry over. What is shown of an entry is known of
 * the five steps that the four checks speak of, too; on the last of these all entries stay. */
TEST(lemmas_are_asked_in_a_hurry_and_need_no_answer_and_checks_need_one) {
  static const struct {
    unsigned entries, enough, hurried, known;
  } rows[] = {{1, 1, 2, 7}, {1, 2, 4, 6}, {1, 1000000, 4, 0},
              {3, 1, 4, 8}, {3, 2, 8, 8}, {3, 1000000, 6, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    unsigned entries = rows[i].entries;
    Solver solver = {.answer = ANSWER_UNSATISFIABLE,
                     .hurried_answer = ANSWER_UNSATISFIABLE,
                     .enough = rows[i].enough};
    Judge judge = {.solvers = &solvers, .context = &solver};
    CHECK_EQUAL(judge_run(&judge, argue_ranked, &entries), JUDGE_ACCEPTED);
    CHECK_EQUAL(solver.hurried, rows[i].hurried);
    CHECK_EQUAL(solver.lemmas, solver.hurried);
    CHECK_EQUAL(solver.questions, 9 + solver.hurried);
    CHECK_EQUAL(solver.known, rows[i].known);
  }
  unsigned entries = 1;
  Solver silent = {.answer = ANSWER_NONE, .hurried_answer = ANSWER_UNSATISFIABLE};
  Judge judge = {.solvers = &solvers, .context = &silent};
  CHECK_EQUAL(judge_run(&judge, argue_ranked, &entries), JUDGE_STOPPED);
  CHECK_TEXT(judge.sentence, "the solver gave no answer: check 'reset'");
}

/* A latch that keeps its value, its conjunction with itself, and that both are true; two updates
 * that every solver that says no accepts. */
static void argue_updates(Judge *judge, void *about) {
  static const int rank[] = {1, 0, 1, 0};
  Part parts[] = {{.op = PART_ATOM, .atom = 2},
                  {.op = PART_ATOM, .atom = 4},
                  {.op = PART_AND, .left = 0, .right = 1}};
  Parts formula = {.parts = parts, .size = 3, .root = 2};
  Circuit *circuit = circuit_new(judge, 3);
  (void)about;
  define_latch(circuit, (Register){2, 2, 0});
  define_gate(circuit, 4, 2, 2);
  Structure structure = structure_new(circuit, &formula);
  Graph graph = graph_new(&structure);
  CtlClaim claim = {.structure = &structure, .graph = &graph, .holds = true};
  claim_variable(&claim, IS_LATCH, FROM_LATCH, 0);
  claim_gate(&claim, 0, 2);
  list_add(judge, &claim.nodes, LIVING);
  for (UpdateKind kind = RANK; kind <= EQUAL; kind++) {
    Update update = {.kind = kind};
    for (size_t i = 0; i < 2 && kind == EQUAL; i++) list_add(judge, &update.states, (int)i);
    for (size_t i = 0; i < 4 && kind == RANK; i++) list_add(judge, &update.inputs, rank[i]);
    list_add(judge, &claim.updates, update);
  }
  check_ctl(&claim, &formula);
}

/* What a proof says itself is no lemma: a solver that gives no answer is no reason to refuse it. */
TEST(no_question_about_a_ctl_proof_may_stay_without_an_answer) {
  Solver solver = {.answer = ANSWER_UNSATISFIABLE, .hurried_answer = ANSWER_UNSATISFIABLE};
  Judge judge = {.solvers = &solvers, .context = &solver};
  CHECK_EQUAL(judge_run(&judge, argue_updates, NULL), JUDGE_ACCEPTED);
  CHECK_EQUAL(solver.hurried, 0);
  CHECK_TEXT(solver.asked,
             "two predicates of the formula are the same\n"
             "update 1, 'rank'\nupdate 1, 'rank'\nupdate 1, 'rank'\nupdate 1, 'rank'\n"
             "update 2, 'equal'\nupdate 2, 'equal'\n"
             "the verdict: all initial states are in lower of the root\n");
}

/* Many, so that there is a new table for them now and then. */
static void argue_conjunctions(Judge *judge, void *about) {
  enum { MANY = 10000 };
  int *first = zeroed(&judge->pool, MANY, sizeof *first);
  Prover *prover = prover_new(judge);
  (void)about;
  for (int k = 0; k < MANY; k++) prover_variable(prover);
  for (int k = 0; k < MANY; k++) first[k] = prover_and(prover, 2 + k, k % 2 ? -3 - k : 3 + k);
  for (int k = 0; k < MANY; k++) {
    CHECK_EQUAL(first[k], 2 + MANY + k);
    CHECK_EQUAL(prover_and(prover, k % 2 ? -3 - k : 3 + k, 2 + k), first[k]);
  }
  for (int sign = -1; sign < 2; sign += 2) {
    int a = sign * 3;
    CHECK(prover_and(prover, a, PROVER_TRUE) == a && prover_and(prover, PROVER_TRUE, a) == a);
    CHECK(prover_and(prover, a, a) == a && prover_and(prover, a, -a) == -PROVER_TRUE);
    CHECK_EQUAL(prover_and(prover, a, -PROVER_TRUE), -PROVER_TRUE);
    CHECK_EQUAL(prover_and(prover, -PROVER_TRUE, a), -PROVER_TRUE);
  }
  CHECK_EQUAL(prover->variables, 2 * MANY + 1);
}

TEST(the_same_two_literals_have_the_same_conjunction) {
  Solver solver = {0};
  Judge judge = {.solvers = &solvers, .context = &solver};
  CHECK_EQUAL(judge_run(&judge, argue_conjunctions, NULL), JUDGE_ACCEPTED);
}
