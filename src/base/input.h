/* Whole files in memory. Files compressed with gzip or xz are recognised by their first bytes and
 * decompressed; a byte order mark of UTF-8 at the start of the text is left out. */
#ifndef RONDO_BASE_INPUT_H
#define RONDO_BASE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef struct {
  char *data; /* with a zero after the last byte, which size does not count */
  size_t size;
} Input;

/* Reads the file, or standard input if it is called "-". On failure false and an error. A
 * compressed file may unfold to INPUT_ROOM bytes and INPUT_RATIO times its size, so that a small
 * file cannot fill the memory. */
enum { INPUT_RATIO = 256, INPUT_ROOM = 1 << 24 };
bool input_read(Input *input, const char *file, Error *error);

/* The same for bytes that are in memory already; `file` is what errors call them. */
bool input_unfold(Input *input, const char *file, const char *data, size_t size, Error *error);

void input_free(Input *input);

#endif
