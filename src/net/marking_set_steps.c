/* See marking_set.h: which markings a transition leads to, and all that can be reached. */
#include "net/marking_set_internal.h"

enum { BACK = 1 };

/* ---- one step ---- */

typedef struct {
  MarkingSets *sets;
  const SetSteps *steps;
  uint32_t question; /* with the transition and the direction */
  uint32_t end;      /* of its effects */
} OneStep;

/* The effects from `next` on, below the level of the one before. */
static MarkingSet step_below(const OneStep *step, MarkingSet set, uint32_t next) {
  MarkingSets *sets = step->sets;
  MarkingSet answer;
  if (next == step->end || !set || sets->stopped) return sets->stopped ? MARKINGS_NONE : set;
  if (set_known(sets, step->question, set, next, 0, &answer)) return answer;
  SetEffect effect = step->steps->effects.data[next];
  uint32_t level = set_level(sets, set) > effect.level ? set_level(sets, set) : effect.level;
  bool here = level == effect.level;
  size_t base = sets->work.size, count = set_arc_count(sets, set, level);
  for (size_t i = 0; i < count; i++) {
    SetArc arc = set_arc(sets, set, level, i);
    if (here && arc.tokens < effect.take) continue;
    if (here && arc.tokens - effect.take > UINT32_MAX - effect.put) sets->stopped = true;
    if (here) arc.tokens = arc.tokens - effect.take + effect.put;
    arc.below = step_below(step, arc.below, next + here);
    vec_push(&sets->work, arc);
  }
  answer = set_make(sets, level, base);
  set_keep(sets, step->question, set, next, 0, answer);
  return answer;
}

static MarkingSet take_step(MarkingSets *sets, MarkingSet set, uint32_t transition, int back) {
  const SetSteps *steps = sets->steps + back;
  OneStep step = {sets, steps, SET_STEP + SET_KINDS * (2 * transition + (uint32_t)back),
                  steps->first.data[transition + 1]};
  return step_below(&step, set, steps->first.data[transition]);
}

MarkingSet markings_after(MarkingSets *sets, MarkingSet set, uint32_t transition) {
  return take_step(sets, set, transition, 0);
}

MarkingSet markings_before(MarkingSets *sets, MarkingSet set, uint32_t transition) {
  return take_step(sets, set, transition, BACK);
}

/* Adds what is below a number of tokens to a node in the making; whether it was not there. */
static bool add_below(MarkingSets *sets, size_t base, SetArc more) {
  size_t at = base, high = sets->work.size; /* a place may hold many */
  while (at < high) {
    size_t middle = at + (high - at) / 2;
    if (sets->work.data[middle].tokens < more.tokens) at = middle + 1;
    else high = middle;
  }
  if (at < sets->work.size && sets->work.data[at].tokens == more.tokens) {
    MarkingSet before = sets->work.data[at].below;
    MarkingSet both = markings_union(sets, before, more.below);
    sets->work.data[at].below = both;
    return both != before;
  }
  vec_push(&sets->work, more);
  for (size_t i = sets->work.size - 1; i > at; i--) sets->work.data[i] = sets->work.data[i - 1];
  sets->work.data[at] = more;
  return true;
}

/* ---- one step of any transition ---- */

/* A step of a transition whose highest level this is, from each number of tokens that the set has
 * there. */
static void add_steps(MarkingSets *sets, uint32_t level, MarkingSet set, uint32_t transition,
                      uint32_t back, size_t base) {
  const SetSteps *steps = sets->steps + back;
  uint32_t first = steps->first.data[transition];
  SetEffect effect = steps->effects.data[first];
  OneStep step = {sets, steps, SET_STEP + SET_KINDS * (2 * transition + back),
                  steps->first.data[transition + 1]};
  for (size_t i = 0; i < set_arc_count(sets, set, level) && !sets->stopped; i++) {
    SetArc arc = set_arc(sets, set, level, i);
    if (arc.tokens < effect.take) continue;
    if (arc.tokens - effect.take > UINT32_MAX - effect.put) sets->stopped = true;
    arc.tokens = arc.tokens - effect.take + effect.put;
    arc.below = step_below(&step, arc.below, first + 1);
    if (arc.below) add_below(sets, base, arc);
  }
}

