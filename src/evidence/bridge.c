#include "evidence/bridge.h"

#include <assert.h>
#include <stdlib.h>

#include "evidence/names.h"
#include "judge/solver.h"

/* ---- circuits ---- */

static const char *name_by_system(const Circuit *circuit, Lit lit) {
  Text text = {0};
  name_literal(circuit->owner, lit, &text);
  char *name = zeroed(&circuit->judge->pool, text.size + 1, 1);
  memcpy(name, text.data, text.size);
  text_free(&text);
  return name;
}

/* The graph's numbers are a topological order, and are kept. */
Circuit *bridge_circuit(Judge *judge, const System *system, const LitVec *resets,
                        const char *what) {
  const Aig *aig = system->aig;
  Circuit *c = circuit_new(judge, aig->size);
  c->name = name_by_system;
  c->owner = system;
  for (size_t i = 0; i < system->inputs.size; i++) define_input(c, system->inputs.data[i]);
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    Lit reset = latch->reset == RESET_FREE ? latch->current : lit_constant(latch->reset == RESET_1);
    define_latch(c, (Register){latch->current, latch->next, resets ? resets->data[i] : reset});
    if (latch->next == LIT_NONE)
      refuse(judge, "%s of the %s has no next-state function", name_of(c, latch->current), what);
  }
  for (uint32_t node = 1; node < aig->size; node++) {
    Lit lit = lit_of(node, false);
    if (aig_is_and(aig, node)) define_gate(c, lit, aig->nodes[node].left, aig->nodes[node].right);
    else if (c->variables[node].kind == IS_UNDEFINED)
      define_input(c, lit); /* nobody's variable: any value in any step */
  }
  bridge_lits(judge, &system->constraints, &c->constraints);
  bridge_lits(judge, &system->fairness, &c->fairness);
  bridge_lits(judge, &system->compassion, &c->compassion);
  return c;
}

void bridge_lits(Judge *judge, const LitVec *from, Lits *to) {
  for (size_t i = 0; i < from->size; i++) list_add(judge, to, from->data[i]);
}

/* ---- the solver ---- */

enum { HURRY_WORK = 200000 }; /* of a question that may stay without an answer */

typedef struct {
  Budget *budget;
  Scrutiny *scrutiny;
} Context;

/* Clauses wait until a question needs them: in a large design most questions are about what is
 * built alike in model and certificate, and are answered as they are asked. */
typedef struct {
  const Judge *judge;
  Sat *sat;
  IntVec waiting; /* clauses that the solver has not got yet, each with a zero behind it */
  int truth;      /* what the first clause says, which the solver has; 0 before it */
} Handle;

static void *handle_new(const Judge *judge) {
  const Context *context = judge->context;
  Handle *handle = mem_alloc(sizeof *handle);
  *handle = (Handle){.judge = judge, .sat = scrutiny_solver(context->scrutiny)};
  return handle;
}

static void handle_free(void *solver) {
  Handle *handle = solver;
  vec_free(&handle->waiting);
  sat_free(handle->sat);
  mem_free(handle);
}

/* The gate wants to make its variables itself. */
static int known(const Handle *handle, int lit) {
  while (sat_variables(handle->sat) < abs(lit)) sat_variable(handle->sat);
  return lit;
}

static void hand_over(const Handle *handle, const int *lits, size_t count) {
  for (size_t i = 0; i < count; i++) known(handle, lits[i]);
  sat_clause(handle->sat, lits, count);
}

static void handle_clause(void *solver, const int *lits, size_t count) {
  Handle *handle = solver;
  if (!handle->truth) {
    assert(count == 1); /* prover_new */
    handle->truth = lits[0];
    hand_over(handle, lits, count);
    return;
  }
  for (size_t i = 0; i < count; i++) vec_push(&handle->waiting, lits[i]);
  vec_push(&handle->waiting, 0);
}

static void hand_over_waiting(Handle *handle) {
  const IntVec *waiting = &handle->waiting;
  for (size_t i = 0, start = 0; i < waiting->size; i++) {
    if (waiting->data[i]) continue;
    hand_over(handle, waiting->data + start, i - start);
    start = i + 1;
  }
  vec_clear(&handle->waiting);
}

/* Whether something is assumed that contradicts the clause that the solver has got: then it needs
 * no other. */
static bool is_absurd(const Handle *handle, const int *assumed, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (assumed[i] == -handle->truth) return true;
  return false;
}

static Answer handle_solve(void *solver, const int *assumed, size_t count, unsigned patience) {
  Handle *handle = solver;
  const Context *context = handle->judge->context;
  if (!is_absurd(handle, assumed, count)) hand_over_waiting(handle);
  Budget slice = budget_slice(context->budget, patience * HURRY_WORK); /* 0: all that there is */
  for (size_t i = 0; i < count; i++) sat_assume(handle->sat, known(handle, assumed[i]));
  SatResult result =
      scrutiny_solve(context->scrutiny, handle->sat, handle->judge->obligation, &slice);
  return result == SAT_SATISFIABLE     ? ANSWER_SATISFIABLE
         : result == SAT_UNSATISFIABLE ? ANSWER_UNSATISFIABLE
                                       : ANSWER_NONE;
}

static bool handle_value(void *solver, int lit) {
  return sat_value(((Handle *)solver)->sat, known(solver, lit));
}

static const SolverKind sat_gate = {handle_new, handle_free, handle_clause, handle_solve,
                                    handle_value};

bool bridge_judge(void (*argue)(Judge *, void *), void *about, Budget *budget, Scrutiny *scrutiny,
                  Error *report) {
  Context context = {budget, scrutiny};
  Judge *judge = mem_zalloc(sizeof *judge);
  judge->solvers = &sat_gate;
  judge->context = &context;
  bool good = judge_run(judge, argue, about) == JUDGE_ACCEPTED;
  if (scrutiny_failed(scrutiny, report)) good = false;
  else if (!good) error_set(report, "%s", judge->sentence);
  mem_free(judge);
  return good;
}
