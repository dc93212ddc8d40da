/* See process_effects.h. */
#include "model/process_effects.h"

#include "base/map.h"

enum { GRANULES = 1024 }; /* of the globals, at most */

struct ProcessInstance {
  ProcessEffects *effects;
  ProcessConstants constants; /* without the frame */
  uint8_t *frame;             /* a copy of it, or NULL */
  uint32_t type;
  ProcessBits *bits; /* of the choices of the proctype, then of what lies ahead of its controls */
  bool *everything, *waits;
};

struct ProcessEffects {
  const Processes *program;
  ProcessResources resources;
  uint8_t *initial; /* state */
  const uint8_t *globals;
  Bits changing, *frames_changing;
  Names keys; /* of the instances */
  VEC(ProcessInstance *) instances;
  const ProcessInstance *last[PROCESS_LIMIT + 1]; /* by process: the one it had, or NULL */
  U32Vec *constants;                              /* by proctype: bytes that are never changed */
  ProcessInstance **any; /* by proctype: a process of it of which nothing is known, or NULL */
  uint8_t *key;
  ProcessBits *later;
};

/* ---- tables ---- */

enum { READS, WRITES, PARTNERS, KINDS };

static ProcessBits *row(const ProcessInstance *instance, size_t number, size_t kind) {
  return instance->bits + (KINDS * number + kind) * instance->effects->resources.words;
}

static ProcessTouched touched(const ProcessInstance *instance, size_t number) {
  return (ProcessTouched){.reads = row(instance, number, READS),
                          .writes = row(instance, number, WRITES),
                          .partners = row(instance, number, PARTNERS),
                          .everything = instance->everything[number],
                          .waits = instance->waits[number]};
}

/* Adds what one row has to another; whether that was new. */
static bool add_row(const ProcessInstance *instance, size_t to, const ProcessInstance *other,
                    size_t from) {
  bool changed = other->everything[from] && !instance->everything[to];
  ProcessBits *target = row(instance, to, READS);
  const ProcessBits *source = row(other, from, READS);
  for (size_t i = 0; i < KINDS * instance->effects->resources.words; i++) {
    changed |= (source[i] & ~target[i]) != 0;
    target[i] |= source[i];
  }
  instance->everything[to] |= other->everything[from];
  return changed;
}

static const ProcessInstance *any_instance(ProcessEffects *e, uint32_t type);

/* Whoever starts a process has all that lies ahead of it ahead of himself. One whose table is being
 * made is started by himself, and may touch everything. */
static void add_started(ProcessInstance *instance, const bool *starts, size_t number) {
  ProcessEffects *e = instance->effects;
  for (uint32_t t = 0; t < e->program->proctypes.size; t++) {
    if (!starts[t]) continue;
    const Proctype *type = e->program->proctypes.data + t;
    const ProcessInstance *started = any_instance(e, t);
    if (started) add_row(instance, number, started, type->choices.size + type->start);
    else instance->everything[number] = true;
  }
}

/* What lies ahead of each control state: a fixpoint along the control graph. */
static void close_futures(ProcessInstance *instance) {
  const Processes *program = instance->effects->program;
  const Proctype *type = program->proctypes.data + instance->type;
  size_t futures = type->choices.size;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t q = type->controls.size; q-- > 1;) {
      const ProcessControl *control = type->controls.data + q;
      for (uint32_t i = 0; i < control->count; i++) {
        size_t choice = control->first + i;
        const ProcessCommand *c = program->commands.data + type->choices.data[choice];
        changed |= add_row(instance, futures + q, instance, choice);
        if (c->target) changed |= add_row(instance, futures + q, instance, futures + c->target);
      }
    }
  }
}

