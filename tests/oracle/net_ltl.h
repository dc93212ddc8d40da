/* LTL of a net by a search over all of it, which other tests compare with enumeration. */
#ifndef RONDO_ORACLE_NET_LTL_H
#define RONDO_ORACLE_NET_LTL_H

#include "front/model.h"

bool net_ltl_holds(const Model *model, Formula f);

#endif
