/* See question.h. */
#include "judge/question.h"

#include <stdlib.h>
#include <string.h>

const Lits *bad_literals(const Circuit *c) {
  return c->bad.size || c->justice_count ? &c->bad : &c->outputs;
}

/* The symbol of a property, which is its name. */
static const char *symbol_of(const Circuit *c, size_t property) {
  size_t bad = bad_literals(c)->size;
  if (property >= bad) return c->symbols[SYMBOL_JUSTICE][property - bad];
  return c->symbols[bad_literals(c) == &c->bad ? SYMBOL_BAD : SYMBOL_OUTPUT][property];
}

long asked_property(const Question *question) {
  const Circuit *c = question->model;
  size_t count = bad_literals(c)->size + c->justice_count;
  const char *asked = question->property;
  if (!asked) return count == 1 ? 0 : -1;
  size_t length = strlen(asked), found = count;
  for (size_t i = 0; i < count; i++) {
    const char *name = symbol_of(c, i);
    if (!name || strcmp(name, asked)) continue;
    if (found < count) unreadable("%s has two properties '%s': give the number", c->file, asked);
    found = i;
  }
  if (found == count && length && length < 10 && strspn(asked, "0123456789") == length)
    found = strtoul(asked, NULL, 10);
  if (found >= count) unreadable("%s has no property '%s'; it has %zu", c->file, asked, count);
  return (long)found;
}
