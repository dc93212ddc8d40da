/* The explicit search of a program in a process of its own, beside the engines for circuits.
 *
 * It decides what is open, and tells each answer as soon as it has it: a run as choices among
 * successors, which is judged in this process as any other, or that it has found nothing in so many
 * states: then the second search is made here. So it is not believed whatever it says. */
#ifndef RONDO_CHECK_PROCESS_ASIDE_H
#define RONDO_CHECK_PROCESS_ASIDE_H

#include "check/process_job.h"

typedef struct ProcessAside ProcessAside;

/* The search goes on there where it is, with the budget `there`; what it finds is confirmed with
 * `here`, which outlives it. NULL: no process could be started. The caller may free the states. */
ProcessAside *process_aside_start(ProcessJob *job, ProcessStates *states, const Budget *there,
                                  Budget *here);
void process_aside_end(ProcessAside *aside); /* NULL is fine */

/* Gives out what it has told, after waiting for something up to so many seconds. False: it has
 * nothing more to say. */
bool process_aside_hear(ProcessAside *aside, double seconds);

/* A budget that is spent as soon as it has decided the question. */
Budget process_aside_budget(ProcessAside *aside, const ProcessQuestion *question);

/* The question was given out here: it need not be decided there. */
void process_aside_done(ProcessAside *aside, const ProcessQuestion *question);

/* ---- in that process ---- */

typedef enum { ASIDE_RUN = 1, ASIDE_HOLDS, ASIDE_UNKNOWN, ASIDE_ERROR } AsideKind;

/* An answer: what its kind has of these. */
typedef struct {
  AsideKind kind;
  const U32Vec *run;
  int64_t loop;
  size_t states;
  const char *text;
} AsideAnswer;

void process_aside_tell(ProcessAside *aside, const ProcessJob *job, const ProcessQuestion *question,
                        AsideAnswer answer);

#endif
