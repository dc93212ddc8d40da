/* Tokens of SMV. The lexer reads a text in memory and never fails on its own: what it cannot read
 * becomes TOKEN_BAD, which no rule of the grammar accepts, so that the parser reports it.
 *
 * As in NuSMV, identifiers may contain `-`, `$` and `#`: `x-1` is one name, `x - 1` a
 * difference. */
#ifndef RONDO_FRONT_SMV_LEXER_H
#define RONDO_FRONT_SMV_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formula/run_together.h"

#include "base/text.h"

typedef enum {
  TOKEN_END,
  TOKEN_BAD,
  TOKEN_BAD_WORD, /* 0hff: nearly a word constant */
  TOKEN_NAME,
  TOKEN_NUMBER,
  TOKEN_WORD_CONSTANT,
  /* punctuation */
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_OPEN_SET,
  TOKEN_CLOSE_SET,
  TOKEN_OPEN_INDEX,
  TOKEN_CLOSE_INDEX,
  TOKEN_COMMA,
  TOKEN_SEMICOLON,
  TOKEN_COLON,
  TOKEN_ASSIGN_TO,
  TOKEN_CONCAT,
  TOKEN_DOT,
  TOKEN_DOTS,
  TOKEN_QUESTION,
  TOKEN_NOT,
  TOKEN_AND,
  TOKEN_OR,
  TOKEN_IMPLIES,
  TOKEN_IFF,
  TOKEN_EQUAL,
  TOKEN_NOT_EQUAL,
  TOKEN_LESS,
  TOKEN_GREATER,
  TOKEN_LESS_EQUAL,
  TOKEN_GREATER_EQUAL,
  TOKEN_PLUS,
  TOKEN_MINUS,
  TOKEN_TIMES,
  TOKEN_DIVIDE,
  TOKEN_LEFT_SHIFT,
  TOKEN_RIGHT_SHIFT,
  /* words of expressions */
  TOKEN_TRUE,
  TOKEN_FALSE,
  TOKEN_CASE,
  TOKEN_ESAC,
  TOKEN_NEXT,
  TOKEN_INIT_OF,
  TOKEN_UNION,
  TOKEN_IN,
  TOKEN_MOD,
  TOKEN_XOR,
  TOKEN_XNOR,
  TOKEN_SELF,
  TOKEN_FUNCTION,
  TOKEN_TEMPORAL,
  TOKEN_BINARY_TEMPORAL,
  TOKEN_PATH_A,
  TOKEN_PATH_E,
  TOKEN_BOUNDED_UNTIL,
  TOKEN_BOUNDED,
  /* words of types */
  TOKEN_BOOLEAN,
  TOKEN_ARRAY,
  TOKEN_OF,
  TOKEN_PROCESS,
  TOKEN_WORD,
  TOKEN_SIGNED,
  TOKEN_UNSIGNED,
  TOKEN_INFINITE, /* integer, real */
  /* words that open a section */
  TOKEN_MODULE,
  TOKEN_VAR,
  TOKEN_IVAR,
  TOKEN_FROZENVAR,
  TOKEN_DEFINE,
  TOKEN_CONSTANTS,
  TOKEN_ASSIGN,
  TOKEN_INIT,
  TOKEN_TRANS,
  TOKEN_INVAR,
  TOKEN_FAIRNESS,
  TOKEN_COMPASSION,
  TOKEN_CTLSPEC,
  TOKEN_LTLSPEC,
  TOKEN_INVARSPEC,
  TOKEN_PSLSPEC,
  TOKEN_COMPUTE,
  TOKEN_ISA,
  TOKEN_NAME_OF,
  TOKEN_MIN,
  TOKEN_MAX,
  TOKEN_PRED,
} TokenKind;

typedef struct {
  TokenKind kind;
  int detail;          /* the operator of functions and temporal words, see syntax.h */
  uint32_t begin, end; /* in the text */
  int line, column;    /* from 1 */
} Token;

typedef struct {
  const char *text;
  size_t length;
  uint32_t position;
  int line;
  uint32_t line_start;
  /* In formulas from outside: a name that is not known is taken apart where that gives operators
   * and a known name (formula/run_together.h). NULL: names stay whole. */
  NameKnown known;
  const void *known_context;
  Logic logic;
} Lexer;

Token smv_lexer_next(Lexer *lexer);

/* Words of the language, which cannot be names; some of them open a section. */
bool token_is_reserved(TokenKind kind);
bool token_opens_section(TokenKind kind);
/* The word that opens a section and is nearest to a mistyped one, or NULL. */
const char *smv_nearest_section(const char *word);

/* The word constant that a TOKEN_BAD_WORD was meant to be. */
void smv_mend_word(const char *text, size_t length, Text *mended);

/* What a token is called in a message: "a name", "the end of the file"; from TOKEN_OPEN on as it is
 * written, so that the message puts it in quotes. */
const char *token_kind_name(TokenKind kind);

#endif
