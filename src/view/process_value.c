/* Expressions of Promela as literals; see process_circuit.h. */
#include "view/process_circuit.h"

enum { MOST_ELEMENTS = 4096 };

void circuit_fail(Place *p, Lit condition) {
  p->fault = circuit_or(p, p->fault, circuit_and(p, p->path, condition));
}

Lit circuit_any(const Place *p, const Lit *value) {
  return aig_or_all(p->circuit->aig, value, VALUE);
}

void circuit_truth(Lit lit, Lit *value) {
  vector_constant(0, value, VALUE);
  value[0] = lit;
}

Lit circuit_is(const Place *p, const Lit *value, uint32_t constant) {
  Lit wanted[VALUE];
  vector_constant(constant, wanted, VALUE);
  return vector_equal(p->circuit->aig, value, wanted, VALUE);
}

/* ---- variables ---- */

/* A byte offset that a place can mean. */
typedef struct {
  uint32_t offset;
  Lit condition;
} Spot;
typedef VEC(Spot) SpotVec;

/* Every value of an index; one outside of the array fails and counts as 0, as in locate(). */
static void multiply_by_index(Place *p, const ProcessIndex *index, SpotVec *spots) {
  Lit value[VALUE], bound[VALUE];
  SpotVec before = *spots;
  *spots = (SpotVec){0};
  circuit_value(p, index->expression, value);
  vector_constant(index->bound, bound, VALUE);
  Lit inside = vector_less(p->circuit->aig, value, bound, VALUE);
  circuit_fail(p, lit_not(inside));
  if (before.size * index->bound > MOST_ELEMENTS) {
    circuit_refuse(p->circuit, "an array has too many elements");
    *spots = before;
    return;
  }
  for (uint32_t v = 0; v < index->bound; v++) {
    Lit is = circuit_is(p, value, v);
    if (!v) is = circuit_or(p, is, lit_not(inside));
    for (size_t i = 0; i < before.size && is != LIT_FALSE; i++)
      vec_push(spots, ((Spot){before.data[i].offset + v * index->stride,
                              circuit_and(p, before.data[i].condition, is)}));
  }
  vec_free(&before);
}

static SpotVec spots_of(Place *p, const ProcessPlace *place) {
  SpotVec spots = {0};
  vec_push(&spots, ((Spot){place->offset, LIT_TRUE}));
  for (uint32_t i = 0; i < place->indices; i++)
    multiply_by_index(p, p->circuit->program->indices.data + place->first_index + i, &spots);
  return spots;
}

/* The field at a byte of the globals or of a process; NULL, and refused, if there is none. */
static const Field *field_at(const Place *p, const ProcessPlace *place, uint32_t pid, uint32_t type,
                             uint32_t offset) {
  Circuit *circuit = p->circuit;
  const Slot *slot = place->local ? slot_of(circuit, pid, type) : NULL;
  uint32_t size =
      place->local ? circuit->program->proctypes.data[type].size : circuit->program->global_size;
  const uint32_t *at = place->local ? circuit->local_at[type] : circuit->global_at;
  uint32_t element = offset < size ? at[offset] : PROCESS_NONE;
  if (element != PROCESS_NONE && (slot || !place->local)) {
    const Field *field = (slot ? slot->variables : circuit->globals) + element;
    if (field->type == place->type && field->bits == place->bits) return field;
  }
  circuit_refuse(circuit, "a variable is used as one of another type");
  return NULL;
}

static void read_spots(const Place *p, const ProcessPlace *place, const SpotVec *spots,
                       uint32_t pid, uint32_t type, Lit *value) {
  vector_constant(0, value, VALUE);
  for (size_t i = 0; i < spots->size; i++) {
    Lit held[VALUE];
    const Field *field = field_at(p, place, pid, type, spots->data[i].offset);
    if (!field) return;
    field_get(p, field, held);
    if (spots->data[i].condition == LIT_TRUE) vector_resize(held, VALUE, false, value, VALUE);
    else vector_mux(p->circuit->aig, spots->data[i].condition, held, value, value, VALUE);
  }
}

static void place_get(Place *p, uint32_t number, Lit *value) {
  const ProcessPlace *place = p->circuit->program->places.data + number;
  SpotVec spots = spots_of(p, place);
  read_spots(p, place, &spots, p->pid, p->type, value);
  vec_free(&spots);
}

void place_set(Place *p, Lit condition, const ProcessPlace *place, const Lit *value) {
  Lit path = p->path;
  p->path = circuit_and(p, path, condition);
  SpotVec spots = spots_of(p, place);
  for (size_t i = 0; i < spots.size; i++) {
    const Field *field = field_at(p, place, p->pid, p->type, spots.data[i].offset);
    if (field) field_set(p, spots.data[i].condition, field, value);
  }
  vec_free(&spots);
  p->path = path;
}

/* ---- what others can see ---- */

