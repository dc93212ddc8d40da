#include "check/result.h"

#include "base/memory.h"

void result_free(Result *result) {
  if (!result) return;
  outcome_free(&result->outcome);
  evidence_free(&result->evidence);
  task_free(result->task);
  mem_free(result->internal_error);
  mem_free(result->note);
  string_vec_free(&result->notes);
  string_vec_free(&result->names);
  mem_free(result);
}
