/* EU nodes by random walks. Reach looks for short paths, and bounds grow around the states that it
 * asks about; where a run must go far before something has become impossible for good (a piece is
 * lost, a game is over), that takes very long. A walk goes far at once. If it comes to a state that
 * is known to satisfy the node, it is a path like any other; if not, the one that has not met a
 * state known to fail the right child for the longest time ends in one worth to be asked about.
 *
 * Nothing of a walk is kept: the path of one lane is made by walking again with the same seed. */
#include "base/map.h"
#include "base/memory.h"
#include "engine/iictl/internal.h"

enum { LANES = 64, MOST_ROUNDS = 100000, MOST_DOUBLINGS = 20 };

/* A walk may cost this part of the work that Reach has done, but a few hundredths of a second in
 * any case. */
enum { SHARE = 4, LEAST_WORK = 200000 };

/* Walks; in the end, or when a lane comes to a known state, *lane is the one to follow, and the
 * number of its rounds is returned. 0 if there is none. */
static size_t search(Walk *w, size_t rounds, int *lane) {
  size_t since[LANES] = {0}; /* the round from which on its states were open, all of them */
  uint64_t open = 0;
  for (size_t k = 0; k < rounds; k++) {
    walk_choose(w);
    walk_evaluate(w);
    if (w->e->interrupted) return 0;
    uint64_t known = walk_word(w, w->known);
    open = walk_word(w, w->open);
    if (known) {
      *lane = __builtin_ctzll(known);
      return k;
    }
    for (uint64_t lanes = ~open; lanes; lanes &= lanes - 1) since[__builtin_ctzll(lanes)] = k + 1;
    if (k + 1 < rounds) walk_move(w);
  }
  *lane = -1;
  for (int i = 0; i < LANES; i++)
    if (open >> i & 1 && (*lane < 0 || since[i] < since[*lane])) *lane = i;
  return *lane < 0 ? 0 : rounds - 1;
}

/* Adds the state of a lane to its path; if it is there already, what was in between is left out. */
static void add_state(const Walk *w, int lane, Map *seen, Trace *trace) {
  Step *step = trace_add_step(trace, w->e->system);
  walk_state(w, lane, &step->latches);
  uint64_t hash = bits_hash(&step->latches), at;
  size_t last = trace->steps.size - 1;
  if (map_get(seen, hash, &at) && at < last &&
      bits_equal(&trace->steps.data[at].latches, &step->latches))
    trace_cut(trace, at + 1);
  else map_put(seen, hash, last);
}

/* The way of a lane again, without detours. */
static Trace *path_of(Walk *w, size_t rounds, int lane) {
  Trace *trace = trace_new();
  Map seen = {0};
  for (size_t k = 0; k < rounds; k++) {
    walk_choose(w);
    walk_evaluate(w);
    if (walk_steps(w) >> lane & 1) {
      add_state(w, lane, &seen, trace);
      Bits *inputs = &vec_last(&trace->steps).inputs;
      for (size_t i = 0; i < inputs->size; i++)
        bits_put(inputs, i, walk_word(w, w->e->system->inputs.data[i]) >> lane & 1);
    }
    walk_move(w);
  }
  add_state(w, lane, &seen, trace);
  map_free(&seen);
  return trace;
}

uint64_t far_due(const Iictl *e, uint32_t node) {
  uint64_t first = (uint64_t)e->options.walk;
  return first ? first << e->nodes[node].far.failures : UINT64_MAX;
}

void far_try(Iictl *e, Frame *frame) {
  const CtlNode *info = e->structure->nodes.data + frame->node;
  const Bounds *bounds = &e->nodes[frame->node].bounds;
  Attempts *attempts = &e->nodes[frame->node].far;
  Bits source = bits_new(e->system->latches.size);
  if (frame_undecided(e, frame, &source)) {
    Walk w;
    walk_open(&w, e, aig_and(e->aig, bounds->upper, upper_of(e, info->left)), bounds->lower,
              aig_and(e->aig, bounds->upper, upper_of(e, info->right)));
    uint64_t work = far_due(e, frame->node) / SHARE;
    uint64_t most = (work > LEAST_WORK ? work : LEAST_WORK) * WALK_GATES / (w.order.size + 1) + 2;
    if (most > MOST_ROUNDS) most = MOST_ROUNDS;
    int lane;
    walk_seed(&w, frame->node, attempts->failures);
    walk_start(&w, &source);
    size_t rounds = search(&w, most, &lane);
    if (rounds) {
      walk_seed(&w, frame->node, attempts->failures);
      walk_start(&w, &source);
      frame->trace = path_of(&w, rounds, lane);
      frame->search.waiting = false;
      frame->walked = true;
      e->stats.walks++;
    }
    walk_close(&w);
  }
  if (!e->interrupted && attempts->failures < MOST_DOUBLINGS) attempts->failures++;
  bits_free(&source);
}
