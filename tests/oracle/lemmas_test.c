/* Lemmas that engines share: the board itself; the inductive part of random clauses against plain
 * enumeration; and all engines on one task with one board, by turns, whose answers and evidence
 * must be right although they lean on each other's lemmas. */
#include "engine/lemmas.h"

#include "base/option.h"
#include "engine/engine.h"
#include "engine/schedule.h"
#include "evidence/certify.h"
#include "evidence/certify_bmc.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "test.h"

/* ---- the board ---- */

typedef struct {
  size_t offered, polls;
  ClauseVec outside; /* what the next poll brings in */
} Wire;

static void note_offer(void *context, const ClauseVec *clauses) {
  ((Wire *)context)->offered += clauses->size;
}

static void bring_in(void *context, LemmaBoard *board) {
  Wire *wire = context;
  wire->polls++;
  lemma_board_receive(board, &wire->outside);
  clauses_free(&wire->outside);
}

static void put(ClauseVec *clauses, Lit a, Lit b) {
  vec_push(clauses, clause_new((Lit[]){a, b}, 2));
}

TEST(a_board_gives_every_clause_once_and_in_order) {
  LemmaBoard *board = lemma_board_new();
  ClauseVec first = {0}, second = {0};
  size_t here = 0, there = 0;
  put(&first, 2, 4);
  put(&second, 2, 4);
  put(&second, 6, 8);
  vec_push(&second, clause_new((Lit[]){2, 4, 9}, 3)); /* follows from the first */
  CHECK_EQUAL(lemma_board_take(board, &here).size, 0);
  lemma_board_offer(board, &first);
  ClauseVec view = lemma_board_take(board, &here);
  CHECK_EQUAL(view.size, 1);
  CHECK(clause_equal(view.data[0], first.data[0]));
  lemma_board_offer(board, &second);
  view = lemma_board_take(board, &here);
  CHECK_EQUAL(view.size, 1);
  CHECK(clause_equal(view.data[0], second.data[1]));
  CHECK_EQUAL(lemma_board_take(board, &here).size, 0);
  CHECK_EQUAL(lemma_board_take(board, &there).size, 2);
  clauses_free(&first);
  clauses_free(&second);
  lemma_board_free(board);
}

TEST(a_board_sends_what_is_offered_and_not_what_it_receives) {
  LemmaBoard *board = lemma_board_new();
  Wire wire = {0};
  lemma_board_connect(board, (LemmaTransport){note_offer, bring_in, &wire});
  ClauseVec own = {0};
  size_t position = 0;
  put(&own, 2, 4);
  lemma_board_offer(board, &own);
  lemma_board_offer(board, &own); /* nothing new: nothing is sent */
  CHECK_EQUAL(wire.offered, 1);
  put(&wire.outside, 2, 4);
  put(&wire.outside, 3, 4);
  CHECK_EQUAL(lemma_board_take(board, &position).size, 2);
  CHECK_EQUAL(wire.polls, 1);
  CHECK_EQUAL(wire.offered, 1);
  clauses_free(&own);
  lemma_board_free(board);
}

/* ---- the inductive part ---- */

static bool satisfies(const System *system, size_t state, const Clause *clause) {
  for (size_t i = 0; i < clause->size; i++)
    for (size_t latch = 0; latch < system->latches.size; latch++)
      if (lit_node(clause->lits[i]) == lit_node(system->latches.data[latch].current) &&
          (state >> latch & 1) == !lit_negated(clause->lits[i]))
        return true;
  return false;
}

static bool satisfies_all(const System *system, size_t state, const ClauseVec *clauses) {
  for (size_t i = 0; i < clauses->size; i++)
    if (!satisfies(system, state, clauses->data[i])) return false;
  return true;
}

/* A step that shows that the clause cannot stay: it starts outside, or leads out of the others. */
static bool must_go(const Explicit *e, const ClauseVec *clauses, const Clause *clause) {
  for (size_t step = 0; step < e->steps; step++) {
    if (!bits_get(&e->valid, step)) continue;
    size_t from = step / e->inputs, to = e->graph.edges.data[step].to;
    if (bits_get(&e->initial, from) && !satisfies(e->system, from, clause)) return true;
    if (satisfies_all(e->system, from, clauses) && !satisfies(e->system, to, clause)) return true;
  }
  return false;
}

