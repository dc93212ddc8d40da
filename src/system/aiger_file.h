/* AIGER 1.9 files, ASCII ("aag") and binary ("aig"), as plain data: a system with the literals of
 * the file's sections, its symbol table and its comments. Front ends make models of them, evidence
 * is written and read as such circuits.
 *
 * The format: Biere, Heljanko, Wieringa 2011, "AIGER 1.9 and beyond". A header
 * `aag M I L O A [B [C [J [F]]]]` announces the greatest variable and how many inputs, latches,
 * outputs, gates, bad states, constraints, justice properties and fairness conditions there are.
 * Latches are reset to 0, to 1, or, where the reset is the latch itself, are uninitialised. */
#ifndef RONDO_SYSTEM_AIGER_FILE_H
#define RONDO_SYSTEM_AIGER_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "system/system.h"

/* The sections whose members can have a name, in the order of the symbol letters i l o b c j f. */
typedef enum {
  AIGER_INPUT,
  AIGER_LATCH,
  AIGER_OUTPUT,
  AIGER_BAD,
  AIGER_CONSTRAINT,
  AIGER_JUSTICE,
  AIGER_FAIRNESS,
  AIGER_SECTIONS
} AigerSection;

typedef VEC(LitVec) LitVecVec;

/* All literals are those of the system's graph; the numbers that the file used or will use are
 * `variables` and aiger_file_numbers. */
typedef struct AigerFile {
  System *system; /* inputs, latches, constraints and fairness in file order; no signals */
  LitVec outputs;
  LitVec bad;
  LitVecVec justice; /* one set for each justice property, without the global fairness */
  StringVec names[AIGER_SECTIONS]; /* by section and position; NULL, or beyond size: no name */
  StringVec comments;              /* lines after the `c`, without their line ends */
  LitVec variables; /* as read: what variable v of the file became, LIT_NONE where undefined */
  LitVec resets;    /* of a witness circuit: the reset of each latch; or empty: the system says */
  LitVec kept;      /* to write: gates to keep though nothing reads them (comments name them) */
} AigerFile;

AigerFile *aiger_file_new(System *system); /* takes the system; every section is empty */
void aiger_file_free(AigerFile *file);     /* the system too, unless it was set to NULL */

const char *aiger_file_name(const AigerFile *file, AigerSection section, size_t position);
/* Sets a name; a copy is made. NULL takes it away. */
void aiger_file_set_name(AigerFile *file, AigerSection section, size_t position, const char *name);

/* How many members a section has. */
size_t aiger_file_count(const AigerFile *file, AigerSection section);

/* Whether the first bytes are those of an AIGER file. */
bool aiger_file_recognise(const char *data, size_t size);

/* Reads a whole file in memory. `name` is what errors call it. On malformed input NULL, with the
 * line and column of the first error, or its byte offset in the binary part. The memory used is
 * linear in `size`, whatever the header claims. Gates that are equal or constant are merged. */
AigerFile *aiger_file_read(const char *name, const char *data, size_t size, Error *error);

/* The same for witness circuits, whose latches may be reset to the value of any literal, an
 * extension of AIGER 1.9. `resets` then has a literal for each latch: a constant, the latch itself
 * if it is uninitialised, or what it is reset to; in the last case its Reset is RESET_FREE. */
AigerFile *aiger_file_read_witness(const char *name, const char *data, size_t size, Error *error);

/* The literal of the file that each node of the graph gets when written: inputs and then latches
 * are numbered consecutively 2, 4, 6, ..., gates follow in topological order; a node that nothing
 * written depends on is LIT_NONE. One per node; the caller frees it. With this a comment can name
 * literals before the file is written. */
Lit *aiger_file_numbers(const AigerFile *file);

/* Writes the file; false if the stream reports an error. Every latch must have its next. */
bool aiger_file_write(const AigerFile *file, FILE *stream, bool binary);

#endif
