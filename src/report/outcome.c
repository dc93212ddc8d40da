#include "report/outcome.h"

#include <string.h>

#include "base/memory.h"
#include "evidence/evidence_form.h"

const char *property_kind_name(PropertyKind kind) {
  static const char *const names[] = {
      "invariant", "justice",        "ltl",        "ctl", "compute", "bound", "quasi-liveness",
      "liveness",  "stable-marking", "state-space"};
  return names[kind];
}

const char *property_word(const Property *property) {
  return property->cover ? "cover" : property_kind_name(property->kind);
}

const char *outcome_verdict(const Outcome *outcome) {
  if (!outcome->cover || outcome->verdict == VERDICT_UNKNOWN) return verdict_name(outcome->verdict);
  return outcome->verdict == VERDICT_VIOLATED ? "reached" : "unreachable";
}

void outcome_add_file(Outcome *outcome, const char *what, const char *path) {
  size_t i = 0;
  while (i < outcome->files.size && strcmp(outcome->files.data[i].what, what)) i++;
  if (i == outcome->files.size) vec_push(&outcome->files, ((OutcomeFile){what, NULL}));
  mem_free(outcome->files.data[i].path);
  outcome->files.data[i].path = mem_string(path);
}

static void files_json(const Outcome *outcome, Json *json) {
  json_object(json);
  for (size_t i = 0; i < outcome->files.size; i++)
    json_string(json_key(json, outcome->files.data[i].what), outcome->files.data[i].path);
  json_close(json);
}

static void values_json(const Outcome *outcome, Json *json) {
  if (!outcome->values.size) return;
  const OutcomeValue *asked = outcome->values.data;
  if (asked->word) json_string(json_key(json, "value"), asked->word);
  else json_uint(json_key(json, "value"), asked->value);
  if (outcome->values.size < 2) return;
  json_object(json_key(json, "values"));
  for (size_t i = 0; i < outcome->values.size; i++) {
    OutcomeValue value = outcome->values.data[i];
    if (value.word) json_string(json_key(json, value.name), value.word);
    else json_uint(json_key(json, value.name), value.value);
  }
  json_close(json);
}

static void evidence_json(const Outcome *outcome, Json *json) {
  json_object(json);
  json_string(json_key(json, "kind"), evidence_kind_name(outcome->evidence));
  json_bool(json_key(json, "checked"), outcome->checked);
  json_uint(json_key(json, "size"), outcome->size);
  if (outcome->shortest) json_bool(json_key(json, "shortest"), true);
  if (outcome->kept) json_bool(json_key(json, "kept"), true);
  if (outcome->trusted) json_string(json_key(json, "trusted"), outcome->trusted);
  json_close(json);
}

void outcome_json_begin(const Outcome *outcome, Json *json) {
  json_object(json);
  json_string(json_key(json, "file"), outcome->file);
  json_string(json_key(json, "property"), outcome->property);
  json_uint(json_key(json, "index"), outcome->index);
  json_string(json_key(json, "kind"), outcome->cover ? "cover" : property_kind_name(outcome->kind));
  json_string(json_key(json, "formula"), outcome->formula);
  json_string(json_key(json, "verdict"), outcome_verdict(outcome));
  if (outcome->verdict != VERDICT_UNKNOWN) values_json(outcome, json);
  if (outcome->place) json_string(json_key(json, "place"), outcome->place);
  json_string(json_key(json, "engine"), outcome->engine);
  json_fixed(json_key(json, "seconds"), outcome->seconds, 3);
  evidence_json(outcome, json_key(json, "evidence"));
  if (outcome->reason) {
    json_string(json_key(json, "reason"), outcome->reason);
    json_uint(json_key(json, "bound"), outcome->bound);
  }
  files_json(outcome, json_key(json, "files"));
}

void outcome_json_end(const Outcome *outcome, Json *json) {
  if (outcome->effort) effort_report_json(outcome->effort, json_key(json, "effort"));
  stats_json(&outcome->stats, json_key(json, "stats"));
  json_string(json_key(json, "rondo"), RONDO_VERSION);
  json_close(json);
}

void outcome_add_trusted(Outcome *outcome, const char *sentence) {
  Text both = {0};
  if (outcome->trusted) text_format(&both, "%s; and ", outcome->trusted);
  text_add(&both, sentence);
  mem_free(outcome->trusted);
  outcome->trusted = text_take(&both);
}

void outcome_free(Outcome *outcome) {
  mem_free(outcome->file);
  mem_free(outcome->property);
  mem_free(outcome->formula);
  mem_free(outcome->place);
  mem_free(outcome->reason);
  mem_free(outcome->trusted);
  for (size_t i = 0; i < outcome->files.size; i++) mem_free(outcome->files.data[i].path);
  vec_free(&outcome->files);
  vec_free(&outcome->values);
  vec_free(&outcome->stats);
  effort_report_free(outcome->effort);
  *outcome = (Outcome){0};
}
