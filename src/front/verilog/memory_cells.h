/* Memories of Yosys ($mem_v2), where they are too large to become registers: arrays of the
 * relation, so that the blaster abstracts them (term/memory.h). Small ones are translated by Yosys
 * itself. */
#ifndef RONDO_FRONT_VERILOG_MEMORY_CELLS_H
#define RONDO_FRONT_VERILOG_MEMORY_CELLS_H

#include "front/verilog/netlist.h"

/* Whether the memories of the netlist, as it is before they are translated, shall stay: together
 * they have more bits than the limit, and nothing of them is beyond an array. */
bool memories_stay(const Netlist *netlist, uint64_t limit);

#endif
