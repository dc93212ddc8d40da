/* Which clocks a design has. With one edge of one clock a step of the model is a cycle of it; with
 * more, or with latches, a step is a moment at which clocks may change. */
#ifndef RONDO_FRONT_VERILOG_CLOCKS_H
#define RONDO_FRONT_VERILOG_CLOCKS_H

#include "front/verilog/netlist.h"

typedef struct {
  size_t edges;    /* how many edges of clocks there are, each clock once or twice */
  bool latches;    /* there are cells that have no clock but remember */
  StringVec names; /* of inputs that are clocks */
  bool derived;    /* some clock is no input */
} Clocks;

/* Of the netlist as it is before registers were translated. */
Clocks clocks_of(const Netlist *netlist);
void clocks_free(Clocks *clocks);

#endif
