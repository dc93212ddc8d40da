/* Channels of Promela as literals; see process_circuit.h. */
#include "base/memory.h"
#include "view/process_circuit.h"

static const ProcessChannel *kind_of(const Place *p, const Candidate *candidate) {
  return p->circuit->program->channels.data + candidate->kind;
}

static const Queue *queue_at(const Place *p, const Candidate *candidate) {
  return queue_of(p->circuit, candidate->channel, candidate->kind);
}

static const Field *field_of(const Place *p, const Candidate *candidate, uint32_t message,
                             uint32_t field) {
  return queue_at(p, candidate)->messages + message * kind_of(p, candidate)->field_count + field;
}

/* Whether there are more than so many messages. */
static Lit longer_than(const Place *p, const Candidate *candidate, uint32_t number) {
  Lit length[VALUE], than[VALUE];
  field_get(p, &queue_at(p, candidate)->length, length);
  vector_constant(number, than, VALUE);
  return vector_less(p->circuit->aig, than, length, VALUE);
}

Lit circuit_channel(Place *p, uint32_t expression, CandidateVec *candidates, Lit *number) {
  Lit own[VALUE], valid = LIT_FALSE;
  Lit *value = number ? number : own;
  circuit_value(p, expression, value);
  for (uint32_t c = 0; c < p->circuit->channels; c++)
    for (uint32_t k = 0; k < p->circuit->program->channels.size; k++) {
      Lit is = circuit_and(p, circuit_is(p, value, c + 1), queue_present(p, c, k));
      if (is == LIT_FALSE) continue;
      vec_push(candidates, ((Candidate){c, k, is}));
      valid = circuit_or(p, valid, is);
    }
  circuit_fail(p, lit_not(valid));
  return valid;
}

/* ---- finding messages ---- */

/* Whether the arguments fit a message, asked under the path alone; `offer`: the one that is
 * offered. What comes after an argument that does not fit is not evaluated. */
static Lit fits(Place *p, uint32_t first, uint32_t count, const Candidate *candidate,
                uint32_t message, bool offer) {
  Lit path = p->path, all = LIT_TRUE;
  for (uint32_t i = 0; i < count; i++) {
    const ProcessArgument *argument = p->circuit->program->arguments.data + first + i;
    if (argument->kind != PROCESS_MATCH) continue;
    Lit there[VALUE], wanted[VALUE];
    if (offer) vector_resize(p->message[i], VALUE, false, there, VALUE);
    else field_get(p, field_of(p, candidate, message, i), there);
    circuit_value(p, argument->operand, wanted);
    all = circuit_and(p, all, vector_equal(p->circuit->aig, there, wanted, VALUE));
    p->path = circuit_and(p, path, all);
  }
  p->path = path;
  return all;
}

/* Whether a message of a buffer fits; `is` gets for each place whether the first that does is
 * there. */
static Lit find_message(Place *p, uint32_t first, uint32_t count, const Candidate *candidate,
                        bool anywhere, LitVec *is) {
  const ProcessChannel *kind = kind_of(p, candidate);
  Lit path = p->path, found = LIT_FALSE;
  p->path = circuit_and(p, path, candidate->condition);
  if (count > kind->field_count) {
    circuit_fail(p, LIT_TRUE);
    p->path = path;
    return LIT_FALSE;
  }
  for (uint32_t i = 0; i < (anywhere ? kind->capacity : kind->capacity > 0); i++) {
    Lit asked = circuit_and(p, longer_than(p, candidate, i), lit_not(found));
    Lit outer = p->path;
    p->path = circuit_and(p, outer, asked);
    Lit fit = circuit_and(p, asked, fits(p, first, count, candidate, i, false));
    p->path = outer;
    found = circuit_or(p, found, fit);
    if (is) vec_push(is, fit);
  }
  p->path = path;
  return found;
}

/* ---- questions ---- */

static void answer(Place *p, const ProcessExpression *e, const Candidate *candidate, Lit *value) {
  uint32_t capacity = kind_of(p, candidate)->capacity;
  switch (e->operator) {
  case PROCESS_LENGTH: field_get(p, &queue_at(p, candidate)->length, value); return;
  case PROCESS_FULL:
    circuit_truth(capacity ? longer_than(p, candidate, capacity - 1) : LIT_TRUE, value);
    return;
  case PROCESS_NOT_FULL:
    circuit_truth(capacity ? lit_not(longer_than(p, candidate, capacity - 1)) : LIT_FALSE, value);
    return;
  case PROCESS_EMPTY: circuit_truth(lit_not(longer_than(p, candidate, 0)), value); return;
  case PROCESS_NOT_EMPTY: circuit_truth(longer_than(p, candidate, 0), value); return;
  default: break;
  }
  Lit found =
      capacity ? find_message(p, e->b, (uint32_t)e->value, candidate, e->c, NULL) : LIT_FALSE;
  circuit_truth(found, value);
}

