/* Engines side by side on one task, in processes of their own; the first answer whose evidence
 * checks is taken, and the rest are stopped at once.
 *
 * The engines come in the order of preference, each with a weight. With as many jobs as engines
 * each has a process; with fewer they are shared out so that all processes carry about the same
 * weight, and those in one process take turns. Before that one worker gives every engine a short
 * turn, in a fixed order and counted in work: so what is easy is decided the same way in every run,
 * and no crowd of processes is started for it.
 *
 * With more jobs than engines there are variants of them, the *spare* entries: the same engine with
 * another seed or other settings, in the order of preference. Each has a process, and none has a
 * part in the short turn.
 *
 * No engine can hurt another. One that crashes, runs out of memory, or gives evidence that does not
 * check is out; those that shared its process start again without it. Nothing that a worker says is
 * believed: answers go to the judge, lemmas are checked by those who use them.
 *
 * Only this process and its children are touched: no file is made, no signal handler is set. When
 * portfolio_run returns, no child is left; should this process be killed, the kernel kills them. */
#ifndef RONDO_PORTFOLIO_PORTFOLIO_H
#define RONDO_PORTFOLIO_PORTFOLIO_H

#include "base/error.h"
#include "engine/reach/clause.h"
#include "engine/schedule.h"
#include "portfolio/beside.h"

typedef enum {
  JUDGED_GOOD,  /* the evidence checks: this is the answer */
  JUDGED_BAD,   /* it does not; the error says why, and the other engines go on */
  JUDGED_LIMIT, /* the budget was spent before that was known */
} Judgement;

/* Checks an answer within the budget. If it is good the evidence may be moved out of the result. */
typedef Judgement (*PortfolioJudge)(void *context, const Engine *engine, EngineResult *result,
                                    Budget *budget, Error *error);

typedef struct {
  const Task *task;
  const ScheduleEntry *entries; /* in the order of preference */
  const unsigned *weights;      /* by entry; NULL: all the same */
  size_t count;
  size_t spare;    /* so many of them, the last, are for processes that the others leave */
  size_t jobs;     /* processes, at least 1; `lent` adds to it */
  uint64_t memory; /* bytes for this process and all workers together; 0: no limit */
  uint64_t seed;
  EngineProgress progress; /* may be NULL */
  void *progress_context;
  struct Effort *effort; /* shared with all workers; may be NULL */
  PortfolioJudge judge;
  void *judge_context;
  /* Candidates over the task's latches to begin with; in the end what engines offered, too. None of
   * it is checked. May be NULL. */
  ClauseVec *lemmas;
  Beside *beside;                /* when this has something to say the run ends; may be NULL */
  struct SymbolicShelf *shelf;   /* of this process: workers have what is in it now; may be NULL */
  const volatile uint32_t *lent; /* jobs that came to be free elsewhere; may be NULL */
} Portfolio;

typedef struct {
  const Engine *answered; /* whose answer was judged good, or NULL */
  uint64_t bound;         /* without an answer: the greatest that was reached */
  bool memory;            /* some engine ran out of memory */
  bool news;              /* it ended because of what happened beside it */
  const Engine *unread;   /* whose answer could not be decoded, or NULL: bad evidence, too */
  char *unread_because;   /* of the first such */
  StringVec incidents;    /* "ic3: killed by signal 9, Killed", for people */
  Stats stats;            /* of the worker that answered, or of all; their names are in ... */
  StringVec names;        /* ... this */
} PortfolioReport;

void portfolio_report_free(PortfolioReport *report);

/* The order in which engines take turns in one process: theirs, but for the first that looks
 * for shortest violations, which begins. */
void portfolio_turns(const ScheduleEntry *entries, size_t count, uint32_t *order);

/* Runs until an answer is judged good, nobody is left, or the budget is spent. False if no process
 * could be started, for lack of memory or of processes: nothing was done then. */
bool portfolio_run(const Portfolio *portfolio, Budget *budget, PortfolioReport *report);

/* The same in several turns, with the same task, entries, weights and jobs in each. When the budget
 * of a turn is spent and `pause` is true, the processes are stopped and wait for the next one,
 * unless they are very large; they take no time meanwhile. An answer that the judge had no time for
 * waits, too. Of engines that wait there are no statistics. */
typedef struct PortfolioRun PortfolioRun;
PortfolioRun *portfolio_open(size_t entries);
bool portfolio_go(PortfolioRun *run, const Portfolio *portfolio, bool pause, Budget *budget,
                  PortfolioReport *report);
bool portfolio_waits(const PortfolioRun *run); /* whether another turn goes on with something */
void portfolio_close(PortfolioRun *run);       /* may be NULL */

#endif
