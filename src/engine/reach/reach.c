/* The object and its phases. Between two steps the whole state of the search is in the object, so
 * it can stop there and go on later; see reach_run in the header.
 *
 *   BLOCK      takes the first obligation, or, if the queue has none for the frames up to this
 *              level, asks for a step of G in that frame; if there is none, the frame is complete;
 *   PROPAGATE  moves lemmas forward into the next frame; ends with a fixpoint or a new level;
 *   DONE. */
#include "engine/reach/internal.h"

#include "base/random.h"

const ReachOptions reach_default_options = REACH_DEFAULTS;

static void take_target(Reach *reach, const ReachSet *target) {
  for (size_t i = 0; i < reach->targets.size; i++) vec_free(&reach->targets.data[i]);
  vec_clear(&reach->targets);
  assert(target->kind == REACH_CUBES || target->kind == REACH_PREDICATE);
  if (target->kind == REACH_PREDICATE) {
    LitVec alternative = {0};
    vec_push(&alternative, target->predicate);
    vec_push(&reach->targets, alternative);
  }
  for (size_t i = 0; target->kind == REACH_CUBES && i < target->count; i++) {
    LitVec alternative = {0};
    for (size_t k = 0; k < target->cubes[i]->size; k++)
      vec_push(&alternative, target->cubes[i]->lits[k]);
    vec_push(&reach->targets, alternative);
  }
  reach->target_leaves = target->leaves;
  reach->targets_are_states =
      target->kind == REACH_CUBES && !target->leaves && !reach->model->system->constraints.size;
}

Reach *reach_new(const ReachModel *model, const ReachSet *from, const ReachSet *target,
                 const ReachOptions *options) {
  Reach *reach = mem_zalloc(sizeof *reach);
  reach->model = model;
  reach->options = options ? *options : reach_default_options;
  initiation_open(reach, from);
  take_target(reach, target);
  vec_append(&reach->always, &model->constraints);
  reach->mark = mem_array((size_t)model->formula->variables + 1, sizeof *reach->mark);
  reach->activity = mem_array(model->places, sizeof *reach->activity);
  reach->activity_step = 1;
  Random random = {reach->options.seed};
  for (size_t i = 0; i < model->places && reach->options.seed; i++)
    reach->activity[i] = (double)random_below(&random, 1000) / 1000;
  frames_reach(reach, 1);
  return reach;
}

void reach_free(Reach *reach) {
  if (!reach) return;
  queue_clear(&reach->queue);
  vec_free(&reach->queue);
  frames_free(reach);
  solver_free(reach->lift);
  solver_free(reach->initiation);
  for (size_t i = 0; i < reach->targets.size; i++) vec_free(&reach->targets.data[i]);
  vec_free(&reach->targets);
  for (size_t i = 0; i < reach->constraints.size; i++) constraint_free(&reach->constraints.data[i]);
  vec_free(&reach->constraints);
  clauses_free(&reach->from_cubes);
  trace_free(reach->trace);
  mem_free(reach->from_value);
  mem_free(reach->activity);
  mem_free(reach->ranked);
  vec_free(&reach->ordered);
  mem_free(reach->mark);
  vec_free(&reach->domain);
  vec_free(&reach->always);
  vec_free(&reach->scratch);
  mem_free(reach);
}

void reach_restart(Reach *reach) {
  queue_clear(&reach->queue);
  reach->target_next = 0;
  if (reach->result == REACH_PROOF) return; /* a proof is one under stronger constraints, too */
  trace_free(reach->trace);
  reach->trace = NULL;
  reach->result = REACH_UNKNOWN;
  reach->phase = PHASE_BLOCK;
}

void reach_retarget(Reach *reach, const ReachSet *target) {
  take_target(reach, target);
  reach->result = REACH_UNKNOWN;
  reach_restart(reach);
  reach->level = 0;
  reach->first_changed = 1;
}

