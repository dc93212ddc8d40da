#include "view/process_system.h"

#include <string.h>

#include "base/memory.h"
#include "view/process_circuit.h"

enum { MOST_GATES = 2000000 };

/* Inputs that choose a number. */
typedef struct {
  uint32_t first, width; /* among the inputs */
  LitVec is;             /* by number: it is chosen */
} Choice;

typedef struct {
  Circuit circuit;
  ProcessSystem *view;
  Choice who, which, partner, reply;
  Lit *next;
  Lit any;     /* something is executable */
  Lit chosen;  /* and it is what the inputs say */
  bool making; /* moves, not only whether there are some */
} Builder;

/* ---- inputs ---- */

static void add_choice(Builder *b, Choice *choice, const char *name, uint32_t count) {
  System *system = b->circuit.system;
  choice->first = (uint32_t)system->inputs.size;
  while (count > 1 && (count - 1) >> choice->width) choice->width++;
  LitVec bits = {0};
  for (uint32_t i = 0; i < choice->width; i++) vec_push(&bits, system_input(system));
  Signal *signal = signal_add(&system->signals, name, SIGNAL_INPUT, SIGNAL_WORD);
  vec_append(&signal->bits, &bits);
  for (uint32_t n = 0; n < count; n++) {
    Lit number[VALUE];
    vector_constant(n, number, VALUE);
    vec_push(&choice->is, vector_equal(system->aig, bits.data, number, choice->width));
  }
  vec_free(&bits);
}

static uint32_t chosen_by(const Choice *choice, const Step *step) {
  uint32_t number = 0;
  for (uint32_t i = 0; i < choice->width; i++)
    number |= (uint32_t)bits_get(&step->inputs, choice->first + i) << i;
  return number;
}

static uint32_t most_options(const Processes *program) {
  uint32_t most = 1;
  for (size_t t = 0; t < program->proctypes.size; t++) {
    const Proctype *type = program->proctypes.data + t;
    for (size_t q = 0; q < type->controls.size; q++)
      if (type->controls.data[q].count > most) most = type->controls.data[q].count;
  }
  return most;
}

/* ---- options of a control state ---- */

/* What visit_process of process_step.c knows while it goes through the options: once an escape is
 * executable, only options of the same one are. */
typedef struct {
  U32Vec escapes; /* numbers other than 0 that were met ... */
  LitVec is;      /* ... and whether the last executable option has it */
  Lit stopped;
} Escapes;

static Lit escapes_allow(const Place *p, Escapes *e, uint32_t escape) {
  for (size_t i = 0; i < e->escapes.size; i++)
    if (e->escapes.data[i] != escape) e->stopped = circuit_or(p, e->stopped, e->is.data[i]);
  return lit_not(e->stopped);
}

static void escapes_note(const Place *p, Escapes *e, uint32_t escape, Lit executable) {
  bool known = !escape;
  for (size_t i = 0; i < e->escapes.size; i++) {
    bool same = e->escapes.data[i] == escape;
    known |= same;
    e->is.data[i] = same ? circuit_or(p, e->is.data[i], executable)
                         : circuit_and(p, e->is.data[i], lit_not(executable));
  }
  if (known) return;
  vec_push(&e->escapes, escape);
  vec_push(&e->is, executable);
}

static void escapes_free(Escapes *e) {
  vec_free(&e->escapes);
  vec_free(&e->is);
}

/* ---- moves ---- */

static Place place_of(Builder *b, Lit *state, uint32_t pid, uint32_t type, Lit timeout) {
  return (Place){.circuit = &b->circuit,
                 .state = state,
                 .pid = pid,
                 .type = type,
                 .timeout = timeout,
                 .path = LIT_TRUE,
                 .fault = LIT_FALSE,
                 .failed = LIT_FALSE,
                 .outside = LIT_FALSE};
}

static Lit *copy_state(const Builder *b) {
  size_t bytes = b->circuit.work.size * sizeof(Lit);
  Lit *copy = mem_alloc(bytes + 1);
  memcpy(copy, b->circuit.work.data, bytes);
  return copy;
}

