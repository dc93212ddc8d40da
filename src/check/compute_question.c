/* See compute_question.h. */
#include "check/compute_question.h"

#include "base/memory.h"

typedef struct {
  System *system;
  Aig *aig;
  Lit from, to;
} Watched;

/* ---- a counter that stops at n ---- */

/* The number of steps since it was at 0: literals of its value in this step, the least significant
 * first. The latches hold what comes next. */
typedef struct {
  LitVec latches, value;
} Counter;

static Counter counter_new(Watched *w, Lit at_zero, uint64_t n) {
  Counter c = {0};
  for (uint64_t left = n; left; left >>= 1) {
    Lit latch = system_latch(w->system, RESET_0);
    vec_push(&c.latches, latch);
    vec_push(&c.value, aig_and(w->aig, lit_not(at_zero), latch));
  }
  return c;
}

static Lit counter_is_at(const Watched *w, const Counter *c, uint64_t n) {
  Lit all = LIT_TRUE;
  for (size_t i = 0; i < c->value.size; i++)
    all = aig_and(w->aig, all, lit_not_if(c->value.data[i], !(n >> i & 1)));
  return all;
}

static void counter_go_on(Watched *w, Counter *c, uint64_t n) {
  Lit carry = lit_not(counter_is_at(w, c, n));
  for (size_t i = 0; i < c->value.size; i++) {
    Lit bit = c->value.data[i];
    system_set_next(w->system, c->latches.data[i], aig_xor(w->aig, bit, carry));
    carry = aig_and(w->aig, bit, carry);
  }
  vec_free(&c->latches);
  vec_free(&c->value);
}

/* ---- what must not happen ---- */

static Lit path(Watched *w) {
  Lit before = system_latch(w->system, RESET_0), started = aig_or(w->aig, before, w->from);
  system_set_next(w->system, before, started);
  return aig_and(w->aig, started, w->to);
}

static Lit shorter_path(Watched *w, uint64_t n) {
  Lit arrived = path(w);
  Counter c = counter_new(w, w->from, n);
  arrived = aig_and(w->aig, arrived, lit_not(counter_is_at(w, &c, n)));
  counter_go_on(w, &c, n);
  return arrived;
}

/* It has come from a p, and has met no q since, now included; `*inside`: without now. */
static Lit waiting(Watched *w, Lit *inside) {
  *inside = system_latch(w->system, RESET_0);
  Lit now = aig_and(w->aig, aig_or(w->aig, *inside, w->from), lit_not(w->to));
  system_set_next(w->system, *inside, now);
  return now;
}

static Lit longer_path(Watched *w, uint64_t n) {
  Lit inside, now = waiting(w, &inside);
  Counter c = counter_new(w, lit_not(inside), n);
  Lit longer = aig_and(w->aig, now, counter_is_at(w, &c, n));
  counter_go_on(w, &c, n);
  return longer;
}

/* An input chooses the state that is remembered. */
static Lit loop(Watched *w) {
  size_t latches = w->system->latches.size;
  Lit inside, now = waiting(w, &inside), choice = system_input(w->system);
  Lit remembered = system_latch(w->system, RESET_0);
  Lit again = aig_and(w->aig, remembered, inside);
  Lit take = aig_and(w->aig, now, aig_and(w->aig, choice, lit_not(again)));
  for (size_t i = 0; i < latches; i++) {
    Lit current = w->system->latches.data[i].current, copy = system_latch(w->system, RESET_0);
    system_set_next(w->system, copy, aig_mux(w->aig, take, current, copy));
    again = aig_and(w->aig, again, aig_equal(w->aig, copy, current));
  }
  system_set_next(w->system, remembered,
                  aig_or(w->aig, take, aig_and(w->aig, now, aig_and(w->aig, remembered, inside))));
  return again;
}

/* ---- the question ---- */

/* Its name is none that a model can have: readers of traces pass by what a check has added. */
static Formula atom(Formulas *formulas, const char *name, Lit literal) {
  Formula f = formula_atom(formulas, name);
  formulas->atoms.data[formula_node(formulas, f)->left].literal = literal;
  return f;
}

static Formula formula_of(const Watched *w, Formulas *f, Lit event, ComputeAsk ask) {
  if (ask != ASK_ARRIVES)
    return formula_unary(f, OP_GLOBALLY, formula_unary(f, OP_NOT, atom(f, "(event)", event)));
  Formula arrives = formula_unary(f, OP_FINALLY, atom(f, "(end)", w->to));
  return formula_unary(f, OP_GLOBALLY,
                       formula_binary(f, OP_IMPLIES, atom(f, "(start)", w->from), arrives));
}

static Lit event_of(Watched *w, ComputeAsk ask, uint64_t n) {
  switch (ask) {
  case ASK_NO_START: return w->from;
  case ASK_NO_END: return w->to;
  case ASK_NO_PATH: return path(w);
  case ASK_SHORTER: return shorter_path(w, n);
  case ASK_ARRIVES: return LIT_FALSE;
  case ASK_NO_LOOP: return loop(w);
  case ASK_LONGER: return longer_path(w, n);
  }
  return LIT_FALSE;
}

Model *compute_question(const Model *model, size_t number, ComputeAsk ask, uint64_t n) {
  const Property *property = model->properties.data + number;
  Model *question = model_new(model->file);
  Lit *map;
  system_free(question->system);
  question->system = system_copy(model->system, &map);
  question->format = model->format;
  for (size_t i = 0; i < model->compassion.size; i++) {
    const Compassion *pair = model->compassion.data + i;
    vec_push(&question->compassion,
             ((Compassion){aig_map_lit(map, pair->often), aig_map_lit(map, pair->then)}));
  }
  Watched w = {question->system, question->system->aig, aig_map_lit(map, property->justice.data[0]),
               aig_map_lit(map, property->justice.data[1])};
  mem_free(map);
  Lit event = event_of(&w, ask, n);
  vec_push(
      &question->properties,
      ((Property){.kind = PROPERTY_LTL,
                  .name = mem_string(property->name),
                  .text = mem_string(ask == ASK_ARRIVES ? "G ((start) -> F (end))" : "G !(event)"),
                  .bad = LIT_FALSE,
                  .formula = formula_of(&w, question->formulas, event, ask)}));
  return question;
}
