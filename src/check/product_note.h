/* What a file of evidence about a product says of how the product was made: one line, in a comment,
 * that other tools skip, so that the product can be made again without being told:
 *
 *   rondo product automaton=small encoding=one-hot ltl-safety=on formula=G (r -> F g)
 *
 * The names are those of the options; the formula, to the end of the line, is for people. A file
 * without the line is about the product that the options of the command say. The line is not
 * believed: evidence for another product is refused like any that is wrong. */
#ifndef RONDO_CHECK_PRODUCT_NOTE_H
#define RONDO_CHECK_PRODUCT_NOTE_H

#include "base/error.h"
#include "task/ltl_task.h"

char *product_note(const LtlOptions *options, const char *formula); /* the caller's */

/* Takes the options from the note of a file, a circuit or traces, if it has one. Options that are
 * named in `given` were given by the user: a file that says otherwise of them is an error, and so
 * is one that does not say what an option can be. `name` is what messages call the file. */
bool product_note_read(const char *name, const char *data, size_t size, const StringVec *given,
                       LtlOptions *options, Error *error);

#endif
