/* Fair components, one after another: what is asked is an SCC-closed set of states (a union of
 * components) in a transition relation, and what is told are its components that have a cycle and
 * meet every condition. Six algorithms do it (seed 003, section 8); they share the bookkeeping
 * here, and each has a file of its own that reads like its paper.
 *
 * The three that compute a fair hull (hull.h) tell one set, which contains all fair components and
 * is SCC-closed, too; the others tell components.
 *
 * The set is a part of a partition, and the search splits that part (partition.h): whatever is not
 * told is gone from it, with the reason. */
#ifndef RONDO_ENGINE_SYMBOLIC_SCC_H
#define RONDO_ENGINE_SYMBOLIC_SCC_H

#include "engine/symbolic/concrete.h"
#include "engine/symbolic/hull.h"
#include "engine/symbolic/partition.h"

typedef enum { SCC_EL, SCC_EL2, SCC_GSH, SCC_LOCKSTEP, SCC_LINEAR, SCC_CHAIN } SccMethod;
#define SCC_METHODS "el|el2|gsh|lockstep|linear|chain"

enum { SCC_NONE = UINT32_MAX }; /* in place of a part */

typedef struct SccSearch SccSearch;

/* How a set is explored. `explore` works on search->states, resumably, and at its end splits the
 * part at hand by scc_component or on its own; it then clears search->busy. */
typedef struct {
  const char *name;
  bool trims; /* states without successors or predecessors in the set are taken away first */
  SymbolicEnd (*explore)(SccSearch *search, Budget *budget);
} SccAlgorithm;

extern const SccAlgorithm scc_el, scc_el2, scc_gsh, scc_lockstep, scc_linear, scc_chain;

struct SccSearch {
  Transitions *relation;
  const SccAlgorithm *algorithm;
  Partition *partition;
  BddVec conditions;
  bool all;   /* components that miss conditions are told, too */
  bool whole; /* the set is an inductive invariant: GSH may stop early; set it before scc_next */
  bool apart; /* ... and has: what was told last is not reached, and may have no fair cycle */
  /* The sets still to be explored, the next one last: parts, and for each two sets of states that
   * say where to begin, as the algorithm likes. */
  U32Vec open;
  BddVec hints, more_hints;
  /* the set at hand */
  bool busy;
  uint32_t part;
  Bdd states, hint, more_hint;
  bool ends_trimmed, trimmed;
  Reachable *forward, *backward; /* from the pivot */
  /* Under-approximations (seed 003, section 5, last paragraph): the component of the pivot in one
   * is a part of its component, and both searches begin with all of it. Set before scc_next; NULL
   * where there are no more. They belong to the caller. */
  Transitions *under[2];
  Bdd seed;       /* what the searches begin with; BDD_FALSE: no pivot yet */
  size_t widened; /* by so many of them */
  Reachable *ahead, *behind;
  Hull *hull;
  StateVec path; /* of scc_linear */
  RingWalk walk;
  bool walking;
  Bdd spine;
  uint32_t found; /* what was told last */
};

/* Of an open part of the partition. The relation is built; it may be one within the part. With
 * `all`, which hulls do not know, every component with a cycle is told. */
SccSearch *scc_new(Transitions *relation, Partition *partition, uint32_t part,
                   const BddVec *conditions, SccMethod method, bool all);
void scc_free(SccSearch *search);

/* The next one: `found`, a part; SCC_NONE if there is none left. */
SymbolicEnd scc_next(SccSearch *search, Budget *budget);

/* ---- for the algorithms ---- */

/* Begins both searches at one state of the hint, or of the set if there is none there, and what
 * under-approximations say of its component. Both stay in the set, until the algorithm narrows
 * their `within`. */
SymbolicEnd scc_begin(SccSearch *search, Budget *budget);

/* The end of a set's exploration: a component, the states that are before it in the order, those
 * that are after it, and hints for both. False if an operation failed, which all of them may be
 * the results of; then nothing has happened. */
typedef struct {
  Bdd component, before, after;
  Bdd before_hint, before_more, after_hint, after_more;
} SccSplit;
bool scc_split(SccSearch *search, const SccSplit *split);

#endif
