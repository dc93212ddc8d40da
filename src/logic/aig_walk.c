/* Walks over and-inverter graphs: cones, support, copying and substitution, simulation. All are
 * iterative, because a graph may be as deep as it is large. */
#include <stdlib.h>

#include "base/memory.h"
#include "logic/aig.h"

/* Depth-first with an explicit stack: a node is pushed once to be expanded and stays until its
 * children are done. */
void aig_cone(const Aig *aig, const Lit *roots, size_t count, Bits *seen, U32Vec *order) {
  U32Vec stack = {0};
  for (size_t i = 0; i < count; i++) {
    vec_push(&stack, lit_node(roots[i]));
    while (stack.size) {
      uint32_t node = vec_last(&stack);
      if (!node || bits_get(seen, node)) {
        (void)vec_pop(&stack);
        continue;
      }
      size_t before = stack.size;
      if (aig_is_and(aig, node)) {
        uint32_t left = lit_node(aig->nodes[node].left), right = lit_node(aig->nodes[node].right);
        if (!bits_get(seen, left) && left) vec_push(&stack, left);
        if (!bits_get(seen, right) && right) vec_push(&stack, right);
      }
      if (stack.size > before) continue;
      (void)vec_pop(&stack);
      bits_set(seen, node);
      vec_push(order, node);
    }
  }
  vec_free(&stack);
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

void aig_support(const Aig *aig, Lit root, U32Vec *variables) {
  Bits seen = bits_new(aig->size);
  U32Vec order = {0};
  size_t start = variables->size;
  aig_cone(aig, &root, 1, &seen, &order);
  for (size_t i = 0; i < order.size; i++)
    if (aig_is_variable(aig, order.data[i])) vec_push(variables, order.data[i]);
  if (variables->size > start)
    qsort(variables->data + start, variables->size - start, sizeof(uint32_t), by_number);
  vec_free(&order);
  bits_free(&seen);
}

Lit *aig_map_new(const Aig *from) {
  Lit *map = mem_alloc(from->size * sizeof *map);
  for (size_t i = 1; i < from->size; i++) map[i] = LIT_NONE;
  map[0] = LIT_FALSE;
  return map;
}

Lit aig_copy(Aig *to, const Aig *from, Lit root, Lit *map) {
  return aig_copy_placing(to, from, root, map, NULL, NULL);
}

Lit aig_copy_placing(Aig *to, const Aig *from, Lit root, Lit *map, AigPlace *place, void *context) {
  U32Vec stack = {0};
  vec_push(&stack, lit_node(root));
  while (stack.size) {
    uint32_t node = vec_last(&stack);
    if (map[node] != LIT_NONE) {
      (void)vec_pop(&stack);
      continue;
    }
    assert(aig_is_and(from, node)); /* variables are mapped beforehand */
    const AigNode gate = from->nodes[node];
    bool left = map[lit_node(gate.left)] != LIT_NONE, right = map[lit_node(gate.right)] != LIT_NONE;
    if (!left) vec_push(&stack, lit_node(gate.left));
    if (!right) vec_push(&stack, lit_node(gate.right));
    if (!left || !right) continue;
    map[node] = aig_and(to, aig_map_lit(map, gate.left), aig_map_lit(map, gate.right));
    if (place) map[node] = place(context, map[node], node);
    (void)vec_pop(&stack);
  }
  vec_free(&stack);
  return aig_map_lit(map, root);
}

Lit aig_cofactor(Aig *aig, Lit f, uint32_t variable, bool value) {
  /* the map covers the nodes that exist now; what is made on the way is never looked up */
  size_t size = aig->size;
  Lit *map = aig_map_new(aig);
  for (uint32_t node = 1; node < size; node++)
    if (aig_is_variable(aig, node)) map[node] = lit_of(node, false);
  map[variable] = lit_constant(value);
  Lit result = aig_copy(aig, aig, f, map);
  mem_free(map);
  return result;
}

void aig_simulate(const Aig *aig, uint64_t *words) {
  const AigNode *nodes = aig->nodes;
  words[0] = 0;
  for (uint32_t node = 1; node < aig->size; node++)
    if (nodes[node].left != LIT_NONE)
      words[node] = aig_word(words, nodes[node].left) & aig_word(words, nodes[node].right);
}

void aig_simulate_cone(const Aig *aig, const U32Vec *order, uint64_t *words) {
  const AigNode *nodes = aig->nodes;
  words[0] = 0;
  for (size_t i = 0; i < order->size; i++) {
    uint32_t node = order->data[i];
    if (nodes[node].left != LIT_NONE)
      words[node] = aig_word(words, nodes[node].left) & aig_word(words, nodes[node].right);
  }
}

static uint8_t ternary_and(Ternary a, Ternary b) {
  if (a == TERNARY_0 || b == TERNARY_0) return TERNARY_0;
  return a == TERNARY_1 && b == TERNARY_1 ? TERNARY_1 : TERNARY_X;
}

void aig_simulate_ternary(const Aig *aig, uint8_t *values) {
  values[0] = TERNARY_0;
  for (uint32_t node = 1; node < aig->size; node++)
    if (aig_is_and(aig, node))
      values[node] = ternary_and(ternary_of(values, aig->nodes[node].left),
                                 ternary_of(values, aig->nodes[node].right));
}

bool aig_evaluate(const Aig *aig, Lit root, const Bits *values) {
  Bits seen = bits_new(aig->size), result = bits_new(aig->size);
  U32Vec order = {0};
  aig_cone(aig, &root, 1, &seen, &order);
  for (size_t i = 0; i < order.size; i++) {
    uint32_t node = order.data[i];
    const AigNode *gate = aig->nodes + node;
    bool value = aig_is_variable(aig, node)
                     ? bits_get(values, node)
                     : (bits_get(&result, lit_node(gate->left)) ^ lit_negated(gate->left)) &&
                           (bits_get(&result, lit_node(gate->right)) ^ lit_negated(gate->right));
    bits_put(&result, node, value);
  }
  bool value = bits_get(&result, lit_node(root)) ^ lit_negated(root);
  vec_free(&order);
  bits_free(&seen);
  bits_free(&result);
  return value;
}
