/* See option.h. */
#include "base/option.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"

typedef struct {
  const OptionGroup *group;
  const Option *option;
  bool negated; /* --no-name */
} Match;

static bool find_long(const OptionGroupVec *groups, const char *name, size_t length, Match *match) {
  for (size_t g = 0; g < groups->size; g++)
    for (size_t i = 0; i < groups->data[g].count; i++) {
      const Option *option = groups->data[g].options + i;
      size_t own = strlen(option->name);
      bool plain = length == own && !strncmp(option->name, name, length);
      bool negated = option->kind == OPTION_SWITCH && length == own + 3 &&
                     !strncmp(name, "no-", 3) && !strncmp(name + 3, option->name, own);
      if (!plain && !negated) continue;
      *match = (Match){groups->data + g, option, negated};
      return true;
    }
  return false;
}

static bool find_short(const OptionGroupVec *groups, char letter, Match *match) {
  for (size_t g = 0; g < groups->size; g++)
    for (size_t i = 0; i < groups->data[g].count; i++)
      if (groups->data[g].options[i].letter == letter) {
        *match = (Match){groups->data + g, groups->data[g].options + i, false};
        return true;
      }
  return false;
}

static bool unknown(const OptionGroupVec *groups, const char *argument, Error *error) {
  const char *dashes = argument + strspn(argument, "-");
  char *name = mem_string_n(dashes, strcspn(dashes, "="));
  Nearest nearest = {.wanted = name};
  for (size_t g = 0; g < groups->size; g++)
    for (size_t i = 0; i < groups->data[g].count; i++)
      nearest_offer(&nearest, groups->data[g].options[i].name);
  mem_free(name);
  if (nearest.name)
    return error_set(error, "unknown option '%s'; did you mean '--%s'?", argument, nearest.name);
  return error_set(error, "unknown option '%s'", argument);
}

bool option_takes_argument(const Option *option) {
  return option->kind != OPTION_FLAG && option->kind != OPTION_SWITCH;
}

bool option_is_repeatable(const Option *option) {
  return option->kind == OPTION_LIST || option->kind == OPTION_GIVEN;
}

void given_free(GivenVec *given) {
  for (size_t i = 0; i < given->size; i++) mem_free(given->data[i].argument);
  vec_free(given);
}

/* ---- values ---- */

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
  double number = strtod(text, &end);
  if (end == text || *end || !isfinite(number) || number < 0)
    return error_set(error, "--%s needs a number that is not negative, not '%s'", option->name,
                     text);
  *value = number;
  return true;
}

bool option_read_bytes(const char *text, uint64_t *bytes) {
  char *end;
  errno = 0;
  unsigned long long number = strtoull(text, &end, 10);
  unsigned shift = 0;
  if (*end == 'K' || *end == 'k') shift = 10;
  else if (*end == 'M' || *end == 'm') shift = 20;
  else if (*end == 'G' || *end == 'g') shift = 30;
  if (shift) end++;
  if (errno || end == text || *end || *text == '-' || number > UINT64_MAX >> shift) return false;
  *bytes = (uint64_t)number << shift;
  return true;
}

