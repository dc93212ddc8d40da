/* The writer of JSON. It knows where it is and puts commas, colons and closing brackets itself, so
 * that what it writes is JSON whatever the values are:
 *
 *   Json json = {.text = &text};
 *   json_object(&json);
 *   json_string(json_key(&json, "name"), name);
 *   json_array(json_key(&json, "steps"));
 *   for (...) json_uint(&json, step);
 *   json_close(&json);                      the array
 *   json_close(&json);                      the object
 *   json_end(&json);
 *
 * In an object a key stands before each value, and only there; one value stands outside of all.
 * That is asserted. The writer adds to its text and never looks back at it: the text may be taken
 * away piece by piece, and white space may be added between values. */
#ifndef RONDO_BASE_JSON_H
#define RONDO_BASE_JSON_H

#include <stdint.h>

#include "base/text.h"

typedef struct {
  Text *text;
  Text open;      /* the brackets that will close what is open, the innermost last */
  bool more;      /* a value was written here: before the next one comes a comma */
  bool after_key; /* a key was written: its value comes next */
} Json;

void json_object(Json *json);
void json_array(Json *json);
void json_close(Json *json); /* the object or array that was begun last */

/* The key of the value that comes next; returns the writer, to be given to the value. */
Json *json_key(Json *json, const char *key);

/* NULL becomes null. Bytes that are not UTF-8 become U+FFFD: JSON has no other text. */
void json_string(Json *json, const char *string);
void json_int(Json *json, int64_t number);
void json_uint(Json *json, uint64_t number);
/* With that many digits behind the point; null if it is infinite or no number: JSON has none. */
void json_fixed(Json *json, double number, int digits);
void json_bool(Json *json, bool truth);
void json_null(Json *json);
/* A value that is JSON already: what another writer made, or digits. */
void json_insert(Json *json, const char *value);

/* Everything must be closed, and one value written. */
void json_end(Json *json);

#endif
