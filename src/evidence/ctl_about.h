/* What the numbers of a CTL proof stand for, written behind it for checkers that do not make the
 * structure of src/formula: where its latches and inputs come from, its nodes, the node of each
 * temporal part of the formula, and the gates that equalities name. docs/certificates.md has the
 * form. Our own reader stops before it. */
#ifndef RONDO_EVIDENCE_CTL_ABOUT_H
#define RONDO_EVIDENCE_CTL_ABOUT_H

#include <stdio.h>

#include "system/ctl_proof.h"
#include "task/task.h"

bool ctl_about_write(FILE *stream, const Task *task, const CtlProof *proof);

#endif
