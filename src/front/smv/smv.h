/* The SMV language of NuSMV 2.6 as a front end; docs/smv.md says what is read and what differs.
 *
 * Every variable becomes a signal under its full name, every DEFINE that is not a set a define
 * signal. Specifications become properties: of submodules before those of the module that contains
 * them, within a module in the order of the file (NuSMV's order). Unnamed ones are called inv1,
 * ctl1, ltl1, psl1, ... */
#ifndef RONDO_FRONT_SMV_SMV_H
#define RONDO_FRONT_SMV_SMV_H

#include "front/model.h"

/* Rows of the table of front ends: plain, and with 0 and 1 for FALSE and TRUE where a Boolean is
 * needed. NULL and an error with file, line and column if the text cannot be read. `options` may be
 * NULL. */
Model *smv_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                Error *error);
Model *smv_read_old(const char *file, const char *data, size_t size, const ReadOptions *options,
                    Error *error);

/* Whether a text starts, after blanks and comments, with MODULE. */
bool smv_recognise(const char *data, size_t size);

#endif
