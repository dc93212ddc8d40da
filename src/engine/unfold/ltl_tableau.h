/* LTL without "next" on a 1-safe net by unfolding (Esparza and Heljanko, ICALP 2000; "Implementing
 * LTL model checking with net unfoldings", SPIN 2001; *Unfoldings*, Chapter 8). A run that the
 * automaton of the negated formula accepts is one of three:
 *
 *   - it has infinitely many visible transitions, and the automaton meets its acceptance set again
 *     and again: the product net (net_product.h) has a tableau with a successful terminal in which
 *     accepting moves are counted (prefix_cutoffs.h);
 *   - a livelock: behind the last move the automaton accepts the letter that it has read, repeated
 *     for ever, and invisible transitions go on for ever;
 *   - the same, and invisible transitions lead to a deadlock, in which a run repeats its marking.
 *
 * All that is not a cause of the last move is invisible, so it may as well happen behind it. So for
 * the last two a second tableau starts in the markings of moves of the first one behind which the
 * automaton accepts: a net that first chooses one of these, and then has the invisible transitions
 * alone. There all events count, so that a marking that is its own cause is a livelock; and if
 * there is none, the tableau has all its markings, and a SAT solver looks for the deadlock. */
#ifndef RONDO_ENGINE_UNFOLD_LTL_TABLEAU_H
#define RONDO_ENGINE_UNFOLD_LTL_TABLEAU_H

#include "engine/unfold/net_product.h"
#include "net/condition.h"
#include "net/prefix.h"

typedef enum {
  TABLEAU_UNKNOWN, /* the budget was spent, or the error says why */
  TABLEAU_NONE,    /* the automaton accepts no run */
  TABLEAU_RUN,
} TableauAnswer;

typedef struct {
  NetProduct *product;
  Prefix *runs;        /* of the product */
  Net *invisible;      /* the net of livelocks; NULL: there is no such move */
  Bits all;            /* its transitions */
  U32Vec invisible_of; /* by its transition: that of the original; of a choice the move, an event */
  Prefix *livelocks;   /* of that */
  NetCondition *dead;  /* what a solver was asked to find there */
  U32Vec fired;        /* of a run: the transitions of the original ... */
  size_t loop;         /* ... from this one on for ever; all of them if it ends in a deadlock */
} LtlTableau;

/* Of a net that is known to be 1-safe. The automaton is that of the negation, with one acceptance
 * set at most and KRIPKE_ATOMS atoms at most. The tableau gets what was built, also if it is not
 * whole. */
TableauAnswer ltl_tableau(const Net *net, const NetAtomVec *atoms, const Automaton *automaton,
                          Budget *budget, LtlTableau *tableau, Error *error);
void ltl_tableau_free(LtlTableau *tableau); /* what it holds */

#endif
