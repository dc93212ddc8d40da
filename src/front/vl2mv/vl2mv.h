/* Models in the Verilog dialect of vl2mv, the front end of VIS; docs/vis.md says what is read and
 * how. They have no properties of their own: those come from files beside them, whose language is
 * that of front/vis/vis_language.h. Signals: registers as states, inputs and choices as inputs,
 * wires as defines, with enumerations as they were declared. */
#ifndef RONDO_FRONT_VL2MV_VL2MV_H
#define RONDO_FRONT_VL2MV_VL2MV_H

#include "front/model.h"

/* NULL and an error with file, line and column if it cannot be read. `options` may be NULL. */
Model *vl2mv_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                  Error *error);

/* Whether a text has what no other Verilog has: $ND, or an enumeration that is declared by
 * `typedef enum {...}` and used before `reg` or `wire`. */
bool vl2mv_recognise(const char *data, size_t size);

#endif
