#include "evidence/covers.h"

#include "base/bits.h"
#include "base/memory.h"
#include "base/random.h"

/* ---- the game ---- */

typedef struct {
  const Watcher *watcher;
  const Words *words;
  size_t positions; /* state of the words * states of the watcher + state of the watcher */
  uint64_t work;    /* left */
} Game;

/* Where the watcher wants to get: with a move that meets condition `set` into `goal`; with any into
 * `nearer`, or, where the path is not in an acceptance set, into `meanwhile`. */
typedef struct {
  unsigned set;
  const Bits *goal, *nearer, *meanwhile;
} Aim;

static bool move_serves(const Game *game, const Aim *aim, size_t next, bool waits,
                        WatcherMove move) {
  size_t to = next * game->watcher->states + move.target;
  bool meets = game->watcher->sets == 0 || (move.marks >> aim->set & 1);
  return (meets && bits_get(aim->goal, to)) || bits_get(aim->nearer, to) ||
         (waits && bits_get(aim->meanwhile, to));
}

/* Whether every step of the path from a position has a move that serves the aim. */
static bool controls(Game *game, const Aim *aim, size_t position, bool waits) {
  const Words *words = game->words;
  const Watcher *watcher = game->watcher;
  size_t s = position / watcher->states, q = position % watcher->states;
  size_t row = q << watcher->atoms | words->letters.data[s];
  for (size_t i = words->first.data[s]; i < words->first.data[s + 1]; i++) {
    bool served = false;
    for (size_t m = watcher->first.data[row]; !served && m < watcher->first.data[row + 1]; m++) {
      if (game->work) game->work--;
      served = move_serves(game, aim, words->successors.data[i], waits, watcher->moves.data[m]);
    }
    if (!served) return false;
  }
  return true;
}

/* The largest X with X = what controls the aim, X being `meanwhile` while the path is outside
 * acceptance set i. */
static Bits wait_for(Game *game, Aim aim, unsigned i, const Bits *within) {
  Bits x = bits_copy(within);
  aim.meanwhile = &x;
  for (bool shrunk = true; shrunk && game->work;) {
    shrunk = false;
    for (size_t p = bits_next(&x, 0); p < x.size; p = bits_next(&x, p + 1)) {
      uint64_t marks = game->words->marks.data[p / game->watcher->states];
      bool waits = game->words->sets && !(marks >> i & 1);
      if (controls(game, &aim, p, waits)) continue;
      bits_clear(&x, p);
      shrunk = true;
    }
  }
  return x;
}

/* The smallest Y from which condition `set` is met with `goal` after it, or the path waits for
 * ever. */
static Bits attract(Game *game, unsigned set, const Bits *goal, const Bits *within) {
  Bits y = bits_new(game->positions);
  for (bool grown = true; grown && game->work;) {
    grown = false;
    for (unsigned i = 0; i < game->words->sets || i == 0; i++) {
      Bits x = wait_for(game, (Aim){set, goal, &y, NULL}, i, within);
      if (!bits_subset(&x, &y)) {
        bits_or(&y, &x);
        grown = true;
      }
      bits_free(&x);
    }
  }
  return y;
}

/* The positions that the watcher wins, if there was enough work. Each condition has a Z of its own,
 * from which it is the next to be met; they shrink in turns until nothing changes. */
static Bits winning(Game *game) {
  unsigned sets = game->watcher->sets ? game->watcher->sets : 1, unchanged = 0;
  Bits *z = mem_array(sets, sizeof *z);
  for (unsigned j = 0; j < sets; j++) {
    z[j] = bits_new(game->positions);
    bits_fill(&z[j], true);
  }
  for (unsigned j = 0; unchanged < sets && game->work; j = (j + 1) % sets) {
    Bits y = attract(game, j, &z[(j + 1) % sets], &z[j]);
    unchanged = bits_equal(&y, &z[j]) ? unchanged + 1 : 0;
    bits_free(&z[j]);
    z[j] = y;
  }
  Bits result = z[0];
  for (unsigned j = 1; j < sets; j++) bits_free(&z[j]);
  mem_free(z);
  return result;
}

static bool wins_from(const Game *game, const Bits *won, uint32_t start) {
  for (size_t i = 0; i < game->watcher->initial.size; i++)
    if (bits_get(won, start * game->watcher->states + game->watcher->initial.data[i])) return true;
  return false;
}

