/* Processes is a Promela program after elaboration, as plain data: where each variable lives in a
 * state, the channels, and every proctype as a control graph of guarded commands with the place in
 * the source that each came from. Names are resolved, inlines unfolded, records flattened, `for`
 * and `select` written out. What a step does is in process_step.h.
 *
 * The control graph has SPIN's states, one for one: a state for each statement, `goto` and `break`
 * followed where SPIN follows them, the options of a choice drawn together. So the number of
 * reachable states is SPIN's, too. */
#ifndef RONDO_MODEL_PROCESSES_H
#define RONDO_MODEL_PROCESSES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"

enum {
  PROCESS_LIMIT = 255,      /* running at once */
  PROCESS_CHANNELS = 255,   /* open at once */
  PROCESS_TYPE_LIMIT = 100, /* proctypes, and kinds of channels */
  PROCESS_NONE = UINT32_MAX /* of an index: there is none */
};

/* ---- values ---- */

typedef enum {
  PROCESS_BIT, /* bool, too */
  PROCESS_BYTE,
  PROCESS_MTYPE,
  PROCESS_CHAN,
  PROCESS_PID,
  PROCESS_SHORT,
  PROCESS_INT,
  PROCESS_UNSIGNED, /* with a width of its own */
} ProcessType;

/* Bytes in a state; and what becomes of a value that is stored. */
static inline uint32_t process_type_size(ProcessType type, uint8_t bits) {
  switch (type) {
  case PROCESS_SHORT: return 2;
  case PROCESS_INT: return 4;
  case PROCESS_UNSIGNED: return bits <= 8 ? 1 : bits <= 16 ? 2 : 4;
  default: return 1;
  }
}

static inline int32_t process_truncate(ProcessType type, uint8_t bits, int32_t value) {
  switch (type) {
  case PROCESS_BIT: return value & 1;
  case PROCESS_SHORT: return (int16_t)value;
  case PROCESS_INT: return value;
  case PROCESS_UNSIGNED:
    return bits >= 32 ? value : (int32_t)((uint32_t)value & ((1U << bits) - 1));
  default: return value & 255;
  }
}

/* A variable, or a part of a record: `p.x`, `q[2].y`. An array of simple values is one of these. */
typedef struct {
  const char *name;
  ProcessType type;
  uint8_t bits;    /* of PROCESS_UNSIGNED */
  bool array;      /* shown with an index */
  uint32_t count;  /* elements; 1 for a scalar */
  uint32_t offset; /* of the first byte, in the globals or in the frame of the process */
  uint32_t mtype;  /* of PROCESS_MTYPE: which list of names */
} ProcessVariable;
typedef VEC(ProcessVariable) ProcessVariableVec;

/* ---- expressions ---- */

typedef enum {
  PROCESS_CONSTANT, /* value */
  PROCESS_VARIABLE, /* place: a */
  PROCESS_REMOTE,   /* place a in the frame of process b of type value; b NONE: the first one */
  PROCESS_AT,       /* process b of proctype c is in control state value; b NONE: the first one */
  PROCESS_NOT,
  PROCESS_NEGATE,
  PROCESS_COMPLEMENT,
  PROCESS_ADD,
  PROCESS_SUBTRACT,
  PROCESS_MULTIPLY,
  PROCESS_DIVIDE,
  PROCESS_MODULO,
  PROCESS_BIT_AND,
  PROCESS_BIT_OR,
  PROCESS_BIT_XOR,
  PROCESS_SHIFT_LEFT,
  PROCESS_SHIFT_RIGHT,
  PROCESS_LESS,
  PROCESS_LESS_EQUAL,
  PROCESS_GREATER,
  PROCESS_GREATER_EQUAL,
  PROCESS_EQUAL,
  PROCESS_UNEQUAL,
  PROCESS_AND,
  PROCESS_OR,
  PROCESS_IF,     /* (a -> b : c) */
  PROCESS_LENGTH, /* of the channel a */
  PROCESS_FULL,
  PROCESS_EMPTY,
  PROCESS_NOT_FULL,
  PROCESS_NOT_EMPTY,
  PROCESS_POLL, /* channel a, arguments from b, value of them; c: anywhere, not at the head */
  PROCESS_RUN,  /* proctype a, arguments from b, value of them; c: priority */
  PROCESS_TIMEOUT,
  PROCESS_NO_PROGRESS, /* np_ */
  PROCESS_ENABLED,     /* process a */
  PROCESS_CONTROL,     /* pc_value of process a */
  PROCESS_OWN_PID,
  PROCESS_NUMBER, /* _nr_pr */
  PROCESS_LAST,
  PROCESS_PRIORITY, /* of process a; NONE: of the own */
} ProcessOperator;

typedef struct {
  ProcessOperator operator;
  int32_t value;
  uint32_t a, b, c; /* expressions, unless said otherwise */
} ProcessExpression;

/* Where a value is: `offset` and for each index its value times the stride. */
typedef struct {
  uint32_t expression, bound, stride;
} ProcessIndex;

typedef struct {
  bool local; /* in the frame of the process */
  ProcessType type;
  uint8_t bits;
  uint32_t offset;
  uint32_t first_index, indices; /* in `indices` of the program */
} ProcessPlace;

/* An argument of a receive or a poll: a value that must be there, or where to put what is. */
typedef struct {
  enum { PROCESS_MATCH, PROCESS_BIND, PROCESS_DROP, PROCESS_GIVE } kind;
  uint32_t operand; /* MATCH, GIVE: an expression; BIND: a place */
} ProcessArgument;

/* ---- control ---- */

