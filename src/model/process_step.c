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
  SEQUENCE_LIMIT = 1 << 16, /* statements of one d_step */
};

struct ProcessMachine {
  const Processes *program;
  uint8_t *state; /* the one that is looked at or changed: `loaded`, or `scratch` */
  size_t size;
  uint8_t *scratch;
  uint32_t frames[256], channels[256]; /* where they begin */
  uint32_t pid, frame;                 /* of the process that moves */
  bool timeout;
  bool testing; /* nothing is changed: run counts as done */
  int asking;   /* depth of enabled() inside enabled() */
  ProcessFault fault;
  bool offered; /* a message without buffer waits for its receiver */
  uint32_t offer;
  uint32_t offer_count;
  int32_t message[256];
  int32_t values[256]; /* of a message that is sent */
};

const char *process_fault_text(ProcessFault fault) {
  static const char *const texts[PROCESS_FAULTS] = {
      [PROCESS_FINE] = "no fault",
      [PROCESS_ASSERTION] = "the assertion does not hold",
      [PROCESS_BAD_INDEX] = "the index is outside of its array",
      [PROCESS_BAD_DIVISION] = "division by zero",
      [PROCESS_BAD_CHANNEL] = "the channel was not made",
      [PROCESS_BAD_MESSAGE] = "the message has another number of fields than its channel",
      [PROCESS_BLOCKED] = "a statement inside a d_step is not executable",
      [PROCESS_HANDSHAKE] = "a send without buffer inside a d_step",
      [PROCESS_ENDLESS] = "a d_step that does not end",
      [PROCESS_TOO_MANY] = "more than 255 processes or channels",
      [PROCESS_TOO_LARGE] = "the state is too large",
  };
  return texts[fault];
}

ProcessMachine *process_machine_new(const Processes *program) {
  ProcessMachine *m = mem_zalloc(sizeof *m);
  m->program = program;
  m->scratch = mem_zalloc(PROCESS_STATE_LIMIT);
  return m;
}

void process_machine_free(ProcessMachine *m) {
  if (!m) return;
  mem_free(m->scratch);
  mem_free(m);
}

static int32_t fail(ProcessMachine *m, ProcessFault fault) {
  if (m->fault <= PROCESS_ASSERTION) m->fault = fault;
  return 0;
}

/* ---- bytes ---- */

static int32_t load(const uint8_t *from, ProcessType type, uint8_t bits) {
  switch (process_type_size(type, bits)) {
  case 1: return *from;
  case 2: {
    uint16_t value;
    memcpy(&value, from, sizeof value);
    return type == PROCESS_SHORT ? (int16_t)value : value;
  }
  default: {
    int32_t value;
    memcpy(&value, from, sizeof value);
    return value;
  }
  }
}

static void store(uint8_t *to, ProcessType type, uint8_t bits, int32_t value) {
  value = process_truncate(type, bits, value);
  switch (process_type_size(type, bits)) {
  case 1: *to = (uint8_t)value; break;
  case 2: {
    uint16_t narrow = (uint16_t)value;
    memcpy(to, &narrow, sizeof narrow);
    break;
  }
  default: memcpy(to, &value, sizeof value); break;
  }
}

static uint32_t get16(const uint8_t *from) { return from[0] | (uint32_t)from[1] << 8; }

static void put16(uint8_t *to, uint32_t value) {
  to[0] = (uint8_t)value;
  to[1] = (uint8_t)(value >> 8);
}

static uint32_t control_of(const ProcessMachine *m, uint32_t pid) {
  return get16(m->state + m->frames[pid] + 1);
}

static const Proctype *proctype_of(const ProcessMachine *m, uint32_t pid) {
  return &m->program->proctypes.data[m->state[m->frames[pid]]];
}

static const ProcessControl *control_state(const ProcessMachine *m, uint32_t pid) {
  return &proctype_of(m, pid)->controls.data[control_of(m, pid)];
}

static size_t channel_size(const ProcessChannel *kind) {
  return CHANNEL + (size_t)kind->capacity * kind->message;
}

/* Finds where everything is. */
static void find_parts(ProcessMachine *m) {
  size_t at = HEADER + m->program->global_size;
  uint32_t processes = 0, channels = 0;
  while (at < m->size) {
    uint8_t type = m->state[at];
    if (type & IS_CHANNEL) {
      m->channels[channels++] = (uint32_t)at;
      at += channel_size(&m->program->channels.data[type & ~IS_CHANNEL]);
    } else {
      m->frames[processes++] = (uint32_t)at;
      at += FRAME + m->program->proctypes.data[type].size;
    }
  }
}

static void select_process(ProcessMachine *m, uint32_t pid) {
  m->pid = pid;
  m->frame = m->frames[pid] + FRAME;
}

/* ---- expressions ---- */

static int32_t evaluate(ProcessMachine *m, uint32_t number);

