/* The machine behind process_step.h, as its files see it.
 *
 *   process_machine.c   loading and looking at a state
 *   process_evaluate.c  expressions, as trees
 *   process_code.c      expressions, compiled: what a fast machine has instead
 *   process_channel.c   messages
 *   process_born.c      processes and channels that begin and end
 *   process_event.c     what a trace says to them
 *   process_execute.c   whether a command is executable, and what it does
 *   process_step.c      which steps there are
 *
 * There are two machines. The *plain* one walks expressions and makes each successor in a copy of
 * the state. The *fast* one runs compiled code and makes successors in place: what is written is
 * noted by words, so that a step is undone, and stored, by these words alone (copy on write). Both
 * have the same successors in the same order; searches use the fast one, who checks them the other.
 */
#ifndef RONDO_MODEL_PROCESS_MACHINE_H
#define RONDO_MODEL_PROCESS_MACHINE_H

#include "model/process_step.h"

enum {
  AT_PROCESSES = 0, /* the header of a state */
  AT_CHANNELS = 1,
  AT_EXCLUSIVE = 2, /* pid plus one */
  AT_LAST = 3,
  HEADER = 4,
  FRAME = 4,   /* before the variables of a process: type, control (two bytes), priority */
  CHANNEL = 3, /* before the messages: kind with the high bit, length (two bytes) */
  IS_CHANNEL = 0x80,
};

enum { BASE_GLOBALS, BASE_FRAME, BASES }; /* where variables are */

typedef struct ProcessCode ProcessCode;

struct ProcessMachine {
  const Processes *program;
  uint8_t *state; /* the one that is looked at or changed: that of the caller, or `scratch` */
  size_t size;
  uint32_t base[BASES];                /* the frame is that of the process that moves */
  uint32_t pid;                        /* who moves */
  uint32_t frames[256], channels[256]; /* where they begin */
  uint32_t part_sizes[256];            /* by the first byte: of a frame or a channel */
  uint32_t parts[512], part_count;     /* both together, as they were found, ... */
  uint8_t part_types[512];             /* ... their first bytes, ... */
  size_t parts_size;                   /* ... and the size of that state */
  bool timeout;
  bool testing; /* nothing is changed: run counts as done */
  int asking;   /* depth of enabled() inside enabled() */
  ProcessFault fault;
  bool offered; /* a message without buffer waits for its receiver */
  uint32_t offer;
  uint32_t offer_count;
  const uint8_t *from; /* the state whose steps are taken */
  size_t from_size;
  uint8_t *scratch;
  ProcessPrint print; /* or NULL */
  void *print_context;

  /* ---- of a fast machine ---- */

  ProcessCode *code; /* NULL: it is a plain one */
  uint32_t *stamps;  /* by word: `turn` if it is among the changes */
  uint32_t turn;     /* of the step */
  uint32_t *changes; /* words of `scratch` that were written in the step */
  uint32_t changed;  /* how many */
  bool reshaped;     /* a process or a channel came or went */

  int32_t message[256]; /* that is offered */
  int32_t values[256];  /* of a message that is sent */
};

static inline int32_t machine_fail(ProcessMachine *m, ProcessFault fault) {
  if (m->fault <= PROCESS_ASSERTION) m->fault = fault;
  return 0;
}

/* ---- bytes ---- */

static inline int32_t machine_load(const uint8_t *from, ProcessType type, uint8_t bits) {
  uint16_t narrow;
  int32_t value;
  switch (type) {
  case PROCESS_SHORT: memcpy(&narrow, from, sizeof narrow); return (int16_t)narrow;
  case PROCESS_INT: memcpy(&value, from, sizeof value); return value;
  case PROCESS_UNSIGNED:
    if (bits <= 8) return *from;
    if (bits > 16) {
      memcpy(&value, from, sizeof value);
      return value;
    }
    memcpy(&narrow, from, sizeof narrow);
    return narrow;
  default: return *from;
  }
}

/* These bytes of the state are written now. */
static inline void machine_touch(ProcessMachine *m, const uint8_t *at, size_t size) {
  if (!m->code || !size) return;
  size_t first = (size_t)(at - m->state), last = (first + size - 1) / 4;
  for (size_t word = first / 4; word <= last; word++) {
    if (m->stamps[word] == m->turn) continue;
    m->stamps[word] = m->turn;
    m->changes[m->changed++] = (uint32_t)word;
  }
}

static inline void machine_store(ProcessMachine *m, uint8_t *to, ProcessType type, uint8_t bits,
                                 int32_t value) {
  uint32_t size = process_type_size(type, bits);
  value = process_truncate(type, bits, value);
  machine_touch(m, to, size);
  if (size == 1) {
    *to = (uint8_t)value;
  } else if (size == 2) {
    uint16_t narrow = (uint16_t)value;
    memcpy(to, &narrow, sizeof narrow);
  } else {
    memcpy(to, &value, sizeof value);
  }
}

static inline void machine_put(ProcessMachine *m, size_t at, uint8_t value) {
  if (m->state[at] == value) return;
  machine_touch(m, m->state + at, 1);
  m->state[at] = value;
}

static inline uint32_t machine_get16(const uint8_t *from) {
  return from[0] | (uint32_t)from[1] << 8;
}

static inline void machine_put16(ProcessMachine *m, uint8_t *to, uint32_t value) {
  machine_touch(m, to, 2);
  to[0] = (uint8_t)value;
  to[1] = (uint8_t)(value >> 8);
}

