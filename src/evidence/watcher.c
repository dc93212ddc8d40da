#include "evidence/watcher.h"

#include "base/bits.h"
#include "base/map.h"
#include "base/memory.h"

void watcher_free(Watcher *watcher) {
  if (!watcher) return;
  vec_free(&watcher->initial);
  vec_free(&watcher->first);
  vec_free(&watcher->moves);
  mem_free(watcher);
}

/* Adds a move to those from `start` on, unless one of them is as good; drops what it outdoes. */
static void add_move(Watcher *watcher, size_t start, WatcherMove move) {
  size_t kept = start;
  for (size_t i = start; i < watcher->moves.size; i++) {
    WatcherMove other = watcher->moves.data[i];
    if (other.target == move.target && (move.marks & ~other.marks) == 0) return;
    if (other.target != move.target || (other.marks & ~move.marks))
      watcher->moves.data[kept++] = other;
  }
  watcher->moves.size = kept;
  vec_push(&watcher->moves, move);
}

/* ---- of a task ---- */

typedef struct {
  const Task *task;
  Watcher *watcher;
  Map numbers;          /* from the values of the latches to states */
  VEC(uint64_t) values; /* by state */
  uint64_t *words;      /* by node: 64 choices of inputs at once */
} Writing;

#define STATE_DONE UINT64_MAX /* what a state has in place of values that has seen a bad step */

static uint32_t state_number(Writing *writing, uint64_t values) {
  uint64_t number;
  if (map_get(&writing->numbers, values, &number)) return (uint32_t)number;
  map_put(&writing->numbers, values, writing->values.size);
  vec_push(&writing->values, values);
  return (uint32_t)writing->values.size - 1;
}

/* No more than one state too many, which watcher_of_task notices. */
static void add_initial(Writing *writing) {
  const System *system = writing->task->system;
  uint64_t fixed = 0, free = 0;
  for (size_t i = 0; i < system->latches.size; i++) {
    Reset reset = system->latches.data[i].reset;
    if (reset == RESET_1) fixed |= (uint64_t)1 << i;
    if (reset == RESET_FREE) free |= (uint64_t)1 << i;
  }
  uint64_t choice = 0;
  do { /* all subsets of `free` */
    vec_push(&writing->watcher->initial, state_number(writing, fixed | choice));
    choice = (choice - free) & free;
  } while (choice && writing->values.size <= WATCHER_STATES);
}

static const uint64_t lanes[6] = {0xaaaaaaaaaaaaaaaau, 0xccccccccccccccccu, 0xf0f0f0f0f0f0f0f0u,
                                  0xff00ff00ff00ff00u, 0xffff0000ffff0000u, 0xffffffff00000000u};

/* Lane k of the block has the inputs 64 * block + k; the last input is the lowest bit, so that
 * those of one letter, the first inputs, are one after another. */
static void simulate(Writing *writing, uint64_t values, size_t block) {
  const System *system = writing->task->system;
  for (size_t i = 0; i < system->latches.size; i++)
    writing->words[lit_node(system->latches.data[i].current)] = values >> i & 1 ? UINT64_MAX : 0;
  for (size_t i = 0; i < system->inputs.size; i++) {
    size_t bit = system->inputs.size - 1 - i;
    uint64_t word = bit < 6 ? lanes[bit] : (block >> (bit - 6) & 1) ? UINT64_MAX : 0;
    writing->words[lit_node(system->inputs.data[i])] = word;
  }
  aig_simulate(system->aig, writing->words);
}

static bool in_lane(const Writing *writing, Lit lit, unsigned lane) {
  return aig_word(writing->words, lit) >> lane & 1;
}

/* The move with the inputs of a lane; false if a constraint forbids it. */
static bool move_in_lane(Writing *writing, unsigned lane, WatcherMove *move) {
  const Task *task = writing->task;
  const System *system = task->system;
  for (size_t i = 0; i < system->constraints.size; i++)
    if (!in_lane(writing, system->constraints.data[i], lane)) return false;
  uint64_t next = 0;
  bool bad = task->kind == TASK_BAD && in_lane(writing, task->bad, lane);
  for (size_t i = 0; i < system->latches.size; i++)
    if (in_lane(writing, system->latches.data[i].next, lane)) next |= (uint64_t)1 << i;
  *move = (WatcherMove){state_number(writing, bad ? STATE_DONE : next), bad};
  for (size_t i = 0; i < task->conditions.size; i++)
    if (in_lane(writing, task->conditions.data[i], lane)) move->marks |= (uint64_t)1 << i;
  return true;
}

static void add_moves(Writing *writing, uint32_t state) {
  const System *system = writing->task->system;
  Watcher *watcher = writing->watcher;
  size_t others = system->inputs.size - watcher->atoms;
  for (size_t letter = 0; letter < (size_t)1 << watcher->atoms; letter++) {
    size_t start = watcher->moves.size;
    vec_push(&watcher->first, start);
    uint64_t values = writing->values.data[state];
    if (values == STATE_DONE) add_move(watcher, start, (WatcherMove){state, 1});
    for (size_t other = 0; values != STATE_DONE && other < (size_t)1 << others; other++) {
      /* the first atom is the highest input; letters have it as their lowest bit */
      size_t code = other;
      for (unsigned a = 0; a < watcher->atoms; a++)
        if (letter >> a & 1) {
          assert(a < system->inputs.size); /* atoms are inputs */
          code |= (size_t)1 << (system->inputs.size - 1 - a);
        }
      if (other % 64 == 0 || others < 6) simulate(writing, values, code / 64);
      WatcherMove move;
      if (move_in_lane(writing, code % 64, &move)) add_move(watcher, start, move);
    }
  }
}

