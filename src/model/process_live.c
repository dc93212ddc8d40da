/* See process_live.h. A backward data flow analysis, by bytes of the frame. */
#include "model/process_live.h"

#include "base/bits.h"
#include "model/process_constant.h"

struct ProcessLive {
  const Processes *program;
  Bits used;      /* by byte of the globals: their values matter */
  U32Vec unused;  /* bytes of the globals that change and are not used */
  Bits *always;   /* by proctype */
  Bits *changing; /* by proctype: some statement writes them */
  U32Vec **dead;  /* by proctype and control state: bytes */
  bool idle;      /* nothing is ever dead */
};

/* ---- what is read and written ---- */

/* What is read, by bytes of the frame and of the globals; either may be NULL. */
typedef struct {
  const Processes *program;
  Bits *locals, *globals;
} Reads;

static size_t bytes_of(const Processes *program, const ProcessPlace *place) {
  size_t bytes = process_type_size(place->type, place->bits);
  for (uint32_t i = 0; i < place->indices; i++) {
    const ProcessIndex *index = program->indices.data + place->first_index + i;
    bytes += (size_t)(index->bound - 1) * index->stride;
  }
  return bytes;
}

static void read_expression(Reads *reads, uint32_t expression);

static void read_indices(Reads *reads, const ProcessPlace *place) {
  for (uint32_t i = 0; i < place->indices; i++)
    read_expression(reads, reads->program->indices.data[place->first_index + i].expression);
}

static void read_place(Reads *reads, const ProcessPlace *place) {
  Bits *bytes = place->local ? reads->locals : reads->globals;
  size_t count = bytes_of(reads->program, place);
  read_indices(reads, place);
  for (size_t i = 0; i < count && bytes; i++) bits_set(bytes, place->offset + i);
}

static void read_arguments(Reads *reads, uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const ProcessArgument *argument = reads->program->arguments.data + first + i;
    if (argument->kind == PROCESS_MATCH || argument->kind == PROCESS_GIVE)
      read_expression(reads, argument->operand);
  }
}

static bool is_binary(ProcessOperator operator) {
  return operator>= PROCESS_ADD && operator<= PROCESS_OR;
}

/* Every expression that is an operand is read, whatever the operator does with it. */
static void read_expression(Reads *reads, uint32_t expression) {
  if (expression == PROCESS_NONE) return;
  const ProcessExpression *e = reads->program->expressions.data + expression;
  const ProcessPlace *places = reads->program->places.data;
  switch (e->operator) {
  case PROCESS_CONSTANT:
  case PROCESS_TIMEOUT:
  case PROCESS_NO_PROGRESS:
  case PROCESS_OWN_PID:
  case PROCESS_NUMBER:
  case PROCESS_LAST: return;
  case PROCESS_VARIABLE: read_place(reads, places + e->a); return;
  case PROCESS_REMOTE: /* the place is of another process; its indices are evaluated here */
    read_indices(reads, places + e->a);
    read_expression(reads, e->b);
    return;
  case PROCESS_AT: read_expression(reads, e->b); return;
  case PROCESS_RUN: read_arguments(reads, e->b, (uint32_t)e->value); return;
  case PROCESS_POLL:
    read_expression(reads, e->a);
    read_arguments(reads, e->b, (uint32_t)e->value);
    return;
  case PROCESS_IF: read_expression(reads, e->c); break;
  default: break;
  }
  read_expression(reads, e->a);
  if (e->operator== PROCESS_IF || is_binary(e->operator)) read_expression(reads, e->b);
}

/* The same of an expression whose value does not matter: what decides whether it can be evaluated
 * is read, and what it does. */
static void read_hazards(Reads *reads, uint32_t expression) {
  const ProcessExpression *e = reads->program->expressions.data + expression;
  switch (e->operator) {
  case PROCESS_CONSTANT: return;
  case PROCESS_VARIABLE: read_indices(reads, reads->program->places.data + e->a); return;
  case PROCESS_NOT:
  case PROCESS_NEGATE:
  case PROCESS_COMPLEMENT: read_hazards(reads, e->a); return;
  case PROCESS_DIVIDE:
  case PROCESS_MODULO:
    read_hazards(reads, e->a);
    read_expression(reads, e->b);
    return;
  case PROCESS_AND: /* the first part decides whether the second is evaluated */
  case PROCESS_OR: break;
  default:
    if (!is_binary(e->operator)) break;
    read_hazards(reads, e->a);
    read_hazards(reads, e->b);
    return;
  }
  read_expression(reads, expression);
}

/* A place that is written: a scalar dies before. */
static void write_place(const ProcessPlace *place, Bits *live) {
  size_t bytes = process_type_size(place->type, place->bits);
  for (size_t i = 0; i < bytes && place->local && !place->indices; i++)
    bits_clear(live, place->offset + i);
}

static bool some_set(const Bits *bits, const Processes *program, const ProcessPlace *place) {
  size_t count = bytes_of(program, place);
  for (size_t i = 0; i < count; i++)
    if (bits_get(bits, place->offset + i)) return true;
  return false;
}

