/* Traces of designs that were read from Verilog as witness files of Yosys (.yw), which
 * `yosys-witness` and `sim -r` of newer versions take:
 *
 *   {"format": "Yosys Witness Trace", "generator": "Rondo", "clocks": [{"path": ["\\clk"], ...}],
 *    "signals": [{"path": ["\\inst", "\\x"], "width": 2, "offset": 0, "init_only": false}, ...],
 *    "steps": [{"bits": "..."}, ...]}
 *
 * Signals are the inputs, free words that have a name among them, and, for the first step only, the
 * registers without a first value. The bits of a step are those of all signals, the first bit of
 * the first signal on the right. Where a lasso goes back to cannot be said. */
#ifndef RONDO_EVIDENCE_YOSYS_WITNESS_H
#define RONDO_EVIDENCE_YOSYS_WITNESS_H

#include <stdio.h>

#include "system/trace.h"
#include "term/relation.h"

/* The trace is one of the system that the relation was blasted to, or of one with more latches and
 * inputs behind those. False if the stream reports an error. */
bool yosys_witness_write(FILE *stream, const Relation *relation, const Trace *trace);

#endif