Watcher *watcher_of_task(const Task *task, unsigned atoms) {
  const System *system = task->system;
  if (system->latches.size > 62 || system->inputs.size > WATCHER_INPUTS ||
      task->conditions.size > 64)
    return NULL;
  Writing writing = {.task = task, .watcher = mem_zalloc(sizeof *writing.watcher)};
  Watcher *watcher = writing.watcher;
  watcher->atoms = atoms;
  watcher->sets = task->kind == TASK_BAD ? 1 : (unsigned)task->conditions.size;
  writing.words = mem_array(system->aig->size, sizeof *writing.words);
  bool good = true;
  add_initial(&writing);
  for (uint32_t s = 0; good && s < writing.values.size; s++) {
    add_moves(&writing, s);
    good = writing.values.size <= WATCHER_STATES && watcher->moves.size <= WATCHER_MOVES &&
           watcher->first.size <= WATCHER_MOVES;
  }
  vec_push(&watcher->first, watcher->moves.size);
  watcher->states = writing.values.size;
  map_free(&writing.numbers);
  vec_free(&writing.values);
  mem_free(writing.words);
  if (good) return watcher;
  watcher_free(watcher);
  return NULL;
}

/* ---- of an automaton ---- */

Watcher *watcher_of_automaton(const Automaton *automaton) {
  if (automaton->atoms.size > WATCHER_INPUTS) return NULL;
  Watcher *watcher = mem_zalloc(sizeof *watcher);
  watcher->atoms = (unsigned)automaton->atoms.size;
  watcher->sets = automaton->sets;
  watcher->states = automaton->states;
  vec_push(&watcher->initial, automaton->initial);
  for (uint32_t s = 0; s < automaton->states && watcher->first.size <= WATCHER_MOVES; s++)
    for (uint32_t letter = 0; letter < (uint32_t)1 << watcher->atoms; letter++) {
      size_t start = watcher->moves.size;
      vec_push(&watcher->first, start);
      for (EACH_EDGE(automaton, s, edge))
        if (label_value(automaton->labels, edge->label, letter))
          add_move(watcher, start, (WatcherMove){edge->target, edge->marks});
    }
  vec_push(&watcher->first, watcher->moves.size);
  if (watcher->first.size <= WATCHER_MOVES) return watcher;
  watcher_free(watcher);
  return NULL;
}

/* ---- words ---- */

typedef struct {
  const Watcher *watcher;
  const U32Vec *letters;
  size_t loop;
} Reading;

/* Whether a move from a place, a step of the word and a state, leads to one in `goal`; with the
 * mark where `set` is one. */
static bool leads_to(const Reading *reading, size_t step, size_t state, const Bits *goal, int set) {
  const Watcher *watcher = reading->watcher;
  size_t after = step + 1 < reading->letters->size ? step + 1 : reading->loop;
  size_t row = state << watcher->atoms | reading->letters->data[step];
  for (size_t i = watcher->first.data[row]; i < watcher->first.data[row + 1]; i++) {
    WatcherMove move = watcher->moves.data[i];
    if ((set < 0 || (move.marks >> set & 1)) &&
        bits_get(goal, after * watcher->states + move.target))
      return true;
  }
  return false;
}

/* Of the places in `kept` only those stay from which a path through them takes a move with the
 * mark (-1: any move) to one of them. */
static bool keep_leading(const Reading *reading, Bits *kept, int set) {
  size_t states = reading->watcher->states;
  Bits leading = bits_new(kept->size);
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t place = kept->size; place-- > 0;) {
      size_t step = place / states, state = place % states;
      if (!bits_get(kept, place) || bits_get(&leading, place)) continue;
      if (!leads_to(reading, step, state, kept, set) &&
          !leads_to(reading, step, state, &leading, -1))
        continue;
      bits_set(&leading, place);
      grown = true;
    }
  }
  bool changed = !bits_equal(kept, &leading);
  bits_free(kept);
  *kept = leading;
  return changed;
}

/* The largest set of places from which, for every condition, a path inside meets it: from these,
 * and no others, there is a run that meets all of them infinitely often. */
bool watcher_accepts(const Watcher *watcher, const U32Vec *letters, size_t loop) {
  Reading reading = {watcher, letters, loop};
  Bits kept = bits_new(letters->size * watcher->states);
  bits_fill(&kept, true);
  for (bool changed = true; changed;) {
    changed = false;
    for (int set = watcher->sets ? 0 : -1; set < (int)watcher->sets; set++)
      changed |= keep_leading(&reading, &kept, set);
  }
  bool accepts = false;
  for (size_t i = 0; i < watcher->initial.size; i++)
    accepts |= bits_get(&kept, watcher->initial.data[i]);
  bits_free(&kept);
  return accepts;
}
