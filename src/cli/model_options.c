#include "cli/model_options.h"

#include "cli/cli.h"
#include "cli/models.h"

static const Option table[] = {
    {"invar", 0, OPTION_LIST, offsetof(ModelOptions, added.invariants), "EXPRESSION",
     "this invariant instead of the file's properties; may be repeated", NULL, 0, 0},
    {"ltl", 0, OPTION_LIST, offsetof(ModelOptions, added.ltl), "FORMULA",
     "the same for an LTL formula", NULL, 0, 0},
    {"hoa", 0, OPTION_LIST, offsetof(ModelOptions, added.hoa_files), "FILE",
     "the same for an automaton in HOA format that accepts what must not happen", NULL, 0, 0},
    {"ltl-file", 0, OPTION_LIST, offsetof(ModelOptions, added.ltl_files), "FILE",
     "the same for the formulas in a file", NULL, 0, 0},
    {"ctl", 0, OPTION_LIST, offsetof(ModelOptions, added.ctl), "FORMULA",
     "the same for a CTL formula", NULL, 0, 0},
    {"ctl-file", 0, OPTION_LIST, offsetof(ModelOptions, added.ctl_files), "FILE",
     "the same for the CTL formulas in a file", NULL, 0, 0},
    {"ctl-format", 0, OPTION_CHOICE, offsetof(ModelOptions, added.ctl_form), "FORM",
     "what --ctl-file contains: a formula on each line, or a sequence", "auto|lines|sequence", 0,
     0},
    {"check-deadlock", 0, OPTION_FLAG, offsetof(ModelOptions, added.check_deadlock), NULL,
     "also the property that every reachable state has a successor", NULL, 0, 0},
    {"format", 0, OPTION_TEXT, offsetof(ModelOptions, format), "NAME",
     "format of the model, where the file's name does not tell", NULL, 0, 0},
    {"smv-old", 0, OPTION_FLAG, offsetof(ModelOptions, smv_old), NULL,
     "SMV: read 0 and 1 as FALSE and TRUE", NULL, 0, 0},
};

OptionGroup model_options(ModelOptions *options) {
  return (OptionGroup){"The model and its properties, as for 'rondo check'", table,
                       sizeof table / sizeof *table, options, NULL};
}

Model *model_options_load(ModelOptions *options, const char *file) {
  Model *model = cli_load(file, options->smv_old ? "smv-old" : options->format);
  Error error = {0};
  if (model && !add_properties(model, &options->added, &error)) {
    cli_fail_error(EXIT_BAD_INPUT, &error);
    model_free(model);
    model = NULL;
  }
  added_properties_free(&options->added);
  return model;
}
