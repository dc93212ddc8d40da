/* Any bytes as a file of CTL formulas and as a CTL proof. Formulas that are read print as something
 * that is read again as the same formula; of proofs that are read the checker says what the judge
 * says that enumerates the states. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/certify_ctl.h"
#include "evidence/ctl_file.h"
#include "formula/ctl/ctl_sequence.h"
#include "oracle/ctl_judge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_formulas(const char *text) {
  Formulas *formulas = formulas_new();
  NamedFormulaVec named = {0};
  Error error = {0};
  bool good = ctl_sequence_parse(formulas, "fuzz", text, &named, &error);
  assert(good == !error.message);
  for (size_t i = 0; i < named.size && good; i++) {
    Text printed = {0};
    formula_print(formulas, named.data[i].formula, &printed);
    Formula again = formula_parse(formulas, LOGIC_CTL, printed.data, &error);
    assert(again == named.data[i].formula);
    text_free(&printed);
  }
  error_free(&error);
  named_formulas_free(&named);
  formulas_free(formulas);
}

/* Whether all updates follow and show the verdict, and nothing false with them. */
static bool shown(const Task *task, const CtlProof *proof, Verdict verdict) {
  CtlJudge *judge = ctl_judge_new(task);
  bool good = ctl_judge_gates(judge, &proof->gates);
  for (size_t i = 0; i < proof->updates.size && good; i++) {
    good = ctl_judge_update(judge, proof->updates.data + i) == CTL_FOLLOWS;
    assert(!ctl_judge_fault(judge));
  }
  good = good && ctl_judge_verdict(judge, verdict);
  ctl_judge_free(judge);
  return good;
}

/* AG EF not a, where a sticks once it is set: violated. A free input b must be set again and again:
 * so there are EX, EU and EG nodes, and a condition. */
static void try_proof(const char *text) {
  Error error = {0};
  Verdict verdict;
  CtlProof *proof = ctl_file_read("fuzz", text, &verdict, &error);
  assert(!proof == !!error.message);
  error_free(&error);
  if (!proof) return;
  System *system = system_new();
  Lit input = system_input(system), a = system_latch(system, RESET_0);
  Lit b = system_latch(system, RESET_FREE);
  system_set_next(system, a, aig_or(system->aig, a, input));
  system_set_next(system, b, system_input(system));
  vec_push(&system->fairness, b);
  Formulas *formulas = formulas_new();
  Formula atom = formula_atom(formulas, "a");
  formulas->atoms.data[0].literal = lit_not(a);
  Task *task = task_new(TASK_CTL, system);
  task->formulas = formulas;
  task->formula = formula_unary(formulas, OP_AG, formula_unary(formulas, OP_EF, atom));
  for (Verdict claim = VERDICT_HOLDS; claim <= VERDICT_VIOLATED; claim++) {
    assert(certify_ctl(task, proof, claim, NULL, &error) == shown(task, proof, claim));
    error_free(&error);
  }
  task_free(task);
  formulas_free(formulas);
  ctl_proof_free(proof);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (size) memcpy(text, data, size);
  text[size] = 0;
  if (ctl_file_recognise(text, size)) try_proof(text);
  else try_formulas(text);
  free(text);
  return 0;
}
