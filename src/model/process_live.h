/* Which variables are *dead*: whatever they hold, it makes no difference to what happens. States
 * that differ in them alone have the same steps in the same order (they are bisimilar), so a search
 * may set them to 0 and store fewer states. SPIN does so, too, unless it is told -o1 -o2.
 *
 * Of a process live is what some path through the control graph reads before it writes it. Of
 * arrays an element may be any: to read one is to read all, and no writing ends a life. What others
 * can look at (`P:x`) and what a `provided` reads is always live; so is what never changes. A
 * global is dead everywhere if nothing reads it: no statement, no formula of the program.
 *
 * An assignment to what is dead behind it does not read for its value: `count++` alone does not
 * keep a counter alive (such variables are called faint). But it reads what decides whether the
 * value can be computed, indices and divisors. */
#ifndef RONDO_MODEL_PROCESS_LIVE_H
#define RONDO_MODEL_PROCESS_LIVE_H

#include "model/process_step.h"

typedef struct ProcessLive ProcessLive;

ProcessLive *process_live_new(const Processes *program);
void process_live_free(ProcessLive *live); /* NULL is fine */

/* Whether nothing is dead anywhere. */
bool process_live_is_idle(const ProcessLive *live);

/* Sets the dead globals, and the dead variables of a process if it is still there, to 0 in a copy
 * of the state that the machine is in. */
void process_live_clear(const ProcessLive *live, const ProcessMachine *machine, uint32_t pid,
                        uint8_t *copy);

#endif
