/* BTOR2 files (Niemetz, Preiner, Wolf, Biere 2018, "Btor2, BtorMC and Boolector 3.0") as models and
 * back; docs/btor2.md says what is read and how.
 *
 * Properties are the lines `bad` and `justice` in the order of the file, named by their symbols, or
 * else b0, b1, ..., j0, j1, .... Signals: inputs and states by their symbols, or else input7,
 * state12 by the numbers of their lines; outputs likewise as defines; any other line with a symbol
 * as a hidden signal, which formulas may use. */
#ifndef RONDO_FRONT_BTOR2_BTOR2_H
#define RONDO_FRONT_BTOR2_BTOR2_H

#include <stdio.h>

#include "front/model.h"

/* NULL and a list of errors with file, line and column if it cannot be read. `options` may be
 * NULL. */
Model *btor2_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                  Error *error);

/* Whether a text starts, after blanks and comments, with a line that declares a sort. */
bool btor2_recognise(const char *data, size_t size);

/* Writes the model with its invariants and justice properties, which are all it has; false if the
 * stream reports an error. A model that was read as words is written as words. What cannot be
 * said of a model is what AIGER cannot say, either: see aiger.h. */
bool btor2_write(const Model *model, FILE *stream);

/* Whether that would be words, so that arrays which were not expanded are there. */
bool btor2_writes_words(const Model *model);

#endif
