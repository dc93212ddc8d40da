#include "front/verilog/explain.h"

#include <limits.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "front/verilog/place.h"

enum { LINES_BEFORE = 5 }; /* a statement may begin some lines before the one with the error */

static const char concurrent[] =
    "this looks like a concurrent assertion, and of those Yosys reads 'assert property "
    "(expression)' and 's_eventually' alone: see docs/verilog.md";

static void add_to_message(Error *error, const char *more) {
  Text message = {0};
  size_t length = strlen(error->message);
  while (length && strchr(".!", error->message[length - 1])) length--;
  text_format(&message, "%.*s; %s", (int)length, error->message, more);
  mem_free(error->message);
  error->message = text_take(&message);
}

/* The lines up to the one with the error, without comments; from there on the caller frees it. */
static char *lines_of(const Error *error, int first) {
  Text text = {0};
  for (int line = first < 1 ? 1 : first; line <= error->line; line++) {
    const Place place = {error->file, line, 1, line, INT_MAX};
    char *excerpt = place_excerpt(&place);
    text_format(&text, "%s ", excerpt ? excerpt : "");
    mem_free(excerpt);
  }
  return text_take(&text);
}

/* The last statement that asserts, assumes or covers; NULL if there is none. */
static const char *last_statement(const char *text) {
  static const char *const words[] = {"assert", "assume", "cover", "restrict"};
  const char *last = NULL;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    for (const char *p = text; (p = strstr(p, words[i])); p++)
      if (!last || p > last) last = p;
  return last;
}

/* Clocks, sequences and implications in such a statement; declarations for them. */
static bool is_concurrent(const Error *error) {
  static const char *const inside[] = {"@", "|->", "|=>", "##", "disable iff"};
  static const char *const declared[] = {"property ", "sequence ", "default clocking", "clocking "};
  char *line = lines_of(error, error->line);
  char *before = lines_of(error, error->line - LINES_BEFORE);
  const char *statement = last_statement(before);
  bool found = false;
  for (size_t i = 0; statement && i < sizeof inside / sizeof *inside; i++)
    found = found || strstr(statement, inside[i]);
  for (size_t i = 0; i < sizeof declared / sizeof *declared; i++)
    found = found || !strncmp(line, declared[i], strlen(declared[i]));
  mem_free(line);
  mem_free(before);
  return found;
}

void explain_error(Error *error) {
  if (!error->message) return;
  if (strstr(error->message, "open include file"))
    add_to_message(error, "folders of included files are named with -I");
  if (strstr(error->message, "is not part of the design"))
    add_to_message(error, "further files of a design are named with --source");
  if (strstr(error->message, "Can't decode value"))
    add_to_message(error, "a number is 5, -3 or 8'hff, and a text has quotes that the shell leaves "
                          "alone, as in --param 'MODE=\"fast\"'");
  /* It is the most wanted part of the language that Yosys does not read. */
  if (error->file && strstr(error->message, "syntax error") && is_concurrent(error))
    add_to_message(error, concurrent);
}
