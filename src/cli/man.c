/* Man pages in roff, from the tables of commands, options, engines and input formats: rondo(1) for
 * the whole program, rondo-check(1) and so on for its commands. */
#include <ctype.h>
#include <string.h>

#include "cli/cli.h"
#include "engine/engine.h"
#include "front/front.h"
#include "rondo/rondo.h"

/* Text as it is: what roff would read as its own is escaped. */
static void roff(const char *string, Text *text) {
  bool line_start = true;
  for (; *string; string++) {
    if (*string == '\\') text_add(text, "\\e");
    else if (*string == '-') text_add(text, "\\-");
    else if (line_start && (*string == '.' || *string == '\'')) text_format(text, "\\&%c", *string);
    else text_char(text, *string);
    line_start = *string == '\n';
  }
}

static void line(const char *string, Text *text) {
  roff(string, text);
  text_char(text, '\n');
}

static void verbatim(const char *string, Text *text) {
  text_add(text, ".nf\n");
  roff(string, text);
  text_add(text, ".fi\n");
}

/* A row of a list: a word in bold, and what it means. */
static void row(const char *word, const char *meaning, Text *text) {
  text_add(text, ".TP\n\\fB");
  roff(word, text);
  text_add(text, "\\fR\n");
  line(meaning, text);
}

static void head(const char *page, const char *summary, Text *text) {
  text_add(text, ".TH ");
  for (const char *c = page; *c; c++) text_char(text, (char)toupper((unsigned char)*c));
  text_format(text, " 1 \"\" \"rondo %s\" \"User Commands\"\n.SH NAME\n", rondo_version());
  roff(page, text);
  text_add(text, " \\- ");
  line(summary, text);
}

static void exit_status(const Command *command, Text *text) {
  Text codes = {0};
  text_add(text, ".SH EXIT STATUS\n");
  cli_exit_codes(command, &codes);
  verbatim(codes.data, text);
  text_free(&codes);
}

static void see_also(const Command *besides, Text *text) {
  text_add(text, ".SH SEE ALSO\n");
  if (besides) text_add(text, "\\fBrondo\\fR(1)");
  for (size_t i = 0; command_table[i]; i++)
    if (command_table[i] != besides)
      text_format(text, "%s\\fBrondo\\-%s\\fR(1)", i || besides ? ",\n" : "",
                  command_table[i]->name);
  text_char(text, '\n');
}

/* ---- a command ---- */

static void option_row(const OptionGroup *group, const Option *option, Text *text) {
  text_add(text, ".TP\n");
  if (option->letter) text_format(text, "\\fB\\-%c\\fR, ", option->letter);
  text_add(text, option->kind == OPTION_SWITCH ? "\\fB\\-\\-[no\\-]" : "\\fB\\-\\-");
  roff(option->name, text);
  text_add(text, "\\fR");
  if (option->argument) {
    text_add(text, " \\fI");
    roff(option->argument, text);
    text_add(text, "\\fR");
  }
  text_char(text, '\n');
  Text help = {0};
  option_help(group, option, &help);
  line(help.data, text);
  text_free(&help);
}

static void command_page(const Command *command, Text *text) {
  Text page = {0};
  text_format(&page, "rondo-%s", command->name);
  head(page.data, command->summary, text);
  text_free(&page);
  text_add(text, ".SH SYNOPSIS\n.nf\nrondo ");
  line(command->usage, text);
  text_add(text, ".fi\n.SH DESCRIPTION\n");
  line(command->description, text);
  OptionGroupVec groups = {0};
  if (command->options) command->options(&groups);
  for (size_t g = 0; g < groups.size; g++) {
    const OptionGroup *group = groups.data + g;
    if (!group->count) continue;
    if (!g) text_add(text, ".SH OPTIONS\n");
    else text_format(text, ".SS %s\n", group->title);
    for (size_t i = 0; i < group->count; i++) option_row(group, group->options + i, text);
  }
  vec_free(&groups);
  if (command->examples) {
    text_add(text, ".SH EXAMPLES\n");
    verbatim(command->examples, text);
  }
  exit_status(command, text);
  see_also(command, text);
}

/* ---- the program ---- */

static void program_page(Text *text) {
  head("rondo", "a symbolic model checker with evidence", text);
  text_add(text, ".SH SYNOPSIS\n.B rondo\n.I COMMAND\n[OPTIONS] [FILES]\n.SH DESCRIPTION\n");
  line("Rondo reads a finite-state model and what must hold of it, and answers holds or violated, "
       "with evidence that an independent checker accepts.",
       text);
  text_add(text, ".SH COMMANDS\n");
  for (size_t i = 0; command_table[i]; i++)
    row(command_table[i]->name, command_table[i]->summary, text);
  text_add(text, ".SH ENGINES\n");
  for (size_t i = 0; engine_table[i]; i++)
    row(engine_table[i]->name, engine_table[i]->summary, text);
  text_add(text, ".SH INPUT FORMATS\n");
  for (size_t i = 0; i < input_format_count; i++)
    row(input_formats[i].name, input_formats[i].description, text);
  exit_status(&command_check, text);
  see_also(NULL, text);
}

void cli_man_page(const Command *command, Text *text) {
  if (command) command_page(command, text);
  else program_page(text);
}
