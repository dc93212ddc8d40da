/* The formula that a task is about, and for LTL the model that it is about.
 *
 * A task that was made from an LTL property asks about a product: the model, and beside it a part
 * that watches it and accepts the runs on which the formula is false. Most engines need no more.
 * Those that have a way of their own with formulas find here what was asked before there was an
 * automaton: does every infinite run of the model that is fair satisfy the formula? The answer is
 * the same, and a run of the model that violates the formula is one of the product, if inputs and
 * latches that only watch are chosen well.
 *
 * Reductions keep the formula as long as that is true, else the result knows none
 * (reduce_formula.c). */
#ifndef RONDO_TASK_TASK_FORMULA_H
#define RONDO_TASK_TASK_FORMULA_H

#include "task/task.h"

/* The task is about this formula, whose store outlives it. The atoms are bound to literals of the
 * model; the task's system begins with the inputs, latches and constraints of the model. */
void task_keep_formula(Task *task, const System *model, const Formulas *formulas, Formula formula);

/* Whether a task of another kind than TASK_CTL knows the LTL formula that it was made from. */
bool task_knows_ltl(const Task *task);

/* The model of such a task, without what watches it: what the atoms, the model's own constraints
 * and its fairness depend on. */
typedef struct {
  System *system;         /* with its fairness */
  LitVec atoms;           /* by index in the store; LIT_NONE where the formula has them not */
  U32Vec inputs, latches; /* by index: the index in the task's system */
} TaskModel;

TaskModel task_model(const Task *task);
void task_model_free(TaskModel *model);

#endif
