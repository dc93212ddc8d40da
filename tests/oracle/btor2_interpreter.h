/* A slow interpreter of BTOR2 files, from the text of a line to its value: it shares nothing with
 * the reader and the terms of Rondo. Operators are defined on whole numbers (big.h), as the
 * standard has them.
 *
 * Files must be right; this is no parser for people. Values are strings of 0 and 1, the highest bit
 * first; those of arrays the elements one behind the other, that of index 0 first. */
#ifndef RONDO_ORACLE_BTOR2_INTERPRETER_H
#define RONDO_ORACLE_BTOR2_INTERPRETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct {
  int64_t id;
  char tag[16];
  char digits[80];       /* of a constant, or the kind of a sort */
  VEC(int64_t) numbers;  /* what follows the tag: the sort, then arguments */
  size_t width;          /* of the value or sort: bits in all */
  size_t index, element; /* of an array: bits of its index and of an element; else 0 */
  char *value;           /* of a term, after btor2_evaluate */
} Btor2Line;

typedef struct {
  VEC(Btor2Line) lines;
} Btor2;

Btor2 *btor2_parse(const char *text);
void btor2_free(Btor2 *file);

/* The line with a number. */
Btor2Line *btor2_line(const Btor2 *file, int64_t id);
bool btor2_is(const Btor2Line *line, const char *tag);

/* Computes the values of all lines but states and inputs, which the caller has set. */
void btor2_evaluate(Btor2 *file);

/* The value of a term, of a negative number its complement; valid until the next call. */
const char *btor2_value(const Btor2 *file, int64_t id, char *buffer);

#endif
