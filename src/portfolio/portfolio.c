#include "portfolio/portfolio.h"

#include <poll.h>

#include "base/clock.h"
#include "base/memory.h"
#include "portfolio/memory_share.h"
#include "portfolio/worker.h"

enum {
  LOOK_MILLISECONDS = 20,   /* between two looks at memory, deadline and cancellation */
  GRACE_MILLISECONDS = 300, /* for workers to say how far they got when time is up */
  FIRST_WORK = 400000, /* of all engines together in the first turn: some hundredths of a second */
  FIRST_GATES = 30000, /* in larger tasks merely to open every engine takes longer than that */
  MOST_LEMMAS = 5000,
  MOST_QUEUED = 1 << 20, /* bytes that wait for a worker that does not read */
  MOST_WAITING = 1 << 29 /* bytes of the processes that wait for the next turn */
};

/* So often progress is told, news or not: the clock beside it should not stand still. */
#define TELL_SECONDS 0.1

typedef struct PortfolioRun {
  const Portfolio *order;
  Budget *budget;
  PortfolioReport *report;
  Worker **workers;  /* by slot; NULL where none runs */
  size_t slots;      /* in use; there is room for one per entry */
  uint64_t work;     /* that a worker may do; 0: no limit */
  bool *out;         /* by entry: it crashed, lied, ran out of memory, or gave up */
  size_t begun;      /* the number of the first spare entry that nobody has begun */
  bool limit;        /* the budget was spent while an answer was judged */
  bool ending;       /* nobody is started any more */
  ClauseVec lemmas;  /* offered by anybody, as they came */
  WireProgress last; /* what was last heard of an engine ... */
  double heard;      /* ... and when */
  /* of runs with several turns */
  enum { TO_BEGIN, TOGETHER, ALL } phase;
  size_t jobs;
  bool pausing; /* workers do not end when the budget is spent */
} Run;

void portfolio_report_free(PortfolioReport *report) {
  mem_free(report->unread_because);
  string_vec_free(&report->incidents);
  vec_free(&report->stats);
  string_vec_free(&report->names);
}

static void note(Run *run, uint32_t entry, const char *what) {
  Text text = {0};
  text_format(&text, "%s: %s", run->order->entries[entry].engine->name, what);
  vec_push(&run->report->incidents, text_take(&text));
}

static size_t running(const Run *run) {
  size_t count = 0;
  for (size_t i = 0; i < run->slots; i++) count += run->workers[i] != NULL;
  return count;
}

/* ---- starting ---- */

/* Workers that will be paused have none of their own. */
static double deadline_of(const Run *run) {
  double seconds = budget_seconds_left(run->budget);
  return seconds < 1e17 && !run->pausing ? clock_wall() + seconds : 0;
}

static bool start(Run *run, size_t slot, const U32Vec *members) {
  const Portfolio *order = run->order;
  U32Vec left = {0};
  for (size_t i = 0; i < members->size; i++)
    if (!run->out[members->data[i]]) vec_push(&left, members->data[i]);
  WorkerOrder work = {.task = order->task,
                      .entries = order->entries,
                      .members = left.data,
                      .count = left.size,
                      .seed = order->seed,
                      .effort = order->effort,
                      .deadline = deadline_of(run),
                      .memory = memory_first_share(order->memory, run->slots),
                      .work = run->work,
                      .lemmas = &run->lemmas,
                      .shelf = order->shelf};
  if (left.size) run->workers[slot] = worker_start(&work);
  bool started = !left.size || run->workers[slot];
  vec_free(&left);
  memory_share_out(order->memory, run->workers, run->slots);
  return started;
}

void portfolio_turns(const ScheduleEntry *entries, size_t count, uint32_t *order) {
  size_t first = 0;
  while (first < count && !entries[first].engine->shortest) first++;
  if (first == count) first = 0;
  for (size_t i = 0; i < count; i++) order[i] = (uint32_t)(i == 0 ? first : i <= first ? i - 1 : i);
}

/* Entries that have a part in everything; the spare ones come behind them. */
static size_t core(const Run *run) { return run->order->count - run->order->spare; }

/* One worker for all but the spare ones. */
static bool start_one(Run *run) {
  U32Vec order = {0};
  vec_resize(&order, core(run));
  portfolio_turns(run->order->entries, order.size, order.data);
  run->slots = 1;
  start(run, 0, &order);
  vec_free(&order);
  return run->workers[0];
}

/* The next spare one, in a process of its own. */
static void start_spare(Run *run, size_t slot) {
  U32Vec member = {0};
  vec_push(&member, (uint32_t)run->begun++);
  start(run, slot, &member);
  vec_free(&member);
}

