/* Models and properties of the public API. */
#include <stdlib.h>
#include <string.h>

#include "api/handle.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/call.h"
#include "check/settings.h"
#include "front/deadlock.h"
#include "front/front.h"

const char *rondo_version(void) { return RONDO_VERSION; }
unsigned rondo_version_number(void) { return RONDO_VERSION_NUMBER; }

/* ---- what the process does for the library ---- */

static struct {
  RondoWarning warning;
  void *context;
} listener;

static void pass_warning(void *context, bool warning, const char *line) {
  (void)context;
  if (warning) listener.warning(listener.context, line);
}

void rondo_on_warning(RondoWarning warning, void *context) {
  listener.warning = warning;
  listener.context = context;
  log_set_sink(warning ? pass_warning : NULL, NULL);
}

void rondo_on_out_of_memory(RondoOutOfMemory hook, void *context) { mem_set_hook(hook, context); }
void rondo_free(void *block) { free(block); }

/* ---- models ---- */

bool api_finish(bool good, Error *error, char **error_out) {
  if (!good && error_out) *error_out = error_text(error);
  error_free(error);
  return good;
}

/* Under limits, if there are settings. */
static Model *read_model(const char *file, const char *data, size_t size, const char *format,
                         const Settings *settings, bool *stopped, Error *error) {
  Budget budget = {.cancel = &call_stopped};
  if (settings) budget = settings_budget(settings, settings->timeout);
  ReadOptions options = {0};
  if (settings) options = settings->reading;
  options.format = format;
  options.budget = &budget;
  Model *model = budget_spent(&budget) ? NULL
                 : data                ? front_read_bytes(file, data, size, &options, error)
                                       : front_read(file, &options, error);
  *stopped = !model && budget_state(&budget) != BUDGET_LEFT;
  if (*stopped) { /* what the reader says of that is its consequence */
    const char *over = settings ? settings_over(settings) : NULL;
    error_free(error);
    error_at(error, file, 0, 0, "not read: %s", over ? over : budget_reason(budget_state(&budget)));
  }
  return model;
}

static RondoModel *load(const char *file, const char *data, size_t size, const char *format,
                        const Settings *settings, bool *stopped, char **error_out) {
  Error error = {0};
  call_begin();
  Model *model = read_model(file, data, size, format, settings, stopped, &error);
  call_end();
  if (settings) *settings->stop = STOP_NOTHING;
  if (!api_finish(model != NULL, &error, error_out)) return NULL;
  RondoModel *result = mem_zalloc(sizeof *result);
  result->model = model;
  return result;
}

RondoModel *rondo_load(const char *file, const char *format, char **error) {
  bool stopped;
  return load(file, NULL, 0, format, NULL, &stopped, error);
}

RondoModel *rondo_load_within(const char *file, const char *format, const RondoSettings *settings,
                              bool *stopped, char **error) {
  bool own;
  return load(file, NULL, 0, format, settings, stopped ? stopped : &own, error);
}

RondoModel *rondo_load_bytes(const char *name, const void *data, size_t size, const char *format,
                             const RondoSettings *settings, bool *stopped, char **error) {
  bool own;
  return load(name, data ? data : "", data ? size : 0, format, settings, stopped ? stopped : &own,
              error);
}

void rondo_model_free(RondoModel *model) {
  if (!model) return;
  for (size_t i = 0; i < model->words.size; i++) vec_free(&model->words.data[i]);
  vec_free(&model->words);
  map_free(&model->latches);
  model_free(model->model);
  mem_free(model);
}

const char *rondo_model_file(const RondoModel *model) { return model->model->file; }

const char *rondo_model_note(const RondoModel *model, size_t number) {
  const StringVec *notes = &model->model->notes;
  return number < notes->size ? notes->data[number] : NULL;
}

bool rondo_add_deadlock(RondoModel *model, char **error_out) {
  Error error = {0};
  return api_finish(model_add_deadlock(model->model, &error), &error, error_out);
}

bool rondo_add_property_set(RondoModel *model, const char *file, char **error_out) {
  Error error = {0};
  return api_finish(model_add_property_set(model->model, file, &error), &error, error_out);
}

bool rondo_add_examination(RondoModel *model, const char *name, char **error_out) {
  Error error = {0};
  return api_finish(model_add_examination(model->model, name, &error), &error, error_out);
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

bool rondo_add_invariant_file(RondoModel *model, const char *file, char **error_out) {
  Error error = {0};
  return api_finish(model_add_invariant_file(model->model, file, &error), &error, error_out);
}

bool rondo_add_fairness_file(RondoModel *model, const char *file, char **error_out) {
  Error error = {0};
  return api_finish(model_add_fairness_file(model->model, file, &error), &error, error_out);
}

const char *rondo_format_name(size_t index) {
  return index < input_format_count ? input_formats[index].name : NULL;
}

size_t rondo_model_size(const RondoModel *model, RondoSize what) {
  const System *system = model->model->system;
  switch (what) {
  case RONDO_INPUTS: return system->inputs.size;
  case RONDO_LATCHES: return system->latches.size;
  case RONDO_GATES: return system->aig->size - 1 - system->aig->variables;
  case RONDO_CONSTRAINTS: return system->constraints.size;
  case RONDO_FAIRNESS: return system->fairness.size;
  case RONDO_PROPERTIES: return model->model->properties.size;
  }
  return 0;
}

size_t rondo_property_count(const RondoModel *model) { return model->model->properties.size; }

/* NULL if there is none of this number. */
static const Property *property_of(const RondoModel *model, size_t number) {
  const PropertyVec *properties = &model->model->properties;
  return number < properties->size ? properties->data + number : NULL;
}

const char *rondo_property_name(const RondoModel *model, size_t number) {
  const Property *property = property_of(model, number);
  return property ? property->name : NULL;
}

RondoKind rondo_property_kind(const RondoModel *model, size_t number) {
  const Property *property = property_of(model, number);
  if (property && property->cover) return RONDO_COVER;
  if (property && property->kind >= PROPERTY_BOUND)
    return (RondoKind)(RONDO_BOUND + (property->kind - PROPERTY_BOUND));
  return property ? (RondoKind)property->kind : RONDO_NO_KIND;
}

const char *rondo_property_formula(const RondoModel *model, size_t number) {
  const Property *property = property_of(model, number);
  return property ? property->text : NULL;
}

const char *rondo_property_place(const RondoModel *model, size_t number) {
  const Property *property = property_of(model, number);
  return property ? property->place : NULL;
}

const char *rondo_kind_name(RondoKind kind) {
  bool known = kind >= RONDO_INVARIANT && kind <= RONDO_COMPUTE;
  if (kind == RONDO_COVER) return "cover";
  if (kind >= RONDO_BOUND && kind <= RONDO_STATE_SPACE)
    return property_kind_name((PropertyKind)(PROPERTY_BOUND + (kind - RONDO_BOUND)));
  return known ? property_kind_name((PropertyKind)kind) : NULL;
}

int64_t rondo_property_find(const RondoModel *model, const char *name) {
  return model_find_property(model->model, name);
}

void rondo_properties_clear(RondoModel *model) { properties_free(&model->model->properties); }
