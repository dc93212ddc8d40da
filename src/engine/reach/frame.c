/* Frames. Frame k over-approximates the states that are reachable from F in at most k steps. Frames
 * are kept as differences: a lemma is listed once, in the last frame where it is known to hold, and
 * holds in all earlier ones; the infinite frame, which holds forever, is kept apart. A frame k > 0
 * without lemmas of its own equals the next one, which is the fixpoint.
 *
 * Subsumption is looked at in both directions when a lemma comes in. A subsumed lemma leaves its
 * list at once, but stays in the solvers, where it does no harm; they are renewed when much of what
 * they hold is obsolete (query.c). */
#include "engine/effort.h"
#include "engine/reach/internal.h"

#include <stdlib.h>

/* How fast the activity of literals in old lemmas fades. */
#define ACTIVITY_GROWTH 1.02
#define ACTIVITY_LIMIT 1e100

void frames_reach(Reach *reach, size_t at) {
  while (reach->frames.size <= at) vec_push(&reach->frames, (Frame){0});
}

static void frame_free(Frame *frame) {
  clauses_free(&frame->lemmas);
  solver_free(frame->solver);
}

void frames_free(Reach *reach) {
  for (size_t i = 0; i < reach->frames.size; i++) frame_free(&reach->frames.data[i]);
  vec_free(&reach->frames);
  frame_free(&reach->infinite);
}

static void load(Reach *reach, Solver *solver, const Clause *clause) {
  vec_clear(&reach->scratch);
  for (size_t i = 0; i < clause->size; i++)
    vec_push(&reach->scratch, now_literal(reach->model, clause->lits[i]));
  sat_clause(solver->sat, reach->scratch.data, reach->scratch.size);
  solver->lemmas++;
}

bool frame_is_exact(const Reach *reach, size_t at) {
  return at == 0 && reach->from_value && !reach->initiation_queried;
}

void frame_load(Reach *reach, Solver *solver, size_t from) {
  for (size_t k = from; k < reach->frames.size; k++)
    for (size_t i = 0; i < reach->frames.data[k].lemmas.size; i++)
      load(reach, solver, reach->frames.data[k].lemmas.data[i]);
  for (size_t i = 0; i < reach->infinite.lemmas.size; i++)
    load(reach, solver, reach->infinite.lemmas.data[i]);
}

static void bump(Reach *reach, const Clause *clause) {
  reach->activity_step *= ACTIVITY_GROWTH;
  for (size_t i = 0; i < clause->size; i++)
    reach->activity[model_place(reach->model, clause->lits[i])] += reach->activity_step;
  if (reach->activity_step < ACTIVITY_LIMIT) return;
  for (size_t i = 0; i < reach->model->places; i++) reach->activity[i] /= ACTIVITY_LIMIT;
  reach->activity_step /= ACTIVITY_LIMIT;
}

struct Ranked {
  double activity;
  Lit lit;
};

static int compare_activity(const void *a, const void *b) {
  const struct Ranked *x = a, *y = b;
  if (x->activity != y->activity) return x->activity < y->activity ? -1 : 1;
  return (x->lit > y->lit) - (x->lit < y->lit);
}

void activity_sort(Reach *reach, Lit *lits, size_t count, bool ascending) {
  if (count < 2) return;
  if (!reach->ranked) reach->ranked = mem_array(reach->model->places, sizeof *reach->ranked);
  struct Ranked *ranked = reach->ranked;
  for (size_t i = 0; i < count; i++)
    ranked[i] = (struct Ranked){reach->activity[model_place(reach->model, lits[i])], lits[i]};
  qsort(ranked, count, sizeof *ranked, compare_activity);
  for (size_t i = 0; i < count; i++) lits[i] = ranked[ascending ? i : count - 1 - i].lit;
}

/* A lemma that is gone from the list of frame `at` is obsolete in the solvers up to there. */
static void retire(Reach *reach, size_t at) {
  for (size_t k = 0; k <= at && k < reach->frames.size; k++)
    if (reach->frames.data[k].solver) reach->frames.data[k].solver->obsolete++;
}

void frames_remove(Reach *reach, size_t at, size_t index) {
  ClauseVec *lemmas = &reach->frames.data[at].lemmas;
  clause_free(lemmas->data[index]);
  reach->stats.lemmas_alive--;
  lemmas->data[index] = vec_last(lemmas);
  lemmas->size--;
  retire(reach, at);
}

