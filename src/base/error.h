/* What is wrong with an input: where, and one sentence. A function that may fail on bad input takes
 * an Error and returns false or NULL after filling it. The first error wins; later ones are
 * dropped, because they are often its consequence. A reader that knows how to go on after an error
 * collects several with error_append; then this is the first of a list. */
#ifndef RONDO_BASE_ERROR_H
#define RONDO_BASE_ERROR_H

#include <stdbool.h>

typedef struct Error {
  char *file;         /* NULL where there is none */
  int line;           /* from 1; 0 where unknown */
  int column;         /* from 1; 0 where unknown */
  char *message;      /* NULL: no error yet */
  char *excerpt;      /* the offending source line, for a caret under it, or NULL */
  struct Error *next; /* the one found after it, or NULL */
} Error;

/* Both return false, so that a parser can say `return error_at(...)`. */
bool error_at(Error *error, const char *file, int line, int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
bool error_set(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Attaches the source line that the column points into. */
void error_excerpt(Error *error, const char *line);

/* Puts what was found after those in the list behind them, and empties it. */
void error_append(Error *list, Error *found);

/* "file:line:column: error: message", then the excerpt with a caret, cut where it is long and
 * without control characters; all of a list, one below the other; the caller frees it. */
char *error_text(const Error *error);
void error_free(Error *error);

#endif
