/* Evidence that is checked again, and models in other formats. */
#include <stdlib.h>
#include <string.h>

#include "api/handle.h"
#include "base/memory.h"
#include "check/certify_evidence.h"
#include "check/convert_model.h"
#include "check/settings.h"

_Static_assert((int)RONDO_UNCLEAR == (int)CERTIFY_UNCLEAR, "findings are outcomes");

static char *lines_of(const CertifyReport *report) {
  Text text = {0};
  text_add(&text, "");
  for (size_t i = 0; i < report->accepted.size; i++)
    text_format(&text, "%s\n", report->accepted.data[i]);
  for (size_t i = 0; i < report->about.size; i++) text_format(&text, "%s\n", report->about.data[i]);
  return text_take(&text);
}

RondoFinding rondo_certify(const RondoModel *model, int64_t property, const char *name,
                           const void *data, size_t size, const RondoSettings *settings,
                           char **words) {
  static const StringVec none = {0};
  Error error = {0};
  CertifyReport report = {0};
  Scrutiny scrutiny = settings->scrutiny;
  Stats stats = {0};
  Input evidence = {0};
  CertifyOutcome outcome = CERTIFY_UNREADABLE;
  CertifyQuestion question = {.model = model->model,
                              .property = property,
                              .ltl = settings->ltl,
                              .given = &none,
                              .scrutiny = &scrutiny};
  if (model->model->net || model->model->processes)
    error_set(&error, "nets and programs have no evidence in files");
  else if (property >= (int64_t)model->model->properties.size)
    error_set(&error, "%s has no property %lld", model->model->file, (long long)property);
  else if (input_unfold(&evidence, name, data, size, &error)) {
    outcome = certify_evidence(&question, name, &evidence, &report, &error);
    scrutiny_end(&scrutiny, &stats);
  }
  if (words) *words = outcome == CERTIFY_ACCEPTED ? lines_of(&report) : error_text(&error);
  input_free(&evidence);
  vec_free(&stats);
  certify_report_free(&report);
  error_free(&error);
  return (RondoFinding)outcome;
}

/* Without leave to drop or change properties none is: an error names all that cannot be said,
 * before convert_prepare takes them away. */
static bool prepare(RondoModel *model, const FrontWriter *writer, unsigned how, Error *error) {
  ConvertOptions options = {
      .product = how & RONDO_CONVERT_PRODUCT, .drop = how & RONDO_CONVERT_DROP, .ltl.safety = true};
  if (model->model->net || model->model->processes)
    return error_at(error, model->model->file, 0, 0, "nets and programs are not written");
  for (size_t i = 0; !how && i < model->model->properties.size; i++) {
    const Property *property = model->model->properties.data + i;
    const char *why =
        property->unchecked ? property->unchecked : writer->format->cannot_say(model->model, i);
    if (!why) continue;
    Error one = {0};
    error_at(&one, model->model->file, 0, 0, "'%s' cannot be written as %s: %s", property->name,
             writer->form->description, why);
    error_append(error, &one);
    error_free(&one);
  }
  return !error->message && convert_prepare(model->model, writer, &options, error);
}

void *rondo_convert(RondoModel *model, const char *format, unsigned how, size_t *size,
                    char **error_out) {
  FrontWriter writer;
  Error error = {0};
  char *bytes = NULL;
  bool good = front_writer(format, NULL, &writer, &error) && prepare(model, &writer, how, &error);
  FILE *stream = good ? open_memstream(&bytes, size) : NULL;
  if (good && !stream) mem_exhausted();
  if (good) {
    bool written = writer.form->write(model->model, stream);
    if (fclose(stream) || !written) mem_exhausted(); /* a stream in memory fails for nothing else */
  }
  api_finish(good, &error, error_out);
  return bytes;
}
