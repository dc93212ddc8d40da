#include "check/result.h"

#include "base/memory.h"

Result *result_new(const Model *model, size_t number) {
  static const Property none = {.name = ""};
  const Property *property =
      number < model->properties.size ? model->properties.data + number : &none;
  Result *result = mem_zalloc(sizeof *result);
  result->form = trace_form_of(model);
  result->outcome = (Outcome){.file = mem_string(model->file),
                              .property = mem_string(property->name),
                              .formula = mem_string(property->text),
                              .index = number,
                              .kind = property->kind,
                              .cover = property->cover,
                              .place = mem_string(property->place),
                              .engine = ""};
  return result;
}

void result_free(Result *result) {
  if (!result) return;
  outcome_free(&result->outcome);
  evidence_free(&result->evidence);
  task_free(result->task);
  model_free(result->circuit);
  mem_free(result->internal_error);
  mem_free(result->note);
  vec_free(&result->tracked);
  vec_free(&result->tracked_words);
  string_vec_free(&result->notes);
  string_vec_free(&result->names);
  mem_free(result);
}
