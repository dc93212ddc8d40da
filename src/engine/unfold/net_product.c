#include "engine/unfold/net_product.h"

#include "base/memory.h"
#include "base/text.h"
#include "engine/unfold/place_function.h"

/* Ways to read the atoms, over all edges, and steps of work for them. */
enum { MOVES_MOST = 3000, WORK_MOST = 300000 };

typedef struct {
  const Net *net;
  const NetAtomVec *atoms;
  const Automaton *automaton;
  NetProduct *product;
  VEC(U32Vec) cubes; /* by edge: see label_cubes; over places */
  U32Vec complement; /* by place: its complement in the product, or NET_PRODUCT_MOVE */
  uint32_t state0, moves, fires;
} Maker;

/* ---- what the edges read ---- */

/* The label over places. Those have larger numbers than atoms, so a function that was put in for
 * one atom is not mistaken for another. */
static Label over_places(const Maker *m, Label label) {
  const Automaton *automaton = m->automaton;
  uint32_t count = (uint32_t)automaton->atoms.size;
  for (uint32_t v = 0; v < count; v++) {
    const NetAtom *atom = m->atoms->data + automaton->atoms.data[v];
    Label function = place_function(m->net, atom, automaton->labels, count);
    label = label_substitute(automaton->labels, label, v, function);
  }
  return label;
}

static bool read_edges(Maker *m, Error *error) {
  const Automaton *automaton = m->automaton;
  Labels *labels = automaton->labels;
  uint32_t first = (uint32_t)automaton->atoms.size;
  size_t moves = 0;
  if (first + m->net->places.size > LABEL_VARIABLES)
    return error_set(error, "the net has too many places for its product with an automaton");
  label_variable(labels, first + (uint32_t)m->net->places.size); /* all are known from now on */
  labels_limit(labels, WORK_MOST);
  for (size_t i = 0; i < automaton->edges.size && !labels->exhausted; i++) {
    U32Vec cubes = {0};
    label_cubes(labels, over_places(m, automaton->edges.data[i].label), &cubes);
    for (size_t k = 0; k < cubes.size; k++) {
      if (cubes.data[k] == UINT32_MAX) moves++;
      else cubes.data[k] -= 2 * first;
    }
    vec_push(&m->cubes, cubes);
    if (moves > MOVES_MOST) break;
  }
  bool too_many = labels->exhausted || moves > MOVES_MOST;
  labels_limit(labels, 0);
  return !too_many || error_set(error, "the atoms of the formula depend on too many places");
}

/* ---- places and transitions ---- */

static uint32_t add_place(Maker *m, const char *what, size_t number, bool marked) {
  Text name = {0};
  text_format(&name, "%s %zu", what, number);
  uint32_t place = net_add_place(m->product->net, name.data, marked);
  text_free(&name);
  return place;
}

static void add_places(Maker *m) {
  Net *net = m->product->net;
  for (size_t p = 0; p < m->net->places.size; p++) {
    net_add_place(net, m->net->places.data[p].name, m->net->places.data[p].initial);
    vec_push(&m->complement, NET_PRODUCT_MOVE);
  }
  for (size_t i = 0; i < m->cubes.size; i++)
    for (size_t k = 0; k < m->cubes.data[i].size; k++) {
      uint32_t literal = m->cubes.data[i].data[k], place = literal / 2;
      if (literal == UINT32_MAX || !(literal & 1)) continue;
      if (m->complement.data[place] == NET_PRODUCT_MOVE)
        m->complement.data[place] =
            add_place(m, "complement", place, !m->net->places.data[place].initial);
    }
  m->state0 = (uint32_t)net->places.size;
  for (uint32_t q = 0; q < m->automaton->states; q++)
    add_place(m, "state", q, q == m->automaton->initial);
  m->moves = net_add_place(net, "moves", 1);
  m->fires = net_add_place(net, "fires", 0);
}

