/* The portfolio against the oracle while engines are killed at random: the verdict is right, or
 * there is none; and no process is left. */
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "evidence/certify.h"
#include "evidence/replay.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "portfolio/choose.h"
#include "portfolio/portfolio.h"
#include "test.h"

typedef struct {
  const Task *task;
  Verdict verdict;
} Asked;

static Judgement judge(void *context, const Engine *engine, EngineResult *result, Budget *budget,
                       Error *error) {
  Asked *asked = context;
  (void)engine;
  const Evidence *evidence = &result->evidence;
  bool good = result->verdict == VERDICT_VIOLATED && evidence->trace
                  ? replay(asked->task, evidence->trace, error)
                  : result->verdict == VERDICT_HOLDS && evidence->witness &&
                        certify_witness_under(asked->task, evidence->witness, budget, NULL, error);
  if (!good) error_set(error, "no evidence");
  if (good) asked->verdict = result->verdict;
  return good ? JUDGED_GOOD : JUDGED_BAD;
}

/* ---- an engine whose process dies at a random moment of another's work ---- */

typedef struct {
  uint64_t turns;
} Bomb;

static uint64_t fuse; /* turns until it goes off; set before the fork */

static void *bomb_open(const Task *task, const EngineSetup *setup) {
  (void)task;
  (void)setup;
  return mem_zalloc(sizeof(Bomb));
}

static Verdict bomb_run(void *state, Budget *budget) {
  Bomb *bomb = state;
  if (bomb->turns++ >= fuse) kill(getpid(), fuse % 2 ? SIGKILL : SIGTERM);
  while (!budget_spent(budget)) budget_use(budget, 1000);
  return VERDICT_UNKNOWN;
}

static void bomb_result(void *state, EngineResult *result) {
  (void)state;
  *result = (EngineResult){.verdict = VERDICT_UNKNOWN};
}

static void bomb_stats(const void *state, Stats *stats) {
  (void)state;
  (void)stats;
}

static void bomb_close(void *state) { mem_free(state); }

static const Engine bomb = {.name = "bomb",
                            .takes = TASKS_BAD | TASKS_FAIR,
                            .refutes = true,
                            .open = bomb_open,
                            .run = bomb_run,
                            .result = bomb_result,
                            .stats = bomb_stats,
                            .close = bomb_close};

static ScheduleEntryVec entries_for(const Task *task, Random *random) {
  ScheduleEntryVec entries = {0};
  for (const Choice *choice = choose_engines(task); choice->engine; choice++)
    if (random_chance(random, 3, 4))
      vec_push(&entries, ((ScheduleEntry){.engine = engine_find(choice->engine)}));
  vec_push(&entries, ((ScheduleEntry){.engine = &bomb}));
  return entries;
}

TEST(the_verdict_is_right_or_unknown_whatever_is_killed) {
  Random random = {.state = 1};
  unsigned decided = 0, cases = test_cases(40);
  for (uint64_t seed = 1; seed <= cases; seed++) {
    Task *task = seed % 2 ? random_bad_task(seed) : random_fair_task(seed);
    Explicit *e = explicit_new(task->system);
    Verdict truth = explicit_verdict(e, task);
    Asked asked = {.task = task};
    fuse = random_below(&random, 6);
    ScheduleEntryVec entries = entries_for(task, &random);
    Portfolio portfolio = {.task = task,
                           .entries = entries.data,
                           .count = entries.size,
                           .jobs = 1 + random_below(&random, 4),
                           .seed = seed,
                           .judge = judge,
                           .judge_context = &asked};
    Budget budget = {.deadline = clock_wall() + 0.2};
    PortfolioReport report;
    CHECK(portfolio_run(&portfolio, &budget, &report));
    CHECK((asked.verdict != VERDICT_UNKNOWN) == (report.answered != NULL));
    if (report.answered) CHECK_EQUAL(asked.verdict, truth);
    decided += report.answered != NULL;
    int status;
    CHECK(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD);
    portfolio_report_free(&report);
    vec_free(&entries);
    explicit_free(e);
    task_free(task);
  }
  CHECK_COVERAGE(decided > cases / 2);
}
