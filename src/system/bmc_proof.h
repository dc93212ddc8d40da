/* A proof by bounded model checking: that there is no violation up to some length was found by
 * asking, and the numbers say why no longer one needs to be asked for. Nothing else is stored: who
 * checks it asks all the questions again. docs/engines/bmc.md has the formulas.
 *
 * The states whose repetition is spoken of are the values of some of the task's latches, those that
 * the property depended on when the proof was found. All other latches are as free as inputs, but
 * for what the invariant says of them: that is less than what they do, so what is proved holds. */
#ifndef RONDO_SYSTEM_BMC_PROOF_H
#define RONDO_SYSTEM_BMC_PROOF_H

#include <stdbool.h>

#include "base/vec.h"

struct Witness;

/* What becomes one fair set, p, or one bad literal. */
typedef enum {
  BMC_ONE,     /* one of the task's conditions; the others are not asked for */
  BMC_OR,      /* any of them */
  BMC_FLAG,    /* flags remember which of them were met; p: all */
  BMC_COUNTER, /* a counter waits for one after the other; p: the first, when it is its turn */
  BMC_TRANS,   /* liveness to safety: a saved state has come back, and all were met meanwhile */
  BMC_BAD,     /* the task's bad literal */
  BMC_DIRECT,  /* of LTL: a step that closes a lasso on which the formula is false */
} BmcMethod;
const char *bmc_method_name(BmcMethod method); /* "one", "or", "flag", ... */
bool bmc_method_has_radii(BmcMethod method);   /* those that end with a bad literal */

/* Which paths there are none of: for fair sets the m of Theorem 3.1 of Awedh and Somenzi (2005),
 * for bad literals the recurrence radii of Sheeran, Singh and Stålmarck (2000). */
typedef enum {
  BMC_INTO,     /* (1b'): simple paths of m + 1 transitions into p, not in p before */
  BMC_OUT_OF,   /* (1b''): simple paths of m + 1 transitions out of p, not in p behind */
  BMC_FORWARD,  /* simple paths of n transitions from an initial state, through no other */
  BMC_BACKWARD, /* simple paths of n transitions to a bad step, through no other */
} BmcCriterion;
const char *bmc_criterion_name(BmcCriterion criterion); /* "into", "out-of", ... */

typedef struct BmcProof {
  BmcMethod method;
  size_t set; /* of BMC_ONE: the condition */
  BmcCriterion criterion;
  size_t m, n;               /* m is 0 where n is: p is never reached */
  U32Vec latches;            /* that make up a state: by index, ascending */
  struct Witness *invariant; /* owned; that which was known of all reachable states: the circuit is
                                the task's system, and `bad` is false in every reachable state */
} BmcProof;

BmcProof *bmc_proof_copy(const BmcProof *proof);
void bmc_proof_free(BmcProof *proof); /* may be NULL */

/* How many lengths must have been asked about: no violation has fewer steps than the result plus
 * one. A run to a bad step of k transitions has k + 1 steps, and so has a lasso of Theorem 3.1. */
size_t bmc_proof_length(const BmcProof *proof);

#endif