/* ---- where everything is ---- */

static inline uint32_t machine_control(const ProcessMachine *m, uint32_t pid) {
  return machine_get16(m->state + m->frames[pid] + 1);
}

static inline const Proctype *machine_proctype(const ProcessMachine *m, uint32_t pid) {
  return &m->program->proctypes.data[m->state[m->frames[pid]]];
}

static inline const ProcessControl *machine_control_state(const ProcessMachine *m, uint32_t pid) {
  return &machine_proctype(m, pid)->controls.data[machine_control(m, pid)];
}

static inline const ProcessCommand *machine_command(const ProcessMachine *m,
                                                    const Proctype *proctype,
                                                    const ProcessControl *control,
                                                    uint32_t number) {
  return &m->program->commands.data[proctype->choices.data[control->first + number]];
}

static inline const ProcessChannel *machine_kind(const ProcessMachine *m, uint32_t channel) {
  return &m->program->channels.data[m->state[m->channels[channel]] & ~IS_CHANNEL];
}

static inline uint32_t machine_length(const ProcessMachine *m, uint32_t channel) {
  return machine_get16(m->state + m->channels[channel] + 1);
}

static inline size_t machine_channel_size(const ProcessChannel *kind) {
  return CHANNEL + (size_t)kind->capacity * kind->message;
}

static inline void machine_select(ProcessMachine *m, uint32_t pid) {
  m->pid = pid;
  m->base[BASE_FRAME] = m->frames[pid] + FRAME;
}

void machine_find_parts(ProcessMachine *m);
bool machine_is_progressing(const ProcessMachine *m);

/* ---- expressions (process_evaluate.c, process_code.c) ---- */

int32_t machine_evaluate_tree(ProcessMachine *m, uint32_t expression);
int32_t machine_about_channel(ProcessMachine *m, ProcessOperator operator, uint32_t channel);
int32_t machine_is_enabled(ProcessMachine *m, uint32_t pid);
int32_t machine_divide(ProcessMachine *m, ProcessOperator operator, int32_t a, int32_t b);

ProcessCode *process_code_new(const Processes *program);
void process_code_free(ProcessCode *code); /* NULL is fine */
int32_t machine_evaluate_code(ProcessMachine *m, uint32_t expression);

/* The value of an expression for the selected process. */
static inline int32_t machine_evaluate(ProcessMachine *m, uint32_t expression) {
  return m->code ? machine_evaluate_code(m, expression) : machine_evaluate_tree(m, expression);
}

/* Where a place is, in the frame that begins there if it is local. */
uint8_t *machine_locate(ProcessMachine *m, const ProcessPlace *place, uint32_t frame);
void machine_write(ProcessMachine *m, const ProcessPlace *place, int32_t value);

/* The channel that an expression names, from 0; PROCESS_NONE and a fault if there is none. */
static inline uint32_t machine_channel(ProcessMachine *m, uint32_t expression) {
  int32_t number = machine_evaluate(m, expression);
  if (number >= 1 && number <= m->state[AT_CHANNELS]) return (uint32_t)number - 1;
  machine_fail(m, PROCESS_BAD_CHANNEL);
  return PROCESS_NONE;
}

/* ---- messages (process_channel.c) ---- */

uint8_t *machine_message(const ProcessMachine *m, uint32_t channel, uint32_t message);
int32_t machine_field(const ProcessMachine *m, uint32_t channel, uint32_t message, uint32_t field);

/* The first message that fits the arguments of a receive or a poll, or PROCESS_NONE. */
uint32_t machine_find_message(ProcessMachine *m, uint32_t first, uint32_t count, uint32_t channel,
                              bool anywhere);
/* Whether a send has room, or a receive a message; true, too, if the step fails. */
bool machine_send_fits(ProcessMachine *m, const ProcessCommand *c, uint32_t *channel);
bool machine_receive_fits(ProcessMachine *m, const ProcessCommand *c);
void machine_send(ProcessMachine *m, const ProcessCommand *c);
void machine_receive(ProcessMachine *m, const ProcessCommand *c);
/* The message of a send without buffer, until `offered` is reset. */
void machine_offer(ProcessMachine *m, const ProcessCommand *c, uint32_t channel);
bool machine_is_handshake(ProcessMachine *m, const ProcessCommand *c);

/* ---- events (process_event.c) ---- */

/* The trace or notrace follows a message that is sent to a channel, or received from it. */
void machine_event(ProcessMachine *m, uint32_t channel, const int32_t *fields, bool sent);
/* Where it is: NULL if there is none, or it is over. */
const ProcessControl *machine_trace_state(const ProcessMachine *m);

/* ---- processes (process_born.c) ---- */

int32_t machine_start_process(ProcessMachine *m, const ProcessExpression *run);
void machine_end_process(ProcessMachine *m); /* the youngest */

/* ---- commands (process_execute.c) ---- */

/* Of all but `else`, which depends on the others. */
bool machine_executable(ProcessMachine *m, const ProcessCommand *c);
void machine_execute(ProcessMachine *m, const ProcessCommand *c);

/* ---- steps (process_step.c) ---- */

/* Whether neither `provided` nor priorities hold a process back. */
bool machine_may_move(ProcessMachine *m, uint32_t pid);
/* Whether it has an executable statement, apart from what others forbid. */
bool machine_can_move(ProcessMachine *m, uint32_t pid);

#endif
