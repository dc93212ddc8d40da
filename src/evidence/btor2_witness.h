/* Traces of models of words as files, in the form of btormc and btorsim:
 *
 *   sat
 *   b0              the bad or (j0) justice lines that the trace is about, counted from 0
 *   #0              states of the first step: those without init
 *   2 0101 name#0   the third state of the file, the highest bit first, its symbol
 *   3 [01] 11 m#0   an element of an array
 *   @0              inputs of the first step
 *   0 1 name@0
 *   #1              states of the second step: those without next, which have any value; the frame
 *   @1              is left out where there are none
 *   .               the end
 *
 * All other values follow. What a file leaves out is read as 0, and so is x: a replay then shows
 * whether that was right. A justice witness does not say where its loop begins. */
#ifndef RONDO_EVIDENCE_BTOR2_WITNESS_H
#define RONDO_EVIDENCE_BTOR2_WITNESS_H

#include "evidence/trace_file.h"
#include "term/memory_track.h"

/* Whether the file starts with "sat" or "unsat". */
bool btor2_witness_recognise(const char *data, size_t size);

/* Reads all witnesses of a file in memory, as trace_file_read does; the system is the one that the
 * relation was blasted to. Its memories, or NULL, have the contents that the file says, and what is
 * read from them is filled in. */
bool btor2_witness_read(const char *name, const char *data, size_t size, const Relation *relation,
                        const System *system, const Memories *memories, TraceClaims *claims,
                        Error *error);

/* What a witness says of memories: the contents at constant addresses. */
typedef struct {
  const TrackedVec *tracked;
  const TrackedWordVec *words;
} WitnessMemories;

/* Writes one witness; false if the stream reports an error. The trace is one of the system, or of
 * one with more latches and inputs behind those. `memories` may be NULL. */
bool btor2_witness_write(FILE *stream, const TraceProperty *property, const Relation *relation,
                         const WitnessMemories *memories, const Trace *trace);

#endif
