/* Where the parts of a program's state are among the bits of a circuit; see process_circuit.h. */
#include "base/memory.h"
#include "view/process_circuit.h"

enum { MOST_BITS = 4000, MOST_SLOTS = 64, MOST_CHANNELS = 128 };

void circuit_refuse(Circuit *circuit, const char *reason) {
  if (!circuit->refused) circuit->refused = reason;
}

/* ---- fields ---- */

static unsigned bits_for(uint32_t most) {
  unsigned bits = 0;
  while (bits < 32 && most >> bits) bits++;
  return bits;
}

/* Bits of a value of a type; internal numbers are as wide as their range. */
static uint32_t type_width(ProcessType type, uint8_t bits) {
  if (type == PROCESS_BIT) return 1;
  if (type == PROCESS_UNSIGNED) return bits < VALUE ? bits : VALUE;
  return 8 * process_type_size(type, bits);
}

static void add_latches(Circuit *circuit, Field *field, const char *name, int32_t low,
                        int32_t high) {
  if (low == high) return;
  field->is_signed = low < 0;
  field->width = bits_for((uint32_t)(high < 0 ? 0 : high));
  if (low < 0) {
    unsigned below = bits_for(~(uint32_t)low);
    if (below > field->width) field->width = below;
    field->width++;
  }
  Signal *signal = signal_add(&circuit->system->signals, name, SIGNAL_STATE, SIGNAL_WORD);
  signal->is_signed = field->is_signed;
  for (uint32_t b = 0; b < field->width; b++) {
    Lit latch = system_latch(circuit->system, RESET_0);
    vec_push(&circuit->latches, latch);
    vec_push(&signal->bits, latch);
  }
}

static Field field_new(Circuit *circuit, const char *name, int32_t low, int32_t high,
                       ProcessType type, uint8_t bits, uint32_t size) {
  Field field = {.first = (uint32_t)circuit->latches.size,
                 .constant = low,
                 .at = (uint32_t)circuit->work.size,
                 .size = size,
                 .type = type,
                 .bits = bits};
  Lit value[VALUE];
  add_latches(circuit, &field, name, low, high);
  if (field.width)
    vector_resize(circuit->latches.data + field.first, field.width, field.is_signed, value, VALUE);
  else vector_constant((uint32_t)field.constant, value, VALUE);
  for (uint32_t b = 0; b < size; b++) vec_push(&circuit->work, value[b]);
  vec_push(&circuit->fields, field);
  return field;
}

/* A number that the program does not see, from 0 on. */
static Field internal_field(Circuit *circuit, const char *name, uint32_t most) {
  return field_new(circuit, name, 0, (int32_t)most, PROCESS_UNSIGNED, (uint8_t)bits_for(most),
                   bits_for(most));
}

static Field value_field(Circuit *circuit, const char *name, const ProcessRange *range,
                         ProcessType type, uint8_t bits) {
  return field_new(circuit, name, range->low, range->high, type, bits, type_width(type, bits));
}

static Field *fields_new(Circuit *circuit, const char *prefix, const ProcessVariableVec *variables,
                         const ProcessRange *ranges) {
  uint32_t count = process_elements_before(variables, variables->size), at = 0;
  Field *fields = mem_array(count + 1, sizeof *fields);
  Text name = {0};
  for (size_t i = 0; i < variables->size; i++) {
    const ProcessVariable *variable = variables->data + i;
    for (uint32_t k = 0; k < variable->count; k++, at++) {
      text_clear(&name);
      text_format(&name, "%s%s", prefix, variable->name);
      if (variable->array) text_format(&name, "[%u]", k);
      fields[at] = value_field(circuit, name.data, ranges + at, variable->type, variable->bits);
    }
  }
  text_free(&name);
  return fields;
}

/* The element at each byte where one begins. */
static uint32_t *elements_by_byte(const ProcessVariableVec *variables, uint32_t size) {
  uint32_t *at = mem_array((size_t)size + 1, sizeof *at), element = 0;
  for (uint32_t i = 0; i <= size; i++) at[i] = PROCESS_NONE;
  for (size_t i = 0; i < variables->size; i++) {
    const ProcessVariable *v = variables->data + i;
    for (uint32_t k = 0; k < v->count; k++)
      at[v->offset + k * process_type_size(v->type, v->bits)] = element++;
  }
  return at;
}

/* ---- control states ---- */

