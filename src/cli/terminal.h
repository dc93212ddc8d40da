/* What may be done to a terminal: colours, and lines that change in place. */
#ifndef RONDO_CLI_TERMINAL_H
#define RONDO_CLI_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"
#include "rondo/rondo.h"

typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorChoice; /* as --color writes them */

/* Says once what the user wants. With auto there is colour if the stream is a terminal that is not
 * dumb, and the environment variable NO_COLOR is not set or empty (no-color.org). */
void terminal_set_color(ColorChoice choice);
bool terminal_color(FILE *stream);

/* Whether lines can be overwritten there, and its size in characters. */
bool terminal_moves(FILE *stream);
void terminal_size(FILE *stream, size_t *columns, size_t *rows);

/* How long a line may be there: without end where it is no terminal. */
size_t terminal_width(FILE *stream);

/* The name of a verdict, in its colour if `color`. */
void terminal_verdict(Text *text, RondoVerdict verdict, bool color);

/* Faint text: begins or ends it, if `color`. */
void terminal_faint(Text *text, bool color);
void terminal_plain(Text *text, bool color);

#endif
