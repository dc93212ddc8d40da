/* What is wrong with an input: where, and one sentence. A function that may fail on bad input takes
 * an Error and returns false or NULL after filling it. The first error wins; later ones are
 * dropped, because they are often its consequence. */
#ifndef RONDO_BASE_ERROR_H
#define RONDO_BASE_ERROR_H

#include <stdbool.h>

typedef struct {
  char *file;    /* NULL where there is none */
  int line;      /* from 1; 0 where unknown */
  int column;    /* from 1; 0 where unknown */
  char *message; /* NULL: no error yet */
  char *excerpt; /* the offending source line, for a caret under it, or NULL */
} Error;

/* Both return false, so that a parser can say `return error_at(...)`. */
bool error_at(Error *error, const char *file, int line, int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
bool error_set(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Attaches the source line that the column points into. */
void error_excerpt(Error *error, const char *line);

/* "file:line:column: error: message", then the excerpt with a caret; the caller frees it. */
char *error_text(const Error *error);
void error_free(Error *error);

#endif
