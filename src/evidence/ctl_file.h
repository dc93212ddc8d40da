/* CTL proofs as files: plain text, one update a line; docs/certificates.md describes the form. */
#ifndef RONDO_EVIDENCE_CTL_FILE_H
#define RONDO_EVIDENCE_CTL_FILE_H

#include <stdio.h>

#include "base/error.h"
#include "system/ctl_proof.h"
#include "task/task.h"

bool ctl_file_write(FILE *stream, const CtlProof *proof, Verdict verdict);

/* Whether the bytes are meant as such a file: they begin as one. */
bool ctl_file_recognise(const char *data, size_t size);

/* The proof in a file in memory (ended by a zero byte), and the verdict that it claims; NULL with
 * an error at the line that is wrong. `name` is what errors call it. */
CtlProof *ctl_file_read(const char *name, const char *data, Verdict *verdict, Error *error);

#endif
