/* Which steps there are; see process_step.h. */
#include "model/process_machine.h"

static bool is_provided(ProcessMachine *m, uint32_t pid) {
  const Proctype *proctype = machine_proctype(m, pid);
  if (proctype->provided == PROCESS_NONE) return true;
  machine_select(m, pid);
  return machine_evaluate(m, proctype->provided) != 0;
}

/* With priorities, only processes move that have the highest among those that can. */
bool machine_may_move(ProcessMachine *m, uint32_t pid) {
  if (!is_provided(m, pid)) return false;
  if (!m->program->has_priority) return true;
  uint8_t own = m->state[m->frames[pid] + 3];
  for (uint32_t i = 0; i < m->state[AT_PROCESSES]; i++)
    if (i != pid && m->state[m->frames[i] + 3] > own && is_provided(m, i) &&
        machine_is_enabled(m, i))
      return false;
  return true;
}

/* Whether some other process takes what is offered. */
static bool is_taken(ProcessMachine *m, uint32_t sender) {
  for (uint32_t pid = 0; pid < m->state[AT_PROCESSES]; pid++) {
    if (pid == sender || !is_provided(m, pid)) continue;
    const Proctype *proctype = machine_proctype(m, pid);
    const ProcessControl *state = machine_control_state(m, pid);
    machine_select(m, pid);
    for (uint32_t i = 0; i < state->count; i++)
      if (machine_executable(m, machine_command(m, proctype, state, i))) return true;
  }
  return false;
}

static bool handshake_possible(ProcessMachine *m, const ProcessCommand *c, uint32_t pid) {
  uint32_t channel = machine_channel(m, c->expression);
  if (channel == PROCESS_NONE || c->arguments != machine_kind(m, channel)->field_count) return true;
  machine_offer(m, c, channel);
  bool taken = is_taken(m, pid);
  m->offered = false;
  machine_select(m, pid);
  return taken;
}

bool machine_can_move(ProcessMachine *m, uint32_t pid) {
  const Proctype *proctype = machine_proctype(m, pid);
  const ProcessControl *state = machine_control_state(m, pid);
  machine_select(m, pid);
  for (uint32_t i = 0; i < state->count; i++) {
    const ProcessCommand *c = machine_command(m, proctype, state, i);
    if (c->action == PROCESS_ELSE) {
      if (!m->offered) return true;
    } else if (machine_executable(m, c)) {
      if (m->offered || !machine_is_handshake(m, c) || handshake_possible(m, c, pid)) return true;
    }
  }
  return false;
}

/* ---- there and back ---- */

/* The changes are undone: the machine looks at the state whose steps are taken. */
static void return_to_source(ProcessMachine *m) {
  m->size = m->from_size;
  m->offered = false;
  if (!m->code) {
    m->state = (uint8_t *)m->from; /* not written while looking */
    return;
  }
  m->state = m->scratch;
  if (m->reshaped) {
    memcpy(m->scratch, m->from, m->size);
  } else {
    for (uint32_t i = 0; i < m->changed; i++) {
      size_t at = 4 * (size_t)m->changes[i];
      if (at + 4 <= m->size) memcpy(m->scratch + at, m->from + at, 4);
      else memcpy(m->scratch + at, m->from + at, m->size - at);
    }
  }
  m->reshaped = false;
  m->changed = 0;
  if (++m->turn) return;
  memset(m->stamps, 0, PROCESS_STATE_LIMIT / 4 * sizeof *m->stamps);
  m->turn = 1;
}

/* What follows changes the state. */
static void leave_source(ProcessMachine *m) {
  m->fault = PROCESS_FINE;
  m->offered = false;
  if (m->code) return;
  memcpy(m->scratch, m->from, m->from_size);
  m->state = m->scratch;
  m->size = m->from_size;
}

void process_open(ProcessMachine *m, const uint8_t *state, size_t size) {
  m->from = state;
  m->from_size = size;
  m->reshaped = true; /* all is new */
  m->timeout = false;
  return_to_source(m);
  machine_find_parts(m);
}

bool process_changes(ProcessMachine *m, const uint32_t **words, size_t *count) {
  if (!m->code || m->reshaped) return false;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < m->changed; i++) {
    uint32_t word = m->changes[i], at = kept++;
    for (; at && m->changes[at - 1] > word; at--) m->changes[at] = m->changes[at - 1];
    m->changes[at] = word;
  }
  *words = m->changes;
  *count = m->changed;
  return true;
}

typedef struct {
  ProcessMachine *m;
  ProcessVisit visit;
  void *context;
  size_t found;
  bool stopped;
} Search;

