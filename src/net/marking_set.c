/* See marking_set.h: nodes, and the operations on sets. */
#include <stdlib.h>

#include "base/map.h"
#include "net/marking_set_internal.h"

enum { FIRST_SLOTS = 1 << 12, FIRST_ANSWERS = 1 << 16, MOST_ANSWERS = 1 << 23 };
enum { MOST_NODES = 1 << 30 };

/* ---- making ---- */

static int by_level(const void *left, const void *right) {
  uint32_t a = ((const SetEffect *)left)->level, b = ((const SetEffect *)right)->level;
  return (a < b) - (a > b);
}

static void add_effect(SetSteps *steps, uint32_t level, Tokens take, Tokens put, bool back) {
  SetEffect effect = {level, back ? put : take, back ? take : put};
  vec_push(&steps->effects, effect);
}

static void add_effects(const MarkingSets *sets, SetSteps *steps, const NetTransition *t,
                        bool back) {
  size_t before = steps->effects.size;
  for (size_t i = 0; i < t->take.size; i++) {
    NetArc arc = t->take.data[i];
    add_effect(steps, sets->level.data[arc.place], arc.weight, net_weight(&t->put, arc.place),
               back);
  }
  for (size_t i = 0; i < t->put.size; i++) {
    NetArc arc = t->put.data[i];
    if (!net_weight(&t->take, arc.place))
      add_effect(steps, sets->level.data[arc.place], 0, arc.weight, back);
  }
  size_t count = steps->effects.size - before;
  if (count) qsort(steps->effects.data + before, count, sizeof(SetEffect), by_level);
  vec_push(&steps->first, (uint32_t)steps->effects.size);
}

/* A transition without arcs changes nothing, and is in no list. */
static void sort_by_top(const MarkingSets *sets, SetSteps *steps) {
  size_t levels = sets->net->places.size + 1;
  vec_resize(&steps->first_top, levels + 2);
  vec_resize(&steps->fed_below, levels + 1);
  for (size_t t = 0; t < sets->net->transitions.size; t++)
    if (steps->first.data[t] < steps->first.data[t + 1])
      steps->first_top.data[steps->effects.data[steps->first.data[t]].level + 2]++;
  for (size_t i = 2; i < steps->first_top.size; i++)
    steps->first_top.data[i] += steps->first_top.data[i - 1];
  vec_resize(&steps->tops, vec_last(&steps->first_top));
  for (uint32_t t = 0; t < sets->net->transitions.size; t++) {
    if (steps->first.data[t] == steps->first.data[t + 1]) continue;
    SetEffect top = steps->effects.data[steps->first.data[t]];
    steps->tops.data[steps->first_top.data[top.level + 1]++] = t;
    if (!top.take) steps->fed_below.data[top.level] = top.level;
  }
  for (size_t i = 1; i < steps->fed_below.size; i++)
    if (!steps->fed_below.data[i]) steps->fed_below.data[i] = steps->fed_below.data[i - 1];
}

static void add_node(MarkingSets *sets, SetNode node) {
  vec_push(&sets->nodes, node);
  vec_push(&sets->closed_up_to, 0);
}

MarkingSets *marking_sets_new(const Net *net, const uint32_t *order, Budget *budget) {
  MarkingSets *sets = mem_zalloc(sizeof *sets);
  size_t places = net->places.size;
  sets->net = net;
  sets->budget = budget;
  vec_resize(&sets->level, places + 1);
  vec_resize(&sets->place, places + 1);
  for (size_t i = 0; i < places; i++) {
    sets->level.data[order[i]] = (uint32_t)(places - i);
    sets->place.data[places - i] = order[i];
  }
  for (int back = 0; back < 2; back++) {
    vec_push(&sets->steps[back].first, 0);
    for (size_t t = 0; t < net->transitions.size; t++)
      add_effects(sets, sets->steps + back, net->transitions.data + t, back);
    sort_by_top(sets, sets->steps + back);
  }
  sets->slot_count = FIRST_SLOTS;
  sets->slots = mem_array(sets->slot_count, sizeof *sets->slots);
  sets->answer_count = FIRST_ANSWERS;
  sets->answers = mem_array(sets->answer_count, sizeof *sets->answers);
  add_node(sets, (SetNode){0});
  add_node(sets, (SetNode){0});
  return sets;
}

