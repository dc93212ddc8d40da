/* Traces: which messages may be exchanged, in which order; see process_machine.h.
 *
 * A `trace` is a control graph of sends and receives. It is asked of each message of a channel that
 * some send of it names when it is sent, and that some receive of it names when it is received: one
 * of its next statements must fit, and is taken. A `notrace` follows in the same way, until a
 * message does not fit; it must not come to its end. Where it is belongs to the state. */
#include "model/process_machine.h"

static uint8_t *place_of_event(const ProcessMachine *m) {
  return m->state + HEADER + m->program->event;
}

static const Proctype *trace_of(const ProcessMachine *m) {
  return m->program->proctypes.data + m->program->trace;
}

const ProcessControl *machine_trace_state(const ProcessMachine *m) {
  if (m->program->trace == PROCESS_NONE) return NULL;
  uint32_t control = machine_get16(place_of_event(m));
  return control ? trace_of(m)->controls.data + control : NULL;
}

static const ProcessCommand *command_at(const ProcessMachine *m, uint32_t choice) {
  return m->program->commands.data + trace_of(m)->choices.data[choice];
}

static bool is_about(ProcessMachine *m, const ProcessCommand *c, uint32_t channel, bool sent) {
  return c->action == (sent ? PROCESS_SEND : PROCESS_RECEIVE) &&
         machine_evaluate(m, c->expression) == (int32_t)channel + 1;
}

static bool is_watched(ProcessMachine *m, uint32_t channel, bool sent) {
  for (uint32_t i = 0; i < trace_of(m)->choices.size; i++)
    if (is_about(m, command_at(m, i), channel, sent)) return true;
  return false;
}

/* As in SPIN a `goto` or `break` that is an option fits whatever happens. */
static bool fits(ProcessMachine *m, const ProcessCommand *c, uint32_t channel,
                 const int32_t *fields, bool sent) {
  if (c->action == PROCESS_SKIP) return true;
  if (!is_about(m, c, channel, sent)) return false;
  for (uint32_t i = 0; i < c->arguments; i++) {
    const ProcessArgument *argument = m->program->arguments.data + c->first_argument + i;
    if (argument->kind == PROCESS_MATCH && machine_evaluate(m, argument->operand) != fields[i])
      return false;
  }
  return true;
}

static bool is_last(const ProcessMachine *m, uint32_t control) {
  const ProcessControl *state = trace_of(m)->controls.data + control;
  return state->count && command_at(m, state->first)->action == PROCESS_END;
}

/* A notrace is over when it has come to its end, which is a fault, or when a message does not fit.
 */
static void follow_notrace(ProcessMachine *m, const ProcessCommand *taken) {
  bool ends = taken && is_last(m, taken->target);
  if (ends) machine_fail(m, PROCESS_ALL_EVENTS);
  machine_put16(m, place_of_event(m), taken && !ends ? taken->target : 0);
}

void machine_event(ProcessMachine *m, uint32_t channel, const int32_t *fields, bool sent) {
  if (!is_watched(m, channel, sent)) return;
  const ProcessControl *control = machine_trace_state(m);
  const ProcessCommand *taken = NULL;
  for (uint32_t i = 0; control && i < control->count; i++) {
    const ProcessCommand *c = command_at(m, control->first + i);
    if (!fits(m, c, channel, fields, sent)) continue;
    if (taken) machine_fail(m, PROCESS_UNDECIDED);
    taken = c;
  }
  if (m->program->notrace) follow_notrace(m, taken);
  else if (taken) machine_put16(m, place_of_event(m), taken->target);
  else machine_fail(m, PROCESS_UNEXPECTED);
}
