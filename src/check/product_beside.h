/* The automaton of one property put into a system beside what is there already, without touching
 * the other properties.
 *
 * The task of a property (task_of_property.h) is its system with inputs, latches and constraints
 * added. The constraints are part of the question: as constraints of the system they would take
 * runs away from every other property. So they are watched instead: a latch remembers that one of
 * them was broken, and what the task asks for counts only while none is or was.
 *
 * - A run that ends in a bad step that counts keeps the task's constraints up to its end, and every
 *   run of the task is such a run: the latch is just not set.
 * - On an infinite run on which a condition counts infinitely often the latch, which stays set once
 *   it is, is never set: the run keeps the task's constraints for ever.
 *
 * Where they are broken the automaton's latches go on somehow, which nobody looks at. */
#ifndef RONDO_CHECK_PRODUCT_BESIDE_H
#define RONDO_CHECK_PRODUCT_BESIDE_H

#include "task/task.h"

/* Adds what the task adds to the system, of which the task's system is a copy; the property becomes
 * the bad or justice property that asks the task's question in it. */
void product_beside(System *system, const Task *task, Property *property);

#endif
