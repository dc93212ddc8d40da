/* The options of commands that read one model and may be given other properties for it: the file's
 * format, and every way in which `rondo check` takes properties. */
#ifndef RONDO_CLI_MODEL_OPTIONS_H
#define RONDO_CLI_MODEL_OPTIONS_H

#include "base/option.h"
#include "check/add_properties.h"

typedef struct {
  ReadOptions reading;
  bool smv_old;
  AddedProperties added;
} ModelOptions;

void model_options(ModelOptions *options, OptionGroupVec *groups); /* adds them */

/* The model with these properties; NULL, with a message, if it cannot be read (EXIT_BAD_INPUT).
 * Frees what the options hold. */
Model *model_options_load(ModelOptions *options, const char *file);

#endif
