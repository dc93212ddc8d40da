#include "base/nearest.h"

#include <string.h>

enum { LONGEST = 63, TOO_FAR = 3 };

/* The number of single-letter edits between two short words. */
static size_t edit_distance(const char *a, const char *b) {
  size_t row[LONGEST + 1], columns = strlen(b);
  if (columns > LONGEST) return columns;
  for (size_t j = 0; j <= columns; j++) row[j] = j;
  for (size_t i = 0; a[i]; i++) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < columns; j++) {
      size_t substitute = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      size_t best = row[j] + 1 < diagonal + 1 ? row[j] + 1 : diagonal + 1;
      row[j + 1] = substitute < best ? substitute : best;
    }
  }
  return row[columns];
}

void nearest_start(Nearest *nearest, const char *name) {
  *nearest = (Nearest){.name = name, .least = TOO_FAR};
}

void nearest_try(Nearest *nearest, const char *candidate) {
  size_t distance = edit_distance(nearest->name, candidate);
  if (distance >= nearest->least) return;
  nearest->least = distance;
  nearest->best = candidate;
}

const char *nearest_best(const Nearest *nearest) { return nearest->best; }
