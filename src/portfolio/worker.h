/* A worker: a process of its own that runs some engines of a portfolio on the reduced task, by
 * turns (engine/schedule.h), and sends what they find: progress, lemmas, and in the end a result.
 * It gets lemmas of others, and checks them before its engines see them.
 *
 * It is a fork of this process, so it has the task without any message. It cannot outlive its
 * parent (the kernel kills it), writes no file, prints nothing, and ends with _exit. A page of
 * memory is shared: through it the parent changes the worker's limits and asks it to stop, and sees
 * whose turn it was when a worker died. */
#ifndef RONDO_PORTFOLIO_WORKER_H
#define RONDO_PORTFOLIO_WORKER_H

#include <sys/types.h>

#include "engine/schedule.h"
#include "portfolio/wire.h"

typedef struct {
  Budget budget;                /* the worker's; `memory` is set by the parent, too */
  volatile sig_atomic_t cancel; /* asks it to stop soon and to say how far it got */
  volatile uint32_t turn;       /* whose turn it is, as a number among its members */
} WorkerShared;

/* What a worker is to do. */
typedef struct {
  const Task *task;
  const ScheduleEntry *entries; /* of the whole portfolio */
  const uint32_t *members;      /* the numbers of those that this worker runs ... */
  size_t count;                 /* ... and how many these are, at least one */
  uint64_t seed;
  struct Effort *effort;       /* may be NULL */
  double deadline;             /* as in a Budget; 0: none */
  uint64_t memory;             /* resident bytes to start with; 0: no limit */
  uint64_t work;               /* units of work; 0: no limit */
  const ClauseVec *lemmas;     /* candidates to begin with; may be NULL */
  struct SymbolicShelf *shelf; /* see EngineSetup; may be NULL */
} WorkerOrder;

typedef struct {
  pid_t pid;
  int socket;
  WorkerShared *shared;
  U32Vec members;
  Text received; /* what came and is not a whole message yet */
  Text queued;   /* what did not fit into the socket yet */
} Worker;

/* Starts it; NULL if the system has no room for another process. */
Worker *worker_start(const WorkerOrder *order);

/* Takes what has come, without waiting; false once the worker has closed its end. */
bool worker_receive(Worker *worker);

/* Sends bytes as far as they fit, and keeps the rest for the next time; size 0 sends that alone. */
void worker_send(Worker *worker, const char *bytes, size_t size);

/* Stops it where it is, and lets it go on, with another deadline (0: none). */
void worker_pause(const Worker *worker);
void worker_resume(Worker *worker, double deadline);

/* The member whose turn it was last: a number in the portfolio. */
uint32_t worker_turn(const Worker *worker);

/* Ends it at once, if it has not ended, and frees everything. `how`, if not NULL, receives what
 * befell it, for people, such as "killed by signal 11"; NULL if it ended as it should. `memory`
 * becomes true if that was for lack of memory. */
void worker_end(Worker *worker, char **how, bool *memory);

#endif
