/* The bytes of an AIGER file while they are read, and the errors that point into them. Positions
 * are not tracked: an error finds its line and column by going through the text once more. */
#ifndef RONDO_SYSTEM_AIGER_SCAN_H
#define RONDO_SYSTEM_AIGER_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef struct {
  const char *name;        /* what errors call the file */
  const char *data, *end;  /* all of it */
  const char *at;          /* the next byte */
  const char *binary_part; /* from here on places are byte offsets; NULL while all is text */
  Error *error;
} Scan;

/* Both give false. The second one says what it found at scan->at instead. */
bool scan_fail(Scan *scan, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool scan_fail_expected(Scan *scan, const char *what);

/* These consume what they expect, or give false and an error; `what` is for the error. */
bool scan_number(Scan *scan, const char *what, uint32_t *value);
bool scan_space(Scan *scan, const char *what);
bool scan_line_end(Scan *scan); /* with or without a carriage return */

bool scan_line_ends_at(const Scan *scan, const char *place);
const char *scan_rest_of_line(const Scan *scan); /* the next line end, or the end of the file */

/* Where a token of a line of text begins; both count from 0. For errors found after reading on. */
const char *scan_token(const Scan *scan, size_t line, size_t token);

#endif
