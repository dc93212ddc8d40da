/* What a reader is told besides the bytes. The rows are options of every command that reads models,
 * and settings of the library. */
#ifndef RONDO_FRONT_READ_OPTIONS_H
#define RONDO_FRONT_READ_OPTIONS_H

#include "base/budget.h"
#include "base/option.h"

/* How words are shown to people. As hardware people expect it: in a model of Verilog those of 8
 * bits and more that have no sign are hexadecimal; all others decimal. */
typedef enum { RADIX_AUTO, RADIX_DECIMAL, RADIX_HEXADECIMAL, RADIX_BINARY } Radix;

typedef struct ReadOptions {
  const char *format;    /* a name of the table in front.h; NULL: by the file's name and content */
  Budget *budget;        /* for what reading has to prove; may be NULL */
  int64_t array_limit;   /* bits of arrays that are expanded; 0: as many as blast.h says */
  int radix;             /* of words in traces: a Radix */
  const char *aiger_map; /* names for an AIGER file: see aiger_map.h; NULL: none */
  /* of Verilog, see docs/verilog.md */
  const char *top;      /* the module; NULL: the one that no other uses */
  const char *yosys;    /* the program; NULL: found */
  StringVec sources;    /* further files of the design */
  StringVec defines;    /* NAME or NAME=VALUE */
  StringVec includes;   /* folders */
  StringVec parameters; /* NAME=VALUE, of the top module */
} ReadOptions;

void read_options_free(ReadOptions *options); /* what it holds */

OptionGroup read_options_group(ReadOptions *options);

#endif
