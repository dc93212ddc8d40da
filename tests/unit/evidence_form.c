/* The table of the kinds of evidence. What its functions do with evidence that is there is shown
 * where engines make it: wire.c, gate.c, reduce_test.c. */
#include "evidence/evidence_form.h"

#include <stdio.h>

#include "base/memory.h"
#include "term/relation.h"
#include "test.h"

static const Verdict verdicts[] = {VERDICT_UNKNOWN, VERDICT_HOLDS, VERDICT_VIOLATED};
static const TaskKind task_kinds[] = {TASK_BAD, TASK_FAIR, TASK_CTL};

/* Of nets: the verdict comes with it, and no engine can hand it over. */
static bool is_of_nets(EvidenceKind kind) {
  return kind == EVIDENCE_STATES || kind == EVIDENCE_LINEAR || kind == EVIDENCE_CLAIMS ||
         kind == EVIDENCE_RUNS || kind == EVIDENCE_PREFIX || kind == EVIDENCE_DIAGRAM;
}

TEST(every_kind_of_evidence_has_its_row) {
  for (EvidenceKind kind = EVIDENCE_NONE + 1; kind < EVIDENCE_KINDS; kind++) {
    const EvidenceRow *row = evidence_table + kind;
    CHECK(row->name != NULL && evidence_kind_name(kind) == row->name);
    if (is_of_nets(kind)) {
      CHECK(!row->tasks && !row->holds && !row->violated && !row->form);
      continue;
    }
    CHECK(row->tasks && (row->holds || row->violated));
    for (EvidenceKind other = EVIDENCE_NONE; other < kind; other++)
      CHECK(strcmp(row->name, evidence_table[other].name) != 0);
    const EvidenceForm *form = row->form;
    CHECK(form && form->is_there && form->check && form->write && form->pack && form->unpack);
    CHECK(form->back || row->tasks == TASKS_CTL); /* the others are reduced */
  }
}

/* One kind for each task and answer, and proofs by bounded model checking, so that what fits and is
 * missing is called empty. */
static bool fits(EvidenceKind kind, TaskKind task, Verdict verdict) {
  static const EvidenceKind expected[][3] = {
      [TASK_BAD] = {[VERDICT_HOLDS] = EVIDENCE_INVARIANT, [VERDICT_VIOLATED] = EVIDENCE_TRACE},
      [TASK_FAIR] = {[VERDICT_HOLDS] = EVIDENCE_RANKING, [VERDICT_VIOLATED] = EVIDENCE_LASSO},
      [TASK_CTL] = {[VERDICT_HOLDS] = EVIDENCE_CTL, [VERDICT_VIOLATED] = EVIDENCE_CTL},
  };
  if (kind == EVIDENCE_BMC) return task != TASK_CTL && verdict == VERDICT_HOLDS;
  return verdict != VERDICT_UNKNOWN && kind == expected[task][verdict];
}

TEST(evidence_shows_what_its_kind_can_show) {
  for (size_t t = 0; t < 3; t++)
    for (size_t v = 0; v < 3; v++)
      for (EvidenceKind kind = EVIDENCE_NONE; kind < EVIDENCE_KINDS; kind++) {
        Task *task = task_new(task_kinds[t], system_new());
        EvidenceClaim claim = {.task = task, .verdict = verdicts[v]};
        Evidence evidence = {.kind = kind};
        Error error = {0};
        CHECK(!evidence_form(&evidence));
        CHECK(!evidence_check(&claim, &evidence, &error));
        bool none = kind == EVIDENCE_NONE || is_of_nets(kind);
        const char *why = none                                     ? "gave no evidence"
                          : fits(kind, task_kinds[t], verdicts[v]) ? "is empty"
                                                                   : "does not fit";
        CHECK(strstr(error.message, why));
        error_free(&error);
        task_free(task);
      }
}

