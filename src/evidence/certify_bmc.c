/* See certify_bmc.h: what is handed over to the judge. */
#include "evidence/certify_bmc.h"

#include "base/memory.h"
#include "evidence/bridge.h"
#include "judge/bounded.h"
#include "system/evidence.h"
#include "task/direct_task.h"

typedef struct {
  const Task *task;
  const BmcProof *proof;
} Claim;

static BoundedMethod method_of(BmcMethod method) {
  static const BoundedMethod methods[] = {
      [BMC_ONE] = BOUNDED_ONE,         [BMC_OR] = BOUNDED_OR,       [BMC_FLAG] = BOUNDED_FLAG,
      [BMC_COUNTER] = BOUNDED_COUNTER, [BMC_TRANS] = BOUNDED_TRANS, [BMC_BAD] = BOUNDED_BAD};
  return methods[method];
}

static BoundedCriterion criterion_of(BmcCriterion criterion) {
  static const BoundedCriterion criteria[] = {[BMC_INTO] = BOUNDED_INTO,
                                              [BMC_OUT_OF] = BOUNDED_OUT_OF,
                                              [BMC_FORWARD] = BOUNDED_FORWARD,
                                              [BMC_BACKWARD] = BOUNDED_BACKWARD};
  return criteria[criterion];
}

static void argue(Judge *judge, void *about) {
  const Task *task = ((Claim *)about)->task;
  const BmcProof *proof = ((Claim *)about)->proof;
  if (task->kind != TASK_BAD && task->kind != TASK_FAIR)
    refuse(judge, "the proof is not valid: it is one of invariants and progress only");
  BoundedProof claim = {.progress = task->kind == TASK_FAIR,
                        .method = method_of(proof->method),
                        .set = proof->set,
                        .criterion = criterion_of(proof->criterion),
                        .m = proof->m,
                        .n = proof->n};
  claim.model = bridge_circuit(judge, task->system, NULL, "model");
  claim.known = bridge_circuit(judge, proof->invariant->circuit, NULL, "invariant");
  list_add(judge, &claim.known_bad, proof->invariant->bad);
  if (claim.progress) bridge_lits(judge, &task->conditions, &claim.conditions);
  else list_add(judge, &claim.bad, task->bad);
  for (size_t i = 0; i < proof->latches.size; i++)
    list_add(judge, &claim.latches, proof->latches.data[i]);
  check_bounded(&claim);
}

/* ---- by the formula itself ---- */

/* The invariant of a proof as one of a system that begins with its circuit. */
static Witness *known_of(const Witness *known, const System *system) {
  const System *circuit = known->circuit;
  Witness *own = witness_new(system_copy(system, NULL));
  Lit *map = aig_map_new(circuit->aig);
  for (size_t i = 0; i < circuit->inputs.size; i++)
    map[lit_node(circuit->inputs.data[i])] = own->circuit->inputs.data[i];
  for (size_t i = 0; i < circuit->latches.size; i++)
    map[lit_node(circuit->latches.data[i].current)] = own->circuit->latches.data[i].current;
  own->bad = aig_copy(own->circuit->aig, circuit->aig, known->bad, map);
  mem_free(map);
  return own;
}

static bool fits(const Task *task, const BmcProof *proof, Error *error) {
  const System *system = task->system, *circuit = proof->invariant->circuit;
  bool good = task->kind == TASK_FAIR && task_knows_ltl(task) &&
              circuit->inputs.size == system->inputs.size &&
              circuit->latches.size == system->latches.size;
  for (size_t i = 0; i < proof->latches.size; i++)
    good &= proof->latches.data[i] < system->latches.size;
  return good ||
         error_set(error, "the proof is not valid: it is not about a formula of this model");
}

/* The question is asked of the whole product, with what closes a lasso of the latches that count: a
 * violation has a run of the automaton beside it, so the automaton's constraints and what is known
 * of its states may be used; but its latches need not repeat. Then it is a proof about bad steps,
 * which the judge decides; that bad steps are violations is not the judge's matter. */
static bool certify_direct(const Task *task, const BmcProof *proof, Budget *budget,
                           Scrutiny *scrutiny, Error *error) {
  if (!fits(task, proof, error)) return false;
  Lit *map;
  Task *bad = task_new(TASK_BAD, system_copy(task->system, &map));
  LitVec atoms = {0};
  for (size_t i = 0; i < task->atoms.size; i++) {
    Lit atom = task->atoms.data[i];
    vec_push(&atoms, atom == LIT_NONE ? LIT_NONE : aig_map_lit(map, atom));
  }
  BmcProof own = *proof;
  own.method = BMC_BAD;
  own.latches = (U32Vec){0};
  vec_append(&own.latches, &proof->latches);
  bad->bad = direct_add(bad->system, &own.latches, task->formulas, task->formula, &atoms);
  for (size_t i = task->system->latches.size; i < bad->system->latches.size; i++)
    vec_push(&own.latches, (uint32_t)i);
  own.invariant = known_of(proof->invariant, bad->system);
  Claim claim = {bad, &own};
  bool good = bridge_judge(argue, &claim, budget, scrutiny, error);
  witness_free(own.invariant);
  vec_free(&own.latches);
  vec_free(&atoms);
  mem_free(map);
  task_free(bad);
  return good;
}

bool certify_bmc(const Task *task, const BmcProof *proof, Budget *budget, Scrutiny *scrutiny,
                 Error *error) {
  if (proof->method == BMC_DIRECT) return certify_direct(task, proof, budget, scrutiny, error);
  Claim claim = {task, proof};
  return bridge_judge(argue, &claim, budget, scrutiny, error);
}
