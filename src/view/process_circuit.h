/* The parts of process_system.h: a Promela program executed with literals in the place of bits.
 *
 * Everything follows process_step.c, function by function, so that the two can be read side by
 * side: evaluate, locate, find_message, executable, execute, can_move. What is a branch there is a
 * path condition here, what is a byte there is a field of literals. */
#ifndef RONDO_VIEW_PROCESS_CIRCUIT_H
#define RONDO_VIEW_PROCESS_CIRCUIT_H

#include "logic/vector.h"
#include "system/system.h"
#include "view/process_bounds.h"

enum { VALUE = 32 }; /* bits of a value while it is computed */

/* Where a value is: among the latches as wide as the bounds ask, without any if it is a constant;
 * and as wide as its type among the literals that steps work on, since within a step it may leave
 * the bounds and come back. */
typedef struct {
  uint32_t first, width; /* latches */
  bool is_signed;
  int32_t constant;
  uint32_t at, size; /* literals to work on */
  ProcessType type;
  uint8_t bits;
} Field;
typedef VEC(Field) FieldVec;

/* A process with some number and proctype. Its control is 0 while there is none. */
typedef struct {
  Field control;
  Field *variables; /* by element */
} Slot;

/* A channel with some number and kind. */
typedef struct {
  bool always;   /* made with the program */
  Field present; /* else: whether it is there */
  Field length;
  Field *messages; /* field by field of each place in it */
} Queue;

typedef struct {
  const Processes *program;
  const ProcessBounds *bounds;
  System *system;
  Aig *aig;
  LitVec latches;
  LitVec work;     /* the state before a step, to work on */
  FieldVec fields; /* all of them */
  uint32_t slots, channels;
  Field *globals;        /* by element */
  Slot **slot;           /* by number and proctype; NULL: not within the bounds */
  Queue **queue;         /* by number and kind; likewise */
  uint32_t **code;       /* by proctype and control state: its code; 0: it is inside a d_step */
  uint32_t *codes;       /* how many there are */
  uint32_t *global_at;   /* the element at a byte of the globals */
  uint32_t **local_at;   /* likewise, by proctype */
  Field exclusive, last; /* the process plus one; the process */
  const char *refused;   /* why it is no circuit, a sentence; NULL: it is one */
  size_t most_gates;
  Budget *budget; /* may be NULL */
} Circuit;

/* A place where something is computed. */
typedef struct {
  Circuit *circuit;
  Lit *state; /* as `work`, read and changed */
  uint32_t pid, type;
  Lit timeout;
  bool testing; /* nothing is changed: run counts as done */
  Lit path;     /* the condition under which this is done at all */
  Lit fault;    /* a step that ends the run; it stays, as m->fault does */
  Lit failed;   /* an assertion */
  Lit outside;  /* a value that the bounds do not hold */
  /* A message without buffer that waits for its receiver. */
  bool offered;
  const Lit *offer; /* the number of the channel */
  uint32_t offer_count;
  const Lit (*message)[VALUE];
} Place;

/* One of the channels that an expression can mean. */
typedef struct {
  uint32_t channel, kind;
  Lit condition;
} Candidate;
typedef VEC(Candidate) CandidateVec;

/* ---- process_layout.c ---- */

/* Where everything is; false if the program is refused. */
bool circuit_layout(Circuit *circuit);
void circuit_free_layout(Circuit *circuit);
void circuit_refuse(Circuit *circuit, const char *reason);

Lit circuit_and(const Place *p, Lit a, Lit b);
Lit circuit_or(const Place *p, Lit a, Lit b);
void field_get(const Place *p, const Field *field, Lit *value);
/* Under the path and the condition. */
void field_set(Place *p, Lit condition, const Field *field, const Lit *value);
/* What becomes of a value that is stored, as process_truncate. */
void circuit_truncate(ProcessType type, uint8_t bits, const Lit *value, Lit *stored);
void field_clear(Place *p, Lit condition, const Field *field); /* to 0 */
void field_set_constant(Place *p, Lit condition, const Field *field, int32_t value);
Lit field_is(const Place *p, const Field *field, int32_t value);

/* What a latch of a field becomes, from the state that was worked on; whether it fits. */
Lit field_store(const Place *p, const Field *field, Lit *latches);

const Slot *slot_of(const Circuit *circuit, uint32_t pid, uint32_t type);       /* may be NULL */
const Queue *queue_of(const Circuit *circuit, uint32_t channel, uint32_t kind); /* likewise */
Lit slot_present(const Place *p, uint32_t pid, uint32_t type);
Lit process_present(const Place *p, uint32_t pid); /* of any proctype; false beyond the bounds */
Lit slot_at(const Place *p, uint32_t pid, uint32_t type, uint32_t control);
Lit queue_present(const Place *p, uint32_t channel, uint32_t kind);
Lit channel_present(const Place *p, uint32_t channel);
void processes_running(const Place *p, Lit *value);
/* How many channels these declarations make. */
uint32_t channels_made(const Processes *program, const U32Vec *initials);
/* The codes of all fields in the state that is loaded. */
void circuit_encode(const Circuit *circuit, const ProcessMachine *machine, const uint8_t *state,
                    Bits *bits);

/* ---- process_value.c ---- */

void circuit_value(Place *p, uint32_t expression, Lit *value);
Lit circuit_any(const Place *p, const Lit *value); /* it is not zero */
Lit circuit_is(const Place *p, const Lit *value, uint32_t constant);
void circuit_truth(Lit lit, Lit *value); /* 0 or 1 */
void place_set(Place *p, Lit condition, const ProcessPlace *place, const Lit *value);
void circuit_fail(Place *p, Lit condition);

/* ---- process_queue.c ---- */

/* The channels that an expression can mean; it fails where it means none. The number, too, if
 * `number` is not NULL. Returns whether it means one. */
Lit circuit_channel(Place *p, uint32_t expression, CandidateVec *candidates, Lit *number);
void circuit_about_channel(Place *p, const ProcessExpression *e, Lit *value);
Lit circuit_send_fits(Place *p, const ProcessCommand *c);
Lit circuit_receive_fits(Place *p, const ProcessCommand *c);
Lit circuit_is_handshake(Place *p, const ProcessCommand *c);
void circuit_send(Place *p, const ProcessCommand *c);
void circuit_receive(Place *p, const ProcessCommand *c);

/* ---- process_life.c ---- */

void circuit_start(Place *p, const ProcessExpression *run, Lit *number);
void circuit_end(Place *p);

/* ---- process_command.c ---- */

const ProcessControl *circuit_control(const Circuit *circuit, uint32_t type, uint32_t control);
const ProcessCommand *circuit_command(const Circuit *circuit, uint32_t type,
                                      const ProcessControl *control, uint32_t number);
Lit circuit_executable(Place *p, const ProcessCommand *c);
void circuit_execute(Place *p, const ProcessCommand *c);
Lit circuit_provided(Place *p); /* what its proctype says */

/* A message that is offered: what it needs to be looked at. */
typedef struct {
  Lit channel[VALUE];
  Lit message[256][VALUE];
  uint32_t count;
} Offer;
void circuit_offer(Place *p, const ProcessCommand *c, Offer *offer);
void place_takes(Place *p, const Offer *offer); /* what is computed there sees the offer */

/* Whether the process of the place can move, in a control state that the literals know. */
Lit circuit_can_move(Place *p, uint32_t control);

#endif