TEST(a_ctl_proof_that_is_packed_is_unpacked_for_its_own_answer) {
  Task *task = task_new(TASK_CTL, system_new());
  Evidence evidence = {.kind = EVIDENCE_CTL, .ctl = ctl_proof_new()};
  for (size_t v = 1; v < 3; v++) {
    EvidenceClaim claim = {.task = task, .verdict = verdicts[v]};
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    CHECK(stream && form_ctl.pack(stream, &claim, &evidence) && !fclose(stream));
    for (size_t read = 1; read < 3; read++) {
      EvidenceClaim other = {.task = task, .verdict = verdicts[read]};
      Evidence copy = {.kind = EVIDENCE_CTL};
      Error error = {0};
      CHECK_EQUAL(form_ctl.unpack(bytes, size, &other, &copy, &error), read == v);
      CHECK_EQUAL(copy.ctl != NULL, read == v);
      if (read != v) CHECK_TEXT(error.message, "its proof has the wrong form");
      evidence_free(&copy);
      error_free(&error);
    }
    free(bytes);
  }
  evidence_free(&evidence);
  task_free(task);
}

/* A file says what the numbers of the proof stand for; between processes that is known. */
TEST(a_ctl_proof_is_written_with_what_it_is_about_and_packed_without) {
  Task *task = task_new(TASK_CTL, system_new());
  Formulas *formulas = formulas_new();
  task->formulas = formulas;
  task->formula = FORMULA_TRUE;
  Evidence evidence = {.kind = EVIDENCE_CTL, .ctl = ctl_proof_new()};
  EvidenceClaim claim = {.task = task, .verdict = VERDICT_HOLDS};
  EvidenceFile file = {.note = NULL};
  for (int packed = 0; packed < 2; packed++) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    CHECK(packed ? form_ctl.pack(stream, &claim, &evidence)
                 : form_ctl.write(stream, &claim, &file, &evidence));
    CHECK(!fclose(stream));
    CHECK(!strncmp(bytes, "rondo ctl proof 2\nholds\nend\n", 28));
    CHECK_EQUAL(strstr(bytes, "\nabout\n") != NULL, !packed);
    free(bytes);
  }
  evidence_free(&evidence);
  task_free(task);
  formulas_free(formulas);
}

/* A latch that toggles, and some evidence of each form about it: not good, but there. */
static Task *toggle_task(void) {
  System *system = system_new();
  Lit latch = system_latch(system, RESET_0);
  system_set_next(system, latch, lit_not(latch));
  Task *task = task_new(TASK_BAD, system);
  task->bad = latch;
  return task;
}

static Evidence some_evidence(const Task *task, EvidenceKind kind) {
  Evidence evidence = {.kind = kind};
  if (kind == EVIDENCE_TRACE) {
    evidence.trace = trace_new();
    trace_add_step(evidence.trace, task->system);
  } else if (kind == EVIDENCE_CTL) {
    evidence.ctl = ctl_proof_new();
  } else if (kind == EVIDENCE_INVARIANT) {
    evidence.witness = witness_new(system_copy(task->system, NULL));
  } else {
    evidence.bmc = mem_zalloc(sizeof *evidence.bmc);
    evidence.bmc->method = BMC_BAD;
    evidence.bmc->criterion = BMC_FORWARD;
    evidence.bmc->invariant = witness_new(system_copy(task->system, NULL));
  }
  return evidence;
}

static const EvidenceKind each_form[] = {EVIDENCE_TRACE, EVIDENCE_INVARIANT, EVIDENCE_BMC,
                                         EVIDENCE_CTL};

TEST(evidence_that_could_not_be_written_is_not_said_to_be) {
  Task *task = toggle_task();
  EvidenceClaim claim = {.task = task, .verdict = VERDICT_HOLDS};
  for (size_t i = 0; i < 8; i++) {
    Evidence evidence = some_evidence(task, each_form[i / 2]);
    EvidenceFile file = {.note = i % 2 ? "a note" : NULL};
    const EvidenceForm *form = evidence_form(&evidence);
    for (int packed = 0; packed < 2 && form != &form_ctl; packed++) {
      FILE *full = fopen("/dev/full", "w");
      if (!full) SKIP("no /dev/full here");
      setvbuf(full, NULL, _IONBF, 0);
      CHECK(packed ? !form->pack(full, &claim, &evidence)
                   : !form->write(full, &claim, &file, &evidence));
      fclose(full);
    }
    evidence_free(&evidence);
  }
  task_free(task);
}

