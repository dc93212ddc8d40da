/* BLIF and BLIF-MV, the netlists of SIS, VIS and ABC, as models; docs/vis.md says what is read and
 * how. Neither has properties; formulas from outside are in the language of VIS' property files.
 *
 * In BLIF-MV a variable has a domain of any size, and a table is a relation between its inputs and
 * outputs: where several rows match there is a choice, made for all outputs together; where no row
 * matches and there is no default, no step is possible. In BLIF `.names` is a cover. */
#ifndef RONDO_FRONT_BLIF_BLIF_H
#define RONDO_FRONT_BLIF_BLIF_H

#include <stdio.h>

#include "front/model.h"

/* NULL and an error with file, line and column if it cannot be read. `options` may be NULL. */
Model *blif_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                 Error *error);
Model *blif_mv_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                    Error *error);

/* Whether the first line that says something starts with `.model`, and there is, or is not, a line
 * that only BLIF-MV has. */
bool blif_recognise(const char *data, size_t size);
bool blif_mv_recognise(const char *data, size_t size);

/* Writes the model as BLIF-MV: enumerations as variables with many values, words as bits
 * `name<3>`. It has no place for properties and fairness; those stay in files of their own. */
bool blif_mv_write(const Model *model, FILE *stream);
const char *blif_mv_cannot_say(const Model *model, size_t property);
const char *blif_mv_leaves_out(const Model *model);

#endif
