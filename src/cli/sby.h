/* Rondo in the place of the solvers that SymbiYosys (sby) starts: docs/sby.md. */
#ifndef RONDO_CLI_SBY_H
#define RONDO_CLI_SBY_H

#include "rondo/rondo.h"

/* Whether there is a solver of this name whose place can be taken: "suprove", "aigbmc", ... */
bool sby_speaks(const char *solver);

/* The witness of a result as sby takes it: at least one character for the initial state, since it
 * drops empty lines. If `map` is not NULL, it is the file of Yosys that says which inputs belong to
 * the design; others, the guesses that `write_aiger` makes for liveness, are written as x, since
 * the reader of Yosys fails on their values. The caller frees it; NULL and a message if the map
 * cannot be read. */
char *sby_witness(const RondoResult *result, const char *map, char **error);

/* A model in BTOR2 whose bad states count only after so many steps: a state that counts them comes
 * behind all others, so that witnesses are those of the model as it was. The caller frees it. */
char *sby_skip(const char *model, uint32_t steps);

#endif