/* What a command that is no assignment reads. */
static void read_command(Reads *reads, const ProcessCommand *c) {
  switch (c->action) {
  case PROCESS_RECEIVE:
    for (uint32_t i = 0; i < c->arguments; i++) {
      const ProcessArgument *argument = reads->program->arguments.data + c->first_argument + i;
      if (argument->kind == PROCESS_BIND)
        read_indices(reads, reads->program->places.data + argument->operand);
    }
    read_arguments(reads, c->first_argument, c->arguments);
    read_expression(reads, c->expression);
    return;
  case PROCESS_SEND:
  case PROCESS_SET_PRIORITY:
    read_arguments(reads, c->first_argument, c->arguments);
    read_expression(reads, c->expression);
    return;
  case PROCESS_PRINT: read_arguments(reads, c->first_argument, c->arguments); return;
  case PROCESS_GUARD:
  case PROCESS_ASSERT: read_expression(reads, c->expression); return;
  default: return;
  }
}

/* An assignment to a place; `matters`: its value will be read. */
static void read_assignment(Reads *reads, const ProcessCommand *c, bool matters) {
  read_indices(reads, reads->program->places.data + c->place);
  if (matters) read_expression(reads, c->expression);
  else read_hazards(reads, c->expression);
}

/* From what is live behind a command of a proctype to what is live before it. */
static void pass_command(const ProcessLive *live, uint32_t t, const ProcessCommand *c, Bits *now) {
  const Processes *program = live->program;
  Reads reads = {program, now, NULL};
  if (c->action == PROCESS_ASSIGN) {
    if (c->more != PROCESS_NONE) pass_command(live, t, program->commands.data + c->more, now);
    const ProcessPlace *place = program->places.data + c->place;
    bool matters = place->local
                       ? some_set(now, program, place) || some_set(live->always + t, program, place)
                       : some_set(&live->used, program, place);
    write_place(place, now);
    read_assignment(&reads, c, matters);
    return;
  }
  for (uint32_t i = 0; c->action == PROCESS_RECEIVE && i < c->arguments; i++) {
    const ProcessArgument *argument = program->arguments.data + c->first_argument + i;
    if (argument->kind == PROCESS_BIND) write_place(program->places.data + argument->operand, now);
  }
  read_command(&reads, c);
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

static void use(Reads *reads, uint32_t command) {
  const ProcessCommand *c = reads->program->commands.data + command;
  if (c->action != PROCESS_ASSIGN) {
    read_command(reads, c);
    return;
  }
  const ProcessPlace *place = reads->program->places.data + c->place;
  read_assignment(reads, c,
                  some_set(place->local ? reads->locals : reads->globals, reads->program, place));
  if (c->more != PROCESS_NONE) use(reads, c->more);
}

static size_t count_used(const ProcessLive *live, const Bits *locals) {
  size_t count = bits_count(&live->used);
  for (size_t t = 0; t < live->program->proctypes.size; t++) count += bits_count(locals + t);
  return count;
}

/* A variable is used if some statement, formula or first value reads it, unless it is an assignment
 * to one that is not used. */
static void find_used(ProcessLive *live, const Bits *changing) {
  const Processes *program = live->program;
  size_t types = program->proctypes.size;
  Bits *locals = mem_array(types + 1, sizeof *locals);
  Reads reads = {program, NULL, &live->used};
  for (size_t i = 0; i < program->formulas.size; i++)
    if (program->formulas.data[i].operator== LTL_ATOM)
      read_expression(&reads, program->formulas.data[i].a);
  for (size_t t = 0; t < types; t++) {
    const Proctype *type = program->proctypes.data + t;
    locals[t] = bits_copy(live->always + t);
    reads.locals = locals + t;
    read_expression(&reads, type->provided);
    for (size_t i = 0; i < type->initial.size; i++)
      read_expression(&reads, program->initials.data[type->initial.data[i]].expression);
  }
  for (size_t before = SIZE_MAX; before != count_used(live, locals);) {
    before = count_used(live, locals);
    for (size_t t = 0; t < types; t++) {
      const U32Vec *commands = &program->proctypes.data[t].choices;
      reads.locals = locals + t;
      for (size_t i = 0; i < commands->size; i++) use(&reads, commands->data[i]);
    }
  }
  for (size_t t = 0; t < types; t++) bits_free(locals + t);
  mem_free(locals);
  for (uint32_t byte = 0; byte < program->global_size; byte++)
    if (bits_get(changing, byte) && !bits_get(&live->used, byte)) vec_push(&live->unused, byte);
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
    pass_command(live, t, c, scratch);
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
    live->idle &= !live->dead[t][q].size;
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
    read_expression(&(Reads){program, live->always + t, NULL}, provided);
  }
  process_find_changing(program, &globals, live->changing);
  keep_what_others_see(live);
  live->used = bits_new(program->global_size + 1);
  find_used(live, &globals);
  live->idle = !live->unused.size;
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
  bits_free(&live->used);
  vec_free(&live->unused);
  mem_free(live->always);
  mem_free(live->changing);
  mem_free(live->dead);
  mem_free(live);
}

bool process_live_is_idle(const ProcessLive *live) { return live->idle; }

void process_live_clear(const ProcessLive *live, const ProcessMachine *machine, uint32_t pid,
                        uint8_t *copy) {
  uint8_t *globals = copy + process_frame_offset(machine, PROCESS_NONE);
  for (size_t i = 0; i < live->unused.size; i++) globals[live->unused.data[i]] = 0;
  if (pid >= process_state_running(copy)) return;
  const U32Vec *dead = live->dead[process_type(machine, pid)] + process_control(machine, pid);
  if (!dead->size) return;
  uint8_t *frame = copy + process_frame_offset(machine, pid);
  for (size_t i = 0; i < dead->size; i++) frame[dead->data[i]] = 0;
}
