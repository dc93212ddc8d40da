/* Properties of the Model Checking Contest: files in XML, and those of its examinations that are
 * asked without a file. All of them hold if and only if the contest's answer is TRUE. */
#ifndef RONDO_FRONT_NET_PROPERTY_SET_H
#define RONDO_FRONT_NET_PROPERTY_SET_H

#include "front/model.h"

/* Adds the properties of a file under their ids, all or none.
 *
 * Formulas of LTL and CTL look alike there. One whose id names the examination (LTL..., CTL...,
 * Reachability...) is read so; others are CTL, unless a formula of the file cannot be that. */
bool property_set_read(Model *model, const char *file, const char *data, size_t size, Error *error);

/* Adds ReachabilityDeadlock, QuasiLiveness, Liveness, OneSafe, StableMarking or StateSpace. */
bool examination_add(Model *model, const char *name, Error *error);

#endif
