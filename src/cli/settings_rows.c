#include "cli/settings_rows.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static RondoSettings *settings;
static VEC(Option) rows;

/* Where the program has another default than the library: in words, for help that is the same on
 * every machine, and as a value. */
static struct {
  const char *name, *words;
  int64_t (*value)(void);
  bool given;
} own[] = {{"jobs", "one per core", cli_cores, false}};

enum { OWN = sizeof own / sizeof *own };

/* ---- the store behind the rows ---- */

static bool set(void *values, const char *name, const char *argument, Error *error) {
  char *message = NULL;
  if (!rondo_settings_set(values, name, argument, &message)) {
    const char *colon = strstr(message, ": "); /* "error: sentence" */
    error_set(error, "%s", colon ? colon + 2 : message);
    free(message);
    return false;
  }
  for (size_t i = 0; i < OWN; i++)
    if (!strcmp(own[i].name, name)) own[i].given = true;
  return true;
}

static void get(const void *values, const char *name, Text *text) {
  for (size_t i = 0; i < OWN; i++)
    if (!strcmp(own[i].name, name) && !own[i].given) {
      text_add(text, own[i].words);
      return;
    }
  char *value = rondo_settings_get(values, name);
  text_add(text, value ? value : "");
  free(value);
}

static const OptionStore store = {set, get};

/* ---- the rows ---- */

static Option row_of(const RondoOption *option) {
  static const OptionKind kinds[] = {
      [RONDO_OPTION_FLAG] = OPTION_FLAG,     [RONDO_OPTION_SWITCH] = OPTION_SWITCH,
      [RONDO_OPTION_NUMBER] = OPTION_NUMBER, [RONDO_OPTION_REAL] = OPTION_REAL,
      [RONDO_OPTION_BYTES] = OPTION_BYTES,   [RONDO_OPTION_TEXT] = OPTION_TEXT,
      [RONDO_OPTION_CHOICE] = OPTION_CHOICE, [RONDO_OPTION_LIST] = OPTION_LIST,
  };
  return (Option){.name = option->name,
                  .letter = option->letter,
                  .kind = kinds[option->kind],
                  .argument = option->argument,
                  .help = option->help,
                  .choices = option->choices};
}

void settings_rows_add(OptionGroupVec *groups) {
  RondoOption option;
  if (!settings) settings = rondo_settings_new();
  vec_clear(&rows);
  for (size_t i = 0; rondo_option(i, &option); i++) {
    Option row = row_of(&option);
    vec_push(&rows, row);
  }
  const char *title = NULL;
  for (size_t i = 0; rondo_option(i, &option); i++) {
    if (!title || strcmp(title, option.group)) {
      title = option.group;
      OptionGroup group = {title, rows.data + i, 0, settings, &store};
      vec_push(groups, group);
    }
    vec_last(groups).count++;
  }
}

RondoSettings *settings_rows_chosen(void) {
  for (size_t i = 0; i < OWN; i++) {
    if (own[i].given) continue;
    Text value = {0};
    text_format(&value, "%lld", (long long)own[i].value());
    rondo_settings_set(settings, own[i].name, value.data, NULL);
    text_free(&value);
  }
  return settings;
}

void settings_rows_free(void) {
  rondo_settings_free(settings);
  settings = NULL;
  vec_free(&rows);
}
