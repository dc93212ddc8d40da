/* See program_claim.h. */
#include "engine/explicit/program_claim.h"

#include "base/memory.h"
#include "engine/explicit/kripke.h"
#include "formula/automaton/reduce_automaton.h"
#include "formula/ltl/ltl_automaton.h"

/* ---- formulas ---- */

Formula program_formula(const Processes *program, uint32_t number, Formulas *formulas,
                        U32Vec *expressions) {
  static const Operator operators[] = {
      [LTL_NOT] = OP_NOT,         [LTL_AND] = OP_AND,
      [LTL_OR] = OP_OR,           [LTL_IMPLIES] = OP_IMPLIES,
      [LTL_NEXT] = OP_NEXT,       [LTL_EQUIVALENT] = OP_EQUIVALENT,
      [LTL_ALWAYS] = OP_GLOBALLY, [LTL_EVENTUALLY] = OP_FINALLY,
      [LTL_UNTIL] = OP_UNTIL,     [LTL_WEAK_UNTIL] = OP_WEAK_UNTIL,
      [LTL_RELEASE] = OP_RELEASE,
  };
  const ProcessLtl *ltl = program->formulas.data + number;
  if (ltl->operator== LTL_ATOM) {
    Formula atom = formula_atom(formulas, ltl->text);
    while (expressions->size < formulas->atoms.size) vec_push(expressions, ltl->a);
    return atom;
  }
  Formula a = program_formula(program, ltl->a, formulas, expressions);
  if (ltl->b == PROCESS_NONE) return formula_unary(formulas, operators[ltl->operator], a);
  Formula b = program_formula(program, ltl->b, formulas, expressions);
  return formula_binary(formulas, operators[ltl->operator], a, b);
}

static bool make_of_formula(ProgramClaim *claim, uint32_t number, bool state_based, Error *error) {
  U32Vec none = {0};
  claim->formulas = formulas_new();
  claim->formula = program_formula(claim->program, number, claim->formulas, &claim->atoms);
  LtlAutomatonOptions options = {.negate = true, .state_based = state_based};
  claim->automaton =
      ltl_automaton(claim->formulas, claim->formula, options, claim->labels, &none, error);
  return claim->automaton != NULL;
}

/* ---- automata by hand ---- */

static Label atom(ProgramClaim *claim, uint32_t expression) {
  uint32_t i = 0;
  while (i < claim->atoms.size && claim->atoms.data[i] != expression) i++;
  if (i == claim->atoms.size) {
    vec_push(&claim->atoms, expression);
    vec_push(&claim->automaton->atoms, i);
  }
  return label_variable(claim->labels, i);
}

static void begin_automaton(ProgramClaim *claim, uint32_t states) {
  U32Vec none = {0};
  claim->automaton = automaton_new(claim->labels, &none);
  claim->automaton->states = states;
  claim->automaton->sets = 1;
}

static bool has_accepting_process(const Processes *program) {
  for (uint32_t t = 0; t < program->proctypes.size; t++) {
    const Proctype *type = program->proctypes.data + t;
    if (process_is_claim(program, t) && t != program->trace) continue;
    for (size_t c = 0; c < type->controls.size; c++)
      if (type->controls.data[c].accept) return true;
  }
  return false;
}

/* A never claim as it is written: its control states and one for what it has followed to its end.
 * As in SPIN a pair accepts if the claim or some process is at a label `accept...`. */
static void make_of_never(ProgramClaim *claim, uint32_t proctype) {
  const Processes *program = claim->program;
  const Proctype *never = program->proctypes.data + proctype;
  uint32_t end = (uint32_t)never->controls.size;
  begin_automaton(claim, end + 1);
  claim->automaton->initial = never->start;
  bool accepting_processes = has_accepting_process(program);
  automaton_edge(claim->automaton, end, end, LABEL_TRUE, 1);
  for (uint32_t q = 0; q < end; q++) {
    const ProcessControl *control = never->controls.data + q;
    Label before = LABEL_FALSE; /* some statement before is executable */
    for (uint32_t i = 0; i < control->count; i++) {
      const ProcessCommand *c = program->commands.data + never->choices.data[control->first + i];
      Label guard = LABEL_TRUE;
      if (c->action == PROCESS_ELSE) guard = label_not(before);
      if (c->action == PROCESS_GUARD) guard = atom(claim, c->expression);
      before = label_or(claim->labels, before, guard);
      uint32_t target = c->action == PROCESS_END ? end : c->target;
      if (c->action == PROCESS_ASSERT) {
        Label fails = label_not(atom(claim, c->expression));
        automaton_edge(claim->automaton, q, end, fails, control->accept);
      }
      if (control->accept || !accepting_processes) {
        automaton_edge(claim->automaton, q, target, guard, control->accept);
        continue;
      }
      Label accepting = atom(claim, ATOM_ACCEPTING);
      automaton_edge(claim->automaton, q, target, label_and(claim->labels, guard, accepting), 1);
      automaton_edge(claim->automaton, q, target, label_minus(claim->labels, guard, accepting), 0);
    }
  }
  automaton_finish(claim->automaton);
}

