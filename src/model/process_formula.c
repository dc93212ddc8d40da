#include "model/process_formula.h"

/* ---- what needs no more than a state ---- */

static bool is_plain(const Processes *program, uint32_t number);

static bool place_is_plain(const Processes *program, uint32_t number) {
  const ProcessPlace *place = program->places.data + number;
  for (uint32_t i = 0; i < place->indices; i++)
    if (!is_plain(program, program->indices.data[place->first_index + i].expression)) return false;
  return true;
}

static bool poll_is_plain(const Processes *program, const ProcessExpression *poll) {
  for (uint32_t i = 0; i < (uint32_t)poll->value; i++) {
    const ProcessArgument *argument = program->arguments.data + poll->b + i;
    if (argument->kind == PROCESS_BIND) return false;
    if (argument->kind != PROCESS_DROP && !is_plain(program, argument->operand)) return false;
  }
  return is_plain(program, poll->a);
}

static bool is_plain(const Processes *program, uint32_t number) {
  const ProcessExpression *e = program->expressions.data + number;
  switch (e->operator) {
  case PROCESS_CONSTANT:
  case PROCESS_NUMBER: return true;
  case PROCESS_VARIABLE: return place_is_plain(program, e->a);
  case PROCESS_REMOTE:
    return place_is_plain(program, e->a) && (e->b == PROCESS_NONE || is_plain(program, e->b));
  case PROCESS_AT: return e->b == PROCESS_NONE || is_plain(program, e->b);
  case PROCESS_POLL: return poll_is_plain(program, e);
  case PROCESS_IF:
    return is_plain(program, e->a) && is_plain(program, e->b) && is_plain(program, e->c);
  case PROCESS_NOT:
  case PROCESS_NEGATE:
  case PROCESS_COMPLEMENT:
  case PROCESS_LENGTH:
  case PROCESS_FULL:
  case PROCESS_EMPTY:
  case PROCESS_NOT_FULL:
  case PROCESS_NOT_EMPTY: return is_plain(program, e->a);
  default: break;
  }
  bool binary = e->operator>= PROCESS_ADD && e->operator<= PROCESS_OR;
  return binary && is_plain(program, e->a) && is_plain(program, e->b);
}

static bool is_of_states(const Processes *program, uint32_t formula) {
  const ProcessLtl *ltl = program->formulas.data + formula;
  switch (ltl->operator) {
  case LTL_ATOM: return is_plain(program, ltl->a);
  case LTL_NOT: return is_of_states(program, ltl->a);
  case LTL_AND:
  case LTL_OR:
  case LTL_IMPLIES:
  case LTL_EQUIVALENT: return is_of_states(program, ltl->a) && is_of_states(program, ltl->b);
  default: return false;
  }
}

bool process_formula_is_invariant(const Processes *program, uint32_t formula, uint32_t *p) {
  const ProcessLtl *ltl = program->formulas.data + formula;
  *p = ltl->a;
  return ltl->operator== LTL_ALWAYS && is_of_states(program, ltl->a);
}

bool process_formula_is_plain(const Processes *program, uint32_t formula) {
  const ProcessLtl *ltl = program->formulas.data + formula;
  if (ltl->operator== LTL_ATOM) return is_plain(program, ltl->a);
  return process_formula_is_plain(program, ltl->a) &&
         (ltl->b == PROCESS_NONE || process_formula_is_plain(program, ltl->b));
}

/* ---- truth ---- */

bool process_formula_holds(ProcessMachine *machine, const Processes *program, uint32_t p,
                           ProcessFault *fault) {
  const ProcessLtl *ltl = program->formulas.data + p;
  if (ltl->operator== LTL_ATOM) return process_evaluate(machine, ltl->a, fault) != 0;
  bool a = process_formula_holds(machine, program, ltl->a, fault);
  if (*fault != PROCESS_FINE) return false;
  if (ltl->operator== LTL_NOT) return !a;
  /* what follows from the first part is not asked further, as in C */
  if (ltl->operator== LTL_AND && !a) return false;
  if (ltl->operator== LTL_OR && a) return true;
  if (ltl->operator== LTL_IMPLIES && !a) return true;
  bool b = process_formula_holds(machine, program, ltl->b, fault);
  return ltl->operator== LTL_EQUIVALENT ? a == b : b;
}

bool process_formula_atoms(const Processes *program, uint32_t formula, U32Vec *atoms) {
  const ProcessLtl *ltl = program->formulas.data + formula;
  if (ltl->operator== LTL_ATOM) {
    vec_push(atoms, ltl->a);
    return true;
  }
  bool left = process_formula_atoms(program, ltl->a, atoms);
  bool right = ltl->b == PROCESS_NONE || process_formula_atoms(program, ltl->b, atoms);
  return left && right && ltl->operator!= LTL_NEXT;
}

/* ---- text ---- */

void process_formula_text(const Processes *program, uint32_t formula, Text *text) {
  static const char *const signs[] = {
      [LTL_NOT] = "! ",         [LTL_AND] = " && ",    [LTL_OR] = " || ",
      [LTL_IMPLIES] = " -> ",   [LTL_NEXT] = "X ",     [LTL_EQUIVALENT] = " <-> ",
      [LTL_ALWAYS] = "[] ",     [LTL_UNTIL] = " U ",   [LTL_EVENTUALLY] = "<> ",
      [LTL_WEAK_UNTIL] = " W ", [LTL_RELEASE] = " V ", [CTL_EX] = "EX ",
      [CTL_EF] = "EF ",         [CTL_EG] = "EG ",      [CTL_EU] = " U ",
      [CTL_AX] = "AX ",         [CTL_AF] = "AF ",      [CTL_AG] = "AG ",
      [CTL_AU] = " U "};
  const ProcessLtl *ltl = program->formulas.data + formula;
  if (ltl->operator== LTL_ATOM) {
    text_format(text, "(%s)", ltl->text);
    return;
  }
  bool binary = ltl->b != PROCESS_NONE;
  if (ltl->operator== CTL_EU || ltl->operator== CTL_AU)
    text_add(text, ltl->operator== CTL_EU ? "E " : "A ");
  if (binary) text_char(text, '(');
  if (binary) process_formula_text(program, ltl->a, text);
  text_add(text, signs[ltl->operator]);
  process_formula_text(program, binary ? ltl->b : ltl->a, text);
  if (binary) text_char(text, ')');
}
