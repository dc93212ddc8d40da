/* See marking_judge.h. Transitions that reach less high come first, and again until they lead to
 * nothing new: the sets on the way stay smaller so. */
#include "net/marking_judge.h"

#include "net/marking_set_internal.h"
#include "net/run.h"

bool markings_are_closed(MarkingSets *sets, MarkingSet all) {
  const Net *net = sets->net;
  Tokens *initial = net_initial_marking(net);
  bool closed = markings_have(sets, all, initial);
  mem_free(initial);
  for (uint32_t t = 0; t < net->transitions.size && closed && !sets->stopped; t++)
    closed = !markings_without(sets, markings_after(sets, all, t), all);
  return closed;
}

MarkingSet markings_by_steps(MarkingSets *sets) {
  const SetSteps *steps = sets->steps;
  Tokens *initial = net_initial_marking(sets->net);
  MarkingSet set = markings_one(sets, initial), before = MARKINGS_NONE;
  mem_free(initial);
  while (set != before && !set_spent(sets)) {
    before = set;
    for (size_t level = 1; level <= sets->net->places.size; level++) {
      uint32_t first = steps->first_top.data[level], end = steps->first_top.data[level + 1];
      for (MarkingSet last = MARKINGS_NONE; set != last && !set_spent(sets);) {
        last = set;
        for (uint32_t i = first; i < end; i++)
          set = markings_union(sets, set, markings_after(sets, set, steps->tops.data[i]));
      }
    }
  }
  return set;
}
