#include "evidence/evidence_form.h"

const EvidenceRow evidence_table[EVIDENCE_KINDS] = {
    [EVIDENCE_NONE] = {.name = "none"},
    [EVIDENCE_TRACE] = {"trace", TASKS_BAD, .violated = true, .form = &form_trace},
    [EVIDENCE_LASSO] = {"lasso", TASKS_FAIR, .violated = true, .form = &form_trace},
    [EVIDENCE_INVARIANT] = {"invariant", TASKS_BAD, .holds = true, .form = &form_witness},
    [EVIDENCE_RANKING] = {"ranking", TASKS_FAIR, .holds = true, .form = &form_witness},
    [EVIDENCE_CTL] = {"ctl", TASKS_CTL, .holds = true, .violated = true, .form = &form_ctl},
    [EVIDENCE_STATES] = {.name = "states"}, /* no engine can hand it over: see check/net_second.h */
    [EVIDENCE_LINEAR] = {.name = "linear"}, /* nor this: see check/net_linear.c */
    [EVIDENCE_CLAIMS] = {.name = "claims"}, /* nor this: see check/net_claims.c */
    [EVIDENCE_RUNS] = {.name = "runs"},     /* nor this: see check/net_whole.c */
    [EVIDENCE_PREFIX] = {.name = "prefix"}, /* nor this: see check/net_unfold.c */
    [EVIDENCE_DIAGRAM] = {.name = "diagram"}, /* nor this: see check/net_diagram.c */
    [EVIDENCE_BMC] = {"bmc", TASKS_BAD | TASKS_FAIR, .holds = true, .form = &form_bmc},
};

const char *evidence_kind_name(EvidenceKind kind) { return evidence_table[kind].name; }

const EvidenceForm *evidence_form(const Evidence *evidence) {
  const EvidenceForm *form = evidence_table[evidence->kind].form;
  return form && form->is_there(evidence) ? form : NULL;
}

bool evidence_check(const EvidenceClaim *claim, const Evidence *evidence, Error *error) {
  const EvidenceRow *row = evidence_table + evidence->kind;
  bool shows = (claim->verdict == VERDICT_HOLDS && row->holds) ||
               (claim->verdict == VERDICT_VIOLATED && row->violated);
  if (!row->form) return error_set(error, "the engine gave no evidence");
  if (!shows || !(row->tasks >> claim->task->kind & 1)) /* users are told which kind it was */
    return error_set(error, "evidence of kind %s does not fit the answer", row->name);
  if (!row->form->is_there(evidence)) return error_set(error, "the evidence is empty");
  return row->form->check(claim, evidence, error);
}
