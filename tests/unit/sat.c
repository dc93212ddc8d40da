/* The SAT gate, tested through its interface alone: random sequences of calls whose answers are
 * compared with plain enumeration, on every back end. */
#include "test.h"

#include <stdio.h>

#include "base/random.h"
#include "logic/sat.h"

enum { MAX_VARIABLES = 8, MAX_LENGTH = 6 };

static const SatKind kinds[] = {SAT_CADICAL, SAT_LEAN};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* What the solver should know: the assignments that satisfy all clauses so far. */
typedef struct {
  int variables;
  bool allowed[1 << MAX_VARIABLES];
} Model;

static bool lit_holds(unsigned assignment, int lit) {
  return (assignment >> (abs(lit) - 1) & 1) == (lit > 0);
}

static bool clause_holds(unsigned assignment, const int *lits, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (lit_holds(assignment, lits[i])) return true;
  return false;
}

static bool all_hold(unsigned assignment, const int *lits, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!lit_holds(assignment, lits[i])) return false;
  return true;
}

static int random_lit(Random *random, int variables) {
  int variable = 1 + (int)random_below(random, (uint32_t)variables);
  return random_chance(random, 1, 2) ? variable : -variable;
}

static size_t random_lits(Random *random, int variables, int *lits, size_t least) {
  size_t count = least + random_below(random, MAX_LENGTH - (uint32_t)least);
  for (size_t i = 0; i < count; i++) lits[i] = random_lit(random, variables);
  return count;
}

/* Whether some allowed assignment meets the assumptions and the clause (count 0: no clause). */
static bool possible(const Model *model, const int *assumed, size_t assumed_count,
                     const int *clause, size_t count) {
  for (unsigned a = 0; a < 1u << MAX_VARIABLES; a++)
    if (model->allowed[a] && all_hold(a, assumed, assumed_count) &&
        (!count || clause_holds(a, clause, count)))
      return true;
  return false;
}

static void check_model(Sat *sat, const Model *model, const int *assumed, size_t assumed_count,
                        const int *clause, size_t count) {
  unsigned a = 0;
  for (int v = 1; v <= model->variables; v++) {
    CHECK(sat_value(sat, v) != sat_value(sat, -v));
    a |= (unsigned)sat_value(sat, v) << (v - 1);
  }
  CHECK(model->allowed[a] && all_hold(a, assumed, assumed_count));
  CHECK(!count || clause_holds(a, clause, count));
}

static void check_core(Sat *sat, const Model *model, const int *assumed, size_t assumed_count,
                       const int *clause, size_t count) {
  int core[MAX_LENGTH];
  size_t size = 0;
  for (size_t i = 0; i < assumed_count; i++)
    if (sat_failed(sat, assumed[i])) core[size++] = assumed[i];
  if (!sat_temporary_failed(sat)) count = 0;
  else CHECK(count);
  CHECK(!possible(model, core, size, clause, count));
}

static void query(Sat *sat, const Model *model, Random *random) {
  int assumed[MAX_LENGTH], clause[MAX_LENGTH];
  size_t assumed_count = random_lits(random, model->variables, assumed, 0), count = 0;
  for (size_t i = 0; i < assumed_count; i++) sat_assume(sat, assumed[i]);
  if (random_chance(random, 1, 2)) {
    count = random_lits(random, model->variables, clause, 1);
    sat_temporary(sat, clause, count);
  }
  if (random_chance(random, 1, 4)) { /* the domain of everything is always sound */
    int domain[MAX_VARIABLES];
    for (int v = 1; v <= model->variables; v++) domain[v - 1] = v;
    sat_domain(sat, domain, (size_t)model->variables);
  }
  Budget budget = BUDGET_UNLIMITED;
  if (random_chance(random, 1, 4)) budget.work = 1 + random_below(random, 30);
  SatResult result = sat_solve(sat, &budget);
  bool expected = possible(model, assumed, assumed_count, clause, count);
  if (result == SAT_UNKNOWN) {
    CHECK(budget.work && budget_spent(&budget));
    return;
  }
  CHECK_EQUAL(result, expected ? SAT_SATISFIABLE : SAT_UNSATISFIABLE);
  if (expected) check_model(sat, model, assumed, assumed_count, clause, count);
  else check_core(sat, model, assumed, assumed_count, clause, count);
}

