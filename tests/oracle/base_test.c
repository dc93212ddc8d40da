/* Engines on several properties of one system that share its diagrams, by turns of random length,
 * with few nodes now and then: what each says is right, and its evidence is accepted. And what
 * makes a system the same. */
#include "engine/symbolic/base.h"

#include "engine/engine.h"
#include "evidence/certify.h"
#include "evidence/certify_ctl.h"
#include "evidence/replay.h"
#include "oracle/ctl_oracle.h"
#include "oracle/explicit.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"
#include "oracle/set_option.h"
#include "test.h"

enum { BITS = 10, MEMBERS = 5, WORK = 20000000 };

typedef struct {
  Task *task;
  Formulas *formulas; /* of CTL */
  Verdict truth, verdict;
  void *state;
} Member;

static Task *bad_task(const RandomModel *source, Random *random) {
  Task *task = random_model_bad_task(source, 0);
  task->bad = random_literal(task->system, random, true);
  return task;
}

static Member member_new(const RandomModel *source, Random *random) {
  Member member = {.task = bad_task(source, random)};
  Explicit *e = explicit_new(member.task->system);
  if (random_below(random, 2)) {
    member.truth = explicit_verdict(e, member.task);
  } else {
    member.formulas = formulas_new();
    member.task->kind = TASK_CTL;
    member.task->formulas = member.formulas;
    random_atoms(member.formulas, member.task->system, random, 3, false);
    member.task->formula = random_ctl(member.formulas, random, (FormulaShape){4, 3, false});
    bool holds = ctl_oracle_holds(e, member.formulas, member.task->formula);
    member.truth = holds ? VERDICT_HOLDS : VERDICT_VIOLATED;
  }
  explicit_free(e);
  return member;
}

static bool accepted(const Member *member, const Evidence *evidence, Error *error) {
  if (evidence->ctl) return certify_ctl(member->task, evidence->ctl, member->verdict, NULL, error);
  if (evidence->trace) return replay(member->task, evidence->trace, error);
  return certify_witness(member->task, evidence->witness, error);
}

static uint64_t stat_of(const Engine *engine, const void *state, const char *name) {
  Stats stats = {0};
  uint64_t count = 0;
  engine->stats(state, &stats);
  for (size_t i = 0; i < stats.size; i++)
    if (!strcmp(stats.data[i].name, name)) count = stats.data[i].count;
  vec_free(&stats);
  return count;
}

static void check_answer(const Engine *engine, Member *member, uint64_t seed) {
  EngineResult result;
  Error error = {0};
  engine->result(member->state, &result);
  if (member->verdict != member->truth)
    test_fail(__FILE__, __LINE__, "seed %llu: wrong verdict", (unsigned long long)seed);
  else if (!accepted(member, &result.evidence, &error))
    test_fail(__FILE__, __LINE__, "seed %llu: %s", (unsigned long long)seed, error.message);
  error_free(&error);
  evidence_free(&result.evidence);
}

/* How many of them had no work with what they have in common. */
static size_t run_members(uint64_t seed, size_t *full) {
  const Engine *engine = engine_find("bdd");
  RandomModel *source = random_model(seed ^ 0xba5e, BITS);
  Random random = {seed};
  SymbolicShelf *shelf = symbolic_shelf_new();
  Member members[MEMBERS];
  char *options = mem_alloc(engine->options_size);
  memcpy(options, engine->option_defaults, engine->options_size);
  set_option(engine, options, "bdd-try-after", (int64_t)random_below(&random, 2) * 200);
  if (seed % 4 == 0) set_option(engine, options, "bdd-nodes", 50 + random_below(&random, 600));
  for (size_t i = 0; i < MEMBERS; i++) {
    members[i] = member_new(source, &random);
    EngineSetup setup = {.options = options, .shelf = shelf};
    members[i].state = engine_open(engine, members[i].task, &setup);
  }
  Budget all = {.work = WORK};
  size_t open = MEMBERS, shared = 0;
  bool done[MEMBERS] = {0};
  for (uint32_t most = 64; open && !budget_spent(&all); most += most / 8) {
    size_t i = random_below(&random, MEMBERS);
    budget_use(&all, 1);
    if (done[i]) continue;
    Budget slice = budget_slice(&all, 1 + random_below(&random, most));
    members[i].verdict = engine->run(members[i].state, &slice);
    bool gave_up = members[i].verdict == VERDICT_UNKNOWN && budget_state(&slice) == BUDGET_LEFT;
    done[i] = members[i].verdict != VERDICT_UNKNOWN || gave_up;
    open -= done[i];
    *full += gave_up;
    if (gave_up) CHECK(seed % 4 == 0);
    else if (done[i]) check_answer(engine, members + i, seed);
  }
  CHECK_EQUAL(open, 0);
  for (size_t i = 0; i < MEMBERS; i++) {
    shared += !stat_of(engine, members[i].state, "images") &&
              stat_of(engine, members[i].state, "bdd_rings");
    engine->close(members[i].state);
    task_free(members[i].task);
    if (members[i].formulas) formulas_free(members[i].formulas);
  }
  symbolic_shelf_free(shelf);
  random_model_free(source);
  mem_free(options);
  return shared;
}

