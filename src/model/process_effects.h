/* What the steps of the processes of a Promela program touch, for partial order reduction. All of
 * it is an over-approximation that is true in every reachable state.
 *
 * What a command touches depends on the process that has it: `flag[_pid]`, `out!m` with a parameter
 * `out`. So there is a table for each proctype together with a number of a process and the values
 * of those of its variables that are never changed: an *instance*. */
#ifndef RONDO_MODEL_PROCESS_EFFECTS_H
#define RONDO_MODEL_PROCESS_EFFECTS_H

#include "model/process_touch.h"

typedef struct {
  const ProcessBits *reads, *writes;
  const ProcessBits *partners; /* of a send or receive without buffer: the other end */
  bool everything;             /* it may touch more than that */
  bool waits;                  /* for a timeout: all others have a say in it */
} ProcessTouched;

typedef struct ProcessEffects ProcessEffects;
typedef struct ProcessInstance ProcessInstance;

/* NULL, with a reason, if the program orders its processes by more than statements. It must have an
 * initial state, and outlive this. */
ProcessEffects *process_effects_new(const Processes *program, const char **reason);
void process_effects_free(ProcessEffects *effects); /* NULL is fine */

const ProcessResources *process_effects_resources(const ProcessEffects *effects);

/* The instance of a process in the state that is loaded. It lives as long as the effects. */
const ProcessInstance *process_effects_instance(ProcessEffects *effects,
                                                const ProcessMachine *machine, uint32_t pid);

/* Of a command in a control state, by its place among the choices there. */
ProcessTouched process_touched(const ProcessInstance *instance, uint32_t control, uint32_t choice);

/* All that the process may touch from a control state on, with those that it starts. */
ProcessTouched process_future(const ProcessInstance *instance, uint32_t control);

/* Whether one of two commands of different processes may disable the other, or their order
 * matters. Two ends of processes do not hinder one another: only the youngest can end. */
static inline bool process_conflict(const ProcessResources *r, const ProcessTouched *a,
                                    const ProcessTouched *b) {
  if (a->everything || b->everything) return true;
  for (size_t i = 0; i < r->words; i++) {
    ProcessBits both = a->writes[i] & b->writes[i];
    if (i == r->ended / 64) both &= ~((ProcessBits)1 << r->ended % 64);
    if (both | (a->writes[i] & b->reads[i]) | (a->reads[i] & b->writes[i])) return true;
  }
  return false;
}

/* Adds resources one of which another process has to write before a command of a process, not
 * executable in the loaded state, becomes so (a necessary enabling set). */
void process_enabling(const ProcessInstance *instance, ProcessMachine *machine, uint32_t pid,
                      const ProcessCommand *command, ProcessBits *bits);

#endif
