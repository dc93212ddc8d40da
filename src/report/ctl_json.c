#include "report/ctl_json.h"

#include "base/memory.h"
#include "report/ctl_text.h"

enum { NONE = -1 };

/* By reason: its first child, and the next child of the same parent. */
typedef struct {
  int64_t first, next;
} Links;

/* Reasons name their parents, and come after them. */
static Links *links_of(const CtlReasonVec *reasons) {
  Links *links = mem_array(reasons->size, sizeof *links);
  for (size_t i = reasons->size; i-- > 0;) links[i] = (Links){NONE, NONE};
  for (size_t i = reasons->size; i-- > 1;) { /* backwards, so that children are in order */
    Links *parent = links + reasons->data[i].parent;
    links[i].next = parent->first;
    parent->first = (int64_t)i;
  }
  return links;
}

/* All of a reason up to its children. */
static void open_reason(const Task *task, const CtlReasonVec *reasons, size_t i,
                        StepsJsonOptions options, Text *text) {
  const CtlReason *reason = reasons->data + i;
  Text formula = {0};
  formula_print(task->formulas, reason->formula, &formula);
  text_add(text, "{\"formula\":");
  text_json(text, formula.data);
  text_free(&formula);
  text_format(text, ",\"holds\":%s", reason->truth ? "true" : "false");
  if (i && reasons->data[reason->parent].trace) text_format(text, ",\"step\":%zu", reason->step);
  if (reason->trace) {
    text_add(text, ",\"trace\":");
    steps_json(task->system, reason->trace, options, text);
  } else {
    text_add(text, ",\"why\":");
    text_json(text, ctl_reason_why(task, reason));
  }
  text_add(text, ",\"children\":[");
}

void ctl_json(const Task *task, const CtlReasonVec *reasons, StepsJsonOptions options, Text *text) {
  Links *links = links_of(reasons);
  int64_t at = 0;
  bool down = true; /* the children of `at` are still to come */
  open_reason(task, reasons, 0, options, text);
  for (;;) {
    int64_t next = down ? links[at].first : NONE;
    if (next == NONE) {
      text_add(text, "]}");
      if (!at) break;
      next = links[at].next;
      if (next != NONE) text_char(text, ',');
    }
    down = next != NONE;
    at = down ? next : (int64_t)reasons->data[at].parent;
    if (down) open_reason(task, reasons, (size_t)at, options, text);
  }
  mem_free(links);
}
