#include "gate/liars.h"

#include "base/memory.h"
#include "formula/formula.h"

/* ---- what they have to show ---- */

/* The answer of an honest engine. */
static EngineResult honest(const Task *task) {
  static const char *const names[] = {
      [TASK_BAD] = "ic3", [TASK_FAIR] = "fair", [TASK_CTL] = "iictl"};
  const Engine *engine = engine_find(names[task->kind]);
  EngineSetup setup = {0};
  Budget unlimited = BUDGET_UNLIMITED;
  void *state = engine_open(engine, task, &setup);
  engine->run(state, &unlimited);
  EngineResult result;
  engine->result(state, &result);
  engine->close(state);
  return result;
}

/* What an honest engine says about the same system and a question with this answer. */
static EngineResult other_question(const Task *task, bool holds) {
  Task *other = task_copy(task);
  Lit answer = lit_constant(!holds);
  other->bad = answer;
  vec_clear(&other->conditions);
  vec_push(&other->conditions, answer);
  Formulas *formulas = formulas_new();
  if (task->kind == TASK_CTL) {
    Formula atom = formula_atom(formulas, "other");
    formulas->atoms.data[0].literal = lit_not(answer);
    other->formulas = formulas;
    other->formula = formula_unary(formulas, OP_AG, atom);
    vec_clear(&other->atoms);
  }
  EngineResult result = honest(other);
  task_free(other);
  formulas_free(formulas);
  return result;
}

/* The first steps of the system, with all inputs and free latches zero: a trace, or a lasso that
 * does not close. */
static Evidence some_trace(const Task *task) {
  Trace *trace = trace_new();
  for (size_t k = 0; k < 2; k++) {
    trace_add_step(trace, task->system);
    if (k) trace_advance(trace, task->system, k - 1);
  }
  bool fair = task->kind == TASK_FAIR;
  if (fair) trace->loop = 0;
  return (Evidence){.kind = fair ? EVIDENCE_LASSO : EVIDENCE_TRACE, .trace = trace, .size = 2};
}

/* That all states are fine, and that every condition is missed for ever. */
static Evidence some_witness(const Task *task) {
  Witness *witness = witness_new(system_copy(task->system, NULL));
  witness->bad = LIT_FALSE;
  bool fair = task->kind == TASK_FAIR;
  for (size_t i = 0; fair && i < task->conditions.size; i++) vec_push(&witness->justice, LIT_FALSE);
  return (Evidence){.kind = fair ? EVIDENCE_RANKING : EVIDENCE_INVARIANT, .witness = witness};
}

/* That no violation is long, since no state can be reached: with an invariant that is none every
 * other question has the answer that it should have. */
static Evidence some_bounds(const Task *task) {
  bool fair = task->kind == TASK_FAIR;
  BmcProof *proof = mem_zalloc(sizeof *proof);
  proof->method = fair ? BMC_ONE : BMC_BAD;
  proof->criterion = fair ? BMC_INTO : BMC_BACKWARD;
  proof->invariant = witness_new(system_copy(task->system, NULL));
  proof->invariant->bad = LIT_TRUE;
  return (Evidence){.kind = EVIDENCE_BMC, .bmc = proof};
}

/* An update about a node that no formula here has. */
static Evidence some_proof(void) {
  CtlProof *proof = ctl_proof_new();
  ctl_proof_add(proof, CTL_OUT, 1000);
  return (Evidence){.kind = EVIDENCE_CTL, .ctl = proof, .size = 1};
}

/* ---- the lies ---- */

typedef struct {
  const Task *task;
  EngineResult lie;
} Liar;

static Liar *liar_new(const Task *task) {
  Liar *liar = mem_zalloc(sizeof *liar);
  liar->task = task;
  return liar;
}

static void say_holds_without_reason(Liar *liar) { liar->lie.verdict = VERDICT_HOLDS; }
static void say_violated_without_reason(Liar *liar) { liar->lie.verdict = VERDICT_VIOLATED; }

static void show_some_trace(Liar *liar) {
  bool ctl = liar->task->kind == TASK_CTL;
  liar->lie = (EngineResult){.verdict = VERDICT_VIOLATED,
                             .evidence = ctl ? some_proof() : some_trace(liar->task)};
}

static void show_some_certificate(Liar *liar) {
  bool ctl = liar->task->kind == TASK_CTL;
  liar->lie = (EngineResult){.verdict = VERDICT_HOLDS,
                             .evidence = ctl ? some_proof() : some_witness(liar->task)};
}

