/* The parser of VIS' formulas; see vis_language.h. */
#ifndef RONDO_FRONT_VIS_VIS_FORMULA_H
#define RONDO_FRONT_VIS_VIS_FORMULA_H

#include "formula/nnf.h"
#include "formula/parser.h"
#include "front/vis/vis_language.h"

typedef struct {
  Model *model;
  const VisNames *ranges;
  Logic logic;
  const char *file; /* NULL: the command line */
  const char *text; /* all of it */
  size_t next, end;
  int depth;
  Names defined;       /* by \define ... */
  FormulaVec meanings; /* ... as these */
  Error *error;
  /* Unknown signals do not stop the parser: one file often serves several models. */
  size_t unknown_place;
  char *unknown; /* the first one; NULL: all are known */
} VisParser;

void vis_skip_blanks(VisParser *parser); /* and comments */
bool vis_take(VisParser *parser, const char *symbol);
bool vis_error(VisParser *parser, size_t place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The next formula, as far as it goes; FORMULA_NONE and an error. Its atoms are bound. */
Formula vis_parse(VisParser *parser);

/* vis_atom.c: `signal=value`, `signal==signal`, or a signal of one bit. */
Formula vis_parse_atom(VisParser *parser);

bool vis_name_starts(char c);
bool vis_name_goes_on(char c);

#endif
