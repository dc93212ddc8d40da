/* Promela's tokens, and the files they come from. The preprocessor works on tokens, not on text, so
 * that every token knows where the user wrote it: one that comes out of a macro is where the macro
 * was used. */
#ifndef RONDO_FRONT_PROMELA_TOKEN_H
#define RONDO_FRONT_PROMELA_TOKEN_H

#include "base/arena.h"
#include "base/error.h"
#include "base/input.h"
#include "base/map.h"
#include "base/vec.h"

typedef enum {
  TOKEN_END,
  TOKEN_NAME,
  TOKEN_NUMBER,
  TOKEN_STRING,
  TOKEN_SIGN, /* of one or more characters: see `sign` */
  TOKEN_BAD,  /* an error, unless the preprocessor leaves it out; the text says which */
} TokenKind;

/* Signs of more than one character; one of one character is itself. */
enum {
  SIGN_ARROW = 256,   /* -> */
  SIGN_OPTION,        /* :: */
  SIGN_INCREMENT,     /* ++ */
  SIGN_DECREMENT,     /* -- */
  SIGN_EQUAL,         /* == */
  SIGN_UNEQUAL,       /* != */
  SIGN_LESS_EQUAL,    /* <= */
  SIGN_GREATER_EQUAL, /* >= */
  SIGN_SHIFT_LEFT,    /* << */
  SIGN_SHIFT_RIGHT,   /* >> */
  SIGN_AND,           /* && */
  SIGN_OR,            /* || */
  SIGN_SORTED,        /* !! */
  SIGN_ANYWHERE,      /* ?? */
  SIGN_RANGE,         /* .. */
  SIGN_PASTE,         /* ##, of the preprocessor */
};

typedef struct {
  TokenKind kind;
  int sign;
  uint32_t name; /* TOKEN_NAME: in `names` of the source */
  int32_t value; /* TOKEN_NUMBER */
  bool first;    /* of its line */
  bool spaced;   /* white space before it */
  bool painted;  /* a macro's name inside its own expansion */
  uint32_t file;
  int line, column;
  const char *text; /* as it is written; of a string without the quotes */
} Token;
typedef VEC(Token) TokenVec;

typedef struct {
  char *name;
  Input input;
} SourceFile;

typedef struct {
  Arena arena;
  Names names;
  VEC(SourceFile) files; /* the first is the one to read */
} Source;

void source_free(Source *source);

/* Appends the tokens of a file, without comments; directives are left in. */
bool lexer_read(Source *source, uint32_t file, TokenVec *tokens, Error *error);

/* All tokens of the file and of those it includes, after the preprocessor, and TOKEN_END. */
bool preprocess(Source *source, const char *file, const char *data, size_t size, TokenVec *tokens,
                Error *error);

/* An error at a token, with the line below it; false. */
bool source_error(const Source *source, const Token *token, Error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