void circuit_about_channel(Place *p, const ProcessExpression *e, Lit *value) {
  CandidateVec candidates = {0};
  circuit_channel(p, e->a, &candidates, NULL);
  vector_constant(0, value, VALUE);
  for (size_t i = 0; i < candidates.size; i++) {
    Lit own[VALUE];
    answer(p, e, candidates.data + i, own);
    vector_mux(p->circuit->aig, candidates.data[i].condition, own, value, value, VALUE);
  }
  vec_free(&candidates);
}

Lit circuit_send_fits(Place *p, const ProcessCommand *c) {
  CandidateVec candidates = {0};
  Lit fit = lit_not(circuit_channel(p, c->expression, &candidates, NULL)); /* then it fails */
  for (size_t i = 0; i < candidates.size; i++) {
    const Candidate *candidate = candidates.data + i;
    const ProcessChannel *kind = kind_of(p, candidate);
    Lit room = LIT_TRUE;
    if (c->arguments != kind->field_count) circuit_fail(p, candidate->condition);
    else if (kind->capacity) room = lit_not(longer_than(p, candidate, kind->capacity - 1));
    fit = circuit_or(p, fit, circuit_and(p, candidate->condition, room));
  }
  vec_free(&candidates);
  return fit;
}

Lit circuit_receive_fits(Place *p, const ProcessCommand *c) {
  CandidateVec candidates = {0};
  Lit number[VALUE];
  Lit valid = circuit_channel(p, c->expression, &candidates, number);
  Lit fit = p->offered ? LIT_FALSE : lit_not(valid);
  for (size_t i = 0; i < candidates.size; i++) {
    const Candidate *candidate = candidates.data + i;
    Lit here = LIT_FALSE;
    if (kind_of(p, candidate)->capacity) {
      if (!p->offered) {
        here = find_message(p, c->first_argument, c->arguments, candidate, c->anywhere, NULL);
        here = circuit_or(p, here, p->fault);
      }
    } else if (p->offered && !c->peek && c->arguments <= p->offer_count) {
      Lit path = p->path;
      here = vector_equal(p->circuit->aig, number, p->offer, VALUE);
      p->path = circuit_and(p, path, circuit_and(p, candidate->condition, here));
      here = circuit_and(p, here, fits(p, c->first_argument, c->arguments, candidate, 0, true));
      p->path = path;
    }
    fit = circuit_or(p, fit, circuit_and(p, candidate->condition, here));
  }
  vec_free(&candidates);
  return fit;
}

Lit circuit_is_handshake(Place *p, const ProcessCommand *c) {
  CandidateVec candidates = {0};
  Lit is = LIT_FALSE;
  if (c->action != PROCESS_SEND) return LIT_FALSE;
  circuit_channel(p, c->expression, &candidates, NULL);
  for (size_t i = 0; i < candidates.size; i++)
    if (!kind_of(p, candidates.data + i)->capacity)
      is = circuit_or(p, is, candidates.data[i].condition);
  vec_free(&candidates);
  return is;
}

/* ---- what is done ---- */

static void copy_message(Place *p, Lit condition, const Candidate *candidate, uint32_t from,
                         uint32_t to) {
  for (uint32_t f = 0; f < kind_of(p, candidate)->field_count; f++) {
    const Field *source = field_of(p, candidate, from, f), *target = field_of(p, candidate, to, f);
    vector_mux(p->circuit->aig, circuit_and(p, p->path, condition), p->state + source->at,
               p->state + target->at, p->state + target->at, target->size);
  }
}

/* Whether the values come before a message, field by field. */
static Lit comes_before(const Place *p, Lit (*values)[VALUE], const Candidate *candidate,
                        uint32_t message) {
  Lit same = LIT_TRUE, before = LIT_FALSE, there[VALUE];
  for (uint32_t f = 0; f < kind_of(p, candidate)->field_count; f++) {
    field_get(p, field_of(p, candidate, message, f), there);
    Lit less = vector_less_signed(p->circuit->aig, values[f], there, VALUE);
    before = circuit_or(p, before, circuit_and(p, same, less));
    same = circuit_and(p, same, vector_equal(p->circuit->aig, values[f], there, VALUE));
  }
  return before;
}

static void add_to_length(Place *p, Lit condition, const Candidate *candidate, int32_t by) {
  const Field *field = &queue_at(p, candidate)->length;
  Lit length[VALUE], change[VALUE];
  field_get(p, field, length);
  vector_constant((uint32_t)by, change, VALUE);
  vector_add(p->circuit->aig, length, change, LIT_FALSE, length, VALUE);
  field_set(p, condition, field, length);
}

