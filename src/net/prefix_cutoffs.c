#include "net/prefix_cutoffs.h"

#include "base/map.h"

struct PrefixCutoffs {
  Prefix *prefix;
  PrefixPast *past;
  const Bits *counted;
  Names markings; /* of local configurations; the number is the index into the next two */
  U32Vec latest;  /* by marking: the last event that has it and is no cut-off */
  VEC(PrefixExtension *) smallest; /* by marking, if the bound is above 1: its first event */
  U32Vec previous; /* by event: the one before it with its marking, that is no cut-off */
  U32Vec counts;   /* by event: counted events of its history */
};

/* In the lists of events with a marking: behind the last one. */
#define LIST_END (PREFIX_NONE - 1)

PrefixCutoffs *prefix_cutoffs_new(Prefix *prefix, PrefixPast *past, const Bits *counted) {
  assert(!counted || prefix->bound == 1);
  PrefixCutoffs *cutoffs = mem_zalloc(sizeof *cutoffs);
  cutoffs->prefix = prefix;
  cutoffs->past = past;
  cutoffs->counted = counted;
  return cutoffs;
}

void prefix_cutoffs_free(PrefixCutoffs *cutoffs) {
  for (size_t i = 0; i < cutoffs->smallest.size; i++)
    prefix_extension_free(cutoffs->smallest.data[i]);
  vec_free(&cutoffs->smallest);
  vec_free(&cutoffs->latest);
  vec_free(&cutoffs->previous);
  vec_free(&cutoffs->counts);
  names_free(&cutoffs->markings);
  mem_free(cutoffs);
}

static uint32_t next_in_list(const PrefixCutoffs *c, uint32_t event) {
  return event == PREFIX_NONE ? LIST_END : c->previous.data[event];
}

/* Whether a smaller event has the marking. The first one that has it is not larger than any other;
 * in a 1-safe net it is smaller. */
static bool is_cutoff(const PrefixCutoffs *c, uint32_t marking, const PrefixExtension *extension) {
  if (c->prefix->bound == 1 || c->latest.data[marking] == PREFIX_NONE) return true;
  return prefix_compare_parikh(c->smallest.data[marking], extension) < 0;
}

static void judge_by_marking(PrefixCutoffs *c, uint32_t marking, PrefixEvent *event,
                             const PrefixExtension *extension) {
  event->cutoff = is_cutoff(c, marking, extension);
  if (event->cutoff) event->companion = c->latest.data[marking];
}

/* Terminals of both types; the history of the event is the last one that was collected. */
static void judge_by_count(PrefixCutoffs *c, uint32_t marking, uint32_t number) {
  PrefixEvent *event = c->prefix->events.data + number;
  uint32_t count = vec_last(&c->counts);
  for (uint32_t other = c->latest.data[marking]; other != LIST_END;
       other = next_in_list(c, other)) {
    uint32_t before = other == PREFIX_NONE ? 0 : c->counts.data[other];
    bool cause = prefix_past_has(c->past, other), success = cause && before < count;
    if (!success && !cause && before < count) continue;
    event->cutoff = true;
    event->companion = other;
    if (!success) continue;
    c->prefix->successful = number;
    return;
  }
}

void prefix_cutoffs_judge(PrefixCutoffs *c, uint32_t number, PrefixExtension *extension,
                          Text *marking) {
  prefix_past_marking(c->past, number, marking);
  size_t known = c->markings.size;
  uint32_t entry = names_add_n(&c->markings, marking->data ? marking->data : "", marking->size);
  bool fresh = entry == known, keeps = fresh && c->prefix->bound > 1;
  PrefixEvent *event = number == PREFIX_NONE ? NULL : c->prefix->events.data + number;
  if (event) {
    event->companion = PREFIX_NONE;
    vec_push(&c->counts, c->counted ? prefix_past_count(c->past, c->counted) : 0);
    if (!fresh && c->counted) judge_by_count(c, entry, number);
    if (!fresh && !c->counted) judge_by_marking(c, entry, event, extension);
    vec_push(&c->previous, fresh ? LIST_END : c->latest.data[entry]);
  }
  if (fresh) vec_push(&c->latest, number);
  else if (!event->cutoff && c->counted) c->latest.data[entry] = number;
  if (keeps) vec_push(&c->smallest, extension);
  else prefix_extension_free(extension);
}
