#include "report/effort_report.h"

#include "base/memory.h"
#include "base/printable.h"

enum { MOST_SIGNALS_SHOWN = 8 };

void effort_report_free(EffortReport *report) {
  if (!report) return;
  for (size_t i = 0; i < report->engines.size; i++) {
    EffortEngine *engine = report->engines.data + i;
    for (size_t k = 0; k < engine->samples.size; k++) mem_free(engine->samples.data[k].words);
    vec_free(&engine->samples);
  }
  for (size_t i = 0; i < report->signals.size; i++) mem_free(report->signals.data[i].name);
  vec_free(&report->engines);
  vec_free(&report->signals);
  string_vec_free(&report->hints);
  mem_free(report);
}

static void engine_text(const EffortEngine *engine, double all, Text *text) {
  text_format(text, "  %-10s %5.1f %% of the time", engine->engine,
              all > 0 ? 100 * engine->seconds / all : 0);
  for (size_t i = 0; i < engine->samples.size; i++) {
    const EffortSample *sample = engine->samples.data + i;
    bool last = i + 1 == engine->samples.size;
    text_format(text, "%s", i ? ", " : "; ");
    if (last) printable(text, sample->words);
    else text_format(text, "%llu", (unsigned long long)sample->number);
    text_format(text, " after %.2f s", sample->seconds);
  }
  text_char(text, '\n');
}

static void signals_text(const EffortReport *report, bool lemmas, Text *text) {
  uint64_t all = lemmas ? report->lemmas : report->obligations;
  if (!all) return;
  text_format(text, "  %s are about", lemmas ? "lemmas" : "obligations");
  const char *between = " ";
  for (size_t i = 0; i < report->signals.size && i < MOST_SIGNALS_SHOWN; i++) {
    const EffortSignal *signal = report->signals.data + i;
    double share = lemmas ? signal->lemmas : signal->obligations;
    if (share < 0.005) continue;
    text_add(text, between);
    printable(text, signal->name);
    text_format(text, " %.0f %%", 100 * share);
    between = ", ";
  }
  text_add(text, " (of ");
  text_count(text, (size_t)all, "literal");
  text_add(text, ")\n");
}

void effort_report_text(const EffortReport *report, Text *text) {
  double all = 0;
  for (size_t i = 0; i < report->engines.size; i++) all += report->engines.data[i].seconds;
  for (size_t i = 0; i < report->engines.size; i++)
    engine_text(report->engines.data + i, all, text);
  signals_text(report, true, text);
  signals_text(report, false, text);
  for (size_t i = 0; i < report->hints.size; i++)
    text_format(text, "  hint: %s\n", report->hints.data[i]);
}

static void engine_json(const EffortEngine *engine, Json *json) {
  json_object(json);
  json_string(json_key(json, "engine"), engine->engine);
  json_fixed(json_key(json, "seconds"), engine->seconds, 6); /* shares are computed from it */
  json_array(json_key(json, "progress"));
  for (size_t i = 0; i < engine->samples.size; i++) {
    const EffortSample *sample = engine->samples.data + i;
    json_object(json);
    json_fixed(json_key(json, "seconds"), sample->seconds, 3);
    json_uint(json_key(json, "number"), sample->number);
    json_string(json_key(json, "words"), sample->words);
    json_close(json);
  }
  json_close(json);
  json_close(json);
}

void effort_report_json(const EffortReport *report, Json *json) {
  json_object(json);
  json_array(json_key(json, "engines"));
  for (size_t i = 0; i < report->engines.size; i++) engine_json(report->engines.data + i, json);
  json_close(json);
  json_uint(json_key(json, "lemma_literals"), report->lemmas);
  json_uint(json_key(json, "obligation_literals"), report->obligations);
  json_array(json_key(json, "signals"));
  for (size_t i = 0; i < report->signals.size; i++) {
    const EffortSignal *signal = report->signals.data + i;
    json_object(json);
    json_string(json_key(json, "name"), signal->name);
    json_uint(json_key(json, "bits"), signal->bits);
    json_fixed(json_key(json, "lemmas"), signal->lemmas, 4);
    json_fixed(json_key(json, "obligations"), signal->obligations, 4);
    json_close(json);
  }
  json_close(json);
  json_array(json_key(json, "hints"));
  for (size_t i = 0; i < report->hints.size; i++) json_string(json, report->hints.data[i]);
  json_close(json);
  json_close(json);
}
