#include "view/net_system.h"

#include "base/memory.h"
#include "logic/vector.h"

enum { WIDEST = 64 };

static unsigned bits_for(uint64_t most) {
  unsigned bits = 1;
  while (bits < WIDEST && most >> bits) bits++;
  return bits;
}

static size_t width_of(const NetSystem *view, uint32_t place) {
  return view->first.data[place + 1] - view->first.data[place];
}

/* The number of tokens, extended with zeros. */
static void tokens(const NetSystem *view, uint32_t place, Lit *out, size_t width) {
  for (size_t b = 0; b < width; b++)
    out[b] = b < width_of(view, place)
                 ? view->system->latches.data[view->first.data[place] + b].current
                 : LIT_FALSE;
}

/* Whether a place has at least so many tokens. */
static Lit at_least(const NetSystem *view, uint32_t place, uint64_t number) {
  size_t width = width_of(view, place);
  Lit held[WIDEST], wanted[WIDEST];
  if (width < WIDEST && number >> width) return LIT_FALSE;
  tokens(view, place, held, width);
  vector_constant(number, wanted, width);
  return lit_not(vector_less(view->system->aig, held, wanted, width));
}

static void add_places(NetSystem *view, const uint64_t *bounds) {
  System *system = view->system;
  for (size_t p = 0; p < view->net->places.size; p++) {
    const NetPlace *place = view->net->places.data + p;
    vec_push(&view->first, (uint32_t)system->latches.size);
    LitVec bits = {0};
    for (unsigned b = 0; b < bits_for(bounds[p]); b++)
      vec_push(&bits, system_latch(system, place->initial >> b & 1 ? RESET_1 : RESET_0));
    Signal *signal = signal_add(&system->signals, place->name, SIGNAL_STATE, SIGNAL_RANGE);
    signal->low = 0;
    signal->high = (int64_t)bounds[p];
    vec_append(&signal->bits, &bits);
    vec_free(&bits);
  }
  vec_push(&view->first, (uint32_t)system->latches.size);
}

/* The input: 0 chooses nothing, t + 1 transition t. */
static void add_choice(NetSystem *view) {
  System *system = view->system;
  size_t count = view->net->transitions.size;
  LitVec bits = {0};
  for (unsigned b = 0; b < bits_for(count); b++) vec_push(&bits, system_input(system));
  Signal *signal = signal_add(&system->signals, "fired", SIGNAL_INPUT, SIGNAL_ENUMERATION);
  vec_append(&signal->bits, &bits);
  vec_push(&signal->values, mem_string("-"));
  for (size_t t = 0; t < count; t++)
    vec_push(&signal->values, mem_string(view->net->transitions.data[t].name));
  vec_free(&bits);
}

static Lit chosen(const NetSystem *view, uint64_t code) {
  const System *system = view->system;
  LitVec all = {0};
  for (size_t b = 0; b < system->inputs.size; b++)
    vec_push(&all, lit_not_if(system->inputs.data[b], !(code >> b & 1)));
  Lit lit = aig_and_all(system->aig, all.data, all.size);
  vec_free(&all);
  return lit;
}

static void add_enabled(NetSystem *view) {
  Aig *aig = view->system->aig;
  view->deadlock = LIT_TRUE;
  for (size_t t = 0; t < view->net->transitions.size; t++) {
    const NetArcVec *take = &view->net->transitions.data[t].take;
    Lit enabled = LIT_TRUE;
    for (size_t i = 0; i < take->size; i++)
      enabled = aig_and(aig, enabled, at_least(view, take->data[i].place, take->data[i].weight));
    vec_push(&view->enabled, enabled);
    view->deadlock = aig_and(aig, view->deadlock, lit_not(enabled));
  }
  view->safe = LIT_TRUE;
  for (uint32_t p = 0; p < view->net->places.size; p++)
    view->safe = aig_and(aig, view->safe, lit_not(at_least(view, p, 2)));
}

