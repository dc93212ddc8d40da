#include "term/cone.h"

#include "base/memory.h"

typedef struct {
  const Relation *relation;
  Bits reached;
  TermVec open;       /* reached, arguments not yet looked at */
  uint32_t *variable; /* by variable of the terms: which one of the relation it is */
} Cone;

static void reach(Cone *cone, Term term) {
  if (term == TERM_NONE || bits_get(&cone->reached, term)) return;
  bits_set(&cone->reached, term);
  vec_push(&cone->open, term);
}

static void reach_all(Cone *cone, const TermVec *terms) {
  for (size_t i = 0; i < terms->size; i++) reach(cone, terms->data[i]);
}

static void close(Cone *cone) {
  const Terms *terms = cone->relation->terms;
  while (cone->open.size) {
    const TermNode *node = term_node(terms, vec_pop(&cone->open));
    for (size_t i = 0; i < term_operators[node->op].terms; i++) reach(cone, node->arguments[i]);
    if (node->op != TERM_VARIABLE) continue;
    const Variable *variable = cone->relation->variables.data + cone->variable[node->arguments[0]];
    reach(cone, variable->init);
    reach(cone, variable->next);
  }
}

Bits relation_cone(const Relation *relation, bool everything) {
  const Terms *terms = relation->terms;
  Cone cone = {.relation = relation,
               .reached = bits_new(terms->nodes.size),
               .variable = mem_array(terms->variables, sizeof(uint32_t))};
  for (size_t i = 0; i < relation->variables.size; i++) {
    const TermNode *node = term_node(terms, relation->variables.data[i].term);
    cone.variable[node->arguments[0]] = (uint32_t)i;
    if (everything) reach(&cone, relation->variables.data[i].term);
  }
  for (size_t i = 0; i < relation->definitions.size && everything; i++)
    reach(&cone, relation->definitions.data[i].term);
  for (size_t i = 0; i < relation->questions.size; i++)
    reach_all(&cone, &relation->questions.data[i].conditions);
  reach_all(&cone, &relation->initially);
  reach_all(&cone, &relation->constraints);
  reach_all(&cone, &relation->fairness);
  close(&cone);
  vec_free(&cone.open);
  mem_free(cone.variable);
  return cone.reached;
}

/* Arguments have smaller numbers, so one pass down finds them all. */
void terms_close(const Terms *terms, Bits *set) {
  for (Term t = (Term)terms->nodes.size; t-- > 0;) {
    const TermNode *node = term_node(terms, t);
    for (size_t i = 0; bits_get(set, t) && i < term_operators[node->op].terms; i++)
      bits_set(set, node->arguments[i]);
  }
}

uint64_t relation_array_bits(const Relation *relation, const Bits *cone) {
  const Types *types = &relation->terms->types;
  uint64_t sum = 0;
  for (size_t i = 0; i < relation->variables.size; i++) {
    Term term = relation->variables.data[i].term;
    Type type = term_type(relation->terms, term);
    if (!type_is_array(types, type) || !bits_get(cone, term)) continue;
    uint64_t bits = type_bits(types, type);
    sum = bits > UINT64_MAX - sum ? UINT64_MAX : sum + bits;
  }
  return sum;
}