static void advance(ProcessMachine *m, uint32_t pid, const ProcessCommand *c) {
  if (c->target) machine_put16(m, m->state + m->frames[pid] + 1, c->target);
}

/* The successor in `scratch` is complete: who is exclusive, and whether it can go on. */
static void emit(Search *search, const ProcessMove *move, uint32_t pid, const ProcessCommand *c) {
  ProcessMachine *m = search->m;
  machine_put(m, AT_EXCLUSIVE, 0);
  if (m->program->has_last) machine_put(m, AT_LAST, (uint8_t)pid);
  if (c->atomic && m->fault <= PROCESS_ASSERTION) {
    ProcessFault fault = m->fault;
    machine_put(m, AT_EXCLUSIVE, (uint8_t)(pid + 1));
    bool timeout = m->timeout;
    m->timeout = false;
    m->testing = true;
    if (!machine_may_move(m, pid) || !machine_can_move(m, pid)) machine_put(m, AT_EXCLUSIVE, 0);
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
  uint32_t channel = machine_channel(m, c->expression);
  machine_offer(m, c, channel);
  bool any = false;
  for (uint32_t other = m->state[AT_PROCESSES]; other-- > 0 && !search->stopped;) {
    if (other == pid || !is_provided(m, other)) continue;
    const Proctype *proctype = machine_proctype(m, other);
    const ProcessControl *state = machine_control_state(m, other);
    uint32_t escape = 0;
    for (uint32_t i = 0; i < state->count && !search->stopped; i++) {
      const ProcessCommand *receive_command = machine_command(m, proctype, state, i);
      if (escape && receive_command->escape != escape) break;
      machine_select(m, other);
      if (!machine_executable(m, receive_command)) continue;
      escape = receive_command->escape;
      any = true;
      leave_source(m);
      m->offered = true;
      advance(m, pid, c);
      machine_select(m, other);
      machine_execute(m, receive_command);
      advance(m, other, receive_command);
      ProcessMove move = {pid, command_number(m, c), other, command_number(m, receive_command)};
      emit(search, &move, other, receive_command);
      return_to_source(m);
      machine_select(m, pid);
      machine_offer(m, c, channel); /* whether the receiver can go on was asked with others */
    }
  }
  m->offered = false;
  machine_select(m, pid);
  return any;
}

static void visit_command(Search *search, uint32_t pid, const ProcessCommand *c) {
  ProcessMachine *m = search->m;
  leave_source(m);
  machine_execute(m, c);
  if (c->action != PROCESS_END) advance(m, pid, c);
  ProcessMove move = {pid, command_number(m, c), PROCESS_NONE, PROCESS_NONE};
  emit(search, &move, pid, c);
  return_to_source(m);
  machine_select(m, pid);
}

static void visit_process(Search *search, uint32_t pid) {
  ProcessMachine *m = search->m;
  if (!machine_may_move(m, pid)) return;
  const Proctype *proctype = machine_proctype(m, pid);
  const ProcessControl *state = machine_control_state(m, pid);
  uint32_t escape = 0;
  bool moved = false;
  machine_select(m, pid);
  for (uint32_t i = 0; i < state->count && !search->stopped; i++) {
    const ProcessCommand *c = machine_command(m, proctype, state, i);
    if (escape && c->escape != escape) break;
    m->fault = PROCESS_FINE;
    if (c->action == PROCESS_ELSE ? moved : !machine_executable(m, c)) continue;
    escape = c->escape;
    if (m->fault <= PROCESS_ASSERTION && machine_is_handshake(m, c)) {
      moved |= visit_handshakes(search, pid, c);
    } else {
      visit_command(search, pid, c);
      moved = true;
    }
  }
}

static void visit_all(Search *search) {
  const uint8_t *from = search->m->from;
  if (from[AT_EXCLUSIVE]) {
    visit_process(search, from[AT_EXCLUSIVE] - 1U);
    return;
  }
  for (uint32_t pid = from[AT_PROCESSES]; pid-- > 0 && !search->stopped;)
    visit_process(search, pid);
}

size_t process_steps_of(ProcessMachine *m, uint32_t pid, ProcessVisit visit, void *context) {
  Search search = {.m = m, .visit = visit, .context = context};
  visit_process(&search, pid);
  return search.found;
}

size_t process_successors(ProcessMachine *m, const uint8_t *state, size_t size, ProcessVisit visit,
                          void *context) {
  Search search = {.m = m, .visit = visit, .context = context};
  process_open(m, state, size);
  visit_all(&search);
  if (!search.found && m->program->has_timeout) {
    m->timeout = true;
    visit_all(&search);
    m->timeout = false;
  }
  return search.found;
}
