#include "report/steps_json.h"

#include <inttypes.h>

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

static void signal_json(const Signal *signal, Text *text) {
  text_add(text, "{\"name\":");
  text_json(text, signal->name);
  text_format(text, ",\"role\":\"%s\",\"type\":\"%s\",\"bits\":%zu", signal_role_name(signal->role),
              signal_type_name(signal->type), signal->bits.size);
  if (signal->type == SIGNAL_WORD)
    text_format(text, ",\"signed\":%s", signal->is_signed ? "true" : "false");
  if (signal->type == SIGNAL_RANGE)
    text_format(text, ",\"low\":%" PRId64 ",\"high\":%" PRId64, signal->low, signal->high);
  if (signal->type == SIGNAL_ENUMERATION) {
    text_add(text, ",\"values\":[");
    for (size_t i = 0; i < signal->values.size; i++) {
      if (i) text_char(text, ',');
      text_json(text, signal->values.data[i]);
    }
    text_char(text, ']');
  }
  text_char(text, '}');
}

static void value_json(const Signal *signal, const Bits *values, Text *text) {
  if (signal->type == SIGNAL_BOOLEAN) {
    text_add(text, values_of(values, signal->bits.data[0]) ? "true" : "false");
    return;
  }
  Text value = {0};
  signal_value_text(signal, values, &value);
  if (signal->type == SIGNAL_ENUMERATION || signal->bits.size > NUMBER_BITS)
    text_json(text, value.data);
  else text_add(text, value.data);
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
                      StepsJsonOptions options, Text *text) {
  bool first = true;
  text_char(text, '{');
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    if (!shown(signal, options) || (before && !changed(signal, before, now))) continue;
    if (!first) text_char(text, ',');
    first = false;
    text_json(text, signal->name);
    text_char(text, ':');
    value_json(signal, now, text);
  }
  text_char(text, '}');
}

void steps_json(const System *system, const Trace *trace, StepsJsonOptions options, Text *text) {
  text_add(text, "{\"loop\":");
  if (trace->loop == TRACE_NO_LOOP) text_add(text, "null");
  else text_format(text, "%" PRId64, trace->loop);
  text_format(text, ",\"complete\":%s,\"signals\":[", options.full ? "true" : "false");
  bool first = true;
  for (size_t i = 0; i < system->signals.size; i++) {
    if (!shown(system->signals.data + i, options)) continue;
    if (!first) text_char(text, ',');
    first = false;
    signal_json(system->signals.data + i, text);
  }
  text_add(text, "],\"steps\":[");
  Bits now = bits_new(system->aig->size), before = bits_new(system->aig->size);
  for (size_t k = 0; k < trace->steps.size; k++) {
    if (k) text_char(text, ',');
    step_evaluate(system, trace->steps.data + k, &now);
    step_json(system, k && !options.full ? &before : NULL, &now, options, text);
    Bits last = before;
    before = now;
    now = last;
  }
  bits_free(&now);
  bits_free(&before);
  text_add(text, "]}");
}
