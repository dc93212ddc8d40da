#include "report/trace_smv.h"

#include <string.h>

#include "report/trace_text.h"

/* Words carry sign, base and width: 0ud8_255, -0sd8_1; those beyond 63 bits are in binary. */
static void word_value(const Signal *signal, const Bits *values, Text *text) {
  size_t width = signal->bits.size;
  if (width > 63) {
    text_format(text, "0%cb%zu_", signal->is_signed ? 's' : 'u', width);
    for (size_t i = width; i-- > 0;)
      text_char(text, values_of(values, signal->bits.data[i]) ? '1' : '0');
    return;
  }
  Text number = {0};
  signal_value_text(signal, values, &number);
  bool negative = number.data[0] == '-';
  text_format(text, "%s0%cd%zu_%s", negative ? "-" : "", signal->is_signed ? 's' : 'u', width,
              number.data + negative);
  text_free(&number);
}

void trace_smv_value(const Signal *signal, const Bits *values, Text *text) {
  if (signal->type == SIGNAL_BOOLEAN)
    text_add(text, values_of(values, signal->bits.data[0]) ? "TRUE" : "FALSE");
  else if (signal->type == SIGNAL_WORD) word_value(signal, values, text);
  else signal_value_text(signal, values, text);
}

typedef struct {
  const System *system;
  const TraceSmvOptions *options;
  const char *indent;
  Text *text;
  unsigned number;
  StringVec before; /* the value last shown, by signal */
} Printer;

static bool wanted(const Printer *printer, const Signal *signal, bool inputs) {
  switch (signal->role) {
  case SIGNAL_INPUT: return inputs;
  case SIGNAL_STATE: return !inputs;
  case SIGNAL_DEFINE: return !inputs && (printer->options->defines || printer->options->full);
  default: return false;
  }
}

static bool has_inputs(const System *system) {
  for (size_t i = 0; i < system->signals.size; i++)
    if (system->signals.data[i].role == SIGNAL_INPUT) return true;
  return false;
}

static void print_block(Printer *printer, bool inputs, size_t state, const Bits *values) {
  text_format(printer->text, "%s  -> %s: %u.%zu <-\n", printer->indent, inputs ? "Input" : "State",
              printer->number, state);
  for (size_t i = 0; i < printer->system->signals.size; i++) {
    const Signal *signal = printer->system->signals.data + i;
    if (!wanted(printer, signal, inputs)) continue;
    Text value = {0};
    trace_smv_value(signal, values, &value);
    char **before = printer->before.data + i;
    if (printer->options->full || !*before || strcmp(*before, value.data))
      text_format(printer->text, "%s    %s = %s\n", printer->indent, signal->name, value.data);
    mem_free(*before);
    *before = text_take(&value);
  }
}

void trace_smv(const System *system, const Trace *trace, const TraceSmvOptions *options,
               const char *indent, Text *text) {
  Printer printer = {.system = system,
                     .options = options,
                     .indent = indent,
                     .text = text,
                     .number = options->number ? options->number : 1};
  vec_resize(&printer.before, system->signals.size);
  Bits values = bits_new(system->aig->size);
  bool inputs = has_inputs(system);
  text_format(text, "%sTrace Type: Counterexample\n", indent);
  size_t length = trace->steps.size;
  for (size_t k = 0; k < length; k++) {
    if (trace->loop == (int64_t)k) text_format(text, "%s  -- Loop starts here\n", indent);
    step_evaluate(system, trace->steps.data + k, &values);
    print_block(&printer, false, k + 1, &values);
    if (inputs) print_block(&printer, true, k + 2, &values);
  }
  if (trace->loop != TRACE_NO_LOOP) {
    step_evaluate(system, trace->steps.data + trace->loop, &values);
    print_block(&printer, false, length + 1, &values);
  }
  bits_free(&values);
  string_vec_free(&printer.before);
}