TEST(notes_are_comments_behind_the_evidence) {
  Task *task = toggle_task();
  EvidenceClaim claim = {.task = task, .verdict = VERDICT_HOLDS};
  EvidenceFile file = {.note = "one\ntwo"};
  for (size_t i = 0; i < 3; i++) {
    Evidence evidence = some_evidence(task, each_form[i]);
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    CHECK(stream && evidence_form(&evidence)->write(stream, &claim, &file, &evidence));
    CHECK(!fclose(stream));
    CHECK(strstr(bytes, i ? "one\ntwo\n" : ".\nc one\nc two\n"));
    free(bytes);
    evidence_free(&evidence);
  }
  task_free(task);
}

/* On a stream with room for the trace and no more. */
TEST(a_note_that_could_not_be_written_is_not_said_to_be) {
  Task *task = toggle_task();
  EvidenceClaim claim = {.task = task, .verdict = VERDICT_VIOLATED};
  Evidence evidence = some_evidence(task, EVIDENCE_TRACE);
  EvidenceFile file = {.note = NULL};
  char *bytes = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&bytes, &size);
  CHECK(stream && form_trace.write(stream, &claim, &file, &evidence) && !fclose(stream));
  for (int noted = 0; noted < 2; noted++) {
    FILE *small = fmemopen(bytes, size, "w");
    file.note = noted ? "a note" : NULL;
    CHECK(small && !setvbuf(small, NULL, _IONBF, 0));
    CHECK_EQUAL(form_trace.write(small, &claim, &file, &evidence), !noted);
    fclose(small);
  }
  free(bytes);
  evidence_free(&evidence);
  task_free(task);
}

TEST(a_trace_of_a_system_of_words_is_written_in_words) {
  Task *task = toggle_task();
  EvidenceClaim claim = {.task = task, .verdict = VERDICT_VIOLATED};
  Evidence evidence = some_evidence(task, EVIDENCE_TRACE);
  EvidenceFile file = {.property = {.index = 3}, .words = relation_new()};
  char *bytes = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&bytes, &size), *closed = fopen("/dev/null", "r");
  CHECK(stream && form_trace.write(stream, &claim, &file, &evidence) && !fclose(stream));
  CHECK_TEXT(bytes, "sat\nb3\n#0\n@0\n.\n");
  CHECK(closed && !form_trace.write(closed, &claim, &file, &evidence));
  fclose(closed);
  free(bytes);
  relation_free((Relation *)file.words);
  evidence_free(&evidence);
  task_free(task);
}

TEST(circuits_are_packed_in_the_binary_form) {
  Task *task = toggle_task();
  EvidenceClaim claim = {.task = task, .verdict = VERDICT_HOLDS};
  static const EvidenceKind kinds[] = {EVIDENCE_INVARIANT, EVIDENCE_BMC};
  for (size_t i = 0; i < 2; i++) {
    Evidence evidence = some_evidence(task, kinds[i]);
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    CHECK(stream && evidence_form(&evidence)->pack(stream, &claim, &evidence) && !fclose(stream));
    CHECK(!strncmp(bytes, "aig ", 4));
    free(bytes);
    evidence_free(&evidence);
  }
  task_free(task);
}