static void make_of_acceptance(ProgramClaim *claim) {
  begin_automaton(claim, 1);
  Label accepting = atom(claim, ATOM_ACCEPTING);
  automaton_edge(claim->automaton, 0, 0, accepting, 1);
  automaton_edge(claim->automaton, 0, 0, label_not(accepting), 0);
  automaton_finish(claim->automaton);
}

/* SPIN's claim: do :: skip :: np_ -> break od; accept: do :: np_ od. */
static void make_of_progress(ProgramClaim *claim) {
  begin_automaton(claim, 2);
  Label progress = atom(claim, ATOM_PROGRESSING);
  automaton_edge(claim->automaton, 0, 0, LABEL_TRUE, 0);
  automaton_edge(claim->automaton, 0, 1, label_not(progress), 0);
  automaton_edge(claim->automaton, 1, 1, label_not(progress), 1);
  automaton_finish(claim->automaton);
}

/* A run that never leaves an atomic sequence any more is not seen to its end, and accepted by
 * nothing: so what is to be accepted must come from the automaton. */
static void want_marks(Automaton *automaton) {
  if (automaton->sets) return;
  automaton->sets = 1;
  for (size_t i = 0; i < automaton->edges.size; i++) automaton->edges.data[i].marks = 1;
}

static void replace_automaton(ProgramClaim *claim, Automaton *automaton) {
  automaton_free(claim->automaton);
  claim->automaton = automaton;
}

static bool close_under_stuttering(ProgramClaim *claim, Error *error) {
  Automaton *closure = automaton_stutter_closure(claim->automaton);
  if (!closure) return error_set(error, "the claim is too large for its closure");
  replace_automaton(claim, closure);
  return true;
}

ProgramClaim *program_claim_new(const Processes *program, ProgramRunQuestion question,
                                ProgramClaimOptions options, Error *error) {
  ProgramClaim *claim = mem_zalloc(sizeof *claim);
  claim->program = program;
  claim->formula = FORMULA_NONE;
  claim->labels = labels_new();
  bool good = true;
  switch (question.kind) {
  case RUNS_OF_FORMULA:
    good = make_of_formula(claim, question.number, options.state_based, error);
    break;
  case RUNS_OF_NEVER:
    make_of_never(claim, question.number);
    good = !options.stutters || close_under_stuttering(claim, error);
    break;
  case RUNS_WITH_ACCEPTANCE: make_of_acceptance(claim); break;
  default: make_of_progress(claim);
  }
  if (good && options.state_based && question.kind != RUNS_OF_FORMULA)
    replace_automaton(claim, automaton_degeneralize(claim->automaton));
  if (good && claim->automaton->atoms.size > KRIPKE_ATOMS)
    good = error_set(error, "there are more than %d different atoms", KRIPKE_ATOMS);
  if (good) {
    want_marks(claim->automaton);
    return claim;
  }
  program_claim_free(claim);
  return NULL;
}

void program_claim_free(ProgramClaim *claim) {
  if (!claim) return;
  automaton_free(claim->automaton);
  labels_free(claim->labels);
  formulas_free(claim->formulas);
  vec_free(&claim->atoms);
  mem_free(claim);
}

bool program_atom_holds(ProcessMachine *machine, uint32_t atom, ProcessFault *fault) {
  *fault = PROCESS_FINE;
  if (atom == ATOM_ACCEPTING) return process_is_accepting(machine);
  if (atom == ATOM_PROGRESSING) return process_is_progressing(machine);
  return process_evaluate(machine, atom, fault) != 0;
}

uint64_t program_claim_letter(const ProgramClaim *claim, ProcessMachine *machine,
                              ProcessFault *fault) {
  uint64_t letter = 0;
  *fault = PROCESS_FINE;
  for (size_t i = 0; i < claim->automaton->atoms.size && *fault == PROCESS_FINE; i++) {
    uint32_t number = claim->atoms.data[claim->automaton->atoms.data[i]];
    letter |= (uint64_t)program_atom_holds(machine, number, fault) << i;
  }
  return letter;
}
