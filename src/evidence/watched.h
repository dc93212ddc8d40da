/* A product is the model and a part that watches it. Here that part is taken by itself, as the task
 * of the same formula on a system that consists of the atoms alone, so that it can be written out
 * and asked what it accepts (watcher.h, covers.h); and it is checked that the product is the model
 * as loaded with just this part beside it. What is then known of the part is known of the product,
 * whatever the translation did to make it. */
#ifndef RONDO_EVIDENCE_WATCHED_H
#define RONDO_EVIDENCE_WATCHED_H

#include "base/budget.h"
#include "evidence/finding.h"
#include "task/ltl_task.h"

/* The system has one input for each of the atoms, in this order, and what of the model's system
 * decides about the form of the product: a latch for the first step, and whether finite runs go on.
 * NULL with an error as from ltl_task. */
Task *watched_formula(const System *model, const Formulas *formulas, Formula f, const U32Vec *atoms,
                      const LtlOptions *options, Error *error);
Task *watched_automaton(const System *model, const Formulas *formulas, const Automaton *violations,
                        const LtlOptions *options, Error *error);

/* Whether the product's system is the model with the watcher beside it, its atoms being what the
 * store says they are in the model, and whether it asks for what the watcher asks. Proved by
 * comparing functions, with a solver where they do not look the same. If not, or if the budget is
 * spent before, the error says why. Open also where the atoms are
 * such in the model that a tight product needs no latch for the first step. */
Finding watched_product(const Task *product, const System *model, const Formulas *formulas,
                        const U32Vec *atoms, const Task *watcher, Budget *budget, Error *error);

#endif
