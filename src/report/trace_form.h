/* The one door through which a trace becomes text for people. The language of the model decides
 * what traces look like: of a model in SMV as NuSMV prints them (trace_smv.h), with DEFINEs on
 * request; of a program a line for each step (trace_steps.h); of all others plain (trace_text.h),
 * where what is defined are the outputs, which are always shown. */
#ifndef RONDO_REPORT_TRACE_FORM_H
#define RONDO_REPORT_TRACE_FORM_H

#include "front/model.h"
#include "report/trace_values.h"

typedef enum { TRACE_PLAIN, TRACE_NUSMV, TRACE_STEPS } TraceForm;

TraceForm trace_form_of(const Model *model);

/* What is shown of a trace in that form, in text and in JSON, where a user asks for that. */
TraceOptions trace_options(TraceForm form, bool full, bool defines);

void trace_print(TraceForm form, const System *system, const Trace *trace, TraceOptions options,
                 const char *indent, Text *text);

#endif
