/* The judge of proofs by bounded model checking: its yes and its no are those of the definitions.
 * Numbers are chosen at random, near the least ones that are right; some latches are named and some
 * are not; a literal is said to be an invariant. What that means is written out: a system in which
 * the latches that are not named are inputs, the invariant is a constraint, and all its simple
 * paths and shortest lassos by enumeration (bmc_oracle.h). */
#include <stdio.h>

#include "evidence/certify.h"
#include "evidence/certify_bmc.h"
#include "oracle/bmc_oracle.h"
#include "oracle/random_system.h"
#include "test.h"

typedef struct {
  Task *task;
  BmcProof *proof;
  Task *abstract; /* what the proof is about */
} Case;

static Lit copied(const Task *abstract, const Task *task, Lit lit, Lit *map) {
  return aig_copy(abstract->system->aig, task->system->aig, lit, map);
}

static bool is_named(const BmcProof *proof, size_t latch) {
  for (size_t i = 0; i < proof->latches.size; i++)
    if (proof->latches.data[i] == latch) return true;
  return false;
}

static Task *abstraction(const Task *task, const BmcProof *proof, Lit known_bad) {
  const System *system = task->system;
  Task *abstract = task_new(task->kind, system_new());
  Lit *map = aig_map_new(system->aig);
  for (size_t i = 0; i < system->latches.size; i++)
    map[lit_node(system->latches.data[i].current)] =
        is_named(proof, i) ? system_latch(abstract->system, system->latches.data[i].reset)
                           : system_input(abstract->system);
  for (size_t i = 0; i < system->inputs.size; i++)
    map[lit_node(system->inputs.data[i])] = system_input(abstract->system);
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    if (is_named(proof, i))
      system_set_next(abstract->system, map[lit_node(latch->current)],
                      copied(abstract, task, latch->next, map));
  }
  for (size_t i = 0; i < system->constraints.size; i++)
    vec_push(&abstract->system->constraints,
             copied(abstract, task, system->constraints.data[i], map));
  vec_push(&abstract->system->constraints, lit_not(copied(abstract, task, known_bad, map)));
  for (size_t i = 0; i < task->conditions.size; i++)
    vec_push(&abstract->conditions, copied(abstract, task, task->conditions.data[i], map));
  if (task->kind == TASK_BAD) abstract->bad = copied(abstract, task, task->bad, map);
  mem_free(map);
  return abstract;
}

/* With so many latches named at most, and so many conditions at least. */
static Case case_new(uint64_t seed, TaskKind kind, size_t most, size_t conditions) {
  Random random = {seed};
  RandomModel *model = random_model(random_word(&random), 5);
  Case c = {.task = kind == TASK_FAIR ? random_model_fair_task(model, 0)
                                      : random_model_bad_task(model, 0),
            .proof = mem_zalloc(sizeof *c.proof)};
  random_model_free(model);
  const System *system = c.task->system;
  while (c.task->conditions.size < conditions && system->latches.size) {
    size_t latch = random_below(&random, (uint32_t)system->latches.size);
    vec_push(&c.task->conditions,
             lit_not_if(system->latches.data[latch].current, random_chance(&random, 1, 2)));
  }
  bool all = random_chance(&random, 1, 2);
  for (size_t i = 0; i < system->latches.size; i++)
    if (c.proof->latches.size < most && (all || random_chance(&random, 2, 3)))
      vec_push(&c.proof->latches, (uint32_t)i);
  Lit bad = LIT_FALSE;
  if (random_chance(&random, 2, 3) && system->latches.size) {
    size_t latch = random_below(&random, (uint32_t)system->latches.size);
    bad = lit_not_if(system->latches.data[latch].current, random_chance(&random, 1, 2));
    if (random_chance(&random, 1, 3)) bad = aig_and(system->aig, bad, c.task->bad);
  }
  Lit *map;
  c.proof->invariant = witness_new(system_copy(system, &map));
  c.proof->invariant->bad = aig_map_lit(map, bad);
  mem_free(map);
  c.abstract = abstraction(c.task, c.proof, bad);
  return c;
}