static void reduce_by_enumeration(const Explicit *e, ClauseVec *clauses) {
  for (size_t i = 0; i < clauses->size;) {
    if (must_go(e, clauses, clauses->data[i])) {
      clause_free(clauses->data[i]);
      clauses->data[i] = vec_last(clauses);
      clauses->size--;
      i = 0;
    } else {
      i++;
    }
  }
}

static Clause *random_clause(const System *system, Random *random) {
  LitVec lits = {0};
  for (size_t i = 0; i < system->latches.size; i++)
    if (random_chance(random, 2, (uint32_t)system->latches.size + 1))
      vec_push(&lits, lit_not_if(system->latches.data[i].current, random_chance(random, 1, 2)));
  Clause *clause = clause_new(lits.data, lits.size);
  vec_free(&lits);
  return clause;
}

TEST(the_inductive_part_is_the_largest_there_is) {
  unsigned some = 0, not_all = 0;
  for (uint64_t seed = 0; seed < test_cases(150); seed++) {
    Random random = {seed};
    Task *task = seed & 1 ? random_fair_task(seed) : random_bad_task(seed);
    Explicit *e = explicit_new(task->system);
    ClauseVec clauses = {0};
    for (int i = 0; i < 12; i++) vec_push(&clauses, random_clause(task->system, &random));
    ClauseVec expected = clauses_copy(&clauses);
    if (task->system->inputs.size) /* foreign to the task */
      vec_push(&clauses, clause_new(&task->system->inputs.data[0], 1));
    reduce_by_enumeration(e, &expected);
    Budget budget = BUDGET_UNLIMITED;
    lemmas_inductive_part(task, &clauses, &budget);
    CHECK_EQUAL(clauses.size, expected.size);
    for (size_t i = 0; i < clauses.size; i++) CHECK(!must_go(e, &clauses, clauses.data[i]));
    some += clauses.size > 0;
    not_all += clauses.size < 12;
    clauses_free(&clauses);
    clauses_free(&expected);
    explicit_free(e);
    task_free(task);
  }
  CHECK_COVERAGE(some > 20 && not_all > 20);
}

TEST(without_a_budget_no_lemma_is_believed) {
  Task *task = random_bad_task(3);
  ClauseVec clauses = {0};
  Random random = {5};
  for (int i = 0; i < 8; i++) vec_push(&clauses, random_clause(task->system, &random));
  volatile sig_atomic_t cancelled = 1;
  Budget budget = {.cancel = &cancelled};
  lemmas_inductive_part(task, &clauses, &budget);
  CHECK_EQUAL(clauses.size, 0);
  task_free(task);
}

/* ---- engines that share a board ---- */

enum { MOST = 16, WORK = 60000 };

/* An engine among others; ic3 and its like with the search for lemmas that hold forever, those on
 * decision diagrams with any kind of don't cares. */
typedef struct {
  const Engine *engine;
  char *options;
  void *state;
  Verdict verdict;
} Member;

static char *sharing_options(const Engine *engine, Random *random) {
  if (!engine->options_size) return NULL;
  char *options = mem_alloc(engine->options_size);
  memcpy(options, engine->option_defaults, engine->options_size);
  for (size_t i = 0; i < engine->option_count; i++) {
    if (!strcmp(engine->options[i].name, "ic3-infinite-frame"))
      *(bool *)(options + engine->options[i].offset) = true;
    if (!strcmp(engine->options[i].name, "dont-cares"))
      *(int *)(options + engine->options[i].offset) = (int)random_below(random, 3);
  }
  return options;
}

static void check_member(const Task *task, const Explicit *e, Member *member, uint64_t seed) {
  EngineResult result;
  Error error = {0};
  const char *fault = NULL;
  member->engine->result(member->state, &result);
  if (member->verdict != explicit_verdict(e, task)) fault = "wrong verdict";
  else if (member->verdict == VERDICT_VIOLATED)
    fault = explicit_trace_fault(e, task, result.evidence.trace);
  else if (result.evidence.bmc) {
    if (!certify_bmc(task, result.evidence.bmc, NULL, NULL, &error)) fault = error.message;
  } else if (!certify_witness(task, result.evidence.witness, &error)) fault = error.message;
  if (fault)
    test_fail(__FILE__, __LINE__, "seed %llu, %s: %s", (unsigned long long)seed,
              member->engine->name, fault);
  evidence_free(&result.evidence);
}

