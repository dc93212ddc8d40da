#include "check/certify_evidence.h"

#include <stdarg.h>

#include "base/memory.h"
#include "check/about_formula.h"
#include "check/memory_check.h"
#include "check/product_note.h"
#include "check/task_of_property.h"
#include "evidence/bmc_file.h"
#include "evidence/btor2_witness.h"
#include "evidence/certify.h"
#include "evidence/certify_bmc.h"
#include "evidence/certify_ctl.h"
#include "evidence/ctl_file.h"
#include "evidence/replay.h"
#include "evidence/trace_file.h"
#include "evidence/witness_file.h"
#include "system/aiger_file.h"

typedef struct {
  const CertifyQuestion *question;
  const Model *model;
  const char *file;
  LtlOptions ltl;     /* of the question and of the file */
  TrackedVec tracked; /* what the file says of memories */
  CertifyReport *report;
  Error *error;
} Certify;

void certify_report_free(CertifyReport *report) {
  string_vec_free(&report->accepted);
  string_vec_free(&report->about);
}

__attribute__((format(printf, 2, 3))) static void accept(Certify *c, const char *format, ...) {
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  vec_push(&c->report->accepted, text_take(&text));
}

static CertifyOutcome judged(bool good) { return good ? CERTIFY_ACCEPTED : CERTIFY_REJECTED; }

/* What was found out about the formula itself, beside the evidence about the product. */
static bool passes(Certify *c, const char *what, Finding finding, Error *why) {
  Text text = {0};
  if (finding == FINDING_REFUTED) error_set(c->error, "%s", why->message);
  else if (finding == FINDING_SHOWN) text_format(&text, "%s checked: yes", what);
  else text_format(&text, "%s checked: no, %s", what, why->message);
  if (finding != FINDING_REFUTED) vec_push(&c->report->about, text_take(&text));
  error_free(why);
  return finding != FINDING_REFUTED;
}

/* Adds the addresses of memories that the file names to a task. */
static void track_named(const Certify *c, Task *task) {
  TrackedWordVec words = {0};
  if (c->tracked.size) memories_track(c->model->memories, &c->tracked, task, &words);
  vec_free(&words);
}

/* ---- traces ---- */

static bool replay_claim(const Task *task, TraceClaim *claim, Error *error) {
  claim->trace->loop = TRACE_NO_LOOP;
  if (task->kind == TASK_FAIR && !trace_find_loop(claim->trace, task->system, error)) return false;
  return replay(task, claim->trace, error);
}

/* Of a model with memories, which the task knows nothing of. */
static bool replay_on_memories(Certify *c, size_t property, const Task *task, TraceClaim *claim) {
  return replay_claim(task, claim, c->error) &&
         (!c->model->memories ||
          memory_replay(c->model, property, &c->ltl, task, claim->trace, c->error));
}

/* A witness of the model itself: b<index> are its invariants, j<index> its justice properties; -1
 * if there is none of that name. Properties of formulas have witnesses on their products alone. */
static int64_t property_of_claim(const Model *model, const TraceProperty *claim) {
  PropertyKind kind = claim->justice ? PROPERTY_JUSTICE : PROPERTY_INVARIANT;
  for (size_t i = 0; i < model->properties.size; i++)
    if (model->properties.data[i].kind == kind && property_index_in_kind(model, i) == claim->index)
      return (int64_t)i;
  return -1;
}

static bool replay_named(Certify *c, TraceClaim *claim, const TraceProperty *which) {
  int64_t property = property_of_claim(c->model, which);
  int64_t asked = c->question->property;
  if (property < 0)
    return error_at(c->error, c->file, claim->line, 0,
                    "the model has no property %c%zu; say with --property which formula the "
                    "witness is about, if it is one",
                    which->justice ? 'j' : 'b', which->index);
  const char *name = c->model->properties.data[property].name;
  if (asked >= 0 && asked != property)
    return error_at(c->error, c->file, claim->line, 0, "the witness is about '%s', not '%s'", name,
                    c->model->properties.data[asked].name);
  Task *task = task_of_property(c->model, (size_t)property, &c->ltl, c->error);
  bool good = task && replay_on_memories(c, (size_t)property, task, claim);
  if (good)
    accept(c, "%s of %zu steps violates '%s'", which->justice ? "lasso" : "trace",
           claim->trace->steps.size, name);
  task_free(task);
  return good;
}

static bool violates_formula(Certify *c, const Trace *trace) {
  Error why = {0};
  Finding finding = violation_of_property(c->model, (size_t)c->question->property, trace, &why);
  return passes(c, "formula", finding, &why);
}

