/* A netlist as Yosys writes it in JSON, flattened: one module with cells that are connected by
 * numbered bits. This is a view of the document, with nothing interpreted. */
#ifndef RONDO_FRONT_VERILOG_NETLIST_H
#define RONDO_FRONT_VERILOG_NETLIST_H

#include "base/json_read.h"

/* A bit of a connection: the number of a net, or a constant. */
typedef uint32_t Bit;
enum { BIT_0, BIT_1, BIT_X, BIT_FIRST }; /* the numbers of nets begin with 3: see netlist_bit */
typedef VEC(Bit) BitVec;

typedef struct {
  JsonTree tree;
  char *buffer;
  JsonNode module;
  const char *top;    /* its name */
  uint32_t bit_count; /* all bits are below */
} Netlist;

/* Reads the file; `top` is the module, NULL: the one marked as top, or the only one. */
bool netlist_read(Netlist *netlist, const char *file, const char *top, Error *error);
/* The same for bytes in memory, with a zero byte behind them, which become the netlist's. */
bool netlist_parse(Netlist *netlist, const char *name, char *data, size_t size, const char *top,
                   Error *error);
void netlist_free(Netlist *netlist);

/* The members of the module: ports, cells, netnames. */
JsonNode netlist_first(const Netlist *netlist, const char *what);

/* The bits that a node lists, the lowest first; replaces what was in the vector. */
void netlist_bits(const Netlist *netlist, JsonNode list, BitVec *bits);

/* Of a cell. */
const char *cell_type(const Netlist *netlist, JsonNode cell);
void cell_port(const Netlist *netlist, JsonNode cell, const char *port, BitVec *bits);
/* A parameter, which is a number in binary digits; `fallback` where there is none. */
int64_t cell_parameter(const Netlist *netlist, JsonNode cell, const char *name, int64_t fallback);

/* Of a cell or net: an attribute as text, "" where there is none; whether a person gave the name.
 */
const char *netlist_attribute(const Netlist *netlist, JsonNode item, const char *name);
bool netlist_is_public(const Netlist *netlist, JsonNode item);

#endif
