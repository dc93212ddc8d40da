/* See reduce.h. The rules are applied until none applies (reduce_simple.c, reduce_agglomerate.c);
 * then the net that is left is written out. The way back writes each transition as the sequence
 * that it stands for. */
#include "net/reduce.h"

#include "net/reduce_work.h"
#include "net/run.h"

struct NetReduction {
  ReduceWork work;
  Net *net;
  NetVisible visible;
  U32Vec place, transition; /* by original number: the reduced one, or NET_REMOVED */
  U32Vec made_of;           /* by reduced transition: that of the work */
};

NetVisible net_visible_new(const Net *net) {
  return (NetVisible){bits_new(net->places.size), bits_new(net->transitions.size)};
}

void net_visible_place(NetVisible *visible, uint32_t place) { bits_set(&visible->places, place); }

void net_visible_transition(NetVisible *visible, const Net *net, uint32_t transition) {
  const NetArcVec *take = &net->transitions.data[transition].take;
  bits_set(&visible->transitions, transition);
  for (size_t i = 0; i < take->size; i++) bits_set(&visible->places, take->data[i].place);
}

void net_visible_free(NetVisible *visible) {
  bits_free(&visible->places);
  bits_free(&visible->transitions);
}

/* ---- the net that is left ---- */

/* "h.f" for what is glued, cut where it is long; only people read it. */
static void name_sequence(const ReduceWork *work, uint32_t number, Text *text) {
  enum { LONG = 40 };
  const ReduceSequence *sequence = &work->sequences.data[number];
  while (!sequence->single && text->size < LONG) {
    text_add(text, "...");
    sequence = &work->sequences.data[sequence->second];
  }
  if (sequence->single) text_add(text, work->net->transitions.data[sequence->first].name);
}

static void write_net(NetReduction *r) {
  const Net *from = r->work.net;
  r->net = net_new(from->name);
  for (uint32_t p = 0; p < from->places.size; p++) {
    const ReducePlace *place = &r->work.places.data[p];
    vec_push(&r->place, place->alive
                            ? net_add_place(r->net, from->places.data[p].name, place->initial)
                            : NET_REMOVED);
  }
  for (size_t t = 0; t < from->transitions.size; t++) vec_push(&r->transition, NET_REMOVED);
  for (uint32_t t = 0; t < r->work.transitions.size; t++) {
    const ReduceTransition *made = &r->work.transitions.data[t];
    if (!made->alive) continue;
    Text name = {0};
    name_sequence(&r->work, made->sequence, &name);
    uint32_t number = net_add_transition(r->net, name.data);
    text_free(&name);
    for (size_t i = 0; i < made->take.size; i++)
      net_take(r->net, number, r->place.data[made->take.data[i].place], made->take.data[i].weight);
    for (size_t i = 0; i < made->put.size; i++)
      net_put(r->net, number, r->place.data[made->put.data[i].place], made->put.data[i].weight);
    if (made->original != NET_REMOVED) r->transition.data[made->original] = number;
    vec_push(&r->made_of, t);
  }
}

NetReduction *net_reduce(const Net *net, const NetVisible *visible, NetPreserve what,
                         Budget *budget) {
  NetReduction *r = mem_zalloc(sizeof *r);
  r->visible = (NetVisible){bits_copy(&visible->places), bits_copy(&visible->transitions)};
  for (uint32_t t = 0; t < net->transitions.size; t++) /* the promise of the header */
    if (bits_get(&visible->transitions, t)) net_visible_transition(&r->visible, net, t);
  reduce_work_begin(&r->work, net, &r->visible, what, budget);
  bool changed = true;
  while (changed && !budget_spent(budget)) {
    changed = reduce_simple_rules(&r->work);
    changed |= reduce_agglomerations(&r->work);
  }
  write_net(r);
  return r;
}

void net_reduction_free(NetReduction *reduction) {
  if (!reduction) return;
  reduce_work_end(&reduction->work);
  net_free(reduction->net);
  net_visible_free(&reduction->visible);
  vec_free(&reduction->place);
  vec_free(&reduction->transition);
  vec_free(&reduction->made_of);
  mem_free(reduction);
}

const Net *net_reduction_net(const NetReduction *reduction) { return reduction->net; }

uint32_t net_reduction_place(const NetReduction *reduction, uint32_t place) {
  return reduction->place.data[place];
}

uint32_t net_reduction_transition(const NetReduction *reduction, uint32_t transition) {
  return reduction->transition.data[transition];
}