static void fill_instance(ProcessInstance *instance) {
  ProcessEffects *e = instance->effects;
  const Proctype *type = e->program->proctypes.data + instance->type;
  size_t rows = type->choices.size + type->controls.size;
  instance->everything = mem_array(rows + 1, sizeof *instance->everything);
  instance->waits = mem_array(rows + 1, sizeof *instance->waits);
  instance->bits = mem_array(KINDS * rows * e->resources.words + 1, sizeof *instance->bits);
  ProcessGather g = {.resources = &e->resources,
                     .type = instance->type,
                     .constants = instance->constants,
                     .later = e->later};
  g.constants.frame = instance->frame;
  g.passed = mem_array(type->controls.size + 1, sizeof *g.passed);
  g.starts = mem_array(e->program->proctypes.size + 1, sizeof *g.starts);
  for (size_t q = 1; q < type->controls.size; q++) {
    const ProcessControl *control = type->controls.data + q;
    for (uint32_t i = 0; i < control->count; i++) {
      size_t choice = control->first + i;
      g.reads = row(instance, choice, READS);
      g.writes = row(instance, choice, WRITES);
      g.partners = row(instance, choice, PARTNERS);
      g.everything = g.waits = false;
      memset(g.starts, 0, e->program->proctypes.size * sizeof *g.starts);
      process_gather_step(&g, (uint32_t)q, e->program->commands.data + type->choices.data[choice]);
      instance->everything[choice] = g.everything;
      instance->waits[choice] = g.waits;
      add_started(instance, g.starts, type->choices.size + q);
    }
  }
  close_futures(instance);
  mem_free(g.passed);
  mem_free(g.starts);
}

static ProcessInstance *instance_new(ProcessEffects *e, uint32_t type, uint32_t pid) {
  ProcessInstance *instance = mem_zalloc(sizeof *instance);
  instance->effects = e;
  instance->type = type;
  instance->constants = (ProcessConstants){.program = e->program,
                                           .pid = pid,
                                           .changing = &e->changing,
                                           .locals_changing = e->frames_changing + type,
                                           .globals = e->globals};
  return instance;
}

static void instance_free(ProcessInstance *instance) {
  if (!instance) return;
  mem_free(instance->frame);
  mem_free(instance->bits);
  mem_free(instance->everything);
  mem_free(instance->waits);
  mem_free(instance);
}

static const ProcessInstance *any_instance(ProcessEffects *e, uint32_t type) {
  if (!e->any[type]) {
    e->any[type] = instance_new(e, type, PROCESS_NONE);
    ProcessInstance *made = instance_new(e, type, PROCESS_NONE);
    fill_instance(made);
    instance_free(e->any[type]);
    e->any[type] = made;
  }
  return e->any[type]->bits ? e->any[type] : NULL;
}

/* ---- the interface ---- */

static bool has_order(const Processes *program) {
  for (uint32_t t = 0; t < program->proctypes.size; t++)
    if (program->proctypes.data[t].provided != PROCESS_NONE) return true;
  return program->has_priority || program->has_last || program->trace != PROCESS_NONE;
}

static void number_resources(ProcessEffects *e, const ProcessMachine *machine) {
  const Processes *program = e->program;
  ProcessResources *r = &e->resources;
  r->program = program;
  r->channels = process_channels(machine);
  r->capacities = mem_array(r->channels + 1, sizeof *r->capacities);
  for (uint32_t i = 0; i < r->channels; i++)
    r->capacities[i + 1] = program->channels.data[process_channel_kind(machine, i)].capacity;
  while ((program->global_size >> r->shift) + 1 > GRANULES) r->shift++;
  r->first_channel = (program->global_size >> r->shift) + 1;
  r->born = r->first_channel + 2 * (r->channels + 1);
  r->ended = r->born + 1;
  r->words = r->ended / 64 + 1;
  r->makes_channels = mem_array(program->proctypes.size + 1, sizeof *r->makes_channels);
  for (uint32_t t = 0; t < program->proctypes.size; t++) {
    const U32Vec *initial = &program->proctypes.data[t].initial;
    for (size_t i = 0; i < initial->size; i++)
      r->makes_channels[t] |= program->initials.data[initial->data[i]].channel != PROCESS_NONE;
  }
}

