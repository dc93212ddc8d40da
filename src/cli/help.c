/* `rondo help` and `rondo version`, made from the tables of commands, options, engines and input
 * formats. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "check/conversions.h"
#include "cli/cli.h"
#include "engine/engine.h"
#include "front/front.h"
#include "rondo/rondo.h"

void cli_exit_codes(const Command *command, Text *text) {
  text_add(text, command->exit_codes ? command->exit_codes : "  0   it was done\n");
  text_add(text, "  64  wrong usage\n"
                 "  65  bad input\n"
                 "  70  internal error: an answer whose evidence did not check\n"
                 "  71  out of memory\n"
                 "  73  a file cannot be created\n"
                 "  74  what is written does not arrive: a full disk, a closed pipe\n");
}

void cli_help(const Command *command, Text *text) {
  OptionGroupVec groups = {0};
  if (command->options) command->options(&groups);
  text_format(text, "Usage: rondo %s\n\n%s\n", command->usage, command->description);
  if (groups.size) text_char(text, '\n');
  options_help(&groups, text);
  vec_free(&groups);
  if (command->examples) text_format(text, "\nExamples:\n%s", command->examples);
  text_add(text, "\nExit codes:\n");
  cli_exit_codes(command, text);
}

static void overview(Text *text) {
  text_add(text, "Rondo checks invariants, progress, LTL and CTL properties of hardware designs "
                 "and protocols,\nand gives evidence for every answer.\n\n"
                 "Usage: rondo COMMAND [OPTIONS] [FILES]\n\nCommands:\n");
  for (size_t i = 0; command_table[i]; i++) {
    text_format(text, "  %s", command_table[i]->name);
    text_pad(text, 14);
    text_format(text, "%s\n", command_table[i]->summary);
  }
  text_add(text, "\nInput formats (also compressed with gzip or xz):\n");
  for (size_t i = 0; i < input_format_count; i++) {
    text_format(text, "  %s", input_formats[i].name);
    text_pad(text, 14);
    text_format(text, "%s\n", input_formats[i].description);
  }
  text_add(text, "\nExit codes of 'rondo check':\n");
  cli_exit_codes(&command_check, text);
  text_add(text, "\nSee 'rondo COMMAND --help' for a command, 'rondo help engines' for the "
                 "engines.\n");
}

static void tasks_taken(const Engine *engine, Text *text) {
  static const char *const words[] = {
      [TASK_BAD] = "invariants", [TASK_FAIR] = "progress", [TASK_CTL] = "CTL"};
  const char *before = " ";
  for (size_t c = 0; c < conversion_count; c++) {
    if (engine->view == VIEW_SYSTEM || engine->view != conversions[c].to) continue;
    text_format(text, "%s%s", before, conversions[c].models);
    before = ", ";
  }
  for (size_t kind = 0; kind < sizeof words / sizeof *words; kind++) {
    if (!engine_takes(engine, (TaskKind)kind)) continue;
    text_format(text, "%s%s", before, words[kind]);
    before = ", ";
  }
}

static void engines(Text *text) {
  text_add(text, "Engines, for --engine NAME or --engine NAME,NAME,... (side by side):\n\n");
  for (size_t i = 0; engine_table[i]; i++) {
    const Engine *engine = engine_table[i];
    text_format(text, "  %s", engine->name);
    text_pad(text, 14);
    text_format(text, "%s\n", engine->summary);
    text_pad(text, 14);
    text_add(text, "takes");
    tasks_taken(engine, text);
    text_format(text, "; finds%s%s%s\n", engine->refutes ? " violations" : "",
                engine->refutes && engine->proves ? " and" : "", engine->proves ? " proofs" : "");
  }
}

/* ---- the commands ---- */

/* For scripts: one name on a line. */
static void commands(Text *text) {
  for (size_t i = 0; command_table[i]; i++) text_format(text, "%s\n", command_table[i]->name);
}

static void man_page(const char *name, Text *text) {
  const Command *command = name ? cli_find_command(name) : NULL;
  if (!name || command) cli_man_page(command, text);
}

static int print(Text *text) {
  fputs(text->data, stdout);
  text_free(text);
  return EXIT_HOLDS;
}

static int run_help(ArgumentVec *arguments) {
  Text text = {0};
  const char *topic = arguments->size ? arguments->data[0] : NULL;
  if (!topic) overview(&text);
  else if (!strcmp(topic, "engines")) engines(&text);
  else if (!strcmp(topic, "commands")) commands(&text);
  else if (!strcmp(topic, "options")) cli_reference(&text);
  else if (!strcmp(topic, "man")) man_page(arguments->size > 1 ? arguments->data[1] : NULL, &text);
  else if (cli_find_command(topic)) cli_help(cli_find_command(topic), &text);
  if (!text.size) return cli_fail(EXIT_USAGE, "there is no help on '%s'; see 'rondo help'", topic);
  return print(&text);
}

const Command command_help = {
    .name = "help",
    .usage = "help [COMMAND | engines | commands | options | man [COMMAND]]",
    .summary = "explain a command, the engines, all options, or print a man page",
    .description = "Without an argument, lists the commands.",
    .examples = "  rondo help check\n      the options of 'rondo check'\n"
                "  rondo help engines\n      what each engine does\n"
                "  rondo help options\n      all options of all commands, as a page of Markdown\n"
                "  rondo help man check | man -l -\n"
                "      the page rondo-check(1), without an installation\n",
    .operands = "engines commands options man",
    .run = run_help,
};

static int run_version(ArgumentVec *arguments) {
  (void)arguments;
  printf("rondo %s\n", rondo_version());
  return EXIT_HOLDS;
}

const Command command_version = {
    .name = "version",
    .usage = "version",
    .summary = "print the version",
    .description = "Prints the version of Rondo.",
    .examples = "  rondo version\n",
    .operands = "",
    .run = run_version,
};
