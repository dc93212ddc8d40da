/* Minimal weak deterministic automata for obligation properties (Löding 2001; Dax, Eisinger,
 * Klaedtke, ATVA 2007). For an obligation the subset construction, which forgets acceptance, makes
 * a deterministic automaton whose components are each wholly accepting or wholly rejecting; which
 * of the two is read off one cycle. Löding's colouring gives components without cycles the one
 * acceptance that lets the most states be equal; then equal states are merged as in a finite
 * automaton.
 *
 * Whether the language is an obligation is not asked before: the result is compared with the
 * automaton it came from and with the automaton of the negation, and dropped if it differs. */
#include "base/bits.h"
#include "formula/automaton/reduce_automaton.h"

typedef struct {
  const Automaton *from;
  Automaton *deterministic;
  Names sets; /* bit sets of states of `from` as byte strings */
  size_t bytes;
  uint32_t limit;
} Subsets;

static uint32_t subset_state(Subsets *subsets, const Bits *set) {
  return names_add_n(&subsets->sets, (const char *)set->words, subsets->bytes);
}

static Bits subset_of(const Subsets *subsets, uint32_t state) {
  Bits set = bits_new(subsets->from->states);
  memcpy(set.words, subsets->sets.text[state], subsets->bytes);
  return set;
}

typedef struct {
  Label letters;
  Bits targets;
} LetterClass;

typedef VEC(LetterClass) LetterClassVec;

/* Parts all letters by which successors they have: each edge splits the classes found so far. */
static void part_letters(Subsets *subsets, const Bits *set, LetterClassVec *classes) {
  Labels *labels = subsets->from->labels;
  LetterClass all = {LABEL_TRUE, bits_new(subsets->from->states)};
  vec_push(classes, all);
  for (size_t s = bits_next(set, 0); s < set->size; s = bits_next(set, s + 1))
    for (EACH_EDGE(subsets->from, s, edge))
      for (size_t i = 0, n = classes->size; i < n; i++) {
        if (bits_get(&classes->data[i].targets, edge->target)) continue;
        Label inside = label_and(labels, classes->data[i].letters, edge->label);
        if (inside == LABEL_FALSE) continue;
        Label outside = label_minus(labels, classes->data[i].letters, edge->label);
        if (outside != LABEL_FALSE) {
          LetterClass rest = {outside, bits_copy(&classes->data[i].targets)};
          vec_push(classes, rest);
        }
        classes->data[i].letters = inside;
        bits_set(&classes->data[i].targets, edge->target);
      }
}

static bool determinise(Subsets *subsets) {
  Bits start = bits_new(subsets->from->states);
  bits_set(&start, subsets->from->initial);
  subset_state(subsets, &start);
  bits_free(&start);
  for (uint32_t d = 0; d < subsets->sets.size && subsets->sets.size <= subsets->limit; d++) {
    Bits set = subset_of(subsets, d);
    LetterClassVec classes = {0};
    part_letters(subsets, &set, &classes);
    for (size_t i = 0; i < classes.size; i++) {
      automaton_edge(subsets->deterministic, d, subset_state(subsets, &classes.data[i].targets),
                     classes.data[i].letters, 0);
      bits_free(&classes.data[i].targets);
    }
    vec_free(&classes);
    bits_free(&set);
  }
  if (subsets->sets.size > subsets->limit) return false;
  subsets->deterministic->states = (uint32_t)subsets->sets.size;
  automaton_finish(subsets->deterministic);
  return true;
}

/* One letter of a label, as a label: the values on some way to true. */
static Label one_letter(Labels *labels, Label label) {
  Label letter = LABEL_TRUE;
  while (!bdd_is_constant(label)) {
    Label literal = label_variable(labels, bdd_top(labels->bdds, label));
    bool value = bdd_low(labels->bdds, label) == LABEL_FALSE;
    letter = label_and(labels, letter, bdd_not_if(literal, !value));
    label = value ? bdd_high(labels->bdds, label) : bdd_low(labels->bdds, label);
  }
  return letter;
}

