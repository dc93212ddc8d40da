/* What the engines for progress share: the product with flags that count rounds of visits, and the
 * comparison of ranks in a witness circuit. */
#ifndef RONDO_ENGINE_PROGRESS_PROGRESS_H
#define RONDO_ENGINE_PROGRESS_PROGRESS_H

#include "engine/engine.h"
#include "engine/progress/stable.h"
#include "engine/reach/reach.h"

/* A copy of the task's system with a flag for each condition, which remembers that it was met in
 * this round; a round ends with the step `round`, in which the last one is met. Only edges of the
 * arena count (stable.h): on any other, all begins anew.
 *
 *   round = arena and, for all i, (f_i or B_i);  f_i' = arena and not round and (f_i or B_i).
 *
 * All conditions are met infinitely often if and only if rounds are, since in the end a run stays
 * in the arena. A single condition needs no flag: each visit is a round. The flags follow the
 * latches of the task. Never are all flags set. */
typedef struct {
  System *system;
  LitVec conditions; /* of the task, in this system */
  ClauseVec known;   /* the invariant that the walls assume, in this system */
  Stable stable;
  Lit arena;    /* reads inputs, as may round */
  LitVec flags; /* none for a single condition */
  Lit round;
} Visits;

/* `known` is an invariant over the latches of the task. Without `walls` none are looked for. */
Visits visits_new(const Task *task, const ClauseVec *known, bool walls, Budget *budget);
void visits_free(Visits *visits); /* the system too */

/* Of a witness under construction: the rank in the other moment is at most the rank here, where a
 * rank is a vector of literals, the first most significant. Adds an input with an intervention for
 * each. */
Lit rank_at_most(Witness *witness, const LitVec *rank);

/* The CNF in another graph, to which `map` leads. */
Lit proof_literal(Aig *to, const Lit *map, const ClauseVec *proof);

/* A lasso in a run of a system that extends the task's: the first state of the task and its flags
 * that occurs again, with the end of a round between. NULL if there is none. */
Trace *visits_find_lasso(const Visits *visits, const Task *task, const Trace *run);

/* Steps first .. last - 1 of the loop, after the steps before it, as a lasso of the task. */
Trace *visits_lasso(const Task *task, const Trace *run, size_t first, size_t last);

#endif
