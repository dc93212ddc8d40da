/* Functions of literals that are being made, gate by gate from the variables up. The function of a
 * gate is let go as soon as no gate that is still to come reads it: in a large circuit those
 * between the variables and what is asked for have most of the nodes, and sifting would carry them
 * along. */
#ifndef RONDO_ENGINE_SYMBOLIC_MAKING_H
#define RONDO_ENGINE_SYMBOLIC_MAKING_H

#include "logic/bdd.h"
#include "system/system.h"

typedef struct {
  BddManager *manager;
  const System *system;
  LitVec roots;
  uint32_t *variable; /* by node that is a latch or an input */
  U32Vec cone;        /* nodes, children first */
  size_t done;        /* of the cone */
  uint32_t *readers;  /* by node: gates of the cone, and roots, that are still to read it */
  BddVec of_node;     /* watched */
} Making;

/* `current` and `input` have the variable of each latch and input of the system. */
Making *making_new(BddManager *manager, const System *system, const LitVec *roots,
                   const uint32_t *current, const uint32_t *input);
void making_free(Making *making); /* may be NULL */

/* Goes on; false if an operation failed: then the next call goes on there. Gates are let go
 * between two calls, when something is tidied up. */
bool making_go_on(Making *making);

/* What was made for a root, when all is. */
Bdd making_result(const Making *making, size_t root);

#endif
