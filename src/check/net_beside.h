/* The engines for circuits beside all other ways to decide what is asked of a net: they work in a
 * process of their own (aside.h), with workers of theirs, on the questions that were open when it
 * began. What they find is judged here: a run is fired on the net as it was asked about, and a
 * proof is checked on a circuit that is made again. */
#ifndef RONDO_CHECK_NET_BESIDE_H
#define RONDO_CHECK_NET_BESIDE_H

#include "check/aside.h"
#include "check/net_job.h"

typedef struct NetBeside NetBeside;

/* NULL: no open question is one for circuits, or no process could be started. The job is that of
 * all questions, and outlives it. */
NetBeside *net_beside_start(NetJob *job);
void net_beside_end(NetBeside *beside); /* NULL is fine */

/* Gives out what it has found, after waiting for something up to so many seconds, and lets it know
 * what is not open any more. False: it has nothing more to say. */
bool net_beside_hear(NetBeside *beside, double seconds);

/* After that: something went wrong there, so that it is better to ask the engines here. */
bool net_beside_failed(const NetBeside *beside);

/* What is done with each message: it is believed in nothing. False if it makes no sense. Tests put
 * other messages in their place. */
bool net_beside_take(NetBeside *beside, size_t question, const char *bytes, size_t size);
Aside *net_beside_process(NetBeside *beside);

/* Flags for budgets: it has an answer to this question, or there is one to all. */
const volatile sig_atomic_t *net_beside_told(const NetBeside *beside, size_t question);
const volatile sig_atomic_t *net_beside_told_all(const NetBeside *beside);

#endif
