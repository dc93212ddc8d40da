/* See build.h. Inputs and registers are made first; then the words of the cells in between, each
 * after those it reads; then what registers become, and what is asked and assumed. */
#include "front/verilog/build.h"

#include <string.h>

#include "base/memory.h"
#include "front/verilog/internal.h"
#include "front/verilog/place.h"

/* ---- inputs and registers ---- */

static bool has_direction(const Builder *b, JsonNode port, const char *direction) {
  const JsonTree *tree = &b->netlist->tree;
  return !strcmp(json_string_of(tree, json_member(tree, port, "direction")), direction);
}

static void add_input(Builder *b, JsonNode port) {
  const JsonTree *tree = &b->netlist->tree;
  BitVec bits = {0};
  netlist_bits(b->netlist, json_member(tree, port, "bits"), &bits);
  for (size_t i = 0; has_direction(b, port, "inout") && i < bits.size; i++)
    if (b->driver[bits.data[i]].kind != DRIVER_NONE) bits.data[i] = BIT_0; /* not by this */
  size_t free = 0;
  for (size_t i = 0; i < bits.size; i++) free += bits.data[i] >= BIT_FIRST;
  if (free) {
    const char *name =
        free == bits.size ? json_name(tree, port) : NULL; /* else of the whole word */
    Variable *input =
        relation_input(b->relation, name, types_word(&b->terms->types, (uint32_t)bits.size));
    input->is_signed = json_integer(tree, json_member(tree, port, "signed"), 0);
    drive_word(b, &bits, input->term);
  }
  vec_free(&bits);
}

/* Ports are inputs, or outputs; those that are both come after the cells: what the design drives
 * itself is not an input. Where it drives `z` someone else may, and this has any value already. */
static void add_ports(Builder *b, bool both) {
  const JsonTree *tree = &b->netlist->tree;
  for (JsonNode n = netlist_first(b->netlist, "ports"); n; n = json_next(tree, n))
    if (!has_direction(b, n, "output") && has_direction(b, n, "inout") == both) add_input(b, n);
}

/* First values: attributes of nets, the highest digit first, x where there is none. By bit '0' or
 * '1', else 0. */
static char *first_values(const Builder *b) {
  const JsonTree *tree = &b->netlist->tree;
  char *values = mem_zalloc(b->netlist->bit_count);
  BitVec bits = {0};
  for (JsonNode n = netlist_first(b->netlist, "netnames"); n; n = json_next(tree, n)) {
    const char *digits = netlist_attribute(b->netlist, n, "init");
    size_t count = strlen(digits);
    if (!count) continue;
    netlist_bits(b->netlist, json_member(tree, n, "bits"), &bits);
    for (size_t i = 0; i < bits.size && i < count; i++) {
      char digit = digits[count - 1 - i];
      if (digit == '0' || digit == '1') values[bits.data[i]] = digit;
    }
  }
  vec_free(&bits);
  return values;
}

/* What has a value of its own: it holds one, or may have any. */
typedef enum {
  HOLDER_REGISTER,   /* its first value is known, as far as it is */
  HOLDER_ANY_FIRST,  /* a register whose first value is free */
  HOLDER_CONSTANT,   /* any value, for ever */
  HOLDER_FREE,       /* any value, in each step */
  HOLDER_FIRST_STEP, /* whether it is the first step */
} HolderKind;

static const struct {
  const char *type, *output;
  HolderKind kind;
} holders[] = {
    {"$ff", "Q", HOLDER_REGISTER},       {"$_FF_", "Q", HOLDER_REGISTER},
    {"$anyinit", "Q", HOLDER_ANY_FIRST}, {"$anyconst", "Y", HOLDER_CONSTANT},
    {"$anyseq", "Y", HOLDER_FREE},       {"$initstate", "Y", HOLDER_FIRST_STEP},
};
enum { HOLDERS = sizeof holders / sizeof *holders };

static size_t find_holder(const char *type) {
  size_t i = 0;
  while (i < HOLDERS && strcmp(holders[i].type, type)) i++;
  return i;
}

