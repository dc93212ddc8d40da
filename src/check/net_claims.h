/* The judge of claims (engine/explicit/local.h) about markings of a net: each is held against its
 * rule, with the net's own semantics. It shares with the search the claims, the markings by number,
 * and the meaning of atoms; it does not matter how they were found. */
#ifndef RONDO_CHECK_NET_CLAIMS_H
#define RONDO_CHECK_NET_CLAIMS_H

#include "engine/explicit/local.h"
#include "engine/explicit/store.h"
#include "front/model.h"

/* Whether all claims keep their rules and show that the formula has this truth in the initial
 * marking. CTL_UNKNOWN: the budget is spent. CTL_FALSE: they do not, and why. */
CtlTruth net_claims_show(const Model *model, const Claims *claims, const Store *store, Formula f,
                         bool truth, Budget *budget, Error *error);

#endif