static void case_free(Case *c) {
  task_free(c->task);
  task_free(c->abstract);
  bmc_proof_free(c->proof);
}

/* That what is said to be an invariant is one, by the checks of any circuit; they are tested
 * elsewhere. */
static bool invariant_stands(const Case *c) {
  Task plain = {.kind = TASK_BAD, .system = c->task->system, .bad = LIT_FALSE};
  Error error = {0};
  bool stands = certify_witness(&plain, c->proof->invariant, &error);
  error_free(&error);
  return stands;
}

typedef struct {
  unsigned accepted, refused, near; /* near: refused for a number that is one too small */
} Tally;

static void compare(const Case *c, bool expected, uint64_t seed, Tally *tally) {
  Error error = {0};
  const BmcProof *proof = c->proof;
  bool accepted = certify_bmc(c->task, proof, NULL, NULL, &error);
  if (accepted != expected)
    test_fail(__FILE__, __LINE__, "seed %llu: method %s, %s, m = %zu, n = %zu: %s",
              (unsigned long long)seed, bmc_method_name(proof->method),
              bmc_criterion_name(proof->criterion), proof->m, proof->n,
              accepted ? "accepted" : error.message);
  ++*(accepted ? &tally->accepted : &tally->refused);
  error_free(&error);
}

/* The lassos that a proof excludes: of ONE and OR those that meet their one set. */
static bool has_lasso(const Case *c, const Explicit *e) {
  const LitVec *sets = &c->abstract->conditions;
  if (c->proof->method == BMC_ONE) return shortest_lasso(e, sets->data + c->proof->set, 1);
  if (c->proof->method != BMC_OR) return shortest_lasso(e, sets->data, sets->size);
  for (size_t j = 0; j < sets->size; j++)
    if (shortest_lasso(e, sets->data + j, 1)) return true;
  return false;
}

static void compare_progress(Case *c, uint64_t seed, Tally *tally) {
  static const BmcMethod methods[] = {BMC_ONE, BMC_OR, BMC_FLAG, BMC_COUNTER};
  Random random = {seed ^ 0x6a09e667};
  BmcProof *proof = c->proof;
  const LitVec *sets = &c->abstract->conditions;
  proof->method = methods[seed % 4];
  proof->criterion = seed / 4 % 2 ? BMC_INTO : BMC_OUT_OF;
  proof->set = proof->method == BMC_ONE ? random_below(&random, (uint32_t)sets->size) : 0;
  Explicit *e = explicit_new(c->abstract->system);
  PathGraph graph = path_graph_new(e, sets->data, sets->size, proof->method, proof->set, true);
  if (graph.states <= PATH_GRAPH_MOST) {
    PathNumbers least = path_numbers(&graph);
    size_t least_m = proof->criterion == BMC_INTO ? least.into : least.out_of;
    bool stands = invariant_stands(c), lasso = has_lasso(c, e);
    for (size_t n = least.n ? least.n - 1 : 0; n <= least.n + 1; n++)
      for (size_t m = least_m ? least_m - 1 : 0; m <= least_m + 1; m++) {
        proof->n = n;
        proof->m = m;
        bool enough = n >= least.n && (!n || m >= least_m);
        tally->near += stands && !lasso && !enough;
        compare(c, stands && enough && !lasso, seed, tally);
      }
  }
  path_graph_free(&graph);
  explicit_free(e);
}

static void compare_bad(Case *c, uint64_t seed, Tally *tally) {
  BmcProof *proof = c->proof;
  proof->method = BMC_BAD;
  proof->criterion = seed % 2 ? BMC_FORWARD : BMC_BACKWARD;
  Explicit *e = explicit_new(c->abstract->system);
  PathGraph graph = path_graph_new(e, &c->abstract->bad, 1, BMC_ONE, 0, false);
  if (graph.states <= PATH_GRAPH_MOST) {
    PathNumbers numbers = path_numbers(&graph);
    size_t least = proof->criterion == BMC_FORWARD ? numbers.forward : numbers.backward;
    bool stands = invariant_stands(c), reached = explicit_bad_depth(e, c->abstract->bad) >= 0;
    for (size_t n = least ? least - 1 : 0; n <= least + 1; n++) {
      proof->n = n;
      tally->near += stands && !reached && n < least;
      compare(c, stands && n >= least && !reached, seed, tally);
    }
  }
  path_graph_free(&graph);
  explicit_free(e);
}