/* A first value that is known in part is a condition of the first step. */
static void set_first_value(Builder *b, Term state, const BitVec *bits, const char *values) {
  size_t known = 0, width = bits->size;
  Text digits = {0};
  for (size_t i = width; i-- > 0;) {
    char value = values[bits->data[i]];
    known += value != 0;
    text_char(&digits, value ? value : '0');
  }
  if (known == width)
    vec_last(&b->relation->variables).init = term_constant(b->terms, digits.data, width);
  for (size_t i = 0; known < width && i < width; i++) {
    if (!values[bits->data[i]]) continue;
    Term bit = term_slice(b->terms, state, (uint32_t)i, (uint32_t)i);
    vec_push(&b->relation->initially, values[bits->data[i]] == '1' ? bit : term_not(b->terms, bit));
  }
  text_free(&digits);
}

static void add_holder(Builder *b, size_t row, JsonNode cell, const char *values) {
  BitVec bits = {0};
  cell_port(b->netlist, cell, holders[row].output, &bits);
  uint32_t width = (uint32_t)bits.size;
  Term word = TERM_NONE;
  if (width) switch (holders[row].kind) {
    case HOLDER_REGISTER:
      word = hidden_state(b, width, TERM_NONE);
      set_first_value(b, word, &bits, values);
      break;
    case HOLDER_ANY_FIRST: word = hidden_state(b, width, TERM_NONE); break;
    case HOLDER_CONSTANT:
      word = hidden_state(b, width, TERM_NONE);
      set_next(b, word, word);
      break;
    case HOLDER_FREE: word = free_word(b, width); break;
    case HOLDER_FIRST_STEP: word = first_step(b); break;
    }
  if (width) drive_word(b, &bits, word);
  vec_free(&bits);
}

/* ---- cells ---- */

/* Types of cells with a meaning that is not for us; those that none of ours can have. */
static const char *const ignored[] = {"$scopeinfo", "$print", "$meminit"};
static const struct {
  const char *prefix, *why;
} refused[] = {
    {"$all", "universally quantified values ($allconst, $allseq) are not supported"},
    {"$check", "Yosys left a check that it did not translate"},
    {"$mem", "Yosys left a memory that it did not translate"},
    {"$tribuf", "three-state buffers are not supported"},
    {"$", "this kind of cell is not supported"},
};

static bool is_ignored(const char *type) {
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
    if (!strcmp(ignored[i], type)) return true;
  return false;
}

static bool fail_at(Builder *b, BuildState state, JsonNode cell, const char *what) {
  Place place = place_of(netlist_attribute(b->netlist, cell, "src"));
  b->state = state;
  error_at(b->error, place.file, place.line, place.column, "%s", what);
  place_free(&place);
  return false;
}

static bool refuse(Builder *b, JsonNode cell, const char *type) {
  size_t i = 0;
  while (strncmp(type, refused[i].prefix, strlen(refused[i].prefix))) i++;
  Text what = {0};
  text_format(&what, "%s (cell %s of type %s)", refused[i].why, json_name(&b->netlist->tree, cell),
              type);
  fail_at(b, BUILD_BAD, cell, what.data);
  text_free(&what);
  return false;
}

/* Of a module that nobody described nothing is known: its outputs may be anything. */
static void add_black_box(Builder *b, JsonNode cell, const char *type) {
  const JsonTree *tree = &b->netlist->tree;
  JsonNode directions = json_member(tree, cell, "port_directions");
  JsonNode connections = json_member(tree, cell, "connections");
  BitVec bits = {0};
  for (JsonNode n = json_first(tree, directions); n; n = json_next(tree, n)) {
    if (!strcmp(json_string_of(tree, n), "input")) continue;
    netlist_bits(b->netlist, json_member(tree, connections, json_name(tree, n)), &bits);
    if (!bits.size) continue;
    Text name = {0};
    text_format(&name, "%s.%s", json_name(tree, cell), json_name(tree, n));
    Variable *output =
        relation_input(b->relation, name.data, types_word(&b->terms->types, (uint32_t)bits.size));
    drive_word(b, &bits, output->term);
    text_free(&name);
  }
  Text note = {0};
  text_format(&note, "%s is a black box (module %s): its outputs may have any value",
              json_name(tree, cell), type);
  vec_push(b->options->notes, text_take(&note));
  vec_free(&bits);
}