static void advance(Place *p, uint32_t pid, uint32_t type, const ProcessCommand *c) {
  const Slot *slot = slot_of(p->circuit, pid, type);
  if (c->target)
    field_set_constant(p, LIT_TRUE, &slot->control, (int32_t)p->circuit->code[type][c->target]);
}

/* What changed goes to the latches, if the condition holds; whether all of it fits. */
static Lit store(Builder *b, const Place *p, Lit condition) {
  const Circuit *circuit = &b->circuit;
  Lit fits = LIT_TRUE;
  for (size_t i = 0; i < circuit->fields.size; i++) {
    const Field *field = circuit->fields.data + i;
    if (!memcmp(p->state + field->at, circuit->work.data + field->at, field->size * sizeof(Lit)))
      continue;
    Lit latches[VALUE];
    fits = aig_and(circuit->aig, fits, field_store(p, field, latches));
    vector_mux(circuit->aig, condition, latches, b->next + field->first, b->next + field->first,
               field->width);
  }
  return fits;
}

/* The successor is complete, but for who is exclusive; it is taken if `condition` holds. */
static void take(Builder *b, Place *p, const ProcessCommand *c, Lit condition) {
  Circuit *circuit = &b->circuit;
  Aig *aig = circuit->aig;
  field_set_constant(p, LIT_TRUE, &circuit->exclusive, 0);
  if (circuit->program->has_last) field_set_constant(p, LIT_TRUE, &circuit->last, (int32_t)p->pid);
  if (c->atomic && c->target) {
    Place ahead = place_of(b, p->state, p->pid, p->type, LIT_FALSE);
    ahead.testing = true;
    Lit provided = circuit_provided(&ahead);
    Lit moves = aig_and(aig, provided, circuit_can_move(&ahead, c->target));
    field_set_constant(p, moves, &circuit->exclusive, (int32_t)p->pid + 1);
  }
  p->outside = aig_or(aig, p->outside, lit_not(store(b, p, condition)));
  ProcessSystem *view = b->view;
  Lit survives = aig_and(aig, condition, lit_not(p->fault));
  view->fails = aig_or(aig, view->fails, aig_and(aig, condition, p->fault));
  view->asserts = aig_or(aig, view->asserts, aig_and(aig, survives, p->failed));
  view->leaves = aig_or(aig, view->leaves, aig_and(aig, survives, p->outside));
  b->chosen = aig_or(aig, b->chosen, condition);
}

/* One way in which a process takes what is offered. */
static void make_handshake(Builder *b, const Place *from, const ProcessCommand *c,
                           const Place *other, const ProcessCommand *received, const Offer *offer,
                           Lit condition) {
  Lit *state = copy_state(b);
  Place p = place_of(b, state, other->pid, other->type, from->timeout);
  place_takes(&p, offer);
  advance(&p, from->pid, from->type, c);
  circuit_execute(&p, received);
  advance(&p, other->pid, other->type, received);
  take(b, &p, received, condition);
  mem_free(state);
}

/* Whether another process takes what is offered, if it stands in this control state. */
static Lit visit_receiver(Builder *b, const Place *from, const ProcessCommand *c, Lit condition,
                          const Offer *offer, Place *other, uint32_t control) {
  Circuit *circuit = &b->circuit;
  const ProcessControl *state = circuit_control(circuit, other->type, control);
  Escapes escapes = {.stopped = LIT_FALSE};
  Lit any = LIT_FALSE;
  for (uint32_t i = 0; i < state->count; i++) {
    const ProcessCommand *received = circuit_command(circuit, other->type, state, i);
    Lit allowed = escapes_allow(other, &escapes, received->escape);
    Lit fits = aig_and(circuit->aig, allowed, circuit_executable(other, received));
    if (fits == LIT_FALSE) continue;
    escapes_note(other, &escapes, received->escape, fits);
    any = aig_or(circuit->aig, any, fits);
    Lit taken[] = {condition, fits, b->partner.is.data[other->pid], b->reply.is.data[i]};
    Lit chosen = aig_and_all(circuit->aig, taken, sizeof taken / sizeof *taken);
    if (b->making && chosen != LIT_FALSE && !circuit->refused)
      make_handshake(b, from, c, other, received, offer, chosen);
  }
  escapes_free(&escapes);
  return any;
}

