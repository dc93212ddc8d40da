#include "report/outcome.h"

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

static void files_json(const Outcome *outcome, Json *json) {
  json_object(json);
  for (size_t i = 0; i < outcome->files.size; i++)
    json_string(json_key(json, outcome->files.data[i].what), outcome->files.data[i].path);
  json_close(json);
}

static void evidence_json(const Outcome *outcome, Json *json) {
  json_object(json);
  json_string(json_key(json, "kind"), evidence_kind_name(outcome->evidence));
  json_bool(json_key(json, "checked"), outcome->checked);
  json_uint(json_key(json, "size"), outcome->size);
  json_close(json);
}

void outcome_json_begin(const Outcome *outcome, Json *json) {
  json_object(json);
  json_string(json_key(json, "file"), outcome->file);
  json_string(json_key(json, "property"), outcome->property);
  json_uint(json_key(json, "index"), outcome->index);
  json_string(json_key(json, "kind"), property_kind_name(outcome->kind));
  json_string(json_key(json, "formula"), outcome->formula);
  json_string(json_key(json, "verdict"), verdict_name(outcome->verdict));
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
  stats_json(&outcome->stats, json_key(json, "stats"));
  json_string(json_key(json, "rondo"), RONDO_VERSION);
  json_close(json);
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
