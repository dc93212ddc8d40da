/* The tokens of formulas. Words that are operators come from the table in operator.h; an atom is an
 * identifier with dots, brackets (`bus[3]`, `bus[3:0]`) and `<3>`, a comparison of an identifier
 * with a value (`state = idle`, `count <= 5`), or any text in double quotes. Operators may be run
 * together with each other and with the name behind them (run_together.h); in quotes nothing is
 * taken apart. */
#ifndef RONDO_FORMULA_LEXER_H
#define RONDO_FORMULA_LEXER_H

#include "base/error.h"
#include "formula/run_together.h"

/* The names of a model; without a model `known` is NULL. */
typedef struct {
  NameKnown known;
  const void *context;
} KnownNames;

typedef enum {
  TOKEN_END,
  TOKEN_OPERATOR, /* also a constant; `op` says which */
  TOKEN_ATOM,     /* its text, comparisons with single blanks, is in the lexer's `atom` */
  TOKEN_OPEN,     /* ( */
  TOKEN_CLOSE,    /* ) */
  TOKEN_OPEN_BRACKET,
  TOKEN_CLOSE_BRACKET,
  TOKEN_QUANTIFIER, /* E or A before a bracket, in CTL; op is OP_EU or OP_AU */
  TOKEN_WRONG,      /* `message` says why */
} TokenKind;

typedef struct {
  Logic logic; /* the words of CTL are plain atoms in LTL */
  KnownNames names;
  const char *text;
  size_t length;
  size_t start, end; /* of the current token */
  TokenKind kind;
  Operator op;
  size_t joined; /* of an operator run together with a name: how long the whole is; else 0 */
  Text atom;
  const char *message;
} Lexer;

/* The lexer stands before the first token; the text must outlive it. */
void lexer_init(Lexer *lexer, Logic logic, KnownNames names, const char *text, size_t length);
void lexer_free(Lexer *lexer);
TokenKind lexer_next(Lexer *lexer);

#endif
