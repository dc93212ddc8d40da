/* Decision diagrams for labels; see label_bdd.h. Recursion goes down along the variables, of which
 * there are at most LABEL_VARIABLES. */
#include "formula/automaton/label_bdd.h"

#include <assert.h>

/* Cheap, because it is most of the work, but with all bits mixed: numbers of nodes come in runs. */
static size_t mix(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t h = a * 0x9e3779b97f4a7c15u + b * 0xc2b2ae3d27d4eb4fu + c * 0x165667b19e3779f9u;
  h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
  return (size_t)(h ^ h >> 32);
}

static void rehash(Labels *labels, size_t slot_count) {
  mem_free(labels->slots);
  labels->slots = mem_array(slot_count, sizeof *labels->slots);
  labels->slot_count = slot_count;
  for (Label n = 2; n < labels->nodes.size; n++) {
    const LabelNode *node = label_node(labels, n);
    size_t i = mix(node->variable, node->low, node->high) & (slot_count - 1);
    while (labels->slots[i]) i = (i + 1) & (slot_count - 1);
    labels->slots[i] = n;
  }
}

Labels *labels_new(void) {
  Labels *labels = mem_zalloc(sizeof *labels);
  LabelNode constant = {UINT32_MAX, 0, 0};
  vec_push(&labels->nodes, constant);
  constant.low = constant.high = LABEL_TRUE;
  vec_push(&labels->nodes, constant);
  labels->cache_size = 1 << 13;
  labels->cache = mem_array(labels->cache_size, sizeof *labels->cache);
  rehash(labels, 1 << 10);
  return labels;
}

void labels_free(Labels *labels) {
  if (!labels) return;
  vec_free(&labels->nodes);
  mem_free(labels->slots);
  mem_free(labels->cache);
  mem_free(labels);
}

static void cache_grow(Labels *labels) {
  if (labels->cache_size >= (size_t)1 << 20) return;
  labels->cache_size *= 4;
  mem_free(labels->cache);
  labels->cache = mem_array(labels->cache_size, sizeof *labels->cache);
}

static Label make(Labels *labels, uint32_t variable, Label low, Label high) {
  if (low == high) return low;
  size_t mask = labels->slot_count - 1, i = mix(variable, low, high) & mask;
  for (; labels->slots[i]; i = (i + 1) & mask) {
    const LabelNode *node = label_node(labels, labels->slots[i]);
    if (node->variable == variable && node->low == low && node->high == high)
      return labels->slots[i];
  }
  Label n = (Label)labels->nodes.size;
  LabelNode node = {variable, low, high};
  vec_push(&labels->nodes, node);
  labels->slots[i] = n;
  if (2 * labels->nodes.size > labels->slot_count) rehash(labels, 2 * labels->slot_count);
  return n;
}

Label label_variable(Labels *labels, uint32_t variable) {
  assert(variable < LABEL_VARIABLES);
  return make(labels, variable, LABEL_FALSE, LABEL_TRUE);
}

