#include "front/verilog/netlist.h"

#include <string.h>

#include "base/input.h"
#include "base/memory.h"

/* ---- bits ---- */

/* Yosys numbers nets from 2; constants are strings. A bit that floats is as undefined as x. */
static Bit bit_of(const Netlist *netlist, JsonNode node) {
  const char *constant = json_string_of(&netlist->tree, node);
  int64_t number = json_integer(&netlist->tree, node, -1);
  int64_t most = (int64_t)netlist->tree.items.size; /* each is in the document somewhere */
  if (*constant) return *constant == '0' ? BIT_0 : *constant == '1' ? BIT_1 : BIT_X;
  return number >= 2 && number <= most ? (Bit)number + 1 : BIT_X;
}

void netlist_bits(const Netlist *netlist, JsonNode list, BitVec *bits) {
  vec_clear(bits);
  for (JsonNode n = json_first(&netlist->tree, list); n; n = json_next(&netlist->tree, n))
    vec_push(bits, bit_of(netlist, n));
}

static void count_bits(Netlist *netlist, JsonNode list) {
  for (JsonNode n = json_first(&netlist->tree, list); n; n = json_next(&netlist->tree, n)) {
    Bit bit = bit_of(netlist, n);
    if (bit >= netlist->bit_count) netlist->bit_count = bit + 1;
  }
}

static void count_all_bits(Netlist *netlist) {
  const JsonTree *tree = &netlist->tree;
  netlist->bit_count = BIT_FIRST;
  for (JsonNode n = netlist_first(netlist, "netnames"); n; n = json_next(tree, n))
    count_bits(netlist, json_member(tree, n, "bits"));
  for (JsonNode n = netlist_first(netlist, "ports"); n; n = json_next(tree, n))
    count_bits(netlist, json_member(tree, n, "bits"));
  for (JsonNode n = netlist_first(netlist, "cells"); n; n = json_next(tree, n)) {
    JsonNode port = json_first(tree, json_member(tree, n, "connections"));
    for (; port; port = json_next(tree, port)) count_bits(netlist, port);
  }
}

/* ---- the module ---- */

static bool is_one(const char *digits) {
  size_t length = strlen(digits);
  return length && digits[length - 1] == '1';
}

static JsonNode find_module(const Netlist *netlist, const char *top) {
  const JsonTree *tree = &netlist->tree;
  JsonNode modules = json_member(tree, json_root(tree), "modules"), found = JSON_NONE;
  for (JsonNode n = json_first(tree, modules); n; n = json_next(tree, n)) {
    if (is_one(netlist_attribute(netlist, n, "blackbox"))) continue;
    bool wanted = top ? !strcmp(json_name(tree, n), top)
                      : is_one(netlist_attribute(netlist, n, "top")) || !found;
    if (wanted) found = n;
  }
  return found;
}

bool netlist_parse(Netlist *netlist, const char *name, char *data, size_t size, const char *top,
                   Error *error) {
  *netlist = (Netlist){.buffer = data};
  bool good = json_read(&netlist->tree, name, data, size, error);
  if (good) netlist->module = find_module(netlist, top);
  if (good && !netlist->module) good = error_at(error, name, 0, 0, "the netlist has no module");
  if (good) {
    netlist->top = json_name(&netlist->tree, netlist->module);
    count_all_bits(netlist);
  } else {
    netlist_free(netlist);
  }
  return good;
}

bool netlist_read(Netlist *netlist, const char *file, const char *top, Error *error) {
  Input input = {0};
  *netlist = (Netlist){0};
  return input_read(&input, file, error) &&
         netlist_parse(netlist, file, input.data, input.size, top, error);
}

void netlist_free(Netlist *netlist) {
  json_tree_free(&netlist->tree);
  mem_free(netlist->buffer);
  *netlist = (Netlist){0};
}

JsonNode netlist_first(const Netlist *netlist, const char *what) {
  return json_first(&netlist->tree, json_member(&netlist->tree, netlist->module, what));
}

/* ---- cells and nets ---- */

const char *cell_type(const Netlist *netlist, JsonNode cell) {
  return json_string_of(&netlist->tree, json_member(&netlist->tree, cell, "type"));
}

void cell_port(const Netlist *netlist, JsonNode cell, const char *port, BitVec *bits) {
  JsonNode connections = json_member(&netlist->tree, cell, "connections");
  netlist_bits(netlist, json_member(&netlist->tree, connections, port), bits);
}

int64_t cell_parameter(const Netlist *netlist, JsonNode cell, const char *name, int64_t fallback) {
  JsonNode node =
      json_member(&netlist->tree, json_member(&netlist->tree, cell, "parameters"), name);
  const char *digits = json_string_of(&netlist->tree, node);
  if (!*digits) return json_integer(&netlist->tree, node, fallback);
  uint64_t value = 0;
  for (; *digits == '0' || *digits == '1'; digits++) value = value * 2 + (*digits == '1');
  return (int64_t)value;
}

const char *netlist_attribute(const Netlist *netlist, JsonNode item, const char *name) {
  JsonNode attributes = json_member(&netlist->tree, item, "attributes");
  return json_string_of(&netlist->tree, json_member(&netlist->tree, attributes, name));
}

bool netlist_is_public(const Netlist *netlist, JsonNode item) {
  return !json_integer(&netlist->tree, json_member(&netlist->tree, item, "hide_name"), 0) &&
         json_name(&netlist->tree, item)[0] != '$';
}