/* Each engine, in the order of preference, goes where the least weight is. What is free then is for
 * the spare ones. */
static bool start_all(Run *run, size_t slots) {
  struct {
    U32Vec members;
    unsigned weight;
  } *groups = mem_array(slots, sizeof *groups);
  bool any = false;
  run->slots = slots;
  for (size_t i = 0; i < core(run); i++) {
    if (run->out[i]) continue;
    size_t lightest = 0;
    for (size_t slot = 1; slot < slots; slot++)
      if (groups[slot].weight < groups[lightest].weight) lightest = slot;
    groups[lightest].weight += run->order->weights ? run->order->weights[i] : 1;
    vec_push(&groups[lightest].members, (uint32_t)i);
  }
  for (size_t slot = 0; slot < slots; slot++) {
    bool spare = !groups[slot].members.size && run->begun < run->order->count;
    if (spare) start_spare(run, slot);
    else start(run, slot, &groups[slot].members);
    any |= run->workers[slot] != NULL;
    vec_free(&groups[slot].members);
  }
  mem_free(groups);
  return any;
}

/* Slots for jobs that were lent meanwhile. */
static void take_lent(Run *run) {
  const Portfolio *order = run->order;
  size_t jobs = order->jobs + (order->lent ? *order->lent : 0);
  if (!order->lent || run->phase != ALL || order->memory || jobs <= run->jobs) return;
  run->jobs = jobs < order->count ? jobs : order->count;
  if (run->slots < run->jobs) run->slots = run->jobs;
}

static size_t processes_with(const Run *run, uint32_t entry) {
  size_t count = 0;
  for (size_t i = 0; i < run->slots; i++)
    for (size_t k = 0; run->workers[i] && k < run->workers[i]->members.size; k++)
      count += run->workers[i]->members.data[k] == entry;
  return count;
}

/* Of the largest group what no other process has. */
static U32Vec largest_group(const Run *run) {
  U32Vec largest = {0};
  for (size_t i = 0; i < run->slots; i++) {
    U32Vec own = {0};
    for (size_t k = 0; run->workers[i] && k < run->workers[i]->members.size; k++) {
      uint32_t entry = run->workers[i]->members.data[k];
      if (!run->out[entry] && processes_with(run, entry) == 1) vec_push(&own, entry);
    }
    U32Vec smaller = own.size > largest.size ? largest : own;
    if (own.size > largest.size) largest = own;
    vec_free(&smaller);
  }
  return largest;
}

/* A process that is free takes over half of the largest group, from the beginning; the group goes
 * on with all, since nobody knows which of its members is near an answer. Where there is nothing to
 * share it begins a spare engine. */
static void fill_free_slots(Run *run) {
  for (size_t slot = 0; slot < run->slots; slot++) {
    if (run->workers[slot]) continue;
    U32Vec group = largest_group(run);
    if (group.size > 1) {
      size_t half = group.size / 2;
      U32Vec taken = {.data = group.data + half, .size = group.size - half};
      start(run, slot, &taken);
    } else if (run->phase == ALL && run->begun < run->order->count) {
      start_spare(run, slot);
    }
    vec_free(&group);
  }
}

/* ---- ending ---- */

static void stop_all(Run *run) {
  for (size_t i = 0; i < run->slots; i++) {
    worker_end(run->workers[i], NULL, NULL);
    run->workers[i] = NULL;
  }
}

/* Takes an engine out, with the worker that ran it; those that shared its process go on in a new
 * one. Without a reason the way the worker ended is the reason. */
static void expel(Run *run, size_t slot, uint32_t entry, const char *reason) {
  Worker *worker = run->workers[slot];
  U32Vec members = worker->members;
  worker->members = (U32Vec){0};
  char *how;
  bool memory = false;
  worker_end(worker, &how, &memory);
  run->workers[slot] = NULL;
  note(run, entry, reason ? reason : how ? how : "ended without a result");
  run->report->memory |= memory;
  run->out[entry] = true;
  if (!run->ending) start(run, slot, &members);
  mem_free(how);
  vec_free(&members);
}

/* ---- answers ---- */

/* With the memory that the workers leave; if that is too little, alone. */
static Judgement judge(Run *run, const Engine *engine, EngineResult *result, Error *error) {
  const Portfolio *order = run->order;
  Budget slice = budget_slice(run->budget, 0);
  slice.memory = order->memory ? memory_left(order->memory, run->workers, run->slots) : 0;
  Judgement judgement = order->judge(order->judge_context, engine, result, &slice, error);
  if (judgement != JUDGED_LIMIT || slice.state != BUDGET_MEMORY || !running(run)) return judgement;
  stop_all(run);
  return order->judge(order->judge_context, engine, result, run->budget, error);
}

