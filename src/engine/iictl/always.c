/* EG nodes. Before a fair-cycle engine is asked (ask.c), and beside it, the node grows a path
 * inside U from a task state: from one fairness condition to the next, round after round, or,
 * without conditions, step by step. After a round it asks for a way back to where an earlier one
 * began. The path ends
 * - in a fair lasso, or in a state that is known to satisfy the node; its states are then tasks for
 *   the child, until all satisfy it or one does not;
 * - in a state from which a condition cannot be reached any more inside U, or that has no successor
 *   there: the proof of that removes it, with many others, from U, and the path is cut back.
 * So U converges to the fair hull of Emerson and Lei, as far as tasks need it, by inductive proofs
 * in place of fixpoints. Every round that has no way back is in another strongly connected
 * component than those before it: that ends, too. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

/* Without conditions a way back is asked for at these lengths of the path, and with limited effort:
 * if there is none so far, walking on will tell. */
enum { FIRST_CLOSE = 4, CLOSE_WORK = 50000 };

static const Bits *state_at(const Frame *frame, size_t i) {
  return &frame->trace->steps.data[i].latches;
}

static size_t length_of(const Frame *frame) { return frame->trace->steps.size; }

static void drop_path(Frame *frame) {
  frame->led = false;
  trace_free(frame->trace);
  frame->trace = NULL;
  search_close(&frame->search);
  vec_clear(&frame->anchors);
}

static void arrive(Frame *frame) {
  frame->fresh = true;
  search_close(&frame->search);
}

static void begin_path(Iictl *e, Frame *frame) {
  Bits state = bits_new(e->system->latches.size);
  if (frame_undecided(e, frame, &state)) {
    frame->trace = answer_take_lasso(e, frame->node, frame->led ? NULL : &state);
    frame->led = frame->trace != NULL;
    if (!frame->led) {
      frame->trace = trace_new();
      bits_or(&trace_add_step(frame->trace, e->system)->latches, &state);
    }
    vec_push(&frame->anchors, 0);
    frame->condition = 0;
    frame->closing = false;
    frame->next_close = FIRST_CLOSE;
    frame->depth = deep_most(e, frame->node) > 0;
    arrive(frame);
  }
  bits_free(&state);
}

static void cut_to(Frame *frame, size_t length) {
  trace_cut(frame->trace, length);
  while (frame->anchors.size && vec_last(&frame->anchors) >= length) frame->anchors.size--;
  frame->trace->loop = TRACE_NO_LOOP;
  frame->led = false;
  frame->condition = 0;
  frame->closing = false;
  arrive(frame);
}

/* Cuts the path before its first state that left U; false if nothing is left. */
static bool path_stands(Iictl *e, Frame *frame) {
  Lit upper = e->nodes[frame->node].bounds.upper;
  for (size_t i = 0; i < length_of(frame); i++) {
    if (state_satisfies(e, state_at(frame, i), upper)) continue;
    if (i) cut_to(frame, i);
    else drop_path(frame);
    return i > 0;
  }
  return true;
}

/* The path is complete: to the child with its states, then into L. */
static void complete(Iictl *e, Frame *frame, size_t end) {
  Lit lower = lower_of(e, e->structure->nodes.data[frame->node].left);
  TaskSet tasks = {.predicate = LIT_NONE};
  for (size_t i = 0; i < end; i++)
    if (!state_satisfies(e, state_at(frame, i), lower)) tasks_add(&tasks, state_at(frame, i));
  if (tasks.states.size) {
    decide(e, e->structure->nodes.data[frame->node].left, LABEL_ALL, &tasks);
    return;
  }
  tasks_free(&tasks);
  size_t stem = end;
  if (frame->trace->loop != TRACE_NO_LOOP) {
    stem = (size_t)frame->trace->loop;
    generalize_cycle(e, frame->node, frame->trace, stem);
  }
  if (!e->interrupted) generalize_path(e, frame->node, frame->trace, 0, stem);
  if (!e->interrupted) drop_path(frame);
}

/* ---- growing the path ---- */

static void append_state(Iictl *e, Frame *frame, const Bits *inputs, const Bits *next) {
  Step *last = &vec_last(&frame->trace->steps);
  bits_fill(&last->inputs, false); /* what was left there when the path was cut */
  bits_or(&last->inputs, inputs);
  Step *step = trace_add_step(frame->trace, e->system);
  bits_or(&step->latches, next);
  arrive(frame);
}

/* A run of Reach from the last state on, which is its first one. */
static void append_run(Iictl *e, Frame *frame) {
  Trace *run = reach_trace(frame->search.reach);
  for (size_t i = 0; i + 1 < run->steps.size; i++)
    append_state(e, frame, &run->steps.data[i].inputs, &run->steps.data[i + 1].latches);
  trace_free(run);
}

