#include "report/trace_values.h"

#include "base/memory.h"

bool trace_shows(TraceOptions options, const Signal *signal) {
  switch (signal->role) {
  case SIGNAL_DEFINE: return options.defines || options.full;
  case SIGNAL_HIDDEN: return options.full;
  default: return true;
  }
}

static void print(const Signal *signal, const Bits *values, Text *text,
                  void (*form)(const Signal *, const bool *, Text *)) {
  bool *bits = mem_array(signal->bits.size, sizeof(bool));
  for (size_t i = 0; i < signal->bits.size; i++) bits[i] = values_of(values, signal->bits.data[i]);
  form(signal, bits, text);
  mem_free(bits);
}

void signal_value_text(const Signal *signal, const Bits *values, Text *text) {
  print(signal, values, text, signal_print);
}

void signal_value_shown(const Signal *signal, const Bits *values, Text *text) {
  print(signal, values, text, signal_print_radix);
}

TraceWalk trace_walk_new(const System *system, const Trace *trace) {
  size_t size = system->aig->size;
  return (TraceWalk){system, trace, bits_new(size), bits_new(size), 0};
}

void trace_walk_free(TraceWalk *walk) {
  bits_free(&walk->now);
  bits_free(&walk->before);
}

void trace_walk_visit(TraceWalk *walk, size_t step) {
  Bits last = walk->before;
  walk->before = walk->now;
  walk->now = last;
  step_evaluate(walk->system, walk->trace->steps.data + step, &walk->now);
  walk->visited++;
}

bool trace_walk_changed(const TraceWalk *walk, const Signal *signal) {
  if (walk->visited < 2) return true;
  for (size_t i = 0; i < signal->bits.size; i++)
    if (values_of(&walk->before, signal->bits.data[i]) !=
        values_of(&walk->now, signal->bits.data[i]))
      return true;
  return false;
}
