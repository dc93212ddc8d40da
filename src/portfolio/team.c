#include "portfolio/team.h"

#include "base/clock.h"
#include "base/memory.h"
#include "portfolio/memory_share.h"

void team_note(Run *run, uint32_t entry, const char *what) {
  Text text = {0};
  text_format(&text, "%s: %s", run->order->entries[entry].engine->name, what);
  vec_push(&run->report->incidents, text_take(&text));
}

size_t team_running(const Run *run) {
  size_t count = 0;
  for (size_t i = 0; i < run->slots; i++) count += run->workers[i] != NULL;
  return count;
}

size_t team_left(const Run *run) {
  size_t count = 0;
  for (size_t i = 0; i < run->order->count; i++) count += !run->out[i];
  return count;
}

bool team_spent(const Run *run) {
  return run->limit || run->report->news || budget_spent(run->budget) ||
         budget_seconds_left(run->budget) <= 0;
}

/* ---- starting ---- */

double team_deadline(const Run *run) {
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
                      .deadline = team_deadline(run),
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

size_t team_core(const Run *run) { return run->order->count - run->order->spare; }

void portfolio_turns(const ScheduleEntry *entries, size_t count, uint32_t *order) {
  size_t first = 0;
  while (first < count && !entries[first].engine->shortest) first++;
  if (first == count) first = 0;
  for (size_t i = 0; i < count; i++) order[i] = (uint32_t)(i == 0 ? first : i <= first ? i - 1 : i);
}

bool team_start_one(Run *run) {
  U32Vec order = {0};
  vec_resize(&order, team_core(run));
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

bool team_start_all(Run *run, size_t slots) {
  struct {
    U32Vec members;
    unsigned weight;
  } *groups = mem_array(slots, sizeof *groups);
  bool any = false;
  run->slots = slots;
  for (size_t i = 0; i < team_core(run); i++) {
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

void team_take_lent(Run *run) {
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

void team_fill(Run *run) {
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

void team_stop(Run *run) {
  for (size_t i = 0; i < run->slots; i++) {
    worker_end(run->workers[i], NULL, NULL);
    run->workers[i] = NULL;
  }
}

void team_expel(Run *run, size_t slot, uint32_t entry, const char *reason) {
  Worker *worker = run->workers[slot];
  U32Vec members = worker->members;
  worker->members = (U32Vec){0};
  char *how;
  bool memory = false;
  worker_end(worker, &how, &memory);
  run->workers[slot] = NULL;
  team_note(run, entry, reason ? reason : how ? how : "ended without a result");
  run->report->memory |= memory;
  run->out[entry] = true;
  if (!run->ending) start(run, slot, &members);
  mem_free(how);
  vec_free(&members);
}
