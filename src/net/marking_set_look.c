/* See marking_set.h: parts of sets, and their figures. */
#include <stdlib.h>

#include "base/map.h"
#include "net/marking_set_internal.h"

/* ---- enabled ---- */

typedef struct {
  MarkingSets *sets;
  const SetEffect *effects;
  uint32_t question, end;
} Enabling;

static MarkingSet enabled_below(const Enabling *e, MarkingSet set, uint32_t next) {
  MarkingSets *sets = e->sets;
  MarkingSet answer;
  while (next < e->end && !e->effects[next].take) next++;
  if (next == e->end || !set || sets->stopped) return set;
  uint32_t wanted = e->effects[next].level, level = set_level(sets, set);
  if (level < wanted) return MARKINGS_NONE;
  if (set_known(sets, e->question, set, next, 0, &answer)) return answer;
  bool here = level == wanted;
  size_t base = sets->work.size, count = set_arc_count(sets, set, level);
  for (size_t i = 0; i < count; i++) {
    SetArc arc = set_arc(sets, set, level, i);
    if (here && arc.tokens < e->effects[next].take) continue;
    arc.below = enabled_below(e, arc.below, next + here);
    vec_push(&sets->work, arc);
  }
  answer = set_make(sets, level, base);
  set_keep(sets, e->question, set, next, 0, answer);
  return answer;
}

MarkingSet markings_enabled(MarkingSets *sets, MarkingSet set, uint32_t transition) {
  const SetSteps *steps = sets->steps;
  Enabling enabling = {sets, steps->effects.data, SET_ENABLED + SET_KINDS * transition,
                       steps->first.data[transition + 1]};
  return enabled_below(&enabling, set, steps->first.data[transition]);
}

/* ---- sums ---- */

typedef struct {
  uint32_t level;
  int64_t weight;
} LevelWeight;

static int by_level(const void *left, const void *right) {
  uint32_t a = ((const LevelWeight *)left)->level, b = ((const LevelWeight *)right)->level;
  return (a < b) - (a > b);
}

/* The weights, highest level first; `count` are there, and one of level 0 behind them. */
static LevelWeight *weights_by_level(const MarkingSets *sets, const NetWeightVec *terms) {
  LevelWeight *weights = mem_array(terms->size + 1, sizeof *weights);
  for (size_t i = 0; i < terms->size; i++)
    weights[i] = (LevelWeight){sets->level.data[terms->data[i].place], terms->data[i].weight};
  if (terms->size) qsort(weights, terms->size, sizeof *weights, by_level);
  return weights;
}

typedef struct {
  MarkingSets *sets;
  const LevelWeight *weights;
  Map limits; /* what the rest of the sum may be at most, as numbers from 0 on */
  uint32_t serial;
} Limiting;

static uint32_t number_of_limit(Limiting *l, int64_t limit) {
  uint64_t number = l->limits.size;
  if (!map_get(&l->limits, (uint64_t)limit, &number)) map_put(&l->limits, (uint64_t)limit, number);
  return (uint32_t)number;
}

static MarkingSet at_most_below(Limiting *l, MarkingSet set, size_t next, int64_t limit) {
  MarkingSets *sets = l->sets;
  MarkingSet answer;
  if (!set || sets->stopped) return MARKINGS_NONE;
  uint32_t level = set_level(sets, set);
  while (l->weights[next].level > level) next++; /* nothing there */
  if (!l->weights[next].level) return limit >= 0 ? set : MARKINGS_NONE;
  uint32_t number = number_of_limit(l, limit);
  if (set_known(sets, SET_WHERE, set, number, l->serial, &answer)) return answer;
  bool here = level == l->weights[next].level;
  size_t base = sets->work.size, count = set_arc_count(sets, set, level);
  for (size_t i = 0; i < count; i++) {
    SetArc arc = set_arc(sets, set, level, i);
    int64_t rest = here ? limit - l->weights[next].weight * (int64_t)arc.tokens : limit;
    arc.below = at_most_below(l, arc.below, next + here, rest);
    vec_push(&sets->work, arc);
  }
  answer = set_make(sets, level, base);
  set_keep(sets, SET_WHERE, set, number, l->serial, answer);
  return answer;
}

static MarkingSet at_most(MarkingSets *sets, MarkingSet set, const NetAtom *atom) {
  LevelWeight *weights = weights_by_level(sets, &atom->terms);
  Limiting limiting = {.sets = sets, .weights = weights, .serial = sets->serial++};
  MarkingSet answer = at_most_below(&limiting, set, 0, atom->most);
  map_free(&limiting.limits);
  mem_free(weights);
  return answer;
}

static MarkingSet some_enabled(MarkingSets *sets, MarkingSet set, const U32Vec *transitions) {
  MarkingSet some = MARKINGS_NONE;
  for (size_t i = 0; i < transitions->size && !sets->stopped; i++)
    some = markings_union(sets, some, markings_enabled(sets, set, transitions->data[i]));
  return some;
}

static MarkingSet dead(MarkingSets *sets, MarkingSet set) {
  for (uint32_t t = 0; t < sets->net->transitions.size && set && !sets->stopped; t++)
    set = markings_without(sets, set, markings_enabled(sets, set, t));
  return set;
}