ProcessEffects *process_effects_new(const Processes *program, const char **reason) {
  *reason = NULL;
  if (has_order(program)) {
    *reason = "the program has priorities, provided clauses or _last";
    return NULL;
  }
  ProcessMachine *machine = process_machine_new(program);
  ProcessFault fault;
  ProcessEffects *e = mem_zalloc(sizeof *e);
  e->program = program;
  e->initial = mem_alloc(PROCESS_STATE_LIMIT);
  size_t size = process_initial(machine, e->initial, &fault);
  process_load(machine, e->initial, size);
  e->globals = process_frame(machine, PROCESS_NONE);
  number_resources(e, machine);
  process_machine_free(machine);
  size_t types = program->proctypes.size;
  e->any = mem_array(types + 1, sizeof *e->any);
  e->later = mem_array(e->resources.words, sizeof *e->later);
  e->changing = bits_new(program->global_size + 1);
  e->frames_changing = mem_array(types + 1, sizeof *e->frames_changing);
  for (size_t t = 0; t < types; t++)
    e->frames_changing[t] = bits_new(program->proctypes.data[t].size + 1);
  process_find_changing(program, &e->changing, e->frames_changing);
  e->constants = mem_array(types + 1, sizeof *e->constants);
  for (size_t t = 0; t < types; t++)
    for (uint32_t i = 0; i < program->proctypes.data[t].size; i++)
      if (!bits_get(e->frames_changing + t, i)) vec_push(e->constants + t, i);
  return e;
}

void process_effects_free(ProcessEffects *e) {
  if (!e) return;
  for (size_t t = 0; t < e->program->proctypes.size; t++) {
    instance_free(e->any[t]);
    bits_free(e->frames_changing + t);
    vec_free(e->constants + t);
  }
  for (size_t i = 0; i < e->instances.size; i++) instance_free(e->instances.data[i]);
  vec_free(&e->instances);
  names_free(&e->keys);
  bits_free(&e->changing);
  mem_free(e->frames_changing);
  mem_free(e->constants);
  mem_free(e->any);
  mem_free(e->resources.capacities);
  mem_free(e->resources.makes_channels);
  mem_free(e->initial);
  mem_free(e->later);
  mem_free(e->key);
  mem_free(e);
}

const ProcessResources *process_effects_resources(const ProcessEffects *e) { return &e->resources; }

/* Most processes are what they were in the state before. */
static const ProcessInstance *same_instance(const ProcessEffects *e, uint32_t pid, uint32_t type,
                                            const uint8_t *frame) {
  const ProcessInstance *last = e->last[pid];
  if (!last || last->type != type) return NULL;
  const U32Vec *constants = e->constants + type;
  for (size_t i = 0; i < constants->size; i++)
    if (last->frame[constants->data[i]] != frame[constants->data[i]]) return NULL;
  return last;
}

static const ProcessInstance *find_instance(ProcessEffects *e, uint32_t pid, uint32_t type,
                                            const uint8_t *frame) {
  uint32_t size = e->program->proctypes.data[type].size;
  e->key = mem_resize(e->key, (size_t)size + 2);
  e->key[0] = (uint8_t)type;
  e->key[1] = (uint8_t)pid;
  for (uint32_t i = 0; i < size; i++)
    e->key[i + 2] = bits_get(e->frames_changing + type, i) ? 0 : frame[i];
  uint32_t number = names_add_n(&e->keys, (const char *)e->key, (size_t)size + 2);
  if (number < e->instances.size) return e->instances.data[number];
  ProcessInstance *instance = instance_new(e, type, pid);
  instance->frame = mem_alloc((size_t)size + 1);
  memcpy(instance->frame, frame, size);
  vec_push(&e->instances, instance);
  fill_instance(instance);
  return instance;
}

const ProcessInstance *process_effects_instance(ProcessEffects *e, const ProcessMachine *machine,
                                                uint32_t pid) {
  uint32_t type = process_type(machine, pid);
  const uint8_t *frame = process_frame(machine, pid);
  const ProcessInstance *same = same_instance(e, pid, type, frame);
  if (!same) e->last[pid] = same = find_instance(e, pid, type, frame);
  return same;
}

ProcessTouched process_touched(const ProcessInstance *instance, uint32_t control, uint32_t choice) {
  const Proctype *type = instance->effects->program->proctypes.data + instance->type;
  return touched(instance, type->controls.data[control].first + choice);
}

