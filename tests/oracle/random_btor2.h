/* Random BTOR2 files: every operator, every kind of line. A seed is all it takes to make one
 * again. */
#ifndef RONDO_ORACLE_RANDOM_BTOR2_H
#define RONDO_ORACLE_RANDOM_BTOR2_H

#include <stdint.h>

#include "base/text.h"
#include "front/model.h"

/* Inputs, and about `terms` lines with operators on them, each with an output of its own that is
 * called o<number of the line>. */
void random_btor2_terms(uint64_t seed, unsigned terms, Text *text);

/* A transition system of at most 9 bits of states and inputs, the next values of states without
 * `next` counted twice; with init lines that read states, constraints, fairness, and several bad
 * and justice properties. */
void random_btor2_system(uint64_t seed, Text *text);

/* The model of such a text; a test ends here, with the text, if it cannot be read. */
Model *random_btor2_read(const Text *text);

#endif
