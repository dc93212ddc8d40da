/* See reduce_work.h. */
#include "net/reduce_work.h"

static void note_around(ReduceWork *work, uint32_t transition) {
  const ReduceTransition *noted = &work->transitions.data[transition];
  for (size_t i = 0; i < noted->take.size; i++)
    vec_push(&work->places.data[noted->take.data[i].place].around, transition);
  for (size_t i = 0; i < noted->put.size; i++)
    if (!net_weight(&noted->take, noted->put.data[i].place))
      vec_push(&work->places.data[noted->put.data[i].place].around, transition);
}

uint32_t reduce_add_transition(ReduceWork *work, ReduceTransition made) {
  uint32_t number = (uint32_t)work->transitions.size;
  vec_push(&work->transitions, made);
  note_around(work, number);
  return number;
}

uint32_t reduce_sequence(ReduceWork *work, uint32_t first, uint32_t second, uint32_t times) {
  vec_push(&work->sequences, ((ReduceSequence){false, first, second, times}));
  return (uint32_t)work->sequences.size - 1;
}

void reduce_work_begin(ReduceWork *work, const Net *net, const NetVisible *visible,
                       NetPreserve what, Budget *budget) {
  *work = (ReduceWork){.net = net, .what = what, .budget = budget};
  for (size_t i = 0; i < net->places.size; i++) {
    ReducePlace place = {.initial = net->places.data[i].initial,
                         .alive = true,
                         .visible = bits_get(&visible->places, i)};
    vec_push(&work->places, place);
  }
  for (uint32_t i = 0; i < net->transitions.size; i++) {
    const NetTransition *from = &net->transitions.data[i];
    ReduceTransition to = {
        .sequence = i, .original = i, .alive = true, .visible = bits_get(&visible->transitions, i)};
    vec_append(&to.take, &from->take);
    vec_append(&to.put, &from->put);
    vec_push(&work->sequences, ((ReduceSequence){true, i, 0, 0}));
    reduce_add_transition(work, to);
  }
}

void reduce_work_end(ReduceWork *work) {
  for (size_t i = 0; i < work->transitions.size; i++) {
    vec_free(&work->transitions.data[i].take);
    vec_free(&work->transitions.data[i].put);
  }
  for (size_t i = 0; i < work->places.size; i++) vec_free(&work->places.data[i].around);
  for (size_t i = 0; i < work->leftovers.size; i++) vec_free(&work->leftovers.data[i].take);
  vec_free(&work->transitions);
  vec_free(&work->places);
  vec_free(&work->sequences);
  vec_free(&work->prefix);
  vec_free(&work->leftovers);
}

void reduce_kill_transition(ReduceWork *work, uint32_t transition, ReduceRule rule) {
  assert(work->transitions.data[transition].alive && !work->transitions.data[transition].visible);
  work->transitions.data[transition].alive = false;
  work->applied[rule]++;
}

static void drop_arc(NetArcVec *arcs, uint32_t place) {
  size_t kept = 0;
  for (size_t i = 0; i < arcs->size; i++)
    if (arcs->data[i].place != place) arcs->data[kept++] = arcs->data[i];
  arcs->size = kept;
}

void reduce_kill_place(ReduceWork *work, uint32_t place, ReduceRule rule) {
  ReducePlace *killed = &work->places.data[place];
  assert(killed->alive && !killed->visible);
  killed->alive = false;
  for (size_t i = 0; i < killed->around.size; i++) {
    ReduceTransition *transition = &work->transitions.data[killed->around.data[i]];
    drop_arc(&transition->take, place);
    drop_arc(&transition->put, place);
  }
  vec_free(&killed->around);
  work->applied[rule]++;
}

void reduce_clean(ReduceWork *work) {
  for (size_t i = 0; i < work->places.size; i++) {
    U32Vec *around = &work->places.data[i].around;
    size_t kept = 0;
    for (size_t k = 0; k < around->size; k++)
      if (work->transitions.data[around->data[k]].alive) around->data[kept++] = around->data[k];
    around->size = kept;
  }
}
