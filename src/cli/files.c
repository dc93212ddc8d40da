/* What the subcommands share: models to read, files to write. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/cli.h"
#include "front/front.h"

Model *cli_load(const char *file, const char *format) {
  Error error = {0};
  Model *model = front_read(file, format, &error);
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

/* A name with whatever may trouble a file system replaced. */
static char *plain_name(const char *name, size_t length) {
  char *plain = mem_string_n(name, length);
  for (char *p = plain; *p; p++)
    if (!isalnum((unsigned char)*p) && !strchr("-.", *p)) *p = '_';
  return plain;
}

static size_t stem_length(const char *file) {
  const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
  return dot && dot > (slash ? slash + 1 : file) ? (size_t)(dot - file) : strlen(file);
}

/* Whether an earlier property has the same plain name. */
static bool name_is_taken(const RondoModel *model, size_t property, const char *plain) {
  bool taken = false;
  for (size_t i = 0; i < property && !taken; i++) {
    const char *name = rondo_property_name(model, i);
    char *other = plain_name(name, strlen(name));
    taken = !strcmp(other, plain);
    mem_free(other);
  }
  return taken;
}

char *cli_trace_file(const char *file, const RondoModel *model, size_t property, bool only,
                     bool several_models) {
  size_t stem = stem_length(file);
  Text text = {0};
  text_add_n(&text, file, stem);
  if (several_models) {
    const char *path = rondo_model_file(model), *slash = strrchr(path, '/');
    if (slash) path = slash + 1;
    char *plain = plain_name(path, stem_length(path));
    text_format(&text, "-%s", plain);
    mem_free(plain);
  }
  if (!only || several_models) {
    const char *name = rondo_property_name(model, property);
    char *plain = plain_name(name, strlen(name));
    text_format(&text, "-%s", plain);
    if (name_is_taken(model, property, plain)) text_format(&text, "-%zu", property);
    mem_free(plain);
  }
  text_add(&text, file + stem);
  return text_take(&text);
}