ProcessTouched process_future(const ProcessInstance *instance, uint32_t control) {
  const Proctype *type = instance->effects->program->proctypes.data + instance->type;
  return touched(instance, type->choices.size + control);
}

/* ---- necessary enabling sets ---- */

static ProcessGather reader(const ProcessInstance *instance, ProcessBits *bits) {
  ProcessGather g = {.resources = &instance->effects->resources,
                     .type = instance->type,
                     .constants = instance->constants,
                     .reads = bits,
                     .writes = bits};
  g.constants.frame = instance->frame;
  return g;
}

/* What has to change before an expression that is false becomes true: of a conjunction one part
 * that is false is enough. There is no timeout as long as the set has a step that is executable:
 * it stays so. */
static void enable_guard(ProcessGather *g, ProcessMachine *machine, uint32_t pid,
                         uint32_t expression) {
  const ProcessExpression *x = g->resources->program->expressions.data + expression;
  ProcessFault fault;
  if (x->operator== PROCESS_AND) {
    bool left = process_evaluate_for(machine, pid, x->a, &fault) != 0;
    enable_guard(g, machine, pid, left ? x->b : x->a);
  } else if (x->operator== PROCESS_OR) {
    enable_guard(g, machine, pid, x->a);
    enable_guard(g, machine, pid, x->b);
  } else if (x->operator== PROCESS_NOT_EMPTY || x->operator== PROCESS_NOT_FULL) {
    process_gather_expression(g, x->a);
    process_gather_channel(g, x->a, x->operator== PROCESS_NOT_FULL ? END_RECEIVED : END_SENT, false,
                           g->reads);
  } else {
    process_gather_expression(g, expression);
  }
}

/* A statement with a channel waits for its other end. Into an empty one something must be sent;
 * else another message must come to the head, or what is waited for must change. Of a handshake
 * also what is offered can change. */
static void enable_message(ProcessGather *g, ProcessMachine *machine, uint32_t pid,
                           const ProcessCommand *c) {
  const Processes *program = g->resources->program;
  bool send = c->action == PROCESS_SEND;
  ProcessFault fault;
  uint32_t channel = (uint32_t)process_evaluate_for(machine, pid, c->expression, &fault) - 1;
  bool buffered = false, empty = false;
  if (fault == PROCESS_FINE && channel < process_channels(machine)) {
    buffered = program->channels.data[process_channel_kind(machine, channel)].capacity > 0;
    empty = !process_channel_length(machine, channel);
  }
  process_gather_expression(g, c->expression);
  if (send || !buffered || !empty)
    process_gather_channel(g, c->expression, END_RECEIVED, false, g->reads);
  if (!send) process_gather_channel(g, c->expression, END_SENT, false, g->reads);
  for (uint32_t i = 0; i < c->arguments && !(buffered && (send || empty)); i++) {
    const ProcessArgument *argument = program->arguments.data + c->first_argument + i;
    if (argument->kind == PROCESS_MATCH || argument->kind == PROCESS_GIVE)
      process_gather_expression(g, argument->operand);
  }
}

void process_enabling(const ProcessInstance *instance, ProcessMachine *machine, uint32_t pid,
                      const ProcessCommand *c, ProcessBits *bits) {
  const Processes *program = instance->effects->program;
  ProcessGather g = reader(instance, bits);
  switch (c->action) {
  case PROCESS_GUARD: enable_guard(&g, machine, pid, c->expression); break;
  case PROCESS_SEND:
  case PROCESS_RECEIVE: enable_message(&g, machine, pid, c); break;
  case PROCESS_SEQUENCE: {
    const Proctype *type = program->proctypes.data + instance->type;
    const ProcessControl *inner = type->controls.data + c->inner;
    for (uint32_t i = 0; i < inner->count; i++)
      process_enabling(instance, machine, pid,
                       program->commands.data + type->choices.data[inner->first + i], bits);
    break;
  }
  default: break; /* it is executable, or waits for its own process: else, the end */
  }
}