/* For every process whether it is the one that a remote reference means. */
static void remote_process(Place *p, uint32_t expression, uint32_t proctype, LitVec *is) {
  Lit number[VALUE], before = LIT_FALSE;
  if (expression != PROCESS_NONE) circuit_value(p, expression, number);
  for (uint32_t pid = 0; pid < p->circuit->slots; pid++) {
    if (expression != PROCESS_NONE) {
      vec_push(is, circuit_and(p, circuit_is(p, number, pid), process_present(p, pid)));
    } else {
      Lit present = slot_present(p, pid, proctype);
      vec_push(is, circuit_and(p, present, lit_not(before)));
      before = circuit_or(p, before, present);
    }
  }
}

static void read_remote(Place *p, const ProcessExpression *e, Lit *value) {
  LitVec is = {0};
  Lit found = LIT_FALSE, path = p->path;
  uint32_t type = (uint32_t)e->value;
  const ProcessPlace *place = p->circuit->program->places.data + e->a;
  remote_process(p, e->b, type, &is);
  for (uint32_t pid = 0; pid < is.size; pid++) {
    is.data[pid] = circuit_and(p, is.data[pid], slot_present(p, pid, type));
    found = circuit_or(p, found, is.data[pid]);
  }
  p->path = circuit_and(p, path, found);
  SpotVec spots = spots_of(p, place);
  p->path = path;
  vector_constant(0, value, VALUE);
  for (uint32_t pid = 0; pid < is.size; pid++) {
    Lit held[VALUE];
    if (is.data[pid] == LIT_FALSE) continue;
    read_spots(p, place, &spots, pid, type, held);
    vector_mux(p->circuit->aig, is.data[pid], held, value, value, VALUE);
  }
  vec_free(&spots);
  vec_free(&is);
}

static Lit is_at(Place *p, const ProcessExpression *e) {
  LitVec is = {0};
  Lit any = LIT_FALSE;
  remote_process(p, e->b, e->c, &is);
  for (uint32_t pid = 0; pid < is.size; pid++)
    any =
        circuit_or(p, any, circuit_and(p, is.data[pid], slot_at(p, pid, e->c, (uint32_t)e->value)));
  vec_free(&is);
  return any;
}

/* pc_value: the control state of a process, and 0 of one that is not there. */
static void control_value(Place *p, uint32_t expression, Lit *value) {
  const Circuit *circuit = p->circuit;
  Lit number[VALUE], control[VALUE];
  circuit_value(p, expression, number);
  vector_constant(0, value, VALUE);
  for (uint32_t pid = 0; pid < circuit->slots; pid++)
    for (uint32_t t = 0; t < circuit->program->proctypes.size; t++)
      for (uint32_t q = 1; q < circuit->program->proctypes.data[t].controls.size; q++) {
        Lit is = circuit_and(p, circuit_is(p, number, pid), slot_at(p, pid, t, q));
        vector_constant(q, control, VALUE);
        vector_mux(circuit->aig, is, control, value, value, VALUE);
      }
}

static Lit progressing(const Place *p) {
  const Circuit *circuit = p->circuit;
  Lit any = LIT_FALSE;
  for (uint32_t pid = 0; pid < circuit->slots; pid++)
    for (uint32_t t = 0; t < circuit->program->proctypes.size; t++)
      for (uint32_t q = 1; q < circuit->program->proctypes.data[t].controls.size; q++)
        if (circuit_control(circuit, t, q)->progress)
          any = circuit_or(p, any, slot_at(p, pid, t, q));
  return any;
}

static void special(Place *p, const ProcessExpression *e, Lit *value) {
  switch (e->operator) {
  case PROCESS_REMOTE: read_remote(p, e, value); break;
  case PROCESS_AT: circuit_truth(is_at(p, e), value); break;
  case PROCESS_RUN:
    if (p->testing) processes_running(p, value);
    else circuit_start(p, e, value);
    break;
  case PROCESS_TIMEOUT: circuit_truth(p->timeout, value); break;
  case PROCESS_NO_PROGRESS: circuit_truth(lit_not(progressing(p)), value); break;
  case PROCESS_CONTROL: control_value(p, e->a, value); break;
  case PROCESS_OWN_PID: vector_constant(p->pid, value, VALUE); break;
  case PROCESS_NUMBER: processes_running(p, value); break;
  case PROCESS_LAST: field_get(p, &p->circuit->last, value); break;
  case PROCESS_ENABLED:
    circuit_refuse(p->circuit, "'enabled' is not translated");
    circuit_truth(LIT_FALSE, value);
    break;
  case PROCESS_PRIORITY:
    circuit_refuse(p->circuit, "priorities are not translated");
    circuit_truth(LIT_FALSE, value);
    break;
  default: circuit_about_channel(p, e, value); break;
  }
}

/* ---- operators ---- */

/* Both operands of a Boolean operator, the second under the path that asks for it. */
static void connect(Place *p, const ProcessExpression *e, Lit *value) {
  Lit a[VALUE], b[VALUE], path = p->path;
  circuit_value(p, e->a, a);
  Lit left = circuit_any(p, a);
  bool is_or = e->operator== PROCESS_OR;
  p->path = circuit_and(p, path, lit_not_if(left, is_or));
  circuit_value(p, e->b, b);
  p->path = path;
  Lit right = circuit_any(p, b);
  circuit_truth(is_or ? circuit_or(p, left, right) : circuit_and(p, left, right), value);
}

