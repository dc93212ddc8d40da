/* The explicit-state oracle: a tiny system with every state and every step written out.
 *
 * A state is a number: bit k is the value of latch k. A step is a state together with values for
 * the inputs, and is a number too: step = state * inputs + input, where bit k of input is the value
 * of input k. The graph has the states as nodes and the steps as edges, edge number = step number:
 * it leads from the step's state to the state that follows. All steps are edges, also those that
 * break a constraint; `valid` is the set of those that do not. So the runs of the system are the
 * paths of graph.h with valid edges from initial states, and:
 *
 * - the constraints hold in the last step of a finite run just if the run's last state has a valid
 *   step (of the wanted kind), since the last step is looked at but need not be taken;
 * - an infinite run is an infinite path of valid edges; conditions that read inputs are sets of
 *   edges, so that there is nothing to approximate.
 *
 * From these a test computes whatever it wants to know: reach(S, C, F, G) is
 * graph_distance(&e->graph, F, moves, G) with moves = the valid steps that satisfy C, which is made
 * of explicit_steps (of the state a step starts in) and explicit_steps_to (of the next state). */
#ifndef RONDO_ORACLE_EXPLICIT_H
#define RONDO_ORACLE_EXPLICIT_H

#include "oracle/graph.h"
#include "system/trace.h"
#include "task/task.h"

typedef struct {
  const System *system; /* must outlive it; its graph of gates may grow */
  size_t states, inputs, steps;
  Graph graph;
  Bits valid;   /* steps: all constraints hold */
  Bits initial; /* states: agree with the resets */
} Explicit;

enum { EXPLICIT_MAX_BITS = 20 }; /* latches and inputs together */

Explicit *explicit_new(const System *system); /* asserts that it is small enough */
void explicit_free(Explicit *e);

/* The steps in which a literal of the system is true, valid or not. */
Bits explicit_literal(const Explicit *e, Lit lit);

/* Between sets of states and sets of steps: all steps that start in a set of states, that end in
 * one, and the states in which some step of a set starts. */
Bits explicit_steps(const Explicit *e, const Bits *states);
Bits explicit_steps_to(const Explicit *e, const Bits *states);
Bits explicit_states(const Explicit *e, const Bits *steps);

/* The states of runs: reached from initial states by valid steps. A last state without a valid
 * step counts as reached here, though no run has a last step in it. */
Bits explicit_reachable(const Explicit *e);

/* The number of transitions to the nearest valid step in which the literal is true; -1 if there is
 * none: so 0 means violated at once, and the trace has one step more than this. */
int64_t explicit_bad_depth(const Explicit *e, Lit bad);

/* Whether there is an infinite run on which each literal is true infinitely often. The global
 * fairness of the system is not added: the conditions of a task include it. */
bool explicit_fair_run(const Explicit *e, const Lit *conditions, size_t count);

/* The trace that consists of these steps; `loop` as in trace.h. */
Trace *explicit_trace(const Explicit *e, const U32Vec *steps, int64_t loop);

/* Such a run as a lasso, or NULL; the caller's. */
Trace *explicit_fair_trace(const Explicit *e, const Lit *conditions, size_t count);

/* The right answer to a bad or fair task. */
Verdict explicit_verdict(const Explicit *e, const Task *task);

/* What is wrong with a trace as the answer to a bad or fair task, judged by the tables alone; NULL
 * if nothing is. */
const char *explicit_trace_fault(const Explicit *e, const Task *task, const Trace *trace);

#endif
