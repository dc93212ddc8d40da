/* See obligations.h. */
#include "unit/obligations.h"

#include "base/input.h"
#include "base/memory.h"
#include "base/text.h"
#include "test.h"

Scrutiny obligations_begin(const char *name) {
  Scrutiny scrutiny = {.folder = mem_string(test_temporary_path(name))};
  scrutiny_begin(&scrutiny, "model", "property", NULL);
  return scrutiny;
}

/* Adds that of a file; false: there is none of this number. */
static bool add_obligation(const char *folder, unsigned number, Text *all) {
  static const char mark[] = "c obligation: ";
  Text path = {0};
  Input query;
  Error error = {0};
  text_format(&path, "%s/query-%u.cnf", folder, number);
  bool there = input_read(&query, path.data, &error);
  if (there) {
    const char *line = strstr(query.data, mark);
    CHECK(line != NULL);
    line += strlen(mark);
    text_add_n(all, line, strcspn(line, "\n") + 1);
    input_free(&query);
  }
  error_free(&error);
  text_free(&path);
  return there;
}

void obligations_end(Scrutiny *scrutiny, const char *expected) {
  Text found = {0};
  Stats stats = {0};
  text_add(&found, "");
  for (unsigned number = 1; add_obligation(scrutiny->folder, number, &found); number++) {
  }
  CHECK_TEXT(found.data, expected);
  text_free(&found);
  scrutiny_end(scrutiny, &stats);
  vec_free(&stats);
  mem_free((char *)scrutiny->folder);
}