/* All ways in which another process takes what is offered; whether there is one. */
static Lit visit_handshakes(Builder *b, Place *from, const ProcessCommand *c, Lit condition) {
  Circuit *circuit = &b->circuit;
  Lit any = LIT_FALSE;
  Offer *offer = mem_zalloc(sizeof *offer);
  circuit_offer(from, c, offer);
  for (uint32_t pid = 0; pid < circuit->slots; pid++)
    for (uint32_t t = 0; t < circuit->program->proctypes.size && pid != from->pid; t++) {
      if (!slot_of(circuit, pid, t)) continue;
      Place other = place_of(b, circuit->work.data, pid, t, from->timeout);
      Lit provided = circuit_provided(&other);
      place_takes(&other, offer);
      for (uint32_t q = 1; q < circuit->program->proctypes.data[t].controls.size; q++) {
        Lit at = aig_and(circuit->aig, slot_at(from, pid, t, q), provided);
        if (at == LIT_FALSE) continue;
        Lit taken =
            visit_receiver(b, from, c, aig_and(circuit->aig, condition, at), offer, &other, q);
        any = aig_or(circuit->aig, any, aig_and(circuit->aig, at, taken));
      }
    }
  mem_free(offer);
  return any;
}

static void make_move(Builder *b, const Place *from, const ProcessCommand *c, Lit condition) {
  Lit *state = copy_state(b);
  Place p = place_of(b, state, from->pid, from->type, from->timeout);
  circuit_execute(&p, c);
  if (c->action != PROCESS_END) advance(&p, p.pid, p.type, c);
  take(b, &p, c, condition);
  mem_free(state);
}

/* The options of a process in a control state; `may`: it is there, and may move. */
static void visit_control(Builder *b, Place *p, uint32_t control, Lit may) {
  Circuit *circuit = &b->circuit;
  Aig *aig = circuit->aig;
  const ProcessControl *state = circuit_control(circuit, p->type, control);
  Escapes escapes = {.stopped = LIT_FALSE};
  Lit moved = LIT_FALSE;
  for (uint32_t i = 0; i < state->count && !circuit->refused; i++) {
    const ProcessCommand *c = circuit_command(circuit, p->type, state, i);
    Lit allowed = escapes_allow(p, &escapes, c->escape);
    p->fault = LIT_FALSE;
    Lit fits = c->action == PROCESS_ELSE ? lit_not(moved) : circuit_executable(p, c);
    fits = aig_and(aig, fits, allowed);
    if (fits == LIT_FALSE) continue;
    escapes_note(p, &escapes, c->escape, fits);
    Lit failing = p->fault;
    Lit handshake = aig_and(aig, circuit_is_handshake(p, c), lit_not(failing));
    Lit by_inputs[] = {may, fits, b->who.is.data[p->pid], b->which.is.data[i]};
    Lit chosen = aig_and_all(aig, by_inputs, sizeof by_inputs / sizeof *by_inputs);
    Lit done = lit_not(handshake);
    if (b->making && done != LIT_FALSE) make_move(b, p, c, aig_and(aig, chosen, done));
    if (handshake != LIT_FALSE) {
      Lit taken = visit_handshakes(b, p, c, aig_and(aig, chosen, handshake));
      done = aig_or(aig, done, taken);
    }
    moved = aig_or(aig, moved, aig_and(aig, fits, done));
  }
  b->any = aig_or(aig, b->any, aig_and(aig, may, moved));
  escapes_free(&escapes);
}

static void visit_all(Builder *b, Lit timeout) {
  Circuit *circuit = &b->circuit;
  Aig *aig = circuit->aig;
  b->any = LIT_FALSE;
  for (uint32_t pid = 0; pid < circuit->slots; pid++)
    for (uint32_t t = 0; t < circuit->program->proctypes.size; t++) {
      if (!slot_of(circuit, pid, t)) continue;
      Place p = place_of(b, circuit->work.data, pid, t, timeout);
      Lit free = field_is(&p, &circuit->exclusive, 0);
      Lit may = aig_or(aig, free, field_is(&p, &circuit->exclusive, (int32_t)pid + 1));
      may = aig_and(aig, may, circuit_provided(&p));
      may = aig_and(aig, may, lit_not(b->view->gone));
      for (uint32_t q = 1; q < circuit->program->proctypes.data[t].controls.size; q++) {
        Lit at = slot_at(&p, pid, t, q);
        if (at != LIT_FALSE) visit_control(b, &p, q, aig_and(aig, may, at));
      }
    }
}

