/* The product of a system and an automaton that watches it: a system that runs both. The system is
 * copied; its inputs and latches come first and in the same order, so that a trace of the product
 * without what was added is a trace of the system.
 *
 * The automaton's state is a group of latches, one per state (one-hot) or a binary code, shown as
 * an enumeration signal. In every step it reads the letter of that step and takes an edge; where
 * several edges are possible, fresh inputs choose. A constraint says that there is an edge; runs of
 * the product are the runs of the system together with runs of the automaton. What the automaton
 * alone can reach is added as a constraint, too: one-hotness, or the codes in use. */
#ifndef RONDO_FORMULA_PRODUCT_H
#define RONDO_FORMULA_PRODUCT_H

#include "formula/automaton/automaton.h"
#include "system/system.h"
#include "system/trace.h"

typedef enum { ENCODING_ONE_HOT, ENCODING_BINARY } Encoding;

typedef struct {
  size_t inputs, latches; /* of the system: the first of the product */
} ProductMap;

typedef struct {
  LitVec in_state; /* by state: the automaton is there */
  LitVec taken;    /* by edge: it is taken in this step */
} WatchedStates;

/* Adds the automaton to a system in place. `letters` gives a literal for each variable of the
 * labels; `name` is that of the signal. */
WatchedStates product_watch(System *system, const Automaton *automaton, const LitVec *letters,
                            Encoding encoding, const char *name);
void watched_states_free(WatchedStates *states);

/* A trace of the product as a trace of the system. */
Trace *product_trace_back(const ProductMap *map, const System *system, const Trace *trace);

/* A label over literals, as a literal. */
Lit label_literal(Aig *aig, const Labels *labels, Label label, const LitVec *letters);

#endif