/* The way back from a reduced model reads latches by these numbers. */
TEST(a_bounded_proof_that_names_a_latch_behind_the_last_is_not_unpacked) {
  Task *task = toggle_task();
  EvidenceClaim claim = {.task = task, .verdict = VERDICT_HOLDS};
  for (uint32_t latch = 0; latch < 2; latch++) {
    Evidence evidence = some_evidence(task, EVIDENCE_BMC), copy = {.kind = EVIDENCE_BMC};
    vec_push(&evidence.bmc->latches, latch);
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    Error error = {0};
    CHECK(stream && form_bmc.pack(stream, &claim, &evidence) && !fclose(stream));
    CHECK_EQUAL(form_bmc.unpack(bytes, size, &claim, &copy, &error), latch == 0);
    free(bytes);
    error_free(&error);
    evidence_free(&copy);
    evidence_free(&evidence);
  }
  task_free(task);
}

TEST(nothing_is_not_unpacked) {
  for (EvidenceKind kind = EVIDENCE_NONE + 1; kind < EVIDENCE_KINDS; kind++) {
    if (!evidence_table[kind].form) continue; /* no engine hands it over */
    Task *task = task_new(TASK_BAD, system_new());
    EvidenceClaim claim = {.task = task, .verdict = VERDICT_HOLDS};
    Evidence evidence = {.kind = kind};
    Error error = {0};
    CHECK(!evidence_table[kind].form->unpack("", 0, &claim, &evidence, &error));
    CHECK(error.message && !evidence_form(&evidence));
    error_free(&error);
    task_free(task);
  }
}

/* The number of steps, the loop, and a word for the latch and one for the input of each step; or
 * none, where the system has neither. */
static bool trace_is_unpacked(bool latch, uint64_t steps, int64_t loop, size_t size) {
  Task *task = latch ? toggle_task() : task_new(TASK_BAD, system_new());
  if (latch) system_input(task->system);
  EvidenceClaim claim = {.task = task, .verdict = VERDICT_VIOLATED};
  Evidence evidence = {.kind = EVIDENCE_TRACE};
  Error error = {0};
  char bytes[80];
  memset(bytes, 0xff, sizeof bytes);
  memcpy(bytes, &steps, sizeof steps);
  memcpy(bytes + sizeof steps, &loop, sizeof loop);
  bool good = form_trace.unpack(bytes, size, &claim, &evidence, &error);
  CHECK_EQUAL(good, evidence.trace != NULL);
  if (!good) CHECK_TEXT(error.message, "its trace has the wrong form");
  if (good) CHECK(evidence.trace->loop == loop && evidence.trace->steps.size == steps);
  for (size_t i = 0; good && latch && i < steps; i++) { /* and no bit behind the last */
    CHECK_EQUAL(evidence.trace->steps.data[i].latches.words[0], 1);
    CHECK_EQUAL(evidence.trace->steps.data[i].inputs.words[0], 1);
  }
  error_free(&error);
  evidence_free(&evidence);
  task_free(task);
  return good;
}

TEST(a_trace_that_is_unpacked_has_the_steps_that_it_says_and_a_loop_within_them) {
  for (int64_t loop = -2; loop < 4; loop++)
    CHECK_EQUAL(trace_is_unpacked(true, 3, loop, 64), loop > -2 && loop < 3);
  for (size_t size = 0; size <= 80; size++)
    for (uint64_t steps = 0; steps <= 4 && size >= 16; steps++)
      CHECK_EQUAL(trace_is_unpacked(true, steps, -1, size), steps && steps == size / 16 - 1);
  for (size_t size = 0; size < 16; size++) CHECK(!trace_is_unpacked(true, 0, -1, size));
  CHECK(trace_is_unpacked(false, 3, 1, 16));
  CHECK(!trace_is_unpacked(false, 0, -1, 16));
  CHECK(trace_is_unpacked(false, 1000000, -1, 16));
  CHECK(!trace_is_unpacked(false, 1000001, -1, 16));
}

