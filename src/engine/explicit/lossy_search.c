#include "engine/explicit/lossy_search.h"

#include <string.h>

#include "base/map.h"
#include "base/memory.h"

/* A state on the stack: the last one is `state` itself, the others come back when what was taken
 * after them is undone. */
typedef struct {
  uint32_t action; /* that led here */
  uint32_t place;  /* of the automaton */
  uint64_t hash;   /* of the state */
  uint64_t letter; /* what the automaton sees of it */
  size_t choices;  /* where its enabled actions begin, ... */
  size_t saved;    /* ... and the integers that the action changed */
  size_t edge, choice;
} Frame;
typedef VEC(Frame) FrameVec;

typedef struct {
  LossySearch *search;
  const Graph *graph;
  const Automaton *automaton; /* NULL: states alone are searched */
  uint32_t *state;
  FrameVec frames;
  U32Vec choices, saved;
  U32Vec run; /* the actions of all frames but the first */
  uint32_t *enabled;
  size_t seed; /* its frame while a cycle is searched, else SIZE_MAX */
  uint32_t *seed_state;
} Descent;

/* A sum over the integers, so that it follows their changes. Each position has a function of its
 * own, and so have the modes of a pair. */
static uint64_t hash_at(const Descent *d, uint32_t position) {
  return hash_word(hash_word(position + 1 + d->search->salt) ^ d->state[position]);
}

static void descent_init(Descent *d, LossySearch *search, const Automaton *automaton) {
  const Graph *graph = search->graph;
  *d = (Descent){.search = search, .graph = graph, .automaton = automaton, .seed = SIZE_MAX};
  d->state = mem_array(graph->width + 1, sizeof *d->state);
  d->seed_state = mem_array(graph->width + 1, sizeof *d->seed_state);
  d->enabled = mem_array(graph->actions + 1, sizeof *d->enabled);
  graph->initial(graph, d->state);
}

static void descent_free(Descent *d) {
  mem_free(d->state);
  mem_free(d->seed_state);
  mem_free(d->enabled);
  vec_free(&d->frames);
  vec_free(&d->choices);
  vec_free(&d->saved);
  vec_free(&d->run);
}

/* Fills in what can be done in the state. */
static void open_frame(Descent *d, Frame frame) {
  size_t count = d->graph->enabled(d->graph, d->state, d->enabled);
  frame.choices = d->choices.size;
  for (size_t i = 0; i < count; i++) vec_push(&d->choices, d->enabled[i]);
  if (d->automaton) {
    const U32Vec *atoms = &d->automaton->atoms;
    if (!count) vec_push(&d->choices, LOSSY_NOTHING);
    for (size_t i = 0; i < atoms->size; i++)
      frame.letter |= (uint64_t)d->graph->holds(d->graph, atoms->data[i], d->state) << i;
    frame.edge = d->automaton->first[frame.place];
  }
  if (d->frames.size) vec_push(&d->run, frame.action);
  vec_push(&d->frames, frame);
}

static void open_first(Descent *d) {
  Frame frame = {.action = LOSSY_NOTHING, .place = d->automaton ? d->automaton->initial : 0};
  for (uint32_t i = 0; i < d->graph->width; i++) frame.hash += hash_at(d, i);
  open_frame(d, frame);
}

/* The next step from the last frame. */
static bool next_step(Descent *d, uint32_t *action, uint32_t *place) {
  Frame *top = &vec_last(&d->frames);
  size_t count = d->choices.size - top->choices;
  if (!d->automaton) {
    if (top->choice == count) return false;
    *action = d->choices.data[top->choices + top->choice++];
    *place = 0;
    return true;
  }
  for (; top->edge < d->automaton->first[top->place + 1]; top->edge++, top->choice = 0) {
    const LabelledEdge *edge = d->automaton->edges.data + top->edge;
    if (!label_value(d->automaton->labels, edge->label, top->letter)) continue;
    if (top->choice == count) continue;
    *action = d->choices.data[top->choices + top->choice++];
    *place = edge->target;
    return true;
  }
  return false;
}

/* Takes an action in the state, and says what the frame behind it would be; false if the integers
 * cannot hold the successor. */
