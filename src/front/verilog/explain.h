/* What an error of Yosys means, where its own words do not say it. */
#ifndef RONDO_FRONT_VERILOG_EXPLAIN_H
#define RONDO_FRONT_VERILOG_EXPLAIN_H

#include "base/error.h"

/* Adds to the message of the error, if there is something to add. */
void explain_error(Error *error);

#endif
