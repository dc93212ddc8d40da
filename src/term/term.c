#include "base/memory.h"
#include "term/internal.h"

Terms *terms_new(void) { return mem_zalloc(sizeof(Terms)); }

void terms_free(Terms *terms) {
  if (!terms) return;
  types_free(&terms->types);
  vec_free(&terms->nodes);
  names_free(&terms->unique);
  names_free(&terms->digits);
  mem_free(terms);
}

Term term_intern(Terms *terms, TermNode node) {
  uint32_t key[5] = {node.op, node.type, node.arguments[0], node.arguments[1], node.arguments[2]};
  Term term = names_add_n(&terms->unique, (const char *)key, sizeof key);
  if (term == terms->nodes.size) vec_push(&terms->nodes, node);
  return term;
}

/* ---- leaves ---- */

Term term_variable(Terms *terms, Type type) {
  return term_intern(terms, (TermNode){TERM_VARIABLE, type, {terms->variables++}});
}

Term term_constant(Terms *terms, const char *digits, size_t width) {
  assert(width && width <= UINT32_MAX);
  Type type = types_word(&terms->types, (uint32_t)width);
  return term_intern(terms,
                     (TermNode){TERM_CONSTANT, type, {names_add_n(&terms->digits, digits, width)}});
}

Term term_number(Terms *terms, uint64_t value, uint32_t width) {
  char *digits = mem_alloc(width);
  for (uint32_t i = 0; i < width; i++) digits[width - 1 - i] = i < 64 && value >> i & 1 ? '1' : '0';
  Term term = term_constant(terms, digits, width);
  mem_free(digits);
  return term;
}

Term term_bit(Terms *terms, bool value) { return term_constant(terms, value ? "1" : "0", 1); }

Term term_ones(Terms *terms, uint32_t width) {
  char *digits = mem_alloc(width);
  memset(digits, '1', width);
  Term term = term_constant(terms, digits, width);
  mem_free(digits);
  return term;
}

const char *term_digits(const Terms *terms, Term term) {
  const TermNode *node = term_node(terms, term);
  return node->op == TERM_CONSTANT ? terms->digits.text[node->arguments[0]] : NULL;
}

/* ---- operators ---- */

Term term_apply(Terms *terms, TermOperator op, const uint32_t *arguments) {
  const TermOperatorInfo *info = term_operators + op;
  TermNode node = {op, term_result_type(terms, op, arguments), {0}};
  size_t numbers = info->shape == SHAPE_SLICE ? 2 : info->shape == SHAPE_EXTEND ? 1 : 0;
  for (size_t i = 0; i < info->terms + numbers; i++) node.arguments[i] = arguments[i];
  if (info->commutes && node.arguments[0] > node.arguments[1]) {
    node.arguments[0] = arguments[1];
    node.arguments[1] = arguments[0];
  }
  Term simple = term_simplify(terms, &node);
  return simple == TERM_NONE ? term_intern(terms, node) : simple;
}

Term term_not(Terms *terms, Term a) { return term_apply(terms, TERM_NOT, (uint32_t[3]){a}); }

Term term_binary(Terms *terms, TermOperator op, Term a, Term b) {
  return term_apply(terms, op, (uint32_t[3]){a, b});
}

Term term_if(Terms *terms, Term condition, Term then, Term otherwise) {
  return term_apply(terms, TERM_IF, (uint32_t[3]){condition, then, otherwise});
}

Term term_slice(Terms *terms, Term a, uint32_t high, uint32_t low) {
  return term_apply(terms, TERM_SLICE, (uint32_t[3]){a, high, low});
}

Term term_fill(Terms *terms, Type array, Term element) {
  return term_intern(terms, (TermNode){TERM_FILL, array, {element}});
}

Term term_any(Terms *terms, Term a) { return term_apply(terms, TERM_ANY, (uint32_t[3]){a}); }