static void choose(Place *p, const ProcessExpression *e, Lit *value) {
  Lit a[VALUE], b[VALUE], c[VALUE], path = p->path;
  circuit_value(p, e->a, a);
  Lit condition = circuit_any(p, a);
  p->path = circuit_and(p, path, condition);
  circuit_value(p, e->b, b);
  p->path = circuit_and(p, path, lit_not(condition));
  circuit_value(p, e->c, c);
  p->path = path;
  vector_mux(p->circuit->aig, condition, b, c, value, VALUE);
}

/* By zero it fails and gives 0; by -1 it cannot overflow in two's complement. */
static void divide(Place *p, bool quotient, const Lit *a, const Lit *b, Lit *value) {
  Lit q[VALUE], r[VALUE];
  Lit by_zero = lit_not(circuit_any(p, b));
  circuit_fail(p, by_zero);
  vector_divide_signed(p->circuit->aig, a, b, q, r, VALUE);
  for (int i = 0; i < VALUE; i++)
    value[i] = circuit_and(p, quotient ? q[i] : r[i], lit_not(by_zero));
}

static void shift(Place *p, bool left, const Lit *a, const Lit *b, Lit *value) {
  enum { AMOUNT = 5 };
  if (left) vector_shift_left(p->circuit->aig, a, VALUE, b, AMOUNT, LIT_FALSE, value);
  else vector_shift_right(p->circuit->aig, a, VALUE, b, AMOUNT, a[VALUE - 1], value);
}

static void binary(Place *p, const ProcessExpression *e, Lit *value) {
  Aig *aig = p->circuit->aig;
  Lit a[VALUE], b[VALUE];
  circuit_value(p, e->a, a);
  circuit_value(p, e->b, b);
  switch (e->operator) {
  case PROCESS_ADD: vector_add(aig, a, b, LIT_FALSE, value, VALUE); break;
  case PROCESS_SUBTRACT: vector_subtract(aig, a, b, value, VALUE); break;
  case PROCESS_MULTIPLY: vector_multiply(aig, a, b, value, VALUE); break;
  case PROCESS_DIVIDE: divide(p, true, a, b, value); break;
  case PROCESS_MODULO: divide(p, false, a, b, value); break;
  case PROCESS_BIT_AND:
    for (int i = 0; i < VALUE; i++) value[i] = aig_and(aig, a[i], b[i]);
    break;
  case PROCESS_BIT_OR:
    for (int i = 0; i < VALUE; i++) value[i] = aig_or(aig, a[i], b[i]);
    break;
  case PROCESS_BIT_XOR:
    for (int i = 0; i < VALUE; i++) value[i] = aig_xor(aig, a[i], b[i]);
    break;
  case PROCESS_SHIFT_LEFT: shift(p, true, a, b, value); break;
  case PROCESS_SHIFT_RIGHT: shift(p, false, a, b, value); break;
  case PROCESS_LESS: circuit_truth(vector_less_signed(aig, a, b, VALUE), value); break;
  case PROCESS_LESS_EQUAL:
    circuit_truth(lit_not(vector_less_signed(aig, b, a, VALUE)), value);
    break;
  case PROCESS_GREATER: circuit_truth(vector_less_signed(aig, b, a, VALUE), value); break;
  case PROCESS_GREATER_EQUAL:
    circuit_truth(lit_not(vector_less_signed(aig, a, b, VALUE)), value);
    break;
  case PROCESS_EQUAL: circuit_truth(vector_equal(aig, a, b, VALUE), value); break;
  default: circuit_truth(lit_not(vector_equal(aig, a, b, VALUE)), value); break;
  }
}

void circuit_value(Place *p, uint32_t number, Lit *value) {
  const ProcessExpression *e = p->circuit->program->expressions.data + number;
  Lit a[VALUE];
  if (p->circuit->aig->size > p->circuit->most_gates)
    circuit_refuse(p->circuit, "it becomes too large a circuit");
  if (budget_spent(p->circuit->budget)) circuit_refuse(p->circuit, "the time is over");
  if (p->circuit->refused) {
    vector_constant(0, value, VALUE);
    return;
  }
  switch (e->operator) {
  case PROCESS_CONSTANT: vector_constant((uint32_t)e->value, value, VALUE); break;
  case PROCESS_VARIABLE: place_get(p, e->a, value); break;
  case PROCESS_NOT:
    circuit_value(p, e->a, a);
    circuit_truth(lit_not(circuit_any(p, a)), value);
    break;
  case PROCESS_NEGATE:
    circuit_value(p, e->a, a);
    vector_negate(p->circuit->aig, a, value, VALUE);
    break;
  case PROCESS_COMPLEMENT:
    circuit_value(p, e->a, a);
    for (int i = 0; i < VALUE; i++) value[i] = lit_not(a[i]);
    break;
  case PROCESS_AND:
  case PROCESS_OR: connect(p, e, value); break;
  case PROCESS_IF: choose(p, e, value); break;
  default:
    if (e->operator>= PROCESS_ADD && e->operator<= PROCESS_UNEQUAL) binary(p, e, value);
    else special(p, e, value);
  }
}
