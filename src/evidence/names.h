/* How reports call the literals of a system: by the signal they are a bit of, or by place. */
#ifndef RONDO_EVIDENCE_NAMES_H
#define RONDO_EVIDENCE_NAMES_H

#include "base/text.h"
#include "system/system.h"

/* Appends "busy", "count[2]", "!busy"; where no signal has the literal as a bit "input 3",
 * "latch 0" or "literal 18". */
void name_literal(const System *system, Lit lit, Text *text);

#endif
