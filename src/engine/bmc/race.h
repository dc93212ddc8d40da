/* The least k for which one of one or two shapes has no simple path: of k transitions, or of
 * `offset` more. The shapes are asked in turn, so that the least k of both is found, and the work
 * for one that needs a large k is not spent where the other is content with a small one. */
#ifndef RONDO_ENGINE_BMC_RACE_H
#define RONDO_ENGINE_BMC_RACE_H

#include "engine/bmc/path.h"
#include "engine/bmc/turn.h"

typedef struct {
  Path *paths[2];
  size_t count, offset;
  size_t k;    /* the one that is asked about; in the end the one that was found */
  size_t next; /* the shape that is asked next; in the end the one without a path */
  bool done;
  Turn turn;
} Race;

void race_add(Race *race, Path *path); /* takes the path */
void race_close(Race *race);

/* Asks one question: whether the race is done. */
bool race_run(Race *race, Budget *budget);

#endif
