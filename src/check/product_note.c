#include "check/product_note.h"

#include <string.h>

#include "base/memory.h"
#include "check/evidence_note.h"
#include "check/settings.h"

static const char heading[] = "rondo product ";
static const char formula_key[] = " formula=";

static OptionGroupVec groups_of(LtlOptions *options) {
  OptionGroupVec groups = {0};
  vec_push(&groups, settings_ltl_group(options));
  return groups;
}

char *product_note(const LtlOptions *options, const char *formula) {
  LtlOptions copy = *options;
  OptionGroupVec groups = groups_of(&copy);
  Text text = {0};
  text_add(&text, "rondo product");
  for (size_t i = 0; i < groups.data[0].count; i++) {
    text_format(&text, " %s=", groups.data[0].options[i].name);
    options_get(&groups, groups.data[0].options[i].name, &text);
  }
  text_add(&text, formula_key);
  for (const char *c = formula; *c; c++) text_char(&text, *c < ' ' && *c >= 0 ? ' ' : *c);
  vec_free(&groups);
  return text_take(&text);
}

/* ---- reading ---- */

static bool contains(const StringVec *strings, const char *string) {
  for (size_t i = 0; i < strings->size; i++)
    if (!strcmp(strings->data[i], string)) return true;
  return false;
}

/* The value of one option in the note: the caller's; NULL if it does not say. */
static char *value_in(const char *note, const char *option) {
  Text key = {0};
  text_format(&key, "%s=", option);
  char *value = NULL;
  for (const char *at = note; *at && !value; at += *at == ' ') {
    size_t length = strcspn(at, " ");
    if (length > key.size && !strncmp(at, key.data, key.size))
      value = mem_string_n(at + key.size, length - key.size);
    at += length;
  }
  text_free(&key);
  return value;
}

static bool take_option(const char *name, const OptionGroupVec *groups, const Option *option,
                        const char *value, const StringVec *given, Error *error) {
  Text now = {0}, off = {0};
  options_get(groups, option->name, &now);
  bool same = !strcmp(now.data, value), good = true;
  if (!same && contains(given, option->name)) {
    good = error_at(error, name, 0, 0, "it says that it was made with %s = %s, not %s",
                    option->name, value, now.data);
  } else if (!same && option->kind == OPTION_SWITCH) {
    text_format(&off, "%s%s", strcmp(value, "off") ? "" : "no-", option->name);
    good = options_set(groups, off.data, NULL, error);
  } else if (!same) {
    good = options_set(groups, option->name, value, error);
  }
  text_free(&now);
  text_free(&off);
  return good;
}

bool product_note_read(const char *name, const char *data, size_t size, const StringVec *given,
                       LtlOptions *options, Error *error) {
  char *note = evidence_note_find(name, data, size, heading);
  if (!note) return true;
  char *formula = strstr(note, formula_key);
  if (formula) *formula = 0;
  OptionGroupVec groups = groups_of(options);
  bool good = true;
  for (size_t i = 0; good && i < groups.data[0].count; i++) {
    const Option *option = groups.data[0].options + i;
    char *value = value_in(note, option->name);
    if (value) good = take_option(name, &groups, option, value, given, error);
    mem_free(value);
  }
  vec_free(&groups);
  mem_free(note);
  return good;
}
