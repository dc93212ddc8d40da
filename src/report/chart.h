/* A run of a program as a message sequence chart: processes as lanes, a message as an arrow from
 * the one who sent it to the one who receives it, drawn where it is received; beside it the place
 * in the source, the statement, and what changes. */
#ifndef RONDO_REPORT_CHART_H
#define RONDO_REPORT_CHART_H

#include "report/trace_values.h"

enum { CHART_NONE = -1 };

/* What happens in a step. */
typedef struct {
  int lane;        /* who moves */
  int partner;     /* who receives without buffer, or CHART_NONE */
  int64_t sent_in; /* the step in which what is received was sent, from 0; CHART_NONE: unknown */
  int sender;      /* the lane of that step */
  char *line, *statement, *partner_statement, *fault; /* "" where there is none */
  char *sent, *received;                              /* "requests#1 ask,1", likewise */
} ChartStep;

typedef struct {
  StringVec lanes; /* names, by the number of the process */
  VEC(ChartStep) steps;
} Chart;

/* From the signals that runs of programs have (check/process_run.h). */
Chart chart_of(const System *system, const Trace *trace);
void chart_free(Chart *chart);

void chart_print(const System *system, const Trace *trace, TraceOptions options, const char *indent,
                 Text *text);

#endif