static void take_stats(Run *run, WireResult *result) {
  PortfolioReport *report = run->report;
  if (result->entry != WIRE_NO_ENTRY) vec_clear(&report->stats);
  stats_add(&report->stats, &result->stats);
  vec_append(&report->names, &result->names);
  vec_clear(&result->names);
}

static void take_answer(Run *run, size_t slot, WireResult *result) {
  const Engine *engine = run->order->entries[result->entry].engine;
  Error error = {0};
  switch (judge(run, engine, &result->result, &error)) {
  case JUDGED_GOOD:
    take_stats(run, result);
    run->report->answered = engine;
    break;
  case JUDGED_LIMIT: run->limit = true; break;
  case JUDGED_BAD:
    if (run->workers[slot]) expel(run, slot, result->entry, error.message);
    else note(run, result->entry, error.message);
    break;
  }
  error_free(&error);
}

static void take_end(Run *run, size_t slot, WireResult *result) {
  Worker *worker = run->workers[slot];
  if (result->result.bound > run->report->bound) run->report->bound = result->result.bound;
  take_stats(run, result);
  if (result->state == BUDGET_MEMORY) {
    run->report->memory = true;
    expel(run, slot, worker_turn(worker), budget_reason(BUDGET_MEMORY));
    return;
  }
  for (size_t i = 0; result->state == BUDGET_LEFT && i < worker->members.size; i++)
    run->out[worker->members.data[i]] = true;
  worker_end(worker, NULL, NULL);
  run->workers[slot] = NULL;
}

static void take_unread(Run *run, uint32_t entry, const char *why) {
  PortfolioReport *report = run->report;
  if (report->unread) return;
  report->unread = run->order->entries[entry].engine;
  report->unread_because = mem_string(why);
}

static void take_result(Run *run, size_t slot, const WireFrame *frame) {
  WireResult result;
  Error error = {0};
  uint32_t turn = worker_turn(run->workers[slot]);
  bool known = wire_read_result(frame, run->order->task, &result, &error);
  if (known && result.entry != WIRE_NO_ENTRY && result.entry >= run->order->count)
    known = error_set(&error, "its message makes no sense");
  if (!known) {
    take_unread(run, turn, error.message);
    expel(run, slot, turn, error.message);
  } else if (result.entry == WIRE_NO_ENTRY) {
    take_end(run, slot, &result);
  } else {
    take_answer(run, slot, &result);
  }
  wire_result_free(&result);
  error_free(&error);
}

/* ---- messages ---- */

static void tell_progress(Run *run) {
  const Portfolio *order = run->order;
  if (!order->progress || !*run->last.words) return;
  run->heard = clock_wall();
  order->progress(order->progress_context, order->entries[run->last.entry].engine->name,
                  run->last.number, run->last.words);
}

static void take_progress(Run *run, const WireFrame *frame) {
  WireProgress progress;
  if (!wire_read_progress(frame, &progress) || progress.entry >= run->order->count) return;
  run->last = progress;
  tell_progress(run);
}

/* What one offers goes to all others. */
static void take_lemmas(Run *run, size_t slot, const WireFrame *frame) {
  ClauseVec clauses = {0};
  Text message = {0};
  wire_read_lemmas(frame, run->order->task, &clauses);
  wire_add_lemmas(&message, run->order->task, &clauses);
  for (size_t i = 0; i < run->slots; i++)
    if (i != slot && run->workers[i] && run->workers[i]->queued.size < MOST_QUEUED)
      worker_send(run->workers[i], message.data, message.size);
  text_free(&message);
  if (run->lemmas.size < MOST_LEMMAS) {
    vec_append(&run->lemmas, &clauses);
    vec_clear(&clauses);
  }
  clauses_free(&clauses);
}

/* Handles what has come from a worker. A result is the last that a worker says; it stays where it
 * is, so that one that the judge has no time for is heard again in the next turn. */
static void hear(Run *run, size_t slot) {
  Worker *worker = run->workers[slot];
  bool open = worker_receive(worker), broken = false;
  size_t at = 0;
  WireFrame frame;
  while (wire_take(&worker->received, &at, &frame, &broken)) {
    if (frame.kind == WIRE_RESULT) {
      take_result(run, slot, &frame);
      return;
    }
    if (frame.kind == WIRE_PROGRESS) take_progress(run, &frame);
    else take_lemmas(run, slot, &frame);
  }
  text_drop(&worker->received, at);
  if (!open || broken) expel(run, slot, worker_turn(worker), NULL);
}

