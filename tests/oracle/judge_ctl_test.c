/* CTL proofs before the judge by its two ways in, on random systems and formulas and on proofs that
 * were changed at random: through the bridge from structures in memory, and through files, as
 * rondo-check. The answers are the same on every proof, and no proof of a lie is accepted. */
#include <ctype.h>
#include <stdio.h>

#include "base/text.h"
#include "engine/engine.h"
#include "evidence/certify_ctl.h"
#include "evidence/ctl_about.h"
#include "evidence/ctl_file.h"
#include "oracle/ctl_gated.h"
#include "oracle/ctl_oracle.h"
#include "oracle/judge_process.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"
#include "task/ctl_structure.h"
#include "test.h"

enum { WORK = 20000000, CHANGES = 8 };

typedef struct {
  Task *task;
  Formulas *formulas;
  Verdict truth;
  Text text; /* of the formula */
} Subject;

static Subject subject_new(uint64_t seed) {
  Subject s = {.task = random_bad_task(seed ^ 0xc7c7), .formulas = formulas_new()};
  Random random = {seed};
  s.task->kind = TASK_CTL;
  s.task->formulas = s.formulas;
  random_atoms(s.formulas, s.task->system, &random, 3, true);
  s.task->formula = random_ctl(s.formulas, &random, (FormulaShape){4, 3, false});
  formula_print(s.formulas, s.task->formula, &s.text);
  Explicit *e = explicit_new(s.task->system);
  s.truth = ctl_oracle_holds(e, s.formulas, s.task->formula) ? VERDICT_HOLDS : VERDICT_VIOLATED;
  explicit_free(e);
  return s;
}

static void subject_free(Subject *s) {
  task_free(s->task);
  formulas_free(s->formulas);
  text_free(&s->text);
}

static void write_model(const JudgeFiles *files, const Subject *s) {
  LitVec atoms = {0};
  for (size_t i = 0; i < s->formulas->atoms.size; i++)
    vec_push(&atoms, s->formulas->atoms.data[i].literal);
  judge_write_model(files, s->task, &atoms);
  vec_free(&atoms);
}

/* Equalities are looked for at once in every other case, and FAIR is asked at once in some. */
static EngineResult answer(const Task *task, uint64_t seed) {
  const Engine *engine = engine_find("iictl");
  char *options = mem_alloc(engine->options_size);
  memcpy(options, engine->option_defaults, engine->options_size);
  for (size_t i = 0; i < engine->option_count; i++) {
    int64_t *value = (int64_t *)(void *)(options + engine->options[i].offset);
    if (!strcmp(engine->options[i].name, "iictl-trial")) *value = seed % 2 ? 0 : 1000000;
    if (!strcmp(engine->options[i].name, "iictl-fair")) *value = seed % 3 ? 1000000 : 0;
  }
  EngineSetup setup = {.options = options};
  void *state = engine_open(engine, task, &setup);
  Budget budget = {.work = WORK};
  EngineResult result;
  engine->run(state, &budget);
  engine->result(state, &result);
  engine->close(state);
  mem_free(options);
  return result;
}

static char *written(const Task *task, const CtlProof *proof, Verdict verdict) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  CHECK(ctl_file_write(stream, proof, verdict) && ctl_about_write(stream, task, proof));
  fclose(stream);
  return text;
}

/* ---- changes: each field of an update, its place, whether it is there, the verdict ---- */

static void change_list(IntVec *lits, Random *random) {
  if (!lits->size) return;
  int *lit = lits->data + random_below(random, (uint32_t)lits->size);
  switch (random_below(random, 3)) {
  case 0: *lit = -*lit; break;
  case 1: *lit += random_chance(random, 1, 2) ? 1 : -1; break;
  default: /* a literal less, if the list stays well formed */
    if (lits->size > 1 && *lit) {
      size_t at = (size_t)(lit - lits->data);
      memmove(lit, lit + 1, (lits->size - at - 1) * sizeof *lit);
      lits->size--;
    }
  }
}

