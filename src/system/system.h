/* A System is the finite-state model that engines work on. It can say exactly what an AIGER 1.9
 * file can say, and has the same semantics:
 *
 * - a state is a value for every latch; a step also has a value for every input;
 * - a run starts in a state that agrees with the resets (a latch may be uninitialised), and goes on
 *   by the next-state functions;
 * - constraints may read latches and inputs and hold in every step of a run, the first and the last
 *   included;
 * - bad: is there a finite run whose last step makes the literal true? Fairness does not matter;
 * - justice: is there an infinite run on which every literal of the set, and every fairness
 *   literal, is true infinitely often?
 *
 * Initial conditions that resets cannot express are added by system_assume_initially, which costs
 * one latch that is true in the first step only; so there is one semantics for all rooms and every
 * certificate is an AIGER file. */
#ifndef RONDO_SYSTEM_SYSTEM_H
#define RONDO_SYSTEM_SYSTEM_H

#include "logic/aig.h"
#include "system/signal.h"

typedef enum { RESET_0, RESET_1, RESET_FREE } Reset;

typedef struct {
  Lit current; /* a variable of the graph, positive */
  Lit next;
  Reset reset;
} Latch;

typedef VEC(Latch) LatchVec;

typedef struct System {
  Aig *aig;
  LitVec inputs; /* variables of the graph, positive */
  LatchVec latches;
  LitVec constraints;
  LitVec fairness;
  LitVec compassion; /* strong fairness, of systems that CTL is asked about alone: pairs of
                        literals; where the first is true infinitely often, the second is */
  SignalVec signals; /* what people call it; see signal.h */
  Lit first;         /* the latch made by system_first, or LIT_NONE */
} System;

System *system_new(void);
void system_free(System *system);

Lit system_input(System *system);
Lit system_latch(System *system, Reset reset); /* next is LIT_NONE until set */
void system_set_next(System *system, Lit latch, Lit next);

/* What a variable node of the graph is: the index of an input or latch. */
typedef enum { ROLE_NONE, ROLE_INPUT, ROLE_LATCH } Role;
typedef struct {
  Role *role;      /* by node; nodes made later are not covered */
  uint32_t *index; /* of the input or latch */
  size_t size;
} Roles;
Roles roles_new(const System *system);
void roles_free(Roles *roles);

/* The latch that is true in the first step alone; made once. And: restricts the initial states by a
 * predicate over latches and inputs of the first step. */
Lit system_first(System *system);
void system_assume_initially(System *system, Lit predicate);

/* A latch that holds, one step later, the value of a literal that reads inputs; its reset is 0.
 * Recurring infinitely often is not changed by the delay, so fairness that reads inputs becomes a
 * predicate over states. A literal that reads no input is returned as it is. */
Lit system_delayed(System *system, Lit lit);

/* Whether the cone of a literal contains an input. */
bool system_reads_inputs(const System *system, Lit lit);

/* A deep copy; node numbers may change, the order of inputs and latches does not. `map`, if not
 * NULL, receives what each node of the old graph became (see aig_copy; the caller frees it). Every
 * node is copied, so every literal of the old graph has an image. */
System *system_copy(const System *system, Lit **map);

#endif
