/* Automata as parts of systems; see product.h.
 *
 * Edges of a state whose labels overlap get different colours; the choice inputs hold the code of a
 * colour, so a deterministic automaton needs none. An edge is taken if the automaton is in its
 * source, its label is true and its colour is chosen. */
#include "formula/automaton/product.h"

#include "base/map.h"

typedef struct {
  System *system;
  const Automaton *automaton;
  const LitVec *letters;
  U32Vec colours; /* by edge */
  U32Vec counts;  /* by state: colours in use */
  LitVec choice;  /* inputs: the code of the colour */
  LitVec bits;    /* latches of the state */
  WatchedStates states;
} Watch;

Lit label_literal(Aig *aig, const Labels *labels, Label label, const LitVec *letters) {
  return bdd_to_circuit(labels->bdds, label, aig, letters->data);
}

/* Greedy: the smallest colour that no overlapping edge of the same state has. */
static void colour_edges(Watch *watch) {
  const Automaton *automaton = watch->automaton;
  vec_resize(&watch->colours, automaton->edges.size);
  vec_resize(&watch->counts, automaton->states);
  for (uint32_t s = 0; s < automaton->states; s++)
    for (size_t i = automaton->first[s]; i < automaton->first[s + 1]; i++) {
      uint32_t colour = 0;
      for (bool clash = true; clash;) {
        clash = false;
        for (size_t j = automaton->first[s]; j < i && !clash; j++)
          clash = watch->colours.data[j] == colour &&
                  !label_disjoint(automaton->labels, automaton->edges.data[i].label,
                                  automaton->edges.data[j].label);
        colour += clash;
      }
      watch->colours.data[i] = colour;
      if (colour >= watch->counts.data[s]) watch->counts.data[s] = colour + 1;
    }
}

static unsigned bits_for(uint32_t count) {
  unsigned bits = 0;
  while (bits < 32 && (uint64_t)1 << bits < count) bits++;
  return bits;
}

static void add_choice(Watch *watch, const char *name) {
  uint32_t most = 1;
  for (size_t s = 0; s < watch->counts.size; s++)
    if (watch->counts.data[s] > most) most = watch->counts.data[s];
  for (unsigned i = 0; i < bits_for(most); i++) {
    Lit input = system_input(watch->system);
    vec_push(&watch->choice, input);
    Text text = {0};
    text_format(&text, "%s.choice%u", name, i);
    signal_add_bit(&watch->system->signals, text.data, SIGNAL_HIDDEN, input);
    text_free(&text);
  }
}

static Lit has_code(Aig *aig, const LitVec *bits, uint32_t code, unsigned count) {
  Lit lit = LIT_TRUE;
  for (unsigned i = 0; i < count; i++)
    lit = aig_and(aig, lit, lit_not_if(bits->data[i], !(code >> i & 1)));
  return lit;
}

/* Of a state with n colours the first bits_for(n) inputs count; the last colour also has the codes
 * that are left over. */
static Lit chosen(const Watch *watch, uint32_t state, uint32_t colour) {
  Aig *aig = watch->system->aig;
  uint32_t n = watch->counts.data[state];
  unsigned bits = bits_for(n);
  if (colour < n - 1) return has_code(aig, &watch->choice, colour, bits);
  Lit other = LIT_FALSE;
  for (uint32_t c = 0; c + 1 < n; c++)
    other = aig_or(aig, other, has_code(aig, &watch->choice, c, bits));
  return lit_not(other);
}

static void add_state_latches(Watch *watch, Encoding encoding, const char *name) {
  const Automaton *automaton = watch->automaton;
  System *system = watch->system;
  uint32_t n = automaton->states;
  if (encoding == ENCODING_ONE_HOT && n == 1) encoding = ENCODING_BINARY; /* no latch at all */
  unsigned bits = encoding == ENCODING_ONE_HOT ? n : bits_for(n);
  for (unsigned i = 0; i < bits; i++) {
    bool start =
        encoding == ENCODING_ONE_HOT ? i == automaton->initial : automaton->initial >> i & 1;
    vec_push(&watch->bits, system_latch(system, start ? RESET_1 : RESET_0));
  }
  for (uint32_t s = 0; s < n; s++)
    vec_push(&watch->states.in_state, encoding == ENCODING_ONE_HOT
                                          ? watch->bits.data[s]
                                          : has_code(system->aig, &watch->bits, s, bits));
  for (uint32_t s = 0; s < n && encoding == ENCODING_ONE_HOT; s++) {
    Text text = {0}; /* so that a proof can speak of this latch */
    text_format(&text, "%s = s%u", name, s);
    signal_add_bit(&system->signals, text.data, SIGNAL_HIDDEN, watch->bits.data[s]);
    text_free(&text);
  }
  /* the signal shows the binary code of the state, whatever the encoding is */
  Signal *signal = signal_add(&system->signals, name, SIGNAL_DEFINE, SIGNAL_ENUMERATION);
  for (uint32_t s = 0; s < n; s++) {
    Text text = {0};
    text_format(&text, "s%u", s);
    vec_push(&signal->values, text_take(&text));
  }
  for (unsigned i = 0; i < bits_for(n); i++) {
    Lit bit = LIT_FALSE;
    for (uint32_t s = 0; s < n; s++)
      if (s >> i & 1) bit = aig_or(system->aig, bit, watch->states.in_state.data[s]);
    vec_push(&signal->bits, bit);
  }
}

