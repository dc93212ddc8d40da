/* AIGER files as models and back.
 *
 * Properties are the bad states and then the justice properties, named by their symbols or b0, b1,
 * ..., j0, j1, .... Files with neither are of the old form: their outputs are bad states.
 *
 * Signals: inputs and latches by their symbols, or else i0, ..., l0, ...; outputs as defines, or
 * else o0, ...; an output that only repeats the name of what it shows is left out. Inputs or
 * latches whose symbols are `name[0]` to `name[n-1]`, or with `<` and `>`, in any order, also form
 * one word `name`; their bits can still be found by their own names, as hidden signals. A name that
 * is taken gets a number: the second `x` is `x_2`. */
#ifndef RONDO_FRONT_AIGER_H
#define RONDO_FRONT_AIGER_H

#include <stdio.h>

#include "front/model.h"
#include "system/aiger_file.h"

Model *aiger_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                  Error *error);

/* Writes the system with its invariant and justice properties, which are all it has; false if the
 * stream reports an error. Defines become outputs, unless there is no bad or justice property: then
 * they would be taken for bad states. */
bool aiger_write_ascii(const Model *model, FILE *stream);
bool aiger_write_binary(const Model *model, FILE *stream);

/* The model as such a file, with names for its bits; the system stays the model's, and must be
 * taken out before the file is freed. */
AigerFile *aiger_of_model(const Model *model);

/* Why AIGER cannot say a property, as a sentence, NULL: it can; and what of the model, apart from
 * properties, it has no place for. */
const char *aiger_cannot_say(const Model *model, size_t property);
const char *aiger_leaves_out(const Model *model);

#endif
