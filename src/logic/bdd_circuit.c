/* Between circuits and decision diagrams. */
#include "logic/bdd_internal.h"

static Bdd of_literal(const BddVec *of_node, Lit lit) {
  return bdd_not_if(of_node->data[lit_node(lit)], lit_negated(lit));
}

/* No recursion, since graphs may be deep. What is known is not entered. */
Bdd bdd_of_circuit(BddManager *m, const Aig *aig, Lit root, BddVec *of_node) {
  of_node->data[0] = BDD_FALSE;
  U32Vec stack = {0};
  vec_push(&stack, lit_node(root));
  while (stack.size) {
    uint32_t n = vec_last(&stack);
    if (of_node->data[n] != BDD_NONE) {
      stack.size--;
      continue;
    }
    assert(aig_is_and(aig, n));
    Lit left = aig->nodes[n].left, right = aig->nodes[n].right;
    Bdd f = of_literal(of_node, left), g = of_literal(of_node, right);
    if (f == BDD_NONE) vec_push(&stack, lit_node(left));
    else if (g == BDD_NONE) vec_push(&stack, lit_node(right));
    else if ((of_node->data[n] = bdd_and(m, f, g)) == BDD_NONE) break;
  }
  vec_free(&stack);
  return of_literal(of_node, root);
}

Lit bdd_to_circuit(BddManager *m, Bdd f, Aig *aig, const Lit *literal) {
  Map order = {0};
  bdd_walk(m, &f, 1, &order);
  Lit *made = mem_array(order.size + 1, sizeof *made);
  for (size_t i = 0; i < order.size; i++) {
    const Node *node = m->nodes + order.entries[i].key;
    Bdd edges[2] = {node->low, node->high};
    Lit child[2];
    for (int k = 0; k < 2; k++) {
      uint64_t position;
      bool inner = map_get(&order, node_of(edges[k]), &position);
      child[k] = lit_not_if(inner ? made[position] : LIT_FALSE, edges[k] & 1);
    }
    made[i] = aig_mux(aig, literal[node->variable], child[1], child[0]);
  }
  Lit result = lit_not_if(order.size ? made[order.size - 1] : LIT_FALSE, f & 1);
  mem_free(made);
  map_free(&order);
  return result;
}
