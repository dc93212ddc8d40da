/* The reference of all options as a page of Markdown, from the tables: docs/options.md is what this
 * prints, and a test says so. */
#include <ctype.h>

#include "cli/cli.h"

/* In a cell of a table. */
static void cell(const char *string, Text *text) {
  for (; *string; string++) {
    if (*string == '|') text_char(text, '\\');
    if (*string == '<') text_add(text, "&lt;");
    else text_char(text, *string);
  }
}

static void option_row(const OptionGroup *group, const Option *option, Text *text) {
  Text help = {0};
  text_add(text, "| ");
  if (option->letter) text_format(text, "`-%c`, ", option->letter);
  text_format(text, "`--%s%s", option->kind == OPTION_SWITCH ? "[no-]" : "", option->name);
  if (option->argument) text_char(text, ' ');
  if (option->argument) cell(option->argument, text);
  text_add(text, "` | ");
  option_help(group, option, &help);
  cell(help.data, text);
  text_add(text, " |\n");
  text_free(&help);
}

static void command_section(const Command *command, Text *text) {
  OptionGroupVec groups = {0};
  if (command->options) command->options(&groups);
  text_format(text, "\n## `rondo %s`\n\n%c%s.\n", command->usage,
              toupper((unsigned char)command->summary[0]), command->summary + 1);
  for (size_t g = 0; g < groups.size; g++) {
    const OptionGroup *group = groups.data + g;
    if (!group->count) continue;
    if (group->title && g) text_format(text, "\n### %s: %s\n", command->name, group->title);
    text_add(text, "\n| option | meaning |\n| --- | --- |\n");
    for (size_t i = 0; i < group->count; i++) option_row(group, group->options + i, text);
  }
  vec_free(&groups);
  text_add(text, "\nExit codes:\n\n```text\n");
  cli_exit_codes(command, text);
  text_add(text, "```\n");
}

void cli_reference(Text *text) {
  text_add(text, "# All options\n\n"
                 "Made by `rondo help options` from the tables of the program; the same is in the "
                 "man pages and in\n`rondo COMMAND --help`, with examples.\n");
  for (size_t i = 0; command_table[i]; i++) command_section(command_table[i], text);
}
