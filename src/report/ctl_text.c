#include "report/ctl_text.h"

#include "report/trace_text.h"

const char *ctl_reason_why(const Task *task, const CtlReason *reason) {
  bool exists = formula_node(task->formulas, reason->formula)->op <= OP_EW;
  return exists == reason->truth ? "by the proof; the path is too long to show"
                                 : "proved for all paths from there";
}

void ctl_text(const Task *task, const CtlReasonVec *reasons, TraceOptions options,
              const char *indent, Text *text) {
  U32Vec numbers = {0}; /* of the paths, by reason */
  Text inner = {0};
  uint32_t paths = 0;
  text_format(&inner, "%s  ", indent);
  for (size_t i = 0; i < reasons->size; i++) {
    const CtlReason *reason = reasons->data + i;
    vec_push(&numbers, reason->trace ? ++paths : 0);
    text_add(text, indent);
    formula_print(task->formulas, reason->formula, text);
    text_format(text, " is %s ", reason->truth ? "true" : "false");
    if (i && numbers.data[reason->parent])
      text_format(text, "in step %zu of path %u", reason->step, numbers.data[reason->parent]);
    else text_add(text, "initially");
    if (!reason->trace) {
      text_format(text, ": %s\n", ctl_reason_why(task, reason));
      continue;
    }
    text_format(text, ", as path %u shows:\n", paths);
    trace_text(task->system, reason->trace, options, inner.data, text);
  }
  text_free(&inner);
  vec_free(&numbers);
}
