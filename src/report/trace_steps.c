#include "report/trace_steps.h"

#include <inttypes.h>
#include <string.h>

/* A wider statement does not push what all steps change to the right. */
enum { WIDEST_COLUMN = 48 };

/* What the chart shows as arrows stands in the contents of the channels. */
static bool is_message(const Signal *signal) {
  return !strcmp(signal->name, "sent") || !strcmp(signal->name, "received");
}

/* What happens in the visited step: the values of the inputs but "-". Those that every step has are
 * in columns. */
static void add_move(const TraceWalk *walk, const size_t *columns, size_t column, Text *text) {
  Text value = {0};
  const SignalVec *signals = &walk->system->signals;
  for (size_t i = 0; i < signals->size; i++) {
    if (signals->data[i].role != SIGNAL_INPUT || is_message(signals->data + i)) continue;
    text_clear(&value);
    signal_value_text(signals->data + i, &walk->now, &value);
    if (strcmp(value.data, "-")) text_format(text, "  %s", value.data);
    if (!columns[i]) continue;
    column += columns[i] + 2;
    text_pad(text, column);
  }
  text_free(&value);
}

/* The state signals that are shown in the visited step. */
static void add_changes(const TraceWalk *walk, TraceOptions options, const char *before,
                        Text *text) {
  const SignalVec *signals = &walk->system->signals;
  for (size_t i = 0; i < signals->size; i++) {
    const Signal *signal = signals->data + i;
    if (signal->role == SIGNAL_INPUT || !trace_shows(options, signal)) continue;
    if (!options.full && !trace_walk_changed(walk, signal)) continue;
    text_format(text, "%s%s = ", before, signal->name);
    signal_value_text(signal, &walk->now, text);
    before = ", ";
  }
}

/* By signal: the width of its column; 0: it has none. */
static size_t *input_widths(const System *system, const Trace *trace) {
  size_t *widths = mem_array(system->signals.size + 1, sizeof *widths);
  Text value = {0};
  TraceWalk walk = trace_walk_new(system, trace);
  for (size_t i = 0; i < system->signals.size; i++) {
    if (system->signals.data[i].role != SIGNAL_INPUT) continue;
    if (is_message(system->signals.data + i)) continue;
    bool always = true;
    /* nothing happens after the last state */
    for (size_t k = 0; k + 1 < trace->steps.size && always; k++) {
      trace_walk_visit(&walk, k);
      text_clear(&value);
      signal_value_text(system->signals.data + i, &walk.now, &value);
      size_t width = text_width(value.data);
      always = strcmp(value.data, "-") != 0;
      if (width > widths[i] && width <= WIDEST_COLUMN) widths[i] = width;
    }
    if (!always) widths[i] = 0;
  }
  trace_walk_free(&walk);
  text_free(&value);
  return widths;
}

static void drop_blanks(Text *text) {
  while (text->size && text->data[text->size - 1] == ' ') text->data[--text->size] = 0;
}

void trace_steps(const System *system, const Trace *trace, TraceOptions options, const char *indent,
                 Text *text) {
  size_t *widths = input_widths(system, trace);
  TraceWalk walk = trace_walk_new(system, trace);
  for (size_t k = 0; k < trace->steps.size; k++) {
    trace_walk_visit(&walk, k);
    if (!k) text_format(text, "%s  0", indent);
    add_changes(&walk, options, "  ", text);
    drop_blanks(text);
    text_char(text, '\n');
    if (trace->loop == (int64_t)k) text_format(text, "%s-- loop starts here\n", indent);
    if (k + 1 == trace->steps.size && trace->loop == TRACE_NO_LOOP) break;
    text_format(text, "%s%3zu", indent, k + 1);
    add_move(&walk, widths, strlen(indent) + 3, text);
  }
  if (trace->loop != TRACE_NO_LOOP) {
    drop_blanks(text);
    text_format(text, "\n%s-- back to the state after step %" PRId64 "\n", indent, trace->loop);
  }
  trace_walk_free(&walk);
  mem_free(widths);
}
