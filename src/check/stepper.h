/* A run of a net or a program that grows step by step: at random, as a person chooses, or along a
 * trace that was printed. */
#ifndef RONDO_CHECK_STEPPER_H
#define RONDO_CHECK_STEPPER_H

#include "base/random.h"
#include "front/model.h"
#include "system/trace.h"

typedef struct Stepper Stepper;

/* NULL and an error if the program has no initial state. The model must outlive it. */
Stepper *stepper_new(const Model *model, Error *error);
void stepper_free(Stepper *stepper);

/* What can be done now, and how it is written: "Caller[1]  lift.pml:13  requests!ask,_pid". */
size_t stepper_options(const Stepper *stepper);
const char *stepper_option(const Stepper *stepper, size_t option);

void stepper_take(Stepper *stepper, size_t option);
bool stepper_take_random(Stepper *stepper, Random *random); /* false: there is nothing to do */
bool stepper_back(Stepper *stepper);                        /* false: this is the beginning */
size_t stepper_steps(const Stepper *stepper);

/* What the last step printed, "" for nothing; and what went wrong in it, NULL for nothing. */
const char *stepper_printed(const Stepper *stepper);
const char *stepper_fault(const Stepper *stepper);

/* Takes the steps of a trace that `rondo check` printed, as text or as JSON; of a net also names of
 * transitions, one on each line. `told` is called after each. False and an error where one cannot
 * be taken. */
bool stepper_follow(Stepper *stepper, const char *file, void (*told)(const Stepper *stepper),
                    Error *error);

/* The run so far, to be shown. */
System *stepper_trace(const Stepper *stepper, Trace **trace);

#endif
