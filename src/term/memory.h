/* Memories: arrays that are too large to be expanded, as an abstraction that is refined on demand.
 *
 * Arrays that are compared with, copied to or written over each other share their addresses; each
 * such set is one memory. In the blasted system a memory has no latches at all: the value of each
 * read is an input of its own, which may be anything. That is the coarsest abstraction; every run
 * of the model is one of it. It is refined by *tracked addresses* (memory_track.h): of a tracked
 * address the content of the memory is kept in latches, and a read that meets it is constrained to
 * give that content. Whatever is tracked, all runs of the model remain, so a proof for the refined
 * system is one for the model. A trace is one of the model if all its reads give what was written
 * (memory_run.h); if not, the read that fails says which address to track.
 *
 * This is the idea of Bryant, German and Velev, and in the form of prophecy variables that of
 * Mann et al., "Counterexample-Guided Prophecy for Model Checking Modulo the Theory of Arrays"
 * (TACAS 2021). */
#ifndef RONDO_TERM_MEMORY_H
#define RONDO_TERM_MEMORY_H

#include "base/bits.h"
#include "system/system.h"
#include "term/relation.h"

#define MEMORY_NONE UINT32_MAX

typedef struct {
  U32Vec variables;     /* of the relation */
  uint32_t index;       /* bits of an address, at most 64 */
  uint32_t element;     /* bits of what is there */
  const char *obstacle; /* while they are chosen: why it cannot be one; NULL: it can */
  uint64_t bits;        /* of all its variables; UINT64_MAX if that is not less */
} Memory;

typedef struct {
  Term term;       /* TERM_READ of a memory */
  uint32_t memory; /* which */
  uint32_t input;  /* the first input of the system that stands for its value */
} MemoryRead;

typedef struct Memories {
  const Relation *relation;
  const System *system; /* that was blasted; a copy of it may have other literals */
  VEC(Memory) list;
  VEC(MemoryRead) reads; /* in the order of their terms: one that another depends on comes first */
  uint32_t *of;          /* by term: the memory that a value of it is, or MEMORY_NONE */
  Lit **bits;    /* by term, in the blasted system; NULL for memories and what is not there */
  Arena arena;   /* of those */
  uint8_t radix; /* in which contents of so many bits are shown: see Signal */
  uint8_t radix_least;
} Memories;

/* Chooses arrays among the terms of a cone, the largest first, so that the others have at most so
 * many bits; takes them out of the cone. NULL and the reason, a constant, if that cannot be done.
 */
Memories *memories_choose(const Relation *relation, Bits *cone, uint64_t limit, const char **why);
void memories_free(Memories *memories); /* NULL is fine */

/* Adds the inputs of all reads to a system, and their bits to those of terms. */
void memories_add_reads(Memories *memories, const Bits *cone, System *system, Lit **bits,
                        Arena *arena);

static inline const TermNode *memory_read_node(const Memories *memories, size_t read) {
  return term_node(memories->relation->terms, memories->reads.data[read].term);
}

#endif