static bool store_bytes(const Option *option, const char *text, uint64_t *value, Error *error) {
  return option_read_bytes(text, value) ||
         error_set(error, "--%s needs a size such as 500M or 2G, not '%s'", option->name, text);
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

static void *place(const OptionGroup *group, const Option *option) {
  return (char *)group->values + option->offset;
}

static bool store(const Match *match, const char *text, Error *error) {
  const Option *option = match->option;
  void *value = place(match->group, option);
  switch (option->kind) {
  case OPTION_FLAG:
  case OPTION_SWITCH: *(bool *)value = !match->negated; return true;
  case OPTION_NUMBER: return store_number(option, text, value, error);
  case OPTION_REAL: return store_real(option, text, value, error);
  case OPTION_BYTES: return store_bytes(option, text, value, error);
  case OPTION_TEXT: *(const char **)value = text; return true;
  case OPTION_CHOICE: return store_choice(option, text, value, error);
  case OPTION_LIST: vec_push((StringVec *)value, mem_string(text)); return true;
  case OPTION_GIVEN:
    vec_push((GivenVec *)value, ((Given){option->name, mem_string(text)}));
    return true;
  }
  return false;
}

static bool hand_over(const Match *match, const char *text, Error *error) {
  Text name = {0};
  text_format(&name, "%s%s", match->negated ? "no-" : "", match->option->name);
  bool taken = match->group->store->set(match->group->values, name.data, text, error);
  text_free(&name);
  return taken;
}

static bool set(const Match *match, const char *text, Error *error) {
  return match->group->store ? hand_over(match, text, error) : store(match, text, error);
}

static void add_choice(const char *choices, int index, Text *text) {
  for (; index > 0; index--) choices += strcspn(choices, "|") + 1;
  text_add_n(text, choices, strcspn(choices, "|"));
}

static void add_bytes(uint64_t bytes, Text *text) {
  static const char units[] = {0, 'K', 'M', 'G', 0};
  size_t unit = 0;
  for (; bytes && bytes % 1024 == 0 && units[unit + 1]; unit++) bytes /= 1024;
  text_format(text, "%" PRIu64, bytes);
  if (units[unit]) text_char(text, units[unit]);
}

static void add_given(const GivenVec *given, const char *name, Text *text) {
  for (size_t i = 0; i < given->size; i++)
    if (!strcmp(given->data[i].name, name))
      text_format(text, "%s%s", text->size ? "," : "", given->data[i].argument);
}

static void add_value(const OptionGroup *group, const Option *option, Text *text) {
  if (group->store) {
    group->store->get(group->values, option->name, text);
    return;
  }
  const void *value = place(group, option);
  const StringVec *list = value;
  const char *string = NULL;
  switch (option->kind) {
  case OPTION_FLAG:
  case OPTION_SWITCH: text_add(text, *(const bool *)value ? "on" : "off"); break;
  case OPTION_NUMBER: text_format(text, "%" PRId64, *(const int64_t *)value); break;
  case OPTION_REAL: text_format(text, "%.15g", *(const double *)value); break;
  case OPTION_BYTES: add_bytes(*(const uint64_t *)value, text); break;
  case OPTION_TEXT: string = *(const char *const *)value; break;
  case OPTION_CHOICE: add_choice(option->choices, *(const int *)value, text); break;
  case OPTION_LIST:
    for (size_t i = 0; i < list->size; i++) text_format(text, "%s%s", i ? "," : "", list->data[i]);
    break;
  case OPTION_GIVEN: add_given(value, option->name, text); break;
  }
  if (string) text_add(text, string);
}

bool options_set(const OptionGroupVec *groups, const char *name, const char *argument,
                 Error *error) {
  Match match;
  if (!find_long(groups, name, strlen(name), &match)) return unknown(groups, name, error);
  for (size_t g = 0; g < groups->size; g++) {
    OptionGroupVec one = {.data = groups->data + g, .size = 1};
    if (!find_long(&one, name, strlen(name), &match)) continue;
    if (argument && !option_takes_argument(match.option))
      return error_set(error, "--%s takes no argument", name);
    if (!argument && option_takes_argument(match.option))
      return error_set(error, "--%s needs an argument %s", name, match.option->argument);
    if (!set(&match, argument, error)) return false;
  }
  return true;
}

bool options_get(const OptionGroupVec *groups, const char *name, Text *text) {
  Match match;
  if (!find_long(groups, name, strlen(name), &match) || match.negated) return false;
  add_value(match.group, match.option, text);
  return true;
}

/* ---- the command line ---- */

bool options_parse(const OptionGroupVec *groups, int argc, const char *const *argv,
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
      if (!find_long(groups, argument + 2, length, &match)) return unknown(groups, argument, error);
      if (argument[2 + length] == '=') attached = argument + 3 + length;
    } else {
      if (!find_short(groups, argument[1], &match)) return unknown(groups, argument, error);
      if (argument[2]) attached = argument + 2;
    }
    if (!option_takes_argument(match.option)) {
      if (attached) return error_set(error, "--%s takes no argument", match.option->name);
    } else if (!attached) {
      if (++i == argc)
        return error_set(error, "--%s needs an argument %s", match.option->name,
                         match.option->argument);
      attached = argv[i];
    }
    if (!set(&match, attached, error)) return false;
  }
  return true;
}

/* ---- help ---- */

/* A flag is off unless it is given, an empty text or list is no value: nobody needs to be told. A
 * limit of 0 seconds or bytes is none. */
static bool has_default(const Option *option, const char *value) {
  bool limit = option->kind == OPTION_REAL || option->kind == OPTION_BYTES;
  return option->kind != OPTION_FLAG && *value && !(limit && !strcmp(value, "0"));
}

void option_help(const OptionGroup *group, const Option *option, Text *text) {
  Text value = {0};
  text_add(&value, "");
  add_value(group, option, &value);
  bool told = has_default(option, value.data);
  text_add(text, option->help);
  if (option->choices || told) text_add(text, " (");
  if (option->choices) text_add(text, option->choices);
  if (option->choices && told) text_add(text, "; ");
  if (told) text_format(text, "default %s", value.data);
  if (option->choices || told) text_char(text, ')');
  text_free(&value);
}

void options_help(const OptionGroupVec *groups, Text *text) {
  for (size_t g = 0; g < groups->size; g++) {
    const OptionGroup *group = groups->data + g;
    if (!group->count) continue;
    if (g) text_char(text, '\n');
    text_format(text, "%s:\n", group->title);
    for (size_t i = 0; i < group->count; i++) {
      const Option *option = group->options + i;
      if (option->letter) text_format(text, "  -%c, ", option->letter);
      else text_add(text, "      ");
      text_format(text, option->kind == OPTION_SWITCH ? "--[no-]%s" : "--%s", option->name);
      if (option_takes_argument(option)) text_format(text, " %s", option->argument);
      text_pad(text, 30);
      text_add(text, "  ");
      option_help(group, option, text);
      text_char(text, '\n');
    }
  }
}
