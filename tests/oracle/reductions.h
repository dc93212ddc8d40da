/* Which reductions a test asks for: none, each by itself, and all of them. */
#ifndef RONDO_TEST_REDUCTIONS_H
#define RONDO_TEST_REDUCTIONS_H

#include "task/reduce.h"

enum { NO_REDUCTION, ALL_REDUCTIONS = 8, REDUCTIONS };
extern const ReduceOptions reductions[REDUCTIONS];

#endif
