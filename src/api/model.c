/* Models and properties of the public API. */
#include <stdlib.h>
#include <string.h>

#include "api/handle.h"
#include "base/memory.h"
#include "front/deadlock.h"
#include "front/front.h"

const char *rondo_version(void) { return RONDO_VERSION; }

bool api_finish(bool good, Error *error, char **error_out) {
  if (!good && error_out) *error_out = error_text(error);
  error_free(error);
  return good;
}

RondoModel *rondo_load(const char *file, const char *format, char **error_out) {
  Error error = {0};
  const ReadOptions options = {.format = format};
  Model *model = front_read(file, &options, &error);
  if (!api_finish(model != NULL, &error, error_out)) return NULL;
  RondoModel *result = mem_zalloc(sizeof *result);
  result->model = model;
  return result;
}

void rondo_model_free(RondoModel *model) {
  if (!model) return;
  model_free(model->model);
  mem_free(model);
}

const char *rondo_model_file(const RondoModel *model) { return model->model->file; }

bool rondo_add_deadlock(RondoModel *model, char **error_out) {
  Error error = {0};
  return api_finish(model_add_deadlock(model->model, &error), &error, error_out);
}

bool rondo_add_ltl(RondoModel *model, const char *name, const char *formula, char **error_out) {
  Error error = {0};
  return api_finish(model_add_ltl(model->model, name, formula, &error), &error, error_out);
}

bool rondo_add_hoa(RondoModel *model, const char *file, char **error_out) {
  Error error = {0};
  return api_finish(model_add_hoa_file(model->model, file, &error), &error, error_out);
}

bool rondo_add_ltl_file(RondoModel *model, const char *file, char **error_out) {
  Error error = {0};
  return api_finish(model_add_ltl_file(model->model, file, &error), &error, error_out);
}

bool rondo_add_ctl(RondoModel *model, const char *name, const char *formula, char **error_out) {
  Error error = {0};
  return api_finish(model_add_ctl(model->model, name, formula, &error), &error, error_out);
}

bool rondo_add_ctl_file(RondoModel *model, const char *file, char **error_out) {
  return rondo_add_ctl_file_as(model, file, NULL, error_out);
}

bool rondo_add_ctl_file_as(RondoModel *model, const char *file, const char *form,
                           char **error_out) {
  static const char *const names[] = {"auto", "lines", "sequence"};
  Error error = {0};
  CtlForm found = CTL_FORM_FOUND;
  while (form && found <= CTL_FORM_SEQUENCE && strcmp(form, names[found])) found++;
  bool good = found <= CTL_FORM_SEQUENCE
                  ? model_add_ctl_file(model->model, file, found, &error)
                  : error_set(&error, "'%s' is no form of CTL files: auto, lines, sequence", form);
  return api_finish(good, &error, error_out);
}

bool rondo_add_invariant(RondoModel *model, const char *name, const char *expression,
                         char **error_out) {
  Error error = {0};
  bool good = model_add_invariant(model->model, name, expression, &error);
  return api_finish(good, &error, error_out);
}

const char *rondo_format_name(size_t index) {
  return index < input_format_count ? input_formats[index].name : NULL;
}

RondoSizes rondo_model_sizes(const RondoModel *model) {
  const System *system = model->model->system;
  return (RondoSizes){.inputs = system->inputs.size,
                      .latches = system->latches.size,
                      .gates = system->aig->size - 1 - system->aig->variables,
                      .constraints = system->constraints.size,
                      .fairness = system->fairness.size,
                      .properties = model->model->properties.size};
}

size_t rondo_property_count(const RondoModel *model) { return model->model->properties.size; }

const char *rondo_property_name(const RondoModel *model, size_t property) {
  return model->model->properties.data[property].name;
}

RondoKind rondo_property_kind(const RondoModel *model, size_t property) {
  return (RondoKind)model->model->properties.data[property].kind;
}

const char *rondo_property_formula(const RondoModel *model, size_t property) {
  return model->model->properties.data[property].text;
}

const char *rondo_kind_name(RondoKind kind) { return property_kind_name((PropertyKind)kind); }

int64_t rondo_property_find(const RondoModel *model, const char *name) {
  return model_find_property(model->model, name);
}

void rondo_properties_clear(RondoModel *model) { properties_free(&model->model->properties); }