/* On the model's own system every claim must name its property; of a product there is one. */
static bool replay_all(Certify *c, const Task *product, TraceClaims *claims) {
  for (size_t i = 0; i < claims->size && !c->error->message; i++) {
    TraceClaim *claim = claims->data + i;
    if (claim->verdict != VERDICT_VIOLATED) continue;
    if (product && replay_on_memories(c, (size_t)c->question->property, product, claim) &&
        violates_formula(c, claim->trace))
      accept(c, "trace of %zu steps violates the formula", claim->trace->steps.size);
    if (!product && !claim->properties.size)
      error_at(c->error, c->file, claim->line, 0,
               "the witness does not say which property it violates");
    for (size_t p = 0; !product && p < claim->properties.size && !c->error->message; p++)
      replay_named(c, claim, claim->properties.data + p);
  }
  if (!c->error->message && !c->report->accepted.size)
    error_set(c->error, "%s claims no violation: there is nothing to check", c->file);
  return !c->error->message;
}

/* Traces of bits; without what the addresses of memories that the file names add to them. */
static bool read_bits(Certify *c, const Input *evidence, const System *system,
                      TraceClaims *claims) {
  Task *task = task_new(TASK_BAD, system_copy(system, NULL));
  track_named(c, task);
  bool good =
      trace_file_read(c->file, evidence->data, evidence->size, task->system, claims, c->error);
  for (size_t i = 0; i < claims->size; i++) {
    Trace *trace = claims->data[i].trace;
    for (size_t k = 0; trace && k < trace->steps.size; k++) {
      bits_resize(&trace->steps.data[k].latches, system->latches.size);
      bits_resize(&trace->steps.data[k].inputs, system->inputs.size);
    }
  }
  task_free(task);
  return good;
}

/* Witnesses of words, which only a model of words can have, or of bits. */
static bool read_claims(Certify *c, const Input *evidence, const System *system,
                        TraceClaims *claims) {
  if (!btor2_witness_recognise(evidence->data, evidence->size))
    return read_bits(c, evidence, system, claims);
  if (!c->model->relation || system != c->model->system)
    return error_at(c->error, c->file, 0, 0,
                    "a BTOR2 witness is about the bad and justice lines of a BTOR2 file");
  return btor2_witness_read(c->file, evidence->data, evidence->size, c->model->relation, system,
                            c->model->memories, claims, c->error);
}

static CertifyOutcome certify_traces(Certify *c, const Input *evidence) {
  int64_t property = c->question->property;
  bool is_product = property >= 0 && property_is_product(c->model, (size_t)property);
  Task *product = NULL;
  if (is_product) {
    product = linear_task_of_property(c->model, (size_t)property, &c->ltl, c->error);
    if (!product) return CERTIFY_UNREADABLE;
  }
  TraceClaims claims = {0};
  const System *system = product ? product->system : c->model->system;
  CertifyOutcome outcome = CERTIFY_UNREADABLE;
  if (read_claims(c, evidence, system, &claims)) outcome = judged(replay_all(c, product, &claims));
  trace_claims_free(&claims);
  task_free(product);
  return outcome;
}

/* ---- proofs ---- */

/* As in the competition: that no bad literal of the file is ever true. NULL where it has none. */
static Task *all_invariants(const Model *model) {
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
  task_free(task);
  return NULL;
}

static bool finds_violations(Certify *c, const Task *product) {
  Error why = {0};
  Finding finding = product_of_property(c->model, (size_t)c->question->property, &c->ltl, product,
                                        ABOUT_WORK_LARGE, NULL, &why);
  return passes(c, "automaton", finding, &why);
}

/* The task that a proof is about, with the addresses of memories that the file names. */
static Task *proved_task(Certify *c, size_t property) {
  Task *task = linear_task_of_property(c->model, property, &c->ltl, c->error);
  if (task) track_named(c, task);
  return task;
}

/* That of a formula has a run for each of its violations before any address is tracked. */
static bool product_finds_violations(Certify *c, size_t property) {
  Task *product = linear_task_of_property(c->model, property, &c->ltl, c->error);
  bool good = product && finds_violations(c, product);
  task_free(product);
  return good;
}

