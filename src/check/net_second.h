/* The second search: all markings of a net again, in another order, with another store, by the
 * net's own semantics, and the answers of the first search compared with what it finds. It shares
 * with the first one the net and the meaning of atoms; of CTL all but EU and EG; the translation of
 * LTL, which is held against the formula (about_formula.h), and the product with its automaton; the
 * components of liveness. Not the view, not the store, not the search for accepted runs. */
#ifndef RONDO_CHECK_NET_SECOND_H
#define RONDO_CHECK_NET_SECOND_H

#include "check/net_figures.h"
#include "engine/explicit/kripke.h"

typedef enum { SECOND_SAME, SECOND_DIFFERENT, SECOND_UNKNOWN } Second;

/* Whether the second search agrees with the verdicts and values of the questions that have some and
 * were not given out yet, and with the figures; runs are searched by `cycles`. Unknown: the budget
 * is spent. */
Second net_second_search(const Model *model, const NetQuestionVec *questions,
                         const NetFigures *figures, CycleSearch cycles, Budget *budget,
                         Error *error);

#endif
