/* What someone probably meant: of some names the one that takes the fewest single-letter edits from
 * what was written, if these are few enough to be slips.
 *
 *   Nearest nearest = {.wanted = "gratn"};
 *   for (...) nearest_offer(&nearest, name);
 *   if (nearest.name) ... "did you mean '%s'?"
 */
#ifndef RONDO_BASE_NEAREST_H
#define RONDO_BASE_NEAREST_H

#include <stddef.h>

typedef struct {
  const char *wanted;
  const char *name; /* the nearest so far, of equals the first; NULL: none is near */
  size_t edits;     /* to that one */
} Nearest;

/* The name must outlive the search. */
void nearest_offer(Nearest *nearest, const char *name);

#endif
