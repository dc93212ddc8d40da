/* The option table. An option is one row: name, kind, help, and where its value goes. Parsing,
 * --help, the man page and shell completion are all made from the rows. Rows come in groups (one
 * for a subcommand, one for each engine), each writing into a struct of its own. */
#ifndef RONDO_BASE_OPTION_H
#define RONDO_BASE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "base/vec.h"

typedef enum {
  OPTION_FLAG,   /* bool; --name */
  OPTION_SWITCH, /* bool; --name or --no-name */
  OPTION_NUMBER, /* int64_t; --name N */
  OPTION_REAL,   /* double; --name X */
  OPTION_BYTES,  /* uint64_t; --name 500M, with K, M, G */
  OPTION_TEXT,   /* const char *, pointing into argv */
  OPTION_CHOICE, /* int, the index in `choices` */
  OPTION_LIST,   /* StringVec, repeatable; owns copies of the strings */
  OPTION_GIVEN,  /* GivenVec, repeatable; rows that share one keep their common order */
} OptionKind;

/* One use of an option. */
typedef struct {
  const char *name; /* of the option */
  char *argument;
} Given;
typedef VEC(Given) GivenVec;

void given_free(GivenVec *given);

typedef struct {
  const char *name; /* without the dashes */
  char letter;      /* the short form, or 0 */
  OptionKind kind;
  size_t offset;        /* of the value in the group's struct */
  const char *argument; /* what help calls the argument: "FILE" */
  const char *help;
  const char *choices; /* of OPTION_CHOICE: "one-hot|binary"; of lists for help alone */
  int64_t least, most; /* for OPTION_NUMBER, where most > least */
} Option;

typedef VEC(const char *) ArgumentVec;

/* Values that are kept elsewhere, behind a door of their own: `set` takes the name as it was given
 * (with "no-" before a switch that is turned off) and the argument or NULL; `get` appends the value
 * as `set` would take it, nothing if there is none. */
typedef struct {
  bool (*set)(void *values, const char *name, const char *argument, Error *error);
  void (*get)(const void *values, const char *name, Text *text);
} OptionStore;

typedef struct {
  const char *title; /* heading in --help */
  const Option *options;
  size_t count;
  void *values;
  const OptionStore *store; /* NULL: the values are a struct, and rows say where in it */
} OptionGroup;
typedef VEC(OptionGroup) OptionGroupVec;

/* Parses the arguments; what is not an option is appended to `positional` (pointers into argv).
 * `--` ends the options. On an unknown option the error suggests the nearest one. */
bool options_parse(const OptionGroupVec *groups, int argc, const char *const *argv,
                   ArgumentVec *positional, Error *error);

/* Sets one option by its name, in every group that has it; the argument is NULL for a flag or
 * switch.
 */
bool options_set(const OptionGroupVec *groups, const char *name, const char *argument,
                 Error *error);

/* Appends the value of an option as text: "10", "on", "one-hot"; nothing where it has none. False
 * if there is no such option. */
bool options_get(const OptionGroupVec *groups, const char *name, Text *text);

/* Reads a size such as 500M; false if it is none. */
bool option_read_bytes(const char *text, uint64_t *bytes);

/* Whether it may be given more than once. */
bool option_is_repeatable(const Option *option);

/* Whether options of this kind take an argument. */
bool option_takes_argument(const Option *option);

/* The help of an option with its choices and its value, which is the default before parsing. */
void option_help(const OptionGroup *group, const Option *option, Text *text);
void options_help(const OptionGroupVec *groups, Text *text);

#endif
