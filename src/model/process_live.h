/* Which variables of a process are *dead*: whatever they hold, it is overwritten before it is read.
 * States that differ in them alone have the same steps in the same order (they are bisimilar), so a
 * search may set them to 0 and store fewer states. SPIN does so, too, unless it is told -o1.
 *
 * Live is what some path through the control graph reads before it writes it. Of arrays an element
 * may be any: to read one is to read all, and no writing ends a life. What others can look at
 * (`P:x`) and what a `provided` reads is always live; so is what never changes. */
#ifndef RONDO_MODEL_PROCESS_LIVE_H
#define RONDO_MODEL_PROCESS_LIVE_H

#include "model/process_step.h"

typedef struct ProcessLive ProcessLive;

ProcessLive *process_live_new(const Processes *program);
void process_live_free(ProcessLive *live); /* NULL is fine */

/* Sets the dead variables of a process to 0 in a copy of the state that the machine is in. */
void process_live_clear(const ProcessLive *live, const ProcessMachine *machine, uint32_t pid,
                        uint8_t *copy);

#endif
