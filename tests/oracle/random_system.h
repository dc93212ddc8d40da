/* Random small systems for differential tests. A seed is all it takes to make one again.
 *
 * A system is put together from blocks of latches: soups of random gates, counters, shift
 * registers, latches that stick once set (so that there are many components), arbiters that pass a
 * token; each block listens to random literals of the others and to inputs. Constraints,
 * uninitialised latches and literals that read inputs come in a share of the systems; some
 * constraints lead into deadlock or leave no initial state at all. The densities are chosen so that
 * about half the properties hold and the violations are found at many depths: explicit_test.c
 * reports and checks it. */
#ifndef RONDO_ORACLE_RANDOM_SYSTEM_H
#define RONDO_ORACLE_RANDOM_SYSTEM_H

#include "base/random.h"
#include "task/task.h"

/* A system with several properties, as a file would hold them. */
typedef struct {
  System *system; /* with its global fairness */
  LitVec bad;
  VEC(LitVec) justice; /* each without the global fairness; possibly empty sets */
} RandomModel;

/* At most `bits` latches and inputs together (at least 2; 16 is the largest made). */
RandomModel *random_model(uint64_t seed, unsigned bits);
void random_model_free(RandomModel *model);

/* One property as a task, on a copy of the system. */
Task *random_model_bad_task(const RandomModel *model, size_t index);
Task *random_model_fair_task(const RandomModel *model, size_t index);

/* Single tasks of at most 16 bits. */
Task *random_bad_task(uint64_t seed);
Task *random_fair_task(uint64_t seed);

/* Up to three pairs of strong fairness, for CTL. */
void random_compassion(System *system, Random *random);

/* A random function of the latches, and of the inputs where asked, of some random size. */
Lit random_literal(System *system, Random *random, bool inputs);

#endif
