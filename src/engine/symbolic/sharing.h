/* What diagrams and clauses tell each other: the board of lemmas (engine/lemmas.h) as a set of
 * states, outside which nothing matters; and invariants that were found as sets of states, as
 * clauses for IC3, FAIR and the others on the task.
 *
 * Neither way is worth much effort: a set that is too large, or clauses that are too many, are
 * left alone. */
#ifndef RONDO_ENGINE_SYMBOLIC_SHARING_H
#define RONDO_ENGINE_SYMBOLIC_SHARING_H

#include "engine/lemmas.h"
#include "engine/symbolic/approximate.h"
#include "engine/symbolic/reachable.h"

typedef struct {
  LemmaBoard *board; /* NULL: there is none, and nothing happens */
  const Task *task;
  U32Vec origins; /* by latch of the model: that of the task's system; UINT32_MAX: it is new */
  size_t position;
  uint64_t taken, offered; /* clauses */
  uint64_t rings_due;      /* steps of the manager after which rings are offered next */
} Sharing;

/* The latches of the model's system are those of the task's, in order, and then new ones that no
 * other latch reads; or `origins` says where each comes from (task/ctl_structure.h). */
void sharing_open(Sharing *sharing, LemmaBoard *board, const Task *task, const System *system,
                  const U32Vec *origins);
void sharing_close(Sharing *sharing);

/* The states that meet every clause on the board, and the initial ones: an inductive invariant;
 * BDD_TRUE where there is nothing to know. (An initial state that violates a lemma has no step, so
 * it changes nothing, and whoever starts there need not think of it.) */
SymbolicEnd sharing_know(Sharing *sharing, SymbolicModel *model, Bdd *states, Budget *budget);

/* Offers the exact set of reachable states: as it is, or where that takes too many clauses what can
 * be said of a few latches at a time, as far as it is inductive. */
SymbolicEnd sharing_offer(Sharing *sharing, SymbolicModel *model, Bdd reachable, Budget *budget);

/* Offers what can be said of the rings so far, a few latches at a time, as far as it is inductive:
 * others need not wait for the end of a search that takes long. Most calls do nothing. */
SymbolicEnd sharing_offer_rings(Sharing *sharing, const Reachable *forward, Budget *budget);

/* Offers what was found machine by machine. */
SymbolicEnd sharing_offer_machines(Sharing *sharing, const Approximate *approximate,
                                   Budget *budget);

#endif
