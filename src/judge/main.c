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

static Arguments read_arguments(Judge *judge, int count, char **arguments) {
  Arguments a = {0};
  const struct {
    const char *name;
    const char **value;
  } options[] = {
      {"--property", &a.property}, {"-p", &a.property}, {"--ltl", &a.ltl}, {"--ctl", &a.ctl}};
  for (int i = 1; i < count; i++) {
    const char **value = NULL;
    for (size_t k = 0; k < sizeof options / sizeof *options; k++)
      if (!strcmp(arguments[i], options[k].name)) value = options[k].value;
    if (!strcmp(arguments[i], "--help")) {
      printf("%s%s", usage, help);
      exit(0);
    }
    if (!value && arguments[i][0] == '-' && arguments[i][1])
      unreadable(judge, "no such option: %s\n%s", arguments[i], usage);
    if (value && i + 1 == count) unreadable(judge, "%s needs a value\n%s", arguments[i], usage);
    if (!value && a.count == 2) unreadable(judge, "too many files: %s\n%s", arguments[i], usage);
    if (value) *value = arguments[++i];
    else a.files[a.count++] = arguments[i];
  }
  if (a.count < 2) unreadable(judge, "a model and a file of evidence are needed\n%s", usage);
  return a;
}

typedef struct {
  int count;
  char **arguments;
} CommandLine;

/* Evidence about an LTL formula: a run of the model; or a circuit about its product with the
 * tableau, as this program makes it. */
static void check_ltl(AigerFile *model, const char *text, const Bytes *evidence) {
  static const char note[] = "rondo product automaton=", tight[] = "rondo product automaton=tight ";
  Judge *judge = model->circuit->judge;
  Parts ltl = read_formula(model, LOGIC_LTL, text);
  if (!aiger_begins(evidence)) {
    check_trace_file(model, -1, &ltl, evidence);
    return;
  }
  const AigerFile *f = read_aiger(judge, evidence, false);
  for (size_t i = 0; i < f->comment_count; i++)
    if (!strncmp(f->comments[i], note, strlen(note)) &&
        strncmp(f->comments[i], tight, strlen(tight)))
      unreadable(judge,
                 "%s is about another automaton than the tableau of the formula; make it with "
                 "'rondo check --automaton tight'",
                 evidence->name);
  make_product(model, &ltl);
  check_witness_file(model, 0, evidence);
}

static void argue(Judge *judge, void *about) {
  const CommandLine *line = about;
  Arguments a = read_arguments(judge, line->count, line->arguments);
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
  if (a.ltl) {
    check_ltl(model, a.ltl, &evidence);
    return;
  }
  long property = find_property(model, a.property);
  if (proof) check_proof_file(model, a.ctl, &evidence);
  else if (aiger_begins(&evidence)) check_witness_file(model, property, &evidence);
  else check_trace_file(model, property, NULL, &evidence);
}

int main(int count, char **arguments) {
  static const struct {
    const char *word;
    int code;
  } ends[] = {[JUDGE_ACCEPTED] = {"accepted", 0},
              [JUDGE_REFUSED] = {"refused", 1},
              [JUDGE_UNREADABLE] = {"error", 65},
              [JUDGE_STOPPED] = {"error", 65}};
  CommandLine line = {count, arguments};
  Judge judge = {.solvers = &cadical};
  JudgeOutcome outcome = judge_run(&judge, argue, &line);
  if (outcome != JUDGE_ACCEPTED)
    fprintf(stderr, "rondo-check: %s: %s\n", ends[outcome].word, judge.sentence);
  return ends[outcome].code;
}