static bool add_cells(Builder *b) {
  const JsonTree *tree = &b->netlist->tree;
  char *values = first_values(b);
  BitVec bits = {0};
  bool good = true;
  for (JsonNode n = netlist_first(b->netlist, "cells"); n && good; n = json_next(tree, n)) {
    const char *type = cell_type(b->netlist, n);
    const CellType *known = cell_type_find(type);
    size_t holder = find_holder(type);
    if (known) {
      cell_port(b->netlist, n, "Y", &bits);
      drive_cell(b, &bits, (uint32_t)b->cells.size);
      vec_push(&b->cells, ((Cell){.node = n, .type = known}));
    } else if (holder < HOLDERS) {
      add_holder(b, holder, n, values);
    } else if (!is_formal(type) && !is_ignored(type)) {
      if (is_memory(type) && add_memory(b, n)) continue;
      if (type[0] == '$') good = refuse(b, n, type);
      else add_black_box(b, n, type);
    }
  }
  vec_free(&bits);
  mem_free(values);
  return good;
}

/* ---- the words of the cells ---- */

enum { WIDEST = 1 << 24 }; /* offsets in words are below */

void cell_outputs(const Builder *b, const Cell *cell, BitVec *bits) {
  if (cell->type) cell_port(b->netlist, cell->node, "Y", bits);
  else read_outputs(b, cell, bits);
}

static Term compute(Builder *b, const Cell *cell, uint32_t width) {
  const char *ports = cell_type_ports(cell->type);
  CellInput in = {
      .a = TERM_NONE, .b = TERM_NONE, .s = TERM_NONE, .width = width, .undefined = TERM_NONE};
  if (strchr(ports, 'A')) in.a = port(b, cell->node, "A");
  if (strchr(ports, 'B')) in.b = port(b, cell->node, "B");
  if (strchr(ports, 'S')) in.s = port(b, cell->node, "S");
  in.a_signed = cell_parameter(b->netlist, cell->node, "A_SIGNED", 0);
  in.b_signed = cell_parameter(b->netlist, cell->node, "B_SIGNED", 0);
  in.offset = (uint32_t)cell_parameter(b->netlist, cell->node, "OFFSET", 0) % WIDEST;
  if (cell_reads_beyond(b->terms, cell->type, &in)) in.undefined = free_word(b, in.width);
  return cell_output(b->terms, cell->type, &in);
}

static void make_word(Builder *b, Cell *cell) {
  BitVec bits = {0};
  cell->state = CELL_DONE;
  cell_outputs(b, cell, &bits);
  Term word = TERM_NONE;
  if (bits.size) word = cell->type ? compute(b, cell, (uint32_t)bits.size) : read_word(b, cell);
  for (uint32_t i = 0; i < bits.size; i++) {
    Driver *driver = b->driver + bits.data[i];
    if (bits.data[i] >= BIT_FIRST && driver->kind == DRIVER_CELL)
      *driver = (Driver){.kind = DRIVER_WORD, .index = i, .word = word};
  }
  vec_free(&bits);
}

/* A bit with several drivers: where it is read, and all that it is called. */
static bool refuse_many(Builder *b, uint32_t bit, JsonNode reader) {
  const JsonTree *tree = &b->netlist->tree;
  BitVec bits = {0};
  Text what = {0};
  size_t names = 0;
  text_add(&what, "a bit that is read here has several drivers");
  for (JsonNode n = netlist_first(b->netlist, "netnames"); n; n = json_next(tree, n)) {
    netlist_bits(b->netlist, json_member(tree, n, "bits"), &bits);
    bool has = false;
    for (size_t i = 0; i < bits.size && !has; i++) has = bits.data[i] == bit;
    if (!has || !netlist_is_public(b->netlist, n)) continue;
    text_format(&what, "%s%s", names++ ? ", " : ": it belongs to ", json_name(tree, n));
  }
  fail_at(b, BUILD_BAD, reader, what.data);
  text_free(&what);
  vec_free(&bits);
  return false;
}

/* Pushes the cells that a list of bits needs and that are not done. False for a loop. */
static bool push_needed(Builder *b, const BitVec *bits, U32Vec *stack, JsonNode reader) {
  for (size_t i = 0; i < bits->size; i++) {
    const Driver *driver = b->driver + bits->data[i];
    if (bits->data[i] < BIT_FIRST) continue;
    if (driver->kind == DRIVER_MANY) return refuse_many(b, bits->data[i], reader);
    if (driver->kind != DRIVER_CELL) continue;
    const Cell *cell = b->cells.data + driver->cell;
    if (cell->state == CELL_OPEN)
      return fail_at(b, BUILD_LOOP, cell->node, "a combinational loop goes through this");
    vec_push(stack, driver->cell);
  }
  return true;
}

