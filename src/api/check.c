/* Settings and checks of the public API. */
#include "check/check.h"

#include <string.h>

#include "api/handle.h"
#include "check/call.h"
#include "check/together.h"

RondoSettings *rondo_settings_new(void) { return settings_new(); }
void rondo_settings_free(RondoSettings *settings) { settings_free(settings); }

bool rondo_settings_set(RondoSettings *settings, const char *name, const char *value,
                        char **error_out) {
  Error error = {0};
  return api_finish(settings_set(settings, name, value, &error), &error, error_out);
}

char *rondo_settings_get(const RondoSettings *settings, const char *name) {
  Text text = {0};
  return settings_get(settings, name, &text) ? text_take(&text) : NULL;
}

void rondo_settings_progress(RondoSettings *settings, RondoProgress progress, void *context) {
  settings->progress = progress;
  settings->progress_context = context;
}

/* ---- what there is to set ---- */

static RondoOption public_option(const OptionGroup *group, const Option *option) {
  static const RondoOptionKind kinds[] = {
      [OPTION_FLAG] = RONDO_OPTION_FLAG,     [OPTION_SWITCH] = RONDO_OPTION_SWITCH,
      [OPTION_NUMBER] = RONDO_OPTION_NUMBER, [OPTION_REAL] = RONDO_OPTION_REAL,
      [OPTION_BYTES] = RONDO_OPTION_BYTES,   [OPTION_TEXT] = RONDO_OPTION_TEXT,
      [OPTION_CHOICE] = RONDO_OPTION_CHOICE, [OPTION_LIST] = RONDO_OPTION_LIST,
      [OPTION_GIVEN] = RONDO_OPTION_LIST,
  };
  return (RondoOption){.group = group->title,
                       .name = option->name,
                       .letter = option->letter,
                       .kind = kinds[option->kind],
                       .argument = option->argument,
                       .help = option->help,
                       .choices = option->choices};
}

bool rondo_option_sized(size_t index, RondoOption *option, size_t size) {
  RondoOption whole = {0};
  Settings *settings = settings_new();
  OptionGroupVec groups = settings_groups(settings);
  bool found = false;
  for (size_t g = 0; g < groups.size && !found; g++) {
    const OptionGroup *group = groups.data + g;
    found = index < group->count;
    if (found) whole = public_option(group, group->options + index);
    else index -= group->count;
  }
  vec_free(&groups);
  settings_free(settings);
  if (!found) return false;
  memset(option, 0, size);
  memcpy(option, &whole, size < sizeof whole ? size : sizeof whole);
  return true;
}

char *rondo_option_default(const char *name) {
  Settings *settings = settings_new();
  char *value = rondo_settings_get(settings, name);
  settings_free(settings);
  return value;
}

const char *rondo_engine_name(size_t index) {
  size_t count = 0;
  while (engine_table[count]) count++;
  return index < count ? engine_table[index]->name : NULL;
}

const char *rondo_engine_help(const char *name) {
  const Engine *engine = engine_find(name);
  return engine ? engine->summary : NULL;
}

bool rondo_engine_can(const char *name, RondoVerdict verdict) {
  const Engine *engine = engine_find(name);
  if (!engine || verdict == RONDO_UNKNOWN) return false;
  return verdict == RONDO_HOLDS || verdict == RONDO_UNREACHABLE ? engine->proves : engine->refutes;
}

/* ---- checks ---- */

void rondo_cancel(void) { call_stop(); }
void rondo_settings_cancel(RondoSettings *settings) { *settings->stop = STOP_CALL; }

void rondo_settings_skip(RondoSettings *settings) {
  if (*settings->stop == STOP_NOTHING) *settings->stop = STOP_PROPERTY;
}

/* What was asked for is done with the call. */
static void end_call(const RondoSettings *settings) {
  call_end();
  *settings->stop = STOP_NOTHING;
}

bool rondo_engines_take(const RondoModel *model, size_t property, const RondoSettings *settings,
                        char **error_out) {
  Error error = {0};
  return api_finish(check_takes(model->model, property, settings, &error), &error, error_out);
}

RondoResult *rondo_check(const RondoModel *model, size_t property, const RondoSettings *settings) {
  call_begin();
  Result *result = check_property(model->model, property, settings);
  end_call(settings);
  return result;
}

void rondo_check_all_sized(const RondoModel *model, const size_t *properties, size_t count,
                           const RondoSettings *settings, const RondoWatch *watch, size_t size) {
  RondoWatch whole = {0};
  memcpy(&whole, watch, size < sizeof whole ? size : sizeof whole);
  CheckWatch inner = {whole.begin, whole.result, whole.context};
  call_begin();
  check_properties(model->model, properties, count, settings, &inner);
  end_call(settings);
}

RondoResult *rondo_check_together(const RondoModel *model, const size_t *properties, size_t count,
                                  const RondoSettings *settings) {
  call_begin();
  Result *result = check_together(model->model, properties, count, settings);
  end_call(settings);
  return result;
}
