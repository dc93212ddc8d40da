/* Processes of Promela that begin and end, as literals; see process_circuit.h. */
#include "view/process_circuit.h"

/* Makes a channel; `number` is what variables know it by. One that the bounds have no room for is
 * outside. */
static void make_channel(Place *p, Lit condition, uint32_t kind, Lit *number) {
  Lit before = LIT_TRUE, done = LIT_FALSE;
  vector_constant(0, number, VALUE);
  for (uint32_t c = 0; c < p->circuit->channels; c++) {
    Lit present = channel_present(p, c);
    Lit here = circuit_and(p, circuit_and(p, before, lit_not(present)), condition);
    const Queue *queue = queue_of(p->circuit, c, kind);
    before = present;
    if (!queue || queue->always) continue;
    Lit value[VALUE];
    vector_constant(c + 1, value, VALUE);
    vector_mux(p->circuit->aig, here, value, number, number, VALUE);
    done = circuit_or(p, done, here);
    field_set_constant(p, here, &queue->present, 1);
  }
  Lit missing = circuit_and(p, condition, lit_not(done));
  p->outside = circuit_or(p, p->outside, circuit_and(p, p->path, missing));
}

static void initialise(Place *p, const U32Vec *list) {
  const Processes *program = p->circuit->program;
  for (size_t i = 0; i < list->size; i++) {
    const ProcessInitial *initial = program->initials.data + list->data[i];
    ProcessPlace place = initial->place;
    Lit value[VALUE];
    vector_constant(0, value, VALUE);
    if (initial->expression != PROCESS_NONE) circuit_value(p, initial->expression, value);
    for (uint32_t k = 0; k < initial->count; k++) {
      if (initial->channel != PROCESS_NONE) make_channel(p, LIT_TRUE, initial->channel, value);
      place_set(p, LIT_TRUE, &place, value);
      place.offset += initial->stride;
    }
  }
}

void circuit_start(Place *p, const ProcessExpression *run, Lit *number) {
  Circuit *circuit = p->circuit;
  const Processes *program = circuit->program;
  const Proctype *proctype = program->proctypes.data + run->a;
  Lit(*arguments)[VALUE] = mem_array((size_t)run->value + 1, sizeof *arguments);
  for (uint32_t i = 0; i < (uint32_t)run->value; i++)
    circuit_value(p, program->arguments.data[run->b + i].operand, arguments[i]);
  Place outer = *p;
  Lit before = LIT_TRUE, done = LIT_FALSE;
  LitVec free = {0}; /* by number: the new process gets it; known before one is made */
  for (uint32_t pid = 0; pid < circuit->slots; pid++) {
    Lit present = process_present(p, pid);
    vec_push(&free, circuit_and(p, before, lit_not(present)));
    before = present;
  }
  processes_running(p, number);
  for (uint32_t pid = 0; pid < circuit->slots; pid++) {
    const Slot *slot = slot_of(circuit, pid, run->a);
    Lit here = circuit_and(p, outer.path, free.data[pid]);
    if (!slot || here == LIT_FALSE) continue;
    p->pid = pid;
    p->type = run->a;
    p->path = here;
    field_set_constant(p, LIT_TRUE, &slot->control,
                       (int32_t)circuit->code[run->a][proctype->start]);
    Lit zero[VALUE];
    vector_constant(0, zero, VALUE);
    for (size_t i = 0; i < proctype->parameters.size; i++)
      place_set(p, LIT_TRUE, program->places.data + proctype->parameters.data[i],
                i < (size_t)run->value ? arguments[i] : zero);
    initialise(p, &proctype->initial);
    done = circuit_or(p, done, free.data[pid]);
  }
  p->pid = outer.pid;
  p->type = outer.type;
  p->path = outer.path;
  p->outside = circuit_or(p, p->outside, circuit_and(p, p->path, lit_not(done)));
  vec_free(&free);
  mem_free(arguments);
}

/* The youngest process goes, and the channels that it made, which are the last ones. */
void circuit_end(Place *p) {
  Circuit *circuit = p->circuit;
  const Slot *slot = slot_of(circuit, p->pid, p->type);
  const ProcessVariableVec *variables = &circuit->program->proctypes.data[p->type].variables;
  uint32_t made =
      channels_made(circuit->program, &circuit->program->proctypes.data[p->type].initial);
  field_clear(p, LIT_TRUE, &slot->control);
  for (uint32_t i = 0; i < process_elements_before(variables, variables->size); i++)
    field_clear(p, LIT_TRUE, slot->variables + i);
  for (uint32_t c = 0; c < circuit->channels && made; c++) {
    Lit goes = lit_not(channel_present(p, c + made));
    for (uint32_t k = 0; k < circuit->program->channels.size; k++) {
      const Queue *queue = queue_of(circuit, c, k);
      const ProcessChannel *kind = circuit->program->channels.data + k;
      if (!queue || queue->always) continue;
      field_clear(p, goes, &queue->present);
      field_clear(p, goes, &queue->length);
      for (uint32_t i = 0; i < kind->capacity * kind->field_count; i++)
        field_clear(p, goes, queue->messages + i);
    }
  }
}