static uint8_t *locate(ProcessMachine *m, const ProcessPlace *place, uint32_t frame) {
  size_t offset = place->offset;
  for (uint32_t i = 0; i < place->indices; i++) {
    const ProcessIndex *index = &m->program->indices.data[place->first_index + i];
    int32_t value = evaluate(m, index->expression);
    if (value < 0 || (uint32_t)value >= index->bound) {
      fail(m, PROCESS_BAD_INDEX);
      value = 0;
    }
    offset += (size_t)value * index->stride;
  }
  return m->state + (place->local ? frame : HEADER) + offset;
}

static int32_t read_place(ProcessMachine *m, uint32_t number) {
  const ProcessPlace *place = &m->program->places.data[number];
  return load(locate(m, place, m->frame), place->type, place->bits);
}

static void write_place(ProcessMachine *m, const ProcessPlace *place, int32_t value) {
  store(locate(m, place, m->frame), place->type, place->bits, value);
}

/* The channel that an expression names, from 0; PROCESS_NONE and a fault if there is none. */
static uint32_t channel_of(ProcessMachine *m, uint32_t expression) {
  int32_t number = evaluate(m, expression);
  if (number >= 1 && number <= m->state[AT_CHANNELS]) return (uint32_t)number - 1;
  fail(m, PROCESS_BAD_CHANNEL);
  return PROCESS_NONE;
}

static const ProcessChannel *kind_of(const ProcessMachine *m, uint32_t channel) {
  return &m->program->channels.data[m->state[m->channels[channel]] & ~IS_CHANNEL];
}

static uint32_t length_of(const ProcessMachine *m, uint32_t channel) {
  return get16(m->state + m->channels[channel] + 1);
}

static uint8_t *message_at(const ProcessMachine *m, uint32_t channel, uint32_t message) {
  return m->state + m->channels[channel] + CHANNEL + (size_t)message * kind_of(m, channel)->message;
}

static int32_t field_at(const ProcessMachine *m, uint32_t channel, uint32_t message,
                        uint32_t field) {
  const ProcessChannel *kind = kind_of(m, channel);
  return load(message_at(m, channel, message) + kind->fields[field].offset,
              kind->fields[field].type, kind->fields[field].bits);
}

/* Whether the arguments of a receive fit a message; `offer`: the one that is offered. */
static bool fits(ProcessMachine *m, uint32_t first, uint32_t count, uint32_t channel,
                 uint32_t message, bool offer) {
  for (uint32_t i = 0; i < count; i++) {
    const ProcessArgument *argument = &m->program->arguments.data[first + i];
    if (argument->kind != PROCESS_MATCH) continue;
    int32_t there = offer ? m->message[i] : field_at(m, channel, message, i);
    if (there != evaluate(m, argument->operand)) return false;
  }
  return true;
}

/* The first message that fits, or PROCESS_NONE. */
static uint32_t find_message(ProcessMachine *m, uint32_t first, uint32_t count, uint32_t channel,
                             bool anywhere) {
  uint32_t length = length_of(m, channel);
  if (count > kind_of(m, channel)->field_count) {
    fail(m, PROCESS_BAD_MESSAGE);
    return PROCESS_NONE;
  }
  for (uint32_t i = 0; i < (anywhere ? length : length > 0); i++)
    if (fits(m, first, count, channel, i, false)) return i;
  return PROCESS_NONE;
}

static int32_t about_channel(ProcessMachine *m, const ProcessExpression *e) {
  uint32_t channel = channel_of(m, e->a);
  if (channel == PROCESS_NONE) return 0;
  uint32_t length = length_of(m, channel), capacity = kind_of(m, channel)->capacity;
  switch (e->operator) {
  case PROCESS_LENGTH: return (int32_t)length;
  case PROCESS_FULL: return length >= capacity;
  case PROCESS_NOT_FULL: return length < capacity;
  case PROCESS_EMPTY: return length == 0;
  case PROCESS_NOT_EMPTY: return length > 0;
  default: break;
  }
  if (!capacity) return 0; /* a poll finds nothing where nothing can stay */
  return find_message(m, e->b, (uint32_t)e->value, channel, e->c) != PROCESS_NONE;
}

/* The process that a remote reference means, or PROCESS_NONE. */
static uint32_t remote_process(ProcessMachine *m, uint32_t expression, uint32_t proctype) {
  uint32_t running = m->state[AT_PROCESSES];
  if (expression != PROCESS_NONE) {
    int32_t pid = evaluate(m, expression);
    return pid >= 0 && (uint32_t)pid < running ? (uint32_t)pid : PROCESS_NONE;
  }
  for (uint32_t i = 0; i < running; i++)
    if (m->state[m->frames[i]] == proctype) return i;
  return PROCESS_NONE;
}

static int32_t read_remote(ProcessMachine *m, const ProcessExpression *e) {
  uint32_t pid = remote_process(m, e->b, (uint32_t)e->value);
  if (pid == PROCESS_NONE || m->state[m->frames[pid]] != e->value) return 0;
  const ProcessPlace *place = &m->program->places.data[e->a];
  return load(locate(m, place, m->frames[pid] + FRAME), place->type, place->bits);
}

