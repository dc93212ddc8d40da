/* Values in a Promela program that are known without running it: those of variables that no
 * statement changes, `_pid`, and what is computed from them. */
#ifndef RONDO_MODEL_PROCESS_CONSTANT_H
#define RONDO_MODEL_PROCESS_CONSTANT_H

#include "base/bits.h"
#include "model/process_step.h"

/* Whose values these are. */
typedef struct {
  const Processes *program;
  const Bits *changing;        /* by byte of the globals: some statement changes it */
  const Bits *locals_changing; /* the same of the frame of the process */
  const uint8_t *globals;      /* in the initial state */
  const uint8_t *frame;        /* of the process; NULL: it may be any of its proctype */
  uint32_t pid;                /* PROCESS_NONE: any */
} ProcessConstants;

/* Sets the bytes that some statement changes: of the globals, and by proctype of the frames. */
void process_find_changing(const Processes *program, Bits *globals, Bits *frames);

/* Whether the value of an expression is known, and which it is. */
bool process_constant(const ProcessConstants *known, uint32_t expression, int32_t *value);

#endif
