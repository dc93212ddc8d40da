/* A BLIF or BLIF-MV file as plain data: models with their lines, and the flat netlist that the root
 * and its parts amount to. */
#ifndef RONDO_FRONT_BLIF_NETLIST_H
#define RONDO_FRONT_BLIF_NETLIST_H

#include "base/bits.h"
#include "base/error.h"
#include "base/map.h"
#include "base/text.h"
#include "base/vec.h"

typedef struct {
  const char *text; /* owned by the file */
  int line, column;
  const char *file; /* that it stands in, if that is one of .search; NULL: the first */
} Word;
typedef VEC(Word) WordVec;

/* A line with a dot, and the rows below it. */
typedef struct {
  WordVec words; /* the first is the directive */
  VEC(WordVec) rows;
} Item;

typedef struct {
  Word name;
  VEC(Item) items;
} BlifModel;

typedef struct {
  const char *file;
  bool is_mv;
  VEC(BlifModel) models;
  const char *root;    /* NULL: the first */
  WordVec searched;    /* names of further files, of .search */
  const char *reading; /* which of them is being read; NULL: the first file */
  bool open;           /* a model has not ended yet */
  bool is_outside;     /* in .exdc: what others do not care about says nothing about the model */
  Arena arena;
  Error *error;
} BlifFile;

/* Reads the lines, and those of the files that .search names, sought beside it; false and an error.
 */
bool blif_file_read(BlifFile *file, const char *name, const char *data, size_t size, bool is_mv,
                    Error *error);
void blif_file_free(BlifFile *file);
bool blif_error(const BlifFile *file, Word at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- flat ---- */

typedef struct {
  char *name;
  uint32_t size;    /* of its domain */
  bool declared;    /* by .mv */
  StringVec values; /* their names, if they have some */
  uint32_t table;   /* that drives it, from 1 */
  uint32_t latch;   /* likewise */
  uint32_t output;  /* which of the table's outputs it is */
} BlifWire;

/* One place of a row: a set of values, or the value of an input of the table. */
typedef struct {
  Bits set;        /* as large as the domain */
  uint32_t equals; /* `=x`: which input, from 1, and all is in the set; 0: the set */
} Entry;

typedef struct {
  Word place;
  U32Vec inputs, outputs; /* nets */
  VEC(Entry) entries;     /* row by row: inputs, then outputs */
  size_t rows;
  VEC(Entry) fallback; /* .default: one for each output, or empty */
  bool is_cover;       /* of BLIF: its rows have ... */
  bool phase;          /* ... this output */
} Table;

typedef struct {
  Word place;
  uint32_t input, output; /* nets */
  int reset;              /* of BLIF: 0, 1; -1: none */
  uint32_t table;         /* .reset, from 1; 0: none */
} BlifLatch;

typedef struct {
  Names instances; /* paths of parts that are taken */
  Names names;
  VEC(BlifWire) nets; /* by the number of the name */
  VEC(Table) tables, resets;
  VEC(BlifLatch) latches;
  U32Vec inputs;   /* of the root */
  uint32_t clock;  /* of the first latch that names one, a net from 1; 0: none */
  bool has_clocks; /* there are several */
} BlifNet;

bool blif_net_build(BlifNet *netlist, BlifFile *file);
void blif_net_free(BlifNet *netlist);

/* rows.c: the rows of a table whose nets are known. */
bool table_read_rows(const BlifNet *netlist, const BlifFile *file, const Item *item, Table *table);

#endif
