#include "report/steps_json.h"

/* What a double holds exactly, and with it every reader of JSON. */
enum { NUMBER_BITS = 53 };

static void signal_json(const Signal *signal, Json *json) {
  json_object(json);
  json_string(json_key(json, "name"), signal->name);
  json_string(json_key(json, "role"), signal_role_name(signal->role));
  json_string(json_key(json, "type"), signal_type_name(signal->type));
  json_uint(json_key(json, "bits"), signal->bits.size);
  if (signal->type == SIGNAL_WORD) json_bool(json_key(json, "signed"), signal->is_signed);
  if (signal->type == SIGNAL_RANGE) {
    json_int(json_key(json, "low"), signal->low);
    json_int(json_key(json, "high"), signal->high);
  }
  if (signal->type == SIGNAL_ENUMERATION) {
    json_array(json_key(json, "values"));
    for (size_t i = 0; i < signal->values.size; i++) json_string(json, signal->values.data[i]);
    json_close(json);
  }
  json_close(json);
}

static void value_json(const Signal *signal, const Bits *values, Json *json) {
  if (signal->type == SIGNAL_BOOLEAN) {
    json_bool(json, values_of(values, signal->bits.data[0]));
    return;
  }
  Text value = {0};
  signal_value_text(signal, values, &value);
  bool number = signal->type != SIGNAL_ENUMERATION && signal->bits.size <= NUMBER_BITS;
  if (number) json_insert(json, value.data);
  else json_string(json, value.data);
  text_free(&value);
}

static void step_json(const TraceWalk *walk, TraceOptions options, Json *json) {
  const System *system = walk->system;
  json_object(json);
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    if (!trace_shows(options, signal) || (!options.full && !trace_walk_changed(walk, signal)))
      continue;
    value_json(signal, &walk->now, json_key(json, signal->name));
  }
  json_close(json);
}

void steps_json(const System *system, const Trace *trace, TraceOptions options, Json *json) {
  json_object(json);
  json_key(json, "loop");
  if (trace->loop == TRACE_NO_LOOP) json_null(json);
  else json_int(json, trace->loop);
  json_bool(json_key(json, "complete"), options.full);
  json_array(json_key(json, "signals"));
  for (size_t i = 0; i < system->signals.size; i++)
    if (trace_shows(options, system->signals.data + i)) signal_json(system->signals.data + i, json);
  json_close(json);
  json_array(json_key(json, "steps"));
  TraceWalk walk = trace_walk_new(system, trace);
  for (size_t k = 0; k < trace->steps.size; k++) {
    trace_walk_visit(&walk, k);
    step_json(&walk, options, json);
  }
  trace_walk_free(&walk);
  json_close(json);
  json_close(json);
}
