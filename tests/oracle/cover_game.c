#include "oracle/cover_game.h"

#include "base/bits.h"

/* Priorities: the watcher has met all its conditions once more, or else the path has visited all
 * its sets once more, or neither. The greatest that comes again and again decides: the watcher wins
 * where it is even. */
enum { NEITHER, PATH_ROUND, WATCHER_ROUND, PRIORITIES };

typedef struct {
  bool watchers; /* whose move it is */
  unsigned priority;
  U32Vec next;
} Node;

typedef struct {
  const Watcher *watcher;
  const Words *words;
  unsigned path_sets, watcher_sets; /* at least one of each, which is always met if there is none */
  VEC(Node) nodes;
} Game;

/* What the path may choose from: its state and the watcher's, the set that each is to visit next,
 * and what the move before has brought about. */
static uint32_t path_node(const Game *g, size_t s, size_t q, unsigned i, unsigned j,
                          unsigned priority) {
  return (uint32_t)((((s * g->watcher->states + q) * g->path_sets + i) * g->watcher_sets + j) *
                        PRIORITIES +
                    priority);
}

/* After the path has gone from s to t, all moves of the watcher on the letter of s. */
static void add_answers(Game *g, uint32_t from, size_t s, size_t q, uint32_t t, unsigned i,
                        unsigned j) {
  const Watcher *watcher = g->watcher;
  bool visits = !g->words->sets || (g->words->marks.data[s] >> i & 1);
  unsigned i_next = visits ? (i + 1) % g->path_sets : i;
  size_t row = q << watcher->atoms | g->words->letters.data[s];
  Node answer = {.watchers = true, .priority = NEITHER};
  for (size_t m = watcher->first.data[row]; m < watcher->first.data[row + 1]; m++) {
    WatcherMove move = watcher->moves.data[m];
    bool meets = !watcher->sets || (move.marks >> j & 1);
    unsigned j_next = meets ? (j + 1) % g->watcher_sets : j;
    unsigned priority = meets && !j_next ? WATCHER_ROUND : visits && !i_next ? PATH_ROUND : NEITHER;
    vec_push(&answer.next, path_node(g, t, move.target, i_next, j_next, priority));
  }
  vec_push(&g->nodes.data[from].next, (uint32_t)g->nodes.size);
  vec_push(&g->nodes, answer);
}

static void add_nodes(Game *g) {
  const Words *words = g->words;
  vec_resize(&g->nodes, path_node(g, words->states - 1, g->watcher->states - 1, g->path_sets - 1,
                                  g->watcher_sets - 1, PRIORITIES - 1) +
                            (size_t)1);
  for (size_t s = 0; s < words->states; s++)
    for (size_t q = 0; q < g->watcher->states; q++)
      for (unsigned i = 0; i < g->path_sets; i++)
        for (unsigned j = 0; j < g->watcher_sets; j++)
          for (unsigned priority = 0; priority < PRIORITIES; priority++) {
            uint32_t node = path_node(g, s, q, i, j, priority);
            g->nodes.data[node].priority = priority;
            for (size_t e = words->first.data[s]; e < words->first.data[s + 1]; e++)
              add_answers(g, node, s, q, words->successors.data[e], i, j);
          }
}

/* Adds to `set` all nodes within from which a player can force the play into it. Who cannot move
 * has lost. */
static void attract(const Game *g, const Bits *within, bool watchers, Bits *set) {
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t n = bits_next(within, 0); n < within->size; n = bits_next(within, n + 1)) {
      const Node *node = g->nodes.data + n;
      bool any = false, all = true;
      if (bits_get(set, n)) continue;
      for (size_t k = 0; k < node->next.size; k++) {
        uint32_t next = node->next.data[k];
        if (!bits_get(within, next)) continue;
        any |= bits_get(set, next);
        all &= bits_get(set, next);
      }
      if (!(node->watchers == watchers ? any : all)) continue;
      bits_set(set, n);
      grown = true;
    }
  }
}

/* The nodes that the watcher wins in a part of the game in which each has a next one. */
static Bits won_within(const Game *g, const Bits *within) {
  Bits best = bits_new(within->size);
  unsigned priority = NEITHER;
  for (size_t n = bits_next(within, 0); n < within->size; n = bits_next(within, n + 1))
    if (g->nodes.data[n].priority > priority) priority = g->nodes.data[n].priority;
  for (size_t n = bits_next(within, 0); n < within->size; n = bits_next(within, n + 1))
    bits_put(&best, n, g->nodes.data[n].priority == priority);
  if (bits_empty(within)) return best;
  bool watchers = priority % 2 == 0;
  attract(g, within, watchers, &best);
  Bits rest = bits_copy(within);
  bits_minus(&rest, &best);
  Bits lost = won_within(g, &rest); /* by the player whose priority it is */
  if (watchers) {
    bits_minus(&rest, &lost);
    bits_free(&lost);
    lost = bits_copy(&rest);
  }
  bits_free(&rest);
  bits_free(&best);
  if (bits_empty(&lost)) {
    bits_free(&lost);
    return watchers ? bits_copy(within) : bits_new(within->size);
  }
  attract(g, within, !watchers, &lost);
  rest = bits_copy(within);
  bits_minus(&rest, &lost);
  Bits won = won_within(g, &rest);
  if (!watchers) bits_or(&won, &lost);
  bits_free(&rest);
  bits_free(&lost);
  return won;
}

static bool won_from(const Game *g, const Bits *won, uint32_t start) {
  for (size_t k = 0; k < g->watcher->initial.size; k++)
    if (bits_get(won, path_node(g, start, g->watcher->initial.data[k], 0, 0, NEITHER))) return true;
  return false;
}

bool cover_game_won(const Watcher *watcher, const Words *words) {
  Game g = {.watcher = watcher,
            .words = words,
            .path_sets = words->sets ? words->sets : 1,
            .watcher_sets = watcher->sets ? watcher->sets : 1};
  add_nodes(&g);
  Bits all = bits_new(g.nodes.size), stuck = bits_new(g.nodes.size);
  bits_fill(&all, true);
  attract(&g, &all, false, &stuck); /* to where the watcher has no move */
  bits_minus(&all, &stuck);
  Bits won = won_within(&g, &all);
  bool result = true;
  for (size_t i = 0; i < words->initial.size; i++)
    result &= won_from(&g, &won, words->initial.data[i]);
  bits_free(&won);
  bits_free(&stuck);
  bits_free(&all);
  for (size_t n = 0; n < g.nodes.size; n++) vec_free(&g.nodes.data[n].next);
  vec_free(&g.nodes);
  return result;
}
