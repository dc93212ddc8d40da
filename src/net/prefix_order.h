/* The total adequate order on the possible extensions of a prefix, and the queue in that order
 * (Esparza, Roemer and Vogler, Definition 6.2): of two local configurations the one with fewer
 * events is smaller; then the one whose Parikh vector is, lexicographically; then the one whose
 * Foata normal form is, level by level, each level by its Parikh vector. */
#ifndef RONDO_NET_PREFIX_ORDER_H
#define RONDO_NET_PREFIX_ORDER_H

#include "base/text.h"
#include "net/prefix.h"

/* What is known of the histories of a prefix that grows. */
typedef struct PrefixPast PrefixPast;
PrefixPast *prefix_past_new(const Prefix *prefix); /* not owned */
void prefix_past_free(PrefixPast *past);
void prefix_past_note_event(PrefixPast *past, uint32_t event); /* each, in order */

/* Appends the marking of the local configuration as bytes, equal for equal markings; that of the
 * empty one for PREFIX_NONE. */
void prefix_past_marking(PrefixPast *past, uint32_t event, Text *bytes);

/* Of the history of the event whose marking was asked for last: whether an event, or PREFIX_NONE,
 * is in it, and how many events of these transitions are. */
bool prefix_past_has(const PrefixPast *past, uint32_t event);
uint32_t prefix_past_count(const PrefixPast *past, const Bits *transitions);

/* An event that could be added. */
typedef struct {
  uint32_t transition;
  uint32_t size; /* of its local configuration, itself included */
  uint32_t preset_size;
  uint32_t *preset;      /* conditions */
  uint32_t *transitions; /* of the local configuration, sorted: the Parikh vector */
} PrefixExtension;
void prefix_extension_free(PrefixExtension *extension);

/* By size and Parikh vector alone: negative, 0 or positive. */
int prefix_compare_parikh(const PrefixExtension *a, const PrefixExtension *b);

typedef struct PrefixQueue PrefixQueue;
PrefixQueue *prefix_queue_new(PrefixPast *past); /* not owned */
void prefix_queue_free(PrefixQueue *queue);
void prefix_queue_add(PrefixQueue *queue, PrefixPast *past, uint32_t transition,
                      const U32Vec *preset);
PrefixExtension *prefix_queue_smallest(PrefixQueue *queue); /* the caller's; NULL: it is empty */

#endif