/* By all transitions that change nothing above the level. What is above is gone through once. */
static MarkingSet steps_below(MarkingSets *sets, uint32_t level, MarkingSet set, uint32_t back) {
  const SetSteps *steps = sets->steps + back;
  MarkingSet answer;
  if (!set || set_spent(sets)) return MARKINGS_NONE;
  uint32_t fed = steps->fed_below.data[level], own = set_level(sets, set);
  level = fed > own ? fed : own;
  if (!level) return MARKINGS_NONE;
  if (set_known(sets, SET_STEPS + SET_KINDS * back, level, set, 0, &answer)) return answer;
  size_t base = sets->work.size, count = set_arc_count(sets, set, level);
  for (size_t i = 0; i < count; i++) {
    SetArc arc = set_arc(sets, set, level, i);
    arc.below = steps_below(sets, level - 1, arc.below, back);
    vec_push(&sets->work, arc);
  }
  for (uint32_t i = steps->first_top.data[level]; i < steps->first_top.data[level + 1]; i++)
    add_steps(sets, level, set, steps->tops.data[i], back, base);
  answer = set_make(sets, level, base);
  set_keep(sets, SET_STEPS + SET_KINDS * back, level, set, 0, answer);
  return answer;
}

static MarkingSet take_any_step(MarkingSets *sets, MarkingSet set, uint32_t back) {
  uint32_t levels = (uint32_t)sets->net->places.size;
  MarkingSet answer = steps_below(sets, levels, set, back);
  /* one without arcs changes nothing */
  bool idle = sets->steps[back].tops.size < sets->net->transitions.size;
  return idle ? markings_union(sets, answer, set) : answer;
}

MarkingSet markings_after_any(MarkingSets *sets, MarkingSet set) {
  return take_any_step(sets, set, 0);
}

MarkingSet markings_before_any(MarkingSets *sets, MarkingSet set) {
  return take_any_step(sets, set, BACK);
}

/* ---- saturation ---- */

typedef struct {
  MarkingSets *sets;
  const SetSteps *steps;
  uint32_t back;
} Saturation;

static MarkingSet close_below(const Saturation *s, uint32_t level, MarkingSet set,
                              MarkingSet within);

/* The highest level up to this one where something can happen, but not below `least`: that of the
 * set, or of a step that needs nothing there. What is skipped holds nothing. */
static uint32_t level_that_matters(const Saturation *s, uint32_t level, MarkingSet set,
                                   uint32_t least, MarkingSet *within) {
  MarkingSets *sets = s->sets;
  uint32_t fed = s->steps->fed_below.data[level], own = set_level(sets, set);
  level = fed > own ? fed : own;
  if (level < least) level = least;
  while (*within && *within != MARKINGS_ALL && set_level(sets, *within) > level)
    *within = set_below(sets, *within, set_level(sets, *within), 0);
  return level;
}

/* The markings of `within` behind the rest of a transition, which begins at or below the level, and
 * all that follows from them below it. The set is closed up to the level. */
static MarkingSet fire_below(const Saturation *s, uint32_t level, MarkingSet set,
                             uint32_t transition, uint32_t next, MarkingSet within) {
  MarkingSets *sets = s->sets;
  MarkingSet answer;
  if (!set || !within || sets->stopped) return MARKINGS_NONE;
  if (next == s->steps->first.data[transition + 1]) {
    if (within == MARKINGS_ALL) return set;
    return close_below(s, level, markings_common(sets, set, within), within);
  }
  SetEffect effect = s->steps->effects.data[next];
  level = level_that_matters(s, level, set, effect.level, &within);
  if (!within) return MARKINGS_NONE;
  uint32_t question = SET_FIRE + SET_KINDS * (2 * transition + s->back);
  if (set_known(sets, question, level, set, within, &answer)) return answer;
  bool here = level == effect.level;
  size_t base = sets->work.size, count = set_arc_count(sets, set, level);
  for (size_t i = 0; i < count; i++) {
    SetArc arc = set_arc(sets, set, level, i);
    if (here && arc.tokens < effect.take) continue;
    if (here && arc.tokens - effect.take > UINT32_MAX - effect.put) sets->stopped = true;
    if (here) arc.tokens = arc.tokens - effect.take + effect.put;
    arc.below = fire_below(s, level - 1, arc.below, transition, next + here,
                           set_below(sets, within, level, arc.tokens));
    vec_push(&sets->work, arc);
  }
  answer = close_below(s, level, set_make(sets, level, base), within);
  set_keep(sets, question, level, set, within, answer);
  return answer;
}

