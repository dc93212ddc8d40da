/* Text for people's terminals. Names and formulas come from files, and a file may hold anything:
 * what a terminal would obey instead of showing it is written as an escape, \x1b. */
#ifndef RONDO_BASE_PRINTABLE_H
#define RONDO_BASE_PRINTABLE_H

#include "base/text.h"

/* Appends a string with its control characters, and bytes that are not UTF-8, escaped. */
void printable(Text *text, const char *string);

/* The same for several lines: line ends and tabs stay. */
void printable_lines(Text *text, const char *string);

#endif
