/* Names that are told apart: the second `x` becomes `x_2`. A zeroed struct is an empty table. */
#ifndef RONDO_BASE_UNIQUE_H
#define RONDO_BASE_UNIQUE_H

#include "base/map.h"
#include "base/vec.h"

typedef struct {
  Names names;     /* that are taken, numbered in the order of taking */
  U32Vec repeated; /* by number: the last suffix that was tried */
} UniqueNames;

void unique_take(UniqueNames *unique, const char *name); /* one that is not taken */
/* Takes the name, or if it is taken another; the caller frees it. */
char *unique_name(UniqueNames *unique, const char *wanted);
void unique_free(UniqueNames *unique);

#endif
