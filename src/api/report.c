/* Reports of the public API: VCD files and the page. */
#include <errno.h>
#include <string.h>

#include "api/handle.h"
#include "base/memory.h"
#include "check/vacuity.h"
#include "evidence/ctl_explain.h"
#include "report/html.h"
#include "report/vcd.h"

size_t rondo_trace_count(const RondoResult *result) {
  if (result->outcome.verdict == VERDICT_UNKNOWN) return 0;
  if (!result->evidence.ctl) return result->evidence.trace != NULL;
  CtlReasonVec reasons = ctl_explain(result->task, result->evidence.ctl, result->outcome.verdict);
  size_t count = 0;
  for (size_t i = 0; i < reasons.size; i++) count += reasons.data[i].trace != NULL;
  ctl_reasons_free(&reasons);
  return count;
}

/* ---- VCD ---- */

static bool put_trace(const RondoResult *result, const Trace *trace, bool initial, FILE *stream) {
  Text title = {0};
  text_format(&title, "%s: %s", result->outcome.file, result->outcome.property);
  bool written = vcd_write(stream, result->task->system, trace, title.data, initial);
  text_free(&title);
  return written;
}

static bool write_trace(const RondoResult *result, const Trace *trace, bool initial,
                        const char *file, char **error) {
  FILE *stream = fopen(file, "w");
  if (!stream) return api_cannot_write(error, file, strerror(errno));
  bool written = put_trace(result, trace, initial, stream);
  if (fclose(stream) || !written) return api_cannot_write(error, file, strerror(errno));
  return true;
}

/* "name.vcd" becomes "name-path2.vcd". */
static char *path_file(const char *file, size_t path) {
  size_t stem = text_stem(file);
  Text text = {0};
  text_add_n(&text, file, stem);
  text_format(&text, "-path%zu%s", path, file + stem);
  return text_take(&text);
}

static bool write_paths(const RondoResult *result, const char *file, char **error) {
  CtlReasonVec reasons = ctl_explain(result->task, result->evidence.ctl, result->outcome.verdict);
  bool good = true;
  size_t path = 0;
  for (size_t i = 0; i < reasons.size && good; i++) {
    if (!reasons.data[i].trace) continue;
    bool initial = !i || !reasons.data[i].step;
    char *name = ++path > 1 ? path_file(file, path) : mem_string(file);
    good = write_trace(result, reasons.data[i].trace, initial, name, error);
    mem_free(name);
  }
  ctl_reasons_free(&reasons);
  if (!path) return api_cannot_write(error, file, "the result has no trace");
  return good;
}

bool rondo_write_vcd(const RondoResult *result, const char *file, char **error) {
  bool ctl = result->outcome.verdict != VERDICT_UNKNOWN && result->evidence.ctl;
  if (!ctl && (result->outcome.verdict == VERDICT_UNKNOWN || !result->evidence.trace))
    return api_cannot_write(error, file, "the result has no trace");
  bool written = ctl ? write_paths(result, file, error)
                     : write_trace(result, result->evidence.trace, true, file, error);
  if (written) api_note_file(result, "vcd", file);
  return written;
}

static char *trace_in_memory(const RondoResult *result, const Trace *trace, bool initial) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (!stream) mem_exhausted();
  put_trace(result, trace, initial, stream);
  if (fclose(stream)) mem_exhausted();
  return text;
}

char *rondo_vcd_text(const RondoResult *result, size_t path) {
  if (path >= rondo_trace_count(result)) return NULL;
  if (!result->evidence.ctl) return trace_in_memory(result, result->evidence.trace, true);
  CtlReasonVec reasons = ctl_explain(result->task, result->evidence.ctl, result->outcome.verdict);
  char *text = NULL;
  for (size_t i = 0; i < reasons.size && !text; i++)
    if (reasons.data[i].trace && !path--)
      text = trace_in_memory(result, reasons.data[i].trace, !i || !reasons.data[i].step);
  ctl_reasons_free(&reasons);
  return text;
}

/* ---- the page ---- */

struct RondoReport {
  Report *report;
};

RondoReport *rondo_report_new(void) {
  RondoReport *handle = mem_zalloc(sizeof *handle);
  handle->report = report_new();
  return handle;
}

void rondo_report_free(RondoReport *handle) {
  if (!handle) return;
  report_free(handle->report);
  mem_free(handle);
}

void rondo_report_begin(RondoReport *handle, size_t property) {
  report_begin(handle->report, property);
}

void rondo_report_progress(void *context, const char *engine, uint64_t number, const char *words) {
  report_progress(((RondoReport *)context)->report, engine, number, words);
}

void rondo_report_add(RondoReport *handle, const RondoModel *model, const RondoResult *result) {
  report_add(handle->report, model->model, &result->outcome, result->task, &result->evidence);
}

void rondo_report_remark(RondoReport *handle, const RondoModel *model, const RondoRemark *remark) {
  Text text = {0};
  Json json = {.text = &text};
  remark_json(remark->inside, &json);
  json_end(&json);
  report_remark(handle->report, model->model->file, remark->property, text.data);
  text_free(&text);
}

bool rondo_report_write_html(const RondoReport *handle, const char *file, char **error) {
  FILE *stream = fopen(file, "w");
  if (!stream) return api_cannot_write(error, file, strerror(errno));
  bool written = report_write(handle->report, stream);
  if (fclose(stream) || !written) return api_cannot_write(error, file, strerror(errno));
  return true;
}
