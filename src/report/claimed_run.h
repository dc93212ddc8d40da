/* A run as something tells it: values of signals, step by step, in the words in which Rondo and
 * other tools print them. Such a tale gives no latches and inputs, and may leave out what it likes.
 * A SAT query per step finds latches and inputs that fit; so the result is a run of the system, or
 * there is an error with the line of the first step that does not fit. */
#ifndef RONDO_REPORT_CLAIMED_RUN_H
#define RONDO_REPORT_CLAIMED_RUN_H

#include "base/error.h"
#include "base/map.h"
#include "system/trace.h"

typedef struct {
  LitVec claims; /* true in this step */
  int line;      /* where it is told, for errors */
} ClaimedStep;

typedef struct {
  VEC(ClaimedStep) steps;
  /* The step that follows the last one, or TRACE_NO_LOOP. Where `closed`, the last step only
   * repeats that one, and is no step of its own. */
  int64_t loop;
  bool closed;
  bool anywhere; /* it may begin in any state, not only in an initial one */
} ClaimedRun;

void claimed_run_free(ClaimedRun *run); /* what it holds */

/* Appends a step of which nothing is known. */
ClaimedStep *claimed_run_step(ClaimedRun *run, int line);

/* The run of the system that is told; NULL and an error if there is none. `file` is what errors
 * call the tale. */
Trace *claimed_run_find(const ClaimedRun *run, const System *system, const char *file,
                        Error *error);

/* Who listens to a tale: it knows the signals of the system by their names, and remembers the value
 * last given to each, for tales that say only what changes. */
typedef struct {
  const char *file;
  const System *system;
  Error *error;
  Names names;        /* of signals, numbered as they are */
  VEC(uint64_t) code; /* by signal: the value last given, for signals of at most 63 bits ... */
  StringVec wide;     /* ... and as binary digits for others */
  Bits known;         /* by signal */
} Listener;

Listener listener_new(const char *file, const System *system, Error *error);
void listener_free(Listener *listener);
void listener_forget(Listener *listener); /* all values */

/* The number of the signal with this name, blanks around it aside; NAMES_NONE if there is none. */
uint32_t listener_signal(const Listener *listener, const char *name);

/* Whether a name that no signal has is one that Rondo gives to what it adds to a model in order to
 * check a formula; such are passed by. */
bool is_name_of_product(const char *name);

/* Takes the value of a signal, as any form of traces writes it: TRUE or 1, 0ud8_5, 8'h5a, 0x...,
 * -3, an enumerator. False and an error if it has no such value. */
bool listener_value(Listener *listener, uint32_t signal, const char *value, int line);

/* "NAME = VALUE". */
bool listener_assignment(Listener *listener, char *line, int number);

/* What of the signals a step is told to have: those of inputs, of all others, or both. */
typedef enum { TOLD_STATES = 1, TOLD_INPUTS = 2, TOLD_ALL = 3 } Told;

/* All values that are known are claimed for the step. */
void listener_claim(const Listener *listener, ClaimedStep *step, Told told);

#endif
