/* Past operators are taken out of a formula by monitors. A monitor watches one past operator: its
 * value now is a function of its operands and of one bit of memory, and so is the memory's next
 * value. It is deterministic, so a fresh atom that stands for its value may take the operator's
 * place anywhere. Operands that look into the future are guessed: a fresh atom x takes their place,
 * beside the constraint G (x <-> operand).
 *
 * In a product with a system monitors become latches and guesses inputs; for an automaton alone,
 * past_compose makes the memory part of the automaton's state. */
#ifndef RONDO_FORMULA_PAST_H
#define RONDO_FORMULA_PAST_H

#include "formula/automaton/automaton.h"
#include "formula/ltl/rewrite.h"

typedef struct {
  uint32_t atom;       /* that stands for its value */
  Operator op;         /* Y, Z, O, H, S or T */
  Formula left, right; /* without temporal operators; right is FORMULA_NONE for unary ones */
} Monitor;

typedef struct {
  Formula formula;       /* without past operators */
  Formula constraint;    /* on the guesses; FORMULA_TRUE without them */
  VEC(Monitor) monitors; /* operands of later ones may read the atoms of earlier ones */
  U32Vec guesses;        /* atoms */
} PastForm;

PastForm past_eliminate(Formulas *formulas, Formula f);
void past_free(PastForm *past);
bool formula_has_past(const Formulas *formulas, Formula f);

/* The memory at the start. */
bool monitor_start(Operator op);

/* The automaton over `atoms`, without those of monitors and guesses; the automaton given has atoms,
 * then the guesses, then the monitors. NULL if it has more than `limit` states. */
Automaton *past_compose(const Automaton *automaton, Rewriter *rewriter, const PastForm *past,
                        const U32Vec *atoms, uint32_t limit);

#endif
