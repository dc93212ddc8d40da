/* Rules that take something away and put nothing in its place. Each says what it preserves (of
 * NetPreserve) and why; *all* means that the graph of the rest is the same, edge by edge. */
#include <stdlib.h>

#include "base/map.h"
#include "net/reduce_work.h"

static bool alive(const ReduceWork *work, uint32_t transition) {
  return work->transitions.data[transition].alive;
}

/* ---- transitions that never fire; preserves all ---- */

/* A place may get a token if a transition that may fire puts on it: what is outside of the least
 * such sets never happens. (The places outside are the largest siphon that is empty in the
 * beginning.) */
static bool remove_dead_transitions(ReduceWork *work) {
  Bits marked = bits_new(work->places.size), fires = bits_new(work->transitions.size);
  U32Vec missing = {0}, todo = {0};
  for (size_t p = 0; p < work->places.size; p++)
    if (work->places.data[p].initial) bits_set(&marked, p);
  for (uint32_t t = 0; t < work->transitions.size; t++) {
    const NetArcVec *take = &work->transitions.data[t].take;
    uint32_t empty = 0;
    for (size_t i = 0; i < take->size; i++) empty += !bits_get(&marked, take->data[i].place);
    vec_push(&missing, empty);
    if (alive(work, t) && !empty) vec_push(&todo, t);
  }
  while (todo.size) {
    uint32_t t = vec_pop(&todo);
    bits_set(&fires, t);
    const NetArcVec *put = &work->transitions.data[t].put;
    for (size_t i = 0; i < put->size; i++) {
      uint32_t p = put->data[i].place;
      if (bits_get(&marked, p)) continue;
      bits_set(&marked, p);
      const U32Vec *around = &work->places.data[p].around;
      for (size_t k = 0; k < around->size; k++) {
        uint32_t other = around->data[k];
        if (alive(work, other) && net_weight(&work->transitions.data[other].take, p) &&
            !--missing.data[other])
          vec_push(&todo, other);
      }
    }
  }
  bool changed = false;
  for (uint32_t t = 0; t < work->transitions.size; t++)
    if (alive(work, t) && !bits_get(&fires, t) && !work->transitions.data[t].visible) {
      reduce_kill_transition(work, t, REDUCE_DEAD_TRANSITION);
      changed = true;
    }
  bits_free(&marked);
  bits_free(&fires);
  vec_free(&missing);
  vec_free(&todo);
  return changed;
}

/* A place that no transition fills holds at most what it holds in the beginning. */
static bool remove_starved_transitions(ReduceWork *work) {
  bool changed = false;
  for (uint32_t p = 0; p < work->places.size; p++) {
    const ReducePlace *place = &work->places.data[p];
    bool grows = !place->alive;
    for (size_t i = 0; i < place->around.size && !grows; i++) {
      const ReduceTransition *t = &work->transitions.data[place->around.data[i]];
      grows = t->alive && net_weight(&t->put, p) > net_weight(&t->take, p);
    }
    for (size_t i = 0; i < place->around.size && !grows; i++) {
      const ReduceTransition *t = &work->transitions.data[place->around.data[i]];
      if (!t->alive || t->visible || net_weight(&t->take, p) <= place->initial) continue;
      reduce_kill_transition(work, place->around.data[i], REDUCE_DEAD_TRANSITION);
      changed = true;
    }
  }
  return changed;
}

/* ---- places that never hinder a transition; preserves all ---- */

/* It holds enough for each transition in the beginning, and none makes it hold less. A place from
 * which nothing is taken is one of these. */
static bool never_hinders(const ReduceWork *work, uint32_t p) {
  const ReducePlace *place = &work->places.data[p];
  for (size_t i = 0; i < place->around.size; i++) {
    const ReduceTransition *t = &work->transitions.data[place->around.data[i]];
    Tokens take = net_weight(&t->take, p);
    if (t->alive && take && (take > place->initial || take > net_weight(&t->put, p))) return false;
  }
  return true;
}

