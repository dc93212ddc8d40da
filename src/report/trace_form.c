#include "report/trace_form.h"

#include <string.h>

#include "report/chart.h"
#include "report/trace_smv.h"
#include "report/trace_steps.h"
#include "report/trace_text.h"

TraceForm trace_form_of(const Model *model) {
  if (model->processes) return TRACE_STEPS;
  return model->format && !strncmp(model->format, "smv", 3) ? TRACE_NUSMV : TRACE_PLAIN;
}

TraceOptions trace_options(TraceForm form, bool full, bool defines) {
  return (TraceOptions){.full = full, .defines = defines || form != TRACE_NUSMV};
}

void trace_print(TraceForm form, const System *system, const Trace *trace, TraceOptions options,
                 const char *indent, Text *text) {
  static void (*const printers[])(const System *, const Trace *, TraceOptions, const char *,
                                  Text *) = {
      [TRACE_PLAIN] = trace_text, [TRACE_NUSMV] = trace_smv, [TRACE_STEPS] = trace_steps};
  if (options.chart && form == TRACE_STEPS) chart_print(system, trace, options, indent, text);
  else printers[form](system, trace, options, indent, text);
}