/* All engines for the kind of task, each twice, by turns. Returns how many lemmas they shared. */
static size_t run_together(const Task *task, const Explicit *e, uint64_t seed) {
  Random random = {seed ^ 0x1e};
  LemmaBoard *board = lemma_board_new();
  Member members[MOST] = {{0}};
  size_t count = 0;
  for (size_t i = 0; engine_table[i]; i++)
    for (uint64_t twice = 0; twice < 2 && engine_table[i]->proves; twice++) {
      if (!engine_takes(engine_table[i], task->kind) || count == MOST) continue;
      Member *member = &members[count++];
      member->engine = engine_table[i];
      member->options = sharing_options(member->engine, &random);
      EngineSetup setup = {.seed = seed + twice, .options = member->options, .lemmas = board};
      member->state = engine_open(member->engine, task, &setup);
    }
  Budget all = {.work = WORK};
  for (uint32_t most = 64; !budget_spent(&all); most += most / 8) {
    Member *member = &members[random_below(&random, (uint32_t)count)];
    budget_use(&all, 1);
    if (member->verdict != VERDICT_UNKNOWN) continue;
    Budget slice = budget_slice(&all, 1 + random_below(&random, most));
    member->verdict = member->engine->run(member->state, &slice);
    if (member->verdict != VERDICT_UNKNOWN) check_member(task, e, member, seed);
  }
  for (size_t i = 0; i < count; i++) {
    members[i].engine->close(members[i].state);
    mem_free(members[i].options);
  }
  size_t position = 0;
  ClauseVec view = lemma_board_take(board, &position), lemmas = clauses_copy(&view);
  Budget unlimited = BUDGET_UNLIMITED;
  lemmas_inductive_part(task, &lemmas, &unlimited);
  CHECK_EQUAL(lemmas.size, position);
  clauses_free(&lemmas);
  lemma_board_free(board);
  return position;
}

TEST(engines_that_share_lemmas_are_right) {
  size_t shared = 0;
  for (uint64_t seed = 0; seed < test_cases(200); seed++) {
    Task *task = seed & 1 ? random_fair_task(seed) : random_bad_task(seed);
    Explicit *e = explicit_new(task->system);
    shared += run_together(task, e, seed);
    explicit_free(e);
    task_free(task);
  }
  CHECK_COVERAGE(shared > 40);
}

TEST(a_schedule_with_shared_lemmas_repeats_itself) {
  const ScheduleEntry entries[] = {{.engine = engine_find("kliveness")},
                                   {.engine = engine_find("l2s")}};
  for (uint64_t seed = 0; seed < test_cases(20); seed++) {
    Task *task = random_fair_task(seed);
    Stats stats[2] = {{0}};
    for (int k = 0; k < 2; k++) {
      EngineSetup setup = {0};
      Budget budget = {.work = WORK};
      const Engine *answered;
      EngineResult result =
          schedule_run(entries, 2, task, &setup, &budget, &answered, &stats[k], NULL);
      evidence_free(&result.evidence);
    }
    CHECK_EQUAL(stats[0].size, stats[1].size);
    for (size_t i = 0; i < stats[0].size; i++)
      if (stats[0].data[i].kind == STAT_COUNT)
        CHECK_EQUAL(stats[0].data[i].count, stats[1].data[i].count);
    vec_free(&stats[0]);
    vec_free(&stats[1]);
    task_free(task);
  }
}

TEST(pairs_are_inductive_and_find_an_exclusion) {
  for (uint64_t seed = 0; seed < test_cases(60); seed++) {
    Task *task = random_fair_task(seed);
    Budget budget = BUDGET_UNLIMITED;
    ClauseVec pairs = lemmas_pairs(task, &budget);
    size_t count = pairs.size;
    lemmas_inductive_part(task, &pairs, &budget);
    CHECK_EQUAL(pairs.size, count);
    clauses_free(&pairs);
    task_free(task);
  }
  /* A token that goes round three places. */
  System *system = system_new();
  Lit a = system_latch(system, RESET_1), b = system_latch(system, RESET_0),
      c = system_latch(system, RESET_0);
  system_set_next(system, a, c);
  system_set_next(system, b, a);
  system_set_next(system, c, b);
  Task *task = task_new(TASK_FAIR, system);
  Budget budget = BUDGET_UNLIMITED;
  ClauseVec pairs = lemmas_pairs(task, &budget);
  CHECK_EQUAL(pairs.size, 3);
  clauses_free(&pairs);
  task_free(task);
}
