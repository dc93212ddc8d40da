/* The subcommands of rondo(1). Each is one row of the table in main.c: its options, its help with
 * examples, the man page and the completions are made from the rows. */
#ifndef RONDO_CLI_CLI_H
#define RONDO_CLI_CLI_H

#include <stdio.h>

#include "base/option.h"
#include "front/model.h"

enum {
  EXIT_HOLDS = 0,
  EXIT_VIOLATED = 1,
  EXIT_UNKNOWN = 2,
  EXIT_HWMCC_VIOLATED = 10,
  EXIT_HWMCC_HOLDS = 20,
  EXIT_USAGE = 64,
  EXIT_BAD_INPUT = 65,
  EXIT_INTERNAL = 70,
};

enum { MOST_GROUPS = 24 };

typedef struct {
  const char *name, *usage, *summary;
  const char *description; /* a paragraph */
  const char *examples;    /* lines of "command\n      what it does\n" */
  /* What completion offers for the arguments that are no options: words separated by blanks; NULL
   * is files. */
  const char *operands;
  /* Fills in the groups of options, with fresh values behind them; returns how many. Called once,
   * before run. */
  size_t (*options)(OptionGroup *groups);
  int (*run)(ArgumentVec *arguments);
} Command;

extern const Command *const command_table[]; /* ends with NULL */
extern const Command command_check, command_show, command_simulate, command_convert,
    command_certify, command_ltl, command_completion, command_help, command_version;

size_t cli_no_options(OptionGroup *groups); /* for a command without any */

/* Prints "rondo: message" and returns the exit code given. */
int cli_fail(int exit_code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Like it, for a message the caller owns, which is freed. */
int cli_fail_with(int exit_code, char *message);

/* The same for an error, which is emptied. */
int cli_fail_error(int exit_code, Error *error);

/* For a wrong command line: adds where to find help; EXIT_USAGE. */
int cli_usage(const Command *command, const char *message);

/* Reads a model; if it cannot, prints why and returns NULL (the exit code is EXIT_BAD_INPUT). */
Model *cli_load(const char *file, const char *format);

/* The number of a property by name or number; -1, with a message, if there is none. */
int64_t cli_property(const Model *model, const char *name);

/* Opens a file for writing, "-" or NULL is standard output; NULL with a message if it cannot.
 * cli_close reports an error of writing. */
FILE *cli_create(const char *file);
int cli_close(FILE *stream, const char *file);

/* How many cores this process may run on. */
int64_t cli_cores(void);

const Command *cli_find_command(const char *name); /* NULL if there is none */
extern const char cli_exit_codes[];                /* a table for help */

/* The text of --help, and a man page in roff: of a command, or with NULL of the whole program. */
void cli_help(const Command *command, Text *text);
void cli_man_page(const Command *command, Text *text);

#endif
