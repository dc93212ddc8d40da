/* Calls that can be stopped from outside: by another thread, by a signal handler. A request stops
 * every call that is running, or, if none is, the next one. It is fulfilled, and forgotten, when no
 * call is running any more: later ones are not touched by it. */
#ifndef RONDO_CHECK_CALL_H
#define RONDO_CHECK_CALL_H

#include <signal.h>

void call_begin(void);
void call_end(void);

/* Asks what is running to stop soon; may be called from a signal handler. */
void call_stop(void);

/* What a Budget looks at. */
extern volatile sig_atomic_t call_stopped;

#endif