static void check_fixed(Sat *sat, const Model *model) {
  for (int v = 1; v <= model->variables; v++) {
    int fixed = sat_fixed(sat, v);
    CHECK_EQUAL(sat_fixed(sat, -v), -fixed);
    if (fixed) CHECK(!possible(model, (int[]){fixed > 0 ? -v : v}, 1, NULL, 0));
  }
}

static void run_sequence(SatKind kind, uint64_t seed) {
  Random random = {seed};
  Sat *sat = sat_new(kind);
  Model model = {0};
  memset(model.allowed, 1, sizeof model.allowed);
  unsigned steps = 10 + random_below(&random, 60), clause_chance = 1 + random_below(&random, 8);
  CHECK_EQUAL(sat_solve(sat, NULL), SAT_SATISFIABLE);
  for (unsigned step = 0; step < steps; step++) {
    if (!model.variables || (model.variables < MAX_VARIABLES && random_chance(&random, 1, 4)))
      CHECK_EQUAL(sat_variable(sat), ++model.variables);
    while (random_chance(&random, clause_chance, 10)) {
      int lits[MAX_LENGTH];
      size_t count = random_lits(&random, model.variables, lits, 1);
      sat_clause(sat, lits, count);
      for (unsigned a = 0; a < 1u << MAX_VARIABLES; a++)
        model.allowed[a] = model.allowed[a] && clause_holds(a, lits, count);
    }
    query(sat, &model, &random);
    if (random_chance(&random, 1, 3)) check_fixed(sat, &model);
  }
  sat_free(sat);
}

TEST(random_call_sequences_agree_with_enumeration) {
  for (int k = 0; k < KINDS; k++)
    for (unsigned i = 0; i < test_cases(1500); i++) run_sequence(kinds[k], i);
}

TEST(the_empty_clause_makes_everything_unsatisfiable) {
  for (int k = 0; k < KINDS; k++) {
    Sat *sat = sat_new(kinds[k]);
    int x = sat_variable(sat);
    sat_clause(sat, NULL, 0);
    sat_assume(sat, x);
    CHECK_EQUAL(sat_solve(sat, NULL), SAT_UNSATISFIABLE);
    CHECK(!sat_failed(sat, x));
    CHECK_EQUAL(sat_solve(sat, NULL), SAT_UNSATISFIABLE);
    sat_free(sat);
  }
}

/* n + 1 pigeons do not fit into n holes: hard enough to be interrupted. */
static void add_pigeons(Sat *sat, int n) {
  for (int i = 0; i < (n + 1) * n; i++) sat_variable(sat);
  for (int p = 0; p <= n; p++) {
    IntVec clause = {0};
    for (int h = 1; h <= n; h++) vec_push(&clause, p * n + h);
    sat_clause(sat, clause.data, clause.size);
    vec_free(&clause);
  }
  for (int h = 1; h <= n; h++)
    for (int p = 0; p <= n; p++)
      for (int q = 0; q < p; q++) sat_clause2(sat, -(p * n + h), -(q * n + h));
}

TEST(slices_of_work_interrupt_repeatably_and_lead_to_the_answer) {
  for (int k = 0; k < KINDS; k++) {
    unsigned turns[2] = {0};
    for (int run = 0; run < 2; run++) {
      Sat *sat = sat_new(kinds[k]);
      add_pigeons(sat, 6);
      Budget slice = budget_slice(NULL, 2000);
      SatResult result;
      while ((result = sat_solve(sat, &slice)) == SAT_UNKNOWN) {
        CHECK(++turns[run] < 100000);
        CHECK(budget_spent(&slice));
        slice = budget_slice(NULL, 2000 * (turns[run] + 1));
      }
      CHECK_EQUAL(result, SAT_UNSATISFIABLE);
      CHECK_EQUAL(sat_stats(sat)->interrupted, turns[run]);
      sat_free(sat);
    }
    CHECK(turns[0] > 0);
    CHECK_EQUAL(turns[0], turns[1]);
  }
}

