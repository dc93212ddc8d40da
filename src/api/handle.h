/* What the files of the public API share. */
#ifndef RONDO_API_HANDLE_H
#define RONDO_API_HANDLE_H

#include "base/map.h"
#include "check/result.h"
#include "front/model.h"
#include "rondo/rondo.h"

struct RondoModel {
  Model *model;
  VEC(LitVec) words; /* of one that is built in memory, by number */
  Map latches;       /* and by the literal of a latch its place */
};

/* Hands the message of a failure to the caller, if it wants one; frees the error, returns `good`.
 */
bool api_finish(bool good, Error *error, char **error_out);

/* Says in *error, which may be NULL, why a file could not be written; false. */
bool api_cannot_write(char **error, const char *file, const char *why);

/* Remembers a file that was written, for the JSON of the result. */
void api_note_file(const RondoResult *result, const char *what, const char *file);

#endif