/* Of a state and a saved one there are at most a handful where the states are two. */
static void compare_loop(Case *c, uint64_t seed, Tally *tally) {
  BmcProof *proof = c->proof;
  const LitVec *sets = &c->abstract->conditions;
  proof->method = BMC_TRANS;
  proof->criterion = seed % 2 ? BMC_FORWARD : BMC_BACKWARD;
  if (sets->size > 3) return;
  Explicit *e = explicit_new(c->abstract->system);
  PathGraph graph = path_graph_new(e, sets->data, sets->size, BMC_TRANS, 0, true);
  if (graph.states <= PATH_GRAPH_MOST) {
    PathNumbers numbers = path_numbers(&graph);
    size_t least = proof->criterion == BMC_FORWARD ? numbers.forward : numbers.backward;
    bool stands = invariant_stands(c), lasso = has_lasso(c, e);
    for (size_t n = least ? least - 1 : 0; n <= least + 1; n++) {
      proof->n = n;
      tally->near += stands && !lasso && n < least;
      compare(c, stands && n >= least && !lasso, seed, tally);
    }
  }
  path_graph_free(&graph);
  explicit_free(e);
}

TEST(the_judge_accepts_just_the_numbers_that_prove_progress) {
  Tally tally = {0};
  for (uint64_t seed = 0; seed < test_cases(400); seed++) {
    Case c = case_new(seed, TASK_FAIR, SIZE_MAX, 0);
    compare_progress(&c, seed, &tally);
    case_free(&c);
  }
  if (getenv("RONDO_TEST_REPORT"))
    printf("%u accepted, %u refused, %u near\n", tally.accepted, tally.refused, tally.near);
  CHECK_COVERAGE(tally.accepted > 100 && tally.refused > 500 && tally.near > 100);
}

/* Of seeds, those near one that tells who is waited for from who is not. */
TEST(the_judge_counts_to_three) {
  Tally tally = {0};
  for (uint64_t seed = 323; seed < 323 + test_cases(160); seed += 4) {
    Case c = case_new(seed, TASK_FAIR, 2, 3);
    compare_progress(&c, seed, &tally);
    case_free(&c);
  }
  if (getenv("RONDO_TEST_REPORT"))
    printf("%u accepted, %u refused, %u near\n", tally.accepted, tally.refused, tally.near);
  CHECK_COVERAGE(tally.accepted > 20 && tally.refused > 80 && tally.near > 10);
}

TEST(the_judge_accepts_just_the_radii_that_prove_an_invariant) {
  Tally tally = {0};
  for (uint64_t seed = 0; seed < test_cases(400); seed++) {
    Case c = case_new(seed, TASK_BAD, SIZE_MAX, 0);
    compare_bad(&c, seed, &tally);
    case_free(&c);
  }
  if (getenv("RONDO_TEST_REPORT"))
    printf("%u accepted, %u refused, %u near\n", tally.accepted, tally.refused, tally.near);
  CHECK_COVERAGE(tally.accepted > 50 && tally.refused > 100 && tally.near > 20);
}

TEST(the_judge_accepts_just_the_radii_that_prove_that_no_state_comes_back) {
  Tally tally = {0};
  for (uint64_t seed = 100; seed < 100 + test_cases(600); seed++) {
    Case c = case_new(seed, TASK_FAIR, 1, 0);
    compare_loop(&c, seed, &tally);
    case_free(&c);
  }
  if (getenv("RONDO_TEST_REPORT"))
    printf("%u accepted, %u refused, %u near\n", tally.accepted, tally.refused, tally.near);
  CHECK_COVERAGE(tally.accepted > 20 && tally.refused > 20 && tally.near > 10);
}
