/* See memory_cells.h. What a cell means: all its ports read the content of this step, wherever the
 * address is in the range; after the step each write port, one after the other, has put its bits at
 * its address. What is read outside of the range, and the content of words without a first value,
 * may be anything. Two ports that write the same bits at once leave the later one's; Verilog has
 * them so if they are in one block, and else says nothing. */
#include "front/verilog/memory_cells.h"

#include <string.h>

#include "base/memory.h"
#include "front/verilog/internal.h"

enum { WIDEST_ADDRESS = 64 };

typedef struct {
  uint32_t width, size, offset; /* bits of a word; how many; the address of the first */
  uint32_t address;             /* bits of an address at the ports */
  uint32_t index;               /* bits of an index of the array */
} Shape;

static Shape shape_of(const Netlist *netlist, JsonNode cell) {
  Shape shape = {(uint32_t)cell_parameter(netlist, cell, "WIDTH", 0),
                 (uint32_t)cell_parameter(netlist, cell, "SIZE", 0),
                 (uint32_t)cell_parameter(netlist, cell, "OFFSET", 0),
                 (uint32_t)cell_parameter(netlist, cell, "ABITS", 0), 1};
  while (shape.index < 32 && (uint64_t)1 << shape.index < shape.size) shape.index++;
  return shape;
}

static const char *parameter_digits(const Netlist *netlist, JsonNode cell, const char *name) {
  JsonNode parameters = json_member(&netlist->tree, cell, "parameters");
  return json_string_of(&netlist->tree, json_member(&netlist->tree, parameters, name));
}

/* ---- which stay ---- */

bool is_memory(const char *type) { return !strcmp(type, "$mem_v2"); }

/* First values: the digits of all words, the highest first; those that are left out, at the
 * beginning, are undefined. */
typedef struct {
  const char *end;
  size_t count; /* words */
  uint32_t width;
} FirstWords;

static FirstWords first_words(const Netlist *netlist, JsonNode cell, const Shape *shape) {
  const char *digits = parameter_digits(netlist, cell, "INIT");
  size_t length = strlen(digits), count = length / shape->width;
  return (FirstWords){digits + length, count < shape->size ? count : shape->size, shape->width};
}

/* The digits of one, or NULL where all are undefined. `*partly`: some are and some are not. */
static const char *first_word(const FirstWords *words, size_t index, bool *partly) {
  const char *word = words->end - (index + 1) * words->width;
  size_t defined = 0;
  for (uint32_t i = 0; i < words->width; i++) defined += word[i] == '0' || word[i] == '1';
  *partly = defined && defined < words->width;
  return defined == words->width ? word : NULL;
}

static bool is_array(const Netlist *netlist, JsonNode cell) {
  static const char *const zero[] = {"RD_CLK_ENABLE", "RD_WIDE_CONTINUATION",
                                     "WR_WIDE_CONTINUATION"};
  Shape shape = shape_of(netlist, cell);
  bool good = shape.width && shape.size && shape.address && shape.address <= WIDEST_ADDRESS;
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++)
    good &= !strchr(parameter_digits(netlist, cell, zero[i]), '1');
  FirstWords words = {0};
  if (good) words = first_words(netlist, cell, &shape);
  for (size_t i = 0; good && i < words.count; i++) {
    bool partly;
    first_word(&words, i, &partly);
    good = !partly;
  }
  return good;
}

bool memories_stay(const Netlist *netlist, uint64_t limit) {
  uint64_t bits = 0;
  for (JsonNode n = netlist_first(netlist, "cells"); n; n = json_next(&netlist->tree, n)) {
    if (strncmp(cell_type(netlist, n), "$mem", 4)) continue;
    Shape shape = shape_of(netlist, n);
    if (!is_memory(cell_type(netlist, n)) || !is_array(netlist, n)) return false;
    bits += (uint64_t)shape.width * shape.size;
  }
  return bits > limit;
}

/* ---- first values ---- */

/* Words with a value over an array without any, or where all have one, over the one that fills it.
 */
static Term first_content(Builder *b, JsonNode cell, const Shape *shape, Type type) {
  const FirstWords words = first_words(b->netlist, cell, shape);
  bool partly;
  size_t known = 0;
  for (size_t i = 0; i < words.count; i++) known += first_word(&words, i, &partly) != NULL;
  if (!known) return TERM_NONE;
  Term content;
  const char *common = NULL;
  if (known == shape->size) {
    common = first_word(&words, 0, &partly);
    content = term_fill(b->terms, type, term_constant(b->terms, common, shape->width));
  } else {
    content = relation_state(b->relation, NULL, type)->term;
    set_next(b, content, content);
  }
  for (size_t i = 0; i < words.count; i++) {
    const char *word = first_word(&words, i, &partly);
    if (!word || (common && !memcmp(word, common, shape->width))) continue;
    const Term arguments[3] = {content, term_number(b->terms, i, shape->index),
                               term_constant(b->terms, word, shape->width)};
    content = term_apply(b->terms, TERM_WRITE, arguments);
  }
  return content;
}

