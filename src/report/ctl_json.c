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
                        TraceOptions options, Json *json) {
  const CtlReason *reason = reasons->data + i;
  Text formula = {0};
  formula_print(task->formulas, reason->formula, &formula);
  json_object(json);
  json_string(json_key(json, "formula"), formula.data);
  text_free(&formula);
  json_bool(json_key(json, "holds"), reason->truth);
  if (i && reasons->data[reason->parent].trace) json_uint(json_key(json, "step"), reason->step);
  if (reason->trace) steps_json(task->system, reason->trace, options, json_key(json, "trace"));
  else json_string(json_key(json, "why"), ctl_reason_why(task, reason));
  json_array(json_key(json, "children"));
}

static void close_reason(Json *json) {
  json_close(json); /* the children */
  json_close(json);
}

void ctl_json(const Task *task, const CtlReasonVec *reasons, TraceOptions options, Json *json) {
  Links *links = links_of(reasons);
  int64_t at = 0;
  bool down = true; /* the children of `at` are still to come */
  open_reason(task, reasons, 0, options, json);
  for (;;) {
    int64_t next = down ? links[at].first : NONE;
    if (next == NONE) {
      close_reason(json);
      if (!at) break;
      next = links[at].next;
    }
    down = next != NONE;
    at = down ? next : (int64_t)reasons->data[at].parent;
    if (down) open_reason(task, reasons, (size_t)at, options, json);
  }
  mem_free(links);
}