/* A chain automaton for the letters of some cycle through state d inside its component. */
static Automaton *find_cycle(const Automaton *automaton, const Components *components, uint32_t d) {
  uint32_t n = automaton->states;
  size_t *how = mem_alloc((n + 1) * sizeof *how); /* the edge a state was reached by */
  for (uint32_t s = 0; s < n; s++) how[s] = SIZE_MAX;
  U32Vec queue = {0};
  vec_push(&queue, d);
  for (size_t i = 0; how[d] == SIZE_MAX && i < queue.size; i++)
    for (EACH_EDGE(automaton, queue.data[i], edge))
      if (components->of[edge->target] == components->of[d] && how[edge->target] == SIZE_MAX) {
        how[edge->target] = (size_t)(edge - automaton->edges.data);
        vec_push(&queue, edge->target);
      }
  LabelVec letters = {0}; /* backwards */
  uint32_t s = d;
  do {
    const LabelledEdge *edge = automaton->edges.data + how[s];
    vec_push(&letters, one_letter(automaton->labels, edge->label));
    s = edge->source;
  } while (s != d);
  Automaton *chain = automaton_new(automaton->labels, &automaton->atoms);
  chain->states = (uint32_t)letters.size;
  for (uint32_t i = 0; i < chain->states; i++)
    automaton_edge(chain, i, (i + 1) % chain->states, letters.data[chain->states - 1 - i], 0);
  automaton_finish(chain);
  vec_free(&letters);
  vec_free(&queue);
  mem_free(how);
  return chain;
}

static bool accepts_cycle(Subsets *subsets, const Components *components, uint32_t d) {
  Bits set = subset_of(subsets, d);
  Automaton *chain = find_cycle(subsets->deterministic, components, d);
  Automaton from = *subsets->from; /* shares everything but the initial state */
  bool accepted = false;
  for (size_t s = bits_next(&set, 0); !accepted && s < set.size; s = bits_next(&set, s + 1)) {
    from.initial = (uint32_t)s;
    accepted = !automaton_disjoint(&from, chain);
  }
  automaton_free(chain);
  bits_free(&set);
  return accepted;
}

/* Löding's colours: even for accepting, as large as the successors allow. */
static int *colour(Subsets *subsets, const Components *components) {
  const Automaton *automaton = subsets->deterministic;
  int *colours = mem_array(components->count, sizeof *colours);
  const int top = 2 * (int)components->count + 2; /* even */
  U32Vec *states = mem_array(components->count, sizeof *states);
  for (uint32_t s = 0; s < automaton->states; s++) vec_push(&states[components->of[s]], s);
  for (uint32_t c = 0; c < components->count; c++) { /* successors come first */
    int least = top;
    for (size_t i = 0; i < states[c].size; i++)
      for (EACH_EDGE(automaton, states[c].data[i], edge)) {
        uint32_t target = components->of[edge->target];
        if (target != c && colours[target] < least) least = colours[target];
      }
    colours[c] = least;
    if (!components->trivial[c] &&
        accepts_cycle(subsets, components, states[c].data[0]) != (least % 2 == 0))
      colours[c] = least - 1;
    vec_free(&states[c]);
  }
  mem_free(states);
  return colours;
}

static bool is_equivalent(const Automaton *candidate, const Automaton *from,
                          const Automaton *negation) {
  if (!automaton_disjoint(candidate, negation)) return false;
  Automaton *complement = automaton_copy(candidate); /* complete, deterministic, weak */
  for (size_t i = 0; i < complement->edges.size; i++) complement->edges.data[i].marks ^= 1;
  automaton_finish(complement);
  bool equal = automaton_disjoint(complement, from);
  automaton_free(complement);
  return equal;
}

Automaton *automaton_obligation(const Automaton *automaton, const Automaton *negation,
                                uint32_t limit) {
  Subsets subsets = {.from = automaton, .limit = limit};
  subsets.bytes = bits_words(automaton->states) * sizeof(uint64_t);
  Automaton *result = subsets.deterministic = automaton_new(automaton->labels, &automaton->atoms);
  result->sets = 1;
  bool fine = determinise(&subsets);
  if (fine) {
    Components components = components_new(result);
    int *colours = colour(&subsets, &components);
    for (size_t i = 0; i < result->edges.size; i++)
      result->edges.data[i].marks = colours[components.of[result->edges.data[i].source]] % 2 == 0;
    automaton_finish(result);
    automaton_merge_equal(result);
    fine = is_equivalent(result, automaton, negation);
    mem_free(colours);
    components_free(&components);
  }
  names_free(&subsets.sets);
  if (!fine) {
    automaton_free(result);
    return NULL;
  }
  result->state_based = true;
  return result;
}
