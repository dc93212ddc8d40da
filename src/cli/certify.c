/* `rondo certify`: checks a file of evidence against a model, in a process that never saw an
 * engine. */
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "check/certify_evidence.h"
#include "check/settings.h"
#include "cli/cli.h"
#include "cli/model_options.h"
#include "cli/models.h"

static const char *property;
static ModelOptions source;

/* The options of the automaton, and which of them were given: evidence may say itself how its
 * product was made, and must not say something else. */
static struct {
  LtlOptions options;
  StringVec given;
} automata = {.options = {.safety = true}};

static const Option table[] = {
    {"property", 'p', OPTION_TEXT, 0, "N|NAME",
     "the property that the evidence is about, where the model has several", NULL, 0, 0},
};

static OptionGroupVec plain_options(void) {
  OptionGroupVec groups = {0};
  vec_push(&groups, settings_ltl_group(&automata.options));
  return groups;
}

static bool set_automaton(void *values, const char *name, const char *argument, Error *error) {
  (void)values;
  OptionGroupVec groups = plain_options();
  bool good = options_set(&groups, name, argument, error);
  vec_push(&automata.given, mem_string(strncmp(name, "no-", 3) ? name : name + 3));
  vec_free(&groups);
  return good;
}

static void get_automaton(const void *values, const char *name, Text *text) {
  (void)values;
  OptionGroupVec groups = plain_options();
  options_get(&groups, name, text);
  vec_free(&groups);
}

static OptionGroup automaton_options(void) {
  static const OptionStore store = {set_automaton, get_automaton};
  OptionGroup group = settings_ltl_group(&automata.options);
  group.store = &store;
  return group;
}

static void certify_options(OptionGroupVec *groups) {
  cli_add_options(groups, table, sizeof table / sizeof *table, &property);
  vec_push(groups, model_options(&source));
  vec_push(groups, automaton_options());
}

/* Prints the error as the reason of a rejection. */
static int rejected(Error *error) {
  char *text = error_text(error);
  printf("rejected: %s\n", text);
  mem_free(text);
  error_free(error);
  return EXIT_VIOLATED;
}

static int certify(const CertifyQuestion *question, const char *file) {
  Error error = {0};
  Input evidence;
  CertifyReport report = {0};
  if (!input_read(&evidence, file, &error)) return cli_fail_error(EXIT_BAD_INPUT, &error);
  CertifyOutcome outcome = certify_evidence(question, file, &evidence, &report, &error);
  for (size_t i = 0; i < report.accepted.size; i++)
    printf("accepted: %s\n", report.accepted.data[i]);
  for (size_t i = 0; outcome == CERTIFY_ACCEPTED && i < report.about.size; i++)
    printf("%s\n", report.about.data[i]);
  certify_report_free(&report);
  input_free(&evidence);
  switch (outcome) {
  case CERTIFY_REJECTED: return rejected(&error);
  case CERTIFY_UNREADABLE: return cli_fail_error(EXIT_BAD_INPUT, &error);
  case CERTIFY_UNCLEAR: return cli_fail_error(EXIT_USAGE, &error);
  default: return EXIT_HOLDS;
  }
}

static int certify_run(ArgumentVec *files) {
  if (files->size != 2) return cli_usage(&command_certify, "needs MODEL and EVIDENCE");
  Model *model = model_options_load(&source, files->data[0]);
  if (!model) return EXIT_BAD_INPUT;
  CertifyQuestion question = {.model = model,
                              .property = model->properties.size == 1 ? 0 : -1,
                              .ltl = automata.options,
                              .given = &automata.given};
  if (property) question.property = cli_property(model, property);
  int code = property && question.property < 0 ? EXIT_USAGE : certify(&question, files->data[1]);
  model_free(model);
  string_vec_free(&automata.given);
  return code;
}

const Command command_certify = {
    .name = "certify",
    .usage = "certify [OPTIONS] MODEL EVIDENCE",
    .summary = "check a witness or certificate against a model",
    .description =
        "EVIDENCE is an AIGER witness (a trace), which is replayed on the model, or a witness\n"
        "circuit or CTL proof, whose conditions are checked with fresh solvers. It may come from "
        "any\n"
        "tool. Exit code 0: accepted; 1: rejected, with the reason; 65: not readable.\n"
        "A certificate without --property is taken to prove the only property of the model, or\n"
        "that none of its bad literals is ever true. Evidence about an LTL formula is evidence "
        "about\n"
        "the product of the model and the formula's automaton; so is that about a CTL formula that "
        "LTL\n"
        "can say, but for CTL proofs. Give the properties as they were given to 'rondo check'; "
        "the\n"
        "automaton's options are in the files that it writes, and need to be given for others "
        "only.\n"
        "The formula itself is then evaluated on the run, or its automaton is shown to accept "
        "every\n"
        "violation of it; where that is too large it is said, and is no reason to reject.",
    .examples = "  rondo certify design.aig cex.txt\n      does the trace violate what it claims?\n"
                "  rondo certify design.aig proof.aig -p 0\n"
                "      does the certificate prove property 0?\n"
                "  rondo certify design.smv proof.aig --ltl 'G F ready'\n"
                "      the formula of the check; the file says which automaton it is about\n",
    .options = certify_options,
    .run = certify_run,
};
