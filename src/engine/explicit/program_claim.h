/* What is asked of the runs of a Promela program, as an automaton that accepts those which violate
 * it: the negation of a formula, a never claim as it is written, or cycles through labels. */
#ifndef RONDO_ENGINE_EXPLICIT_PROGRAM_CLAIM_H
#define RONDO_ENGINE_EXPLICIT_PROGRAM_CLAIM_H

#include "base/error.h"
#include "formula/automaton/automaton.h"
#include "model/process_step.h"

typedef enum {
  RUNS_OF_FORMULA,       /* on which a formula is false */
  RUNS_OF_NEVER,         /* that a never claim accepts, or follows to its end */
  RUNS_WITH_ACCEPTANCE,  /* with a label `accept...` again and again */
  RUNS_WITHOUT_PROGRESS, /* without a label `progress...` from some point on */
} ProgramRunKind;

typedef struct {
  ProgramRunKind kind;
  uint32_t number; /* of the formula, or of the claim's proctype */
} ProgramRunQuestion;

typedef struct {
  const Processes *program;
  Formulas *formulas; /* whose atoms have these numbers; */
  Formula formula;    /* not negated; FORMULA_NONE: of the other kinds */
  U32Vec atoms;       /* expressions; or one of the two below */
  Labels *labels;
  Automaton *automaton; /* with at least one acceptance set */
} ProgramClaim;

enum { ATOM_ACCEPTING = UINT32_MAX, ATOM_PROGRESSING = UINT32_MAX - 1 }; /* some process is */

typedef struct {
  bool state_based; /* with one acceptance set, on states */
  bool stutters;    /* of a never claim: what it accepts with other repetitions of letters, too, so
                       that partial order may be used; if nothing is found, it accepts nothing */
} ProgramClaimOptions;

/* NULL and an error if the automaton is too large. */
ProgramClaim *program_claim_new(const Processes *program, ProgramRunQuestion question,
                                ProgramClaimOptions options, Error *error);
void program_claim_free(ProgramClaim *claim); /* NULL is fine */

/* The truth of the automaton's atoms in the state that is loaded; a fault if one has none. */
uint64_t program_claim_letter(const ProgramClaim *claim, ProcessMachine *machine,
                              ProcessFault *fault);

/* A formula of a program in a store of formulas; `expressions` gets those of new atoms. */
Formula program_formula(const Processes *program, uint32_t number, Formulas *formulas,
                        U32Vec *expressions);

/* The truth of an atom in the state that is loaded. */
bool program_atom_holds(ProcessMachine *machine, uint32_t atom, ProcessFault *fault);

#endif
