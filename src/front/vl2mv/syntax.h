/* The syntax tree of the dialect of vl2mv: what was written, with places, and nothing resolved.
 * All of it lives in the arena of a Design. docs/vis.md has the language in words. */
#ifndef RONDO_FRONT_VL2MV_SYNTAX_H
#define RONDO_FRONT_VL2MV_SYNTAX_H

#include "front/vl2mv/lexer.h"

typedef enum {
  EXPR_NAME,
  EXPR_NUMBER,
  EXPR_INDEX, /* what, index */
  EXPR_RANGE, /* what, first, last */
  EXPR_UNARY, /* also reductions */
  EXPR_BINARY,
  EXPR_CONDITION, /* condition, then, else */
  EXPR_CONCAT,
  EXPR_REPEAT, /* how often, what */
  EXPR_CALL,   /* of a function */
  EXPR_CHOICE, /* $ND: the alternatives */
} ExprKind;

typedef struct Expr {
  ExprKind kind;
  Place place;
  const char *name; /* of a name, a call; the operator; the digits of a number: 0, 1, ?, with
                       the highest bit first */
  uint32_t width;   /* of a number: how many digits */
  bool sized;       /* of a number: a width or a base was written */
  bool undriven;    /* of a number: all its digits are z */
  struct Expr **parts;
  size_t count;
} Expr;

typedef struct Range {
  const Expr *first, *last; /* NULL: there is none */
} Range;

typedef enum { PORT_NONE, PORT_INPUT, PORT_OUTPUT } PortKind;

/* One declaration of a name; several may add up to one object (`input x; t wire x;`). */
typedef struct Declaration {
  const char *name;
  Place place;
  PortKind port;
  bool is_reg, is_integer;
  const char *type;  /* the name of an enumeration, or NULL */
  Range range;       /* of a vector */
  Range array;       /* of its elements */
  const Expr *value; /* of `wire x = e;`, or NULL */
} Declaration;
typedef VEC(Declaration) DeclarationVec;

typedef struct {
  const char *name;
  Place place;
  const Expr *value;
} Parameter;
typedef VEC(Parameter) ParameterVec;

typedef struct Statement Statement;
typedef VEC(Statement *) StatementVec;

typedef struct {
  VEC(const Expr *) labels; /* none: default */
  Statement *body;
} CaseItem;

typedef enum {
  STATEMENT_NOTHING,
  STATEMENT_BLOCK,
  STATEMENT_ASSIGN, /* target, value */
  STATEMENT_IF,
  STATEMENT_CASE,
  STATEMENT_FOR,
  STATEMENT_CALL, /* of a task */
} StatementKind;

struct Statement {
  StatementKind kind;
  Place place;
  const char *name;            /* of a task; of a block, or NULL */
  const Expr *target, *value;  /* of an assignment; the value is also the condition or selector */
  bool overrides;              /* `assign` in a process: stronger than what other processes say */
  bool deferred;               /* `<=`: the same process does not see it */
  Statement *first, *step;     /* of a loop: assignments */
  Statement *then, *otherwise; /* may be NULL; `then` is also the body of a loop */
  StatementVec body;           /* of a block */
  DeclarationVec locals;       /* of a named block */
  VEC(CaseItem) items;
  VEC(const Expr *) arguments;
};

typedef struct {
  const char *name;
  Place place;
  bool is_task;
  Declaration result;       /* of a function */
  DeclarationVec variables; /* arguments are those with a port, in their order */
  ParameterVec parameters;
  Statement *body;
} Routine;

typedef struct {
  const char *port;  /* NULL: by position */
  const Expr *value; /* NULL: not connected */
  Place place;
} Connection;
typedef VEC(Connection) ConnectionVec;

typedef struct {
  const char *module, *name;
  Place place;
  ConnectionVec parameters, ports;
} Instance;

typedef enum { PROCESS_CLOCKED, PROCESS_COMBINATIONAL, PROCESS_INITIAL } ProcessKind;

typedef struct {
  ProcessKind kind;
  Place place;
  const char *clock; /* of a clocked one */
  Statement *body;
} Process;

typedef struct {
  const Expr *target, *value;
  Place place;
} Assignment;

typedef struct {
  const char *name;
  Place place;
  VEC(const char *) ports;
  ParameterVec parameters;
  DeclarationVec declarations;
  VEC(Assignment) assignments;
  VEC(Process) processes;
  VEC(Instance) instances;
  VEC(Routine) routines;
  bool instantiated; /* somewhere */
} Module;

typedef struct {
  const char *name;
  VEC(const char *) values;
} Enumeration;

typedef struct {
  Sources sources;
  VEC(Enumeration) enumerations;
  VEC(Module *) modules;       /* in the order of the text */
  Arena arena;                 /* of expressions and statements */
  VEC(Statement *) statements; /* all of them, for their vectors */
} Design;

/* Parses the tokens of the sources; false and an error at the first mistake. */
bool design_parse(Design *design, Error *error);
void design_free(Design *design);

/* For the files of the parser. */
typedef struct {
  Design *design;
  Names types; /* the names of enumerations, by their number */
  const Token *next;
  Module *module;
  int depth; /* of nested expressions and statements */
  bool failed;
} Parser;

enum { NESTING_LIMIT = 2000 };

bool vl_at(const Parser *parser, const char *text); /* a symbol or keyword */
bool vl_take(Parser *parser, const char *text);     /* takes it if it is there */
bool vl_expect(Parser *parser, const char *text);
const char *vl_name(Parser *parser); /* takes a name that is no keyword; "" after an error */
bool vl_error(Parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Never NULL; after an error some expression. */
Expr *vl_parse_expression(Parser *parser);
Expr *vl_parse_target(Parser *parser); /* the left side of an assignment */
Statement *vl_parse_statement(Parser *parser);
bool vl_parse_range(Parser *parser, Range *range); /* [first:last], if there is one */
/* `reg [3:0] a, b[0:3];` and the like; false if there is none here. */
bool vl_parse_declarations(Parser *parser, DeclarationVec *declarations);
bool vl_parse_parameters(Parser *parser, ParameterVec *parameters);

#endif