static int32_t divide(ProcessMachine *m, ProcessOperator operator, int32_t a, int32_t b) {
  if (!b) return fail(m, PROCESS_BAD_DIVISION);
  if (b == -1) return operator== PROCESS_DIVIDE ? (int32_t)(0U - (uint32_t)a) : 0;
  return operator== PROCESS_DIVIDE ? a / b : a % b;
}

static int32_t start_process(ProcessMachine *m, const ProcessExpression *run);
static bool can_move(ProcessMachine *m, uint32_t pid);

static int32_t is_enabled(ProcessMachine *m, uint32_t pid) {
  if (pid >= m->state[AT_PROCESSES] || m->asking > 2) return 0;
  uint32_t self = m->pid, frame = m->frame;
  bool testing = m->testing;
  m->testing = true;
  m->asking++;
  bool result = can_move(m, pid);
  m->asking--;
  m->testing = testing;
  m->pid = self;
  m->frame = frame;
  return result;
}

static int32_t priority_of(ProcessMachine *m, const ProcessExpression *e) {
  uint32_t pid = e->a == PROCESS_NONE ? m->pid : (uint32_t)evaluate(m, e->a);
  return pid < m->state[AT_PROCESSES] ? m->state[m->frames[pid] + 3] : 0;
}

static bool may_move(ProcessMachine *m, uint32_t pid);

/* For someone who looks from outside: no process can move. */
static int32_t is_quiet(ProcessMachine *m) {
  bool quiet = true;
  for (uint32_t pid = 0; pid < m->state[AT_PROCESSES] && quiet; pid++)
    quiet = !may_move(m, pid) || !can_move(m, pid);
  m->pid = PROCESS_NONE;
  return quiet;
}

static bool progressing(const ProcessMachine *m) {
  for (uint32_t i = 0; i < m->state[AT_PROCESSES]; i++)
    if (control_state(m, i)->progress) return true;
  return false;
}

static int32_t special(ProcessMachine *m, const ProcessExpression *e) {
  switch (e->operator) {
  case PROCESS_REMOTE: return read_remote(m, e);
  case PROCESS_AT: {
    uint32_t pid = remote_process(m, e->b, e->c);
    return pid != PROCESS_NONE && m->state[m->frames[pid]] == e->c &&
           control_of(m, pid) == (uint32_t)e->value;
  }
  case PROCESS_RUN:
    if (m->testing) return m->state[AT_PROCESSES]; /* with too many, the step itself fails */
    return start_process(m, e);
  case PROCESS_TIMEOUT: return m->pid == PROCESS_NONE ? is_quiet(m) : m->timeout;
  case PROCESS_NO_PROGRESS: return !progressing(m);
  case PROCESS_ENABLED: return is_enabled(m, (uint32_t)evaluate(m, e->a));
  case PROCESS_CONTROL: {
    uint32_t pid = (uint32_t)evaluate(m, e->a);
    return pid < m->state[AT_PROCESSES] ? (int32_t)control_of(m, pid) : 0;
  }
  case PROCESS_OWN_PID: return (int32_t)m->pid;
  case PROCESS_NUMBER: return m->state[AT_PROCESSES];
  case PROCESS_LAST: return m->state[AT_LAST];
  case PROCESS_PRIORITY: return priority_of(m, e);
  default: return about_channel(m, e);
  }
}

static int32_t evaluate(ProcessMachine *m, uint32_t number) {
  const ProcessExpression *e = &m->program->expressions.data[number];
  switch (e->operator) {
  case PROCESS_CONSTANT: return e->value;
  case PROCESS_VARIABLE: return read_place(m, e->a);
  case PROCESS_NOT: return !evaluate(m, e->a);
  case PROCESS_NEGATE: return (int32_t)(0U - (uint32_t)evaluate(m, e->a));
  case PROCESS_COMPLEMENT: return ~evaluate(m, e->a);
  case PROCESS_AND: return evaluate(m, e->a) && evaluate(m, e->b);
  case PROCESS_OR: return evaluate(m, e->a) || evaluate(m, e->b);
  case PROCESS_IF: return evaluate(m, evaluate(m, e->a) ? e->b : e->c);
  default: break;
  }
  if (e->operator<PROCESS_ADD || e->operator> PROCESS_UNEQUAL) return special(m, e);
  int32_t a = evaluate(m, e->a), b = evaluate(m, e->b);
  uint32_t x = (uint32_t)a, y = (uint32_t)b;
  switch (e->operator) {
  case PROCESS_ADD: return (int32_t)(x + y);
  case PROCESS_SUBTRACT: return (int32_t)(x - y);
  case PROCESS_MULTIPLY: return (int32_t)(x * y);
  case PROCESS_DIVIDE:
  case PROCESS_MODULO: return divide(m, e->operator, a, b);
  case PROCESS_BIT_AND: return a & b;
  case PROCESS_BIT_OR: return a | b;
  case PROCESS_BIT_XOR: return a ^ b;
  case PROCESS_SHIFT_LEFT: return (int32_t)(x << (y & 31));
  case PROCESS_SHIFT_RIGHT: return a >> (y & 31);
  case PROCESS_LESS: return a < b;
  case PROCESS_LESS_EQUAL: return a <= b;
  case PROCESS_GREATER: return a > b;
  case PROCESS_GREATER_EQUAL: return a >= b;
  case PROCESS_EQUAL: return a == b;
  default: return a != b;
  }
}

