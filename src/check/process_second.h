/* What all states of a program show is shown again, by the plain machine.
 *
 * Without partial order the states of the first search are a certificate: the initial state is
 * among them, and all steps of each lead to one of them. That they are found by the first search's
 * store does not matter: to be found is to be equal, word for word.
 *
 * With partial order, and of what another process has searched, there is a second search, in
 * another order, with other stubborn sets and other hash values. */
#ifndef RONDO_CHECK_PROCESS_SECOND_H
#define RONDO_CHECK_PROCESS_SECOND_H

#include "base/budget.h"
#include "engine/explicit/program_space.h"

typedef struct {
  size_t counted;           /* states, as SPIN counts them */
  bool faulty, invalid_end; /* some step is, there is such a state */
  bool closed;              /* no step leaves the states */
  bool formulas_hold;       /* none is false, or cannot be evaluated, in a state that they see */
} ProcessFigures;

/* `formulas` are those of states (process_formula.h). False if the budget is spent before all is
 * seen. */
bool process_second_closed(const Processes *program, ProgramSpace *space, const U32Vec *formulas,
                           Budget *budget, ProcessFigures *figures);

/* A search from the beginning. With stubborn sets, which are other ones than those of the first,
 * the numbers of states differ. `forgets`: dead variables. */
bool process_second_search(const Processes *program, const U32Vec *formulas,
                           ProgramStubborn *stubborn, bool forgets, Budget *budget,
                           ProcessFigures *figures);

#endif
