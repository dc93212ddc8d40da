/* From syntax to plain data: what compile.c, flow.c and build.c share. */
#ifndef RONDO_FRONT_PROMELA_BUILD_H
#define RONDO_FRONT_PROMELA_BUILD_H

#include "front/promela/syntax.h"

/* A reference to a label, to be filled in when all control graphs are there. */
typedef struct {
  uint32_t expression;
  const Term *term;
} LabelReference;

typedef struct {
  Syntax *syntax;
  Processes *program;
  Error *error;
  bool failed;
  bool in_trace; /* what is compiled are events */
  VEC(LabelReference) references;
} Builder;

bool builder_fail(Builder *b, const Token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
ProcessSource builder_source(const Token *at);

/* ---- compile.c ---- */
uint32_t compile_term(Builder *b, const Term *term);
ProcessPlace compile_place(Builder *b, const Term *term);
uint32_t compile_statement(Builder *b, const Statement *statement); /* a command without target */
void compile_formula(Builder *b, const LtlSyntax *syntax);

/* ---- flow.c ---- */
/* The control graph of a proctype, at this place in the program. */
void flow_build(Builder *b, uint32_t proctype);
/* Whether some other process looks at this label: then it keeps a state of its own. */
bool label_is_seen(const Builder *b, const char *proctype, const char *label);

#endif