static bool remove_idle_places(ReduceWork *work) {
  bool changed = false;
  for (uint32_t p = 0; p < work->places.size; p++) {
    if (!work->places.data[p].alive || work->places.data[p].visible || !never_hinders(work, p))
      continue;
    reduce_kill_place(work, p, REDUCE_IDLE_PLACE);
    changed = true;
  }
  return changed;
}

/* Of two places with the same arcs one always holds as much more than the other as in the
 * beginning: the one with more never hinders a transition that the other does not. */
typedef struct {
  uint32_t transition;
  Tokens take, put;
} ArcsKey;

static int by_transition(const void *a, const void *b) {
  const ArcsKey *one = a, *other = b;
  return (one->transition > other->transition) - (one->transition < other->transition);
}

static bool remove_parallel_places(ReduceWork *work) {
  bool changed = false;
  Names columns = {0};
  U32Vec least = {0}; /* by column: the place that stays */
  VEC(ArcsKey) key = {0};
  for (uint32_t p = 0; p < work->places.size; p++) {
    const ReducePlace *place = &work->places.data[p];
    if (!place->alive) continue;
    vec_clear(&key);
    for (size_t i = 0; i < place->around.size; i++) {
      uint32_t t = place->around.data[i];
      const ReduceTransition *around = &work->transitions.data[t];
      ArcsKey arcs = {t, net_weight(&around->take, p), net_weight(&around->put, p)};
      if (around->alive) vec_push(&key, arcs);
    }
    if (!key.size) continue;
    qsort(key.data, key.size, sizeof *key.data, by_transition);
    size_t known = columns.size;
    uint32_t column = names_add_n(&columns, (const char *)key.data, key.size * sizeof *key.data);
    if (column == known) {
      vec_push(&least, p);
      continue;
    }
    uint32_t other = least.data[column];
    bool keep_other = work->places.data[other].initial <= place->initial;
    if (keep_other ? place->visible : work->places.data[other].visible) {
      /* the one that is implied has to stay; a third may be implied by either */
      if (!keep_other) least.data[column] = p;
      continue;
    }
    reduce_kill_place(work, keep_other ? p : other, REDUCE_PARALLEL_PLACE);
    if (!keep_other) least.data[column] = p;
    changed = true;
  }
  names_free(&columns);
  vec_free(&least);
  vec_free(&key);
  return changed;
}

/* ---- transitions that do what another does ---- */

typedef struct {
  uint32_t place, padding;
  int64_t change;
} Change;
typedef VEC(Change) ChangeVec;

/* What a firing changes, sorted by place; nothing for a neutral transition. */
static void effect_of(const ReduceTransition *t, ChangeVec *changes) {
  vec_clear(changes);
  for (size_t i = 0, k = 0; i < t->put.size || k < t->take.size;) {
    uint32_t put = i < t->put.size ? t->put.data[i].place : UINT32_MAX;
    uint32_t take = k < t->take.size ? t->take.data[k].place : UINT32_MAX;
    Change change = {put < take ? put : take, 0, 0};
    if (put == change.place) change.change += t->put.data[i++].weight;
    if (take == change.place) change.change -= t->take.data[k++].weight;
    if (change.change) vec_push(changes, change);
  }
}

static bool takes_no_less(const NetArcVec *more, const NetArcVec *less) {
  for (size_t i = 0; i < less->size; i++)
    if (net_weight(more, less->data[i].place) < less->data[i].weight) return false;
  return true;
}

/* Preserves all: where the one can fire the other can, too, and leads to the same marking. */
static bool remove_parallel_transitions(ReduceWork *work) {
  enum { MOST_PAIRS = 1000 }; /* looked at for one transition */
  bool changed = false;
  Names effects = {0};
  VEC(U32Vec) same = {0}; /* by effect */
  ChangeVec effect = {0};
  for (uint32_t t = 0; t < work->transitions.size; t++) {
    if (!alive(work, t)) continue;
    effect_of(&work->transitions.data[t], &effect);
    uint32_t number = names_add_n(&effects, effect.size ? (const char *)effect.data : "",
                                  effect.size * sizeof *effect.data);
    if (number == same.size) vec_resize(&same, same.size + 1);
    U32Vec *others = &same.data[number];
    for (size_t i = others->size; i-- && alive(work, t) && others->size - i < MOST_PAIRS;) {
      uint32_t other = others->data[i];
      const NetArcVec *mine = &work->transitions.data[t].take;
      const NetArcVec *its = &work->transitions.data[other].take;
      if (!alive(work, other)) continue;
      if (!work->transitions.data[t].visible && takes_no_less(mine, its))
        reduce_kill_transition(work, t, REDUCE_PARALLEL_TRANSITION);
      else if (!work->transitions.data[other].visible && takes_no_less(its, mine))
        reduce_kill_transition(work, other, REDUCE_PARALLEL_TRANSITION);
      else continue;
      changed = true;
    }
    if (alive(work, t)) vec_push(others, t);
  }
  for (size_t i = 0; i < same.size; i++) vec_free(&same.data[i]);
  vec_free(&same);
  vec_free(&effect);
  names_free(&effects);
  return changed;
}

