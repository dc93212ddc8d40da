/* The portfolio with engines that crash, lie, eat memory and sleep, beside honest ones. */
#include "portfolio/portfolio.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "engine/lemmas.h"
#include "evidence/certify.h"
#include "evidence/replay.h"
#include "oracle/set_option.h"
#include "portfolio/choose.h"
#include "test.h"

/* ---- a task: does a counter of 2 bits reach 3? ---- */

static Task *counter_task(void) {
  System *system = system_new();
  Lit low = system_latch(system, RESET_0), high = system_latch(system, RESET_0);
  Lit never = system_latch(system, RESET_0);
  system_set_next(system, low, lit_not(low));
  system_set_next(system, high, aig_xor(system->aig, low, high));
  system_set_next(system, never, aig_and(system->aig, never, low));
  Task *task = task_new(TASK_BAD, system);
  task->bad = aig_and(system->aig, low, high);
  return task;
}

static Task *safe_task(void) {
  Task *task = counter_task();
  task->bad = task->system->latches.data[2].current;
  return task;
}

/* ---- engines that are no good ---- */

typedef struct {
  const Task *task;
  EngineSetup setup;
} Fake;

static void *fake_open(const Task *task, const EngineSetup *setup) {
  Fake *fake = mem_zalloc(sizeof *fake);
  fake->task = task;
  fake->setup = *setup;
  return fake;
}

static void fake_close(void *state) { mem_free(state); }
static void no_result(void *state, EngineResult *result) {
  (void)state;
  *result = (EngineResult){.verdict = VERDICT_UNKNOWN};
}
static void no_stats(const void *state, Stats *stats) {
  (void)state;
  (void)stats;
}

static Verdict crash(void *state, Budget *budget) {
  (void)state;
  (void)budget;
  kill(getpid(), SIGKILL);
  return VERDICT_UNKNOWN;
}

static Verdict answer_violated(void *state, Budget *budget) {
  (void)state;
  (void)budget;
  return VERDICT_VIOLATED;
}

static void lie(void *state, EngineResult *result) {
  Trace *trace = trace_new();
  trace_add_step(trace, ((Fake *)state)->task->system);
  *result = engine_trace_result(trace);
}

