/* The Hanoi Omega-Automata format, version 1, in and out; and DOT out. */
#ifndef RONDO_FORMULA_HOA_H
#define RONDO_FORMULA_HOA_H

#include "base/error.h"
#include "formula/automaton/automaton.h"

/* Reads the first automaton of a file's text; its atomic propositions become atoms of the store.
 * Labels may be on edges or states, implicit, or use aliases; acceptance may be on edges or states,
 * and must be (generalized) Büchi: a conjunction of Inf, or t, or f. Several initial states are
 * joined; alternation is an error. `file` is for error messages and may be NULL. */
Automaton *hoa_read(Formulas *formulas, Labels *labels, const char *file, const char *text,
                    Error *error);

/* Writes the automaton; `name` may be NULL. */
void hoa_write(const Automaton *automaton, const Formulas *formulas, const char *name, Text *text);

/* Writes the automaton for Graphviz. */
void dot_write(const Automaton *automaton, const Formulas *formulas, const char *name, Text *text);

/* A label as HOA writes it, over variable numbers, or with the names of the atoms. */
void label_write_hoa(const Automaton *automaton, Label label, Text *text);
void label_write(const Automaton *automaton, const Formulas *formulas, Label label, Text *text);

#endif
