/* Products of a task with what makes one fair set of several, or a bad literal of them: section 5
 * of Awedh and Somenzi (2005). A product is a system whose first inputs and latches are those of
 * the task; or, for BMC_DIRECT, of the model in it. */
#ifndef RONDO_ENGINE_BMC_PRODUCT_H
#define RONDO_ENGINE_BMC_PRODUCT_H

#include "engine/reach/clause.h"
#include "system/bmc_proof.h"
#include "task/task.h"

typedef struct {
  System *system;
  Lit p;           /* the one fair set; of BMC_TRANS and BMC_BAD: bad */
  Lit initial;     /* the state agrees with the resets */
  ClauseVec facts; /* about the latches that were added, true in all reachable states */
  bool part;       /* it begins with some latches of the task, not with all: with `latches` */
  U32Vec latches;  /* then these; there may be none */
} Product;

/* `set` is the condition of BMC_ONE. With one condition no method adds a latch. */
Product product_new(const Task *task, BmcMethod method, size_t set);
void product_free(Product *product);

/* Clauses over the latches of the task as clauses over those of the product; what it does not have
 * is left out. */
ClauseVec product_clauses(const Product *product, const Task *task, const ClauseVec *clauses);

#endif
