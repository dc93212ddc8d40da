#include "term/expand.h"

#include "base/memory.h"
#include "term/circuit.h"
#include "term/cone.h"

static void make_constant(const Terms *terms, Term term, Lit *bits) {
  const char *digits = term_digits(terms, term);
  uint32_t width = term_width(terms, term);
  for (uint32_t i = 0; i < width; i++) bits[i] = lit_constant(digits[width - 1 - i] == '1');
}

/* In the order of their numbers arguments come first. */
bool terms_expand(const Terms *terms, const Bits *set, Aig *aig, Lit **bits, Arena *arena,
                  Budget *budget) {
  for (Term t = 0; t < terms->nodes.size; t++) {
    const TermNode *node = term_node(terms, t);
    if (!bits_get(set, t) || node->op == TERM_VARIABLE || bits[t]) continue;
    const Lit *arguments[3] = {NULL};
    bits[t] = arena_alloc(arena, type_bits(&terms->types, node->type) * sizeof(Lit));
    for (size_t i = 0; i < term_operators[node->op].terms; i++)
      arguments[i] = bits[node->arguments[i]];
    if (node->op == TERM_CONSTANT) make_constant(terms, t, bits[t]);
    else circuit_apply(aig, terms, node, arguments, bits[t]);
    budget_use(budget, circuit_cost(terms, node));
    if (budget_spent(budget)) return false;
  }
  return true;
}

/* ---- initial values ---- */

/* The terms that initial values are made of. */
static Bits initial_terms(const Relation *relation) {
  const Terms *terms = relation->terms;
  Bits set = bits_new(terms->nodes.size);
  for (size_t i = 0; i < relation->variables.size; i++) {
    const Variable *variable = relation->variables.data + i;
    if (variable->first != VARIABLE_ABSENT && variable->init != TERM_NONE)
      bits_set(&set, variable->init);
  }
  terms_close(terms, &set);
  return set;
}

static uint64_t width_of(const Relation *relation, const Variable *variable) {
  return type_bits(&relation->terms->types, term_type(relation->terms, variable->term));
}

/* Puts the values of states into the initial values of others; whether a latch changed. */
static bool initialise_once(const Relation *relation, const Bits *set, Bits *latches) {
  Aig *aig = aig_new();
  Arena arena = {0};
  Lit **bits = mem_array(relation->terms->nodes.size, sizeof *bits);
  bool changed = false;
  for (size_t i = 0; i < relation->variables.size; i++) {
    const Variable *variable = relation->variables.data + i;
    uint64_t width = width_of(relation, variable);
    if (!bits_get(set, variable->term)) continue;
    bits[variable->term] = arena_alloc(&arena, width * sizeof(Lit));
    for (uint64_t k = 0; k < width; k++)
      bits[variable->term][k] = lit_constant(bits_get(latches, variable->first + k));
  }
  terms_expand(relation->terms, set, aig, bits, &arena, NULL);
  for (size_t i = 0; i < relation->variables.size; i++) {
    const Variable *variable = relation->variables.data + i;
    if (variable->first == VARIABLE_ABSENT || variable->init == TERM_NONE) continue;
    uint64_t width = width_of(relation, variable);
    for (uint64_t k = 0; k < width; k++) {
      bool value = bits[variable->init][k] == LIT_TRUE;
      changed |= value != bits_get(latches, variable->first + k);
      bits_put(latches, variable->first + k, value);
    }
  }
  mem_free(bits);
  arena_free(&arena);
  aig_free(aig);
  return changed;
}

/* One initial value may read another, in any order; where they read each other in a circle there
 * may be no solution, and then any values do, because they will not pass a replay. */
void relation_initialise(const Relation *relation, Bits *latches) {
  Bits set = initial_terms(relation);
  for (size_t i = 0; i < relation->variables.size; i++)
    if (!initialise_once(relation, &set, latches)) break;
  bits_free(&set);
}
