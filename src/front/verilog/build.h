/* From a netlist to a word-level relation. */
#ifndef RONDO_FRONT_VERILOG_BUILD_H
#define RONDO_FRONT_VERILOG_BUILD_H

#include "base/budget.h"
#include "front/verilog/layouts.h"
#include "term/relation.h"

typedef struct {
  const StringVec *clocks; /* inputs that are clocks and may stop: fairness is assumed of them */
  Budget *budget;          /* may be NULL */
  const Layouts *layouts;  /* of structs */
  StringVec *notes;        /* what the user should know is appended */
  const StringVec *files;  /* in the order in which questions are asked; others come behind */
} BuildOptions;

typedef enum {
  BUILD_GOOD,
  BUILD_LOOP, /* words depend on themselves: perhaps their bits do not */
  BUILD_BAD,
} BuildState;

/* The relation, or NULL with an error. A loop is an error, too. */
Relation *netlist_relation(const Netlist *netlist, const BuildOptions *options, BuildState *state,
                           Error *error);

#endif
