/* Where the encoder writes: a solver, or a list of clauses in the making (cnf_formula.c). Internal
 * to the encoder. */
#ifndef RONDO_LOGIC_CNF_SINK_H
#define RONDO_LOGIC_CNF_SINK_H

#include "logic/cnf.h"

typedef struct {
  void *to;
  int (*variable)(void *to);
  void (*clause)(void *to, const int *lits, size_t count);
} CnfSink;

Cnf *cnf_new_into(const Aig *aig, CnfSink sink); /* without a solver: cnf_value may not be used */

/* Gives a node a literal but no clauses yet: it will not dissolve into a wider gate. */
int cnf_name(Cnf *cnf, uint32_t node);

#endif
