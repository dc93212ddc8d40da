/* Traces for programs: one JSON object, described by docs/schema/result.schema.json.
 *
 *   {"loop": 1, "complete": false,
 *    "signals": [{"name": "n", "role": "state", "type": "range", "bits": 2, "low": 0, "high": 3}],
 *    "steps": [{"n": 0}, {"n": 1}, {}]}
 *
 * A Boolean is true or false, a number of up to 53 bits a number, everything else a string. */
#ifndef RONDO_REPORT_STEPS_JSON_H
#define RONDO_REPORT_STEPS_JSON_H

#include "base/json.h"
#include "report/trace_values.h"

void steps_json(const System *system, const Trace *trace, TraceOptions options, Json *json);

#endif
