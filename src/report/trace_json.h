/* A trace as an object of JSON for the page (html.h): rows of values by step, compact enough for
 * ten thousand steps of hundreds of signals.
 *
 *   {"steps":13,"first":1,"loop":4,"rows":[...]}     loop is -1 where there is none
 *
 * `first` is the number that the text of the trace gives to the first step; loop counts from 0.
 *
 * A row has a "group" ("formula", "property", "automaton", "fairness", "input", "state", "define",
 * "internal"), a "name", a "type" ("boolean", "enumeration", "range", "word") and its values:
 *   "bits": "3a"                 of a Boolean: four steps in each digit, the first the lowest bit
 *   "truth": "01?"               of a part of a formula: one character for each step, and where the
 *                                second round of the loop differs, for the steps of that, too
 *   "values": ["idle","busy"],   of the others: the values that occur,
 *   "runs": [0,3,1,10]           and which of them lasts how many steps
 * A part of a formula also has "op" (the symbol), "depth" (below the whole formula) and the places
 * "left" and "right" of its operands among the rows, -1 where it has none. The whole formula comes
 * first, then the others in the order in which they are read. */
#ifndef RONDO_REPORT_TRACE_JSON_H
#define RONDO_REPORT_TRACE_JSON_H

#include "base/json.h"
#include "formula/formula.h"
#include "system/trace.h"
#include "task/task.h"

/* What besides the signals of the system is shown. A zeroed struct: nothing. */
typedef struct {
  const Task *task;         /* whose question becomes rows, too; its system is the trace's */
  PropertyKind kind;        /* of the property that became the task */
  const char *text;         /* how an invariant is written, or NULL */
  const System *model;      /* a system that the trace's begins with, in which ... */
  const Formulas *formulas; /* ... the atoms of the formula are literals; NULL: no formula */
  Formula formula;
  unsigned first; /* the number of the first step in the text */
} TraceContext;

/* What condition i of a fair task is called: accepting, justice, fairness 2; the model's own
 * conditions by what they say, if that is short. */
void condition_name(const Task *task, PropertyKind kind, size_t i, Text *text);

/* The trace has at least one step. */
void trace_json(const System *system, const Trace *trace, const TraceContext *context, Json *json);

#endif