/* Turns the path into a lasso if its last state occurred before, at `first` or later; the last
 * state, a repetition, is dropped. */
static bool close_at(Frame *frame, size_t first) {
  size_t last = length_of(frame) - 1;
  for (size_t i = first; i < last; i++)
    if (bits_equal(state_at(frame, i), state_at(frame, last))) {
      cut_to(frame, last);
      frame->trace->loop = (int64_t)i;
      return true;
    }
  return false;
}

static Lit path_set(Iictl *e, const Frame *frame) {
  Lit set = LIT_FALSE;
  for (size_t i = 0; i < length_of(frame); i++) {
    Cube *cube = cube_of_state(e->system, state_at(frame, i));
    set = aig_or(e->aig, set, cube_build(e->aig, cube));
    clause_free(cube);
  }
  return set;
}

/* Whether the last state has an edge to a state of `next` inside U; it becomes the new last state
 * if `walk` says so. Without any edge, the states like the last one are removed. */
static bool take_edge(Iictl *e, Frame *frame, Lit next, bool walk) {
  Lit inside = e->nodes[frame->node].bounds.upper;
  StepQuery query = step_query(e, inside, aig_and(e->aig, inside, next));
  const Bits *last = state_at(frame, length_of(frame) - 1);
  if (next == LIT_TRUE) {
    Cube *core = step_refute(e, &query, last);
    if (core) update_out_cube(e, frame->node, 0, core);
    if (core || e->interrupted) {
      clause_free(core);
      return false;
    }
  } else {
    step_assume_query(e, &query);
    step_assume_state(e, last);
    if (step_solve(e) != SAT_SATISFIABLE) return false;
  }
  if (walk) {
    Bits inputs = bits_new(e->system->inputs.size), state = bits_new(e->system->latches.size);
    step_inputs(e, &inputs);
    step_next_state(e, &state);
    append_state(e, frame, &inputs, &state);
    bits_free(&inputs);
    bits_free(&state);
  }
  return true;
}

/* Asks for a way back to steps of the path. */
static ReachResult run_back(Iictl *e, Frame *frame, Lit target, Budget *budget) {
  Lit upper = aig_and(e->aig, e->reachable, e->nodes[frame->node].bounds.upper);
  if (!frame->search.reach)
    search_successors(e, &frame->search, state_at(frame, length_of(frame) - 1));
  return search_run(&frame->search, aig_and(e->aig, target, upper), upper, upper, budget);
}

/* Cuts the path behind its first state that is known to satisfy the node, or that was there before;
 * false if there is none. */
static bool path_ends(Iictl *e, Frame *frame) {
  for (size_t i = 1; i < length_of(frame); i++) {
    bool ends = state_satisfies(e, state_at(frame, i), e->nodes[frame->node].bounds.lower);
    for (size_t j = 0; j < i && !ends; j++)
      ends = bits_equal(state_at(frame, i), state_at(frame, j));
    if (!ends) continue;
    cut_to(frame, i + 1);
    close_at(frame, 0);
    return true;
  }
  return false;
}

/* Without fairness: asks for paths from the first state, twice as long each time, until there is
 * none, one runs into something known, or one goes around a loop. */
static void go_deep(Iictl *e, Frame *frame) {
  DeepResult result = deep_walk(e, frame->node, frame->depth, false, frame->trace);
  if (result == DEEP_PATH) {
    if (path_ends(e, frame)) return;
    cut_to(frame, 1);
    result = deep_walk(e, frame->node, frame->depth, true, frame->trace);
    if (result == DEEP_PATH && path_ends(e, frame)) return;
    if (e->interrupted) return;
    frame->depth = 2 * frame->depth <= deep_most(e, frame->node) ? 2 * frame->depth : 0;
  } else if (result == DEEP_UNKNOWN && !e->interrupted) {
    frame->depth = 0;
  }
}

/* Without fairness every infinite path will do: prefer one that is known, or closes. */
static void walk(Iictl *e, Frame *frame, Budget *budget) {
  Lit known = e->nodes[frame->node].bounds.lower;
  if (frame->closing) {
    uint64_t done = frame->search.reach ? reach_stats(frame->search.reach)->query_work : 0;
    Budget slice = budget_slice(budget, done < CLOSE_WORK ? CLOSE_WORK - done : 1);
    ReachResult result = run_back(e, frame, path_set(e, frame), &slice);
    bool tired = reach_stats(frame->search.reach)->query_work >= CLOSE_WORK;
    if (result == REACH_TRACE) {
      append_run(e, frame);
      close_at(frame, 0);
    } else if (result == REACH_PROOF || tired) {
      frame->closing = false;
      frame->next_close *= 2;
      search_close(&frame->search);
    }
    return;
  }
  if (take_edge(e, frame, aig_or(e->aig, known, path_set(e, frame)), true)) close_at(frame, 0);
  else if (e->interrupted) return;
  else if (length_of(frame) >= frame->next_close) frame->closing = true;
  else take_edge(e, frame, LIT_TRUE, true);
}

