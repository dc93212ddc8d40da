/* What Yosys warned of, made ready for people. */
#ifndef RONDO_FRONT_VERILOG_WARNINGS_H
#define RONDO_FRONT_VERILOG_WARNINGS_H

#include "base/vec.h"

/* Adds the warnings to the notes. A wire without a driver is one of them, where Yosys has a line
 * for each of its bits. */
void warnings_note(const StringVec *warnings, StringVec *notes);

#endif
