/* rondo-check(1): arguments, and which kind of evidence a file is. See judge.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/ctl.h"
#include "judge/witness.h"

static const char usage[] =
    "usage: rondo-check MODEL EVIDENCE [--property N|NAME] [--ctl FORMULA]\n";

static const char help[] =
    "\n"
    "Checks evidence about a model, and trusts nothing of Rondo: it has its own readers, its own\n"
    "encoding and its own semantics, and shares the SAT solver alone.\n"
    "\n"
    "  MODEL              an AIGER 1.9 file, ASCII or binary, not compressed\n"
    "  EVIDENCE           an AIGER witness (a trace or a lasso), a witness circuit of an "
    "invariant\n"
    "                     or a ranked one of a progress property\n"
    "  --property N|NAME  the property that the evidence is about: bad states and then justice\n"
    "                     properties, from 0. Without it: the only one; or, for a witness "
    "circuit,\n"
    "                     all bad states\n"
    "  --ctl FORMULA      the formula that a CTL proof is about, as for 'rondo check --ctl'\n"
    "\n"
    "For an LTL formula, or a model in another language, write the product that the evidence is\n"
    "about: 'rondo convert MODEL --property P --product -o product.aig'. Evidence of a CTL "
    "formula\n"
    "that is a proof in Rondo's own form is for 'rondo certify'.\n"
    "\n"
    "The exit code is 0 if the evidence is accepted, 1 if it is refused, 65 if a file or an\n"
    "argument cannot be read.\n";

void check_witness_circuit(const Question *question, const Bytes *evidence) {
  Witness witness = read_witness(question, evidence);
  check_safety(&witness);
  if (witness.ranked) check_ranking(&witness);
  if (asked_property(question) < 0) printf("accepted: no bad state of the model can be reached\n");
  else printf("accepted: property %ld holds\n", asked_property(question));
}

typedef struct {
  const char *files[2];
  size_t count;
  const char *property, *ltl, *ctl;
} Arguments;

static Arguments read_arguments(int count, char **arguments) {
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
      exit(EXIT_ACCEPTED);
    }
    if (!value && arguments[i][0] == '-' && arguments[i][1])
      unreadable("no such option: %s\n%s", arguments[i], usage);
    if (value && i + 1 == count) unreadable("%s needs a value\n%s", arguments[i], usage);
    if (!value && a.count == 2) unreadable("too many files: %s\n%s", arguments[i], usage);
    if (value) *value = arguments[++i];
    else a.files[a.count++] = arguments[i];
  }
  if (a.count < 2) unreadable("a model and a file of evidence are needed\n%s", usage);
  return a;
}

int main(int count, char **arguments) {
  Arguments a = read_arguments(count, arguments);
  if (a.ltl)
    unreadable("--ltl: the evidence of an LTL formula is about the product of the model and an "
               "automaton; write it with 'rondo convert --ltl F --product' and check that");
  Bytes model_bytes = read_file(a.files[0]), evidence = read_file(a.files[1]);
  Circuit *model = read_model(&model_bytes);
  Question question = {model, a.property};
  bool proof = proof_begins(&evidence);
  if (proof && !a.ctl) unreadable("say with --ctl which formula the proof is about");
  if (a.ctl && !proof)
    unreadable("%s is no CTL proof: evidence that is a trace or a circuit is about the product of "
               "the model; write it with 'rondo convert --ctl F --product' and check that",
               evidence.name);
  if (proof) check_ctl(model, a.ctl, &evidence);
  else if (aiger_begins(&evidence)) check_witness_circuit(&question, &evidence);
  else check_traces(&question, &evidence);
  return EXIT_ACCEPTED;
}
