/* Without constraints and fairness every state has a path. With constraints alone, it is enough
 * that every state with a step has one to a state that has a step again: the predicate of
 * deadlock.h, asked of all states, reachable or not. So it is with the codes that no value of a
 * type has, which readers exclude by constraints. Fair paths are not looked for. */
#include "front/smv/smv_paths.h"

#include "front/deadlock.h"
#include "logic/cnf.h"

enum { MOST_WORK = 1000000 }; /* of the solver: a matter of seconds */

/* Whether no step satisfies the constraints and the literal. */
static bool is_impossible(const System *system, Lit lit) {
  Sat *sat = sat_new(SAT_CADICAL);
  Cnf *cnf = cnf_new(system->aig, sat);
  Budget budget = budget_slice(NULL, MOST_WORK);
  for (size_t i = 0; i < system->constraints.size; i++)
    cnf_assert(cnf, system->constraints.data[i]);
  cnf_assert(cnf, lit);
  bool impossible = sat_solve(sat, &budget) == SAT_UNSATISFIABLE;
  cnf_free(cnf);
  sat_free(sat);
  return impossible;
}

bool smv_paths_everywhere(const Model *model, const Bits *state_inputs) {
  const System *system = model->system;
  if (system->fairness.size || model->compassion.size) return false;
  if (!system->constraints.size) return true;
  Model *scratch = model_new(model->file);
  system_free(scratch->system);
  scratch->system = system_copy(system, NULL);
  for (size_t i = 0; i < system->inputs.size; i++)
    if (bits_get(state_inputs, i)) /* a signal of the state says that it belongs to it */
      signal_add_bit(&scratch->system->signals, "", SIGNAL_STATE, scratch->system->inputs.data[i]);
  Error error = {0};
  bool everywhere = model_add_deadlock(scratch, &error) &&
                    is_impossible(scratch->system, vec_last(&scratch->properties).bad);
  error_free(&error);
  model_free(scratch);
  return everywhere;
}
