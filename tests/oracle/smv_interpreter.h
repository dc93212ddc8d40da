/* A second meaning for SMV: expressions evaluated on the syntax tree, with concrete values, by
 * plain recursion. It shares the parser with the front end and nothing else. For models of one
 * module whose variables are Booleans, ranges, enumerations and words of at most a few bits. */
#ifndef RONDO_ORACLE_SMV_INTERPRETER_H
#define RONDO_ORACLE_SMV_INTERPRETER_H

#include "front/smv/syntax.h"

typedef enum { CONCRETE_BOOLEAN, CONCRETE_INTEGER, CONCRETE_SYMBOL, CONCRETE_WORD } ConcreteKind;

typedef struct {
  ConcreteKind kind;
  int64_t number; /* the value; of a symbol the name; of a word its bits */
  unsigned width; /* of a word, which is unsigned */
} Concrete;

/* A set of values; a single one where `set` is false. `failed` where the value is undefined. */
typedef struct {
  VEC(Concrete) members;
  bool failed;
} ConcreteSet;

typedef struct {
  uint32_t name;
  ConcreteKind kind;
  VEC(Concrete) domain;
} ConcreteVariable;

typedef struct {
  const Syntax *syntax;
  VEC(ConcreteVariable) variables;
  size_t states; /* valuations of all variables */
} Interpreter;

/* Whether the interpreter knows everything in a file, and the valuations can be numbered. */
bool interpreter_reads(const Syntax *syntax);

Interpreter *interpreter_new(const Syntax *syntax); /* of module main */
void interpreter_free(Interpreter *interpreter);

/* Valuation number v gives variable i this value. */
Concrete interpreter_value(const Interpreter *interpreter, size_t valuation, size_t variable);

/* Whether a valuation is an initial state, and whether one may follow another: INIT, INVAR, TRANS
 * and all assignments. `failed` is set where some expression has no value or an assigned value is
 * not in the domain of its variable. */
bool interpreter_initial(const Interpreter *interpreter, size_t now, bool *failed);
bool interpreter_follows(const Interpreter *interpreter, size_t now, size_t next, bool *failed);

/* Whether a Boolean expression without next() is true in a valuation; false where undefined. */
bool interpreter_holds(const Interpreter *interpreter, NodeIndex expression, size_t valuation);

#endif
