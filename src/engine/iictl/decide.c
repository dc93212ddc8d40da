/* `decide` of the paper's Figure 1 for task sets (3.3), as a stack machine. Each step looks at the
 * task on top: done, it is popped; else its node's operator says what is asked next. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

void decide(Iictl *e, CtlRef ref, Label label, TaskSet *tasks) {
  Frame *frame = mem_zalloc(sizeof *frame);
  frame->node = ctl_node(ref);
  frame->label = ctl_negated(ref) ? (label == LABEL_ALL ? LABEL_ONE : LABEL_ALL) : label;
  frame->tasks = *tasks;
  vec_push(&e->stack, frame);
  e->stats.tasks++;
}

void frame_free(Frame *frame) {
  tasks_free(&frame->tasks);
  search_close(&frame->search);
  vec_free(&frame->anchors);
  trace_free(frame->trace);
  ask_free(frame->question);
  mem_free(frame);
}

void decide_drop(Iictl *e) {
  Frame *top = vec_pop(&e->stack);
  frame_free(top);
}

void frame_drop_trace(Frame *frame) {
  trace_free(frame->trace);
  frame->trace = NULL;
  frame->walked = frame->led = false;
}

uint64_t decide_patience(const Iictl *e) {
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i < e->stack.size; i++) {
    uint64_t patience = e->stack.data[i]->patience;
    if (patience && patience < least) least = patience;
  }
  return least > e->sought_in_all ? least - e->sought_in_all : 1;
}

/* Gives up tasks that took too long, with all above them, and the walks that led to them. */
static bool give_up(Iictl *e) {
  for (size_t i = 0; i < e->stack.size; i++) {
    if (!e->stack.data[i]->patience || e->sought_in_all < e->stack.data[i]->patience) continue;
    while (e->stack.size > i) decide_drop(e);
    frame_drop_trace(vec_last(&e->stack));
    return true;
  }
  return false;
}

bool decide_goes_on(const Iictl *e) {
  for (size_t i = 0; i + 1 < e->stack.size; i++)
    if (e->structure->nodes.data[e->stack.data[i]->node].kind != CTL_AND) return true;
  const Frame *top = vec_last(&e->stack);
  return top->label == LABEL_ALL && top->tasks.predicate != LIT_NONE;
}

bool frame_undecided(Iictl *e, Frame *frame, Bits *state) {
  const Bounds *bounds = &e->nodes[frame->node].bounds;
  if (frame->label == LABEL_ALL) {
    if (tasks_any(e, &frame->tasks, lit_not(bounds->upper), NULL) || e->interrupted) return false;
    return tasks_any(e, &frame->tasks, lit_not(bounds->lower), state);
  }
  if (tasks_any(e, &frame->tasks, bounds->lower, NULL) || e->interrupted) return false;
  return tasks_any(e, &frame->tasks, bounds->upper, state);
}

/* A conjunction. All: first all at the left child, then all at the right one. One: those known to
 * satisfy the left child are asked at the right one; if there are none, the left child is to find
 * one. */
static void and_step(Iictl *e, Frame *frame) {
  const CtlNode *node = e->structure->nodes.data + frame->node;
  Lit open = aig_and(e->aig, e->nodes[frame->node].bounds.upper,
                     lit_not(e->nodes[frame->node].bounds.lower));
  TaskSet undecided = tasks_where(e, &frame->tasks, open);
  Lit left = lower_of(e, node->left);
  if (frame->label == LABEL_ALL) {
    bool first = tasks_any(e, &undecided, lit_not(left), NULL);
    if (e->interrupted) tasks_free(&undecided);
    else decide(e, first ? node->left : node->right, LABEL_ALL, &undecided);
    return;
  }
  bool found = tasks_any(e, &undecided, left, NULL);
  if (found) {
    TaskSet narrowed = tasks_where(e, &undecided, left);
    tasks_free(&undecided);
    undecided = narrowed;
  }
  if (e->interrupted) tasks_free(&undecided);
  else decide(e, found ? node->right : node->left, LABEL_ONE, &undecided);
}

/* ---- EX ---- */

/* Some successor is in L of the child: more states than this one have such. */
static void ex_in(Iictl *e, uint32_t v, const Bits *state, const Bits *inputs) {
  Cube *used;
  Lit goal = lower_of(e, e->structure->nodes.data[v].left);
  Cube *cube = step_lift(e, v, state, inputs, LIT_TRUE, goal, &used);
  if (!cube) return;
  update_in(e, v, cube, used);
  generalize_cube(e, v, cube);
  clause_free(cube);
  clause_free(used);
}

/* Queries (5) and (4), in this order: the cheap good news first. */
static void ex_decide(Iictl *e, uint32_t v, const Bits *state, Bits *inputs, Bits *next) {
  CtlRef child = e->structure->nodes.data[v].left;
  step_assume(e, e->structure->valid);
  step_assume_next(e, e->reachable);
  step_assume_next(e, lower_of(e, child));
  step_assume_state(e, state);
  SatResult result = step_solve(e);
  if (result == SAT_SATISFIABLE) {
    step_inputs(e, inputs);
    ex_in(e, v, state, inputs);
  }
  if (result != SAT_UNSATISFIABLE) return;
  StepQuery query = step_query(e, e->nodes[v].bounds.upper, upper_of(e, child));
  Cube *core = step_refute(e, &query, state);
  if (core) {
    update_out_cube(e, v, 0, core);
    clause_free(core);
  } else if (!e->interrupted) {
    step_next_state(e, next);
    TaskSet tasks = {.predicate = LIT_NONE};
    tasks_add(&tasks, next);
    decide(e, child, LABEL_ALL, &tasks);
  }
}

static void ex_step(Iictl *e, Frame *frame, const Bits *state) {
  Bits inputs = bits_new(e->system->inputs.size), next = bits_new(e->system->latches.size);
  ex_decide(e, frame->node, state, &inputs, &next);
  bits_free(&inputs);
  bits_free(&next);
}

/* ---- the machine ---- */

void decide_step(Iictl *e, Budget *budget) {
  if (give_up(e)) return;
  Frame *frame = vec_last(&e->stack);
  Bits state = bits_new(e->system->latches.size);
  /* A query that was stopped goes on at once: nothing has changed, and to look again would make the
   * run depend on where it was stopped. */
  bool open = frame->search.waiting || frame_undecided(e, frame, &state);
  if (e->interrupted) {
    bits_free(&state);
    return;
  }
  if (!open) {
    decide_drop(e);
  } else if (frame->search.reach || frame->trace || !generalize_rest(e, frame->node)) {
    switch (e->structure->nodes.data[frame->node].kind) {
    case CTL_PREDICATE: assert(!"a predicate leaves nothing open"); break;
    case CTL_AND: and_step(e, frame); break;
    case CTL_EX: ex_step(e, frame, &state); break;
    case CTL_EU: until_step(e, frame, budget); break;
    case CTL_EG: always_step(e, frame, budget); break;
    }
  }
  bits_free(&state);
}
