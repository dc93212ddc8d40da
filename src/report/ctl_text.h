/* The reasons for a CTL verdict as a person reads them: each part of the formula that was
 * explained, where it is true or false, and the path that shows it. */
#ifndef RONDO_REPORT_CTL_TEXT_H
#define RONDO_REPORT_CTL_TEXT_H

#include "base/text.h"
#include "evidence/ctl_explain.h"
#include "report/trace_text.h"

/* Of a reason without a trace: what stands in its place, as a sentence. */
const char *ctl_reason_why(const Task *task, const CtlReason *reason);

void ctl_text(const Task *task, const CtlReasonVec *reasons, TraceOptions options,
              const char *indent, Text *text);

#endif
