/* See small_circuits.h. A function is taken apart in every way of two kinds, and its circuit is
 * made of the smallest circuits of the parts, where gates that are the same are one:
 *
 * - by a variable (Shannon): f = x ? f1 : f0, and f0 + x f1 where f0 implies f1, and x ^ f0;
 * - by a pair: f = h(g(x, y), others), if the four cofactors are two functions.
 *
 * Both kinds of parts depend on fewer variables. */
#include "logic/small_circuits.h"

#include <string.h>

#include "base/arena.h"
#include "base/memory.h"

const Function4 function4_variable[4] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};

struct SmallTable {
  const SmallCircuits *of[1 << 16]; /* NULL: not asked for so far */
  Arena arena;
};

SmallTable *small_table_new(void) { return mem_zalloc(sizeof(SmallTable)); }

void small_table_free(SmallTable *table) {
  arena_free(&table->arena);
  mem_free(table);
}

/* ---- circuits ---- */

enum { FALSE_4, TRUE_4 };

static uint8_t variable_literal(unsigned variable) { return (uint8_t)(2 * (variable + 1)); }

static uint8_t small_and(SmallCircuit *c, uint8_t a, uint8_t b) {
  if (a < b) {
    uint8_t swap = a;
    a = b;
    b = swap;
  }
  if (b == FALSE_4 || a == (b ^ 1)) return FALSE_4;
  if (b == TRUE_4 || a == b) return a;
  uint8_t i = 0;
  while (i < c->size && (c->left[i] != a || c->right[i] != b)) i++;
  if (i == c->size) {
    c->left[i] = a;
    c->right[i] = b;
    c->size++;
  }
  return (uint8_t)(2 * (SMALL_FIRST + i));
}

static uint8_t small_or(SmallCircuit *c, uint8_t a, uint8_t b) {
  return small_and(c, a ^ 1, b ^ 1) ^ 1;
}

static uint8_t small_mux(SmallCircuit *c, uint8_t condition, uint8_t then_, uint8_t else_) {
  uint8_t taken = small_and(c, condition, then_), other = small_and(c, condition ^ 1, else_);
  return small_or(c, taken, other);
}

/* Adds the smallest circuit of a function whose variable number `variable` is `in_place`. */
static uint8_t add(SmallTable *table, SmallCircuit *c, Function4 f, unsigned variable,
                   uint8_t in_place) {
  const SmallCircuit *part = small_circuits(table, f)->circuits;
  uint8_t map[SMALL_NODES] = {FALSE_4};
  for (unsigned v = 0; v < 4; v++) map[v + 1] = v == variable ? in_place : variable_literal(v);
  for (unsigned i = 0; i < part->size; i++)
    map[SMALL_FIRST + i] = small_and(c, map[part->left[i] / 2] ^ (part->left[i] & 1),
                                     map[part->right[i] / 2] ^ (part->right[i] & 1));
  return map[part->root / 2] ^ (part->root & 1);
}

/* ---- ways to take a function apart ---- */

static SmallCircuit by_variable(SmallTable *table, Function4 f, unsigned v) {
  SmallCircuit c = {0};
  uint8_t x = variable_literal(v);
  Function4 low = function4_cofactor(f, v, false), high = function4_cofactor(f, v, true);
  uint8_t else_ = add(table, &c, low, v, x);
  if ((low ^ high) == 0xffff) {
    c.root = small_mux(&c, x, else_ ^ 1, else_);
    return c;
  }
  uint8_t then_ = add(table, &c, high, v, x);
  if (!(low & ~high)) c.root = small_or(&c, else_, small_and(&c, x, then_));
  else if (!(high & ~low)) c.root = small_or(&c, then_, small_and(&c, x ^ 1, else_));
  else c.root = small_mux(&c, x, then_, else_);
  return c;
}

/* Whether there is a way by this pair. */
static bool by_pair(SmallTable *table, Function4 f, unsigned v, unsigned w, SmallCircuit *c) {
  Function4 low = function4_cofactor(f, v, false), high = function4_cofactor(f, v, true);
  const Function4 parts[4] = {function4_cofactor(low, w, false), function4_cofactor(high, w, false),
                              function4_cofactor(low, w, true), function4_cofactor(high, w, true)};
  Function4 x = function4_variable[v], y = function4_variable[w], other = parts[0], pair = 0;
  const Function4 cubes[4] = {~x & ~y, x & ~y, ~x & y, x & y};
  for (int i = 1; i < 4; i++) {
    if (parts[i] == parts[0]) continue;
    if (other != parts[0] && parts[i] != other) return false;
    other = parts[i];
    pair |= cubes[i];
  }
  *c = (SmallCircuit){0};
  uint8_t g = add(table, c, pair, v, variable_literal(v));
  c->root = add(table, c, (Function4)((x & other) | (~x & parts[0])), v, g);
  return true;
}

static bool same(const SmallCircuit *a, const SmallCircuit *b) {
  return a->size == b->size && a->root == b->root && !memcmp(a->left, b->left, a->size) &&
         !memcmp(a->right, b->right, a->size);
}

/* Sorted by size; those that are larger by more than one gate are of no use. */
static void offer(SmallCircuits *list, const SmallCircuit *c) {
  unsigned at = 0;
  while (at < list->count && list->circuits[at].size <= c->size)
    if (same(&list->circuits[at++], c)) return;
  if (at == SMALL_ALTERNATIVES || (at && c->size > list->circuits[0].size + 1)) return;
  if (list->count < SMALL_ALTERNATIVES) list->count++;
  memmove(list->circuits + at + 1, list->circuits + at,
          (list->count - 1 - at) * sizeof *list->circuits);
  list->circuits[at] = *c;
  while (list->circuits[list->count - 1].size > list->circuits[0].size + 1) list->count--;
}

static void take_apart(SmallTable *table, Function4 f, SmallCircuits *list) {
  unsigned support[4], count = 0;
  for (unsigned v = 0; v < 4; v++)
    if (function4_depends(f, v)) support[count++] = v;
  if (count < 2) {
    Function4 x = count ? function4_variable[support[0]] : 0;
    uint8_t literal = count ? variable_literal(support[0]) : FALSE_4;
    SmallCircuit c = {.root = literal ^ (f != x)};
    offer(list, &c);
    return;
  }
  for (unsigned i = 0; i < count; i++) {
    SmallCircuit c = by_variable(table, f, support[i]);
    offer(list, &c);
    for (unsigned k = 0; k < i && count > 2; k++)
      if (by_pair(table, f, support[i], support[k], &c)) offer(list, &c);
  }
}

const SmallCircuits *small_circuits(SmallTable *table, Function4 function) {
  if (table->of[function]) return table->of[function];
  SmallCircuits *list = arena_alloc(&table->arena, sizeof *list);
  take_apart(table, function, list);
  table->of[function] = list;
  return list;
}
