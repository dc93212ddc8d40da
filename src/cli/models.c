#include "cli/models.h"

#include "base/log.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "front/front.h"

Model *cli_load(const char *file, const ReadOptions *options) {
  Error error = {0};
  Model *model = front_read(file, options, &error);
  if (!model) {
    char *text = error_text(&error);
    cli_print_error("%s\n", text);
    mem_free(text);
    error_free(&error);
  }
  for (size_t i = 0; model && i < model->notes.size; i++) log_warning("%s", model->notes.data[i]);
  return model;
}

int cli_refuse_net(const Model *model, const char *command) {
  if (!model->net && !model->processes) return 0;
  return cli_fail(EXIT_BAD_INPUT, "%s: 'rondo %s' works on circuits, and this is a %s", model->file,
                  command, model->net ? "net" : "Promela program");
}

int64_t cli_property(const Model *model, const char *name) {
  int64_t found = model_find_property(model, name);
  if (found >= 0) return found;
  cli_fail(EXIT_USAGE, "%s has no property '%s'; it has %zu", model->file, name,
           model->properties.size);
  return -1;
}
