/* See process_live.h. A backward data flow analysis, by bytes of the frame. */
#include "model/process_live.h"

#include "base/bits.h"
#include "model/process_constant.h"

struct ProcessLive {
  const Processes *program;
  Bits *always;   /* by proctype */
  Bits *changing; /* by proctype: some statement writes them */
  U32Vec **dead;  /* by proctype and control state: bytes */
};

/* ---- what is read and written ---- */

static size_t bytes_of(const Processes *program, const ProcessPlace *place) {
  size_t bytes = process_type_size(place->type, place->bits);
  for (uint32_t i = 0; i < place->indices; i++) {
    const ProcessIndex *index = program->indices.data + place->first_index + i;
    bytes += (size_t)(index->bound - 1) * index->stride;
  }
  return bytes;
}

static void read_expression(const Processes *program, uint32_t expression, Bits *live);

static void read_indices(const Processes *program, const ProcessPlace *place, Bits *live) {
  for (uint32_t i = 0; i < place->indices; i++)
    read_expression(program, program->indices.data[place->first_index + i].expression, live);
}

static void read_place(const Processes *program, const ProcessPlace *place, Bits *live) {
  size_t bytes = bytes_of(program, place);
  read_indices(program, place, live);
  for (size_t i = 0; i < bytes && place->local; i++) bits_set(live, place->offset + i);
}

static void read_arguments(const Processes *program, uint32_t first, uint32_t count, Bits *live) {
  for (uint32_t i = 0; i < count; i++) {
    const ProcessArgument *argument = program->arguments.data + first + i;
    if (argument->kind == PROCESS_MATCH || argument->kind == PROCESS_GIVE)
      read_expression(program, argument->operand, live);
  }
}

/* Every expression that is an operand is read, whatever the operator does with it. */
static void read_expression(const Processes *program, uint32_t expression, Bits *live) {
  if (expression == PROCESS_NONE) return;
  const ProcessExpression *e = program->expressions.data + expression;
  switch (e->operator) {
  case PROCESS_CONSTANT:
  case PROCESS_TIMEOUT:
  case PROCESS_NO_PROGRESS:
  case PROCESS_OWN_PID:
  case PROCESS_NUMBER:
  case PROCESS_LAST: return;
  case PROCESS_VARIABLE: read_place(program, program->places.data + e->a, live); return;
  case PROCESS_REMOTE: /* the place is of another process; its indices are evaluated here */
    read_indices(program, program->places.data + e->a, live);
    read_expression(program, e->b, live);
    return;
  case PROCESS_AT: read_expression(program, e->b, live); return;
  case PROCESS_RUN: read_arguments(program, e->b, (uint32_t)e->value, live); return;
  case PROCESS_POLL:
    read_expression(program, e->a, live);
    read_arguments(program, e->b, (uint32_t)e->value, live);
    return;
  case PROCESS_IF: read_expression(program, e->c, live); break;
  default: break;
  }
  read_expression(program, e->a, live);
  if (e->operator== PROCESS_IF ||(e->operator>= PROCESS_ADD && e->operator<= PROCESS_OR))
    read_expression(program, e->b, live);
}

/* A place that is written: a scalar dies before, and the indices are read. */
static void write_place(const ProcessPlace *place, Bits *live) {
  size_t bytes = process_type_size(place->type, place->bits);
  for (size_t i = 0; i < bytes && place->local && !place->indices; i++)
    bits_clear(live, place->offset + i);
}

/* From what is live behind a command to what is live before it. */
static void pass_command(const Processes *program, const ProcessCommand *c, Bits *live) {
  switch (c->action) {
  case PROCESS_ASSIGN:
    if (c->more != PROCESS_NONE) pass_command(program, program->commands.data + c->more, live);
    write_place(program->places.data + c->place, live);
    read_indices(program, program->places.data + c->place, live);
    read_expression(program, c->expression, live);
    return;
  case PROCESS_RECEIVE:
    for (uint32_t i = 0; i < c->arguments; i++) {
      const ProcessArgument *argument = program->arguments.data + c->first_argument + i;
      if (argument->kind != PROCESS_BIND) continue;
      write_place(program->places.data + argument->operand, live);
    }
    for (uint32_t i = 0; i < c->arguments; i++) {
      const ProcessArgument *argument = program->arguments.data + c->first_argument + i;
      if (argument->kind != PROCESS_BIND) continue;
      read_indices(program, program->places.data + argument->operand, live);
    }
    read_arguments(program, c->first_argument, c->arguments, live);
    read_expression(program, c->expression, live);
    return;
  case PROCESS_SEND:
  case PROCESS_SET_PRIORITY:
    read_arguments(program, c->first_argument, c->arguments, live);
    read_expression(program, c->expression, live);
    return;
  case PROCESS_PRINT: read_arguments(program, c->first_argument, c->arguments, live); return;
  case PROCESS_GUARD:
  case PROCESS_ASSERT: read_expression(program, c->expression, live); return;
  default: return;
  }
}

