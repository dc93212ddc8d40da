#include "report/trace_smv.h"

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

/* States and inputs are blocks of their own. */
typedef enum { BLOCK_STATE, BLOCK_INPUT } Block;

typedef struct {
  TraceWalk walk;
  TraceOptions options;
  const char *indent;
  Text *text;
} Printer;

/* What Rondo made itself has no name that NuSMV could read. */
static bool wanted(const Signal *signal, Block block, TraceOptions options) {
  Block own = signal->role == SIGNAL_INPUT ? BLOCK_INPUT : BLOCK_STATE;
  return own == block && signal->role != SIGNAL_HIDDEN && trace_shows(options, signal);
}

static bool has_inputs(const System *system) {
  for (size_t i = 0; i < system->signals.size; i++)
    if (system->signals.data[i].role == SIGNAL_INPUT) return true;
  return false;
}

static void print_block(const Printer *printer, Block block, size_t number) {
  static const char *const titles[] = {"State", "Input"};
  const System *system = printer->walk.system;
  text_format(printer->text, "%s  -> %s: 1.%zu <-\n", printer->indent, titles[block], number);
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    if (!wanted(signal, block, printer->options)) continue;
    if (!printer->options.full && !trace_walk_changed(&printer->walk, signal)) continue;
    text_format(printer->text, "%s    %s = ", printer->indent, signal->name);
    trace_smv_value(signal, &printer->walk.now, printer->text);
    text_char(printer->text, '\n');
  }
}

void trace_smv(const System *system, const Trace *trace, TraceOptions options, const char *indent,
               Text *text) {
  Printer printer = {trace_walk_new(system, trace), options, indent, text};
  bool inputs = has_inputs(system);
  text_format(text, "%sTrace Type: Counterexample\n", indent);
  size_t length = trace->steps.size;
  for (size_t k = 0; k < length; k++) {
    if (trace->loop == (int64_t)k) text_format(text, "%s  -- Loop starts here\n", indent);
    trace_walk_visit(&printer.walk, k);
    print_block(&printer, BLOCK_STATE, k + 1);
    if (inputs) print_block(&printer, BLOCK_INPUT, k + 2);
  }
  if (trace->loop != TRACE_NO_LOOP) {
    trace_walk_visit(&printer.walk, (size_t)trace->loop);
    print_block(&printer, BLOCK_STATE, length + 1);
  }
  trace_walk_free(&printer.walk);
}
