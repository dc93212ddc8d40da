/* What a check gives: the verdict, and the evidence that was checked for it. */
#ifndef RONDO_CHECK_RESULT_H
#define RONDO_CHECK_RESULT_H

#include "front/model.h"
#include "report/outcome.h"
#include "report/trace_form.h"
#include "term/memory_track.h"

/* The public API hands it out under the same tag, as an opaque RondoResult. */
typedef struct RondoResult {
  Outcome outcome;
  Task *task;        /* the question on the unreduced system; traces are shown through it */
  Evidence evidence; /* of that task, checked */
  char *internal_error;
  StringVec notes;        /* what befell engines on the way */
  StringVec names;        /* of statistics that came from other processes */
  bool justice;           /* how witness files name the property: j or b ... */
  size_t index_in_kind;   /* ... and this number */
  const Relation *words;  /* of the model, if witnesses are of words; else NULL */
  const Relation *design; /* of a model that was read from Verilog: Yosys knows its words */
  char *note;             /* of a product: how it was made (product_note.h), else NULL */
  TrackedVec tracked;     /* addresses of memories that the task knows of, and where they are */
  TrackedWordVec tracked_words;
  TraceForm form;  /* of traces, as it suits the model */
  Model *circuit;  /* that the task speaks of, where the model is none; owned, or NULL */
  bool shown_only; /* the task is there to show the trace, and is not what was asked */
} Result;

/* What is known before anything is tried. A number that no property has gives one without a name.
 */
Result *result_new(const Model *model, size_t property);
void result_free(Result *result);

#endif
