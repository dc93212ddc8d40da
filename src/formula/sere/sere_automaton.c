/* By induction over the sequence. To put s behind r, the first moves of s leave the accepting
 * states of r, too; to fuse them, the last move of r and the first of s are one; to repeat r, its
 * first moves leave its own accepting states. */
#include "formula/sere/sere_automaton.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"

enum { MOST_STATES = 2000, MOST_MOVES = 20000 };

typedef SereAutomaton Part;

static void move(Part *part, uint32_t from, Formula letter, uint32_t to) {
  if (letter != FORMULA_FALSE || part->weak) vec_push(&part->moves, ((SereMove){from, to, letter}));
}

static Part part_new(uint32_t states, bool weak) {
  return (Part){.states = states, .accepting = bits_new(states), .weak = weak};
}

void sere_automaton_free(SereAutomaton *part) {
  vec_free(&part->moves);
  bits_free(&part->accepting);
}

static Part part_copy(const Part *part) {
  Part copy = {.states = part->states, .empty = part->empty, .weak = part->weak};
  for (size_t i = 0; i < part->moves.size; i++) vec_push(&copy.moves, part->moves.data[i]);
  copy.accepting = bits_copy(&part->accepting);
  return copy;
}

static bool is_small(const Part *part) {
  return part->states <= MOST_STATES && part->moves.size <= MOST_MOVES;
}

static Formula both(Formulas *formulas, Formula a, Formula b) {
  if (a == FORMULA_FALSE || b == FORMULA_FALSE) return FORMULA_FALSE;
  if (a == FORMULA_TRUE || a == b) return b;
  if (b == FORMULA_TRUE) return a;
  if (formula_unary(formulas, OP_NOT, a) == b || formula_unary(formulas, OP_NOT, b) == a)
    return FORMULA_FALSE;
  return formula_binary(formulas, OP_AND, a, b);
}

/* The states of b behind those of a, with its moves, but for its start. */
static Part beside(const Part *a, const Part *b) {
  Part sum = part_new(a->states + b->states, a->weak);
  for (size_t i = 0; i < a->moves.size; i++) vec_push(&sum.moves, a->moves.data[i]);
  for (size_t i = 0; i < b->moves.size; i++) {
    SereMove m = b->moves.data[i];
    if (m.from) move(&sum, m.from + a->states, m.letter, m.to + a->states);
  }
  return sum;
}

/* The first moves of b, from a state of the sum. */
static void begin_from(Part *sum, uint32_t state, const Part *b, uint32_t offset) {
  for (size_t i = 0; i < b->moves.size; i++)
    if (!b->moves.data[i].from)
      move(sum, state, b->moves.data[i].letter, b->moves.data[i].to + offset);
}

static void accept(Part *sum, const Part *part, uint32_t offset) {
  for (uint32_t s = 0; s < part->states; s++)
    if (bits_get(&part->accepting, s)) bits_set(&sum->accepting, s + offset);
}

static Part concat(const Part *a, const Part *b) {
  Part sum = beside(a, b);
  for (uint32_t s = 0; s < a->states; s++)
    if (bits_get(&a->accepting, s)) begin_from(&sum, s, b, a->states);
  if (a->empty) begin_from(&sum, 0, b, a->states);
  accept(&sum, b, a->states);
  if (b->empty) accept(&sum, a, 0);
  sum.empty = a->empty && b->empty;
  return sum;
}

static Part fuse(Formulas *formulas, const Part *a, const Part *b) {
  Part sum = beside(a, b);
  for (size_t i = 0; i < a->moves.size; i++)
    for (size_t k = 0; k < b->moves.size && is_small(&sum); k++) {
      const SereMove *last = a->moves.data + i, *first = b->moves.data + k;
      if (first->from || !bits_get(&a->accepting, last->to)) continue;
      move(&sum, last->from, both(formulas, last->letter, first->letter), first->to + a->states);
    }
  accept(&sum, b, a->states);
  return sum;
}