void reach_add_invariant(Reach *reach, const ClauseVec *clauses) {
  for (size_t i = 0; i < clauses->size; i++)
    frames_add_clause(reach, clause_copy(clauses->data[i]), LEVEL_INFINITE);
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void learn(Reach *reach, LitVec *cube, size_t at) {
  Cube *blocked = clause_new(cube->data, cube->size);
  frames_add_clause(reach, clause_negation(blocked), at);
  clause_free(blocked);
}

/* A new obligation, unless F meets it: then the trace is complete. Takes the cubes. */
static void oblige(Reach *reach, Cube *cube, Cube *inputs, Obligation *next, size_t at) {
  Obligation *obligation = obligation_new(reach, cube, inputs, next, at);
  bool apart = initiation_holds(reach, cube->lits, cube->size);
  if (reach->interrupted) obligation_release(obligation);
  else if (apart) queue_push(&reach->queue, obligation);
  else {
    reach->trace = counterexample_build(reach, obligation);
    if (reach->trace) reach->result = REACH_TRACE;
    obligation_release(obligation);
  }
}

/* What is left of the activity of an obligation that is blocked and waits for a later frame. */
#define ACTIVITY_LATER 0.6

/* Blocks the obligation in its frame, or finds a predecessor; the obligation goes back to the
 * queue. */
static void block(Reach *reach, Obligation *obligation) {
  const Cube *cube = obligation->cube;
  size_t at = obligation->level;
  if (frames_block(reach, cube->lits, cube->size, at)) {
    obligation->level++;
    return;
  }
  obligation->activity += 1;
  LitVec core = {0};
  if (at == 0) { /* F does not meet it, or it would not be in the queue */
    initiation_repair(reach, cube->lits, cube->size, &core);
    if (!reach->interrupted) {
      learn(reach, &core, 0);
      obligation->level = 1;
    }
    vec_free(&core);
    return;
  }
  switch (query_relative(reach, at - 1, cube->lits, cube->size, true, QUERY_BLOCK, &core)) {
  case SAT_UNSATISFIABLE:
    generalize(reach, &core, at, obligation);
    at = push_forward(reach, &core, at);
    learn(reach, &core, at);
    obligation->level = (uint32_t)at + 1;
    obligation->activity *= ACTIVITY_LATER;
    break;
  case SAT_SATISFIABLE: {
    Cube *predecessor, *inputs;
    if (lift_predecessor(reach, cube, 0, 2, &predecessor, &inputs))
      oblige(reach, predecessor, inputs, obligation, at - 1);
    break;
  }
  case SAT_UNKNOWN: break;
  }
  vec_free(&core);
}

/* Asks for a step of G in the current frame. True if there is none. */
static bool frame_excludes_target(Reach *reach) {
  while (reach->target_next < reach->targets.size) {
    size_t alternative = reach->target_next;
    SatResult result = query_target(reach, reach->level, alternative);
    if (result == SAT_UNSATISFIABLE) {
      reach->target_next++;
      continue;
    }
    Cube *cube, *inputs;
    if (result == SAT_UNKNOWN) return false;
    if (reach->targets_are_states) {
      const LitVec *lits = &reach->targets.data[alternative];
      oblige(reach, clause_new(lits->data, lits->size), clause_new(NULL, 0), NULL, reach->level);
    } else if (lift_predecessor(reach, NULL, alternative, 2, &cube, &inputs))
      oblige(reach, cube, inputs, NULL, reach->level);
    return false;
  }
  reach->target_next = 0;
  return true;
}

static void make_step(Reach *reach) {
  switch (reach->phase) {
  case PHASE_BLOCK: {
    Obligation *top = queue_top(&reach->queue);
    if (top && top->level <= reach->level) {
      queue_pop(&reach->queue);
      block(reach, top);
      queue_push(&reach->queue, top);
    } else if (frame_excludes_target(reach)) {
      propagate_begin(reach);
      reach->phase = PHASE_PROPAGATE;
    }
    break;
  }
  case PHASE_PROPAGATE:
    if (propagate_step(reach)) reach->phase = PHASE_BLOCK;
    break;
  case PHASE_DONE: break;
  }
  if (reach->result != REACH_UNKNOWN) reach->phase = PHASE_DONE;
}

void reach_begin(Reach *reach, Budget *budget) {
  reach->hard = budget_without_work(budget);
  reach->interrupted = false;
}

ReachResult reach_run(Reach *reach, Budget *budget) {
  reach_begin(reach, budget);
  while (reach->phase != PHASE_DONE) {
    uint64_t before = reach->hard.used;
    make_step(reach);
    budget_use(budget, reach->hard.used - before);
    if (reach->interrupted || budget_spent(budget)) break;
  }
  return reach->result;
}

/* ---- results --------------------------------------------------------------------------------- */

Trace *reach_trace(const Reach *reach) {
  assert(reach->result == REACH_TRACE);
  return trace_copy(reach->trace);
}

ClauseVec reach_proof(const Reach *reach) {
  assert(reach->result == REACH_PROOF);
  ClauseVec proof = frames_clauses(reach, reach->proof_frame);
  clauses_reduce(&proof);
  return proof;
}

ClauseVec reach_infinite(const Reach *reach) {
  ClauseVec clauses = clauses_copy(&reach->infinite.lemmas);
  clauses_reduce(&clauses);
  return clauses;
}

ReachResult reach_result(const Reach *reach) { return reach->result; }

size_t reach_frame(const Reach *reach) { return reach->level; }

const StatField reach_stat_fields[] = {
#define FIELD(name, meaning)                                                                       \
  { #name, meaning, STAT_COUNT, offsetof(ReachStats, name) }
    FIELD(frames, "frames"),
    FIELD(obligations, "obligations"),
    FIELD(lemmas, "lemmas learned"),
    FIELD(lemma_literals, "literals of all lemmas"),
    FIELD(lemmas_alive, "lemmas at the end"),
    FIELD(infinite_lemmas, "lemmas inductive on their own"),
    FIELD(subsumed, "lemmas dropped as subsumed"),
    FIELD(queries, "queries"),
    FIELD(query_work, "solver work of the queries"),
    FIELD(target_queries, "queries for a step of the target"),
    FIELD(block_queries, "queries that block an obligation"),
    FIELD(block_unsatisfiable, "of them unsatisfiable"),
    FIELD(drop_queries, "queries of generalization"),
    FIELD(drop_unsatisfiable, "of them unsatisfiable"),
    FIELD(push_queries, "queries that push a lemma forward"),
    FIELD(push_unsatisfiable, "of them unsatisfiable"),
    FIELD(lift_queries, "queries of lifting"),
    FIELD(initiation_queries, "queries of initiation"),
    FIELD(ctgs, "counterexamples to generalization"),
    FIELD(ctgs_blocked, "of them blocked"),
    FIELD(joins, "joins with a counterexample to generalization"),
    FIELD(predictions, "lemmas of the frame before that were tried with one more literal"),
    FIELD(predicted, "of these, lemmas"),
    FIELD(lift_before, "literals of predecessors"),
    FIELD(lift_after, "literals left by lifting"),
    FIELD(solvers, "solvers made"),
    FIELD(recycled, "solvers renewed"),
#undef FIELD
};
const size_t reach_stat_field_count = sizeof reach_stat_fields / sizeof *reach_stat_fields;

const ReachStats *reach_stats(const Reach *reach) { return &reach->stats; }
