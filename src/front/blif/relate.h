/* From a flat netlist to a relation. */
#ifndef RONDO_FRONT_BLIF_RELATE_H
#define RONDO_FRONT_BLIF_RELATE_H

#include "front/blif/netlist.h"
#include "term/relation.h"

/* False and an error: a net that needs itself, domains that do not fit. */
bool blif_net_relate(const BlifNet *netlist, const BlifFile *file, Relation *relation);

#endif
