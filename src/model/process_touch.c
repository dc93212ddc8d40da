/* See process_touch.h. */
#include "model/process_touch.h"

/* ---- variables and channels ---- */

/* The globals that a place may be: all values of indices that are not known. */
static void add_elements(const ProcessGather *g, const ProcessPlace *place, uint32_t index,
                         uint32_t offset, ProcessBits *bits) {
  const ProcessResources *r = g->resources;
  if (index == place->indices) {
    uint32_t size = process_type_size(place->type, place->bits);
    for (uint32_t i = 0; i < size; i++) process_bits_set(bits, (offset + i) >> r->shift);
    return;
  }
  const ProcessIndex *dimension = r->program->indices.data + place->first_index + index;
  int32_t value;
  bool known = process_constant(&g->constants, dimension->expression, &value);
  for (uint32_t i = 0; i < dimension->bound; i++)
    if (!known || value == (int32_t)i)
      add_elements(g, place, index + 1, offset + i * dimension->stride, bits);
}

static void add_place(ProcessGather *g, uint32_t number, ProcessBits *bits) {
  const ProcessPlace *place = g->resources->program->places.data + number;
  for (uint32_t i = 0; i < place->indices; i++)
    process_gather_expression(
        g, g->resources->program->indices.data[place->first_index + i].expression);
  if (!place->local) add_elements(g, place, 0, place->offset, bits);
}

void process_gather_channel(const ProcessGather *g, uint32_t expression, int ends,
                            bool handshakes_only, ProcessBits *bits) {
  const ProcessResources *r = g->resources;
  int32_t value = 0;
  bool known = process_constant(&g->constants, expression, &value);
  if (known && (value < 1 || (uint32_t)value > r->channels)) value = 0;
  for (uint32_t i = 0; i <= r->channels; i++) {
    if (known && value != (int32_t)i) continue;
    if (handshakes_only && i && r->capacities[i]) continue;
    if (ends & END_SENT) process_bits_set(bits, r->first_channel + 2 * i);
    if (ends & END_RECEIVED) process_bits_set(bits, r->first_channel + 2 * i + 1);
  }
}

/* ---- expressions ---- */

static void read_arguments(ProcessGather *g, uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const ProcessArgument *argument = g->resources->program->arguments.data + first + i;
    if (argument->kind == PROCESS_MATCH || argument->kind == PROCESS_GIVE)
      process_gather_expression(g, argument->operand);
  }
}

static void start_process(ProcessGather *g, const ProcessExpression *run) {
  const Processes *program = g->resources->program;
  const Proctype *type = program->proctypes.data + run->a;
  read_arguments(g, run->b, (uint32_t)run->value);
  process_bits_set(g->writes, g->resources->born);
  if (g->starts) g->starts[run->a] = true;
  for (size_t i = 0; i < type->initial.size; i++) {
    uint32_t value = program->initials.data[type->initial.data[i]].expression;
    if (value != PROCESS_NONE) process_gather_expression(g, value);
  }
}

static void read_channel(ProcessGather *g, uint32_t channel) {
  process_gather_channel(g, channel, END_SENT | END_RECEIVED, false, g->reads);
  process_gather_expression(g, channel);
}

void process_gather_expression(ProcessGather *g, uint32_t expression) {
  const ProcessExpression *x = g->resources->program->expressions.data + expression;
  switch (x->operator) {
  case PROCESS_CONSTANT:
  case PROCESS_OWN_PID: return;
  case PROCESS_VARIABLE: add_place(g, x->a, g->reads); return;
  case PROCESS_NUMBER:
    process_bits_set(g->reads, g->resources->born);
    process_bits_set(g->reads, g->resources->ended);
    return;
  case PROCESS_TIMEOUT: g->waits = true; return;
  case PROCESS_RUN: start_process(g, x); return;
  case PROCESS_POLL:
    read_arguments(g, x->b, (uint32_t)x->value);
    read_channel(g, x->a);
    return;
  case PROCESS_LENGTH:
  case PROCESS_FULL:
  case PROCESS_EMPTY:
  case PROCESS_NOT_FULL:
  case PROCESS_NOT_EMPTY: read_channel(g, x->a); return;
  case PROCESS_IF: process_gather_expression(g, x->c); break;
  case PROCESS_NOT:
  case PROCESS_NEGATE:
  case PROCESS_COMPLEMENT: process_gather_expression(g, x->a); return;
  default:
    if (x->operator>= PROCESS_ADD && x->operator<= PROCESS_OR) break;
    g->everything = true; /* it looks at what other processes do */
    return;
  }
  process_gather_expression(g, x->a);
  process_gather_expression(g, x->b);
}

/* A guard that is to be true: that a channel has messages, or room, can be undone at one end only;
 * what happens at the other end does not matter to it. */
static void gather_guard(ProcessGather *g, uint32_t expression) {
  const ProcessExpression *x = g->resources->program->expressions.data + expression;
  switch (x->operator) {
  case PROCESS_AND:
    gather_guard(g, x->a);
    gather_guard(g, x->b);
    return;
  case PROCESS_POLL: read_arguments(g, x->b, (uint32_t)x->value); break;
  case PROCESS_NOT_EMPTY:
  case PROCESS_NOT_FULL: break;
  default: process_gather_expression(g, expression); return;
  }
  process_gather_expression(g, x->a);
  process_gather_channel(g, x->a, x->operator== PROCESS_NOT_FULL ? END_SENT : END_RECEIVED, false,
                         g->reads);
}

