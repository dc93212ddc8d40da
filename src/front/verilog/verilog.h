/* The front end of Verilog and SystemVerilog. The language is read by Yosys, which must be
 * installed; its netlist, flattened and still in words, becomes a relation. docs/verilog.md says
 * what is understood, and what a step is. */
#ifndef RONDO_FRONT_VERILOG_VERILOG_H
#define RONDO_FRONT_VERILOG_VERILOG_H

#include "front/model.h"

Model *verilog_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                    Error *error);

#endif