/* ---- what the visible places do not depend on; preserves reachability ---- */

/* Preserves reachability alone: a loop at a marking leads nowhere, but a run may stay there for
 * ever, and there is no deadlock. */
static bool remove_neutral_transitions(ReduceWork *work) {
  bool changed = false;
  ChangeVec effect = {0};
  for (uint32_t t = 0; t < work->transitions.size; t++) {
    if (!alive(work, t) || work->transitions.data[t].visible) continue;
    effect_of(&work->transitions.data[t], &effect);
    if (effect.size) continue;
    reduce_kill_transition(work, t, REDUCE_NEUTRAL_TRANSITION);
    changed = true;
  }
  vec_free(&effect);
  return changed;
}

/* A transition is relevant if it changes a visible place, or fills a place from which a relevant
 * one takes. Take all others out of a run: what is left finds no fewer tokens where it takes, and
 * does the same to visible places. */
static bool remove_irrelevant_transitions(ReduceWork *work) {
  Bits relevant = bits_new(work->transitions.size), wanted = bits_new(work->places.size);
  U32Vec todo = {0};
  ChangeVec effect = {0};
  bool changed = false;
  for (uint32_t t = 0; t < work->transitions.size; t++) {
    if (!alive(work, t)) continue;
    effect_of(&work->transitions.data[t], &effect);
    bool seen = work->transitions.data[t].visible;
    for (size_t i = 0; i < effect.size && !seen; i++)
      seen = work->places.data[effect.data[i].place].visible;
    if (!seen) continue;
    bits_set(&relevant, t);
    vec_push(&todo, t);
  }
  while (todo.size) {
    const NetArcVec *take = &work->transitions.data[vec_pop(&todo)].take;
    for (size_t i = 0; i < take->size; i++) {
      uint32_t p = take->data[i].place;
      if (bits_get(&wanted, p)) continue;
      bits_set(&wanted, p);
      const U32Vec *around = &work->places.data[p].around;
      for (size_t k = 0; k < around->size; k++) {
        uint32_t t = around->data[k];
        const ReduceTransition *other = &work->transitions.data[t];
        if (!other->alive || bits_get(&relevant, t)) continue;
        if (net_weight(&other->put, p) <= net_weight(&other->take, p)) continue;
        bits_set(&relevant, t);
        vec_push(&todo, t);
      }
    }
  }
  for (uint32_t t = 0; t < work->transitions.size; t++)
    if (alive(work, t) && !bits_get(&relevant, t)) {
      reduce_kill_transition(work, t, REDUCE_IRRELEVANT_TRANSITION);
      changed = true;
    }
  bits_free(&relevant);
  bits_free(&wanted);
  vec_free(&todo);
  vec_free(&effect);
  return changed;
}

bool reduce_simple_rules(ReduceWork *work) {
  bool changed = remove_dead_transitions(work);
  changed |= remove_starved_transitions(work);
  reduce_clean(work);
  if (work->what == NET_KEEP_REACHABILITY) {
    changed |= remove_neutral_transitions(work);
    changed |= remove_irrelevant_transitions(work);
    reduce_clean(work);
  }
  changed |= remove_idle_places(work);
  changed |= remove_parallel_transitions(work);
  reduce_clean(work);
  changed |= remove_parallel_places(work);
  return changed;
}
