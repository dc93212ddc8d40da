#include "report/trace_text.h"

#include <inttypes.h>
#include <string.h>

/* Longer names do not push the values of all others to the right. */
enum { WIDEST_COLUMN = 40 };

static size_t name_width(const System *system, TraceOptions options) {
  size_t width = 0;
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    size_t length = strlen(signal->name);
    if (trace_shows(options, signal) && length > width && length <= WIDEST_COLUMN) width = length;
  }
  return width;
}

void trace_text(const System *system, const Trace *trace, TraceOptions options, const char *indent,
                Text *text) {
  size_t column = strlen(indent) + 2 + name_width(system, options);
  TraceWalk walk = trace_walk_new(system, trace);
  for (size_t k = 0; k < trace->steps.size; k++) {
    if (trace->loop == (int64_t)k) text_format(text, "%s-- loop starts here\n", indent);
    text_format(text, "%sstep %zu\n", indent, k);
    trace_walk_visit(&walk, k);
    for (size_t i = 0; i < system->signals.size; i++) {
      const Signal *signal = system->signals.data + i;
      if (!trace_shows(options, signal) || (!options.full && !trace_walk_changed(&walk, signal)))
        continue;
      text_format(text, "%s  %s", indent, signal->name);
      text_pad(text, column);
      text_add(text, " = ");
      signal_value_shown(signal, &walk.now, text);
      text_char(text, '\n');
    }
  }
  if (trace->loop != TRACE_NO_LOOP)
    text_format(text, "%s-- back to step %" PRId64 "\n", indent, trace->loop);
  trace_walk_free(&walk);
}
