#include "formula/sere/sere.h"

static Sere add(Seres *seres, SereNode node) {
  vec_push(&seres->nodes, node);
  return (Sere)seres->nodes.size - 1;
}

Sere sere_letter(Seres *seres, Formula letter) {
  return add(seres, (SereNode){.kind = SERE_LETTER, .letter = letter});
}

Sere sere_binary(Seres *seres, SereKind kind, Sere left, Sere right) {
  return add(seres, (SereNode){.kind = kind, .left = left, .right = right});
}

Sere sere_repeat(Seres *seres, Sere body, int64_t low, int64_t high) {
  return add(seres, (SereNode){.kind = SERE_REPEAT, .left = body, .low = low, .high = high});
}

/* [*] */
static Sere anything(Seres *seres) {
  return sere_repeat(seres, sere_letter(seres, FORMULA_TRUE), 0, SERE_INFINITE);
}

static Sere without(Seres *seres, Formula letter) {
  Formula none = formula_unary(seres->formulas, OP_NOT, letter);
  return sere_repeat(seres, sere_letter(seres, none), 0, SERE_INFINITE);
}

Sere sere_both(Seres *seres, Sere left, Sere right) {
  Sere longer = sere_binary(seres, SERE_CONCAT, right, anything(seres));
  Sere one = sere_binary(seres, SERE_AND, left, longer);
  longer = sere_binary(seres, SERE_CONCAT, left, anything(seres));
  return sere_binary(seres, SERE_OR, one, sere_binary(seres, SERE_AND, longer, right));
}

Sere sere_goto(Seres *seres, Formula letter, int64_t low, int64_t high) {
  Sere once = sere_binary(seres, SERE_CONCAT, without(seres, letter), sere_letter(seres, letter));
  return sere_repeat(seres, once, low, high);
}

Sere sere_occurs(Seres *seres, Formula letter, int64_t low, int64_t high) {
  return sere_binary(seres, SERE_CONCAT, sere_goto(seres, letter, low, high),
                     without(seres, letter));
}

void seres_free(Seres *seres) { vec_free(&seres->nodes); }
