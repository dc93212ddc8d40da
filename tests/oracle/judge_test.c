/* The judge of evidence by its two ways in, on random systems and evidence that was changed at
 * random: through the bridge from structures in memory, and through files, as rondo-check. The
 * answers are the same on every file, and where the circuits are small enough they are those of
 * enumeration. */
#include <ctype.h>
#include <stdio.h>

#include "base/random.h"
#include "base/text.h"
#include "engine/engine.h"
#include "evidence/bmc_file.h"
#include "evidence/certify.h"
#include "evidence/certify_bmc.h"
#include "evidence/replay.h"
#include "evidence/trace_file.h"
#include "evidence/witness_file.h"
#include "oracle/certificate_oracle.h"
#include "oracle/judge_process.h"
#include "oracle/random_system.h"
#include "test.h"

enum { WORK = 3000000, CHANGES = 6 };

typedef struct {
  unsigned accepted, refused, enumerated;
} Tally;

/* ---- changes ---- */

/* One number of the file becomes another one, near it, or its negation, or any other. */
static char *change_number(const char *text, Random *random) {
  Text changed = {0};
  size_t numbers = 0, at = 0;
  for (const char *p = text; *p; p++)
    numbers += isdigit((unsigned char)*p) && (p == text || !isdigit((unsigned char)p[-1]));
  size_t chosen = random_below(random, (uint32_t)numbers);
  for (const char *p = text; *p;) {
    if (!isdigit((unsigned char)*p)) {
      text_format(&changed, "%c", *p++);
      continue;
    }
    char *end;
    unsigned long number = strtoul(p, &end, 10);
    if (at++ == chosen) {
      static const char ways[] = "^^^+-=";
      char way = ways[random_below(random, sizeof ways - 1)];
      number = way == '^'   ? number ^ 1
               : way == '+' ? number + 2
               : way == '-' ? number - (number > 1 ? 2 : 0)
                            : random_below(random, 40);
    }
    text_format(&changed, "%lu", number);
    p = end;
  }
  return text_take(&changed);
}

/* One digit of a trace, or one line of it less. */
static char *change_trace(const char *text, Random *random) {
  char *changed = mem_string(text);
  size_t size = strlen(changed), at = 5 + random_below(random, (uint32_t)size - 5);
  if (random_chance(random, 3, 4)) {
    if (changed[at] == '0' || changed[at] == '1') changed[at] ^= 1;
    return changed;
  }
  size_t end = at;
  while (end < size && changed[end] != '\n') end++;
  while (at && changed[at - 1] != '\n') at--;
  if (end < size) memmove(changed + at, changed + end + 1, size - end);
  return changed;
}

/* ---- both ways ---- */

_Noreturn static void differ(const JudgeFiles *files, bool first, int code, const char *why) {
  test_fail(__FILE__, __LINE__,
            "the ways differ: certify %s it%s%s, rondo-check says %d; the files are in %s",
            first ? "accepts" : "refuses", why ? ": " : "", why ? why : "", code, files->folder);
}

/* What enumeration says of a witness in a file: 1 right, 0 wrong, -1 it cannot say. It speaks of
 * the formulas alone: where the shape is refused, it is not asked. */
static int enumerate(const Task *task, const char *text, const char *why) {
  WitnessFile witness;
  Error error = {0};
  int verdict = -1;
  if (why && !strstr(why, "check '")) return -1;
  if (witness_file_read(&witness, "witness", text, strlen(text), task, 0, &error)) {
    const System *circuit = witness.certificate.circuit;
    if (circuit->latches.size + circuit->inputs.size <= 6 &&
        task->system->latches.size + task->system->inputs.size <= 6)
      verdict = !certificate_oracle(task, &witness.certificate);
    witness_file_free(&witness);
  }
  error_free(&error);
  return verdict;
}

static void compare_witness(const JudgeFiles *files, const Task *task, const char *text,
                            Tally *tally) {
  Error error = {0};
  bool first = certify_witness_bytes(task, "witness", text, strlen(text), 0, &error);
  int code = judge_process_run(files, text, strlen(text), NULL, NULL);
  if (first != (code == 0)) differ(files, first, code, error.message);
  int right = enumerate(task, text, error.message);
  if (right >= 0) {
    CHECK_EQUAL(code == 0, right);
    tally->enumerated++;
  }
  *(first ? &tally->accepted : &tally->refused) += 1;
  error_free(&error);
}

static void compare_bounded(const JudgeFiles *files, const Task *task, const char *text,
                            Tally *tally) {
  Error error = {0};
  BmcProof *proof = bmc_file_read("proof", text, strlen(text), &error);
  bool first = proof && certify_bmc(task, proof, NULL, NULL, &error);
  int code = judge_process_run(files, text, strlen(text), NULL, NULL);
  if (first != (code == 0)) differ(files, first, code, error.message);
  *(first ? &tally->accepted : &tally->refused) += 1;
  bmc_proof_free(proof);
  error_free(&error);
}

