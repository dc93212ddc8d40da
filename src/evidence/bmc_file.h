/* Proofs by bounded model checking as files: the invariant as an AIGER circuit, whose bad literal
 * is never true, and a comment that names the rest:
 *
 *   BMC <method> <set> <criterion> <m> <n> : <latch> <latch> ...
 *
 * docs/certificates.md describes it. */
#ifndef RONDO_EVIDENCE_BMC_FILE_H
#define RONDO_EVIDENCE_BMC_FILE_H

#include <stdio.h>

#include "base/error.h"
#include "system/bmc_proof.h"

/* The note, a line or NULL, becomes a comment. False if the stream reports an error. */
bool bmc_file_write(FILE *stream, const BmcProof *proof, bool binary, const char *note);

/* Whether the bytes are meant as such a proof: a readable circuit that has the comment. */
bool bmc_file_recognise(const char *data, size_t size);

/* NULL with an error if the file is malformed; whether the proof makes sense is for the checker to
 * say. `name` is what errors call it. */
BmcProof *bmc_file_read(const char *name, const char *data, size_t size, Error *error);

#endif
