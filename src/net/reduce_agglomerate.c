/* Agglomerations: a place p disappears, and each transition h that puts on it is glued to each f
 * that takes from it (Berthelot, "Checking properties of nets using transformations", 1985; Haddad
 * and Pradat-Peyre, "New efficient Petri nets reductions for parallel programs verification", 2006;
 * Thierry-Mieg, "Structural reductions revisited", 2020).
 *
 * Throughout p is invisible, no transition both takes from and puts on it, and no h or f is
 * visible.
 *
 * Post-agglomeration. Each f takes from p alone, and changes no visible place: it can fire as soon
 * as p is marked, and nothing prevents it. In any run each f may be fired right behind its h, where
 * it only provides its tokens earlier; what is left on p in the end can be taken by some f, unseen.
 * A deadlock leaves nothing on p. So reachability, deadlocks and LTL without X are preserved;
 * firings of f alone do not go on for ever. CTL without X is, if there is only one f: firing it
 * decides nothing (it is confluent), so the markings before and behind it satisfy the same
 * formulas.
 *
 * Pre-agglomeration. Each h puts one token on p and does nothing else but take from invisible
 * places from which nothing else takes. In any run each h may be put off until right before the f
 * that needs it; those that nobody needs are left out. Nothing but f misses what h does, and
 * nothing competes with h. All classes are preserved: h is confluent, takes something, so that it
 * does not fire for ever alone, and what is left over where a run ends in a deadlock is fired
 * behind it (ReduceLeftover), after which there is a deadlock of the original.
 *
 * Free agglomeration. Others may take from the places before h, too. Putting h off leaves them no
 * less, so reachability is preserved; but h might have won the tokens, in the end, so the rest is
 * not. */
#include "net/reduce_work.h"

/* H x F may not make many transitions of few. */
static bool is_small(size_t h, size_t f) { return h * f <= h + f; }

typedef struct {
  uint32_t place;
  U32Vec h, f;
} Around;

/* False if a transition is on both sides, or visible. */
static bool look_around(const ReduceWork *work, uint32_t p, Around *around) {
  const ReducePlace *place = &work->places.data[p];
  vec_clear(&around->h);
  vec_clear(&around->f);
  around->place = p;
  if (!place->alive || place->visible) return false;
  for (size_t i = 0; i < place->around.size; i++) {
    const ReduceTransition *t = &work->transitions.data[place->around.data[i]];
    if (!t->alive) continue;
    bool takes = net_weight(&t->take, p), puts = net_weight(&t->put, p);
    if ((takes && puts) || t->visible) return false;
    if (takes) vec_push(&around->f, place->around.data[i]);
    if (puts) vec_push(&around->h, place->around.data[i]);
  }
  return around->f.size && is_small(around->h.size, around->f.size);
}

static bool sees(const ReduceWork *work, const NetArcVec *arcs) {
  for (size_t i = 0; i < arcs->size; i++)
    if (work->places.data[arcs->data[i].place].visible) return true;
  return false;
}

/* to += times * from, without the arc of one place; false if it does not fit. Sorted as both are.
 */
static bool add_arcs(NetArcVec *to, const NetArcVec *from, uint32_t times, uint32_t without) {
  NetArcVec sum = {0};
  bool fits = true;
  for (size_t i = 0, k = 0; i < to->size || k < from->size;) {
    uint32_t here = i < to->size ? to->data[i].place : UINT32_MAX;
    uint32_t there = k < from->size ? from->data[k].place : UINT32_MAX;
    uint32_t place = here < there ? here : there;
    uint64_t weight = 0;
    if (here == place) weight += to->data[i++].weight;
    if (there == place) weight += (uint64_t)times * from->data[k++].weight;
    fits &= weight <= UINT32_MAX;
    if (place != without && weight) vec_push(&sum, ((NetArc){place, (Tokens)weight}));
  }
  vec_free(to);
  *to = sum;
  return fits;
}

