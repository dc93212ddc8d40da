/* Runs of nets: made from what a search found, judged by the net's own semantics, and shown. */
#ifndef RONDO_CHECK_NET_RUN_H
#define RONDO_CHECK_NET_RUN_H

#include "check/net_question.h"

enum { NET_NOTHING_FIRED = UINT32_MAX }; /* in a deadlock that is repeated */

typedef struct {
  U32Vec fired; /* the transitions, one after another */
  /* After the last one the marking before this step comes again, or one with more tokens where
   * nobody looks, so that the loop can be fired for ever; -1: it ends. */
  int64_t loop;
} NetRun;

void net_run_free(NetRun *run); /* what it holds */

/* Finds the transitions between markings that follow each other; the last one is followed by that
 * of number `loop` if this is not -1. False if there is none somewhere. */
bool net_run_between(const Net *net, Tokens *const *markings, size_t count, int64_t loop,
                     NetRun *run);

/* The judge: fires the run from the initial marking and looks whether it shows what is asked: the
 * formula of ASK_REACH is true at its end, that of ASK_LTL is false on it, or a net with
 * transitions is dead at its end, which refutes ASK_LIVENESS. False and why if it
 * does not. It shares with searches the net and nothing else. */
bool net_run_shows(const Model *model, const NetQuestion *question, const NetRun *run,
                   Error *error);

/* The same of a run that ends: its last marking, the caller's; NULL and why if it is no run. */
Tokens *net_run_end(const Net *net, const NetRun *run, Error *error);

/* A system and a trace that show the run: places as state, the fired transition as input. The
 * system has no behaviour of its own. Places that are never marked are hidden. */
System *net_run_trace(const Net *net, const NetRun *run, Trace **trace);

#endif
