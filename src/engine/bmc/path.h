/* Simple paths of growing length: is there a path of k transitions, through states that are
 * pairwise distinct, that fits a shape? The frames of a path meet the constraints, all of them.
 *
 * A path grows away from its anchor, by one transition at a time. What is demanded of the anchor
 * and of the frames behind it stays for good; what is demanded of the tip, the newest frame, holds
 * for the question alone. So a shape without a demand on the tip is monotone: once no path of k
 * transitions fits, no longer one does.
 *
 * Distinct are the values of all latches, and of nothing else: see criterion.h for inputs. Two
 * states are told to be distinct when a path is found in which they are not (Eén and Sörensson
 * 2003): an answer that needed some of the pairs needs no others. */
#ifndef RONDO_ENGINE_BMC_PATH_H
#define RONDO_ENGINE_BMC_PATH_H

#include "engine/bmc/timeline.h"

typedef struct {
  Growth growth;
  Lit anchor; /* literals of the system, LIT_TRUE for no demand: of the first frame, */
  Lit second; /* of the one next to it, */
  Lit later;  /* of all others, */
  Lit tip;    /* and of the newest one, on top of that */
} PathShape;

typedef enum { PAIRS_LAZY, PAIRS_EAGER, PAIRS_NONE } PathPairs;

typedef struct Path Path;

Path *path_new(const System *system, PathShape shape, PathPairs pairs);
void path_free(Path *path); /* may be NULL */

size_t path_length(const Path *path);                        /* transitions; 0 in the beginning */
void path_extend(Path *path, size_t length, Budget *budget); /* to this length */

/* Clauses over latches that hold in all reachable states: only such paths are asked for. */
void path_know(Path *path, const ClauseVec *clauses);

/* Whether there is such a path. */
SatResult path_ask(Path *path, Budget *budget);

/* The pairs of states that were told to be distinct. */
uint64_t path_pairs(const Path *path);

/* Where there is no path: how much of that was needed, as far as the solver finds out; unknown if
 * the budget is spent. */
typedef enum { NEEDS_NOTHING, NEEDS_MOVEMENT, NEEDS_DISTINCT, NEED_UNKNOWN } PathNeed;
PathNeed path_need(Path *path, Budget *budget);

const SatStats *path_sat_stats(Path *path);

#endif
