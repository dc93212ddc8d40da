/* A model as SMV text, for tools that read it: the system bit by bit, with the names of its signals
 * as far as SMV allows them, and all properties.
 *
 * Inputs become variables without assignments, which is the same over runs and lets constraints and
 * invariants read them. In CTL it is not the same where an atom reads no input that decides the
 * next step: the choice then belongs to the state that makes it. A signal of several bits becomes
 * name_0, name_1, ...; characters that SMV does not know become `_`. */
#ifndef RONDO_REPORT_SMV_WRITE_H
#define RONDO_REPORT_SMV_WRITE_H

#include <stdio.h>

#include "front/model.h"

bool smv_write(const Model *model, FILE *stream); /* false if the stream reports an error */

#endif
