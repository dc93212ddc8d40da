/* The reader of JSON. A document is read in the buffer that holds it: strings are unescaped and
 * ended by a zero byte in place, so that a netlist of many megabytes costs one small node for each
 * value and no copy.
 *
 *   for (JsonNode n = json_first(tree, object); n; n = json_next(tree, n))
 *     use(json_name(tree, n), json_string_of(tree, n));
 *
 * Nodes are numbers; JSON_NONE, which is 0, is no node: asking it for anything gives nothing, so
 * that a path through a document needs no test at each step. */
#ifndef RONDO_BASE_JSON_READ_H
#define RONDO_BASE_JSON_READ_H

#include <stdint.h>

#include "base/error.h"
#include "base/vec.h"

typedef enum {
  JSON_NULL,
  JSON_FALSE,
  JSON_TRUE,
  JSON_NUMBER,
  JSON_STRING,
  JSON_ARRAY,
  JSON_OBJECT
} JsonKind;

typedef uint32_t JsonNode;
enum { JSON_NONE = 0 };

typedef struct {
  uint32_t text; /* of a string or number: where it starts in the buffer */
  uint32_t name; /* of a member of an object: where its key starts; else 0, where a bracket is */
  uint32_t next; /* the node behind all that is in this one */
  uint8_t kind;  /* a JsonKind */
  bool last;     /* of its array or object */
} JsonItem;

typedef struct {
  const char *data; /* the buffer; must outlive the tree */
  VEC(JsonItem) items;
} JsonTree;

/* Reads `size` bytes, behind which stands a zero byte; the buffer is changed. `file` is what errors
 * call it. False and an error with line and column if it is no JSON, or is larger than 4 GB. */
bool json_read(JsonTree *tree, const char *file, char *data, size_t size, Error *error);
void json_tree_free(JsonTree *tree);

JsonNode json_root(const JsonTree *tree);
JsonKind json_kind(const JsonTree *tree, JsonNode node);       /* JSON_NULL of no node */
JsonNode json_first(const JsonTree *tree, JsonNode container); /* the first in it, or none */
JsonNode json_next(const JsonTree *tree, JsonNode node);       /* the one behind it, or none */

/* The key of a member. The string that a node is; "" if it is none. The number that a node is, if
 * it is a whole one that fits; else `fallback`. */
const char *json_name(const JsonTree *tree, JsonNode member);
const char *json_string_of(const JsonTree *tree, JsonNode node);
int64_t json_integer(const JsonTree *tree, JsonNode node, int64_t fallback);

/* The member of an object with this key, or none. */
JsonNode json_member(const JsonTree *tree, JsonNode object, const char *key);
size_t json_count(const JsonTree *tree, JsonNode container); /* how many are in it */

#endif