/* Fires a transition whose highest level this is, from each number of tokens that is there, and
 * that comes to be there on the way: without end where the place is not bounded. */
static bool fire_here(const Saturation *s, uint32_t level, size_t base, uint32_t transition,
                      MarkingSet within) {
  MarkingSets *sets = s->sets;
  uint32_t first = s->steps->first.data[transition];
  SetEffect effect = s->steps->effects.data[first];
  bool changed = false;
  for (size_t i = base; i < sets->work.size && !set_spent(sets); i++) {
    SetArc arc = sets->work.data[i];
    if (arc.tokens < effect.take || !arc.below) continue;
    if (arc.tokens - effect.take > UINT32_MAX - effect.put) sets->stopped = true;
    arc.tokens = arc.tokens - effect.take + effect.put;
    arc.below = fire_below(s, level - 1, arc.below, transition, first + 1,
                           set_below(sets, within, level, arc.tokens));
    if (arc.below) changed |= add_below(sets, base, arc);
  }
  return changed;
}

static MarkingSet close_below(const Saturation *s, uint32_t level, MarkingSet set,
                              MarkingSet within) {
  MarkingSets *sets = s->sets;
  MarkingSet answer;
  if (!set || sets->stopped) return MARKINGS_NONE;
  if (!within) return set;
  level = level_that_matters(s, level, set, 0, &within);
  if (!level || !within) return set;
  bool free_forwards = within == MARKINGS_ALL && !s->back;
  if (free_forwards && sets->closed_up_to.data[set] >= level) return set;
  if (set_known(sets, SET_CLOSE + SET_KINDS * s->back, level, set, within, &answer)) return answer;
  size_t base = sets->work.size, count = set_arc_count(sets, set, level);
  for (size_t i = 0; i < count; i++) {
    SetArc arc = set_arc(sets, set, level, i);
    arc.below = close_below(s, level - 1, arc.below, set_below(sets, within, level, arc.tokens));
    vec_push(&sets->work, arc);
  }
  uint32_t first = s->steps->first_top.data[level], end = s->steps->first_top.data[level + 1];
  for (bool changed = true; changed && !set_spent(sets);) {
    changed = false;
    for (uint32_t i = first; i < end; i++)
      changed |= fire_here(s, level, base, s->steps->tops.data[i], within);
  }
  answer = set_make(sets, level, base);
  if (sets->stopped) return MARKINGS_NONE;
  set_keep(sets, SET_CLOSE + SET_KINDS * s->back, level, set, within, answer);
  set_keep(sets, SET_CLOSE + SET_KINDS * s->back, level, answer, within, answer);
  if (free_forwards && sets->closed_up_to.data[answer] < level)
    sets->closed_up_to.data[answer] = level;
  return answer;
}

MarkingSet markings_reachable(MarkingSets *sets, MarkingSet from) {
  Saturation saturation = {sets, sets->steps, 0};
  return close_below(&saturation, (uint32_t)sets->net->places.size, from, MARKINGS_ALL);
}

MarkingSet markings_leading_to(MarkingSets *sets, MarkingSet set, MarkingSet within) {
  Saturation saturation = {sets, sets->steps + BACK, BACK};
  return close_below(&saturation, (uint32_t)sets->net->places.size, set, within);
}
