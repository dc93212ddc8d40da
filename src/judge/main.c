/* rondo-check(1): arguments, and which kind of evidence a file is. See judge.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/file.h"
#include "judge/solver.h"

static const char usage[] =
    "usage: rondo-check MODEL EVIDENCE [--property N|NAME] [--ltl FORMULA | --ctl FORMULA]\n";

static const char help[] =
    "\n"
    "Checks evidence about a model, with the judge that 'rondo' asks before it prints a verdict\n"
    "and readers of its own: nothing else of Rondo is in this program, but the SAT solver.\n"
    "\n"
    "  MODEL              an AIGER 1.9 file, ASCII or binary, not compressed\n"
    "  EVIDENCE           an AIGER witness (a trace or a lasso), a witness circuit of an\n"
    "                     invariant or a ranked one of progress, a proof by bounded model\n"
    "                     checking, or a CTL proof of Rondo\n"
    "  --property N|NAME  the property that the evidence is about: bad states and then justice\n"
    "                     properties, from 0. Without it: the only one; or, for a witness\n"
    "                     circuit, all bad states\n"
    "  --ltl FORMULA      the formula that the evidence is about, as for 'rondo check --ltl': a\n"
    "                     trace, or a circuit made with 'rondo check --automaton tight'\n"
    "  --ctl FORMULA      the formula that a CTL proof is about, as for 'rondo check --ctl'\n"
    "\n"
    "For a model in another language, write the product that the evidence is about: 'rondo "
    "convert\n"
    "MODEL --property P --product -o product.aig'.\n"
    "\n"
    "The exit code is 0 if the evidence is accepted, 1 if it is refused, 65 if a file or an\n"
    "argument cannot be read.\n";

typedef struct {
  const char *files[2];
  size_t count;
  const char *property, *ltl, *ctl;
} Arguments;

static Arguments read_arguments(Judge *judge, char **arguments) {
  Arguments a = {0};
  const struct {
    const char *name;
    const char **value;
  } options[] = {
      {"--property", &a.property}, {"-p", &a.property}, {"--ltl", &a.ltl}, {"--ctl", &a.ctl}};
  for (size_t i = 1; arguments[i]; i++) {
    const char **value = NULL;
    for (size_t k = 0; k < sizeof options / sizeof *options; k++)
      if (!strcmp(arguments[i], options[k].name)) value = options[k].value;
    if (!strcmp(arguments[i], "--help")) {
      printf("%s%s", usage, help);
      exit(0);
    }
    if (!value && arguments[i][0] == '-' && arguments[i][1])
      unreadable(judge, "no such option: %s\n%s", arguments[i], usage);
    if (value && !arguments[i + 1]) unreadable(judge, "%s needs a value\n%s", arguments[i], usage);
    if (!value && a.count == 2) unreadable(judge, "too many files: %s\n%s", arguments[i], usage);
    if (value) *value = arguments[++i];
    else a.files[a.count++] = arguments[i];
  }
  if (a.count < 2) unreadable(judge, "a model and a file of evidence are needed\n%s", usage);
  return a;
}

static void argue(Judge *judge, void *about) {
  Arguments a = read_arguments(judge, about);
  if (a.ltl && (a.ctl || a.property))
    unreadable(judge, "--ltl stands in the place of a property or a CTL formula");
  Bytes model_bytes = read_file(judge, a.files[0]), evidence = read_file(judge, a.files[1]);
  AigerFile *model = read_aiger(judge, &model_bytes, true);
  bool proof = proof_begins(&evidence);
  if (proof && !a.ctl) unreadable(judge, "say with --ctl which formula the proof is about");
  if (a.ctl && !proof)
    unreadable(judge,
               "%s is no CTL proof: evidence that is a trace or a circuit is about the product of "
               "the model; write it with 'rondo convert --ctl F --product' and check that",
               evidence.name);
  long property = find_property(model, a.property);
  if (a.ltl) check_ltl_file(model, a.ltl, &evidence);
  else if (proof) check_proof_file(model, a.ctl, &evidence);
  else if (aiger_begins(&evidence)) check_witness_file(model, property, &evidence);
  else check_trace_file(model, property, NULL, &evidence);
}

int main(int count, char **arguments) {
  (void)count;
  Judge judge = {.solvers = &cadical};
  JudgeOutcome outcome = judge_run(&judge, argue, arguments);
  if (outcome == JUDGE_ACCEPTED) return 0;
  bool refused = outcome == JUDGE_REFUSED;
  fprintf(stderr, "rondo-check: %s: %s\n", refused ? "refused" : "error", judge.sentence);
  return refused ? 1 : 65;
}