static bool replays(const Task *task, const char *text) {
  TraceClaims claims = {0};
  Error error = {0};
  bool good = trace_file_read("trace", text, strlen(text), task->system, &claims, &error) &&
              claims.size == 1 && claims.data[0].verdict == VERDICT_VIOLATED;
  if (good) {
    TraceClaim *claim = claims.data;
    claim->trace->loop = TRACE_NO_LOOP;
    good = claim->properties.size == 1 && !claim->properties.data[0].index &&
           claim->properties.data[0].justice == (task->kind == TASK_FAIR) &&
           (task->kind != TASK_FAIR || trace_find_loop(claim->trace, task->system, &error)) &&
           replay(task, claim->trace, &error);
  }
  trace_claims_free(&claims);
  error_free(&error);
  return good;
}

static void compare_trace(const JudgeFiles *files, const Task *task, const char *text,
                          Tally *tally) {
  bool first = replays(task, text);
  int code = judge_process_run(files, text, strlen(text), NULL, NULL);
  if (first != (code == 0)) differ(files, first, code, NULL);
  *(first ? &tally->accepted : &tally->refused) += 1;
}

/* ---- the tests ---- */

static EngineResult answer(const char *name, const Task *task) {
  const Engine *engine = engine_find(name);
  EngineSetup setup = {0};
  EngineResult result;
  Budget budget = {.work = WORK};
  void *state = engine_open(engine, task, &setup);
  engine->run(state, &budget);
  engine->result(state, &result);
  engine->close(state);
  return result;
}

/* What the engine wrote is accepted; then it is compared with changes. */
static void compare_evidence(const Task *task, const EngineResult *result, uint64_t seed,
                             Tally *proofs, Tally *traces) {
  JudgeFiles files = judge_files_new();
  Random random = {seed};
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  bool holds = result->verdict == VERDICT_HOLDS;
  const BmcProof *bounded = result->evidence.bmc;
  TraceProperty property = {.justice = task->kind == TASK_FAIR};
  CHECK(bounded ? bmc_file_write(stream, bounded, false, NULL)
        : holds ? witness_file_write(stream, task, result->evidence.witness, false, NULL)
                : trace_file_write(stream, &property, result->evidence.trace));
  fclose(stream);
  judge_write_model(&files, task, NULL);
  int code = judge_process_run(&files, text, size, NULL, NULL);
  if (code != 0) differ(&files, true, code, NULL);
  for (int i = 0; i < CHANGES; i++) {
    char *changed = holds ? change_number(text, &random) : change_trace(text, &random);
    if (bounded) compare_bounded(&files, task, changed, proofs);
    else if (holds) compare_witness(&files, task, changed, proofs);
    else compare_trace(&files, task, changed, traces);
    mem_free(changed);
  }
  free(text);
  judge_files_free(&files);
}

static void compare_all(TaskKind kind, const char *const *engines, size_t count, unsigned cases) {
  Tally proofs = {0}, traces = {0};
  for (uint64_t seed = 0; seed < test_cases(cases); seed++) {
    RandomModel *model = random_model(seed, 4 + seed % 4);
    Task *task =
        kind == TASK_BAD ? random_model_bad_task(model, 0) : random_model_fair_task(model, 0);
    random_model_free(model);
    EngineResult result = answer(engines[seed % count], task);
    if (result.verdict != VERDICT_UNKNOWN) compare_evidence(task, &result, seed, &proofs, &traces);
    evidence_free(&result.evidence);
    task_free(task);
  }
  CHECK_COVERAGE(proofs.accepted > 10 && proofs.refused > 50);
  CHECK_COVERAGE(proofs.enumerated > 20 || !strcmp(engines[0], "bmc"));
  CHECK_COVERAGE(traces.accepted > 10 && traces.refused > 50);
}

TEST(memory_and_files_have_one_answer_on_changed_evidence_about_invariants) {
  static const char *const engines[] = {"ic3", "kind", "localise"};
  compare_all(TASK_BAD, engines, 3, 150);
}

TEST(memory_and_files_have_one_answer_on_changed_evidence_about_progress) {
  static const char *const engines[] = {"fair", "kliveness", "l2s", "rlive"};
  compare_all(TASK_FAIR, engines, 4, 100);
}

/* These have no second opinion here: bounded_judge_test.c has it. */
TEST(memory_and_files_have_one_answer_on_changed_proofs_by_bounded_model_checking) {
  static const char *const engines[] = {"bmc"};
  compare_all(TASK_BAD, engines, 1, 60);
  compare_all(TASK_FAIR, engines, 1, 60);
}
