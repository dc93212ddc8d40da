/* The scripts for Yosys. The first reads the design and flattens it; its clocks are then looked at,
 * and the second translates registers and memories accordingly. What each command is for, and what
 * goes wrong without it, stands in script.c. */
#ifndef RONDO_FRONT_VERILOG_SCRIPT_H
#define RONDO_FRONT_VERILOG_SCRIPT_H

#include "base/error.h"
#include "base/text.h"
#include "front/read_options.h"

/* Reads `files` and writes the design to `design`, its netlist to `netlist`. False and an error if
 * an option cannot be written in a script. */
bool script_read(const StringVec *files, const ReadOptions *options, const char *design,
                 const char *netlist, Text *script, Error *error);

/* Reads them once more and prints the syntax tree to a file; see layouts.h. */
bool script_types(const StringVec *files, const ReadOptions *options, const char *tree,
                  Text *script, Error *error);

typedef struct {
  bool cycles;   /* a step is a cycle of the only clock */
  bool bits;     /* down to single bits */
  bool memories; /* stay as they are; else they become registers */
} Translation;

void script_translate(const char *design, const char *netlist, const Translation *how,
                      Text *script);

#endif
