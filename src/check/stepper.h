/* A run that grows step by step: at random, as a person chooses, or along a trace that was printed.
 * What a step is depends on the model: a net fires a transition, in a program a process executes a
 * statement, a circuit goes from state to state (simulation.h), the first of which is chosen, too.
 */
#ifndef RONDO_CHECK_STEPPER_H
#define RONDO_CHECK_STEPPER_H

#include "base/random.h"
#include "front/model.h"
#include "system/trace.h"

typedef struct Stepper Stepper;

/* NULL and an error if the program has no initial state, or the circuit is no whole one. The model
 * must outlive it; the system of a circuit gets the gates of conditions. */
Stepper *stepper_new(Model *model, uint64_t seed, Error *error);
void stepper_free(Stepper *stepper);

/* What can be done now, and how it is written: "Caller[1]  lift.pml:13  requests!ask,_pid", "go = 1
 * ->  count = 3". Of a circuit some of it, if there is more. */
size_t stepper_options(Stepper *stepper);
const char *stepper_option(Stepper *stepper, size_t option);
bool stepper_has_more(Stepper *stepper);

/* Why there is nothing to do, as a sentence. */
const char *stepper_stuck(Stepper *stepper);

void stepper_take(Stepper *stepper, size_t option);
bool stepper_take_random(Stepper *stepper);           /* false: there is nothing to do */
void stepper_go_back(Stepper *stepper, size_t steps); /* to where it was after so many */
size_t stepper_steps(const Stepper *stepper);

/* From now on only steps that satisfy this: of a circuit an expression in the language of the model
 * (see simulation_constrain), of others a part of how the step is written. "": all. */
bool stepper_constrain(Stepper *stepper, const char *condition, Error *error);

/* Of a circuit: steps in which these literals are true, one step for each list; see stimulus.h.
 * False if there is no such run; then nothing is taken. */
bool stepper_stimulate(Stepper *stepper, const LitVec *claims, size_t steps);

/* What the last step printed, "" for nothing; and what went wrong in it, NULL for nothing. */
const char *stepper_printed(const Stepper *stepper);
const char *stepper_fault(const Stepper *stepper);

/* Of nets and programs: takes the steps of a trace that `rondo check` printed, as text or as JSON;
 * of a net also names of transitions, one on each line. `told` is called after each. False and an
 * error where one cannot be taken. */
bool stepper_follow(Stepper *stepper, const char *file, void (*told)(const Stepper *stepper),
                    Error *error);

/* The run so far, to be shown; a system to show it with, the caller's. */
System *stepper_trace(Stepper *stepper, Trace **trace);

#endif
