/* `rondo certify`: checks a file of evidence against a model, in a process that never saw an
 * engine. Evidence may come from any tool. */
#include <ctype.h>
#include <string.h>

#include "api/result.h"
#include "base/input.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "evidence/certify.h"
#include "evidence/replay.h"
#include "evidence/trace_file.h"
#include "system/aiger_file.h"

typedef struct {
  const char *property, *format;
} CertifyOptions;

static CertifyOptions chosen;

static const Option table[] = {
    {"property", 'p', OPTION_TEXT, offsetof(CertifyOptions, property), "N|NAME",
     "the property that a certificate proves, where the model has several", NULL, 0, 0},
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

/* ---- traces ---- */

/* The property that a witness file calls b<index> or j<index>; -1 if there is none. */
static int64_t property_of_claim(const Model *model, const TraceProperty *claim) {
  for (size_t i = 0; i < model->properties.size; i++)
    if ((model->properties.data[i].kind != PROPERTY_INVARIANT) == claim->justice &&
        property_index_in_kind(model, i) == claim->index)
      return (int64_t)i;
  return -1;
}

static bool replay_claim(const Model *model, const char *file, TraceClaim *claim,
                         const TraceProperty *which, Error *error) {
  int64_t property = property_of_claim(model, which);
  if (property < 0)
    return error_at(error, file, claim->line, 0, "the model has no property %c%zu",
                    which->justice ? 'j' : 'b', which->index);
  Task *task = task_of_property(model, (size_t)property, error);
  bool good = task != NULL;
  if (good && which->justice) good = trace_find_loop(claim->trace, model->system, error);
  if (good && !which->justice) claim->trace->loop = TRACE_NO_LOOP;
  if (good) good = replay(task, claim->trace, error);
  if (good)
    printf("accepted: %s of %zu steps violates '%s'\n", which->justice ? "lasso" : "trace",
           claim->trace->steps.size, model->properties.data[property].name);
  task_free(task);
  return good;
}

static int certify_traces(const Model *model, const char *file, const Input *input) {
  TraceClaims claims = {0};
  Error error = {0};
  if (!trace_file_read(file, input->data, input->size, model->system, &claims, &error)) {
    trace_claims_free(&claims);
    return cli_fail_with(EXIT_BAD_INPUT, error_text(&error));
  }
  size_t accepted = 0;
  for (size_t i = 0; i < claims.size && !error.message; i++) {
    TraceClaim *claim = claims.data + i;
    if (claim->verdict != VERDICT_VIOLATED) continue;
    if (!claim->properties.size)
      error_at(&error, file, claim->line, 0, "the witness does not say which property it violates");
    for (size_t p = 0; p < claim->properties.size && !error.message; p++)
      accepted += replay_claim(model, file, claim, claim->properties.data + p, &error);
  }
  if (!error.message && !accepted)
    error_set(&error, "%s claims no violation: there is nothing to check", file);
  trace_claims_free(&claims);
  return error.message ? rejected(&error) : EXIT_HOLDS;
}

/* ---- proofs ---- */

/* The task that a certificate proves: the property named; or the only one; or, as in the
 * competition, that no bad literal of the file is ever true. */
static Task *task_to_prove(const Model *model, size_t *justice, Error *error) {
  int64_t property = -1;
  if (chosen.property) {
    property = cli_property(model, chosen.property);
    if (property < 0) return NULL;
  } else if (model->properties.size == 1) {
    property = 0;
  }
  if (property >= 0) {
    *justice = property_index_in_kind(model, (size_t)property);
    return task_of_property(model, (size_t)property, error);
  }
  Lit *map;
  Task *task = task_new(TASK_BAD, system_copy(model->system, &map));
  for (size_t i = 0; i < model->properties.size; i++)
    if (model->properties.data[i].kind == PROPERTY_INVARIANT)
      task->bad = aig_or(task->system->aig, task->bad,
                         aig_map_lit(map, model->properties.data[i].bad));
  mem_free(map);
  return task;
}

static int certify_proof(const Model *model, const char *file, const Input *input) {
  Error error = {0};
  size_t justice = 0;
  Task *task = task_to_prove(model, &justice, &error);
  if (!task)
    return error.message ? cli_fail_with(EXIT_BAD_INPUT, error_text(&error)) : EXIT_USAGE;
  bool good = certify_witness_bytes(task, file, input->data, input->size, justice, &error);
  if (good)
    printf("accepted: the certificate proves %s\n",
           chosen.property             ? chosen.property
           : model->properties.size == 1 ? model->properties.data[0].name
                                         : "all invariants of the model");
  task_free(task);
  return good ? EXIT_HOLDS : rejected(&error);
}

static int certify_run(ArgumentVec *files) {
  if (files->size != 2) return cli_usage(&command_certify, "needs MODEL and EVIDENCE");
  Model *model = cli_load(files->data[0], chosen.format);
  if (!model) return EXIT_BAD_INPUT;
  const char *file = files->data[1];
  Input input;
  Error error = {0};
  int code;
  if (!input_read(&input, file, &error)) {
    code = cli_fail_with(EXIT_BAD_INPUT, error_text(&error));
    error_free(&error);
  } else {
    bool circuit = aiger_file_recognise(input.data, input.size);
    code = circuit ? certify_proof(model, file, &input) : certify_traces(model, file, &input);
    input_free(&input);
  }
  model_free(model);
  return code;
}

const Command command_certify = {
    .name = "certify",
    .usage = "certify [OPTIONS] MODEL EVIDENCE",
    .summary = "check a witness or certificate against a model",
    .description =
        "EVIDENCE is an AIGER witness (a trace), which is replayed on the model, or a witness\n"
        "circuit (a proof), whose conditions are checked with fresh solvers. Both may come from any\n"
        "tool. Exit code 0: accepted; 1: rejected, with the reason; 65: not readable.\n"
        "A certificate without --property is taken to prove the only property of the model, or\n"
        "that none of its bad literals is ever true.",
    .examples = "  rondo certify design.aig cex.txt\n      does the trace violate what it claims?\n"
                "  rondo certify design.aig proof.aig -p 0\n"
                "      does the certificate prove property 0?\n",
    .options = certify_options,
    .run = certify_run,
};