void marking_sets_free(MarkingSets *sets) {
  if (!sets) return;
  for (int back = 0; back < 2; back++) {
    vec_free(&sets->steps[back].effects);
    vec_free(&sets->steps[back].first);
    vec_free(&sets->steps[back].tops);
    vec_free(&sets->steps[back].first_top);
    vec_free(&sets->steps[back].fed_below);
  }
  vec_free(&sets->level);
  vec_free(&sets->place);
  vec_free(&sets->nodes);
  vec_free(&sets->arcs);
  vec_free(&sets->work);
  vec_free(&sets->closed_up_to);
  vec_free(&sets->counts);
  mem_free(sets->slots);
  mem_free(sets->answers);
  mem_free(sets);
}

void marking_sets_go_on(MarkingSets *sets, Budget *budget) {
  sets->budget = budget;
  sets->stopped = false;
}

bool marking_sets_stopped(const MarkingSets *sets) { return sets->stopped; }

bool set_spent(MarkingSets *sets) {
  if (!sets->stopped) sets->stopped = budget_spent(sets->budget);
  return sets->stopped;
}

/* ---- nodes ---- */

static uint64_t hash_node(uint32_t level, const SetArc *arcs, size_t count) {
  uint64_t hash = hash_word(level);
  for (size_t i = 0; i < count; i++)
    hash = hash_word(hash ^ ((uint64_t)arcs[i].tokens << 32 | arcs[i].below));
  return hash;
}

static void grow_slots(MarkingSets *sets) {
  mem_free(sets->slots);
  sets->slot_count *= 2;
  sets->slots = mem_array(sets->slot_count, sizeof *sets->slots);
  for (uint32_t n = 2; n < sets->nodes.size; n++) {
    SetNode node = sets->nodes.data[n];
    uint64_t at = hash_node(node.level, sets->arcs.data + node.first, node.count);
    while (sets->slots[at &= sets->slot_count - 1]) at++;
    sets->slots[at] = n;
  }
}

static SetAnswer *answer_slot(const MarkingSets *sets, uint32_t question, uint32_t a, uint32_t b,
                              uint32_t c) {
  uint64_t hash = hash_word(((uint64_t)question << 32 | a) ^ hash_word((uint64_t)b << 32 | c));
  return sets->answers + (hash & (sets->answer_count - 1));
}

/* There are several answers for each node, and one that is lost has to be found again. */
static void grow_answers(MarkingSets *sets) {
  if (sets->answer_count >= MOST_ANSWERS || sets->nodes.size * 8 < sets->answer_count) return;
  SetAnswer *old = sets->answers;
  size_t count = sets->answer_count;
  sets->answer_count *= 4;
  if (sets->answer_count > MOST_ANSWERS) sets->answer_count = MOST_ANSWERS;
  sets->answers = mem_array(sets->answer_count, sizeof *sets->answers);
  for (size_t i = 0; i < count; i++)
    *answer_slot(sets, old[i].question, old[i].a, old[i].b, old[i].c) = old[i];
  mem_free(old);
}

static bool same_arcs(const SetArc *a, const SetArc *b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (a[i].tokens != b[i].tokens || a[i].below != b[i].below) return false;
  return true;
}

static MarkingSet find_node(MarkingSets *sets, uint32_t level, const SetArc *arcs, size_t count) {
  uint64_t at = hash_node(level, arcs, count);
  for (uint32_t n; (n = sets->slots[at &= sets->slot_count - 1]); at++) {
    SetNode node = sets->nodes.data[n];
    if (node.level == level && node.count == count &&
        same_arcs(sets->arcs.data + node.first, arcs, count))
      return n;
  }
  if (sets->arcs.size + count >= MOST_NODES) sets->stopped = true;
  if (set_spent(sets)) return MARKINGS_NONE;
  MarkingSet made = (MarkingSet)sets->nodes.size;
  sets->slots[at] = made;
  add_node(sets, (SetNode){level, (uint32_t)sets->arcs.size, (uint32_t)count});
  for (size_t i = 0; i < count; i++) vec_push(&sets->arcs, arcs[i]);
  if (sets->nodes.size * 2 > sets->slot_count) grow_slots(sets);
  grow_answers(sets);
  return made;
}

MarkingSet set_make(MarkingSets *sets, uint32_t level, size_t base) {
  SetArc *arcs = sets->work.data + base;
  size_t count = 0;
  for (size_t i = base; i < sets->work.size; i++)
    if (sets->work.data[i].below) arcs[count++] = sets->work.data[i];
  sets->work.size = base;
  if (!count) return MARKINGS_NONE;
  if (count == 1 && !arcs->tokens) return arcs->below;
  return find_node(sets, level, arcs, count);
}