TEST(properties_that_share_diagrams_get_right_answers) {
  size_t shared = 0, full = 0;
  for (uint64_t seed = 0; seed < test_cases(300); seed++) shared += run_members(seed, &full);
  CHECK_COVERAGE(shared > 100);
  CHECK_COVERAGE(full > 5);
}

/* ---- the shelf ---- */

/* Two latches, one of which follows the other or an input. */
static System *small_system(bool input_first, Reset reset) {
  System *system = system_new();
  Lit input = system_input(system);
  Lit a = system_latch(system, RESET_0), b = system_latch(system, reset);
  system_set_next(system, a, input_first ? input : aig_or(system->aig, a, input));
  system_set_next(system, b, a);
  return system;
}

TEST(a_base_serves_the_same_system_whatever_is_asked) {
  SymbolicOptions options = SYMBOLIC_DEFAULTS, other_options = options;
  other_options.cluster++;
  System *systems[] = {small_system(false, RESET_0), small_system(false, RESET_0),
                       small_system(true, RESET_0), small_system(false, RESET_1)};
  vec_push(&systems[1]->fairness, systems[1]->latches.data[0].current); /* it is not in the base */
  LitVec roots = {0};
  vec_push(&roots, aig_and(systems[0]->aig, systems[0]->inputs.data[0],
                           lit_not(systems[0]->latches.data[1].current)));
  SymbolicShelf *shelf = symbolic_shelf_new();
  SymbolicBase *first = symbolic_shelf_take(shelf, systems[0], &roots, &options), *more[4];
  vec_clear(&roots);
  CHECK(symbolic_shelf_take(shelf, systems[1], &roots, &options) == first);
  more[0] = symbolic_shelf_take(shelf, systems[2], &roots, &options);
  more[1] = symbolic_shelf_take(shelf, systems[3], &roots, &options);
  more[2] = symbolic_shelf_take(shelf, systems[0], &roots, &other_options);
  for (size_t i = 0; i < 3; i++) CHECK(more[i] && more[i] != first);
  other_options.cluster++;
  CHECK(!symbolic_shelf_take(shelf, systems[0], &roots, &other_options)); /* all are in use */
  symbolic_shelf_return(shelf, more[0]);
  more[0] = symbolic_shelf_take(shelf, systems[0], &roots, &other_options);
  CHECK(more[0]);
  first->full = true;
  symbolic_shelf_return(shelf, first);
  CHECK(!symbolic_shelf_take(shelf, systems[1], &roots, &options)); /* one of them uses it yet */
  symbolic_shelf_return(shelf, first);
  first = symbolic_shelf_take(shelf, systems[1], &roots, &options);
  CHECK(first && !first->full);
  symbolic_shelf_return(shelf, first);
  for (size_t i = 0; i < 3; i++) symbolic_shelf_return(shelf, more[i]);
  symbolic_shelf_free(shelf);
  vec_free(&roots);
  for (size_t i = 0; i < 4; i++) system_free(systems[i]);
}
