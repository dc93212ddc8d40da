#include "check/certify_evidence.h"

#include <stdarg.h>

#include "base/memory.h"
#include "check/about_formula.h"
#include "check/product_note.h"
#include "check/task_of_property.h"
#include "evidence/certify.h"
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
  LtlOptions ltl; /* of the question and of the file */
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

/* ---- traces ---- */

static bool replay_claim(const Task *task, TraceClaim *claim, Error *error) {
  claim->trace->loop = TRACE_NO_LOOP;
  if (task->kind == TASK_FAIR && !trace_find_loop(claim->trace, task->system, error)) return false;
  return replay(task, claim->trace, error);
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
  bool good = task && replay_claim(task, claim, c->error);
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
    if (product && replay_claim(product, claim, c->error) && violates_formula(c, claim->trace))
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
  if (trace_file_read(c->file, evidence->data, evidence->size, system, &claims, c->error))
    outcome = judged(replay_all(c, product, &claims));
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

static CertifyOutcome certify_circuit(Certify *c, const Input *evidence) {
  int64_t property = c->question->property;
  Task *task;
  if (property >= 0) {
    task = linear_task_of_property(c->model, (size_t)property, &c->ltl, c->error);
    if (!task) return CERTIFY_UNREADABLE;
  } else if (!(task = all_invariants(c->model))) {
    error_set(c->error,
              "%s has no invariant: say with --property which property the certificate proves",
              c->model->file);
    return CERTIFY_UNREADABLE;
  }
  bool own = property >= 0 && !property_is_product(c->model, (size_t)property);
  size_t justice = own ? property_index_in_kind(c->model, (size_t)property) : 0;
  WitnessFile witness;
  bool good =
      witness_file_read(&witness, c->file, evidence->data, evidence->size, task, justice, c->error);
  if (good) {
    witness.certificate.scrutiny = c->question->scrutiny;
    good = certify_certificate(task, &witness.certificate, c->error);
    witness_file_free(&witness);
  }
  good = good && (property < 0 || own || finds_violations(c, task));
  if (good)
    accept(c, "the certificate proves %s",
           property >= 0 ? c->model->properties.data[property].name
                         : "all invariants of the model");
  task_free(task);
  return judged(good);
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
  task_free(task);
  ctl_proof_free(proof);
  return judged(good);
}

CertifyOutcome certify_evidence(const CertifyQuestion *question, const char *file,
                                const Input *evidence, CertifyReport *report, Error *error) {
  Certify c = {question, question->model, file, question->ltl, report, error};
  if (!product_note_read(file, evidence->data, evidence->size, question->given, &c.ltl, error))
    return CERTIFY_UNREADABLE;
  bool known = question->property >= 0;
  scrutiny_begin(
      question->scrutiny, question->model->file,
      known ? question->model->properties.data[question->property].name : "all invariants", NULL);
  if (ctl_file_recognise(evidence->data, evidence->size)) return certify_ctl_proof(&c, evidence);
  if (aiger_file_recognise(evidence->data, evidence->size)) return certify_circuit(&c, evidence);
  return certify_traces(&c, evidence);
}
