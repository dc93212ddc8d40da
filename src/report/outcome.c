#include "report/outcome.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"

const char *property_kind_name(PropertyKind kind) {
  static const char *const names[] = {"invariant", "justice", "ltl", "ctl", "compute"};
  return names[kind];
}

void outcome_add_file(Outcome *outcome, const char *what, const char *path) {
  size_t i = 0;
  while (i < outcome->files.size && strcmp(outcome->files.data[i].what, what)) i++;
  if (i == outcome->files.size) vec_push(&outcome->files, ((OutcomeFile){what, NULL}));
  mem_free(outcome->files.data[i].path);
  outcome->files.data[i].path = mem_string(path);
}

static void field(Text *text, const char *name, const char *value) {
  text_format(text, "\"%s\":", name);
  text_json(text, value);
  text_char(text, ',');
}

static void files_json(const Outcome *outcome, Text *text) {
  text_add(text, "\"files\":{");
  for (size_t i = 0; i < outcome->files.size; i++) {
    text_format(text, "%s\"%s\":", i ? "," : "", outcome->files.data[i].what);
    text_json(text, outcome->files.data[i].path);
  }
  text_add(text, "},");
}

void outcome_json(const Outcome *outcome, Text *text) { outcome_json_with(outcome, "", text); }

void outcome_json_with(const Outcome *outcome, const char *more, Text *text) {
  text_char(text, '{');
  field(text, "file", outcome->file);
  field(text, "property", outcome->property);
  text_format(text, "\"index\":%zu,", outcome->index);
  field(text, "kind", property_kind_name(outcome->kind));
  field(text, "formula", outcome->formula);
  field(text, "verdict", verdict_name(outcome->verdict));
  field(text, "engine", outcome->engine);
  text_format(text, "\"seconds\":%.3f,", outcome->seconds);
  text_format(text, "\"evidence\":{\"kind\":\"%s\",\"checked\":%s,\"size\":%zu},",
              evidence_kind_name(outcome->evidence), outcome->checked ? "true" : "false",
              outcome->size);
  if (outcome->reason) {
    field(text, "reason", outcome->reason);
    text_format(text, "\"bound\":%" PRIu64 ",", outcome->bound);
  }
  files_json(outcome, text);
  text_add(text, more);
  text_add(text, "\"stats\":");
  stats_json(&outcome->stats, text);
  text_add(text, ",\"rondo\":\"" RONDO_VERSION "\"");
  text_char(text, '}');
}

void outcome_free(Outcome *outcome) {
  mem_free(outcome->file);
  mem_free(outcome->property);
  mem_free(outcome->formula);
  mem_free(outcome->reason);
  for (size_t i = 0; i < outcome->files.size; i++) mem_free(outcome->files.data[i].path);
  vec_free(&outcome->files);
  vec_free(&outcome->stats);
  *outcome = (Outcome){0};
}
