/* rondo(1): finds the subcommand, parses its options, runs it. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "base/printable.h"
#include "cli/cli.h"
#include "cli/sby.h"
#include "rondo/rondo.h"

const Command *const command_table[] = {
    &command_check,
    &command_show,
    &command_simulate,
    &command_convert,
    &command_certify,
    &command_ltl,
    &command_scc,
    &command_unfold,
    &command_sby,
    &command_completion,
    &command_help,
    &command_version,
    NULL,
};

/* ---- what people read ---- */

static void print_to(FILE *stream, const char *format, va_list arguments) {
  Text raw = {0}, shown = {0};
  text_format_list(&raw, format, arguments);
  printable_lines(&shown, raw.data);
  fputs(shown.data, stream);
  text_free(&raw);
  text_free(&shown);
}

void cli_print(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print_to(stdout, format, arguments);
  va_end(arguments);
}

void cli_print_error(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  log_status_clear();
  print_to(stderr, format, arguments);
  va_end(arguments);
}

int cli_fail_with(int exit_code, char *message) {
  cli_print_error("rondo: %s\n", message);
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
  cli_print_error("rondo %s: %s\nUsage: rondo %s\nSee 'rondo %s --help'.\n", command->name, message,
                  command->usage, command->name);
  return EXIT_USAGE;
}

/* ---- commands ---- */

void cli_add_options(OptionGroupVec *groups, const Option *table, size_t count, void *values) {
  OptionGroup group = {"Options", table, count, values, NULL};
  vec_push(groups, group);
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

/* The option --format of any command takes the name of a format. */
static bool format_is_known(const OptionGroupVec *groups, Error *error) {
  Text given = {0};
  bool known = !options_get(groups, "format", &given) || !given.size;
  Nearest nearest = {.wanted = given.data};
  for (size_t i = 0; !known && rondo_format_name(i); i++) {
    known = !strcmp(rondo_format_name(i), given.data);
    if (!known) nearest_offer(&nearest, rondo_format_name(i));
  }
  if (!known && nearest.name)
    error_set(error, "there is no format '%s'; did you mean '%s'?", given.data, nearest.name);
  else if (!known) error_set(error, "there is no format '%s'; see 'rondo help'", given.data);
  text_free(&given);
  return known;
}

static int run_command(const Command *command, int argc, char **argv) {
  if (asks_for_help(argc, argv)) {
    Text text = {0};
    cli_help(command, &text);
    fputs(text.data, stdout);
    text_free(&text);
    return EXIT_HOLDS;
  }
  OptionGroupVec groups = {0};
  ArgumentVec words = {0}, arguments = {0};
  Error error = {0};
  int result;
  for (int i = 0; i < argc; i++) vec_push(&words, argv[i]);
  if (command->translate) command->translate(&words);
  if (command->options) command->options(&groups);
  if (options_parse(&groups, (int)words.size, words.data, &arguments, &error) &&
      format_is_known(&groups, &error))
    result = command->run(&arguments);
  else result = cli_usage(command, error.message);
  error_free(&error);
  vec_free(&words);
  vec_free(&arguments);
  vec_free(&groups);
  return result;
}

/* A descriptor that is closed would be given to the next file that is opened, and what is printed
 * would go there. One that cannot be used takes its place, so that it is noticed. */
static void keep_standard_files(void) {
  static const int unusable[] = {O_WRONLY, O_RDONLY, O_RDONLY}; /* input, output, errors */
  for (int file = 0; file < 3; file++)
    if (fcntl(file, F_GETFD) < 0 && open("/dev/null", unusable[file]) != file) _exit(EXIT_INTERNAL);
}

static int run_program(int argc, char **argv) {
  if (argc < 2) {
    run_command(&command_help, 0, NULL);
    return EXIT_USAGE;
  }
  const char *name = argv[1];
  if (!strcmp(name, "--hwmcc")) return run_command(&command_check, argc - 1, argv + 1);
  if (!strcmp(name, "--help") || !strcmp(name, "-h")) name = "help";
  if (!strcmp(name, "--version") || !strcmp(name, "-V")) name = "version";
  if (sby_speaks(name)) return run_command(&command_sby, argc - 1, argv + 1);
  const Command *command = cli_find_command(name);
  if (!command) return no_command(argv[1]);
  return run_command(command, argc - 2, argv + 2);
}

/* The message is written with write(2), since stdio may itself need memory. */
static bool tell_out_of_memory(void *context, size_t bytes) {
  static const char message[] =
      "rondo: out of memory (a larger --memory or a smaller model helps)\n";
  ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
  (void)written;
  (void)context;
  (void)bytes;
  return false;
}

int main(int argc, char **argv) {
  keep_standard_files();
  log_set_sink(log_to_stderr, NULL);
  mem_set_hook(tell_out_of_memory, NULL);
  return cli_exit_code(run_program(argc, argv));
}
