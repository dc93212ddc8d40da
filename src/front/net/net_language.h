/* Models that are nets, and what formulas say of them.
 *
 * An atom of a formula compares sums of places, each a name, a number or a product of both, with
 * <=, <, >=, >, = or !=: `p >= 2`, `p + 2 * q <= r + 3`. A place alone says that it is marked.
 * `fireable(t, u)` says that one of the transitions is enabled, `deadlock` that none is. Names that
 * are no identifiers, or are words of formulas, are put in double quotes.
 *
 * One rule for runs that end, that of the Model Checking Contest: paths are maximal, so that in a
 * deadlock EX f is false, AX f true, and EG f is f; runs of LTL repeat their last marking. */
#ifndef RONDO_FRONT_NET_LANGUAGE_H
#define RONDO_FRONT_NET_LANGUAGE_H

#include "front/language.h"
#include "model/net_atom.h"

/* A model without properties; takes the net. */
Model *net_model(const char *file, Net *net);

/* The same for a file in PEP's format (front/llnet). */
Model *pep_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                Error *error);

/* The formula that is the atom; takes what it holds. Equal atoms are one. */
Formula net_model_atom(Model *model, NetAtom *atom);

/* How a net's names are written in formulas, and how an atom is. */
void net_name_text(const char *name, Text *text);
void net_atom_text(const Net *net, const NetAtom *atom, Text *text);

/* The number of a place or transition; NAMES_NONE if there is none of that name. */
uint32_t net_model_place(const Model *model, const char *name);
uint32_t net_model_transition(const Model *model, const char *name);

/* "No place is called 'x'", with the nearest name; false. */
bool net_unknown_name(const Model *model, bool place, const char *name, Text *message);

extern const Language net_language;

#endif