static bool push_inputs(Builder *b, const Cell *cell, U32Vec *stack) {
  const char *ports = cell->type ? cell_type_ports(cell->type) : "";
  BitVec bits = {0};
  bool good = true;
  if (!cell->type) {
    read_inputs(b, cell, &bits);
    good = push_needed(b, &bits, stack, cell->node);
  }
  for (; *ports && good; ports++) {
    const char name[] = {*ports, 0};
    cell_port(b->netlist, cell->node, name, &bits);
    good = push_needed(b, &bits, stack, cell->node);
  }
  vec_free(&bits);
  return good;
}

/* Depth first, without recursion: a cell is opened when it is seen first, and made when what it
 * reads is made. */
bool resolve(Builder *b, const BitVec *bits) {
  U32Vec stack = {0};
  bool good = push_needed(b, bits, &stack, JSON_NONE);
  while (good && stack.size) {
    Cell *cell = b->cells.data + vec_last(&stack);
    if (cell->state == CELL_NEW) {
      cell->state = CELL_OPEN;
      good = push_inputs(b, cell, &stack);
    } else {
      if (cell->state == CELL_OPEN) make_word(b, cell);
      stack.size--;
    }
    budget_use(b->options->budget, 1);
    if (good && budget_spent(b->options->budget)) {
      b->state = BUILD_BAD;
      good = error_set(b->error, "%s", budget_reason(budget_state(b->options->budget)));
    }
  }
  vec_free(&stack);
  return good;
}

static bool resolve_cells(Builder *b) {
  BitVec bits = {0};
  bool good = true;
  for (size_t i = 0; i < b->cells.size && good; i++) {
    cell_outputs(b, b->cells.data + i, &bits);
    /* one that only drives what others drive, too, is of no use to anybody */
    for (size_t k = 0; k < bits.size; k++)
      if (b->driver[bits.data[k]].kind == DRIVER_MANY) bits.data[k] = BIT_X;
    good = resolve(b, &bits);
  }
  vec_free(&bits);
  return good;
}

/* ---- what registers become ---- */

static bool connect_registers(Builder *b) {
  const JsonTree *tree = &b->netlist->tree;
  BitVec bits = {0};
  bool good = true;
  Map states = {0}; /* term -> variable */
  for (size_t i = 0; i < b->relation->variables.size; i++)
    map_put(&states, b->relation->variables.data[i].term, i);
  for (JsonNode n = netlist_first(b->netlist, "cells"); n && good; n = json_next(tree, n)) {
    size_t holder = find_holder(cell_type(b->netlist, n));
    if (holder == HOLDERS || holders[holder].kind > HOLDER_ANY_FIRST) continue;
    uint64_t state;
    cell_port(b->netlist, n, "Q", &bits);
    if (!bits.size) continue;
    const Driver *driver = b->driver + bits.data[0];
    if (bits.data[0] < BIT_FIRST || driver->kind != DRIVER_WORD ||
        !map_get(&states, driver->word, &state))
      continue;
    cell_port(b->netlist, n, "D", &bits);
    good = resolve(b, &bits);
    if (!good) break;
    uint32_t width = term_width(b->terms, driver->word);
    while (bits.size < width) vec_push(&bits, BIT_X); /* as many as Yosys promises */
    bits.size = width;
    Term next = join(b, &bits);
    b->relation->variables.data[state].next = next;
  }
  map_free(&states);
  vec_free(&bits);
  return good;
}

static void note_undriven(Builder *b) {
  if (!b->free) return;
  Text note = {0};
  text_format(&note, "%zu bit%s that nothing drives may have any value", b->free,
              b->free == 1 ? "" : "s");
  vec_push(b->options->notes, text_take(&note));
}

Relation *netlist_relation(const Netlist *netlist, const BuildOptions *options, BuildState *state,
                           Error *error) {
  Builder b = {.netlist = netlist,
               .options = options,
               .relation = relation_new(),
               .initially = TERM_NONE,
               .error = error};
  b.terms = b.relation->terms;
  b.driver = mem_array(netlist->bit_count, sizeof *b.driver);
  add_ports(&b, false);
  bool good = add_cells(&b);
  add_ports(&b, true);
  good = good && resolve_cells(&b) && connect_registers(&b) && connect_memories(&b) &&
         add_formal_cells(&b);
  if (good) {
    add_clock_fairness(&b);
    add_names(&b);
    note_undriven(&b);
  } else {
    relation_free(b.relation);
    b.relation = NULL;
  }
  mem_free(b.driver);
  vec_free(&b.cells);
  vec_free(&b.memories);
  *state = b.state;
  return b.relation;
}
