/* `rondo completion`: what a shell needs to complete command lines, made from the same tables as
 * the parser and the help: commands, options, engines, input formats. The build writes one file for
 * each shell, and they are installed where the shells look.
 *
 * What may follow an option is read off its row: its choices; a file, where help calls the argument
 * FILE; the engines or formats, by the option's name; else something that cannot be guessed. */
#include <string.h>

#include "cli/cli.h"
#include "engine/engine.h"
#include "front/front.h"

typedef enum {
  TAKES_NOTHING,
  TAKES_WORDS, /* one of some words */
  TAKES_LIST,  /* several of them, with commas between */
  TAKES_FILE,
  TAKES_OTHER, /* a number, a formula */
} Takes;

/* What follows an option; the words, separated by blanks, are appended to `words`. */
static Takes argument_of(const Option *option, Text *words) {
  if (!option_takes_argument(option)) return TAKES_NOTHING;
  if (option->choices) {
    for (const char *c = option->choices; *c; c++) text_char(words, *c == '|' ? ' ' : *c);
    return option->kind == OPTION_LIST ? TAKES_LIST : TAKES_WORDS;
  }
  if (!strcmp(option->name, "engine")) {
    for (size_t i = 0; engine_table[i]; i++)
      text_format(words, "%s%s", i ? " " : "", engine_table[i]->name);
    return TAKES_LIST;
  }
  if (!strcmp(option->name, "format")) {
    for (size_t i = 0; i < input_format_count; i++)
      text_format(words, "%s%s", i ? " " : "", input_formats[i].name);
    return TAKES_WORDS;
  }
  if (!strcmp(option->name, "to")) {
    front_endings(" ", words);
    return TAKES_WORDS;
  }
  return strstr(option->argument, "FILE") ? TAKES_FILE : TAKES_OTHER;
}

/* What a command takes besides options: words, or files where `words` stays empty. */
static Takes operands_of(const Command *command, Text *words) {
  text_add(words, command->operands ? command->operands : "");
  if (command != &command_help) return command->operands ? TAKES_WORDS : TAKES_FILE;
  for (size_t i = 0; command_table[i]; i++) text_format(words, " %s", command_table[i]->name);
  return TAKES_WORDS;
}

typedef void (*OptionWriter)(const Command *command, const Option *option, Text *text);

static void for_each_option(const Command *command, OptionWriter writer, Text *text) {
  OptionGroupVec groups = {0};
  if (command->options) command->options(&groups);
  for (size_t g = 0; g < groups.size; g++)
    for (size_t i = 0; i < groups.data[g].count; i++)
      writer(command, groups.data[g].options + i, text);
  vec_free(&groups);
}

/* ---- bash ---- */

static void bash_name(const Command *command, const Option *option, Text *text) {
  (void)command;
  text_format(text, " --%s", option->name);
  if (option->kind == OPTION_SWITCH) text_format(text, " --no-%s", option->name);
}

/* One case of "what follows this option". */
static void bash_argument(const Command *command, const Option *option, Text *text) {
  static const char *const ways[] = {NULL, "_rondo_words", "_rondo_list", "_rondo_files", ":"};
  Text words = {0};
  Takes takes = argument_of(option, &words);
  if (takes != TAKES_NOTHING) {
    text_format(text, "    %s:--%s", command->name, option->name);
    if (option->letter) text_format(text, " | %s:-%c", command->name, option->letter);
    text_format(text, ") %s", ways[takes]);
    if (words.size) text_format(text, " '%s'", words.data);
    text_add(text, "; return ;;\n");
  }
  text_free(&words);
}

static void bash_command(const Command *command, Text *text) {
  Text words = {0};
  Takes takes = operands_of(command, &words);
  text_format(text, "    %s:-*) _rondo_words '--help", command->name);
  for_each_option(command, bash_name, text);
  text_format(text, "' ;;\n    %s:*) ", command->name);
  if (takes == TAKES_FILE) text_add(text, "_rondo_files ;;\n");
  else text_format(text, "_rondo_words '%s' ;;\n", words.data);
  text_free(&words);
}

