/* Settings and checks of the public API. */
#include "check/check.h"

#include "api/handle.h"

RondoSettings *rondo_settings_new(void) { return settings_new(); }
void rondo_settings_free(RondoSettings *settings) { settings_free(settings); }

bool rondo_settings_set(RondoSettings *settings, const char *name, const char *value,
                        char **error_out) {
  Error error = {0};
  return api_finish(settings_set(settings, name, value, &error), &error, error_out);
}

void rondo_settings_progress(RondoSettings *settings, RondoProgress progress, void *context) {
  settings->progress = progress;
  settings->progress_context = context;
}

void rondo_cancel(void) { check_cancel(); }

RondoResult *rondo_check(const RondoModel *model, size_t property, const RondoSettings *settings) {
  return check_property(model->model, property, settings);
}

void rondo_check_all(const RondoModel *model, const size_t *properties, size_t count,
                     const RondoSettings *settings, const RondoWatch *watch) {
  CheckWatch inner = {watch->begin, watch->result, watch->context};
  check_properties(model->model, properties, count, settings, &inner);
}
