#include "front/verilog/clocks.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"

/* Ports that take a clock, with the parameter that says which edge counts, one bit for each clock,
 * and the one that says whether a clock counts at all, where there is such. */
static const struct {
  const char *port, *polarity, *enable;
} clock_ports[] = {{"CLK", "CLK_POLARITY", NULL},
                   {"WR_CLK", "WR_CLK_POLARITY", "WR_CLK_ENABLE"},
                   {"RD_CLK", "RD_CLK_POLARITY", "RD_CLK_ENABLE"},
                   {"TRG", "TRG_POLARITY", "TRG_ENABLE"}};

static bool is_latch(const char *type) {
  static const char *const types[] = {"$dlatch", "$adlatch", "$dlatchsr", "$sr"};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (!strcmp(types[i], type)) return true;
  return false;
}

/* Digit `index` of a parameter, which has the highest first; one digit may stand for all. */
static char digit(const Netlist *netlist, JsonNode cell, const char *parameter, size_t index) {
  const JsonTree *tree = &netlist->tree;
  JsonNode parameters = json_member(tree, cell, "parameters");
  const char *digits = json_string_of(tree, json_member(tree, parameters, parameter));
  size_t count = strlen(digits);
  if (index < count) return digits[count - 1 - index];
  return count ? digits[0] : '1';
}

static void add_name(Clocks *clocks, const char *name) {
  for (size_t i = 0; i < clocks->names.size; i++)
    if (!strcmp(clocks->names.data[i], name)) return;
  vec_push(&clocks->names, mem_string(name));
}

/* Bits of inputs of one bit: bit -> port. */
static Map input_bits(const Netlist *netlist) {
  const JsonTree *tree = &netlist->tree;
  Map inputs = {0};
  BitVec bits = {0};
  for (JsonNode n = netlist_first(netlist, "ports"); n; n = json_next(tree, n)) {
    if (strcmp(json_string_of(tree, json_member(tree, n, "direction")), "input")) continue;
    netlist_bits(netlist, json_member(tree, n, "bits"), &bits);
    if (bits.size == 1) map_put(&inputs, bits.data[0], n);
  }
  vec_free(&bits);
  return inputs;
}

static int compare(const void *left, const void *right) {
  return strcmp(*(char *const *)left, *(char *const *)right);
}

Clocks clocks_of(const Netlist *netlist) {
  const JsonTree *tree = &netlist->tree;
  Clocks clocks = {0};
  Map inputs = input_bits(netlist), edges = {0};
  BitVec bits = {0};
  for (JsonNode n = netlist_first(netlist, "cells"); n; n = json_next(tree, n)) {
    if (is_latch(cell_type(netlist, n))) clocks.latches = true;
    for (size_t k = 0; k < sizeof clock_ports / sizeof *clock_ports; k++) {
      cell_port(netlist, n, clock_ports[k].port, &bits);
      const char *enable = clock_ports[k].enable;
      for (size_t i = 0; i < bits.size; i++) {
        uint64_t port;
        bool rises = digit(netlist, n, clock_ports[k].polarity, i) == '1';
        if (bits.data[i] < BIT_FIRST || (enable && digit(netlist, n, enable, i) == '0')) continue;
        map_put(&edges, (uint64_t)bits.data[i] * 2 + rises, 1);
        if (map_get(&inputs, bits.data[i], &port))
          add_name(&clocks, json_name(tree, (JsonNode)port));
        else clocks.derived = true;
      }
    }
  }
  clocks.edges = edges.size;
  if (clocks.names.size)
    qsort(clocks.names.data, clocks.names.size, sizeof *clocks.names.data, compare);
  map_free(&edges);
  map_free(&inputs);
  vec_free(&bits);
  return clocks;
}

void clocks_free(Clocks *clocks) { string_vec_free(&clocks->names); }
