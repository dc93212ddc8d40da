/* What the parts of the parser share: the tokens, with inlines unfolded on the way; scopes. */
#ifndef RONDO_FRONT_PROMELA_PARSER_H
#define RONDO_FRONT_PROMELA_PARSER_H

#include "base/text.h"
#include "front/promela/syntax.h"

typedef struct {
  const char *name;
  U32Vec parameters; /* names */
  TokenVec body;     /* with the braces */
  bool open;         /* being unfolded: it must not call itself */
} Inline;

/* Tokens that are read before those below: the body of an inline. */
typedef struct {
  const Token *tokens;
  size_t size, next;
  TokenVec own; /* to be freed with it */
  uint32_t instance;
  Inline *of;
} Frame;

typedef struct {
  int32_t value;
  uint32_t list;
} MtypeName;

typedef struct {
  Syntax *syntax;
  Error *error;
  bool failed;
  VEC(Frame) frames;
  uint32_t instances;
  size_t unfolded; /* tokens of inlines so far */
  int depth;       /* of nesting, for deep input */
  VEC(Inline *) inlines;
  Map inline_of; /* name to place in `inlines` */
  Map mtype_of;  /* name to place in `mtypes` */
  VEC(MtypeName) mtypes;
  Map proctype_names;       /* of the whole program: a reference may come before the declaration */
  VariableVec scope;        /* visible locals, innermost last */
  size_t block;             /* where the locals of the innermost block begin */
  ProctypeSyntax *proctype; /* NULL: outside */
  VEC(Statement *) loops;   /* open, innermost last */
  bool fresh;               /* no statement yet: declarations are made when the process starts */
  bool ltl;                 /* temporal operators are operators ... */
  bool branching;           /* ... namely those of CTL */
  int parentheses;          /* open; without any, the end of a line may end a statement */
  Names mtype_lists;        /* by the name after `mtype :`; "" is the list without one */
  Token last;               /* the token before the next one */
} Parser;

enum { PARSER_DEPTH = 400 };

/* ---- tokens (parser.c) ---- */
const Token *promela_peek(Parser *p, size_t ahead);
void promela_advance(Parser *p);
bool promela_is(Parser *p, int sign);
bool promela_is_word(Parser *p, const char *word);
bool promela_take(Parser *p, int sign);
bool promela_take_word(Parser *p, const char *word);
bool promela_line_ends(Parser *p); /* and a statement may end with it: no operator follows */
bool promela_expect(Parser *p, int sign, const char *after);
const char *promela_name(Parser *p, const char *what); /* NULL and an error */
void *promela_new(Parser *p, size_t bytes);

/* All return NULL or false and leave the first error. */
void *promela_fail(Parser *p, const Token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void *promela_unexpected(Parser *p, const char *expected);
bool promela_deeper(Parser *p); /* false: too deep */

/* ---- names (declare.c) ---- */
Variable *promela_find(Parser *p, const char *name);
const MtypeName *promela_mtype(Parser *p, uint32_t name);
bool promela_is_type(Parser *p);
/* A declaration, with its initial values. `record`: its fields go there; `parameter`: no values. */
bool parse_declaration(Parser *p, StatementVec *sequence, Record *record, bool parameter);
bool parse_typedef(Parser *p);
bool parse_constant(Parser *p, int32_t *value);

/* ---- terms (parse_term.c) ---- */
Term *parse_term(Parser *p);
Term *parse_term_from(Parser *p, Term *left); /* goes on after a first operand */
Term *parse_reference(Parser *p);             /* a variable with its indices and fields */
Term *term_new(Parser *p, int operator, const Token * at);
bool parse_arguments(Parser *p, TermVec *arguments, bool receive);
void expand_records(Parser *p, TermVec *arguments);

/* ---- statements (parse_statement.c) ---- */
bool parse_body(Parser *p, StatementVec *sequence); /* { ... } */
Statement *statement_new(Parser *p, StatementKind kind, const Token *at);

#endif
