/* `rondo certify`: checks a file of evidence against a model, in a process that never saw an
 * engine. Evidence may come from any tool. */
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "check/task_of_property.h"
#include "cli/cli.h"
#include "evidence/certify.h"
#include "evidence/certify_ctl.h"
#include "evidence/ctl_file.h"
#include "evidence/replay.h"
#include "evidence/trace_file.h"
#include "system/aiger_file.h"

typedef struct {
  const char *property, *ltl, *ctl, *ctl_file, *format;
  LtlOptions automata;
} CertifyOptions;

static CertifyOptions chosen = {.automata = {.safety = true}};

static const Option table[] = {
    {"property", 'p', OPTION_TEXT, offsetof(CertifyOptions, property), "N|NAME",
     "the property that a certificate proves, where the model has several", NULL, 0, 0},
    {"ltl", 0, OPTION_TEXT, offsetof(CertifyOptions, ltl), "FORMULA",
     "the evidence is about this formula, as checked with 'rondo check --ltl'", NULL, 0, 0},
    {"ctl", 0, OPTION_TEXT, offsetof(CertifyOptions, ctl), "FORMULA",
     "the evidence is about this CTL formula", NULL, 0, 0},
    {"ctl-file", 0, OPTION_TEXT, offsetof(CertifyOptions, ctl_file), "FILE",
     "the evidence is about a formula in this file; which one, says --property", NULL, 0, 0},
    {"automaton", 0, OPTION_CHOICE, offsetof(CertifyOptions, automata.automaton), "KIND",
     "as given to 'rondo check'", "small|tight", 0, 0},
    {"encoding", 0, OPTION_CHOICE, offsetof(CertifyOptions, automata.encoding), "HOW",
     "as given to 'rondo check'", "one-hot|binary", 0, 0},
    {"ltl-safety", 0, OPTION_SWITCH, offsetof(CertifyOptions, automata.safety), NULL,
     "as given to 'rondo check'", NULL, 0, 0},
    {"format", 0, OPTION_TEXT, offsetof(CertifyOptions, format), "NAME", "format of the model",
     NULL, 0, 0},
};

static size_t certify_options(OptionGroup *groups) {
  groups[0] = (OptionGroup){"Options", table, sizeof table / sizeof *table, &chosen};
  return 1;
}

/* Prints the error as the reason of a rejection. */
static int rejected(Error *error) {
  char *text = error_text(error);
  printf("rejected: %s\n", text);
  mem_free(text);
  error_free(error);
  return EXIT_VIOLATED;
}

/* ---- which property ---- */

/* The property that the user named, or the formula given, or the only one; -1: none of them. */
static bool selected_property(Model *model, int64_t *property, Error *error) {
  *property = model->properties.size == 1 ? 0 : -1;
  if (chosen.ltl) {
    properties_free(&model->properties);
    *property = 0;
    return model_add_ltl(model, NULL, chosen.ltl, error);
  }
  if (chosen.ctl) {
    properties_free(&model->properties);
    *property = 0;
    return model_add_ctl(model, NULL, chosen.ctl, error);
  }
  if (chosen.ctl_file) {
    properties_free(&model->properties);
    if (!model_add_ctl_file(model, chosen.ctl_file, CTL_FORM_FOUND, error)) return false;
    *property = model->properties.size == 1 ? 0 : -1;
  }
  if (!chosen.property) return true;
  *property = cli_property(model, chosen.property);
  return *property >= 0;
}

/* The property that a witness file calls b<index> or j<index>; -1 if there is none. */
static int64_t property_of_claim(const Model *model, const TraceProperty *claim) {
  for (size_t i = 0; i < model->properties.size; i++)
    if ((model->properties.data[i].kind != PROPERTY_INVARIANT) == claim->justice &&
        property_index_in_kind(model, i) == claim->index)
      return (int64_t)i;
  return -1;
}

/* ---- traces ---- */

static bool replay_claim(const Task *task, TraceClaim *claim, Error *error) {
  claim->trace->loop = TRACE_NO_LOOP;
  if (task->kind == TASK_FAIR && !trace_find_loop(claim->trace, task->system, error)) return false;
  return replay(task, claim->trace, error);
}

/* One claim of a file that names the property itself. */
static bool replay_named(const Model *model, const char *file, TraceClaim *claim,
                         const TraceProperty *which, Error *error) {
  int64_t property = property_of_claim(model, which);
  if (property < 0)
    return error_at(error, file, claim->line, 0, "the model has no property %c%zu",
                    which->justice ? 'j' : 'b', which->index);
  Task *task = task_of_property(model, (size_t)property, &chosen.automata, error);
  bool good = task && replay_claim(task, claim, error);
  if (good)
    printf("accepted: %s of %zu steps violates '%s'\n", which->justice ? "lasso" : "trace",
           claim->trace->steps.size, model->properties.data[property].name);
  task_free(task);
  return good;
}

static bool replay_all(const Model *model, const Task *ltl, const char *file, TraceClaims *claims,
                       Error *error) {
  size_t accepted = 0;
  for (size_t i = 0; i < claims->size && !error->message; i++) {
    TraceClaim *claim = claims->data + i;
    if (claim->verdict != VERDICT_VIOLATED) continue;
    if (ltl && replay_claim(ltl, claim, error)) {
      accepted++;
      printf("accepted: trace of %zu steps violates the formula\n", claim->trace->steps.size);
    }
    if (!ltl && !claim->properties.size)
      error_at(error, file, claim->line, 0, "the witness does not say which property it violates");
    for (size_t p = 0; !ltl && p < claim->properties.size && !error->message; p++)
      accepted += replay_named(model, file, claim, claim->properties.data + p, error);
  }
  if (!error->message && !accepted)
    error_set(error, "%s claims no violation: there is nothing to check", file);
  return !error->message;
}

