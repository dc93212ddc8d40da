/* Options of engines by their names, as the command line sets them. */
#ifndef RONDO_ORACLE_SET_OPTION_H
#define RONDO_ORACLE_SET_OPTION_H

#include "engine/engine.h"

/* Sets a number, switch or choice in a struct of the engine's options; no such option fails the
 * test. */
void set_option(const Engine *engine, void *values, const char *name, int64_t value);

#endif
