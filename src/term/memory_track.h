/* Tracked addresses: how the abstraction of memories (memory.h) is refined.
 *
 * A tracked address is a constant; or the value of a word of the model that never changes, as
 * designs have it that follow one arbitrary address themselves: then what they keep of it and what
 * is kept here can be compared bit by bit, and proofs are short; or a guess: a latch vector with
 * any first value that never changes. In a task that asks for a bad step, a guess may be tied to a
 * read: the step counts as bad only if, so many steps before it, the read had the guessed address.
 * Every run of the model that ends in a bad step has one guess that is right, so none is lost; and
 * in the runs that are left that read gives what the memory contains. */
#ifndef RONDO_TERM_MEMORY_TRACK_H
#define RONDO_TERM_MEMORY_TRACK_H

#include "base/error.h"
#include "task/task.h"
#include "term/memory.h"

typedef struct {
  uint32_t memory;
  uint32_t read;    /* of a guess: which of the reads it is tied to; else MEMORY_NONE ... */
  uint32_t delay;   /* ... and how many steps before the bad one */
  uint32_t fixed;   /* of a word that never changes: 1 + its variable in the relation; else 0 */
  uint64_t address; /* of a constant */
} Tracked;

typedef VEC(Tracked) TrackedVec;

/* The content of one array at a tracked address, in the system of a task. */
typedef struct {
  uint32_t tracked, variable;
  uint32_t first;  /* of the latches of a state, of the inputs of an input */
  uint32_t choice; /* the first of the inputs that are the next content of a state without `next`;
                      else VARIABLE_ABSENT */
} TrackedWord;

typedef VEC(TrackedWord) TrackedWordVec;

/* Refines a task about the system that was blasted, or a product that begins with its inputs and
 * latches, by adding latches, inputs and constraints behind what is there. Guesses are for TASK_BAD
 * alone. The content at constants is named: `mem[5]`. Where it is, `words` says, by address and
 * then by variable. */
void memories_track(const Memories *memories, const TrackedVec *tracked, Task *task,
                    TrackedWordVec *words);

/* Whether a variable of the relation is a word of so many bits that never changes. */
bool memories_fixed(const Memories *memories, uint32_t variable, uint32_t width);

/* How many bits of latches so many addresses cost, about. */
uint64_t memories_tracked_bits(const Memories *memories, const TrackedVec *tracked);

/* As a line of text, and back: false and an error if it is none, or not of these memories. */
void memories_print_tracked(const TrackedVec *tracked, Text *text);
bool memories_parse_tracked(const Memories *memories, const char *text, TrackedVec *tracked,
                            Error *error);

#endif
