/* The objects behind rondo.h. */
#ifndef RONDO_API_RESULT_H
#define RONDO_API_RESULT_H

#include "formula/ltl_task.h"
#include "front/model.h"
#include "report/outcome.h"
#include "rondo/rondo.h"

struct RondoModel {
  Model *model;
};

struct RondoResult {
  Outcome outcome;
  Task *task;         /* the question on the unreduced system; traces are shown through it */
  Evidence evidence;  /* of that task, checked */
  char *internal_error;
  StringVec notes; /* what befell engines on the way */
  StringVec names; /* of statistics that came from other processes */
  bool justice;       /* how witness files name the property: j or b ... */
  size_t index_in_kind; /* ... and this number */
  bool smv;             /* traces look as in NuSMV */
};

/* The task that a property of a model asks; NULL with the reason where no engine could take it. The
 * options matter to LTL alone. */
Task *task_of_property(const Model *model, size_t property, const LtlOptions *options,
                       Error *error);

/* The number of a property among the invariants or among the others, as AIGER files count. */
size_t property_index_in_kind(const Model *model, size_t property);

/* Says in *error, which may be NULL, why a file could not be written; false. */
bool failed(char **error, const char *file, const char *why);
/* Remembers a file that was written, for the JSON of the result. */
void note_file(const RondoResult *result, const char *what, const char *file);

#endif