/* Exactly one of the literals: none or more than one so far, from left to right. */
static Lit exactly_one(Aig *aig, const LitVec *lits) {
  Lit some = LIT_FALSE, twice = LIT_FALSE;
  for (size_t i = 0; i < lits->size; i++) {
    twice = aig_or(aig, twice, aig_and(aig, some, lits->data[i]));
    some = aig_or(aig, some, lits->data[i]);
  }
  return aig_and(aig, some, lit_not(twice));
}

static void add_transitions(Watch *watch, Encoding encoding) {
  const Automaton *automaton = watch->automaton;
  System *system = watch->system;
  Aig *aig = system->aig;
  LitVec enters = {0};
  vec_resize(&enters, automaton->states); /* all false */
  for (size_t i = 0; i < automaton->edges.size; i++) {
    const LabelledEdge *edge = automaton->edges.data + i;
    Lit label = label_literal(aig, automaton->labels, edge->label, watch->letters);
    Lit taken = aig_and(aig, watch->states.in_state.data[edge->source], label);
    taken = aig_and(aig, taken, chosen(watch, edge->source, watch->colours.data[i]));
    vec_push(&watch->states.taken, taken);
    enters.data[edge->target] = aig_or(aig, enters.data[edge->target], taken);
  }
  for (size_t b = 0; b < watch->bits.size; b++) {
    Lit next = LIT_FALSE;
    for (uint32_t s = 0; s < automaton->states; s++)
      if (encoding == ENCODING_ONE_HOT ? s == b : s >> b & 1)
        next = aig_or(aig, next, enters.data[s]);
    system_set_next(system, watch->bits.data[b], next);
  }
  Lit moves = aig_or_all(aig, watch->states.taken.data, watch->states.taken.size);
  if (moves != LIT_TRUE) vec_push(&system->constraints, moves);
  Lit reachable = encoding == ENCODING_ONE_HOT
                      ? exactly_one(aig, &watch->states.in_state)
                      : aig_or_all(aig, watch->states.in_state.data, watch->states.in_state.size);
  if (reachable != LIT_TRUE) vec_push(&system->constraints, reachable);
  vec_free(&enters);
}

WatchedStates product_watch(System *system, const Automaton *automaton, const LitVec *letters,
                            Encoding encoding, const char *name) {
  Watch watch = {.system = system, .automaton = automaton, .letters = letters};
  colour_edges(&watch);
  add_choice(&watch, name);
  add_state_latches(&watch, encoding, name);
  add_transitions(&watch, encoding);
  vec_free(&watch.colours);
  vec_free(&watch.counts);
  vec_free(&watch.choice);
  vec_free(&watch.bits);
  return watch.states;
}

void watched_states_free(WatchedStates *states) {
  vec_free(&states->in_state);
  vec_free(&states->taken);
}

Trace *product_trace_back(const ProductMap *map, const System *system, const Trace *trace) {
  assert(map->inputs == system->inputs.size && map->latches == system->latches.size);
  Trace *back = trace_new();
  for (size_t k = 0; k < trace->steps.size; k++) {
    const Step *from = trace->steps.data + k;
    Step *to = trace_add_step(back, system);
    for (size_t i = 0; i < map->inputs; i++) bits_put(&to->inputs, i, bits_get(&from->inputs, i));
    for (size_t i = 0; i < map->latches; i++)
      bits_put(&to->latches, i, bits_get(&from->latches, i));
  }
  back->loop = trace->loop;
  return back;
}
