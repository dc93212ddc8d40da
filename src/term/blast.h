/* The blaster: from a word-level Relation to a System of bits with the same runs, and properties.
 *
 * Variables become latches and inputs, bit by bit, in the order of the relation, the lowest bit
 * first and elements of arrays one behind the other; each variable knows where they begin, which is
 * the way back from traces to words. For people every variable, and every definition, is a typed
 * signal; an array is one signal for each element, `name[3]`.
 *
 * Arrays are expanded. If all of them together have more bits than the limit, only what the
 * properties depend on is kept, arrays and all else; if what is left is still too large, the
 * largest become memories (memory.h), where the caller wants that, and else that is an error. */
#ifndef RONDO_TERM_BLAST_H
#define RONDO_TERM_BLAST_H

#include "base/budget.h"
#include "base/error.h"
#include "task/task.h"
#include "term/memory.h"

/* Bits, where the user does not say: of what is checked, and of what has to be whole, because it is
 * simulated or written in another format. */
enum { ARRAY_LIMIT = 1 << 14, ARRAY_LIMIT_WHOLE = 1 << 17 };

typedef struct {
  uint64_t array_limit; /* bits of arrays in all; 0: ARRAY_LIMIT */
  Budget *budget;       /* may be NULL; a unit of work is about a gate */
  /* Receives the memories, the caller's, or NULL where all arrays are expanded. The system is then
   * an abstraction. May be NULL: no memories. */
  Memories **memories;
} BlastOptions;

/* The system, and the questions as properties of it, in their order; names are made unique. NULL
 * and an error, without a place, if it is too large or the budget is spent. `options` may be NULL.
 */
System *relation_blast(Relation *relation, const BlastOptions *options, PropertyVec *properties,
                       Error *error);

#endif
