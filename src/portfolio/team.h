/* The processes of one run of the portfolio: who works in which slot. Inside of src/portfolio. */
#ifndef RONDO_PORTFOLIO_TEAM_H
#define RONDO_PORTFOLIO_TEAM_H

#include "portfolio/portfolio.h"
#include "portfolio/worker.h"

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

size_t team_running(const Run *run);

/* Entries that have a part in everything; the spare ones come behind them. */
size_t team_core(const Run *run);

/* Entries that may still find something. */
size_t team_left(const Run *run);

/* Whether the run is to end, whatever its workers may still find. */
bool team_spent(const Run *run);

/* Of a worker that begins or goes on now; those that will be paused have none of their own. */
double team_deadline(const Run *run);

/* What befell an engine, for the report. */
void team_note(Run *run, uint32_t entry, const char *what);

/* One worker for all but the spare ones; false if there is no room for a process. */
bool team_start_one(Run *run);

/* Each engine, in the order of preference, goes where the least weight is. What is free then is for
 * the spare ones. False if there is no room for any process. */
bool team_start_all(Run *run, size_t slots);

/* Slots for jobs that were lent meanwhile. */
void team_take_lent(Run *run);

/* A process that is free takes over half of the largest group, from the beginning; the group goes
 * on with all, since nobody knows which of its members is near an answer. Where there is nothing to
 * share it begins a spare engine. */
void team_fill(Run *run);

/* Takes an engine out, with the worker that ran it; those that shared its process go on in a new
 * one. Without a reason the way the worker ended is the reason. */
void team_expel(Run *run, size_t slot, uint32_t entry, const char *reason);

void team_stop(Run *run); /* ends all workers */

#endif
