/* Names for the inputs and latches of an AIGER file from the file beside it that Yosys writes
 * ('write_aiger -map'): lines such as
 *
 *   input 3 0 ready       input 3 is bit 0 of ready
 *   latch 2 1 count       latch 2 is bit 1 of count
 *
 * Lines that begin with other words (output, init, wire) are about other things and are skipped. */
#ifndef RONDO_FRONT_AIGER_MAP_H
#define RONDO_FRONT_AIGER_MAP_H

#include "base/error.h"
#include "system/aiger_file.h"

/* Gives names where the file has none; false and an error with its line if the map cannot be read
 * or names what is not there. */
bool aiger_map_apply(const char *map, AigerFile *file, Error *error);
/* The same for a text in memory, which is changed; the name is for errors. */
bool aiger_map_read(const char *name, char *text, AigerFile *file, Error *error);

#endif
