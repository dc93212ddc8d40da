/* What a check gives: the verdict, and the evidence that was checked for it. */
#ifndef RONDO_CHECK_RESULT_H
#define RONDO_CHECK_RESULT_H

#include "report/outcome.h"
#include "report/trace_form.h"

/* The public API hands it out under the same tag, as an opaque RondoResult. */
typedef struct RondoResult {
  Outcome outcome;
  Task *task;        /* the question on the unreduced system; traces are shown through it */
  Evidence evidence; /* of that task, checked */
  char *internal_error;
  StringVec notes;      /* what befell engines on the way */
  StringVec names;      /* of statistics that came from other processes */
  bool justice;         /* how witness files name the property: j or b ... */
  size_t index_in_kind; /* ... and this number */
  char *note;           /* of a product: how it was made (product_note.h), else NULL */
  TraceForm form;       /* of traces, as it suits the model */
} Result;

void result_free(Result *result);

#endif
