/* See html.h. The page carries its data as one object of JSON:
 *
 *   {"version": "0.1.0", "results": [{
 *      ...                      what outcome.h writes: file, property, verdict, engine, ...
 *      "statistics": [{"name","meaning","value"}],
 *      "progress": [{"engine","seconds","number","words"}],
 *      "traces": [...],         see trace_json.h
 *      "reasons": [{"formula","truth","parent","step","trace","exists"}],   of CTL
 *      "proof": {...}           see proof_json.h
 *   }]}
 *
 * In it `<` is written as \u003c, so that no name can end the script or start a comment in it. */
#include "report/html.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/map.h"
#include "base/memory.h"
#include "evidence/ctl_explain.h"
#include "formula/ctl/ctl_linear.h"
#include "report/page.h"
#include "report/proof_json.h"
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

static void write_progress(const Report *report, const Progress *progress, Text *text) {
  text_add(text, ",\"progress\":[");
  for (size_t i = 0; i < progress->samples.size; i++) {
    const Sample *sample = progress->samples.data + i;
    text_format(text, "%s{\"engine\":", i ? "," : "");
    text_json(text, report->engines.text[sample->engine]);
    text_format(text, ",\"seconds\":%.4f,\"number\":%" PRIu64 ",\"words\":", sample->seconds,
                sample->number);
    text_json(text, sample->words);
    text_char(text, '}');
  }
  text_char(text, ']');
}

/* ---- a result ---- */

static void write_statistics(const Stats *stats, Text *text) {
  text_add(text, ",\"statistics\":[");
  for (size_t i = 0; i < stats->size; i++) {
    const Stat *stat = stats->data + i;
    text_format(text, "%s{\"name\":", i ? "," : "");
    text_json(text, stat->name);
    text_add(text, ",\"meaning\":");
    text_json(text, stat->meaning);
    if (stat->kind == STAT_COUNT) text_format(text, ",\"value\":%" PRIu64 "}", stat->count);
    else text_format(text, ",\"value\":%.4f,\"unit\":\"s\"}", stat->seconds);
  }
  text_char(text, ']');
}

static TraceContext context_of(const Model *model, const Outcome *outcome, const Task *task) {
  const Property *property = model->properties.data + outcome->index;
  TraceContext context = {
      .task = task, .kind = property->kind, .text = property->text, .model = model->system};
  bool formula = (property->kind == PROPERTY_LTL || property->kind == PROPERTY_CTL) &&
                 property->formula != FORMULA_NONE && !property->automaton;
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

static void write_reasons(const Task *task, const CtlReasonVec *reasons,
                          const TraceContext *context, Text *text) {
  const Formulas *formulas = task->formulas;
  size_t traces = 0;
  text_add(text, ",\"reasons\":[");
  for (size_t i = 0; i < reasons->size; i++) {
    const CtlReason *reason = reasons->data + i;
    Text formula = {0};
    formula_print(formulas, reason->formula, &formula);
    text_format(text, "%s{\"formula\":", i ? "," : "");
    text_json(text, formula.data);
    text_free(&formula);
    text_format(text, ",\"truth\":%s,\"parent\":%zu,\"step\":%zu,\"exists\":%s,\"trace\":",
                reason->truth ? "true" : "false", reason->parent, reason->step,
                formula_node(formulas, reason->formula)->op <= OP_EW ? "true" : "false");
    if (reason->trace) text_format(text, "%zu}", traces++);
    else text_add(text, "null}");
  }
  text_add(text, "],\"traces\":[");
  for (size_t i = 0, written = 0; i < reasons->size; i++) {
    if (!reasons->data[i].trace) continue;
    if (written++) text_char(text, ',');
    trace_json(task->system, reasons->data[i].trace, context, text);
  }
  text_char(text, ']');
}

static void write_evidence(const Model *model, const Outcome *outcome, const Task *task,
                           const Evidence *evidence, Text *text) {
  TraceContext context = context_of(model, outcome, task);
  if (evidence->ctl) {
    CtlReasonVec reasons = ctl_explain(task, evidence->ctl, outcome->verdict);
    write_reasons(task, &reasons, &context, text);
    ctl_reasons_free(&reasons);
    text_add(text, ",\"proof\":");
    ctl_proof_json(task, evidence->ctl, text);
  } else if (evidence->trace) {
    text_add(text, ",\"traces\":[");
    trace_json(task->system, evidence->trace, &context, text);
    text_char(text, ']');
  } else if (evidence->witness) {
    text_add(text, ",\"proof\":");
    proof_json(task, outcome->kind, evidence, text);
  }
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
  Text text = {0}, more = {0};
  Progress progress = take_progress(report, outcome->index);
  write_statistics(&outcome->stats, &more);
  write_progress(report, &progress, &more);
  if (outcome->verdict != VERDICT_UNKNOWN) write_evidence(model, outcome, task, evidence, &more);
  text_char(&more, ',');
  outcome_json_with(outcome, more.data + 1, &text); /* a comma behind each, and none before */
  text_free(&more);
  add_entry(report, outcome->file, outcome->index, &text);
  progress_free(&progress);
}

void report_add_run(Report *report, const Model *model, const Trace *trace) {
  Text text = {0};
  TraceContext context = {0};
  text_add(&text, "{\"file\":");
  text_json(&text, model->file);
  text_format(&text,
              ",\"property\":\"run\",\"kind\":\"run\",\"evidence\":{\"size\":%zu},\"traces\":[",
              trace->steps.size);
  trace_json(model->system, trace, &context, &text);
  text_add(&text, "]}");
  add_entry(report, model->file, 0, &text);
}

/* ---- the page ---- */

static int compare_entries(const void *left, const void *right) {
  const Entry *a = left, *b = right;
  if (a->model != b->model) return a->model < b->model ? -1 : 1;
  return a->property < b->property ? -1 : a->property > b->property;
}

static void write_entry(const char *text, FILE *stream) {
  for (size_t length; *text; text += length) {
    length = strcspn(text, "<");
    fwrite(text, 1, length, stream);
    if (!text[length]) break;
    fputs("\\u003c", stream);
    length++;
  }
}

static void write_data(const Report *report, FILE *stream) {
  VEC(Entry) sorted = {0};
  vec_append(&sorted, &report->entries);
  if (sorted.size) qsort(sorted.data, sorted.size, sizeof *sorted.data, compare_entries);
  fprintf(stream, "{\"version\":\"%s\",\"results\":[\n", RONDO_VERSION);
  for (size_t i = 0; i < sorted.size; i++) {
    if (i) fputs(",\n", stream);
    write_entry(sorted.data[i].text, stream);
  }
  fputs("\n]}", stream);
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
