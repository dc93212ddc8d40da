/* The gate to Yosys, the program that reads Verilog: scripts go in, files and messages come out.
 *
 * It is looked for by the option --yosys, then the environment variable YOSYS, then on the path. It
 * runs in the current folder, so that file names mean what they mean to the user, and writes into a
 * folder of its own, which is removed. It is killed when the budget is spent, and by the kernel
 * should we die. */
#ifndef RONDO_FRONT_VERILOG_YOSYS_H
#define RONDO_FRONT_VERILOG_YOSYS_H

#include "base/budget.h"
#include "base/error.h"
#include "base/text.h"
#include "base/vec.h"

typedef struct {
  char *program;
  char *folder; /* for its files */
  Budget *budget;
  StringVec warnings; /* what it warned of, each once, without the word */
} Yosys;

/* False and an error if no folder can be made. `program` may be NULL. */
bool yosys_open(Yosys *yosys, const char *program, Budget *budget, Error *error);
void yosys_close(Yosys *yosys);

/* The path of a file in its folder; the caller frees it. */
char *yosys_path(const Yosys *yosys, const char *name);

/* Runs a script. False, with what it said, if it fails, is not there, or the budget is spent. */
bool yosys_run(Yosys *yosys, const char *script, Error *error);

#endif
