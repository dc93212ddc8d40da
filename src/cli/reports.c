/* The reports that `rondo check` writes beside what it prints; see reports.h. */
#include "cli/reports.h"

#include <ctype.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/cli.h"

static struct {
  const char *vcd, *html;
  bool several_models, one_property;
  RondoReport *page; /* NULL where none is asked for */
} wanted;

void reports_open(const char *vcd, const char *html, bool several_models) {
  wanted.vcd = vcd;
  wanted.html = html;
  wanted.several_models = several_models;
  if (html) wanted.page = rondo_report_new();
}

void reports_begin_model(size_t properties) { wanted.one_property = properties == 1; }

/* ---- the names of files ---- */

/* A name with whatever may trouble a file system replaced. */
static char *plain_name(const char *name, size_t length) {
  char *plain = mem_string_n(name, length);
  for (char *p = plain; *p; p++)
    if (!isalnum((unsigned char)*p) && !strchr("-.", *p)) *p = '_';
  return plain;
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

char *reports_file(const char *file, const RondoModel *model, size_t property) {
  if (!file) return NULL;
  bool several_models = wanted.several_models;
  size_t stem = text_stem(file);
  Text text = {0};
  text_add_n(&text, file, stem);
  if (several_models) {
    const char *path = rondo_model_file(model), *slash = strrchr(path, '/');
    if (slash) path = slash + 1;
    char *plain = plain_name(path, text_stem(path));
    text_format(&text, "-%s", plain);
    mem_free(plain);
  }
  if (!wanted.one_property || several_models) {
    const char *name = rondo_property_name(model, property);
    char *plain = plain_name(name, strlen(name));
    text_format(&text, "-%s", plain);
    if (name_is_taken(model, property, plain)) text_format(&text, "-%zu", property);
    mem_free(plain);
  }
  text_add(&text, file + stem);
  return text_take(&text);
}

/* ---- what comes ---- */

void reports_begin(size_t property) {
  if (wanted.page) rondo_report_begin(wanted.page, property);
}

void reports_progress(const char *engine, uint64_t number, const char *words) {
  if (wanted.page) rondo_report_progress(wanted.page, engine, number, words);
}

int reports_add(const RondoModel *model, size_t property, const RondoResult *result) {
  if (wanted.page) rondo_report_add(wanted.page, model, result);
  if (!wanted.vcd || !rondo_trace_count(result)) return EXIT_HOLDS;
  char *error = NULL, *file = reports_file(wanted.vcd, model, property);
  bool written = rondo_write_vcd(result, file, &error);
  mem_free(file);
  return written ? EXIT_HOLDS : cli_fail_with(EXIT_CANNOT_WRITE, error);
}

void reports_remark(const RondoModel *model, const RondoRemark *remark) {
  if (wanted.page) rondo_report_remark(wanted.page, model, remark);
}

int reports_close(void) {
  if (!wanted.page) return EXIT_HOLDS;
  char *error = NULL;
  bool written = rondo_report_write_html(wanted.page, wanted.html, &error);
  rondo_report_free(wanted.page);
  wanted.page = NULL;
  return written ? EXIT_HOLDS : cli_fail_with(EXIT_CANNOT_WRITE, error);
}