/* ---- words ---- */

enum { TRIED_WORDS = 300 };

/* Where a path is to end: in this state, or in any that has the mark. */
typedef struct {
  bool exact;
  uint32_t state;
  unsigned set;
} Goal;

static bool is_goal(const Words *words, Goal goal, uint32_t s) {
  return goal.exact ? s == goal.state : !words->sets || (words->marks.data[s] >> goal.set & 1);
}

/* A shortest path of at least one step to the goal, added to `path`; false if there is none. Which
 * of several is left to chance. */
static bool walk(const Words *words, Random *random, U32Vec *path, Goal goal) {
  U32Vec queue = {0}, from = {0};
  vec_resize(&from, words->states);
  for (size_t s = 0; s < words->states; s++) from.data[s] = UINT32_MAX;
  uint32_t start = vec_last(path), found = UINT32_MAX;
  vec_push(&queue, start);
  for (size_t head = 0; head < queue.size && found == UINT32_MAX; head++) {
    uint32_t s = queue.data[head];
    size_t count = words->first.data[s + 1] - words->first.data[s];
    size_t offset = random_below(random, (uint32_t)count);
    for (size_t i = 0; i < count && found == UINT32_MAX; i++) {
      uint32_t t = words->successors.data[words->first.data[s] + (i + offset) % count];
      if (from.data[t] != UINT32_MAX) continue;
      from.data[t] = s;
      vec_push(&queue, t);
      if (is_goal(words, goal, t)) found = t;
    }
  }
  if (found != UINT32_MAX) {
    size_t steps = 1;
    for (uint32_t s = from.data[found]; s != start; s = from.data[s]) steps++;
    vec_resize(path, path->size + steps);
    uint32_t s = found;
    for (size_t end = path->size; steps; steps--) { /* it was found backwards */
      path->data[--end] = s;
      s = from.data[s];
    }
  }
  vec_free(&queue);
  vec_free(&from);
  return found != UINT32_MAX;
}

/* A word of the set by a random path: some steps, then through all acceptance sets and back. A way
 * that does not lead back has left a component of the graph for good, so trying again ends. */
static void random_word_of(const Words *words, Random *random, uint32_t start, U32Vec *letters,
                           size_t *loop) {
  U32Vec path = {0};
  vec_push(&path, start);
  for (uint32_t steps = random_below(random, 4); steps; steps--) {
    uint32_t s = vec_last(&path);
    size_t first = words->first.data[s];
    uint32_t count = (uint32_t)(words->first.data[s + 1] - first);
    vec_push(&path, words->successors.data[first + random_below(random, count)]);
  }
  for (bool closed = false; !closed;) {
    *loop = path.size - 1;
    uint32_t base = vec_last(&path);
    for (unsigned set = 0; set < words->sets || set == 0; set++)
      walk(words, random, &path, (Goal){.set = set});
    closed =
        vec_last(&path) == base || walk(words, random, &path, (Goal){.exact = true, .state = base});
  }
  path.size--; /* the base again */
  vec_clear(letters);
  for (size_t i = 0; i < path.size; i++) vec_push(letters, words->letters.data[path.data[i]]);
  vec_free(&path);
}

Finding watcher_covers(const Watcher *watcher, const Words *words, uint64_t work, U32Vec *missed,
                       size_t *loop) {
  Game game = {watcher, words, words->states * watcher->states, work};
  Bits won = winning(&game);
  Finding result = game.work ? FINDING_SHOWN : FINDING_OPEN;
  U32Vec lost = {0};
  for (size_t i = 0; i < words->initial.size; i++)
    if (!game.work || !wins_from(&game, &won, words->initial.data[i]))
      vec_push(&lost, words->initial.data[i]);
  if (lost.size) result = FINDING_OPEN;
  Random random = {1};
  for (unsigned tried = 0; lost.size && tried < TRIED_WORDS && result != FINDING_REFUTED; tried++) {
    random_word_of(words, &random, lost.data[tried % lost.size], missed, loop);
    if (!watcher_accepts(watcher, missed, *loop)) result = FINDING_REFUTED;
  }
  vec_free(&lost);
  bits_free(&won);
  return result;
}