static uint32_t add_transition(Maker *m, const char *name, uint32_t origin, uint32_t target) {
  vec_push(&m->product->origin, origin);
  vec_push(&m->product->target, target);
  return net_add_transition(m->product->net, name);
}

static void add_original(Maker *m, uint32_t number) {
  const NetTransition *original = m->net->transitions.data + number;
  Net *net = m->product->net;
  uint32_t t = add_transition(m, original->name, number, 0);
  for (size_t i = 0; i < original->take.size; i++) {
    NetArc arc = original->take.data[i];
    uint32_t complement = m->complement.data[arc.place];
    net_take(net, t, arc.place, arc.weight);
    if (complement != NET_PRODUCT_MOVE && !net_weight(&original->put, arc.place))
      net_put(net, t, complement, 1);
  }
  for (size_t i = 0; i < original->put.size; i++) {
    NetArc arc = original->put.data[i];
    uint32_t complement = m->complement.data[arc.place];
    net_put(net, t, arc.place, arc.weight);
    if (complement != NET_PRODUCT_MOVE && !net_weight(&original->take, arc.place))
      net_take(net, t, complement, 1);
  }
  for (size_t i = 0; i < m->automaton->atoms.size; i++)
    if (transition_is_visible(m->net, number, m->atoms->data + m->automaton->atoms.data[i]))
      bits_set(&m->product->visible, number);
  if (!bits_get(&m->product->visible, number)) return;
  net_take(net, t, m->fires, 1);
  net_put(net, t, m->moves, 1);
}

static void add_moves(Maker *m, size_t number, U32Vec *accepting) {
  const LabelledEdge *edge = m->automaton->edges.data + number;
  const U32Vec *cubes = &m->cubes.data[number];
  Net *net = m->product->net;
  for (size_t i = 0; i < cubes->size; i++) {
    uint32_t t = add_transition(m, "move", NET_PRODUCT_MOVE, edge->target);
    if (edge->marks == automaton_all(m->automaton)) vec_push(accepting, t);
    net_take(net, t, m->moves, 1);
    net_put(net, t, m->fires, 1);
    net_take(net, t, m->state0 + edge->source, 1);
    net_put(net, t, m->state0 + edge->target, 1);
    for (; cubes->data[i] != UINT32_MAX; i++) {
      uint32_t place = cubes->data[i] / 2;
      if (cubes->data[i] & 1) place = m->complement.data[place];
      net_take(net, t, place, 1);
      net_put(net, t, place, 1);
    }
  }
}

NetProduct *net_product_new(const Net *net, const NetAtomVec *atoms, const Automaton *automaton,
                            Error *error) {
  assert(automaton->sets <= 1);
  NetProduct *product = mem_zalloc(sizeof *product);
  product->net = net_new(net->name);
  product->visible = bits_new(net->transitions.size + 1);
  Maker m = {.net = net, .atoms = atoms, .automaton = automaton, .product = product};
  U32Vec accepting = {0};
  bool good = read_edges(&m, error);
  if (good) {
    add_places(&m);
    for (uint32_t t = 0; t < net->transitions.size; t++) add_original(&m, t);
    for (size_t i = 0; i < automaton->edges.size; i++) add_moves(&m, i, &accepting);
    product->accepting = bits_new(product->net->transitions.size + 1);
    for (size_t i = 0; i < accepting.size; i++) bits_set(&product->accepting, accepting.data[i]);
  }
  vec_free(&accepting);
  for (size_t i = 0; i < m.cubes.size; i++) vec_free(&m.cubes.data[i]);
  vec_free(&m.cubes);
  vec_free(&m.complement);
  if (good) return product;
  net_product_free(product);
  return NULL;
}

void net_product_free(NetProduct *product) {
  if (!product) return;
  net_free(product->net);
  bits_free(&product->visible);
  bits_free(&product->accepting);
  vec_free(&product->origin);
  vec_free(&product->target);
  mem_free(product);
}
