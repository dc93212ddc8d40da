/* The bridge to the judge of evidence: what is neither accepted nor refused, and sentences. */
#include "evidence/bridge.h"

#include "evidence/certify.h"
#include "judge/prover.h"
#include "test.h"

/* Bits that toggle, and should never be true; the witness is the model, and not inductive. */
static Task *toggles(size_t count, const char *name, Witness **witness) {
  System *system = system_new();
  Lit any = LIT_FALSE;
  for (size_t i = 0; i < count; i++) {
    Lit bit = system_latch(system, RESET_0);
    system_set_next(system, bit, lit_not(bit));
    if (name) signal_add_bit(&system->signals, name, SIGNAL_STATE, bit);
    any = aig_or(system->aig, any, bit);
  }
  Lit *map;
  *witness = witness_new(system_copy(system, &map));
  (*witness)->bad = aig_map_lit(map, any);
  mem_free(map);
  Task *task = task_new(TASK_BAD, system);
  task->bad = any;
  return task;
}

/* A variable of the witness that is no input of it: its value is anything, not some input's. */
TEST(a_variable_that_is_nobodys_is_free) {
  System *system = system_new();
  Task *task = task_new(TASK_BAD, system);
  task->bad = system_input(system);
  Witness *witness = witness_new(system_copy(system, NULL));
  witness->bad = aig_variable(witness->circuit->aig);
  Error report = {0};
  CHECK(!certify_witness(task, witness, &report));
  CHECK_TEXT(report.message, "the certificate is not valid: check 'property' fails, for example "
                             "with s: input 0 = 1 witness literal 4 = 0");
  error_free(&report);
  witness_free(witness);
  task_free(task);
}

TEST(a_spent_budget_neither_accepts_nor_refuses) {
  Witness *witness;
  Task *task = toggles(1, NULL, &witness);
  volatile sig_atomic_t cancelled = 1;
  Budget spent = {.cancel = &cancelled};
  Error report = {0};
  CHECK(!certify_witness_under(task, witness, &spent, NULL, &report));
  CHECK(budget_spent(&spent));
  CHECK_TEXT(report.message, "the solver gave no answer: check 'reset'");
  error_free(&report);
  Budget enough = {.work = 1000000};
  CHECK(!certify_witness_under(task, witness, &enough, NULL, &report));
  CHECK(!budget_spent(&enough));
  CHECK_TEXT(report.message,
             "the certificate is not valid: check 'step' fails, for example with s: "
             "latch 0 = 0; t: latch 0 = 1");
  error_free(&report);
  witness_free(witness);
  task_free(task);
}

/* A counterexample has no more values than a person will read, and long names are cut. */
TEST(a_sentence_has_an_end_whatever_the_names_are) {
  char name[500];
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = 0;
  const char *names[] = {NULL, name};
  for (size_t i = 0; i < 2; i++) {
    Witness *witness;
    Task *task = toggles(100, names[i], &witness);
    Error report = {0};
    CHECK(!certify_witness(task, witness, &report));
    CHECK(strstr(report.message, "check 'step' fails, for example with s: "));
    CHECK(strlen(report.message) < sizeof(((Judge *)NULL)->sentence));
    if (!names[i]) CHECK(strstr(report.message, " values more"));
    error_free(&report);
    witness_free(witness);
    task_free(task);
  }
}

/* What an argument leaves behind is given back: solvers, and memory. */
typedef struct {
  unsigned open, made;
} Count;

static void *count_new(const Judge *judge) {
  Count *count = judge->context;
  count->open++;
  count->made++;
  return count;
}
static void count_free(void *solver) { ((Count *)solver)->open--; }
static void count_clause(void *solver, const int *lits, size_t size) {
  (void)solver, (void)lits, (void)size;
}
static Answer count_solve(void *solver, const int *assumed, size_t size, unsigned patience) {
  (void)solver, (void)assumed, (void)size;
  return patience ? ANSWER_NONE : ANSWER_SATISFIABLE;
}
static bool count_value(void *solver, int lit) {
  (void)solver, (void)lit;
  return false;
}