static MarkingSet safe(MarkingSets *sets, MarkingSet set) {
  for (uint32_t p = 0; p < sets->net->places.size && set && !sets->stopped; p++) {
    NetWeight term = {p, 1};
    NetAtom atom = {.kind = NET_ATOM_AT_MOST, .most = 1};
    atom.terms.data = &term;
    atom.terms.size = 1;
    set = at_most(sets, set, &atom);
  }
  return set;
}

MarkingSet markings_where(MarkingSets *sets, MarkingSet set, const NetAtom *atom) {
  switch (atom->kind) {
  case NET_ATOM_AT_MOST: return at_most(sets, set, atom);
  case NET_ATOM_FIREABLE: return some_enabled(sets, set, &atom->transitions);
  case NET_ATOM_DEADLOCK: return dead(sets, set);
  case NET_ATOM_SAFE: return safe(sets, set);
  }
  return MARKINGS_NONE;
}

/* ---- figures ---- */

/* The sets below a set, and it itself, in an order in which those below come first: nodes are made
 * after what they point to. */
static Bits sets_below(const MarkingSets *sets, MarkingSet set) {
  Bits there = bits_new((size_t)set + 1);
  bits_set(&there, set);
  for (MarkingSet n = set; n > MARKINGS_ZERO; n--) {
    if (!bits_get(&there, n)) continue;
    SetNode node = sets->nodes.data[n];
    for (uint32_t i = 0; i < node.count; i++)
      bits_set(&there, sets->arcs.data[node.first + i].below);
  }
  return there;
}

size_t markings_nodes(const MarkingSets *sets, MarkingSet set) {
  Bits there = sets_below(sets, set);
  size_t count = bits_count(&there);
  bits_free(&there);
  return count;
}

int64_t markings_largest_sum(const MarkingSets *sets, MarkingSet set, const NetWeightVec *terms) {
  Bits there = sets_below(sets, set);
  int64_t *largest = mem_array((size_t)set + 1, sizeof *largest);
  int64_t *weight = mem_array(sets->net->places.size + 1, sizeof *weight);
  for (size_t i = 0; i < terms->size; i++)
    weight[sets->level.data[terms->data[i].place]] = terms->data[i].weight;
  for (MarkingSet n = 2; n <= set; n++) {
    if (!bits_get(&there, n)) continue;
    SetNode node = sets->nodes.data[n];
    for (uint32_t i = 0; i < node.count; i++) {
      SetArc arc = sets->arcs.data[node.first + i];
      int64_t sum = largest[arc.below] + weight[node.level] * (int64_t)arc.tokens;
      if (!i || sum > largest[n]) largest[n] = sum;
    }
  }
  int64_t result = largest[set];
  mem_free(largest);
  mem_free(weight);
  bits_free(&there);
  return result;
}

Tokens markings_most_in_place(const MarkingSets *sets, MarkingSet set) {
  Bits there = sets_below(sets, set);
  Tokens most = 0;
  for (MarkingSet n = 2; n <= set; n++) {
    if (!bits_get(&there, n)) continue;
    SetNode node = sets->nodes.data[n];
    Tokens last = sets->arcs.data[node.first + node.count - 1].tokens;
    if (last > most) most = last;
  }
  bits_free(&there);
  return most;
}

/* ---- counting ---- */

static bool add_count(SetCount *to, const SetCount *more) {
  unsigned __int128 carry = 0;
  for (int i = 0; i < 4; i++) {
    carry += (unsigned __int128)to->words[i] + more->words[i];
    to->words[i] = (uint64_t)carry;
    carry >>= 64;
  }
  return !carry;
}

/* The counts of all nodes up to this one; those that were made since the last time are new. */
static SetCount count_of(MarkingSets *sets, MarkingSet set) {
  for (MarkingSet n = (MarkingSet)sets->counts.size; n <= set; n++) {
    SetCount count = {{n == MARKINGS_ZERO}};
    SetNode node = sets->nodes.data[n];
    for (uint32_t i = 0; i < node.count; i++)
      if (!add_count(&count, sets->counts.data + sets->arcs.data[node.first + i].below))
        sets->count_overflow = true;
    vec_push(&sets->counts, count);
  }
  return sets->counts.data[set];
}

/* Divided by ten again and again. */
static void count_text(SetCount count, Text *decimal) {
  char digits[80];
  size_t at = sizeof digits;
  do {
    unsigned __int128 rest = 0;
    for (int i = 4; i-- > 0;) {
      rest = rest << 64 | count.words[i];
      count.words[i] = (uint64_t)(rest / 10);
      rest %= 10;
    }
    digits[--at] = (char)('0' + (int)rest);
  } while (count.words[0] | count.words[1] | count.words[2] | count.words[3]);
  text_add_n(decimal, digits + at, sizeof digits - at);
}

bool markings_count(MarkingSets *sets, MarkingSet set, Text *decimal) {
  SetCount count = count_of(sets, set);
  if (sets->count_overflow) return false;
  count_text(count, decimal);
  return true;
}

bool markings_count_steps(MarkingSets *sets, MarkingSet set, Text *decimal) {
  SetCount all = {{0}};
  bool fits = true;
  for (uint32_t t = 0; t < sets->net->transitions.size && fits && !sets->stopped; t++) {
    SetCount count = count_of(sets, markings_enabled(sets, set, t));
    fits = add_count(&all, &count) && !sets->count_overflow;
  }
  if (fits) count_text(all, decimal);
  return fits && !sets->stopped;
}
