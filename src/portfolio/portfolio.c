#include "portfolio/portfolio.h"

#include "base/clock.h"
#include "base/memory.h"
#include "portfolio/hear.h"
#include "portfolio/memory_share.h"

enum {
  LOOK_MILLISECONDS = 20,   /* between two looks at memory, deadline and cancellation */
  GRACE_MILLISECONDS = 300, /* for workers to say how far they got when time is up */
  FIRST_WORK = 400000, /* of all engines together in the first turn: some hundredths of a second */
  FIRST_GATES = 30000, /* in larger tasks merely to open every engine takes longer than that */
  MOST_WAITING = 1 << 29 /* bytes of the processes that wait for the next turn */
};

void portfolio_report_free(PortfolioReport *report) {
  mem_free(report->unread_because);
  string_vec_free(&report->incidents);
  vec_free(&report->stats);
  string_vec_free(&report->names);
}

/* ---- one turn ---- */

static void watch_memory(Run *run) {
  uint64_t limit = run->order->memory;
  size_t worst = memory_worst(limit, run->workers, run->slots);
  if (limit && worst < run->slots) {
    run->report->memory = true;
    team_expel(run, worst, worker_turn(run->workers[worst]), budget_reason(BUDGET_MEMORY));
  }
  memory_share_out(limit, run->workers, run->slots);
}

static void run_workers(Run *run) {
  while (team_running(run) && !run->report->answered && !team_spent(run)) {
    hear_all(run, LOOK_MILLISECONDS);
    if (!run->report->answered && !team_spent(run)) team_take_lent(run);
    if (!run->report->answered && !team_spent(run)) team_fill(run);
    watch_memory(run);
  }
}

/* Time is up: the workers say how far they got, if they can at once. */
static void last_words(Run *run) {
  if (run->limit || run->report->answered || run->report->news) return;
  run->ending = true;
  double end = clock_wall() + GRACE_MILLISECONDS / 1000.0;
  for (size_t i = 0; i < run->slots; i++)
    if (run->workers[i]) run->workers[i]->shared->cancel = 1;
  while (team_running(run) && clock_wall() < end && !run->report->answered && !run->limit)
    hear_all(run, LOOK_MILLISECONDS);
}
/* ---- turns ---- */

/* What others have learned meanwhile. */
static void tell_lemmas(Run *run) {
  const ClauseVec *given = run->order->lemmas;
  if (!given || given->size <= run->lemmas.size) return;
  Text message = {0};
  wire_add_lemmas(&message, run->order->task, given);
  for (size_t i = 0; i < run->slots; i++)
    if (run->workers[i]) worker_send(run->workers[i], message.data, message.size);
  text_free(&message);
  clauses_free(&run->lemmas);
  run->lemmas = clauses_copy(given);
}

static void resume_all(Run *run) {
  for (size_t i = 0; i < run->slots; i++)
    if (run->workers[i]) worker_resume(run->workers[i], team_deadline(run));
  tell_lemmas(run);
}

/* Unless they have become so large that they had better begin anew. */
static void pause_all(Run *run) {
  if (memory_of_their_own(run->workers, run->slots) >= MOST_WAITING) {
    team_stop(run);
    return;
  }
  for (size_t i = 0; i < run->slots; i++)
    if (run->workers[i]) worker_pause(run->workers[i]);
}

/* All in one process, at first for a little while where there is to be more than one. */
static bool begin(Run *run) {
  const Portfolio *order = run->order;
  bool first = order->task->system->aig->size < FIRST_GATES;
  run->begun = team_core(run);
  run->jobs = memory_room(order->memory, order->jobs < order->count ? order->jobs : order->count);
  run->phase = run->jobs > 1 ? TOGETHER : ALL;
  run->work = run->jobs > 1 ? FIRST_WORK : 0;
  if (run->jobs && order->lemmas) run->lemmas = clauses_copy(order->lemmas);
  return (run->jobs == 1 || (run->jobs && first)) && team_start_one(run);
}

static bool start_side_by_side(Run *run) {
  size_t engines = team_left(run);
  run->phase = ALL;
  team_stop(run);
  vec_clear(&run->report->stats);
  run->work = 0;
  return team_start_all(run, engines < run->jobs ? engines : run->jobs);
}

static void end_turn(Run *run) {
  const Portfolio *order = run->order;
  bool over =
      run->report->answered || run->report->news || budget_state(run->budget) == BUDGET_CANCEL;
  if (run->pausing && !over) pause_all(run);
  else {
    last_words(run);
    team_stop(run);
  }
  if (!order->lemmas) return;
  clauses_free(order->lemmas);
  *order->lemmas = clauses_copy(&run->lemmas);
}

PortfolioRun *portfolio_open(size_t entries) {
  Run *run = mem_zalloc(sizeof *run);
  run->workers = mem_array(entries, sizeof *run->workers);
  run->out = mem_array(entries, sizeof *run->out);
  return run;
}

bool portfolio_waits(const PortfolioRun *run) { return team_running(run); }

void portfolio_close(PortfolioRun *run) {
  if (!run) return;
  team_stop(run);
  clauses_free(&run->lemmas);
  mem_free(run->workers);
  mem_free(run->out);
  mem_free(run);
}

bool portfolio_go(PortfolioRun *run, const Portfolio *order, bool pause, Budget *budget,
                  PortfolioReport *report) {
  *report = (PortfolioReport){0};
  run->order = order;
  run->budget = budget;
  run->report = report;
  run->pausing = pause;
  run->limit = false;
  if (team_spent(run)) return true;
  bool started = run->phase != TO_BEGIN;
  if (started) resume_all(run);
  else started = begin(run);
  run_workers(run);
  if (run->phase == TOGETHER && !report->answered && !team_spent(run) && team_left(run)) {
    started |= start_side_by_side(run);
    run_workers(run);
  }
  if (started) end_turn(run);
  return started;
}

bool portfolio_run(const Portfolio *order, Budget *budget, PortfolioReport *report) {
  PortfolioRun *run = portfolio_open(order->count);
  bool started = portfolio_go(run, order, false, budget, report);
  portfolio_close(run);
  return started;
}