/* The steps that a way back may lead to: where earlier rounds began. With one condition the last
 * state will do, too: it meets it. */
static Lit anchor_set(Iictl *e, const Frame *frame) {
  Lit set = LIT_FALSE;
  size_t count = frame->anchors.size - (e->system->fairness.size > 1);
  for (size_t i = 0; i < count; i++) {
    Cube *cube = cube_of_state(e->system, state_at(frame, frame->anchors.data[i]));
    set = aig_or(e->aig, set, cube_build(e->aig, cube));
    clause_free(cube);
  }
  return set;
}

static void finish_lasso(Frame *frame) {
  size_t last = length_of(frame) - 1;
  for (size_t i = 0; i < frame->anchors.size; i++) {
    size_t anchor = frame->anchors.data[i];
    if (anchor < last && bits_equal(state_at(frame, anchor), state_at(frame, last))) {
      cut_to(frame, last);
      frame->trace->loop = (int64_t)anchor;
      return;
    }
  }
}

/* One more condition, or the way back. */
static void go_round(Iictl *e, Frame *frame, Budget *budget) {
  const Bounds *bounds = &e->nodes[frame->node].bounds;
  size_t conditions = e->system->fairness.size;
  size_t condition = (e->nodes[frame->node].first + frame->condition) % conditions;
  if (frame->fresh) {
    bool alive = take_edge(e, frame, LIT_TRUE, false);
    frame->fresh = !alive;
    if (!alive) return;
  }
  Lit target = frame->closing ? anchor_set(e, frame)
                              : aig_or(e->aig, e->system->fairness.data[condition], bounds->lower);
  /* A way back to single states may be hard to exclude; further rounds may show why there is none.
   * So this costs twice as much in each round, and in the end is done in full. */
  uint64_t most = (uint64_t)CLOSE_WORK << (frame->anchors.size < 30 ? frame->anchors.size : 30);
  uint64_t done = frame->search.reach ? reach_stats(frame->search.reach)->query_work : 0;
  Budget slice = budget_slice(budget, !frame->closing ? 0 : done < most ? most - done : 1);
  ReachResult result = run_back(e, frame, target, &slice);
  bool tired = frame->closing && reach_stats(frame->search.reach)->query_work >= most;
  switch (result) {
  case REACH_TRACE:
    append_run(e, frame);
    if (frame->closing) {
      frame->closing = false;
      finish_lasso(frame);
    } else if (++frame->condition == conditions) {
      frame->condition = 0;
      frame->closing = true;
      vec_push(&frame->anchors, (uint32_t)(length_of(frame) - 1));
    }
    break;
  case REACH_PROOF:
    if (frame->closing) {
      frame->closing = false;
    } else {
      ClauseVec proof = search_proof(e, &frame->search);
      update_out(e, frame->node, condition, &proof);
      clauses_free(&proof);
      /* What could not be met once is likely to fail again: it is tried first from now on. */
      e->nodes[frame->node].first = condition;
      frame->condition = 0;
      frame->fresh = true;
    }
    search_close(&frame->search);
    break;
  case REACH_UNKNOWN:
    if (!tired) break;
    frame->closing = false;
    search_close(&frame->search);
    break;
  }
}

void always_step(Iictl *e, Frame *frame, Budget *budget) {
  if (!frame->trace && (walls_exclude(e, frame->node) || e->interrupted)) return;
  if (!frame->trace) begin_path(e, frame);
  if (!frame->trace || !path_stands(e, frame)) return;
  size_t last = length_of(frame) - 1;
  if (state_satisfies(e, state_at(frame, last), e->nodes[frame->node].bounds.lower)) {
    frame->trace->loop = TRACE_NO_LOOP;
    complete(e, frame, last);
  } else if (frame->trace->loop != TRACE_NO_LOOP) {
    complete(e, frame, last + 1);
  } else if (e->system->fairness.size) {
    go_round(e, frame, budget);
  } else if (frame->depth) {
    if (last) cut_to(frame, 1);
    go_deep(e, frame);
  } else {
    walk(e, frame, budget);
  }
}