static Part either(const Part *a, const Part *b) {
  Part sum = beside(a, b);
  begin_from(&sum, 0, b, a->states);
  accept(&sum, a, 0);
  accept(&sum, b, a->states);
  sum.empty = a->empty || b->empty;
  return sum;
}

static Part product(Formulas *formulas, const Part *a, const Part *b) {
  uint32_t width = b->states;
  Part pairs = part_new(a->states * width, a->weak);
  for (size_t i = 0; i < a->moves.size && is_small(&pairs); i++)
    for (size_t k = 0; k < b->moves.size; k++) {
      const SereMove *x = a->moves.data + i, *y = b->moves.data + k;
      move(&pairs, x->from * width + y->from, both(formulas, x->letter, y->letter),
           x->to * width + y->to);
    }
  for (uint32_t s = 0; s < pairs.states; s++)
    if (bits_get(&a->accepting, s / width) && bits_get(&b->accepting, s % width))
      bits_set(&pairs.accepting, s);
  pairs.empty = a->empty && b->empty;
  return pairs;
}

static Part plus(const Part *a) {
  Part loop = part_copy(a);
  for (uint32_t s = 0; s < a->states; s++)
    if (bits_get(&a->accepting, s)) begin_from(&loop, s, a, 0);
  return loop;
}

/* ---- smaller ---- */

/* The states that moves lead to from a set, or from which they lead into it, all the way. */
static void close(const Part *part, Bits *set, bool forward) {
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < part->moves.size; i++) {
      uint32_t a = part->moves.data[i].from, b = part->moves.data[i].to;
      if (!forward) a = b, b = part->moves.data[i].from;
      if (!bits_get(set, a) || bits_get(set, b)) continue;
      bits_set(set, b);
      more = true;
    }
  }
}

/* Keeps the states of a class each, those of class NONE not at all. */
static void keep(Part *part, const uint32_t *class_of, uint32_t classes) {
  Part kept = part_new(classes, part->weak);
  kept.empty = part->empty;
  for (size_t i = 0; i < part->moves.size; i++) {
    SereMove m = part->moves.data[i];
    if (class_of[m.from] == UINT32_MAX || class_of[m.to] == UINT32_MAX) continue;
    m.from = class_of[m.from];
    m.to = class_of[m.to];
    bool there = false;
    for (size_t k = 0; k < kept.moves.size && !there; k++)
      there = !memcmp(kept.moves.data + k, &m, sizeof m);
    if (!there) vec_push(&kept.moves, m);
  }
  for (uint32_t s = 0; s < part->states; s++)
    if (class_of[s] != UINT32_MAX && bits_get(&part->accepting, s))
      bits_set(&kept.accepting, class_of[s]);
  sere_automaton_free(part);
  *part = kept;
}

static void trim(Part *part) {
  Bits reached = bits_new(part->states), useful = bits_copy(&part->accepting);
  bits_set(&reached, 0);
  close(part, &reached, true);
  close(part, &useful, false);
  bits_and(&reached, &useful);
  bits_set(&reached, 0);
  uint32_t *class_of = mem_array(part->states, sizeof *class_of), classes = 0;
  for (uint32_t s = 0; s < part->states; s++)
    class_of[s] = bits_get(&reached, s) ? classes++ : UINT32_MAX;
  keep(part, class_of, classes);
  mem_free(class_of);
  bits_free(&reached);
  bits_free(&useful);
}

