/* Loading a state, and looking at it; see process_machine.h. */
#include "model/process_machine.h"

const char *process_fault_text(ProcessFault fault) {
  static const char *const texts[PROCESS_FAULTS] = {
      [PROCESS_FINE] = "no fault",
      [PROCESS_UNEXPECTED] = "the trace does not allow this message",
      [PROCESS_ALL_EVENTS] = "all messages of the notrace were exchanged",
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
      [PROCESS_UNDECIDED] = "the message fits the trace in more than one way",
  };
  return texts[fault];
}

ProcessMachine *process_machine_new(const Processes *program) {
  ProcessMachine *m = mem_zalloc(sizeof *m);
  m->program = program;
  m->scratch = mem_zalloc(PROCESS_STATE_LIMIT);
  m->base[BASE_GLOBALS] = HEADER;
  for (size_t i = 0; i < program->proctypes.size; i++)
    m->part_sizes[i] = FRAME + program->proctypes.data[i].size;
  for (size_t i = 0; i < program->channels.size; i++)
    m->part_sizes[i | IS_CHANNEL] = (uint32_t)machine_channel_size(program->channels.data + i);
  return m;
}

ProcessMachine *process_machine_new_fast(const Processes *program) {
  ProcessMachine *m = process_machine_new(program);
  size_t words = PROCESS_STATE_LIMIT / 4;
  m->code = process_code_new(program);
  m->stamps = mem_array(words, sizeof *m->stamps);
  m->changes = mem_array(words, sizeof *m->changes);
  m->turn = 1;
  return m;
}

void process_machine_on_print(ProcessMachine *m, ProcessPrint print, void *context) {
  m->print = print;
  m->print_context = context;
}

void process_machine_free(ProcessMachine *m) {
  if (!m) return;
  process_code_free(m->code);
  mem_free(m->stamps);
  mem_free(m->changes);
  mem_free(m->scratch);
  mem_free(m);
}

/* Most states have the parts of the one before: to see that needs no walk from part to part. */
static bool has_same_parts(const ProcessMachine *m) {
  if (m->size != m->parts_size) return false;
  unsigned other = 0;
  for (uint32_t i = 0; i < m->part_count; i++) other |= m->state[m->parts[i]] ^ m->part_types[i];
  return !other;
}

void machine_find_parts(ProcessMachine *m) {
  if (has_same_parts(m)) return;
  uint32_t at = HEADER + m->program->global_size, processes = 0, channels = 0, count = 0;
  while (at < m->size) {
    uint8_t type = m->state[at];
    m->parts[count] = at;
    m->part_types[count++] = type;
    if (type & IS_CHANNEL) m->channels[channels++] = at;
    else m->frames[processes++] = at;
    at += m->part_sizes[type];
  }
  m->part_count = count;
  m->parts_size = m->size;
}

void process_load(ProcessMachine *m, const uint8_t *state, size_t size) {
  m->state = (uint8_t *)state; /* not written while looking */
  m->size = size;
  m->offered = m->timeout = false;
  machine_find_parts(m);
}

uint32_t process_state_exclusive(const uint8_t *state) {
  return state[AT_EXCLUSIVE] ? state[AT_EXCLUSIVE] - 1U : PROCESS_NONE;
}

uint32_t process_state_running(const uint8_t *state) { return state[AT_PROCESSES]; }

uint8_t process_state_last(const uint8_t *state) { return state[AT_LAST]; }

uint32_t process_type(const ProcessMachine *m, uint32_t pid) { return m->state[m->frames[pid]]; }

uint32_t process_control(const ProcessMachine *m, uint32_t pid) { return machine_control(m, pid); }

size_t process_frame_offset(const ProcessMachine *m, uint32_t pid) {
  return pid == PROCESS_NONE ? (size_t)HEADER : m->frames[pid] + (size_t)FRAME;
}

const uint8_t *process_frame(const ProcessMachine *m, uint32_t pid) {
  return m->state + process_frame_offset(m, pid);
}

int32_t process_bytes_value(const uint8_t *bytes, ProcessType type, uint8_t bits) {
  return machine_load(bytes, type, bits);
}

int32_t process_read(const ProcessMachine *m, uint32_t pid, const ProcessVariable *variable,
                     uint32_t element) {
  size_t base = pid == PROCESS_NONE ? HEADER : m->frames[pid] + FRAME;
  size_t offset =
      variable->offset + (size_t)element * process_type_size(variable->type, variable->bits);
  return machine_load(m->state + base + offset, variable->type, variable->bits);
}

uint32_t process_channels(const ProcessMachine *m) { return m->state[AT_CHANNELS]; }

uint32_t process_channel_kind(const ProcessMachine *m, uint32_t channel) {
  return m->state[m->channels[channel]] & ~(uint32_t)IS_CHANNEL;
}

uint32_t process_channel_length(const ProcessMachine *m, uint32_t channel) {
  return machine_length(m, channel);
}

int32_t process_channel_field(const ProcessMachine *m, uint32_t channel, uint32_t message,
                              uint32_t field) {
  return machine_field(m, channel, message, field);
}

bool process_is_end(const ProcessMachine *m) {
  for (uint32_t i = 0; i < m->state[AT_PROCESSES]; i++)
    if (!machine_control_state(m, i)->end) return false;
  const ProcessControl *trace = machine_trace_state(m);
  return !trace || trace->end;
}

bool process_is_accepting(const ProcessMachine *m) {
  for (uint32_t i = 0; i < m->state[AT_PROCESSES]; i++)
    if (machine_control_state(m, i)->accept) return true;
  const ProcessControl *trace = machine_trace_state(m);
  return trace && trace->accept;
}

bool process_is_progressing(const ProcessMachine *m) { return machine_is_progressing(m); }

int32_t process_evaluate(ProcessMachine *m, uint32_t expression, ProcessFault *fault) {
  return process_evaluate_for(m, PROCESS_NONE, expression, fault);
}

int32_t process_evaluate_for(ProcessMachine *m, uint32_t pid, uint32_t expression,
                             ProcessFault *fault) {
  m->fault = PROCESS_FINE;
  m->testing = true;
  if (pid == PROCESS_NONE) m->pid = pid;
  else machine_select(m, pid);
  int32_t value = machine_evaluate(m, expression);
  m->testing = false;
  *fault = m->fault;
  return value;
}

bool machine_is_progressing(const ProcessMachine *m) {
  for (uint32_t i = 0; i < m->state[AT_PROCESSES]; i++)
    if (machine_control_state(m, i)->progress) return true;
  const ProcessControl *trace = machine_trace_state(m);
  return trace && trace->progress;
}
