/* The Promela front end: SPIN 6's language without C code. See docs/promela.md. */
#ifndef RONDO_FRONT_PROMELA_PROMELA_H
#define RONDO_FRONT_PROMELA_PROMELA_H

#include "base/error.h"
#include "model/processes.h"

/* NULL and an error if the program cannot be read. Files that it includes are looked for beside
 * it. */
Processes *promela_read_processes(const char *file, const char *data, size_t size, Error *error);

#endif
