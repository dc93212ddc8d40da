/* Commands: whether they are executable, and what they do; see process_machine.h. */
#include "model/process_machine.h"

enum { SEQUENCE_LIMIT = 1 << 16 }; /* statements of one d_step */

/* The first option of a state inside a d_step that is executable; NULL: none is. */
static const ProcessCommand *choose(ProcessMachine *m, uint32_t control) {
  const Proctype *proctype = machine_proctype(m, m->pid);
  const ProcessControl *state = &proctype->controls.data[control];
  for (uint32_t i = 0; i < state->count; i++) {
    const ProcessCommand *c = machine_command(m, proctype, state, i);
    if (c->action == PROCESS_ELSE ? !m->offered : machine_executable(m, c)) return c;
  }
  return NULL;
}

bool machine_executable(ProcessMachine *m, const ProcessCommand *c) {
  switch (c->action) {
  case PROCESS_RECEIVE: return machine_receive_fits(m, c);
  case PROCESS_SEQUENCE: return choose(m, c->inner) != NULL;
  default: break;
  }
  if (m->offered) return false;
  switch (c->action) {
  case PROCESS_GUARD: {
    bool testing = m->testing;
    m->testing = true;
    bool holds = machine_evaluate(m, c->expression) != 0;
    m->testing = testing;
    return holds || m->fault > PROCESS_ASSERTION;
  }
  case PROCESS_SEND: {
    uint32_t channel;
    return machine_send_fits(m, c, &channel);
  }
  case PROCESS_END: return m->pid + 1 == m->state[AT_PROCESSES];
  default: return true;
  }
}

static void assign(ProcessMachine *m, const ProcessCommand *c) {
  for (;;) {
    int32_t value = machine_evaluate(m, c->expression);
    machine_write(m, &m->program->places.data[c->place], value);
    if (c->more == PROCESS_NONE) return;
    c = &m->program->commands.data[c->more];
  }
}

/* To print is no fault, whatever the arguments are. */
static void print_values(ProcessMachine *m, const ProcessCommand *c) {
  int32_t values[256] = {0};
  if (!m->print) return;
  ProcessFault fault = m->fault;
  for (uint32_t i = 0; i < c->arguments && i < 256; i++)
    values[i] = machine_evaluate(m, m->program->arguments.data[c->first_argument + i].operand);
  m->fault = fault;
  m->print(m->print_context, c, values);
}

static void set_priority(ProcessMachine *m, const ProcessCommand *c) {
  uint32_t pid = (uint32_t)machine_evaluate(m, c->expression);
  int32_t priority = machine_evaluate(m, m->program->arguments.data[c->first_argument].operand);
  if (pid < m->state[AT_PROCESSES] && priority > 0 && priority < 256)
    machine_put(m, m->frames[pid] + 3, (uint8_t)priority);
}

/* A d_step: one option after the other, the first that is executable, until it is left. */
static void run_sequence(ProcessMachine *m, const ProcessCommand *sequence) {
  const Proctype *proctype = machine_proctype(m, m->pid);
  uint32_t control = sequence->inner;
  for (int i = 0; i < SEQUENCE_LIMIT; i++) {
    const ProcessCommand *c = choose(m, control);
    if (!c) {
      machine_fail(m, PROCESS_BLOCKED);
      return;
    }
    if (machine_is_handshake(m, c)) {
      machine_fail(m, PROCESS_HANDSHAKE);
      return;
    }
    machine_execute(m, c);
    if (m->fault > PROCESS_ASSERTION) return;
    control = c->target;
    if (!control || !proctype->controls.data[control].deterministic) return;
  }
  machine_fail(m, PROCESS_ENDLESS);
}

void machine_execute(ProcessMachine *m, const ProcessCommand *c) {
  switch (c->action) {
  case PROCESS_GUARD: machine_evaluate(m, c->expression); break;
  case PROCESS_ASSIGN: assign(m, c); break;
  case PROCESS_SEND: machine_send(m, c); break;
  case PROCESS_RECEIVE: machine_receive(m, c); break;
  case PROCESS_ASSERT:
    if (!machine_evaluate(m, c->expression)) machine_fail(m, PROCESS_ASSERTION);
    break;
  case PROCESS_PRINT: print_values(m, c); break;
  case PROCESS_SET_PRIORITY: set_priority(m, c); break;
  case PROCESS_SEQUENCE: run_sequence(m, c); break;
  case PROCESS_END: machine_end_process(m); break;
  default: break;
  }
}
