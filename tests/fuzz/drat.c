/* Any bytes as a formula in DIMACS and, behind the first '%', a proof: no crash, and a formula
 * whose proof is accepted has no model, as a solver says, too. */
#include "evidence/drat.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "logic/sat.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool has_model(const IntVec *clauses) {
  Sat *sat = sat_new(SAT_CADICAL);
  for (size_t i = 0, start = 0; i < clauses->size; i++) {
    while (sat_variables(sat) < abs(clauses->data[i])) sat_variable(sat);
    if (clauses->data[i]) continue;
    sat_clause(sat, clauses->data + start, i - start);
    start = i + 1;
  }
  SatResult result = sat_solve(sat, NULL);
  sat_free(sat);
  return result == SAT_SATISFIABLE;
}

static bool small(const IntVec *clauses) {
  for (size_t i = 0; i < clauses->size; i++)
    if (abs(clauses->data[i]) > 1000) return false;
  return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data, *proof = size ? memchr(text, '%', size) : NULL;
  if (!proof) return 0;
  IntVec clauses = {0};
  Error error = {0};
  if (dimacs_read("fuzz", text, (size_t)(proof - text), &clauses, &error)) {
    proof++;
    DratOutcome outcome =
        drat_check(&clauses, "fuzz", proof, size - (size_t)(proof - text), NULL, NULL, &error);
    assert(outcome == DRAT_ACCEPTED ? !error.message : error.message != NULL);
    if (outcome == DRAT_ACCEPTED && small(&clauses)) {
      bool wrong = has_model(&clauses);
      assert(!wrong);
      (void)wrong;
    }
  }
  error_free(&error);
  vec_free(&clauses);
  return 0;
}
