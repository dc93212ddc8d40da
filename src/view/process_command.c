/* Statements of Promela as literals: whether they are executable, and what they do; see
 * process_circuit.h. */
#include <string.h>

#include "base/memory.h"
#include "view/process_circuit.h"

enum { MOST_SEQUENCE = 400 }; /* statements of one d_step; what takes more is outside */

const ProcessControl *circuit_control(const Circuit *circuit, uint32_t type, uint32_t control) {
  return circuit->program->proctypes.data[type].controls.data + control;
}

const ProcessCommand *circuit_command(const Circuit *circuit, uint32_t type,
                                      const ProcessControl *control, uint32_t number) {
  const Proctype *proctype = circuit->program->proctypes.data + type;
  return circuit->program->commands.data + proctype->choices.data[control->first + number];
}

Lit circuit_provided(Place *p) {
  uint32_t provided = p->circuit->program->proctypes.data[p->type].provided;
  Lit value[VALUE];
  if (provided == PROCESS_NONE) return LIT_TRUE;
  circuit_value(p, provided, value);
  return circuit_any(p, value);
}

/* ---- whether ---- */

/* Whether some option of a state inside a d_step is executable. */
static Lit can_choose(Place *p, uint32_t control) {
  const ProcessControl *state = circuit_control(p->circuit, p->type, control);
  Lit path = p->path, any = LIT_FALSE;
  for (uint32_t i = 0; i < state->count; i++) {
    const ProcessCommand *c = circuit_command(p->circuit, p->type, state, i);
    p->path = circuit_and(p, path, lit_not(any));
    Lit fits = c->action == PROCESS_ELSE ? lit_constant(!p->offered) : circuit_executable(p, c);
    any = circuit_or(p, any, fits);
  }
  p->path = path;
  return any;
}

Lit circuit_executable(Place *p, const ProcessCommand *c) {
  Lit value[VALUE], result = LIT_TRUE;
  bool testing = p->testing;
  p->testing = true;
  if (c->action == PROCESS_RECEIVE) {
    result = circuit_receive_fits(p, c);
  } else if (c->action == PROCESS_SEQUENCE) {
    result = can_choose(p, c->inner);
  } else if (p->offered) {
    result = LIT_FALSE;
  } else if (c->action == PROCESS_GUARD) {
    circuit_value(p, c->expression, value);
    result = circuit_or(p, circuit_any(p, value), p->fault);
  } else if (c->action == PROCESS_SEND) {
    result = circuit_send_fits(p, c);
  } else if (c->action == PROCESS_END) {
    result = lit_not(process_present(p, p->pid + 1));
  }
  p->testing = testing;
  return result;
}

/* ---- what ---- */

static void assign(Place *p, const ProcessCommand *c) {
  for (;;) {
    Lit value[VALUE];
    circuit_value(p, c->expression, value);
    place_set(p, LIT_TRUE, p->circuit->program->places.data + c->place, value);
    if (c->more == PROCESS_NONE) return;
    c = p->circuit->program->commands.data + c->more;
  }
}

/* A control state inside a d_step that is reached under a condition, with the state then. */
typedef struct {
  uint32_t control, rank;
  Lit condition;
  Lit *state;
} Reached;

typedef struct {
  Place *place;
  VEC(Reached) open;
  Reached left; /* the d_step is done */
  uint32_t *rank;
  uint32_t ranks;
} Sequence;

/* Depth first: a control state comes before those that it leads to, but for the way back of a loop;
 * so that ways that meet are one way from there on. */
static void rank_controls(Sequence *s, uint32_t control) {
  const Place *p = s->place;
  const ProcessControl *state = circuit_control(p->circuit, p->type, control);
  s->rank[control] = UINT32_MAX;
  for (uint32_t i = 0; i < state->count; i++) {
    uint32_t target = circuit_command(p->circuit, p->type, state, i)->target;
    if (target && circuit_control(p->circuit, p->type, target)->deterministic && !s->rank[target])
      rank_controls(s, target);
  }
  s->rank[control] = UINT32_MAX - 1 - s->ranks++;
}

/* Adds a way to a place; the state is taken over. */
static void join(const Place *p, Reached *to, Lit condition, Lit *state) {
  if (to->state) {
    vector_mux(p->circuit->aig, condition, state, to->state, to->state, p->circuit->work.size);
    mem_free(state);
  } else {
    to->state = state;
  }
  to->condition = circuit_or(p, to->condition, condition);
}