/* What a place holds in the next step: for each transition that changes it, the sum. */
static void add_next(NetSystem *view, const LitVec *fires) {
  const Net *net = view->net;
  Aig *aig = view->system->aig;
  Lit *next = mem_alloc(view->system->latches.size * sizeof *next + 1);
  for (uint32_t p = 0; p < net->places.size; p++)
    tokens(view, p, next + view->first.data[p], width_of(view, p));
  for (size_t t = 0; t < net->transitions.size; t++) {
    const NetTransition *transition = net->transitions.data + t;
    const NetArcVec *lists[] = {&transition->take, &transition->put};
    for (int k = 0; k < 2; k++)
      for (size_t i = 0; i < lists[k]->size; i++) {
        uint32_t p = lists[k]->data[i].place;
        Tokens less = net_weight(&transition->take, p), more = net_weight(&transition->put, p);
        if (less == more || (k && less)) continue; /* unchanged, or done with the first list */
        Lit held[WIDEST], change[WIDEST];
        size_t width = width_of(view, p);
        tokens(view, p, held, width);
        vector_constant((uint64_t)more - less, change, width);
        vector_add(aig, held, change, LIT_FALSE, held, width);
        vector_mux(aig, fires->data[t], held, next + view->first.data[p],
                   next + view->first.data[p], width);
      }
  }
  for (size_t i = 0; i < view->system->latches.size; i++)
    system_set_next(view->system, view->system->latches.data[i].current, next[i]);
  mem_free(next);
}

NetSystem net_system(const Net *net, const uint64_t *bounds) {
  NetSystem view = {.net = net, .system = system_new()};
  Aig *aig = view.system->aig;
  LitVec fires = {0};
  add_places(&view, bounds);
  add_choice(&view);
  add_enabled(&view);
  Lit step = aig_and(aig, view.deadlock, chosen(&view, 0));
  for (size_t t = 0; t < net->transitions.size; t++) {
    vec_push(&fires, aig_and(aig, chosen(&view, t + 1), view.enabled.data[t]));
    step = aig_or(aig, step, fires.data[t]);
  }
  vec_push(&view.system->constraints, step);
  add_next(&view, &fires);
  vec_free(&fires);
  return view;
}

void net_system_free(NetSystem *view) {
  vec_free(&view->first);
  vec_free(&view->enabled);
}

/* Two sums without signs are compared: the terms with positive weights, and the others. */
static Lit sum_at_most(NetSystem *view, const NetAtom *atom) {
  Aig *aig = view->system->aig;
  Lit less[WIDEST], more[WIDEST], term[WIDEST], weight[WIDEST], product[WIDEST];
  vector_constant(atom->most < 0 ? (uint64_t)-atom->most : 0, less, WIDEST);
  vector_constant(atom->most > 0 ? (uint64_t)atom->most : 0, more, WIDEST);
  for (size_t i = 0; i < atom->terms.size; i++) {
    int64_t by = atom->terms.data[i].weight;
    Lit *sum = by > 0 ? less : more;
    tokens(view, atom->terms.data[i].place, term, WIDEST);
    vector_constant((uint64_t)(by > 0 ? by : -by), weight, WIDEST);
    vector_multiply(aig, term, weight, product, WIDEST);
    vector_add(aig, sum, product, LIT_FALSE, sum, WIDEST);
  }
  return lit_not(vector_less(aig, more, less, WIDEST));
}

Lit net_system_atom(NetSystem *view, const NetAtom *atom) {
  Lit any = LIT_FALSE;
  switch (atom->kind) {
  case NET_ATOM_AT_MOST: return sum_at_most(view, atom);
  case NET_ATOM_FIREABLE:
    for (size_t i = 0; i < atom->transitions.size; i++)
      any = aig_or(view->system->aig, any, view->enabled.data[atom->transitions.data[i]]);
    return any;
  case NET_ATOM_DEADLOCK: return view->deadlock;
  case NET_ATOM_SAFE: return view->safe;
  }
  return any;
}

void net_system_run(const NetSystem *view, const Trace *trace, U32Vec *fired) {
  for (size_t i = 0; i < trace->steps.size; i++) {
    uint32_t code = 0;
    for (size_t b = 0; b < bits_for(view->net->transitions.size); b++)
      code |= (uint32_t)bits_get(&trace->steps.data[i].inputs, b) << b;
    vec_push(fired, code - 1); /* 0 becomes UINT32_MAX */
  }
}
