/* What is kept of an SMV file as long as its model lives: the syntax tree and the flat model, so
 * that formulas from outside can be read as if they stood in main. */
#ifndef RONDO_FRONT_SMV_READING_H
#define RONDO_FRONT_SMV_READING_H

#include "front/language.h"
#include "front/smv/flat.h"

typedef struct SmvReading {
  Text text; /* of the file, and of the formulas that were added */
  Syntax syntax;
  Flat flat;
} SmvReading;

SmvReading *smv_reading_new(const char *file, const char *data, size_t size);

extern const Language smv_language;

#endif