/* ---- processes and channels that begin and end ---- */

static bool grow(ProcessMachine *m, size_t bytes) {
  if (m->size + bytes > PROCESS_STATE_LIMIT) {
    fail(m, PROCESS_TOO_LARGE);
    return false;
  }
  memset(m->state + m->size, 0, bytes);
  m->size += bytes;
  return true;
}

static uint32_t make_channel(ProcessMachine *m, uint32_t kind) {
  uint32_t channel = m->state[AT_CHANNELS];
  size_t at = m->size;
  if (channel >= PROCESS_CHANNELS) {
    fail(m, PROCESS_TOO_MANY);
    return 0;
  }
  if (!grow(m, channel_size(&m->program->channels.data[kind]))) return 0;
  m->state[at] = (uint8_t)(kind | IS_CHANNEL);
  m->channels[channel] = (uint32_t)at;
  m->state[AT_CHANNELS]++;
  return channel + 1;
}

static void initialise(ProcessMachine *m, const U32Vec *list) {
  for (size_t i = 0; i < list->size; i++) {
    const ProcessInitial *initial = &m->program->initials.data[list->data[i]];
    int32_t value = initial->expression == PROCESS_NONE ? 0 : evaluate(m, initial->expression);
    ProcessPlace place = initial->place;
    for (uint32_t k = 0; k < initial->count; k++) {
      if (initial->channel != PROCESS_NONE) value = (int32_t)make_channel(m, initial->channel);
      write_place(m, &place, value);
      place.offset += initial->stride;
    }
  }
}

/* Makes a process with these arguments; returns its number. */
static uint32_t new_process(ProcessMachine *m, uint32_t type, uint32_t priority,
                            const int32_t *arguments) {
  const Proctype *proctype = &m->program->proctypes.data[type];
  uint32_t pid = m->state[AT_PROCESSES], self = m->pid, frame = m->frame;
  size_t at = m->size;
  if (pid >= PROCESS_LIMIT) {
    fail(m, PROCESS_TOO_MANY);
    return 0;
  }
  if (!grow(m, FRAME + proctype->size)) return 0;
  m->state[AT_PROCESSES]++;
  m->state[at] = (uint8_t)type;
  put16(m->state + at + 1, proctype->start);
  m->state[at + 3] = m->program->has_priority ? (uint8_t)priority : 0;
  m->frames[pid] = (uint32_t)at;
  select_process(m, pid);
  for (size_t i = 0; i < proctype->parameters.size; i++)
    write_place(m, &m->program->places.data[proctype->parameters.data[i]],
                arguments ? arguments[i] : 0);
  initialise(m, &proctype->initial);
  m->pid = self;
  m->frame = frame;
  return pid;
}

static int32_t start_process(ProcessMachine *m, const ProcessExpression *run) {
  int32_t arguments[256] = {0};
  for (uint32_t i = 0; i < (uint32_t)run->value && i < 256; i++)
    arguments[i] = evaluate(m, m->program->arguments.data[run->b + i].operand);
  return (int32_t)new_process(m, run->a, run->c, arguments);
}

/* The youngest process goes, and the channels that were made after it. */
static void end_process(ProcessMachine *m) {
  uint32_t pid = m->state[AT_PROCESSES] - 1U;
  while (m->state[AT_CHANNELS] && m->channels[m->state[AT_CHANNELS] - 1] > m->frames[pid])
    m->state[AT_CHANNELS]--;
  m->size = m->frames[pid];
  m->state[AT_PROCESSES]--;
}

size_t process_initial(ProcessMachine *m, uint8_t *state, ProcessFault *fault) {
  m->state = state;
  m->size = HEADER + m->program->global_size;
  memset(state, 0, m->size);
  m->fault = PROCESS_FINE;
  m->testing = m->timeout = m->offered = false;
  initialise(m, &m->program->global_initial);
  for (size_t i = 0; i < m->program->active.size; i++)
    new_process(m, m->program->active.data[i].proctype, m->program->active.data[i].priority, NULL);
  *fault = m->fault;
  return m->size;
}

/* ---- commands: whether they are executable, and what they do ---- */

