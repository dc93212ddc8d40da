#include "report/trace_text.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"

void signal_value_text(const Signal *signal, const Bits *values, Text *text) {
  bool *bits = mem_array(signal->bits.size, sizeof(bool));
  for (size_t i = 0; i < signal->bits.size; i++) bits[i] = values_of(values, signal->bits.data[i]);
  signal_print(signal, bits, text);
  mem_free(bits);
}

typedef struct {
  const System *system;
  bool full;
  const char *indent;
  Text *text;
  size_t width;     /* of the longest name shown */
  StringVec before; /* values in the step before, by signal; NULL where not shown yet */
} Printer;

static bool shown(const Printer *printer, const Signal *signal) {
  return printer->full || signal->role != SIGNAL_HIDDEN;
}

static void print_signal(Printer *printer, size_t index, const Bits *values) {
  const Signal *signal = printer->system->signals.data + index;
  Text value = {0};
  signal_value_text(signal, values, &value);
  char **before = printer->before.data + index;
  if (printer->full || !*before || strcmp(*before, value.data)) {
    size_t room = printer->width + strlen(printer->indent) + 2;
    text_format(printer->text, "%s  %s", printer->indent, signal->name);
    text_pad(printer->text, room);
    text_format(printer->text, " = %s\n", value.data);
  }
  mem_free(*before);
  *before = text_take(&value);
}

static void print_step(Printer *printer, const Trace *trace, size_t k, Bits *values) {
  if (trace->loop == (int64_t)k)
    text_format(printer->text, "%s-- loop starts here\n", printer->indent);
  text_format(printer->text, "%sstep %zu\n", printer->indent, k);
  step_evaluate(printer->system, trace->steps.data + k, values);
  for (size_t i = 0; i < printer->system->signals.size; i++)
    if (shown(printer, printer->system->signals.data + i)) print_signal(printer, i, values);
}

void trace_text(const System *system, const Trace *trace, bool full, const char *indent,
                Text *text) {
  Printer printer = {.system = system, .full = full, .indent = indent, .text = text};
  vec_resize(&printer.before, system->signals.size);
  for (size_t i = 0; i < system->signals.size; i++) {
    size_t length = strlen(system->signals.data[i].name);
    if (shown(&printer, system->signals.data + i) && length > printer.width && length <= 40)
      printer.width = length;
  }
  Bits values = bits_new(system->aig->size);
  for (size_t k = 0; k < trace->steps.size; k++) print_step(&printer, trace, k, &values);
  if (trace->loop != TRACE_NO_LOOP)
    text_format(text, "%s-- back to step %" PRId64 "\n", indent, trace->loop);
  bits_free(&values);
  string_vec_free(&printer.before);
}
