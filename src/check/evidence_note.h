/* Lines in files of evidence that only Rondo reads: comments, with a heading that says what follows
 * (product_note.h, memory_check.h). */
#ifndef RONDO_CHECK_EVIDENCE_NOTE_H
#define RONDO_CHECK_EVIDENCE_NOTE_H

#include <stddef.h>

/* What follows the heading in the first such line of a file, a circuit or traces; the caller's.
 * NULL if there is none. `name` is what the file is called. */
char *evidence_note_find(const char *name, const char *data, size_t size, const char *heading);

#endif
