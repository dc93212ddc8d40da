#include "check/task_of_property.h"

#include "base/memory.h"
#include "formula/ctl/ctl_linear.h"
#include "task/task_formula.h"

const Relation *property_words(const Model *model, size_t property) {
  bool words = model->format && !strcmp(model->format, "btor2");
  return words && model->properties.data[property].question ? model->relation : NULL;
}

size_t property_index_in_kind(const Model *model, size_t property) {
  const Property *properties = model->properties.data;
  bool invariant = properties[property].kind == PROPERTY_INVARIANT;
  size_t index = 0;
  for (size_t i = 0; i < property; i++)
    index += (properties[i].kind == PROPERTY_INVARIANT) == invariant;
  return index;
}

static Task *ctl_task(const Model *model, Formula formula) {
  Lit *map;
  Task *task = task_new(TASK_CTL, system_copy(model->system, &map));
  for (size_t i = 0; i < model->compassion.size; i++) {
    const Compassion *pair = model->compassion.data + i;
    vec_push(&task->system->compassion, aig_map_lit(map, pair->often));
    vec_push(&task->system->compassion, aig_map_lit(map, pair->then));
  }
  mem_free(map);
  task_keep_formula(task, model->system, model->formulas, formula);
  return task;
}

bool property_is_product(const Model *model, size_t number) {
  PropertyKind kind = model->properties.data[number].kind;
  return kind == PROPERTY_LTL || kind == PROPERTY_CTL;
}

Formula property_linear(const Model *model, size_t number) {
  const Property *property = model->properties.data + number;
  if (property->kind != PROPERTY_CTL || property->formula == FORMULA_NONE || model->memories)
    return FORMULA_NONE;
  return ctl_linear(model->formulas, property->formula, model->system);
}

TaskKinds task_kinds_of_property(const Model *model, size_t number) {
  static const TaskKinds of_kind[] = {
      [PROPERTY_INVARIANT] = TASKS_BAD,
      [PROPERTY_JUSTICE] = TASKS_FAIR,
      [PROPERTY_LTL] = TASKS_BAD | TASKS_FAIR,
      [PROPERTY_CTL] = TASKS_CTL,
      [PROPERTY_COMPUTE] = TASKS_BAD | TASKS_FAIR,
  };
  TaskKinds kinds = of_kind[model->properties.data[number].kind];
  return property_linear(model, number) == FORMULA_NONE ? kinds : kinds | of_kind[PROPERTY_LTL];
}

/* Where a system stands for one with memories, a constraint that reads from them looks as if it
 * could always be met; so a finite run need not go on, and a violation must be an infinite one. */
static LtlOptions options_for(const Model *model, const LtlOptions *options) {
  LtlOptions own = *options;
  if (model->memories && model->system->constraints.size) own.safety = false;
  return own;
}

/* Of an LTL formula on the model, traces are shown on the product, which begins with the system. */
static Task *ltl_task_on(const Model *model, Formula formula, const LtlOptions *options,
                         Error *error) {
  ProductMap map;
  Formula assuming = model_assuming(model, formula);
  LtlOptions own = options_for(model, options);
  Task *task = ltl_task(model->system, model->formulas, assuming, &own, &map, error);
  if (task) task_keep_formula(task, model->system, model->formulas, assuming);
  return task;
}

Task *linear_task_of_property(const Model *model, size_t number, const LtlOptions *options,
                              Error *error) {
  if (model->properties.data[number].kind != PROPERTY_CTL)
    return task_of_property(model, number, options, error);
  if (!model_is_whole(model, "a CTL property", error)) return NULL;
  Formula linear = property_linear(model, number);
  if (linear != FORMULA_NONE) return ltl_task_on(model, linear, options, error);
  error_set(error, "LTL cannot say this CTL formula: only a CTL proof can show it");
  return NULL;
}

static Task *temporal_task(const Model *model, size_t number, const LtlOptions *options,
                           Error *error) {
  const Property *property = model->properties.data + number;
  ProductMap map;
  LtlOptions own = options_for(model, options);
  if (property->automaton)
    return ltl_task_of_automaton(model->system, model->formulas,
                                 model->automata.data[property->automaton - 1],
                                 model_assumption(model), &own, &map, error);
  if (property->kind == PROPERTY_LTL) return ltl_task_on(model, property->formula, options, error);
  if (!model_is_whole(model, "a CTL property", error)) return NULL;
  /* few engines know strong fairness in CTL, all do in LTL */
  if (model->compassion.size && property_linear(model, number) != FORMULA_NONE)
    return linear_task_of_property(model, number, options, error);
  return ctl_task(model, property->formula);
}

Task *task_of_property(const Model *model, size_t number, const LtlOptions *options, Error *error) {
  const Property *property = model->properties.data + number;
  if (property->unchecked || model->unchecked) {
    error_set(error, "%s", property->unchecked ? property->unchecked : model->unchecked);
    return NULL;
  }
  if (property->kind == PROPERTY_LTL || property->kind == PROPERTY_CTL)
    return temporal_task(model, number, options, error);
  Lit *map;
  System *system = system_copy(model->system, &map);
  bool invariant = property->kind == PROPERTY_INVARIANT;
  Task *task = task_new(invariant ? TASK_BAD : TASK_FAIR, system);
  if (invariant) task->bad = aig_map_lit(map, property->bad);
  for (size_t i = 0; i < property->justice.size; i++)
    vec_push(&task->conditions, aig_map_lit(map, property->justice.data[i]));
  if (!invariant) {
    vec_append(&task->conditions, &system->fairness);
    task_ask_for_a_run(task);
  }
  mem_free(map);
  return task;
}
