/* Work beside the engines, in a process of its own, that may change what they should work on: what
 * it finds comes as bytes, once, at its end. A process that finds nothing, or crashes, says
 * nothing, and is as if it had never been. */
#ifndef RONDO_PORTFOLIO_BESIDE_H
#define RONDO_PORTFOLIO_BESIDE_H

#include "base/text.h"

typedef struct Beside Beside;

/* Calls the function in a fork of this process; what it adds to the text is sent. NULL if the
 * system has no room for another process. */
typedef void (*BesideWork)(void *context, Text *bytes);
Beside *beside_start(BesideWork work, void *context);

/* Ends it, if it has not ended; what it said is gone, too. */
void beside_end(Beside *beside);

/* To wait for: there is something to receive, or it has ended. -1 when nothing more will come. */
int beside_file(const Beside *beside);

/* Takes what has come, without waiting. True when that is all of it, and not nothing. */
bool beside_receive(Beside *beside);

/* After that: what it said. */
const Text *beside_said(const Beside *beside);

#endif
