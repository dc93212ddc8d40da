/* Processes and channels that begin and end; see process_machine.h. A state is a stack of them. */
#include "model/process_machine.h"

static bool grow(ProcessMachine *m, size_t bytes) {
  if (m->size + bytes > PROCESS_STATE_LIMIT) {
    machine_fail(m, PROCESS_TOO_LARGE);
    return false;
  }
  memset(m->state + m->size, 0, bytes);
  m->reshaped = true;
  m->size += bytes;
  return true;
}

static uint32_t make_channel(ProcessMachine *m, uint32_t kind) {
  uint32_t channel = m->state[AT_CHANNELS];
  size_t at = m->size;
  if (channel >= PROCESS_CHANNELS) {
    machine_fail(m, PROCESS_TOO_MANY);
    return 0;
  }
  if (!grow(m, machine_channel_size(&m->program->channels.data[kind]))) return 0;
  m->state[at] = (uint8_t)(kind | IS_CHANNEL);
  m->channels[channel] = (uint32_t)at;
  machine_put(m, AT_CHANNELS, (uint8_t)(channel + 1));
  return channel + 1;
}

static void initialise(ProcessMachine *m, const U32Vec *list) {
  for (size_t i = 0; i < list->size; i++) {
    const ProcessInitial *initial = &m->program->initials.data[list->data[i]];
    int32_t value =
        initial->expression == PROCESS_NONE ? 0 : machine_evaluate(m, initial->expression);
    ProcessPlace place = initial->place;
    for (uint32_t k = 0; k < initial->count; k++) {
      if (initial->channel != PROCESS_NONE) value = (int32_t)make_channel(m, initial->channel);
      machine_write(m, &place, value);
      place.offset += initial->stride;
    }
  }
}

/* Makes a process with these arguments; returns its number. */
static uint32_t new_process(ProcessMachine *m, uint32_t type, uint32_t priority,
                            const int32_t *arguments) {
  const Proctype *proctype = &m->program->proctypes.data[type];
  uint32_t pid = m->state[AT_PROCESSES], self = m->pid, frame = m->base[BASE_FRAME];
  size_t at = m->size;
  if (pid >= PROCESS_LIMIT) {
    machine_fail(m, PROCESS_TOO_MANY);
    return 0;
  }
  if (!grow(m, FRAME + proctype->size)) return 0;
  m->state[AT_PROCESSES]++;
  m->state[at] = (uint8_t)type;
  machine_put16(m, m->state + at + 1, proctype->start);
  m->state[at + 3] = m->program->has_priority ? (uint8_t)priority : 0;
  m->frames[pid] = (uint32_t)at;
  machine_select(m, pid);
  for (size_t i = 0; i < proctype->parameters.size; i++)
    machine_write(m, &m->program->places.data[proctype->parameters.data[i]],
                  arguments ? arguments[i] : 0);
  initialise(m, &proctype->initial);
  m->pid = self;
  m->base[BASE_FRAME] = frame;
  return pid;
}

int32_t machine_start_process(ProcessMachine *m, const ProcessExpression *run) {
  int32_t arguments[256] = {0};
  for (uint32_t i = 0; i < (uint32_t)run->value && i < 256; i++)
    arguments[i] = machine_evaluate(m, m->program->arguments.data[run->b + i].operand);
  return (int32_t)new_process(m, run->a, run->c, arguments);
}

/* With it go the channels that were made after it. */
void machine_end_process(ProcessMachine *m) {
  uint32_t pid = m->state[AT_PROCESSES] - 1U;
  while (m->state[AT_CHANNELS] && m->channels[m->state[AT_CHANNELS] - 1] > m->frames[pid])
    m->state[AT_CHANNELS]--;
  m->size = m->frames[pid];
  m->reshaped = true;
  m->state[AT_PROCESSES]--;
}

size_t process_initial(ProcessMachine *m, uint8_t *state, ProcessFault *fault) {
  m->state = state;
  m->size = HEADER + m->program->global_size;
  memset(state, 0, m->size);
  m->parts_size = 0; /* what was found there is overwritten */
  m->fault = PROCESS_FINE;
  m->testing = m->timeout = m->offered = false;
  initialise(m, &m->program->global_initial);
  if (m->program->trace != PROCESS_NONE)
    machine_put16(m, state + HEADER + m->program->event,
                  m->program->proctypes.data[m->program->trace].start);
  for (size_t i = 0; i < m->program->active.size; i++)
    new_process(m, m->program->active.data[i].proctype, m->program->active.data[i].priority, NULL);
  *fault = m->fault;
  return m->size;
}