static bool send_fits(ProcessMachine *m, const ProcessCommand *c, uint32_t *channel) {
  *channel = channel_of(m, c->expression);
  if (*channel == PROCESS_NONE) return true; /* the step fails with this fault */
  const ProcessChannel *kind = kind_of(m, *channel);
  if (c->arguments != kind->field_count) {
    fail(m, PROCESS_BAD_MESSAGE);
    return true;
  }
  return !kind->capacity || length_of(m, *channel) < kind->capacity;
}

static bool receive_fits(ProcessMachine *m, const ProcessCommand *c) {
  uint32_t channel = channel_of(m, c->expression);
  if (channel == PROCESS_NONE) return !m->offered;
  if (!kind_of(m, channel)->capacity)
    return m->offered && m->offer == channel && !c->peek && c->arguments <= m->offer_count &&
           fits(m, c->first_argument, c->arguments, channel, 0, true);
  if (m->offered) return false;
  return find_message(m, c->first_argument, c->arguments, channel, c->anywhere) != PROCESS_NONE ||
         m->fault > PROCESS_ASSERTION;
}

static bool is_handshake(ProcessMachine *m, const ProcessCommand *c) {
  if (c->action != PROCESS_SEND) return false;
  uint32_t channel = channel_of(m, c->expression);
  return channel != PROCESS_NONE && !kind_of(m, channel)->capacity;
}

static bool executable(ProcessMachine *m, const ProcessCommand *c);

static const ProcessCommand *command_of(const ProcessMachine *m, const Proctype *proctype,
                                        const ProcessControl *control, uint32_t number) {
  return &m->program->commands.data[proctype->choices.data[control->first + number]];
}

/* The first option of a state inside a d_step that is executable; NULL: none is. */
static const ProcessCommand *choose(ProcessMachine *m, uint32_t control) {
  const Proctype *proctype = proctype_of(m, m->pid);
  const ProcessControl *state = &proctype->controls.data[control];
  for (uint32_t i = 0; i < state->count; i++) {
    const ProcessCommand *c = command_of(m, proctype, state, i);
    if (c->action == PROCESS_ELSE ? !m->offered : executable(m, c)) return c;
  }
  return NULL;
}

/* Of all but `else`, which depends on the others. */
static bool executable(ProcessMachine *m, const ProcessCommand *c) {
  switch (c->action) {
  case PROCESS_RECEIVE: return receive_fits(m, c);
  case PROCESS_SEQUENCE: return choose(m, c->inner) != NULL;
  default: break;
  }
  if (m->offered) return false;
  switch (c->action) {
  case PROCESS_GUARD: {
    bool testing = m->testing;
    m->testing = true;
    bool holds = evaluate(m, c->expression) != 0;
    m->testing = testing;
    return holds || m->fault > PROCESS_ASSERTION;
  }
  case PROCESS_SEND: {
    uint32_t channel;
    return send_fits(m, c, &channel);
  }
  case PROCESS_END: return m->pid + 1 == m->state[AT_PROCESSES];
  default: return true;
  }
}

static void insert_message(ProcessMachine *m, const ProcessCommand *c, uint32_t channel) {
  const ProcessChannel *kind = kind_of(m, channel);
  uint32_t length = length_of(m, channel), at = length;
  int32_t *values = m->values;
  for (uint32_t i = 0; i < c->arguments; i++)
    values[i] = evaluate(m, m->program->arguments.data[c->first_argument + i].operand);
  if (c->sorted) {
    /* Before the first message that is larger, field by field. */
    for (at = 0; at < length; at++) {
      uint32_t field = 0;
      while (field < kind->field_count && field_at(m, channel, at, field) == values[field]) field++;
      if (field < kind->field_count && values[field] < field_at(m, channel, at, field)) break;
    }
    memmove(message_at(m, channel, at) + kind->message, message_at(m, channel, at),
            (size_t)(length - at) * kind->message);
  }
  for (uint32_t i = 0; i < kind->field_count; i++)
    store(message_at(m, channel, at) + kind->fields[i].offset, kind->fields[i].type,
          kind->fields[i].bits, values[i]);
  put16(m->state + m->channels[channel] + 1, length + 1);
}

static void remove_message(ProcessMachine *m, uint32_t channel, uint32_t message) {
  size_t bytes = kind_of(m, channel)->message;
  uint32_t length = length_of(m, channel) - 1;
  memmove(message_at(m, channel, message), message_at(m, channel, message + 1),
          (length - message) * bytes);
  memset(message_at(m, channel, length), 0, bytes);
  put16(m->state + m->channels[channel] + 1, length);
}