static void free_made(ReduceTransition *made) {
  vec_free(&made->take);
  vec_free(&made->put);
}

/* h, and then f so many times. What f takes beside p it finds before h, which provides nothing but
 * tokens on p, or it takes nothing else. */
static bool glue(const ReduceWork *work, uint32_t p, uint32_t h, uint32_t f, uint32_t times,
                 ReduceTransition *made) {
  const ReduceTransition *first = &work->transitions.data[h], *then = &work->transitions.data[f];
  *made = (ReduceTransition){.alive = true, .original = NET_REMOVED};
  vec_append(&made->take, &first->take);
  vec_append(&made->put, &first->put);
  bool fits = add_arcs(&made->take, &then->take, times, p);
  fits &= add_arcs(&made->put, &then->put, times, p);
  return fits;
}

/* Replaces all of h and f. `times` is how often each h makes f fire. False if it does not fit; then
 * nothing has changed. */
static bool glue_all(ReduceWork *work, const Around *around, const U32Vec *times, ReduceRule rule) {
  VEC(ReduceTransition) all = {0};
  bool fits = true;
  for (size_t i = 0; i < around->h.size && fits; i++)
    for (size_t k = 0; k < around->f.size && fits; k++) {
      ReduceTransition made;
      fits = glue(work, around->place, around->h.data[i], around->f.data[k], times->data[i], &made);
      vec_push(&all, made);
    }
  for (size_t i = 0; i < all.size && !fits; i++) free_made(&all.data[i]);
  for (size_t i = 0; i < all.size && fits; i++) {
    size_t h = i / around->f.size, f = i % around->f.size;
    all.data[i].sequence =
        reduce_sequence(work, work->transitions.data[around->h.data[h]].sequence,
                        work->transitions.data[around->f.data[f]].sequence, times->data[h]);
    reduce_add_transition(work, all.data[i]);
  }
  vec_free(&all);
  if (!fits) return false;
  for (size_t i = 0; i < around->h.size; i++)
    work->transitions.data[around->h.data[i]].alive = false;
  for (size_t i = 0; i < around->f.size; i++)
    work->transitions.data[around->f.data[i]].alive = false;
  reduce_kill_place(work, around->place, rule);
  return true;
}

/* ---- post-agglomeration ---- */

/* How often each h makes f fire; false if what h puts on p is not a multiple of what f takes, or
 * one of them moves more than one token where there is a choice. */
static bool count_firings(const ReduceWork *work, const Around *around, U32Vec *times) {
  Tokens taken = net_weight(&work->transitions.data[around->f.data[0]].take, around->place);
  for (size_t i = 0; i < around->f.size && around->f.size > 1; i++)
    if (net_weight(&work->transitions.data[around->f.data[i]].take, around->place) != 1)
      return false;
  vec_clear(times);
  for (size_t i = 0; i < around->h.size; i++) {
    Tokens put = net_weight(&work->transitions.data[around->h.data[i]].put, around->place);
    if (put % taken || (around->f.size > 1 && put != 1)) return false;
    vec_push(times, put / taken);
  }
  return true;
}

/* The tokens that are on p in the beginning are taken by f before anything else; what it cannot
 * take stays for ever. False if its tokens do not fit. */
static bool fire_at_once(ReduceWork *work, uint32_t p, uint32_t f) {
  enum { MOST_FIRINGS = 100000 };
  const ReduceTransition *fired = &work->transitions.data[f];
  uint64_t times = work->places.data[p].initial / net_weight(&fired->take, p);
  if (times > MOST_FIRINGS) return false;
  for (size_t i = 0; i < fired->put.size; i++) {
    uint64_t now = work->places.data[fired->put.data[i].place].initial;
    if (now + times * fired->put.data[i].weight > UINT32_MAX) return false;
  }
  for (size_t i = 0; i < fired->put.size; i++)
    work->places.data[fired->put.data[i].place].initial +=
        (Tokens)(times * fired->put.data[i].weight);
  for (uint64_t i = 0; i < times; i++) vec_push(&work->prefix, fired->sequence);
  return true;
}

