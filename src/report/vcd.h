/* Traces as VCD files, for GTKWave, Surfer and their kin (IEEE 1364, section 18, with the strings
 * that those programs know).
 *
 * One step is one unit of time. A Boolean is a wire, a word a vector, a range an integer, an
 * enumeration a string. The dots in a name are its hierarchy, under the scope `main`; a name that
 * is no path of identifiers, such as the text of an atom, stays in one piece, with `_` for blanks.
 * Signals of Rondo's own making are left out.
 *
 * A lasso goes through its loop twice, so that one sees it return. The scope `rondo` says where one
 * is: `rondo.step` is the number of the step in the trace, which goes back to the start of the
 * loop, and `rondo.loop` reads `stem`, `loop` and, the second time, `again`. */
#ifndef RONDO_REPORT_VCD_H
#define RONDO_REPORT_VCD_H

#include <stdio.h>

#include "system/trace.h"

/* `title` goes into a comment, and that the trace does not begin in an initial state. False if the
 * stream reports an error. */
bool vcd_write(FILE *stream, const System *system, const Trace *trace, const char *title,
               bool initial);
#define VCD_INNER "it begins in a state that need not be initial"

/* How such a file calls the signals, by number: scopes and name with a blank behind each; NULL for
 * those that it leaves out. */
StringVec vcd_paths(const System *system);

#endif