static void write_bash(Text *text) {
  text_add(text,
           "# Completion of rondo(1) for bash; made by 'rondo completion bash'.\n\n"
           "_rondo_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\"); }\n\n"
           "_rondo_files() {\n"
           "  compopt -o filenames 2>/dev/null\n"
           "  mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
           "}\n\n"
           "_rondo_list() { # words with commas between: those that are not there yet\n"
           "  local before= word rest=\n"
           "  [[ $cur == *,* ]] && before=${cur%,*},\n"
           "  for word in $1; do [[ ,$before == *,\"$word\",* ]] || rest+=\" $word\"; done\n"
           "  mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$rest\" -- \"${cur##*,}\")\n"
           "}\n\n"
           "_rondo() {\n"
           "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=\n"
           "  COMPREPLY=()\n"
           "  # --name=value comes as three words\n"
           "  if [[ $cur == = ]]; then cur=\n"
           "  elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
           "  if ((COMP_CWORD == 1)); then\n    _rondo_words '");
  for (size_t i = 0; command_table[i]; i++) text_format(text, "%s ", command_table[i]->name);
  text_add(text, "--help --version --hwmcc'\n    return\n  fi\n"
                 "  command=${COMP_WORDS[1]}\n"
                 "  [[ $command == --hwmcc ]] && command=check\n"
                 "  case $command:$prev in\n");
  for (size_t i = 0; command_table[i]; i++) for_each_option(command_table[i], bash_argument, text);
  text_add(text, "  esac\n  case $command:$cur in\n");
  for (size_t i = 0; command_table[i]; i++) bash_command(command_table[i], text);
  text_add(text, "  esac\n}\n\ncomplete -F _rondo rondo\n");
}

/* ---- zsh ---- */

/* A string inside single quotes; the signs in `escaped` get a backslash before them. */
static void quoted(const char *string, const char *escaped, Text *text) {
  for (; *string; string++) {
    if (*string == '\'') text_add(text, "'\\''");
    else text_format(text, strchr(escaped, *string) ? "\\%c" : "%c", *string);
  }
}

static void zsh_form(const Option *option, const char *form, Text *text) {
  Text words = {0};
  Takes takes = argument_of(option, &words);
  text_format(text, " \\\n        '%s%s[", option_is_repeatable(option) ? "*" : "", form);
  quoted(option->help, "[]:\\", text);
  text_char(text, ']');
  if (takes != TAKES_NOTHING) {
    text_char(text, ':');
    quoted(option->argument, ":\\", text);
    text_char(text, ':');
    if (takes == TAKES_WORDS) text_format(text, "(%s)", words.data);
    if (takes == TAKES_LIST) text_format(text, "_values -s , %s %s", option->name, words.data);
    if (takes == TAKES_FILE) text_add(text, "_files");
    if (takes == TAKES_OTHER) text_char(text, ' ');
  }
  text_char(text, '\'');
  text_free(&words);
}

static void zsh_option(const Command *command, const Option *option, Text *text) {
  (void)command;
  Text form = {0}, none = {0};
  bool argument = argument_of(option, &none) != TAKES_NOTHING;
  text_format(&form, "--%s%s", option->name, argument ? "=" : "");
  zsh_form(option, form.data, text);
  text_clear(&form);
  if (option->kind == OPTION_SWITCH) text_format(&form, "--no-%s", option->name);
  if (option->letter) text_format(&form, "-%c%s", option->letter, argument ? "+" : "");
  if (form.size) zsh_form(option, form.data, text);
  text_free(&none);
  text_free(&form);
}

static void zsh_command(const Command *command, Text *text) {
  Text words = {0};
  Takes takes = operands_of(command, &words);
  text_format(text, "    %s)\n      _arguments -s -S '--help[show help]'",
              command == &command_check ? "check|--hwmcc" : command->name);
  for_each_option(command, zsh_option, text);
  if (takes == TAKES_FILE) text_add(text, " \\\n        '*:file:_files'");
  else if (words.size) text_format(text, " \\\n        '*:topic:(%s)'", words.data);
  text_add(text, "\n      ;;\n");
  text_free(&words);
}

