/* Nets in the low-level format of PEP (`.ll_net`), which the unfolders PEP, Mole, Punf and cunf
 * read.
 *
 * The first lines are `PEP`, a type (`PTNet` or `PetriBox`) and `FORMAT_N` or `FORMAT_N2`; then
 * come sections, each begun by a line with its name: `PL` places, `TR` transitions, `TP` arcs `t<p`
 * (t puts on p), `PT` arcs `p>t` (t takes from p). Numbers of places and transitions may be given;
 * else they are 1, 2, 3, ... The initial marking is the field `M`; `m`, the marking of a running
 * simulation, is not read, nor is what says how the net is drawn. Places and transitions are called
 * as the file calls them. Where it gives a name twice the later ones get a suffix. */
#ifndef RONDO_FRONT_LLNET_LLNET_H
#define RONDO_FRONT_LLNET_LLNET_H

#include <stddef.h>

#include "base/error.h"
#include "model/net.h"

bool llnet_recognise(const char *data, size_t size); /* by its first line */

/* The net of a file, or NULL and an error with line and column. */
Net *llnet_read(const char *file, const char *data, size_t size, Error *error);

#endif
