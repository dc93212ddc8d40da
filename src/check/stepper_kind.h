/* What the kinds of models have of their own for a Stepper. */
#ifndef RONDO_CHECK_STEPPER_KIND_H
#define RONDO_CHECK_STEPPER_KIND_H

#include "check/process_replay.h"
#include "check/simulation.h"
#include "check/stepper.h"
#include "net/run.h"

typedef struct {
  bool (*begin)(Stepper *stepper, Error *error);
  void (*end)(Stepper *stepper);
  /* Fills in `options`, and `choices` or `moves` in the same order. */
  void (*list)(Stepper *stepper);
  void (*take)(Stepper *stepper, size_t option);
  bool (*random)(Stepper *stepper); /* NULL: one of the options */
  void (*back)(Stepper *stepper, size_t steps);
  size_t (*steps)(const Stepper *stepper);
  const char *(*stuck)(Stepper *stepper);
  bool (*constrain)(Stepper *stepper, const char *condition, Error *error); /* NULL: by its words */
  System *(*trace)(Stepper *stepper, Trace **trace);
} StepperKind;

struct Stepper {
  const StepperKind *kind;
  Model *model;
  Random random;
  char *words;       /* that an option must have; NULL: any */
  bool listed;       /* what follows is known ... */
  StringVec options; /* ... how it is written ... */
  U32Vec choices;    /* ... of a net transitions, of a program places among the successors ... */
  MoveVec moves;     /* ... of a circuit */
  bool more;
  U32Vec run;            /* of a net or program, as in `choices` */
  Tokens *marking;       /* of a net */
  ProcessReplay replay;  /* of a program ... */
  ProcessMachine *looks; /* ... with its state loaded */
  Simulation *circuit;   /* of a circuit */
  Text printed;
  const char *fault;
};

extern const StepperKind stepper_of_net, stepper_of_program, stepper_of_circuit;

/* Makes the options known. */
void stepper_list(Stepper *stepper);

#endif