static void show_some_bounds(Liar *liar) {
  bool ctl = liar->task->kind == TASK_CTL;
  liar->lie = (EngineResult){.verdict = VERDICT_HOLDS,
                             .evidence = ctl ? some_proof() : some_bounds(liar->task)};
}

static void show_a_trace_for_holds(Liar *liar) {
  liar->lie = (EngineResult){.verdict = VERDICT_HOLDS, .evidence = some_trace(liar->task)};
}

static void show_a_certificate_for_violated(Liar *liar) {
  liar->lie = (EngineResult){.verdict = VERDICT_VIOLATED, .evidence = some_witness(liar->task)};
}

/* The evidence is right, and the verdict is the other one. */
static void say_the_opposite(Liar *liar) {
  liar->lie = honest(liar->task);
  bool holds = liar->lie.verdict == VERDICT_HOLDS;
  liar->lie.verdict = holds ? VERDICT_VIOLATED : VERDICT_HOLDS;
}

/* All is right but the name of the evidence, which users would be told. */
static void call_it_something_else(Liar *liar) {
  liar->lie = honest(liar->task);
  EvidenceKind *kind = &liar->lie.evidence.kind;
  *kind = *kind == EVIDENCE_LASSO ? EVIDENCE_TRACE : EVIDENCE_LASSO;
}

/* What cannot even be told to another process: it has not the form of its file. */
static void show_what_cannot_be_read(Liar *liar) {
  liar->lie = (EngineResult){.verdict = VERDICT_HOLDS};
  if (liar->task->kind == TASK_CTL) {
    liar->lie.evidence = some_proof();
    liar->lie.evidence.ctl->updates.data[0].node = UINT32_MAX;
  } else {
    liar->lie.evidence = some_witness(liar->task);
    system_free(liar->lie.evidence.witness->circuit);
    liar->lie.evidence.witness->circuit = system_new();
  }
}

static void prove_another_question(Liar *liar) { liar->lie = other_question(liar->task, true); }
static void refute_another_question(Liar *liar) { liar->lie = other_question(liar->task, false); }

/* ---- as engines ---- */

static Verdict liar_run(void *state, Budget *budget) {
  (void)budget;
  return ((Liar *)state)->lie.verdict;
}

static void liar_result(void *state, EngineResult *result) {
  Liar *liar = state;
  *result = liar->lie;
  liar->lie = (EngineResult){0};
}

static void liar_stats(const void *state, Stats *stats) {
  (void)state;
  (void)stats;
}

static void liar_close(void *state) {
  evidence_free(&((Liar *)state)->lie.evidence);
  mem_free(state);
}

#define OPENER(how_)                                                                               \
  static void *open_##how_(const Task *task, const EngineSetup *setup) {                           \
    (void)setup;                                                                                   \
    Liar *liar = liar_new(task);                                                                   \
    how_(liar);                                                                                    \
    return liar;                                                                                   \
  }
OPENER(say_holds_without_reason)
OPENER(say_violated_without_reason)
OPENER(show_some_trace)
OPENER(show_some_certificate)
OPENER(show_some_bounds)
OPENER(show_a_trace_for_holds)
OPENER(show_a_certificate_for_violated)
OPENER(say_the_opposite)
OPENER(call_it_something_else)
OPENER(show_what_cannot_be_read)
OPENER(prove_another_question)
OPENER(refute_another_question)

#define LIAR(name_, how_)                                                                          \
  {                                                                                                \
    .name = name_, .title = "Engine " name_, .summary = "a liar",                                  \
    .takes = TASKS_BAD | TASKS_FAIR | TASKS_CTL, .proves = true, .refutes = true,                  \
    .open = open_##how_, .run = liar_run, .result = liar_result, .stats = liar_stats,              \
    .close = liar_close                                                                            \
  }

const Engine liars[LIARS] = {
    LIAR("holds-without-reason", say_holds_without_reason),
    LIAR("violated-without-reason", say_violated_without_reason),
    LIAR("some-trace", show_some_trace),
    LIAR("some-certificate", show_some_certificate),
    LIAR("some-bounds", show_some_bounds),
    LIAR("trace-for-holds", show_a_trace_for_holds),
    LIAR("certificate-for-violated", show_a_certificate_for_violated),
    LIAR("opposite", say_the_opposite),
    LIAR("another-name", call_it_something_else),
    LIAR("unreadable", show_what_cannot_be_read),
    LIAR("proves-another", prove_another_question),
    LIAR("refutes-another", refute_another_question),
};
