/* Results of the public API: verdict, trace, files of evidence. */
#include "api/handle.h"

#include <errno.h>
#include <string.h>

#include "base/memory.h"
#include "evidence/ctl_about.h"
#include "evidence/ctl_file.h"
#include "evidence/trace_file.h"
#include "evidence/witness_file.h"
#include "report/ctl_json.h"
#include "report/ctl_text.h"
#include "report/steps_json.h"
#include "report/trace_form.h"

void rondo_result_free(RondoResult *result) { result_free(result); }

size_t rondo_result_property(const RondoResult *result) { return result->outcome.index; }

RondoVerdict rondo_result_verdict(const RondoResult *result) {
  return (RondoVerdict)result->outcome.verdict;
}

const char *rondo_verdict_name(RondoVerdict verdict) { return verdict_name((Verdict)verdict); }
const char *rondo_result_engine(const RondoResult *result) { return result->outcome.engine; }
double rondo_result_seconds(const RondoResult *result) { return result->outcome.seconds; }

const char *rondo_result_evidence(const RondoResult *result) {
  return evidence_kind_name(result->outcome.evidence);
}

size_t rondo_result_evidence_size(const RondoResult *result) { return result->outcome.size; }
bool rondo_result_checked(const RondoResult *result) { return result->outcome.checked; }
const char *rondo_result_reason(const RondoResult *result) { return result->outcome.reason; }

uint64_t rondo_result_bound(const RondoResult *result) { return result->outcome.bound; }

const char *rondo_result_internal_error(const RondoResult *result) {
  return result->internal_error;
}

const char *rondo_result_note(const RondoResult *result, size_t number) {
  return number < result->notes.size ? result->notes.data[number] : NULL;
}

char *rondo_result_statistics(const RondoResult *result) {
  Text text = {0};
  stats_print(&result->outcome.stats, &text);
  return text_take(&text);
}

/* ---- the trace ---- */

static const Trace *checked_trace(const RondoResult *result) {
  return result->outcome.verdict == VERDICT_VIOLATED ? result->evidence.trace : NULL;
}

size_t rondo_trace_length(const RondoResult *result) {
  const Trace *trace = checked_trace(result);
  return trace ? trace->steps.size : 0;
}

int64_t rondo_trace_loop(const RondoResult *result) {
  const Trace *trace = checked_trace(result);
  return trace ? trace->loop : TRACE_NO_LOOP;
}

size_t rondo_signal_count(const RondoResult *result) {
  return result->task ? result->task->system->signals.size : 0;
}

const char *rondo_signal_name(const RondoResult *result, size_t signal) {
  return signal < rondo_signal_count(result) ? result->task->system->signals.data[signal].name
                                             : NULL;
}

char *rondo_signal_value(const RondoResult *result, size_t signal, size_t step) {
  if (signal >= rondo_signal_count(result) || step >= rondo_trace_length(result)) return NULL;
  const System *system = result->task->system;
  Bits values = bits_new(system->aig->size);
  step_evaluate(system, checked_trace(result)->steps.data + step, &values);
  Text text = {0};
  signal_value_text(system->signals.data + signal, &values, &text);
  bits_free(&values);
  return text_take(&text);
}

static TraceOptions options_of(const RondoResult *result, unsigned what) {
  return trace_options(result->form, what & RONDO_TRACE_FULL, what & RONDO_TRACE_DEFINES);
}

char *rondo_trace_text(const RondoResult *result, unsigned what) {
  Text text = {0};
  const Trace *trace = checked_trace(result);
  const TraceOptions options = options_of(result, what);
  if (result->outcome.verdict != VERDICT_UNKNOWN && result->evidence.ctl) {
    CtlReasonVec reasons = ctl_explain(result->task, result->evidence.ctl, result->outcome.verdict);
    ctl_text(result->task, &reasons, options.full, "    ", &text);
    ctl_reasons_free(&reasons);
  }
  if (trace) trace_print(result->form, result->task->system, trace, options, "    ", &text);
  return text_take(&text);
}

static void explanation_json(const RondoResult *result, TraceOptions options, Json *json) {
  if (result->outcome.verdict == VERDICT_UNKNOWN || !result->evidence.ctl) return;
  CtlReasonVec reasons = ctl_explain(result->task, result->evidence.ctl, result->outcome.verdict);
  if (reasons.size) ctl_json(result->task, &reasons, options, json_key(json, "explanation"));
  ctl_reasons_free(&reasons);
}

char *rondo_result_json(const RondoResult *result, unsigned what) {
  Text text = {0};
  Json json = {.text = &text};
  const Trace *trace = what & RONDO_TRACE_NONE ? NULL : checked_trace(result);
  const TraceOptions options = options_of(result, what);
  outcome_json_begin(&result->outcome, &json);
  if (result->internal_error)
    json_string(json_key(&json, "internal_error"), result->internal_error);
  if (trace) steps_json(result->task->system, trace, options, json_key(&json, "trace"));
  if (!(what & RONDO_TRACE_NONE)) explanation_json(result, options, &json);
  outcome_json_end(&result->outcome, &json);
  json_end(&json);
  return text_take(&text);
}

/* ---- files ---- */

bool api_cannot_write(char **error, const char *file, const char *why) {
  Text text = {0};
  text_format(&text, "cannot write %s: %s", file, why);
  if (error) *error = text_take(&text);
  text_free(&text);
  return false;
}

/* A result is only read by those who write files about it; the one thing that changes is what its
 * JSON tells of them. No result is defined const, so the cast is sound. */
void api_note_file(const RondoResult *result, const char *what, const char *file) {
  outcome_add_file(&((RondoResult *)result)->outcome, what, file);
}

bool rondo_write_witness(const RondoResult *result, const char *file, char **error) {
  if (!checked_trace(result)) return api_cannot_write(error, file, "the result has no trace");
  FILE *stream = fopen(file, "w");
  if (!stream) return api_cannot_write(error, file, strerror(errno));
  TraceProperty property = {result->justice, result->index_in_kind};
  bool written = trace_file_write(stream, &property, checked_trace(result));
  if (written && result->note) written = fprintf(stream, "c %s\n", result->note) > 0;
  if (fclose(stream) || !written) return api_cannot_write(error, file, strerror(errno));
  api_note_file(result, "witness", file);
  return true;
}

bool rondo_write_certificate(const RondoResult *result, const char *file, char **error) {
  Verdict verdict = result->outcome.verdict;
  const Evidence *evidence = &result->evidence;
  bool ctl = verdict != VERDICT_UNKNOWN && evidence->ctl;
  if (!ctl && (verdict != VERDICT_HOLDS || !evidence->witness))
    return api_cannot_write(error, file, "the result has no certificate");
  FILE *stream = fopen(file, "wb");
  if (!stream) return api_cannot_write(error, file, strerror(errno));
  bool written = ctl ? ctl_file_write(stream, evidence->ctl, verdict) &&
                           ctl_about_write(stream, result->task, evidence->ctl)
                     : witness_file_write(stream, result->task, evidence->witness,
                                          !text_ends_with(file, ".aag"), result->note);
  if (fclose(stream) || !written) return api_cannot_write(error, file, strerror(errno));
  api_note_file(result, "certificate", file);
  return true;
}
