/* CTL of a net from its initial marking on, as far as the answer needs; see net_job.h and
 * engine/explicit/local.h. */
#include "base/memory.h"
#include "check/net_claims.h"
#include "check/net_distance.h"
#include "check/net_job.h"

typedef struct {
  const Model *model;
  Space *space;
} LocalNet;

static const Tokens *marking_of(LocalNet *local, uint32_t state) {
  Space *space = local->space;
  if (space->opened != state) space_open(space, state);
  return space->cursor.state;
}

static Numbers successors(void *context, uint32_t state) {
  return space_successors(((LocalNet *)context)->space, state);
}

static bool holds(void *context, Formula f, uint32_t state) {
  LocalNet *local = context;
  return net_formula_holds(local->model, f, marking_of(local, state));
}

static bool stuck(void *context) {
  const Space *space = ((LocalNet *)context)->space;
  return space->overflow || store_full(space->store);
}

static uint64_t distance(void *context, Formula f, uint32_t state) {
  LocalNet *local = context;
  return net_distance(local->model, f, marking_of(local, state));
}

/* ---- the question ---- */

CtlTruth net_search_locally(const Model *model, Space *space, Claims *claims, Formula f,
                            Budget *budget) {
  LocalNet local = {model, space};
  LocalSpace as_seen = {&local, successors, holds, distance, stuck};
  return ctl_locally(&as_seen, claims, f, budget);
}

/* A search that was left, with what it found out. */
typedef struct NetLocal {
  Formula f; /* which may have become simpler since */
  Space *space;
  Claims *claims;
} NetLocal;

void net_forget_local(NetQuestion *question) {
  NetLocal *local = question->local;
  if (!local) return;
  claims_free(local->claims);
  space_free(local->space);
  mem_free(local);
  question->local = NULL;
}

static NetLocal *local_of(const NetJob *job, NetQuestion *question) {
  if (question->local && question->local->f != question->formula) net_forget_local(question);
  if (question->local) return question->local;
  NetLocal *local = mem_zalloc(sizeof *local);
  local->f = question->formula;
  local->space = space_new(job->graph, (SpaceOptions){.keep_edges = true});
  local->claims = claims_new(job->model->formulas, question->formula);
  return question->local = local;
}

void net_try_local(NetJob *job, NetQuestion *question, Budget *budget) {
  const Model *model = job->model;
  NetLocal *local = local_of(job, question);
  Formula f = local->f;
  Space *space = local->space;
  Claims *claims = local->claims;
  Error error = {0};
  CtlTruth truth = net_search_locally(model, space, claims, f, budget), shown = CTL_UNKNOWN;
  if (truth != CTL_UNKNOWN)
    shown = net_claims_show(model, claims, space->store, f, truth == CTL_TRUE, budget, &error);
  if (shown == CTL_TRUE) {
    question->verdict = truth == CTL_TRUE ? VERDICT_HOLDS : VERDICT_VIOLATED;
    give_out_checked(job, question, "explicit", EVIDENCE_CLAIMS, claims->count);
  } else if (shown == CTL_FALSE) {
    give_out_error(job, question, "explicit", error.message);
  }
  error_free(&error);
  bool enough = !question->result || space->overflow || store_full(space->store);
  if (enough || budget_state(budget) == BUDGET_MEMORY) net_forget_local(question);
}
