/* What the files that make a relation of a netlist share.
 *
 * Each bit of the netlist has one driver: a constant, an input, a register, or the output of a
 * cell. The bit then is a bit of that driver's word, and words are put together of such bits: if
 * they are the bits of one word in their order, they are that word. */
#ifndef RONDO_FRONT_VERILOG_INTERNAL_H
#define RONDO_FRONT_VERILOG_INTERNAL_H

#include "front/verilog/build.h"
#include "front/verilog/cells.h"

typedef enum {
  DRIVER_NONE,
  DRIVER_WORD, /* the word is known */
  DRIVER_CELL, /* it will be the output of a cell */
  DRIVER_MANY, /* several: what it is cannot be said */
} DriverKind;

typedef struct {
  DriverKind kind;
  uint32_t index; /* of the bit in the word */
  union {
    Term word;
    uint32_t cell; /* in the builder's list */
  };
} Driver;

/* A combinational cell, or a port that reads from a memory. */
typedef enum { CELL_NEW, CELL_OPEN, CELL_DONE } CellState;
typedef struct {
  JsonNode node;
  const CellType *type; /* NULL: of a memory */
  CellState state;
  uint32_t port; /* of a memory: which */
  Term array;    /* its content */
} Cell;

typedef struct {
  const Netlist *netlist;
  const BuildOptions *options;
  Relation *relation;
  Terms *terms;   /* the relation's */
  Driver *driver; /* by bit */
  VEC(Cell) cells;
  VEC(Cell) memories; /* as a whole: `port` is how many write to it */
  Term initially;     /* true in the first step; TERM_NONE until someone asks */
  size_t free;        /* bits without a driver that something reads */
  BuildState state;
  Error *error;
} Builder;

/* ---- bits and words: wires.c ---- */

/* These bits are those of a word, from its lowest on. */
void drive_word(Builder *b, const BitVec *bits, Term word);
void drive_cell(Builder *b, const BitVec *bits, uint32_t cell);

/* The word of these bits; of no bits, zero. All drivers are known: see resolve. Bits without one
 * are free. */
Term join(Builder *b, const BitVec *bits);
/* Whether each of them has exactly one driver, or is 0 or 1. */
bool all_driven(const Builder *b, const BitVec *bits);

Term port(Builder *b, JsonNode cell, const char *name);

/* A new input or state that nobody has a name for. */
Term free_word(Builder *b, uint32_t width);
Term hidden_state(Builder *b, uint32_t width, Term init); /* TERM_NONE: any; next is to be set */
void set_next(Builder *b, Term state, Term next);

/* True in the first step alone. */
Term first_step(Builder *b);

/* Makes the words of all cells that these bits depend on; false after an error. */
bool resolve(Builder *b, const BitVec *bits);

/* The bits that a cell drives. */
void cell_outputs(const Builder *b, const Cell *cell, BitVec *bits);

/* ---- memories: memory_cells.c ---- */

bool is_memory(const char *type);
bool add_memory(Builder *b, JsonNode cell); /* false: it is none that can be read */
void read_outputs(const Builder *b, const Cell *read, BitVec *bits);
void read_inputs(const Builder *b, const Cell *read, BitVec *bits);
Term read_word(Builder *b, const Cell *read);
bool connect_memories(Builder *b);

/* ---- questions and assumptions: formal.c ---- */

bool is_formal(const char *type);
bool add_formal_cells(Builder *b);
void add_clock_fairness(Builder *b);

/* ---- what people call things: names.c ---- */

void add_names(Builder *b);

#endif
