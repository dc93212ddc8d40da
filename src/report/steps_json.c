#include "report/steps_json.h"

#include "report/trace_text.h"

/* What a double holds exactly, and with it every reader of JSON. */
enum { NUMBER_BITS = 53 };

static bool shown(const Signal *signal, StepsJsonOptions options) {
  switch (signal->role) {
  case SIGNAL_DEFINE: return options.defines || options.full;
  case SIGNAL_HIDDEN: return options.full;
  default: return true;
  }
}

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

static bool changed(const Signal *signal, const Bits *before, const Bits *now) {
  for (size_t i = 0; i < signal->bits.size; i++)
    if (values_of(before, signal->bits.data[i]) != values_of(now, signal->bits.data[i]))
      return true;
  return false;
}

/* `before` is NULL where every signal is wanted. */
static void step_json(const System *system, const Bits *before, const Bits *now,
                      StepsJsonOptions options, Json *json) {
  json_object(json);
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    if (!shown(signal, options) || (before && !changed(signal, before, now))) continue;
    value_json(signal, now, json_key(json, signal->name));
  }
  json_close(json);
}

void steps_json(const System *system, const Trace *trace, StepsJsonOptions options, Json *json) {
  json_object(json);
  json_key(json, "loop");
  if (trace->loop == TRACE_NO_LOOP) json_null(json);
  else json_int(json, trace->loop);
  json_bool(json_key(json, "complete"), options.full);
  json_array(json_key(json, "signals"));
  for (size_t i = 0; i < system->signals.size; i++)
    if (shown(system->signals.data + i, options)) signal_json(system->signals.data + i, json);
  json_close(json);
  json_array(json_key(json, "steps"));
  Bits now = bits_new(system->aig->size), before = bits_new(system->aig->size);
  for (size_t k = 0; k < trace->steps.size; k++) {
    step_evaluate(system, trace->steps.data + k, &now);
    step_json(system, k && !options.full ? &before : NULL, &now, options, json);
    Bits last = before;
    before = now;
    now = last;
  }
  bits_free(&now);
  bits_free(&before);
  json_close(json);
  json_close(json);
}
