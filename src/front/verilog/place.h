/* Places in the source, as Yosys writes them: "file.sv:12.3-12.20", several with | between them. */
#ifndef RONDO_FRONT_VERILOG_PLACE_H
#define RONDO_FRONT_VERILOG_PLACE_H

#include "base/vec.h"

typedef struct {
  char *file;
  int line, column;         /* from 1; line 0: not known */
  int end_line, end_column; /* behind the last character; 0: not known */
} Place;

/* The last of the places: those before it are of the instances around. The caller frees it. */
Place place_of(const char *source);
void place_free(Place *place);

/* By file, line and column. */
int place_compare(const Place *a, const Place *b);

/* Moves the beginning over blank space and comments: of a statement without a label Yosys says that
 * it begins where the one before it ends. */
void place_begin(Place *place);

/* What stands there, on one line, without comments and the semicolon at its end; the caller frees
 * it. NULL if that cannot be told. */
char *place_excerpt(const Place *place);

#endif