TEST(a_cancelled_query_is_unknown_and_the_solver_lives_on) {
  for (int k = 0; k < KINDS; k++) {
    Sat *sat = sat_new(kinds[k]);
    add_pigeons(sat, 7);
    volatile sig_atomic_t cancel = 1;
    Budget budget = {.cancel = &cancel};
    CHECK_EQUAL(sat_solve(sat, &budget), SAT_UNKNOWN);
    sat_clause1(sat, 1);
    sat_assume(sat, -1);
    CHECK_EQUAL(sat_solve(sat, NULL), SAT_UNSATISFIABLE);
    CHECK(sat_failed(sat, -1));
    CHECK_EQUAL(sat_fixed(sat, 1), 1);
    sat_free(sat);
  }
}

TEST(statistics_are_counted_per_solver_and_in_total) {
  SatStats before = *sat_total_stats();
  Sat *sat = sat_new(SAT_CADICAL);
  int x = sat_variable(sat);
  sat_clause1(sat, x);
  sat_solve(sat, NULL);
  sat_assume(sat, -x);
  sat_solve(sat, NULL);
  CHECK_EQUAL(sat_stats(sat)->queries, 2);
  CHECK_EQUAL(sat_stats(sat)->satisfiable, 1);
  CHECK_EQUAL(sat_stats(sat)->unsatisfiable, 1);
  CHECK_EQUAL(sat_total_stats()->queries - before.queries, 2);
  CHECK_EQUAL(sat_total_stats()->clauses - before.clauses, 1);
  CHECK(sat_total_stats()->work > before.work);
  sat_free(sat);
}

TEST(recorded_calls_are_written_one_per_line) {
  const char *path = test_temporary_path("record");
  FILE *file = fopen(path, "w+");
  CHECK(file);
  Sat *sat = sat_new(SAT_CADICAL);
  sat_record(sat, file);
  int x = sat_variable(sat), y = sat_variable(sat);
  sat_clause2(sat, x, -y);
  sat_assume(sat, y);
  sat_temporary(sat, (int[]){-x}, 1);
  sat_domain(sat, (int[]){x, y}, 2);
  sat_solve(sat, NULL);
  sat_free(sat);
  char text[128] = {0};
  rewind(file);
  size_t length = fread(text, 1, sizeof text - 1, file);
  CHECK(length);
  fclose(file);
  CHECK_TEXT(text, "v 2\nc 1 -2 0\na 2 0\nt -1 0\nd 1 2 0\ns 20\n");
}

/* Both back ends on the same incremental problem, too large for enumeration: they must agree on
 * every answer; models are checked against the clauses, cores by asking the other solver. */
typedef struct {
  Sat *sat[KINDS];
  IntVec clauses; /* each ended by 0 */
  int variables;
} Pair;

static void pair_clause(Pair *pair, const int *lits, size_t count) {
  for (int k = 0; k < KINDS; k++) sat_clause(pair->sat[k], lits, count);
  for (size_t i = 0; i < count; i++) vec_push(&pair->clauses, lits[i]);
  vec_push(&pair->clauses, 0);
}

static void pair_check_model(Pair *pair, Sat *sat) {
  bool holds = false;
  for (size_t i = 0; i < pair->clauses.size; i++) {
    int lit = pair->clauses.data[i];
    if (lit) {
      holds = holds || sat_value(sat, lit);
    } else {
      CHECK(holds);
      holds = false;
    }
  }
}