/* Waits for messages and handles them. */
static void wait_and_hear(Run *run, int milliseconds) {
  VEC(struct pollfd) files = {0};
  VEC(size_t) slots = {0};
  for (size_t i = 0; i < run->slots; i++)
    if (run->workers[i]) {
      vec_push(&files, ((struct pollfd){.fd = run->workers[i]->socket, .events = POLLIN}));
      vec_push(&slots, i);
    }
  Beside *beside = run->order->beside;
  if (beside && beside_file(beside) >= 0)
    vec_push(&files, ((struct pollfd){.fd = beside_file(beside), .events = POLLIN}));
  int ready = poll(files.data, files.size, milliseconds);
  for (size_t i = 0; i < slots.size; i++) {
    Worker *worker = run->workers[slots.data[i]];
    if (worker->queued.size) worker_send(worker, "", 0);
  }
  if (clock_wall() - run->heard > TELL_SECONDS) tell_progress(run);
  for (size_t i = 0; ready > 0 && i < slots.size && !run->report->answered && !run->limit; i++)
    if (files.data[i].revents && run->workers[slots.data[i]]) hear(run, slots.data[i]);
  if (ready > 0 && files.size > slots.size && vec_last(&files).revents && !run->report->answered)
    run->report->news = beside_receive(beside);
  vec_free(&files);
  vec_free(&slots);
}

static bool spent(Run *run) {
  return run->limit || run->report->news || budget_spent(run->budget) ||
         budget_seconds_left(run->budget) <= 0;
}

static void watch_memory(Run *run) {
  uint64_t limit = run->order->memory;
  size_t worst = memory_worst(limit, run->workers, run->slots);
  if (limit && worst < run->slots) {
    run->report->memory = true;
    expel(run, worst, worker_turn(run->workers[worst]), budget_reason(BUDGET_MEMORY));
  }
  memory_share_out(limit, run->workers, run->slots);
}

static void run_workers(Run *run) {
  while (running(run) && !run->report->answered && !spent(run)) {
    wait_and_hear(run, LOOK_MILLISECONDS);
    if (!run->report->answered && !spent(run)) take_lent(run);
    if (!run->report->answered && !spent(run)) fill_free_slots(run);
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
  while (running(run) && clock_wall() < end && !run->report->answered && !run->limit)
    wait_and_hear(run, LOOK_MILLISECONDS);
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
    if (run->workers[i]) worker_resume(run->workers[i], deadline_of(run));
  tell_lemmas(run);
}

/* Unless they have become so large that they had better begin anew. */
static void pause_all(Run *run) {
  if (memory_of_their_own(run->workers, run->slots) >= MOST_WAITING) {
    stop_all(run);
    return;
  }
  for (size_t i = 0; i < run->slots; i++)
    if (run->workers[i]) worker_pause(run->workers[i]);
}

static size_t left(const Run *run) {
  size_t count = 0;
  for (size_t i = 0; i < run->order->count; i++) count += !run->out[i];
  return count;
}

/* All in one process, at first for a little while where there is to be more than one. */
static bool begin(Run *run) {
  const Portfolio *order = run->order;
  bool first = order->task->system->aig->size < FIRST_GATES;
  run->begun = core(run);
  run->jobs = memory_room(order->memory, order->jobs < order->count ? order->jobs : order->count);
  run->phase = run->jobs > 1 ? TOGETHER : ALL;
  run->work = run->jobs > 1 ? FIRST_WORK : 0;
  if (run->jobs && order->lemmas) run->lemmas = clauses_copy(order->lemmas);
  return (run->jobs == 1 || (run->jobs && first)) && start_one(run);
}

static bool start_side_by_side(Run *run) {
  size_t engines = left(run);
  run->phase = ALL;
  stop_all(run);
  vec_clear(&run->report->stats);
  run->work = 0;
  return start_all(run, engines < run->jobs ? engines : run->jobs);
}

static void end_turn(Run *run) {
  const Portfolio *order = run->order;
  bool over =
      run->report->answered || run->report->news || budget_state(run->budget) == BUDGET_CANCEL;
  if (run->pausing && !over) pause_all(run);
  else {
    last_words(run);
    stop_all(run);
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

bool portfolio_waits(const PortfolioRun *run) { return running(run); }

void portfolio_close(PortfolioRun *run) {
  if (!run) return;
  stop_all(run);
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
  if (spent(run)) return true;
  bool started = run->phase != TO_BEGIN;
  if (started) resume_all(run);
  else started = begin(run);
  run_workers(run);
  if (run->phase == TOGETHER && !report->answered && !spent(run) && left(run)) {
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
