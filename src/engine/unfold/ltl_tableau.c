#include "engine/unfold/ltl_tableau.h"

#include "base/map.h"
#include "base/memory.h"
#include "engine/unfold/stutter.h"
#include "net/prefix_query.h"
#include "net/run.h"

typedef struct {
  const Net *net;
  const NetAtomVec *atoms;
  const Automaton *automaton;
  Budget *budget;
  LtlTableau *tableau;
  Names markings; /* in which a livelock may start; the number is that of the choice */
} Search;

void ltl_tableau_free(LtlTableau *tableau) {
  prefix_free(tableau->runs);
  prefix_free(tableau->livelocks);
  net_condition_free(tableau->dead);
  net_free(tableau->invisible);
  bits_free(&tableau->all);
  net_product_free(tableau->product);
  vec_free(&tableau->invisible_of);
  vec_free(&tableau->fired);
}

/* ---- runs of the product ---- */

/* Those of the original in a run of the product. */
static void add_fired(const Search *s, const U32Vec *run) {
  LtlTableau *tableau = s->tableau;
  for (size_t i = 0; i < run->size; i++) {
    uint32_t origin = tableau->product->origin.data[run->data[i]];
    if (origin != NET_PRODUCT_MOVE) vec_push(&tableau->fired, origin);
  }
}

/* What leads to the successful terminal's companion, and from there to itself, for ever. */
static void take_lasso(const Search *s, const Prefix *prefix,
                       void (*add)(const Search *s, const U32Vec *run)) {
  U32Vec stem = {0}, loop = {0};
  prefix_run_to(prefix, prefix->events.data[prefix->successful].companion, &stem);
  prefix_run_around(prefix, prefix->successful, &loop);
  add(s, &stem);
  s->tableau->loop = s->tableau->fired.size;
  add(s, &loop);
  vec_free(&stem);
  vec_free(&loop);
}

/* ---- where livelocks may start ---- */

static uint64_t letter_of(const Search *s, const Tokens *marking) {
  uint64_t letter = 0;
  for (size_t i = 0; i < s->automaton->atoms.size; i++) {
    const NetAtom *atom = s->atoms->data + s->automaton->atoms.data[i];
    letter |= (uint64_t)net_atom_holds(s->net, atom, marking) << i;
  }
  return letter;
}

/* A transition that puts the marking of the original in which the move ends. */
static void add_choice(Search *s, uint32_t move) {
  LtlTableau *tableau = s->tableau;
  U32Vec run = {0};
  prefix_run_to(tableau->runs, move, &run);
  Tokens *marking = net_replay(tableau->product->net, run.data, run.size);
  assert(marking);
  uint32_t state = tableau->product->target.data[tableau->runs->events.data[move].transition];
  size_t known = s->markings.size;
  if (automaton_accepts_stutter(s->automaton, state, letter_of(s, marking)) &&
      names_add_n(&s->markings, (const char *)marking, s->net->places.size * sizeof *marking) ==
          known) {
    uint32_t choice = net_add_transition(tableau->invisible, "choice");
    vec_push(&tableau->invisible_of, move);
    net_take(tableau->invisible, choice, (uint32_t)s->net->places.size, 1);
    for (uint32_t p = 0; p < s->net->places.size; p++)
      if (marking[p]) net_put(tableau->invisible, choice, p, marking[p]);
  }
  mem_free(marking);
  vec_free(&run);
}