static void go_to(Sequence *s, uint32_t control, Lit condition, Lit *state) {
  const Place *p = s->place;
  Reached *to = NULL;
  if (!control || !circuit_control(p->circuit, p->type, control)->deterministic) {
    join(p, &s->left, condition, state);
    return;
  }
  for (size_t i = 0; i < s->open.size; i++)
    if (s->open.data[i].control == control) to = s->open.data + i;
  if (!to) {
    vec_push(&s->open, ((Reached){.control = control, .rank = s->rank[control]}));
    to = &vec_last(&s->open);
    to->condition = LIT_FALSE;
  }
  join(p, to, condition, state);
}

static Reached take_first(Sequence *s) {
  size_t best = 0;
  for (size_t i = 1; i < s->open.size; i++)
    if (s->open.data[i].rank < s->open.data[best].rank) best = i;
  Reached reached = s->open.data[best];
  s->open.data[best] = vec_last(&s->open);
  s->open.size--;
  return reached;
}

static void add_faults(Place *p, const Place *from, Lit condition) {
  Lit done = circuit_and(p, p->path, condition);
  p->fault = circuit_or(p, p->fault, circuit_and(p, done, from->fault));
  p->failed = circuit_or(p, p->failed, circuit_and(p, done, from->failed));
  p->outside = circuit_or(p, p->outside, circuit_and(p, done, from->outside));
}

static Place place_in(const Place *p, Lit *state, bool offered) {
  Place own = *p;
  own.state = state;
  own.offered = offered;
  own.path = LIT_TRUE;
  own.fault = own.failed = own.outside = LIT_FALSE;
  return own;
}

/* Takes the first option that is executable. */
static void sequence_step(Sequence *s, const Reached *at, bool offered) {
  Place *p = s->place;
  const ProcessControl *state = circuit_control(p->circuit, p->type, at->control);
  size_t bytes = p->circuit->work.size * sizeof(Lit);
  Place asks = place_in(p, at->state, offered);
  Lit chosen = LIT_FALSE;
  for (uint32_t i = 0; i < state->count; i++) {
    const ProcessCommand *c = circuit_command(p->circuit, p->type, state, i);
    asks.path = lit_not(chosen);
    Lit fits = c->action == PROCESS_ELSE ? lit_constant(!offered) : circuit_executable(&asks, c);
    Lit taken = circuit_and(p, fits, lit_not(chosen));
    Lit condition = circuit_and(p, taken, at->condition);
    chosen = circuit_or(p, chosen, fits);
    if (condition == LIT_FALSE || p->circuit->refused) continue;
    Lit *copy = mem_alloc(bytes + 1);
    memcpy(copy, at->state, bytes);
    Place does = place_in(p, copy, offered);
    circuit_fail(&does, circuit_is_handshake(&does, c));
    circuit_execute(&does, c);
    add_faults(p, &does, condition);
    go_to(s, c->target, condition, copy);
  }
  asks.path = LIT_TRUE;
  circuit_fail(&asks, lit_not(chosen)); /* blocked */
  add_faults(p, &asks, at->condition);
}

static void run_sequence(Place *p, const ProcessCommand *sequence) {
  const Circuit *circuit = p->circuit;
  size_t bits = circuit->work.size;
  Sequence s = {.place = p};
  s.rank = mem_array(circuit->program->proctypes.data[p->type].controls.size + 1, sizeof *s.rank);
  rank_controls(&s, sequence->inner);
  Lit *first = mem_alloc(bits * sizeof *first + 1);
  memcpy(first, p->state, bits * sizeof *first);
  go_to(&s, sequence->inner, LIT_TRUE, first);
  bool offered = p->offered;
  for (int i = 0; s.open.size; i++) {
    Reached at = take_first(&s);
    if (i < MOST_SEQUENCE && !circuit->refused) sequence_step(&s, &at, offered);
    else p->outside = circuit_or(p, p->outside, circuit_and(p, p->path, at.condition));
    offered = false;
    mem_free(at.state);
  }
  if (s.left.state) vector_mux(circuit->aig, p->path, s.left.state, p->state, p->state, bits);
  p->offered = false;
  mem_free(s.left.state);
  mem_free(s.rank);
  vec_free(&s.open);
}

void circuit_execute(Place *p, const ProcessCommand *c) {
  Lit value[VALUE];
  switch (c->action) {
  case PROCESS_GUARD: circuit_value(p, c->expression, value); break;
  case PROCESS_ASSIGN: assign(p, c); break;
  case PROCESS_SEND: circuit_send(p, c); break;
  case PROCESS_RECEIVE: circuit_receive(p, c); break;
  case PROCESS_ASSERT:
    circuit_value(p, c->expression, value);
    p->failed = circuit_or(p, p->failed, circuit_and(p, p->path, lit_not(circuit_any(p, value))));
    break;
  case PROCESS_SET_PRIORITY: circuit_refuse(p->circuit, "priorities are not translated"); break;
  case PROCESS_SEQUENCE: run_sequence(p, c); break;
  case PROCESS_END: circuit_end(p); break;
  default: break;
  }
}

