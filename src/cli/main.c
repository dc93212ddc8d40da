/* rondo(1): finds the subcommand, parses its options, runs it. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "cli/cli.h"

const Command *const command_table[] = {
    &command_check, &command_show,       &command_simulate, &command_convert, &command_certify,
    &command_ltl,   &command_completion, &command_help,     &command_version, NULL,
};

int cli_fail_with(int exit_code, char *message) {
  log_status_clear();
  fprintf(stderr, "rondo: %s\n", message);
  mem_free(message);
  return exit_code;
}

int cli_fail(int exit_code, const char *format, ...) {
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  return cli_fail_with(exit_code, text_take(&text));
}

int cli_fail_error(int exit_code, Error *error) {
  char *text = error_text(error);
  error_free(error);
  return cli_fail_with(exit_code, text);
}

int cli_usage(const Command *command, const char *message) {
  fprintf(stderr, "rondo %s: %s\nUsage: rondo %s\nSee 'rondo %s --help'.\n", command->name, message,
          command->usage, command->name);
  return EXIT_USAGE;
}

const Command *cli_find_command(const char *name) {
  for (size_t i = 0; command_table[i]; i++)
    if (!strcmp(command_table[i]->name, name)) return command_table[i];
  return NULL;
}

static int no_command(const char *name) {
  Nearest nearest = {.wanted = name};
  for (size_t i = 0; command_table[i]; i++) nearest_offer(&nearest, command_table[i]->name);
  if (nearest.name)
    return cli_fail(EXIT_USAGE, "there is no command '%s'; did you mean '%s'?", name, nearest.name);
  return cli_fail(EXIT_USAGE, "there is no command '%s'; see 'rondo help'", name);
}

static bool asks_for_help(int argc, char **argv) {
  for (int i = 0; i < argc && strcmp(argv[i], "--"); i++)
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return true;
  return false;
}

static int run_command(const Command *command, int argc, char **argv) {
  if (asks_for_help(argc, argv)) {
    Text text = {0};
    cli_help(command, &text);
    fputs(text.data, stdout);
    text_free(&text);
    return EXIT_HOLDS;
  }
  OptionGroup groups[MOST_GROUPS];
  size_t count = command->options(groups);
  ArgumentVec arguments = {0};
  Error error = {0};
  int result;
  if (options_parse(groups, count, argc, argv, &arguments, &error))
    result = command->run(&arguments);
  else result = cli_usage(command, error.message);
  error_free(&error);
  vec_free(&arguments);
  return result;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    run_command(&command_help, 0, NULL);
    return EXIT_USAGE;
  }
  const char *name = argv[1];
  if (!strcmp(name, "--hwmcc")) return run_command(&command_check, argc - 1, argv + 1);
  if (!strcmp(name, "--help") || !strcmp(name, "-h")) name = "help";
  if (!strcmp(name, "--version") || !strcmp(name, "-V")) name = "version";
  const Command *command = cli_find_command(name);
  if (!command) return no_command(argv[1]);
  return run_command(command, argc - 2, argv + 2);
}
