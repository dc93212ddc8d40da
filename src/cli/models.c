#include "cli/models.h"

#include "base/memory.h"
#include "cli/cli.h"
#include "front/front.h"

Model *cli_load(const char *file, const char *format) {
  Error error = {0};
  const ReadOptions options = {.format = format};
  Model *model = front_read(file, &options, &error);
  if (!model) {
    char *text = error_text(&error);
    cli_print_error("%s\n", text);
    mem_free(text);
    error_free(&error);
  }
  return model;
}

int64_t cli_property(const Model *model, const char *name) {
  int64_t found = model_find_property(model, name);
  if (found >= 0) return found;
  cli_fail(EXIT_USAGE, "%s has no property '%s'; it has %zu", model->file, name,
           model->properties.size);
  return -1;
}
