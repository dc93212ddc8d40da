/* Reading formulas. The grammar is that of the operator table: unary operators bind tightest, then
 * U R W M S T (to the right), &, |, xor, <-> (to the left), -> (to the right). In CTL a binary path
 * operator stands in `E [f U g]` or `A (f U g)`, where it binds loosest, or without brackets: `E f
 * U g`, where g is as short as it can be. F, G, U and R of CTL may have bounds: `EF[1,3] p`. */
#ifndef RONDO_FORMULA_PARSER_H
#define RONDO_FORMULA_PARSER_H

#include "formula/lexer.h"

/* Parses one formula; FORMULA_NONE after filling in the error, which points at the column. The
 * first way is for formulas without a model. */
Formula formula_parse(Formulas *formulas, Logic logic, const char *text, Error *error);
Formula formula_parse_known(Formulas *formulas, Logic logic, KnownNames names, const char *text,
                            Error *error);

/* The same for a part of a file's text, [start, end): errors have the file's line. */
Formula formula_parse_part(Formulas *formulas, Logic logic, KnownNames names, const char *file,
                           const char *text, size_t start, size_t end, Error *error);

/* Fills in an error at a place of a text, with its line as the excerpt; returns false. */
bool error_at_offset(Error *error, const char *file, const char *text, size_t offset,
                     const char *message);

#endif
