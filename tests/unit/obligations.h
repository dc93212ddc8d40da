/* What the judge's questions are called: with --proof each is a file that says what it shows, in
 * the words of docs/certificates.md, and one that is not asked has no file. */
#ifndef RONDO_UNIT_OBLIGATIONS_H
#define RONDO_UNIT_OBLIGATIONS_H

#include "evidence/scrutiny.h"

/* A scrutiny that writes to a new folder of this name. */
Scrutiny obligations_begin(const char *name);

/* Fails unless these are the obligations, one in a line, in the order in which they were shown. */
void obligations_end(Scrutiny *scrutiny, const char *expected);

#endif
