/* What the engines are doing, while they do it: on a terminal a table that changes in place on
 * standard error, elsewhere, with --verbose, a line now and then.
 *
 *   property        engine     progress                               time
 *   no_starvation   fair       12 skeletons, 30 walls, 4 assertions   2.1 s
 *   (3 of 12 known) kliveness  bound 3, frame 5
 *
 * It is drawn at most ten times a second, and not at all for what is decided at once. base/log.h
 * clears it before any line is printed. */
#ifndef RONDO_CLI_PROGRESS_TABLE_H
#define RONDO_CLI_PROGRESS_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* From now on engines work on this property of `all`, of which `known` are decided. */
void progress_table_begin(const char *property, size_t known, size_t all);
void progress_table_end(void);

/* An engine said something. */
void progress_table_tell(const char *engine, const char *words);

#endif
