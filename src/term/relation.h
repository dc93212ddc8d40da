/* A Relation is a word-level transition system: what BTOR2 and Verilog say, with their words,
 * arrays, enumerations and names. The blaster (blast.h) makes a System of it, with the same runs.
 *
 * - A state is a value for every state variable; a step also has a value for every input.
 * - In the first step a state variable with an `init` has its value, a term over state variables;
 *   one without has any value.
 * - In the step after, a state variable with a `next` has the value that the term had; one without
 *   has any value, in every step but perhaps the first.
 * - Constraints hold in every step, the first and the last included; they may read inputs. So may
 *   everything else but `init`. Those of `initially` hold in the first step only.
 * - Fairness holds infinitely often on the infinite runs that justice asks for.
 *
 * Conditions are terms of one bit. */
#ifndef RONDO_TERM_RELATION_H
#define RONDO_TERM_RELATION_H

#include "term/term.h"

/* The edge of a clock whose cycles are the steps. */
typedef enum { EDGE_NONE, EDGE_RISING, EDGE_FALLING } ClockEdge;

typedef struct {
  char *name;      /* not unique; NULL: it is not shown */
  char *path;      /* of Verilog: instances and the name, blanks between them; else NULL */
  ClockEdge edge;  /* of an input */
  bool is_state;   /* else an input */
  bool is_signed;  /* shown as a signed number */
  Term term;       /* TERM_VARIABLE */
  Type shown;      /* the type that people see: its own, or an enumeration of that width */
  Term init, next; /* of a state; TERM_NONE where there is none */
  /* Where it is in the blasted system, its bits one behind the other, or ABSENT. */
  uint32_t first;  /* among the latches of a state, among the inputs of an input */
  uint32_t choice; /* among the inputs: the next value of a state without `next` */
} Variable;

#define VARIABLE_ABSENT UINT32_MAX

typedef enum {
  QUESTION_BAD,     /* can a step be reached in which the condition holds? it should not */
  QUESTION_COVER,   /* the same; it should */
  QUESTION_JUSTICE, /* is there a run on which each condition holds infinitely often? it should not
                     */
} QuestionKind;

typedef struct {
  QuestionKind kind;
  char *name;         /* not unique; NULL: the kind and a number */
  char *place;        /* "file:line" of the source, for people; NULL: not known */
  char *text;         /* as the source writes it; NULL: not known */
  TermVec conditions; /* of bad and cover one; of justice any number */
} Question;

/* A term with a name: an output, a wire. */
typedef struct {
  char *name;
  Term term;
  Type shown; /* as of variables */
  bool is_signed;
  bool hidden; /* formulas may use it, traces do not show it */
} Definition;

typedef struct Relation {
  Terms *terms;
  VEC(Variable) variables; /* in the order of the source */
  TermVec initially, constraints, fairness;
  VEC(Question) questions; /* in the order of the source */
  VEC(Definition) definitions;
} Relation;

Relation *relation_new(void);
void relation_free(Relation *relation); /* NULL is fine */

/* Adds a variable and returns it, valid until the next one; names are copied, here and below. */
Variable *relation_input(Relation *relation, const char *name, Type type);
Variable *relation_state(Relation *relation, const char *name, Type type);

/* Adds a question; conditions are appended by the caller. Valid until the next one. */
Question *relation_ask(Relation *relation, QuestionKind kind, const char *name, const char *place);

Definition *relation_define(Relation *relation, const char *name, Term term);

#endif
