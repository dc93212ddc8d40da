/* From an LTL property of a system to the task of an engine: the one door to this room for those
 * who check properties.
 *
 * The task asks for a run of the system that the property forbids: one that the automaton of the
 * negated formula accepts, and that is infinite, keeps the constraints and meets the system's
 * fairness conditions infinitely often. The property holds if there is none.
 *
 * A safety property, one whose violations show in a finite prefix, becomes a bad literal if the
 * system lets every finite run go on; where constraints or fairness may cut a run short, it stays a
 * fair task with a terminal condition, because a prefix that cannot go on violates nothing. A
 * formula that forbids no run at all becomes the bad literal false.
 *
 * The task's system is the product. Certificates for the property are certificates for it: written
 * as an AIGER file, it can be made again from the model, the formula and the options alone. */
#ifndef RONDO_TASK_LTL_TASK_H
#define RONDO_TASK_LTL_TASK_H

#include "base/error.h"
#include "formula/automaton/product.h"
#include "task/task.h"

typedef enum { AUTOMATON_SMALL, AUTOMATON_TIGHT } AutomatonKind;

typedef struct {
  AutomatonKind automaton;
  Encoding encoding; /* of the states of a small automaton */
  bool safety;       /* make bad literals of safety properties */
} LtlOptions;

#define LTL_DEFAULTS ((LtlOptions){AUTOMATON_SMALL, ENCODING_ONE_HOT, true})

/* The task, the caller's; NULL with an error if an atom has no literal (see atoms.h) or the formula
 * is too large. `map` is for product_trace_back. */
Task *ltl_task(const System *system, const Formulas *formulas, Formula f, const LtlOptions *options,
               ProductMap *map, Error *error);

/* The same for an automaton, from a HOA file, say, that accepts the forbidden words: a run of the
 * system that it accepts is a violation. Runs that do not satisfy the assumption, an LTL formula
 * without past or FORMULA_NONE, do not count. All atoms are bound. */
Task *ltl_task_of_automaton(const System *system, const Formulas *formulas,
                            const Automaton *violations, Formula assumption,
                            const LtlOptions *options, ProductMap *map, Error *error);

/* Whether every finite run that keeps the constraints can go on for ever, as far as is easily seen:
 * no fairness, and no constraint that reads latches after the first step, unless they are inputs in
 * disguise (free_latches.h). The property of these atoms sees no difference: what it reads of a
 * step leaves open how the run goes on. */
bool system_runs_extend(const System *system, const Formulas *formulas, const U32Vec *atoms);

/* Of such a system: sets what its last step leaves open, so that the run goes on by repeating the
 * inputs of this step. The trace may be one of a product, which has the system's inputs and latches
 * in front. */
void system_let_run_go_on(const System *system, const Formulas *formulas, const U32Vec *atoms,
                          Trace *trace);

#endif