/* ---- ends ---- */

static Lit all_may_end(Builder *b) {
  const Circuit *circuit = &b->circuit;
  Lit all = LIT_TRUE;
  for (uint32_t pid = 0; pid < circuit->slots; pid++)
    for (uint32_t t = 0; t < circuit->program->proctypes.size; t++)
      for (uint32_t q = 1; q < circuit->program->proctypes.data[t].controls.size; q++) {
        Place p = place_of(b, b->circuit.work.data, pid, t, LIT_FALSE);
        if (slot_of(circuit, pid, t) && !circuit_control(circuit, t, q)->end)
          all = aig_and(circuit->aig, all, lit_not(slot_at(&p, pid, t, q)));
      }
  return all; /* also if there is no process at all */
}

/* Whether the atomic commands of a proctype lead from a control state back to it. */
static bool reaches_itself(const Circuit *circuit, uint32_t type, uint32_t start) {
  Bits seen = bits_new(circuit->program->proctypes.data[type].controls.size + 1);
  U32Vec open = {0};
  bool found = false;
  vec_push(&open, start);
  while (open.size && !found) {
    const ProcessControl *state = circuit_control(circuit, type, vec_pop(&open));
    for (uint32_t i = 0; i < state->count; i++) {
      const ProcessCommand *c = circuit_command(circuit, type, state, i);
      if (!c->atomic || !c->target || bits_get(&seen, c->target)) continue;
      bits_set(&seen, c->target);
      found |= c->target == start;
      vec_push(&open, c->target);
    }
  }
  vec_free(&open);
  bits_free(&seen);
  return found;
}

static bool has_atomic_loop(const Circuit *circuit) {
  bool handshake = false, found = false;
  for (uint32_t t = 0; t < circuit->program->proctypes.size; t++)
    for (uint32_t q = 1; q < circuit->program->proctypes.data[t].controls.size; q++) {
      const ProcessControl *state = circuit_control(circuit, t, q);
      found |= reaches_itself(circuit, t, q);
      /* the one who receives without buffer goes on: then loops can have parts in several */
      for (uint32_t i = 0; i < state->count; i++) {
        const ProcessCommand *c = circuit_command(circuit, t, state, i);
        handshake |= c->action == PROCESS_RECEIVE && c->atomic;
      }
    }
  for (size_t i = 0; i < circuit->program->channels.size && handshake; i++)
    found |= !circuit->program->channels.data[i].capacity;
  return found;
}

/* ---- all of it ---- */

static void set_resets(Builder *b) {
  Circuit *circuit = &b->circuit;
  ProcessMachine *machine = process_machine_new(circuit->program);
  uint8_t *state = mem_alloc(PROCESS_STATE_LIMIT);
  ProcessFault fault;
  size_t size = process_initial(machine, state, &fault);
  Bits bits = bits_new(circuit->latches.size + 1);
  if (fault == PROCESS_FINE) {
    process_load(machine, state, size);
    circuit_encode(circuit, machine, state, &bits);
  } else {
    circuit_refuse(circuit, "there is no initial state");
  }
  for (size_t i = 0; i < circuit->latches.size; i++)
    circuit->system->latches.data[i].reset = bits_get(&bits, i) ? RESET_1 : RESET_0;
  bits_free(&bits);
  mem_free(state);
  process_machine_free(machine);
}

