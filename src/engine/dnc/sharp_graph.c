/* The graph of components of D'n'C#. Its nodes are the leaves of the partition, fair or not, so it
 * is acyclic as it should be: the system's steps lead from earlier leaves to later ones, and steps
 * of the approximation that lead back are none of the system's. Leaves that are not fair need no
 * decomposing, and neighbours among them may be one node: the paper's control of its size. */
#include "engine/dnc/sharp.h"

static bool is_fair(const DncEngine *self, uint32_t leaf) {
  for (size_t i = self->work_next; i < self->work.size; i++)
    if (self->work.data[i].part == leaf) return true;
  return false;
}

Sharp *sharp_new(DncEngine *self) {
  BddManager *m = self->model->manager;
  Sharp *sharp = mem_zalloc(sizeof *sharp);
  sharp->line = transitions_new(self->model, &self->levels.data[self->line_end].latches);
  sharp->began = bdd_counts(m).steps;
  bdd_watch_all(m, &sharp->nodes);
  Bdd *places[] = {&sharp->reach, &sharp->queue, &sharp->space,
                   &sharp->front, &sharp->seed,  &sharp->home};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) bdd_watch(m, places[i]);
  return sharp;
}

void sharp_free(DncEngine *self, Sharp *sharp) {
  if (!sharp) return;
  BddManager *m = self->model->manager;
  fair_run_free(sharp->run);
  hull_free(sharp->hull);
  reachable_free(sharp->ahead);
  reachable_free(sharp->back);
  reachable_free(sharp->rings);
  transitions_free(sharp->line);
  bdd_unwatch_all(m, &sharp->nodes);
  Bdd *places[] = {&sharp->reach, &sharp->queue, &sharp->space,
                   &sharp->front, &sharp->seed,  &sharp->home};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) bdd_unwatch(m, places[i]);
  for (size_t i = 0; i < sharp->after.size; i++) bits_free(sharp->after.data + i);
  vec_free(&sharp->after);
  vec_free(&sharp->nodes);
  vec_free(&sharp->hyperlines);
  bits_free(&sharp->fair);
  bits_free(&sharp->initial);
  mem_free(sharp);
}

/* ---- nodes ---- */

static bool add_nodes(void *context) {
  DncEngine *self = context;
  Sharp *sharp = self->sharp;
  BddManager *m = self->model->manager;
  U32Vec leaves = {0};
  BddVec nodes = {0};
  Bdd queue = BDD_FALSE;
  partition_leaves(self->partition, &leaves);
  bool merge = (int64_t)leaves.size > self->options.sharp_nodes, before_fair = true, fine = true;
  bits_free(&sharp->fair);
  sharp->fair = bits_new(leaves.size);
  for (size_t i = 0; i < leaves.size && fine; i++) {
    Bdd states = bdd_and(m, self->partition->states.data[leaves.data[i]], self->invariant);
    bool fair = is_fair(self, leaves.data[i]);
    if (merge && !fair && !before_fair) vec_last(&nodes) = bdd_or(m, vec_last(&nodes), states);
    else vec_push(&nodes, states);
    if (fair) {
      bits_set(&sharp->fair, nodes.size - 1);
      queue = bdd_or(m, queue, states);
    }
    before_fair = fair;
    fine = vec_last(&nodes) != BDD_NONE && queue != BDD_NONE;
  }
  if (fine) {
    vec_append(&sharp->nodes, &nodes);
    sharp->queue = queue;
  }
  vec_free(&nodes);
  vec_free(&leaves);
  return fine;
}

/* ---- edges ---- */

static bool add_edges(void *context) {
  DncEngine *self = context;
  Sharp *sharp = self->sharp;
  BddManager *m = self->model->manager;
  size_t from = sharp->after.size, count = sharp->nodes.size;
  Bdd image = transitions_image(sharp->line, sharp->nodes.data[from]);
  Bits after = bits_new(count);
  bits_set(&after, from);
  bool fine = image != BDD_NONE;
  for (size_t to = from + 1; to < count && fine; to++) {
    Bdd apart = bdd_disjoint(m, image, sharp->nodes.data[to]);
    fine = apart != BDD_NONE;
    bits_put(&after, to, apart == BDD_FALSE);
  }
  if (fine) vec_push(&sharp->after, after);
  else bits_free(&after);
  return fine;
}

