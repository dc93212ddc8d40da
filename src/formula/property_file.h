/* Files of formulas. If a semicolon occurs in the file, every formula ends with one and may go over
 * several lines; else each line is a formula. `#` starts a comment. A formula may have a name:
 *
 *   # handshake
 *   answered: G (request -> F grant)
 *   G !(grant & error)
 */
#ifndef RONDO_FORMULA_PROPERTY_FILE_H
#define RONDO_FORMULA_PROPERTY_FILE_H

#include "formula/parser.h"

/* A formula of a file before it is parsed. */
typedef struct {
  char *name; /* NULL where the file gives none */
  size_t start, end;
} NamedText;

typedef VEC(NamedText) NamedTextVec;

/* Finds the formulas in a text. Their places are those in the text, of which a copy with comments
 * blanked out is returned; the caller frees both. */
char *property_file_split(const char *text, NamedTextVec *result);
void named_texts_free(NamedTextVec *named);

typedef struct {
  char *name; /* NULL where the file gives none */
  char *text; /* as the file writes it, without comments and outer blanks */
  int line;
  size_t start; /* of the text, in the file */
  size_t chain; /* in a sequence (ctl_sequence.h): where an operator behind `a -> b` takes all of it
                   for its left side, which other grammars do not; 0: nowhere */
  Formula formula;
} NamedFormula;

typedef VEC(NamedFormula) NamedFormulaVec;

bool property_file_parse(Formulas *formulas, Logic logic, KnownNames names, const char *file,
                         const char *text, NamedFormulaVec *result, Error *error);
void named_formulas_free(NamedFormulaVec *named);

#endif
