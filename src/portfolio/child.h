/* What processes of the portfolio have in common: a fork with a connection to its parent. It cannot
 * outlive the parent, writes no file, prints nothing, and ends with _exit. */
#ifndef RONDO_PORTFOLIO_CHILD_H
#define RONDO_PORTFOLIO_CHILD_H

#include <sys/types.h>

#include "base/text.h"

/* Right after the fork. */
void child_begin(pid_t parent);

/* Sends everything; gives up where the parent is gone, and then so does the child. */
void child_send(int socket, const char *bytes, size_t size);

/* Of either side: takes what has come, without waiting; false once the other end is closed. */
bool connection_receive(int socket, Text *received);

/* Of the parent: ends the process at once, if it has not ended, and gives its status as waitpid
 * does; false if there is none. */
bool child_end(pid_t child, int *status);

#endif
