/* Operands of a conjunction that the others imply, and of a disjunction that imply the others, say
 * nothing. The rules of implication.c see many of them by their form; here the question is put to
 * automata: is `others & !operand` empty? That is exact, and cheap enough for the outermost
 * operands of formulas of moderate size. */
#include "formula/ltl/translate.h"

enum { REDUNDANCY_STATES = 300, REDUNDANCY_OPERANDS = 12, REDUNDANCY_DEPTH = 4 };

static bool is_unsatisfiable(Rewriter *rewriter, Formula f, Labels *labels, const U32Vec *atoms) {
  f = rewriter_simplify(rewriter, f, false);
  if (f <= FORMULA_TRUE) return f == FORMULA_FALSE;
  Automaton *automaton =
      automaton_translate(rewriter->formulas, f, labels, atoms, BRANCH_LETTERS, REDUNDANCY_STATES);
  bool empty = automaton && automaton_is_empty(automaton);
  automaton_free(automaton);
  return empty;
}

/* All operands but number i, joined; the neutral element if there is no other. */
static Formula others(Formulas *formulas, Operator op, const FormulaVec *operands, size_t i) {
  Formula result = FORMULA_NONE;
  for (size_t j = 0; j < operands->size; j++)
    if (j != i)
      result = result == FORMULA_NONE ? operands->data[j]
                                      : formula_binary(formulas, op, result, operands->data[j]);
  return result != FORMULA_NONE ? result : op == OP_AND ? FORMULA_TRUE : FORMULA_FALSE;
}

static Formula drop_redundant(Rewriter *rewriter, Formula f, Labels *labels, const U32Vec *atoms,
                              int depth) {
  Formulas *formulas = rewriter->formulas;
  Operator op = formula_node(formulas, f)->op;
  if ((op != OP_AND && op != OP_OR) || depth == 0) return f;
  FormulaVec operands = {0};
  formula_operands(formulas, op, f, &operands);
  if (operands.size <= REDUNDANCY_OPERANDS) {
    for (size_t i = 0; i < operands.size; i++) /* parts of parts first */
      operands.data[i] = drop_redundant(rewriter, operands.data[i], labels, atoms, depth - 1);
    for (size_t i = operands.size; i-- > 0;) {
      Formula rest = others(formulas, op, &operands, i), one = operands.data[i];
      Formula left = op == OP_AND ? rest : one, right = op == OP_AND ? one : rest;
      Formula both = formula_binary(formulas, OP_AND, left, rewriter_negate(rewriter, right));
      if (!is_unsatisfiable(rewriter, both, labels, atoms)) continue;
      memmove(operands.data + i, operands.data + i + 1,
              (operands.size - i - 1) * sizeof *operands.data);
      operands.size--;
    }
    f = others(formulas, op, &operands, SIZE_MAX);
  }
  vec_free(&operands);
  return f;
}

Formula formula_without_redundancy(Rewriter *rewriter, Formula f, Labels *labels,
                                   const U32Vec *atoms) {
  return drop_redundant(rewriter, f, labels, atoms, REDUNDANCY_DEPTH);
}