void frames_add_clause(Reach *reach, Clause *clause, size_t at) {
  if (at != LEVEL_INFINITE) frames_reach(reach, at);
  for (size_t k = 0; k <= at && k < reach->frames.size; k++) {
    ClauseVec *lemmas = &reach->frames.data[k].lemmas;
    for (size_t i = lemmas->size; i-- > 0;)
      if (clause_subsumes(clause, lemmas->data[i])) {
        frames_remove(reach, k, i);
        reach->stats.subsumed++;
      }
    if (reach->frames.data[k].solver && !frame_is_exact(reach, k))
      load(reach, reach->frames.data[k].solver, clause);
  }
  Frame *frame = at == LEVEL_INFINITE ? &reach->infinite : &reach->frames.data[at];
  vec_push(&frame->lemmas, clause);
  if (at == LEVEL_INFINITE) {
    if (frame->solver) load(reach, frame->solver, clause);
    reach->stats.infinite_lemmas++;
  } else if (at < reach->first_changed) reach->first_changed = at;
  reach->stats.lemmas++;
  reach->stats.lemmas_alive++;
  reach->stats.lemma_literals += clause->size;
  bump(reach, clause);
  for (size_t i = 0; reach->options.effort && i < clause->size; i++)
    effort_note_lemma(reach->options.effort, effort_latch(reach, clause->lits[i]));
}

void frames_advance(Reach *reach, size_t at, size_t index) {
  frames_reach(reach, at + 1);
  ClauseVec *lemmas = &reach->frames.data[at].lemmas;
  Clause *clause = lemmas->data[index];
  lemmas->data[index] = vec_last(lemmas);
  lemmas->size--;
  Frame *next = &reach->frames.data[at + 1];
  for (size_t i = next->lemmas.size; i-- > 0;)
    if (clause_subsumes(clause, next->lemmas.data[i])) {
      frames_remove(reach, at + 1, i);
      reach->stats.subsumed++;
    }
  vec_push(&next->lemmas, clause);
  if (next->solver) load(reach, next->solver, clause);
}

static bool blocks(const Frame *frame, const Lit *clause, size_t count, uint64_t signature) {
  for (size_t i = 0; i < frame->lemmas.size; i++)
    if (clause_subsumes_lits(frame->lemmas.data[i], clause, count, signature)) return true;
  return false;
}

bool frames_block(const Reach *reach, const Lit *cube, size_t count, size_t at) {
  LitVec clause = {0};
  for (size_t i = 0; i < count; i++) vec_push(&clause, lit_not(cube[i]));
  uint64_t signature = clause_signature(clause.data, count);
  bool blocked = blocks(&reach->infinite, clause.data, count, signature);
  for (size_t k = at; k < reach->frames.size && !blocked; k++)
    blocked = blocks(&reach->frames.data[k], clause.data, count, signature);
  vec_free(&clause);
  return blocked;
}

static int compare(const void *a, const void *b) {
  const Clause *x = *(Clause *const *)a, *y = *(Clause *const *)b;
  if (x->size != y->size) return x->size < y->size ? -1 : 1;
  return memcmp(x->lits, y->lits, x->size * sizeof *x->lits);
}

void frames_sort(Frame *frame) {
  if (frame->lemmas.size > 1)
    qsort(frame->lemmas.data, frame->lemmas.size, sizeof *frame->lemmas.data, compare);
}

ClauseVec frames_clauses(const Reach *reach, size_t from) {
  ClauseVec all = clauses_copy(&reach->infinite.lemmas);
  for (size_t k = from; k < reach->frames.size; k++)
    for (size_t i = 0; i < reach->frames.data[k].lemmas.size; i++)
      vec_push(&all, clause_copy(reach->frames.data[k].lemmas.data[i]));
  return all;
}

ReachFrames reach_frames(const Reach *reach) {
  ReachFrames frames = {0};
  for (size_t k = 0; k < reach->frames.size; k++)
    vec_push(&frames, clauses_copy(&reach->frames.data[k].lemmas));
  return frames;
}

void reach_frames_free(ReachFrames *frames) {
  for (size_t k = 0; k < frames->size; k++) clauses_free(&frames->data[k]);
  vec_free(frames);
}

void reach_begin_with(Reach *reach, const ReachFrames *frames) {
  for (size_t k = 0; k < frames->size; k++)
    for (size_t i = 0; i < frames->data[k].size; i++)
      frames_add_clause(reach, clause_copy(frames->data[k].data[i]), k);
}
