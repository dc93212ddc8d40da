/* When a pass keeps the LTL formula of a task, and how (task_formula.h).
 *
 * Let P be the product, M the model in it, W the part that watches, and C and D the constraints of
 * M and of W. W reads the letters, which are the values of the atoms, and nothing else of M; M does
 * not read W. Without its formula, a reduced task has nothing to fear. With it, the model in the
 * result must have a run that violates the formula just if M has one. If M has one, W accepts it,
 * and it is a run of the result. For the other direction:
 *
 * - What is equal in all steps of P without C and D, as constants and the first pass of
 *   equivalences show, is equal beside every run of M. So the model in the result has the runs of M
 *   even where a node of M was replaced by one that watches, which belongs to the model from then
 *   on: that is why the model is a cone, and not a list of latches.
 *
 * - What is equal because of C and D is so in violations alone. Take a run of the model in the
 *   result on which the formula is false. W accepts its letters: it has a run beside it that meets
 *   D in every step. If the letters are the same functions as before, that is the trap of
 *   reduce_pass.h, C and D hold in P, step after step, so that the equalities hold and the next
 *   step is that of P. So atoms are copied as constraints are. And the values of W are not those of
 *   just any run: the model must not have come to read W. No pass may follow, because then W would
 *   read more than the letters.
 *
 * - Latches may be free because D forbids the values that cannot come: what W accepts meets D. An
 *   atom that reads what feeds them is one that W need not know.
 *
 * - Rewriting changes no function, and no gate comes to read what it did not read before, so M is
 *   what it was; it may follow any pass. So may choices: what a part decides is read by nothing
 *   beside it, atoms included, and the part is either in M, with all that it reads, or none of it
 *   is. A latch that is an input one step late has the same values beside every run of M. */
#include "task/reduce_pass.h"
#include "task/task_formula.h"

Task model_question(const Task *task, System *alone) {
  *alone = *task->system;
  alone->constraints.size = task->constraints;
  Task question = {.kind = TASK_FAIR, .system = alone};
  for (size_t i = 0; i < task->atoms.size; i++)
    if (task->atoms.data[i] != LIT_NONE) vec_push(&question.conditions, task->atoms.data[i]);
  vec_append(&question.conditions, &alone->fairness);
  return question;
}

bool model_comes_to_watch(const Task *task, const Replacement *found) {
  System alone;
  Task question = model_question(task, &alone);
  Replacement *nothing = replacement_new(&alone);
  Cone model = cone_find(&question, nothing, false);
  bool watches = false;
  for (size_t node = bits_next(&model.nodes, 0); node < model.nodes.size && !watches;
       node = bits_next(&model.nodes, node + 1)) {
    Lit by = found->by[node];
    watches = by != LIT_NONE && lit_node(by) && !bits_get(&model.nodes, lit_node(by));
  }
  cone_free(&model);
  replacement_free(nothing);
  vec_free(&question.conditions);
  return watches;
}
