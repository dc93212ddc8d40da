/* The state equation as a linear program: a column for each transition, how often it fires, and for
 * each place a row *m0 + C x is not negative*. Rows for what is asked come behind these. */
#ifndef RONDO_NET_EQUATION_H
#define RONDO_NET_EQUATION_H

#include "logic/linear.h"
#include "net/condition.h"

/* Rows 0 .. places-1; the cost of a transition is 1. */
Linear *equation_new(const Net *net);

/* Appends a row *sum of coefficient times tokens >= at_least*. */
void equation_add_sum(Linear *linear, const Net *net, const NetTerm *terms, size_t count,
                      double at_least);

/* What the terms, one for each place at most, make of a firing of each transition: `by_transition`
 * gets their sum after minus before. The scratch is by place and all zero before and after. */
void equation_effects(const Net *net, const NetTerm *terms, size_t count, double *scratch,
                      double *by_transition);

#endif