/* Numbers those that a process can stand in; what is inside a d_step is passed in one step. */
static void number_controls(Circuit *circuit, uint32_t type) {
  const Proctype *proctype = circuit->program->proctypes.data + type;
  uint32_t *code = mem_array(proctype->controls.size + 1, sizeof *code);
  U32Vec open = {0};
  circuit->code[type] = code;
  code[proctype->start] = ++circuit->codes[type];
  vec_push(&open, proctype->start);
  while (open.size) {
    const ProcessControl *control = circuit_control(circuit, type, vec_pop(&open));
    for (uint32_t i = 0; i < control->count; i++) {
      uint32_t target = circuit_command(circuit, type, control, i)->target;
      if (!target || code[target]) continue;
      code[target] = ++circuit->codes[type];
      vec_push(&open, target);
    }
  }
  vec_free(&open);
}

/* ---- all of it ---- */

static void add_slot(Circuit *circuit, uint32_t pid, uint32_t type) {
  const ProcessRange *ranges = circuit->bounds->slots.data[pid][type];
  if (!ranges) return;
  const Proctype *proctype = circuit->program->proctypes.data + type;
  Text name = {0};
  text_format(&name, "%s[%u]@", proctype->name, pid);
  Slot *slot = mem_zalloc(sizeof *slot);
  slot->control = internal_field(circuit, name.data, circuit->codes[type]);
  text_clear(&name);
  text_format(&name, "%s[%u]:", proctype->name, pid);
  slot->variables = fields_new(circuit, name.data, &proctype->variables, ranges);
  text_free(&name);
  circuit->slot[pid * circuit->program->proctypes.size + type] = slot;
}

uint32_t channels_made(const Processes *program, const U32Vec *initials) {
  uint32_t count = 0;
  for (size_t i = 0; i < initials->size; i++) {
    const ProcessInitial *initial = program->initials.data + initials->data[i];
    if (initial->channel != PROCESS_NONE) count += initial->count;
  }
  return count;
}

static void add_queue(Circuit *circuit, uint32_t channel, uint32_t kind) {
  const ProcessRange *ranges = circuit->bounds->channels.data[channel][kind];
  if (!ranges) return;
  const ProcessChannel *of = circuit->program->channels.data + kind;
  Queue *queue = mem_zalloc(sizeof *queue);
  Text name = {0};
  queue->always = channel < channels_made(circuit->program, &circuit->program->global_initial);
  text_format(&name, "%s#%u@", of->name, channel + 1);
  if (!queue->always) queue->present = internal_field(circuit, name.data, 1);
  text_clear(&name);
  text_format(&name, "%s#%u.length", of->name, channel + 1);
  queue->length = internal_field(circuit, name.data, of->capacity);
  queue->messages = mem_array((size_t)of->capacity * of->field_count + 1, sizeof(Field));
  for (uint32_t m = 0; m < of->capacity; m++)
    for (uint32_t f = 0; f < of->field_count; f++) {
      Field *field = queue->messages + m * of->field_count + f;
      text_clear(&name);
      text_format(&name, "%s#%u[%u].%u", of->name, channel + 1, m, f);
      *field = value_field(circuit, name.data, ranges + f, of->fields[f].type, of->fields[f].bits);
    }
  text_free(&name);
  circuit->queue[channel * circuit->program->channels.size + kind] = queue;
}

static bool has_atomic(const Processes *program) {
  for (size_t i = 0; i < program->commands.size; i++)
    if (program->commands.data[i].atomic) return true;
  return false;
}

bool circuit_layout(Circuit *circuit) {
  const Processes *program = circuit->program;
  const ProcessBounds *bounds = circuit->bounds;
  size_t types = program->proctypes.size, kinds = program->channels.size;
  circuit->slots = (uint32_t)bounds->slots.size;
  circuit->channels = (uint32_t)bounds->channels.size;
  circuit->slot = mem_array(circuit->slots * types + 1, sizeof *circuit->slot);
  circuit->queue = mem_array(circuit->channels * kinds + 1, sizeof *circuit->queue);
  circuit->code = mem_array(types + 1, sizeof *circuit->code);
  circuit->codes = mem_array(types + 1, sizeof *circuit->codes);
  circuit->local_at = mem_array(types + 1, sizeof *circuit->local_at);
  circuit->global_at = elements_by_byte(&program->globals, program->global_size);
  if (circuit->slots > MOST_SLOTS) circuit_refuse(circuit, "it has too many processes at once");
  if (circuit->channels > MOST_CHANNELS) circuit_refuse(circuit, "it has too many channels");
  if (program->has_priority) circuit_refuse(circuit, "priorities are not translated");
  if (program->trace != PROCESS_NONE) circuit_refuse(circuit, "traces are not translated");
  if (circuit->refused) return false;
  circuit->globals = fields_new(circuit, "", &program->globals, bounds->globals.data);
  for (uint32_t t = 0; t < types; t++) {
    const Proctype *proctype = program->proctypes.data + t;
    number_controls(circuit, t);
    circuit->local_at[t] = elements_by_byte(&proctype->variables, proctype->size);
  }
  for (uint32_t pid = 0; pid < circuit->slots; pid++)
    for (uint32_t t = 0; t < types; t++) add_slot(circuit, pid, t);
  for (uint32_t c = 0; c < circuit->channels; c++)
    for (uint32_t k = 0; k < kinds; k++) add_queue(circuit, c, k);
  uint32_t most = has_atomic(program) ? circuit->slots : 0;
  circuit->exclusive = internal_field(circuit, "_exclusive", most);
  most = program->has_last && circuit->slots ? circuit->slots - 1 : 0;
  circuit->last = internal_field(circuit, "_last", most);
  if (circuit->latches.size > MOST_BITS) circuit_refuse(circuit, "its states have too many bits");
  return !circuit->refused;
}