/* A trace of an LTL property is one of the product of the model and the formula's automaton. */
static int certify_traces(const Model *model, int64_t property, const char *file,
                          const Input *input) {
  TraceClaims claims = {0};
  Error error = {0};
  bool is_ltl = property >= 0 && property_is_product(model, (size_t)property);
  Task *ltl =
      is_ltl ? linear_task_of_property(model, (size_t)property, &chosen.automata, &error) : NULL;
  const System *system = ltl ? ltl->system : model->system;
  bool readable =
      (ltl || !is_ltl) && trace_file_read(file, input->data, input->size, system, &claims, &error);
  bool good = readable && replay_all(model, ltl, file, &claims, &error);
  trace_claims_free(&claims);
  task_free(ltl);
  if (good) return EXIT_HOLDS;
  return readable ? rejected(&error) : cli_fail_error(EXIT_BAD_INPUT, &error);
}

/* ---- proofs ---- */

/* The task that a certificate proves: the property selected; or, as in the competition, that no bad
 * literal of the file is ever true. */
static Task *task_to_prove(const Model *model, int64_t property, Error *error) {
  if (property >= 0)
    return linear_task_of_property(model, (size_t)property, &chosen.automata, error);
  Lit *map;
  Task *task = task_new(TASK_BAD, system_copy(model->system, &map));
  size_t invariants = 0;
  for (size_t i = 0; i < model->properties.size; i++) {
    if (model->properties.data[i].kind != PROPERTY_INVARIANT) continue;
    invariants++;
    task->bad =
        aig_or(task->system->aig, task->bad, aig_map_lit(map, model->properties.data[i].bad));
  }
  mem_free(map);
  if (invariants) return task;
  error_set(error, "%s has no invariant: say with --property which property the certificate proves",
            model->file);
  task_free(task);
  return NULL;
}

static int certify_proof(const Model *model, int64_t property, const char *file,
                         const Input *input) {
  Error error = {0};
  Task *task = task_to_prove(model, property, &error);
  if (!task) return cli_fail_error(EXIT_BAD_INPUT, &error);
  bool ltl = property >= 0 && property_is_product(model, (size_t)property);
  size_t justice = property < 0 || ltl ? 0 : property_index_in_kind(model, (size_t)property);
  bool good = certify_witness_bytes(task, file, input->data, input->size, justice, &error);
  if (good)
    printf("accepted: the certificate proves %s\n",
           property >= 0 ? model->properties.data[property].name : "all invariants of the model");
  task_free(task);
  return good ? EXIT_HOLDS : rejected(&error);
}

/* A CTL proof says itself which verdict it proves. */
static int certify_ctl_proof(const Model *model, int64_t property, const char *file,
                             const Input *input) {
  if (property < 0 || model->properties.data[property].kind != PROPERTY_CTL)
    return cli_fail(EXIT_USAGE, "say with --ctl, or --ctl-file and --property, which formula the "
                                "proof is about");
  Error error = {0};
  Verdict verdict;
  CtlProof *proof = ctl_file_read(file, input->data, &verdict, &error);
  if (!proof) {
    char *text = error_text(&error);
    error_free(&error);
    return cli_fail_with(EXIT_BAD_INPUT, text);
  }
  Task *task = task_of_property(model, (size_t)property, &chosen.automata, &error);
  bool good = task && certify_ctl(task, proof, verdict, NULL, &error);
  if (good)
    printf("accepted: the proof of %zu updates shows that %s %s\n", proof->updates.size,
           model->properties.data[property].name,
           verdict == VERDICT_HOLDS ? "holds" : "is violated");
  task_free(task);
  ctl_proof_free(proof);
  return good ? EXIT_HOLDS : rejected(&error);
}

static int certify_run(ArgumentVec *files) {
  if (files->size != 2) return cli_usage(&command_certify, "needs MODEL and EVIDENCE");
  Model *model = cli_load(files->data[0], chosen.format);
  if (!model) return EXIT_BAD_INPUT;
  const char *file = files->data[1];
  Input input;
  Error error = {0};
  int64_t property;
  int code;
  if (!selected_property(model, &property, &error)) {
    code = error.message ? cli_fail_error(EXIT_BAD_INPUT, &error) : EXIT_USAGE;
  } else if (!input_read(&input, file, &error)) {
    code = cli_fail_error(EXIT_BAD_INPUT, &error);
  } else {
    bool circuit = aiger_file_recognise(input.data, input.size);
    bool ctl = ctl_file_recognise(input.data, input.size);
    code = ctl       ? certify_ctl_proof(model, property, file, &input)
           : circuit ? certify_proof(model, property, file, &input)
                     : certify_traces(model, property, file, &input);
    input_free(&input);
  }
  error_free(&error);
  model_free(model);
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
        "can say, but for CTL proofs.",
    .examples = "  rondo certify design.aig cex.txt\n      does the trace violate what it claims?\n"
                "  rondo certify design.aig proof.aig -p 0\n"
                "      does the certificate prove property 0?\n",
    .options = certify_options,
    .run = certify_run,
};
