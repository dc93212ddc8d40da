/* See html.h. The page carries its data as one object of JSON:
 *
 *   {"version": "0.1.0",
 *    "remarks": [{"file","index","remark"}],   what holds vacuously: see check/vacuity.h
 *    "results": [{
 *      ...                      what outcome.h writes: file, property, verdict, engine, ...
 *      "statistics": [{"name","meaning","value"}],
 *      "progress": [{"engine","seconds","number","words"}],
 *      "traces": [...],         see trace_json.h
 *      "reasons": [{"formula","truth","parent","step","trace","exists"}],   of CTL
 *      "proof": {...}           see proof_json.h
 *      "sets": [{"parent","level","latches","strength","states"}],   of dnc: Figure 6 of seed 003
 *      "net": {...}             of a net that is not too large: see net_json.h
 *   }]}
 *
 * In it `<` is written as \u003c, so that no name can end the script or start a comment in it. */
#include "report/html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/map.h"
#include "base/memory.h"
#include "evidence/ctl_explain.h"
#include "formula/ctl/ctl_linear.h"
#include "report/net_json.h"
#include "report/page.h"
#include "report/proof_json.h"
#include "report/trace_form.h"
#include "report/trace_json.h"

/* Of a property with more samples, every second one is dropped. */
enum { MOST_SAMPLES = 600 };

typedef struct {
  uint32_t engine;
  double seconds;
  uint64_t number;
  char *words;
} Sample;

/* The progress of one property. */
typedef struct {
  size_t property;
  double start; /* when it was begun first */
  VEC(Sample) samples;
} Progress;

typedef struct {
  size_t model, property; /* their numbers, for the order on the page */
  char *text;
} Entry;

struct Report {
  VEC(Entry) entries;
  StringVec remarks;
  char *model;   /* the file of the model whose results come now ... */
  size_t models; /* ... and its number */
  Names engines;
  VEC(Progress) progress; /* the property begun last is the last */
};

Report *report_new(void) {
  Report *report = mem_zalloc(sizeof *report);
  report_begin(report, 0);
  return report;
}

static void progress_free(Progress *progress) {
  for (size_t i = 0; i < progress->samples.size; i++) mem_free(progress->samples.data[i].words);
  vec_free(&progress->samples);
}

void report_free(Report *report) {
  if (!report) return;
  for (size_t i = 0; i < report->progress.size; i++) progress_free(report->progress.data + i);
  for (size_t i = 0; i < report->entries.size; i++) mem_free(report->entries.data[i].text);
  vec_free(&report->progress);
  vec_free(&report->entries);
  string_vec_free(&report->remarks);
  names_free(&report->engines);
  mem_free(report->model);
  mem_free(report);
}

/* ---- progress ---- */

/* Takes out what is known of a property; what was begun now and never before is new. */
static Progress take_progress(Report *report, size_t property) {
  for (size_t i = 0; i < report->progress.size; i++) {
    Progress found = report->progress.data[i];
    if (found.property != property) continue;
    memmove(report->progress.data + i, report->progress.data + i + 1,
            (report->progress.size - i - 1) * sizeof found);
    report->progress.size--;
    return found;
  }
  return (Progress){.property = property, .start = clock_wall()};
}

void report_begin(Report *report, size_t property) {
  Progress progress = take_progress(report, property);
  vec_push(&report->progress, progress);
}

static void thin_out(Progress *progress) {
  size_t kept = 0;
  for (size_t i = 0; i < progress->samples.size; i++) {
    if (i % 2) mem_free(progress->samples.data[i].words);
    else progress->samples.data[kept++] = progress->samples.data[i];
  }
  progress->samples.size = kept;
}

void report_progress(Report *report, const char *engine, uint64_t number, const char *words) {
  if (!report->progress.size) return;
  Progress *progress = &vec_last(&report->progress);
  uint32_t name = names_add(&report->engines, engine);
  if (progress->samples.size == MOST_SAMPLES) thin_out(progress);
  Sample sample = {name, clock_wall() - progress->start, number, mem_string(words)};
  vec_push(&progress->samples, sample);
}

static void write_progress(const Report *report, const Progress *progress, Json *json) {
  json_array(json);
  for (size_t i = 0; i < progress->samples.size; i++) {
    const Sample *sample = progress->samples.data + i;
    json_object(json);
    json_string(json_key(json, "engine"), report->engines.text[sample->engine]);
    json_fixed(json_key(json, "seconds"), sample->seconds, 4);
    json_uint(json_key(json, "number"), sample->number);
    json_string(json_key(json, "words"), sample->words);
    json_close(json);
  }
  json_close(json);
}

/* ---- a result ---- */

