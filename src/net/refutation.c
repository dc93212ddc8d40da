/* See refutation.h. This is the check that the answer *unreachable* rests on: whole numbers only,
 * in 128 bits, and what does not fit is refused. */
#include "net/refutation.h"

#include "net/wide.h"

RefutedNode *refuted_node_new(RefutedKind kind) {
  RefutedNode *node = mem_zalloc(sizeof *node);
  node->kind = kind;
  return node;
}

void refuted_node_free(RefutedNode *node) {
  if (!node) return;
  for (size_t i = 0; i < node->children.size; i++) refuted_node_free(node->children.data[i]);
  vec_free(&node->children);
  vec_free(&node->places);
  vec_free(&node->y);
  vec_free(&node->inequalities);
  vec_free(&node->traps);
  vec_free(&node->siphons);
  mem_free(node);
}

void net_refutation_free(NetRefutation *refutation) {
  if (!refutation) return;
  for (size_t i = 0; i < refutation->traps.size; i++) vec_free(&refutation->traps.data[i]);
  vec_free(&refutation->traps);
  refuted_node_free(refutation->root);
  mem_free(refutation);
}

/* ---- the way down the tree ---- */

static void assume(RefutedPath *path, const NetCondition *condition) {
  if (condition->kind == NET_AT_LEAST) vec_push(&path->inequalities, condition);
  else if (condition->kind == NET_ANY) vec_push(&path->cases, condition);
  else
    for (size_t i = 0; i < condition->parts.size; i++) assume(path, condition->parts.data[i]);
}

void refuted_path_begin(RefutedPath *path, const Net *net, const NetCondition *condition) {
  *path = (RefutedPath){.net = net};
  for (size_t i = 0; i < net->transitions.size; i++) {
    vec_push(&path->least, 0);
    vec_push(&path->most, NET_ANY_NUMBER);
  }
  assume(path, condition);
}

void refuted_path_end(RefutedPath *path) {
  for (size_t i = 0; i < path->siphons.size; i++) vec_free(&path->siphons.data[i]);
  vec_free(&path->inequalities);
  vec_free(&path->cases);
  vec_free(&path->siphons);
  vec_free(&path->least);
  vec_free(&path->most);
}

static void change_bound(RefutedPath *path, RefutedMark *mark, uint32_t transition) {
  vec_push(&mark->transitions, transition);
  vec_push(&mark->least, path->least.data[transition]);
  vec_push(&mark->most, path->most.data[transition]);
}

static void at_most(RefutedPath *path, RefutedMark *mark, uint32_t transition, uint64_t most) {
  change_bound(path, mark, transition);
  if (path->most.data[transition] > most) path->most.data[transition] = most;
}

static void at_least(RefutedPath *path, RefutedMark *mark, uint32_t transition, uint64_t least) {
  change_bound(path, mark, transition);
  if (path->least.data[transition] < least) path->least.data[transition] = least;
}

RefutedMark refuted_path_down(RefutedPath *path, const RefutedNode *node, size_t child) {
  RefutedMark mark = {path->inequalities.size, path->cases.size, path->siphons.size, {0}, {0}, {0}};
  if (node->kind == REFUTED_CASES) {
    assume(path, path->cases.data[node->subject]->parts.data[child]);
  } else if (node->kind == REFUTED_FIRINGS) {
    if (child) at_least(path, &mark, node->subject, node->firings + 1);
    else at_most(path, &mark, node->subject, node->firings);
  } else if (node->kind == REFUTED_SIPHON) {
    U32Vec takers = {0}, feeders = {0};
    refuted_siphon_sides(path->net, &node->places, &takers, &feeders);
    for (size_t i = 0; !child && i < takers.size; i++) at_most(path, &mark, takers.data[i], 0);
    vec_free(&takers);
    if (child) vec_push(&path->siphons, feeders);
    else vec_free(&feeders);
  }
  return mark;
}

void refuted_path_up(RefutedPath *path, RefutedMark *mark) {
  path->inequalities.size = mark->inequalities;
  path->cases.size = mark->cases;
  while (path->siphons.size > mark->siphons) {
    U32Vec *last = &vec_last(&path->siphons);
    vec_free(last);
    path->siphons.size--;
  }
  for (size_t i = mark->transitions.size; i--;) {
    path->least.data[mark->transitions.data[i]] = mark->least.data[i];
    path->most.data[mark->transitions.data[i]] = mark->most.data[i];
  }
  vec_free(&mark->transitions);
  vec_free(&mark->least);
  vec_free(&mark->most);
}

