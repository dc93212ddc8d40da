/* See option.h. */
#include "base/option.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"

typedef struct {
  const Option *option;
  void *value;  /* where it is stored */
  bool negated; /* --no-name */
} Match;

static void *place(const OptionGroup *group, const Option *option) {
  return (char *)group->values + option->offset;
}

static bool find_long(const OptionGroup *groups, size_t count, const char *name, size_t length,
                      Match *match) {
  for (size_t g = 0; g < count; g++)
    for (size_t i = 0; i < groups[g].count; i++) {
      const Option *option = groups[g].options + i;
      size_t own = strlen(option->name);
      bool plain = length == own && !strncmp(option->name, name, length);
      bool negated = option->kind == OPTION_SWITCH && length == own + 3 &&
                     !strncmp(name, "no-", 3) && !strncmp(name + 3, option->name, own);
      if (!plain && !negated) continue;
      *match = (Match){option, place(groups + g, option), negated};
      return true;
    }
  return false;
}

static bool find_short(const OptionGroup *groups, size_t count, char letter, Match *match) {
  for (size_t g = 0; g < count; g++)
    for (size_t i = 0; i < groups[g].count; i++)
      if (groups[g].options[i].letter == letter) {
        *match = (Match){groups[g].options + i, place(groups + g, groups[g].options + i), false};
        return true;
      }
  return false;
}

static bool unknown(const OptionGroup *groups, size_t count, const char *argument, Error *error) {
  const char *dashes = argument + strspn(argument, "-");
  char *name = mem_string_n(dashes, strcspn(dashes, "="));
  Nearest nearest = {.wanted = name};
  for (size_t g = 0; g < count; g++)
    for (size_t i = 0; i < groups[g].count; i++) nearest_offer(&nearest, groups[g].options[i].name);
  mem_free(name);
  if (nearest.name)
    return error_set(error, "unknown option '%s'; did you mean '--%s'?", argument, nearest.name);
  return error_set(error, "unknown option '%s'", argument);
}

static bool takes_argument(const Option *option) {
  return option->kind != OPTION_FLAG && option->kind != OPTION_SWITCH;
}

static bool store_number(const Option *option, const char *text, int64_t *value, Error *error) {
  char *end;
  errno = 0;
  long long number = strtoll(text, &end, 10);
  if (errno || end == text || *end)
    return error_set(error, "--%s needs a whole number, not '%s'", option->name, text);
  if (option->most > option->least && (number < option->least || number > option->most))
    return error_set(error, "--%s must be between %lld and %lld, not %lld", option->name,
                     (long long)option->least, (long long)option->most, number);
  *value = number;
  return true;
}

static bool store_real(const Option *option, const char *text, double *value, Error *error) {
  char *end;
  *value = strtod(text, &end);
  if (end == text || *end || !isfinite(*value) || *value < 0)
    return error_set(error, "--%s needs a number that is not negative, not '%s'", option->name,
                     text);
  return true;
}

static bool store_bytes(const Option *option, const char *text, uint64_t *value, Error *error) {
  char *end;
  errno = 0;
  unsigned long long number = strtoull(text, &end, 10);
  unsigned shift = 0;
  if (*end == 'K' || *end == 'k') shift = 10;
  else if (*end == 'M' || *end == 'm') shift = 20;
  else if (*end == 'G' || *end == 'g') shift = 30;
  if (shift) end++;
  if (errno || end == text || *end || *text == '-' || number > UINT64_MAX >> shift)
    return error_set(error, "--%s needs a size such as 500M or 2G, not '%s'", option->name, text);
  *value = (uint64_t)number << shift;
  return true;
}

static bool store_choice(const Option *option, const char *text, int *value, Error *error) {
  size_t length = strlen(text);
  int index = 0;
  for (const char *p = option->choices;; index++) {
    size_t own = strcspn(p, "|");
    if (own == length && !strncmp(p, text, own)) {
      *value = index;
      return true;
    }
    if (!p[own])
      return error_set(error, "--%s must be one of %s, not '%s'", option->name, option->choices,
                       text);
    p += own + 1;
  }
}

static bool store(const Match *match, const char *text, Error *error) {
  const Option *option = match->option;
  switch (option->kind) {
  case OPTION_FLAG:
  case OPTION_SWITCH: *(bool *)match->value = !match->negated; return true;
  case OPTION_NUMBER: return store_number(option, text, match->value, error);
  case OPTION_REAL: return store_real(option, text, match->value, error);
  case OPTION_BYTES: return store_bytes(option, text, match->value, error);
  case OPTION_TEXT: *(const char **)match->value = text; return true;
  case OPTION_CHOICE: return store_choice(option, text, match->value, error);
  case OPTION_LIST: vec_push((StringVec *)match->value, mem_string(text)); return true;
  }
  return false;
}

bool options_parse(const OptionGroup *groups, size_t count, int argc, char **argv,
                   ArgumentVec *positional, Error *error) {
  for (int i = 0; i < argc; i++) {
    const char *argument = argv[i], *attached = NULL;
    Match match;
    if (argument[0] != '-' || !argument[1]) {
      vec_push(positional, argument);
      continue;
    }
    if (!strcmp(argument, "--")) {
      for (i++; i < argc; i++) vec_push(positional, argv[i]);
      break;
    }
    if (argument[1] == '-') {
      size_t length = strcspn(argument + 2, "=");
      if (!find_long(groups, count, argument + 2, length, &match))
        return unknown(groups, count, argument, error);
      if (argument[2 + length] == '=') attached = argument + 3 + length;
    } else {
      if (!find_short(groups, count, argument[1], &match))
        return unknown(groups, count, argument, error);
      if (argument[2]) attached = argument + 2;
    }
    if (!takes_argument(match.option)) {
      if (attached) return error_set(error, "--%s takes no argument", match.option->name);
    } else if (!attached) {
      if (++i == argc)
        return error_set(error, "--%s needs an argument %s", match.option->name,
                         match.option->argument);
      attached = argv[i];
    }
    if (!store(&match, attached, error)) return false;
  }
  return true;
}

void options_help(const OptionGroup *groups, size_t count, Text *text) {
  for (size_t g = 0; g < count; g++) {
    if (!groups[g].count) continue;
    if (g) text_char(text, '\n');
    text_format(text, "%s:\n", groups[g].title);
    for (size_t i = 0; i < groups[g].count; i++) {
      const Option *option = groups[g].options + i;
      if (option->letter) text_format(text, "  -%c, ", option->letter);
      else text_add(text, "      ");
      text_format(text, option->kind == OPTION_SWITCH ? "--[no-]%s" : "--%s", option->name);
      if (takes_argument(option)) text_format(text, " %s", option->argument);
      text_pad(text, 30);
      text_format(text, "  %s", option->help);
      if (option->choices) text_format(text, " (%s)", option->choices);
      text_char(text, '\n');
    }
  }
}
