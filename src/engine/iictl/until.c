/* EU nodes. The upper bound query (7) looks for a path in U of the left child to U of the right
 * one, or to a state that is known to satisfy the node: with that the lower bound query (8) is part
 * of it. A path is then followed with the tasks of its states, until it is good or broken. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

/* Whether the path still is one inside the upper bounds; *known is the first step that is known to
 * satisfy the node, or the length. */
static bool path_stands(Iictl *e, const Frame *frame, size_t *known) {
  const CtlNode *node = e->structure->nodes.data + frame->node;
  const Bounds *bounds = &e->nodes[frame->node].bounds;
  size_t length = frame->trace->steps.size;
  for (size_t i = 0; i < length; i++) {
    const Bits *state = &frame->trace->steps.data[i].latches;
    if (state_satisfies(e, state, bounds->lower)) {
      *known = i;
      return true;
    }
    if (!state_satisfies(e, state, bounds->upper) ||
        !state_satisfies(e, state, upper_of(e, i + 1 < length ? node->left : node->right)))
      return false;
  }
  *known = length;
  return true;
}

/* The states of the path before `end` that are not known to satisfy the left child. */
static TaskSet open_steps(Iictl *e, const Frame *frame, size_t end) {
  Lit lower = lower_of(e, e->structure->nodes.data[frame->node].left);
  TaskSet tasks = {.predicate = LIT_NONE};
  for (size_t i = 0; i < end; i++) {
    const Bits *state = &frame->trace->steps.data[i].latches;
    if (!state_satisfies(e, state, lower)) tasks_add(&tasks, state);
  }
  return tasks;
}

static void follow(Iictl *e, Frame *frame) {
  const CtlNode *node = e->structure->nodes.data + frame->node;
  size_t known;
  if (!path_stands(e, frame, &known)) {
    frame_drop_trace(frame);
    return;
  }
  if (known == frame->trace->steps.size) { /* where it ends decides first */
    TaskSet tasks = {.predicate = LIT_NONE};
    tasks_add(&tasks, &vec_last(&frame->trace->steps).latches);
    decide(e, node->right, LABEL_ALL, &tasks);
    /* Where a walk ends is a guess, which may cost as much as was done before it. */
    if (frame->walked) vec_last(&e->stack)->patience = e->sought_in_all + far_due(e, frame->node);
    return;
  }
  TaskSet tasks = open_steps(e, frame, known);
  if (tasks.states.size) {
    decide(e, node->left, LABEL_ALL, &tasks);
    return;
  }
  tasks_free(&tasks);
  generalize_path(e, frame->node, frame->trace, 0, known);
  if (!e->interrupted) frame_drop_trace(frame);
}

void until_step(Iictl *e, Frame *frame, Budget *budget) {
  if (frame->trace) {
    follow(e, frame);
    return;
  }
  const CtlNode *node = e->structure->nodes.data + frame->node;
  Lit upper = aig_and(e->aig, e->reachable, e->nodes[frame->node].bounds.upper);
  Lit lower = e->nodes[frame->node].bounds.lower;
  Lit open = aig_and(e->aig, e->nodes[frame->node].bounds.upper, lit_not(lower));
  if (!search_serves(e, &frame->search, &frame->tasks, open)) {
    TaskSet from = tasks_where(e, &frame->tasks, open);
    search_tasks(e, &frame->search, &from);
    tasks_free(&from);
  }
  Lit target = aig_and(e->aig, upper, aig_or(e->aig, lookahead(e, node->right), lower));
  Lit inside = aig_and(e->aig, upper, upper_of(e, node->left));
  uint64_t due = far_due(e, frame->node), *sought = &e->nodes[frame->node].sought;
  uint64_t before = reach_stats(frame->search.reach)->query_work;
  uint64_t most = *sought < due ? due - *sought : 1, patience = decide_patience(e);
  Budget slice = budget_slice(budget, most < patience ? most : patience);
  ReachResult result = search_run(&frame->search, target, inside, upper, &slice);
  uint64_t work = reach_stats(frame->search.reach)->query_work - before;
  *sought += work;
  e->sought_in_all += work;
  switch (result) {
  case REACH_TRACE: frame->trace = reach_trace(frame->search.reach); break;
  case REACH_PROOF: {
    ClauseVec proof = search_proof(e, &frame->search);
    update_out(e, frame->node, 0, &proof);
    clauses_free(&proof);
    search_close(&frame->search);
    break;
  }
  case REACH_UNKNOWN:
    if (*sought >= due) far_try(e, frame);
    break;
  }
}
