#include "check/net_run.h"

#include <string.h>

#include "base/memory.h"
#include "formula/ltl/ltl_evaluate.h"
#include "formula/ltl/translate.h"

void net_run_free(NetRun *run) { vec_free(&run->fired); }

static Tokens *initial_marking(const Net *net) {
  Tokens *marking = mem_array(net->places.size + 1, sizeof *marking);
  for (size_t i = 0; i < net->places.size; i++) marking[i] = net->places.data[i].initial;
  return marking;
}

static bool same(const Net *net, const Tokens *a, const Tokens *b) {
  return !net->places.size || !memcmp(a, b, net->places.size * sizeof *a);
}

/* ---- from markings to transitions ---- */

static bool step_between(const Net *net, const Tokens *from, const Tokens *to, Tokens *scratch,
                         uint32_t *fired) {
  size_t bytes = net->places.size * sizeof *scratch;
  for (uint32_t t = 0; t < net->transitions.size; t++) {
    if (!net_enabled(net, t, from)) continue;
    memcpy(scratch, from, bytes);
    if (!net_fire(net, t, scratch) || !same(net, scratch, to)) continue;
    *fired = t;
    return true;
  }
  *fired = NET_NOTHING_FIRED;
  return same(net, from, to) && net_marking_is_dead(net, from);
}

bool net_run_between(const Net *net, Tokens *const *markings, size_t count, int64_t loop,
                     NetRun *run) {
  Tokens *scratch = mem_array(net->places.size + 1, sizeof *scratch);
  bool good = true;
  run->loop = loop;
  for (size_t i = 0; i < count && good; i++) {
    if (i + 1 == count && loop < 0) break;
    const Tokens *next = i + 1 < count ? markings[i + 1] : markings[loop];
    uint32_t fired;
    good = step_between(net, markings[i], next, scratch, &fired);
    vec_push(&run->fired, fired);
  }
  mem_free(scratch);
  return good;
}

/* ---- the judge ---- */

static bool replay_step(const Net *net, uint32_t fired, Tokens *marking) {
  if (fired == NET_NOTHING_FIRED) return net_marking_is_dead(net, marking);
  return fired < net->transitions.size && net_enabled(net, fired, marking) &&
         net_fire(net, fired, marking);
}

/* The formula is false on the lasso, by the definition of LTL. */
static bool violates(const Model *model, Formula f, Bits *atoms, size_t length, int64_t loop) {
  LtlValues values = ltl_evaluate(model->formulas, f, length, loop, atoms);
  bool wrong = values.truth[(values.parts.size - 1) * values.length] == TRUTH_FALSE;
  ltl_values_free(&values);
  return wrong;
}

/* The places on which the truth of the atoms depends. */
static void mark_seen(const Net *net, const NetAtom *atom, Bits *seen) {
  if (atom->kind == NET_ATOM_DEADLOCK || atom->kind == NET_ATOM_SAFE) bits_fill(seen, true);
  for (size_t i = 0; i < atom->terms.size; i++) bits_set(seen, atom->terms.data[i].place);
  for (size_t i = 0; i < atom->transitions.size; i++) {
    const NetArcVec *take = &net->transitions.data[atom->transitions.data[i]].take;
    for (size_t k = 0; k < take->size; k++) bits_set(seen, take->data[k].place);
  }
}

/* A loop whose end has at least the tokens of its start can be fired for ever, because more tokens
 * disable nothing. The formula is the same on each turn if the places that it sees are: these
 * change by the same amounts on each, so that they need not be looked at on the way. */
static bool returns(const Model *model, const U32Vec *atoms, const Tokens *start,
                    const Tokens *end) {
  const Net *net = model->net;
  Bits seen = bits_new(net->places.size + 1);
  bool good = true;
  for (size_t i = 0; i < atoms->size; i++)
    mark_seen(net, model->net_atoms.data + atoms->data[i], &seen);
  for (size_t p = 0; p < net->places.size && good; p++)
    good = bits_get(&seen, p) ? end[p] == start[p] : end[p] >= start[p];
  bits_free(&seen);
  return good;
}

bool net_run_shows(const Model *model, const NetQuestion *question, const NetRun *run,
                   Error *error) {
  const Net *net = model->net;
  Tokens *marking = initial_marking(net), *looped = NULL;
  U32Vec atoms = {0};
  bool ltl = question->ask == ASK_LTL, good = true;
  Bits *truth = mem_array(model->formulas->atoms.size + 1, sizeof *truth);
  if (ltl) formula_atoms(model->formulas, question->formula, &atoms);
  for (size_t i = 0; i < atoms.size; i++) truth[atoms.data[i]] = bits_new(run->fired.size + 1);
  for (size_t i = 0; i < run->fired.size && good; i++) {
    for (size_t a = 0; a < atoms.size; a++) {
      const NetAtom *atom = model->net_atoms.data + atoms.data[a];
      bits_put(truth + atoms.data[a], i, net_atom_holds(net, atom, marking));
    }
    if ((int64_t)i == run->loop) {
      looped = mem_alloc((net->places.size + 1) * sizeof *looped);
      memcpy(looped, marking, (net->places.size + 1) * sizeof *looped);
    }
    good = replay_step(net, run->fired.data[i], marking) ||
           error_set(error, "step %zu of the run cannot be fired", i);
  }
  if (good && run->loop >= 0 && (!looped || !returns(model, &atoms, looped, marking)))
    good = error_set(error, "the run does not return to the start of its loop");
  if (good && ltl &&
      (run->loop < 0 || !violates(model, question->formula, truth, run->fired.size, run->loop)))
    good = error_set(error, "the formula is not false on the run");
  bool dies = question->ask == ASK_LIVENESS; /* a deadlock refutes it */
  if (good && dies && (!net->transitions.size || !net_marking_is_dead(net, marking)))
    good = error_set(error, "the run does not end in a deadlock");
  if (good && !ltl && !dies && !net_formula_holds(model, question->formula, marking))
    good = error_set(error, "the run does not end where it should");
  for (size_t i = 0; i < atoms.size; i++) bits_free(truth + atoms.data[i]);
  mem_free(truth);
  mem_free(marking);
  mem_free(looped);
  vec_free(&atoms);
  return good;
}