/* ---- siphons and traps ---- */

static Bits places_of(const Net *net, const U32Vec *places) {
  Bits set = bits_new(net->places.size);
  for (size_t i = 0; i < places->size; i++) bits_set(&set, places->data[i]);
  return set;
}

static bool touches(const NetArcVec *arcs, const Bits *places) {
  for (size_t i = 0; i < arcs->size; i++)
    if (bits_get(places, arcs->data[i].place)) return true;
  return false;
}

void refuted_siphon_sides(const Net *net, const U32Vec *places, U32Vec *takers, U32Vec *feeders) {
  Bits set = places_of(net, places);
  for (uint32_t t = 0; t < net->transitions.size; t++) {
    const NetTransition *transition = &net->transitions.data[t];
    if (touches(&transition->take, &set)) vec_push(takers, t);
    else if (touches(&transition->put, &set)) vec_push(feeders, t);
  }
  bits_free(&set);
}

static bool places_exist(const Net *net, const U32Vec *places) {
  for (size_t i = 0; i < places->size; i++)
    if (places->data[i] >= net->places.size) return false;
  return true;
}

/* What takes from a trap puts on it, and it is marked in the beginning: it always is. */
static bool trap_holds(const Net *net, const U32Vec *places) {
  if (!places_exist(net, places)) return false;
  Bits set = places_of(net, places);
  bool holds = true, marked = false;
  for (size_t i = 0; i < places->size; i++) marked |= net->places.data[places->data[i]].initial > 0;
  for (size_t t = 0; t < net->transitions.size && holds; t++)
    holds = !touches(&net->transitions.data[t].take, &set) ||
            touches(&net->transitions.data[t].put, &set);
  bits_free(&set);
  return holds && marked;
}

/* ---- leaves ---- */

/* The sum w of the left sides into `by_place`, that of the right sides into `right`. */
static bool add_left_sides(const RefutedPath *path, const NetRefutation *refutation,
                           const RefutedNode *leaf, Wide *by_place, Wide *right) {
  bool fits = true;
  for (size_t i = 0; i < leaf->inequalities.size && fits; i++) {
    RefutedFactor f = leaf->inequalities.data[i];
    if (f.index >= path->inequalities.size || f.factor < 0) return false;
    const NetCondition *inequality = path->inequalities.data[f.index];
    fits = wide_add_product(right, f.factor, inequality->at_least);
    for (size_t k = 0; k < inequality->terms.size && fits; k++)
      fits = wide_add_product(&by_place[inequality->terms.data[k].place], f.factor,
                              inequality->terms.data[k].coefficient);
  }
  for (size_t i = 0; i < leaf->traps.size && fits; i++) {
    RefutedFactor f = leaf->traps.data[i];
    if (f.index >= refutation->traps.size || f.factor < 0) return false;
    const U32Vec *trap = &refutation->traps.data[f.index];
    fits = wide_add_product(right, f.factor, 1);
    for (size_t k = 0; k < trap->size && fits; k++)
      fits = wide_add_product(&by_place[trap->data[k]], f.factor, 1);
  }
  return fits;
}

/* y >= w, and y m0 into `left`; afterwards `by_place` is y. */
static bool add_y(const Net *net, const RefutedNode *leaf, Wide *by_place, Wide *left) {
  Wide *y = mem_array(net->places.size, sizeof *y);
  bool holds = true;
  for (size_t i = 0; i < leaf->y.size && holds; i++) {
    NetTerm term = leaf->y.data[i];
    holds = term.place < net->places.size && !y[term.place];
    if (holds) y[term.place] = term.coefficient;
  }
  for (size_t p = 0; p < net->places.size && holds; p++) {
    holds = y[p] >= by_place[p] && wide_add_product(left, y[p], net->places.data[p].initial);
    by_place[p] = y[p];
  }
  mem_free(y);
  return holds;
}

