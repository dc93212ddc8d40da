/* What a step of a Promela program does: SPIN's semantics, on states that are flat byte strings.
 *
 * A state has as many bytes as it needs: a header, the globals, then the frames of the running
 * processes and the channels, in the order in which they were made. Processes end youngest first,
 * and take their channels along, so that this is a stack.
 *
 * While a process is inside an atomic sequence it is the only one that moves; that is part of the
 * state (process_state_exclusive). SPIN does not count such states, and neither must one who wants
 * its numbers. When the next statement of the sequence is not executable, the state is not of that
 * kind: another process may go on. */
#ifndef RONDO_MODEL_PROCESS_STEP_H
#define RONDO_MODEL_PROCESS_STEP_H

#include "model/processes.h"

enum { PROCESS_STATE_LIMIT = 1 << 16 }; /* bytes */

/* What can go wrong in a step. After a failed assertion, and what is before it here, the step goes
 * on; all others end it. */
typedef enum {
  PROCESS_FINE,
  PROCESS_UNEXPECTED,   /* a message that the trace does not allow */
  PROCESS_ALL_EVENTS,   /* the notrace is followed to its end */
  PROCESS_ASSERTION,    /* an assertion does not hold */
  PROCESS_BAD_INDEX,    /* an index outside of its array */
  PROCESS_BAD_DIVISION, /* by zero */
  PROCESS_BAD_CHANNEL,  /* a channel that was not made */
  PROCESS_BAD_MESSAGE,  /* with another number of fields than its channel has */
  PROCESS_BLOCKED,      /* inside a d_step */
  PROCESS_HANDSHAKE,    /* a send without buffer inside a d_step */
  PROCESS_ENDLESS,      /* a d_step that does not end */
  PROCESS_TOO_MANY,     /* processes or channels */
  PROCESS_TOO_LARGE,    /* a state */
  PROCESS_UNDECIDED,    /* a message fits the trace in more than one way */
  PROCESS_FAULTS,
} ProcessFault;

const char *process_fault_text(ProcessFault fault);

/* Who did what. A rendezvous has a partner, which received. */
typedef struct {
  uint32_t pid, command;
  uint32_t partner, received; /* process and command; PROCESS_NONE: no partner */
} ProcessMove;

/* A successor; it is gone after the call. False: no more of them. */
typedef bool (*ProcessVisit)(void *context, const ProcessMove *move, const uint8_t *state,
                             size_t size, ProcessFault fault);

typedef struct ProcessMachine ProcessMachine;

/* The program must live as long. The first one is plain, the other for searches, with the same
 * successors in the same order: expressions are compiled, and steps made in place. */
ProcessMachine *process_machine_new(const Processes *program);
ProcessMachine *process_machine_new_fast(const Processes *program);
void process_machine_free(ProcessMachine *machine);

/* Called for each printf that is executed, with the values of its arguments; of all steps that are
 * looked at, before the successor is visited. */
typedef void (*ProcessPrint)(void *context, const ProcessCommand *command, const int32_t *values);
void process_machine_on_print(ProcessMachine *machine, ProcessPrint print, void *context);

/* Writes the first state into room for PROCESS_STATE_LIMIT bytes, and returns its size. */
size_t process_initial(ProcessMachine *machine, uint8_t *state, ProcessFault *fault);

/* Visits all successors; returns how many there are. */
size_t process_successors(ProcessMachine *machine, const uint8_t *state, size_t size,
                          ProcessVisit visit, void *context);

/* ---- the same by parts ---- */

/* Opens a state, whose bytes stay where they are, for the next two, and for the questions below. */
void process_open(ProcessMachine *machine, const uint8_t *state, size_t size);

/* Visits the steps of one process in the opened state while there is no timeout; nobody must be
 * inside an atomic sequence. Returns how many there are. */
size_t process_steps_of(ProcessMachine *machine, uint32_t pid, ProcessVisit visit, void *context);

/* Of a successor that is visited: in which words it may differ from the opened state, ascending;
 * word i is the bytes from 4 i on. False: that is not known, or they have not the same parts. */
bool process_changes(ProcessMachine *machine, const uint32_t **words, size_t *count);

/* ---- looking at a state ---- */

uint32_t process_state_exclusive(const uint8_t *state); /* the process, or PROCESS_NONE */
uint32_t process_state_running(const uint8_t *state);   /* how many processes there are */
uint8_t process_state_last(const uint8_t *state); /* who moved, if the program asks for _last */

/* Loads a state, for the questions below. */
void process_load(ProcessMachine *machine, const uint8_t *state, size_t size);

uint32_t process_type(const ProcessMachine *machine, uint32_t pid);    /* its proctype */
uint32_t process_control(const ProcessMachine *machine, uint32_t pid); /* its control state */
/* The bytes of its variables; of PROCESS_NONE the globals. */
const uint8_t *process_frame(const ProcessMachine *machine, uint32_t pid);
size_t process_frame_offset(const ProcessMachine *machine, uint32_t pid); /* in the state */
int32_t process_bytes_value(const uint8_t *bytes, ProcessType type, uint8_t bits);
int32_t process_read(const ProcessMachine *machine, uint32_t pid, const ProcessVariable *variable,
                     uint32_t element); /* pid PROCESS_NONE: a global */
uint32_t process_channels(const ProcessMachine *machine);
uint32_t process_channel_kind(const ProcessMachine *machine, uint32_t channel);   /* from 0 */
uint32_t process_channel_length(const ProcessMachine *machine, uint32_t channel); /* messages */
int32_t process_channel_field(const ProcessMachine *machine, uint32_t channel, uint32_t message,
                              uint32_t field);

/* All processes are at their end or at a label `end...`. */
bool process_is_end(const ProcessMachine *machine);
bool process_is_accepting(const ProcessMachine *machine);   /* some is at `accept...` */
bool process_is_progressing(const ProcessMachine *machine); /* some is at `progress...` */

/* The value of an expression over globals and of what others can see. */
int32_t process_evaluate(ProcessMachine *machine, uint32_t expression, ProcessFault *fault);

/* The value that it has for a process. */
int32_t process_evaluate_for(ProcessMachine *machine, uint32_t pid, uint32_t expression,
                             ProcessFault *fault);

#endif