static void receive(ProcessMachine *m, const ProcessCommand *c) {
  uint32_t channel = channel_of(m, c->expression);
  if (channel == PROCESS_NONE) return;
  bool offer = !kind_of(m, channel)->capacity;
  uint32_t message =
      offer ? 0 : find_message(m, c->first_argument, c->arguments, channel, c->anywhere);
  if (message == PROCESS_NONE) return;
  /* All values are read before one is written: the channel may hang on a variable. */
  int32_t values[256];
  for (uint32_t i = 0; i < c->arguments; i++)
    values[i] = offer ? m->message[i] : field_at(m, channel, message, i);
  if (!offer && !c->peek) remove_message(m, channel, message);
  if (offer) m->offered = false;
  for (uint32_t i = 0; i < c->arguments; i++) {
    const ProcessArgument *argument = &m->program->arguments.data[c->first_argument + i];
    if (argument->kind == PROCESS_BIND)
      write_place(m, &m->program->places.data[argument->operand], values[i]);
  }
}

static void make_offer(ProcessMachine *m, const ProcessCommand *c, uint32_t channel) {
  const ProcessChannel *kind = kind_of(m, channel);
  for (uint32_t i = 0; i < c->arguments; i++) {
    int32_t value = evaluate(m, m->program->arguments.data[c->first_argument + i].operand);
    m->message[i] = process_truncate(kind->fields[i].type, kind->fields[i].bits, value);
  }
  m->offered = true;
  m->offer = channel;
  m->offer_count = c->arguments;
}

static void assign(ProcessMachine *m, const ProcessCommand *c) {
  for (;;) {
    int32_t value = evaluate(m, c->expression);
    write_place(m, &m->program->places.data[c->place], value);
    if (c->more == PROCESS_NONE) return;
    c = &m->program->commands.data[c->more];
  }
}

static void set_priority(ProcessMachine *m, const ProcessCommand *c) {
  uint32_t pid = (uint32_t)evaluate(m, c->expression);
  int32_t priority = evaluate(m, m->program->arguments.data[c->first_argument].operand);
  if (pid < m->state[AT_PROCESSES] && priority > 0 && priority < 256)
    m->state[m->frames[pid] + 3] = (uint8_t)priority;
}

static void execute(ProcessMachine *m, const ProcessCommand *c);

/* A d_step: one option after the other, the first that is executable, until it is left. */
static void run_sequence(ProcessMachine *m, const ProcessCommand *sequence) {
  const Proctype *proctype = proctype_of(m, m->pid);
  uint32_t control = sequence->inner;
  for (int i = 0; i < SEQUENCE_LIMIT; i++) {
    const ProcessCommand *c = choose(m, control);
    if (!c) {
      fail(m, PROCESS_BLOCKED);
      return;
    }
    if (is_handshake(m, c)) {
      fail(m, PROCESS_HANDSHAKE);
      return;
    }
    execute(m, c);
    if (m->fault > PROCESS_ASSERTION) return;
    control = c->target;
    if (!control || !proctype->controls.data[control].deterministic) return;
  }
  fail(m, PROCESS_ENDLESS);
}

static void execute(ProcessMachine *m, const ProcessCommand *c) {
  switch (c->action) {
  case PROCESS_GUARD: evaluate(m, c->expression); break;
  case PROCESS_ASSIGN: assign(m, c); break;
  case PROCESS_SEND: {
    uint32_t channel = PROCESS_NONE;
    if (send_fits(m, c, &channel) && m->fault <= PROCESS_ASSERTION) insert_message(m, c, channel);
    break;
  }
  case PROCESS_RECEIVE: receive(m, c); break;
  case PROCESS_ASSERT:
    if (!evaluate(m, c->expression)) fail(m, PROCESS_ASSERTION);
    break;
  case PROCESS_SET_PRIORITY: set_priority(m, c); break;
  case PROCESS_SEQUENCE: run_sequence(m, c); break;
  case PROCESS_END: end_process(m); break;
  default: break;
  }
}

/* ---- moves ---- */

static bool is_provided(ProcessMachine *m, uint32_t pid) {
  const Proctype *proctype = proctype_of(m, pid);
  if (proctype->provided == PROCESS_NONE) return true;
  select_process(m, pid);
  return evaluate(m, proctype->provided) != 0;
}

/* With priorities, only processes move that have the highest among those that can. */
static bool may_move(ProcessMachine *m, uint32_t pid) {
  if (!is_provided(m, pid)) return false;
  if (!m->program->has_priority) return true;
  uint8_t own = m->state[m->frames[pid] + 3];
  for (uint32_t i = 0; i < m->state[AT_PROCESSES]; i++)
    if (i != pid && m->state[m->frames[i] + 3] > own && is_provided(m, i) && is_enabled(m, i))
      return false;
  return true;
}

/* Whether some other process takes what is offered. */
static bool is_taken(ProcessMachine *m, uint32_t sender) {
  for (uint32_t pid = 0; pid < m->state[AT_PROCESSES]; pid++) {
    if (pid == sender || !is_provided(m, pid)) continue;
    const Proctype *proctype = proctype_of(m, pid);
    const ProcessControl *state = control_state(m, pid);
    select_process(m, pid);
    for (uint32_t i = 0; i < state->count; i++)
      if (executable(m, command_of(m, proctype, state, i))) return true;
  }
  return false;
}

