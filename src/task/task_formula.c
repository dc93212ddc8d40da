#include "task/task_formula.h"

#include "base/memory.h"
#include "formula/ltl/translate.h"
#include "task/reduce_pass.h"

/* ---- keeping it ---- */

/* By node of the model: the node of a system that begins with it. */
static Lit *map_beginning(const System *model, const System *system) {
  Lit *map = aig_map_new(model->aig);
  for (size_t i = 0; i < model->inputs.size; i++)
    map[lit_node(model->inputs.data[i])] = system->inputs.data[i];
  for (size_t i = 0; i < model->latches.size; i++)
    map[lit_node(model->latches.data[i].current)] = system->latches.data[i].current;
  return map;
}

void task_keep_formula(Task *task, const System *model, const Formulas *formulas, Formula formula) {
  System *system = task->system;
  assert(model->inputs.size <= system->inputs.size);
  assert(model->latches.size <= system->latches.size);
  assert(model->constraints.size <= system->constraints.size);
  task->formulas = formulas;
  task->formula = formula;
  task->constraints = model->constraints.size;
  Lit *map = map_beginning(model, system);
  U32Vec used = {0};
  formula_atoms(formulas, formula, &used);
  for (size_t i = 0; i < formulas->atoms.size; i++) vec_push(&task->atoms, LIT_NONE);
  for (size_t i = 0; i < used.size; i++)
    task->atoms.data[used.data[i]] =
        aig_copy(system->aig, model->aig, formulas->atoms.data[used.data[i]].literal, map);
  vec_free(&used);
  mem_free(map);
}

bool task_knows_ltl(const Task *task) { return task->kind != TASK_CTL && task->formulas; }

/* ---- the model ---- */

/* A pass that replaces nothing, and whose question is the atoms: a cone. */
TaskModel task_model(const Task *task) {
  System alone;
  Task question = model_question(task, &alone);
  Pass *pass = pass_new(&question, replacement_new(&alone), false);
  TaskModel model = {.system = pass->task->system};
  pass->task->system = NULL;
  for (size_t i = 0, next = 0; i < task->atoms.size; i++) {
    bool used = task->atoms.data[i] != LIT_NONE;
    vec_push(&model.atoms, used ? pass->task->conditions.data[next++] : LIT_NONE);
  }
  vec_append(&model.inputs, &pass->inputs);
  vec_append(&model.latches, &pass->latches);
  pass_free(pass);
  vec_free(&question.conditions);
  return model;
}

void task_model_free(TaskModel *model) {
  system_free(model->system);
  vec_free(&model->atoms);
  vec_free(&model->inputs);
  vec_free(&model->latches);
}