static bool post_agglomerate(ReduceWork *work, const Around *around, U32Vec *times) {
  const ReducePlace *place = &work->places.data[around->place];
  bool one = around->f.size == 1;
  if (!one && (place->initial || work->what == NET_KEEP_CTL)) return false;
  for (size_t i = 0; i < around->f.size; i++) {
    const ReduceTransition *f = &work->transitions.data[around->f.data[i]];
    if (f->take.size != 1 || sees(work, &f->put)) return false;
  }
  if (!count_firings(work, around, times)) return false;
  /* The tokens of the beginning come first: gluing cannot fail after that only if it fits. */
  for (size_t i = 0; i < around->h.size; i++)
    for (size_t k = 0; k < around->f.size; k++) {
      ReduceTransition made;
      bool fits =
          glue(work, around->place, around->h.data[i], around->f.data[k], times->data[i], &made);
      free_made(&made);
      if (!fits) return false;
    }
  if (place->initial && !fire_at_once(work, around->place, around->f.data[0])) return false;
  return glue_all(work, around, times, REDUCE_POST_AGGLOMERATION);
}

/* ---- pre-agglomeration and free agglomeration ---- */

static bool takes_alone(const ReduceWork *work, uint32_t h) {
  const NetArcVec *take = &work->transitions.data[h].take;
  for (size_t i = 0; i < take->size; i++) {
    uint32_t p = take->data[i].place;
    const U32Vec *around = &work->places.data[p].around;
    for (size_t k = 0; k < around->size; k++) {
      const ReduceTransition *other = &work->transitions.data[around->data[k]];
      if (other->alive && around->data[k] != h && net_weight(&other->take, p)) return false;
    }
  }
  return true;
}

static bool pre_agglomerate(ReduceWork *work, const Around *around, U32Vec *times) {
  bool alone = true;
  if (work->places.data[around->place].initial) return false;
  vec_clear(times);
  for (size_t i = 0; i < around->h.size; i++) {
    const ReduceTransition *h = &work->transitions.data[around->h.data[i]];
    if (h->put.size != 1 || h->put.data[0].weight != 1 || !h->take.size || sees(work, &h->take))
      return false;
    alone = alone && takes_alone(work, around->h.data[i]);
    vec_push(times, 1);
  }
  for (size_t i = 0; i < around->f.size; i++)
    if (net_weight(&work->transitions.data[around->f.data[i]].take, around->place) != 1)
      return false;
  if (!alone && work->what != NET_KEEP_REACHABILITY) return false;
  size_t before = work->leftovers.size;
  for (size_t i = 0; i < around->h.size; i++) {
    const ReduceTransition *h = &work->transitions.data[around->h.data[i]];
    ReduceLeftover leftover = {.sequence = h->sequence};
    vec_append(&leftover.take, &h->take);
    vec_push(&work->leftovers, leftover);
  }
  if (glue_all(work, around, times, alone ? REDUCE_PRE_AGGLOMERATION : REDUCE_FREE_AGGLOMERATION))
    return true;
  while (work->leftovers.size > before) {
    ReduceLeftover last = vec_pop(&work->leftovers);
    vec_free(&last.take);
  }
  return false;
}

bool reduce_agglomerations(ReduceWork *work) {
  Around around = {0};
  U32Vec times = {0};
  bool changed = false;
  for (uint32_t p = 0; p < work->places.size && !budget_spent(work->budget); p++)
    changed |= look_around(work, p, &around) &&
               (post_agglomerate(work, &around, &times) || pre_agglomerate(work, &around, &times));
  vec_free(&around.h);
  vec_free(&around.f);
  vec_free(&times);
  reduce_clean(work);
  return changed;
}