/* ---- messages without buffer ---- */

void circuit_offer(Place *p, const ProcessCommand *c, Offer *offer) {
  const Processes *program = p->circuit->program;
  circuit_value(p, c->expression, offer->channel);
  offer->count = c->arguments < 256 ? c->arguments : 255;
  for (uint32_t i = 0; i < offer->count; i++) {
    Lit value[VALUE], number[VALUE];
    circuit_value(p, program->arguments.data[c->first_argument + i].operand, value);
    vector_constant(0, offer->message[i], VALUE);
    /* cut to the type that the field has in the kind of the channel that is meant */
    for (uint32_t channel = 0; channel < p->circuit->channels; channel++)
      for (uint32_t k = 0; k < program->channels.size; k++) {
        const ProcessChannel *kind = program->channels.data + k;
        if (kind->capacity || i >= kind->field_count) continue;
        Lit is = circuit_and(p, circuit_is(p, offer->channel, channel + 1),
                             queue_present(p, channel, k));
        if (is == LIT_FALSE) continue;
        circuit_truncate(kind->fields[i].type, kind->fields[i].bits, value, number);
        vector_mux(p->circuit->aig, is, number, offer->message[i], offer->message[i], VALUE);
      }
  }
}

void place_takes(Place *p, const Offer *offer) {
  p->offered = true;
  p->offer = offer->channel;
  p->offer_count = offer->count;
  p->message = offer->message;
}

/* Whether some other process takes what is offered. What fails in asking stays with the place. */
static Lit is_taken(Place *p, const Offer *offer) {
  const Circuit *circuit = p->circuit;
  Lit any = LIT_FALSE;
  for (uint32_t pid = 0; pid < circuit->slots; pid++)
    for (uint32_t t = 0; t < circuit->program->proctypes.size && pid != p->pid; t++) {
      Place other = *p;
      other.pid = pid;
      other.type = t;
      other.path = circuit_and(p, p->path, slot_present(p, pid, t));
      if (other.path == LIT_FALSE) continue;
      Lit provided = circuit_provided(&other);
      place_takes(&other, offer);
      for (uint32_t q = 1; q < circuit->program->proctypes.data[t].controls.size; q++) {
        const ProcessControl *state = circuit_control(circuit, t, q);
        Lit at = circuit_and(p, slot_at(p, pid, t, q), provided);
        if (at == LIT_FALSE) continue;
        other.path = circuit_and(p, p->path, at);
        for (uint32_t i = 0; i < state->count; i++) {
          Lit fits = circuit_executable(&other, circuit_command(circuit, t, state, i));
          any = circuit_or(p, any, circuit_and(p, at, fits));
        }
      }
      p->fault = other.fault;
    }
  return any;
}

static Lit handshake_possible(Place *p, const ProcessCommand *c) {
  CandidateVec candidates = {0};
  Lit wrong = lit_not(circuit_channel(p, c->expression, &candidates, NULL));
  for (size_t i = 0; i < candidates.size; i++)
    if (p->circuit->program->channels.data[candidates.data[i].kind].field_count != c->arguments)
      wrong = circuit_or(p, wrong, candidates.data[i].condition);
  vec_free(&candidates);
  Offer *offer = mem_zalloc(sizeof *offer);
  circuit_offer(p, c, offer);
  Lit taken = is_taken(p, offer);
  mem_free(offer);
  return circuit_or(p, wrong, taken);
}

Lit circuit_can_move(Place *p, uint32_t control) {
  const ProcessControl *state = circuit_control(p->circuit, p->type, control);
  Lit path = p->path, any = LIT_FALSE;
  for (uint32_t i = 0; i < state->count; i++) {
    const ProcessCommand *c = circuit_command(p->circuit, p->type, state, i);
    p->path = circuit_and(p, path, lit_not(any));
    if (p->path == LIT_FALSE) break;
    if (c->action == PROCESS_ELSE) {
      any = LIT_TRUE;
      continue;
    }
    Lit fits = circuit_executable(p, c);
    if (c->action == PROCESS_SEND && fits != LIT_FALSE) {
      Lit handshake = circuit_is_handshake(p, c);
      Lit outer = p->path;
      p->path = circuit_and(p, outer, circuit_and(p, fits, handshake));
      if (p->path != LIT_FALSE)
        fits = circuit_and(p, fits, circuit_or(p, lit_not(handshake), handshake_possible(p, c)));
      p->path = outer;
    }
    any = circuit_or(p, any, fits);
  }
  p->path = path;
  return any;
}
