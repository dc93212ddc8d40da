/* See base.h. */
#include "engine/symbolic/base.h"

#include <string.h>

/* A copy without what is asked about: the same for all questions, if the systems are. Nodes are
 * numbered by the copy. */
static System *bare_copy(const System *system, Lit **map_out) {
  System *bare = system_new();
  Lit *map = aig_map_new(system->aig);
  for (size_t i = 0; i < system->inputs.size; i++)
    map[lit_node(system->inputs.data[i])] = system_input(bare);
  for (size_t i = 0; i < system->latches.size; i++)
    map[lit_node(system->latches.data[i].current)] =
        system_latch(bare, system->latches.data[i].reset);
  for (size_t i = 0; i < system->latches.size; i++)
    system_set_next(bare, bare->latches.data[i].current,
                    aig_copy(bare->aig, system->aig, system->latches.data[i].next, map));
  for (size_t i = 0; i < system->constraints.size; i++)
    vec_push(&bare->constraints,
             aig_copy(bare->aig, system->aig, system->constraints.data[i], map));
  if (map_out) *map_out = map;
  else mem_free(map);
  return bare;
}

SymbolicBase *symbolic_base_new(const System *system, const LitVec *roots,
                                const SymbolicOptions *options) {
  SymbolicBase *base = mem_zalloc(sizeof *base);
  Lit *map;
  LitVec own = {0};
  base->system = bare_copy(system, &map);
  base->bare = base->system->aig->size;
  base->options = *options;
  for (size_t i = 0; i < roots->size; i++)
    vec_push(&own, aig_copy(base->system->aig, system->aig, roots->data[i], map));
  base->model = symbolic_new(base->system, &own, options);
  vec_free(&own);
  mem_free(map);
  return base;
}

void symbolic_base_free(SymbolicBase *base) {
  if (!base) return;
  assert(!base->users);
  transitions_free(base->open);
  transitions_free(base->within);
  reachable_free(base->forward);
  transitions_free(base->relation);
  symbolic_free(base->model);
  system_free(base->system);
  mem_free(base);
}

static bool same_options(const SymbolicOptions *a, const SymbolicOptions *b) {
  return a->order == b->order && a->reorder == b->reorder && a->nodes == b->nodes &&
         a->cluster == b->cluster && a->gsh == b->gsh;
}

static bool same_latches(const System *a, const System *b) {
  bool same = a->latches.size == b->latches.size;
  for (size_t i = 0; same && i < a->latches.size; i++) {
    const Latch *x = a->latches.data + i, *y = b->latches.data + i;
    same = x->current == y->current && x->next == y->next && x->reset == y->reset;
  }
  return same;
}

static bool same_literals(const LitVec *a, const LitVec *b) {
  return a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size * sizeof *a->data));
}

static bool same_gates(const Aig *a, const Aig *b, size_t count) {
  bool same = b->size == count;
  for (size_t n = 1; same && n < count; n++)
    same = a->nodes[n].left == b->nodes[n].left && a->nodes[n].right == b->nodes[n].right;
  return same;
}

bool symbolic_base_serves(const SymbolicBase *base, const System *system,
                          const SymbolicOptions *options) {
  const System *own = base->system;
  if (base->full || !same_options(&base->options, options) ||
      own->latches.size != system->latches.size || own->inputs.size != system->inputs.size)
    return false;
  System *bare = bare_copy(system, NULL);
  bool same = same_latches(own, bare) && same_literals(&own->inputs, &bare->inputs) &&
              same_literals(&own->constraints, &bare->constraints) &&
              same_gates(own->aig, bare->aig, base->bare);
  system_free(bare);
  return same;
}

SymbolicEnd symbolic_base_begin(SymbolicBase *base, Budget *budget) {
  if (base->forward) return SYMBOLIC_DONE;
  SymbolicEnd end = symbolic_build(base->model, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (!base->relation) base->relation = transitions_new(base->model, NULL);
  if (!base->open) base->open = transitions_new_open(base->model);
  end = transitions_build(base->relation, budget);
  if (end == SYMBOLIC_DONE)
    base->forward = reachable_new(base->relation, base->model->initial, BDD_TRUE);
  return end;
}

SymbolicEnd symbolic_base_close(SymbolicBase *base, Budget *budget) {
  SymbolicEnd end = reachable_close(base->forward, true, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (!base->within) base->within = transitions_within(base->relation, base->forward->states);
  return transitions_build(base->within, budget);
}

/* ---- the shelf ---- */

enum { SHELF = 4 }; /* bases at most: properties with so many different cones share little */

struct SymbolicShelf {
  SymbolicBase *bases[SHELF]; /* the one that was used last comes first */
};

SymbolicShelf *symbolic_shelf_new(void) { return mem_zalloc(sizeof(SymbolicShelf)); }

void symbolic_shelf_free(SymbolicShelf *shelf) {
  if (!shelf) return;
  for (size_t i = 0; i < SHELF; i++) symbolic_base_free(shelf->bases[i]);
  mem_free(shelf);
}

/* What is at a place comes first. */
static void to_front(SymbolicShelf *shelf, size_t place) {
  SymbolicBase *base = shelf->bases[place];
  memmove(shelf->bases + 1, shelf->bases, place * sizeof *shelf->bases);
  shelf->bases[0] = base;
}

static void drop(SymbolicShelf *shelf, size_t place) {
  symbolic_base_free(shelf->bases[place]);
  shelf->bases[place] = NULL;
}

SymbolicBase *symbolic_shelf_take(SymbolicShelf *shelf, const System *system, const LitVec *roots,
                                  const SymbolicOptions *options) {
  size_t place = 0, free_place = SHELF;
  for (; place < SHELF; place++) {
    const SymbolicBase *base = shelf->bases[place];
    if (base && symbolic_base_serves(base, system, options)) break;
    if (!base || !base->users) free_place = place; /* the last: used the longest time ago */
  }
  if (place == SHELF) {
    place = free_place;
    if (place == SHELF) return NULL;
    drop(shelf, place);
    shelf->bases[place] = symbolic_base_new(system, roots, options);
  }
  to_front(shelf, place);
  shelf->bases[0]->users++;
  return shelf->bases[0];
}

void symbolic_shelf_return(SymbolicShelf *shelf, SymbolicBase *base) {
  if (!base) return;
  base->users--;
  for (size_t i = 0; i < SHELF; i++)
    if (shelf->bases[i] && shelf->bases[i]->full && !shelf->bases[i]->users) drop(shelf, i);
}