/* All on which it depends whether a command is executable, for those that are not if it is. */
static void read_executability(ProcessGather *g, const ProcessCommand *c) {
  const Proctype *type = g->resources->program->proctypes.data + g->type;
  if (c->action == PROCESS_GUARD) process_gather_expression(g, c->expression);
  if (c->action == PROCESS_SEND || c->action == PROCESS_RECEIVE) {
    read_channel(g, c->expression);
    read_arguments(g, c->first_argument, c->arguments);
  }
  if (c->action != PROCESS_SEQUENCE) return;
  const ProcessControl *inner = type->controls.data + c->inner;
  for (uint32_t i = 0; i < inner->count; i++)
    read_executability(g,
                       g->resources->program->commands.data + type->choices.data[inner->first + i]);
}

/* In a control state with `else` or escapes, or inside a d_step, commands depend on others. */
static void read_others(ProcessGather *g, uint32_t control) {
  const Processes *program = g->resources->program;
  const Proctype *type = program->proctypes.data + g->type;
  const ProcessControl *state = type->controls.data + control;
  bool ordered = state->deterministic;
  for (uint32_t i = 0; i < state->count; i++) {
    const ProcessCommand *c = program->commands.data + type->choices.data[state->first + i];
    ordered |= c->action == PROCESS_ELSE || c->escape;
  }
  for (uint32_t i = 0; i < state->count && ordered; i++)
    read_executability(g, program->commands.data + type->choices.data[state->first + i]);
}

/* ---- commands ---- */

static void gather_receive(ProcessGather *g, const ProcessCommand *c, ProcessBits *partners) {
  process_gather_expression(g, c->expression);
  read_arguments(g, c->first_argument, c->arguments);
  process_gather_channel(g, c->expression, END_RECEIVED, false, c->peek ? g->reads : g->writes);
  process_gather_channel(g, c->expression, END_SENT, true, partners);
  for (uint32_t i = 0; i < c->arguments; i++) {
    const ProcessArgument *argument = g->resources->program->arguments.data + c->first_argument + i;
    if (argument->kind == PROCESS_BIND) add_place(g, argument->operand, g->writes);
  }
}

static void gather_inside(ProcessGather *g, uint32_t control);

static void gather_command(ProcessGather *g, const ProcessCommand *c, ProcessBits *partners) {
  switch (c->action) {
  case PROCESS_GUARD: gather_guard(g, c->expression); break;
  case PROCESS_ASSERT: process_gather_expression(g, c->expression); break;
  case PROCESS_ASSIGN:
    process_gather_expression(g, c->expression);
    add_place(g, c->place, g->writes);
    if (c->more != PROCESS_NONE)
      gather_command(g, g->resources->program->commands.data + c->more, partners);
    break;
  case PROCESS_SEND:
    process_gather_expression(g, c->expression);
    read_arguments(g, c->first_argument, c->arguments);
    process_gather_channel(g, c->expression, c->sorted ? END_SENT | END_RECEIVED : END_SENT, false,
                           g->writes);
    process_gather_channel(g, c->expression, END_RECEIVED, true, partners);
    break;
  case PROCESS_RECEIVE: gather_receive(g, c, partners); break;
  case PROCESS_PRINT: read_arguments(g, c->first_argument, c->arguments); break;
  case PROCESS_SEQUENCE: gather_inside(g, c->inner); break;
  case PROCESS_END:
    process_bits_set(g->reads, g->resources->born);
    process_bits_set(g->writes, g->resources->ended);
    g->everything |= g->resources->makes_channels[g->type]; /* they go, too */
    break;
  case PROCESS_SET_PRIORITY: g->everything = true; break;
  default: break;
  }
}

/* All commands of a control state that is passed inside a step, and where they lead. */
static void gather_inside(ProcessGather *g, uint32_t control) {
  const Proctype *type = g->resources->program->proctypes.data + g->type;
  if (!control || g->passed[control]) return;
  g->passed[control] = true;
  read_others(g, control);
  const ProcessControl *state = type->controls.data + control;
  for (uint32_t i = 0; i < state->count; i++) {
    const ProcessCommand *c =
        g->resources->program->commands.data + type->choices.data[state->first + i];
    gather_command(g, c, g->later);
    bool goes_on = state->deterministic && type->controls.data[c->target].deterministic;
    if (c->atomic || goes_on) gather_inside(g, c->target);
  }
}

/* A handshake in the midst of an atomic sequence hands control to someone whose statements are then
 * part of the step, too: that is not followed, so it may touch everything. */
void process_gather_step(ProcessGather *g, uint32_t control, const ProcessCommand *c) {
  const Proctype *type = g->resources->program->proctypes.data + g->type;
  memset(g->passed, 0, type->controls.size * sizeof *g->passed);
  memset(g->later, 0, g->resources->words * sizeof *g->later);
  read_others(g, control);
  gather_command(g, c, g->partners);
  if (c->atomic) gather_inside(g, c->target);
  for (size_t i = 0; i < g->resources->words; i++) g->everything |= g->later[i] != 0;
}