Tokens *net_run_end(const Net *net, const NetRun *run, Error *error) {
  Tokens *marking = initial_marking(net);
  for (size_t i = 0; i < run->fired.size; i++) {
    if (replay_step(net, run->fired.data[i], marking)) continue;
    error_set(error, "step %zu of the run cannot be fired", i);
    mem_free(marking);
    return NULL;
  }
  return marking;
}

/* ---- what is shown ---- */

static unsigned bits_for(uint64_t most) {
  unsigned bits = 1;
  while (bits < 32 && most >> bits) bits++;
  return bits;
}

/* The largest number of tokens on each place along the run. */
static Tokens *largest(const Net *net, const NetRun *run) {
  Tokens *marking = initial_marking(net), *most = initial_marking(net);
  for (size_t i = 0; i < run->fired.size; i++) {
    if (run->fired.data[i] != NET_NOTHING_FIRED) net_fire(net, run->fired.data[i], marking);
    for (size_t p = 0; p < net->places.size; p++)
      if (marking[p] > most[p]) most[p] = marking[p];
  }
  mem_free(marking);
  return most;
}

static void add_places(System *system, const Net *net, const Tokens *most) {
  for (size_t p = 0; p < net->places.size; p++) {
    Signal *signal = signal_add(&system->signals, net->places.data[p].name,
                                most[p] ? SIGNAL_STATE : SIGNAL_HIDDEN, SIGNAL_RANGE);
    signal->low = 0;
    signal->high = most[p];
    for (unsigned b = 0; b < bits_for(most[p]); b++) {
      Lit latch = system_latch(system, RESET_0);
      system_set_next(system, latch, latch);
      vec_push(&signal->bits, latch);
    }
  }
}

/* The transitions that fire, by their place among the values of the signal. */
static void add_fired(System *system, const Net *net, const NetRun *run, Map *codes) {
  StringVec values = {0};
  vec_push(&values, mem_string("-"));
  map_put(codes, NET_NOTHING_FIRED, 0);
  for (size_t i = 0; i < run->fired.size; i++) {
    uint32_t t = run->fired.data[i];
    if (map_get(codes, t, NULL)) continue;
    map_put(codes, t, values.size);
    vec_push(&values, mem_string(net->transitions.data[t].name));
  }
  Signal *signal = signal_add(&system->signals, "fired", SIGNAL_INPUT, SIGNAL_ENUMERATION);
  signal->values.size = 0;
  vec_append(&signal->values, &values);
  for (unsigned b = 0; b < bits_for(values.size - 1); b++)
    vec_push(&signal->bits, system_input(system));
  vec_free(&values);
}

static void put_number(Bits *bits, size_t *at, uint64_t number, size_t width) {
  for (size_t b = 0; b < width; b++) bits_put(bits, (*at)++, number >> b & 1);
}

static void add_step(const System *system, const Net *net, const Tokens *marking, uint64_t code,
                     Trace *trace) {
  Step *step = trace_add_step(trace, system);
  size_t latch = 0, input = 0;
  for (size_t p = 0; p < net->places.size; p++)
    put_number(&step->latches, &latch, marking[p], system->signals.data[p].bits.size);
  put_number(&step->inputs, &input, code, system->inputs.size);
}

System *net_run_trace(const Net *net, const NetRun *run, Trace **result) {
  System *system = system_new();
  Tokens *most = largest(net, run), *marking = initial_marking(net);
  Map codes = {0};
  Trace *trace = trace_new();
  add_places(system, net, most);
  add_fired(system, net, run, &codes);
  for (size_t i = 0; i < run->fired.size; i++) {
    uint64_t code = 0;
    map_get(&codes, run->fired.data[i], &code);
    add_step(system, net, marking, code, trace);
    if (run->fired.data[i] != NET_NOTHING_FIRED) net_fire(net, run->fired.data[i], marking);
  }
  if (run->loop < 0) add_step(system, net, marking, 0, trace); /* where it ends */
  trace->loop = run->loop;
  map_free(&codes);
  mem_free(most);
  mem_free(marking);
  *result = trace;
  return system;
}