/* The most that g x can be. */
static bool add_firings(const RefutedPath *path, const RefutedNode *leaf, const Wide *y, Wide *left,
                        Wide *right) {
  const Net *net = path->net;
  size_t transitions = net->transitions.size;
  Wide *g = mem_array(transitions, sizeof *g);
  bool holds = true;
  for (size_t i = 0; i < leaf->siphons.size && holds; i++) {
    RefutedFactor f = leaf->siphons.data[i];
    holds = f.index < path->siphons.size && f.factor >= 0 && wide_add_product(right, f.factor, 1);
    for (size_t k = 0; holds && k < path->siphons.data[f.index].size; k++)
      holds = wide_add_product(&g[path->siphons.data[f.index].data[k]], f.factor, 1);
  }
  for (size_t t = 0; t < transitions && holds; t++) {
    const NetTransition *transition = &net->transitions.data[t];
    for (size_t i = 0; i < transition->put.size && holds; i++)
      holds =
          wide_add_product(&g[t], y[transition->put.data[i].place], transition->put.data[i].weight);
    for (size_t i = 0; i < transition->take.size && holds; i++)
      holds = wide_add_product(&g[t], y[transition->take.data[i].place],
                               -(Wide)transition->take.data[i].weight);
    if (!holds || !g[t]) continue;
    uint64_t often = g[t] > 0 ? path->most.data[t] : path->least.data[t];
    holds = often != NET_ANY_NUMBER && wide_add_product(left, g[t], often);
  }
  mem_free(g);
  return holds;
}

/* A node whose bounds of firings cross is empty, whatever the leaf says. */
static bool is_empty(const RefutedPath *path) {
  for (size_t t = 0; t < path->net->transitions.size; t++)
    if (path->least.data[t] > path->most.data[t]) return true;
  return false;
}

bool refuted_leaf_holds(const RefutedPath *path, const NetRefutation *refutation,
                        const RefutedNode *leaf) {
  if (is_empty(path)) return true;
  Wide *by_place = mem_array(path->net->places.size, sizeof *by_place);
  Wide left = 0, right = 0;
  bool holds = add_left_sides(path, refutation, leaf, by_place, &right) &&
               add_y(path->net, leaf, by_place, &left) &&
               add_firings(path, leaf, by_place, &left, &right) && left < right;
  mem_free(by_place);
  return holds;
}

/* ---- the whole ---- */

static bool node_is_formed(const RefutedPath *path, const RefutedNode *node) {
  const Net *net = path->net;
  switch (node->kind) {
  case REFUTED_LEAF: return !node->children.size;
  case REFUTED_CASES:
    return node->subject < path->cases.size &&
           node->children.size == path->cases.data[node->subject]->parts.size;
  case REFUTED_FIRINGS:
    return node->subject < net->transitions.size && node->children.size == 2 &&
           node->firings < NET_ANY_NUMBER - 1;
  case REFUTED_SIPHON: break;
  }
  if (!places_exist(net, &node->places)) return false;
  for (size_t i = 0; i < node->places.size; i++)
    if (net->places.data[node->places.data[i]].initial) return false;
  U32Vec takers = {0}, feeders = {0};
  refuted_siphon_sides(net, &node->places, &takers, &feeders);
  size_t children = feeders.size ? 2 : 1;
  vec_free(&takers);
  vec_free(&feeders);
  return node->children.size == children;
}

static bool node_holds(RefutedPath *path, const NetRefutation *refutation,
                       const RefutedNode *node) {
  if (!node || !node_is_formed(path, node)) return false;
  if (node->kind == REFUTED_LEAF) return refuted_leaf_holds(path, refutation, node);
  for (size_t i = 0; i < node->children.size; i++) {
    RefutedMark mark = refuted_path_down(path, node, i);
    bool holds = node_holds(path, refutation, node->children.data[i]);
    refuted_path_up(path, &mark);
    if (!holds) return false;
  }
  return true;
}

bool net_refutation_holds(const Net *net, const NetCondition *condition,
                          const NetRefutation *refutation) {
  for (size_t i = 0; i < refutation->traps.size; i++)
    if (!trap_holds(net, &refutation->traps.data[i])) return false;
  RefutedPath path;
  refuted_path_begin(&path, net, condition);
  bool holds = node_holds(&path, refutation, refutation->root);
  refuted_path_end(&path);
  return holds;
}

static void count_nodes(const RefutedNode *node, NetRefutationSize *size) {
  size->leaves += node->kind == REFUTED_LEAF;
  size->siphons += node->kind == REFUTED_SIPHON;
  for (size_t i = 0; i < node->children.size; i++) count_nodes(node->children.data[i], size);
}

NetRefutationSize net_refutation_size(const NetRefutation *refutation) {
  NetRefutationSize size = {.traps = refutation->traps.size};
  count_nodes(refutation->root, &size);
  return size;
}
