/* What commands and expressions of a Promela program touch, as sets of *resources*: granules of the
 * globals; of each channel that is there from the beginning, and once for all others, what was sent
 * (its tail) and what was received (its head); that a process is born, and that one has ended.
 *
 * Sending and receiving write different ends: where both are executable they commute. What looks at
 * the messages reads both. */
#ifndef RONDO_MODEL_PROCESS_TOUCH_H
#define RONDO_MODEL_PROCESS_TOUCH_H

#include "model/process_constant.h"

typedef uint64_t ProcessBits;

typedef struct {
  const Processes *program;
  unsigned shift;                      /* a granule has 1 << shift bytes */
  uint32_t channels;                   /* from the beginning: 1 to this; 0 stands for all others */
  uint32_t *capacities;                /* of them */
  uint32_t first_channel, born, ended; /* bits */
  size_t words;                        /* of a set */
  bool *makes_channels;                /* by proctype: its processes make some */
} ProcessResources;

/* What is gathered; the sets may be the same where the difference does not matter. */
typedef struct {
  const ProcessResources *resources;
  ProcessConstants constants;
  uint32_t type; /* the proctype */
  ProcessBits *reads, *writes;
  ProcessBits *partners; /* the other ends of handshakes that begin a step, ... */
  ProcessBits *later;    /* ... and of those in the midst of one */
  bool *passed;          /* by control state, of the step */
  bool *starts;          /* by proctype: it may be started */
  bool everything;       /* more than this may be touched */
  bool waits;            /* for a timeout */
} ProcessGather;

void process_gather_expression(ProcessGather *gather, uint32_t expression);

/* A command of a control state with all that happens until others can move: the rest of its d_step
 * or its atomic sequence. */
void process_gather_step(ProcessGather *gather, uint32_t control, const ProcessCommand *command);

/* Ends of the channel that an expression names: of all if that is not known. */
typedef enum { END_SENT = 1, END_RECEIVED = 2 } ChannelEnds;
void process_gather_channel(const ProcessGather *gather, uint32_t expression, int ends,
                            bool handshakes_only, ProcessBits *bits);

static inline void process_bits_set(ProcessBits *bits, uint32_t bit) {
  bits[bit / 64] |= (ProcessBits)1 << bit % 64;
}

static inline bool process_bits_meet(const ProcessBits *a, const ProcessBits *b, size_t words) {
  for (size_t i = 0; i < words; i++)
    if (a[i] & b[i]) return true;
  return false;
}

#endif
