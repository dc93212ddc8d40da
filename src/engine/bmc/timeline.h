/* The steps of a system one after another, in one graph with one incremental solver. They grow in
 * either direction of time:
 *
 * - forward, from the resets or from any state: the latches of a new frame are the next-state
 *   functions of the newest one, with constant folding and structural hashing across frames, so
 *   that nothing is encoded before a question needs it, and what the resets decide is a constant;
 * - backward, from any state: a new frame leads to the newest one. Its latches are variables, and
 *   the solver is told that the next-state functions of the one are the latches of the other.
 *
 * Of a frame that is not the newest any more only its latches and inputs are kept, so a frame costs
 * the same whether it is the tenth or the ten thousandth. What a question needs of a frame it asks
 * for while that is the newest. */
#ifndef RONDO_ENGINE_BMC_TIMELINE_H
#define RONDO_ENGINE_BMC_TIMELINE_H

#include "engine/reach/clause.h"
#include "logic/cnf.h"
#include "system/trace.h"

typedef enum { GROW_FROM_RESETS, GROW_FORWARD, GROW_BACKWARD } Growth;

typedef struct Timeline Timeline;

Timeline *timeline_new(const System *system, Growth growth, SatKind solver); /* no frame yet */
void timeline_free(Timeline *time);                                          /* may be NULL */
Aig *timeline_aig(Timeline *time);
Cnf *timeline_cnf(Timeline *time);
Sat *timeline_sat(Timeline *time);

/* From the resets, before the first frame: some inputs, and latches of the first frame, are those
 * of a lasso of another system, which outlives it. By index there: the index here. */
void timeline_follow(Timeline *time, const Trace *lasso, const U32Vec *inputs,
                     const U32Vec *latches);

/* Before the first frame: gates that are equal to older ones are found and left out (sweep.h), from
 * now on within a budget. */
void timeline_sweep(Timeline *time);
void timeline_within(Timeline *time, Budget *budget);

size_t timeline_count(const Timeline *time);
void timeline_add(Timeline *time, Budget *budget); /* the work is noted, but never refused */

/* A literal of the system, the conjunction of its constraints, and (growing forward) the value of a
 * latch after the step: all in the newest frame. */
Lit timeline_literal(Timeline *time, Lit lit);
Lit timeline_constraint(Timeline *time);
Lit timeline_next(Timeline *time, size_t latch);

/* A latch in any frame; frames are numbered as they were added. */
Lit timeline_state(const Timeline *time, size_t latch, size_t frame);

/* Tells the solver a clause over the latches of the system, for one frame. */
void timeline_assert_clause(Timeline *time, const Clause *clause, size_t frame);

/* The steps that a satisfying assignment shows, in the order of time. States follow by simulation:
 * the solver's values of gates mean something in one polarity only. */
Trace *timeline_trace(Timeline *time);

#endif
