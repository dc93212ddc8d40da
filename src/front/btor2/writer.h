/* Shared by the files of the writer of BTOR2. */
#ifndef RONDO_FRONT_BTOR2_WRITER_H
#define RONDO_FRONT_BTOR2_WRITER_H

#include <stdio.h>

#include "front/model.h"

typedef struct {
  uint64_t line;
  uint32_t width;          /* of a word; 0: an array ... */
  uint64_t index, element; /* ... of these sorts, as lines */
} WrittenSort;

typedef struct {
  FILE *stream;
  const Model *model;
  uint64_t last; /* the number of the last line */
  VEC(WrittenSort) sorts;
  uint64_t *lines; /* by term or by node of the graph: its line; 0: none yet */
} Writer;

/* Begins a line with the next number, which it returns; and ends one, with a symbol if it is not
 * NULL. */
uint64_t writer_line(Writer *writer, const char *tag);
void writer_end(Writer *writer, const char *symbol);

/* The line of a sort, written where it is new. */
uint64_t writer_word_sort(Writer *writer, uint32_t width);
uint64_t writer_array_sort(Writer *writer, uint64_t index, uint64_t element);

/* The two ways: of words where btor2_writes_words says so. */
void write_words(Writer *writer);
void write_bits(Writer *writer);

#endif
