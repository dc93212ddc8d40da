/* The second search: all states of a program again, in another order and with another store. It
 * shares with the first one the step function. */
#ifndef RONDO_CHECK_PROCESS_SECOND_H
#define RONDO_CHECK_PROCESS_SECOND_H

#include "base/budget.h"
#include "engine/explicit/program_space.h"

typedef struct {
  size_t counted;           /* states, as SPIN counts them */
  bool faulty, invalid_end; /* some step is, there is such a state */
  bool formulas_hold;       /* none is false, or cannot be evaluated, in a state that they see */
} ProcessFigures;

/* `formulas` are those of states (process_formula.h). False if the budget is spent before all is
 * seen. */
bool process_second_search(const Processes *program, const U32Vec *formulas, Budget *budget,
                           ProcessFigures *figures);

/* The same with stubborn sets, which are other ones than those of the first search: so the numbers
 * of states differ. */
bool process_second_reduced(const Processes *program, const U32Vec *formulas,
                            ProgramStubborn *stubborn, Budget *budget, ProcessFigures *figures);

#endif