static void insert(Place *p, Lit condition, bool sorted, Lit (*values)[VALUE],
                   const Candidate *candidate) {
  const ProcessChannel *kind = kind_of(p, candidate);
  Lit *here = mem_array(kind->capacity + 1, sizeof *here); /* by place: the message goes there */
  Lit passed = LIT_FALSE;
  for (uint32_t i = 0; i < kind->capacity; i++) {
    Lit end = lit_not(longer_than(p, candidate, i));
    Lit stop = sorted ? circuit_or(p, end, comes_before(p, values, candidate, i)) : end;
    here[i] = circuit_and(p, stop, lit_not(passed));
    passed = circuit_or(p, passed, stop);
  }
  Lit behind = passed; /* the message went to an earlier place */
  for (uint32_t i = kind->capacity; i-- > 0;) {
    behind = circuit_and(p, behind, lit_not(here[i]));
    if (sorted && i) copy_message(p, circuit_and(p, condition, behind), candidate, i - 1, i);
    for (uint32_t f = 0; f < kind->field_count; f++)
      field_set(p, circuit_and(p, condition, here[i]), field_of(p, candidate, i, f), values[f]);
  }
  add_to_length(p, condition, candidate, 1);
  mem_free(here);
}

void circuit_send(Place *p, const ProcessCommand *c) {
  CandidateVec candidates = {0};
  Lit(*values)[VALUE] = mem_array((size_t)c->arguments + 1, sizeof *values);
  circuit_channel(p, c->expression, &candidates, NULL);
  for (uint32_t i = 0; i < c->arguments; i++)
    circuit_value(p, p->circuit->program->arguments.data[c->first_argument + i].operand, values[i]);
  for (size_t i = 0; i < candidates.size; i++) {
    const Candidate *candidate = candidates.data + i;
    const ProcessChannel *kind = kind_of(p, candidate);
    if (c->arguments != kind->field_count) circuit_fail(p, candidate->condition);
    else if (kind->capacity) insert(p, candidate->condition, c->sorted, values, candidate);
  }
  vec_free(&candidates);
  mem_free(values);
}

/* Takes the message out, and closes the gap. */
static void take_out(Place *p, Lit condition, const LitVec *is, const Candidate *candidate) {
  const ProcessChannel *kind = kind_of(p, candidate);
  Lit gone = LIT_FALSE; /* it was at this place or before */
  for (uint32_t i = 0; i < kind->capacity; i++) {
    if (i < is->size) gone = circuit_or(p, gone, is->data[i]);
    Lit moves = circuit_and(p, condition, gone);
    if (i + 1 < kind->capacity) copy_message(p, moves, candidate, i + 1, i);
    else
      for (uint32_t f = 0; f < kind->field_count; f++)
        field_clear(p, moves, field_of(p, candidate, i, f));
  }
  add_to_length(p, condition, candidate, -1);
}

static void take_from(Place *p, const ProcessCommand *c, const Candidate *candidate,
                      Lit (*values)[VALUE]) {
  const ProcessChannel *kind = kind_of(p, candidate);
  LitVec is = {0};
  Lit there[VALUE];
  if (kind->capacity) find_message(p, c->first_argument, c->arguments, candidate, c->anywhere, &is);
  for (uint32_t a = 0; a < c->arguments; a++) {
    if (!kind->capacity) {
      if (p->offered && a < p->offer_count)
        vector_mux(p->circuit->aig, candidate->condition, p->message[a], values[a], values[a],
                   VALUE);
      continue;
    }
    for (uint32_t i = 0; i < is.size && a < kind->field_count; i++) {
      field_get(p, field_of(p, candidate, i, a), there);
      vector_mux(p->circuit->aig, circuit_and(p, candidate->condition, is.data[i]), there,
                 values[a], values[a], VALUE);
    }
  }
  if (kind->capacity && !c->peek) take_out(p, candidate->condition, &is, candidate);
  vec_free(&is);
}

void circuit_receive(Place *p, const ProcessCommand *c) {
  CandidateVec candidates = {0};
  Lit(*values)[VALUE] = mem_array((size_t)c->arguments + 1, sizeof *values);
  circuit_channel(p, c->expression, &candidates, NULL);
  for (size_t i = 0; i < candidates.size; i++) take_from(p, c, candidates.data + i, values);
  p->offered = false;
  for (uint32_t i = 0; i < c->arguments; i++) {
    const ProcessArgument *argument = p->circuit->program->arguments.data + c->first_argument + i;
    if (argument->kind == PROCESS_BIND)
      place_set(p, LIT_TRUE, p->circuit->program->places.data + argument->operand, values[i]);
  }
  vec_free(&candidates);
  mem_free(values);
}
