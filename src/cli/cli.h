/* The subcommands of rondo(1). Each is one row of the table in main.c: its options, its help with
 * examples, the man page and the completions are made from the rows. */
#ifndef RONDO_CLI_CLI_H
#define RONDO_CLI_CLI_H

#include <stdio.h>

#include "base/option.h"

enum {
  EXIT_HOLDS = 0,
  EXIT_VIOLATED = 1,
  EXIT_UNKNOWN = 2,
  EXIT_HWMCC_VIOLATED = 10,
  EXIT_HWMCC_HOLDS = 20,
  EXIT_USAGE = 64,
  EXIT_BAD_INPUT = 65,
  EXIT_INTERNAL = 70,
  EXIT_CANNOT_CREATE = 73, /* a file that was to be written; as in sysexits.h */
  EXIT_CANNOT_WRITE = 74,
};

typedef struct {
  const char *name, *usage, *summary;
  const char *description; /* a paragraph */
  const char *examples;    /* lines of "command\n      what it does\n" */
  const char *exit_codes;  /* lines of "  0   meaning\n": its own, before those that all have */
  /* What completion offers for the arguments that are no options: words separated by blanks; NULL
   * is files. */
  const char *operands;
  void (*options)(OptionGroupVec *groups); /* appends its groups; NULL: it has no options */
  /* Takes away what is not written as options are, before options are parsed; NULL: nothing is. */
  void (*translate)(ArgumentVec *words);
  int (*run)(ArgumentVec *arguments);
} Command;

extern const Command *const command_table[]; /* ends with NULL */
extern const Command command_check, command_show, command_simulate, command_convert,
    command_certify, command_ltl, command_scc, command_unfold, command_sby, command_completion,
    command_help, command_version;

/* Appends the group of a command's own options. */
void cli_add_options(OptionGroupVec *groups, const Option *table, size_t count, void *values);

/* Like printf, but nothing that a terminal would obey gets through: see base/printable.h. Line ends
 * and tabs do. */
void cli_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cli_print_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints "rondo: message" and returns the exit code given. */
int cli_fail(int exit_code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Like it, for a message the caller owns, which is freed. */
int cli_fail_with(int exit_code, char *message);

/* The same for an error, which is emptied. */
int cli_fail_error(int exit_code, Error *error);

/* For a wrong command line: adds where to find help; EXIT_USAGE. */
int cli_usage(const Command *command, const char *message);

/* Opens a file for writing, "-" or NULL is standard output; NULL with a message if it cannot, and
 * then the exit code is EXIT_CANNOT_CREATE. cli_close returns an exit code, after a message if what
 * was written did not arrive. */
FILE *cli_create(const char *file);
int cli_close(FILE *stream, const char *file);

/* Whether a file can be created, asked before the work is done that is to be kept in it. Nothing is
 * changed: a file that is there stays, one that is not is not there afterwards. If not: false, with
 * a message, and the exit code is EXIT_CANNOT_CREATE. NULL is no file, and no trouble. */
bool cli_can_create(const char *file);

/* The same for a folder, which is made if it is not there: whether files can be created in it. */
bool cli_can_fill(const char *folder);

/* Writes out what waits for standard output; false if that is full or closed. cli_exit_code does so
 * at the end of the program: the code given, or EXIT_CANNOT_WRITE after a message. A pipe that
 * nobody reads any more ends the program without one. */
bool cli_flush(void);
int cli_exit_code(int code);

/* How many cores this process may run on. */
int64_t cli_cores(void);

const Command *cli_find_command(const char *name);       /* NULL if there is none */
void cli_exit_codes(const Command *command, Text *text); /* a table for help */

/* All options of all commands, as Markdown. */
void cli_reference(Text *text);

/* The text of --help, and a man page in roff: of a command, or with NULL of the whole program. */
void cli_help(const Command *command, Text *text);
void cli_man_page(const Command *command, Text *text);

#endif