TEST(a_trace_that_is_unpacked_has_no_bits_behind_the_last) {
  for (size_t inputs = 1; inputs < 130; inputs++) {
    Task *task = task_new(TASK_BAD, system_new());
    for (size_t i = 0; i < inputs; i++) system_input(task->system);
    EvidenceClaim claim = {.task = task, .verdict = VERDICT_VIOLATED};
    Evidence evidence = {.kind = EVIDENCE_TRACE};
    Error error = {0};
    uint64_t words[5] = {1, (uint64_t)TRACE_NO_LOOP, UINT64_MAX, UINT64_MAX, UINT64_MAX};
    size_t count = (inputs + 63) / 64;
    CHECK(form_trace.unpack((const char *)words, (2 + count) * sizeof *words, &claim, &evidence,
                            &error));
    const uint64_t *bits = evidence.trace->steps.data[0].inputs.words;
    for (size_t i = 0; i < 64 * count; i++) CHECK_EQUAL(bits[i / 64] >> i % 64 & 1, i < inputs);
    evidence_free(&evidence);
    task_free(task);
  }
}

static bool is_unpacked(const EvidenceForm *form, const Task *task, const char *text) {
  EvidenceClaim claim = {.task = task, .verdict = VERDICT_HOLDS};
  Evidence evidence = {.kind = form == &form_bmc ? EVIDENCE_BMC : EVIDENCE_INVARIANT};
  Error error = {0};
  bool good = form->unpack(text, strlen(text), &claim, &evidence, &error);
  CHECK_EQUAL(good, !error.message);
  error_free(&error);
  evidence_free(&evidence);
  return good;
}

/* Engines make circuits that begin with the inputs and the latches of their task, and have resets
 * of 0, 1 or none. */
TEST(a_circuit_that_is_unpacked_is_one_that_an_engine_makes) {
  static const struct {
    const char *text;
    bool witness, proof; /* a witness may have more of both */
  } rows[] = {
      {"aag 2 1 1 0 0 1\n2\n4 4\n0\n", true, true},
      {"aag 3 2 1 0 0 1\n2\n4\n6 6\n0\n", true, false},
      {"aag 3 1 2 0 0 1\n2\n4 4\n6 6\n0\n", true, false},
      {"aag 1 0 1 0 0 1\n2 2\n0\n", false, false},
      {"aag 1 1 0 0 0 1\n2\n0\n", false, false},
      {"aag 2 1 1 0 0 1\n2\n4 4 1\n0\n", true, true},
      {"aag 2 1 1 0 0 1\n2\n4 4 4\n0\n", true, true},
      {"aag 2 1 1 0 0 1\n2\n4 4 2\n0\n", false, false},
      {"aag 3 1 2 0 0 1\n2\n4 4\n6 6 4\n0\n", false, false},
      {"aag 3 1 2 0 0 1\n2\n4 4\n6 6 7\n0\n", false, false},
  };
  Task *task = toggle_task();
  system_input(task->system);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char proof[100];
    snprintf(proof, sizeof proof, "%sc\nBMC bad 0 forward 0 0 : 0\n", rows[i].text);
    CHECK_EQUAL(is_unpacked(&form_witness, task, rows[i].text), rows[i].witness);
    CHECK_EQUAL(is_unpacked(&form_bmc, task, proof), rows[i].proof);
  }
  task->kind = TASK_FAIR;
  vec_push(&task->conditions, LIT_TRUE);
  CHECK(!is_unpacked(&form_witness, task, rows[0].text));
  CHECK(is_unpacked(&form_witness, task, "aag 2 1 1 0 0 1 0 1\n2\n4 4\n0\n1\n4\n"));
  CHECK(!is_unpacked(&form_witness, task, "aag 2 1 1 0 0 1 0 1\n2\n4 4\n0\n2\n4\n5\n"));
  /* of several justice properties the first counts */
  CHECK(is_unpacked(&form_witness, task, "aag 2 1 1 0 0 1 0 2\n2\n4 4\n0\n1\n2\n4\n4\n2\n"));
  CHECK(!is_unpacked(&form_witness, task, "aag 2 1 1 0 0 1 0 2\n2\n4 4\n0\n2\n1\n4\n4\n2\n"));
  task_free(task);
}
