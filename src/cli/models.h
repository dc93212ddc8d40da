/* Models for the commands that look into them; `rondo check` has those of the public API. */
#ifndef RONDO_CLI_MODELS_H
#define RONDO_CLI_MODELS_H

#include "front/model.h"

/* Reads a model; if it cannot, prints why and returns NULL (the exit code is EXIT_BAD_INPUT). */
Model *cli_load(const char *file, const ReadOptions *options);

/* The number of a property by name or number; -1, with a message, if there is none. */
int64_t cli_property(const Model *model, const char *name);

/* Says, with an exit code, that a command works on circuits, if the model is a net or a program;
 * else 0. */
int cli_refuse_net(const Model *model, const char *command);

#endif