static bool find_initial(void *context) {
  DncEngine *self = context;
  Sharp *sharp = self->sharp;
  bits_free(&sharp->initial);
  sharp->initial = bits_new(sharp->nodes.size);
  for (size_t i = 0; i < sharp->nodes.size; i++) {
    Bdd apart = bdd_disjoint(self->model->manager, sharp->nodes.data[i], self->model->initial);
    if (apart == BDD_NONE) return false;
    bits_put(&sharp->initial, i, apart == BDD_FALSE);
  }
  return true;
}

/* From successors to everything that is reached: later nodes are done first. */
static void close_edges(Sharp *sharp) {
  for (size_t i = sharp->nodes.size; i-- > 0;)
    for (size_t k = bits_next(sharp->after.data + i, i + 1); k < sharp->nodes.size;
         k = bits_next(sharp->after.data + i, k + 1))
      bits_or(sharp->after.data + i, sharp->after.data + k);
}

/* Theorem 3: one for each initial node and each fair node that it reaches, or all in one. */
static void add_hyperlines(const DncEngine *self, Sharp *sharp) {
  size_t count = sharp->nodes.size;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < count; k++)
      if (bits_get(&sharp->initial, i) && bits_get(&sharp->fair, k) &&
          bits_get(sharp->after.data + i, k))
        vec_push(&sharp->hyperlines, ((Hyperline){i, k}));
  if ((int64_t)sharp->hyperlines.size <= self->options.sharp_hyperlines) return;
  vec_clear(&sharp->hyperlines);
  vec_push(&sharp->hyperlines, ((Hyperline){SCC_NONE, SCC_NONE}));
}

SymbolicEnd sharp_graph(DncEngine *self, Sharp *sharp, Budget *budget) {
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!sharp->line->clusters) end = transitions_build(sharp->line, budget);
  if (end == SYMBOLIC_DONE && !sharp->nodes.size)
    end = symbolic_do(self->model, add_nodes, self, budget);
  while (end == SYMBOLIC_DONE && sharp->after.size < sharp->nodes.size) {
    end = symbolic_do(self->model, add_edges, self, budget);
    if (end == SYMBOLIC_DONE && budget_spent(budget)) end = SYMBOLIC_SPENT;
  }
  if (end == SYMBOLIC_DONE) end = symbolic_do(self->model, find_initial, self, budget);
  if (end != SYMBOLIC_DONE) return end;
  close_edges(sharp);
  add_hyperlines(self, sharp);
  return SYMBOLIC_DONE;
}

/* ---- sets of nodes ---- */

/* Whether a node is reached from node i, or from any initial one. */
static bool from(const Sharp *sharp, uint32_t i, size_t node) {
  for (size_t k = 0; k < sharp->nodes.size; k++)
    if ((i == SCC_NONE ? bits_get(&sharp->initial, k) : k == i) &&
        bits_get(sharp->after.data + k, node))
      return true;
  return false;
}

static bool to(const Sharp *sharp, uint32_t i, size_t node) {
  for (size_t k = 0; k < sharp->nodes.size; k++)
    if ((i == SCC_NONE ? bits_get(&sharp->fair, k) : k == i) &&
        bits_get(sharp->after.data + node, k))
      return true;
  return false;
}

Bdd sharp_space(const DncEngine *self, const Sharp *sharp, Hyperline line) {
  Bdd all = BDD_FALSE;
  for (size_t i = 0; i < sharp->nodes.size; i++)
    if (from(sharp, line.from, i) && to(sharp, line.to, i))
      all = bdd_or(self->model->manager, all, sharp->nodes.data[i]);
  return all;
}

Bdd sharp_towards_fair(const DncEngine *self, const Sharp *sharp) {
  Bdd all = BDD_FALSE;
  for (size_t i = 0; i < sharp->nodes.size; i++)
    if (to(sharp, SCC_NONE, i)) all = bdd_or(self->model->manager, all, sharp->nodes.data[i]);
  return all;
}
