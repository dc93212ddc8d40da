#include "cli/model_options.h"

#include "cli/cli.h"
#include "cli/models.h"

static const Option table[] = {
    {"invar", 0, OPTION_GIVEN, offsetof(ModelOptions, added.properties), "EXPRESSION",
     "this invariant instead of the file's properties; may be repeated", NULL, 0, 0},
    {"inv-file", 0, OPTION_GIVEN, offsetof(ModelOptions, added.properties), "FILE",
     "the same for the invariants in a file", NULL, 0, 0},
    {"ltl", 0, OPTION_GIVEN, offsetof(ModelOptions, added.properties), "FORMULA",
     "the same for an LTL formula", NULL, 0, 0},
    {"hoa", 0, OPTION_GIVEN, offsetof(ModelOptions, added.properties), "FILE",
     "the same for an automaton in HOA format that accepts what must not happen", NULL, 0, 0},
    {"ltl-file", 0, OPTION_GIVEN, offsetof(ModelOptions, added.properties), "FILE",
     "the same for the formulas in a file", NULL, 0, 0},
    {"ctl", 0, OPTION_GIVEN, offsetof(ModelOptions, added.properties), "FORMULA",
     "the same for a CTL formula", NULL, 0, 0},
    {"ctl-file", 0, OPTION_GIVEN, offsetof(ModelOptions, added.properties), "FILE",
     "the same for the CTL formulas in a file", NULL, 0, 0},
    {"ctl-format", 0, OPTION_CHOICE, offsetof(ModelOptions, added.ctl_form), "FORM",
     "what --ctl-file contains: a formula on each line, or a sequence", "auto|lines|sequence", 0,
     0},
    {"properties", 0, OPTION_GIVEN, offsetof(ModelOptions, added.properties), "FILE",
     "of a net: the properties of a file of the Model Checking Contest", NULL, 0, 0},
    {"examination", 0, OPTION_GIVEN, offsetof(ModelOptions, added.properties), "NAME",
     "of a net: a question of the contest that needs no file", NULL, 0, 0},
    {"fair-file", 0, OPTION_LIST, offsetof(ModelOptions, added.fairness_files), "FILE",
     "fairness conditions that LTL and CTL formulas assume", NULL, 0, 0},
    {"check-deadlock", 0, OPTION_FLAG, offsetof(ModelOptions, added.check_deadlock), NULL,
     "also the property that every reachable state has a successor", NULL, 0, 0},
    {"format", 0, OPTION_TEXT, offsetof(ModelOptions, reading.format), "NAME",
     "format of the model, where the file's name does not tell", NULL, 0, 0},
    {"smv-old", 0, OPTION_FLAG, offsetof(ModelOptions, smv_old), NULL,
     "SMV: read 0 and 1 as FALSE and TRUE", NULL, 0, 0},
};

void model_options(ModelOptions *options, OptionGroupVec *groups) {
  OptionGroup group = {"The model and its properties, as for 'rondo check'", table,
                       sizeof table / sizeof *table, options, NULL};
  vec_push(groups, group);
  vec_push(groups, read_options_group(&options->reading));
}

Model *model_options_load(ModelOptions *options, const char *file) {
  if (options->smv_old) options->reading.format = "smv-old";
  Model *model = cli_load(file, &options->reading);
  Error error = {0};
  if (model && !add_properties(model, &options->added, &error)) {
    cli_fail_error(EXIT_BAD_INPUT, &error);
    model_free(model);
    model = NULL;
  }
  added_properties_free(&options->added);
  return model;
}
