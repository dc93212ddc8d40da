/* The instances of the modules of an SMV file, as the interpreter sees them: what each name means
 * in each instance. It shares the parser with the front end and nothing else.
 *
 * Every instance is a *scope*. A name in it is a variable, an instance or an array that the module
 * (or one after ISA) declares; a definition, also one that another instance made here
 * (`DEFINE other.x := ...`); or a parameter, which stands for an expression in the scope that has
 * the instance. Else it is a constant. */
#ifndef RONDO_ORACLE_SMV_SCOPES_H
#define RONDO_ORACLE_SMV_SCOPES_H

#include "front/smv/syntax.h"

typedef enum {
  CONCRETE_BOOLEAN,
  CONCRETE_INTEGER,
  CONCRETE_SYMBOL,
  CONCRETE_WORD,
  CONCRETE_PROCESS
} ConcreteKind;

typedef struct {
  ConcreteKind kind;
  int64_t number; /* the value; of a symbol the name; of a word its bits; of a process the scope */
  unsigned width; /* of a word */
  bool is_signed;
} Concrete;

typedef struct {
  char *path; /* from main on: a.b[3] */
  VariableRole role;
  VEC(Concrete) domain;
} ConcreteVariable;

typedef enum { THING_NONE, THING_VARIABLE, THING_INSTANCE, THING_ARRAY } ThingKind;

typedef struct {
  ThingKind kind;
  size_t at; /* which variable or scope; of an array its first element in `things` */
  int64_t low;
  size_t count; /* of an array: its first index, and how many there are */
} Thing;

typedef struct {
  size_t owner;                      /* the scope that has it */
  size_t process;                    /* the scope of the process that it belongs to; main is one */
  char *path;                        /* NULL: main */
  VEC(const ModuleSyntax *) modules; /* its own and those after ISA */
  NodeIndex actuals;                 /* a list, or NODE_NONE */
} Scope;

typedef struct {
  size_t scope;
  uint32_t name;
  Thing thing;
} Declared;

typedef struct {
  size_t scope;
  uint32_t name;
  size_t from; /* where the body means something */
  NodeIndex body;
} Defined;

enum { NO_SELECTOR = -1 };

typedef struct {
  const Syntax *syntax;
  VEC(Scope) scopes; /* the first one is main */
  VEC(ConcreteVariable) variables;
  VEC(Thing) things; /* elements of arrays */
  VEC(Declared) declared;
  VEC(Defined) defined;
  long selector; /* the variable that says which process moves, or NO_SELECTOR */
  bool unknown;  /* there is a type that the interpreter does not know */
} Scopes;

Scopes *scopes_new(const Syntax *syntax);
void scopes_free(Scopes *scopes);

/* What a name is in a scope: a thing; or else an expression and the scope in which it means
 * something, if there is one: NODE_NONE where it is neither. */
typedef struct {
  Thing thing;
  size_t scope;
  NodeIndex body;
} Meaning;
Meaning scopes_look_up(const Scopes *scopes, size_t scope, uint32_t name);

#endif
