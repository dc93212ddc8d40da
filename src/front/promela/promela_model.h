/* A Promela program as a model: the program, and what is asked of it. */
#ifndef RONDO_FRONT_PROMELA_PROMELA_MODEL_H
#define RONDO_FRONT_PROMELA_PROMELA_MODEL_H

#include "front/model.h"

/* The first properties of every program, by number; the ltl blocks and never claims
 * follow, in the order of the program's claims, then those about labels, if it has such. */
enum { PROMELA_ASSERTIONS, PROMELA_END_STATES, PROMELA_CLAIMS };
#define PROMELA_ACCEPTANCE "acceptance_cycles"
#define PROMELA_PROGRESS "non_progress_cycles"

/* A row of the table of front.h. */
Model *promela_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                    Error *error);

#endif
