#include "front/verilog/warnings.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* "Wire fifo.\data [7] is used but has no driver." */
typedef struct {
  const char *name; /* fifo.\data */
  size_t length;
  int bit; /* -1: the wire has one alone, and no number is said */
} Undriven;

static bool read_undriven(const char *text, Undriven *wire) {
  static const char before[] = "Wire ", behind[] = " is used but has no driver.";
  if (strncmp(text, before, sizeof before - 1) || !text_ends_with(text, behind)) return false;
  wire->name = text + sizeof before - 1;
  wire->length = strlen(wire->name) - (sizeof behind - 1);
  wire->bit = -1;
  char *name = mem_string_n(wire->name, wire->length), *open = strrchr(name, '[');
  char close = 0;
  if (open > name && open[-1] == ' ' && sscanf(open, "[%d%c", &wire->bit, &close) == 2 &&
      close == ']')
    wire->length = (size_t)(open - 1 - name);
  else wire->bit = -1;
  mem_free(name);
  return true;
}

/* Whether a wire goes on with its next lower bit. */
static bool goes_on(const char *text, const Undriven *wire, int low) {
  Undriven next;
  return wire->bit >= 0 && read_undriven(text, &next) && next.length == wire->length &&
         !strncmp(next.name, wire->name, wire->length) && next.bit == low - 1 && next.bit >= 0;
}

/* What is about how Yosys works, not about the design. */
static bool is_idle(const char *warning) { return strstr(warning, "Replacing memory ") != NULL; }

void warnings_note(const StringVec *warnings, StringVec *notes) {
  for (size_t i = 0; i < warnings->size; i++) {
    const char *warning = warnings->data[i];
    if (is_idle(warning)) continue;
    Undriven wire;
    Text text = {0};
    text_add(&text, "Yosys: ");
    if (read_undriven(warning, &wire)) {
      int low = wire.bit;
      for (; i + 1 < warnings->size && goes_on(warnings->data[i + 1], &wire, low); i++) low--;
      text_add(&text, "wire ");
      for (size_t k = 0; k < wire.length; k++)
        if (wire.name[k] != '\\') text_char(&text, wire.name[k]);
      if (wire.bit > low) text_format(&text, "[%d:%d]", wire.bit, low);
      else if (wire.bit >= 0) text_format(&text, "[%d]", wire.bit);
      text_add(&text, " is used but has no driver");
    } else {
      text_add(&text, warning);
    }
    vec_push(notes, text_take(&text));
  }
}
