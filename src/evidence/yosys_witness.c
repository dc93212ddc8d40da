#include "evidence/yosys_witness.h"

#include <string.h>

#include "base/json.h"
#include "base/memory.h"

static uint64_t width_of(const Relation *relation, const Variable *variable) {
  return type_bits(&relation->terms->types, term_type(relation->terms, variable->term));
}

/* In every step, or (`first`) in the first one alone. */
static bool is_told(const Variable *variable, bool first) {
  if (!variable->path || variable->edge != EDGE_NONE || variable->first == VARIABLE_ABSENT)
    return false;
  return variable->is_state ? first && variable->init == TERM_NONE : !first;
}

/* "inst x" as ["\\inst", "\\x"]. */
static void write_path(Json *json, const char *path) {
  json_array(json_key(json, "path"));
  while (*path) {
    size_t length = strcspn(path, " ");
    Text text = {0};
    text_format(&text, "\\%.*s", (int)length, path);
    json_string(json, text.data);
    text_free(&text);
    path += length + (path[length] == ' ');
  }
  json_close(json);
}

static void write_clocks(Json *json, const Relation *relation) {
  json_array(json_key(json, "clocks"));
  for (size_t i = 0; i < relation->variables.size; i++) {
    const Variable *variable = relation->variables.data + i;
    if (variable->edge == EDGE_NONE) continue;
    json_object(json);
    write_path(json, variable->path);
    json_string(json_key(json, "edge"), variable->edge == EDGE_RISING ? "posedge" : "negedge");
    json_int(json_key(json, "offset"), 0);
    json_close(json);
  }
  json_close(json);
}

static void write_signals(Json *json, const Relation *relation) {
  json_array(json_key(json, "signals"));
  for (int first = 0; first < 2; first++)
    for (size_t i = 0; i < relation->variables.size; i++) {
      const Variable *variable = relation->variables.data + i;
      if (!is_told(variable, first)) continue;
      json_object(json);
      write_path(json, variable->path);
      json_uint(json_key(json, "width"), width_of(relation, variable));
      json_int(json_key(json, "offset"), 0);
      json_bool(json_key(json, "init_only"), first);
      json_close(json);
    }
  json_close(json);
}

/* From the last signal to the first, the highest bit of each on the left. */
static void write_step(Json *json, const Relation *relation, const Step *step, bool first) {
  Text bits = {0};
  for (int kind = first; kind >= 0; kind--)
    for (size_t i = relation->variables.size; i-- > 0;) {
      const Variable *variable = relation->variables.data + i;
      const Bits *values = variable->is_state ? &step->latches : &step->inputs;
      for (uint64_t k = is_told(variable, kind) ? width_of(relation, variable) : 0; k-- > 0;)
        text_char(&bits, bits_get(values, variable->first + k) ? '1' : '0');
    }
  json_object(json);
  json_string(json_key(json, "bits"), bits.size ? bits.data : "");
  json_close(json);
  text_free(&bits);
}

bool yosys_witness_write(FILE *stream, const Relation *relation, const Trace *trace) {
  Text text = {0};
  Json json = {.text = &text};
  json_object(&json);
  json_string(json_key(&json, "format"), "Yosys Witness Trace");
  json_string(json_key(&json, "generator"), "Rondo");
  write_clocks(&json, relation);
  write_signals(&json, relation);
  json_array(json_key(&json, "steps"));
  for (size_t i = 0; i < trace->steps.size; i++)
    write_step(&json, relation, trace->steps.data + i, !i);
  json_close(&json);
  json_close(&json);
  json_end(&json);
  fprintf(stream, "%s\n", text.data);
  text_free(&text);
  return !ferror(stream);
}
