/* A 1-safe net beside a Büchi automaton, as one net (Esparza and Heljanko, "A new unfolding
 * approach to LTL model checking", ICALP 2000, Section 3): the automaton sees the visible
 * transitions alone, those that can change the truth of an atom, and all others stay as concurrent
 * as they were.
 *
 * A token is either on `moves`, and the automaton reads the atoms, or on `fires`, and one visible
 * transition may happen. The automaton moves first. Its states are places, and a move takes and
 * puts back the tokens on the places that it reads; where it has to see that there is none, that
 * place has a complement. What the automaton reads is the run without repetitions, so the formula
 * must not have "next"; each two moves and visible transitions of a run are cause and effect. */
#ifndef RONDO_ENGINE_UNFOLD_NET_PRODUCT_H
#define RONDO_ENGINE_UNFOLD_NET_PRODUCT_H

#include "base/bits.h"
#include "base/error.h"
#include "formula/automaton/automaton.h"
#include "model/net_atom.h"

typedef struct {
  Net *net;       /* the places of the original in front, then all others */
  Bits visible;   /* by transition of the original */
  U32Vec origin;  /* by transition: that of the original; NET_PRODUCT_MOVE */
  U32Vec target;  /* by transition: of a move the state of the automaton behind it */
  Bits accepting; /* by transition: the move meets the acceptance set of the automaton */
} NetProduct;

#define NET_PRODUCT_MOVE UINT32_MAX

/* The automaton has one acceptance set at most, and its atoms are numbers of these. NULL and an
 * error if there are too many ways to read what its edges ask for. */
NetProduct *net_product_new(const Net *net, const NetAtomVec *atoms, const Automaton *automaton,
                            Error *error);
void net_product_free(NetProduct *product);

#endif
