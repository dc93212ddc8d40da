/* What an earlier run has kept of a property, and what this one keeps. Kept evidence is about the
 * cone of the property, which may be any: it counts if the judge accepts it for the task. */
#include "base/clock.h"
#include "check/check_parts.h"
#include "check/keep.h"
#include "evidence/evidence_form.h"

/* What takes the judge longer than this is worth a search for other evidence: it is checked again
 * in every later run. Proofs by induction over many steps can take it a hundred times as long as
 * the engine. */
#define DEAR_SECONDS 0.05

/* ---- evidence that is quicker to check ---- */

/* An invariant of ic3 about the cone, unless that takes longer than so many seconds. */
static bool find_invariant(const Check *check, const Engine *ic3, Budget *budget, Evidence *cone) {
  EngineResult answer = {0};
  Error error = {0};
  EngineSetup setup = {.seed = 1};
  void *state = engine_open(ic3, reduction_task(check->reduction), &setup);
  Verdict verdict = ic3->run(state, budget);
  ic3->result(state, &answer);
  ic3->close(state);
  bool good =
      verdict == VERDICT_HOLDS && check_map_back(cone, check->reduction, &answer.evidence, &error);
  evidence_free(&answer.evidence);
  error_free(&error);
  return good;
}

static bool shows(const Check *check, Evidence *cone, Budget *budget) {
  EvidenceClaim claim = {.task = check->result->task, .verdict = VERDICT_HOLDS, .budget = budget};
  Evidence evidence = {0};
  Error error = {0};
  bool good = check_map_back(&evidence, check->cone, cone, &error) &&
              evidence_check(&claim, &evidence, &error);
  evidence_free(&evidence);
  error_free(&error);
  return good;
}

/* Other evidence for an invariant that holds, found in the time that the judge took and checked in
 * half of it; else false. */
static bool find_cheaper(const Check *check, const Engine *ic3, double seconds, Budget *budget,
                         Evidence *cone) {
  bool may = check->result->task->kind == TASK_BAD && seconds > DEAR_SECONDS && check->reduction;
  if (!may) return false;
  Budget search = {.parent = budget, .deadline = clock_wall() + seconds};
  if (!find_invariant(check, ic3, &search, cone)) return false;
  Budget judging = {.parent = budget, .deadline = clock_wall() + seconds / 2};
  return shows(check, cone, &judging);
}

/* ---- keeping ---- */

static void keep(const Check *check, const Engine *engine, Verdict verdict, Evidence evidence) {
  KeptAnswer kept = {verdict, engine, evidence};
  keep_answer(check->keep, check->model, check->result->outcome.index, reduction_task(check->cone),
              &kept);
}

void check_keep(const Check *check, const Engine *engine, Verdict verdict, const Evidence *cone,
                double seconds, Budget *budget) {
  const Evidence *evidence = &check->result->evidence;
  const EvidenceForm *form = evidence_form(evidence);
  const Engine *ic3 = engine_find("ic3");
  Evidence cheaper = {0};
  if (verdict == VERDICT_HOLDS && engine != ic3 &&
      find_cheaper(check, ic3, seconds, budget, &cheaper))
    keep(check, ic3, verdict, cheaper);
  else keep(check, engine, verdict, form && !form->back ? *evidence : *cone);
  evidence_free(&cheaper);
}

/* ---- using what was kept ---- */

/* Evidence about the cone, which may be any: it counts if it shows the answer on the task. If it is
 * about the cone as it was before the model changed, it is now kept for this one, too. */
static bool adopt(Check *check, KeptAnswer *kept, bool anew, Budget *budget) {
  Result *result = check->result;
  Error error = {0};
  bool good = check_map_back(&result->evidence, check->cone, &kept->evidence, &error) &&
              check_accept(check, kept->engine, kept->verdict, budget, &error);
  if (good && anew) check_keep(check, kept->engine, kept->verdict, &kept->evidence, 0, budget);
  if (!good) check_move_back(&result->evidence, &kept->evidence);
  evidence_free(&kept->evidence);
  error_free(&error);
  result->outcome.kept = good;
  return good;
}

/* Models with memories have tasks that change on the way: of them nothing is kept. */
void check_recall(Check *check, const Settings *settings) {
  bool cones = !settings->no_reduce && settings->reduce.cone;
  if (!settings->keep || check->model->memories || !cones) return;
  const ReduceOptions cone = {.cone = true};
  Budget budget = settings_budget(settings, settings->timeout);
  check->keep = settings->keep;
  check->cone = reduce(check->result->task, &cone, &budget);
  const Task *task = reduction_task(check->cone);
  uint64_t hash = keep_hash(task), last;
  KeptAnswer kept;
  if (keep_find(check->keep, hash, task, &kept)) check->done = adopt(check, &kept, false, &budget);
  if (check->done || !keep_last(check->keep, check->model, check->result->outcome.index, &last) ||
      last == hash || !keep_find(check->keep, last, task, &kept))
    return;
  check->done = adopt(check, &kept, true, &budget);
}