static SatResult ask(Sat *sat, const IntVec *assumed, const IntVec *temporary, Budget *budget) {
  for (size_t i = 0; i < assumed->size; i++) sat_assume(sat, assumed->data[i]);
  if (temporary->size) sat_temporary(sat, temporary->data, temporary->size);
  return sat_solve(sat, budget);
}

static void pair_query(Pair *pair, Random *random, const IntVec *assumed, const IntVec *temporary) {
  SatResult results[KINDS];
  for (int k = 0; k < KINDS; k++) {
    Budget slice = budget_slice(NULL, 500); /* now and then a first try that may not finish */
    if (random_chance(random, 1, 8)) ask(pair->sat[k], assumed, temporary, &slice);
    results[k] = ask(pair->sat[k], assumed, temporary, NULL);
  }
  CHECK_EQUAL(results[0], results[1]);
  if (results[0] == SAT_SATISFIABLE) {
    for (int k = 0; k < KINDS; k++) {
      pair_check_model(pair, pair->sat[k]);
      for (size_t i = 0; i < assumed->size; i++) CHECK(sat_value(pair->sat[k], assumed->data[i]));
      bool holds = !temporary->size;
      for (size_t i = 0; i < temporary->size; i++)
        holds = holds || sat_value(pair->sat[k], temporary->data[i]);
      CHECK(holds);
    }
    return;
  }
  Sat *lean = pair->sat[1], *cadical = pair->sat[0];
  for (size_t i = 0; i < assumed->size; i++)
    if (sat_failed(lean, assumed->data[i])) sat_assume(cadical, assumed->data[i]);
  if (sat_temporary_failed(lean)) sat_temporary(cadical, temporary->data, temporary->size);
  CHECK_EQUAL(sat_solve(cadical, NULL), SAT_UNSATISFIABLE);
}

static void run_pair(uint64_t seed, int variables, int clauses, uint32_t short_percent, int steps) {
  Random random = {seed};
  Pair pair = {.sat = {sat_new(SAT_CADICAL), sat_new(SAT_LEAN)}, .variables = variables};
  IntVec assumed = {0}, temporary = {0};
  for (int v = 0; v < pair.variables; v++)
    for (int k = 0; k < KINDS; k++) sat_variable(pair.sat[k]);
  int given = 0;
  for (int step = 1; step <= steps; step++) {
    for (; given < clauses * step / steps; given++) {
      int lits[3];
      for (int i = 0; i < 3; i++) lits[i] = random_lit(&random, variables);
      bool is_short = random_chance(&random, short_percent, 100);
      pair_clause(&pair, lits, is_short ? 1 + random_below(&random, 2) : 3);
    }
    /* Assumptions of one query are often a prefix of the next one's. */
    if (random_chance(&random, 1, 2)) vec_clear(&assumed);
    if (assumed.size) assumed.size = random_below(&random, (uint32_t)assumed.size + 1);
    for (uint32_t n = random_below(&random, 5); n; n--) {
      int lit = random_lit(&random, variables);
      vec_push(&assumed, lit);
    }
    vec_clear(&temporary);
    for (uint32_t n = random_below(&random, 6); n; n--) {
      int lit = random_lit(&random, variables);
      vec_push(&temporary, lit);
    }
    pair_query(&pair, &random, &assumed, &temporary);
  }
  for (int k = 0; k < KINDS; k++) sat_free(pair.sat[k]);
  vec_free(&pair.clauses);
  vec_free(&assumed);
  vec_free(&temporary);
}

TEST(both_solvers_agree_on_larger_incremental_problems) {
  for (unsigned seed = 0; seed < test_cases(60); seed++) {
    int variables = 20 + (int)(seed * 7 % 80);
    run_pair(seed, variables, variables * (36 + (int)(seed * 3 % 10)) / 10, 2, 60);
  }
}

/* Thousands of conflicts per query: restarts, reductions and cleaning while it runs. */
TEST(both_solvers_agree_on_hard_queries) {
  for (unsigned seed = 0; seed < test_cases(3); seed++) run_pair(seed, 200, 860, 0, 20);
}