static void write_statistics(const Stats *stats, Json *json) {
  json_array(json);
  for (size_t i = 0; i < stats->size; i++) {
    const Stat *stat = stats->data + i;
    json_object(json);
    json_string(json_key(json, "name"), stat->name);
    json_string(json_key(json, "meaning"), stat->meaning);
    json_key(json, "value");
    if (stat->kind == STAT_COUNT) json_uint(json, stat->count);
    else json_fixed(json, stat->seconds, 4);
    if (stat->kind == STAT_SECONDS) json_string(json_key(json, "unit"), "s");
    json_close(json);
  }
  json_close(json);
}

static TraceContext context_of(const Model *model, const Outcome *outcome, const Task *task) {
  const Property *property = model->properties.data + outcome->index;
  TraceContext context = {
      .task = task, .kind = property->kind, .text = property->text, .model = model->system};
  /* as the text has it; paths of CTL are plain in all languages */
  bool paths = task && task->kind == TASK_CTL;
  context.first = trace_form_of(model) == TRACE_NUSMV && !paths;
  if (task && (model->net || model->processes)) context.model = task->system; /* no product */
  bool formula = (property->kind == PROPERTY_LTL || property->kind == PROPERTY_CTL) &&
                 property->formula != FORMULA_NONE && !property->automaton && !model->net &&
                 !model->processes;
  if (formula) {
    context.formulas = model->formulas;
    context.formula = property->formula;
  }
  if (formula && context.kind == PROPERTY_CTL && task && task->kind != TASK_CTL) {
    context.kind = PROPERTY_LTL; /* it was asked as LTL, of which every part has a truth */
    context.formula = ctl_linear(model->formulas, property->formula, model->system);
  }
  return context;
}

static void write_reasons(const Task *task, const CtlReasonVec *reasons, Json *json) {
  const Formulas *formulas = task->formulas;
  size_t traces = 0;
  json_array(json);
  for (size_t i = 0; i < reasons->size; i++) {
    const CtlReason *reason = reasons->data + i;
    Text formula = {0};
    formula_print(formulas, reason->formula, &formula);
    json_object(json);
    json_string(json_key(json, "formula"), formula.data);
    json_bool(json_key(json, "truth"), reason->truth);
    json_uint(json_key(json, "parent"), reason->parent);
    json_uint(json_key(json, "step"), reason->step);
    json_bool(json_key(json, "exists"), formula_node(formulas, reason->formula)->op <= OP_EW);
    json_key(json, "trace");
    if (reason->trace) json_uint(json, traces++);
    else json_null(json);
    json_close(json);
    text_free(&formula);
  }
  json_close(json);
}

/* What is written about evidence, by its kind. */
typedef void (*WriteEvidence)(const Outcome *outcome, const Task *task, const Evidence *evidence,
                              const TraceContext *context, Json *json);

static void write_trace(const Outcome *outcome, const Task *task, const Evidence *evidence,
                        const TraceContext *context, Json *json) {
  (void)outcome;
  json_array(json_key(json, "traces"));
  trace_json(task->system, evidence->trace, context, json);
  json_close(json);
}

static void write_witness(const Outcome *outcome, const Task *task, const Evidence *evidence,
                          const TraceContext *context, Json *json) {
  (void)context;
  proof_json(task, outcome->kind, evidence, json_key(json, "proof"));
}

static void write_ctl(const Outcome *outcome, const Task *task, const Evidence *evidence,
                      const TraceContext *context, Json *json) {
  CtlReasonVec reasons = ctl_explain(task, evidence->ctl, outcome->verdict);
  write_reasons(task, &reasons, json_key(json, "reasons"));
  json_array(json_key(json, "traces"));
  for (size_t i = 0; i < reasons.size; i++)
    if (reasons.data[i].trace) trace_json(task->system, reasons.data[i].trace, context, json);
  json_close(json);
  ctl_reasons_free(&reasons);
  ctl_proof_json(task, evidence->ctl, json_key(json, "proof"));
}

static const WriteEvidence evidence_writers[EVIDENCE_KINDS] = {
    [EVIDENCE_TRACE] = write_trace,       [EVIDENCE_LASSO] = write_trace,
    [EVIDENCE_INVARIANT] = write_witness, [EVIDENCE_RANKING] = write_witness,
    [EVIDENCE_CTL] = write_ctl,
};

static void write_evidence(const Model *model, const Outcome *outcome, const Task *task,
                           const Evidence *evidence, Json *json) {
  TraceContext context = context_of(model, outcome, task);
  WriteEvidence write = evidence_writers[evidence->kind];
  if (write) write(outcome, task, evidence, &context, json);
}

/* The sets that were refined, the first ones (system/set_tree.h). */
static void write_sets(const SetTree *sets, Json *json) {
  if (!sets->size) return;
  json_array(json_key(json, "sets"));
  for (size_t i = 0; i < sets->size; i++) {
    const SetNode *node = sets->data + i;
    json_object(json);
    json_uint(json_key(json, "parent"), node->parent);
    json_uint(json_key(json, "level"), node->level);
    json_uint(json_key(json, "latches"), node->latches);
    json_string(json_key(json, "strength"), set_strength_name(node->strength));
    json_key(json, "states");
    if (isfinite(node->states)) json_fixed(json, node->states, 0);
    else json_null(json);
    json_close(json);
  }
  json_close(json);
}

