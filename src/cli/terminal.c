#include "cli/terminal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static ColorChoice chosen;

void terminal_set_color(ColorChoice choice) { chosen = choice; }

bool terminal_moves(FILE *stream) {
  const char *name = getenv("TERM");
  return isatty(fileno(stream)) && name && *name && strcmp(name, "dumb");
}

bool terminal_color(FILE *stream) {
  if (chosen != COLOR_AUTO) return chosen == COLOR_ALWAYS;
  const char *no = getenv("NO_COLOR");
  return !(no && *no) && terminal_moves(stream);
}

void terminal_size(FILE *stream, size_t *columns, size_t *rows) {
  struct winsize size = {0};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size)) size = (struct winsize){0};
  *columns = size.ws_col ? size.ws_col : 80;
  *rows = size.ws_row ? size.ws_row : 24;
}

size_t terminal_width(FILE *stream) {
  size_t columns, rows;
  if (!isatty(fileno(stream))) return SIZE_MAX;
  terminal_size(stream, &columns, &rows);
  return columns;
}

static void escape(Text *text, const char *code, bool color) {
  if (color) text_format(text, "\033[%sm", code);
}

void terminal_faint(Text *text, bool color) { escape(text, "2", color); }
void terminal_plain(Text *text, bool color) { escape(text, "0", color); }

void terminal_verdict(Text *text, RondoVerdict verdict, bool color) {
  static const char *const codes[] = {"33", "32", "1;31", "33",
                                      "32"}; /* as RondoVerdict counts them */
  escape(text, codes[verdict], color);
  text_add(text, rondo_verdict_name(verdict));
  terminal_plain(text, color);
}
