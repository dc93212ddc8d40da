/* What memories contain along a run of the abstraction (memory.h), and whether its reads give that.
 *
 * Contents are never stored: what is at an address in a step is found by going back through the
 * writes of the run, to the value that was written there, or to a content that the model leaves
 * open: the first one of an array without `init`, any one of an array without `next`. What is open
 * has the value of the first read that meets it, or one that was given, or else 0. */
#ifndef RONDO_TERM_MEMORY_RUN_H
#define RONDO_TERM_MEMORY_RUN_H

#include "system/trace.h"
#include "term/memory.h"

typedef struct {
  uint32_t variable;
  size_t step;
  uint64_t address;
  Bits value;
} OpenContent;

typedef struct {
  const Memories *memories;
  VEC(Bits) values; /* by step: of the nodes of its graph */
  VEC(OpenContent) open;
} MemoryRun;

MemoryRun memory_run_new(const Memories *memories); /* no steps yet; NULL: never any */
void memory_run_free(MemoryRun *run);

/* Says what is open before a read meets it; what is known already stays. */
void memory_run_give(MemoryRun *run, uint32_t variable, size_t step, uint64_t address,
                     const Bits *value);

/* Adds a step, which begins with the inputs and latches of the system, as it is: true if each of
 * its reads gives the content of its memory, else which is the first that does not. */
bool memory_run_follow(MemoryRun *run, const Step *step, size_t *read);

/* Adds a step and sets the inputs of its reads to what they give. */
void memory_run_complete(MemoryRun *run, Step *step);

/* The value of a word, at most its lowest 64 bits, and the address of a read, in a step that was
 * added. */
uint64_t memory_run_number(const MemoryRun *run, Term word, size_t step);
uint64_t memory_run_address(const MemoryRun *run, size_t read, size_t step);

/* The content of an array at an address in such a step, or in the one behind the last. The caller
 * frees it. */
Bits memory_run_content(const MemoryRun *run, uint32_t variable, size_t step, uint64_t address);

/* Whether the contents of two such steps are the same; what nobody has read is chosen so. */
bool memory_run_agree(MemoryRun *run, uint32_t variable, size_t a, size_t b, uint64_t address);

#endif
