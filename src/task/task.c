#include "task/task.h"

#include "base/memory.h"

Property *property_add(PropertyVec *properties, PropertyKind kind, const char *name) {
  Text text = {0};
  text_format(&text, kind == PROPERTY_INVARIANT ? "G !%s" : "! G F %s", name);
  vec_push(
      properties,
      ((Property){
          .kind = kind, .name = mem_string(name), .bad = LIT_FALSE, .text = text_take(&text)}));
  return &vec_last(properties);
}

void properties_cut(PropertyVec *properties, size_t size) {
  for (size_t i = size; i < properties->size; i++) {
    mem_free(properties->data[i].name);
    mem_free(properties->data[i].text);
    mem_free(properties->data[i].place);
    mem_free(properties->data[i].unchecked);
    vec_free(&properties->data[i].justice);
  }
  properties->size = size;
}

void properties_free(PropertyVec *properties) {
  properties_cut(properties, 0);
  vec_free(properties);
}

Task *task_new(TaskKind kind, System *system) {
  Task *task = mem_zalloc(sizeof *task);
  task->kind = kind;
  task->system = system;
  task->bad = LIT_FALSE;
  task->formula = FORMULA_NONE;
  return task;
}

Task *task_copy(const Task *task) {
  Lit *map;
  Task *copy = task_new(task->kind, system_copy(task->system, &map));
  copy->bad = aig_map_lit(map, task->bad);
  for (size_t i = 0; i < task->conditions.size; i++)
    vec_push(&copy->conditions, aig_map_lit(map, task->conditions.data[i]));
  copy->weak = task->weak;
  copy->formulas = task->formulas;
  copy->formula = task->formula;
  copy->constraints = task->constraints;
  for (size_t i = 0; i < task->atoms.size; i++) {
    Lit atom = task->atoms.data[i];
    vec_push(&copy->atoms, atom == LIT_NONE ? LIT_NONE : aig_map_lit(map, atom));
  }
  mem_free(map);
  return copy;
}

void task_ask_for_a_run(Task *task) {
  if (!task->conditions.size) vec_push(&task->conditions, LIT_TRUE);
}

void task_free(Task *task) {
  if (!task) return;
  system_free(task->system);
  vec_free(&task->conditions);
  vec_free(&task->atoms);
  mem_free(task);
}

const char *verdict_name(Verdict verdict) {
  static const char *const names[] = {"unknown", "holds", "violated"};
  return names[verdict];
}
