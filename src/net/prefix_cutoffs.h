/* Which events of a prefix end it: those whose marking was there before, under a condition that
 * depends on what the prefix is for.
 *
 *   - Markings (Esparza, Roemer and Vogler): a smaller event has the marking.
 *   - Runs with infinitely many of some counted transitions (Esparza and Heljanko, "A new unfolding
 *     approach to LTL model checking", ICALP 2000, Section 4): a smaller event e' has the marking
 * of e, and (I) it is a cause of e, or (II) its history has at least as many counted events. In
 *     (I), if a counted event lies between them, what lies between them can be repeated: the
 *     terminal is successful. Such a run exists if and only if there is a successful terminal,
 *     provided that each two counted events of a history are cause and effect, or that all are
 *     counted. Every terminal is a cut-off in the first sense, so that all markings are found. */
#ifndef RONDO_NET_PREFIX_CUTOFFS_H
#define RONDO_NET_PREFIX_CUTOFFS_H

#include "base/text.h"
#include "net/prefix_order.h"

typedef struct PrefixCutoffs PrefixCutoffs;

/* `counted`, by transition, is NULL for markings; else the bound has to be 1. Nothing is owned. */
PrefixCutoffs *prefix_cutoffs_new(Prefix *prefix, PrefixPast *past, const Bits *counted);
void prefix_cutoffs_free(PrefixCutoffs *cutoffs);

/* To be called for PREFIX_NONE, the empty configuration, and for each event, in order, when it was
 * noted in the past: says whether it is a cut-off, and with which companion, in the event itself; a
 * successful terminal becomes that of the prefix. Takes over the extension; appends the marking. */
void prefix_cutoffs_judge(PrefixCutoffs *cutoffs, uint32_t event, PrefixExtension *extension,
                          Text *marking);

#endif