static void pause_shortly(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

static Verdict sleep_on(void *state, Budget *budget) {
  Fake *fake = state;
  while (!budget_spent(budget)) {
    pause_shortly();
    engine_progress(&fake->setup, "sleeper", 1, "asleep");
    budget_use(budget, 20000);
  }
  return VERDICT_UNKNOWN;
}

/* Keeps on taking memory. A good one asks its budget, a bad one does not. */
static Verdict take_memory(Budget *budget) {
  enum { BLOCK = 1 << 16 };
  VEC(char *) blocks = {0};
  while (!budget_spent(budget)) {
    vec_push(&blocks, mem_alloc(BLOCK));
    memset(vec_last(&blocks), 1, BLOCK);
  }
  for (size_t i = 0; i < blocks.size; i++) mem_free(blocks.data[i]);
  vec_free(&blocks);
  return VERDICT_UNKNOWN;
}

static Verdict eat_with_manners(void *state, Budget *budget) {
  (void)state;
  return take_memory(budget);
}

static Verdict eat(void *state, Budget *budget) {
  (void)state;
  (void)budget;
  return take_memory(NULL);
}

#define FAKE(name_, run_, result_)                                                                 \
  static const Engine name_ = {.name = #name_,                                                     \
                               .takes = TASKS_BAD,                                                 \
                               .refutes = true,                                                    \
                               .shortest = true,                                                   \
                               .open = fake_open,                                                  \
                               .run = run_,                                                        \
                               .result = result_,                                                  \
                               .stats = no_stats,                                                  \
                               .close = fake_close}
FAKE(crasher, crash, no_result);
FAKE(liar, answer_violated, lie);
FAKE(empty_handed, answer_violated, no_result);
FAKE(sleeper, sleep_on, no_result);
FAKE(hog, eat_with_manners, no_result);
FAKE(wild_hog, eat, no_result);

/* ---- running them ---- */

static Judgement check(void *context, const Engine *engine, EngineResult *result, Budget *budget,
                       Error *error) {
  const Task *task = context;
  (void)engine;
  const Evidence *evidence = &result->evidence;
  if (result->verdict == VERDICT_VIOLATED && evidence->trace)
    return replay(task, evidence->trace, error) ? JUDGED_GOOD : JUDGED_BAD;
  if (result->verdict == VERDICT_HOLDS && evidence->witness)
    return certify_witness_under(task, evidence->witness, budget, NULL, error) ? JUDGED_GOOD
                                                                               : JUDGED_BAD;
  error_set(error, "no evidence");
  return JUDGED_BAD;
}

static PortfolioReport run(Task *task, size_t jobs, const Engine *first, const Engine *second,
                           uint64_t memory, double seconds) {
  ScheduleEntry entries[] = {{.engine = first}, {.engine = second}};
  Portfolio portfolio = {.task = task,
                         .entries = entries,
                         .count = second ? 2 : 1,
                         .jobs = jobs,
                         .memory = memory,
                         .seed = 1,
                         .judge = check,
                         .judge_context = task};
  Budget budget = {.deadline = seconds > 0 ? clock_wall() + seconds : 0};
  PortfolioReport report;
  CHECK(portfolio_run(&portfolio, &budget, &report));
  int status;
  CHECK(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD); /* no child is left */
  return report;
}

static void check_the_other_answers(const Engine *bad_one, uint64_t memory, size_t incidents) {
  for (size_t jobs = 1; jobs <= 3; jobs++)
    for (int order = 0; order < 2; order++) {
      Task *task = counter_task();
      const Engine *bmc = engine_find("bmc");
      PortfolioReport report =
          run(task, jobs, order ? bmc : bad_one, order ? bad_one : bmc, memory, 0);
      CHECK(report.answered == bmc);
      if (!order) CHECK_EQUAL(report.incidents.size, incidents);
      portfolio_report_free(&report);
      task_free(task);
    }
}

TEST(an_engine_that_crashes_costs_no_other_its_answer) { check_the_other_answers(&crasher, 0, 1); }

TEST(evidence_that_does_not_check_is_refused_and_the_others_go_on) {
  check_the_other_answers(&liar, 0, 1);
  check_the_other_answers(&empty_handed, 0, 1);
}

TEST(the_first_answer_stops_the_rest) { check_the_other_answers(&sleeper, 0, 0); }

/* Room for the program with all its tests, for a fork of it, and for a little more. */
static uint64_t some_memory(void) { return 3 * memory_resident() + (64 << 20); }

TEST(an_engine_that_needs_too_much_memory_is_out) {
  check_the_other_answers(&hog, some_memory(), 1);
  Task *task = counter_task();
  PortfolioReport report = run(task, 2, &hog, NULL, some_memory(), 0);
  CHECK(!report.answered && report.memory);
  CHECK_TEXT(report.incidents.data[0], "hog: memory limit reached");
  portfolio_report_free(&report);
  task_free(task);
}

TEST(the_system_stops_an_engine_that_does_not_ask_its_budget) {
#ifdef __SANITIZE_ADDRESS__
  SKIP("the sanitizer needs more address space than a limit would leave");
#endif
  check_the_other_answers(&wild_hog, some_memory(), 1);
}

TEST(when_everybody_is_out_nobody_answers) {
  Task *task = counter_task();
  PortfolioReport report = run(task, 2, &crasher, &liar, 0, 0);
  CHECK(!report.answered);
  CHECK_EQUAL(report.incidents.size, 2);
  portfolio_report_free(&report);
  task_free(task);
}

TEST(at_the_deadline_workers_say_how_far_they_got) {
  Task *task = safe_task();
  Engine searches = *engine_find("bmc");
  char *options = mem_alloc(searches.options_size);
  memcpy(options, searches.option_defaults, searches.options_size);
  set_option(&searches, options, "bmc-prove", false);
  searches.option_defaults = options;
  PortfolioReport report = run(task, 2, &searches, &sleeper, 0, 0.3);
  CHECK(!report.answered);
  CHECK(report.bound > 0);
  CHECK_EQUAL(report.incidents.size, 0);
  mem_free(options);
  portfolio_report_free(&report);
  task_free(task);
}

TEST(a_proof_comes_through_a_pipe) {
  Task *task = safe_task();
  PortfolioReport report = run(task, 1, engine_find("ic3"), NULL, 0, 0);
  CHECK(report.answered == engine_find("ic3"));
  CHECK(report.stats.size > 0);
  portfolio_report_free(&report);
  task_free(task);
}

/* ---- work beside the engines ---- */

static void say_something(void *context, Text *bytes) { text_add(bytes, context); }
static void say_much(void *context, Text *bytes) {
  for (size_t i = 0; i < 300000; i++) text_add(bytes, context);
}
static void say_nothing(void *context, Text *bytes) {
  (void)context;
  (void)bytes;
}
static void die_beside(void *context, Text *bytes) {
  text_add(bytes, context);
  raise(SIGKILL);
}

static void sleep_beside(void *context, Text *bytes) {
  (void)context;
  (void)bytes;
  for (;;) pause_shortly();
}

static PortfolioReport run_with(Beside *beside, Task *task, const Engine *engine, size_t jobs) {
  ScheduleEntry entries[] = {{.engine = engine}, {.engine = engine}};
  Portfolio portfolio = {.task = task,
                         .entries = entries,
                         .count = 2,
                         .jobs = jobs,
                         .judge = check,
                         .judge_context = task,
                         .beside = beside};
  Budget budget = {.deadline = clock_wall() + 60};
  PortfolioReport report;
  CHECK(portfolio_run(&portfolio, &budget, &report));
  return report;
}

TEST(what_happens_beside_the_engines_ends_their_run) {
  for (size_t jobs = 1; jobs <= 2; jobs++) {
    Task *task = counter_task();
    Beside *beside = beside_start(jobs == 1 ? say_something : say_much, "news ");
    CHECK(beside);
    PortfolioReport report = run_with(beside, task, &sleeper, jobs);
    CHECK(report.news && !report.answered);
    const Text *said = beside_said(beside);
    CHECK_EQUAL(said->size, jobs == 1 ? 5 : 1500000);
    CHECK(!strncmp(said->data + said->size - 5, "news ", 5));
    beside_end(beside);
    int status;
    CHECK(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD); /* no child is left */
    portfolio_report_free(&report);
    task_free(task);
  }
}

TEST(one_that_says_nothing_beside_the_engines_or_dies_costs_no_answer) {
  BesideWork works[] = {say_nothing, die_beside};
  for (size_t i = 0; i < 2; i++) {
    Task *task = counter_task();
    const Engine *bmc = engine_find("bmc");
    Beside *beside = beside_start(works[i], "half of it");
    CHECK(beside);
    while (beside_file(beside) >= 0) { /* it has ended when the engines begin */
      CHECK(!beside_receive(beside));
      pause_shortly();
    }
    PortfolioReport report = run_with(beside, task, bmc, 2);
    CHECK(report.answered == bmc && !report.news);
    beside_end(beside);
    portfolio_report_free(&report);
    task_free(task);
  }
}

TEST(work_beside_the_engines_is_stopped_with_them) {
  Task *task = counter_task();
  Beside *beside = beside_start(sleep_beside, NULL);
  PortfolioReport report = run_with(beside, task, engine_find("bmc"), 2);
  CHECK(report.answered && !report.news);
  beside_end(beside);
  int status;
  CHECK(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD);
  portfolio_report_free(&report);
  task_free(task);
}

/* ---- progress and cancellation ---- */

static volatile sig_atomic_t stop;

static void stop_at_once(void *context, const char *engine, uint64_t number, const char *words) {
  (void)context;
  (void)number;
  CHECK_TEXT(engine, "sleeper");
  CHECK_TEXT(words, "asleep");
  stop = 1;
}

TEST(progress_is_told_and_a_run_can_be_cancelled) {
  Task *task = counter_task();
  ScheduleEntry entries[] = {{.engine = &sleeper}, {.engine = &sleeper}};
  stop = 0;
  Portfolio portfolio = {.task = task,
                         .entries = entries,
                         .count = 2,
                         .jobs = 2,
                         .progress = stop_at_once,
                         .judge = check,
                         .judge_context = task};
  Budget budget = {.cancel = &stop};
  PortfolioReport report;
  CHECK(portfolio_run(&portfolio, &budget, &report));
  CHECK(!report.answered);
  CHECK_EQUAL(budget_state(&budget), BUDGET_CANCEL);
  portfolio_report_free(&report);
  task_free(task);
}

/* ---- lemmas ---- */

/* Offers that the third latch is never set, which is inductive, and that the first is not, which is
 * wrong. */
static Verdict offer(void *state, Budget *budget) {
  Fake *fake = state;
  ClauseVec clauses = {0};
  Lit lits[] = {lit_not(fake->task->system->latches.data[2].current),
                lit_not(fake->task->system->latches.data[0].current)};
  for (size_t i = 0; i < 2; i++) vec_push(&clauses, clause_new(lits + i, 1));
  lemma_board_offer(fake->setup.lemmas, &clauses);
  clauses_free(&clauses);
  return sleep_on(state, budget);
}

/* Waits for a lemma; answers if it is the right one alone. */
static Verdict wait_for_lemma(void *state, Budget *budget) {
  Fake *fake = state;
  ClauseVec lemmas = {0};
  for (size_t position = 0; !lemmas.size && !budget_spent(budget); pause_shortly()) {
    lemmas = lemma_board_take(fake->setup.lemmas, &position);
    budget_use(budget, 20000);
  }
  Lit expected = lit_not(fake->task->system->latches.data[2].current);
  return lemmas.size == 1 && lemmas.data[0]->lits[0] == expected ? VERDICT_VIOLATED
                                                                 : VERDICT_UNKNOWN;
}

static void true_trace(void *state, EngineResult *result) {
  const System *system = ((Fake *)state)->task->system;
  Trace *trace = trace_new();
  for (size_t k = 0; k < 4; k++) {
    trace_add_step(trace, system);
    if (k) trace_advance(trace, system, k - 1);
  }
  *result = engine_trace_result(trace);
}

FAKE(teacher, offer, no_result);
FAKE(pupil, wait_for_lemma, true_trace);

TEST(lemmas_go_from_one_process_to_the_others_and_wrong_ones_are_left_out) {
  Task *task = counter_task();
  PortfolioReport report = run(task, 2, &pupil, &teacher, 0, 60);
  CHECK(report.answered == &pupil);
  portfolio_report_free(&report);
  task_free(task);
}

TEST(lemmas_of_an_earlier_run_are_candidates_in_the_next) {
  Task *task = counter_task();
  ScheduleEntry entry = {.engine = &pupil};
  ClauseVec lemmas = {0};
  Lit lits[] = {lit_not(task->system->latches.data[2].current),
                lit_not(task->system->latches.data[0].current)};
  for (size_t i = 0; i < 2; i++) vec_push(&lemmas, clause_new(lits + i, 1));
  Portfolio portfolio = {.task = task,
                         .entries = &entry,
                         .count = 1,
                         .jobs = 1,
                         .judge = check,
                         .judge_context = task,
                         .lemmas = &lemmas};
  Budget budget = {.deadline = clock_wall() + 60};
  PortfolioReport report;
  CHECK(portfolio_run(&portfolio, &budget, &report));
  CHECK(report.answered == &pupil);
  CHECK_EQUAL(lemmas.size, 2);
  clauses_free(&lemmas);
  portfolio_report_free(&report);
  task_free(task);
}

/* ---- runs with several turns ---- */

/* What the processes of a run and the test have in common. */
typedef struct {
  volatile int opened, judged;
  volatile bool go;
} Common;
static Common *common;

/* Answers, as bmc does, when it is told to. */
static void *patient_open(const Task *task, const EngineSetup *setup) {
  common->opened++;
  EngineSetup own = *setup;
  own.options = NULL;
  return engine_open(engine_find("bmc"), task, &own);
}

static Verdict wait_and_answer(void *state, Budget *budget) {
  while (!common->go && !budget_spent(budget)) pause_shortly();
  return common->go ? engine_find("bmc")->run(state, budget) : VERDICT_UNKNOWN;
}

static void patient_result(void *state, EngineResult *result) {
  engine_find("bmc")->result(state, result);
}

static void patient_close(void *state) { engine_find("bmc")->close(state); }

static const Engine patient = {.name = "patient",
                               .takes = TASKS_BAD,
                               .refutes = true,
                               .open = patient_open,
                               .run = wait_and_answer,
                               .result = patient_result,
                               .stats = no_stats,
                               .close = patient_close};

/* The first time there is no time for it. */
static Judgement check_late(void *context, const Engine *engine, EngineResult *result,
                            Budget *budget, Error *error) {
  if (!common->judged++) return JUDGED_LIMIT;
  return check(context, engine, result, budget, error);
}

static bool go_on(PortfolioRun *portfolio, Task *task, PortfolioJudge judge, double seconds) {
  const ScheduleEntry entries[] = {{.engine = &patient}};
  Portfolio order = {.task = task,
                     .entries = entries,
                     .count = 1,
                     .jobs = 1,
                     .seed = 1,
                     .judge = judge,
                     .judge_context = task};
  Budget budget = {.deadline = clock_wall() + seconds};
  PortfolioReport report;
  CHECK(portfolio_go(portfolio, &order, true, &budget, &report));
  bool answered = report.answered == &patient;
  CHECK_EQUAL(report.incidents.size, 0);
  portfolio_report_free(&report);
  return answered;
}

static void common_begin(void) {
  common = mmap(NULL, sizeof *common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(common != MAP_FAILED);
}

static void check_no_child(void) {
  int status;
  CHECK(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD);
}

TEST(processes_wait_for_the_next_turn) {
  common_begin();
  Task *task = counter_task();
  PortfolioRun *portfolio = portfolio_open(1);
  for (int i = 0; i < 3; i++) {
    CHECK(!go_on(portfolio, task, check, 0.05));
    CHECK(portfolio_waits(portfolio));
    siginfo_t info = {0}; /* its process is stopped, and there */
    CHECK(!waitid(P_ALL, 0, &info, WSTOPPED | WNOWAIT));
  }
  common->go = true;
  CHECK(go_on(portfolio, task, check, 60));
  CHECK(!portfolio_waits(portfolio));
  CHECK_EQUAL(common->opened, 1);
  portfolio_close(portfolio);
  check_no_child();
  portfolio = portfolio_open(1); /* one that waits can be ended */
  common->go = false;
  CHECK(!go_on(portfolio, task, check, 0.05));
  portfolio_close(portfolio);
  check_no_child();
  task_free(task);
  munmap(common, sizeof *common);
}

TEST(an_answer_waits_for_a_judge_who_has_time) {
  common_begin();
  common->go = true;
  Task *task = counter_task();
  PortfolioRun *portfolio = portfolio_open(1);
  CHECK(!go_on(portfolio, task, check_late, 60));
  CHECK(portfolio_waits(portfolio));
  CHECK(go_on(portfolio, task, check_late, 60));
  CHECK_EQUAL(common->judged, 2);
  CHECK_EQUAL(common->opened, 1);
  portfolio_close(portfolio);
  check_no_child();
  task_free(task);
  munmap(common, sizeof *common);
}

/* ---- spare entries, for more processes than engines ---- */

/* Answers only with a seed that is not that of the run. */
static Verdict want_another_seed(void *state, Budget *budget) {
  return ((Fake *)state)->setup.seed == 8 ? VERDICT_VIOLATED : sleep_on(state, budget);
}
FAKE(seeded, want_another_seed, true_trace);

/* With two engines that find nothing and a spare one that would; it has a process only if there are
 * more than the two have. */
static PortfolioReport run_with_spare(const Engine *first, size_t jobs, const uint32_t *lent) {
  Task *task = counter_task();
  ScheduleEntry entries[] = {{.engine = first}, {.engine = &seeded}, {&seeded, NULL, 3, 0}};
  Portfolio portfolio = {.task = task,
                         .entries = entries,
                         .count = 3,
                         .spare = 1,
                         .jobs = jobs,
                         .seed = 5,
                         .judge = check,
                         .judge_context = task,
                         .lent = lent};
  Budget budget = {.deadline = clock_wall() + (jobs > 2 || (lent && *lent) ? 60 : 0.5)};
  PortfolioReport report;
  CHECK(portfolio_run(&portfolio, &budget, &report));
  check_no_child();
  task_free(task);
  return report;
}

TEST(a_spare_engine_has_a_process_where_there_are_more_than_engines) {
  for (size_t jobs = 1; jobs <= 4; jobs++) {
    PortfolioReport report = run_with_spare(&sleeper, jobs, NULL);
    CHECK_EQUAL(report.answered == &seeded, jobs > 2);
    CHECK_EQUAL(report.incidents.size, 0);
    portfolio_report_free(&report);
  }
}

TEST(a_spare_engine_begins_where_another_crashed) {
  PortfolioReport report = run_with_spare(&crasher, 3, NULL);
  CHECK(report.answered == &seeded);
  CHECK_EQUAL(report.incidents.size, 1);
  portfolio_report_free(&report);
}

TEST(jobs_that_are_lent_are_taken) {
  for (uint32_t lent = 0; lent <= 2; lent++)
    for (size_t jobs = 1; jobs <= 2; jobs++) {
      if (lent + jobs == 2 && lent) continue; /* one for each of the first two, and no deadline */
      PortfolioReport report = run_with_spare(&sleeper, jobs, &lent);
      CHECK_EQUAL(report.answered == &seeded, lent > 0);
      portfolio_report_free(&report);
    }
}

/* ---- variants ---- */

static void check_variants(const Task *task) {
  size_t count = 0;
  Text names = {0};
  for (const Variant *variant = choose_variants(task); variant->engine; variant++, count++) {
    const Engine *engine = engine_find(variant->engine);
    CHECK(engine && engine_takes_task(engine, task));
    char *options = variant_options(variant, NULL);
    bool differs = variant->seed != 0;
    if (engine->options_size)
      differs |= memcmp(options, engine->option_defaults, engine->options_size) != 0;
    CHECK(differs);
    for (size_t i = 0; i < 2 && variant->set[i].name; i++) { /* options are known */
      OptionGroup group = {"", engine->options, engine->option_count, options, NULL};
      OptionGroupVec groups = {.data = &group, .size = 1};
      CHECK(options_set(&groups, variant->set[i].name, variant->set[i].value, NULL));
    }
    Text name = {0};
    variant_say(variant, &name);
    text_add(&name, "\n");
    CHECK(!names.size || !strstr(names.data, name.data)); /* and no two are the same */
    text_add(&names, name.data);
    text_free(&name);
    mem_free(options);
  }
  CHECK(count >= 4);
  text_free(&names);
}

TEST(variants_are_engines_of_the_task_with_other_settings) {
  Task *task = counter_task();
  check_variants(task);
  task->kind = TASK_FAIR;
  check_variants(task);
  task->kind = TASK_CTL;
  check_variants(task);
  for (size_t i = 0; i < 2; i++) vec_push(&task->system->compassion, LIT_TRUE);
  CHECK(!choose_variants(task)->engine);
  task->kind = TASK_BAD;
  task_free(task);
}

TEST(a_variant_keeps_what_the_user_has_set) {
  const Engine *ic3 = engine_find("ic3");
  char *given = mem_alloc(ic3->options_size);
  memcpy(given, ic3->option_defaults, ic3->options_size);
  set_option(ic3, given, "ic3-ctg-max", 7);
  Variant variant = {"ic3", 2, {{"ic3-ctg-depth", "2"}, {"no-ic3-lift", NULL}}};
  char *options = variant_options(&variant, given), *wanted = mem_alloc(ic3->options_size);
  memcpy(wanted, given, ic3->options_size);
  set_option(ic3, wanted, "ic3-ctg-depth", 2);
  set_option(ic3, wanted, "ic3-lift", false);
  CHECK(!memcmp(options, wanted, ic3->options_size));
  CHECK(memcmp(options, given, ic3->options_size));
  Text text = {0};
  variant_say(&variant, &text);
  CHECK_TEXT(text.data, "ic3 --ic3-ctg-depth 2 --no-ic3-lift --seed +2");
  text_free(&text);
  mem_free(options);
  mem_free(wanted);
  mem_free(given);
}
