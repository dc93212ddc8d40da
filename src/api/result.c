/* Results of the public API: verdict, trace, files of evidence. */
#include "api/handle.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "evidence/ctl_explain.h"
#include "evidence/evidence_form.h"
#include "evidence/yosys_witness.h"
#include "report/ctl_json.h"
#include "report/ctl_text.h"
#include "report/steps_json.h"
#include "report/trace_form.h"

void rondo_result_free(RondoResult *result) { result_free(result); }

size_t rondo_result_property(const RondoResult *result) { return result->outcome.index; }

RondoVerdict rondo_result_verdict(const RondoResult *result) {
  const Outcome *outcome = &result->outcome;
  if (!outcome->cover || outcome->verdict == VERDICT_UNKNOWN) return (RondoVerdict)outcome->verdict;
  return outcome->verdict == VERDICT_VIOLATED ? RONDO_REACHED : RONDO_UNREACHABLE;
}

const char *rondo_verdict_name(RondoVerdict verdict) {
  static const char *const names[] = {"unknown", "holds", "violated", "unreachable", "reached"};
  return names[verdict];
}
const char *rondo_result_engine(const RondoResult *result) { return result->outcome.engine; }
double rondo_result_seconds(const RondoResult *result) { return result->outcome.seconds; }

const char *rondo_result_evidence(const RondoResult *result) {
  return evidence_kind_name(result->outcome.evidence);
}

size_t rondo_result_evidence_size(const RondoResult *result) { return result->outcome.size; }
bool rondo_result_checked(const RondoResult *result) { return result->outcome.checked; }
bool rondo_result_kept(const RondoResult *result) { return result->outcome.kept; }
const char *rondo_result_trusted(const RondoResult *result) { return result->outcome.trusted; }
const char *rondo_result_reason(const RondoResult *result) { return result->outcome.reason; }

uint64_t rondo_result_bound(const RondoResult *result) { return result->outcome.bound; }

bool rondo_result_value(const RondoResult *result, uint64_t *value) {
  const Outcome *outcome = &result->outcome;
  if (outcome->verdict == VERDICT_UNKNOWN || !outcome->values.size) return false;
  if (outcome->values.data[0].word) return false;
  *value = outcome->values.data[0].value;
  return true;
}

const char *rondo_result_value_word(const RondoResult *result) {
  return result->outcome.values.size ? result->outcome.values.data[0].word : NULL;
}

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

char *rondo_result_effort(const RondoResult *result) {
  Text text = {0};
  if (result->outcome.effort) effort_report_text(result->outcome.effort, &text);
  return text_take(&text);
}

/* ---- the trace ---- */

static const Trace *checked_trace(const RondoResult *result) {
  return result->outcome.verdict != VERDICT_UNKNOWN ? result->evidence.trace : NULL;
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
  TraceOptions options =
      trace_options(result->form, what & RONDO_TRACE_FULL, what & RONDO_TRACE_DEFINES);
  options.chart = what & RONDO_TRACE_CHART;
  return options;
}

char *rondo_trace_text(const RondoResult *result, unsigned what) {
  Text text = {0};
  const Trace *trace = checked_trace(result);
  const TraceOptions options = options_of(result, what);
  if (result->outcome.verdict != VERDICT_UNKNOWN && result->evidence.ctl) {
    CtlReasonVec reasons = ctl_explain(result->task, result->evidence.ctl, result->outcome.verdict);
    ctl_text(result->task, &reasons, options, "    ", &text);
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

/* The evidence as a file has it, of a form whose files are certificates or not. */
static bool put_evidence(const RondoResult *result, bool binary, FILE *stream) {
  EvidenceClaim claim = {.task = result->task, .verdict = result->outcome.verdict};
  WitnessMemories memories = {&result->tracked, &result->tracked_words};
  EvidenceFile wanted = {.property = {result->justice, result->index_in_kind},
                         .binary = binary,
                         .words = result->words,
                         .memories = &memories,
                         .note = result->note};
  return evidence_form(&result->evidence)->write(stream, &claim, &wanted, &result->evidence);
}

/* What Yosys reads: by the name of the file. */
static bool put_yosys_witness(const RondoResult *result, FILE *stream) {
  return yosys_witness_write(stream, result->design, result->evidence.trace);
}

static bool has_files(const RondoResult *result, bool certificates) {
  const EvidenceForm *form = evidence_form(&result->evidence);
  return form && form->certificate == certificates && !result->shown_only;
}

static char *evidence_in_memory(const RondoResult *result, bool certificate, bool binary,
                                size_t *size) {
  char *text = NULL;
  FILE *stream = has_files(result, certificate) ? open_memstream(&text, size) : NULL;
  if (!stream) return NULL;
  bool written = put_evidence(result, binary, stream);
  if (!fclose(stream) && written) return text;
  free(text);
  return NULL;
}

char *rondo_witness_text(const RondoResult *result) {
  size_t size;
  return evidence_in_memory(result, false, false, &size);
}

void *rondo_certificate_bytes(const RondoResult *result, bool ascii, size_t *size) {
  return evidence_in_memory(result, true, !ascii, size);
}

/* Writes the evidence and notes that. */
static bool write_evidence(const RondoResult *result, bool certificate, const char *what,
                           const char *missing, const char *file, char **error) {
  bool yosys = !certificate && text_ends_with(file, ".yw");
  if (!has_files(result, certificate)) return api_cannot_write(error, file, missing);
  if (yosys && !result->design)
    return api_cannot_write(error, file, "a witness for Yosys is about a design in Verilog");
  FILE *stream = fopen(file, "wb");
  if (!stream) return api_cannot_write(error, file, strerror(errno));
  bool written = yosys ? put_yosys_witness(result, stream)
                       : put_evidence(result, !text_ends_with(file, ".aag"), stream);
  if (fclose(stream) || !written) return api_cannot_write(error, file, strerror(errno));
  api_note_file(result, what, file);
  return true;
}

bool rondo_write_witness(const RondoResult *result, const char *file, char **error) {
  return write_evidence(result, false, "witness", "the result has no trace", file, error);
}

bool rondo_write_certificate(const RondoResult *result, const char *file, char **error) {
  return write_evidence(result, true, "certificate", "the result has no certificate", file, error);
}
