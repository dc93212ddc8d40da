/* What the subcommands share: models to read, files to write. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/cli.h"
#include "front/front.h"

Model *cli_load(const char *file, const char *format) {
  Error error = {0};
  const ReadOptions options = {.format = format};
  Model *model = front_read(file, &options, &error);
  if (!model) {
    char *text = error_text(&error);
    fprintf(stderr, "%s\n", text);
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

static bool is_standard_output(const char *file) { return !file || !strcmp(file, "-"); }

FILE *cli_create(const char *file) {
  if (is_standard_output(file)) return stdout;
  FILE *stream = fopen(file, "wb");
  if (!stream) cli_fail(EXIT_BAD_INPUT, "cannot write %s: %s", file, strerror(errno));
  return stream;
}

int cli_close(FILE *stream, const char *file) {
  bool failed = ferror(stream) || fflush(stream);
  if (!is_standard_output(file)) failed |= fclose(stream) != 0;
  if (!failed) return EXIT_HOLDS;
  return cli_fail(EXIT_BAD_INPUT, "cannot write %s: %s", file ? file : "standard output",
                  strerror(errno));
}
