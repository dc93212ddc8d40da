#include "base/printable.h"

#include <string.h>

/* The control characters of Unicode: two blocks of 32, the second after DEL; UTF-8 writes the
 * second with two bytes. */
static bool is_control(const unsigned char *p, size_t length) {
  if (length == 1) return *p < 0x20 || *p == 0x7f;
  return length == 2 && p[0] == 0xc2 && p[1] < 0xa0;
}

static void add(Text *text, const char *string, const char *kept) {
  for (size_t length; *string; string += length) {
    const unsigned char *p = (const unsigned char *)string;
    size_t whole = text_utf8_length(string);
    length = whole ? whole : 1;
    if (strchr(kept, *string) || (whole && !is_control(p, whole))) text_add_n(text, string, length);
    else
      for (size_t i = 0; i < length; i++) text_format(text, "\\x%02x", p[i]);
  }
}

void printable(Text *text, const char *string) {
  text_add(text, "");
  add(text, string, "");
}

void printable_lines(Text *text, const char *string) {
  text_add(text, "");
  add(text, string, "\n\t");
}
