/* The tokens of a model in the dialect of vl2mv, after the preprocessor: macros are replaced and
 * included files are in place, and every token knows the file, line and column it comes from. */
#ifndef RONDO_FRONT_VL2MV_LEXER_H
#define RONDO_FRONT_VL2MV_LEXER_H

#include "base/error.h"
#include "base/input.h"
#include "base/map.h"
#include "base/text.h"
#include "base/vec.h"
#include "front/read_options.h"

typedef struct {
  uint32_t file; /* among the sources */
  int line, column;
} Place;

typedef enum {
  TOKEN_END,
  TOKEN_NAME,   /* also a keyword */
  TOKEN_NUMBER, /* as it is written, without blanks and underscores: 12, 4'b01?? */
  TOKEN_SYSTEM, /* $ND, $display */
  TOKEN_STRING, /* without its quotes */
  TOKEN_SYMBOL,
} TokenKind;

typedef struct {
  TokenKind kind;
  const char *text; /* owned by the sources */
  Place place;
} Token;
typedef VEC(Token) TokenVec;

typedef struct {
  char *name;
  Input input;
} SourceFile;

/* A macro and its tokens; it has no arguments in this dialect. */
typedef struct {
  TokenVec tokens;
  bool defined;
} Macro;

typedef struct {
  VEC(SourceFile) files; /* the model and what it includes, in the order of opening */
  TokenVec tokens;       /* ends with TOKEN_END */
  Names macro_names;
  VEC(Macro) macros; /* by the number of the name */
  Arena arena;
  const ReadOptions *options; /* may be NULL */
  Error *error;
} Sources;

/* Reads a text that is already in memory, and the further files that the options name. What they
 * include is sought beside them, then in the folders of the options. False and an error if a file
 * cannot be read or contains what is no token. */
bool sources_read(Sources *sources, const char *file, const char *data, size_t size,
                  const ReadOptions *options, Error *error);
void sources_free(Sources *sources);

/* Sets the error, with the line it is in, if there is none yet; returns false. */
bool sources_error(const Sources *sources, Place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
