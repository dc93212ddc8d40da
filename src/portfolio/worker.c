#include "portfolio/worker.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/platform.h"
#include "engine/lemmas.h"
#include "portfolio/child.h"

/* ---- the child: what it says ---- */

/* At most this often an engine's progress is sent. */
#define PROGRESS_SECONDS 0.05

/* At most this often lemmas of others are looked at, and with so much work. */
#define LEMMA_SECONDS 1.0
enum { LEMMA_WORK = 5000000 };

typedef struct {
  int socket;
  const WorkerOrder *order;
  WorkerShared *shared;
  double *told;         /* by member: when it last said something */
  Text received;        /* from the parent */
  ClauseVec candidates; /* lemmas of others, not checked yet */
  double looked;        /* when lemmas were last looked at */
  bool looking;
} Link;

/* Sends all of a message, or nothing if the socket is full: the parent is busy. */
static void send_if_free(int socket, const Text *message) {
  ssize_t sent = platform_send(socket, message->data, message->size, false);
  if (sent > 0) child_send(socket, message->data + sent, message->size - (size_t)sent);
}

static void tell_progress(void *context, const char *engine, uint64_t number, const char *words) {
  (void)engine; /* the turn says it better: one engine may be there twice */
  Link *link = context;
  uint32_t turn = link->shared->turn;
  double now = clock_wall();
  if (now - link->told[turn] < PROGRESS_SECONDS) return;
  link->told[turn] = now;
  WireProgress progress = {.entry = link->order->members[turn], .number = number};
  strncpy(progress.words, words, sizeof progress.words - 1);
  Text message = {0};
  wire_add_progress(&message, &progress);
  send_if_free(link->socket, &message);
  text_free(&message);
}

/* ---- the child: lemmas ---- */

static void offer_lemmas(void *context, const ClauseVec *clauses) {
  Link *link = context;
  Text message = {0};
  wire_add_lemmas(&message, link->order->task, clauses);
  send_if_free(link->socket, &message);
  text_free(&message);
}

static void receive_lemmas(Link *link) {
  connection_receive(link->socket, &link->received);
  size_t at = 0;
  WireFrame frame;
  bool broken;
  while (wire_take(&link->received, &at, &frame, &broken))
    if (frame.kind == WIRE_LEMMAS) wire_read_lemmas(&frame, link->order->task, &link->candidates);
  text_drop(&link->received, at);
}

/* The candidates that are inductive together with what is on the board. They were offered relative
 * to the board of another worker, which knew other things. */
static void poll_lemmas(void *context, LemmaBoard *board) {
  Link *link = context;
  double now = clock_wall();
  if (link->looking || now - link->looked < LEMMA_SECONDS) return;
  receive_lemmas(link);
  if (!link->candidates.size) return;
  link->looking = true; /* taking from the board polls */
  size_t position = 0;
  ClauseVec known = lemma_board_take(board, &position);
  for (size_t i = 0; i < known.size; i++) vec_push(&link->candidates, clause_copy(known.data[i]));
  clauses_reduce(&link->candidates);
  Budget slice = budget_slice(&link->shared->budget, LEMMA_WORK);
  lemmas_inductive_part(link->order->task, &link->candidates, &slice);
  lemma_board_receive(board, &link->candidates);
  clauses_free(&link->candidates);
  link->looking = false;
  link->looked = clock_wall();
}

/* ---- the child: its life ---- */

static _Noreturn void work(const WorkerOrder *order, int socket, WorkerShared *shared) {
  Link link = {.socket = socket,
               .order = order,
               .shared = shared,
               .told = mem_array(order->count, sizeof *link.told)};
  ScheduleEntryVec entries = {0};
  for (size_t i = 0; i < order->count; i++) vec_push(&entries, order->entries[order->members[i]]);
  if (order->lemmas) link.candidates = clauses_copy(order->lemmas);
  LemmaBoard *board = lemma_board_new();
  lemma_board_connect(board, (LemmaTransport){offer_lemmas, poll_lemmas, &link});
  EngineSetup setup = {.seed = order->seed,
                       .progress = tell_progress,
                       .progress_context = &link,
                       .effort = order->effort,
                       .lemmas = board,
                       .shelf = order->shelf};
  const Engine *answered;
  WireResult result = {.entry = WIRE_NO_ENTRY};
  result.result = schedule_run(entries.data, entries.size, order->task, &setup, &shared->budget,
                               &answered, &result.stats, &shared->turn);
  if (answered) result.entry = order->members[shared->turn];
  else result.state = budget_state(&shared->budget);
  Text message = {0};
  wire_add_result(&message, order->task, &result);
  child_send(socket, message.data, message.size);
  _exit(EXIT_SUCCESS);
}

/* ---- the parent ---- */

Worker *worker_start(const WorkerOrder *order) {
  int ends[2];
  assert(order->count);
  if (!platform_socket_pair(ends)) return NULL;
  WorkerShared *shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    close(ends[0]);
    close(ends[1]);
    return NULL;
  }
  *shared = (WorkerShared){.budget = {.deadline = order->deadline,
                                      .memory = order->memory,
                                      .work = order->work,
                                      .cancel = &shared->cancel}};
  pid_t parent = getpid(), pid = fork();
  if (!pid) {
    close(ends[0]);
    child_begin(parent);
    work(order, ends[1], shared);
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    munmap(shared, sizeof *shared);
    return NULL;
  }
  Worker *worker = mem_zalloc(sizeof *worker);
  worker->pid = pid;
  worker->socket = ends[0];
  worker->shared = shared;
  for (size_t i = 0; i < order->count; i++) vec_push(&worker->members, order->members[i]);
  return worker;
}

bool worker_receive(Worker *worker) {
  return connection_receive(worker->socket, &worker->received);
}

void worker_send(Worker *worker, const char *bytes, size_t size) {
  Text *queued = &worker->queued;
  text_add_n(queued, bytes, size);
  size_t sent = 0;
  while (sent < queued->size) {
    ssize_t part = platform_send(worker->socket, queued->data + sent, queued->size - sent, false);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) break;
    sent += (size_t)part;
  }
  text_drop(queued, sent);
}

void worker_pause(const Worker *worker) { kill(worker->pid, SIGSTOP); }

void worker_resume(Worker *worker, double deadline) {
  __atomic_store(&worker->shared->budget.deadline, &deadline, __ATOMIC_RELAXED);
  kill(worker->pid, SIGCONT);
}

uint32_t worker_turn(const Worker *worker) {
  uint32_t turn = worker->shared->turn; /* a worker gone wrong may have written anything */
  return worker->members.data[turn < worker->members.size ? turn : 0];
}

static char *describe(int status, bool *memory) {
  Text text = {0};
  if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) return NULL;
  if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_MEMORY) {
    *memory = true;
    text_add(&text, "out of memory");
  } else if (WIFSIGNALED(status)) {
    text_format(&text, "killed by signal %d, %s", WTERMSIG(status), strsignal(WTERMSIG(status)));
  } else {
    text_format(&text, "ended with code %d", WEXITSTATUS(status));
  }
  return text_take(&text);
}

void worker_end(Worker *worker, char **how, bool *memory) {
  if (!worker) return;
  int status = 0;
  bool lacked_memory = false;
  char *told = child_end(worker->pid, &status) ? describe(status, &lacked_memory) : NULL;
  if (memory) *memory |= lacked_memory;
  if (how) *how = told;
  else mem_free(told);
  close(worker->socket);
  munmap(worker->shared, sizeof *worker->shared);
  vec_free(&worker->members);
  text_free(&worker->received);
  text_free(&worker->queued);
  mem_free(worker);
}