void circuit_free_layout(Circuit *circuit) {
  size_t types = circuit->program->proctypes.size, kinds = circuit->program->channels.size;
  for (size_t i = 0; i < circuit->slots * types; i++)
    if (circuit->slot[i]) {
      mem_free(circuit->slot[i]->variables);
      mem_free(circuit->slot[i]);
    }
  for (size_t i = 0; i < circuit->channels * kinds; i++)
    if (circuit->queue[i]) {
      mem_free(circuit->queue[i]->messages);
      mem_free(circuit->queue[i]);
    }
  for (size_t t = 0; t < types; t++) {
    mem_free(circuit->code[t]);
    mem_free(circuit->local_at[t]);
  }
  mem_free(circuit->slot);
  mem_free(circuit->queue);
  mem_free(circuit->code);
  mem_free(circuit->codes);
  mem_free(circuit->local_at);
  mem_free(circuit->global_at);
  mem_free(circuit->globals);
  vec_free(&circuit->latches);
  vec_free(&circuit->work);
  vec_free(&circuit->fields);
}

/* ---- reading and writing ---- */

Lit circuit_and(const Place *p, Lit a, Lit b) { return aig_and(p->circuit->aig, a, b); }
Lit circuit_or(const Place *p, Lit a, Lit b) { return aig_or(p->circuit->aig, a, b); }

void field_get(const Place *p, const Field *field, Lit *value) {
  vector_resize(p->state + field->at, field->size, field->type == PROCESS_SHORT, value, VALUE);
}

void circuit_truncate(ProcessType type, uint8_t bits, const Lit *value, Lit *stored) {
  switch (type) {
  case PROCESS_BIT: vector_resize(value, 1, false, stored, VALUE); break;
  case PROCESS_SHORT: vector_resize(value, 16, true, stored, VALUE); break;
  case PROCESS_INT: vector_resize(value, VALUE, false, stored, VALUE); break;
  case PROCESS_UNSIGNED: vector_resize(value, bits < 32 ? bits : 32, false, stored, VALUE); break;
  default: vector_resize(value, 8, false, stored, VALUE); break;
  }
}

Lit field_store(const Place *p, const Field *field, Lit *latches) {
  Lit value[VALUE], held[VALUE];
  field_get(p, field, value);
  if (field->width) vector_resize(value, field->width, field->is_signed, held, VALUE);
  else vector_constant((uint32_t)field->constant, held, VALUE);
  vector_resize(value, field->width, false, latches, field->width);
  return vector_equal(p->circuit->aig, value, held, VALUE);
}

void field_set(Place *p, Lit condition, const Field *field, const Lit *value) {
  Lit stored[VALUE];
  circuit_truncate(field->type, field->bits, value, stored);
  Lit done = circuit_and(p, p->path, condition);
  vector_mux(p->circuit->aig, done, stored, p->state + field->at, p->state + field->at,
             field->size);
}

void field_clear(Place *p, Lit condition, const Field *field) {
  Lit done = circuit_and(p, p->path, condition);
  if (!field->width) return; /* what is not there has no value, not even another one */
  for (uint32_t b = 0; b < field->size; b++)
    p->state[field->at + b] = circuit_and(p, p->state[field->at + b], lit_not(done));
}

void field_set_constant(Place *p, Lit condition, const Field *field, int32_t value) {
  Lit bits[VALUE];
  vector_constant((uint32_t)value, bits, VALUE);
  field_set(p, condition, field, bits);
}

