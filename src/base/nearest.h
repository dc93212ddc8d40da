/* "Did you mean": the name of a set that is nearest to a mistyped one, counted in single-letter
 * edits. */
#ifndef RONDO_BASE_NEAREST_H
#define RONDO_BASE_NEAREST_H

#include <stddef.h>

typedef struct {
  const char *name; /* as it was typed */
  const char *best; /* of those tried so far */
  size_t least;     /* its distance */
} Nearest;

void nearest_start(Nearest *nearest, const char *name);
void nearest_try(Nearest *nearest, const char *candidate);
const char *nearest_best(const Nearest *nearest); /* NULL if none is near enough to be meant */

#endif
