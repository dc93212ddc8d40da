/* The engines of a check, by turns in this process or side by side in others. Where the check will
 * have another turn they wait for it, so that they go on where they stopped; and so does an answer
 * that the judge had no time for. */
#include <string.h>

#include "base/memory.h"
#include "check/check_parts.h"
#include "portfolio/portfolio.h"

/* What waits for the next turn. */
typedef struct Waiting {
  ScheduleEntryVec entries; /* in this process, but for those whose evidence did not check */
  Schedule *schedule;
  const Engine *answered; /* an answer that is not judged yet; else NULL */
  EngineResult answer;
  uint32_t turn;           /* the entry with the answer */
  PortfolioRun *portfolio; /* in others; or NULL */
} Waiting;

static void end_schedule(Check *check, Waiting *waiting) {
  if (waiting->schedule) schedule_stats(waiting->schedule, &check->result->outcome.stats);
  schedule_free(waiting->schedule);
  evidence_free(&waiting->answer.evidence);
  waiting->schedule = NULL;
  waiting->answer = (EngineResult){0};
  waiting->answered = NULL;
}

void check_end_engines(Check *check) {
  Waiting *waiting = check->waiting;
  if (!waiting) return;
  end_schedule(check, waiting);
  portfolio_close(waiting->portfolio);
  vec_free(&waiting->entries);
  mem_free(waiting);
  check->waiting = NULL;
}

/* ---- what engines say on their way ---- */

static EngineProgress progress_of(const Check *check, const Settings *settings) {
  return check->explain ? explain_progress : settings->progress;
}

static void *progress_context(const Check *check, const Settings *settings) {
  return check->explain ? (void *)check->explain : settings->progress_context;
}

/* ---- engines in this process, by turns ---- */

static Waiting *in_turns(const Check *check) {
  Waiting *waiting = mem_zalloc(sizeof *waiting);
  U32Vec order = {0};
  vec_resize(&order, check->entries.size);
  portfolio_turns(check->entries.data, order.size, order.data);
  for (size_t i = 0; i < order.size; i++)
    vec_push(&waiting->entries, check->entries.data[order.data[i]]);
  vec_free(&order);
  return waiting;
}

static void open_engines(Check *check, const Settings *settings, Learned *learned,
                         Waiting *waiting) {
  EngineSetup setup = {.seed = (uint64_t)settings->seed,
                       .progress = progress_of(check, settings),
                       .progress_context = progress_context(check, settings),
                       .effort = check->explain ? explain_effort(check->explain) : NULL,
                       .shelf = learned ? learned->shelf : NULL};
  waiting->schedule = schedule_new(waiting->entries.data, waiting->entries.size,
                                   reduction_task(check->reduction), &setup, &waiting->turn);
}

/* One whose evidence does not check is left out, and the others begin again. */
static void leave_out_liar(Check *check, Waiting *waiting, const char *why) {
  uint32_t turn = waiting->turn;
  vec_push(&check->result->notes, mem_string(why));
  end_schedule(check, waiting);
  ScheduleEntry *liar = waiting->entries.data + turn;
  memmove(liar, liar + 1, (--waiting->entries.size - turn) * sizeof *liar);
}

static Judgement judge_answer(Check *check, Waiting *waiting, Budget *budget) {
  Error error = {0};
  Judgement judgement = check_judge(check, waiting->answered, &waiting->answer, budget, &error);
  if (judgement == JUDGED_BAD) leave_out_liar(check, waiting, error.message);
  error_free(&error);
  return judgement;
}

BudgetState check_run_here(Check *check, const Settings *settings, Learned *learned, uint64_t work,
                           Budget *budget) {
  Outcome *outcome = &check->result->outcome;
  bool over = false;
  if (!check->waiting) check->waiting = in_turns(check);
  Waiting *waiting = check->waiting;
  Judgement judgement = JUDGED_BAD;
  while (waiting->entries.size && judgement == JUDGED_BAD && !budget_spent(budget)) {
    if (!waiting->schedule) open_engines(check, settings, learned, waiting);
    Budget slice = budget_slice(budget, work);
    if (!waiting->answered)
      waiting->answer = schedule_go(waiting->schedule, &slice, &waiting->answered);
    over = budget_state(&slice) == BUDGET_WORK;
    if (waiting->answer.bound > outcome->bound) outcome->bound = waiting->answer.bound;
    judgement = waiting->answered ? judge_answer(check, waiting, budget) : JUDGED_LIMIT;
  }
  BudgetState state = over ? BUDGET_TIME : budget_state(budget);
  if (!check->waits || judgement == JUDGED_GOOD || state != BUDGET_TIME) check_end_engines(check);
  return state;
}

/* ---- engines in processes of their own ---- */

BudgetState check_run_apart(Check *check, const Settings *settings, Learned *learned,
                            Beside *beside, bool *news, Budget *budget) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  ClauseVec lemmas = {0};
  ScheduleEntryVec entries = {0};
  vec_append(&entries, &check->entries);
  vec_append(&entries, &check->spare);
  if (learned) lemmas = learned_give(learned, check->reduction, check->cone);
  Portfolio portfolio = {.task = reduction_task(check->reduction),
                         .entries = entries.data,
                         .weights = check->weights.data,
                         .count = entries.size,
                         .spare = check->spare.size,
                         .jobs = (size_t)settings->jobs,
                         .lent = settings->lent,
                         .memory = settings->memory,
                         .seed = (uint64_t)settings->seed,
                         .progress = progress_of(check, settings),
                         .progress_context = progress_context(check, settings),
                         .effort = check->explain ? explain_effort(check->explain) : NULL,
                         .judge = check_judge,
                         .judge_context = check,
                         .lemmas = learned ? &lemmas : NULL,
                         .beside = beside,
                         .shelf = learned ? learned->shelf : NULL};
  PortfolioReport report;
  if (!check->waiting) check->waiting = in_turns(check);
  Waiting *waiting = check->waiting;
  if (!waiting->portfolio) waiting->portfolio = portfolio_open(portfolio.count);
  bool started = portfolio_go(waiting->portfolio, &portfolio, check->waits, budget, &report);
  if (!portfolio_waits(waiting->portfolio)) check_end_engines(check);
  *news = report.news;
  if (started && learned) learned_take(learned, check->reduction, check->cone, &lemmas);
  clauses_free(&lemmas);
  vec_free(&entries);
  if (!started) return check_run_here(check, settings, learned, 0, budget);
  if (report.unread) check_internal_error(result, report.unread, report.unread_because);
  if (report.bound > outcome->bound) outcome->bound = report.bound;
  stats_add(&outcome->stats, &report.stats);
  vec_append(&result->names, &report.names);
  vec_clear(&report.names);
  vec_append(&result->notes, &report.incidents);
  vec_clear(&report.incidents);
  portfolio_report_free(&report);
  BudgetState state = budget_state(budget);
  if (state == BUDGET_LEFT && budget_seconds_left(budget) <= 0) state = BUDGET_TIME;
  return state == BUDGET_LEFT && report.memory ? BUDGET_MEMORY : state;
}