Lit field_is(const Place *p, const Field *field, int32_t value) {
  Lit held[VALUE], wanted[VALUE];
  field_get(p, field, held);
  vector_constant((uint32_t)value, wanted, VALUE);
  return vector_equal(p->circuit->aig, held, wanted, VALUE);
}

/* ---- what there is ---- */

const Slot *slot_of(const Circuit *circuit, uint32_t pid, uint32_t type) {
  return pid < circuit->slots ? circuit->slot[pid * circuit->program->proctypes.size + type] : NULL;
}

const Queue *queue_of(const Circuit *circuit, uint32_t channel, uint32_t kind) {
  return channel < circuit->channels
             ? circuit->queue[channel * circuit->program->channels.size + kind]
             : NULL;
}

Lit slot_present(const Place *p, uint32_t pid, uint32_t type) {
  const Slot *slot = slot_of(p->circuit, pid, type);
  return slot ? lit_not(field_is(p, &slot->control, 0)) : LIT_FALSE;
}

Lit process_present(const Place *p, uint32_t pid) {
  Lit any = LIT_FALSE;
  for (uint32_t t = 0; t < p->circuit->program->proctypes.size; t++)
    any = circuit_or(p, any, slot_present(p, pid, t));
  return any;
}

Lit slot_at(const Place *p, uint32_t pid, uint32_t type, uint32_t control) {
  const Slot *slot = slot_of(p->circuit, pid, type);
  uint32_t code = p->circuit->code[type][control];
  return slot && code ? field_is(p, &slot->control, (int32_t)code) : LIT_FALSE;
}

Lit queue_present(const Place *p, uint32_t channel, uint32_t kind) {
  const Queue *queue = queue_of(p->circuit, channel, kind);
  if (!queue) return LIT_FALSE;
  return queue->always ? LIT_TRUE : p->state[queue->present.at];
}

Lit channel_present(const Place *p, uint32_t channel) {
  Lit any = LIT_FALSE;
  for (uint32_t k = 0; k < p->circuit->program->channels.size; k++)
    any = circuit_or(p, any, queue_present(p, channel, k));
  return any;
}

void processes_running(const Place *p, Lit *value) {
  vector_constant(0, value, VALUE);
  for (uint32_t pid = 0; pid < p->circuit->slots; pid++) {
    Lit number[VALUE];
    vector_constant(pid + 1, number, VALUE);
    vector_mux(p->circuit->aig, process_present(p, pid), number, value, value, VALUE);
  }
}

/* ---- states as bits ---- */

static void put(Bits *bits, const Field *field, int32_t value) {
  for (uint32_t b = 0; b < field->width; b++)
    bits_put(bits, field->first + b, (uint32_t)value >> b & 1);
}

static void put_all(Bits *bits, const Field *fields, const ProcessMachine *machine, uint32_t pid,
                    const ProcessVariableVec *variables) {
  for (size_t i = 0; i < variables->size; i++)
    for (uint32_t k = 0; k < variables->data[i].count; k++)
      put(bits, fields++, process_read(machine, pid, variables->data + i, k));
}

void circuit_encode(const Circuit *circuit, const ProcessMachine *machine, const uint8_t *state,
                    Bits *bits) {
  const Processes *program = circuit->program;
  for (size_t i = 0; i < circuit->latches.size; i++) bits_put(bits, i, false);
  put_all(bits, circuit->globals, machine, PROCESS_NONE, &program->globals);
  for (uint32_t pid = 0; pid < process_state_running(state); pid++) {
    uint32_t type = process_type(machine, pid);
    const Slot *slot = slot_of(circuit, pid, type);
    put(bits, &slot->control, (int32_t)circuit->code[type][process_control(machine, pid)]);
    put_all(bits, slot->variables, machine, pid, &program->proctypes.data[type].variables);
  }
  for (uint32_t c = 0; c < process_channels(machine); c++) {
    uint32_t kind = process_channel_kind(machine, c);
    uint32_t fields = program->channels.data[kind].field_count;
    const Queue *queue = queue_of(circuit, c, kind);
    if (!queue->always) put(bits, &queue->present, 1);
    put(bits, &queue->length, (int32_t)process_channel_length(machine, c));
    for (uint32_t m = 0; m < process_channel_length(machine, c); m++)
      for (uint32_t f = 0; f < fields; f++)
        put(bits, queue->messages + m * fields + f, process_channel_field(machine, c, m, f));
  }
  uint32_t exclusive = process_state_exclusive(state);
  put(bits, &circuit->exclusive, exclusive == PROCESS_NONE ? 0 : (int32_t)exclusive + 1);
  put(bits, &circuit->last, process_state_last(state));
}
