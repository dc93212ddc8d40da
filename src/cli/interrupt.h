/* Ctrl-C and SIGTERM while `rondo check` runs. rondo_cancel stops one call and is then forgotten;
 * the user means the whole run, so it is remembered here. A second signal ends the program at once.
 */
#ifndef RONDO_CLI_INTERRUPT_H
#define RONDO_CLI_INTERRUPT_H

#include <stdbool.h>

void interrupt_watch(void); /* from now on */
void interrupt_run(void);   /* as if there had been a signal */

/* Whether the run is to end. If so, the next call of the library stops at once, too, and what it
 * was to decide is unknown. */
bool interrupted(void);

#endif