static bool take(Descent *d, uint32_t action, uint32_t place, Frame *frame) {
  *frame = (Frame){
      .action = action, .place = place, .hash = vec_last(&d->frames).hash, .saved = d->saved.size};
  if (action == LOSSY_NOTHING) return true;
  Numbers writes = d->graph->writes(d->graph, action);
  for (size_t i = 0; i < writes.size; i++) {
    vec_push(&d->saved, d->state[writes.data[i]]);
    frame->hash -= hash_at(d, writes.data[i]);
  }
  if (d->graph->fire(d->graph, action, d->state) != GRAPH_FIRED) {
    d->saved.size = frame->saved;
    return false;
  }
  for (size_t i = 0; i < writes.size; i++) frame->hash += hash_at(d, writes.data[i]);
  d->search->transitions++;
  return true;
}

static void undo(Descent *d, const Frame *frame) {
  if (frame->action == LOSSY_NOTHING) return;
  Numbers writes = d->graph->writes(d->graph, frame->action);
  for (size_t i = 0; i < writes.size; i++)
    d->state[writes.data[i]] = d->saved.data[frame->saved + i];
  d->saved.size = frame->saved;
}

static void close_frame(Descent *d) {
  Frame frame = vec_pop(&d->frames);
  d->choices.size = frame.choices;
  if (!d->frames.size) return;
  d->run.size--;
  undo(d, &frame);
}

/* Whether the frame seems new in this mode, and there is room for it. */
static bool is_new(Descent *d, const Frame *frame) {
  uint64_t mode = (uint64_t)frame->place * 2 + (d->seed != SIZE_MAX);
  if (d->frames.size >= LOSSY_DEPTH) {
    d->search->cut = true;
    return false;
  }
  return lossy_set_add(d->search->set, hash_word(frame->hash ^ hash_word(~mode)));
}

/* ---- states ---- */

void lossy_search_states(LossySearch *search, LossyLook look, void *context, Budget *budget) {
  Descent d;
  descent_init(&d, search, NULL);
  open_first(&d);
  is_new(&d, &vec_last(&d.frames));
  bool more = look(context, d.state, &d.run);
  while (d.frames.size && more && !budget_spent(budget)) {
    uint32_t action, place;
    Frame frame;
    if (!next_step(&d, &action, &place)) {
      close_frame(&d);
    } else if (take(&d, action, place, &frame)) {
      if (is_new(&d, &frame)) {
        open_frame(&d, frame);
        more = look(context, d.state, &d.run);
      } else {
        undo(&d, &frame);
      }
    }
  }
  descent_free(&d);
}

/* ---- runs ---- */

static bool accepting(const Automaton *automaton, uint32_t place) {
  if (!automaton->sets) return true;
  for (EACH_EDGE(automaton, place, edge)) return (edge->marks & 1) != 0;
  return false;
}

/* All that leaves the last frame is done with: a cycle through it is searched, or it is left. */
static void leave(Descent *d) {
  size_t last = d->frames.size - 1;
  Frame *top = d->frames.data + last;
  if (d->seed == SIZE_MAX && accepting(d->automaton, top->place)) {
    d->seed = last;
    memcpy(d->seed_state, d->state, d->graph->width * sizeof *d->state);
    top->edge = d->automaton->first[top->place];
    top->choice = 0;
    return;
  }
  if (d->seed == last) d->seed = SIZE_MAX;
  close_frame(d);
}

/* The frame would be that of the seed again. */
static bool is_seed(const Descent *d, const Frame *frame) {
  if (d->seed == SIZE_MAX || d->frames.data[d->seed].hash != frame->hash) return false;
  return d->frames.data[d->seed].place == frame->place &&
         !memcmp(d->state, d->seed_state, d->graph->width * sizeof *d->state);
}

bool lossy_search_runs(LossySearch *search, const Automaton *automaton, Budget *budget, U32Vec *run,
                       size_t *loop) {
  Descent d;
  bool found = false;
  descent_init(&d, search, automaton);
  open_first(&d);
  is_new(&d, &vec_last(&d.frames));
  while (d.frames.size && !found && !budget_spent(budget)) {
    uint32_t action, place;
    Frame frame;
    if (!next_step(&d, &action, &place)) {
      leave(&d);
    } else if (take(&d, action, place, &frame)) {
      found = is_seed(&d, &frame);
      if (found) {
        vec_append(run, &d.run);
        vec_push(run, action);
        *loop = d.seed;
      } else if (is_new(&d, &frame)) {
        open_frame(&d, frame);
      } else {
        undo(&d, &frame);
      }
    }
  }
  descent_free(&d);
  return found;
}
