/* Obligations and their queue. An obligation is a cube that must be blocked in a frame; the
 * earliest frame comes first, within it the obligation farthest from the target (so that a path is
 * followed to its end), then the oldest. A blocked obligation is not forgotten but returns for the
 * next frame, so that traces longer than the number of frames are found and no predecessor is
 * computed twice.
 *
 * Obligations form a tree towards the target; an obligation lives as long as it is queued or an
 * obligation leads to it. */
#include "engine/effort.h"
#include "engine/reach/internal.h"

Obligation *obligation_new(Reach *reach, Cube *cube, Cube *inputs, Obligation *next, size_t at) {
  Obligation *obligation = mem_zalloc(sizeof *obligation);
  obligation->cube = cube;
  obligation->inputs = inputs;
  obligation->next = next;
  if (next) next->references++;
  obligation->level = (uint32_t)at;
  obligation->depth = next ? next->depth + 1 : 0;
  obligation->number = reach->obligation_count++;
  obligation->references = 1;
  reach->stats.obligations++;
  for (size_t i = 0; reach->options.effort && i < cube->size; i++)
    effort_note_obligation(reach->options.effort, effort_latch(reach, cube->lits[i]));
  return obligation;
}

void obligation_release(Obligation *obligation) {
  while (obligation && !--obligation->references) {
    Obligation *next = obligation->next;
    clause_free(obligation->cube);
    clause_free(obligation->inputs);
    mem_free(obligation);
    obligation = next;
  }
}

static bool before(const Obligation *a, const Obligation *b) {
  if (a->level != b->level) return a->level < b->level;
  if (a->depth != b->depth) return a->depth > b->depth;
  return a->number < b->number;
}

void queue_push(ObligationQueue *queue, Obligation *obligation) {
  vec_push(queue, obligation);
  size_t i = queue->size - 1;
  for (size_t up = (i - 1) / 2; i && before(obligation, queue->data[up]); up = (i - 1) / 2) {
    queue->data[i] = queue->data[up];
    queue->data[i = up] = obligation;
  }
}

Obligation *queue_top(const ObligationQueue *queue) { return queue->size ? queue->data[0] : NULL; }

Obligation *queue_pop(ObligationQueue *queue) {
  Obligation *top = queue->data[0], *last = vec_pop(queue);
  if (!queue->size) return top;
  size_t i = 0;
  for (;;) {
    size_t child = 2 * i + 1;
    if (child >= queue->size) break;
    if (child + 1 < queue->size && before(queue->data[child + 1], queue->data[child])) child++;
    if (!before(queue->data[child], last)) break;
    queue->data[i] = queue->data[child];
    i = child;
  }
  queue->data[i] = last;
  return top;
}

void queue_clear(ObligationQueue *queue) {
  for (size_t i = 0; i < queue->size; i++) obligation_release(queue->data[i]);
  vec_clear(queue);
}