static void leave(Judge *judge, void *about) {
  Prover *prover = prover_new(judge), *given_back = prover_new(judge), *other = prover_new(judge);
  CHECK(!prover_excludes(prover, (int[]){1}, 1, 1) && !prover_refutes(other));
  prover_free(given_back);
  zeroed(&judge->pool, 10, 10);
  zeroed(&prover->pool, 10, 10);
  if (*(bool *)about) refuse(judge, "it has %d", 7);
}

TEST(an_argument_that_leaves_gives_its_solvers_back) {
  static const SolverKind counting = {count_new, count_free, count_clause, count_solve,
                                      count_value};
  for (int refused = 0; refused < 2; refused++) {
    Count count = {0};
    Judge judge = {.solvers = &counting, .context = &count};
    bool refuses = refused;
    CHECK_EQUAL(judge_run(&judge, leave, &refuses), refused ? JUDGE_REFUSED : JUDGE_ACCEPTED);
    CHECK_EQUAL(count.open, 0);
    CHECK_EQUAL(count.made, 3);
    CHECK_TEXT(judge.sentence, refused ? "it has 7" : "");
  }
}

/* One pigeon more than there are holes: that they do not fit takes long to see if they are many. */
typedef struct {
  size_t holes;
  unsigned patience;
  bool excluded;
} Pigeons;

static void exclude_pigeons(Judge *judge, void *about) {
  Pigeons *p = about;
  Prover *prover = prover_new(judge);
  int in[8][7];
  for (size_t i = 0; i <= p->holes; i++) {
    for (size_t h = 0; h < p->holes; h++) in[i][h] = prover_variable(prover);
    prover_clause(prover, in[i], p->holes);
    for (size_t k = 0; k < i; k++)
      for (size_t h = 0; h < p->holes; h++) prover_clause(prover, (int[]){-in[i][h], -in[k][h]}, 2);
  }
  p->excluded = prover_excludes(prover, (int[]){PROVER_TRUE}, 1, p->patience);
}

TEST(a_question_that_is_asked_in_a_hurry_may_stay_without_an_answer) {
  static const Pigeons rows[] = {
      {3, 0, true}, {3, 1, true}, {7, 0, true}, {7, 1, false}, {7, 1000, true}};
  for (size_t i = 0; i < 5; i++) {
    Pigeons pigeons = {rows[i].holes, rows[i].patience, !rows[i].excluded};
    Error report = {0};
    CHECK(bridge_judge(exclude_pigeons, &pigeons, NULL, NULL, &report));
    CHECK_EQUAL(pigeons.excluded, rows[i].excluded);
  }
}

/* What the solver is given when a question is asked: what contradicts itself needs no clause but
 * the first, which it has, and none is given twice. An empty clause is one, too. */
static void ask_in_turn(Judge *judge, void *about) {
  (void)about;
  SatStats start = *sat_total_stats();
  Prover *prover = prover_new(judge);
  CHECK_EQUAL(sat_total_stats()->variables - start.variables, 1);
  int a = prover_variable(prover), b = prover_variable(prover);
  prover_clause(prover, (int[]){-a, b}, 2);
  const struct {
    int assumed[2];
    size_t count;
    unsigned clauses, variables;
    bool refuted;
  } rows[] = {
      {{-PROVER_TRUE}, 1, 0, 0, true}, {{a, -PROVER_TRUE}, 2, 0, 1, true}, {{-b}, 1, 1, 1, false},
      {{a, -b}, 2, 0, 0, true},        {{-PROVER_TRUE, a}, 2, 0, 0, true},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    SatStats before = *sat_total_stats();
    for (size_t k = 0; k < rows[i].count; k++) prover_assume(prover, rows[i].assumed[k]);
    CHECK_EQUAL(prover_refutes(prover), rows[i].refuted);
    CHECK_EQUAL(sat_total_stats()->clauses - before.clauses, rows[i].clauses);
    CHECK_EQUAL(sat_total_stats()->variables - before.variables, rows[i].variables);
  }
  prover_clause(prover, NULL, 0);
  CHECK(prover_refutes(prover));
}

TEST(a_solver_is_given_what_a_question_needs_and_nothing_twice) {
  Error report = {0};
  CHECK(bridge_judge(ask_in_turn, NULL, NULL, NULL, &report));
}