typedef enum {
  PROCESS_SKIP, /* goto and break, too */
  PROCESS_ELSE,
  PROCESS_GUARD,        /* expression */
  PROCESS_ASSIGN,       /* place, expression */
  PROCESS_SEND,         /* channel: expression; arguments; sorted */
  PROCESS_RECEIVE,      /* channel: expression; arguments; anywhere, peek */
  PROCESS_PRINT,        /* format: text; arguments */
  PROCESS_ASSERT,       /* expression */
  PROCESS_SET_PRIORITY, /* expression: the process; arguments: the priority */
  PROCESS_SEQUENCE,     /* d_step: from control state `inner` until it is left */
  PROCESS_END,          /* the process ends, if it is the youngest */
} ProcessAction;

typedef struct {
  uint32_t file; /* in `files` */
  int line, column;
} ProcessSource;

typedef struct {
  ProcessAction action;
  bool atomic; /* what follows belongs to the same atomic sequence */
  bool sorted, anywhere, peek;
  uint32_t target; /* control state */
  uint32_t escape; /* of an escape (`unless`): its first control state; 0: it is none */
  uint32_t place, expression, first_argument, arguments, inner;
  uint32_t more;      /* PROCESS_ASSIGN: a command that is done in the same step, or NONE */
  const char *text;   /* the statement as it is shown */
  const char *format; /* of PROCESS_PRINT */
  ProcessSource source;
} ProcessCommand;

typedef struct {
  uint32_t first, count; /* in `choices` of the proctype: commands, in SPIN's order */
  bool end, accept, progress;
  bool deterministic; /* inside a d_step */
  ProcessSource source;
} ProcessControl;

typedef struct {
  const char *name;
  uint32_t control;
} ProcessLabel;

typedef struct {
  const char *name;
  ProcessSource source;
  ProcessVariableVec variables; /* parameters first */
  U32Vec parameters;            /* places */
  uint32_t size;                /* bytes of a frame */
  uint32_t start;               /* control state */
  VEC(ProcessControl) controls; /* by number; 0 is none */
  U32Vec choices;               /* of its controls: commands of the program */
  VEC(ProcessLabel) labels;
  uint32_t provided; /* expression or NONE */
  U32Vec initial;    /* assignments and channels when it starts: of `initials` */
} Proctype;

/* A kind of channel: those made by one declaration. */
typedef struct {
  const char *name;
  uint32_t capacity; /* 0: rendezvous */
  struct {
    ProcessType type;
    uint8_t bits;
    uint32_t offset, mtype;
  } * fields;
  uint32_t field_count;
  uint32_t message; /* bytes */
} ProcessChannel;

/* What is done when the program or a process starts: a place gets a value, or new channels. */
typedef struct {
  ProcessPlace place;
  uint32_t count, stride; /* elements that get it */
  uint32_t expression;    /* or NONE */
  uint32_t channel;       /* the kind, or NONE */
} ProcessInitial;

typedef struct {
  uint32_t proctype;
  uint32_t priority;
} ProcessActive;

typedef enum { CLAIM_NEVER, CLAIM_LTL, CLAIM_CTL } ProcessClaimKind;

/* A never claim as a control graph, or a formula whose atoms are expressions. */
typedef struct {
  ProcessClaimKind kind;
  const char *name;
  ProcessSource source;
  uint32_t proctype; /* CLAIM_NEVER: its control graph is this one */
  uint32_t formula;  /* CLAIM_LTL, CLAIM_CTL: in `formulas` */
} ProcessClaim;

typedef enum {
  LTL_ATOM, /* expression a */
  LTL_NOT,
  LTL_AND,
  LTL_OR,
  LTL_IMPLIES,
  LTL_EQUIVALENT,
  LTL_NEXT,
  LTL_ALWAYS,
  LTL_EVENTUALLY,
  LTL_UNTIL,
  LTL_WEAK_UNTIL,
  LTL_RELEASE,
  CTL_EX,
  CTL_EF,
  CTL_EG,
  CTL_EU,
  CTL_AX,
  CTL_AF,
  CTL_AG,
  CTL_AU,
} ProcessLtlOperator;

typedef struct {
  ProcessLtlOperator operator;
  uint32_t a, b;    /* formulas */
  const char *text; /* of an atom */
} ProcessLtl;

typedef struct Processes {
  Arena arena; /* of the names and texts */
  VEC(const char *) files;
  VEC(ProcessExpression) expressions;
  VEC(ProcessPlace) places;
  VEC(ProcessIndex) indices;
  VEC(ProcessArgument) arguments;
  VEC(ProcessCommand) commands;
  VEC(ProcessInitial) initials;
  VEC(ProcessLtl) formulas;
  VEC(StringVec) mtypes; /* the names of each list by value - 1 */
  ProcessVariableVec globals;
  uint32_t global_size;
  U32Vec global_initial; /* of `initials` */
  VEC(Proctype) proctypes;
  VEC(ProcessChannel) channels;
  VEC(ProcessActive) active; /* what runs in the beginning, in this order */
  VEC(ProcessClaim) claims;
  uint32_t trace; /* the proctype that is the control graph of a trace, or PROCESS_NONE ... */
  bool notrace;   /* ... or of a notrace */
  uint32_t event; /* where it is: two bytes of the globals, a control state or 0: at its end */
  bool has_last, has_priority, has_timeout;
} Processes;

Processes *processes_new(void);
void processes_free(Processes *program); /* NULL is fine */

/* Whether the proctype with this number is the control graph of a never claim or a trace. */
bool process_is_claim(const Processes *program, uint32_t proctype);

#endif
