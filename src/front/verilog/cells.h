/* What the combinational cells of Yosys compute, as terms: one row for each type, with the meaning
 * that 'simlib.v' of Yosys gives it. Values that Verilog leaves undefined are chosen where that
 * costs nothing: several lines of a parallel case give the first; division by zero is that of
 * term.h. */
#ifndef RONDO_FRONT_VERILOG_CELLS_H
#define RONDO_FRONT_VERILOG_CELLS_H

#include "term/term.h"

/* A cell with its inputs as terms; TERM_NONE where the type has no such port. */
typedef struct {
  Term a, b, s;
  bool a_signed, b_signed;
  uint32_t width;  /* of the output Y */
  uint32_t offset; /* of $slice */
  Term undefined;  /* as wide as the output: what is read beyond the end of a word */
} CellInput;

typedef struct CellType CellType;

const CellType *cell_type_find(const char *name); /* NULL: no combinational cell */

/* The ports that it reads, one letter each: "AB", "ABS". */
const char *cell_type_ports(const CellType *type);
/* Whether it may read beyond the end of a word: then `undefined` is needed. */
bool cell_reads_beyond(const Terms *terms, const CellType *type, const CellInput *input);

/* As wide as the output. */
Term cell_output(Terms *terms, const CellType *type, const CellInput *input);

#endif