MarkingSet set_below(const MarkingSets *sets, MarkingSet set, uint32_t level, Tokens tokens) {
  if (set == MARKINGS_ALL || !set) return set;
  SetNode node = sets->nodes.data[set];
  if (node.level < level) return tokens ? MARKINGS_NONE : set;
  uint32_t low = 0, high = node.count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (sets->arcs.data[node.first + middle].tokens < tokens) low = middle + 1;
    else high = middle;
  }
  bool there = low < node.count && sets->arcs.data[node.first + low].tokens == tokens;
  return there ? sets->arcs.data[node.first + low].below : MARKINGS_NONE;
}

/* ---- answers ---- */

bool set_known(const MarkingSets *sets, uint32_t question, uint32_t a, uint32_t b, uint32_t c,
               MarkingSet *answer) {
  /* an empty slot is the union of nothing with nothing, which nobody asks */
  const SetAnswer *slot = answer_slot(sets, question, a, b, c);
  *answer = slot->answer;
  return slot->question == question && slot->a == a && slot->b == b && slot->c == c;
}

void set_keep(MarkingSets *sets, uint32_t question, uint32_t a, uint32_t b, uint32_t c,
              MarkingSet answer) {
  if (!sets->stopped)
    *answer_slot(sets, question, a, b, c) = (SetAnswer){question, a, b, c, answer};
}

/* ---- sets ---- */

MarkingSet markings_one(MarkingSets *sets, const Tokens *marking) {
  MarkingSet set = MARKINGS_ZERO;
  for (uint32_t level = 1; level <= sets->net->places.size; level++) {
    vec_push(&sets->work, ((SetArc){marking[sets->place.data[level]], set}));
    set = set_make(sets, level, sets->work.size - 1);
  }
  return set;
}

bool markings_have(const MarkingSets *sets, MarkingSet set, const Tokens *marking) {
  for (uint32_t level = (uint32_t)sets->net->places.size; level && set; level--)
    set = set_below(sets, set, level, marking[sets->place.data[level]]);
  return set;
}

void markings_any(const MarkingSets *sets, MarkingSet set, Tokens *marking) {
  for (uint32_t level = (uint32_t)sets->net->places.size; level; level--) {
    SetArc arc = set_arc(sets, set, level, 0);
    marking[sets->place.data[level]] = arc.tokens;
    set = arc.below;
  }
}

/* Whether the answer is known without looking at nodes. */
static bool is_simple(uint32_t question, MarkingSet a, MarkingSet b, MarkingSet *answer) {
  bool united = question == SET_UNION, without = question == SET_WITHOUT;
  if (a == b) *answer = without ? MARKINGS_NONE : a;
  else if (!a) *answer = united ? b : MARKINGS_NONE;
  else if (!b) *answer = united || without ? a : MARKINGS_NONE;
  else return false;
  return true;
}

static MarkingSet combine(MarkingSets *sets, uint32_t question, MarkingSet a, MarkingSet b) {
  MarkingSet answer;
  if (is_simple(question, a, b, &answer)) return answer;
  if (sets->stopped) return MARKINGS_NONE;
  if (question != SET_WITHOUT && a > b) {
    MarkingSet other = a;
    a = b, b = other;
  }
  if (set_known(sets, question, a, b, 0, &answer)) return answer;
  uint32_t level =
      set_level(sets, a) > set_level(sets, b) ? set_level(sets, a) : set_level(sets, b);
  size_t base = sets->work.size, i = 0, k = 0;
  size_t count_a = set_arc_count(sets, a, level), count_b = set_arc_count(sets, b, level);
  while (i < count_a || k < count_b) {
    SetArc left = i < count_a ? set_arc(sets, a, level, i) : (SetArc){0};
    SetArc right = k < count_b ? set_arc(sets, b, level, k) : (SetArc){0};
    bool has_left = i < count_a && (k == count_b || left.tokens <= right.tokens);
    bool has_right = k < count_b && (i == count_a || right.tokens <= left.tokens);
    SetArc arc = {has_left ? left.tokens : right.tokens, MARKINGS_NONE};
    arc.below = combine(sets, question, has_left ? left.below : MARKINGS_NONE,
                        has_right ? right.below : MARKINGS_NONE);
    vec_push(&sets->work, arc);
    i += has_left;
    k += has_right;
  }
  answer = set_make(sets, level, base);
  set_keep(sets, question, a, b, 0, answer);
  return answer;
}

MarkingSet markings_union(MarkingSets *sets, MarkingSet a, MarkingSet b) {
  return combine(sets, SET_UNION, a, b);
}

MarkingSet markings_common(MarkingSets *sets, MarkingSet a, MarkingSet b) {
  return combine(sets, SET_COMMON, a, b);
}

MarkingSet markings_without(MarkingSets *sets, MarkingSet a, MarkingSet b) {
  return combine(sets, SET_WITHOUT, a, b);
}