/* ---- what is always live ---- */

static void keep_what_others_see(ProcessLive *live) {
  const Processes *program = live->program;
  for (size_t i = 0; i < program->expressions.size; i++) {
    const ProcessExpression *e = program->expressions.data + i;
    if (e->operator!= PROCESS_REMOTE) continue;
    const ProcessPlace *place = program->places.data + e->a;
    size_t bytes = bytes_of(program, place);
    for (size_t k = 0; k < bytes; k++) bits_set(live->always + e->value, place->offset + k);
  }
}

/* ---- the fixpoint ---- */

/* What is live before a control state: joins into `before`; whether that was new. */
static bool pass_control(const ProcessLive *live, uint32_t t, uint32_t q, Bits *before,
                         Bits *scratch) {
  const Proctype *type = live->program->proctypes.data + t;
  const ProcessControl *control = type->controls.data + q;
  bool changed = false;
  for (uint32_t i = 0; i < control->count; i++) {
    const ProcessCommand *c = live->program->commands.data + type->choices.data[control->first + i];
    bits_fill(scratch, false);
    for (size_t byte = 0; byte < type->size; byte++)
      if ((c->target && bits_get(before + c->target, byte)) ||
          (c->action == PROCESS_SEQUENCE && bits_get(before + c->inner, byte)))
        bits_set(scratch, byte);
    pass_command(live->program, c, scratch);
    for (size_t byte = 0; byte < type->size; byte++) {
      if (!bits_get(scratch, byte) || bits_get(before + q, byte)) continue;
      bits_set(before + q, byte);
      changed = true;
    }
  }
  return changed;
}

static void find_dead(ProcessLive *live, uint32_t t) {
  const Proctype *type = live->program->proctypes.data + t;
  uint32_t controls = (uint32_t)type->controls.size;
  Bits *before = mem_array(controls + 1, sizeof *before), scratch = bits_new(type->size + 1);
  for (uint32_t q = 0; q < controls; q++) before[q] = bits_new(type->size + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t q = controls; q-- > 1;) changed |= pass_control(live, t, q, before, &scratch);
  }
  live->dead[t] = mem_array(controls + 1, sizeof **live->dead);
  for (uint32_t q = 0; q < controls; q++) {
    for (uint32_t byte = 0; byte < type->size; byte++)
      if (q && !bits_get(before + q, byte) && !bits_get(live->always + t, byte) &&
          bits_get(live->changing + t, byte))
        vec_push(live->dead[t] + q, byte);
    bits_free(before + q);
  }
  bits_free(&scratch);
  mem_free(before);
}

ProcessLive *process_live_new(const Processes *program) {
  ProcessLive *live = mem_zalloc(sizeof *live);
  size_t types = program->proctypes.size;
  live->program = program;
  live->always = mem_array(types + 1, sizeof *live->always);
  live->changing = mem_array(types + 1, sizeof *live->changing);
  live->dead = mem_array(types + 1, sizeof *live->dead);
  Bits globals = bits_new(program->global_size + 1);
  for (size_t t = 0; t < types; t++) {
    live->always[t] = bits_new(program->proctypes.data[t].size + 1);
    live->changing[t] = bits_new(program->proctypes.data[t].size + 1);
    uint32_t provided = program->proctypes.data[t].provided;
    if (provided != PROCESS_NONE) read_expression(program, provided, live->always + t);
  }
  process_find_changing(program, &globals, live->changing);
  keep_what_others_see(live);
  for (uint32_t t = 0; t < types; t++) find_dead(live, t);
  bits_free(&globals);
  return live;
}

void process_live_free(ProcessLive *live) {
  if (!live) return;
  for (size_t t = 0; t < live->program->proctypes.size; t++) {
    for (size_t q = 0; q < live->program->proctypes.data[t].controls.size; q++)
      vec_free(live->dead[t] + q);
    mem_free(live->dead[t]);
    bits_free(live->always + t);
    bits_free(live->changing + t);
  }
  mem_free(live->always);
  mem_free(live->changing);
  mem_free(live->dead);
  mem_free(live);
}

void process_live_clear(const ProcessLive *live, const ProcessMachine *machine, uint32_t pid,
                        uint8_t *copy) {
  const U32Vec *dead = live->dead[process_type(machine, pid)] + process_control(machine, pid);
  if (!dead->size) return;
  uint8_t *frame = copy + process_frame_offset(machine, pid);
  for (size_t i = 0; i < dead->size; i++) frame[dead->data[i]] = 0;
}