void net_reduction_text(const NetReduction *reduction, Text *text) {
  static const char *const names[REDUCE_RULES] = {
      "dead transitions",     "idle places",         "parallel places",
      "parallel transitions", "neutral transitions", "irrelevant transitions",
      "pre-agglomerations",   "free agglomerations", "post-agglomerations"};
  const Net *from = reduction->work.net, *to = reduction->net;
  text_format(text, "%zu of %zu places, %zu of %zu transitions", to->places.size, from->places.size,
              to->transitions.size, from->transitions.size);
  for (size_t i = 0; i < REDUCE_RULES; i++)
    if (reduction->work.applied[i])
      text_format(text, "; %zu %s", reduction->work.applied[i], names[i]);
}

/* ---- the way back ---- */

/* Writes a sequence out; a stack of its own, because sequences nest deeply. */
static void write_sequence(const ReduceWork *work, uint32_t number, U32Vec *run) {
  U32Vec todo = {0};
  vec_push(&todo, number);
  while (todo.size) {
    const ReduceSequence *sequence = &work->sequences.data[vec_pop(&todo)];
    if (sequence->single) {
      vec_push(run, sequence->first);
      continue;
    }
    for (uint32_t i = 0; i < sequence->times; i++) vec_push(&todo, sequence->second);
    vec_push(&todo, sequence->first);
  }
  vec_free(&todo);
}

/* The two runs side by side. */
typedef struct {
  const NetReduction *reduction;
  Tokens *original, *reduced;
  U32Vec *run;
} WayBack;

static bool fire_sequence(WayBack *way, uint32_t sequence) {
  const Net *net = way->reduction->work.net;
  size_t from = way->run->size;
  write_sequence(&way->reduction->work, sequence, way->run);
  for (size_t i = from; i < way->run->size; i++) {
    uint32_t t = way->run->data[i];
    if (!net_enabled(net, t, way->original) || !net_fire(net, t, way->original)) return false;
  }
  return true;
}

static bool looks_the_same(const WayBack *way) {
  const NetReduction *r = way->reduction;
  for (size_t p = bits_next(&r->visible.places, 0); p < r->visible.places.size;
       p = bits_next(&r->visible.places, p + 1))
    if (way->original[p] != way->reduced[r->place.data[p]]) return false;
  return true;
}

static bool is_deadlock(const Net *net, const Tokens *marking) {
  for (uint32_t t = 0; t < net->transitions.size; t++)
    if (net_enabled(net, t, marking)) return false;
  return true;
}

/* What was put off and is needed by nothing any more, the last that was put off first: it was part
 * of a net in which the earlier ones were put off already. */
static bool fire_leftovers(WayBack *way) {
  const ReduceWork *work = &way->reduction->work;
  for (size_t i = work->leftovers.size; i--;) {
    const ReduceLeftover *leftover = &work->leftovers.data[i];
    for (;;) {
      bool enabled = true;
      for (size_t k = 0; k < leftover->take.size && enabled; k++)
        enabled = way->original[leftover->take.data[k].place] >= leftover->take.data[k].weight;
      if (!enabled) break;
      if (!fire_sequence(way, leftover->sequence)) return false;
    }
  }
  return is_deadlock(work->net, way->original);
}

static bool walk_back(WayBack *way, const uint32_t *reduced, size_t length, U32Vec *step_of) {
  const NetReduction *r = way->reduction;
  for (size_t i = 0; i < r->work.prefix.size; i++)
    if (!fire_sequence(way, r->work.prefix.data[i])) return false;
  for (size_t i = 0; i < length; i++) {
    if (step_of) vec_push(step_of, (uint32_t)way->run->size);
    if (reduced[i] >= r->net->transitions.size || !looks_the_same(way) ||
        !net_enabled(r->net, reduced[i], way->reduced) ||
        !net_fire(r->net, reduced[i], way->reduced))
      return false;
    uint32_t made_of = r->made_of.data[reduced[i]];
    if (!fire_sequence(way, r->work.transitions.data[made_of].sequence)) return false;
  }
  if (step_of) vec_push(step_of, (uint32_t)way->run->size);
  if (r->work.what != NET_KEEP_REACHABILITY && is_deadlock(r->net, way->reduced) &&
      !fire_leftovers(way))
    return false;
  return looks_the_same(way);
}

bool net_reduction_run_back(const NetReduction *reduction, const uint32_t *reduced, size_t length,
                            U32Vec *run, U32Vec *step_of) {
  vec_clear(run);
  if (step_of) vec_clear(step_of);
  WayBack way = {reduction, net_initial_marking(reduction->work.net),
                 net_initial_marking(reduction->net), run};
  bool good = walk_back(&way, reduced, length, step_of);
  mem_free(way.original);
  mem_free(way.reduced);
  return good;
}
