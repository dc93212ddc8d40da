/* From the answer of an engine to a verdict: its evidence goes back to the task as it was asked,
 * and to the judge. An engine is never believed: evidence that does not check is an internal error
 * of that engine, and is never a verdict; the other engines go on. */
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "check/about_formula.h"
#include "check/check_parts.h"
#include "check/task_of_property.h"
#include "evidence/evidence_form.h"

/* ---- evidence: the way back, and the check ---- */

bool check_map_back(Evidence *evidence, const Reduction *reduction, Evidence *reduced,
                    Error *error) {
  const EvidenceForm *form = evidence_form(reduced);
  evidence->kind = reduced->kind;
  evidence->size = reduced->size;
  if (!form) return true;
  if (form->back) return form->back(reduction, reduced, evidence, error);
  *evidence = *reduced;
  *reduced = (Evidence){0};
  return true;
}

void check_move_back(Evidence *evidence, Evidence *reduced) {
  const EvidenceForm *form = evidence_form(evidence);
  if (form && !form->back) *reduced = *evidence;
  else evidence_free(evidence);
  *evidence = (Evidence){0};
}

bool check_evidence(Check *check, Verdict verdict, Budget *budget, Error *error) {
  EvidenceClaim claim = {check->result->task, verdict, budget, &check->scrutiny};
  return evidence_check(&claim, &check->result->evidence, error);
}

bool check_is_about_product(const Check *check) {
  const Result *result = check->result;
  return result->task && result->task->kind != TASK_CTL &&
         property_is_product(check->model, result->outcome.index);
}

/* Evidence about a product is evidence about the property that was asked. What cannot be found out
 * passes, and users are told that it is taken on trust. */
static bool check_formula(const Check *check, Verdict verdict, Budget *budget, Error *error) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  size_t number = outcome->index;
  mem_free(outcome->trusted);
  outcome->trusted = NULL;
  if (!check_is_about_product(check)) return true;
  Error why = {0};
  Finding finding = verdict == VERDICT_VIOLATED
                        ? violation_of_property(check->model, number, result->evidence.trace, &why)
                        : product_of_property(check->model, number, &check->ltl,
                                              check->asked ? check->asked : result->task,
                                              ABOUT_WORK_SMALL, budget, &why);
  if (finding == FINDING_REFUTED) error_set(error, "%s", why.message);
  if (finding == FINDING_OPEN) outcome->trusted = trusted_of_formula(verdict, why.message);
  /* The checker has asked its own questions about an encoding that it shares with the engine. */
  const BmcProof *bmc = result->evidence.bmc;
  if (finding == FINDING_SHOWN && bmc && bmc->method == BMC_DIRECT)
    outcome->trusted = mem_string("that the encoding of the formula finds every violation");
  AboutStats stats = {finding == FINDING_SHOWN, finding == FINDING_OPEN};
  stats_collect(&outcome->stats, about_stat_fields, about_stat_field_count, &stats);
  error_free(&why);
  return finding != FINDING_REFUTED;
}

/* What shows an answer, and that it is about the question. */
static bool check_shown(Check *check, Verdict verdict, Budget *budget, Error *error) {
  Trace *trace = check->result->evidence.trace;
  if (verdict == VERDICT_VIOLATED && trace && trace->loop == TRACE_NO_LOOP &&
      check_is_about_product(check))
    let_run_go_on(check->model, check->result->outcome.index, trace);
  return check_evidence(check, verdict, budget, error) &&
         check_formula(check, verdict, budget, error);
}

/* ---- judging answers ---- */

void check_internal_error(Result *result, const Engine *engine, const char *why) {
  if (result->internal_error) return;
  Text text = {0};
  text_format(&text, "evidence from engine %s did not check: %s", engine->name, why);
  result->internal_error = text_take(&text);
}

bool check_accept(Check *check, const Engine *engine, Verdict verdict, Budget *budget,
                  Error *error) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  scrutiny_begin(&check->scrutiny, outcome->file, outcome->property, budget);
  bool shown = check_shown(check, verdict, budget, error);
  scrutiny_end(&check->scrutiny, &outcome->stats);
  if (!shown) return false;
  outcome->engine = engine->name;
  outcome->verdict = verdict;
  outcome->evidence = result->evidence.kind;
  outcome->size = result->evidence.size;
  outcome->checked = true;
  return true;
}

/* Evidence about the reduced task as evidence about the cone, if there is one, and then about the
 * task. What it is about the cone stays in `cone`, unless it moved on. */
static bool map_to_task(const Check *check, Evidence *reduced, Evidence *cone, Error *error) {
  Evidence *evidence = &check->result->evidence;
  if (!check->cone) return check_map_back(evidence, check->reduction, reduced, error);
  return check_map_back(cone, check->reduction, reduced, error) &&
         check_map_back(evidence, check->cone, cone, error);
}

/* What goes with evidence stays with the answer, whatever becomes of the evidence itself. */
static void take_sets(Evidence *to, Evidence *from) {
  if (!from->sets.size) return;
  vec_free(&to->sets);
  to->sets = from->sets;
  memset(&from->sets, 0, sizeof from->sets);
}

Judgement check_judge(void *context, const Engine *engine, EngineResult *answer, Budget *budget,
                      Error *error) {
  Check *check = context;
  Result *result = check->result;
  Evidence cone = {0};
  bool mapped = map_to_task(check, &answer->evidence, &cone, error);
  double start = clock_wall();
  bool shown = mapped && check_accept(check, engine, answer->verdict, budget, error);
  if (shown && check->cone)
    check_keep(check, engine, answer->verdict, &cone, clock_wall() - start, budget);
  if (shown) {
    take_sets(&result->evidence, &answer->evidence);
    evidence_free(&cone);
    return JUDGED_GOOD;
  }
  if (check->cone) check_move_back(&result->evidence, &cone);
  check_move_back(check->cone ? &cone : &result->evidence, &answer->evidence);
  if (mapped && budget_spent(budget)) {
    error_free(error);
    return JUDGED_LIMIT;
  }
  if (mapped) check_internal_error(result, engine, error->message);
  return JUDGED_BAD;
}

bool check_improve(Check *check, Evidence *better, size_t most, const Reduction *reduction,
                   Budget *budget) {
  Result *result = check->result;
  Outcome *outcome = &result->outcome;
  Evidence kept = result->evidence;
  Stats stats = outcome->stats; /* those of the check do not count this one */
  char *trusted = outcome->trusted;
  Error error = {0};
  result->evidence = (Evidence){0};
  outcome->stats = (Stats){0};
  outcome->trusted = NULL;
  bool good = true;
  if (reduction) {
    good = check_map_back(&result->evidence, reduction, better, &error);
  } else {
    result->evidence = *better;
    *better = (Evidence){0};
  }
  scrutiny_begin(&check->scrutiny, outcome->file, outcome->property, budget);
  good =
      good && result->evidence.size <= most && check_shown(check, outcome->verdict, budget, &error);
  scrutiny_end(&check->scrutiny, &outcome->stats);
  vec_free(&outcome->stats);
  outcome->stats = stats;
  if (good) take_sets(&result->evidence, &kept);
  Evidence gone = good ? kept : result->evidence;
  mem_free(good ? trusted : outcome->trusted);
  if (!good) result->evidence = kept;
  if (!good) outcome->trusted = trusted;
  evidence_free(&gone);
  error_free(&error);
  outcome->evidence = result->evidence.kind;
  outcome->size = result->evidence.size;
  return good;
}