static bool handshake_possible(ProcessMachine *m, const ProcessCommand *c, uint32_t pid) {
  uint32_t channel = channel_of(m, c->expression);
  if (channel == PROCESS_NONE || c->arguments != kind_of(m, channel)->field_count) return true;
  make_offer(m, c, channel);
  bool taken = is_taken(m, pid);
  m->offered = false;
  select_process(m, pid);
  return taken;
}

/* Whether a process has an executable statement, apart from what others forbid. */
static bool can_move(ProcessMachine *m, uint32_t pid) {
  const Proctype *proctype = proctype_of(m, pid);
  const ProcessControl *state = control_state(m, pid);
  select_process(m, pid);
  for (uint32_t i = 0; i < state->count; i++) {
    const ProcessCommand *c = command_of(m, proctype, state, i);
    if (c->action == PROCESS_ELSE) {
      if (!m->offered) return true;
    } else if (executable(m, c)) {
      if (m->offered || !is_handshake(m, c) || handshake_possible(m, c, pid)) return true;
    }
  }
  return false;
}

typedef struct {
  ProcessMachine *m;
  const uint8_t *from;
  size_t size;
  ProcessVisit visit;
  void *context;
  size_t found;
  bool stopped;
} Search;

static void copy_state(Search *search) {
  ProcessMachine *m = search->m;
  memcpy(m->scratch, search->from, search->size);
  m->state = m->scratch;
  m->size = search->size;
  m->fault = PROCESS_FINE;
  m->offered = false;
}

static void look_at_source(Search *search) {
  search->m->state = (uint8_t *)search->from; /* not written while looking */
  search->m->size = search->size;
  search->m->offered = false;
}

static void advance(ProcessMachine *m, uint32_t pid, const ProcessCommand *c) {
  if (c->target) put16(m->state + m->frames[pid] + 1, c->target);
}

/* The successor in `scratch` is complete: who is exclusive, and whether it can go on. */
static void emit(Search *search, const ProcessMove *move, uint32_t pid, const ProcessCommand *c) {
  ProcessMachine *m = search->m;
  m->state[AT_EXCLUSIVE] = 0;
  if (m->program->has_last) m->state[AT_LAST] = (uint8_t)pid;
  if (c->atomic && m->fault <= PROCESS_ASSERTION) {
    ProcessFault fault = m->fault;
    m->state[AT_EXCLUSIVE] = (uint8_t)(pid + 1);
    bool timeout = m->timeout;
    m->timeout = false;
    m->testing = true;
    if (!may_move(m, pid) || !can_move(m, pid)) m->state[AT_EXCLUSIVE] = 0;
    m->testing = false;
    m->timeout = timeout;
    m->fault = fault; /* one that lies ahead is met in the next step */
  }
  search->found++;
  if (!search->visit(search->context, move, m->state, m->size, m->fault)) search->stopped = true;
}

static uint32_t command_number(const ProcessMachine *m, const ProcessCommand *c) {
  return (uint32_t)(c - m->program->commands.data);
}

/* All ways in which another process takes what process `pid` offers. */
static bool visit_handshakes(Search *search, uint32_t pid, const ProcessCommand *c) {
  ProcessMachine *m = search->m;
  uint32_t channel = channel_of(m, c->expression);
  make_offer(m, c, channel);
  bool any = false;
  for (uint32_t other = m->state[AT_PROCESSES]; other-- > 0 && !search->stopped;) {
    if (other == pid || !is_provided(m, other)) continue;
    const Proctype *proctype = proctype_of(m, other);
    const ProcessControl *state = control_state(m, other);
    uint32_t escape = 0;
    for (uint32_t i = 0; i < state->count && !search->stopped; i++) {
      const ProcessCommand *receive_command = command_of(m, proctype, state, i);
      if (escape && receive_command->escape != escape) break;
      select_process(m, other);
      if (!executable(m, receive_command)) continue;
      escape = receive_command->escape;
      any = true;
      copy_state(search);
      m->offered = true;
      advance(m, pid, c);
      select_process(m, other);
      execute(m, receive_command);
      advance(m, other, receive_command);
      ProcessMove move = {pid, command_number(m, c), other, command_number(m, receive_command)};
      emit(search, &move, other, receive_command);
      look_at_source(search);
      m->offered = true;
    }
  }
  m->offered = false;
  select_process(m, pid);
  return any;
}

static void visit_command(Search *search, uint32_t pid, const ProcessCommand *c) {
  ProcessMachine *m = search->m;
  copy_state(search);
  execute(m, c);
  if (c->action != PROCESS_END) advance(m, pid, c);
  ProcessMove move = {pid, command_number(m, c), PROCESS_NONE, PROCESS_NONE};
  emit(search, &move, pid, c);
  look_at_source(search);
  select_process(m, pid);
}