static void change(CtlProof *proof, Random *random) {
  if (!proof->updates.size) return;
  size_t at = random_below(random, (uint32_t)proof->updates.size);
  CtlUpdate *update = proof->updates.data + at;
  switch (random_below(random, 10)) {
  case 0: update->kind = (CtlUpdateKind)random_below(random, 6); break;
  case 1: update->node = random_below(random, 12); break;
  case 2: update->number ^= 1; break;
  case 3: update->states.size = 0; break;
  case 4:
    if (at) {
      CtlUpdate swap = *update;
      *update = update[-1];
      update[-1] = swap;
    }
    break;
  case 5: change_list(&update->inputs, random); break;
  case 6: change_list(&update->functions, random); break;
  case 7:
    if (proof->gates.size)
      proof->gates.data[random_below(random, (uint32_t)proof->gates.size)] *= -1;
    break;
  default: change_list(&update->states, random); break;
  }
}

/* In some cases the proof says the same with circuits. */
static void gate_some(const Task *task, CtlProof *proof, Random *random) {
  CtlStructure *structure = ctl_structure_new(task);
  size_t latches = structure->system->latches.size;
  ctl_structure_free(structure);
  if (latches && random_chance(random, 1, 2)) ctl_gate_proof(proof, latches, random);
}

/* ---- both ways ---- */

typedef struct {
  unsigned accepted, refused;
  unsigned kinds[6]; /* updates of proofs that were accepted as they are */
} Tally;

static void compare(const JudgeFiles *files, const Subject *s, const CtlProof *proof,
                    Verdict verdict, Tally *tally) {
  Error error = {0};
  char *text = written(s->task, proof, verdict);
  bool first = certify_ctl(s->task, proof, verdict, NULL, &error);
  bool second = judge_process_run(files, text, strlen(text), "--ctl", s->text.data) == 0;
  if (first != second)
    test_fail(__FILE__, __LINE__, "certify %s, rondo-check does not agree: --ctl '%s'; see %s",
              first ? "accepts" : error.message, s->text.data, files->folder);
  if (first && verdict != s->truth)
    test_fail(__FILE__, __LINE__, "a lie is accepted: --ctl '%s'; see %s", s->text.data,
              files->folder);
  *(first ? &tally->accepted : &tally->refused) += 1;
  free(text);
  error_free(&error);
}

TEST(memory_and_files_have_one_answer_on_changed_ctl_proofs) {
  Tally tally = {0};
  for (uint64_t seed = 0; seed < test_cases(150); seed++) {
    Subject s = subject_new(seed);
    EngineResult result = answer(s.task, seed);
    CHECK_EQUAL(result.verdict, s.truth);
    JudgeFiles files = judge_files_new();
    Random random = {seed};
    write_model(&files, &s);
    CtlProof *proof = result.evidence.ctl;
    gate_some(s.task, proof, &random);
    unsigned before = tally.accepted;
    compare(&files, &s, proof, s.truth, &tally);
    CHECK_EQUAL(tally.accepted, before + 1);
    for (size_t i = 0; i < proof->updates.size; i++) tally.kinds[proof->updates.data[i].kind]++;
    compare(&files, &s, proof, s.truth == VERDICT_HOLDS ? VERDICT_VIOLATED : VERDICT_HOLDS, &tally);
    for (int i = 0; i < CHANGES && proof->updates.size; i++) {
      change(proof, &random);
      compare(&files, &s, proof, s.truth, &tally);
    }
    judge_files_free(&files);
    evidence_free(&result.evidence);
    subject_free(&s);
  }
  CHECK_COVERAGE(tally.accepted > 150 && tally.refused > 150);
  for (size_t i = 0; i < 6; i++) CHECK_COVERAGE(tally.kinds[i] > 0);
}