static Label cofactor(const Labels *labels, Label f, uint32_t variable, bool value) {
  const LabelNode *node = label_node(labels, f);
  if (node->variable != variable) return f;
  return value ? node->high : node->low;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

Label label_choose(Labels *labels, Label a, Label b, Label c) {
  if (a == LABEL_TRUE || b == c) return b;
  if (a == LABEL_FALSE) return c;
  if (b == a) b = LABEL_TRUE;
  if (c == a) c = LABEL_FALSE;
  if (b == LABEL_TRUE && c == LABEL_FALSE) return a;
  size_t slot = mix(a, b, c) & (labels->cache_size - 1);
  if (labels->cache[slot].a == a && labels->cache[slot].b == b && labels->cache[slot].c == c)
    return labels->cache[slot].result;
  if (labels->exhausted) return LABEL_FALSE;
  uint32_t v = least(label_node(labels, a)->variable,
                     least(label_node(labels, b)->variable, label_node(labels, c)->variable));
  Label low = label_choose(labels, cofactor(labels, a, v, false), cofactor(labels, b, v, false),
                           cofactor(labels, c, v, false));
  Label high = label_choose(labels, cofactor(labels, a, v, true), cofactor(labels, b, v, true),
                            cofactor(labels, c, v, true));
  if (labels->limit && labels->work > labels->limit) labels->exhausted = true;
  if (labels->exhausted) return LABEL_FALSE; /* and not into the cache */
  Label result = make(labels, v, low, high);
  if (++labels->work > 4 * labels->cache_size) cache_grow(labels);
  slot = mix(a, b, c) & (labels->cache_size - 1); /* it may have grown */
  labels->cache[slot].a = a;
  labels->cache[slot].b = b;
  labels->cache[slot].c = c;
  labels->cache[slot].result = result;
  return result;
}

Label label_not(Labels *labels, Label a) {
  return label_choose(labels, a, LABEL_FALSE, LABEL_TRUE);
}

Label label_and(Labels *labels, Label a, Label b) {
  if (a == b) return a;
  return a < b ? label_choose(labels, a, b, LABEL_FALSE) : label_choose(labels, b, a, LABEL_FALSE);
}

Label label_or(Labels *labels, Label a, Label b) {
  if (a == b) return a;
  return a < b ? label_choose(labels, a, LABEL_TRUE, b) : label_choose(labels, b, LABEL_TRUE, a);
}

Label label_minus(Labels *labels, Label a, Label b) {
  return label_choose(labels, b, LABEL_FALSE, a);
}

bool label_implies(Labels *labels, Label a, Label b) {
  return a == b || label_minus(labels, a, b) == LABEL_FALSE;
}

bool label_disjoint(Labels *labels, Label a, Label b) {
  return label_and(labels, a, b) == LABEL_FALSE;
}

static Label restrict_below(Labels *labels, Label f, uint32_t variable, bool value, Map *done) {
  const LabelNode node = *label_node(labels, f);
  uint64_t known;
  if (f <= LABEL_TRUE || node.variable > variable) return f;
  if (node.variable == variable) return value ? node.high : node.low;
  if (map_get(done, f, &known)) return (Label)known;
  Label low = restrict_below(labels, node.low, variable, value, done);
  Label high = restrict_below(labels, node.high, variable, value, done);
  Label result = make(labels, node.variable, low, high);
  map_put(done, f, result);
  return result;
}

Label label_restrict(Labels *labels, Label f, uint32_t variable, bool value) {
  Map done = {0};
  Label result = restrict_below(labels, f, variable, value, &done);
  map_free(&done);
  return result;
}

Label label_substitute(Labels *labels, Label f, uint32_t variable, Label by) {
  Label low = label_restrict(labels, f, variable, false);
  Label high = label_restrict(labels, f, variable, true);
  return label_choose(labels, by, high, low);
}

bool label_value(const Labels *labels, Label f, uint64_t values) {
  while (f > LABEL_TRUE) {
    const LabelNode *node = label_node(labels, f);
    f = values >> node->variable & 1 ? node->high : node->low;
  }
  return f;
}

/* Adds `path` to the entry of `below`, top down: a node's paths are complete when all nodes nearer
 * to the root are done, so nodes are taken in the order of their variables. */
typedef struct {
  Label node, path;
} SplitItem;

void label_split(Labels *labels, Label f, uint32_t limit, LabelVec *paths, LabelVec *below) {
  VEC(SplitItem) items = {0};
  Map index = {0};
  SplitItem root = {f, LABEL_TRUE};
  vec_push(&items, root);
  map_put(&index, f, 0);
  for (;;) {
    size_t next = SIZE_MAX;
    uint32_t variable = limit;
    for (size_t i = 0; i < items.size; i++) {
      uint32_t v = items.data[i].path ? label_node(labels, items.data[i].node)->variable : limit;
      if (v < variable) variable = v, next = i;
    }
    if (next == SIZE_MAX) break;
    SplitItem item = items.data[next];
    items.data[next].path = LABEL_FALSE;
    for (int value = 0; value < 2; value++) {
      const LabelNode node = *label_node(labels, item.node);
      Label child = value ? node.high : node.low, literal = label_variable(labels, node.variable);
      if (child == LABEL_FALSE) continue;
      if (!value) literal = label_not(labels, literal);
      Label path = label_and(labels, item.path, literal);
      uint64_t place;
      if (map_get(&index, child, &place)) {
        items.data[place].path = label_or(labels, items.data[place].path, path);
      } else {
        map_put(&index, child, items.size);
        SplitItem added = {child, path};
        vec_push(&items, added);
      }
    }
  }
  for (size_t i = 0; i < items.size; i++)
    if (items.data[i].path && items.data[i].node) {
      vec_push(paths, items.data[i].path);
      vec_push(below, items.data[i].node);
    }
  map_free(&index);
  vec_free(&items);
}

/* ---- irredundant sums of products ---- */

typedef struct {
  Labels *labels;
  U32Vec *cubes;
  U32Vec literals; /* of the cubes being made */
} Cover;

static void emit(Cover *cover) {
  vec_append(cover->cubes, &cover->literals);
  vec_push(cover->cubes, UINT32_MAX);
}

/* Covers what is in `lower` and stays inside `upper`; returns the function covered. */
static Label cover_between(Cover *cover, Label lower, Label upper) {
  Labels *labels = cover->labels;
  /* after giving up `lower` need not be inside `upper`, and the recursion would not end */
  if (lower == LABEL_FALSE || labels->exhausted) return LABEL_FALSE;
  if (upper == LABEL_TRUE) {
    emit(cover);
    return LABEL_TRUE;
  }
  uint32_t v = least(label_node(labels, lower)->variable, label_node(labels, upper)->variable);
  Label l0 = cofactor(labels, lower, v, false), l1 = cofactor(labels, lower, v, true);
  Label u0 = cofactor(labels, upper, v, false), u1 = cofactor(labels, upper, v, true);
  vec_push(&cover->literals, 2 * v + 1);
  Label low = cover_between(cover, label_minus(labels, l0, u1), u0);
  vec_last(&cover->literals) = 2 * v;
  Label high = cover_between(cover, label_minus(labels, l1, u0), u1);
  cover->literals.size--;
  Label rest = label_or(labels, label_minus(labels, l0, low), label_minus(labels, l1, high));
  Label both = cover_between(cover, rest, label_and(labels, u0, u1));
  Label x = label_variable(labels, v);
  return label_or(labels, label_choose(labels, x, high, low), both);
}

void label_cubes(Labels *labels, Label f, U32Vec *cubes) {
  Cover cover = {labels, cubes, {0}};
  cover_between(&cover, f, f);
  vec_free(&cover.literals);
}
