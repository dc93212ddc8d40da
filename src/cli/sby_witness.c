/* See sby.h: the trace of a violation, in the form of the competition, for the readers of Yosys. */
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/json_read.h"
#include "base/text.h"
#include "cli/sby.h"

/* By input: whether the map names it. */
typedef VEC(bool) NamedVec;

/* The map is an object with lists of named inputs: those of the design, free values, first values.
 * Each row has the number of an input of the AIGER file. */
static bool read_map(const char *file, NamedVec *named, Error *error) {
  static const char *const lists[] = {"clocks", "inputs", "seqs", "inits"};
  Input input = {0};
  JsonTree tree = {0};
  if (!input_read(&input, file, error)) return false;
  bool good = json_read(&tree, file, input.data, input.size, error);
  JsonNode root = good ? json_root(&tree) : JSON_NONE;
  int64_t count = good ? json_integer(&tree, json_member(&tree, root, "input_count"), -1) : -1;
  if (good && (count < 0 || count > INT32_MAX))
    good = error_at(error, file, 0, 0, "this is no map of an AIGER file: it has no input_count");
  if (good) vec_resize(named, (size_t)count);
  for (size_t i = 0; good && i < sizeof lists / sizeof *lists; i++) {
    JsonNode row = json_first(&tree, json_member(&tree, root, lists[i]));
    for (; row; row = json_next(&tree, row)) {
      int64_t number = json_integer(&tree, json_member(&tree, row, "input"), -1);
      if (number >= 0 && number < count) named->data[number] = true;
    }
  }
  json_tree_free(&tree);
  input_free(&input);
  return good;
}

/* The lines are: 1, the property, the initial state, the inputs of each step, a dot. */
static void add_line(Text *text, size_t number, const char *line, size_t length,
                     const NamedVec *named) {
  bool inputs = number >= 3 && line[0] != '.' && line[0] != 'c';
  if (number == 2 && !length) text_char(text, '0');
  for (size_t i = 0; i < length; i++)
    text_char(text, inputs && i < named->size && !named->data[i] ? 'x' : line[i]);
  text_char(text, '\n');
}

char *sby_witness(const RondoResult *result, const char *map, char **error_out) {
  NamedVec named = {0};
  Error error = {0};
  Text text = {0};
  if (map && !read_map(map, &named, &error)) {
    *error_out = error_text(&error);
    error_free(&error);
    vec_free(&named);
    return NULL;
  }
  char *witness = rondo_witness_text(result);
  size_t number = 0;
  for (const char *line = witness; line && *line; number++) {
    size_t length = strcspn(line, "\n");
    add_line(&text, number, line, length, &named);
    line += length + (line[length] == '\n');
  }
  free(witness);
  vec_free(&named);
  return text_take(&text);
}
