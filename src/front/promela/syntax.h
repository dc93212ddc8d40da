/* A Promela program as it is written: terms, statements, declarations. Names of variables are
 * resolved while reading, because Promela wants them declared before; names of proctypes and
 * labels are resolved at the end (build.c). All of it lives in one arena. */
#ifndef RONDO_FRONT_PROMELA_SYNTAX_H
#define RONDO_FRONT_PROMELA_SYNTAX_H

#include "base/text.h"
#include "front/promela/token.h"
#include "model/processes.h"

typedef struct Record Record;
typedef struct Term Term;
typedef struct Statement Statement;
typedef VEC(Term *) TermVec;
typedef VEC(Statement *) StatementVec;

/* A declared variable, or a field of a record. */
typedef struct Variable {
  const char *name;
  Token at;
  ProcessType type;
  uint8_t bits;
  Record *record; /* NULL: a simple value */
  uint32_t mtype; /* list of names */
  bool array, local, hidden;
  uint32_t count;
  uint32_t offset;  /* in the globals, the frame or the record */
  uint32_t size;    /* of one element */
  int32_t constant; /* its initial value, where that is a number: it may be a bound of an array */
} Variable;
typedef VEC(Variable *) VariableVec;

struct Record {
  const char *name;
  VariableVec fields;
  uint32_t size;
};

/* One step of a path like a[i].b[j]. */
typedef struct {
  Variable *field; /* the first is the variable itself */
  Term *index;     /* NULL: none given */
} Access;

enum { TERM_LTL = 1000 }; /* added to a ProcessLtlOperator */

struct Term {
  int operator; /* ProcessOperator, or TERM_LTL and a ProcessLtlOperator */
  Token at;
  int32_t value;
  Access *path; /* PROCESS_VARIABLE, PROCESS_REMOTE */
  size_t path_length;
  bool eval, wildcard; /* as an argument of a receive: eval(...), _ */
  Term *a, *b, *c;
  TermVec arguments;
  const char *proctype; /* PROCESS_RUN, PROCESS_REMOTE, PROCESS_AT */
  const char *name;     /* PROCESS_AT: the label; PROCESS_REMOTE: the variable */
};

typedef enum {
  STATEMENT_SIMPLE, /* `action` says which */
  STATEMENT_GOTO,
  STATEMENT_BREAK,
  STATEMENT_IF,
  STATEMENT_DO,
  STATEMENT_ATOMIC,
  STATEMENT_DSTEP,
  STATEMENT_BLOCK,
  STATEMENT_UNLESS,
} StatementKind;

typedef struct {
  const char *name;
  uint32_t instance; /* of an inline call, so that each has labels of its own */
} LabelName;

struct Statement {
  StatementKind kind;
  ProcessAction action;
  Token at;
  Term *target, *expression;
  TermVec arguments;
  bool sorted, anywhere, peek;
  bool written_out; /* a loop that `for` or `select` stands for */
  const char *format;
  LabelName label; /* STATEMENT_GOTO: where to */
  Statement *loop; /* STATEMENT_BREAK: which one is left */
  Statement *more; /* an assignment in the same step */
  VEC(LabelName) labels;
  VEC(StatementVec) parts; /* options, the body, both sides of `unless` */
};

/* What happens when a variable begins to live. */
typedef struct {
  Variable *variable;
  Term *value;      /* or NULL */
  TermVec values;   /* of an array, one by one */
  uint32_t channel; /* kind, or PROCESS_NONE */
} Start;
typedef VEC(Start) StartVec;

typedef struct {
  const char *name;
  Token at;
  VariableVec variables; /* parameters first */
  size_t parameters;
  uint32_t size;
  uint32_t active; /* how many run in the beginning */
  uint32_t priority;
  bool claim, trace; /* a trace, or a notrace, is both */
  Term *provided;
  StartVec starts;
  StatementVec body;
  Token end; /* the closing brace */
} ProctypeSyntax;

typedef struct {
  const char *name;
  Token at;
  bool branching; /* CTL */
  Term *formula;
} LtlSyntax;

typedef struct {
  Source *source;
  Processes *program; /* channels, mtypes are made while reading */
  VariableVec globals;
  uint32_t global_size;
  StartVec starts;
  VEC(ProctypeSyntax *) proctypes;
  VEC(LtlSyntax) formulas;
  VEC(Record *) records;
  TermVec terms; /* all of them */
  StatementVec statements;
} Syntax;

/* Reads a program; false and an error. What it points to lives as long as the source; the vectors
 * inside are freed by promela_syntax_free. */
bool promela_parse(Syntax *syntax, const TokenVec *tokens, Error *error);
void promela_syntax_free(Syntax *syntax);

/* As a person would write it. */
void show_term(const Term *term, Text *text);
void show_statement(const Statement *statement, Text *text);

/* Makes the plain data of what was read; false and an error. */
bool build_program(Syntax *syntax, Error *error);

#endif