/* Places as in the original, and one that is marked before the choice; choices in front. */
static void make_invisible(Search *s) {
  LtlTableau *tableau = s->tableau;
  Net *net = tableau->invisible = net_new(s->net->name);
  for (size_t p = 0; p < s->net->places.size; p++)
    net_add_place(net, s->net->places.data[p].name, 0);
  net_add_place(net, "before", 1);
  for (uint32_t e = 0; e < tableau->runs->events.size; e++) {
    uint32_t transition = tableau->runs->events.data[e].transition;
    if (tableau->product->origin.data[transition] == NET_PRODUCT_MOVE) add_choice(s, e);
  }
  for (uint32_t t = 0; t < s->net->transitions.size; t++) {
    const NetTransition *original = s->net->transitions.data + t;
    if (bits_get(&tableau->product->visible, t)) continue;
    uint32_t copy = net_add_transition(net, original->name);
    vec_push(&tableau->invisible_of, t);
    vec_append(&net->transitions.data[copy].take, &original->take);
    vec_append(&net->transitions.data[copy].put, &original->put);
  }
  tableau->all = bits_new(net->transitions.size + 1);
  bits_fill(&tableau->all, true);
}

/* A run of the net of livelocks: the way to the move is put in place of the choice. */
static void add_chosen(const Search *s, const U32Vec *run) {
  LtlTableau *tableau = s->tableau;
  for (size_t i = 0; i < run->size; i++) {
    uint32_t origin = tableau->invisible_of.data[run->data[i]];
    if (run->data[i] < s->markings.size) {
      U32Vec way = {0};
      prefix_run_to(tableau->runs, origin, &way);
      add_fired(s, &way);
      vec_free(&way);
    } else {
      vec_push(&tableau->fired, origin);
    }
  }
}

/* A marking behind a choice in which no transition of the original can fire. */
static TableauAnswer find_deadlock(const Search *s) {
  LtlTableau *tableau = s->tableau;
  NetCondition *dead = tableau->dead = net_condition_new(NET_ALL);
  U32Vec run = {0};
  net_condition_add(dead, net_condition_deadlock(s->net));
  net_condition_add(dead, net_condition_fewer((uint32_t)s->net->places.size, 1));
  PrefixAnswer answer = prefix_reaches(tableau->livelocks, dead, s->budget, &run);
  if (answer == PREFIX_REACHABLE) add_chosen(s, &run);
  tableau->loop = tableau->fired.size;
  vec_free(&run);
  if (answer == PREFIX_UNKNOWN) return TABLEAU_UNKNOWN;
  return answer == PREFIX_REACHABLE ? TABLEAU_RUN : TABLEAU_NONE;
}

static TableauAnswer find_livelock(Search *s, Error *error) {
  LtlTableau *tableau = s->tableau;
  make_invisible(s);
  if (!s->markings.size) return TABLEAU_NONE;
  tableau->livelocks = prefix_tableau(tableau->invisible, &tableau->all, s->budget, error);
  if (!tableau->livelocks) return TABLEAU_UNKNOWN;
  if (tableau->livelocks->successful != PREFIX_NONE) {
    take_lasso(s, tableau->livelocks, add_chosen);
    return TABLEAU_RUN;
  }
  return tableau->livelocks->complete ? find_deadlock(s) : TABLEAU_UNKNOWN;
}

static TableauAnswer find_run(Search *s, Error *error) {
  LtlTableau *tableau = s->tableau;
  tableau->product = net_product_new(s->net, s->atoms, s->automaton, error);
  if (!tableau->product) return TABLEAU_UNKNOWN;
  tableau->runs =
      prefix_tableau(tableau->product->net, &tableau->product->accepting, s->budget, error);
  if (!tableau->runs) return TABLEAU_UNKNOWN;
  if (tableau->runs->successful != PREFIX_NONE) {
    take_lasso(s, tableau->runs, add_fired);
    return TABLEAU_RUN;
  }
  return tableau->runs->complete ? find_livelock(s, error) : TABLEAU_UNKNOWN;
}

TableauAnswer ltl_tableau(const Net *net, const NetAtomVec *atoms, const Automaton *automaton,
                          Budget *budget, LtlTableau *tableau, Error *error) {
  Search s = {.net = net, .atoms = atoms, .automaton = automaton, .budget = budget};
  s.tableau = tableau;
  TableauAnswer answer = find_run(&s, error);
  names_free(&s.markings);
  return answer;
}
