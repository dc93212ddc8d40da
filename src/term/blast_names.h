/* The way back from bits to words for people: a typed signal for each variable and definition. */
#ifndef RONDO_TERM_BLAST_NAMES_H
#define RONDO_TERM_BLAST_NAMES_H

#include "base/unique.h"
#include "system/signal.h"
#include "term/relation.h"

/* `bits` by term, NULL for what was not blasted. A definition that only repeats the name of what it
 * shows is left out. */
void blast_names(const Relation *relation, Lit *const *bits, SignalVec *signals);

#endif
