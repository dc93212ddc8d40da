/* Witness circuits as files, in the form of the hardware model checking competition: an AIGER file
 * whose bad literal is the negation of the witness's property, and which says, for checkers, how
 * its inputs and latches correspond to those of the model. Three ways, the first found wins:
 *
 *   c                          a comment: n lines of a witness literal and a model literal
 *   MAPPING 2
 *   2 2
 *   6 4
 *
 *   l0 = 4                     the name of an input or latch: the model literal after `=`
 *
 *   (nothing)                  by order: first inputs to inputs, first latches to latches
 *
 * Literals of the model are numbered 2, 4, 6, ...: its inputs, then its latches. A ranking also has
 * interventions: a comment `INTERVENTION n` with n lines `<signal> <input>`, or a name `l0 < 6`
 * that says so of latch l0 and input 6. Rondo writes witnesses whose mapping is by order, without
 * names: those of a model may contain `=` or `<`. */
#ifndef RONDO_EVIDENCE_WITNESS_FILE_H
#define RONDO_EVIDENCE_WITNESS_FILE_H

#include <stdio.h>

#include "evidence/certificate.h"
#include "system/aiger_file.h"

/* Writes an engine's witness for a task; false if the stream reports an error. The note, a line or
 * NULL, becomes a comment. */
bool witness_file_write(FILE *stream, const Task *task, const Witness *witness, bool binary,
                        const char *note);

typedef struct {
  AigerFile *file;
  Certificate certificate; /* its circuit is that of the file */
} WitnessFile;

/* Reads a witness circuit of any tool. `name` is what errors call it; `task` is the model. For a
 * fair task the justice property of the file is taken that has number `justice`, or the only one.
 * If the file is malformed, or its mapping or interventions are, false and an error; whether they
 * make sense is for the judge to say. */
bool witness_file_read(WitnessFile *witness, const char *name, const char *data, size_t size,
                       const Task *task, size_t justice, Error *error);
void witness_file_free(WitnessFile *witness);

#endif
