/* Single states and the steps between them: from sets back to runs. Everything here is about exact
 * relations (transitions.h), since a run has to be one of the system. */
#ifndef RONDO_ENGINE_SYMBOLIC_CONCRETE_H
#define RONDO_ENGINE_SYMBOLIC_CONCRETE_H

#include "engine/symbolic/reachable.h"
#include "system/trace.h"

typedef VEC(Bits) StateVec; /* values of latches */
void concrete_free(StateVec *states);
void concrete_reverse(StateVec *states);

/* The set of one state; a state of a set that is not empty. */
Bdd concrete_state(SymbolicModel *model, const Bits *state);
Bits concrete_pick(SymbolicModel *model, Bdd states);

/* Along the rings of a search, from the last state of the path to ring 0: each step appends a
 * state. `ring` is that of the last state. With `forward` the rings were made backwards, so that
 * the path goes on; without, it goes back, and the path is in reverse. */
typedef struct {
  Transitions *relation;
  const Reachable *rings;
  bool forward;
  size_t ring;
  StateVec *states;
} RingWalk;
SymbolicEnd concrete_along_rings(RingWalk *walk, Budget *budget);

bool concrete_inside(SymbolicModel *model, Bdd set, const Bits *state);

/* The number of the ring that a state is in; it is in one. */
size_t concrete_ring(SymbolicModel *model, const Reachable *rings, const Bits *state);

/* Inputs of a step from one state to another (NULL: to any) that meet the constraints and `also`,
 * a function of current variables and inputs. */
typedef struct {
  SymbolicModel *model;
  const Bits *from, *to;
  Bdd also;
  Bits inputs; /* the result */
} InputChoice;
SymbolicEnd concrete_inputs(InputChoice *choice, Budget *budget);

/* The run through some states, as a trace of another system, whose latches and inputs are the first
 * ones of the model's. The step of the last state leads to state `loop`; or, if that is
 * TRACE_NO_LOOP, meets `last`. NULL with the reason in `end` if it could not be made in time. */
Trace *concrete_trace(SymbolicModel *model, const StateVec *states, int64_t loop, Bdd last,
                      const System *of, Budget *budget, SymbolicEnd *end);

#endif
