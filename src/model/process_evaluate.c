/* Expressions as trees; see process_machine.h. Indices outside of their arrays count as 0, with a
 * fault, so that evaluation goes on to its end. */
#include "model/process_machine.h"

uint8_t *machine_locate(ProcessMachine *m, const ProcessPlace *place, uint32_t frame) {
  size_t offset = place->offset;
  for (uint32_t i = 0; i < place->indices; i++) {
    const ProcessIndex *index = &m->program->indices.data[place->first_index + i];
    int32_t value = machine_evaluate(m, index->expression);
    if (value < 0 || (uint32_t)value >= index->bound) {
      machine_fail(m, PROCESS_BAD_INDEX);
      value = 0;
    }
    offset += (size_t)value * index->stride;
  }
  return m->state + (place->local ? frame : HEADER) + offset;
}

static int32_t read_place(ProcessMachine *m, uint32_t number) {
  const ProcessPlace *place = &m->program->places.data[number];
  return machine_load(machine_locate(m, place, m->base[BASE_FRAME]), place->type, place->bits);
}

void machine_write(ProcessMachine *m, const ProcessPlace *place, int32_t value) {
  machine_store(m, machine_locate(m, place, m->base[BASE_FRAME]), place->type, place->bits, value);
}

int32_t machine_about_channel(ProcessMachine *m, ProcessOperator operator, uint32_t channel) {
  uint32_t length = machine_length(m, channel), capacity = machine_kind(m, channel)->capacity;
  switch (operator) {
  case PROCESS_LENGTH: return (int32_t)length;
  case PROCESS_FULL: return length >= capacity;
  case PROCESS_NOT_FULL: return length < capacity;
  case PROCESS_EMPTY: return length == 0;
  default: return length > 0;
  }
}

static int32_t ask_channel(ProcessMachine *m, const ProcessExpression *e) {
  uint32_t channel = machine_channel(m, e->a);
  if (channel == PROCESS_NONE) return 0;
  if (e->operator!= PROCESS_POLL) return machine_about_channel(m, e->operator, channel);
  /* a poll finds nothing where nothing can stay */
  return machine_kind(m, channel)->capacity &&
         machine_find_message(m, e->b, (uint32_t)e->value, channel, e->c) != PROCESS_NONE;
}

/* The process that a remote reference means, or PROCESS_NONE. */
static uint32_t remote_process(ProcessMachine *m, uint32_t expression, uint32_t proctype) {
  uint32_t running = m->state[AT_PROCESSES];
  if (expression != PROCESS_NONE) {
    int32_t pid = machine_evaluate(m, expression);
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
  return machine_load(machine_locate(m, place, m->frames[pid] + FRAME), place->type, place->bits);
}

int32_t machine_divide(ProcessMachine *m, ProcessOperator operator, int32_t a, int32_t b) {
  if (!b) return machine_fail(m, PROCESS_BAD_DIVISION);
  if (b == -1) return operator== PROCESS_DIVIDE ? (int32_t)(0U - (uint32_t)a) : 0;
  return operator== PROCESS_DIVIDE ? a / b : a % b;
}

int32_t machine_is_enabled(ProcessMachine *m, uint32_t pid) {
  if (pid >= m->state[AT_PROCESSES] || m->asking > 2) return 0;
  uint32_t self = m->pid, frame = m->base[BASE_FRAME];
  bool testing = m->testing;
  m->testing = true;
  m->asking++;
  bool result = machine_can_move(m, pid);
  m->asking--;
  m->testing = testing;
  m->pid = self;
  m->base[BASE_FRAME] = frame;
  return result;
}

static int32_t priority_of(ProcessMachine *m, const ProcessExpression *e) {
  uint32_t pid = e->a == PROCESS_NONE ? m->pid : (uint32_t)machine_evaluate(m, e->a);
  return pid < m->state[AT_PROCESSES] ? m->state[m->frames[pid] + 3] : 0;
}

/* For someone who looks from outside: no process can move. */
static int32_t is_quiet(ProcessMachine *m) {
  bool quiet = true;
  for (uint32_t pid = 0; pid < m->state[AT_PROCESSES] && quiet; pid++)
    quiet = !machine_may_move(m, pid) || !machine_can_move(m, pid);
  m->pid = PROCESS_NONE;
  return quiet;
}

static int32_t special(ProcessMachine *m, const ProcessExpression *e) {
  switch (e->operator) {
  case PROCESS_REMOTE: return read_remote(m, e);
  case PROCESS_AT: {
    uint32_t pid = remote_process(m, e->b, e->c);
    return pid != PROCESS_NONE && m->state[m->frames[pid]] == e->c &&
           machine_control(m, pid) == (uint32_t)e->value;
  }
  case PROCESS_RUN:
    if (m->testing) return m->state[AT_PROCESSES]; /* with too many, the step itself fails */
    return machine_start_process(m, e);
  case PROCESS_TIMEOUT: return m->pid == PROCESS_NONE ? is_quiet(m) : m->timeout;
  case PROCESS_NO_PROGRESS: return !machine_is_progressing(m);
  case PROCESS_ENABLED: return machine_is_enabled(m, (uint32_t)machine_evaluate(m, e->a));
  case PROCESS_CONTROL: {
    uint32_t pid = (uint32_t)machine_evaluate(m, e->a);
    return pid < m->state[AT_PROCESSES] ? (int32_t)machine_control(m, pid) : 0;
  }
  case PROCESS_OWN_PID: return (int32_t)m->pid;
  case PROCESS_NUMBER: return m->state[AT_PROCESSES];
  case PROCESS_LAST: return m->state[AT_LAST];
  case PROCESS_PRIORITY: return priority_of(m, e);
  default: return ask_channel(m, e);
  }
}

int32_t machine_evaluate_tree(ProcessMachine *m, uint32_t number) {
  const ProcessExpression *e = &m->program->expressions.data[number];
  switch (e->operator) {
  case PROCESS_CONSTANT: return e->value;
  case PROCESS_VARIABLE: return read_place(m, e->a);
  case PROCESS_NOT: return !machine_evaluate_tree(m, e->a);
  case PROCESS_NEGATE: return (int32_t)(0U - (uint32_t)machine_evaluate(m, e->a));
  case PROCESS_COMPLEMENT: return ~machine_evaluate_tree(m, e->a);
  case PROCESS_AND: return machine_evaluate_tree(m, e->a) && machine_evaluate_tree(m, e->b);
  case PROCESS_OR: return machine_evaluate_tree(m, e->a) || machine_evaluate_tree(m, e->b);
  case PROCESS_IF: return machine_evaluate_tree(m, machine_evaluate_tree(m, e->a) ? e->b : e->c);
  default: break;
  }
  if (e->operator<PROCESS_ADD || e->operator> PROCESS_UNEQUAL) return special(m, e);
  int32_t a = machine_evaluate_tree(m, e->a), b = machine_evaluate_tree(m, e->b);
  uint32_t x = (uint32_t)a, y = (uint32_t)b;
  switch (e->operator) {
  case PROCESS_ADD: return (int32_t)(x + y);
  case PROCESS_SUBTRACT: return (int32_t)(x - y);
  case PROCESS_MULTIPLY: return (int32_t)(x * y);
  case PROCESS_DIVIDE:
  case PROCESS_MODULO: return machine_divide(m, e->operator, a, b);
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