bool add_memory(Builder *b, JsonNode cell) {
  Shape shape = shape_of(b->netlist, cell);
  if (!is_array(b->netlist, cell)) return false;
  const char *name = parameter_digits(b->netlist, cell, "MEMID");
  Types *types = &b->terms->types;
  Type type = types_array(types, types_word(types, shape.index), types_word(types, shape.width));
  Term first = first_content(b, cell, &shape, type);
  Variable *state = relation_state(b->relation, *name == '\\' ? name + 1 : NULL, type);
  state->init = first;
  Term array = state->term;
  BitVec bits = {0};
  cell_port(b->netlist, cell, "RD_DATA", &bits);
  size_t ports = bits.size / shape.width;
  for (uint32_t i = 0; i < ports; i++) {
    Cell read = {.node = cell, .port = i, .array = array};
    cell_outputs(b, &read, &bits);
    drive_cell(b, &bits, (uint32_t)b->cells.size);
    vec_push(&b->cells, read);
  }
  cell_port(b->netlist, cell, "WR_EN", &bits);
  uint32_t writes = (uint32_t)(bits.size / shape.width);
  vec_push(&b->memories, ((Cell){.node = cell, .port = writes, .array = array}));
  vec_free(&bits);
  return true;
}

/* ---- ports ---- */

/* The bits of a port that are those of number `index`, of so many each. */
static void port_bits(const Builder *b, JsonNode cell, const char *name, uint32_t index,
                      uint32_t width, BitVec *bits) {
  size_t from = (size_t)index * width;
  cell_port(b->netlist, cell, name, bits);
  size_t left = bits->size > from ? bits->size - from : 0;
  bits->size = left < width ? left : width;
  for (size_t i = 0; i < bits->size; i++) bits->data[i] = bits->data[from + i];
}

void read_outputs(const Builder *b, const Cell *read, BitVec *bits) {
  uint32_t width = shape_of(b->netlist, read->node).width;
  port_bits(b, read->node, "RD_DATA", read->port, width, bits);
}

void read_inputs(const Builder *b, const Cell *read, BitVec *bits) {
  uint32_t width = shape_of(b->netlist, read->node).address;
  port_bits(b, read->node, "RD_ADDR", read->port, width, bits);
}

/* The index in the array, and whether the address is that of a word. */
static Term index_of(Builder *b, Term address, const Shape *shape, Term *inside) {
  Terms *terms = b->terms;
  uint32_t width = term_width(terms, address);
  Term from = term_binary(terms, TERM_SUBTRACT, address, term_number(terms, shape->offset, width));
  bool all = width <= 32 && shape->size >= (uint64_t)1 << width; /* of them are inside */
  *inside = all ? term_bit(terms, true)
                : term_binary(terms, TERM_LESS, from, term_number(terms, shape->size, width));
  if (width > shape->index) return term_slice(terms, from, shape->index - 1, 0);
  const uint32_t wider[3] = {from, shape->index - width};
  return term_apply(terms, TERM_EXTEND, wider);
}

Term read_word(Builder *b, const Cell *read) {
  Shape shape = shape_of(b->netlist, read->node);
  BitVec bits = {0};
  Term inside;
  read_inputs(b, read, &bits);
  Term index = index_of(b, join(b, &bits), &shape, &inside);
  Term word = term_binary(b->terms, TERM_READ, read->array, index);
  if (!term_digits(b->terms, inside))
    word = term_if(b->terms, inside, word, free_word(b, shape.width));
  vec_free(&bits);
  return word;
}

/* ---- what memories become ---- */

typedef struct {
  BitVec enable, address, data;
} WritePort;

static WritePort write_port(const Builder *b, JsonNode cell, const Shape *shape, uint32_t index) {
  WritePort port = {0};
  port_bits(b, cell, "WR_EN", index, shape->width, &port.enable);
  port_bits(b, cell, "WR_ADDR", index, shape->address, &port.address);
  port_bits(b, cell, "WR_DATA", index, shape->width, &port.data);
  return port;
}

static void write_port_free(WritePort *port) {
  vec_free(&port->enable);
  vec_free(&port->address);
  vec_free(&port->data);
}

/* Where some bits of a word are written and others stay, the word is read first. */
static Term after_write(Builder *b, const WritePort *port, const Shape *shape, Term array) {
  Terms *terms = b->terms;
  Term inside, index = index_of(b, join(b, &port->address), shape, &inside);
  Term enable = join(b, &port->enable), data = join(b, &port->data);
  bool whole = true;
  for (size_t i = 1; i < port->enable.size; i++)
    whole &= port->enable.data[i] == port->enable.data[0];
  if (!whole) {
    Term old = term_binary(terms, TERM_READ, array, index);
    data = term_binary(terms, TERM_OR, term_binary(terms, TERM_AND, data, enable),
                       term_binary(terms, TERM_AND, old, term_not(terms, enable)));
  }
  Term condition = whole ? term_slice(terms, enable, 0, 0) : term_any(terms, enable);
  const Term arguments[3] = {array, index, data};
  Term written = term_apply(terms, TERM_WRITE, arguments);
  return term_if(terms, term_binary(terms, TERM_AND, condition, inside), written, array);
}

bool connect_memories(Builder *b) {
  bool good = true;
  for (size_t i = 0; i < b->memories.size && good; i++) {
    const Cell *memory = b->memories.data + i;
    Shape shape = shape_of(b->netlist, memory->node);
    Term next = memory->array;
    for (uint32_t k = 0; k < memory->port && good; k++) {
      WritePort port = write_port(b, memory->node, &shape, k);
      good = port.address.size && port.data.size == shape.width;
      if (!good) error_set(b->error, "a port of a memory has too few bits");
      good =
          good && resolve(b, &port.enable) && resolve(b, &port.address) && resolve(b, &port.data);
      if (good) next = after_write(b, &port, &shape, next);
      write_port_free(&port);
    }
    set_next(b, memory->array, next);
  }
  if (!good && b->state == BUILD_GOOD) b->state = BUILD_BAD;
  return good;
}