static void write_zsh(Text *text) {
  text_add(text, "#compdef rondo\n"
                 "# Completion of rondo(1) for zsh; made by 'rondo completion zsh'.\n\n"
                 "_rondo() {\n  local -a commands\n  commands=(\n");
  for (size_t i = 0; command_table[i]; i++) {
    text_format(text, "    '%s:", command_table[i]->name);
    quoted(command_table[i]->summary, "\\", text);
    text_add(text, "'\n");
  }
  text_add(text, "  )\n"
                 "  if ((CURRENT == 2)); then\n"
                 "    _describe -t commands 'rondo command' commands\n"
                 "    return\n"
                 "  fi\n"
                 "  shift words\n"
                 "  ((CURRENT--))\n"
                 "  case $words[1] in\n");
  for (size_t i = 0; command_table[i]; i++) zsh_command(command_table[i], text);
  text_add(text, "  esac\n}\n\n_rondo \"$@\"\n");
}

/* ---- fish ---- */

static void fish_line(const Command *command, Text *text) {
  text_format(text, "complete -c rondo -n '__fish_seen_subcommand_from %s'", command->name);
}

static void fish_option(const Command *command, const Option *option, Text *text) {
  Text words = {0};
  Takes takes = argument_of(option, &words);
  size_t forms = option->kind == OPTION_SWITCH ? 2 : 1; /* the second is --no-name */
  for (size_t i = 0; i < forms; i++) {
    fish_line(command, text);
    text_format(text, " -l %s%s", i ? "no-" : "", option->name);
    if (option->letter) text_format(text, " -s %c", option->letter);
    if (takes == TAKES_WORDS) text_format(text, " -x -a '%s'", words.data);
    if (takes == TAKES_LIST) text_format(text, " -x -a '(__fish_append , %s)'", words.data);
    if (takes == TAKES_FILE) text_add(text, " -r -F");
    if (takes == TAKES_OTHER) text_add(text, " -x");
    text_add(text, " -d '");
    for (const char *c = option->help; *c; c++)
      text_format(text, *c == '\'' || *c == '\\' ? "\\%c" : "%c", *c);
    text_add(text, "'\n");
  }
  text_free(&words);
}

static void write_fish(Text *text) {
  text_add(text, "# Completion of rondo(1) for fish; made by 'rondo completion fish'.\n"
                 "complete -c rondo -f\n");
  for (size_t i = 0; command_table[i]; i++) {
    const Command *command = command_table[i];
    Text words = {0};
    text_format(text, "complete -c rondo -n __fish_use_subcommand -a %s -d '%s'\n", command->name,
                command->summary);
    for_each_option(command, fish_option, text);
    Takes takes = operands_of(command, &words);
    if (takes == TAKES_FILE || words.size) {
      fish_line(command, text);
      if (takes == TAKES_FILE) text_add(text, " -F\n");
      else text_format(text, " -a '%s'\n", words.data);
    }
    text_free(&words);
  }
}

/* ---- the command ---- */

static const struct {
  const char *name;
  void (*write)(Text *text);
} shells[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};

static int completion_run(ArgumentVec *arguments) {
  if (arguments->size != 1) return cli_usage(&command_completion, "for which shell?");
  for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
    if (strcmp(shells[i].name, arguments->data[0])) continue;
    Text text = {0};
    shells[i].write(&text);
    fputs(text.data, stdout);
    text_free(&text);
    return EXIT_HOLDS;
  }
  return cli_usage(&command_completion, "the shells are bash, zsh and fish");
}

const Command command_completion = {
    .name = "completion",
    .usage = "completion bash|zsh|fish",
    .summary = "print the completions for a shell",
    .description = "Prints a script that completes commands, options, engines and files of rondo\n"
                   "in a shell. An installation has them in place already.",
    .examples = "  source <(rondo completion bash)\n      complete in this shell from now on\n"
                "  rondo completion zsh > ~/.zfunc/_rondo\n"
                "      keep it, where fpath has ~/.zfunc\n"
                "  rondo completion fish > ~/.config/fish/completions/rondo.fish\n"
                "      keep it for fish\n",
    .operands = "bash zsh fish",
    .run = completion_run,
};
