#include "base/nearest.h"

#include <string.h>

#include "base/memory.h"

/* Nobody mistypes a longer name, and comparing two of them takes their product in time. */
enum { LONGEST = 1000 };

/* How many edits may be slips: one letter in three, but something of the word must be right. */
static size_t most_edits(size_t length) { return length > 1 ? (length + 2) / 3 : 0; }

/* The number of insertions, deletions and substitutions between two words: row by row of the table
 * whose entry (i, j) is the distance of the first i letters of a from the first j of b. */
static size_t edit_distance(const char *a, const char *b) {
  size_t columns = strlen(b);
  size_t *row = mem_array(columns + 1, sizeof *row);
  for (size_t j = 0; j <= columns; j++) row[j] = j;
  for (size_t i = 0; a[i]; i++) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < columns; j++) {
      size_t substitute = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      size_t best = (row[j] < diagonal ? row[j] : diagonal) + 1;
      row[j + 1] = substitute < best ? substitute : best;
    }
  }
  size_t distance = row[columns];
  mem_free(row);
  return distance;
}

void nearest_offer(Nearest *nearest, const char *name) {
  size_t length = strlen(nearest->wanted), other = strlen(name);
  size_t least = length > other ? length - other : other - length; /* so many edits it takes */
  size_t most = nearest->name ? nearest->edits : most_edits(length) + 1;
  if (least >= most || length > LONGEST) return;
  size_t edits = edit_distance(nearest->wanted, name);
  if (edits >= most) return;
  nearest->name = name;
  nearest->edits = edits;
}
