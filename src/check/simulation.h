/* A run of a circuit that grows step by step, at random, as a person chooses, or as a stimulus
 * says. Where a step exists it is found, by a SAT query over two steps.
 *
 * A state is the values of the latches and of those inputs that a signal shows as part of the
 * state. A run stands in a state; taking a step chooses the other inputs there and enters the next
 * state, one in which the constraints can be met again. If there is none the state is a deadlock,
 * in the sense of front/deadlock.h. The first step enters an initial state. */
#ifndef RONDO_CHECK_SIMULATION_H
#define RONDO_CHECK_SIMULATION_H

#include "base/random.h"
#include "system/trace.h"

typedef struct Simulation Simulation;

Simulation *simulation_new(const System *system); /* which must outlive it */
void simulation_free(Simulation *simulation);

size_t simulation_length(const Simulation *simulation); /* states entered so far */

/* What the coming steps have to satisfy. A literal that reads inputs is about the step that is
 * left, others are about the state that is entered. LIT_TRUE: nothing. Gates that the system got
 * since the last call, or the beginning, may be meant. */
void simulation_constrain(Simulation *simulation, Lit condition);

/* One step at random. The claims, which may be NULL, hold in the state that is entered, together
 * with what its inputs will be. False if there is none. */
bool simulation_random(Simulation *simulation, const LitVec *claims, Random *random);

/* The inputs of a step that is left, and the state that is entered. */
typedef struct {
  Bits inputs; /* of the step that is left */
  Step entered;
} Move;
typedef VEC(Move) MoveVec;
void moves_free(MoveVec *moves);

/* Moves that differ in what signals show, at most `most`; all of them if there are not more. */
MoveVec simulation_moves(Simulation *simulation, size_t most, Random *random);
void simulation_take(Simulation *simulation, const Move *move);

/* Back to where it was after so many states. */
void simulation_back(Simulation *simulation, size_t length);

/* Whether a step could be taken without the condition: then it is no deadlock. */
bool simulation_is_stuck(Simulation *simulation);

/* The run so far as a trace: its last step has inputs that satisfy the constraints. */
Trace *simulation_trace(Simulation *simulation, Random *random);

#endif
