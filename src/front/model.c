#include "front/model.h"

Model *model_new(const char *file) {
  Model *model = mem_zalloc(sizeof *model);
  model->file = mem_string(file);
  model->system = system_new();
  model->formulas = formulas_new();
  return model;
}

void model_free(Model *model) {
  if (!model) return;
  mem_free(model->file);
  system_free(model->system);
  formulas_free(model->formulas);
  properties_free(&model->properties);
  mem_free(model);
}