static CertifyOutcome certify_circuit(Certify *c, const Input *evidence) {
  int64_t property = c->question->property;
  Task *task;
  if (property >= 0) {
    task = proved_task(c, (size_t)property);
    if (!task) return CERTIFY_UNREADABLE;
  } else if (!(task = all_invariants(c->model))) {
    error_set(c->error,
              "%s has no invariant: say with --property which property the certificate proves",
              c->model->file);
    return CERTIFY_UNREADABLE;
  } else {
    track_named(c, task);
  }
  bool own = property >= 0 && !property_is_product(c->model, (size_t)property);
  size_t justice = own ? property_index_in_kind(c->model, (size_t)property) : 0;
  WitnessFile witness;
  if (!witness_file_read(&witness, c->file, evidence->data, evidence->size, task, justice,
                         c->error)) {
    task_free(task);
    return CERTIFY_UNREADABLE;
  }
  witness.certificate.scrutiny = c->question->scrutiny;
  bool good = certify_certificate(task, &witness.certificate, c->error);
  witness_file_free(&witness);
  good = good && (property < 0 || own || product_finds_violations(c, (size_t)property));
  if (good)
    accept(c, "the certificate proves %s",
           property >= 0 ? c->model->properties.data[property].name
                         : "all invariants of the model");
  task_free(task);
  return judged(good);
}

static CertifyOutcome certify_bmc_proof(Certify *c, const Input *evidence) {
  int64_t property = c->question->property;
  if (property < 0) {
    error_set(c->error, "say with --property which property the proof is about");
    return CERTIFY_UNCLEAR;
  }
  BmcProof *proof = bmc_file_read(c->file, evidence->data, evidence->size, c->error);
  Task *task = proof ? proved_task(c, (size_t)property) : NULL;
  bool good = task && certify_bmc(task, proof, NULL, c->question->scrutiny, c->error) &&
              (!property_is_product(c->model, (size_t)property) ||
               product_finds_violations(c, (size_t)property));
  if (good && proof->method == BMC_DIRECT)
    vec_push(&c->report->about, mem_string("encoding of the formula checked: no"));
  if (good)
    accept(c, "the proof of length %zu shows that %s holds", bmc_proof_length(proof),
           c->model->properties.data[property].name);
  CertifyOutcome outcome = task ? judged(good) : CERTIFY_UNREADABLE;
  bmc_proof_free(proof);
  task_free(task);
  return outcome;
}

/* A CTL proof says itself which verdict it proves. */
static CertifyOutcome certify_ctl_proof(Certify *c, const Input *evidence) {
  int64_t property = c->question->property;
  if (property < 0 || c->model->properties.data[property].kind != PROPERTY_CTL) {
    error_set(c->error, "say which CTL formula the proof is about: with --ctl, or with --ctl-file "
                        "and --property");
    return CERTIFY_UNCLEAR;
  }
  Verdict verdict;
  CtlProof *proof = ctl_file_read(c->file, evidence->data, &verdict, c->error);
  if (!proof) return CERTIFY_UNREADABLE;
  Task *task = task_of_property(c->model, (size_t)property, &c->ltl, c->error);
  bool good =
      task && certify_ctl_under(task, proof, verdict, NULL, c->question->scrutiny, c->error);
  if (good)
    accept(c, "the proof of %zu updates shows that %s %s", proof->updates.size,
           c->model->properties.data[property].name,
           verdict == VERDICT_HOLDS ? "holds" : "is violated");
  CertifyOutcome outcome = task ? judged(good) : CERTIFY_UNREADABLE;
  task_free(task);
  ctl_proof_free(proof);
  return outcome;
}

static bool is_anything(const char *data, size_t size) {
  (void)data;
  (void)size;
  return true;
}

/* The kinds of files, in the order in which they are recognised. */
static const struct {
  bool (*recognise)(const char *data, size_t size);
  CertifyOutcome (*certify)(Certify *c, const Input *evidence);
} files[] = {
    {ctl_file_recognise, certify_ctl_proof},
    {bmc_file_recognise, certify_bmc_proof},
    {aiger_file_recognise, certify_circuit},
    {is_anything, certify_traces},
};

CertifyOutcome certify_evidence(const CertifyQuestion *question, const char *file,
                                const Input *evidence, CertifyReport *report, Error *error) {
  Certify c = {.question = question,
               .model = question->model,
               .file = file,
               .ltl = question->ltl,
               .report = report,
               .error = error};
  if (!product_note_read(file, evidence->data, evidence->size, question->given, &c.ltl, error) ||
      !memory_note_read(c.model, file, evidence->data, evidence->size, &c.tracked, error)) {
    vec_free(&c.tracked);
    return CERTIFY_UNREADABLE;
  }
  bool known = question->property >= 0;
  scrutiny_begin(
      question->scrutiny, question->model->file,
      known ? question->model->properties.data[question->property].name : "all invariants", NULL);
  size_t i = 0;
  while (!files[i].recognise(evidence->data, evidence->size)) i++;
  CertifyOutcome outcome = files[i].certify(&c, evidence);
  vec_free(&c.tracked);
  return outcome;
}
