#include "model/process_constant.h"

/* ---- what changes ---- */

static void mark_place(const Processes *program, uint32_t number, Bits *globals, Bits *frame) {
  const ProcessPlace *place = program->places.data + number;
  size_t end = place->offset + process_type_size(place->type, place->bits);
  for (uint32_t i = 0; i < place->indices; i++) {
    const ProcessIndex *index = program->indices.data + place->first_index + i;
    end += (size_t)(index->bound - 1) * index->stride;
  }
  for (size_t at = place->offset; at < end; at++) bits_set(place->local ? frame : globals, at);
}

static void mark_command(const Processes *program, uint32_t number, Bits *globals, Bits *frame) {
  const ProcessCommand *c = program->commands.data + number;
  if (c->action == PROCESS_ASSIGN) {
    mark_place(program, c->place, globals, frame);
    if (c->more != PROCESS_NONE) mark_command(program, c->more, globals, frame);
  }
  if (c->action != PROCESS_RECEIVE) return;
  for (uint32_t i = 0; i < c->arguments; i++) {
    const ProcessArgument *argument = program->arguments.data + c->first_argument + i;
    if (argument->kind == PROCESS_BIND) mark_place(program, argument->operand, globals, frame);
  }
}

void process_find_changing(const Processes *program, Bits *globals, Bits *frames) {
  for (size_t t = 0; t < program->proctypes.size; t++) {
    const Proctype *type = program->proctypes.data + t;
    for (size_t i = 0; i < type->choices.size; i++)
      mark_command(program, type->choices.data[i], globals, frames + t);
  }
}

/* ---- what is known ---- */

static bool known_place(const ProcessConstants *known, uint32_t number, int32_t *value) {
  const ProcessPlace *place = known->program->places.data + number;
  const uint8_t *bytes = place->local ? known->frame : known->globals;
  size_t offset = place->offset;
  if (!bytes) return false;
  for (uint32_t i = 0; i < place->indices; i++) {
    const ProcessIndex *index = known->program->indices.data + place->first_index + i;
    int32_t at;
    if (!process_constant(known, index->expression, &at)) return false;
    if (at < 0 || (uint32_t)at >= index->bound) return false;
    offset += (size_t)at * index->stride;
  }
  for (uint32_t i = 0; i < process_type_size(place->type, place->bits); i++)
    if (bits_get(place->local ? known->locals_changing : known->changing, offset + i)) return false;
  *value = process_bytes_value(bytes + offset, place->type, place->bits);
  return true;
}

bool process_constant(const ProcessConstants *known, uint32_t expression, int32_t *value) {
  const ProcessExpression *x = known->program->expressions.data + expression;
  int32_t a, b;
  switch (x->operator) {
  case PROCESS_CONSTANT: *value = x->value; return true;
  case PROCESS_OWN_PID: *value = (int32_t)known->pid; return known->pid != PROCESS_NONE;
  case PROCESS_VARIABLE: return known_place(known, x->a, value);
  case PROCESS_ADD:
  case PROCESS_SUBTRACT:
  case PROCESS_MODULO: break;
  default: return false;
  }
  if (!process_constant(known, x->a, &a) || !process_constant(known, x->b, &b)) return false;
  if (x->operator== PROCESS_MODULO && b <= 0) return false;
  if (x->operator== PROCESS_MODULO) *value = a % b;
  else *value = (int32_t)((uint32_t)a + (x->operator== PROCESS_ADD ? (uint32_t)b : -(uint32_t) b));
  return true;
}
