/* The reasons for a CTL verdict for programs: one JSON object, a tree.
 *
 *   {"formula": "AG EF idle", "holds": false, "trace": {...}, "children": [
 *     {"formula": "EF idle", "holds": false, "step": 2, "why": "...", "children": []}]} */
#ifndef RONDO_REPORT_CTL_JSON_H
#define RONDO_REPORT_CTL_JSON_H

#include "evidence/ctl_explain.h"
#include "report/steps_json.h"

/* There is at least one reason. */
void ctl_json(const Task *task, const CtlReasonVec *reasons, TraceOptions options, Json *json);

#endif