/* A net that is small enough to be played with. */
static void write_net(const Model *model, Json *json) {
  if (model->net && model->net->places.size + model->net->transitions.size <= NET_JSON_MOST)
    net_json(model->net, json_key(json, "net"));
}

/* A place among the results, with a text that is taken. */
static void add_entry(Report *report, const char *file, size_t property, Text *text) {
  if (!report->model || strcmp(report->model, file)) {
    mem_free(report->model);
    report->model = mem_string(file);
    report->models++;
  }
  Entry entry = {report->models, property, text_take(text)};
  vec_push(&report->entries, entry);
}

void report_add(Report *report, const Model *model, const Outcome *outcome, const Task *task,
                const Evidence *evidence) {
  Text text = {0};
  Json json = {.text = &text};
  Progress progress = take_progress(report, outcome->index);
  outcome_json_begin(outcome, &json);
  write_statistics(&outcome->stats, json_key(&json, "statistics"));
  write_progress(report, &progress, json_key(&json, "progress"));
  if (outcome->verdict != VERDICT_UNKNOWN) {
    write_evidence(model, outcome, task, evidence, &json);
    write_sets(&evidence->sets, &json);
  }
  write_net(model, &json);
  outcome_json_end(outcome, &json);
  json_end(&json);
  add_entry(report, outcome->file, outcome->index, &text);
  progress_free(&progress);
}

void report_remark(Report *report, const char *file, size_t property, const char *remark) {
  Text text = {0};
  Json json = {.text = &text};
  json_object(&json);
  json_string(json_key(&json, "file"), file);
  json_key(&json, "index");
  if (property == SIZE_MAX) json_null(&json);
  else json_uint(&json, property);
  json_insert(json_key(&json, "remark"), remark);
  json_close(&json);
  json_end(&json);
  vec_push(&report->remarks, text_take(&text));
}

void report_add_run(Report *report, const Model *model, const Trace *trace) {
  Text text = {0};
  Json json = {.text = &text};
  TraceContext context = {.first = trace_form_of(model) == TRACE_NUSMV};
  json_object(&json);
  json_string(json_key(&json, "file"), model->file);
  json_string(json_key(&json, "property"), "run");
  json_string(json_key(&json, "kind"), "run");
  json_object(json_key(&json, "evidence"));
  json_uint(json_key(&json, "size"), trace->steps.size);
  json_close(&json);
  json_array(json_key(&json, "traces"));
  trace_json(model->system, trace, &context, &json);
  json_close(&json);
  write_net(model, &json);
  json_close(&json);
  json_end(&json);
  add_entry(report, model->file, 0, &text);
}

/* ---- the page ---- */

static int compare_entries(const void *left, const void *right) {
  const Entry *a = left, *b = right;
  if (a->model != b->model) return a->model < b->model ? -1 : 1;
  return a->property < b->property ? -1 : a->property > b->property;
}

/* Moves what was written so far to the stream. */
static void flush(Text *text, FILE *stream) {
  const char *p = text->data;
  for (size_t length; *p; p += length) {
    length = strcspn(p, "<");
    fwrite(p, 1, length, stream);
    if (!p[length]) break;
    fputs("\\u003c", stream);
    length++;
  }
  text_clear(text);
}

static void write_data(const Report *report, FILE *stream) {
  VEC(Entry) sorted = {0};
  vec_append(&sorted, &report->entries);
  if (sorted.size) qsort(sorted.data, sorted.size, sizeof *sorted.data, compare_entries);
  Text text = {0};
  Json json = {.text = &text};
  json_object(&json);
  json_string(json_key(&json, "version"), RONDO_VERSION);
  json_array(json_key(&json, "remarks"));
  for (size_t i = 0; i < report->remarks.size; i++) json_insert(&json, report->remarks.data[i]);
  json_close(&json);
  json_array(json_key(&json, "results"));
  for (size_t i = 0; i < sorted.size; i++) {
    text_char(&text, '\n');
    json_insert(&json, sorted.data[i].text);
    flush(&text, stream);
  }
  json_close(&json);
  json_close(&json);
  json_end(&json);
  flush(&text, stream);
  text_free(&text);
  vec_free(&sorted);
}

bool report_write(const Report *report, FILE *stream) {
  for (const char *p = page_html; *p;) {
    const char *mark = strstr(p, "{{");
    if (!mark) {
      fputs(p, stream);
      break;
    }
    fwrite(p, 1, (size_t)(mark - p), stream);
    if (!strncmp(mark, "{{style}}", 9)) fputs(page_css, stream);
    else if (!strncmp(mark, "{{script}}", 10)) fputs(page_js, stream);
    else write_data(report, stream);
    p = strstr(mark, "}}") + 2;
  }
  return !ferror(stream);
}
