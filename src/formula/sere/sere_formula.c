#include "formula/sere/sere_formula.h"

#include "base/memory.h"
#include "formula/sere/sere_automaton.h"

typedef struct {
  Formulas *formulas;
  SereAutomaton automaton;
  Formula f; /* at the end of a match */
  bool weak;
  Formula *value; /* by state: D; FORMULA_NONE: not known yet */
} Solving;

static Formula and_of(Formulas *formulas, Formula a, Formula b) {
  if (a == FORMULA_FALSE || b == FORMULA_FALSE) return FORMULA_FALSE;
  if (a == FORMULA_TRUE) return b;
  return b == FORMULA_TRUE ? a : formula_binary(formulas, OP_AND, a, b);
}

static Formula or_of(Formulas *formulas, Formula a, Formula b) {
  if (a == FORMULA_TRUE || b == FORMULA_TRUE) return FORMULA_TRUE;
  if (a == FORMULA_FALSE) return b;
  return b == FORMULA_FALSE ? a : formula_binary(formulas, OP_OR, a, b);
}

/* What a move to this state leaves to be shown: f now, or the rest from the next position on. */
static Formula after(const Solving *s, uint32_t state) {
  Formula now = bits_get(&s->automaton.accepting, state) ? s->f : FORMULA_FALSE;
  Formula later = s->value[state];
  if (later == FORMULA_FALSE) return now;
  return or_of(s->formulas, now, formula_unary(s->formulas, OP_NEXT, later));
}

/* Whether all that the state leads to is known. */
static bool is_ready(const Solving *s, uint32_t state) {
  for (size_t i = 0; i < s->automaton.moves.size; i++) {
    const SereMove *m = s->automaton.moves.data + i;
    if (m->from == state && m->to != state && s->value[m->to] == FORMULA_NONE) return false;
  }
  return true;
}

static Formula solve(const Solving *s, uint32_t state) {
  Formula rest = FORMULA_FALSE, loop = FORMULA_FALSE;
  for (size_t i = 0; i < s->automaton.moves.size; i++) {
    const SereMove *m = s->automaton.moves.data + i;
    if (m->from != state) continue;
    if (m->to == state) loop = or_of(s->formulas, loop, m->letter);
    else rest = or_of(s->formulas, rest, and_of(s->formulas, m->letter, after(s, m->to)));
  }
  if (loop == FORMULA_FALSE) return rest;
  if (bits_get(&s->automaton.accepting, state))
    rest = or_of(s->formulas, rest, and_of(s->formulas, loop, s->f));
  return formula_binary(s->formulas, s->weak ? OP_WEAK_UNTIL : OP_UNTIL, loop, rest);
}

static Formula solve_all(Seres *seres, Sere sere, Formula f, bool weak, Error *error) {
  Solving s = {.formulas = seres->formulas, .f = f, .weak = weak};
  if (!sere_automaton(seres, sere, weak, &s.automaton)) {
    error_set(error, "this sequence is too large");
    return FORMULA_NONE;
  }
  s.value = mem_array(s.automaton.states, sizeof *s.value);
  for (uint32_t q = 0; q < s.automaton.states; q++) s.value[q] = FORMULA_NONE;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t q = s.automaton.states; q-- > 0;)
      if (s.value[q] == FORMULA_NONE && is_ready(&s, q)) {
        s.value[q] = solve(&s, q);
        more = true;
      }
  }
  Formula result = s.value[0];
  mem_free(s.value);
  sere_automaton_free(&s.automaton);
  if (result == FORMULA_NONE)
    error_set(error, "this sequence repeats more than single letters, which LTL cannot say");
  return result;
}

Formula sere_exists(Seres *seres, Sere sere, Formula f, Error *error) {
  return solve_all(seres, sere, f, false, error);
}

Formula sere_implies(Seres *seres, Sere sere, Formula f, Error *error) {
  Formula not_f = f == FORMULA_TRUE    ? FORMULA_FALSE
                  : f == FORMULA_FALSE ? FORMULA_TRUE
                                       : formula_unary(seres->formulas, OP_NOT, f);
  Formula some = solve_all(seres, sere, not_f, false, error);
  return some == FORMULA_NONE ? some : formula_unary(seres->formulas, OP_NOT, some);
}

Formula sere_weak(Seres *seres, Sere sere, Error *error) {
  return solve_all(seres, sere, FORMULA_TRUE, true, error);
}