static void build(Builder *b) {
  Circuit *circuit = &b->circuit;
  ProcessSystem *view = b->view;
  Aig *aig = circuit->aig;
  uint32_t options = most_options(circuit->program);
  set_resets(b);
  add_choice(b, &b->who, "process", circuit->slots);
  add_choice(b, &b->which, "option", options);
  add_choice(b, &b->partner, "partner", circuit->slots);
  add_choice(b, &b->reply, "reply", options);
  view->gone = system_latch(circuit->system, RESET_0);
  signal_add_bit(&circuit->system->signals, "_gone", SIGNAL_STATE, view->gone);
  b->next = mem_alloc(circuit->latches.size * sizeof *b->next + 1);
  memcpy(b->next, circuit->latches.data, circuit->latches.size * sizeof *b->next);
  Lit timeout = LIT_FALSE;
  if (circuit->program->has_timeout) {
    visit_all(b, LIT_FALSE);
    timeout = lit_not(b->any);
  }
  b->making = true;
  visit_all(b, timeout);
  view->ended = aig_and(aig, lit_not(b->any), lit_not(view->gone));
  view->valid_end = all_may_end(b);
  Place p = place_of(b, circuit->work.data, 0, 0, LIT_FALSE);
  view->inside = lit_not(field_is(&p, &circuit->exclusive, 0));
  view->loops_inside = has_atomic_loop(circuit);
  vec_push(&circuit->system->constraints, aig_or(aig, b->chosen, lit_not(b->any)));
  for (size_t i = 0; i < circuit->latches.size; i++)
    system_set_next(circuit->system, circuit->latches.data[i], b->next[i]);
  Lit goes = aig_or(aig, view->gone, aig_or(aig, view->fails, view->leaves));
  system_set_next(circuit->system, view->gone, goes);
  mem_free(b->next);
  b->next = NULL;
}

ProcessSystem process_system(const Processes *program, const ProcessBounds *bounds,
                             Budget *budget) {
  ProcessSystem view = {.program = program,
                        .system = system_new(),
                        .fails = LIT_FALSE,
                        .asserts = LIT_FALSE,
                        .leaves = LIT_FALSE};
  Builder *b = mem_zalloc(sizeof *b);
  view.circuit = b;
  b->circuit = (Circuit){.program = program,
                         .bounds = bounds,
                         .system = view.system,
                         .aig = view.system->aig,
                         .most_gates = MOST_GATES,
                         .budget = budget};
  b->view = &view;
  b->chosen = LIT_FALSE;
  if (circuit_layout(&b->circuit)) build(b);
  b->view = NULL;
  if (b->circuit.refused) {
    view.refused = mem_string(b->circuit.refused);
    system_free(view.system);
    view.system = NULL;
  }
  return view;
}

void process_system_free(ProcessSystem *view) {
  Builder *b = view->circuit;
  Choice *choices[] = {&b->who, &b->which, &b->partner, &b->reply};
  for (int i = 0; i < 4; i++) vec_free(&choices[i]->is);
  circuit_free_layout(&b->circuit);
  mem_free(b);
  mem_free(view->refused);
}

bool process_system_atom(ProcessSystem *view, uint32_t expression, Lit *holds, Lit *fault) {
  Builder *b = view->circuit;
  Place p = place_of(b, b->circuit.work.data, PROCESS_NONE, 0, LIT_FALSE);
  Lit value[VALUE];
  p.testing = true;
  circuit_value(&p, expression, value);
  *holds = circuit_any(&p, value);
  *fault = p.fault;
  return !b->circuit.refused;
}

void process_system_encode(const ProcessSystem *view, const ProcessMachine *machine,
                           const uint8_t *state, Bits *latches) {
  const Builder *b = view->circuit;
  circuit_encode(&b->circuit, machine, state, latches);
}

static uint32_t option_of(const ProcessSystem *view, const ProcessMachine *machine, uint32_t pid,
                          uint32_t number) {
  const Proctype *type = view->program->proctypes.data + process_type(machine, pid);
  const ProcessControl *control = type->controls.data + process_control(machine, pid);
  return number < control->count ? type->choices.data[control->first + number] : PROCESS_NONE;
}

ProcessMove process_system_move(const ProcessSystem *view, const Step *step,
                                const ProcessMachine *machine, const uint8_t *state) {
  const Builder *b = view->circuit;
  ProcessMove move = {chosen_by(&b->who, step), PROCESS_NONE, chosen_by(&b->partner, step),
                      PROCESS_NONE};
  uint32_t running = process_state_running(state);
  if (move.pid < running)
    move.command = option_of(view, machine, move.pid, chosen_by(&b->which, step));
  if (move.partner < running)
    move.received = option_of(view, machine, move.partner, chosen_by(&b->reply, step));
  return move;
}
