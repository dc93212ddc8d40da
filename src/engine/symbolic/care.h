/* A care set: an inductive invariant of the system, outside which nothing matters. Seed 003 calls
 * the complement of the first kind RDCs, of the second ARDCs. What other engines know is in it, and
 * what was found is told to them (sharing.h). */
#ifndef RONDO_ENGINE_SYMBOLIC_CARE_H
#define RONDO_ENGINE_SYMBOLIC_CARE_H

#include "engine/symbolic/approximate.h"
#include "engine/symbolic/reachable.h"
#include "engine/symbolic/sharing.h"

typedef enum {
  DONT_CARES_EXACT,       /* the care set is what can be reached */
  DONT_CARES_APPROXIMATE, /* what can be reached machine by machine */
  DONT_CARES_NONE,        /* all states, but for what lemmas exclude */
} DontCares;

typedef struct {
  Transitions *relation;
  DontCares dont_cares;
  size_t machine;           /* latches of a machine */
  Sharing *sharing;         /* NULL: alone */
  Bdd known;                /* what lemmas say; BDD_NONE until it was asked for */
  Transitions *within;      /* of DONT_CARES_EXACT: the relation within that; NULL: all of it */
  Approximate *approximate; /* while it is computed */
  Reachable *forward;       /* of DONT_CARES_EXACT: the rings; else NULL */
  Bdd states;               /* BDD_NONE until it is done */
  bool pauses;              /* after each ring: care_run then says that it is done, `states` not */
  uint64_t steps;           /* of the manager that it took */
} CareSet;

/* The relation is exact and built. An invariant that is known already and contains the initial
 * states may be put into `known` at once. */
CareSet *care_new(Transitions *relation, DontCares dont_cares, size_t machine, Sharing *sharing);
void care_free(CareSet *care);
SymbolicEnd care_run(CareSet *care, Budget *budget);

#endif