static int compare_keys(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

/* One round: states stay together that accept alike and have moves with the same letters into the
 * same classes. */
static uint32_t refine(const Part *part, const uint32_t *old, uint32_t *fresh) {
  Names signatures = {0};
  VEC(uint64_t) key = {0};
  for (uint32_t s = 0; s < part->states; s++) {
    vec_clear(&key);
    for (size_t i = 0; i < part->moves.size; i++) {
      const SereMove *m = part->moves.data + i;
      if (m->from == s) vec_push(&key, (uint64_t)m->letter << 32 | old[m->to]);
    }
    if (key.size) qsort(key.data, key.size, sizeof *key.data, compare_keys);
    size_t kept = 0;
    for (size_t i = 0; i < key.size; i++)
      if (!kept || key.data[kept - 1] != key.data[i]) key.data[kept++] = key.data[i];
    key.size = kept;
    vec_push(&key, bits_get(&part->accepting, s));
    vec_push(&key, s ? 0 : UINT64_MAX); /* the start stays alone: no move may lead to it */
    fresh[s] = names_add_n(&signatures, (const char *)key.data, key.size * sizeof *key.data);
  }
  uint32_t classes = (uint32_t)signatures.size;
  names_free(&signatures);
  vec_free(&key);
  return classes;
}

static void merge(Part *part) {
  uint32_t *class_of = mem_array(part->states, sizeof *class_of), classes = 1, before = 0;
  uint32_t *fresh = mem_array(part->states, sizeof *fresh);
  memset(class_of, 0, part->states * sizeof *class_of);
  while (classes != before) {
    before = classes;
    classes = refine(part, class_of, fresh);
    memcpy(class_of, fresh, part->states * sizeof *fresh);
  }
  keep(part, class_of, classes);
  mem_free(fresh);
  mem_free(class_of);
}

/* ---- all ---- */

/* Replaces *sum by what was made of it and others. */
static bool take(Part *sum, Part made) {
  sere_automaton_free(sum);
  *sum = made;
  if (!is_small(sum)) return false;
  trim(sum);
  merge(sum);
  return true;
}

static bool repeat(const Part *body, int64_t low, int64_t high, Part *made) {
  *made = part_new(1, body->weak);
  made->empty = true;
  Part once = part_copy(body);
  bool good = true;
  for (int64_t i = 0; i < low && good; i++) good = take(made, concat(made, &once));
  if (high == SERE_INFINITE) {
    good = good && take(&once, plus(body));
    once.empty = true;
    good = good && take(made, concat(made, &once));
  } else {
    once.empty = true;
    for (int64_t i = low; i < high && good; i++) good = take(made, concat(made, &once));
  }
  sere_automaton_free(&once);
  return good;
}

static bool build(const Seres *seres, const SereNode *node, const Part *parts, bool weak,
                  Part *made) {
  const Part *a = parts + node->left, *b = parts + node->right;
  switch (node->kind) {
  case SERE_LETTER:
    *made = part_new(2, weak);
    move(made, 0, node->letter, 1);
    bits_set(&made->accepting, 1);
    return true;
  case SERE_REPEAT: return repeat(a, node->low, node->high, made);
  case SERE_CONCAT: return take(made, concat(a, b));
  case SERE_FUSION: return take(made, fuse(seres->formulas, a, b));
  case SERE_OR: return take(made, either(a, b));
  case SERE_AND:
    return (size_t)a->states * b->states <= MOST_STATES &&
           take(made, product(seres->formulas, a, b));
  }
  return false;
}

/* Moves that no letter allows have shown which states a weak match may wait in, and can go. */
static void drop_impossible(Part *part) {
  size_t kept = 0;
  for (size_t i = 0; i < part->moves.size; i++)
    if (part->moves.data[i].letter != FORMULA_FALSE) part->moves.data[kept++] = part->moves.data[i];
  part->moves.size = kept;
}

bool sere_automaton(const Seres *seres, Sere sere, bool weak, SereAutomaton *automaton) {
  Part *parts = mem_array((size_t)sere + 1, sizeof *parts);
  memset(parts, 0, ((size_t)sere + 1) * sizeof *parts);
  bool good = true;
  for (Sere i = 0; i <= sere && good; i++)
    good = build(seres, seres->nodes.data + i, parts, weak, parts + i);
  if (good) *automaton = part_copy(parts + sere);
  if (good) trim(automaton);
  if (good) drop_impossible(automaton);
  for (Sere i = 0; i <= sere; i++) sere_automaton_free(parts + i);
  mem_free(parts);
  return good;
}
