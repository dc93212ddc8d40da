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
#include "evidence/drat.h"
#include "logic/sat.h"

typedef struct {
  const char *property;
  bool stats;
} CertifyOptions;

static CertifyOptions chosen;
static ModelOptions source;

/* The options of the automaton, and which of them were given: evidence may say itself how its
 * product was made, and must not say something else. */
static struct {
  LtlOptions options;
  StringVec given;
} automata = {.options = {.safety = true}};
static Scrutiny scrutiny;

static const Option table[] = {
    {"property", 'p', OPTION_TEXT, offsetof(CertifyOptions, property), "N|NAME",
     "the property that the evidence is about, where the model has several", NULL, 0, 0},
    {"stats", 's', OPTION_FLAG, offsetof(CertifyOptions, stats), NULL,
     "print what solvers did, and what proofs of it cost", NULL, 0, 0},
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
  cli_add_options(groups, table, sizeof table / sizeof *table, &chosen);
  model_options(&source, groups);
  vec_push(groups, automaton_options());
  vec_push(groups, settings_scrutiny_group(&scrutiny));
}

/* Prints the error as the reason of a rejection. */
static int rejected(Error *error) {
  char *text = error_text(error);
  cli_print("rejected: %s\n", text);
  mem_free(text);
  error_free(error);
  return EXIT_VIOLATED;
}

static void print_statistics(void) {
  Stats stats = {0};
  Text text = {0};
  stats_collect(&stats, sat_stat_fields, sat_stat_field_count, sat_total_stats());
  scrutiny_end(&scrutiny, &stats);
  if (chosen.stats) stats_print(&stats, &text);
  if (text.size) fputs(text.data, stdout);
  text_free(&text);
  vec_free(&stats);
}

static int certify(const CertifyQuestion *question, const char *file) {
  Error error = {0};
  Input evidence;
  CertifyReport report = {0};
  if (!input_read(&evidence, file, &error)) return cli_fail_error(EXIT_BAD_INPUT, &error);
  CertifyOutcome outcome = certify_evidence(question, file, &evidence, &report, &error);
  for (size_t i = 0; i < report.accepted.size; i++)
    cli_print("accepted: %s\n", report.accepted.data[i]);
  for (size_t i = 0; outcome == CERTIFY_ACCEPTED && i < report.about.size; i++)
    cli_print("%s\n", report.about.data[i]);
  certify_report_free(&report);
  print_statistics();
  input_free(&evidence);
  switch (outcome) {
  case CERTIFY_REJECTED:
    return scrutiny.unwritten ? cli_fail_error(EXIT_CANNOT_WRITE, &error) : rejected(&error);
  case CERTIFY_UNREADABLE: return cli_fail_error(EXIT_BAD_INPUT, &error);
  case CERTIFY_UNCLEAR: return cli_fail_error(EXIT_USAGE, &error);
  default: return EXIT_HOLDS;
  }
}

/* A query that --proof wrote, or any formula in DIMACS, and a proof in DRAT that it has no model.
 */
static int certify_drat(const char *formula, const char *file) {
  Error error = {0};
  Input query = {0}, proof = {0};
  IntVec clauses = {0};
  DratCounts counts = {0};
  DratOutcome outcome = DRAT_UNREADABLE;
  if (input_read(&query, formula, &error) && input_read(&proof, file, &error) &&
      dimacs_read(formula, query.data, query.size, &clauses, &error))
    outcome = drat_check(&clauses, file, proof.data, proof.size, NULL, &counts, &error);
  vec_free(&clauses);
  input_free(&query);
  input_free(&proof);
  if (outcome == DRAT_REJECTED) return rejected(&error);
  if (outcome != DRAT_ACCEPTED) return cli_fail_error(EXIT_BAD_INPUT, &error);
  uint64_t lines = counts.added + counts.deleted;
  printf("accepted: the proof shows in %llu line%s that %s is unsatisfiable\n",
         (unsigned long long)lines, lines == 1 ? "" : "s", formula);
  return EXIT_HOLDS;
}

static int certify_run(ArgumentVec *files) {
  if (files->size != 2) return cli_usage(&command_certify, "needs MODEL and EVIDENCE");
  if (text_ends_with(files->data[0], ".cnf")) {
    if (chosen.property || chosen.stats || scrutiny.folder || scrutiny.distrust)
      return cli_usage(&command_certify, "a formula in DIMACS takes no options");
    return certify_drat(files->data[0], files->data[1]);
  }
  if (!cli_can_fill(scrutiny.folder)) return EXIT_CANNOT_CREATE;
  Model *model = model_options_load(&source, files->data[0]);
  if (!model) return EXIT_BAD_INPUT;
  CertifyQuestion question = {.model = model,
                              .property = model->properties.size == 1 ? 0 : -1,
                              .ltl = automata.options,
                              .given = &automata.given,
                              .scrutiny = &scrutiny};
  if (chosen.property) question.property = cli_property(model, chosen.property);
  int code = cli_refuse_net(model, "certify");
  if (!code)
    code =
        chosen.property && question.property < 0 ? EXIT_USAGE : certify(&question, files->data[1]);
  model_free(model);
  string_vec_free(&automata.given);
  return code;
}

const Command command_certify = {
    .name = "certify",
    .usage = "certify [OPTIONS] MODEL EVIDENCE",
    .summary = "check a witness or certificate against a model",
    .description =
        "EVIDENCE is an AIGER or BTOR2 witness (a trace), which is replayed on the model, or a\n"
        "witness circuit, proof by bounded model checking or CTL proof, whose conditions are "
        "checked\n"
        "with fresh solvers. It may come from any tool; nets have no evidence in files.\n"
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
        "violation of it; where that is too large it is said, and is no reason to reject.\n"
        "With --proof every query that was found unsatisfiable is written to DIR as query-N.cnf, "
        "a\n"
        "formula in DIMACS, with query-N.drat, a proof in DRAT that any checker of such proofs "
        "takes;\n"
        "where MODEL ends in .cnf it is such a formula, and EVIDENCE its proof.",
    .exit_codes = "  0   the evidence was accepted\n"
                  "  1   it was rejected, with the reason\n",
    .examples = "  rondo certify design.aig cex.txt\n      does the trace violate what it claims?\n"
                "  rondo certify design.aig proof.aig -p 0\n"
                "      does the certificate prove property 0?\n"
                "  rondo certify design.smv proof.aig --ltl 'G F ready'\n"
                "      the formula of the check; the file says which automaton it is about\n"
                "  rondo certify design.aig proof.aig --distrust-solver --stats\n"
                "      believe no SAT solver, and say what that costs\n"
                "  rondo certify design.aig proof.aig --proof queries\n"
                "  rondo certify queries/query-1.cnf queries/query-1.drat\n"
                "      queries with proofs for others to check, and one of them checked here\n",
    .options = certify_options,
    .run = certify_run,
};
