#include "portfolio/hear.h"

#include <poll.h>

#include "base/clock.h"
#include "base/memory.h"
#include "portfolio/memory_share.h"

/* So often progress is told, news or not: the clock beside it should not stand still. */
#define TELL_SECONDS 0.1

enum {
  MOST_LEMMAS = 5000,
  MOST_QUEUED = 1 << 20 /* bytes that wait for a worker that does not read */
};

/* ---- answers ---- */

/* With the memory that the workers leave; if that is too little, alone. */
static Judgement judge(Run *run, const Engine *engine, EngineResult *result, Error *error) {
  const Portfolio *order = run->order;
  Budget slice = budget_slice(run->budget, 0);
  slice.memory = order->memory ? memory_left(order->memory, run->workers, run->slots) : 0;
  Judgement judgement = order->judge(order->judge_context, engine, result, &slice, error);
  if (judgement != JUDGED_LIMIT || slice.state != BUDGET_MEMORY || !team_running(run))
    return judgement;
  team_stop(run);
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
    if (run->workers[slot]) team_expel(run, slot, result->entry, error.message);
    else team_note(run, result->entry, error.message);
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
    team_expel(run, slot, worker_turn(worker), budget_reason(BUDGET_MEMORY));
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
    team_expel(run, slot, turn, error.message);
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
  if (!open || broken) team_expel(run, slot, worker_turn(worker), NULL);
}

void hear_all(Run *run, int milliseconds) {
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