static void visit_process(Search *search, uint32_t pid) {
  ProcessMachine *m = search->m;
  if (!may_move(m, pid)) return;
  const Proctype *proctype = proctype_of(m, pid);
  const ProcessControl *state = control_state(m, pid);
  uint32_t escape = 0;
  bool moved = false;
  select_process(m, pid);
  for (uint32_t i = 0; i < state->count && !search->stopped; i++) {
    const ProcessCommand *c = command_of(m, proctype, state, i);
    if (escape && c->escape != escape) break;
    m->fault = PROCESS_FINE;
    if (c->action == PROCESS_ELSE ? moved : !executable(m, c)) continue;
    escape = c->escape;
    if (m->fault <= PROCESS_ASSERTION && is_handshake(m, c)) {
      moved |= visit_handshakes(search, pid, c);
    } else {
      visit_command(search, pid, c);
      moved = true;
    }
  }
}

static void visit_all(Search *search) {
  const uint8_t exclusive = search->from[AT_EXCLUSIVE];
  if (exclusive) {
    visit_process(search, exclusive - 1U);
    return;
  }
  for (uint32_t pid = search->from[AT_PROCESSES]; pid-- > 0 && !search->stopped;)
    visit_process(search, pid);
}

size_t process_successors(ProcessMachine *m, const uint8_t *state, size_t size, ProcessVisit visit,
                          void *context) {
  Search search = {.m = m, .from = state, .size = size, .visit = visit, .context = context};
  look_at_source(&search);
  find_parts(m);
  m->timeout = false;
  visit_all(&search);
  if (!search.found && m->program->has_timeout) {
    m->timeout = true;
    visit_all(&search);
    m->timeout = false;
  }
  return search.found;
}

/* ---- looking at a state ---- */

uint32_t process_state_exclusive(const uint8_t *state) {
  return state[AT_EXCLUSIVE] ? state[AT_EXCLUSIVE] - 1U : PROCESS_NONE;
}

uint32_t process_state_running(const uint8_t *state) { return state[AT_PROCESSES]; }

uint8_t process_state_last(const uint8_t *state) { return state[AT_LAST]; }

void process_load(ProcessMachine *m, const uint8_t *state, size_t size) {
  m->state = (uint8_t *)state; /* not written while looking */
  m->size = size;
  m->offered = m->timeout = false;
  find_parts(m);
}

uint32_t process_type(const ProcessMachine *m, uint32_t pid) { return m->state[m->frames[pid]]; }

uint32_t process_control(const ProcessMachine *m, uint32_t pid) { return control_of(m, pid); }

const uint8_t *process_frame(const ProcessMachine *m, uint32_t pid) {
  return m->state + (pid == PROCESS_NONE ? (size_t)HEADER : m->frames[pid] + (size_t)FRAME);
}

int32_t process_bytes_value(const uint8_t *bytes, ProcessType type, uint8_t bits) {
  return load(bytes, type, bits);
}

int32_t process_read(const ProcessMachine *m, uint32_t pid, const ProcessVariable *variable,
                     uint32_t element) {
  size_t base = pid == PROCESS_NONE ? HEADER : m->frames[pid] + FRAME;
  size_t offset =
      variable->offset + (size_t)element * process_type_size(variable->type, variable->bits);
  return load(m->state + base + offset, variable->type, variable->bits);
}

uint32_t process_channels(const ProcessMachine *m) { return m->state[AT_CHANNELS]; }

uint32_t process_channel_kind(const ProcessMachine *m, uint32_t channel) {
  return m->state[m->channels[channel]] & ~(uint32_t)IS_CHANNEL;
}

uint32_t process_channel_length(const ProcessMachine *m, uint32_t channel) {
  return length_of(m, channel);
}

int32_t process_channel_field(const ProcessMachine *m, uint32_t channel, uint32_t message,
                              uint32_t field) {
  return field_at(m, channel, message, field);
}

bool process_is_end(const ProcessMachine *m) {
  for (uint32_t i = 0; i < m->state[AT_PROCESSES]; i++)
    if (!control_state(m, i)->end) return false;
  return true;
}

bool process_is_accepting(const ProcessMachine *m) {
  for (uint32_t i = 0; i < m->state[AT_PROCESSES]; i++)
    if (control_state(m, i)->accept) return true;
  return false;
}

bool process_is_progressing(const ProcessMachine *m) { return progressing(m); }

int32_t process_evaluate(ProcessMachine *m, uint32_t expression, ProcessFault *fault) {
  return process_evaluate_for(m, PROCESS_NONE, expression, fault);
}

int32_t process_evaluate_for(ProcessMachine *m, uint32_t pid, uint32_t expression,
                             ProcessFault *fault) {
  m->fault = PROCESS_FINE;
  m->testing = true;
  if (pid == PROCESS_NONE) m->pid = pid;
  else select_process(m, pid);
  int32_t value = evaluate(m, expression);
  m->testing = false;
  *fault = m->fault;
  return value;
}
