/* The closure of an automaton under stuttering: it accepts a word exactly if the automaton accepts
 * one that differs from it in nothing but how often letters are repeated (after Michaud and
 * Duret-Lutz, SPIN 2015, who use such automata to see whether a language is closed already).
 *
 * A block of equal letters is read at once: a step of the closure under a letter stands for one or
 * more steps of the automaton under it, with a mark if one of them has one. The rest of the block
 * is idled away in a copy of the state that was reached, which waits while the letter stays the
 * same; it does not accept, since the automaton would not have moved. A state that reads whatever
 * comes and stays needs no copies. */
#include "formula/automaton/automaton.h"

#include "base/memory.h"

enum { MOST_ATOMS = 6, MOST_COPIES = 4096 };

/* By pair of states: whether one leads to the other by steps under a letter. */
typedef enum { NO_WAY, A_WAY, A_MARKED_WAY } Way;

typedef struct {
  const Automaton *from;
  Automaton *to;
  uint32_t letters;
  Label *labels;    /* by letter */
  uint8_t *ways;    /* by letter and pair of states */
  bool *stays;      /* by state: it has a loop for all letters */
  uint32_t *copies; /* by state and letter: 1 + the number of the copy that waits, 0: none yet */
  U32Vec states;    /* of the closure: which state each is a copy of */
} Closure;

static uint8_t *way(const Closure *c, uint32_t letter, uint32_t source, uint32_t target) {
  return c->ways + ((size_t)letter * c->from->states + source) * c->from->states + target;
}

/* All ways under a letter, with marks where they can have some. */
static void find_ways(const Closure *c, uint32_t letter) {
  uint32_t states = c->from->states;
  for (size_t i = 0; i < c->from->edges.size; i++) {
    const LabelledEdge *edge = c->from->edges.data + i;
    uint8_t *one = way(c, letter, edge->source, edge->target);
    Way found = edge->marks ? A_MARKED_WAY : A_WAY;
    if (label_value(c->from->labels, edge->label, letter) && *one < found) *one = (uint8_t)found;
  }
  for (bool more = true; more;) {
    more = false;
    for (uint32_t k = 0; k < states; k++)
      for (uint32_t i = 0; i < states; i++)
        for (uint32_t j = 0; j < states; j++) {
          uint8_t a = *way(c, letter, i, k), b = *way(c, letter, k, j), both = a > b ? a : b;
          if (!a || !b || *way(c, letter, i, j) >= both) continue;
          *way(c, letter, i, j) = both;
          more = true;
        }
  }
}

static Label label_of(const Closure *c, uint32_t letter) {
  Label label = LABEL_TRUE;
  for (uint32_t v = 0; v < c->from->atoms.size; v++) {
    Label atom = label_variable(c->from->labels, v);
    label = label_and(c->from->labels, label, letter >> v & 1 ? atom : label_not(atom));
  }
  return label;
}

/* The state of the closure that is in a state, and has just read the letter. */
static uint32_t arrive(Closure *c, uint32_t state, uint32_t letter) {
  /* one copy is enough where it need not wait */
  uint32_t *copy = c->copies + (size_t)state * c->letters + (c->stays[state] ? 0 : letter);
  if (!*copy) {
    vec_push(&c->states, state);
    *copy = (uint32_t)c->states.size;
    if (!c->stays[state]) automaton_edge(c->to, *copy - 1, *copy - 1, c->labels[letter], 0);
  }
  return *copy - 1;
}

static void build(Closure *c) {
  vec_push(&c->states, c->from->initial);
  for (uint32_t s = 0; s < c->states.size; s++) {
    uint32_t state = c->states.data[s];
    for (uint32_t letter = 0; letter < c->letters; letter++)
      for (uint32_t target = 0; target < c->from->states; target++) {
        Way found = (Way)*way(c, letter, state, target);
        if (found == NO_WAY) continue;
        uint32_t next = arrive(c, target, letter);
        automaton_edge(c->to, s, next, c->labels[letter], found == A_MARKED_WAY);
      }
  }
  c->to->states = (uint32_t)c->states.size;
  c->to->sets = 1;
  automaton_finish(c->to);
}

Automaton *automaton_stutter_closure(const Automaton *automaton) {
  size_t states = automaton->states;
  if (automaton->sets != 1 || automaton->atoms.size > MOST_ATOMS ||
      states << automaton->atoms.size > MOST_COPIES)
    return NULL;
  Closure c = {.from = automaton,
               .to = automaton_new(automaton->labels, &automaton->atoms),
               .letters = 1U << automaton->atoms.size};
  c.labels = mem_array(c.letters, sizeof *c.labels);
  c.ways = mem_array(c.letters * states * states, sizeof *c.ways);
  c.stays = mem_array(states, sizeof *c.stays);
  c.copies = mem_array(states * c.letters, sizeof *c.copies);
  for (size_t i = 0; i < automaton->edges.size; i++) {
    const LabelledEdge *edge = automaton->edges.data + i;
    c.stays[edge->source] |= edge->source == edge->target && edge->label == LABEL_TRUE;
  }
  for (uint32_t letter = 0; letter < c.letters; letter++) {
    c.labels[letter] = label_of(&c, letter);
    find_ways(&c, letter);
  }
  build(&c);
  mem_free(c.labels);
  mem_free(c.ways);
  mem_free(c.stays);
  mem_free(c.copies);
  vec_free(&c.states);
  return c.to;
}
