/* A second meaning for SMV: expressions evaluated on the syntax tree, with concrete values, by
 * plain recursion. It shares the parser with the front end and nothing else. For models whose
 * variables are Booleans, ranges, enumerations, words of at most a few bits, and arrays of these;
 * with modules, parameters and processes (smv_scopes.h). */
#ifndef RONDO_ORACLE_SMV_INTERPRETER_H
#define RONDO_ORACLE_SMV_INTERPRETER_H

#include "oracle/smv_scopes.h"

/* A set of values; `failed` where the value is undefined. */
typedef struct {
  VEC(Concrete) members;
  bool failed;
} ConcreteSet;

typedef struct {
  Scopes *scopes;
  const Syntax *syntax;
  size_t states; /* valuations of all variables; SIZE_MAX if they cannot be numbered */
} Interpreter;

/* Whether the interpreter knows everything in a file. */
bool interpreter_reads(const Syntax *syntax);

Interpreter *interpreter_new(const Syntax *syntax); /* of module main */
void interpreter_free(Interpreter *interpreter);

/* A valuation: for each variable which value of its domain it has. Where they can be numbered, this
 * is the one with a number. */
typedef uint32_t *Valuation;
Valuation interpreter_valuation(const Interpreter *interpreter, size_t number);

/* Whether a valuation is an initial state, and whether one may follow another: INIT, INVAR, TRANS
 * and all assignments. `failed` is set where some expression has no value or an assigned value is
 * not in the domain of its variable. */
bool interpreter_begins(const Interpreter *interpreter, const uint32_t *now, bool *failed);
bool interpreter_goes(const Interpreter *interpreter, const uint32_t *now, const uint32_t *next,
                      bool *failed);

/* The same of numbered ones. */
bool interpreter_initial(const Interpreter *interpreter, size_t now, bool *failed);
bool interpreter_follows(const Interpreter *interpreter, size_t now, size_t next, bool *failed);

/* Whether a Boolean expression of main without next() is true in a valuation; false where
 * undefined. */
bool interpreter_holds(const Interpreter *interpreter, NodeIndex expression, size_t valuation);

#endif
