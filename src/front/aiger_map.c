#include "front/aiger_map.h"

#include <inttypes.h>

#include "base/input.h"
#include "base/map.h"

/* A line of the map that is about an input or a latch. */
typedef struct {
  AigerSection section;
  uint64_t position, bit;
  const char *name;
} Row;
typedef VEC(Row) RowVec;

static bool parse_row(char *line, Row *row) {
  static const char *const words[] = {[AIGER_INPUT] = "input ", [AIGER_LATCH] = "latch "};
  for (AigerSection s = AIGER_INPUT; s <= AIGER_LATCH; s++) {
    size_t length = strlen(words[s]);
    int end = 0;
    if (strncmp(line, words[s], length)) continue;
    row->section = s;
    sscanf(line + length, "%9" SCNu64 " %9" SCNu64 " %n", &row->position, &row->bit, &end);
    row->name = line + length + end;
    if (!end || !*row->name) row->name = NULL; /* a malformed line */
    return true;
  }
  return false;
}

/* A name with one bit stays as it is; bits of a word get their number. */
static void set_names(const RowVec *rows, AigerFile *file) {
  Names names = {0};
  VEC(bool) words = {0};
  for (size_t i = 0; i < rows->size; i++) {
    size_t known = names.size;
    uint32_t number = names_add(&names, rows->data[i].name);
    if (number == known) vec_push(&words, false);
    if (rows->data[i].bit) words.data[number] = true;
  }
  for (size_t i = 0; i < rows->size; i++) {
    const Row *row = rows->data + i;
    Text name = {0};
    text_add(&name, row->name);
    if (words.data[names_find(&names, row->name)]) text_format(&name, "[%" PRIu64 "]", row->bit);
    if (!aiger_file_name(file, row->section, row->position))
      aiger_file_set_name(file, row->section, row->position, name.data);
    text_free(&name);
  }
  vec_free(&words);
  names_free(&names);
}

bool aiger_map_read(const char *name, char *text, AigerFile *file, Error *error) {
  RowVec rows = {0};
  bool good = true;
  int number = 0;
  for (char *line = text, *end; good && *line; line = end) {
    size_t length = strcspn(line, "\n");
    end = line + length + (line[length] == '\n');
    line[length] = 0;
    number++;
    Row row = {0};
    if (!parse_row(line, &row)) continue;
    if (!row.name)
      good = error_at(error, name, number, 0, "a line reads 'input POSITION BIT NAME'");
    else if (row.position >= aiger_file_count(file, row.section))
      good = error_at(error, name, number, 0, "the AIGER file has no %s %" PRIu64,
                      row.section == AIGER_INPUT ? "input" : "latch", row.position);
    else vec_push(&rows, row);
  }
  if (good) set_names(&rows, file);
  vec_free(&rows);
  return good;
}

bool aiger_map_apply(const char *map, AigerFile *file, Error *error) {
  Input input = {0};
  if (!input_read(&input, map, error)) return false;
  bool good = aiger_map_read(map, input.data, file, error);
  input_free(&input);
  return good;
}
