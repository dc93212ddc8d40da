/* Messages; see process_machine.h. */
#include "model/process_machine.h"

uint8_t *machine_message(const ProcessMachine *m, uint32_t channel, uint32_t message) {
  return m->state + m->channels[channel] + CHANNEL +
         (size_t)message * machine_kind(m, channel)->message;
}

int32_t machine_field(const ProcessMachine *m, uint32_t channel, uint32_t message, uint32_t field) {
  const ProcessChannel *kind = machine_kind(m, channel);
  return machine_load(machine_message(m, channel, message) + kind->fields[field].offset,
                      kind->fields[field].type, kind->fields[field].bits);
}

/* Whether the arguments of a receive fit a message; `offer`: the one that is offered. */
static bool fits(ProcessMachine *m, uint32_t first, uint32_t count, uint32_t channel,
                 uint32_t message, bool offer) {
  for (uint32_t i = 0; i < count; i++) {
    const ProcessArgument *argument = &m->program->arguments.data[first + i];
    if (argument->kind != PROCESS_MATCH) continue;
    int32_t there = offer ? m->message[i] : machine_field(m, channel, message, i);
    if (there != machine_evaluate(m, argument->operand)) return false;
  }
  return true;
}

uint32_t machine_find_message(ProcessMachine *m, uint32_t first, uint32_t count, uint32_t channel,
                              bool anywhere) {
  uint32_t length = machine_length(m, channel);
  if (count > machine_kind(m, channel)->field_count) {
    machine_fail(m, PROCESS_BAD_MESSAGE);
    return PROCESS_NONE;
  }
  for (uint32_t i = 0; i < (anywhere ? length : length > 0); i++)
    if (fits(m, first, count, channel, i, false)) return i;
  return PROCESS_NONE;
}

bool machine_send_fits(ProcessMachine *m, const ProcessCommand *c, uint32_t *channel) {
  *channel = machine_channel(m, c->expression);
  if (*channel == PROCESS_NONE) return true; /* the step fails with this fault */
  const ProcessChannel *kind = machine_kind(m, *channel);
  if (c->arguments != kind->field_count) {
    machine_fail(m, PROCESS_BAD_MESSAGE);
    return true;
  }
  return !kind->capacity || machine_length(m, *channel) < kind->capacity;
}

bool machine_receive_fits(ProcessMachine *m, const ProcessCommand *c) {
  uint32_t channel = machine_channel(m, c->expression);
  if (channel == PROCESS_NONE) return !m->offered;
  if (!machine_kind(m, channel)->capacity)
    return m->offered && m->offer == channel && !c->peek && c->arguments <= m->offer_count &&
           fits(m, c->first_argument, c->arguments, channel, 0, true);
  if (m->offered) return false;
  return machine_find_message(m, c->first_argument, c->arguments, channel, c->anywhere) !=
             PROCESS_NONE ||
         m->fault > PROCESS_ASSERTION;
}

bool machine_is_handshake(ProcessMachine *m, const ProcessCommand *c) {
  if (c->action != PROCESS_SEND) return false;
  uint32_t channel = machine_channel(m, c->expression);
  return channel != PROCESS_NONE && !machine_kind(m, channel)->capacity;
}

static void insert_message(ProcessMachine *m, const ProcessCommand *c, uint32_t channel) {
  const ProcessChannel *kind = machine_kind(m, channel);
  uint32_t length = machine_length(m, channel), at = length;
  int32_t *values = m->values;
  for (uint32_t i = 0; i < c->arguments; i++)
    values[i] = machine_evaluate(m, m->program->arguments.data[c->first_argument + i].operand);
  if (c->sorted) {
    /* Before the first message that is larger, field by field. */
    for (at = 0; at < length; at++) {
      uint32_t field = 0;
      while (field < kind->field_count && machine_field(m, channel, at, field) == values[field])
        field++;
      if (field < kind->field_count && values[field] < machine_field(m, channel, at, field)) break;
    }
    uint8_t *place = machine_message(m, channel, at);
    size_t moved = (size_t)(length - at) * kind->message;
    machine_touch(m, place, moved + kind->message);
    memmove(place + kind->message, place, moved);
  }
  uint8_t *message = machine_message(m, channel, at);
  for (uint32_t i = 0; i < kind->field_count; i++)
    machine_store(m, message + kind->fields[i].offset, kind->fields[i].type, kind->fields[i].bits,
                  values[i]);
  machine_put16(m, m->state + m->channels[channel] + 1, length + 1);
  if (m->program->trace == PROCESS_NONE) return;
  for (uint32_t i = 0; i < kind->field_count; i++) values[i] = machine_field(m, channel, at, i);
  machine_event(m, channel, values, true);
}

void machine_send(ProcessMachine *m, const ProcessCommand *c) {
  uint32_t channel = PROCESS_NONE;
  if (machine_send_fits(m, c, &channel) && m->fault <= PROCESS_ASSERTION)
    insert_message(m, c, channel);
}

static void remove_message(ProcessMachine *m, uint32_t channel, uint32_t message) {
  size_t bytes = machine_kind(m, channel)->message;
  uint32_t length = machine_length(m, channel) - 1;
  uint8_t *place = machine_message(m, channel, message);
  size_t moved = (length - message) * bytes;
  machine_touch(m, place, moved + bytes);
  memmove(place, place + bytes, moved);
  memset(place + moved, 0, bytes);
  machine_put16(m, m->state + m->channels[channel] + 1, length);
}

void machine_receive(ProcessMachine *m, const ProcessCommand *c) {
  uint32_t channel = machine_channel(m, c->expression);
  if (channel == PROCESS_NONE) return;
  bool offer = !machine_kind(m, channel)->capacity;
  uint32_t message =
      offer ? 0 : machine_find_message(m, c->first_argument, c->arguments, channel, c->anywhere);
  if (message == PROCESS_NONE) return;
  /* All values are read before one is written: the channel may hang on a variable. */
  int32_t values[256];
  uint32_t count = machine_kind(m, channel)->field_count;
  for (uint32_t i = 0; i < count; i++)
    values[i] = offer ? m->message[i] : machine_field(m, channel, message, i);
  if (m->program->trace != PROCESS_NONE && !c->peek) {
    if (offer) machine_event(m, channel, values, true);
    machine_event(m, channel, values, false);
  }
  if (!offer && !c->peek) remove_message(m, channel, message);
  if (offer) m->offered = false;
  for (uint32_t i = 0; i < c->arguments && i < count; i++) { /* a message fits, so all have one */
    const ProcessArgument *argument = &m->program->arguments.data[c->first_argument + i];
    if (argument->kind == PROCESS_BIND)
      machine_write(m, &m->program->places.data[argument->operand], values[i]);
  }
}

void machine_offer(ProcessMachine *m, const ProcessCommand *c, uint32_t channel) {
  const ProcessChannel *kind = machine_kind(m, channel);
  for (uint32_t i = 0; i < c->arguments; i++) {
    int32_t value = machine_evaluate(m, m->program->arguments.data[c->first_argument + i].operand);
    m->message[i] = process_truncate(kind->fields[i].type, kind->fields[i].bits, value);
  }
  m->offered = true;
  m->offer = channel;
  m->offer_count = c->arguments;
}
